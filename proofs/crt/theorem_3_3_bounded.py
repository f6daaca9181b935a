"""The note after (7): OPRF are bounded, tend to the positive features as x + y -> 0, and gain more for longer x + y.

With t = |x + y|^2 and rho = rho*(t) the ratio of the variances of OPRF and of the positive features is
``(h(t) - 1)/(exp(t) - 1)``, ``h(t) = ((1 + 1/rho)/2)^d rho^(d/2) exp(rho t)``; it depends on the inputs through t only. By (7)
``(log h)' = rho``, so with ``M = h - 1 - rho h (1 - exp(-t))`` the ratio has the derivative ``-M exp(t)/(exp(t) - 1)^2``, and
``M' = h (1 - exp(-t)) (rho (1 - rho) - rho')`` is positive because rho falls from 1 to 0: larger t, larger gains.
"""

from rftheory.proofs.crt._setting import X_NORM, D
from rftheory.vocabulary import *
from rftheory.proofs.crt._sums import OPRF, SUM_PAIR, SUMS, V, kernel, sample, v
from rftheory.proofs.crt.theorem_3_3 import printed_parameter, printed_rho
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "property",
    "note after (7)",
    "Boundedness of OPRF, and what they gain",
    reading="Bounded: for A < 0 the feature of an input x is at most D exp(|x|^2/(4|A|)), for every w. Larger "
    "gains: the ratio of the variances of OPRF and of the positive features is a strictly decreasing "
    "function of |x + y|.",
)

POSITIVE = GeneralizedExponential(A=sp.Integer(0))
#: A = -a
_DECAY = sp.Symbol("a", positive=True)
_FAMILY = GeneralizedExponential(A=-_DECAY)

#: w = along x/|x| + (something of length across, orthogonal to x)
_ALONG, _ACROSS = sp.Symbol("w_along", real=True), sp.Symbol("w_across", nonnegative=True)
#: t = |x + y|^2, and how much longer another sum is
_T, _MORE = sp.Symbol("t", positive=True), sp.Symbol("e", nonnegative=True)

_BOUNDED = Domain(
    (
        Range(_DECAY, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000), 20)),
        X_NORM,
        Range(_ALONG, typical=(-3, 3), awkward=(0,)),
        Range(_ACROSS, 0, None, "[)", typical=(0, 3), awkward=(0,)),
        D,
    )
)
#: the length of x + y
DOMAIN = Domain((D, V))
_LENGTHS = Domain((D, Range(_T, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 100))))
_FROM_ZERO = sp.Symbol("t", nonnegative=True)
_NONNEGATIVE = Domain((D, Range(_FROM_ZERO, 0, None, "[)", typical=(0, 4), awkward=(0, 100))))
_LONGER = _LENGTHS.with_ranges(Range(_MORE, 0, None, "[)", typical=(0, 3), awkward=(sp.Rational(1, 1000), 10))).where(
    sp.Ne(_MORE, 0), words=printed_words("Larger values of ‖x + y‖ lead to larger gains", "note to Theorem 3.3")
)


def feature(along: sp.Expr, across: sp.Expr) -> sp.Expr:
    """f1(w, x) of (4) at a projection with these components."""
    exponent = _FAMILY.A * (along**2 + across**2) + _FAMILY.B * along * x_norm + _FAMILY.C * x_norm**2
    return _FAMILY.D * sp.exp(exponent)


#: D exp(|x|^2/(4|A|)).
supremum = _FAMILY.D * sp.exp(x_norm**2 / (4 * _DECAY))


def _bounded() -> Chain:
    """The exponent falls short of |x|^2/(4a) by a (along - B |x|/(2a))^2 + a across^2."""
    inner = Chain(feature(_ALONG, _ACROSS).args[-1].exp)
    short = (_ALONG - _FAMILY.B * x_norm / (2 * _DECAY)) ** 2 + _ACROSS**2
    inner = inner.le(x_norm**2 / (4 * _DECAY), [_DECAY, short])
    return Chain(feature(_ALONG, _ACROSS)).inside(inner, lambda e: _FAMILY.D * sp.exp(e))


# -- the ratio of the variances ---------------------------------------------------------------------------------


