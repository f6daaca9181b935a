r"""Figure 2, regime `sphere`: the order of the mean log-variances of TrigRF, PosRF and OPRF.

Printed: "`sphere` corresponds to x, y sampled uniformly on a sphere sigma S^(d-1)", d = 64, 0.1 <= sigma <= 1. Read literally the radius is
sigma; in the other regimes inputs have lengths near sigma sqrt(d), and with that radius the curves of all regimes are comparable. Both are
covered: the order of TrigRF and PosRF does not depend on the radius.

With y also -y is uniform, so a mean over the sphere is a mean over pairs {(x, y), (x, -y)}, which exchange U = |x - y|^2 and V = |x + y|^2.
In log K^2 = -U and in the log-variance V - U + log(1 - e^-V) of PosRF the differences cancel: PosRF is above TrigRF by
``log 2 - (log(1 - e^-U) + log(1 - e^-V))/2 > log 2``. OPRF is below PosRF at every pair with x != -y.
"""

from rftheory.proofs.crt._regimes import *
from rftheory.proofs.crt import theorem_3_3, theorem_3_3_bounded
from rftheory.proofs.crt._sums import OPRF, SUM_PAIR, SUMS, kernel, sample, v
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "claim",
    "Fig. 2, Sec. 5.1",
    "Order of the log-variances of TrigRF, PosRF and OPRF on a sphere",
    reading="x, y uniform on a sphere of any radius: sigma, as printed, or sigma sqrt(d), which compares with "
    "the other regimes. The mean log-variance of TrigRF is below that of PosRF by more than log 2, shown "
    "for the two pairs (x, y), (x, -y); the variance of OPRF is below that of PosRF at every pair with x "
    "!= -y. The figure itself was not at hand.",
)

#: |x - y|^2 and |x + y|^2
_U, _V = sp.symbols("U V", positive=True)
DOMAIN = Domain(
    tuple(Range(s, 0, None, "()", typical=(0, 60), awkward=(sp.Rational(1, 1000), 1, 128)) for s in (_U, _V))
)


def _mean(log_variance: sp.Expr) -> sp.Expr:
    """The mean over (x, y) and (x, -y)."""
    return (log_variance + log_variance.subs({_U: _V, _V: _U}, simultaneous=True)) / 2


_excess_of_positive = _mean(gerf_log_variance(sp.Integer(1), _V, _U)) - _mean(trig_log_variance(_U))


def _above() -> Chain:
    chain = Chain(_excess_of_positive)
    halves = [-sp.log(1 - sp.exp(-s)) / 2 for s in (_U, _V)]
    return chain.gt(sp.log(2) + halves[0]).gt(sp.log(2))


def _below() -> Chain:
    chain = Chain(variance(sample(_POSITIVE))).use(theorem_3_3_bounded.a_negative)
    return chain.use(theorem_3_3.only_minimum, {A: sp.Integer(0)}).gt(variance(sample(OPRF)))


_POSITIVE = GeneralizedExponential(sp.Integer(0), 1)

of_positive, of_best = variance(sample(_POSITIVE)), variance(sample(OPRF))
oprf_below_positive = claim(
    "OPRF below PosRF: the variance of OPRF is below that of PosRF at every pair with x != -y",
    gt(of_positive, of_best),
    SUMS,
    _below(),
)


def with_variances(claim: Claim, point: dict[sp.Symbol, sp.Expr]) -> Claim:
    """A claim with draws of the variances of PosRF and OPRF at a pair."""
    for name, family in (("PosRF", _POSITIVE), ("OPRF", OPRF)):
        value = family.real_second_moment(SUM_PAIR.x, SUM_PAIR.y) - kernel**2
        claim = claim.drawn(Regular(family), "mse", point, value, name=f"variance of {name}", pair=SUM_PAIR)
    return claim


_half = sp.Rational(1, 2)
CLAIMS = (
    claim(
        "TrigRF below PosRF: the mean log-variance of PosRF over (x, y) and (x, -y) is above that of TrigRF by more "
        "than log 2",
        gt(_excess_of_positive, sp.log(2)),
        proof=_above(),
    ),
    with_variances(oprf_below_positive, {x_norm: _half, y_norm: _half, v: sp.Rational(3, 4), d: 3}),
)
