r"""What is best for other numbers of directions than m = d (SimRF, Theorem 3.4).

m < d: a block of d vertices cut short has the cosine -1/(d-1), a simplex of m vertices has -1/(m-1). m = d + 1: all vertices of one
simplex beat a block and an independent vector. For every two lengths.
"""

from rftheory.proofs.simrf._directions import *
from rftheory.chains.series import AboveTangent

_M = Range(m, 2, None, integer=True, typical=(2, 12), awkward=(2, 3, 4))
_D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 3, 64))
_FEWER = Domain((_D, _M, V, *LENGTHS)).where(sp.Lt(m, d))
_ONE_MORE = Domain((_D, V, *LENGTHS))


#: what is said of other numbers of projections than d
_OTHER = (
    "the theorem speaks of d norms, m = d; in blocks of d, m < d and m = d + 1 projections are not the best: a simplex of m "
    "vertices and one of d + 1 have less conformity"
)


def _larger_angle() -> Chain:
    """F(larger) >= F(smaller) + F'(smaller) (larger - smaller)."""
    low, high = regular_square(a, b, m), regular_square(a, b, d)
    chain = Chain(simplex(d)).eq(conformity(high)).by(AboveTangent(v**2 / 4 * low))
    chain = chain.use(sp.hyper([], [d / 2 + 1], v**2 / 4 * low))
    gap = [rate(low), 2 * a * b, (d - m) / ((m - 1) * (d - 1))]
    return chain.gt(conformity(low), gap).eq(simplex(m))


#: A simplex of m < d vertices against one of d vertices cut short.
fewer_than_d = step(
    "fewer than d: m < d vectors of a simplex of d vertices have the least conformity of m directions",
    le(simplex(d), simplex(m)),
    _FEWER,
    location="Theorem 3.4, read for m < d",
    tex=r"\rho_{\mathrm{SimRF}}(x, y) \le \rho(x, y) \quad (m < d)",
).false(
    at={d: 3, m: 2, v: 1, a: 1, b: 1},
    because="m < d directions can have the cosine -1/(m-1) < -1/(d-1): two of them are best opposite to each other",
    remark=_OTHER,
)
_simplex_of_fewer = fewer_than_d.corrected(
    "simplex of m vertices: for m < d a simplex of m vertices has less conformity",
    gt(simplex(d), simplex(m)),
    proof=_larger_angle(),
    tex=r"\hat{w}_i^\top \hat{w}_j = -\frac{1}{m-1}:\ \rho(x, y) < \rho_{\mathrm{SimRF}}(x, y) \quad (m < d)",
)

#: ``sum_(i != j)`` for d + 1 projections: a block of SimRF and one independent projection.
block_and_one = d * (d - 1) * simplex(d) + 2 * d * conformity(a**2) * conformity(b**2)


def _one_simplex() -> Chain:
    """Tangents at the simplex of d + 1 vertices: the mean cosine of the pairs is -1/(d+1) > -1/d."""
    inside, beside, point = regular_square(a, b, d), a**2 + b**2, regular_square(a, b, d + 1)
    rise, value = rate(point), conformity(point)
    lines = [value + rise * (square - point) for square in (inside, beside)]
    product = conformity(a**2) * conformity(b**2)
    chain = Chain(block_and_one).eq(d * (d - 1) * conformity(inside) + 2 * d * product)
    chain = chain.use(independent_above_orthogonal, {t: a**2, s: b**2})
    chain = chain.use(tangent, {t: inside, s: point}).use(tangent, {t: beside, s: point})
    chain = chain.ge(
        d * (d - 1) * conformity(inside) + 2 * d * conformity(beside), [2 * d, product - conformity(beside)]
    )
    chain = chain.ge(d * (d - 1) * lines[0] + 2 * d * conformity(beside), [d * (d - 1), conformity(inside) - lines[0]])
    chain = chain.ge(d * (d - 1) * lines[0] + 2 * d * lines[1], [2 * d, conformity(beside) - lines[1]])
    chain = chain.use(sp.hyper([], [d / 2 + 1], v**2 / 4 * point))
    return chain.gt(d * (d + 1) * value, [rise, 2 * a * b]).eq(d * (d + 1) * simplex(d + 1))


#: A simplex of d + 1 vertices against a block and one vector.
more_than_d = step(
    "more than d: d + 1 projections: a block of d and one independent vector have the least conformity",
    le(block_and_one, d * (d + 1) * simplex(d + 1)),
    _ONE_MORE,
    location="Sec. 3, m > d by independent blocks",
    tex=r"\rho_{\mathrm{SimRF}}(x, y) \le \rho(x, y) \quad (m = d + 1)",
).false(
    at={d: 2, v: 1, a: 1, b: 1},
    because="R^d has a simplex of d + 1 vertices, with cosines -1/d for all pairs",
    remark=_OTHER,
)
_simplex_of_one_more = more_than_d.corrected(
    "simplex of d + 1 vertices: all d + 1 vertices of one simplex have less conformity, for every two lengths",
    gt(block_and_one, d * (d + 1) * simplex(d + 1)),
    proof=_one_simplex(),
    tex=r"\hat{w}_i^\top \hat{w}_j = -\frac{1}{d}:\ \rho(x, y) < \rho_{\mathrm{SimRF}}(x, y) \quad (m = d + 1)",
)


#: m < d, m = d + 1 and m = 2d.
other_counts = [
    fewer_than_d,
    _simplex_of_fewer,
    more_than_d,
    _simplex_of_one_more,
]
