"""What terms and judgements mean at a point, worked out apart from the kernel.

`value` gives a number (`Num`: exact, or a ball), a vector (a list) or None; `judge` True, False or None. False is certain
(exact numbers, disjoint balls, or a difference a thousand times the estimated error); True may rest on very small balls.
Bound variables are kept on a stack, so nothing here opens a binder as the kernel does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import flint

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import Term, make, rat
from tests.kernel import balls, functions, nodes
from tests.kernel.balls import ONE, ZERO, Num, Undecided, Undefined, exact, of_ball
from tests.kernel.nodes import Nodes
from tests.kernel.samples import Law, a_value

PRECISIONS = (128, 512)
#: limits are judged at distances 2^-k
FAR = (250, 500, 1000)
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


def judge(judgement: Term, context: Context | None, point: Point) -> bool | None:
    """Whether a judgement holds at a point; None if that is not seen."""
    for prec in PRECISIONS:
        with precision(prec):
            meaning = Meaning(point)
            found = meaning.holds(judgement)
        if found is not None or meaning.estimates:
            return found
    return None


def _as_value(given: Any) -> Any:
    if isinstance(given, (int, Fraction)):
        return exact(given)
    if isinstance(given, (list, tuple)):
        return [_as_value(item) for item in given]
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
            return self.of(given) if isinstance(given, Term) else _as_value(given)
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
            return _dot(first, first)
        if op == "dot":
            return _dot(first, rest[0])
        if op == "vadd":
            return [balls.add(a, b) for a, b in _pairs(first, rest[0])]
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
        if op == "mv":
            return [_dot(row, rest[0]) for row in first]
        if op == "mtv":
            return [_dot(list(column), rest[0]) for column in zip(*first, strict=True)]
        raise Undecided

    # -- binders ----------------------------------------------------------------------------------------------------

    def _range(self, term: Term, stack: Stack) -> tuple[int, int | None]:
        first = self.of(term.args[0], stack).as_int()
        last = None if term.args[1].op == "oo" else self.of(term.args[1], stack).as_int()
        if last is not None and last < first - 1:
            raise Undefined
        if last is not None and last - first > 3000:
            raise Undecided
        return first, last

    def _sum(self, term: Term, stack: Stack) -> Num:
        first, last = self._range(term, stack)
        body = self._inside(term, stack)
        if last is None:
            return self._series(lambda k: body(exact(k)), first)
        return balls.add(ZERO, *(body(exact(k)) for k in range(first, last + 1)))

    def _prod(self, term: Term, stack: Stack) -> Num:
        first, last = self._range(term, stack)
        body = self._inside(term, stack)
        assert last is not None
        return balls.product([body(exact(k)) for k in range(first, last + 1)])

    def _inside(self, term: Term, stack: Stack) -> Callable[..., Num]:
        return lambda *drawn: self.of(term.args[-1], (*stack, *drawn))

    def _series(self, body: Callable[[int], Num], first: int) -> Num:
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
        low, high = self._ends(term, stack)
        if low is not None and high is not None:
            length = balls.order(low, high)
            if length is None:
                raise Undecided
            if length <= 0:
                if length < 0:
                    raise Undefined
                return ZERO
        return self._total(nodes.interval(low, high), self._inside(term, stack))

    def _ends(self, term: Term, stack: Stack) -> tuple[Num | None, Num | None]:
        low, high = (None if end.sort == "end" else self.of(end, stack).real_part() for end in term.args[:2])
        return low, high

    def _total(self, rule: Nodes, body: Callable[..., Num], spread: bool = False) -> Num:
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
        return self._total(self._draws(term.args[:-1], stack), self._inside(term, stack), spread=True)

    def _draws(self, laws: Sequence[Term], stack: Stack) -> Nodes:
        if len(laws) == 1 and laws[0].op == "gauss":
            return nodes.mapped(nodes.halves_of_gauss(), lambda place: (place,))
        if len(laws) == 1 and laws[0].op == "normal" and laws[0].args[0] is rat(1):
            return nodes.mapped(nodes.halves_of_gauss(), lambda place: ([place],))
        return nodes.independent([self.law(law, stack) for law in laws])

    def _P(self, term: Term, stack: Stack) -> Num:
        laws = term.args[:-2]

        def event(*drawn: Any) -> bool:
            found = self._compare(term.data, *(self.of(side, (*stack, *drawn)) for side in term.args[-2:]))
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
        rule = self._draws(laws, stack)
        if not rule.is_exact:
            raise Undecided
        return balls.add(ZERO, *(weight for weight, drawn, _ in rule.first if event(*drawn)))

    def _max(self, term: Term, stack: Stack) -> Num:
        sizes = [self.of(size, stack).as_int() for size in term.args[:-1:2]]
        radii = [self.of(radius, stack).real_part() for radius in term.args[1:-1:2]]
        signs = [radius.sign() for radius in radii]
        if any(size < 1 for size in sizes):
            raise Undefined
        body = self._inside(term, stack)
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

    def _rootof(self, term: Term, stack: Stack) -> Num:
        low, high = self._ends(term, stack)
        assert low is not None and high is not None
        body, length = self._inside(term, stack), balls.minus(high, low)
        if length.sign() <= 0:
            raise Undefined
        at = lambda share: body(balls.add(low, balls.times(length, exact(share)))).sign()  # noqa: E731
        shares = [Fraction(k, 48) for k in range(49)]
        signs = [at(share) for share in shares]
        if signs[0] * signs[-1] > 0:
            raise Undecided
        place = next(k for k in range(49) if signs[k] != signs[0] or signs[k] == 0)
        if signs[place] == 0:
            return self._estimated(balls.add(low, balls.times(length, exact(shares[place]))), flint.arb("1e-12"))
        left, right = shares[place - 1], shares[place]
        for _ in range(60):
            middle = (left + right) / 2
            left, right = (middle, right) if at(middle) == signs[0] else (left, middle)
        return self._estimated(balls.add(low, balls.times(length, exact(left))), flint.arb("1e-12"))

    # -- laws -------------------------------------------------------------------------------------------------------

    def law(self, law: Term, stack: Stack) -> Nodes:
        """The nodes of a law; Undefined if its parameters are not as it asks."""
        op = law.op
        if op in ("var", "bound"):
            given = self.of(law, stack)
            assert isinstance(given, Law)
            return nodes.discrete([(exact(share), [exact(q) for q in vector]) for share, vector in given.points])
        if op == "gauss":
            return nodes.gauss()
        if op == "sign":
            return nodes.discrete([(exact(Fraction(1, 2)), exact(sign)) for sign in (1, -1)])
        if op in ("mass", "mix", "image", "iid", "finite"):
            return getattr(self, f"_law_{op}")(law, stack)
        held = [self.of(arg, stack) for arg in law.args]
        if op == "uniform":
            low, high = (end.real_part() for end in held)
            length = balls.minus(high, low)
            if length.sign() <= 0:
                raise Undefined
            inverse = balls.inv(length)
            rule = nodes.interval(low, high)
            return Nodes(
                *([(balls.times(w, inverse), x, edge) for w, x, edge in part] for part in (rule.first, rule.second))
            )
        sizes = [number.as_int() for number in held]
        if min(sizes) < (0 if op == "chi2" else 1):
            raise Undefined
        if op == "chi2":
            zero = nodes.discrete([(ONE, ZERO)])
            return nodes.mapped(nodes.chi(sizes[0]), lambda r: balls.times(r, r)) if sizes[0] else zero
        if op in ("chi", "normal", "sphere"):
            return getattr(nodes, op)(sizes[0])
        if sizes[0] > sizes[1]:
            raise Undefined
        if sizes[0] == 1:
            return nodes.mapped(nodes.sphere(sizes[1]) if op == "ortho" else nodes.normal(sizes[1]), lambda v: [v])
        if op == "ortho" and sizes == [2, 2]:
            pair = nodes.independent([nodes.sphere(2), self.law(make("sign"), ())])
            return nodes.mapped(
                pair, lambda p: [p[0], [balls.times(p[1], balls.neg(p[0][1])), balls.times(p[1], p[0][0])]]
            )
        raise Undecided

    def _law_finite(self, law: Term, stack: Stack) -> Nodes:
        held = [self.of(arg, stack).real_part() for arg in law.args]
        return self._checked([(mass, place) for place, mass in zip(held[::2], held[1::2], strict=True)])

    def _law_mass(self, law: Term, stack: Stack) -> Nodes:
        first, last = self._range(law, stack)
        body = self._inside(law, stack)
        if last is not None:
            return self._checked([(body(exact(k)).real_part(), exact(k)) for k in range(first, last + 1)])
        self.estimates += 1
        listed: list[nodes.Node] = []
        for k in range(first, first + 200):
            listed.append((of_ball(body(exact(k)).real_part().ball), exact(k), False))
            if len(listed) > 20 and all(float(abs(w.ball).abs_upper()) < 1e-25 for w, _, _ in listed[-5:]):
                total = balls.add(*(w for w, _, _ in listed)).ball.real
                if not (total - 1).contains(0) and abs(total - 1) > flint.arb("1e-12"):
                    raise Undefined
                return Nodes([(w, x, n > len(listed) - 5) for n, (w, x, _) in enumerate(listed)], list(listed))
        raise Undecided

    def _checked(self, points: list[tuple[Num, Any]]) -> Nodes:
        """A finite law: masses that are not negative, with the sum 1."""
        if any(mass.sign() < 0 for mass, _ in points):
            raise Undefined
        if not points or balls.equal(balls.add(ZERO, *(mass for mass, _ in points)), ONE) is False:
            raise Undefined
        return nodes.discrete(points)

    def _law_iid(self, law: Term, stack: Stack) -> Nodes:
        count = self.of(law.args[0], stack).as_int()
        if count < 1:
            raise Undefined
        if count > 8:
            raise Undecided
        return nodes.mapped(nodes.independent([self.law(law.args[1], stack)] * count), list)

    def _law_image(self, law: Term, stack: Stack) -> Nodes:
        body = self._inside(law, stack)
        return nodes.mapped(self._draws(law.args[:-1], stack), lambda drawn: body(*drawn).real_part())

    def _law_mix(self, law: Term, stack: Stack) -> Nodes:
        outer = self._draws(law.args[:-1], stack)

        def mixed(given: list[nodes.Node], number: int) -> list[nodes.Node]:
            result: list[nodes.Node] = []
            for weight, drawn, edge in given:
                inner = self.law(law.args[-1], (*stack, *drawn))
                for other, place, rim in (inner.first, inner.second)[number]:
                    result.append((balls.times(weight, other), place, edge or rim))
            return result

        first = mixed(outer.first, 0)
        second = mixed(outer.second, 1)
        same = outer.is_exact and _same_nodes(first, second)
        return Nodes(first, first if same else second)

    # -- judgements -------------------------------------------------------------------------------------------------

    def holds(self, judgement: Term, stack: Stack = ()) -> bool | None:
        op, args = judgement.op, judgement.args
        try:
            if op in ("=", "!=", "<=", "<"):
                return self._compare(op, *(self.of(arg, stack) for arg in args))
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

    def _compare(self, relation: str, first: Num, second: Num) -> bool | None:
        if relation in ("=", "!="):
            same = balls.equal(first, second)
            if same and not (first.exact and second.exact) and relation == "!=":
                return None
            return same if same is None or relation == "=" else not same
        sign = balls.order(first, second)
        if sign == 0 and relation == "<":
            return False if first.exact and second.exact else None
        return None if sign is None else sign >= 0

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
                yield _as_value(drawn)

    def ends_of(self, declaration: Term, stack: Stack = ()) -> tuple[list[int], Any, Any]:
        """The sizes of a declared variable and its ends (kind, rational)."""
        tag, low_kind, high_kind = declaration.data
        args = list(declaration.args)
        high = (high_kind, self.of(args.pop(), stack).real_part()) if high_kind != "none" else None
        low = (low_kind, self.of(args.pop(), stack).real_part()) if low_kind != "none" else None
        sizes = [self.of(arg, stack).as_int() for arg in args]
        if tag == "fun":
            return sizes, low, high
        return sizes, _rational_end(low, 1), _rational_end(high, -1)

    def _holds_D(self, judgement: Term, stack: Stack) -> bool | None:
        low, high = self._ends(judgement, stack)
        if low is not None and high is not None and balls.order(low, high) != 1:
            return None
        body = self._at(judgement.args[2], stack)
        slope = self._at(judgement.args[3], stack)
        for place in self._places(low, high):
            for side in (1, -1):
                if self._has_slope(body, slope, place, side, (low, high)) is False:
                    return False
        return None if self.estimates else True

    def _at(self, term: Term, stack: Stack) -> Callable[[Num], Num]:
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
                if place.re is None or not all(self._between(place.re + step, *ends)):
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

    def _places(self, low: Num | None, high: Num | None, count: int = 5) -> Iterator[Num]:
        """Places inside an interval: simple numbers, and some others."""
        rng = random.Random(2)
        ends = _rational_end(("open", low) if low else None, 1), _rational_end(("open", high) if high else None, -1)
        simple = [q for q in map(Fraction, (0, 1, -1, 2)) if all(self._between(q, low, high))]
        yield from map(exact, simple[:2])
        for _ in range(count):
            drawn = a_value(rng, "real", [], *ends)
            if drawn is not None and all(self._between(drawn, low, high)):
                yield exact(drawn)

    def _between(self, q: Fraction, low: Num | None, high: Num | None) -> Iterator[bool]:
        yield low is None or balls.order(low, exact(q)) == 1
        yield high is None or balls.order(exact(q), high) == 1

    def _holds_cont(self, judgement: Term, stack: Stack) -> bool | None:
        """False if a value is missing, or steps do not shrink when their places come near each other."""
        low, high = self._ends(judgement, stack)
        if low is not None and high is not None and balls.order(low, high) not in (0, 1):
            return None
        body = self._at(judgement.args[2], stack)
        tried = [(place, side) for place in self._places(low, high) for side in (1, -1)]
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
        body = self._at(judgement.args[2], stack)
        ways = self._ways(judgement, stack)
        if any(self._stays_away(body, limit, way) for way in ways):
            return False
        with precision(2500):
            near = [abs(balls.minus(body(way(FAR[-1])), limit).ball).abs_upper() for way in ways]
        return True if all(gap < flint.arb("1e-9") for gap in near) else None

    def _holds_tends(self, judgement: Term, stack: Stack) -> bool | None:
        body = self._at(judgement.args[2], stack)
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
        body = self._inside(term, stack)
        sized = lambda *drawn: functions.function("abs", body(*drawn))  # noqa: E731
        if term.op == "sum":
            first, _ = self._range(term, stack)
            sizes = [abs(body(exact(first + 2**k)).ball) * (first + 2**k) for k in range(6, 12)]
            if (
                self.mild
                and first + 64 > 0
                and all(b > 0 and b >= a * 0.999 for a, b in zip(sizes, sizes[1:], strict=False))
            ):
                return False
            self._series(lambda k: sized(exact(k)), first)
            return True
        if term.op == "int":
            low, high = self._ends(term, stack)
            if low is not None and high is not None and balls.order(low, high) != 1:
                return {0: True, -1: False}.get(balls.order(low, high) or 0) if low.exact and high.exact else None
            for place in self._places(low, high):
                body(place)
            if any(self._diverges(body, end, side) for end, side in ((low, 1), (high, -1))):
                return False
            return self._is_found(self._total(nodes.interval(low, high), sized))
        rule = self._draws(term.args[:-1], stack)
        if len(term.args) == 2 and term.args[0].op == "gauss" and self._grows(body):
            return False
        return self._is_found(self._total(rule, sized, spread=True)) or rule.is_exact or None

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
        rules = [self.law(law, stack) for law in judgement.args]
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
            means = [self._total(rule, lambda place, t=test: of_ball(t(flat(place)))) for rule in rules]
            if balls.equal(*means) is False:
                return False
        return None


def _same_nodes(first: list[nodes.Node], second: list[nodes.Node]) -> bool:
    return len(first) == len(second) and all(
        a[0].exact and b[0].exact and repr(a) == repr(b) for a, b in zip(first, second, strict=True)
    )


def _pairs(first: list[Num], second: list[Num]) -> list[tuple[Num, Num]]:
    if len(first) != len(second):
        raise Undefined
    return list(zip(first, second, strict=True))


def _dot(first: list[Num], second: list[Num]) -> Num:
    return balls.add(ZERO, *(balls.times(a, b) for a, b in _pairs(first, second)))


def _beside(place: Num, side: int) -> Callable[[int], Num]:
    return lambda k: balls.add(place, exact(Fraction(side, 2**k)))


def _rational_end(end: tuple[str, Num] | None, side: int) -> tuple[str, Fraction] | None:
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


BINDERS = frozenset({"sum", "prod", "int", "E", "P", "max", "rootof"})


# -- points ---------------------------------------------------------------------------------------------------------


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
            sizes, low, high = Meaning(point).ends_of(declaration)
    except (Undefined, Undecided):
        return None
    if declaration.data[0] == "fun":
        from tests.kernel.samples import a_function

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
    from rftheory.kernel.terms import var

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
