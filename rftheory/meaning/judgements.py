"""What judgements mean at a point: True, False or None.

False is certain (exact numbers, disjoint balls, or a difference a thousand times the estimated error); True may rest on very
small balls.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import flint

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import Term
from rftheory.meaning import balls, functions, nodes
from rftheory.meaning.balls import Num, Undecided, Undefined, exact, of_ball
from rftheory.meaning.laws import nodes_of
from rftheory.meaning.samples import a_value, between, places, rational_end
from rftheory.meaning.values import PRECISIONS, Meaning, Point, Stack, as_value, precision

#: limits are judged at distances 2^-k
FAR = (250, 500, 1000)


def judge(judgement: Term, context: Context | None, point: Point) -> bool | None:
    """Whether a judgement holds at a point; None if that is not seen."""
    for prec in PRECISIONS:
        with precision(prec):
            meaning = Judgements(point)
            found = meaning.holds(judgement)
        if found is not None or meaning.estimates:
            return found
    return None


class Judgements(Meaning):
    """Judgements at one point and one precision."""

    def holds(self, judgement: Term, stack: Stack = ()) -> bool | None:
        op, args = judgement.op, judgement.args
        try:
            if op in ("=", "!=", "<=", "<"):
                return self.compare(op, *(self.of(arg, stack) for arg in args))
            if op in ("def", "real", "int?"):
                number = self.of(args[0], stack)
                if op == "real":
                    number.real_part()
                if op == "int?":
                    number.as_int()
                return True
            if op == "dim":
                return len(self.of(args[0], stack)) == self.of(args[1], stack).as_int()
            if op in ("D", "cont", "lim", "tends", "l1", "all", "samelaw"):
                return getattr(self, f"_holds_{op}")(judgement, stack)
        except Undefined:
            return False
        except Undecided:
            return None
        return None

    def _holds_all(self, judgement: Term, stack: Stack) -> bool | None:
        """Tried at all integers of a short range, otherwise at many values."""
        declaration, body = judgement.args
        found: set[bool | None] = set()
        for drawn in self._values(declaration, stack):
            held = self.holds(body, (*stack, drawn))
            if held is False:
                return False
            found.add(held)
        return True if found <= {True} else None

    def _values(self, declaration: Term, stack: Stack) -> Iterator[Any]:
        sizes, low, high = self.ends_of(declaration, stack)
        if declaration.data[0] == "int" and low is not None and high is not None and high[1] - low[1] < 60:
            for k in range(int(low[1]), int(high[1]) + 1):
                if (low[0] == "closed" or k > low[1]) and (high[0] == "closed" or k < high[1]):
                    yield exact(k)
            return
        rng = random.Random(1)
        for number in range(24):
            if declaration.data[0] == "int" and (low is None) != (high is None):
                end = low or high
                assert end is not None
                step = number + (end[0] == "open")
                yield exact(int(end[1]) + (step if low is not None else -step))
                continue
            drawn = a_value(rng, declaration.data[0], sizes, low, high)
            if drawn is not None:
                yield as_value(drawn)

    def ends_of(self, declaration: Term, stack: Stack = ()) -> tuple[list[int], Any, Any]:
        """The sizes of a declared variable and its ends (kind, rational)."""
        tag, low_kind, high_kind = declaration.data
        args = list(declaration.args)
        high = (high_kind, self.of(args.pop(), stack).real_part()) if high_kind != "none" else None
        low = (low_kind, self.of(args.pop(), stack).real_part()) if low_kind != "none" else None
        sizes = [self.of(arg, stack).as_int() for arg in args]
        if tag == "fun":
            return sizes, low, high
        return sizes, rational_end(low, 1), rational_end(high, -1)

    def _holds_D(self, judgement: Term, stack: Stack) -> bool | None:
        low, high = self.ends(judgement, stack)
        if low is not None and high is not None and balls.order(low, high) != 1:
            return None
        body = self.at(judgement.args[2], stack)
        slope = self.at(judgement.args[3], stack)
        for place in places(low, high):
            for side in (1, -1):
                if self._has_slope(body, slope, place, side, (low, high)) is False:
                    return False
        return None if self.estimates else True

    def at(self, term: Term, stack: Stack) -> Callable[[Num], Num]:
        return lambda x: self.of(term, (*stack, x))

    def _has_slope(
        self, body: Callable[[Num], Num], slope: Callable[[Num], Num], place: Num, side: int, ends: Any
    ) -> bool | None:
        """One-sided difference quotients of two steps beside the claimed derivative."""
        with precision(400):
            try:
                here, claimed = body(place), slope(place)
                rough = not (here.sure and claimed.sure)
                step = Fraction(side, 2**12 if rough else 2**100)
                if place.re is None or not all(between(place.re + step, *ends)):
                    return None
                quotients = [
                    balls.times(balls.minus(body(balls.add(place, exact(h))), here), exact(1 / h)).ball
                    for h in (step, step / 2)
                ]
            except Undecided:
                return None
            error = abs(quotients[0] - quotients[1]).abs_upper() * (100 if rough else 1000)
            scale = 1 + abs(claimed.ball).abs_upper() + abs(here.ball).abs_upper()
            gap = abs(quotients[1] - claimed.ball).abs_lower()
            return False if gap > error + scale * flint.arb("1e-4" if rough else "1e-15") else None

    def _holds_cont(self, judgement: Term, stack: Stack) -> bool | None:
        """False if a value is missing, or steps do not shrink when their places come near each other."""
        low, high = self.ends(judgement, stack)
        if low is not None and high is not None and balls.order(low, high) not in (0, 1):
            return None
        body = self.at(judgement.args[2], stack)
        tried = [(place, side) for place in places(low, high) for side in (1, -1)]
        tried += [(low, 1)] if low is not None and judgement.data[0] == "closed" else []
        tried += [(high, -1)] if high is not None and judgement.data[1] == "closed" else []
        if low is not None and high is not None and balls.order(low, high) == 0:
            return None
        for place, side in tried:
            if self._stays_away(body, body(place), _beside(place, side)):
                return False
        return None

    def _stays_away(self, body: Callable[[Num], Num], limit: Num, near: Callable[[int], Num]) -> bool:
        """Whether values do not come nearer to a number on the way to a place."""
        if not self.mild:
            return False
        with precision(2500):
            try:
                gaps = [balls.minus(body(near(k)), limit).ball for k in FAR]
            except Undecided:
                return False
        sizes = [abs(gap) for gap in gaps]
        far = flint.arb("1e-6") * (1 + abs(limit.ball).abs_upper())
        return all(size > far for size in sizes) and sizes[2] > 0.97 * sizes[0] and sizes[2] > 0.97 * sizes[1]

    def _ways(self, judgement: Term, stack: Stack) -> list[Callable[[int], Num]]:
        """The ways to the point of a limit: the place number k."""
        if judgement.data in ("oo", "-oo"):
            sign = 1 if judgement.data == "oo" else -1
            return [lambda k: exact(sign * Fraction(2) ** (k // 2))]
        point = self.of(judgement.args[0], stack).real_part()
        sides = {"above": (1,), "below": (-1,), "both": (1, -1)}[judgement.data]
        return [_beside(point, side) for side in sides]

    def _holds_lim(self, judgement: Term, stack: Stack) -> bool | None:
        limit = self.of(judgement.args[1], stack)
        body = self.at(judgement.args[2], stack)
        ways = self._ways(judgement, stack)
        if any(self._stays_away(body, limit, way) for way in ways):
            return False
        with precision(2500):
            near = [abs(balls.minus(body(way(FAR[-1])), limit).ball).abs_upper() for way in ways]
        return True if all(gap < flint.arb("1e-9") for gap in near) else None

    def _holds_tends(self, judgement: Term, stack: Stack) -> bool | None:
        body = self.at(judgement.args[2], stack)
        sign = 1 if judgement.args[1].op == "oo" else -1
        for way in self._ways(judgement, stack):
            with precision(2500):
                first, last = (balls.times(exact(sign), body(way(k)).real_part()).ball.real for k in FAR[::2])
            if self.mild and (last < 0 or (last < first + flint.arb("1e-9") and last < flint.arb(2) ** 200)):
                return False
        return None

    def _holds_l1(self, judgement: Term, stack: Stack) -> bool | None:
        """False if a value is missing or the terms are seen not to fall; True if a sum of absolute values is found."""
        term = judgement.args[0]
        body = self.inside(term, stack)
        sized = lambda *drawn: functions.function("abs", body(*drawn))  # noqa: E731
        if term.op == "sum":
            first, _ = self.range(term, stack)
            sizes = [abs(body(exact(first + 2**k)).ball) * (first + 2**k) for k in range(6, 12)]
            if (
                self.mild
                and first + 64 > 0
                and all(b > 0 and b >= a * 0.999 for a, b in zip(sizes, sizes[1:], strict=False))
            ):
                return False
            self.series(lambda k: sized(exact(k)), first)
            return True
        if term.op == "int":
            low, high = self.ends(term, stack)
            if low is not None and high is not None and balls.order(low, high) != 1:
                return {0: True, -1: False}.get(balls.order(low, high) or 0) if low.exact and high.exact else None
            for place in places(low, high):
                body(place)
            if any(self._diverges(body, end, side) for end, side in ((low, 1), (high, -1))):
                return False
            return self._is_found(self.total(nodes.interval(low, high), sized))
        rule = self.draws(term.args[:-1], stack)
        if len(term.args) == 2 and term.args[0].op == "gauss" and self._grows(body):
            return False
        return self._is_found(self.total(rule, sized, spread=True)) or rule.is_exact or None

    def _is_found(self, total: Num) -> bool | None:
        return True if total.ball.rad() < 1e-3 * (1 + abs(total.ball)) else None

    def _diverges(self, body: Callable[[Num], Num], end: Num | None, side: int) -> bool:
        """Whether |f| times the distance to an end (or the place itself) does not fall on the way there."""
        sizes = []
        if not self.mild:
            return False
        with precision(3000):
            for k in (200, 400, 800, 1600):
                distance = exact(Fraction(1, 2**k) if end is not None else Fraction(2**k))
                place = balls.add(end, balls.times(exact(side), distance)) if end is not None else distance
                place = place if end is not None or side == -1 else balls.neg(place)
                try:
                    sizes.append(abs(body(place).ball) * distance.ball.real)
                except Undecided:
                    return False
        return all(b > 0 and b >= a * 0.999 for a, b in zip(sizes, sizes[1:], strict=False))

    def _grows(self, body: Callable[[Num], Num]) -> bool:
        """Whether |f(x)| x times the Gaussian density does not fall for large x, on one side."""
        for sign in (1, -1) if self.mild else ():
            try:
                sizes = [
                    (abs(body(exact(sign * x)).ball) * x * (-(flint.arb(x) ** 2) / 2).exp()) for x in (40, 80, 160, 320)
                ]
            except Undecided:
                continue
            if all(b > 0 and b >= a * 0.999 for a, b in zip(sizes, sizes[1:], strict=False)):
                return True
        return False

    def _holds_samelaw(self, judgement: Term, stack: Stack) -> bool | None:
        """Beside each other: means of bounded functions of the draws."""
        rules = [nodes_of(self, law, stack) for law in judgement.args]
        tests: list[Callable[[Num], flint.acb]] = [
            lambda x: x.ball.cos(), lambda x: (2 * x.ball).sin(), lambda x: (-x.ball * x.ball / 3).exp()
        ]  # fmt: skip
        for rule in rules:
            if isinstance(rule.first[0][1], list) and isinstance(rule.first[0][1][0], list):
                raise Undecided

        def flat(place: Any) -> Num:
            if isinstance(place, Num):
                return place
            return balls.add(*(balls.times(exact(k + 1), entry) for k, entry in enumerate(place)))

        for test in tests:
            means = [self.total(rule, lambda place, t=test: of_ball(t(flat(place)))) for rule in rules]
            if balls.equal(*means) is False:
                return False
        return None


def _beside(place: Num, side: int) -> Callable[[int], Num]:
    return lambda k: balls.add(place, exact(Fraction(side, 2**k)))
