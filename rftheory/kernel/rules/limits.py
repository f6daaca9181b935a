"""Continuity and limits: CONT, and the rules that make and use ``lim`` and ``tends``.

"Near p" is an open interval with p (or an infinite end) as one of its ends: the binder ``int`` that a rule takes as ``over``
names it together with the function. No fact mentions its variable.
"""

from __future__ import annotations

from rftheory.kernel.contexts import Context, close
from rftheory.kernel.defined import defined
from rftheory.kernel.refused import demand
from rftheory.kernel.rules.conditions import holds, judged, less, lies_in, opened
from rftheory.kernel.rules.continuity import EVERYWHERE, OF_REAL
from rftheory.kernel.schemas import STEP, TERM, TEXT
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import MINUS_OO, ONE, OO, PI, TWO, ZERO, Term, bound, make, rat
from rftheory.kernel.theorems import Cited, Kernel, Steps, Terms, Theorem, rule
from rftheory.kernel.values import nonneg, nonzero, positive, real

# -- near a point ---------------------------------------------------------------------------------------------------


def near(
    kernel: Kernel, context: Context, over: Term, side: str, premises: Steps, *, inside: bool = False
) -> tuple[Context, Term, Term, Term]:
    """The context near the end of an interval that a side names; its variable, the body there, and the end."""
    demand(over.op == "int" and side in ("above", "below", "oo", "-oo"), "a limit is taken at one end of an interval")
    low, high, _ = over.args
    point = low if side in ("above", "-oo") else high
    demand((side in ("oo", "-oo")) == (point in (OO, MINUS_OO)), "the side does not fit the end of the interval")
    demand(inside or less(kernel, context, low, high, premises), "the interval may be empty")
    inner, (x,), (body,) = opened(kernel, context, over)
    return inner, x, body, point


def limit_of(step: Theorem, context: Context, point: Term, side: str, ops: tuple[str, ...] = ("lim",)) -> Term:
    judgement = step.within(context)
    demand(judgement.op in ops, f"a premise is {judgement.op}, it must be a limit")
    demand(judgement.args[0] is point and judgement.data == side, "a premise is a limit elsewhere")
    return judgement


@rule("LIMCONT", of=STEP, point=TERM, side=TEXT, premises=[STEP])
def limit_by_continuity(kernel: Kernel, context: Context, of: Theorem, point: Term, side: str, premises: Steps) -> Term:
    """A continuous function has its value as its limit; the interval reaches beyond the point on that side."""
    interval = judged(of, context, "cont")
    demand(side in ("above", "below", "both"), "a point has the sides above, below and both")
    demand(lies_in(kernel, context, point, interval, premises), "the point is not seen to lie in the interval")
    rooms = {"below": (interval.args[0], point), "above": (point, interval.args[1])}
    room = all(less(kernel, context, *pair, premises) for at, pair in rooms.items() if side in (at, "both"))
    demand(room, "the interval may end at the point")
    return make("lim", (point, instantiate(interval.args[2], (point,)), interval.args[2]), side)


# -- limits by structure --------------------------------------------------------------------------------------------


