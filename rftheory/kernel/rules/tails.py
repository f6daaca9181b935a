"""Probabilities: as means, Markov's inequality, unions of events, and a net of the balls of a maximum.

A probability has a value where the laws of its block are laws and both sides of the event are defined, for orders real, for
all draws. What is written about events here is decided draw by draw, in the context that the block opens.
"""

from __future__ import annotations

from fractions import Fraction

from rftheory.kernel.contexts import Context, bodies, close, open_binder
from rftheory.kernel.defined import defined, require_well_formed
from rftheory.kernel.refused import demand
from rftheory.kernel.rules.conditions import at_or_below, less
from rftheory.kernel.rules.linear import need as converging
from rftheory.kernel.rules.linear import plus, times
from rftheory.kernel.schemas import STEP, TERM
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import ONE, ZERO, Term, make, power, rat
from rftheory.kernel.theorems import Kernel, Steps, Terms, Theorem, rule


def _negation(relation: str, sides: Terms) -> Term:
    """What holds of two sides, real for orders, where a relation does not."""
    if relation in ("=", "!="):
        return make("!=" if relation == "=" else "=", sides)
    return make("<" if relation == "<=" else "<=", tuple(reversed(sides)))


@rule("INDICATOR", event=TERM)
def indicator(kernel: Kernel, context: Context, event: Term) -> Term:
    """``P_B(a <= b) = E_B (1 + s/2 - s^2/2)``, ``P_B(a < b) = E_B (s/2 + s^2/2)`` with the sign s of ``b - a``."""
    demand(event.op == "P" and event.data in ("<=", "<"), "no probability of an order")
    demand(defined(kernel, context, event), "the probability is not known to be defined")
    low, high = event.args[-2:]
    sign, half = make("sgn", (plus(high, make("neg", (low,))),)), Fraction(1, 2)
    weak = event.data == "<="
    squared = times(rat(-half if weak else half), power(sign, 2))
    body = plus(*[ONE] * weak, times(rat(half), sign), squared)
    return make("=", (event, make("E", (*event.args[:-2], body))))


@rule("MARKOV", term=TERM, level=TERM, sign=STEP, orders=[STEP], l1=[STEP])
def markov(kernel: Kernel, context: Context, term: Term, level: Term, sign: Theorem, orders: Steps, l1: Steps) -> Term:
    """``P_B(a <= X) <= E_B X / a`` from ``0 <= X`` for all draws, ``l1 E_B X`` and ``0 < a``."""
    demand(term.op == "E", "no mean")
    converging(kernel, context, term, l1)
    inner, _, (body,) = bodies(context, term)
    judgement = sign.within(inner)
    demand(judgement.op in ("<=", "<") and judgement.args == (ZERO, body), "no sign of the body for all draws")
    demand(defined(kernel, context, level) and less(kernel, context, ZERO, level, orders), "the level is not positive")
    event = make("P", (*term.args[:-1], level, term.args[-1]), "<=")
    return make("<=", (event, times(term, make("inv", (level,)))))


@rule("UNION", event=TERM, parts=[TERM], outside=STEP)
def union(kernel: Kernel, context: Context, event: Term, parts: Terms, outside: Theorem) -> Term:
    """``P EV <= P EV_1 + ... + P EV_r`` from ``not EV`` in the opened block with the facts ``not EV_1, ..., not EV_r``."""
    demand(len(parts) > 0, "no events")
    for one in (event, *parts):
        demand(one.op == "P" and one.args[:-2] == event.args[:-2], "an event of another block")
        demand(defined(kernel, context, one), "a probability is not known to be defined")
    inner, draws = open_binder(context, event)
    negations = [_negation(one.data, [instantiate(side, draws) for side in one.args[-2:]]) for one in (*parts, event)]
    demand(outside.within(inner.extended(*negations[:-1])) is negations[-1], "no proof of the opposite of the event")
    return make("<=", (event, plus(*parts)))


