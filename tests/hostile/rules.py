"""Rules that are made by hand, or used without their hypotheses: nets, Jensen, Cauchy-Schwarz."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp
from rftheory.evidence.tails import Tail

from rftheory.proofs.crt._uniform import (
    PAIRS_IN_BALL,
    exponent_hoeffding,
    kernel_slope_bound,
    length,
    pair_hoeffding,
    rho,
    sample_slope_bound,
)
from rftheory.proofs.crt._uniform import slope as proved_slope
from hostile.harness import Cases, Claim, Domain, Inequality, domain, equal, order, over
from hostile.symbols import W, eps, half, x
from rftheory.kernels import PAIR, d, m, theta, x_norm, y_norm
from rftheory.proofs.crt.theorem_4_3 import uniform_event
from rftheory.rules.concentration import TailRule, hoeffding
from rftheory.rules.inequalities import MomentRule, cauchy_schwarz, jensen
from rftheory.rules.nodes import Expectation, Probability, SampleMean
from rftheory.rules.uniform import over_net
from rftheory.rules.variates import UnitVariate, Variate

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_LINE = domain(over(x, 0, 1))
_X, _Y = over(x_norm, 0, None, "()"), over(y_norm, 0, None, "()")
_PAIR = domain(_X, _Y, over(theta, 0, sp.pi))
_M, _D, _EPS = over(m, 1, integer=True), over(d, 1, integer=True), over(eps, 0, None, "()")
_COSINE = sp.cos(W.dot(PAIR.x))
_U = UnitVariate("U")


_SAMPLES = domain(_X, _M, _EPS)


def _event(level: object) -> sp.Rel:
    return sp.Ge(SampleMean(_COSINE, m), level, evaluate=False)


# -- rules that are made by hand ------------------------------------------------------------------------------------------------


def _by_hand(rule: TailRule | MomentRule, on: Domain = _SAMPLES) -> Claim:
    start, relation, target = (
        (rule.start, rule.relation, rule.target)
        if isinstance(rule, MomentRule)
        else (Probability(rule.event), "<=", rule.bound)
    )
    return order(start, relation, target, on, lambda: Tail(start, on).by_rule(rule))


_false(
    "a tail rule of no hypotheses",
    "the event is certain",
    lambda: _by_hand(TailRule("Hoeffding", _event(-5), sp.Integer(0), ())),
)
_false(
    "a tail rule with a hypothesis that says nothing",
    "the event is certain",
    lambda: _by_hand(TailRule("Bernstein", _event(-5), half, (Inequality(eps, ">", sp.Integer(0)),))),
)
_false(
    "a moment rule of no hypotheses",
    "E exp(w.x) > 1",
    lambda: _by_hand(MomentRule("Jensen", Expectation(sp.exp(W.dot(PAIR.x))), "<=", sp.Integer(1))),
)
_false(
    "a moment rule between numbers",
    "1 is not above 2",
    lambda: _by_hand(MomentRule("Cauchy-Schwarz", sp.Integer(1), ">=", sp.Integer(2))),
)
_false(
    "a moment rule that is an equality",
    "1 is not 2",
    lambda: equal(
        sp.Integer(1),
        sp.Integer(2),
        _SAMPLES,
        lambda: Tail(sp.Integer(1), _SAMPLES).by_rule(MomentRule("Jensen", sp.Integer(1), "=", sp.Integer(2))),
    ),
)
_false(
    "a strict moment rule between numbers",
    "1 is not above 2",
    lambda: order(
        sp.Integer(1),
        ">",
        sp.Integer(2),
        _SAMPLES,
        lambda: Tail(sp.Integer(1), _SAMPLES).by_rule(MomentRule("Jensen", sp.Integer(1), ">", sp.Integer(2))),
    ),
)

_SOUND = hoeffding(
    sp.Ge(SampleMean(_COSINE, m) - sp.exp(-(x_norm**2) / 2), eps, evaluate=False), sp.Integer(-1), sp.Integer(1)
)
_false(
    "a sound rule with another bound",
    "probabilities of deviations are not 0",
    lambda: _by_hand(replace(_SOUND, bound=sp.Integer(0))),
)
_false("a sound rule for another event", "the event is certain", lambda: _by_hand(replace(_SOUND, event=_event(-5))))
_false(
    "a sound rule without its hypotheses",
    "the mean is not 2, and a deviation by -1 is certain",
    lambda: _by_hand(
        replace(
            hoeffding(sp.Ge(SampleMean(_COSINE, m) - 2, -5, evaluate=False), sp.Integer(-1), sp.Integer(1)),
            hypotheses=(),
        )
    ),
)
_false(
    "a sound moment rule with another end",
    "E (w.x)^2 = |x|^2 is not above |x|^2 + 1",
    lambda: _by_hand(replace(jensen(lambda z: z**2, W.dot(PAIR.x)), target=x_norm**2 + 1)),
)
_false(
    "a sound moment rule that is turned",
    "E (w.x)^2 = |x|^2 is not at most 0",
    lambda: _by_hand(replace(jensen(lambda z: z**2, W.dot(PAIR.x)), relation="<=")),
)


def _over_a_net(slope: sp.Expr) -> Claim:
    """All pairs of a ball from one, with a slope that is made up; everything else is that of crt.theorem-4.3."""
    rule = over_net(uniform_event, slope, length, 2 * sp.exp(-exponent_hoeffding), d)
    return order(
        Probability(uniform_event), "<=", rule.bound, PAIRS_IN_BALL,
        lambda: Tail(Probability(uniform_event), PAIRS_IN_BALL).by_rule(
            rule, [sample_slope_bound, kernel_slope_bound, pair_hoeffding()]
        ),
    )  # fmt: skip


_true("a net with the slope that is proved", lambda: _over_a_net(proved_slope))
_false(
    "a net with next to no slope",
    "for large rho some pair of the ball is far off, and 10^-100 rho is still small",
    lambda: _over_a_net(sp.Rational(1, 10**100)),
)
_false(
    "a net with a slope that falls with the radius",
    "as rho grows some pair of the ball is far off, and rho e^-rho -> 0",
    lambda: _over_a_net(sp.exp(-rho)),
)

# -- moments --------------------------------------------------------------------------------------------------------------------

_LENGTH = W.squared_length(d)
_INPUTS = domain(_X, _D)
_false(
    "Jensen without a mean",
    "a law without a mean is not excluded",
    lambda: _by_hand(jensen(lambda z: z**2, Variate("Cauchy")), _INPUTS),
)
_false(
    "Jensen for the exponential of an unknown law",
    "E exp(X) need not be finite",
    lambda: _by_hand(jensen(sp.exp, Variate("heavy")), _INPUTS),
)
_false("Jensen with an infinite mean", "E exp(|w|^2) = oo", lambda: _by_hand(jensen(sp.exp, _LENGTH), _INPUTS))
_false(
    "Jensen with a random function",
    "a draw U = 1 of a uniform number: E U^2 = 1/3 is below 1/2",
    lambda: _by_hand(jensen(lambda z: _U * z, _U), _INPUTS),
)
_false(
    "Jensen with a random function, turned",
    "a draw U = 0: E U^2 is above 0",
    lambda: _by_hand(jensen(lambda z: -_U * z, _U), _INPUTS),
)
_false(
    "Jensen for a concave function",
    "E cos(w.x) = exp(-|x|^2/2) is below 1",
    lambda: _by_hand(jensen(sp.cos, W.dot(PAIR.x)), _INPUTS),
)
_false("Jensen for a root", "|.|^(1/2) is not convex", lambda: _by_hand(jensen(lambda z: sp.sqrt(z), _U), _INPUTS))
_false(
    "Cauchy-Schwarz with infinite squares",
    "E exp(2 |w|^2/3) = oo",
    lambda: _by_hand(cauchy_schwarz(sp.exp(_LENGTH / 3), sp.exp(_LENGTH / 4)), _INPUTS),
)
_false(
    "Cauchy-Schwarz for unknown laws",
    "E X^2 need not be finite",
    lambda: _by_hand(cauchy_schwarz(Variate("X"), Variate("Y")), _INPUTS),
)
_false(
    "Cauchy-Schwarz for complex numbers",
    "f = exp(i w.x): |E f^2| is not the point, E f^2 is not real",
    lambda: _by_hand(cauchy_schwarz(sp.exp(sp.I * W.dot(PAIR.x)), sp.Integer(1)), _INPUTS),
)

# -- true twins -----------------------------------------------------------------------------------------------------------------

_true("Jensen for the square of an image", lambda: _by_hand(jensen(lambda z: z**2, W.dot(PAIR.x)), _INPUTS))
_true("Jensen for a number in the unit interval", lambda: _by_hand(jensen(lambda z: z**2, _U), _INPUTS))
_true("Cauchy-Schwarz for images", lambda: _by_hand(cauchy_schwarz(W.dot(PAIR.x), W.dot(PAIR.y)), _PAIR))
_true(
    "Cauchy-Schwarz for numbers in the unit interval", lambda: _by_hand(cauchy_schwarz(_U, UnitVariate("V")), _INPUTS)
)
