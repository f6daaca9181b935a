"""Derivatives and what follows from their signs: DERIV, MONO, SLOPE, VALLEY, TANGENT, CHORD.

``D (low high) f g`` says: low < high, and at every point of the open interval f has the derivative g. Rules about the graph
of f are used in the context that the interval opens; where f is known to be continuous up to its ends (a theorem ``cont``),
in the context of that larger interval.
"""

from __future__ import annotations

from rftheory.kernel.contexts import Context, bodies, close, open_binder
from rftheory.kernel.defined import defined
from rftheory.kernel.known import integer, known
from rftheory.kernel.refused import Refused, demand
from rftheory.kernel.rules.conditions import at_or_below, judged, less, lies_in, minus, off_cut, opened, sign_of
from rftheory.kernel.schemas import NAT, STEP, TERM, TEXT
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import ONE, OO, PI, TWO, ZERO, Term, make, power, rat
from rftheory.kernel.theorems import Kernel, Steps, Terms, Theorem, rule
from rftheory.kernel.values import nonzero, positive, real

# -- derivatives ----------------------------------------------------------------------------------------------------


def _product(*factors: Term) -> Term:
    """The product without the factors that are the literal 1."""
    left = [factor for factor in factors if factor is not ONE]
    return ONE if not left else left[0] if len(left) == 1 else make("*", left)


def _inv(term: Term) -> Term:
    return make("inv", (term,))


