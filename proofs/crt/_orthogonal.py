r"""The power series behind Theorem 4.1: ``exp(u) - 1F1(d; d/2; u/2) = sum_k (1 - P_k) u^k / k!``.

Here ``P_k = prod_(i<k) (d + i)/(d + 2i)``, the k-th coefficient of ``1F1(d; d/2; u/2)`` over that of ``exp(u)``. Everything
rests on ``P_(k+1) = P_k (d + k)/(d + 2k)``, so that ``1 - P_k`` grows by ``P_k k/(d + 2k)``. For positive features u is
``|x + y|^2``, for trigonometric ones ``-|x - y|^2``.
"""

from rftheory.vocabulary import *

W = Projection("w")
#: |x + y|^2 or |x - y|^2, and the index of the power series
u = sp.Symbol("u", nonnegative=True)
k = sp.Symbol("k", integer=True, nonnegative=True)

U = Range(u, 0, None, "[)", typical=(0, 4), awkward=(0, sp.Rational(1, 1000), 40))
POSITIVE_U = Range(u, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 40))
#: any dimension; the dimensions of two orthogonal projections
ANY_D = Range(d, 1, None, integer=True, typical=(1, 12), awkward=(1, 64))
PLANE_D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64))
INDEX = Range(k, 0, None, integer=True, typical=(0, 12), awkward=(0, 1, 2, 40))
_FROM_ONE = Range(k, 1, None, integer=True, typical=(1, 12), awkward=(1, 2, 40))


def variance(estimator: sp.Expr) -> sp.Expr:
    """The variance of a real estimator."""
    return Expectation(estimator**2) - Expectation(estimator) ** 2


def orthogonal(sample: sp.Expr) -> sp.Expr:
    """The mean of m samples over an orthogonal frame of R^d."""
    return OrthogonalMean(sample, m, d)


#: P_k as a quotient of gamma functions.
share = sp.gamma(d + k) * sp.gamma(d / 2) / (sp.gamma(d) * sp.gamma(d / 2 + k) * 2**k)


def kummer(square: sp.Expr, dimension: sp.Expr = d) -> sp.Expr:
    """``1F1(d; d/2; u/2)``."""
    return sp.hyper([dimension], [dimension / 2], square / 2)


def free_gain(square: sp.Expr) -> sp.Expr:
    """``2 (exp(u) - exp(u/2) (1 + u/2))``, the gain at d = 2."""
    return 2 * sp.exp(square) - 2 * sp.exp(square / 2) - square * sp.exp(square / 2)


# -- coefficients ---------------------------------------------------------------------------------------------------


_domain = Domain((ANY_D, INDEX))
#: P_k <= 1.
share_below_one = lemma(
    "coefficients: the coefficients of 1F1(d; d/2; u/2) are at most those of exp(u)",
    le(share, sp.Integer(1)),
    _domain,
    Chain(share).induction(k, sp.Integer(1), ratios=((d + k) / (d + 2 * k), sp.Integer(1))),
)


def _growth() -> Claim:
    """2^(1-k) <= (d+2) P_k/(d+2k) for k >= 1."""
    domain = Domain((PLANE_D, _FROM_ONE))
    low, high = 2 ** (1 - k), (d + 2) * share / (d + 2 * k)
    ratios = (sp.Rational(1, 2), (d + k) / (d + 2 * k + 2))
    return lemma(
        "growth of coefficients: (d+2) P_k/(d+2k) is smallest for d = 2",
        le(low, high),
        domain,
        Chain(low).induction(k, high, ratios=ratios),
    )


def scaled_shares() -> Claim:
    """2 - 2 (k+1)/2^k <= (d+2)(1 - P_k)/2 for d >= 2 and k >= 1: the left side is the right one at d = 2."""
    domain = Domain((PLANE_D, _FROM_ONE))
    low, high = 2 - 2 * (k + 1) * 2 ** (-k), (d + 2) * (1 - share) / 2

    def step() -> Chain:
        return Chain(k * 2 ** (-k)).use(_growth()).le((d + 2) * share * k / (2 * (d + 2 * k)))

    return lemma(
        "coefficients, all dimensions: (d+2)(1 - P_k) is smallest for d = 2",
        le(low, high),
        domain,
        Chain(low).induction(k, high, growth=step()),
    )


