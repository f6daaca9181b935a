"""What terms mean at a point, worked out apart from the kernel; `judging` has the judgements.

`value` gives a number (`Num`: exact, or a ball), a vector (a list) or None. Bound variables are kept on a stack, so nothing here
opens a binder as the kernel does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import flint

from rftheory.kernel.terms import Term, rat
from rftheory.meaning import balls, functions, nodes
from rftheory.meaning.balls import ZERO, Num, Undecided, Undefined, exact, of_ball
from rftheory.meaning.laws import nodes_of
from rftheory.meaning.nodes import Nodes

PRECISIONS = (128, 512)
BINDERS = frozenset({"sum", "prod", "int", "E", "P", "max"})
FUNCTIONS = frozenset(
    ("neg", "inv", "exp", "log", "sqrt", "abs", "re", "im", "conj", "sgn", "sin", "cos", "sinh", "cosh", "tanh", "atan")
) | {"erf", "gamma"}
Stack = tuple[Any, ...]
Point = Sequence[Any] | Mapping[int, Any]


@contextmanager
def precision(bits: int) -> Iterator[None]:
    old, flint.ctx.prec = flint.ctx.prec, bits
    try:
        yield
    finally:
        flint.ctx.prec = old


def value(term: Term, point: Point, prec: int = PRECISIONS[0]) -> Any:
    """The value of a term at a point: a `Num`, a list of them, or None where it has none or none is found."""
    with precision(prec):
        try:
            return Meaning(point).of(term)
        except (Undefined, Undecided):
            return None


def as_value(given: Any) -> Any:
    if isinstance(given, (int, Fraction)):
        return exact(given)
    if isinstance(given, (list, tuple)):
        return [as_value(item) for item in given]
    return given


def _is_mild(given: Any) -> bool:
    if isinstance(given, Num):
        return not given.exact or (_is_mild(given.re) and _is_mild(given.im))
    if isinstance(given, (int, Fraction)):
        size = abs(Fraction(given))
        return size == 0 or (Fraction(1, 10) <= size <= 50 and size.denominator <= 1000)
    return not isinstance(given, (list, tuple)) or all(map(_is_mild, given))


class Meaning:
    """The values of terms at one point and one precision."""

    def __init__(self, point: Point):
        self.point = point
        self.memo: dict[Term, Any] = {}
        #: how many values were estimated only
        self.estimates = 0
        #: no number of the point is so large or so small that limits are reached only far away
        self.mild = all(map(_is_mild, point.values() if isinstance(point, Mapping) else point))

    # -- terms ------------------------------------------------------------------------------------------------------

    def of(self, term: Term, stack: Stack = ()) -> Any:
        """The value; raises Undefined or Undecided."""
        if term.loose:
            return self._of(term, stack)
        if term not in self.memo:
            try:
                self.memo[term] = self._of(term, ())
            except (Undefined, Undecided) as problem:
                self.memo[term] = problem
        found = self.memo[term]
        if isinstance(found, Exception):
            raise type(found)
        return found

    def _of(self, term: Term, stack: Stack) -> Any:
        op, args = term.op, term.args
        if op == "rat":
            return exact(term.data)
        if op == "bound":
            return stack[-1 - term.data[0]]
        if op == "var":
            given = self.point[term.data[0]]
            return self.of(given) if isinstance(given, Term) else as_value(given)
        if op == "pi":
            return of_ball(flint.arb.pi())
        if op == "imag":
            return exact(0, 1)
        if op in BINDERS:
            return getattr(self, f"_{op}")(term, stack)
        held = [self.of(arg, stack) for arg in args]
        if op == "+":
            return balls.add(*held)
        if op == "*":
            return balls.product(held)
        if op == "pow":
            return balls.power(held[0], term.data)
        if op == "root":
            return functions.root(held[0], term.data)
        if op in FUNCTIONS:
            return functions.function(op, held[0])
        if op == "rpow":
            return functions.real_power(*held)
        if op in ("bessel_i", "bessel_j"):
            return functions.bessel(op[-1], *held)
        if op == "pfq":
            above, below = term.data
            return functions.series(held[:above], held[above : above + below], held[-1])
        return self._of_vectors(op, held)

    def _of_vectors(self, op: str, held: list[Any]) -> Any:
        first, *rest = held
        if op == "norm2":
            return balls.dot(first, first)
        if op == "dot":
            return balls.dot(first, rest[0])
        if op == "vadd":
            return [balls.add(a, b) for a, b in balls.paired(first, rest[0])]
        if op == "vscale":
            scale = first.real_part()
            return [balls.times(scale, entry) for entry in rest[0]]
        if op == "coord" or (op == "at" and isinstance(first, list)):
            index = rest[0].as_int()
            if not 1 <= index <= len(first):
                raise Undefined
            return first[index - 1]
        if op == "at":
            return first.at(rest[0].as_int())
        if op == "ap":
            return first.at(rest[0])
        raise Undecided

    # -- binders ----------------------------------------------------------------------------------------------------

    def range(self, term: Term, stack: Stack) -> tuple[int, int | None]:
        first = self.of(term.args[0], stack).as_int()
        last = None if term.args[1].op == "oo" else self.of(term.args[1], stack).as_int()
        if last is not None and last < first - 1:
            raise Undefined
        if last is not None and last - first > 3000:
            raise Undecided
        return first, last

    def _sum(self, term: Term, stack: Stack) -> Num:
        first, last = self.range(term, stack)
        body = self.inside(term, stack)
        if last is None:
            return self.series(lambda k: body(exact(k)), first)
        return balls.add(ZERO, *(body(exact(k)) for k in range(first, last + 1)))

    def _prod(self, term: Term, stack: Stack) -> Num:
        first, last = self.range(term, stack)
        body = self.inside(term, stack)
        assert last is not None
        return balls.product([body(exact(k)) for k in range(first, last + 1)])

    def inside(self, term: Term, stack: Stack) -> Callable[..., Num]:
        return lambda *drawn: self.of(term.args[-1], (*stack, *drawn))

    def series(self, body: Callable[[int], Num], first: int) -> Num:
        """An infinite sum, if its terms fall geometrically."""
        self.estimates += 1
        terms: list[Num] = []
        for k in range(first, first + 400):
            terms.append(of_ball(body(k).ball))
            if len(terms) < 24 or len(terms) % 8:
                continue
            sizes = [float(abs(term.ball).abs_upper()) for term in terms[-12:]]
            if max(sizes) == 0:
                return self._estimated(balls.add(*terms), flint.arb("1e-30"))
            total = balls.add(*terms)
            recent, before = max(sizes[6:]), max(sizes[:6])
            ratio = (recent / before) ** (1 / 6) if before else 0.0
            if ratio < 0.97 and recent / (1 - ratio) < 1e-18 * (1 + float(abs(total.ball).abs_upper())):
                return self._estimated(total, flint.arb(recent / (1 - ratio)))
        raise Undecided

    def _estimated(self, number: Num, error: flint.arb) -> Num:
        self.estimates += 1
        return balls.estimated(number, error)

    def _int(self, term: Term, stack: Stack) -> Num:
        low, high = self.ends(term, stack)
        if low is not None and high is not None:
            length = balls.order(low, high)
            # ends whose balls overlap may lie apart by more than everything else in the term
            if length is None or (length == 0 and not (low.exact and high.exact)):
                raise Undecided
            if length <= 0:
                if length < 0:
                    raise Undefined
                return ZERO
        return self.total(nodes.interval(low, high), self.inside(term, stack))

    def ends(self, term: Term, stack: Stack) -> tuple[Num | None, Num | None]:
        low, high = (None if end.sort == "end" else self.of(end, stack).real_part() for end in term.args[:2])
        return low, high

    def total(self, rule: Nodes, body: Callable[..., Num], spread: bool = False) -> Num:
        """The sum over the nodes, with the difference of the two rules and what the edges give as its error."""

        def total(given: list[nodes.Node]) -> tuple[Num, flint.arb]:
            parts, edges = [], flint.arb(0)
            for weight, place, edge in given:
                part = balls.times(weight, body(*place) if spread else body(place))
                parts.append(part)
                if edge:
                    edges += abs(part.ball).abs_upper()
            return balls.add(ZERO, *parts), edges

        first, edges = total(rule.first)
        if rule.is_exact:
            return first
        second, more = total(rule.second)
        middle = balls.times(exact(Fraction(1, 2)), balls.add(first, second))
        return self._estimated(middle, abs(first.ball - second.ball).abs_upper() + edges + more)

    def _E(self, term: Term, stack: Stack) -> Num:
        return self.total(self.draws(term.args[:-1], stack), self.inside(term, stack), spread=True)

    def draws(self, laws: Sequence[Term], stack: Stack) -> Nodes:
        if len(laws) == 1 and laws[0].op == "gauss":
            return nodes.mapped(nodes.halves_of_gauss(), lambda place: (place,))
        if len(laws) == 1 and laws[0].op == "normal" and laws[0].args[0] is rat(1):
            return nodes.mapped(nodes.halves_of_gauss(), lambda place: ([place],))
        return nodes.independent([nodes_of(self, law, stack) for law in laws])

    def _P(self, term: Term, stack: Stack) -> Num:
        laws = term.args[:-2]

        def event(*drawn: Any) -> bool:
            found = self.compare(term.data, *(self.of(side, (*stack, *drawn)) for side in term.args[-2:]))
            if found is None:
                raise Undecided
            return found

        if len(laws) == 1 and (laws[0].op == "gauss" or (laws[0].op == "normal" and laws[0].args[0] is rat(1))):
            cells = nodes.fine_gauss()
            held = [event([place] if laws[0].op == "normal" else place) for _, place in cells]
            changes = 1 + sum(a != b for a, b in zip(held, held[1:], strict=False))
            number = balls.add(ZERO, *(weight for (weight, _), inside in zip(cells, held, strict=True) if inside))
            self.estimates += 1
            radius = flint.arb(0, 0.01 * changes)
            return of_ball(flint.acb(number.ball.real + radius), False)
        rule = self.draws(laws, stack)
        if not rule.is_exact:
            raise Undecided
        return balls.add(ZERO, *(weight for weight, drawn, _ in rule.first if event(*drawn)))

    def _max(self, term: Term, stack: Stack) -> Num:
        sizes = [self.of(size, stack).as_int() for size in term.args[:-1:2]]
        radii = [self.of(radius, stack).real_part() for radius in term.args[1:-1:2]]
        signs = [radius.sign() for radius in radii]
        if any(size < 1 for size in sizes):
            raise Undefined
        body = self.inside(term, stack)
        if not any(signs):
            return body(*([ZERO] * size for size in sizes)).real_part()
        if sizes != [1]:
            raise Undecided
        # the largest of many values, and a search about the best of them
        self.estimates += 1
        at = lambda share: body([balls.times(radii[0], exact(share))]).real_part().ball.real.mid()  # noqa: E731
        best = max((Fraction(k, 60) for k in range(-60, 61)), key=at)
        step = Fraction(1, 60)
        for _ in range(30):
            best = max((max(Fraction(-1), min(Fraction(1), best + k * step / 4)) for k in range(-4, 5)), key=at)
            step = step / 2
        return self._estimated(of_ball(at(best)), flint.arb("1e-9"))

    def compare(self, relation: str, first: Num, second: Num) -> bool | None:
        if relation in ("=", "!="):
            same = balls.equal(first, second)
            if same and not (first.exact and second.exact) and relation == "!=":
                return None
            return same if same is None or relation == "=" else not same
        sign = balls.order(first, second)
        if sign == 0 and relation == "<":
            return False if first.exact and second.exact else None
        return None if sign is None else sign >= 0
