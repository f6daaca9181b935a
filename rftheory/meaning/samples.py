"""Values of variables: simple ones, and those at which rules fail (zero, ends, tiny and large numbers)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rftheory.meaning.balls import ONE, ZERO, Num, Undecided, Undefined, add, exact, inv, order, power, times

REALS = [Fraction(n, d) for n, d in (
    (0, 1), (0, 1), (1, 1), (1, 1), (-1, 1), (1, 2), (-1, 2), (2, 1), (-2, 1), (3, 1), (1, 3), (-3, 2), (7, 5), (1, 10**6),
    (-1, 10**9), (1, 2**40), (10**4, 1), (-(10**5), 1), (1, 4), (3, 4),
)]  # fmt: skip
INTS = [0, 0, 1, 1, 2, 2, 3, 4, 5, -1, -2, -3, 7, 10]
STEPS = [0, 0, 0, 1, 1, 2, 3, 4, 7]
UNIT = [
    [Fraction(3, 5), Fraction(4, 5)],
    [Fraction(-5, 13), Fraction(12, 13)],
    [Fraction(1, 3), Fraction(2, 3), Fraction(-2, 3)],
]


@dataclass(frozen=True)
class Seq:
    """A sequence from its first index on."""

    first: int
    member: Callable[[int], Num]
    name: str

    def at(self, k: int) -> Num:
        if k < self.first:
            raise Undefined
        return self.member(k)


@dataclass(frozen=True)
class Fun:
    """A real function on an interval: the ends with their kinds, None without an end."""

    low: tuple[str, Num] | None
    high: tuple[str, Num] | None
    at_place: Callable[[Num], Num]
    name: str

    def at(self, x: Num) -> Num:
        x = x.real_part()
        for end, sign in ((self.low, 1), (self.high, -1)):
            if end is not None:
                gap = order(end[1], x)
                if gap is not None and (gap * sign < 0 or (gap == 0 and end[0] == "open")):
                    raise Undefined
        return self.at_place(x)


@dataclass(frozen=True)
class Law:
    """A finite law on R^d: (probability, vector)."""

    points: tuple[tuple[Fraction, tuple[Fraction, ...]], ...]


def a_real(rng: random.Random, low: tuple[str, Fraction] | None, high: tuple[str, Fraction] | None) -> Fraction | None:
    """A real number between two ends; None if there is none."""
    if low is None and high is None:
        return rng.choice(REALS) if rng.random() < 0.6 else Fraction(rng.randint(-40, 40), rng.randint(1, 12))
    closed = [end[1] for end in (low, high) if end is not None and end[0] == "closed"]
    if low is not None and high is not None:
        if low[1] > high[1] or (low[1] == high[1] and len(closed) < 2):
            return None
        if closed and rng.random() < 0.3:
            return rng.choice(closed)
        inside = [q for q in REALS if low[1] < q < high[1]]
        if inside and rng.random() < 0.4:
            return rng.choice(inside)
        share = Fraction(rng.randint(1, 15), 16) if rng.random() < 0.8 else Fraction(1, 10**6)
        return low[1] + (high[1] - low[1]) * (share if rng.random() < 0.5 else 1 - share)
    if closed and rng.random() < 0.25:
        return closed[0]
    size = (
        rng.choice([abs(q) for q in REALS if q])
        if rng.random() < 0.6
        else Fraction(rng.randint(1, 40), rng.randint(1, 12))
    )
    return low[1] + size if low is not None else high[1] - size  # type: ignore[index]


def an_int(rng: random.Random, low: int | None, high: int | None) -> int | None:
    if low is not None and high is not None:
        return rng.choice([low, high, rng.randint(low, high)]) if low <= high else None
    if low is None and high is None:
        return rng.choice(INTS)
    return low + rng.choice(STEPS) if low is not None else high - rng.choice(STEPS)  # type: ignore[operator]


def a_vector(rng: random.Random, d: int) -> list[Num]:
    kind = rng.random()
    if kind < 0.12:
        return [ZERO] * d
    if kind < 0.3:
        place = rng.randrange(d)
        return [ONE if k == place else ZERO for k in range(d)]
    units = [unit for unit in UNIT if len(unit) <= d]
    if kind < 0.5 and units:
        unit = rng.choice(units)
        return [exact(q) for q in unit] + [ZERO] * (d - len(unit))
    scale = rng.choice([Fraction(1), Fraction(1, 3), Fraction(1, 10), Fraction(5)])
    return [exact(scale * Fraction(rng.randint(-4, 4), rng.randint(1, 3))) for _ in range(d)]


def a_seq(rng: random.Random, first: int) -> Seq:
    a, b = Fraction(rng.randint(-4, 4), rng.randint(1, 3)), Fraction(rng.randint(-2, 2))
    forms: list[tuple[str, Callable[[int], Num]]] = [
        (f"{a}", lambda k: exact(a)),
        ("0", lambda k: ZERO),
        (f"{a}+{b}k", lambda k: exact(a + b * k)),
        ("(-1)^k", lambda k: exact((-1) ** (k % 2))),
        ("2^-(k-first)", lambda k: power(exact(Fraction(1, 2)), k - first)),
        ("1/(k-first+1)", lambda k: exact(Fraction(1, k - first + 1))),
        ("k^2", lambda k: exact(k * k)),
    ]
    name, form = rng.choice(forms)
    return Seq(first, form, name)


def a_function(rng: random.Random, low: tuple[str, Num] | None, high: tuple[str, Num] | None) -> Fun:
    a, b = Fraction(rng.randint(-4, 4), rng.randint(1, 3)), Fraction(rng.randint(-3, 3))
    forms: list[tuple[str, Callable[[Num], Num]]] = [
        (f"{a}", lambda x: exact(a)),
        (f"{a}+{b}x", lambda x: add(exact(a), times(exact(b), x))),
        ("x^2", lambda x: times(x, x)),
        ("1/(1+x^2)", lambda x: inv(add(ONE, times(x, x)))),
        (f"{a}x-x^3", lambda x: add(times(exact(a), x), times(exact(-1), power(x, 3)))),
        ("sgn x", lambda x: exact(x.sign())),
    ]
    name, form = rng.choice(forms)
    return Fun(low, high, form, name)


def a_law(rng: random.Random, d: int) -> Law:
    count = rng.randint(1, 3)
    shares = [rng.randint(1, 4) for _ in range(count)]
    vectors = [tuple(Fraction(rng.randint(-3, 3), rng.randint(1, 2)) for _ in range(d)) for _ in range(count)]
    return Law(tuple((Fraction(share, sum(shares)), vector) for share, vector in zip(shares, vectors, strict=True)))


def a_value(rng: random.Random, tag: str, sizes: list[int], low: Any, high: Any) -> Any:
    """A value of a variable with this tag; None if there is none."""
    if tag == "real":
        return a_real(rng, low, high)
    if tag == "int":
        return an_int(rng, low and int(low[1]) + (low[0] == "open"), high and int(high[1]) - (high[0] == "open"))
    if tag == "seq":
        return a_seq(rng, sizes[0])
    if any(not 1 <= size <= 12 for size in sizes):
        return None
    if tag == "vec":
        return a_vector(rng, sizes[0])
    if tag == "law":
        return a_law(rng, sizes[0])
    if tag == "reals":
        return [exact(rng.choice(REALS)) for _ in range(sizes[0])]
    if tag == "ints":
        return [exact(rng.choice(INTS)) for _ in range(sizes[0])]
    return [a_vector(rng, sizes[1]) for _ in range(sizes[0])]


# -- ranges ---------------------------------------------------------------------------------------------------------


def rational_end(end: tuple[str, Num] | None, side: int) -> tuple[str, Fraction] | None:
    """The end of a range as a rational number; next to an irrational one, inside."""
    if end is None:
        return None
    kind, number = end
    if number.exact:
        assert number.re is not None
        return kind, number.re
    middle = float(number.ball.real.mid())
    if not abs(middle) < 1e300:
        raise Undecided
    return "closed", Fraction(middle) + side * Fraction(1, 10**9)


def places(low: Num | None, high: Num | None, count: int = 5) -> Iterator[Num]:
    """Places inside an interval: simple numbers, and some others."""
    rng = random.Random(2)
    ends = rational_end(("open", low) if low else None, 1), rational_end(("open", high) if high else None, -1)
    simple = [q for q in map(Fraction, (0, 1, -1, 2)) if all(between(q, low, high))]
    yield from map(exact, simple[:2])
    for _ in range(count):
        drawn = a_value(rng, "real", [], *ends)
        if drawn is not None and all(between(drawn, low, high)):
            yield exact(drawn)


def between(q: Fraction, low: Num | None, high: Num | None) -> Iterator[bool]:
    yield low is None or order(low, exact(q)) == 1
    yield high is None or order(exact(q), high) == 1