@rule("NET", event=TERM, slope=TERM, pair=STEP, slopes=[STEP], orders=[STEP])
def net(
    kernel: Kernel, context: Context, event: Term, slope: Term, pair: Theorem, slopes: Steps, orders: Steps
) -> Term:
    """``P_B(eps <= max |F|) <= prod_i (1 + 4 k R_i L / eps)^(d_i) M`` over k balls of radius R_i in R^(d_i).

    ``pair``: ``P_B(eps/2 <= |F(x)|) <= M`` for all x of the balls, M free of x; ``slopes``, for each ball: ``|F(x) - F(x')| <=
    L |x_i - x'_i|`` for all draws, all x of the balls, and x' that differs from x in the i-th vector only.
    """
    demand(event.op == "P" and event.data == "<=" and event.args[-1].op == "max", "no event about a maximum")
    demand(defined(kernel, context, event), "the probability is not known to be defined")
    level, count = event.args[-2], event.args[-1].data
    demand(not level.loose and defined(kernel, context, level), "the level is not one of the context")
    demand(less(kernel, context, ZERO, level, orders), "the level is not positive")
    demand(defined(kernel, context, slope) and less(kernel, context, ZERO, slope, orders), "the slope is not positive")
    balls = event.args[-1].args[:-1]
    demand(not any(part.loose for part in balls), "a ball depends on a draw")
    for radius in balls[1::2]:
        held = defined(kernel, context, radius) and at_or_below(kernel, context, ZERO, radius, orders)
        demand(held, "a radius is not known to be at least 0")
    factors = [
        make("rpow", (plus(ONE, times(rat(4 * count), radius, slope, make("inv", (level,)))), dimension))
        for dimension, radius in zip(balls[::2], balls[1::2], strict=True)
    ]
    _require_slopes(context, event, slope, slopes)
    return make("<=", (event, times(*factors, _bound_of_pairs(kernel, context, event, pair))))


def _bound_of_pairs(kernel: Kernel, context: Context, event: Term, pair: Theorem) -> Term:
    """M of ``P_B(eps/2 <= |F(x)|) <= M`` in the context of the balls."""
    maximum = event.args[-1]
    placed, vectors = open_binder(context, make("max", (*maximum.args[:-1], ZERO), maximum.data))
    require_well_formed(kernel, placed)
    _, draws = open_binder(placed, event)
    value = instantiate(instantiate(maximum, draws).args[-1], vectors)
    demand(value.op == "abs", "the maximum is none of absolute values")
    half = times(rat(Fraction(1, 2)), event.args[-2])
    single = make("P", (*event.args[:-2], half, close(value, draws)), "<=")
    judgement = pair.within(placed)
    demand(judgement.op in ("<=", "<") and judgement.args[0] is single, "no bound of the probability at one place")
    context.require(judgement.args[1])
    return judgement.args[1]


def _require_slopes(context: Context, event: Term, slope: Term, slopes: Steps) -> None:
    """One theorem for each ball, in the context of the draws, the balls and one of the balls again."""
    inner, draws = open_binder(context, event)
    maximum = instantiate(event.args[-1], draws)
    count, balls, body = maximum.data, maximum.args[:-1], maximum.args[-1]
    demand(len(slopes) == count, "one slope for each ball")
    for number, step in enumerate(slopes):
        shape = (*balls, *balls[2 * number : 2 * number + 2], ZERO)
        placed, (*vectors, other) = open_binder(inner, make("max", shape, count + 1))
        moved = [*vectors[:number], other, *vectors[number + 1 :]]
        first, second = (instantiate(body, places) for places in (vectors, moved))
        demand(first.op == "abs", "the maximum is none of absolute values")
        change = make("abs", (plus(first.args[0], make("neg", second.args)),))
        apart = make("vadd", (vectors[number], make("vscale", (rat(-1), other))))
        distance = make("sqrt", (make("norm2", (apart,)),))
        wanted = make("<=", (change, times(slope, distance)))
        demand(step.within(placed) is wanted, "no bound of the change in one of the vectors")
