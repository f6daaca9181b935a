"""Terms with finite sums in the place of means, integrals and infinite sums (see `places`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rftheory.kernel.terms import Term
from rftheory.meaning import balls, places
from rftheory.meaning.balls import ONE, ZERO, Num, Undecided, exact
from rftheory.meaning.judgements import Judgements
from rftheory.meaning.nodes import Nodes, discrete
from rftheory.meaning.places import DRAWS, WEIGHTS, Path
from rftheory.meaning.values import Stack


class Compared(Judgements):
    """Values and judgements at one point and one precision."""

    #: how often what is inside of binders may still be evaluated
    left = places.EVALUATIONS

    def inside(self, term: Term, stack: Stack) -> Callable[..., Num]:
        body = super().inside(term, stack)

        def counted(*drawn: Any) -> Num:
            self.left -= 1
            if self.left < 0:
                raise Undecided
            return body(*drawn)

        return counted

    def draws(self, laws: Sequence[Term], stack: Stack) -> Nodes:
        return discrete([self._block(laws, stack, draw, ()) for draw in DRAWS])

    def _block(self, laws: Sequence[Term], stack: Stack, draw: int, path: Path) -> tuple[Num, tuple[Any, ...]]:
        """A weight and what is drawn of each law."""
        found = [self._drawn(law, stack, draw, (*path, place)) for place, law in enumerate(laws)]
        weight = exact(WEIGHTS[draw]) if not path else ONE
        return balls.product([weight, *(part for part, _ in found)]), tuple(drawn for _, drawn in found)

    def _drawn(self, law: Term, stack: Stack, draw: int, path: Path) -> tuple[Num, Any]:
        op = law.op
        if op == "mass":
            k = self.of(law.args[0], stack).as_int() + places.count(op, draw, path)
            return self.inside(law, stack)(exact(k)), exact(k)
        if op == "image":
            weight, drawn = self._block(law.args[:-1], stack, draw, path)
            return weight, self.inside(law, stack)(*drawn)
        if op == "iid":
            number = self._size(law.args[0], stack)
            found = [self._drawn(law.args[1], stack, draw, (*path, member)) for member in range(1, number + 1)]
            return balls.product([part for part, _ in found]), [drawn for _, drawn in found]
        if op == "uniform":
            low, high = (self.of(end, stack) for end in law.args)
            return ONE, balls.add(low, balls.times(balls.minus(high, low), exact(places.share(op, draw, path))))
        if op in ("gauss", "sign"):
            return ONE, exact(places.number(op, draw, path))
        if op in ("chi", "chi2"):
            return ONE, exact(places.share(f"{op} {self._size(law.args[0], stack)}", draw, path))
        if op in ("normal", "sphere"):
            return ONE, self._vector(op, self._size(law.args[0], stack), draw, path)
        if op in ("frame", "ortho"):
            number, size = (self._size(arg, stack) for arg in law.args)
            return ONE, [self._vector(op, size, draw, (*path, member)) for member in range(1, number + 1)]
        raise Undecided

    def _vector(self, law: str, size: int, draw: int, path: Path) -> list[Num]:
        return [exact(places.number(law, draw, (*path, k))) for k in range(1, size + 1)]

    def _size(self, term: Term, stack: Stack) -> int:
        size: int = self.of(term, stack).as_int()
        if not 1 <= size <= places.MOST:
            raise Undecided
        return size

    def _P(self, term: Term, stack: Stack) -> Num:
        parts = []
        for weight, drawn, _ in self.draws(term.args[:-2], stack).first:
            left, right = (self.of(side, (*stack, *drawn)) for side in term.args[-2:])
            gap = balls.add(balls.minus(right, left), exact(places.RELATIONS[term.data]))
            parts.append(balls.times(weight, gap))
        return balls.add(ZERO, *parts)

    def _int(self, term: Term, stack: Stack) -> Num:
        low, high = (None if end.sort == "end" else self.of(end, stack) for end in term.args[:2])
        body = self.inside(term, stack)
        length = ONE
        if low is not None and high is not None:
            length = balls.minus(high, low)
            at = [balls.add(low, balls.times(length, exact(share))) for share in places.SHARES]
        elif low is not None:
            at = [balls.add(low, exact(distance)) for distance in places.DISTANCES]
        elif high is not None:
            at = [balls.minus(high, exact(distance)) for distance in places.DISTANCES]
        else:
            at = [exact(place) for place in places.ANYWHERE]
        parts = [balls.times(exact(weight), body(place)) for weight, place in zip(WEIGHTS, at, strict=True)]
        return balls.times(length, balls.add(*parts))

    def _sum(self, term: Term, stack: Stack) -> Num:
        first, last = self.range(term, stack)
        last = first + places.MEMBERS - 1 if last is None else last
        if last - first > places.MOST:
            raise Undecided
        body = self.inside(term, stack)
        return balls.add(ZERO, *(body(exact(k)) for k in range(first, last + 1)))

    def _max(self, term: Term, stack: Stack) -> Num:
        """At some choices of the vectors, whose lengths go with the radii."""
        sizes = [self._size(size, stack) for size in term.args[:-1:2]]
        radii = [self.of(radius, stack) for radius in term.args[1:-1:2]]
        body, parts = self.inside(term, stack), []
        for draw in DRAWS:
            vectors = [
                [balls.times(radius, entry) for entry in self._vector("ball", size, draw, (place,))]
                for place, (size, radius) in enumerate(zip(sizes, radii, strict=True))
            ]
            parts.append(balls.times(exact(WEIGHTS[draw]), body(*vectors)))
        return balls.add(*parts)

    def _holds_l1(self, judgement: Term, stack: Stack) -> bool | None:
        return None