class Slopes:
    """Derivatives with respect to one variable, in one form that is not simplified."""

    def __init__(self, kernel: Kernel, variable: Term, premises: Steps):
        self.kernel, self.variable, self.premises = kernel, variable, premises
        self.memo: dict[tuple[Context, Term], Term] = {}

    def of(self, context: Context, term: Term) -> Term:
        if self.free(term):
            return ZERO
        if term is self.variable:
            return ONE
        key = (context, term)
        if key not in self.memo:
            self.memo[key] = self._of(context, term)
        return self.memo[key]

    def free(self, *terms: Term) -> bool:
        return all(self.variable.data not in term.variables for term in terms)

    def _of(self, context: Context, term: Term) -> Term:
        op, args = term.op, term.args
        if op in ("+", "*"):
            rates = [(n, self.of(context, arg)) for n, arg in enumerate(args) if not self.free(arg)]
            parts = [rate if op == "+" else _product(*args[:n], rate, *args[n + 1 :]) for n, rate in rates]
            return parts[0] if len(parts) == 1 else make("+", parts)
        if op in ("neg", "re", "im", "conj"):
            return make(op, (self.of(context, args[0]),))
        special = {"sum": self._of_sum, "rpow": self._of_rpow, "pfq": self._of_pfq}.get(op)
        if special or op in ("bessel_i", "bessel_j"):
            return (special or self._of_bessel)(context, term)
        demand(len(args) == 1 and args[0].sort == "scalar", f"no derivative is known through {op}")
        return _product(self._outer(context, term), self.of(context, args[0]))

    def _outer(self, context: Context, term: Term) -> Term:
        """The derivative of a function of one argument at its argument."""
        op, (s,) = term.op, term.args
        kernel = self.kernel
        if op == "pow":
            return _product(rat(term.data), power(s, term.data - 1)) if term.data > 1 else rat(term.data)
        if op == "inv":
            return make("neg", (_inv(power(s, 2)),))
        if op in ("exp", "sin", "sinh", "cosh"):
            return make({"exp": "exp", "sin": "cos", "sinh": "cosh", "cosh": "sinh"}[op], (s,))
        if op == "cos":
            return make("neg", (make("sin", (s,)),))
        if op in ("log", "sqrt", "root"):
            demand(off_cut(kernel, context, s, self.premises), f"the argument of {op} is not seen to be off the cut")
            if op == "log":
                return _inv(s)
            return _product(term, _inv(make("*", (rat(2 if op == "sqrt" else term.data), s))))
        demand(op in ("abs", "tanh", "atan", "erf"), f"no derivative is known through {op}")
        demand(real(kernel, context, s), f"the argument of {op} is not seen to be real")
        if op == "abs":
            demand(nonzero(kernel, context, s), "abs has no derivative where its argument may vanish")
            return _product(s, _inv(term))
        if op == "tanh":
            return minus(ONE, power(term, 2))
        if op == "atan":
            return _inv(make("+", (ONE, power(s, 2))))
        return _product(TWO, _inv(make("sqrt", (PI,))), make("exp", (make("neg", (power(s, 2),)),)))

    def _of_rpow(self, context: Context, term: Term) -> Term:
        s, e = term.args
        if self.free(e):
            whole = integer(self.kernel, context, e) and nonzero(self.kernel, context, s)
            demand(whole or off_cut(self.kernel, context, s, self.premises), "the base of rpow may be on the cut")
            return _product(e, term, _inv(s), self.of(context, s))
        demand(positive(self.kernel, context, s), "the base of a power with a variable exponent is not seen positive")
        part = _product(term, make("log", (s,)), self.of(context, e))
        return part if self.free(s) else make("+", (part, _product(e, term, _inv(s), self.of(context, s))))

    def _of_bessel(self, context: Context, term: Term) -> Term:
        order, s = term.args
        demand(self.free(order), "the order of a Bessel function has the variable")
        smooth = integer(self.kernel, context, order) or positive(self.kernel, context, s)
        demand(smooth, "a Bessel function of an order that is no integer needs a positive argument")
        lower, upper = (make(term.op, (make("+", (order, rat(shift))), s)) for shift in (-1, 1))
        both = make("+", (lower, upper)) if term.op == "bessel_i" else minus(lower, upper)
        return _product(_inv(TWO), both, self.of(context, s))

    def _of_pfq(self, context: Context, term: Term) -> Term:
        *params, s = term.args
        demand(self.free(*params), "a parameter of pfq has the variable")
        demand(in_disc(self.kernel, context, term), "the argument of pfq is not seen to be inside the disc")
        above, below = params[: term.data[0]], params[term.data[0] :]
        shifted = make("pfq", (*(make("+", (param, ONE)) for param in params), s), term.data)
        return _product(*above, *(_inv(param) for param in below), shifted, self.of(context, s))

    def _of_sum(self, context: Context, term: Term) -> Term:
        demand(term.args[1] is not OO and self.free(*term.args[:2]), "a sum with the variable in it must be finite")
        inner, variables, (body,) = opened(self.kernel, context, term)
        return make("sum", (*term.args[:2], close(self.of(inner, body), variables)))


def in_disc(kernel: Kernel, context: Context, term: Term) -> bool:
    """Whether a hypergeometric series that is defined is analytic around its argument."""
    above, below = term.data
    return above <= below or known(kernel, context, make("<", (make("abs", (term.args[-1],)), ONE)))


@rule("DERIV", over=TERM, premises=[STEP])
def derivative(kernel: Kernel, context: Context, over: Term, premises: Steps) -> Term:
    """``D (low high) t t'`` with the derivative that the kernel computes, for the body of an ``int`` or ``cont``."""
    demand(over.op in ("int", "cont"), f"{over.op} names no interval and body")
    start, end, body = over.args
    inner, variables, (term,) = opened(kernel, context, make("int", over.args))
    demand(less(kernel, context, start, end, premises), "the interval is not seen to have an inside")
    demand(defined(kernel, inner, term), "the function is not seen to be defined on the interval")
    slope = Slopes(kernel, variables[0], premises).of(inner, term)
    demand(defined(kernel, inner, slope), "the derivative is not seen to be defined on the interval")
    return make("D", (start, end, body, close(slope, variables)))


# -- monotone functions ---------------------------------------------------------------------------------------------

