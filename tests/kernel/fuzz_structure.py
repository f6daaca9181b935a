"""Random instances of the rules of structure and congruence, with and without their conditions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.substitution import substitute
from rftheory.kernel.terms import IMAG, ONE, TWO, ZERO, Term, declare, make, rat, var
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.entries import (
    NUMBERS,
    RELATIONS,
    Instance,
    Rng,
    declared,
    hyp,
    some_context,
    some_fact,
    term,
    variables,
    with_fact,
)
from tests.kernel.points import points
from tests.kernel.random_congruence import congruence, transport


def hypothesis(rng: Rng) -> Instance:
    kernel = Kernel()
    context = some_context(rng, kernel, 2, 2)
    x = rng.choice(variables(context))
    ends = [make(op, pair) for op in ("<", "<=") for n in NUMBERS for pair in ((n, x), (x, n))]
    return kernel, context, "HYP", {"fact": rng.choice([*context.facts * 12, *ends])}


def definedness(rng: Rng) -> Instance:
    kernel = Kernel()
    context = some_context(rng, kernel, 2, 1)
    t = term(rng, variables(context), rng.choice((1, 2, 3)))
    number = rng.choice(NUMBERS)
    judgement = rng.choice(
        [make(op, (t,)) for op in ("def", "real", "int?", "def", "real", "def", "real")]
        + [make(op, pair) for op in RELATIONS for pair in ((number, t), (t, ZERO))]
    )
    return kernel, context, "DEF", {"judgement": judgement}


def reflexivity(rng: Rng) -> Instance:
    kernel = Kernel()
    context = some_context(rng, kernel, 2, 1)
    return kernel, context, "REFL", {"term": term(rng, variables(context), 3)}


def symmetry(rng: Rng) -> Instance:
    kernel = Kernel()
    context = some_context(rng, kernel, 2, 2)
    return kernel, context, "SYM", {"of": some_fact(rng, kernel, context)}


def chain(rng: Rng) -> Instance:
    """Relations of neighbouring terms, in a row, now and then one of them reversed or missing."""
    kernel = Kernel()
    context = some_context(rng, kernel)
    stops = [term(rng, variables(context), 1) for _ in range(rng.choice((2, 3, 4)))]
    allowed = rng.choice([("=", "<="), ("=", "<=", "<"), ("=", "!="), RELATIONS])
    links = []
    for first, second in zip(stops, stops[1:], strict=False):
        pair = (first, second) if rng.random() < 0.9 else (second, first)
        fact = make(rng.choice(allowed), pair)
        context = declared(kernel, context, fact)
        links.append(fact)
    links.reverse() if rng.random() < 0.05 else None
    return kernel, context, "CHAIN", {"links": [hyp(kernel, context, fact) for fact in links if rng.random() < 0.95]}


def weaken(rng: Rng) -> Instance:
    kernel = Kernel()
    context = some_context(rng, kernel, 2, 2)
    words = ("<=", "<=", "<=", "!=", "def left", "def right", "real left", "real right", "def", "real", "<", "int?")
    if rng.random() < 0.3:
        of = kernel.infer("REFL", context, term=term(rng, [*variables(context), IMAG], 2))
        return kernel, context, "WEAKEN", {"of": of, "to": rng.choice(("<=", "<=", "def left", "real right"))}
    return kernel, context, "WEAKEN", {"of": some_fact(rng, kernel, context), "to": rng.choice(words)}


def antisymmetry(rng: Rng) -> Instance:
    kernel = Kernel()
    context = some_context(rng, kernel)
    s, t = (term(rng, variables(context), 1) for _ in range(2))
    first = make(rng.choice(("<=", "<=", "<=", *RELATIONS)), (s, t))
    second = make(rng.choice(("<=", "!=", *RELATIONS)), rng.choice(((s, t), (t, s))))
    context = declared(kernel, context, first, second)
    return kernel, context, "ANTISYM", {"first": hyp(kernel, context, first), "second": hyp(kernel, context, second)}


def value(rng: Rng) -> Instance:
    kernel = Kernel()
    context = some_context(rng, kernel)
    s, t = (term(rng, variables(context), 1) for _ in range(2))
    eq = make(rng.choice(("=", "=", "=", "<=", "!=")), (s, t))
    of = make(rng.choice(("def", "real", "int?")), (rng.choice((s, s, t)),))
    context = declared(kernel, context, eq, of)
    return kernel, context, "VALUE", {"eq": hyp(kernel, context, eq), "of": hyp(kernel, context, of)}


def instance(rng: Rng) -> Instance:
    """A fact or an end of one context, at values of another in which instances of its entries, or nearly so, are facts."""
    kernel = Kernel()
    shared = some_context(rng, kernel, rng.choice((0, 0, 1)), 1)
    source = some_context(rng, kernel, rng.choice((1, 2)), rng.choice((0, 1, 2)), shared)
    of = _something(rng, kernel, source)
    start = shared if rng.random() < 0.7 else EMPTY
    context = some_context(rng, kernel, rng.choice((1, 2)), 0, start)
    leaves = variables(context)
    values = [
        v if place < start.size and rng.random() < 0.9 else term(rng, leaves, 1)
        for place, v in enumerate(variables(source))
    ]
    at = dict(enumerate(values))
    wanted = [make(op, (v,)) for v in values for op in ("real", "int?") if rng.random() < 0.6]
    for place, entry in enumerate(source.declarations):
        kinds = [kind for kind in entry.data[1:] if kind != "none"]
        ends = [substitute(end, at) for end in entry.args]
        for kind, end, low in zip(kinds, ends, [entry.data[1] != "none", False], strict=False):
            op = {"open": "<", "closed": "<="}[kind]
            wanted.append(make(op, (end, values[place]) if low else (values[place], end)))
    wanted += [substitute(fact, at) for fact in source.facts]
    for fact in wanted:
        if fact.op in RELATIONS and rng.random() < 0.15:
            fact = make(rng.choice(RELATIONS), fact.args)
        context = with_fact(rng, kernel, context, fact)
    premises = [hyp(kernel, context, fact) for fact in context.facts if rng.random() < 0.97]
    return kernel, context, "INST", {"of": of, "values": values, "premises": premises}


def _something(rng: Rng, kernel: Kernel, context: Context) -> Theorem:
    """A theorem that depends on the entries of its context."""
    x = context.variable(context.size - 1)
    ends = [make(op, pair) for op in ("<", "<=") for n in NUMBERS for pair in ((n, x), (x, n))]
    rng.shuffle(ends)
    for fact in (*context.facts[::-1], *ends) if rng.random() < 0.8 else ends:
        try:
            return hyp(kernel, context, fact)
        except Refused:
            continue
    whole = make("int?" if x.data[1] == "int" else "real", (x,))
    return kernel.infer("DEF", context, judgement=whole)


def cases(rng: Rng) -> Instance:
    """Cases in which the judgement is a weaker form of the fact, so that it holds nowhere else."""
    kernel = Kernel()
    context = some_context(rng, kernel, 2, rng.choice((0, 2)))
    s, t = (term(rng, variables(context), rng.choice((0, 1))) for _ in range(2))
    if rng.random() < 0.3:
        numbers = sorted(rng.sample(range(-2, 3), rng.choice((2, 3))))
        facts = [make("=", (s, rat(n))) for n in numbers if rng.random() < 0.95]
        goal = make("<=", (s, rat(numbers[-1]))) if rng.random() < 0.5 else make("!=", (s, rat(rng.choice((5, 0)))))
        low, high = make("<=", (rat(numbers[0]), s)), make("<=", (s, rat(numbers[-1])))
        context = with_fact(rng, kernel, context, low)
        context = with_fact(rng, kernel, context, make("int?", (s,))) if rng.random() < 0.7 else context
        context = with_fact(rng, kernel, context, high) if rng.random() < 0.9 else context
        goal = rng.choice(context.facts) if context.facts and rng.random() < 0.7 else goal
    else:
        covers = [("<=", ">="), ("<", "=", ">"), ("=", "!="), ("<", ">="), ("<=", ">")]
        holes = [("<", "="), ("<", ">"), ("<=",), ("!=",), ("<=", "=")]
        signs = rng.choice(covers * 3 + holes)
        mirror = {">": "<", ">=": "<="}
        facts = [make(mirror.get(sign, sign), (t, s) if sign in mirror else (s, t)) for sign in signs]
        goals = {("<", "="): "<=", ("<=", "="): "<=", ("<", ">"): "!=", ("<=",): "<=", ("!=",): "!="}
        goal = make(goals.get(signs, rng.choice(RELATIONS)), (s, t))
        goal = rng.choice(context.facts) if context.facts and signs not in goals and rng.random() < 0.8 else goal
    proved = [_from_fact(kernel, declared(kernel, context, fact), fact, goal) for fact in facts]
    return kernel, context, "CASES", {"of": proved}


def _from_fact(kernel: Kernel, context: Context, fact: Term, goal: Term) -> Theorem:
    attempts: list[Callable[[], Theorem]] = [
        lambda: hyp(kernel, context, goal),
        lambda: kernel.infer("WEAKEN", context, of=hyp(kernel, context, fact), to=goal.op),
        lambda: kernel.infer("SYM", context, of=hyp(kernel, context, fact)),
        lambda: kernel.infer(
            "SYM", context, of=kernel.infer("WEAKEN", context, of=hyp(kernel, context, fact), to="!=")
        ),
    ]
    if fact.op == "=" and goal.op in RELATIONS and fact.args[1].op == "rat" and fact.args[0] is goal.args[0]:
        last = make(goal.op, (fact.args[1], goal.args[1]))
        attempts.append(
            lambda: kernel.infer(
                "CHAIN", context, links=[hyp(kernel, context, fact), kernel.infer("DEF", context, judgement=last)]
            )
        )
    for attempt in attempts:
        try:
            theorem = attempt()
        except Refused:
            continue
        if theorem.judgement is goal:
            return theorem
    raise Refused("not from this fact")


def induction(rng: Rng) -> Instance:
    """``n <= a k + b`` for k >= k0: the step holds for a >= 0, the base is a fact, at k0 or beside it."""
    kernel = Kernel()
    start = rng.choice((ZERO, ONE, TWO, var(1, "int")))
    context = declared(kernel, EMPTY, declare(rng.choice(("real", "int"))), declare("int"))
    n, a, b = variables(context)[0], rng.choice((ZERO, ONE, TWO, rat(-1))), rng.choice((ZERO, rat(-3)))

    def claim(k: Term) -> Term:
        return make("<=", (n, make("+", (make("*", (a, k)), b))))

    steps = rng.choice((1, 1, 2))
    first = start if rng.random() < 0.8 else make("+", (start, ONE))
    bases = [claim(first), *([claim(make("+", (first, ONE)))] if steps == 2 else [])]
    context = declared(kernel, context, *bases)
    inner = declared(kernel, context, declare("int", low=start))
    k = inner.variable(2)
    hypotheses = [claim(k), *([claim(make("+", (k, ONE)))] if steps == 2 and rng.random() < 0.7 else [])]
    assumed = declared(kernel, inner, *hypotheses)
    rows = [{"q": Fraction(1), "h": [], "signs": [hyp(kernel, assumed, hypotheses[0])], "nz": []}]
    if a.data:
        unit = kernel.infer("DEF", assumed, judgement=make("<=", (ZERO, ONE)))
        rows.append({"q": a.data * steps, "h": [], "signs": [unit], "nz": []})
    goal = claim(make("+", (k, rat(steps if rng.random() < 0.9 else 2))))
    step = kernel.infer("POS", assumed, lhs=goal.args[0], rhs=goal.args[1], rows=rows, eqs=[])
    given = [hyp(kernel, context, fact) for fact in bases if rng.random() < 0.95]
    return kernel, inner, "IND", {"base": given, "step": step}


def generalise(rng: Rng) -> Instance:
    kernel = Kernel()
    context = some_context(rng, kernel, rng.choice((0, 1)), 1)
    inner = some_context(rng, kernel, 1, rng.choice((0, 0, 0, 1)), context)
    return kernel, context, "ALL", {"of": _something(rng, kernel, inner)}


def specialise(rng: Rng) -> Instance:
    kernel = Kernel()
    base = some_context(rng, kernel, 1, 0)
    inner = some_context(rng, kernel, 1, 0, base)
    everywhere = kernel.infer("ALL", base, of=_something(rng, kernel, inner))
    context = some_context(rng, kernel, 1, 0, base)
    point = term(rng, variables(context), 1)
    for op in ("real", "int?"):
        context = with_fact(rng, kernel, context, make(op, (point,))) if rng.random() < 0.7 else context
    for end in inner.declarations[-1].args:
        op, pair = rng.choice(("<", "<=", "<", "=")), rng.choice(((end, point), (point, end)))
        context = with_fact(rng, kernel, context, make(op, pair))
    premises = [hyp(kernel, context, fact) for fact in context.facts]
    return kernel, context, "ALLUSE", {"of": everywhere, "value": point, "premises": premises}


def at_points(generator: Callable[[Rng], Instance], tries: int = 8) -> Callable[[Rng], Instance]:
    """The generator, tried again while its context seems to have no points or it has nothing to give."""

    def generate(rng: Rng) -> Instance:
        for attempt in range(tries):
            try:
                found = generator(rng)
            except Refused:
                if attempt == tries - 1:
                    raise
                continue
            if attempt == tries - 1 or points(found[1], rng, 1):
                return found
        raise AssertionError

    return generate


#: ABSURD has no points to judge at, INHABIT no value to judge: `test_structure` tries them
_GENERATORS: dict[str, Callable[[Rng], Instance]] = {
    "HYP": hypothesis, "DEF": definedness, "REFL": reflexivity, "SYM": symmetry, "CHAIN": chain, "WEAKEN": weaken,
    "ANTISYM": antisymmetry, "VALUE": value, "INST": instance, "CASES": cases, "IND": induction, "ALL": generalise,
    "ALLUSE": specialise, "CONG": congruence, "TRANSPORT": transport,
}  # fmt: skip
FUZZ = {name: at_points(generator) for name, generator in _GENERATORS.items()}
