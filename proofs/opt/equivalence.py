"""Abstract and Sec. 4: "every random features representation has the same sample error as every other".

Judged case by case, with the error of one optimally sampled projection. For scalar real features and X_1 = X_2 the error
is ``(E K(x, x))^2 - E K^2`` whatever phi is: true, and the only case in which it is. Different laws of x_1 and x_2: the
positive features of the Gaussian kernel have error 0 at any two fixed inputs, cos(w.u) + sin(w.u) do not. Several
features per projection: the pair (sin, cos) has less than half of the error, and does not even have to be sampled
optimally. Infinite E K(x, x): false as well. (Features that differ for the two arguments, and coupled draws, are others still.)
"""

from rftheory.vocabulary import *
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.opt import _cases as cases
from rftheory.proofs.opt._draws import PLACE, SAME_ARRAYS, OnPoints
from rftheory.proofs.opt.corollary_2 import equal_laws

STATEMENT = statement(
    "claim",
    "abstract, Sec. 4",
    "All representations have the same error when sampled optimally",
    reading="The least V of Theorem 1 is the same for all representations of a kernel, where (a) phi is scalar "
    "and real and X_1 = X_2, (b) X_1 and X_2 differ, (c) a projection gives several features, (f) E "
    "K(x, x) is infinite.",
    notes=(
        "The paper assumes scalar real symmetric features, and independent x_1, x_2 of one law for its last corollary; "
        "the sentences judged here drop these conditions.",
    ),
)

_ONE = {x_norm: sp.Integer(1)}
_K = gaussian_kernel(PAIR.x, PAIR.y)


_weighted = weighted_sample(cases.positive_feature(PAIR.x) * cases.positive_feature(PAIR.y), cases.W, PAIR.z)
#: Positive features with their optimal proposal at two fixed inputs.
positive_at_fixed_inputs = lemma(
    "positive features: with w ~ N(x + y, I), which is p_Omega q at fixed inputs, every sample of positive features is "
    "K(x, y): the error is 0",
    eq(Expectation((_weighted - _K) ** 2), 0),
    cases.PAIRS,
)


def per_feature(printed: Claim) -> Claim:
    """The pair (sin, cos) against two projections of the best scalar features."""
    pair, scalar, squared = cases.pair_variance, cases.phase_optimum(), _K**2

    def proof() -> Chain:
        chain = Chain(pair).eq((1 - squared) ** 2 / 4)
        chain = chain.lt((1 - squared) / 4, [squared / 4, 1 - squared])
        return chain.eq(scalar / 2)

    return printed.corrected(
        "per feature: for x != y the pair is better per feature too: its error is below that of two optimal random-phase cosines",
        lt(pair, scalar / 2),
        cases.DIFFERENT,
        proof(),
        tex=r"\mathcal{V}[(\sin\omega^\top x, \cos\omega^\top x)] < "
        r"\tfrac{1}{2}\hat{\mathcal{V}}_\Psi[\sqrt{2}\cos(\omega^\top x + b)] \quad\text{for}\quad x \ne y",
    )


_at_w, _at_zero = cases.fall_off(PAIR.x)
infinite_trace = claim(
    "(f) infinite E K(x, x): for the softmax kernel and x_1, x_2 ~ N(0, sigma^2 I) the density p_Omega q, a "
    "multiple of exp(-c |w|^2), falls: p_Omega(w) q(w) < p_Omega(0) q(0)",
    lt(_at_w, _at_zero),
    cases.GAUSSIAN_AT_W,
    tex=r"\textstyle\int p_\Omega q_\phi < \infty",
).false(
    at={sigma: 1, d: 1, x_norm: 1},
    because="p_Omega q does not decay once 2 sigma^2 >= 1: there is no optimal density, E q = E K(x, x) is infinite",
    error="condition missing",
    survives="yes, where E K(x, x) is finite: for the softmax kernel and N(0, sigma^2 I) if 2 sigma^2 < 1",
    cause="opt.theorem-1-density: existence",
)
_infinite_diagonal = [
    infinite_trace,
    infinite_trace.corrected(
        "(f) finite: for 2 sigma^2 < 1 the integral of p_Omega q is E K(x, x) = (1 - 2 sigma^2)^(-d/2)",
        eq(cases.softmax_diagonal, (1 - 2 * sigma**2) ** (-d / 2)),
        cases.SMALL_DATA,
        needs=("E K(x, x) is finite",),
        tex=r"\textstyle\int p_\Omega q_\phi = \mathbb{E}\,K(x, x) = (1 - 2\sigma^2)^{-d/2} \quad\text{for}\quad 2\sigma^2 < 1",
    ),
]

