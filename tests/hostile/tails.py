"""Concentration outside of what its rules ask."""

from __future__ import annotations

import sympy as sp
from rftheory.evidence.tails import Tail

from hostile.harness import Cases, Claim, Domain, domain, order, over
from hostile.symbols import W, eps, half, q, s, t
from rftheory.kernels import PAIR, d, m, x_norm
from rftheory.rules.concentration import TailRule, bernstein, chernoff, hoeffding
from rftheory.rules.frames import OrthogonalMean
from rftheory.rules.nodes import Expectation, Probability, Projection, SampleMean
from rftheory.rules.orthogonal_tails import chernoff_over_blocks, chernoff_over_frame
from rftheory.rules.variates import UnitVariate, Variate

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_X, _D, _M = over(x_norm, 0, None, "()"), over(d, 1, integer=True), over(m, 1, integer=True)
_EPS = over(eps, 0, None, "()")
_SAMPLES = domain(_X, _D, _M, _EPS)
_COSINE, _LENGTH = sp.cos(W.dot(PAIR.x)), W.squared_length(d)
_MEAN = sp.exp(-(x_norm**2) / 2)
_FALLING = sp.exp(-_LENGTH)
_U = UnitVariate("U")


def _above(sample: sp.Expr, centre: sp.Expr, level: sp.Expr = eps, size: sp.Expr = m) -> sp.Rel:
    return sp.Ge(SampleMean(sample, size) - centre, level, evaluate=False)


def _tail(rule: TailRule, on: Domain = _SAMPLES) -> Claim:
    return order(Probability(rule.event), "<=", rule.bound, on, lambda: Tail(Probability(rule.event), on).by_rule(rule))


# -- concentration ----------------------------------------------------------------------------------------------------------

_false(
    "Hoeffding with too small a range",
    "a cosine takes values below 0",
    lambda: _tail(hoeffding(_above(_COSINE, _MEAN), sp.Integer(0), sp.Integer(1))),
)
_false(
    "Hoeffding with another mean",
    "the mean is exp(-|x|^2/2), not 0",
    lambda: _tail(hoeffding(_above(_COSINE, sp.Integer(0)), sp.Integer(-1), sp.Integer(1))),
)
_false(
    "Hoeffding for what is unbounded",
    "exp(w.x) is not below 1",
    lambda: _tail(hoeffding(_above(sp.exp(W.dot(PAIR.x)), sp.exp(x_norm**2 / 2)), sp.Integer(0), sp.Integer(1))),
)
_false(
    "Hoeffding at a negative level",
    "the event has a probability near 1 for t = -1",
    lambda: _tail(hoeffding(_above(_COSINE, _MEAN, t), sp.Integer(-1), sp.Integer(1)), domain(_X, _M, over(t, -1, 0))),
)
_false(
    "Hoeffding with turned bounds",
    "1 <= cos <= -1 is false",
    lambda: _tail(hoeffding(_above(_COSINE, _MEAN), sp.Integer(1), sp.Integer(-1))),
)
_false(
    "Hoeffding for half a sample",
    "no mean has 1/2 samples",
    lambda: _tail(hoeffding(_above(_COSINE, _MEAN, eps, half), sp.Integer(-1), sp.Integer(1))),
)
_false(
    "Hoeffding for a real number of samples",
    "s = 3/2 is no size",
    lambda: _tail(
        hoeffding(_above(_COSINE, _MEAN, eps, s), sp.Integer(-1), sp.Integer(1)), domain(_X, _EPS, over(s, 1, 2))
    ),
)
_false(
    "Hoeffding for no sample",
    "m - 1 = 0 at m = 1",
    lambda: _tail(hoeffding(_above(_COSINE, _MEAN, eps, m - 1), sp.Integer(-1), sp.Integer(1))),
)
_false(
    "Hoeffding in half a dimension",
    "there is no R^(1/2)",
    lambda: _tail(
        hoeffding(_above(sp.exp(-W.squared_length(half)), 3 ** -sp.Rational(1, 4)), sp.Integer(0), sp.Integer(1)),
        domain(_M, _EPS),
    ),
)
_false(
    "Hoeffding with half of the bound",
    "the rule says exp(-2 m eps^2/4), not its square",
    lambda: order(
        Probability(_above(_COSINE, _MEAN)),
        "<=",
        sp.exp(-m * eps**2),
        _SAMPLES,
        lambda: (
            Tail(Probability(_above(_COSINE, _MEAN)), _SAMPLES)
            .by_rule(hoeffding(_above(_COSINE, _MEAN), sp.Integer(-1), sp.Integer(1)))
            .at_most(sp.exp(-m * eps**2))
        ),
    ),
)
_false(
    "Bernstein with too small a variance",
    "the variance of exp(-|w|^2) is not 0",
    lambda: _tail(bernstein(_above(_FALLING, 3 ** (-d / 2)), sp.Integer(1), sp.Integer(0))),
)
_false(
    "Bernstein for what may be negative",
    "a cosine takes values below 0",
    lambda: _tail(bernstein(_above(_COSINE, _MEAN), sp.Integer(1))),
)
_false(
    "Bernstein for a number without a mean",
    "the law of X is unknown",
    lambda: _tail(bernstein(_above(Variate("X"), Expectation(Variate("X"))), sp.Integer(1))),
)
_false(
    "Chernoff where the moment is infinite",
    "E exp(theta |w|^2) = oo for theta = 1",
    lambda: _tail(chernoff(_above(_LENGTH, d), sp.Integer(1))),
)
_false(
    "Chernoff where the moment may be infinite",
    "E exp(q |w|^2) = oo for q = 1",
    lambda: _tail(chernoff(_above(_LENGTH, d), q), domain(_D, _M, _EPS, over(q, 0, 1))),
)
_false(
    "Chernoff for a number of unknown law",
    "E exp(X) need not be finite",
    lambda: _tail(chernoff(_above(Variate("X"), sp.Integer(0)), sp.Integer(1))),
)
_false(
    "Chernoff with a negative rate",
    "the event is large, the bound tends to 0",
    lambda: _tail(chernoff(_above(_COSINE, _MEAN), -eps)),
)
_false("Chernoff at an imaginary rate", "i is no rate", lambda: _tail(chernoff(_above(_COSINE, _MEAN), sp.I)))
_false(
    "Chernoff for both sides",
    "one side only is bounded",
    lambda: _tail(chernoff(sp.Ge(sp.Abs(SampleMean(_COSINE, m) - _MEAN), eps, evaluate=False), sp.Integer(1))),
)
_false(
    "a complex event",
    "i times a cosine is not above eps",
    lambda: _tail(chernoff(sp.Ge(sp.I * SampleMean(_COSINE, m), eps, evaluate=False), sp.Integer(1))),
)
_false(
    "a mean of complex samples",
    "exp(i w.x) is not real",
    lambda: _tail(chernoff(_above(sp.exp(sp.I * W.dot(PAIR.x)), _MEAN), sp.Integer(1))),
)


