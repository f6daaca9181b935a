"""Jensen's inequality over all pairs of directions: the conformity of every pair above a tangent, or a parabola, at the mean."""

from rftheory.proofs.simrf._directions import *
from rftheory.chains.pairs import first, pair_sum, second
from rftheory.chains.series import AboveTangent, curvature_at_zero, slope

#: any directions, and two of the lengths
DIRECTIONS = ANY_COUNT.with_ranges(*LENGTHS)

#: The mean of u_i.u_j over i != j, from ``|sum_i u_i|^2 = m + sum_(i != j) u_i.u_j``.
mean_cosine = (squared_resultant(m) - m) / (m * (m - 1))

#: ``|a u_i + b u_j|^2`` with the mean of u_i.u_j over all pairs, in a form whose sign is seen.
mean_square = (a - b) ** 2 + 2 * a * b * (squared_resultant(m) + m * (m - 2)) / (m * (m - 1))

_squares = sp.Sum(sp.Sum(cosine() ** 2, (second, 1, m)), (first, 1, m)) - m
#: ``sum_(i != j) (u_i.u_j - mean)^2``, as a sum of squares less that of their mean.
spread = _squares - m * (m - 1) * mean_cosine**2


def above_mean(curved: bool) -> Chain:
    """Every pair above the tangent, or the parabola, at the mean."""
    at_mean = v**2 / 4 * mean_square
    value = sp.hyper([], [d / 2], at_mean)
    bend = curvature_at_zero(value) / 2 if curved else sp.Integer(0)

    def lines(product: sp.Expr) -> sp.Expr:
        step, mean = v**2 / 2 * a * b, mean_cosine
        square = product**2 - 2 * mean * product + mean**2
        return value + slope(value, at_mean) * step * (product - mean) + bend * step**2 * square

    def of_one_pair() -> Chain:
        chain = Chain(conformity(squared_sum(a, b))).by(AboveTangent(at_mean, curvature=curved))
        return chain.eq(lines(cosine()), "|u_i| = 1")

    rest = v**4 * a**2 * b**2 / (4 * d * (d + 2)) * spread if curved else sp.Integer(0)
    inner = Chain(pair_sum(conformity(squared_sum(a, b)), m)).under(of_one_pair(), pairs=m)
    inner = inner.symmetry(m, lines(sp.Integer(1))).eq(m * (m - 1) / 2 * value + rest)
    chain = Chain(of_pairs(a, b, m)).inside(inner, lambda total: 2 * total)
    return chain.eq(m * (m - 1) * conformity(mean_square) + 2 * rest)
