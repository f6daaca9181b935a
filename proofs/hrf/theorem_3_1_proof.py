"""Appendix C (31)-(41): the printed proof of Theorem 3.1, step by step.

P and T share their projections in "variant II" and not in "variant I"; lambda_hat is independent of both. Step (36)
counts the mixed terms of ``(sum Y_i)(sum Z_j)`` with a binomial coefficient; there are m(m-1) ordered pairs, not half.
"""

from rftheory.proofs.hrf._setting import LAMBDA_HAT, PAIRS, kernel, positive, trigonometric
from rftheory.vocabulary import *
from rftheory.proofs.hrf._features import dot_product
from rftheory.proofs.hrf.lemma_2_2_pos import positive_mse
from rftheory.proofs.hrf.lemma_2_2_trig import trigonometric_mse

STATEMENT = statement(
    "identity",
    "App. C (31)-(41)",
    "The printed proof of Theorem 3.1",
    not_drawn="steps of algebra with a coefficient of any law; what they lead to is drawn in hrf.theorem-3.1-shared",
)

_W = Projection("w")
_SM = kernel()
_P, _T, _T_SHARED = positive(), trigonometric(), trigonometric(shared=True)
_L, _REST = LAMBDA_HAT, 1 - LAMBDA_HAT
_COSINE = sp.cos(x_norm**2 - y_norm**2)
_HALF_NORMS = (PAIR.x.square + PAIR.y.square) / 2
_YZ = sp.cosh(_W.dot(PAIR.z)) * sp.cos(_W.dot(PAIR.delta))


def _moment(expr: sp.Expr) -> sp.Expr:
    """A moment of the coefficient in terms of E[l] and E[l^2]."""
    return expand_expectation(Expectation(expr))


def _dot_product(family: Family) -> sp.Expr:
    """One sample of an estimator, from its feature map."""
    return dot_product(*(family.components(_W, u) for u in (PAIR.x, PAIR.y)))


def _covariance(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    return Expectation(a * b) - Expectation(a) * Expectation(b)


_VARIANCE = _moment(_L**2) - Expectation(_L) ** 2
_MIXED = _moment(_L * _REST)


def _step(number: str, says: str, left: sp.Expr, right: sp.Expr, **more: object) -> Claim:
    return claim(says, eq(left, right), PAIRS, name=number, location=number, **more)


hybrid = _L * _P + _REST * _T
shared_product = Expectation(_P * _T_SHARED)
one_pair = Expectation(_YZ)
printed_36 = _step(
    "(36)",
    "E[PT] = m^-2 [binom(m,2) SM^2 + m E[cosh(w.z) cos(w.Delta)]]",
    shared_product,
    (sp.binomial(m, 2) * _SM**2 + m * one_pair) / m**2,
    tex=r"\mathbb{E}[XY]=\frac{1}{m^2}\left[\binom{m}{2}\mathrm{SM}^2+m\,\mathbb{E}[\cosh(\omega^\top z)"
    r"\cos(\omega^\top\Delta)]\right]",
    quote="( m 2 ) (SM(x,y))2 +mE[cosh(ω>(x + y)) cos(ω>(x− y))]",
).false(
    at={x_norm: 1, y_norm: 1, theta: 0, m: 2},
    because="there are m(m-1) mixed pairs (i, j), i != j, not binom(m, 2)",
    error="misprint",
    survives="yes: (38), and with it (23), follows with m(m-1) in place of the binomial coefficient",
)
CLAIMS = (
    _step(
        "(31)",
        "the variance of the hybrid is the sum of two variances and twice a covariance",
        _covariance(hybrid, hybrid),
        _covariance(_L * _P, _L * _P) + _covariance(_REST * _T, _REST * _T) + 2 * _covariance(_L * _P, _REST * _T),
    ),
    _step(
        "(32)",
        "independent projections: the covariance is -SM^2 Var(lambda_hat)",
        _covariance(_L * _P, _REST * _T),
        -(_SM**2) * _VARIANCE,
    ),
    _step(
        "(33)",
        "shared projections: the covariance is E[PT] E[l(1-l)] - SM^2 E[l] E[1-l]",
        _covariance(_L * _P, _REST * _T_SHARED),
        shared_product * _MIXED - _SM**2 * Expectation(_L) * _moment(_REST),
    ),
    _step(
        "(34)",
        "P, the mean of the dot products of the features (3), as one of Y_i = cosh(w_i.(x+y)): sample by sample",
        _dot_product(Hyperbolic()),
        sp.exp(-_HALF_NORMS) * sp.cosh(_W.dot(PAIR.z)),
    ),
    _step(
        "(35)",
        "T, the mean of the dot products of the features (2), as one of Z_i = cos(w_i.(x-y)): sample by sample",
        _dot_product(Trigonometric()),
        sp.exp(_HALF_NORMS) * sp.cos(_W.dot(PAIR.delta)),
    ),
    printed_36,
    printed_36.corrected_by(
        _step(
            "(36) corrected",
            "E[PT] = m^-2 [m(m-1) SM^2 + m E[cosh(w.z) cos(w.Delta)]]",
            shared_product,
            (m * (m - 1) * _SM**2 + m * one_pair) / m**2,
            tex=r"\mathbb{E}[XY]=\frac{1}{m^2}\left[m(m-1)\mathrm{SM}^2+m\,\mathbb{E}[\cosh(\omega^\top z)\cos("
            r"\omega^\top\Delta)]\right]",
        )
    ),
    _step("(37)", "E[cosh(w.z) cos(w.Delta)] = SM^2 cos(|x|^2 - |y|^2)", one_pair, _SM**2 * _COSINE),
    _step(
        "(38)",
        "E[PT] = (1 - 1/m) SM^2 + (1/m) SM^2 cos(|x|^2 - |y|^2)",
        shared_product,
        (1 - 1 / m) * _SM**2 + _SM**2 * _COSINE / m,
    ),
    _step(
        "(39)",
        "shared projections: the covariance is -SM^2 (Var(l) + Z), Z = (1/m)(1 - cos(|x|^2-|y|^2)) E[l(1-l)]",
        _covariance(_L * _P, _REST * _T_SHARED),
        -(_SM**2) * (_VARIANCE + (1 - _COSINE) * _MIXED / m),
    ),
    _step(
        "(40)",
        "Var(l P) = SM^2 Var(l) + E[l^2] MSE(P)",
        _covariance(_L * _P, _L * _P),
        _SM**2 * _VARIANCE + _moment(_L**2) * positive_mse(),
    ),
    _step(
        "(41)",
        "Var((1-l) T) = SM^2 Var(l) + E[(1-l)^2] MSE(T)",
        _covariance(_REST * _T, _REST * _T),
        _SM**2 * _VARIANCE + _moment(_REST**2) * trigonometric_mse(),
    ),
)
