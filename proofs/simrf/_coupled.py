r"""Estimators of any coupling with Gaussian marginals: all that matters is which numbers ``E exp((w_i + w_j).(x + y))`` are.

``K_hat = exp(-|x|^2 - |y|^2)/m sum_i b_i`` with ``b_i = exp(w_i.(x + y))``, so by linearity

    E K_hat = exp(-|x|^2 - |y|^2)/m sum_i E b_i,   E K_hat^2 = exp(-2|x|^2 - 2|y|^2)/m^2 (sum_i E b_i^2 + sum_(i != j) E b_i b_j).

The marginals are Gaussian, so E b_i and E b_i^2 are expectations over one projection w ~ N(0, I_d); the m(m - 1) numbers ``E
b_i b_j`` are entries of an array that stays free.
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import i, j
from rftheory.inputs.kernels import gaussian_kernel

#: the positive features of the paper: exp(w.u - |u|^2)
FAMILY = GeneralizedExponential(sp.Integer(0), 1)
W = Projection("w")
#: the numbers E b_i b_j, of which those with i != j are used
MOMENTS = sp.IndexedBase("G", real=True)
MOMENT_ARRAY = Range(MOMENTS.label, 0, None, "()", typical=(1, 4), awkward=(1,), shape=(m, m))


def sample(pair: Pair = PAIR, power: int = 1) -> sp.Expr:
    """``b^power`` of one projection."""
    return sp.exp(power * W.dot(pair.z))


def decay(pair: Pair = PAIR) -> sp.Expr:
    """``exp(-2|x|^2 - 2|y|^2)``."""
    return sp.exp(-2 * pair.x.square - 2 * pair.y.square)


def over_pairs(body: sp.Expr, size: sp.Expr = m) -> sp.Expr:
    """``sum_i sum_(j != i)`` over i, j = 1, ..., size: all of them without the diagonal."""
    return sp.Sum(body, (j, 1, size), (i, 1, size)) - sp.Sum(body.subs(j, i), (i, 1, size))


def pair_average(body: sp.Expr) -> sp.Expr:
    """``1/(m(m-1)) sum_(i != j)``."""
    return over_pairs(body) / (m * (m - 1))


def mean(pair: Pair = PAIR) -> sp.Expr:
    """E K_hat of any coupling with Gaussian marginals."""
    return sp.sqrt(decay(pair)) / m * sp.Sum(Expectation(sample(pair)), (i, 1, m))


def second_moment(products: sp.Expr, pair: Pair = PAIR) -> sp.Expr:
    """E K_hat^2 of a coupling with the given numbers E b_i b_j."""
    squares = sp.Sum(Expectation(sample(pair, 2)), (i, 1, m))
    return decay(pair) / m**2 * (squares + over_pairs(products))


def error(products: sp.Expr = MOMENTS[i, j], pair: Pair = PAIR) -> sp.Expr:
    """E (K_hat - K)^2 of a coupling with the given numbers E b_i b_j, those of any coupling by default."""
    kernel = gaussian_kernel(pair.x, pair.y)
    return second_moment(products, pair) - 2 * kernel * mean(pair) + kernel**2


def simplex_moment(pair: Pair = PAIR) -> sp.Expr:
    """E b_i b_j of two projections of one simplex block."""
    return AngleExpectation([sample(pair)] * 2, d, simplex_cosine(d))


def printed_error(conformity: sp.Expr, pair: Pair = PAIR) -> sp.Expr:
    """(11)."""
    square = pair.z.square
    bracket = sp.exp(2 * square) - sp.exp(square) + (m - 1) * (conformity - sp.exp(square))
    return decay(pair) / m * bracket
