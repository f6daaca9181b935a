"""What the statements about generalized exponential features (GERF) share: families, domains and definitions.

A complex parameter is ``A = A_re + i A_im`` with real symbols. The real part of a sample is half the sum of the sample
and its conjugate.
"""

from rftheory.proofs.crt._setting import *
from rftheory.inputs.kernels import A_im, A_re

W = Projection("w")
_QUARTER, _EIGHTH = sp.Rational(1, 4), sp.Rational(1, 8)


def _below(symbol: sp.Symbol, end: sp.Rational) -> Range:
    near = end - sp.Rational(1, 100)
    return Range(symbol, None, end, "()", typical=(-2, 0), awkward=(-20, 0, near))


_IMAGINARY = Range(A_im, None, None, typical=(-2, 2), awkward=(0, -3, 2))
#: the parameters for which GERF is defined, and those of finite variance
REAL = PAIRS_IN_D.with_ranges(_below(A, _QUARTER))
COMPLEX = PAIRS_IN_D.with_ranges(_below(A_re, _QUARTER), _IMAGINARY)
FINITE_REAL = PAIRS_IN_D.with_ranges(REAL_A)
FINITE_COMPLEX = PAIRS_IN_D.with_ranges(_below(A_re, _EIGHTH), _IMAGINARY)

#: short inputs and a complex parameter with light tails: Re(1 - 16A) > 0
SMALL = {
    x_norm: sp.Rational(1, 2),
    y_norm: sp.Rational(3, 5),
    theta: sp.Integer(1),
    d: sp.Integer(3),
    A: -sp.Rational(1, 8),
    A_re: -sp.Rational(1, 8),
    A_im: sp.Rational(1, 8),
}


def family(s: int, real: bool) -> GeneralizedExponential:
    return GeneralizedExponential(A if real else A_re + sp.I * A_im, s)


def sample(gerf: GeneralizedExponential) -> sp.Expr:
    """Re(f1(w, x) f2(w, y)), from the feature maps (4)."""
    product = gerf.components(W, PAIR.x, "x")[0] * gerf.components(W, PAIR.y, "y")[0]
    return (product + sp.conjugate(product)) / 2


def variance_of(one_sample: sp.Expr) -> sp.Expr:
    """The variance of a real sample."""
    return Expectation(one_sample**2) - Expectation(one_sample) ** 2


def printed_variance(gerf: GeneralizedExponential) -> sp.Expr:
    """(6)."""
    return gerf.second_moment(PAIR.x, PAIR.y) - kernel**2


def variance_chain(gerf: GeneralizedExponential) -> Chain:
    """The rule gives ``(1-4A)^d (1-8A)^(-d/2)``; alpha_1 is a power of one root: which branch it is has to be settled.

    With ``r = sqrt(1 - 8A)``, ``(1 - 4A)/r = (r + 1/r)/2`` has the real part ``Re r (1 + 1/|r|^2)/2 > 0``, so it is the
    principal root of its square ``1 + 16 A^2/(1 - 8A)``.
    """
    chain = Chain(variance_of(sample(gerf))).expectations()
    gap = sp.expand(1 - 8 * gerf.A)
    real_part = sp.re(sp.sqrt(gap), evaluate=False) * (1 + 1 / sp.Abs(gap)) / 2
    return chain.principal_root(printed_variance(gerf), gerf.alphas()[0], gerf.spread / sp.sqrt(gap), real_part)
