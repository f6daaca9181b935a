"""Random functions, intervals and graphs, of which many break a condition."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, bodies, close, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, PI, TWO, ZERO, Term, declare, make, rat, var
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.points import points

Instance = tuple[Kernel, Context, str, dict[str, Any]]
Random = random.Random
NUMBERS = [rat(Fraction(n, d)) for n in (-3, -1, 0, 1, 2) for d in (1, 2)]
UNARY = ["neg", "inv", "exp", "log", "sqrt", "abs", "re", "im", "conj", "sgn", "sin", "cos", "sinh", "cosh", "tanh"]
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


# -- continuity and limits ------------------------------------------------------------------------------------------


def near(rng: Random, found: Context) -> tuple[str, Term, Term]:
    q = rng.choice([ONE, TWO, rat(Fraction(1, 3)), rat(-1), *variables(found)])
    p = rng.choice([ZERO, ZERO, ONE, *variables(found)])
    return rng.choice([("above", p, q), ("below", q, p), ("oo", q, OO), ("-oo", MINUS_OO, q), ("above", ZERO, ONE),
                       ("oo", ONE, OO), ("oo", ZERO, OO), ("-oo", MINUS_OO, ZERO), ("below", ZERO, ONE)])  # fmt: skip


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
