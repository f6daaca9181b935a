"""Second moments of GERF (real A, s = +1) in rho = 1/(1 - 8A), for one pair and in the mean over normal data."""

from rftheory.vocabulary import *
from rftheory.proofs.crt._sums import SUMS, v

#: the average of |x + y|^2
T = sp.Symbol("T", nonnegative=True)
rho = sp.Symbol("rho", positive=True)
AVERAGE = Range(T, 0, None, typical=(0, 9), awkward=(0, 100))
RHO = Range(rho, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 1, 10))
DIMENSION = SUMS.ranges[3]


def log_moment(rho: sp.Expr, t: sp.Expr) -> sp.Expr:
    """g, the logarithm of the second moment over K^2."""
    return d * sp.log((1 + 1 / rho) / 2) + d * sp.log(rho) / 2 + rho * t


def relative(rho: sp.Expr) -> sp.Expr:
    """exp(g) at |x + y| = v."""
    return ((1 + 1 / rho) / 2) ** d * rho ** (d / 2) * sp.exp(rho * v**2)


#: (x + y)/(sqrt(2) sigma) and (x - y)/(sqrt(2) sigma) of x, y ~ N(0, sigma^2 I_d)
_SUM, _DIFFERENCE = Projection("a"), Projection("b")
_NORMAL = Domain(
    (RHO, Range(sigma, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 100), 2)), DIMENSION),
    (sp.Lt(4 * rho * sigma**2, 1),),
    witness={rho: sp.Rational(1, 10), sigma: sp.Integer(1), d: sp.Integer(3)},
)
_ANY_DIMENSION = Domain((DIMENSION,))


def normal_mean(rho: sp.Expr, deviation: sp.Expr) -> sp.Expr:
    """The mean of K^2 exp(g) over x and y: x + y and x - y are independent."""
    square, other = (2 * deviation**2 * w.squared_length(d) for w in (_SUM, _DIFFERENCE))
    return ((1 + 1 / rho) / 2) ** d * rho ** (d / 2) * Expectation(sp.exp(rho * square)) * Expectation(sp.exp(-other))


def _base(rho: sp.Expr, deviation: sp.Expr) -> sp.Expr:
    return (1 + rho) ** 2 / (4 * rho * (1 - 4 * rho * deviation**2) * (1 + 4 * deviation**2))


def _least_mean() -> Chain:
    """The base exceeds 1 by a square over positive numbers."""
    divisor = 4 * rho * (1 - 4 * rho * sigma**2) * (1 + 4 * sigma**2)
    inner = Chain(sp.log(1 + (1 - rho * (1 + 8 * sigma**2)) ** 2 / divisor)).ge(0)
    chain = Chain(normal_mean(rho, sigma)).eq(_base(rho, sigma) ** (d / 2))
    chain = chain.eq(sp.exp(d * inner.start / 2)).inside(inner, lambda e: sp.exp(d * e / 2))
    return chain.eq(1)


def _loss_for_normal() -> Chain:
    """rho* at T = 2d does not depend on d."""
    one, rho = sp.Integer(1), 2 / (5 + sp.sqrt(41))
    inner = Chain(sp.log((1 + 1 / rho) / 2) + sp.log(rho) / 2 - sp.log(1 - 4 * rho) / 2 - sp.log(5) / 2)
    inner = inner.gt(sp.log(sp.Rational(13, 10)) / 2)
    chain = Chain(normal_mean(optimal_rho(2 * d), one)).eq(normal_mean(rho, one))
    chain = chain.eq(sp.exp(d * inner.start)).inside(inner, lambda e: sp.exp(d * e), strict=True)
    return chain.eq(sp.Rational(13, 10) ** (d / 2))


_mean, _averaged = normal_mean(rho, sigma), normal_mean(optimal_rho(2 * d), sp.Integer(1))
#: What (7) at the average loses in the mean over x, y ~ N(0, sigma^2 I_d), T = 2 d sigma^2.
normal_data = [
    lemma(
        "normal data: the mean of E Z^2 over x and y, where 4 rho sigma^2 < 1",
        eq(_mean, _base(rho, sigma) ** (d / 2)),
        _NORMAL,
    ),
    lemma(
        "normal data, least: no real A gives a mean below 1",
        ge(_mean, 1),
        _NORMAL,
        _least_mean(),
        mutants=[sp.Rational(11, 10)],
    ),
    lemma(
        "normal data, best A: A = -sigma^2 gives the mean 1",
        eq(normal_mean(1 / (1 + 8 * sigma**2), sigma), 1),
        Domain(_NORMAL.ranges[1:]),
    ),
    lemma(
        "normal data, loss: for sigma = 1 the A of (7) at the average 2d gives a mean of at least (13/10)^(d/2)",
        ge(_averaged, sp.Rational(13, 10) ** (d / 2)),
        _ANY_DIMENSION,
        _loss_for_normal(),
        mutants=[sp.Rational(14, 10) ** (d / 2)],
    ),
]
