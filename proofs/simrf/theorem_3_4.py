r"""Theorem 3.4, App. A.2 (41)-(48): SimRFs are the best weight-independent coupling.

*As printed it fails.* Definition 1.1 does not ask that directions are rotated together, and a coupling made for one direction of x + y
has a lower MSE there (`_heights`): the conformity (10) is not what the MSE depends on then (`simrf.theorem-3.2`).

*With isotropic resultants*, those of all couplings in the paper, the theorem holds. Directions (u_1, ..., u_m) are drawn by any joint law,
independently of iid lengths of the chi law. Given the lengths a, b (r_1, r_2 in the claims) of two projections, ``E exp((w_i +
w_j).(x + y))`` is ``F(|a u_i + b u_j|^2)``, F increasing and convex, so by the tangent of F at the value of the simplex and ``|sum_i
u_i|^2 >= 0``, for every a, b and every directions,

    1/(m(m-1)) sum_(i != j) F(|a u_i + b u_j|^2) >= F(a^2 + b^2 - 2ab/(m-1)).

On average over the lengths this is the conformity (10), the least one for any directions, and with isotropic resultants the MSE
increases with it (Theorem 3.2): the simplex of m vertices is optimal where it exists, for 2 <= m <= d + 1. SimRFs
have d vertices: optimal for m = d and only there. For
m < d a block cut short has the cosine -1/(d-1) instead of -1/(m-1); for m = d + 1 all d + 1 vertices of one simplex beat a block and
a single independent vector.
"""

from rftheory.proofs.simrf._directions import *
from rftheory.chains.series import AboveTangent
from rftheory.proofs.simrf._coupled import printed_error
from rftheory.proofs.simrf._draws import Drawn, positive_error
from rftheory.proofs.simrf._heights import drawn_error, lowest_error
from rftheory.proofs.simrf._iid_lengths import averaged, not_less, over_directions, pair_moment
from rftheory.proofs.simrf._jensen import DIRECTIONS, above_mean, mean_square

STATEMENT = statement(
    "optimum",
    "Theorem 3.4, App. A.2 (41)-(48)",
    "SimRFs are the best weight-independent coupling",
    reading="m = d projections ('d random vector norms') with iid chi lengths, independent of their directions "
    "(Definition 1.1), each N(0, I_d), so that the estimator is unbiased; SimRF has the lowest MSE for "
    "all x and y. The cases m < d and m > d are judged as steps.",
    notes=(
        "The printed proof is incomplete: (44)-(48) show that the simplex is stationary, among equal angles, and take it for the "
        "minimum. m equal vectors are stationary with equal angles as well, and are the maximum. What is missing is "
        "sum_(i != j) u_i.u_j >= -m after (43); no Lagrangian is needed.",
        "The proof is for every two lengths: it needs no chi law and no independence of lengths, but that all pairs of them have one "
        "law, whatever it is, independent of the directions.",
        "What is known of other numbers: a simplex of m vertices for every m <= d + 1. For m > d + 1 "
        "the optimum is not settled here. (By Theorem 1.2 of Cohn and Kumar, Universally optimal distribution of points on "
        "spheres, J. Amer. Math. Soc. 20, 2007, sharp configurations, of k cosines and designs of degree 2k - 1, and the 600-cell "
        "minimise every potential that is completely monotonic in |u_i - u_j|^2 = 2 - 2 u_i.u_j, such as "
        "F(a^2 + b^2 + 2ab u_i.u_j): the cross-polytope for m = 2d, regular polygons for d = 2, the icosahedron for d = 3.)",
        "What holds without isotropic resultants: F(|w_i + w_j|^2) is the average of E exp((w_i + w_j).u) over the directions of u, so "
        "SimRFs have the least conformity (10) of all weight-independent couplings, the least MSE on average over the directions of "
        "x + y, and in the worst direction. For one direction of x + y they have not.",
    ),
)

DOMAIN = DIRECTIONS

_ROOT = sp.Symbol("c", real=True)
_COSINES = Range(_ROOT, -1, 1, "[]", typical=(-1, 1), awkward=(1, sp.Rational(-1, 2), -1, sp.Rational(-1, 3)))
_M = Range(m, 2, None, integer=True, typical=(2, 12), awkward=(2, 3, 4))
_STATIONARY = Domain((_M, _COSINES)).where(sp.Eq((m - 1) * _ROOT**2, 1 + (m - 2) * _ROOT))
_ANGLES = Domain((_M, _COSINES))
BLOCKS = SQUARE.with_ranges(*LENGTHS)

