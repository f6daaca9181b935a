"""Figure 1 (right): how much smaller the variance of OPRF is than that of the positive features.

The figure plots mu = log(Var(OPRF)/Var(positive)) against |x + y|^2 for several d. Both variances are K^2 times a function
of |x + y|^2 and d (`crt.theorem-3.3-bounded`), so mu depends on nothing else; at d = 64, |x + y|^2 = 100 it is -61.22
"""

from rftheory.proofs.crt._setting import X_NORM, Y_NORM
from rftheory.vocabulary import *
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.crt._sums import OPRF, SUM_PAIR, SUMS, TRIANGLE, W, kernel, sample, sums, triangle, v
from rftheory.proofs.crt.theorem_3_3_bounded import POSITIVE, ratio, relative_second_moment
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "claim",
    "Fig. 1",
    "More than e^60 times less variance at d = 64",
    reading="The ratio of the variances is a function of |x + y|^2 and d alone, and below e^-60 for all inputs "
    "with |x + y|^2 = 100, d = 64.",
)

_DIMENSION, _LENGTH = sp.Integer(64), sp.Integer(10)
_PAIR = sums(_LENGTH)
#: all inputs of the configuration
DOMAIN = Domain((X_NORM, Y_NORM), triangle(_LENGTH), words=TRIANGLE)

#: The ratio of the variances at d = 64, |x + y|^2 = 100.
configuration = ratio(_LENGTH**2).subs(d, _DIMENSION)


def _variance(family: GeneralizedExponential) -> sp.Expr:
    """The variance of one sample in the configuration."""
    return variance(family.sample(W, _PAIR.x, _PAIR.y))


def _far_below() -> Chain:
    """Both variances are K^2 times a number."""
    square = gaussian_kernel(_PAIR.x, _PAIR.y) ** 2
    chain = Chain(_variance(_OPRF))
    chain = chain.eq(
        square * (relative_second_moment(_LENGTH**2).subs(d, _DIMENSION) - 1), "the closed form of the variance"
    )
    chain = chain.lt(sp.exp(-60) * square * (sp.exp(_LENGTH**2) - 1))
    return chain.eq(sp.exp(-60) * _variance(_POSITIVE), "the variance of the positive features")


_OPRF = OptimalPositive(square=_LENGTH**2, dimension=_DIMENSION)
_POSITIVE = GeneralizedExponential(sp.Integer(0), dimension=_DIMENSION)

times = sp.exp(-60) * _variance(_POSITIVE)
CLAIMS = (
    claim(
        "function of |x + y|: Var(OPRF) is a function of |x + y|^2 and d times the variance of the positive features",
        eq(variance(sample(OPRF)), ratio(v**2) * variance(sample(POSITIVE))),
        SUMS,
    ).drawn(
        # at |x + y|^2 = 100 the positive features cannot be drawn: their variance is e^100 K^2
        Regular(OPRF),
        "mse",
        {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(2, 3), v: sp.Rational(3, 4), d: 3},
        ratio(v**2) * kernel**2 * (sp.exp(v**2) - 1),
        pair=SUM_PAIR,
    ),
    claim(
        "e^60: at d = 64 and |x + y|^2 = 100 the variance of OPRF is below e^-60 times that of the positive features",
        lt(_variance(_OPRF), times),
        proof=_far_below(),
    ),
)
