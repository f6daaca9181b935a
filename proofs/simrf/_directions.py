r"""Configurations of unit vectors, and the conformity of two projections of given lengths along them (SimRF, App. A.2).

A unit vector u of R^d is written by stereographic projection, ``u = (2g, |g|^2 - 1)/(|g|^2 + 1)`` with g in R^p, p = d - 1. Every
configuration of finitely many unit vectors is of this form up to a rotation, which changes no product ``u_i.u_j``.

With uniformly rotated directions and lengths a, b of a pair, ``E exp((w_i + w_j).(x + y)) = 0F1(; d/2; v^2 |a u_i + b u_j|^2 / 4)``.
"""

from rftheory.proofs.simrf._setting import *
from rftheory.chains.lengths import LENGTHS as LENGTHS
from rftheory.chains.lengths import first_length, second_length
from rftheory.chains.pairs import first, pair_sum, second
from rftheory.chains.series import AboveTangent, BelowProduct, slope
from rftheory.rules.pair_moments import resultant_conformity

_l = sp.Symbol("l", integer=True, positive=True)
#: the index of a sum over all vectors inside of a sum over pairs
vertex = sp.Symbol("k", integer=True, positive=True)
#: stereographic coordinates, and how many of them a vector has
p = sp.Symbol("p", integer=True, positive=True)
g = sp.IndexedBase("g", real=True)
#: the lengths of a pair of projections
a, b = first_length, second_length

_D = Range(d, 2, None, integer=True, typical=(2, 4), awkward=(2, 3))
_P = Range(p, 1, None, integer=True, typical=(1, 3), awkward=(1, 2))
_COUNT = Range(m, 2, None, integer=True, typical=(2, 3), awkward=(2, 4))


def _directions(size: sp.Expr) -> Range:
    return Range(g.label, None, None, shape=(size, p), typical=(-2, 2), awkward=(0,))


#: d directions of R^d; any number of directions of R^d
_SPLIT = by_definition("the coordinates of R^d: one of them, and p others")
SQUARE = Domain((_D, _P, _directions(d), V)).where(sp.Eq(p, d - 1), words=_SPLIT)
ANY_COUNT = Domain((_D, _P, _COUNT, _directions(m), V)).where(sp.Eq(p, d - 1), words=_SPLIT)


def _size(index: sp.Expr) -> sp.Expr:
    return sp.Sum(g[index, _l] ** 2, (_l, 1, p))


def coordinate(index: sp.Expr, number: sp.Expr = _l) -> sp.Expr:
    """The coordinate of u_i of a number l <= p."""
    return 2 * g[index, number] / (1 + _size(index))


def last(index: sp.Expr) -> sp.Expr:
    """The last coordinate of u_i."""
    return (_size(index) - 1) / (1 + _size(index))


def cosine(i: sp.Expr = first, j: sp.Expr = second) -> sp.Expr:
    """``u_i.u_j``."""
    return sp.Sum(coordinate(i) * coordinate(j), (_l, 1, p)) + last(i) * last(j)


def squared_sum(one: sp.Expr, other: sp.Expr) -> sp.Expr:
    """``|a u_i + b u_j|^2`` as a sum of squares."""
    across = sp.Sum((one * coordinate(first) + other * coordinate(second)) ** 2, (_l, 1, p))
    return across + (one * last(first) + other * last(second)) ** 2


def squared_resultant(size: sp.Expr) -> sp.Expr:
    """``|u_1 + ... + u_m|^2`` as a sum of squares."""
    across = sp.Sum(sp.Sum(coordinate(vertex), (vertex, 1, size)) ** 2, (_l, 1, p))
    return across + sp.Sum(last(vertex), (vertex, 1, size)) ** 2


def conformity(square: sp.Expr, dimension: sp.Expr = d) -> sp.hyper:
    """``0F1(; d/2; v^2 |w_i + w_j|^2 / 4)`` for |w_i + w_j|^2 = square."""
    return resultant_conformity(v**2 * square, dimension)


def regular_square(one: sp.Expr, other: sp.Expr, size: sp.Expr) -> sp.Expr:
    """``a^2 + b^2 - 2 a b/(m-1)``, that of the simplex of m vertices, in a form whose sign is seen."""
    return (one - other) ** 2 + 2 * one * other * (size - 2) / (size - 1)


def simplex(vertices: sp.Expr) -> sp.Expr:
    """The conformity of two vertices of a simplex with the lengths a and b."""
    return conformity(a**2 + b**2 - 2 * a * b / (vertices - 1))


def of_pairs(one: sp.Expr, other: sp.Expr, size: sp.Expr) -> sp.Expr:
    """``sum_(i != j)`` of the conformities of a configuration."""
    return 2 * pair_sum(conformity(squared_sum(one, other)), size)


def above_simplex(one: sp.Expr, other: sp.Expr, size: sp.Expr) -> Chain:
    """From the sum over pairs down to m(m-1) times the value of the simplex of m vertices.

    The tangent at the mean of the simplex, and ``sum_(i != j) u_i.u_j = |sum_i u_i|^2 - m >= -m``.
    """
    least = v**2 / 4 * regular_square(one, other, size)
    value = sp.hyper([], [d / 2], least)
    rise = slope(value, least)

    def linear(product: sp.Expr) -> sp.Expr:
        return value + rise * v**2 / 2 * one * other * (product + 1 / (size - 1))

    def of_one_pair() -> Chain:
        chain = Chain(conformity(squared_sum(one, other))).by(AboveTangent(least))
        return chain.eq(linear(cosine()), "|u_i| = 1")

    inner = Chain(pair_sum(conformity(squared_sum(one, other)), size)).under(of_one_pair(), pairs=size)
    inner = inner.symmetry(size, linear(sp.Integer(1))).use(sp.hyper([], [d / 2 + 1], least))
    inner = inner.ge(size * (size - 1) / 2 * value, [v**2 / 4, one * other, rise, squared_resultant(size)])
    chain = Chain(of_pairs(one, other, size))
    return chain.inside(inner, lambda t: 2 * t, "every pair above its tangent").eq(size * (size - 1) * value)


# -- the conformity of one pair -------------------------------------------------------------------------------------

#: two squares |w_i + w_j|^2
t, s = sp.symbols("t s", nonnegative=True)
_ANY_D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64))
SQUARES = Domain(
    (_ANY_D, V, *(Range(u, 0, None, "[)", typical=(0, 8), awkward=(0, sp.Rational(1, 100), 40)) for u in (t, s)))
)


def rate(square: sp.Expr) -> sp.Expr:
    """The derivative of the conformity by |w_i + w_j|^2."""
    return v**2 / 4 * slope(conformity(square), v**2 / 4 * square)


_line = conformity(s) + rate(s) * (t - s)
#: The conformity of a pair is at least its tangent.
tangent = lemma(
    "tangent: the conformity of a pair is at least its tangent as a function of |w_i + w_j|^2",
    ge(conformity(t), _line),
    SQUARES,
    Chain(conformity(t)).by(AboveTangent(v**2 / 4 * s)).eq(_line),
)


def _independent_above_orthogonal_chain() -> Chain:
    parts = (v**2 / 4 * t, v**2 / 4 * s)
    return Chain(conformity(t + s)).by(BelowProduct(parts))


#: 0F1(x) 0F1(y) >= 0F1(x + y).
independent_above_orthogonal = lemma(
    "independent directions: two lengths along independent directions have at least the conformity of orthogonal ones",
    le(conformity(t + s), conformity(t) * conformity(s)),
    SQUARES,
    _independent_above_orthogonal_chain(),
)
