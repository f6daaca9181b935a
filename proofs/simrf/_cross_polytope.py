r"""m = 2d directions: the d orthogonal axes with their opposites, which have the least conformity of all (SimRF, Theorem 3.4).

Given the lengths a, b the conformity of a pair of cosine c is ``G(c) = 0F1(; d/2; v^2 (a^2 + b^2 + 2abc)/4)``, all of its derivatives
positive. So the parabola h that touches G at 0 and meets it at -1 lies below it on [-1, 1]; its coefficients are
nonnegative, and for 2d unit vectors

    sum_(i, j) u_i.u_j = |sum_i u_i|^2 >= 0,   sum_(i, j) (u_i.u_j)^2 = |sum_i u_i u_i^T|^2 >= (sum_i |u_i|^2)^2/d = 4d.

The sum of h over pairs is therefore least for the cross-polytope, of cosines -1 (once for each vector) and 0, where h = G. (This is
the argument of Cohn and Kumar for the design of 2d points; theirs covers all sharp configurations.)
"""

from rftheory.proofs.simrf._directions import *
from rftheory.chains.pairs import first, pair_sum, second
from rftheory.chains.series import (
    AboveParabola,
    AboveSum,
    AboveTangent,
    BelowParabola,
    curvature,
    curvature_at_zero,
    slope,
)

#: m = 2d directions
TWICE = ANY_COUNT.with_ranges(
    Range(d, 2, None, integer=True, typical=(2, 3), awkward=(2,)),
    Range(p, 1, None, integer=True, typical=(1, 2), awkward=(1,)),
    Range(m, 4, None, integer=True, typical=(5, 6), awkward=(4,)),
).where(sp.Eq(m, 2 * d))
GIVEN = TWICE.with_ranges(*LENGTHS)
_ANY = ANY_COUNT.with_ranges(*LENGTHS)
BLOCKS = Domain((Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64)), V, *LENGTHS))
#: a vector, and a row and a column of sum_i u_i u_i^T
_i, _k, _q = sp.symbols("i_1 k q", integer=True, positive=True)

#: the arguments of 0F1 at the cosines 0 and -1, and how they change with the cosine
_ACROSS, _AGAINST, _STEP = v**2 / 4 * (a**2 + b**2), v**2 / 4 * (a - b) ** 2, v**2 / 2 * a * b

#: G(-1).
opposite = conformity((a - b) ** 2)

#: G(0).
across = conformity(a**2 + b**2)

#: G'(0), G''(0)/2 and the coefficient of c^2 in h
_SLOPE = slope(across, _ACROSS) * _STEP
_CURVATURE = curvature(across, _ACROSS) / 2 * _STEP**2
_BEND = opposite - across + _SLOPE


def parabola(product: sp.Expr) -> sp.Expr:
    """h(c)."""
    return across + _SLOPE * product + _BEND * product**2


#: ``sum_(i != j)`` over the d axes and their opposites.
cross_polytope = 2 * d * opposite + 4 * d * (d - 1) * across

#: What ``sum_(i != j) h(u_i.u_j)`` is at least for m unit vectors.
least_of_parabolas = m * (m - 1) * across - m * _SLOPE + m * (m - d) / d * _BEND


def _positive_bend_chain() -> Chain:
    chain = Chain(opposite).by(AboveTangent(_ACROSS, curvature=True))
    return chain.gt(across - _SLOPE, [curvature_at_zero(across) / 2, _STEP, _STEP])


#: G(-1) lies above the tangent at 0.
positive_bend = lemma(
    "opposite directions: the conformity of opposite directions is above the tangent at orthogonal ones",
    gt(opposite, across - _SLOPE),
    BLOCKS,
    _positive_bend_chain(),
)


# -- second moments -------------------------------------------------------------------------------------------------


