"""Random instances of the rules of derivatives, limits and integrals; many of them break a condition."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, bodies, close, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.refused import Refused
from rftheory.kernel.rules.conditions import less
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, PI, TWO, ZERO, Term, declare, make, rat, var
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.meaning import points

Instance = tuple[Kernel, Context, str, dict[str, Any]]
Random = random.Random
NUMBERS = [rat(Fraction(n, d)) for n in (-3, -1, 0, 1, 2) for d in (1, 2)]
UNARY = ["neg", "inv", "exp", "log", "sqrt", "abs", "re", "im", "conj", "sgn", "sin", "cos", "sinh", "cosh", "tanh"]
UNARY += ["atan", "erf", "gamma"]
#: functions of which limits, signs and realness are often seen
SIMPLE = ["neg", "exp", "inv", "sqrt", "log", "atan", "tanh", "sinh", "cosh", "abs", "erf"]


def term(rng: Random, x: Term, leaves: list[Term], depth: int, unary: list[str] = UNARY) -> Term:
    """A random scalar term in x."""
    if depth == 0 or rng.random() < 0.1:
        return x if rng.random() < 0.7 else rng.choice(leaves)
    kind = rng.random()
    if kind < 0.45:
        parts = [term(rng, x, leaves, depth - 1, unary) for _ in range(rng.choice((2, 2, 3)))]
        return make(rng.choice("+*"), parts)
    inner = term(rng, x, leaves, depth - 1, unary)
    if kind < 0.53:
        return make("pow", (inner,), rng.randrange(4))
    if kind < 0.57:
        return make("root", (inner,), rng.choice((2, 3, 4)))
    if kind < 0.65:
        return make("rpow", (inner, rng.choice([*leaves, *NUMBERS])))
    if kind < 0.68 and unary is UNARY:
        return make(rng.choice(("bessel_i", "bessel_j")), (rng.choice((ZERO, ONE, rat(Fraction(1, 2)))), inner))
    if kind < 0.70 and unary is UNARY:
        return make("pfq", (ONE, TWO, inner), (1, 1))
    return make(rng.choice(unary), (inner,))


def context(rng: Random, kernel: Kernel, facts: bool = False) -> Context:
    """A few real variables, with ends, and perhaps an order of two of them."""
    found = EMPTY
    for _ in range(rng.randrange(1, 3) if facts else rng.randrange(3)):
        low, high = sorted(rng.sample(range(-2, 4), 2))
        ends = {"low": rat(low), "high": rat(high)}
        kept = {key: end for key, end in ends.items() if rng.random() < 0.6}
        found = kernel.declare(found, declare("real", **kept, closed=rng.choice(("[]", "()", "[)", "(]"))))
    if facts or (found.size == 2 and rng.random() < 0.5):
        sides = [rng.choice([*NUMBERS, *variables(found)]) for _ in range(2)]
        found = kernel.declare(found, make(rng.choice(("<", "<", "<=")), sides))
    return found


def require_points(found: Context, rng: Random) -> None:
    if not points(found, rng, 1):
        raise Refused("the facts are hard to satisfy")


def variables(found: Context) -> list[Term]:
    return [found.variable(place) for place in range(found.size)]


def ends(rng: Random, found: Context) -> tuple[Term, Term]:
    orders = [fact.args for fact in found.facts if fact.op == "<"]
    if orders and rng.random() < 0.5:
        return rng.choice(orders)
    if rng.random() < 0.25:
        return rng.choice([(ZERO, OO), (MINUS_OO, ZERO), (MINUS_OO, OO), (ONE, OO)])
    low, high = rng.choice((ZERO, ZERO, rat(-1), rat(-2))), rng.choice((ONE, TWO, PI))
    return rng.choice([(low, high)] * 8 + [(high, low), (low, low), (low, IMAG)])


def function(
    rng: Random, found: Context, depth: int = 2, unary: list[str] = UNARY, leaves: list[Term] = NUMBERS
) -> Term:
    """The body of a binder."""
    x = var(found.size, "real")
    constants = [*leaves, *variables(found), *((IMAG,) if rng.random() < 0.3 else ())]
    return close(term(rng, x, constants, depth, unary), (x,))


def kinds(rng: Random, low: Term, high: Term) -> tuple[str, str]:
    return tuple("open" if end.sort == "end" or rng.random() < 0.35 else "closed" for end in (low, high))  # type: ignore


def derive(kernel: Kernel, found: Context, low: Term, high: Term, body: Term) -> Theorem:
    return kernel.infer("DERIV", found, over=make("int", (low, high, body)), premises=[])


def continuous(kernel: Kernel, found: Context, low: Term, high: Term, body: Term, shape: tuple[str, str]) -> Theorem:
    return kernel.infer("CONT", found, over=make("cont", (low, high, body), shape), given=[], premises=[])


def opened(kernel: Kernel, found: Context, binder: Term) -> tuple[Context, Term]:
    inner, (x,) = open_binder(found, binder)
    require_well_formed(kernel, inner)
    return inner, x


def sign(rng: Random, kernel: Kernel, inner: Context, value: Term, relations: str = "<=") -> Theorem:
    """A sign of a term that its structure shows."""
    orders = [make(op, pair) for op in {"<", relations} for pair in ((ZERO, value), (value, ZERO))]
    rng.shuffle(orders)
    for order in orders:
        try:
            return kernel.infer("DEF", inner, judgement=order)
        except Refused:
            continue
    raise Refused("no sign is seen")


def limit(kernel: Kernel, found: Context, low: Term, high: Term, body: Term, side: str) -> Theorem:
    over = make("int", (low, high, body))
    return kernel.infer("LIMIT", found, over=over, side=side, parts=[], eqs=[], premises=[])


def limits_at_ends(kernel: Kernel, found: Context, low: Term, high: Term, body: Term) -> list[Theorem]:
    sides = ("-oo" if low is MINUS_OO else "above", "oo" if high is OO else "below")
    result = []
    for side, end, kind in zip(sides, (low, high), (("closed", "open"), ("open", "closed")), strict=True):
        try:
            shown = continuous(kernel, found, low, high, body, kind)
            result.append(kernel.infer("LIMCONT", found, of=shown, point=end, side=side, premises=[]))
        except Refused:
            result.append(limit(kernel, found, low, high, body, side))
    return result


def retried(build: Callable[[Random, Kernel], Instance], tries: int = 400) -> Callable[[Random], Instance]:
    """The first random instance whose premises can be had."""

    def generate(rng: Random) -> Instance:
        for _ in range(tries):
            try:
                return build(rng, Kernel())
            except Refused:
                continue
        raise AssertionError("no instance was found")

    return generate


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


def place(rng: Random, found: Context, low: Term, high: Term) -> Term:
    inside = [rat(Fraction(n, 3)) for n in range(-5, 8)]
    return rng.choice([*inside, *variables(found), *(end for end in (low, high) if end.sort == "scalar")] * 2 + [IMAG])


CURVES: list[Callable[[Term, Term], Term]] = [
    lambda x, c: make("cosh", (x,)),
    lambda x, c: make("exp", (x,)),
    lambda x, c: make("exp", (make("neg", (x,)),)),
    lambda x, c: make("pow", (x,), 2),
    lambda x, c: make("pow", (x,), 4),
    lambda x, c: make("+", (make("pow", (x,), 2), c)),
    lambda x, c: make("*", (c, make("sinh", (x,)))),
    lambda x, c: make("+", (make("neg", (make("sqrt", (x,)),)), c)),
    lambda x, c: make("inv", (x,)),
    lambda x, c: make("log", (make("+", (x, TWO)),)),
    lambda x, c: make("atan", (x,)),
    lambda x, c: c,
]


def curve(rng: Random, found: Context) -> Term:
    if rng.random() < 0.3:
        return function(rng, found, 2, SIMPLE)
    x = var(found.size, "real")
    return close(rng.choice(CURVES)(x, rng.choice([*NUMBERS, *variables(found), IMAG])), (x,))


def graph(rng: Random, kernel: Kernel, found: Context) -> tuple[Theorem, list[Theorem], Term, Context, Term]:
    low, high = ends(rng, found)
    body = curve(rng, found)
    slope = derive(kernel, found, low, high, body)
    cont = []
    if rng.random() < 0.6:
        try:
            cont = [continuous(kernel, found, low, high, body, kinds(rng, low, high))]
        except Refused:
            cont = []
    interval = cont[0].judgement if cont else slope.judgement
    inner, x = opened(kernel, found, interval)
    return slope, cont, interval, inner, x


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


def convex(rng: Random, kernel: Kernel, found: Context) -> tuple[dict[str, Any], Term, Context, Term]:
    slope, cont, interval, inner, x = graph(rng, kernel, found)
    low, high, _, rate = slope.judgement.args
    second = derive(kernel, found, low, high, rate)
    inside, _ = opened(kernel, found, slope.judgement)
    value = bodies(found, second.judgement)[2][1]
    try:
        shown = sign(rng, kernel, inside, value)
    except Refused:
        simple = make("*", (TWO, make("inv", (rng.choice([ONE, x, make("pow", (x,), 3)]),))))
        equation = kernel.infer("RING", inside, lhs=simple, rhs=value, eqs=[])
        links = [kernel.infer("DEF", inside, judgement=make("<", (ZERO, simple))), equation]
        shown = kernel.infer("CHAIN", inside, links=links)
    return {"slope": slope, "second": second, "sign": shown, "cont": cont}, interval, inner, x


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


def near(rng: Random, found: Context) -> tuple[str, Term, Term]:
    q = rng.choice([ONE, TWO, rat(Fraction(1, 3)), rat(-1), *variables(found)])
    p = rng.choice([ZERO, ZERO, ONE, *variables(found)])
    return rng.choice([("above", p, q), ("below", q, p), ("oo", q, OO), ("-oo", MINUS_OO, q), ("above", ZERO, ONE),
                       ("oo", ONE, OO), ("oo", ZERO, OO), ("-oo", MINUS_OO, ZERO), ("below", ZERO, ONE)])  # fmt: skip


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
