"""Derived feature maps: every family of the project from its expression alone, against what is proved of it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import sympy as sp

from rftheory.couplings.iid import Independent
from rftheory.deriving import Derived, b, d, derive, k, u, w
from rftheory.deriving.forms import cosine
from rftheory.deriving.symbols import GRAM, PLACES
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.poisson import Poisson
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.coordinates import l, product
from rftheory.inputs.kernels import A, A_im, A_re, gaussian_kernel, softmax_kernel
from rftheory.proofs.crt._generalized import COMPLEX, FINITE_COMPLEX, PAIR, variance_chain
from rftheory.proofs.frontier import pair_gerf, pair_trigonometric
from rftheory.proofs.frontier._pairs import COSINE, PAIRS
from rftheory.proofs.frontier._pairs import cosine as frontier_cosine
from rftheory.prover.certify import certify
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.pair_moments import angle_conformity
from rftheory.rules.propositions import Equality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.loading import find_claim

_SQUARE = sp.Symbol("square", positive=True)
_SCALE = sp.Symbol("scale", positive=True)


@cache
def of(family: Family, **options: object) -> Derived:
    """The map of a family, from its components."""
    return derive(family.components(w, u, "x"), family.components(w, u, "y"), **options)  # type: ignore[arg-type]


def same(form: sp.Expr | None, proved: sp.Expr, domain: Domain) -> bool:
    assert form is not None
    """Whether a form is the other one, or the kernel proves that it is."""
    here = form.xreplace(PLACES)
    return here == proved or bool(certify("same", [Claim("c", "", Equality(here, proved), domain)]).proved)


@pytest.mark.parametrize(
    ("family", "kernel"),
    [
        (RandomPhaseCosine(), "gaussian"),
        (OptimalPositive(square=_SQUARE), "gaussian"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Family) else value,
)
def test_kernel_and_second_moment_are_those_of_the_definition(family: Family, kernel: str) -> None:
    """From the components alone; the family writes its sample a second time. Errors and variances of others are below."""
    found = of(family)
    assert found.kernel.name == kernel == family.kernel
    second = Expectation(family.sample(Projection("w"), PAIR.x, PAIR.y) ** 2)
    assert same(found.second.value, second, found.domains[1])


def test_mean_squared_errors_are_the_proved_ones() -> None:
    trigonometric, hyperbolic = (find_claim(f"hrf.lemma-2.2-{name}", "mse") for name in ("trig", "pos"))
    assert same(of(Trigonometric()).mse(), trigonometric.proposition.right, trigonometric.domain)  # type: ignore[union-attr]
    assert same(of(Hyperbolic()).mse(), hyperbolic.proposition.right, hyperbolic.domain)  # type: ignore[union-attr]
    positive = find_claim("crt.pos", "variance")
    assert same(derive(sp.exp(w.dot(u) - u.square)).variance, positive.proposition.right, positive.domain)  # type: ignore[union-attr]


@pytest.mark.parametrize("s", [1, -1])
def test_the_variance_of_generalized_exponential_features_is_the_proved_one(s: int) -> None:
    claim = find_claim("crt.theorem-3.2", f"s = {s:+d}, real A")
    found = of(GeneralizedExponential(A, s))
    assert same(found.variance, claim.proposition.right, claim.domain)  # type: ignore[union-attr]
    assert found.mean.conditions == (1 - 4 * A,)
    assert found.second.conditions == (1 - 8 * A,)


def test_complex_parameters_are_settled_without_choosing_a_branch() -> None:
    family = GeneralizedExponential(A_re + sp.I * A_im, -1)
    found = of(family)
    assert found.kernel.name == "gaussian"
    assert found.variance is not None and not found.variance.has(sp.conjugate)
    moment = pair_gerf.moments(-1)
    domain = COMPLEX.with_ranges(*PAIRS.ranges)
    assert same(found.pair_moment("orthogonal"), moment["orthogonal"], domain)


def test_the_chain_of_theorem_3_2_passes_through_what_was_derived() -> None:
    """Before it settles which root alpha_1 is a power of."""
    family = GeneralizedExponential(A_re + sp.I * A_im, -1)
    chain = variance_chain(family)
    assert same(of(family).variance, chain.lines[-2].expr, FINITE_COMPLEX)


@pytest.mark.parametrize(
    ("family", "moments"),
    [(Trigonometric(), pair_trigonometric.moments()), (GeneralizedExponential(A, -1), pair_gerf.moments(-1))],
    ids=["trigonometric", "gerf -1"],
)
def test_pair_moments_are_the_proved_ones(family: Family, moments: dict[str, sp.Expr]) -> None:
    found = of(family)
    assert found.angle is not None and found.angle.value is not None
    at = moments["angle"].xreplace({frontier_cosine: cosine})
    domain = found.domains[2].with_ranges(Range(cosine, COSINE.low, COSINE.high, typical=(-1, 1)))
    assert same(found.angle.value, at, domain)
    assert same(found.pair_moment("orthogonal"), moments["orthogonal"], found.domains[2])
    # a control: another family has another one
    assert not same(found.pair_moment("orthogonal"), moments["orthogonal"] + 1, found.domains[2])


def test_complex_exponential_features_keep_their_complex_samples() -> None:
    real = of(ComplexExponential(scalar=_SCALE), real_part=False)
    assert real.kernel.name == "softmax"
    image = GRAM.x * _SCALE + GRAM.y / _SCALE
    front = sp.exp(-(_SCALE**2) * GRAM.x.square - GRAM.y.square / _SCALE**2)
    expected = front * angle_conformity(image.square, d, cosine)
    assert real.angle is not None
    where = real.domains[2].with_ranges(Range(cosine, -1, 1, typical=(-1, 1)))
    assert same(real.angle.value, expected.xreplace(PLACES), where)
    turned = of(ComplexExponential(scalar=sp.I), real_part=False)
    assert turned.second.value == sp.exp(GRAM.x.square + GRAM.y.square)
    tilted = of(ComplexExponential(scalar=_SCALE + sp.I), real_part=False)
    assert tilted.kernel.name == "softmax" and tilted.pair_moment("orthogonal") is None
    assert any("several directions" in finding for finding in tilted.findings)


@pytest.mark.parametrize(("family", "claim"), [(Poisson(), "crt.theorem-3.4"), (Geometric(), "crt.theorem-3.5")])
def test_features_of_counts(family: Poisson | Geometric, claim: str) -> None:
    found = derive(family.feature(k, u), law=family)
    assert found.kernel.name == "gaussian"
    proved = find_claim(claim, "variance")
    assert same(found.variance, proved.proposition.right, proved.domain)  # type: ignore[union-attr]
    assert found.orthogonal is None and found.pair_moment("orthogonal") is None


# -- kernels -------------------------------------------------------------------------------------------------------


def test_conditions_on_parameters_are_solved_and_decided() -> None:
    p, q = sp.symbols("p q", positive=True)
    found = derive(sp.exp(p * w.dot(u) - q * u.square))
    assert found.kernel.name is None
    solutions = {c.kernel: c.solutions for c in found.kernel.conditions}
    assert solutions == {"gaussian": ({p: 1, q: 1},), "softmax": ({p: 1, q: sp.Rational(1, 2)},)}
    for name, kernel in (("gaussian", gaussian_kernel), ("softmax", softmax_kernel)):
        at = found.mean.value.subs(solutions[name][0])  # type: ignore[union-attr, index]
        assert sp.simplify(at - kernel(GRAM.x, GRAM.y)) == 0


def test_other_kernels_are_named() -> None:
    c = sp.Symbol("c", positive=True)
    assert "the Gaussian kernel of the inputs times" in str(derive((sp.cos(c * w.dot(u)), sp.sin(c * w.dot(u)))).kernel)
    assert "times 9/4" in str(derive(sp.Rational(3, 2) * sp.exp(w.dot(u))).kernel)


def test_phases_are_uniform() -> None:
    found = derive(sp.sqrt(2) * sp.cos(w.dot(u) + b))
    assert found.kernel.name == "gaussian"
    assert derive(sp.cos(w.dot(u) + 2 * b)).mean.value == found.mean.value / 2  # type: ignore[operator]


# -- the family of an expression -----------------------------------------------------------------------------------


@pytest.mark.parametrize("s", [1, -1])
def test_the_map_of_the_expression_is_the_map_of_the_family(s: int) -> None:
    third = -sp.Rational(1, 3)
    drawn = of(GeneralizedExponential(A, s)).estimator(A=third).family  # type: ignore[attr-defined]
    generator = np.random.default_rng(s + 1)
    inputs = generator.normal(size=(4, 5))
    projections = Independent().draw(generator, 7, 5)
    for side in ("x", "y"):
        expected = GeneralizedExponential(third, s).features(inputs, projections, side)
        np.testing.assert_allclose(drawn.features(inputs, projections, side), expected, rtol=2**-46)


def test_the_map_of_counts_is_the_map_of_the_family() -> None:
    half = sp.Rational(1, 2)
    generator = np.random.default_rng(3)
    inputs = generator.normal(size=(4, 3))
    for family, name in ((Poisson(), "lam"), (Geometric(), "p")):
        found = derive(family.feature(k, u), law=family)
        (symbol,) = found.parameters
        assert str(symbol) == name
        drawn = found.estimator(**{name: half}).family.at({symbol: half})  # type: ignore[attr-defined]
        fixed = family.at({symbol: half})
        counts = fixed.draw(generator, 6, 3)
        np.testing.assert_allclose(drawn.features(inputs, counts), fixed.features(inputs, counts), rtol=2**-44)
        # signs of the counts leave every sample as it is
        signed = derive(family.feature(k, u) * product((-1) ** k[l]), law=family)
        drawn = signed.estimator(**{name: half}).family.at({symbol: half})  # type: ignore[attr-defined]
        np.testing.assert_allclose(drawn.features(inputs, counts), fixed.features(inputs, counts), rtol=2**-44)


def test_a_reason_is_told_once() -> None:
    text = str(derive(sp.Max(0, w.dot(u))))
    assert text.count("integrated") == 1 and "the mean, the second moment and the orthogonal pair moment are" in text
