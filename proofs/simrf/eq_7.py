r"""(6), (7): positive features are unbiased for the Gaussian kernel, whatever the coupling.

With ``phi(u) = m^(-1/2) exp(-|u|^2) (exp(w_1.u), ..., exp(w_m.u))`` the estimator is

    phi(x).phi(y) = exp(-|x|^2 - |y|^2)/m sum_i b_i,   b_i = exp(w_i.(x + y)),

and its mean depends on the law of each w_i alone: with Gaussian marginals E b_i = exp(v^2/2), and ``v^2/2 - |x|^2 - |y|^2`` is
``-|x - y|^2/2``.
"""

from rftheory.proofs.simrf._setting import *
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.simrf._coupled import FAMILY, W, mean, sample
from rftheory.proofs.simrf.theorem_3_2 import orthogonal_estimator

STATEMENT = statement(
    "identity",
    "(6), (7), (28), (29)",
    "Positive features are unbiased for every coupling with Gaussian marginals",
    reading="Any joint law of m >= 1 projections, each of them N(0, I_d); linearity leaves one projection at a time.",
)

DOMAIN = PAIRS

_SIZES = PAIRS.with_ranges(M)

_maps = [sp.exp(-u.square) * sp.exp(W.dot(u)) for u in (PAIR.x, PAIR.y)]
#: One summand of phi(x).phi(y), without 1/m.
_product_of_features = sp.Mul(*_maps)

kernel = gaussian_kernel(PAIR.x, PAIR.y)
_DRAWN = {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(3, 5), theta: 1}
CLAIMS = (
    claim("unbiased: E K_hat = K for every coupling with Gaussian marginals", eq(mean(), kernel), _SIZES).drawn(
        # two projections, two opposite ones, two blocks and a part of a third
        Coupled(FAMILY, Simplex()),
        "mean",
        [{**_DRAWN, m: size, d: dimension} for size, dimension in ((2, 3), (2, 2), (7, 3))],
        gaussian_kernel(PAIR.x, PAIR.y),
    ),
    step(
        "product of features: phi(x).phi(y) has the summands exp(-|x|^2 - |y|^2) b_i",
        eq(_product_of_features, sp.exp(-PAIR.x.square - PAIR.y.square) * sample()),
        location="(28)",
    ),
    step("one sample: E b_i = exp(v^2/2)", eq(Expectation(sample()), sp.exp(PAIR.z.square / 2)), location="after (29)"),
    lemma(
        "orthogonal projections: E K_hat = K for one orthogonal frame, m <= d",
        eq(Expectation(orthogonal_estimator), kernel),
        _SIZES.where(sp.Le(m, d)),
    ).drawn(Coupled(FAMILY), "mean", {**_DRAWN, m: 3, d: 3}, gaussian_kernel(PAIR.x, PAIR.y)),
)
