"""Section 2.4, below (20): the Gaussian hybrid against the angular one, for inputs of equal length r.

The words: it "turns out to be characterized by the larger variance than its angular hybrid counterpart and cannot
provide variance vanishing property for both theta = 0 and theta = pi". There are three Gaussian coefficients to read
this for: the normalised one of Appendix F with trigonometric or with positive features, and the one of (20) with
M = I. Each but (20) with positive features is exact at one end. There its hybrid has the smaller error: of order
theta^4 (or (pi - theta)^4), against order theta of the angular hybrid, whose sign features always err. At the other
end the order is reversed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rftheory.proofs.hrf._setting import *
from rftheory.montecarlo.estimators.hybrids import CoupledHybrid
from rftheory.proofs.hrf.eq_20 import WIDTH, c, linearised
from rftheory.rules.integrated import granted, integrate

STATEMENT = statement(
    "claim",
    "Sec. 2.4, below (20)",
    "The Gaussian hybrid against the angular hybrid",
    reading="(a) For |x| = |y| and the same m and n the mean squared error of the Gaussian hybrid exceeds that "
    "of the angular hybrid at every theta in (0, pi). (b) The error of the Gaussian hybrid is positive "
    "at theta = 0 or at theta = pi.",
    notes=(
        "(b) is meant for coefficients estimated by trigonometric or positive features; Appendix F itself describes "
        "one, estimated by an angular hybrid, that is exact at both ends.",
        "n projections give the Gaussian coefficient 2n features and the angular one n.",
    ),
)

_TAU = Projection("tau")
_ANGLES = EQUAL_PAIRS_WITH_COEFFICIENT.with_ranges(OPEN_THETA)
_ENDS = {sp.S.Zero: make_pair(r, r, sp.S.Zero, "same"), sp.pi: make_pair(r, r, sp.pi, "opposite")}
_DISTANCE = {sp.S.Zero: theta, sp.pi: sp.pi - theta}


@dataclass(frozen=True)
class Variant:
    """One Gaussian coefficient, the end at which its hybrid is exact and the one at which it is not."""

    name: str
    coefficient: Callable[[Pair], sp.Expr]
    parameter: Range
    exact: sp.Expr | None
    inexact: sp.Expr
    #: the error at the inexact end as a product of factors that are all positive
    factors: tuple[sp.Expr, ...]

    def domain(self, angles: bool) -> Domain:
        conditions = (sp.Ne(self.parameter.symbol, 0),) if self.parameter is WIDTH else ()
        base = _ANGLES if angles else Domain((R, M, N))
        return Domain((*base.ranges, self.parameter), conditions)

    def error(self, pair: Pair) -> sp.Expr:
        return mean_squared_error(hybrid(self.coefficient(pair), pair), kernel(pair))


def _normalised(kind: str) -> Callable[[Pair], sp.Expr]:
    return lambda pair: Gaussian(kind=kind).coefficient(_TAU, pair.x, pair.y, n)


_RHO = 1 - sp.exp(-2 * sigma**2 * r**2)
_SPREAD = (1 / (2 * n), (1 - sp.exp(-4 * sigma**2 * r**2)) ** 2, 1 / _RHO**2)
_FALL = sp.exp(-4 * r**2 / c**2)
#: MSE(T) at theta = pi and MSE(P) at theta = 0
_TRIGONOMETRIC = (sp.exp(-2 * r**2), growth() ** 2, 1 / (2 * m))
_POSITIVE = (sp.exp(2 * r**2), growth() ** 2, 1 / (2 * m))

VARIANTS = (
    Variant(
        "normalised, trigonometric", _normalised("trigonometric"), SIGMA, sp.S.Zero, sp.pi, (*_SPREAD, *_TRIGONOMETRIC)
    ),
    Variant(
        "normalised, positive",
        _normalised("positive"),
        SIGMA,
        sp.pi,
        sp.S.Zero,
        (*_SPREAD, sp.exp(4 * sigma**2 * r**2), *_POSITIVE),
    ),
    Variant(
        "(20), trigonometric",
        lambda pair: linearised(Trigonometric(), pair),
        WIDTH,
        sp.pi,
        sp.S.Zero,
        (_FALL + (1 - _FALL) ** 2 / (2 * n), *_POSITIVE),
    ),
    Variant("(20), positive", lambda pair: linearised(Hyperbolic(), pair), WIDTH, None, sp.S.Zero, (_FALL, *_POSITIVE)),
)

_angular_error = mean_squared_error(hybrid(angular_coefficient(EQUAL_PAIR), EQUAL_PAIR), kernel(EQUAL_PAIR))

_GAUSSIAN_MSE, _ANGULAR_MSE = (rf"\mathrm{{MSE}}(\widehat{{SM}}^{{{name}}}_{{m,n}})" for name in ("gauss", "anghyb"))

#: one sentence of all variants: the first is the erratum, the others are places of it
_SAID: dict[str, dict[str, Any]] = {
    "normalised, trigonometric": {
        "quote": "it turns out to be characterized by the larger variance than its angular hybrid counterpart"
    }
}


def _larger(variant: Variant) -> Claim:
    near = sp.Rational(1, 2) if variant.exact == 0 else sp.pi - sp.Rational(1, 2)
    ones = {s: sp.Integer(1) for s in (r, m, n, variant.parameter.symbol)}
    return claim(
        f"the Gaussian hybrid ({variant.name}) has a larger error than the angular one",
        gt(variant.error(EQUAL_PAIR), _angular_error),
        variant.domain(angles=True),
        name=f"larger: {variant.name}",
        tex=rf"{_GAUSSIAN_MSE} > {_ANGULAR_MSE}",
        **_SAID.get(variant.name, {"cause": f"hrf.sec-2.4-gauss: larger: {next(iter(_SAID))}"}),
    ).false(
        at={**ones, theta: near},
        because=f"near theta = {variant.exact} the Gaussian coefficient has a smaller error than the signs of the angular one",
        error="condition missing",
        survives="yes: no result rests on it, and the angular hybrid alone has no error at both ends",
    )


def _smaller(variant: Variant) -> Claim:
    """``error / distance -> 0`` at the end where there is no error."""
    end, error = variant.exact, variant.error(EQUAL_PAIR)
    distance = _DISTANCE[end]

    def proof() -> Chain:
        return Chain(error / distance).limit(theta, end, quotient=(integrate(error, granted, granted), distance))

    return _larger(variant).corrected(
        f"over the distance to theta = {end} the error of the Gaussian hybrid tends to zero",
        tends(error / distance, theta, end, 0, "+" if end == 0 else "-"),
        proof=proof,
        name=f"smaller near {end}: {variant.name}",
        tex=rf"\lim_{{\theta \to {sp.latex(end)}}} {_GAUSSIAN_MSE}/({sp.latex(distance)}) = 0",
    )


def _integrated(variant: Variant) -> Claim:
    """What the kernel refutes the claim by."""
    error = variant.error(EQUAL_PAIR)
    return lemma(
        "the error in closed form",
        eq(error, integrate(error, granted, granted)),
        variant.domain(angles=True),
        name=f"error: {variant.name}",
    )


def _not_both(variant: Variant) -> list[Claim]:
    """The error at the inexact end, and that it is positive."""
    domain = variant.domain(angles=False)
    closed = sp.Mul(*variant.factors)
    return [
        claim(
            f"the error at theta = {variant.inexact} of the Gaussian hybrid ({variant.name})",
            eq(variant.error(_ENDS[variant.inexact]), closed),
            domain,
            name=f"not at {variant.inexact}: {variant.name}",
        ),
        claim(
            "that error is positive for all r, m, n and widths",
            gt(closed, 0),
            domain,
            Chain(closed).gt(0),
            name=f"positive at {variant.inexact}: {variant.name}",
        ),
    ]


_exact_somewhere = [variant for variant in VARIANTS if variant.exact is not None]
CLAIMS = (
    *(_larger(variant) for variant in _exact_somewhere),
    *(claim for variant in VARIANTS for claim in _not_both(variant)),
    *(_smaller(variant) for variant in _exact_somewhere),
    *(_integrated(variant) for variant in _exact_somewhere),
)


def simulations() -> list[MomentCheck]:
    variant = VARIANTS[0]
    point = {r: sp.Rational(7, 10), theta: sp.pi, sigma: sp.Rational(3, 2), m: 2, n: 2}
    expected = sp.Mul(*variant.factors)
    name = f"not at {variant.inexact}: {variant.name}"
    error = MomentCheck("mse at theta = pi", _drawn("trigonometric"), "mse", expected, point, claim=name)
    return [error, *(_against_angular(drawn) for drawn in VARIANTS[:2])]


def _drawn(kind: str) -> CoupledHybrid:
    return Bipolar(Hyperbolic(), Trigonometric(), Gaussian(kind=kind), shared=False)


def _against_angular(variant: Variant) -> MomentCheck:
    """The error of the angular hybrid in place of that of the Gaussian one, near the end where the latter is exact.

    The draws lie below this printed bound, and reject every larger value as well. With 32 projections of each kind a squared error is
    nearly that of a product of normal variables; with 8 its tails are so heavy that only ten million draws tell its variance.
    """
    near = sp.Rational(1, 2) if variant.exact == 0 else sp.pi - sp.Rational(1, 2)
    at = {r: sp.Rational(2, 5), theta: near, sigma: 1, m: 32, n: 32}
    drawn = _drawn(variant.name.removeprefix("normalised, "))
    return MomentCheck(
        "mse of the angular hybrid",
        drawn,
        "mse",
        integrate(_angular_error, granted, granted),
        at,
        f"larger: {variant.name}",
    )
