r"""m = 2d directions: the d orthogonal axes with their opposites, which have the least conformity of all (SimRF, Theorem 3.4).

Given the lengths a, b the conformity of a pair of cosine c is ``G(c) = 0F1(; d/2; v^2 (a^2 + b^2 + 2abc)/4)``, all of its derivatives
positive. So the parabola h that touches G at 0 and meets it at -1 lies below it on [-1, 1]; its coefficients are
nonnegative, and for 2d unit vectors

    sum_(i, j) u_i.u_j = |sum_i u_i|^2 >= 0,   sum_(i, j) (u_i.u_j)^2 = |sum_i u_i u_i^T|^2 >= (sum_i |u_i|^2)^2/d = 4d.

The sum of h over pairs is therefore least for the cross-polytope, of cosines -1 (once for each vector) and 0, where h = G. (This is
the argument of Cohn and Kumar for the design of 2d points; theirs covers all sharp configurations.)
"""

from rftheory.proofs.simrf._directions import *
from rftheory.chains.series import (
    AboveParabola,
    AboveSum,
    AboveTangent,
    BelowParabola,
    curvature,
    curvature_at_zero,
    slope,
)

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


#: G(-1) lies above the tangent at 0.
positive_bend = lemma(
    "opposite directions: the conformity of opposite directions is above the tangent at orthogonal ones",
    gt(opposite, across - _SLOPE),
    BLOCKS,
    Chain(opposite)
    .by(AboveTangent(_ACROSS, curvature=True))
    .gt(across - _SLOPE, [curvature_at_zero(across) / 2, _STEP, _STEP]),
)


# -- second moments -------------------------------------------------------------------------------------------------


# -- the conformity -------------------------------------------------------------------------------------------------


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