_RISES = ("exp", "atan", "erf", "tanh", "sinh")
_FROM_ZERO = ("log", "inv", "cosh", "sqrt", "root", "rpow", "pow")


@rule("MONO", order=STEP, function=TEXT, number=NAT, exponent=[TERM], premises=[STEP])
def monotone(
    kernel: Kernel, context: Context, order: Theorem, function: str, number: int, exponent: Terms, premises: Steps
) -> Term:
    """An order goes through a function of the table; ``number`` for pow and root, ``exponent`` for rpow."""
    judgement = order.within(context)
    demand(judgement.op in ("<=", "<"), "the premise is no order")
    a, b = judgement.args
    demand(len(exponent) == (function == "rpow") and (number > 0) == (function in ("pow", "root")), "wrong parameters")
    odd = function == "pow" and number % 2 == 1
    demand(function in (*_FROM_ZERO, *_RISES), f"{function} is not in the table")
    if function in _FROM_ZERO and not odd:
        above = less if function in ("log", "inv") else at_or_below
        demand(above(kernel, context, ZERO, a, premises), f"the smaller side may be out of the domain of {function}")
    for e in exponent:
        fits = defined(kernel, context, e) and real(kernel, context, e) and less(kernel, context, ZERO, e, premises)
        demand(fits, "the exponent is not seen to be real and positive")
    data = number if function in ("pow", "root") else None
    images = [make(function, (side, *exponent), data) for side in (a, b)]
    return make(judgement.op, images[::-1] if function == "inv" else images)


def graph(
    kernel: Kernel, outer: Context, slope: Theorem, cont: Steps, *, real_values: bool = True
) -> tuple[Term, Term, Context, Term, Term]:
    """The judgement D, the binder of the interval on which f is continuous, the context it opens, x and f(x)."""
    derived = judged(slope, outer, "D")
    demand(len(cont) <= 1, "one premise of continuity at most")
    interval = judged(cont[0], outer, "cont") if cont else make("cont", derived.args[:3], ("open", "open"))
    demand(interval.args == derived.args[:3], "continuity is known of another function or interval")
    inner, (x,), (value,) = opened(kernel, outer, interval)
    demand(not real_values or real(kernel, inner, value), "the function is not seen to be real")
    return derived, interval, inner, x, value


@rule("SLOPE", slope=STEP, cont=[STEP], sign=STEP, order=STEP, premises=[STEP])
def slope_rule(
    kernel: Kernel, context: Context, slope: Theorem, cont: Steps, sign: Theorem, order: Theorem, premises: Steps
) -> Term:
    """A function whose derivative has one sign on an interval, at two points of it."""
    derived = judged(slope, context, "D")
    inside, _, (_, g) = bodies(context, derived)
    direction, strict = sign_of(sign.within(inside), g)
    _, interval, _, _, _ = graph(kernel, context, slope, cont, real_values=direction != 0)
    ordered = order.within(context)
    demand(ordered.op in ("<=", "<"), "the points are not in order")
    for point in ordered.args:
        demand(lies_in(kernel, context, point, interval, premises), "a point is not seen to lie in the interval")
    values = [instantiate(interval.args[2], (point,)) for point in ordered.args]
    if direction == 0:
        return make("=", values)
    return make("<" if strict and ordered.op == "<" else "<=", values if direction > 0 else values[::-1])


# -- least values, tangents and chords ------------------------------------------------------------------------------


def _around(
    kernel: Kernel, context: Context, slope: Theorem, cont: Steps, p: Term, premises: Steps, *, inner: bool
) -> tuple[Context, Term, Term, Term, Term, bool]:
    """The context outside of the interval, what `graph` finds, and whether the fact ``x != p`` is appended to its inside."""
    apart = context.entry is not None and context.entry.op == "!="
    outer = context.parent.parent if apart and context.parent else context.parent
    if outer is None:
        raise Refused("no interval is opened")
    derived, interval, inside, x, value = graph(kernel, outer, slope, cont)
    inside = inside.with_entry(make("!=", (x, p))) if apart else inside
    demand(context is inside, "the context is not the one that the interval opens")
    demand(lies_in(kernel, outer, p, interval, premises, inner=inner), "the point is not seen to lie in the interval")
    return outer, derived, interval, x, value, apart


