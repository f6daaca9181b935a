"""What `derive` found: closed forms, conditions, couplings, and what to do with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sympy as sp

from rftheory.deriving import shown
from rftheory.deriving.feature_map import FeatureMap
from rftheory.deriving.forms import Forms, cosine, estimator_of, moment_claims
from rftheory.deriving.kernel import Recognised, kernel_of
from rftheory.deriving.moments import Moment
from rftheory.deriving.refusals import Obstacle
from rftheory.inputs.kernels import d
from rftheory.rules.pair_moments import simplex_cosine
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain
from rftheory.statements.effort import check_level

if TYPE_CHECKING:
    from rftheory.montecarlo.estimators.estimator import Estimator
    from rftheory.numbers.balls import Enclosure

COUPLINGS = ("iid", "orthogonal", "simplex")


@dataclass(frozen=True)
class Derived:
    """The moments of a feature map, in ``x.x``, ``x.y``, ``y.y``, d and the parameters (for counts: in coordinates).

    Args:
        features: the map.
        mean: ``E Z`` of one sample Z: the kernel that is estimated.
        second: ``E |Z|^2``.
        kernel: which kernel the mean is.
        domains: where mean, second moment and pair moments are stated.
        orthogonal, angle: ``E Z_1 conj(Z_2)`` in one orthogonal block, and at a fixed cosine of the directions; None for counts
            and for maps of several projections, to which no coupling applies.
        given: of a map with random lengths s that at a fixed s, which claims, proofs, enclosures and draws are about.
        law: the mixture whose law of scales the square of s has, in that case.
    """

    features: FeatureMap
    mean: Moment
    second: Moment
    kernel: Recognised
    domains: tuple[Domain, Domain, Domain]
    orthogonal: Moment | None = None
    angle: Moment | None = None
    given: Derived | None = None
    law: str = ""

    # -- closed forms -------------------------------------------------------------------------------------------

    @property
    def parameters(self) -> tuple[sp.Symbol, ...]:
        """The free parameters."""
        return self.features.parameters

    @property
    def target(self) -> sp.Expr | None:
        """The kernel that errors are about: the Gaussian or softmax kernel if the mean is one of them, else the mean."""
        return self._forms.mean

    @property
    def variance(self) -> sp.Expr | None:
        """``E |Z - E Z|^2`` of one sample; None where a closed form is missing."""
        square = self._forms.square
        return None if square is None or self.second.value is None else self.second.value - square

    def pair_moment(self, coupling: str) -> sp.Expr | None:
        """``E Z_1 conj(Z_2)`` of two projections of one block; None where it is not known.

        Raises:
            ValueError: for another coupling than "iid", "orthogonal" and "simplex".
        """
        if coupling not in COUPLINGS:
            raise ValueError(f"coupling must be one of {', '.join(COUPLINGS)}, got {coupling!r}")
        if coupling == "iid":
            return self._forms.square
        if coupling == "orthogonal":
            return self._forms.orthogonal
        angle = self._forms.angle
        return None if angle is None else angle.subs(cosine, simplex_cosine(d))

    def mse(self, coupling: str = "iid") -> sp.Expr | None:
        """The mean squared error of m projections, about `target`; coupled ones are one block: m <= d.

        Raises:
            ValueError: as `pair_moment`.
        """
        pair = self.pair_moment(coupling)
        return None if pair is None else self._forms.mse(None if coupling == "iid" else pair)

    @cached_property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """What no rule integrates."""
        found = [o for part in (self.mean, self.second, self.orthogonal, self.angle) if part for o in part.obstacles]
        return tuple(dict.fromkeys(found))

    @property
    def findings(self) -> tuple[str, ...]:
        """What a user should know: infinite moments, kernels that are none, what is not integrated."""
        return tuple(shown.findings(self))

    # -- evidence -----------------------------------------------------------------------------------------------

    @cached_property
    def _forms(self) -> Forms:
        """The closed forms in the products of the inputs."""
        parts = (self.mean, self.second, self.orthogonal, self.angle)
        mean, second, orthogonal, angle = (None if part is None else part.value for part in parts)
        if self.kernel.name is not None and not self.law:
            mean = kernel_of(self.kernel.name, self.features.law is not None)
        return Forms(self.features, mean, second, self.kernel.name, self.domains, orthogonal, angle)

    @cached_property
    def forms(self) -> Forms:
        """The closed forms in norms and angle of the inputs, as claims are made of them."""
        return self.given.forms if self.given else self._forms.placed()

    @property
    def claims(self) -> list[Claim]:
        """The claims of the closed forms, with their proofs."""
        return moment_claims(self.forms)

    def proofs(self, progress: Callable[[str, str], None] | None = None) -> list[tuple[str, str]]:
        """What the kernel accepts of these forms: the names of the claims, each with "" if it is proved, else why it is not.

        ``progress`` is called with each of these pairs as soon as it is known.
        """
        from rftheory.deriving.proved import proofs

        return proofs(self.forms, progress)

    def check(
        self,
        judges: tuple[str, ...] = ("kernel", "enclosure", "simulation"),
        level: str = "quick",
        seed: int = 0,
    ) -> Any:
        """Ask the judges of the ledger: certificates that are looked for, balls at points, draws.

        Returns:
            `deriving.judged.Judged`; ``holds`` is whether no judge objects.

        Raises:
            ValueError: for an unknown judge, and where no moment has a closed form.
        """
        from rftheory.deriving.judged import judge

        check_level(level)
        return judge(self.forms, judges, level, seed)

    def enclosure(self, point: Mapping[sp.Symbol, sp.Expr], what: str = "mean") -> Enclosure:
        """A certified value of a moment from its definition, by quadrature, whether or not it has a closed form.

        Args:
            point: exact numbers for x_norm, y_norm, theta, the parameters, and d where it matters; coordinates for counts.
            what: "mean" or "second".

        Raises:
            ValueError: if the point is not in the domain, or for another moment.
            UnsupportedExpression: if a factor is none that can be enclosed.
        """
        from rftheory.deriving.quadrature import enclosed

        if what not in ("mean", "second"):
            raise ValueError(f"what must be mean or second, got {what!r}")
        refusal = self.domains[0 if what == "mean" else 1].refusal(point)
        if refusal:
            raise ValueError(refusal)
        sample = self.forms.sample
        return enclosed(sample if what == "mean" else self.features.square(sample), point)

    def estimator(self, **parameters: sp.Expr) -> Estimator:
        """The estimator of the map at exact parameters, for `montecarlo.session.estimate` and `simulate`.

        Raises:
            ValueError: for unknown or missing parameters, and for maps that cannot be drawn.
        """
        known = {str(symbol): symbol for symbol in self.parameters}
        unknown = sorted(set(parameters) ^ set(known))
        if unknown:
            raise ValueError(f"the parameters are {', '.join(known) or 'none'}; {unknown[0]} is missing or unknown")
        point = {known[name]: sp.sympify(value) for name, value in parameters.items()}
        if any(value.has(sp.Float) for value in point.values()):
            raise ValueError("parameters must be exact numbers, such as sp.Rational(1, 3)")
        return estimator_of(self.forms, point)

    # -- output -------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, title: str = "") -> Path:
        """Write a statement file that ``rftheory verify --statements DIR`` judges.

        Args:
            path: ``DIR/name.py`` in a directory with the name of a Python package; it is made where it does not exist.
            title: of the statement; by default the map itself.

        Raises:
            ValueError: for names that are no identifiers, a file that is there already, and a map without a closed form of the mean.
        """
        from rftheory.deriving.writing import save

        return save(self.given or self, Path(path), title)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON: texts and LaTeX."""
        return shown.as_json(self)

    def __str__(self) -> str:
        return shown.text(self)

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        return shown.display(self)
