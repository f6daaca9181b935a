r"""Abstract: OPRF have "exponentially small tails and much lower variance than its counterparts".

The sentence is of "positive and bounded RFs" for softmax kernels, and the counterparts that it is about are the positive features of
FAVOR+. At every pair of inputs with x != -y the variance of OPRF is below theirs, and much: it is at most

    Var(OPRF) <= (9/8)^(d/2) K^2 exp(v^2/2),    Var(PosRF) = K^2 (exp(v^2) - 1),    v = |x + y|,

by the parameter A = -1/8 in the place of the best one. If TrigRF is counted as a counterpart the sentence is not so for short inputs.
"""

from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt import fig_2_sphere, theorem_3_3
from rftheory.proofs.crt._sums import OPRF, SUMS, kernel, sample, v
from rftheory.proofs.crt.theorem_3_3_bounded import POSITIVE
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "claim",
    "abstract",
    "OPRF has much lower variance than its counterparts",
    reading="The counterparts are the positive features, of which the sentence speaks; x != -y (for x = -y both variances are 0). Much "
    "lower: at most a constant of d times K^2 exp(|x + y|^2/2), where that of the positive features is K^2 (exp(|x + y|^2) - 1).",
    notes=(
        "How much is said exactly in crt.theorem-3.3-bounded (the ratio falls strictly in |x + y|) and crt.fig-1 (e^60 at |x + y|^2 = "
        "100, d = 64). Exponentially small tails: crt.theorem-4.2-iid and crt.theorem-4.2-ort.",
    ),
)

DOMAIN = SUMS

#: a parameter with which the variance is in closed form
_EIGHTH = -sp.Rational(1, 8)
of_oprf, of_positive = variance(sample(OPRF)), variance(sample(POSITIVE))
much_less = sp.Rational(9, 8) ** (d / 2) * kernel**2 * sp.exp(v**2 / 2)
#: the variance of TrigRF; |x - y|^2 = 2|x|^2 + 2|y|^2 - v^2
of_trigonometric = (1 - kernel**2) ** 2 / 2


def _best() -> Chain:
    chain = Chain(of_oprf).use(theorem_3_3.minimum, {A: _EIGHTH}).le(theorem_3_3.of_any.subs(A, _EIGHTH))
    chain = chain.eq(much_less - kernel**2, "the closed form of the variance")
    return chain.lt(much_less, [kernel**2])


CLAIMS = (
    fig_2_sphere.with_variances(
        claim(
            "lower: the variance of OPRF is below that of the positive features at every pair with x != -y",
            gt(of_positive, of_oprf),
            proof=fig_2_sphere.oprf_below_positive.proof,
        ),
        {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(2, 3), v: sp.Integer(1), d: 3},
    ),
    claim(
        "much lower: the variance of OPRF is at most (9/8)^(d/2) K^2 exp(|x + y|^2/2)",
        le(of_oprf, much_less),
        proof=_best(),
    ),
    claim(
        "lower than TrigRF: the variance of OPRF is below that of the trigonometric features at every pair with x != -y",
        lt(of_oprf, of_trigonometric),
    ).false(
        at={x_norm: sp.Rational(1, 10), y_norm: sp.Rational(1, 10), v: sp.Rational(1, 10), d: 64},
        because="for short inputs the variance of TrigRF is of the order of |x - y|^4, that of OPRF of |x + y|^2",
        remark="if TrigRF, which is not positive, is counted as a counterpart of OPRF, its variance is the smaller one for short inputs",
    ),
)