# -- m = d ----------------------------------------------------------------------------------------------------------


_every = of_pairs(a, b, m)
#: Every number of directions, for every two lengths.
any_number = lemma(
    "any number: m >= 2 directions have at least the conformity of a simplex of m vertices, which exists for m <= d + "
    "1: for every two lengths",
    ge(_every, m * (m - 1) * simplex(m)),
    proof=above_simplex(a, b, m).eq(m * (m - 1) * simplex(m)),
)

_least = d * (d - 1) * simplex(d)
_given = lemma(
    "best: m = d: no directions have less conformity than the simplex, for every two lengths",
    ge(of_pairs(a, b, d), _least),
    BLOCKS,
    above_simplex(a, b, d).eq(_least),
)
#: m = d, on average over the lengths.
best = averaged(_given, over_directions(d), d * (d - 1) * pair_moment(simplex_cosine(d)))


# -- other numbers --------------------------------------------------------------------------------------------------

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

stationary = (m - 1) * _ROOT**2 - (m - 2) * _ROOT - 1
uniquely = step(
    "uniquely: (48) with equal angles: m unit vectors of common cosine c, each a multiple of the sum of the "
    "others, have c = -1/(m-1)",
    eq(_ROOT, -1 / (m - 1)),
    _STATIONARY,
    location="(48)",
    tex=r"\hat{w}_i \propto \sum_{j \ne i} \hat{w}_j \ \forall i \;\Rightarrow\; \hat{w}_i^\top \hat{w}_j = -\frac{1}{m-1}",
    quote="Subject to the further constraint that all ˆwi subtend equal angles, this is uniquely given by the "
    "simplex geometry",
).false(
    at={m: 3, _ROOT: 1},
    because="m equal vectors, c = 1, are stationary too, and have the largest conformity",
    error="gap",
    survives="yes: a bound on sum_(i != j) of the products of directions after (43) takes the place of (44)-(48)",
)
CLAIMS = (
    lowest_error,
    lowest_error.corrected_by(
        not_less(
            best,
            "lowest error, isotropic resultants",
            "m = d, iid chi lengths, isotropic resultants: the MSE for any directions less that of SimRF is not negative",
            size=d,
        ),
        needs=("the resultants w_i + w_j are isotropic",),
        tex=r"w_{ij}\ \mathrm{isotropic}:\ \mathrm{MSE}(\widehat{K}_{\mathrm{SimRF}}) \le \mathrm{MSE}(\widehat{K})",
    ),
    not_less(
        best,
        "best",
        "m = d, iid chi lengths: the conformity (10) for any directions less that of SimRF is not negative",
        role="step",
        location="App. A.2",
    ),
    any_number,
    not_less(
        averaged(any_number, over_directions(m), m * (m - 1) * pair_moment(-1 / (m - 1))),
        "any number, on average",
        "m >= 2 directions, iid chi lengths: at least the conformity of a simplex of m vertices",
        role="lemma",
    ),
    step(
        "Jensen: (43): averaged over permutations, at least the conformity at the mean of the cosines",
        ge(of_pairs(a, b, m), m * (m - 1) * conformity(mean_square)),
        proof=above_mean(),
        location="(43)",
    ),
    uniquely,
    uniquely.corrected(
        "stationary angles: c = 1 and c = -1/(m-1) are the common cosines for which the sum of the others, of length "
        "sqrt((m-1) (1 + (m-2) c)), is parallel to each vector, (m-1)^2 c^2 = (m-1) (1 + (m-2) c)",
        eq(stationary, (_ROOT - 1) * ((m - 1) * _ROOT + 1)),
        _ANGLES,
        tex=r"\hat{w}_i^\top \hat{w}_j \in \left\{1, -\frac{1}{m-1}\right\}",
    ),
    fewer_than_d,
    _simplex_of_fewer,
    more_than_d,
    _simplex_of_one_more,
    tangent,
    independent_above_orthogonal,
)


def simulations() -> list[MomentCheck]:
    """The coupling with three heights; and the bound is attained: m vertices of a simplex of their own, m = 2, 3 and d + 1."""
    checks = [drawn_error()]
    error = printed_error(angle_conformity(PAIR.z.square, d, -1 / (m - 1)))
    for point in (Drawn(sp.Integer(1), 3, 2), Drawn(sp.Integer(1), 6, 3), Drawn(sp.Integer(2), 3, 4)):
        checks.append(
            positive_error(Simplex(point.size), point, error, "any number, on average", "a simplex of m vertices")
        )
    return checks
