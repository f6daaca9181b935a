"""Random instances of the rules of probabilities: events about draws of finite laws, whose probabilities are exact."""

from __future__ import annotations

import random
from collections.abc import Callable

from rftheory.kernel.contexts import Context, close
from rftheory.kernel.terms import ONE, ZERO, Term, make, power
from rftheory.kernel.theorems import Theorem
from tests.kernel.settings import NUMBERS, Given, Setting, X, often


def _indicator(rng: random.Random) -> Given:
    """Events of any relation, about sides that may be complex, of a law that may be none."""
    run = Setting(rng)
    law = run.finite_law()
    _, (draw,), _ = run.opened(make("E", (law, ZERO)))
    relation = rng.choice(["<=", "<=", "<", "<", "=", "!="])
    real = rng.random() < 0.9
    sides = (rng.choice([X, *NUMBERS]), run.number(draw, real=real))
    return run.given("INDICATOR", event=_event(run, law, draw, relation, sides if rng.random() < 0.6 else sides[::-1]))


def _markov(rng: random.Random) -> Given:
    """A body that is not negative for all draws, or only seems so; a level of any sign."""
    run = Setting(rng)

    def body(u: Term) -> Term:
        number = run.number(u, real=rng.random() < 0.9)
        whole = rng.choice([power(number, 2), make("abs", (number,)), make("exp", (number,)), number])
        return make("+", (whole, rng.choice(NUMBERS))) if rng.random() < 0.2 else whole

    term = run.over((run.finite_law(),), body)
    inner, _, (held,) = run.opened(term)
    sign = run.infer("DEF", inner, judgement=make(rng.choice(["<=", "<=", "<"]), (ZERO, held)))
    found = run.infer("FINITE", term=term, l1=[])
    level = rng.choice([*NUMBERS, X, make("exp", (X,)), make("+", (power(X, 2), ONE))])
    return run.given("MARKOV", term=term, level=level, sign=sign, orders=[], l1=[found])


def _event(run: Setting, law: Term, draw: Term, relation: str, sides: tuple[Term, Term]) -> Term:
    return make("P", (law, *(close(side, (draw,)) for side in sides)), relation)


def _opposite(relation: str, sides: tuple[Term, Term]) -> Term:
    return {
        "<=": make("<", sides[::-1]), "<": make("<=", sides[::-1]), "=": make("!=", sides), "!=": make("=", sides),
    }[relation]  # fmt: skip


def _union(rng: random.Random) -> Given:
    """``b REL |t|`` by both sides, events by lower levels, and any events that a fact or an order happens to fit."""
    run = Setting(rng)
    law = run.finite_law()
    inner, (draw,), _ = run.opened(make("E", (law, ZERO)))
    t, relation = run.number(draw, real=True), rng.choice(["<=", "<=", "<", "=", "!="])
    level = rng.choice([X, *NUMBERS])
    kind = rng.randrange(3)
    if kind == 0:
        events = [(rng.choice(["<=", "<"]), (level, side)) for side in (t, make("neg", (t,)))]
        whole = (events[0][0] if rng.random() < 0.8 else "<=", (level, make("abs", (t,))))
    else:
        events = [(relation, (level, t)) for _ in range(rng.randrange(1, 3))]
        other = level if kind == 1 else rng.choice([X, *NUMBERS])
        events[0] = (rng.choice([relation, relation, "<="]), (other, t))
        whole = (relation, (level, t))
    context = inner
    for one in events:
        context = run.kernel.declare(context, _opposite(*one))
    outside = _outside(run, context, whole, events, kind)
    parts = [_event(run, law, draw, *one) for one in events]
    if rng.random() < 0.2:
        parts.pop()
    return run.given("UNION", event=_event(run, law, draw, *whole), parts=parts, outside=outside)


def _outside(
    run: Setting,
    context: Context,
    whole: tuple[str, tuple[Term, Term]],
    events: list[tuple[str, tuple[Term, Term]]],
    kind: int,
) -> Theorem:
    """The opposite of the whole event: a fact, an order that leads to a fact, or by the sign inside of ``abs``."""
    wanted = _opposite(*whole)
    if kind:
        if wanted in context.facts:
            return run.infer("HYP", context, fact=wanted)
        given = run.infer("HYP", context, fact=_opposite(*events[0]))
        middle = run.infer("DEF", context, judgement=make("<=", (given.judgement.args[1], wanted.args[1])))
        found = run.infer("CHAIN", context, links=[given, middle])
        return found if found.judgement.op == wanted.op else run.infer("WEAKEN", context, of=found, to=wanted.op)
    (inside,) = whole[1][1].args
    cases = []
    for number, fact in enumerate((make("<=", (ZERO, inside)), make("<=", (inside, ZERO)))):
        place = run.kernel.declare(context, fact)
        given = run.infer("HYP", place, fact=fact)
        name = ("abs.same", "abs.opposite")[number]
        same = run.infer("ATOM", place, schema=name, terms=[inside], numbers=[], premises=[given])
        held = run.infer("HYP", place, fact=_opposite(*events[number]))
        found = run.infer("CHAIN", place, links=[same, held])
        cases.append(found if found.judgement is wanted else run.infer("WEAKEN", place, of=found, to=wanted.op))
    return run.infer("CASES", context, of=cases)


FUZZ: dict[str, Callable[[random.Random], Given]] = {
    "INDICATOR": often(_indicator), "MARKOV": often(_markov), "UNION": often(_union),
}  # fmt: skip