class Limits:
    """The limit of a term near a point, as a term of the outer context or as an infinite end."""

    def __init__(self, kernel: Kernel, outer: Context, inner: Context, x: Term, known_parts: dict[Term, Term]):
        self.kernel, self.outer, self.inner, self.x, self.parts = kernel, outer, inner, x, known_parts
        self.equal: dict[Term, Term] = {}

    def of(self, term: Term) -> Term:
        if term in self.parts:
            return self.parts[term]
        if self.x.data not in term.variables:
            demand(defined(self.kernel, self.outer, term), "a constant part is not seen to be defined")
            found = term
        elif term.op == "rpow":
            found = self._power(term)
        else:
            demand(all(arg.sort == "scalar" for arg in term.args) and bool(term.args), f"no limit through {term.op}")
            limits = [self.of(arg) for arg in term.args] if term.op in EVERYWHERE or len(term.args) == 1 else []
            demand(bool(limits), f"no limit is known through {term.op}")
            infinite = any(limit.sort == "end" for limit in limits)
            found = self._infinite(term, limits) if infinite else self._finite(term, limits)
        self.parts[term] = self.equal.get(found, found)
        return self.parts[term]

    def _finite(self, term: Term, limits: Terms) -> Term:
        kernel, op, (s, value) = self.kernel, term.op, (term.args[0], limits[0])
        if op in EVERYWHERE:
            return make(op, limits, term.data)
        if op in OF_REAL:
            demand(real(kernel, self.inner, s), f"the argument of {op} is not seen to be real")
            return make(op, (value,))
        demand(op in ("inv", "log", "sqrt", "root"), f"no limit is known through {op}")
        if op in ("inv", "log") and value is ZERO:
            above = positive(kernel, self.inner, s)
            told = above or (op == "inv" and less(kernel, self.inner, s, ZERO))
            demand(told, f"the sign near a zero under {op} is open")
            return OO if above and op == "inv" else MINUS_OO
        if op == "inv":
            demand(nonzero(kernel, self.outer, value), "the limit of a divisor may be 0")
        elif not positive(kernel, self.outer, value):
            demand(op != "log" and self._from_zero(s, value), f"the limit under {op} is not seen to be positive")
        return make(op, (value,), term.data)

    def _from_zero(self, term: Term, limit: Term) -> bool:
        """Real values that are not negative, near the point and in the limit."""
        near_it = real(self.kernel, self.inner, term) and nonneg(self.kernel, self.inner, term)
        return near_it and nonneg(self.kernel, self.outer, limit)

    def _power(self, term: Term) -> Term:
        base, exponent = term.args
        demand(self.x.data not in exponent.variables, "no limit is known through a variable exponent")
        fits = defined(self.kernel, self.outer, exponent) and real(self.kernel, self.outer, exponent)
        demand(fits, "the exponent is not seen to be real")
        limit = self.of(base)
        rises = positive(self.kernel, self.outer, exponent)
        if limit is OO and rises:
            return OO
        demand(limit.sort != "end", "a base that tends to an infinite end needs a positive exponent")
        held = positive(self.kernel, self.outer, limit) or (rises and self._from_zero(base, limit))
        demand(held, "the limit of the base is not seen to be positive")
        return make("rpow", (limit, exponent))

    def _infinite(self, term: Term, limits: Terms) -> Term:
        op, up = term.op, limits[0] is OO
        if op in ("+", "*"):
            demand(
                real(self.kernel, self.inner, term), "a sum or product with an infinite limit is not seen to be real"
            )
            return self._combined(op, limits)
        if op == "pow":
            demand(term.data > 0, "a power 0 of what tends to an infinite end")
            return OO if up or term.data % 2 == 0 else MINUS_OO
        half = make("*", (PI, make("inv", (TWO,))))
        table: dict[str, tuple[Term, Term]] = {
            "neg": (MINUS_OO, OO), "sinh": (OO, MINUS_OO), "re": (OO, MINUS_OO), "conj": (OO, MINUS_OO),
            "abs": (OO, OO), "cosh": (OO, OO), "exp": (OO, ZERO), "inv": (ZERO, ZERO), "im": (ZERO, ZERO),
            "tanh": (ONE, rat(-1)), "erf": (ONE, rat(-1)), "atan": (half, make("neg", (half,))),
        }  # fmt: skip
        if up and op in ("log", "sqrt", "root"):
            return OO
        demand(op in table, f"no limit is known through {op} at an infinite end")
        return table[op][0 if up else 1]

    def _combined(self, op: str, limits: Terms) -> Term:
        ends = {limit for limit in limits if limit.sort == "end"}
        if op == "+":
            demand(len(ends) == 1, "oo and -oo in one sum")
            return ends.pop()
        up = True
        for limit in limits:
            falls = limit is MINUS_OO or (limit.sort == "scalar" and less(self.kernel, self.outer, limit, ZERO))
            held = limit.sort == "end" or falls or positive(self.kernel, self.outer, limit)
            demand(held, "a factor of what tends to an infinite end may vanish in the limit")
            up = up != falls
        return OO if up else MINUS_OO


@rule("LIMIT", over=TERM, side=TEXT, parts=[STEP], eqs=[STEP], premises=[STEP])
def limit_by_structure(
    kernel: Kernel, context: Context, over: Term, side: str, parts: Steps, eqs: Steps, premises: Steps
) -> Term:
    """The limit of a body near an end of its interval, computed from limits of parts; ``eqs`` rewrite limits met."""
    inner, x, body, point = near(kernel, context, over, side, premises)
    limits = Limits(kernel, context, inner, x, {x: point})
    for step in parts:
        part = limit_of(step, context, point, side, ("lim", "tends"))
        limits.parts[instantiate(part.args[2], (x,))] = part.args[1]
    for step in eqs:
        equal = judged(step, context, "=")
        limits.equal[equal.args[0]] = equal.args[1]
    found = limits.of(body)
    demand(found.sort != "end" or real(kernel, inner, body), "a function that tends to an infinite end must be real")
    return make("tends" if found.sort == "end" else "lim", (point, found, over.args[2]), side)


@rule("LIMEQ", of=STEP, eq=STEP)
def limit_equal(kernel: Kernel, context: Context, of: Theorem, eq: Theorem) -> Term:
    """Another term for a limit."""
    limit, equal = judged(of, context, "lim"), judged(eq, context, "=")
    demand(equal.args[0] is limit.args[1], "the equation is not about the limit")
    return make("lim", (limit.args[0], equal.args[1], limit.args[2]), limit.data)