def _differences(x: Term, p: Term) -> tuple[Term, ...]:
    """The ways to write ``x - p``."""
    literal = (make("+", (x, rat(-p.data))),) if p.op == "rat" else ()
    return (minus(x, p), *literal, *((x,) if p is ZERO else ()))


@rule("VALLEY", slope=STEP, cont=[STEP], point=TERM, sign=STEP, premises=[STEP])
def valley(
    kernel: Kernel, context: Context, slope: Theorem, cont: Steps, point: Term, sign: Theorem, premises: Steps
) -> Term:
    """Where ``(x - p) f'(x)`` is not negative, f has its least value at p."""
    outer, derived, interval, x, value, apart = _around(kernel, context, slope, cont, point, premises, inner=False)
    inside, _, (_, g) = bodies(outer, derived)
    judgement = sign.within(inside.with_entry(make("!=", (x, point))))
    orders = [(ZERO, make("*", (form, g))) for form in _differences(x, point)]
    demand(judgement.op in ("<=", "<") and judgement.args in orders, "the premise is not the order 0 <= (x - p) f'(x)")
    strict = apart and judgement.op == "<"
    return make("<" if strict else "<=", (instantiate(interval.args[2], (point,)), value))


def _convex(outer: Context, slope: Theorem, second: Theorem, sign: Theorem) -> bool:
    """Check that the second derivative of f is not negative on the open interval; whether it is positive."""
    first, twice = judged(slope, outer, "D"), judged(second, outer, "D")
    demand(twice.args[:3] == (*first.args[:2], first.args[3]), "the second premise is not about the derivative")
    inside, _, (_, h) = bodies(outer, twice)
    direction, strict = sign_of(sign.within(inside), h)
    demand(direction == 1, "the second derivative is not seen to be at least 0")
    return strict


@rule("TANGENT", slope=STEP, second=STEP, sign=STEP, cont=[STEP], point=TERM, premises=[STEP])
def tangent(
    kernel: Kernel,
    context: Context,
    slope: Theorem,
    second: Theorem,
    sign: Theorem,
    cont: Steps,
    point: Term,
    premises: Steps,
) -> Term:
    """A convex function lies above its tangent at an inner point."""
    outer, derived, _, x, value, apart = _around(kernel, context, slope, cont, point, premises, inner=True)
    strict = _convex(outer, slope, second, sign) and apart
    at, rate = (instantiate(body, (point,)) for body in derived.args[2:])
    return make("<" if strict else "<=", (make("+", (at, make("*", (rate, minus(x, point))))), value))


@rule("CHORD", slope=STEP, second=STEP, sign=STEP, cont=STEP)
def chord(kernel: Kernel, context: Context, slope: Theorem, second: Theorem, sign: Theorem, cont: Theorem) -> Term:
    """A convex function lies below its chord: in the context of the closed interval, strictly in that of the open one."""
    outer = context.parent
    if outer is None:
        raise Refused("no interval is opened")
    derived, interval, closed, x, value = graph(kernel, outer, slope, [cont])
    demand(interval.data == ("closed", "closed"), "the chord needs both ends")
    strict = _convex(outer, slope, second, sign)
    inside = open_binder(outer, derived)[0]
    demand(context in (closed, inside), "the context is not the one that the interval opens")
    a, b, body = interval.args
    parts = [make("*", (weight, instantiate(body, (end,)))) for weight, end in ((minus(b, x), a), (minus(x, a), b))]
    relation = "<" if strict and context is inside else "<="
    return make(relation, (make("*", (minus(b, a), value)), make("+", parts)))
