"""Random instances of the rules of derivatives, limits and integrals; many of them break a condition."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, bodies, close
from rftheory.kernel.refused import Refused
from rftheory.kernel.rules.conditions import less
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, TWO, ZERO, Term, make, rat, var
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.curves import (
    NUMBERS,
    SIMPLE,
    UNARY,
    Instance,
    Random,
    context,
    continuous,
    convex,
    curve,
    derive,
    ends,
    function,
    graph,
    kinds,
    limit,
    limits_at_ends,
    near,
    opened,
    place,
    require_points,
    retried,
    sign,
    variables,
)

UNARY += ["atan", "erf", "gamma"]


# -- derivatives ----------------------------------------------------------------------------------------------------


def deriv(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    low, high = ends(rng, found)
    body = function(rng, found, rng.choice((1, 2, 3)))
    return kernel, found, "DERIV", {"over": make("int", (low, high, body)), "premises": []}


def mono(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel, facts=True)
    require_points(found, rng)
    orders = [kernel.infer("HYP", found, fact=fact) for fact in found.facts]
    name = rng.choice([*SIMPLE, "pow", "pow", "root", "rpow", "sin"])
    number = rng.randrange(1, 5) if name in ("pow", "root") else 0
    exponent = [rng.choice([*NUMBERS, *variables(found), IMAG])] if name == "rpow" else []
    parameters = {"order": rng.choice(orders), "function": name, "number": number, "exponent": exponent}
    return kernel, found, "MONO", parameters | {"premises": []}


def slope_instance(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    slope, cont, interval, _, _ = graph(rng, kernel, found)
    inner, _ = opened(kernel, found, slope.judgement)
    shown = sign(rng, kernel, inner, bodies(found, slope.judgement)[2][1])
    pair = [place(rng, found, *interval.args[:2]) for _ in range(2)]
    fact = make(rng.choice(("<", "<=")), pair)
    try:
        order = kernel.infer("DEF", found, judgement=fact)
    except Refused:
        found = kernel.declare(found, fact)
        require_points(found, rng)
        order = kernel.infer("HYP", found, fact=fact)
        slope, cont = derive(kernel, found, *slope.judgement.args[:3]), []
        inner, _ = opened(kernel, found, slope.judgement)
        shown = sign(rng, kernel, inner, bodies(found, slope.judgement)[2][1])
    parameters = {"slope": slope, "cont": cont, "sign": shown, "order": order, "premises": []}
    return kernel, found, "SLOPE", parameters


def valley(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    slope, cont, interval, inner, x = graph(rng, kernel, found)
    p = ZERO if rng.random() < 0.7 else place(rng, found, *interval.args[:2])
    inside, y = opened(kernel, found, slope.judgement)
    apart = kernel.declare(inside, make("!=", (y, p)))
    rate = bodies(found, slope.judgement)[2][1]
    forms = [make("+", (y, make("neg", (p,)))), *((y,) if p is ZERO else ())]
    product = make("*", (rng.choice(forms), rate))
    # signs of products are rarely seen by structure: y (2 y) and the like by RING
    try:
        shown = sign(rng, kernel, apart, product)
    except Refused:
        squared = make("*", (rng.choice((ONE, TWO, rat(4))), make("pow", (forms[-1],), rng.choice((2, 4)))))
        equation = kernel.infer("RING", apart, lhs=squared, rhs=product, eqs=[])
        order = kernel.infer("DEF", apart, judgement=make(rng.choice(("<", "<=")), (ZERO, squared)))
        shown = kernel.infer("CHAIN", apart, links=[order, equation])
    at = kernel.declare(inner, make("!=", (x, p))) if rng.random() < 0.5 else inner
    return kernel, at, "VALLEY", {"slope": slope, "cont": cont, "point": p, "sign": shown, "premises": []}


def tangent(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    premises, interval, inner, x = convex(rng, kernel, found)
    p = place(rng, found, *interval.args[:2])
    at = kernel.declare(inner, make("!=", (x, p))) if rng.random() < 0.5 else inner
    return kernel, at, "TANGENT", premises | {"point": p, "premises": []}


def chord(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    premises, _, inner, _ = convex(rng, kernel, found)
    if not premises["cont"]:
        raise Refused("no continuity")
    inside, _ = opened(kernel, found, premises["slope"].judgement)
    return kernel, rng.choice((inner, inside)), "CHORD", premises | {"cont": premises["cont"][0]}


# -- continuity and limits ------------------------------------------------------------------------------------------


def cont_instance(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    low, high = ends(rng, found)
    over = make("cont", (low, high, function(rng, found, rng.choice((1, 2, 3)))), kinds(rng, low, high))
    return kernel, found, "CONT", {"over": over, "given": [], "premises": []}


def limcont(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    low, high = ends(rng, found)
    shown = continuous(kernel, found, low, high, function(rng, found), kinds(rng, low, high))
    side = rng.choice(("above", "below", "both", "oo"))
    return kernel, found, "LIMCONT", {"of": shown, "point": place(rng, found, low, high), "side": side, "premises": []}


def limit_instance(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    side, low, high = near(rng, found)
    over = make("int", (low, high, function(rng, found, rng.choice((1, 2, 3)), rng.choice((UNARY, SIMPLE)))))
    return kernel, found, "LIMIT", {"over": over, "side": side, "parts": [], "eqs": [], "premises": []}


def limtable(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    entry, count = rng.choice([("power.exp", 3), ("power.zero", 1), ("power.log", 1)])
    numbers = [rng.choice([*NUMBERS, *variables(found), IMAG]) for _ in range(count)]
    return kernel, found, "LIMTABLE", {"entry": entry, "numbers": numbers, "premises": []}


def squeeze(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    side, low, high = near(rng, found)
    inner, x = opened(kernel, found, make("int", (low, high, ZERO)))
    simple = [ZERO, ONE, x, make("exp", (x,)), make("abs", (x,)), make("inv", (x,)), make("pow", (x,), 2)]
    bodies_ = [close(rng.choice(simple), (x,)) for _ in range(3)]
    first, f, last = bodies_
    values = [bodies(found, make("int", (low, high, body)))[2][0] for body in bodies_]
    orders = []
    for pair in ((values[0], values[1]), (values[1], values[2])):
        if pair[0] is pair[1]:
            orders.append(kernel.infer("WEAKEN", inner, of=kernel.infer("REFL", inner, term=pair[0]), to="<="))
        else:
            orders.append(kernel.infer("DEF", inner, judgement=make("<=", pair)))
    limits = [limit(kernel, found, low, high, body, side) for body in (first, last)]
    over = make("int", (low, high, f))
    parameters = {"over": over, "side": side, "orders": orders, "limits": limits, "premises": []}
    return kernel, found, "SQUEEZE", parameters


def vanishing(rng: Random, x: Term) -> Term:
    c = rng.choice([ONE, TWO, rat(-3), IMAG])
    return rng.choice([
        x, make("*", (c, x)), make("sin", (x,)), make("sinh", (x,)), make("pow", (x,), 2), make("+", (x, make("pow", (x,), 2))),
        make("+", (make("exp", (x,)), rat(-1))), make("atan", (x,)), make("+", (x, ONE)),
    ])  # fmt: skip


def lhopital(rng: Random, kernel: Kernel) -> Instance:
    x = var(0, "real")
    high = rng.choice([ONE, TWO, rat(Fraction(1, 4))])
    pair = [close(vanishing(rng, x), (x,)) for _ in range(2)]
    slopes = [derive(kernel, EMPTY, ZERO, high, body) for body in pair]
    limits = []
    for body in pair:
        goes = limit(kernel, EMPTY, ZERO, high, body, "above")
        if goes.judgement.args[1] is not ZERO:
            equation = kernel.infer("RING", EMPTY, lhs=goes.judgement.args[1], rhs=ZERO, eqs=[])
            goes = kernel.infer("LIMEQ", EMPTY, of=goes, eq=equation)
        limits.append(goes)
    rates = [bodies(EMPTY, slope.judgement)[2][1] for slope in slopes]
    quotient = close(make("*", (rates[0], make("inv", (rates[1],)))), (x,))
    goes = limit(kernel, EMPTY, ZERO, high, quotient, "above")
    return kernel, EMPTY, "LHOPITAL", {"limits": limits, "slopes": slopes, "apart": [], "quotient": goes}


# -- integrals ------------------------------------------------------------------------------------------------------


def integrable(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    low, high = ends(rng, found)
    shown = continuous(kernel, found, low, high, function(rng, found), kinds(rng, low, high))
    return kernel, found, "INTEGRABLE", {"cont": shown, "premises": []}


def table(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    entry, count = rng.choice([("gamma", 3), ("gauss", 1), ("zero", 1), ("infinity", 1), ("sine", 1)])
    numbers = [rng.choice([*NUMBERS, rat(-2), rat(-3), *variables(found)]) for _ in range(count)]
    power = rng.randrange(4) if entry == "gauss" else 0
    return kernel, found, "INTEGRABLE_TABLE", {"entry": entry, "numbers": numbers, "power": power, "premises": []}


def ftc(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    low, high = ends(rng, found)
    body = curve(rng, found)
    slope = derive(kernel, found, low, high, body)
    limits = limits_at_ends(kernel, found, low, high, body)
    inner, _ = opened(kernel, found, slope.judgement)
    rate = bodies(found, slope.judgement)[2][1]
    try:
        shown = sign(rng, kernel, inner, rate)
        parameters = {"slope": slope, "limits": limits, "sign": shown}
        if rng.random() < 0.3:
            return kernel, found, "FTC_L1", parameters
        l1 = kernel.infer("FTC_L1", found, **parameters)
    except Refused:
        l1 = converges(kernel, found, make("int", (low, high, slope.judgement.args[3])))
    return kernel, found, "FTC", {"slope": slope, "limits": limits, "l1": l1}


def converges(kernel: Kernel, found: Context, integral: Term) -> Theorem:
    shown = continuous(kernel, found, *integral.args, ("closed", "closed"))
    return kernel.infer("INTEGRABLE", found, cont=shown, premises=[])


def parts(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    low, high = ends(rng, found)
    u, v = curve(rng, found), curve(rng, found)
    slopes = [derive(kernel, found, low, high, body) for body in (u, v)]
    du, dv = (slope.judgement.args[3] for slope in slopes)
    limits = limits_at_ends(kernel, found, low, high, make("*", (u, v)))
    l1 = [converges(kernel, found, make("int", (low, high, make("*", pair)))) for pair in ((u, dv), (du, v))]
    return kernel, found, "PARTS", {"slopes": slopes, "limits": limits, "l1": l1}


def subst(rng: Random, kernel: Kernel) -> Instance:
    found = context(rng, kernel)
    low, high = ends(rng, found)
    body = curve(rng, found)
    slope = derive(kernel, found, low, high, body)
    inner, _ = opened(kernel, found, slope.judgement)
    rate = bodies(found, slope.judgement)[2][1]
    weak = rng.random() < 0.1
    shown = sign(rng, kernel, inner, rate, "<=" if weak else "<")
    limits = limits_at_ends(kernel, found, low, high, body)
    reached = [goes.judgement.args[1] for goes in limits]
    falls = (shown.judgement.args[1] is ZERO) != (rng.random() < 0.1)
    start, end = reversed(reached) if falls else reached
    order = make("<=", (start, end))
    if start is MINUS_OO or end is OO:
        integral = make("int", (start, end, function(rng, found, 1, SIMPLE)))
        found = kernel.declare(found, make("l1", (integral,)))
        l1 = kernel.infer("HYP", found, fact=found.entry)
    else:
        integral = make("int", (start, end, function(rng, found, 1, ["exp", "sin", "cosh", "atan", "neg"])))
        if not less(kernel, found, start, end):
            found = kernel.declare(found, order)
            require_points(found, rng)
        shape = make("cont", integral.args, ("closed", "closed"))
        known = kernel.infer("CONT", found, over=shape, given=[], premises=[])
        l1 = kernel.infer("INTEGRABLE", found, cont=known, premises=[])
    # the other premises again, as their context may have a fact more
    slope, limits = derive(kernel, found, low, high, body), limits_at_ends(kernel, found, low, high, body)
    inner, _ = opened(kernel, found, slope.judgement)
    shown = kernel.infer("DEF", inner, judgement=shown.judgement)
    parameters = {"integral": integral, "slope": slope, "sign": shown, "limits": limits, "l1": l1}
    return kernel, found, "SUBST", parameters


FUZZ: dict[str, Callable[[Random], Instance]] = {
    name: retried(build)
    for name, build in {
        "DERIV": deriv, "MONO": mono, "SLOPE": slope_instance, "VALLEY": valley, "TANGENT": tangent, "CHORD": chord,
        "CONT": cont_instance, "LIMCONT": limcont, "LIMIT": limit_instance, "LIMTABLE": limtable,
        "SQUEEZE": squeeze, "LHOPITAL": lhopital,
        "INTEGRABLE": integrable, "INTEGRABLE_TABLE": table, "FTC": ftc, "PARTS": parts, "SUBST": subst,
    }.items()
}  # fmt: skip
