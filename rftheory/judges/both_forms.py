"""A claim at one point of its domain, in SymPy and in the kernel's terms, with the same finite sums in the place of means."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import acb, arb

from rftheory.inputs.kernels import d
from rftheory.kernel.contexts import end_facts
from rftheory.kernel.terms import Term
from rftheory.kernel.text import print_term
from rftheory.meaning import balls, places
from rftheory.meaning.balls import Num, Undefined, exact, of_ball
from rftheory.meaning.compared_expressions import Vectors, compared
from rftheory.meaning.compared_terms import Compared
from rftheory.meaning.judgements import Judgements
from rftheory.meaning.samples import Fun, Seq
from rftheory.meaning.values import Stack
from rftheory.numbers.balls import ball
from rftheory.prover.spec import ClaimEntry
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.nodes import Form
from rftheory.rules.propositions import Derivative, Equality, Inequality, Point, Proposition, sides
from rftheory.rules.variates import UnitVariate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain
from rftheory.statements.printing import point_text

#: values that overlap are taken to agree if they are known to so many bits
_SHARP = 40
#: the dimension where it may be any
_OWN = 3
#: declarations whose sizes are asked
_ARRAYS = ("vec", "vecs", "ints", "reals")
_INFINITE = {sp.oo: "oo", -sp.oo: "-oo"}


class NotCompared(Exception):  # noqa: N818 - it says what is missing, not what is wrong
    """A point, or a part of a claim, at which the two forms cannot be evaluated."""


class Differs(Exception):  # noqa: N818 - a finding
    """The two forms of a claim say different things; the message has the values."""


class BothForms:
    """One point in both forms, at one precision.

    What is not given by the point (vectors with the products of a table, functions that may be any, free draws, a dimension that
    may be any, at least ``least``) is chosen once and is the same in both.
    """

    def __init__(self, made: ClaimEntry, claim: Claim, point: Point, bits: int, least: int = _OWN):
        self.made, self.point, self.bits, self.least = made, point, bits, least
        self.scope, self.context = made.setting.scope(), made.setting.context
        parts = (getattr(claim.proposition, name) for name in sides(claim.proposition))
        self.whole = sp.Tuple(*map(sp.sympify, parts), *claim.domain.conditions)
        self.tables = {key: rows for space, names in self._spaces().items() for key, rows in self._rows(space, names)}
        self.width = max((len(row) for row in self.tables.values()), default=1)
        self.vectors: Vectors = {
            key: [*row, *[arb(0)] * (self._size(key[0]) - len(row))] for key, row in self.tables.items()
        }
        self.values = self._values()
        self.terms = Compared(self.values)

    # -- vectors ----------------------------------------------------------------------------------------------------

    def _spaces(self) -> dict[sp.Basic, list[str]]:
        """The vectors that are named, by table, in the order in which their factor is taken."""
        found: dict[sp.Basic, list[str]] = {}
        named = sorted(self.whole.atoms(Form), key=lambda form: str(form.args))
        for space, name in [(form.args[2], form.vector) for form in named]:
            if name not in found.setdefault(space, []):
                found[space].append(name)
        return found | {node: ["c"] for node in self.whole.atoms(NoncentralChiSquare)}

    def _rows(self, space: sp.Basic, names: list[str]) -> Iterator[tuple[tuple[sp.Basic, str], list[arb]]]:
        """Vectors with these products: the rows of the Cholesky factor of their table, in balls."""
        whole = space.args[2] if isinstance(space, NoncentralChiSquare) else None
        table = sp.Matrix([[whole]]) if whole is not None else space.space.table(tuple(names))
        rows: list[list[arb]] = []
        for i, name in enumerate(names):
            row: list[arb] = []
            for k, other in enumerate(rows):
                rest = self._real(table[i, k]) - sum((a * b for a, b in zip(row, other, strict=False)), start=arb(0))
                row.append(arb(0) if other[k].is_zero() else rest / other[k])
            rest = self._real(table[i, i]) - sum((a * a for a in row), start=arb(0))
            if rest < 0:
                raise NotCompared(f"no vectors have the products {table}")
            row.append(rest.sqrt() if rest > 0 else arb(0))
            rows.append(row)
            yield (space, name), row

    def _real(self, expr: sp.Expr) -> arb:
        return acb(ball(expr, self.point, self.bits)).real

    def _size(self, space: sp.Basic) -> int:
        size = self.scope.sizes.get(space, self.scope.size)
        if size is None or (size == d and d not in self.point):
            return max(self.width, self.least)
        found = sp.sympify(size).subs(dict(self.point))
        if not found.is_Integer or found < self.width or found > places.MOST:
            raise NotCompared(f"no such vectors in {found} dimensions")
        return int(found)

    # -- the kernel's variables ---------------------------------------------------------------------------------------

    def _values(self) -> dict[int, Any]:
        values: dict[int, Any] = {}
        for symbol, variable in self.made.setting.symbols.items():
            if symbol in self.point:
                values[variable.data[0]] = _number(self.point[symbol], self.bits)
            elif symbol == d:
                values[variable.data[0]] = exact(max(self.width, self.least))
        combined = {space for space, _ in self.scope.combined}
        for (space, name), variable in self.scope.vectors.items():
            if space in combined:
                unit = int(name.removeprefix("e_"))
                row = [exact(int(k == unit)) for k in range(1, self._size(space) + 1)]
            else:
                row = [of_ball(acb(entry)) for entry in self.vectors[space, name]]
            values[variable.data[0]] = row
        units = {node.name for node in self.whole.atoms(UnitVariate)}
        for name, variable in self.scope.functions.items():
            values[variable.data[0]] = _function(name, variable, name in units)
        for name, drawn in self.scope.draws.items():
            values[drawn.variable.data[0]] = self._free(name, drawn.variable, Compared(values))
        return values

    def _free(self, name: str, variable: Term, known: Compared) -> Any:
        """What is drawn outside of every expectation."""
        if variable.sort not in ("vec", "vecs"):
            return exact(places.share(f"free {name}", 0, ()))
        sizes = [known.of(size).as_int() for size in self.context.declarations[variable.data[0]].args]
        if variable.sort == "vec":
            return [exact(places.number(f"free {name}", 0, (k,))) for k in range(1, sizes[0] + 1)]
        rows, columns = (range(1, size + 1) for size in sizes)
        return [[exact(places.number(f"free {name}", 0, (i, k))) for k in columns] for i in rows]

    # -- comparison -----------------------------------------------------------------------------------------------------

    def facts(self) -> None:
        """Refuse a context that does not hold at a point of the domain, or whose arrays have other sizes."""
        for place, one in enumerate(self.context.declarations):
            if one.data[0] in _ARRAYS:
                sizes, given = [self.terms.of(size).as_int() for size in one.args], self.values[place]
                shape = [len(given), *([len(given[0])] if len(sizes) > 1 else [])]
                self._is(f"the size of {self.made.setting.names[place]}", sizes, shape)
        ends = [
            fact
            for place, one in enumerate(self.context.declarations)
            for fact in end_facts(one, self.context.variable(place))
        ]
        # that means of what may be any exist is no matter of the point; other facts are taken as they stand
        known = Judgements(self.values)
        for fact in (*ends, *(one for one in self.context.facts if one.op != "l1")):
            if known.holds(fact) is False:
                raise Differs(f"{print_term(fact, self.made.setting.names)} fails at {point_text(self.point)}")

    def same(self, what: str, expr: sp.Expr, term: Term, stack: Stack = ()) -> bool:
        """Whether an expression and a term are seen to have one value; False if it is not known sharply enough."""
        here = acb(compared(expr, self.point, self.vectors, self._size(sp.S.One), self.bits))
        try:
            there = self.terms.of(term, stack).ball
        except Undefined as error:
            if here.is_finite():
                raise Differs(f"{what} has no value in the kernel's terms at {point_text(self.point)}") from error
            raise
        if not (here.is_finite() and there.is_finite()):
            raise NotCompared(f"{what} has no finite value")
        if not here.overlaps(there):
            values = f"{here.str(12)} in SymPy, {there.str(12)} in the kernel's terms"
            raise Differs(f"{what}: {values}, at {point_text(self.point)}")
        return all(ball.rel_accuracy_bits() >= _SHARP or _is_small(ball) for ball in (here, there))

    def sides(self, proposition: Proposition, domain: Domain) -> Iterator[tuple[str, sp.Expr, Term, Stack]]:
        """What is to be the same."""
        prop, args = self.made.prop, self.made.prop.args
        if isinstance(proposition, (Equality, Inequality)):
            relation = "=" if isinstance(proposition, Equality) else proposition.relation
            turned = relation in (">=", ">")
            self._is("the relation", prop.op, {">=": "<=", ">": "<"}.get(relation, relation))
            pair = [("left", proposition.left), ("right", proposition.right)]
            for (what, expr), term in zip(pair[::-1] if turned else pair, args, strict=True):
                yield what, sp.sympify(expr), term, ()
            return
        stack = (_number(self.point[proposition.variable], self.bits),)
        if isinstance(proposition, Derivative):
            self._is("the proposition", prop.op, "D")
            (item,) = (one for one in domain.ranges if one.symbol == proposition.variable)
            ends = (-sp.oo if item.low is None else item.low, sp.oo if item.high is None else item.high)
            for what, end, term in zip(("the lower end", "the upper end"), ends, args, strict=False):
                yield from self._end(what, end, term)
            yield "function", sp.sympify(proposition.function), args[2], stack
            yield "value", sp.sympify(proposition.value), args[3], stack
            return
        infinite = sp.sympify(proposition.value) in _INFINITE
        self._is("the proposition", prop.op, "tends" if infinite else "lim")
        point = sp.sympify(proposition.point)
        self._is("the side", prop.data, _INFINITE.get(point) or {"+": "above", "-": "below"}[proposition.side])
        yield from self._end("the point", point, args[0])
        yield from self._end("value", proposition.value, args[1])
        yield "expr", sp.sympify(proposition.expr), args[2], stack

    def _end(self, what: str, end: sp.Expr | int, term: Term) -> Iterator[tuple[str, sp.Expr, Term, Stack]]:
        infinite = _INFINITE.get(sp.sympify(end))
        if infinite or term.sort == "end":
            self._is(what, term.op, infinite)
        else:
            yield what, sp.sympify(end), term, ()

    def _is(self, what: str, found: object, wanted: object) -> None:
        if found != wanted:
            raise Differs(f"{what} is {found} in the kernel's terms, and should be {wanted}")


def _number(value: sp.Basic, bits: int) -> Any:
    """An exact value of a parameter as a number of the evaluator, or a list of them."""
    if isinstance(value, sp.Tuple):
        return [_number(part, bits) for part in value]
    if value.is_Rational:
        return exact(Fraction(int(value.p), int(value.q)))
    return of_ball(acb(ball(value, {}, bits)))


def _is_small(number: acb) -> bool:
    return bool(abs(number).abs_upper() < arb(2) ** -_SHARP)


def _function(name: str, variable: Term, unit: bool) -> Fun | Seq:
    """What stands for a function, or a sequence of masses, that may be any (`compared_expressions` has the same)."""
    if variable.sort == "seq":
        ratio = Fraction(2, 3)
        return Seq(0, lambda k: balls.times(exact(1 - ratio), balls.power(exact(ratio), k)), name)
    first, second, third = map(exact, places.image(name))

    def polynomial(t: Num) -> Num:
        return balls.add(first, balls.times(second, t), balls.product([third, t, t]))

    def between(t: Num) -> Num:
        square = balls.times(t, t)
        above = balls.add(balls.ONE, balls.times(second, square))
        return balls.product([first, above, balls.inv(balls.add(balls.ONE, square))])

    return Fun(None, None, between if unit else polynomial, name)