#: the side and the number of parameters of each entry
_TABLE = {"power.exp": ("oo", 3), "power.zero": ("above", 1), "power.log": ("above", 1)}


@rule("LIMTABLE", entry=TEXT, numbers=[TERM], premises=[STEP])
def limit_table(kernel: Kernel, context: Context, entry: str, numbers: Terms, premises: Steps) -> Cited:
    """x^p exp(-q x^r) -> 0 at oo (p real); x^p -> 0 and x^p log x -> 0 at 0+; all other numbers positive."""
    demand(entry in _TABLE and len(numbers) == _TABLE[entry][1], "the table has no such limit")
    side = _TABLE[entry][0]
    for place, number in enumerate(numbers):
        demand(defined(kernel, context, number) and real(kernel, context, number), "a number is not seen to be real")
        free = entry == "power.exp" and place == 0
        demand(free or less(kernel, context, ZERO, number, premises), "a number is not seen to be positive")
    x = bound(0, "real")
    body = make("rpow", (x, numbers[0]))
    if entry == "power.exp":
        body = make("*", (body, decay(x, numbers[1], numbers[2])))
    elif entry == "power.log":
        body = make("*", (body, make("log", (x,))))
    return make("lim", (OO if side == "oo" else ZERO, ZERO, body), side), (f"limit.{entry}",)


def decay(x: Term, rate: Term, exponent: Term) -> Term:
    """``exp(-rate x^exponent)`` as the tables write it."""
    return make("exp", (make("neg", (make("*", (rate, make("rpow", (x, exponent)))),)),))


# -- limits by comparison -------------------------------------------------------------------------------------------


@rule("SQUEEZE", over=TERM, side=TEXT, orders=[STEP], limits=[STEP], premises=[STEP])
def squeeze(
    kernel: Kernel, context: Context, over: Term, side: str, orders: Steps, limits: Steps, premises: Steps
) -> Term:
    """``abs f <= g`` and g -> 0 give f -> 0; ``u <= f <= v`` and u, v -> L give f -> L."""
    inner, x, f, point = near(kernel, context, over, side, premises)
    bounds = [limit_of(step, context, point, side) for step in limits]
    sides = [instantiate(limit.args[2], (x,)) for limit in bounds]
    found = [judged(step, inner, "<=").args for step in orders]
    if len(sides) == 1:
        demand(
            found == [(make("abs", (f,)), sides[0])] and bounds[0].args[1] is ZERO, "abs f <= g with g -> 0 is needed"
        )
    else:
        demand(len(sides) == 2 and found == [(sides[0], f), (f, sides[1])], "u <= f <= v is needed")
        demand(bounds[0].args[1] is bounds[1].args[1], "the limits of the bounds differ")
    return make("lim", (point, bounds[0].args[1], over.args[2]), side)


# -- quotients ------------------------------------------------------------------------------------------------------


@rule("LHOPITAL", limits=[STEP], slopes=[STEP], apart=[STEP], quotient=STEP)
def lhopital(kernel: Kernel, context: Context, limits: Steps, slopes: Steps, apart: Steps, quotient: Theorem) -> Term:
    """f, g -> 0, g real and ``g' != 0`` near the point, f'/g' -> L: then f/g -> L."""
    demand(len(limits) == len(slopes) == 2, "two limits and two derivatives are needed")
    pair = [judged(step, context, "D") for step in slopes]
    demand(pair[0].args[:2] == pair[1].args[:2], "the derivatives are on different intervals")
    last = judged(quotient, context, "lim")
    over = make("int", pair[1].args[:3])
    inner, x, g, point = near(kernel, context, over, last.data, (), inside=True)
    for step, derived in zip(limits, pair, strict=True):
        limit = limit_of(step, context, point, last.data)
        demand(limit.args[1:] == (ZERO, derived.args[2]), "the limit of a function is not 0, or is of another one")
    rates = [instantiate(derived.args[3], (x,)) for derived in pair]
    demand(real(kernel, inner, g), "the divisor is not seen to be real")
    apart_from_0 = nonzero(kernel, inner, rates[1]) or holds(kernel, inner, make("!=", (rates[1], ZERO)), apart)
    demand(apart_from_0, "the derivative of the divisor may vanish")
    limit_of(quotient, context, point, last.data)
    demand(instantiate(last.args[2], (x,)) is _quotient(*rates), "the last limit is not that of f'/g'")
    value = _quotient(instantiate(pair[0].args[2], (x,)), g)
    return make("lim", (point, last.args[1], close(value, (x,))), last.data)


def _quotient(first: Term, second: Term) -> Term:
    return make("*", (first, make("inv", (second,))))
