r"""The orthogonality gap ``MSE_IID - MSE_ORF`` and its power series, as SimRF prints them (Sec. 4, App. A.7-A.9).

One formula serves both kinds of features: with u = v^2 = |x + y|^2 for positive ones and u = -z^2 = -|x - y|^2 for Fourier
features the gap is ``(m-1)/m (exp(u) - 1F1(d; d/2; u/2))``, times ``exp(-2|x|^2 - 2|y|^2)`` for positive features. The
coefficients of the two series are those of the statement on orthogonal projections of CRT.
"""

from rftheory.proofs.crt._orthogonal import W as PROJECTION
from rftheory.proofs.crt._orthogonal import k, kummer, orthogonal
from rftheory.proofs.crt._setting import kernel
from rftheory.proofs.simrf._setting import *

#: SimRF (7) and (71)
POSITIVE = GeneralizedExponential(sp.Integer(0), 1)
FOURIER = GeneralizedExponential(sp.Integer(0), -1)

#: one orthogonal frame of m <= d projections, d >= 2 (for d = 1 there is one projection and no gap), and two or more
_ONE_BLOCK = printed_words("m ≤ d is the number of random vectors", "Corollary 4.4, Theorem 4.5")
FRAMES, SEVERAL_FRAMES = (PAIRS.with_ranges(size).where(sp.Le(m, d), words=_ONE_BLOCK) for size in (M, SEVERAL))

V2 = PAIR.z.square
Z2 = PAIR.delta.square
#: a_i of (73)
WAVE = sp.cos(PROJECTION.dot(PAIR.delta))


def mse(estimator: sp.Expr) -> sp.Expr:
    """The mean squared error as an estimator of the Gaussian kernel."""
    return Expectation((estimator - kernel) ** 2)


_sample = POSITIVE.kernel_sample(PROJECTION, PAIR.x, PAIR.y)
_frame = POSITIVE.prefactor(PAIR.x, PAIR.y) * orthogonal(_sample)
#: ``MSE_IID - MSE_ORF`` of positive features.
positive_gap = mse(POSITIVE.estimator(PROJECTION, PAIR.x, PAIR.y, m)) - mse(_frame)

#: ``MSE_IID - MSE_ORF`` of Fourier features, from (72).
fourier_gap = mse(SampleMean(WAVE, m)) - mse(orthogonal(WAVE))

#: ``exp(-2|x|^2 - 2|y|^2)``.
decay = sp.exp(-2 * PAIR.x.square - 2 * PAIR.y.square)


def printed_series(square: sp.Expr) -> sp.Sum:
    """``sum_k u^k / (2^k k!) Gamma(k+d)/Gamma(k+d/2)``, as in (23), (25) and (26)."""
    return sp.Sum(square**k / (2**k * sp.factorial(k)) * sp.gamma(k + d) / sp.gamma(k + d / 2), (k, 0, sp.oo))


#: ``Gamma(d/2)/Gamma(d)``.
front = sp.gamma(d / 2) / sp.gamma(d)


def printed_gap(square: sp.Expr) -> sp.Expr:
    """``(m-1)/m (exp(u) - Gamma(d/2)/Gamma(d) sum ...)``."""
    return (m - 1) / m * (sp.exp(square) - front * printed_series(square))


def closed_gap(square: sp.Expr) -> sp.Expr:
    """The same with the sum of the series."""
    return (m - 1) / m * (sp.exp(square) - kummer(square))


def summed(square: sp.Expr, factor: sp.Expr) -> Chain:
    """A chain from a multiple of the printed gap to the same multiple of its closed form."""
    chain = Chain(factor * printed_gap(square))
    return chain.summed(printed_series(square), kummer(square) / front)


#: ``(k+d-1)!/(d-1)! (d-2)!!/(2k+d-2)!!`` of (69), with ``(2k+d-2)!! = (d-2)!! d (d+2) ... (d+2k-2)``.
printed_share = sp.factorial(k + d - 1) / sp.factorial(d - 1) / (2**k * sp.rf(d / 2, k))

#: ``d/d (d+1)/(d+2) ... (d+k-1)/(d+2(k-1))`` of (70).
printed_product = sp.rf(d, k) / (2**k * sp.rf(d / 2, k))


def mse_of_independent(second_moment: sp.Expr) -> sp.Expr:
    """The MSE of m independent projections, for simulations."""
    return (second_moment - kernel**2) / m
