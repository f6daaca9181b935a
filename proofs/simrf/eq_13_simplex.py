r"""Footnote 4, after (13): "we can perform similar analyses in the i.i.d. and simplex cases".

For two projections of lengths r_1, r_2 with the cosine c of their angle, independent of the lengths,

    E w^2 = 2 E r^2 + 2 E c (E r)^2,
    E w^4 = 2 E r^4 + 2 (E r^2)^2 + 4 E c^2 (E r^2)^2 + 8 E c E r^3 E r.

Independent projections have E c = 0, E c^2 = 1/d and the ratio 2d + 4, between 2d and 4d. The simplex has c = -1/(d-1) and a ratio
between d and 2d: it scales as d as well. Both bounds rest on ``d^2/(d+1) <= (E r)^2 <= d``.
"""

from rftheory.proofs.simrf._setting import *
from rftheory.proofs.simrf._draws import squared_resultant
from rftheory.proofs.simrf._mean_length import MEAN, excess, long_enough, short_enough
from rftheory.proofs.simrf.eq_13 import in_numbers, moment, ratio

STATEMENT = statement(
    "claim",
    "footnote 4, after (13)",
    "The ratio of (13) for independent and for simplex projections",
    reading="The ratio E w^4/E w^2 is computed in both cases. 'Scales as d, with some constant prefactor' is: "
    "between 2d and 4d for independent, between d and 2d for simplex projections, d >= 4.",
    notes=("For d = 2 the ratio of the simplex is 2.68, for d = 3 it is 4.71; over d it tends to 2.",),
)

_EVERY = Domain((D,))
DOMAIN = Domain((Range(d, 4, None, integer=True, typical=(4, 12), awkward=(4, 64)),))


def resultant_moments(first: sp.Expr, second: sp.Expr, third: sp.Expr, fourth: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """``E w^2`` and ``E w^4`` of the simplex from the moments of one length."""
    c = simplex_cosine(d)
    square = 2 * second + 2 * c * first**2
    return square, 2 * fourth + 2 * second**2 + 4 * c**2 * second**2 + 8 * c * third * first


#: The same from the density of the lengths.
defined = resultant_moments(moment(1), moment(2), moment(3), moment(4))

#: In terms of E r alone.
closed = resultant_moments(MEAN, d, (d + 1) * MEAN, d * (d + 2))

_second, _fourth = d, d * (d + 2)
#: That of independent projections from the moments ``E r^2 = d`` and ``E r^4 = d(d+2)``.
independent_ratio = (2 * _fourth + (2 + 4 / d) * _second**2) / (2 * _second)


def _below() -> Chain:
    square, fourth = closed
    rest = 4 * d * (d**2 - 2 * d - 1) / ((d - 1) ** 2 * (d + 1))
    chain = Chain(fourth).use(long_enough)
    chain = chain.le(2 * d * square - rest, [4 * (d + 2) / ((d - 1) * (d + 1)), MEAN, excess])
    return chain.lt(2 * d * square)


def _above() -> Chain:
    square, fourth = closed
    rest = 2 * d * (d - 3) * (d**2 - 2) / (d - 1) ** 2
    chain = Chain(fourth).use(short_enough)
    chain = chain.ge(d * square + rest)
    return chain.gt(d * square)


independent, from_moments = ratio(independent=True), independent_ratio
square, fourth = closed
CLAIMS = (
    claim(
        "independent: independent projections: E w^4/E w^2 = 2d + 4",
        eq(independent, 2 * d + 4),
        _EVERY,
        in_numbers(independent),
    ).drawn(
        # E w^4 of two projections: the ratio times E w^2 = 2d; the inputs give the dimension alone
        squared_resultant(Independent()),
        "second_moment",
        [{x_norm: 1, y_norm: 1, theta: 0, d: dimension} for dimension in (2, 6)],
        2 * d * (2 * d + 4),
    ),
    claim(
        "independent, above 2d: it scales as d: more than 2d ...",
        gt(from_moments, 2 * d),
        proof=Chain(from_moments).eq(2 * d + 4).gt(2 * d),
    ),
    claim(
        "independent, below 4d: ... and less than 4d",
        lt(from_moments, 4 * d),
        proof=Chain(from_moments).eq(2 * d + 4).lt(4 * d),
    ),
    *(
        claim(
            f"simplex projections: {name} in terms of E r",
            eq(start, value),
            _EVERY,
            in_numbers(start, tuple(range(1, most + 1))),
            name=f"simplex, {name}",
        )
        for name, most, start, value in zip(("E w^2", "E w^4"), (2, 4), defined, closed, strict=True)
    ),
    claim("simplex, below 2d: it scales as d: E w^4 < 2d E w^2 ...", lt(fourth, 2 * d * square), proof=_below()),
    claim("simplex, above d: ... and E w^4 > d E w^2", gt(fourth, d * square), proof=_above()),
)
