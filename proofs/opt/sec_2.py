"""Sec. 1, 2 and 4, sentences on the way: "the mean squared error is precisely this variance", and the bound of Corollary 1 "is positive".

By (2) a weighted sample has the mean K(x_1, x_2), so that its mean squared error about K is its variance. The bound is a mean of squares,

    K(x_1, x_1) K(x_2, x_2) - K(x_1, x_2)^2 = 1/2 E_w E_w' (phi(x_1, w) phi(x_2, w') - phi(x_1, w') phi(x_2, w))^2:

it is not negative, and zero where the features of any two inputs are proportional, as for a single input.
"""

from rftheory.proofs.opt._setting import *
from rftheory.proofs.opt._draws import PLACE, OnPoints
from rftheory.proofs.opt.corollary_1 import bound

STATEMENT = statement(
    "claim",
    "Sec. 1, Sec. 2, Sec. 4",
    "The error of a proposal is its variance, and the bound of Corollary 1 is positive",
    reading="Of one sample, on average over the data: a law on N points and data sets, all sizes, weights and features arbitrary. "
    "Positive means larger than zero.",
    notes=(
        "The mean of k independent samples has 1/k of the variance; V is that 'per sample'.",
        "'As long as k is less than n, we save time by precomputing the sum': of each new x, k products in the place of n; the sums "
        "themselves are k n products for the whole data set, so that for one x alone nothing is saved.",
        "(2) itself, and for which densities, is `opt.eq-2`; that a Psi with the same support has a density with respect to Omega is what "
        "'suppose they have densities' says.",
    ),
)


def squared_error() -> sp.Expr:
    """E_x1 E_x2 E_Psi of the squared distance of a weighted sample from K(x_1, x_2)."""
    distance = sample() - kernel(FIRST.feature(h), SECOND.feature(h), h)
    return over_data(over_points(proposed() * distance**2))


def split_variance() -> sp.Expr:
    """E_x1 E_x2 Var_Psi as the mean of a square less the square of a mean, as the proof of Theorem 1 recalls it."""
    square = over_points(omega[k] ** 2 / proposed() * FIRST.feature() ** 2 * SECOND.feature() ** 2)
    return over_data(square) - mean_squared_kernel()


def _squares() -> sp.Expr:
    """The bound, by Lagrange's identity over pairs of points."""
    first, second = FIRST.feature, SECOND.feature
    crossed = (first(k) * second(h) - first(h) * second(k)) ** 2
    return over_data(over_points(omega[k] * over_points(omega[h] * crossed, h))) / 2


_ONE = sp.Integer(1)
#: one input, one point
_SINGLE = {
    N: _ONE,
    L_1: _ONE,
    L_2: _ONE,
    omega.label: sp.Tuple(1),
    alpha.label: sp.Tuple(1),
    beta.label: sp.Tuple(1),
    f.label: sp.Tuple(sp.Tuple(1)),
    g.label: sp.Tuple(sp.Tuple(1)),
}
positive = claim(
    "positive: E_x1 E_x2 [K(x_1, x_1) K(x_2, x_2) - K(x_1, x_2)^2] is positive",
    gt(bound(), 0),
    DATA,
    location="Sec. 4, after Corollary 1",
    tex=r"\mathbb{E}[K(x_1, x_1) K(x_2, x_2) - K(x_1, x_2)^2] > 0",
).false(
    at=_SINGLE,
    because="for a single input both terms are K(x, x)^2",
    remark="where the features of all inputs are proportional, as for a single input, the bound is 0",
)
CLAIMS = (
    claim(
        "precisely this variance: the mean squared error of a weighted sample about K is its variance, E_Psi of its square less "
        "K^2, for every proposal",
        eq(squared_error(), split_variance()),
        PROPOSALS,
        location="Sec. 2",
    ).drawn(OnPoints(), "second_moment", PLACE, variance()),
    positive,
    positive.corrected(
        "not negative: it is at least 0",
        ge(bound(), 0),
        proof=Chain(bound()).ge(sp.Integer(0), [_squares()]),
        tex=r"\mathbb{E}[K(x_1, x_1) K(x_2, x_2) - K(x_1, x_2)^2] \ge 0",
    ),
)