_positive, _waves = (f(PAIR.x) * f(-PAIR.x) for f in (cases.positive_feature, cases.wave_feature))
_pair, _scalar = cases.pair_variance, cases.phase_optimum()
#: The pair (sin, cos) has at least the error of the best scalar features, as the words have it.
different_laws = claim(
    "(b) different laws: at x_1 = x, x_2 = -x the features exp(w.u - |u|^2) and cos(w.u) + sin(w.u) of the "
    "Gaussian kernel have the same error when sampled optimally",
    eq(cases.least_variance(_waves), cases.least_variance(_positive)),
    cases.INPUTS,
    tex=r"\hat{\mathcal{V}}_\Psi[\phi] = \hat{\mathcal{V}}_\Psi[\phi'], \quad \mathcal{X}_1 \ne \mathcal{X}_2",
    quote="Every random features representation has the same sample error as every other.",
).false(
    at=_ONE,
    because="the least errors of two representations can differ: for inputs x and -x the positive estimator is the constant "
    "exp(-2 |x|^2), without error; a sample Z of cos(w.u) + sin(w.u) is cos(2 w.x), with E |Z| >= E Z^2 = (1 + exp(-8 |x|^2))/2, so that "
    "for |x| = 1 the error is at least 0.250 - 0.019",
    error="condition missing",
    survives="for X_1 = X_2, as in Corollary 2; for other laws the bound of Corollary 1 holds, and the optimum "
    "depends on phi",
)
several_features = claim(
    "(c) several features: X_1 = X_2 uniform on x and y: the pair (sin w.u, cos w.u) with w ~ N(0, I) has at least "
    "the error of the optimally sampled random-phase cosine",
    ge(_pair, _scalar),
    cases.PAIRS,
    tex=r"\mathcal{V}[(\sin\omega^\top x, \cos\omega^\top x)] \ge \hat{\mathcal{V}}_\Psi[\sqrt{2}\cos(\omega^\top x + b)]",
    quote="Under this policy all random features representations have the same approximation error, which we show "
    "is the lowest possible.",
).false(
    at={x_norm: 1, y_norm: 1, theta: sp.pi / 2},
    because="one sample of the pair is cos(w.(x_1 - x_2)), which is exact where x_1 = x_2",
    error="condition missing",
    survives="yes, for scalar features: Definition 1 speaks of no others, the abstract of all representations",
)
CLAIMS = (
    equal_laws.drawn(OnPoints(optimal=True, second=SAME_ARRAYS), "second_moment", PLACE),
    different_laws,
    *(
        lemma(
            f"the {name} represent the Gaussian kernel",
            eq(Expectation(feature(PAIR.x) * feature(PAIR.y)), _K),
            cases.PAIRS,
            name=f"(b) kernel, {name}",
        )
        for name, feature in (("exponentials", cases.positive_feature), ("waves", cases.wave_feature))
    ),
    different_laws.corrected_by(
        equal_laws,
        name="(b) one law",
        says="X_1 = X_2: all scalar features have the error (E K(x, x))^2 - E K^2 when sampled optimally (for other laws "
        "opt.lowest has the least error of all features)",
        needs=("X_1 = X_2",),
        tex=r"\mathcal{X}_1 = \mathcal{X}_2:\ \hat{\mathcal{V}}_\Psi = (\mathbb{E}\,K(x, x))^2 - \mathbb{E}\,K(x_1, x_2)^2",
    ),
    positive_at_fixed_inputs,
    several_features,
    per_feature(several_features),
    *_infinite_diagonal,
)
