"""Points of a context: values of its variables at which every entry holds."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import Term, make, rat, var
from rftheory.meaning.balls import Undecided, Undefined
from rftheory.meaning.judgements import Judgements, judge
from rftheory.meaning.samples import a_function, a_value
from rftheory.meaning.values import PRECISIONS, precision, value


def points(context: Context, rng: random.Random, count: int) -> list[list[Any]]:
    """Up to ``count`` points at which every entry of the context holds; fewer if they are hard to find."""
    found: list[list[Any]] = []
    for _ in range(3 * count + 2):
        if len(found) == count:
            break
        point = _point(context, rng)
        if point is not None:
            found.append(point)
    return found


def _point(context: Context, rng: random.Random) -> list[Any] | None:
    facts: dict[int, list[Term]] = {}
    for fact in context.facts:
        facts.setdefault(max((place for place, _ in fact.variables), default=-1), []).append(fact)
    point: list[Any] = []
    if not all(judge(fact, context, point) for fact in facts.get(-1, [])):
        return None
    for place, declaration in enumerate(context.declarations):
        here = facts.get(place, [])
        for attempt in range(16):
            solved = _solved(here, place, declaration, point, rng) if attempt < 8 else None
            drawn = _drawn(declaration, point, rng) if solved is None else solved
            if drawn is None:
                return None
            trial = [*point, drawn]
            certain = (
                solved is None and not isinstance(drawn, Term) and all(end.op == "rat" for end in declaration.args)
            )
            if (certain or _inside_ends(declaration, place, trial)) and all(
                judge(fact, context, trial) for fact in here
            ):
                point = trial
                break
        else:
            return None
    return point


def _drawn(declaration: Term, point: list[Any], rng: random.Random) -> Any:
    try:
        with precision(PRECISIONS[0]):
            sizes, low, high = Judgements(point).ends_of(declaration)
    except (Undefined, Undecided):
        return None
    if declaration.data[0] == "fun":
        return a_function(rng, low, high)
    closed = [kind == "closed" for kind in declaration.data[1:]]
    if declaration.data[0] == "real" and any(closed) and rng.random() < 0.15:
        return declaration.args[-1] if closed[1] else declaration.args[-1 if declaration.data[2] == "none" else -2]
    return a_value(rng, declaration.data[0], sizes, low, high)


def _inside_ends(declaration: Term, place: int, point: list[Any]) -> bool:
    """The ends of the range hold (they may be irrational)."""
    tag, low, high = declaration.data
    if tag not in ("real", "int"):
        return True
    ends = list(declaration.args)
    variable = var(place, tag)
    relation = {"open": "<", "closed": "<="}
    held = [make(relation[high], (variable, ends.pop()))] if high != "none" else []
    held += [make(relation[low], (ends.pop(), variable))] if low != "none" else []
    held += [make("int?", (variable,))] if tag == "int" else [make("real", (variable,))]
    return all(judge(fact, None, point) for fact in held)


def _solved(facts: list[Term], place: int, declaration: Term, point: list[Any], rng: random.Random) -> Any:
    """A value of a scalar variable that solves one of the equations, of the first or second degree in it."""
    equations = [fact for fact in facts if fact.op == "="]
    if not equations or declaration.data[0] not in ("real", "int"):
        return None
    left, right = rng.choice(equations).args
    for side, other in ((left, right), (right, left)):
        if side.op == "var" and side.data[0] == place and all(p != place for p, _ in other.variables):
            found = value(other, point)
            return found.re if found is not None and found.exact and found.im == 0 else other
    gaps = []
    for x in (0, 1, -1, 2):
        sides = [value(side, [*point, Fraction(x)]) for side in (left, right)]
        if any(side is None or not side.exact or side.im for side in sides):
            return None
        gaps.append(sides[0].re - sides[1].re)
    a, b, c = (gaps[1] + gaps[2]) / 2 - gaps[0], (gaps[1] - gaps[2]) / 2, gaps[0]
    if 4 * a + 2 * b + c != gaps[3] or (a == 0 and b == 0):
        return None
    if a == 0:
        return -c / b
    sign = rng.choice((1, -1))
    root = make("*", (rat(sign), make("sqrt", (rat(b * b - 4 * a * c),))))
    return make("*", (rat(1 / (2 * a)), make("+", (rat(-b), root))))
