"""Integrals in one variable: INTEGRABLE, FTC, PARTS, SUBST.

An integral has a value only where it is absolutely convergent (``l1``); the rules with L1 in their names conclude this, the
others ask for it and conclude the equation.
"""

from __future__ import annotations

from rftheory.kernel.contexts import Context, bodies, close
from rftheory.kernel.defined import defined
from rftheory.kernel.refused import demand
from rftheory.kernel.rules.conditions import at_or_below, judged, less, minus, opened, sign_of
from rftheory.kernel.rules.limits import decay, limit_of
from rftheory.kernel.schemas import NAT, STEP, TERM, TEXT
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import MINUS_OO, ONE, OO, PI, ZERO, Term, bound, make, rat
from rftheory.kernel.theorems import Cited, Kernel, Steps, Terms, Theorem, rule
from rftheory.kernel.values import real


def _limits_at_ends(context: Context, interval: Term, body: Term, steps: Steps, ops: tuple[str, ...]) -> list[Term]:
    """What a function goes to at the two ends of an interval, from inside: finite limits or infinite ends."""
    demand(len(steps) == 2, "the limits at both ends are needed")
    found = []
    for step, point, side in zip(steps, interval.args[:2], ("above", "below"), strict=True):
        limit = limit_of(step, context, point, point.op if point.sort == "end" else side, ops)
        demand(limit.args[2] is body, "a limit is that of another function")
        found.append(limit.args[1])
    return found


def _require_l1(step: Theorem, context: Context, integral: Term) -> None:
    demand(step.within(context) is make("l1", (integral,)), "the integral is not seen to converge absolutely")


# -- existence ------------------------------------------------------------------------------------------------------


@rule("INTEGRABLE", cont=STEP, premises=[STEP])
def continuous_is_integrable(kernel: Kernel, context: Context, cont: Theorem, premises: Steps) -> Term:
    """What is continuous on a closed bounded interval is integrable over it."""
    interval = judged(cont, context, "cont")
    demand(interval.data == ("closed", "closed"), "both ends must be finite and belong to the interval")
    low, high = interval.args[:2]
    demand(at_or_below(kernel, context, low, high, premises), "the ends are not seen to be in order")
    return make("l1", (make("int", interval.args),))


@rule("INTEGRABLE_TABLE", entry=TEXT, numbers=[TERM], power=NAT, premises=[STEP])
def integrable(kernel: Kernel, context: Context, entry: str, numbers: Terms, power: int, premises: Steps) -> Cited:
    """``gamma``: x^p exp(-q x^r) on (0,oo); ``gauss``: x^n exp(-q x^2) on R; ``zero``: x^p on (0,1); ``infinity``: x^p on
    (1,oo); ``sine``: (sin x)^p on (0,pi). All numbers are real terms of the context."""
    for number in numbers:
        demand(defined(kernel, context, number) and real(kernel, context, number), "a number is not seen to be real")
    demand({"gamma": 3, "gauss": 1, "zero": 1, "infinity": 1, "sine": 1}.get(entry) == len(numbers), "no such entry")
    demand(entry == "gauss" or power == 0, "no literal power in this entry")
    first, x = numbers[0], bound(0, "real")
    ends = {"gamma": (ZERO, OO), "gauss": (MINUS_OO, OO), "zero": (ZERO, ONE), "infinity": (ONE, OO)}
    if entry == "infinity":
        demand(less(kernel, context, first, rat(-1), premises), "the power is not seen to be below -1")
    elif entry != "gauss":
        demand(less(kernel, context, rat(-1), first, premises), "the power is not seen to be above -1")
    for number in numbers[1:] if entry != "gauss" else numbers:
        demand(less(kernel, context, ZERO, number, premises), "a rate is not seen to be positive")
    if entry == "gauss":
        fall = make("exp", (make("neg", (make("*", (first, make("pow", (x,), 2))),)),))
        body = make("*", (make("pow", (x,), power), fall))
    else:
        body = make("rpow", (make("sin", (x,)) if entry == "sine" else x, first))
        body = make("*", (body, decay(x, *numbers[1:]))) if entry == "gamma" else body
    return make("l1", (make("int", (*ends.get(entry, (ZERO, PI)), body)),)), (f"integrable.{entry}",)


