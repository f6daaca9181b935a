"""Equation (9): the coefficient as a mean of products of two functions, which are said to be real.

``lambda_k(x, y) = a_k + E[sum_i f_1^i(x, tau) f_2^i(y, tau)]`` for mappings R^d x R^d -> R. Those that the paper takes in (19) and (70)
have a factor i, and the values of imaginary functions: C must be printed for R. Or the factor is left out and the sign goes to one of
the two sides, f_2 = -f_1, which (9) allows.
"""

from rftheory.proofs.hrf._setting import *

STATEMENT = statement(
    "property",
    "Sec. 2.2 (9)",
    "The functions of the coefficient are real",
    reading="The values f(u, tau) of the functions in (19) and (70) are real; t is tau.u, not 0, and sigma tau.u.",
    not_drawn="what is said of single values; the coefficients of (19) and (70) are drawn in hrf.eq-19 and hrf.eq-69",
)

_T = sp.Symbol("t", real=True)
_SIZES = (Range(_T, typical=(-2, 2), awkward=(-1, 1)), N)
DOMAIN = Domain(_SIZES, (sp.Ne(_T, 0),))
_TAU = Projection("tau")


_DOMAIN_TEX = r"\xi^i_k, \eta^i_k: \mathbb{R}^d\times\mathbb{R}^d\to\mathbb{R}"
printed_19 = claim(
    "real, (19): i (2n)^(-1/2) sgn(tau.u), the value of the function in (19), has the imaginary part 0",
    eq(sp.I / sp.sqrt(2 * n) * sp.sign(_T) / sp.I, 0),
    tex=_DOMAIN_TEX,
    quote="mappings ξik, ηik : Rd × Rd → R and that",
).false(
    at={_T: 1, n: 1},
    because="the functions of (9), called f there, that (19) and (70) take are imaginary: i sgn(tau.u) is i or -i. R must be C.",
    error="misprint",
    survives="yes: with C for R, or with real functions and a sign, f_2 = -f_1",
)
CLAIMS = (
    printed_19,
    printed_19.corrected(
        "real with a sign, (19): f_1 = 2^(-1/2) sgn(tau.u) and f_2 = -f_1 are real, and with a = 1/2 the coefficient is theta/pi",
        eq(sp.Rational(1, 2) + Expectation(-sp.sign(_TAU.dot(PAIR.x)) * sp.sign(_TAU.dot(PAIR.y)) / 2), SHARE),
        PAIRS_WITH_COEFFICIENT,
        tex=r"\frac{\theta}{\pi} = \frac12 + E\left[\frac{\mathrm{sgn}(\tau^\top x)}{\sqrt2}\cdot"
        r"\left(-\frac{\mathrm{sgn}(\tau^\top y)}{\sqrt2}\right)\right]",
    ),
)