def _entry(row: sp.Symbol, column: sp.Symbol) -> sp.Expr:
    """An entry of ``sum_i u_i u_i^T`` with row and column <= p."""
    return sp.Sum(coordinate(_i, row) * coordinate(_i, column), (_i, 1, m))


_LAST = sp.Sum(last(_i) ** 2, (_i, 1, m))
_BESIDE = sp.Sum(sp.Sum(coordinate(_i, _k) * last(_i), (_i, 1, m)) ** 2, (_k, 1, p))
_DIAGONAL = sp.Sum(_entry(_k, _k) ** 2, (_k, 1, p))
_TRACE = sp.Sum(_entry(_k, _k), (_k, 1, p)) + _LAST

#: ``sum_(i, j) (u_i.u_j)^2``.
squared_cosines = sp.Sum(sp.Sum(cosine() ** 2, (second, 1, m)), (first, 1, m))


def _trace() -> Chain:
    """``m = sum_i |u_i|^2``."""
    index = Range(_i, 1, None, integer=True)
    square = sp.Sum(coordinate(_i, _k) ** 2, (_k, 1, p)) + last(_i) ** 2
    one = Chain(sp.Integer(1)).eq(square, "|u_i| = 1")
    chain = Chain(m).eq(sp.Sum(sp.Integer(1), (_i, 1, m))).under(one, index, m)
    return chain.eq(_TRACE)


def _above_mean() -> Chain:
    """From m^2/d up to the sum of squares: the variance of the diagonal, and the entries beside it."""
    mean, size = m / (p + 1), p + 1
    chain = Chain(m**2 / d).le(m**2 / size, [m**2, 1 / d, 1 / size, d - p - 1])
    chain = chain.eq(2 * mean * m - size * mean**2).inside(_trace(), lambda t: 2 * mean * t - size * mean**2)
    variance = sp.Sum((_entry(_k, _k) - mean) ** 2, (_k, 1, p)) + (_LAST - mean) ** 2
    chain = chain.le(_DIAGONAL + _LAST**2, [variance])
    rest = _DIAGONAL + _LAST**2
    chain = chain.inside(_beside_diagonal(), lambda t: t + rest)
    chain = chain.le(chain.end + 2 * _BESIDE, [sp.Integer(2), _BESIDE])
    return chain.eq(squared_cosines)


def _beside_diagonal() -> Chain:
    """From 0 up to the sum of the squares beside the diagonal."""
    zero, square = sp.Integer(0), 2 * _entry(first, second) ** 2
    chain = Chain(zero).eq(pair_sum(zero, p))
    chain = chain.under(Chain(zero).le(square), pairs=p)
    return chain.symmetry(p, 2 * _entry(first, first) ** 2)


#: ``sum_(i, j) (u_i.u_j)^2 >= m^2/d``.
second_moments = lemma(
    "second moments: m unit vectors of R^d: sum_(i, j) (u_i.u_j)^2 is at least m^2/d",
    ge(squared_cosines, m**2 / d),
    ANY_COUNT,
    _above_mean(),
)


# -- the conformity -------------------------------------------------------------------------------------------------


def _of_one_pair() -> Chain:
    chain = Chain(conformity(squared_sum(a, b)))
    rise = v**2 / 4 * a * b * squared_sum(sp.Integer(1), sp.Integer(1))
    return chain.by(AboveParabola(_ACROSS, _AGAINST, rise, _STEP)).eq(parabola(cosine()), "|u_i| = 1")


def _above_parabolas() -> Chain:
    inner = Chain(pair_sum(conformity(squared_sum(a, b)), m)).under(_of_one_pair(), pairs=m)
    inner = inner.symmetry(m, parabola(sp.Integer(1))).use(positive_bend).use(second_moments)
    inner = inner.use(sp.hyper([], [d / 2 + 1], _ACROSS))
    without = inner.end - _SLOPE * squared_resultant(m) / 2
    inner = inner.ge(without, [sp.Rational(1, 2), _SLOPE, squared_resultant(m)])
    inner = inner.ge(least_of_parabolas / 2, [sp.Rational(1, 2), _BEND, squared_cosines - m**2 / d])
    chain = Chain(of_pairs(a, b, m))
    return chain.inside(inner, lambda t: 2 * t, "every pair above its parabola").eq(least_of_parabolas)