# -- the fundamental theorem ----------------------------------------------------------------------------------------


@rule("FTC", slope=STEP, limits=[STEP], l1=STEP)
def fundamental_theorem(kernel: Kernel, context: Context, slope: Theorem, limits: Steps, l1: Theorem) -> Term:
    """The integral of a derivative is the difference of the limits at the ends."""
    derived = judged(slope, context, "D")
    integral = make("int", (*derived.args[:2], derived.args[3]))
    first, last = _limits_at_ends(context, derived, derived.args[2], limits, ("lim",))
    _require_l1(l1, context, integral)
    return make("=", (integral, minus(last, first)))


@rule("FTC_L1", slope=STEP, limits=[STEP], sign=STEP)
def derivative_of_one_sign(kernel: Kernel, context: Context, slope: Theorem, limits: Steps, sign: Theorem) -> Term:
    """A derivative of one sign is integrable if the function has finite limits at the ends."""
    derived = judged(slope, context, "D")
    opened, _, (_, g) = bodies(context, derived)
    sign_of(sign.within(opened), g)
    _limits_at_ends(context, derived, derived.args[2], limits, ("lim",))
    return make("l1", (make("int", (*derived.args[:2], derived.args[3])),))


@rule("PARTS", slopes=[STEP], limits=[STEP], l1=[STEP])
def by_parts(kernel: Kernel, context: Context, slopes: Steps, limits: Steps, l1: Steps) -> Term:
    """``int u v' = B - A - int u' v`` for D u u', D v v', limits A, B of ``u v``, both integrals convergent."""
    demand(len(slopes) == len(l1) == 2, "two derivatives and two integrals are needed")
    (low, high, u, du), (low_too, high_too, v, dv) = (judged(step, context, "D").args for step in slopes)
    demand((low, high) == (low_too, high_too), "the derivatives are on different intervals")
    ends = make("D", (low, high, make("*", (u, v)), u))
    first, last = _limits_at_ends(context, ends, ends.args[2], limits, ("lim",))
    integrals = [make("int", (low, high, make("*", pair))) for pair in ((u, dv), (du, v))]
    for step, integral in zip(l1, integrals, strict=True):
        _require_l1(step, context, integral)
    return make("=", (integrals[0], make("+", (last, *(make("neg", (term,)) for term in (first, integrals[1]))))))


# -- change of variables --------------------------------------------------------------------------------------------


def _changed(
    kernel: Kernel, context: Context, integral: Term, slope: Theorem, sign: Theorem, limits: Steps
) -> tuple[Term, Term]:
    """The integral over x, and the one over u with x = f(u): f is strictly monotone onto the interval of x."""
    demand(integral.op == "int", "no integral is given")
    derived = judged(slope, context, "D")
    inner, (u,), (f, rate) = opened(kernel, context, derived)
    demand(real(kernel, inner, f), "the map is not seen to be real")
    direction, strict = sign_of(sign.within(inner), rate)
    demand(strict, "the derivative of the map is not seen to have one strict sign")
    ends = _limits_at_ends(context, derived, derived.args[2], limits, ("lim", "tends"))
    demand((*ends[::direction],) == integral.args[:2], "the map does not go from one end of the integral to the other")
    reached, _, (g,) = opened(kernel, context, integral)
    demand(defined(kernel, reached, g), "the integrand is not seen to be defined on its interval")
    weight = rate if direction > 0 else make("neg", (rate,))
    body = close(make("*", (instantiate(integral.args[2], (f,)), weight)), (u,))
    return integral, make("int", (*derived.args[:2], body))


@rule("SUBST", integral=TERM, slope=STEP, sign=STEP, limits=[STEP], l1=STEP)
def substitution(
    kernel: Kernel, context: Context, integral: Term, slope: Theorem, sign: Theorem, limits: Steps, l1: Theorem
) -> Term:
    """Change of variables: both integrals are equal if one of them converges absolutely."""
    pair = _changed(kernel, context, integral, slope, sign, limits)
    demand(l1.within(context) in [make("l1", (side,)) for side in pair], "neither integral is seen to converge")
    return make("=", pair)
