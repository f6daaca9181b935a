"""Terms at exact points of a context, in the kernel's balls: what says that two terms differ, and where.

Floats guess where two terms differ (`points`); they know nothing of branches, of rounding and of facts that hold by a hair. Here the
variables become closed terms: rational numbers, coordinates of vectors, and what an equation of the context says they are. A
point counts only if balls show that all facts hold there.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.balls import difference
from rftheory.kernel.text import context_entries
from rftheory.prover.points import Points

#: bits of the balls, and digits of the values that are shown
_PRECISIONS, _DIGITS = (64, 256), 6
#: denominators of numbers of a point: those that are easily read come first
_DENOMINATORS = (8, 1000)

#: a number, or the coordinates of a vector; each a term without variables
Value = Term | list[Term]


class NotExact(Exception):
    """A point or a term that has no exact value here."""


class ExactPoint:
    """Values of the variables of a context, near a point of floats.

    Raises:
        NotExact: if it is not decided to lie in the context.
    """

    def __init__(self, context: Context, near: Sequence[Any], denominator: int):
        self.context, self._denominator = context, denominator
        self.values: list[Value] = []
        self._fixed: set[int] = set()
        for entry in context_entries(context):
            if entry.sort == "decl":
                self.values.append(self._value(entry, near[len(self.values)]))
            elif entry.op == "=":
                self._solve(entry)
        ends = [fact for i, d in enumerate(context.declarations) for fact in end_facts(d, context.variable(i))]
        for fact in (*context.facts, *ends):
            if fact.op != "=" and not self._holds(fact):
                raise NotExact("a fact that is not decided")

    def _value(self, declaration: Term, near: Any) -> Value:
        tag = declaration.data[0]
        if tag == "real":
            return rat(Fraction(complex(near).real).limit_denominator(self._denominator))
        if tag == "int":
            return rat(round(complex(near).real))
        if tag == "vec" and isinstance(near, list) and self.closed(declaration.args[0]) is rat(len(near)):
            return [rat(Fraction(x).limit_denominator(self._denominator)) for x in near]
        raise NotExact(f"a variable of kind {tag}")

    def closed(self, term: Term) -> Term:
        """A number at this point, as a term without variables."""
        if not term.variables:
            return term
        if term.op == "var":
            value = self.values[term.data[0]]
            if isinstance(value, list):
                raise NotExact("a vector for a number")
            return value
        if term.op in ("dot", "norm2"):
            first, second = (self._coordinates(arg) for arg in (term.args * 2)[:2])
            return total([make("*", pair) for pair in zip(first, second, strict=True)])
        if term.op == "coord" and term.args[1].op == "rat":
            return self._coordinates(term.args[0])[int(term.args[1].data) - 1]
        return make(term.op, tuple(self.closed(arg) for arg in term.args), term.data)

    def _coordinates(self, vector: Term) -> list[Term]:
        if vector.op == "var" and isinstance(value := self.values[vector.data[0]], list):
            return value
        if vector.op == "vscale":
            factor = self.closed(vector.args[0])
            return [make("*", (factor, part)) for part in self._coordinates(vector.args[1])]
        if vector.op == "vadd":
            parts = (self._coordinates(part) for part in vector.args)
            return [total(list(same)) for same in zip(*parts, strict=True)]
        raise NotExact("a vector without coordinates")

    def _solve(self, equation: Term) -> None:
        """Make an equation hold that says what a variable or the length of a vector is, and that speaks of it first."""
        for side, other in (equation.args, equation.args[::-1]):
            vector = side.op == "norm2"
            variable = side.args[0] if vector else side
            if variable.op != "var" or variable.data[0] in self._fixed or variable.data in other.variables:
                continue
            place, value = variable.data[0], self.closed(other)
            ball = self.ball(other)
            if not ball.imag.is_zero() or (vector and not ball.real > 0) or variable.data[1] == "int":
                continue
            if vector:
                length = make("*", (make("sqrt", (value,)), make("inv", (make("sqrt", (self.closed(side),)),))))
                self.values[place] = [make("*", (length, part)) for part in self._coordinates(variable)]
            else:
                self.values[place] = value
            self._fixed |= {number for number, _ in equation.variables}
            return
        raise NotExact("an equation that is not solved")

    def _holds(self, fact: Term) -> bool:
        if fact.op not in ("<", "<=", "!="):
            return False
        gap = self.ball(fact.args[1], fact.args[0])
        if fact.op == "!=":
            return not gap.contains(0)
        return bool(gap.imag.is_zero() and (gap.real > 0 if fact.op == "<" else gap.real >= 0))

    def ball(self, first: Term, second: Term = ZERO, precision: int = _PRECISIONS[0]) -> Any:
        """The ball of a difference of two numbers at this point."""
        try:
            return difference(self.closed(first), self.closed(second), precision)
        except (Refused, ValueError, IndexError) as error:
            raise NotExact(str(error)) from error

    def contradicts(self, first: Term, relation: str, second: Term) -> bool | None:
        """Whether balls exclude ``first <relation> second`` (one of =, <, <=); None if the numbers have no balls."""
        for precision in _PRECISIONS:
            try:
                gap = self.ball(first, second, precision)
            except NotExact:
                return None
            if relation == "=":
                fails = not gap.contains(0)
            else:
                fails = gap.imag.is_zero() and (gap.real > 0 or (relation == "<" and gap.real >= 0))
            if fails:
                return True
        return False

    def __str__(self) -> str:
        def text(value: Value) -> str:
            parts = [shown(part) if part.op == "rat" else _text(self.ball(part)) for part in _listed(value)]
            return f"({', '.join(parts)})" if isinstance(value, list) else parts[0]

        return ", ".join(f"{shown(self.context.variable(n))} = {text(v)}" for n, v in enumerate(self.values))


def contradiction(
    among: Points, first: Term, relation: str, second: Term, points: Sequence[Sequence[Any]] | None = None
) -> str | None:
    """Where ``first <relation> second`` fails near points of a context (all if None), and what the two are there.

    Returns:
        the point and the values; empty if balls exclude nothing where they were asked, None if they could be asked nowhere.
    """
    seen: str | None = None
    for denominator in _DENOMINATORS:
        for near in sorted(among.points if points is None else points, key=_size):
            point = _exact(among, near, denominator)
            if point is None:
                continue
            fails = point.contradicts(first, relation, second)
            if fails:
                values = (_text(point.ball(term, precision=_PRECISIONS[-1])) for term in (first, second))
                return f"at {point}: {' and '.join(values)}"
            seen = "" if fails is False else seen
    return seen


def _exact(among: Points, near: Sequence[Any], denominator: int) -> ExactPoint | None:
    """The exact point near one of the points, which many goals ask for; None if there is none."""
    key = (id(near), denominator)
    if key not in among.exact:
        try:
            among.exact[key] = ExactPoint(among.context, near, denominator)
        except NotExact:
            among.exact[key] = None
    found: ExactPoint | None = among.exact[key]
    return found


def _size(near: Sequence[Any]) -> int:
    """How many numbers a point has; those of vectors count."""
    return sum(len(value) if isinstance(value, list) else 1 for value in near)


def _listed(value: Value) -> list[Term]:
    return value if isinstance(value, list) else [value]


def _text(ball: Any) -> str:
    real: str = ball.real.str(_DIGITS, radius=False)
    return real if ball.imag.is_zero() else f"{real} + {ball.imag.str(_DIGITS, radius=False)} i"