def _over_frame(size: sp.Expr, dimension: sp.Expr, *ranges: object) -> Claim:
    sample = sp.exp(-W.squared_length(dimension) + W.dot(PAIR.x))
    event = sp.Ge(OrthogonalMean(sample, size, dimension) - 1, eps, evaluate=False)
    return _tail(chernoff_over_frame(event, sp.Integer(1)), domain(_X, _EPS, *ranges))


def _over_blocks(last: sp.Expr, *ranges: object) -> Claim:
    """m frames of d members and one of ``last``."""
    first, rest = (sp.exp(-p.squared_length(d) + p.dot(PAIR.x)) for p in (W, Projection("t")))
    total = m * d * SampleMean(OrthogonalMean(first, d, d), m) + last * OrthogonalMean(rest, last, d)
    event = sp.Ge(total / (m * d + last) - 1, eps, evaluate=False)
    return _tail(chernoff_over_blocks(event, sp.Integer(1)), domain(_X, _EPS, _M, _D, *ranges))


_false(
    "Chernoff over frames of which the last does not fit",
    "R^d has no d + 1 orthogonal directions",
    lambda: _over_blocks(d + 1),
)
_false(
    "Chernoff over a frame that does not fit",
    "R^2 has no five orthogonal directions",
    lambda: _over_frame(sp.Integer(5), sp.Integer(2)),
)
_false("Chernoff over a frame of any size", "m may be above d", lambda: _over_frame(m, d, _M, _D))
_false("Chernoff over a frame of half a member", "no frame has 1/2 members", lambda: _over_frame(half, sp.Integer(2)))
_false(
    "a probability above two",
    "probabilities are at most 1",
    lambda: order(Probability(_above(_COSINE, _MEAN)), ">", 2, _SAMPLES),
)
_false(
    "a probability of what is undefined",
    "log(w.x) is not real for half of the draws",
    lambda: order(Probability(sp.Ge(sp.log(W.dot(PAIR.x)), 0, evaluate=False)), ">=", 0, _SAMPLES),
)
_false(
    "a probability of an order of complex numbers",
    "i w.x >= 0 has no meaning",
    lambda: order(Probability(sp.Ge(sp.I * W.dot(PAIR.x), 0, evaluate=False)), ">=", 0, _SAMPLES),
)

# -- true twins -----------------------------------------------------------------------------------------------------------------

_true(
    "Hoeffding for a cosine",
    lambda: _tail(hoeffding(_above(_COSINE, _MEAN), sp.Integer(-1), sp.Integer(1)), domain(_X, _M, _EPS)),
)
_true(
    "Hoeffding for a falling exponential",
    lambda: _tail(hoeffding(_above(_FALLING, 3 ** (-d / 2)), sp.Integer(0), sp.Integer(1)), domain(_D, _M, _EPS)),
)
_true(
    "Bernstein for a falling exponential",
    lambda: _tail(bernstein(_above(_FALLING, 3 ** (-d / 2)), sp.Integer(1)), domain(_D, _M, _EPS)),
)
_true("Chernoff over frames", lambda: _over_blocks(sp.Integer(1)))
_true("Chernoff for a cosine", lambda: _tail(chernoff(_above(_COSINE, _MEAN), sp.Integer(1)), domain(_X, _M, _EPS)))
_true(
    "Chernoff for a number in the unit interval",
    lambda: _tail(chernoff(_above(_U, Expectation(_U)), sp.Integer(1)), domain(_M, _EPS)),
)
_true("Chernoff over a frame that fits", lambda: _over_frame(sp.Integer(2), sp.Integer(2)))
