"""Before Theorem 3.5: the max-relative-error of the angular hybrid "scales as (1/r) exp(2 r^2)".

For fixed m and n it is of the order ``r^(-1/2) exp(2 r^2)``: from above by the corrected Theorem 3.5, from below at the angle
``theta = 1/(sqrt(2) r)``. Only the part that survives n -> infinity scales as ``(1/r) exp(2 r^2)``.
"""

from rftheory.proofs.hrf._angular import LARGE_RADII, corrected_bound, hybrid_error, hybrid_square
from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf._angular_bounds import RADIUS, WORST_PAIR, lower_chain
from rftheory.proofs.hrf.theorem_3_5_bound import corrected

STATEMENT = statement(
    "rate",
    "before Theorem 3.5",
    "Growth of the max-relative-error of the angular hybrid with the length of the inputs",
    reading="There is a constant C with eps_{theta,r} <= C exp(2 r^2)/r for all theta, all r >= 1 and all m, n; "
    "C = 1 is tried.",
    notes=("That P and T scale as exp(2 r^2) is Lemma 3.4 (26).",),
    not_drawn="a rate in the length of the inputs, which shows where the tails of positive features are too heavy "
    "for draws",
)

_C = sp.Symbol("C", positive=True)
_CONSTANTS = Range(_C, 1, None, "[)", typical=(1, 3), awkward=(1,))
#: r = 1/(sqrt(2) theta) >= 1
_RADII = Domain(
    (Range(theta, 0, 1 / sp.sqrt(2), "(]", typical=(0, sp.Rational(7, 10)), awkward=(sp.Rational(1, 100),)), M, N)
)


def _least(radius: sp.Expr) -> sp.Expr:
    return sp.exp(4 * radius**2) / (30 * m * n * radius)


def _lower() -> Chain:
    """(1 - theta^2/2)^2 >= 9/16 and 9 e^(-1/2)/(32 pi) >= sqrt(2)/30."""
    front = sp.exp(2 / theta**2) * theta / (m * n)
    inside = (1 / sp.sqrt(2) - theta) * (1 / sp.sqrt(2) + theta) / 2
    number = sp.exp(-sp.Rational(1, 2)) / (2 * sp.pi)
    chain = lower_chain()
    chain = chain.ge(front * number * sp.Rational(9, 16), [front, number, inside, sp.Rational(3, 2) + inside])
    chain = chain.gt(front * sp.sqrt(2) / 30)
    return chain.eq(_least(RADIUS))


def _upper() -> Chain:
    """(1 - 1/n)/(2 e r^2) + 1/(n sqrt(2e) r) <= 1/(sqrt(2e) r) for r >= 1, and W(r) <= exp(2 r^2)."""
    quadratic, linear = sp.exp(-1) / 2, sp.exp(-sp.Rational(1, 2)) / sp.sqrt(2)
    factor = (1 - 1 / n) * quadratic / r**2 + linear / (n * r)
    inner = Chain(factor)
    inner = inner.le((1 - 1 / n) * quadratic / r + linear / (n * r))
    inner = inner.le(linear / r)
    inner = inner.lt(1 / (2 * r))
    front = sp.exp(2 * r**2) / sp.sqrt(2 * m)
    chain = Chain(hybrid_error).use(corrected).le(corrected_bound)
    chain = chain.lt(front * sp.sqrt(factor))
    chain = chain.inside(inner, lambda t: front * sp.sqrt(t), strict=True)
    return chain.eq(_most, "equal squares")


_most = sp.exp(2 * r**2) / (2 * sp.sqrt(m * r))

square = hybrid_square(WORST_PAIR)
rate = claim(
    "rate: the relative error of the angular hybrid is at most C exp(2 r^2)/r for r >= 1",
    le(hybrid_error, _C * sp.exp(2 * r**2) / r),
    LARGE_RADII.with_ranges(_CONSTANTS),
    tex=r"\epsilon_{S(r)}(\widehat{SM}^{anghyb}_{m,n})=O\left(\frac1r\exp(2r^2)\right)",
).false(
    at={r: 16, theta: sp.Rational(1, 23), m: 1, n: 1, _C: 1},
    because="for finite n the max-relative-error is of the order r^(-1/2) exp(2 r^2)",
    error="false",
    survives="yes: the hybrid gains the factor r^(-1/2) for every fixed n, and 1/r as n grows with r",
    cause="hrf.theorem-3.5-bound: bound",
)
CLAIMS = (
    rate,
    rate.corrected(
        "from below: the max-relative-error is at least (30 m n r)^(-1/2) exp(2 r^2): squares, at theta = 1/(sqrt(2) "
        "r), r >= 1",
        ge(square, _least(RADIUS)),
        _RADII,
        proof=_lower(),
        tex=r"\epsilon_{S(r)}(\widehat{SM}^{anghyb}_{m,n})\ge\sqrt{\frac{1}{30mnr}}\exp(2r^2),\quad r\ge1",
    ),
    rate.corrected(
        "from above: the max-relative-error is at most exp(2 r^2)/(2 sqrt(m r)) for r >= 1",
        le(hybrid_error, _most),
        LARGE_RADII,
        proof=_upper(),
        tex=r"\epsilon_{S(r)}(\widehat{SM}^{anghyb}_{m,n})\le\frac{1}{2\sqrt{mr}}\exp(2r^2),\quad r\ge1",
    ),
)
