"""Jensen's inequality over all pairs of directions: the conformity of every pair above a tangent at the mean."""

from rftheory.proofs.simrf._directions import *
from rftheory.chains.pairs import pair_sum
from rftheory.chains.series import AboveTangent, slope

#: any directions, and two of the lengths
DIRECTIONS = ANY_COUNT.with_ranges(*LENGTHS)

#: The mean of u_i.u_j over i != j, from ``|sum_i u_i|^2 = m + sum_(i != j) u_i.u_j``.
mean_cosine = (squared_resultant(m) - m) / (m * (m - 1))

#: ``|a u_i + b u_j|^2`` with the mean of u_i.u_j over all pairs, in a form whose sign is seen.
mean_square = (a - b) ** 2 + 2 * a * b * (squared_resultant(m) + m * (m - 2)) / (m * (m - 1))


def above_mean() -> Chain:
    """Every pair above the tangent at the mean."""
    at_mean = v**2 / 4 * mean_square
    value = sp.hyper([], [d / 2], at_mean)

    def line(product: sp.Expr) -> sp.Expr:
        return value + slope(value, at_mean) * v**2 / 2 * a * b * (product - mean_cosine)

    of_one_pair = Chain(conformity(squared_sum(a, b))).by(AboveTangent(at_mean)).eq(line(cosine()), "|u_i| = 1")
    inner = Chain(pair_sum(conformity(squared_sum(a, b)), m)).under(of_one_pair, pairs=m)
    inner = inner.symmetry(m, line(sp.Integer(1))).eq(m * (m - 1) / 2 * value)
    chain = Chain(of_pairs(a, b, m)).inside(inner, lambda total: 2 * total)
    return chain.eq(m * (m - 1) * conformity(mean_square))
