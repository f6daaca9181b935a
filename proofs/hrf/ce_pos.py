"""Section 2.3, after (16): "for A = I it becomes SM^{++}_m".

With ``A = I`` one sample of the CE estimator is ``exp(-(|x|^2+|y|^2)/2) exp(w.(x+y))``, the one-sided positive
estimator. The estimator ++ of (3) has ``cosh(w.(x+y))`` in its place: it is the average of the CE samples at w and at
-w, and less variable.
"""

from rftheory.proofs.hrf._complex import W, estimator
from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf._features import dot_product
from rftheory.proofs.hrf.lemma_2_2_pos import positive_mse
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "identity",
    "Sec. 2.3, after (16)",
    "The CE estimator of A = I and the positive estimator ++",
    reading="With the same projections the two estimators are equal almost surely (E(CE - P)^2 = 0), so that "
    "their variances agree.",
)

DOMAIN = PAIRS

FAMILY = ComplexExponential(scalar=sp.Integer(1))
_PARALLEL = {x_norm: sp.Integer(1), y_norm: sp.Integer(1), theta: sp.Integer(0), m: sp.Integer(1)}

#: The variance of the one-sided positive estimator.
one_sided_variance = kernel() ** 2 * (sp.exp(PAIR.z.square) - 1) / m

one_sided, two_sided = estimator(FAMILY, PAIR), positive()
# w and -w have the same law: the CE samples at -w are those of the inputs -x, -y
reflected = FAMILY.estimator(W, -PAIR.x, -PAIR.y, m)
average = (one_sided + reflected) / 2
features = (Positive().components(W, u) for u in (PAIR.x, PAIR.y))
same_estimator = claim(
    "same estimator: the CE estimator of A = I is SM^{++}_m: E(CE - P)^2 = 0",
    eq(Expectation((one_sided - two_sided) ** 2), 0),
    tex=r"\widehat{SM}^{cexp}_m(x,y)=\widehat{SM}^{++}_m(x,y)\quad(A=I_d)",
    quote="For A = iId, CE-estimator becomes trigonometric and for A = Id, it becomes",
).false(
    at=_PARALLEL,
    because="one sample has exp(w.(x+y)), that of ++ has cosh(w.(x+y)): for d = m = 1 and x = y = 1 the draw w = 1 gives exp(1) = 2.718 "
    "and exp(-1) cosh(2) = 1.384. Of the mean of the squared difference:",
    error="misprint",
    survives="yes: the estimator is unbiased as (15) says, and no theorem uses the remark",
)
same_variance = claim(
    "same variance: the variance of the CE estimator of A = I is MSE(P) of Lemma 2.2",
    eq(variance(one_sided), positive_mse()),
    tex=r"\mathrm{Var}(\widehat{SM}^{cexp}_m(x,y))=\mathrm{MSE}(\widehat{SM}^{++}_m(x,y))\quad(A=I_d)",
).false(
    at=_PARALLEL,
    because="the one-sided samples vary more: w and -w are not averaged",
    error="false",
    survives="yes: no theorem uses the remark",
    cause="hrf.ce-pos: same estimator",
)
drawn = Regular(FAMILY)
CLAIMS = (
    same_estimator,
    same_variance.drawn(
        # E CE^2 = Var + SM^2: the second moment tells the two variances apart with fewer draws than the error does
        drawn,
        "second_moment",
        SMALL_POINT,
        positive_mse() + kernel() ** 2,
    ),
    same_estimator.corrected(
        "one-sided: the CE estimator of A = I is the one-sided positive estimator",
        eq(Expectation((one_sided - SampleMean(dot_product(*features), m)) ** 2), 0),
        tex=r"\widehat{SM}^{cexp}_m(x,y)=\frac1m\sum_{i=1}^m e^{-(\|x\|^2+\|y\|^2)/2}\exp(\omega_i^\top(x+y))",
    ),
    same_estimator.corrected(
        "average: SM^{++}_m is the average of the CE estimators of A = I at the projections w_i and -w_i",
        eq(Expectation((average - two_sided) ** 2), 0),
        tex=r"\widehat{SM}^{++}_m=\tfrac12\left(\widehat{SM}^{cexp}_m(\omega_i)+\widehat{SM}^{cexp}_m(-"
        r"\omega_i)\right)",
    ),
    same_variance.corrected(
        "variance: the variance of the CE estimator of A = I is SM^2 (exp(|x+y|^2) - 1) / m",
        eq(variance(one_sided), one_sided_variance),
        tex=r"\mathrm{Var}(\widehat{SM}^{cexp}_m(x,y))=\frac1m\mathrm{SM}^2\left(e^{\|x+y\|^2}-1\right)",
    ).drawn(drawn, "mse", SMALL_POINT),
)