# -- functions ------------------------------------------------------------------------------------------------------


def _over_factorial(coefficient: sp.Expr | int) -> sp.Expr:
    return coefficient * u**k / sp.gamma(k + 1)


@cache
def kummer_below_exponential() -> Claim:
    """1F1(d; d/2; u/2) <= exp(u)."""
    domain = Domain((ANY_D, U))

    def terms() -> Chain:
        chain = Chain(_over_factorial(share)).use(share_below_one)
        return chain.le(_over_factorial(1))

    def proof() -> Chain:
        series = {kummer(u): _over_factorial(share), sp.exp(u): _over_factorial(1)}
        return Chain(kummer(u)).termwise(sp.exp(u), INDEX, series, terms())

    return lemma("series: 1F1(d; d/2; u/2) is at most exp(u)", le(kummer(u), sp.exp(u)), domain, proof())


@cache
def gain_of_all_dimensions() -> Claim:
    """2 (exp(u) - exp(u/2)(1 + u/2)) <= ((d+2)/2) (exp(u) - 1F1(d; d/2; u/2)) for d >= 2."""
    domain = Domain((PLANE_D, U))
    low, high = free_gain(u), (d + 2) * (sp.exp(u) - kummer(u)) / 2
    half = (u / 2) ** k / sp.gamma(k + 1)
    series = {
        kummer(u): _over_factorial(share),
        sp.exp(u): _over_factorial(1),
        sp.exp(u / 2): half,
        u * sp.exp(u / 2): 2 * k * half,
    }

    def terms() -> Chain:
        lemma = scaled_shares()
        chain = Chain(_over_factorial(lemma.proposition.left)).use(lemma)
        return chain.le(_over_factorial(lemma.proposition.right))

    return lemma(
        "gain of all dimensions: (d+2)/2 (exp(u) - 1F1(d; d/2; u/2)) is smallest for d = 2, among the integers d >= 2",
        le(low, high),
        domain,
        proof=Chain(low).termwise(high, _FROM_ONE, series, terms()),
    )


@cache
def positive_gain() -> Claim:
    """exp(u/2) (1 + u/2) < exp(u) for u > 0."""
    domain = Domain((POSITIVE_U,))
    low = 2 * sp.exp(u / 2) + u * sp.exp(u / 2)
    half = (u / 2) ** k / sp.gamma(k + 1)
    series = {sp.exp(u): _over_factorial(1), sp.exp(u / 2): half, u * sp.exp(u / 2): 2 * k * half}

    def few() -> Claim:
        on = Domain((INDEX,))
        ratios = ((k + 2) / (2 * (k + 1)), sp.Integer(1))
        shares = (k + 1) * 2 ** (-k)
        return lemma(
            "(k + 1)/2^k: (k + 1)/2^k is at most one",
            le(shares, 1),
            on,
            Chain(shares).induction(k, sp.Integer(1), ratios=ratios),
        )

    def terms() -> Chain:
        shares = few().proposition.left
        chain = Chain(_over_factorial(2 * shares)).use(few())
        return chain.le(_over_factorial(2))

    return lemma(
        "positive gain: the gain at d = 2 is positive",
        lt(low, 2 * sp.exp(u)),
        domain,
        Chain(low).termwise(2 * sp.exp(u), INDEX, series, terms(), strict_at=2),
    )


# -- inputs ---------------------------------------------------------------------------------------------------------


@cache
def square_of_sum(domain: Domain) -> Claim:
    """|x + y|^2 >= 0."""
    square = PAIR.z.square
    chain = Chain(square).ge((x_norm - y_norm) ** 2).ge(sp.Integer(0))
    return lemma("|x + y|^2 is not negative", ge(square, 0), domain, chain, name="|x + y|^2")