def relative_second_moment(t: sp.Expr) -> sp.Expr:
    """h(t) = E Z^2/K^2 of OPRF."""
    rho = optimal_rho(t)
    return ((1 + 1 / rho) / 2) ** d * rho ** (d / 2) * sp.exp(rho * t)


def ratio(t: sp.Expr) -> sp.Expr:
    """Var(OPRF)/Var(positive features)."""
    return (relative_second_moment(t) - 1) / (sp.exp(t) - 1)


def numerator(t: sp.Expr) -> sp.Expr:
    """M(t), which decides the sign of the derivative of the ratio."""
    h = relative_second_moment(t)
    return h - 1 - optimal_rho(t) * h * (1 - sp.exp(-t))


_t, _domain = _FROM_ZERO, _NONNEGATIVE.where(sp.Ne(_FROM_ZERO, 0))


def _numerator_is_positive_chain() -> Chain:
    rho = optimal_rho(_t)
    rise = relative_second_moment(_t) * (1 - sp.exp(-_t)) * (rho * (1 - rho) - sp.diff(rho, _t))
    return Chain(numerator(_t)).valley(_t, sp.Integer(0), rise / _t, strict=True).eq(0)


#: M(t) > 0 for t > 0.
numerator_is_positive = lemma(
    "M: M(t) = h - 1 - rho h (1 - exp(-t)) is positive for t > 0",
    gt(numerator(_t), 0),
    _domain,
    _numerator_is_positive_chain,
)


def _larger_gains() -> Chain:
    """The ratio at t + e, as a function of e >= 0, falls from its value at e = 0."""
    t = _T + _MORE
    chain = Chain(-ratio(t)).use(numerator_is_positive, {_FROM_ZERO: t})
    return chain.valley(_MORE, sp.Integer(0), numerator(t) * sp.exp(t) / (sp.exp(t) - 1) ** 2 / _MORE, strict=True)


bounded = claim(
    "bounded: for A < 0 the features of x are at most D exp(|x|^2/(4|A|))",
    le(feature(_ALONG, _ACROSS), supremum),
    _BOUNDED,
    _bounded(),
)
a_negative = claim(
    "A negative: A* < 0 for x != -y (the sign before y is lost in the text that was read)",
    lt(printed_parameter, 0),
    SUMS,
    Chain(printed_parameter).eq(OPRF.A).lt(0),
    print="restored",
)
_DRAWN = [{x_norm: sp.Rational(1, 2), y_norm: sp.Rational(2, 3), v: sp.Rational(k, 4), d: 3} for k in (1, 3)]
CLAIMS = (
    a_negative,
    bounded,
    claim(
        "limit of rho: rho* -> 1 as x + y -> 0",
        tends(printed_rho, v, 0, 1),
        proof=Chain(printed_rho).eq(optimal_rho(v**2)).limit(v, 0),
    ),
    claim(
        "limit of A: A* -> 0 as x + y -> 0",
        tends(printed_parameter, v, 0, 0),
        proof=Chain(printed_parameter).eq(optimal_parameter(v**2)).limit(v, 0),
    ),
    numerator_is_positive,
    *(
        lemma(
            f"the variance of {name} is K^2 ({form} - 1)",
            eq(variance(sample(family)), kernel**2 * (moment - 1)),
            SUMS,
            name=f"variance of {name}",
        )
        for name, family, form, moment in (
            ("OPRF", OPRF, "h", relative_second_moment(v**2)),
            ("the positive features", POSITIVE, "exp(v^2)", sp.exp(v**2)),
        )
    ),
    claim(
        "larger gains: the ratio of the variances decreases strictly in |x + y|",
        gt(-ratio(_T + _MORE), -ratio(_T)),
        _LONGER,
        _larger_gains(),
    )
    # the two variances, at a short and at a longer sum of inputs
    .drawn(
        Regular(OPRF),
        "mse",
        _DRAWN,
        kernel**2 * (relative_second_moment(v**2) - 1),
        name="variance of OPRF",
        pair=SUM_PAIR,
    )
    .drawn(
        Regular(POSITIVE),
        "mse",
        _DRAWN,
        kernel**2 * (sp.exp(v**2) - 1),
        name="variance of the positive features",
        pair=SUM_PAIR,
    ),
)
