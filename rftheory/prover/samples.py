"""Points of a context as floats: values of its variables at which its facts are seen to hold.

Equations that give a value, a product of two vectors or a length are made to hold. A data set has no values here: facts that speak of
it alone say nothing of the other variables, and are left out of account.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

from rftheory.kernel.contexts import Context, end_facts, lower_end, upper_end
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import Term, rat
from rftheory.kernel.text import context_entries
from rftheory.prover.point_values import Point, dot, value_at

#: kinds of variables that are numbers
_NUMBERS = ("real", "int")
#: where a number of a context is put: at an end that it may take, or at 0
Place = tuple[int, str]


def samples(context: Context, rng: random.Random, count: int, tries: int, put: Place | None = None) -> list[Point]:
    """Points of a context, as many as are found.

    Args:
        context: its declarations and facts.
        rng: draws the values.
        count: how many points are wanted.
        tries: how many are looked at.
        put: the place of a number, and "low", "high" or "zero", which is where it is in all of them.
    """
    facts = _seen(context)
    if any(fact.op == "all" and not _is_finite(fact.args[0]) for fact in facts):
        return []  # such a fact is never seen to hold
    entries = context_entries(context)
    ends = [f for i, d in enumerate(context.declarations) for f in end_facts(d, context.variable(i))]
    found: list[Point] = []
    for _ in range(tries):
        point = _point(entries, rng, put)
        if all(_holds(fact, point) for fact in (*facts, *ends)):
            found.append(point)
            if len(found) == count:
                break
    return found


def special_places(context: Context, term: Term) -> Iterator[Place]:
    """Where the numbers that a term speaks of may be put: closed ends, and 0."""
    for place, tag in sorted(term.variables):
        if tag in _NUMBERS:
            _, low, high = context.declarations[place].data
            yield from ((place, side) for side, end in (("low", low), ("high", high)) if end == "closed")
            yield place, "zero"


def _seen(context: Context) -> list[Term]:
    """The facts but those that speak of data sets and their sizes alone."""
    sets = [(place, one) for place, one in enumerate(context.declarations) if one.data[0] == "vecs"]
    sizes = {place for _, one in sets for size in one.args for place, _ in size.variables}
    alone, own = {place for place, _ in sets} | sizes, {place for place, _ in sets}
    places = ((fact, {place for place, _ in fact.variables}) for fact in context.facts)
    return [fact for fact, spoken in places if not (spoken & own and spoken <= alone)]


def _point(entries: list[Term], rng: random.Random, put: Place | None) -> Point:
    """Values for the variables, in order; equations are made to hold where that is simple."""
    point: list[Any] = []
    #: by the place of a vector: directions in which it stays what it is, orthogonal to each other
    firm: dict[int, list[list[float]]] = {}
    for entry in entries:
        if entry.sort == "decl":
            side = put[1] if put is not None and put[0] == len(point) else None
            point.append(_sample(entry, tuple(point), rng, side))
        elif entry.op == "=":
            _adjust(entry, point, firm)
    return tuple(point)


def _sample(declaration: Term, point: Point, rng: random.Random, side: str | None) -> Any:
    tag = declaration.data[0]
    params = [value_at(arg, point, {}) for arg in declaration.args]
    if tag in _NUMBERS:
        ends = [
            None if end is None else value_at(end[1], point, {})
            for end in (lower_end(declaration), upper_end(declaration))
        ]
        low, high = (None if end is None else complex(end).real for end in ends)
        if side is not None:
            return {"low": low, "high": high, "zero": 0.0}[side]
        return _between(low, high, rng) if tag == "real" else _integer_between(low, high, rng)
    if tag in ("vec", "ints", "reals") and params[0] is not None:
        shape = rng.choice((lambda: rng.gauss(0, 1), lambda: abs(rng.gauss(0, 1)), rng.random))
        numbers = [shape() for _ in range(round(params[0].real))]
        return [float(round(3 * x)) for x in numbers] if tag == "ints" else numbers
    return None


def _between(low: float | None, high: float | None, rng: random.Random) -> float:
    if low is not None and high is not None:
        return low + (high - low) * rng.uniform(0.02, 0.98)
    if low is not None:
        return low + rng.expovariate(0.8)
    return rng.gauss(0, 1.5) if high is None else high - rng.expovariate(0.8)


def _integer_between(low: float | None, high: float | None, rng: random.Random) -> float:
    if low is not None and high is not None:
        return float(rng.randint(round(low), max(round(low), round(high))))
    step = rng.choice((0, 0, 1, 1, 2, 3, 4, 6))
    if low is not None:
        return float(round(low) + step)
    return float(rng.randint(-4, 4) if high is None else round(high) - step)


def _adjust(fact: Term, point: list[Any], firm: dict[int, list[list[float]]]) -> None:
    """Make an equation that is a fact hold, if it gives the value of a variable, a product of two vectors or the length of one."""
    for side, other in (fact.args, fact.args[::-1]):
        value = value_at(other, tuple(point), {})
        if value is None:
            continue
        wanted = complex(value).real
        places = sorted(arg.data[0] for arg in side.args if arg.op == "var")
        if side.op == "var":
            point[side.data[0]] = wanted
            return
        if side.op == "dot" and len({*places}) == 2:
            last, vector = point[places[1]], point[places[0]]
            held = firm.setdefault(places[1], [])
            free = _without(vector, held)
            if size := dot(free, free):
                step = (wanted - dot(vector, last)) / size
                point[places[1]] = [x + step * y for x, y in zip(last, free, strict=True)]
                held.append(free)
            return
        if side.op == "norm2" and places:
            vector = point[places[0]]
            free = _without(vector, firm.get(places[0], []))
            size, left = dot(free, free), wanted - dot(vector, vector) + dot(free, free)
            if size and left >= 0:
                step = math.sqrt(left / size) - 1
                point[places[0]] = [x + step * y for x, y in zip(vector, free, strict=True)]
            return


def _without(vector: list[float], directions: list[list[float]]) -> list[float]:
    """The part of a vector that is orthogonal to directions, which are so to each other; rounding leaves nothing of a part."""
    free = vector
    for one in directions:
        share = dot(vector, one) / dot(one, one)
        free = [x - share * y for x, y in zip(free, one, strict=True)]
    return free if dot(free, free) > 1e-20 * dot(vector, vector) else [0.0] * len(vector)


def _holds(fact: Term, point: Point) -> bool:
    """Whether a fact is seen to be true."""
    if fact.op == "all":
        return _holds_for_all(fact, point)
    if fact.op not in ("=", "!=", "<=", "<"):
        return fact.op in ("def", "real", "int?")
    first, second = (value_at(arg, point, {}) for arg in fact.args)
    if first is None or second is None:
        return False
    if fact.op in ("=", "!="):
        return (abs(first - second) < 1e-9 * (1 + abs(first))) == (fact.op == "=")
    room = 1e-12 * (1 + abs(first)) if fact.op == "<=" else 0
    return bool(first.real < second.real + room)


def _holds_for_all(fact: Term, point: Point) -> bool:
    declaration, body = fact.args
    ends = [value_at(end, point, {}) for end in declaration.args]
    if not _is_finite(declaration) or None in ends or ends[1].real - ends[0].real > 50:
        return False
    indices = range(round(ends[0].real), round(ends[1].real) + 1)
    return all(_holds(instantiate(body, [rat(index)]), point) for index in indices)


def _is_finite(declaration: Term) -> bool:
    """Whether a variable has finitely many values."""
    return bool(declaration.data == ("int", "closed", "closed"))
