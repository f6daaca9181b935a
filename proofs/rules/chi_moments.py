"""Moments of the length of a Gaussian vector: ``E |w|^k = 2^(k/2) Gamma((d+k)/2) / Gamma(d/2)``, w ~ N(0, I_d).

Here k > -d is real. With ``u = t^2/2`` the integral against the density of |w| is Euler's integral of the gamma
function. Integration by parts gives the recursion ``E |w|^(k+2) = (d+k) E |w|^k``, and ``t = s / sqrt(1 - 2q)`` the
exponential moment ``E exp(q |w|^2) = (1 - 2q)^(-d/2)``: the product of those of d squares of independent normal
coordinates, which proves that the density is that of |w|.
"""

from rftheory.vocabulary import *
from rftheory.chains.integrals import euler_gamma

STATEMENT = statement("rule", "rule", "Moments and exponential moments of the length of a Gaussian vector")

_k = sp.Symbol("k", real=True)
_q = sp.Symbol("q", real=True)
_t = sp.Symbol("t", positive=True)
_DIMENSION = Range(d, 1, None, integer=True, typical=(1, 12), awkward=(1, 64))
DOMAIN = Domain(
    (_DIMENSION, Range(_k, None, None, typical=(-3, 6), awkward=(0, sp.Rational(-9, 10), 20))),
    (sp.Gt(d + _k, 0),),
    words=by_definition("where the moment exists"),
)
_RATE = Range(_q, None, sp.Rational(1, 2), "[)", typical=(-2, 0), awkward=(sp.Rational(2, 5), -20))
_RATES = Domain((_DIMENSION, _RATE), (sp.Gt(1 - 2 * _q, 0),), words=by_definition("follows from the ranges"))


def _moment(order: sp.Expr) -> sp.Expr:
    """``E |w|^k`` from the density."""
    return sp.Integral(chi_density(_t, d) * _t**order, (_t, 0, sp.oo))


_exponential_moment = sp.Integral(chi_density(_t, d) * sp.exp(_q * _t**2), (_t, 0, sp.oo))


def _by_parts() -> Chain:
    """``t^(d+k) exp(-t^2/2)`` vanishes at both ends for k > -d."""
    constant = 2 ** (1 - d / 2) / sp.gamma(d / 2)
    chain = Chain(_moment(_k + 2))
    chain = chain.primitive(-constant * _t ** (d + _k), factor=sp.exp(-(_t**2) / 2), at_ends=(0, 0))
    return chain.integrand(chi_density(_t, d) * _t**_k, factor=d + _k)


moments = claim(
    "moments: the k-th moment of the chi law with d degrees of freedom",
    eq(_moment(_k), chi_moment(_k, d)),
    proof=Chain(_moment(_k)).computed(euler_gamma).eq(chi_moment(_k, d)),
)
CLAIMS = (
    moments,
    lemma(
        "recursion: E |w|^(k+2) = (d + k) E |w|^k from the density, by parts",
        eq(_moment(_k + 2), (d + _k) * _moment(_k)),
        proof=_by_parts(),
    ),
    lemma(
        "recursion of the closed form: the closed form obeys the recursion",
        eq(chi_moment(_k + 2, d), (d + _k) * chi_moment(_k, d)),
    ),
    claim(
        "exponential moment: E exp(q |w|^2) = (1 - 2q)^(-d/2) for q < 1/2",
        eq(_exponential_moment, chi_square_exponential(_q, d)),
        _RATES,
        Chain(_exponential_moment).computed(euler_gamma).eq(chi_square_exponential(_q, d)),
    ),
    lemma(
        "independent coordinates: one more coordinate multiplies E exp(q |w|^2) by the factor of one normal square",
        eq(chi_square_exponential(_q, d + 1), chi_square_exponential(_q, d) * chi_square_exponential(_q, 1)),
        _RATES,
    ),
)
