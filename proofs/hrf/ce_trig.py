"""Section 2.3, after (16): "For A = i I the CE estimator becomes trigonometric".

With ``A = i I`` one has ``A^-T = -i I`` and the estimator is ``exp((|x|^2+|y|^2)/2) (1/m) sum_j exp(i w_j.(x-y))``.
Its real part is the trigonometric estimator T, its imaginary part is ``exp((|x|^2+|y|^2)/2)`` times the mean of
``sin(w_j.(x-y))``: noise of mean zero that T does not have. So the means agree, the estimators and variances do not.
"""

from rftheory.proofs.hrf._complex import estimator
from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.lemma_2_2_trig import trigonometric_mse
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "identity",
    "Sec. 2.3, after (16)",
    "The CE estimator of A = i I and the trigonometric estimator",
    reading="With the same projections the two estimators are equal almost surely (E|CE - T|^2 = 0), so that "
    "their variances agree.",
    notes=(
        "The words may mean only that the features are sines and cosines, or that the mean is the same; both are true.",
    ),
)

DOMAIN = PAIRS

FAMILY = ComplexExponential(scalar=sp.I)
_RIGHT_ANGLE = {x_norm: sp.Integer(1), y_norm: sp.Integer(1), theta: sp.pi / 2, m: sp.Integer(1)}


def _squared_modulus(expr: sp.Expr) -> sp.Expr:
    return expr * sp.conjugate(expr)


_growth = sp.exp(PAIR.x.square + PAIR.y.square)
#: ``E|CE|^2 - |E CE|^2`` for A = i I.
complex_variance = _growth * (1 - sp.exp(-PAIR.delta.square)) / m

complex_one = estimator(FAMILY, PAIR)
real_one = trigonometric(shared=True)
real_part = (complex_one + sp.conjugate(complex_one)) / 2
same_estimator = claim(
    "same estimator: the CE estimator of A = i I is the trigonometric estimator: E|CE - T|^2 = 0",
    eq(Expectation(_squared_modulus(complex_one - real_one)), 0),
    tex=r"\widehat{SM}^{cexp}_m(x,y)=\widehat{SM}^{trig}_m(x,y)\quad(A=iI_d)",
).false(
    at=_RIGHT_ANGLE,
    because="the CE estimator has an imaginary part, the mean of sin(w_j.(x-y)), that T has not",
    error="false",
    survives="yes: the estimator is unbiased as (15) says, and no theorem uses the remark",
    cause="hrf.ce-pos: same estimator",
)
same_variance = claim(
    "same variance: the variance of the CE estimator of A = i I is MSE(T) of Lemma 2.2",
    eq(variance(complex_one), trigonometric_mse()),
    tex=r"\mathrm{Var}(\widehat{SM}^{cexp}_m(x,y))=\mathrm{MSE}(\widehat{SM}^{trig}_m(x,y))\quad(A=iI_d)",
).false(
    at=_RIGHT_ANGLE,
    because="the imaginary part adds to the variance E|CE|^2 - |E CE|^2",
    error="false",
    survives="yes: no theorem uses the remark",
    cause="hrf.ce-pos: same estimator",
)
drawn = Regular(FAMILY)
CLAIMS = (
    same_estimator,
    same_variance.drawn(
        # E|CE|^2 = Var + SM^2: the second moment tells the two variances apart with fewer draws than the error does
        drawn,
        "second_moment",
        SMALL_POINT,
        trigonometric_mse() + kernel() ** 2,
    ),
    same_estimator.corrected(
        "real part: the real part of the CE estimator of A = i I is the trigonometric estimator",
        eq(Expectation((real_part - real_one) ** 2), 0),
        tex=r"\mathrm{Re}\,\widehat{SM}^{cexp}_m(x,y)=\widehat{SM}^{trig}_m(x,y)",
    ),
    same_variance.corrected(
        "variance: the variance of the CE estimator of A = i I is exp(|x|^2+|y|^2) (1 - exp(-|x-y|^2)) / m",
        eq(variance(complex_one), complex_variance),
        tex=r"\mathrm{Var}(\widehat{SM}^{cexp}_m(x,y))=\frac1m e^{\|x\|^2+\|y\|^2}\left(1-e^{-\|\Delta\|^2}\right)",
    ).drawn(drawn, "mse", SMALL_POINT),
)