#: Any number of unit vectors.
above_parabolas = lemma(
    "parabolas: m >= 2 directions of R^d have at least the sum of the parabolas",
    ge(of_pairs(a, b, m), least_of_parabolas),
    _ANY,
    _above_parabolas(),
)


def _best() -> Chain:
    chain = Chain(of_pairs(a, b, m)).use(positive_bend).use(above_parabolas)
    chain = chain.use(across).use(opposite).use(sp.hyper([], [d / 2 + 1], _ACROSS))
    chain = chain.ge(least_of_parabolas, [of_pairs(a, b, m) - least_of_parabolas])
    spare = (d - 1) * (m + 2 * d) * across + m * _SLOPE + (m + d) * opposite
    return chain.ge(cross_polytope, [1 / d, m - 2 * d, spare])


_every = of_pairs(a, b, m)
#: The cross-polytope is the best configuration of 2d directions.
best_of_twice = lemma(
    "cross-polytope: m = 2d: no directions have less conformity than d orthogonal ones with their opposites, for any lengths",
    ge(_every, cross_polytope),
    GIVEN,
    _best(),
)

_inside = conformity(a**2 + b**2 - 2 * a * b / (d - 1))
#: ``sum_(i != j)`` for two independent blocks of d vertices of a simplex.
two_blocks = 2 * d * (d - 1) * _inside + 2 * d**2 * conformity(a**2) * conformity(b**2)


@cache
def _inside_block() -> Claim:
    value, line = conformity(regular_square(a, b, d)), parabola(-1 / (d - 1))
    rise = v**2 / 2 * a * b * (d - 2) / (d - 1)
    return lemma(
        "simplex above the parabola: h(-1/(d-1)) <= G(-1/(d-1))",
        ge(value, line),
        BLOCKS,
        Chain(value).by(AboveParabola(_ACROSS, _AGAINST, rise, _STEP)).eq(line),
    )


_value, _bound = conformity(a**2) * conformity(b**2), across + _CURVATURE / d
_between_blocks = lemma(
    "independent directions, second order: independent directions: at least G(0) + G''(0)/(2d)",
    ge(_value, _bound),
    BLOCKS,
    Chain(_value).by(AboveSum()).eq(_bound),
)


@cache
def _bend_below_curvature() -> Claim:
    bound = across - _SLOPE + _CURVATURE
    return lemma(
        "opposite directions, second order: G(-1) <= G(0) - G'(0) + G''(0)/2",
        le(opposite, bound),
        BLOCKS,
        Chain(opposite).by(BelowParabola(_ACROSS, _STEP)).eq(bound),
    )


def above_cross_polytope() -> Chain:
    """Two blocks have more conformity, for every two lengths."""
    inside, between = _inside_block().proposition, _between_blocks.proposition
    chain = Chain(two_blocks).eq(2 * d * (d - 1) * inside.left + 2 * d**2 * between.left)
    for claim in (_inside_block(), _between_blocks, _bend_below_curvature(), positive_bend):
        chain = chain.use(claim)
    middle = 2 * d * (d - 1) * inside.right
    chain = chain.ge(middle + 2 * d**2 * between.left, [2 * d * (d - 1), inside.left - inside.right])
    chain = chain.ge(middle + 2 * d**2 * between.right, [2 * d**2, between.left - between.right])
    second_order = _bend_below_curvature().proposition
    chain = chain.ge(cross_polytope + 2 * d / (d - 1) * _BEND, [2 * d, second_order.right - second_order.left])
    return chain.gt(cross_polytope, [2 * d / (d - 1), _BEND])
