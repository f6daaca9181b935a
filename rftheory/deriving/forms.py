"""Closed forms of a feature map, the claims that they make, and the draws that test them.

A saved statement file holds such forms as text, and asks for the same claims as `derive` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import sympy as sp

from rftheory.chains.angles import in_moments
from rftheory.chains.chain import Chain
from rftheory.deriving.feature_map import FeatureMap
from rftheory.deriving.kernel import KernelName
from rftheory.deriving.symbols import PLACES
from rftheory.inputs.coordinates import x as x_coordinates
from rftheory.inputs.coordinates import y as y_coordinates
from rftheory.inputs.kernels import PAIR, d, m, theta, x_norm, y_norm
from rftheory.rules.angles import AngleExpectation, integrate_angles
from rftheory.rules.nodes import Expectation, SampleMean, mean_squared_error
from rftheory.rules.pair_moments import simplex_cosine
from rftheory.rules.propositions import Equality, Point
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

if TYPE_CHECKING:
    # what draws is loaded where draws are asked for
    from rftheory.couplings.coupling import Coupling
    from rftheory.montecarlo.checks.checks import MomentCheck
    from rftheory.montecarlo.estimators.estimator import Estimator

#: the cosine between two projections
cosine = sp.Symbol("cosine", real=True)
COSINE = Range(cosine, -1, 1, "[]", typical=(-1, 1), awkward=(-1, 0, 1))
_M = Range(m, 1, None, integer=True, typical=(1, 12), awkward=(1,))
#: the names of the claims
MEAN, SECOND, MSE, ORTHOGONAL, ANGLE, SIMPLEX = "mean", "second moment", "mse", "orthogonal", "fixed angle", "simplex"


@dataclass(frozen=True)
class Forms:
    """The closed forms of a map, in norms and angle of the inputs (`kernels.PAIR`), or in their coordinates for counts.

    Args:
        features: the map.
        mean, second: ``E Z`` (the kernel, if it is one) and ``E |Z|^2`` of one sample; None where no closed form is known.
        orthogonal, angle: ``E Z_1 conj(Z_2)`` of two members of an orthogonal block, and at the cosine `cosine`.
        kernel: the kernel that the mean is, if it is one of the two.
        where: the domains of mean, second moment and pair moments.
    """

    features: FeatureMap
    mean: sp.Expr | None
    second: sp.Expr | None
    kernel: KernelName | None
    where: tuple[Domain, Domain, Domain]
    orthogonal: sp.Expr | None = None
    angle: sp.Expr | None = None

    @property
    def sample(self) -> sp.Expr:
        """One sample at two inputs."""
        pair = (x_coordinates, y_coordinates) if self.counts else (PAIR.x, PAIR.y)
        return self.features.sample(*pair)

    @property
    def partner(self) -> sp.Expr:
        """What the sample of another projection is multiplied with: itself, or its conjugate."""
        sample = self.sample
        return sample if self.features.is_real(sample) or self.features.law is not None else sp.conjugate(sample)

    def placed(self) -> Forms:
        """Forms in ``x.x``, ``x.y`` and ``y.y`` as ones in norms and angle."""
        forms = (self.mean, self.second, self.orthogonal, self.angle)
        # the angle is in [0, pi]
        known = {sp.acos(sp.cos(theta)): theta}
        mean, second, orthogonal, angle = (
            None if form is None else form.xreplace(PLACES).xreplace(known) for form in forms
        )
        return replace(self, mean=mean, second=second, orthogonal=orthogonal, angle=angle)

    @property
    def counts(self) -> bool:
        """Whether projections are counts."""
        return self.features.law is not None

    @property
    def square(self) -> sp.Expr | None:
        """``|E Z|^2``."""
        real = self.counts or self.features.is_real(self.sample)
        if self.mean is None or real or self.mean.is_extended_real:
            return None if self.mean is None else self.mean**2
        return self.mean * sp.conjugate(self.mean)

    def mse(self, pair: sp.Expr | None = None) -> sp.Expr | None:
        """``E |K_hat - K|^2`` of m projections; with the pair moment of a coupling in one block, m <= d (simplex: m = d)."""
        if self.square is None or self.second is None:
            return None
        whole = (self.second - self.square) / m
        return whole if pair is None else whole + (1 - 1 / m) * (pair - self.square)


def moment_claims(forms: Forms) -> list[Claim]:
    """The claims that the forms make."""
    sample, features = forms.sample, forms.features
    made = []
    if forms.mean is not None:
        made.append(_claim(MEAN, "the kernel that is estimated: E Z", Expectation(sample), forms.mean, forms.where[0]))
    if forms.second is not None:
        square = Expectation(features.square(sample))
        made.append(_claim(SECOND, "E |Z|^2 of one sample", square, forms.second, forms.where[1]))
    error = forms.mse()
    if forms.kernel and forms.mean and error is not None and (features.is_real(sample) or forms.counts):
        left = mean_squared_error(SampleMean(sample, m), forms.mean)
        says = "the mean squared error of m iid projections"
        made.append(_claim(MSE, says, left, error, forms.where[1].with_ranges(_M), "lemma"))
    return made + (_pair_claims(forms) if forms.angle is not None else [])


def _claim(name: str, says: str, left: sp.Expr, right: sp.Expr, domain: Domain, role: str = "claim") -> Claim:
    return Claim(name=name, says=says, proposition=Equality(left, right), domain=domain, role=role)  # type: ignore[arg-type]


def _pair_claims(forms: Forms) -> list[Claim]:
    """As `rftheory.proofs.frontier` proves pair moments: the rule at any angle, and its cases."""
    domain, angle = forms.where[2], forms.angle
    assert angle is not None
    everywhere = domain.with_ranges(COSINE)

    def at(value: sp.Expr) -> AngleExpectation:
        return AngleExpectation([forms.sample, forms.partner], d, value)

    at_any = Claim(
        name=ANGLE,
        says="E Z_1 Z_2 of two projections at any fixed cosine of their directions",
        proposition=Equality(at(cosine), angle),
        domain=everywhere,
        proof=lambda: Chain(at(cosine)).computed(integrate_angles).eq(angle),
    )
    made = [at_any]
    if forms.orthogonal is not None:
        right = forms.orthogonal
        made.append(
            Claim(
                name=ORTHOGONAL,
                says="E Z_1 Z_2 of two projections of one orthogonal block",
                proposition=Equality(at(sp.Integer(0)), right),
                domain=domain,
                proof=lambda: Chain(at(sp.Integer(0))).by(at_any, {cosine: sp.Integer(0)}).computed(in_moments),
            )
        )
    vertex = simplex_cosine(d)
    made.append(
        Claim(
            name=SIMPLEX,
            says="E Z_1 Z_2 of two projections of one simplex block, cosine -1/(d-1)",
            proposition=Equality(at(vertex), angle.subs(cosine, vertex)),
            domain=domain,
            proof=lambda: Chain(at(vertex)).by(at_any, {cosine: vertex}),
        )
    )
    return made


# -- draws --------------------------------------------------------------------------------------------------------


def draws(forms: Forms, point: Point, size: int = 3) -> list[MomentCheck]:
    """Draws of the map from its definition: mean and error of one projection, errors of coupled ones."""
    from rftheory.couplings.orthogonal import Orthogonal
    from rftheory.couplings.simplex import Simplex
    from rftheory.deriving.family import DerivedFamily
    from rftheory.montecarlo.checks.checks import MomentCheck
    from rftheory.montecarlo.estimators.coupled import Coupled

    estimator = estimator_of(forms, point)
    dimension = int(point[d])
    checks = []
    if forms.mean is not None:
        checks.append(MomentCheck(MEAN, estimator, "mean", sp.re(forms.mean), point, MEAN, dimension=dimension))
    if forms.second is not None:
        checks.append(MomentCheck(SECOND, estimator, "second_moment", forms.second, point, SECOND, dimension=dimension))
    family = getattr(estimator, "family", None)
    # coupled draws are real parts
    real = forms.features.is_real(forms.sample)
    if not isinstance(family, DerivedFamily) or forms.kernel is None or forms.second is None or not real:
        return checks
    block = {**point, m: sp.Integer(size), d: sp.Integer(size)}
    couplings: tuple[tuple[str, Coupling, sp.Expr | None], ...] = (
        (ORTHOGONAL, Orthogonal(), forms.orthogonal),
        (SIMPLEX, Simplex(), None if forms.angle is None else forms.angle.subs(cosine, simplex_cosine(d))),
    )
    for name, coupling, pair in couplings:
        if pair is not None:
            expected = forms.mse(pair)
            assert expected is not None
            drawn = Coupled(family.at(block), coupling)
            checks.append(MomentCheck(name, drawn, "mse", expected, block, name, dimension=size))
    return checks


def estimator_of(forms: Forms, point: Point) -> Estimator:
    """What is drawn."""
    from rftheory.deriving.family import DerivedCounts, DerivedFamily
    from rftheory.montecarlo.estimators.coupled import Regular
    from rftheory.montecarlo.estimators.discrete import Discrete

    if forms.features.law is not None:
        return Discrete(DerivedCounts.of(forms.features))
    return Regular(DerivedFamily(forms.features, forms.kernel or "gaussian").at(_parameters(forms, point)))


def _parameters(forms: Forms, point: Point) -> Mapping[sp.Symbol, sp.Expr]:
    return {symbol: value for symbol, value in point.items() if symbol in forms.features.parameters}


#: short inputs, coordinates in general position: light tails
_INPUTS = {x_norm: sp.Rational(1, 5), y_norm: sp.Rational(1, 4), theta: sp.Integer(1), d: sp.Integer(3)}
_COORDINATES = {
    x_coordinates.label: sp.Tuple(sp.Rational(3, 5), -sp.Rational(1, 2)),
    y_coordinates.label: sp.Tuple(sp.Rational(2, 5), sp.Rational(3, 10)),
    d: sp.Integer(2),
}


def drawing_points(forms: Forms) -> list[dict[sp.Symbol, sp.Expr]]:
    """Points with modest inputs, and parameters as they come."""
    fixed = _INPUTS if forms.features.law is None else _COORDINATES
    whole = forms.where[1] if forms.second is not None else forms.where[0]
    own = [item for item in whole.ranges if item.symbol in forms.features.parameters]
    if not own:
        return [dict(fixed)]
    conditions = tuple(c for c in whole.conditions if c.free_symbols <= set(forms.features.parameters))
    return [{**fixed, **point} for point in Domain(tuple(own), conditions).points(12, 0)]
