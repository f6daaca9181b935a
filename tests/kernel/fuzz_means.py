"""Random instances of the rules of expectations, sums and laws; premises are made by other rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import Context, bodies, close, open_binder
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, make, power, rat
from rftheory.kernel.theorems import Theorem
from tests.kernel.random_laws import density, exponential, family, finite, images, moment, vectors
from tests.kernel.settings import HALF, NUMBERS, Given, N, Setting, X, often


def _linear(rng: random.Random) -> Given:
    run = Setting(rng)
    term, theorem = run.mean()
    terms, l1 = [term], [theorem]
    for _ in range(rng.randrange(3)):
        other, theorem = run.mean(run.any_law() if rng.random() < 0.1 else term.args[0])
        terms.append(other)
        l1.append(theorem)
    return run.given("LIN", terms=terms, coefficients=[run.ratio() for _ in terms], l1=l1)


def _constant(rng: random.Random) -> Given:
    run = Setting(rng)
    over = rng.choice(
        [make(op, (*run.range(), ZERO)) for op in ("sum", "sum", "int")] + [make("E", (run.any_law(), ZERO))]
    )
    return run.given("CONST", over=over, value=run.ratio())


def _ends(rng: random.Random) -> Given:
    run = Setting(rng)
    op = rng.choice(["sum", "prod", "int"])
    low, high = run.range()
    high = rng.choice([low, rat(low.data - 1), high])
    if op == "int":
        return run.given("NULL", term=make("int", (low, high, ZERO)))
    term = run.total(op, low, high, run.ratio)
    return run.given(rng.choice(["NULL", "SINGLE"]), term=term)


def _split(rng: random.Random) -> Given:
    run = Setting(rng)
    if rng.random() < 0.3:
        low, high = sorted(rng.sample([Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(2)], 2))
        law = make("uniform", (rat(low), rat(high)))
        kernel, context = run.kernel, run.context
        order = run.infer("DEF", judgement=make("<", law.args))
        kernel.use(context, order)
        moment = run.infer("MOMENT", law=law, order=2, vectors=[])
        density = run.infer("DENSITY", term=moment.judgement.args[0], l1=[moment])
        last = rng.choice(NUMBERS)
        whole = density.judgement.args[1]
        return run.given("SPLIT", whole=whole, last=last, following=last, orders=[], l1=[density])
    whole = run.total(rng.choice(["sum", "prod"]), *run.range(), run.ratio)
    last = rat(rng.randrange(-2, 5))
    following = rat(last.data + rng.choice([1, 1, 1, 0, 2]))
    return run.given("SPLIT", whole=whole, last=last, following=following, orders=[], l1=[])


def _compare(rng: random.Random) -> Given:
    run = Setting(rng)
    over = rng.choice(
        [make("E", (run.finite_law(), ZERO))] * 2
        + [make("sum", (*run.range(), ZERO)), make("prod", (*run.range(), ZERO))]
    )
    inner, (u,), _ = run.opened(over)
    f, h = run.number(u, real=True), run.number(u, real=rng.random() < 0.9)
    gap = rng.choice([0, 0, 1])
    upper = make("+", (f, power(h, 2), rat(gap)))
    rows = [{"q": Fraction(1), "h": [h], "signs": [], "nz": []}]
    rows += [{"q": Fraction(1), "h": [], "signs": [], "nz": []}] if gap else []
    by = run.infer("POS", inner, lhs=f, rhs=upper, rows=rows, eqs=[])
    terms = [make(over.op, (*over.args[:-1], close(body, (u,)))) for body in (f, upper)]
    l1 = [run.infer("FINITE", term=term, l1=[]) for term in terms] if over.op == "E" else []
    at, strict = [], []
    if over.op == "sum" and rng.random() < 0.5:
        at = [rng.choice([ZERO, ONE, TWO, over.args[0]])]
        low, high = (make("sum", term.args).args[2] for term in terms)
        from rftheory.kernel.substitution import instantiate

        sides = instantiate(low, at), instantiate(high, at)
        strict = [run.infer("POS", lhs=sides[0], rhs=sides[1], rows=[{"q": Fraction(gap), "h": [], "signs": [], "nz": []}, {
            "q": Fraction(1), "h": [instantiate(close(h, (u,)), at)], "signs": [], "nz": []}], eqs=[])]  # fmt: skip
    return run.given("COMPARE", lower=terms[0], upper=terms[1], by=by, l1=l1, strict=strict, at=at)


def _dominated(rng: random.Random) -> Given:
    run = Setting(rng)
    low, high = rng.choice(NUMBERS), rng.choice(NUMBERS)
    term = run.over((make("uniform", (low, high)),), lambda u: make("+", (u, make("neg", (low,)))))
    inner, (u,), (body,) = run.opened(term)
    upper = run.infer("HYP", inner, fact=make("<", (u, high)))
    run.kernel.use(inner, run.infer("HYP", inner, fact=make("<", (low, u))))
    sign = {"q": Fraction(1), "h": [], "signs": [upper], "nz": []}
    bound = make("+", (high, make("neg", (low,))))
    by = run.infer("POS", inner, lhs=body, rhs=bound, rows=[sign], eqs=[])
    lower = run.infer("POS", inner, lhs=ZERO, rhs=body, rows=[sign | {"signs": [run.infer(
        "HYP", inner, fact=make("<", (low, u)))]}], eqs=[])  # fmt: skip
    run.kernel.use(inner, lower)
    if low.data < high.data:
        run.kernel.use(run.context, run.infer("DEF", judgement=make("<", (low, high))))
    return run.given("DOM", term=term, bound=by, l1=[])


def _members(rng: random.Random) -> Given:
    run = Setting(rng)
    part = rng.choice(["product", "constant", "exp"])
    body: Callable[[Term], Term] = run.ratio
    if part == "product":
        body = lambda k: make("*", (run.ratio(k), run.ratio(k)))  # noqa: E731
    elif part == "constant":
        body = lambda _: run.ratio()  # noqa: E731
    term = run.total("sum" if part == "exp" else "prod", *run.range(), body)
    return run.given("MEMBERS", term=term, part=part, count=2)


def _reindex(rng: random.Random) -> Given:
    run = Setting(rng)
    term = run.total(rng.choice(["sum", "prod"]), *run.range(), run.ratio)
    by = rng.choice([N, ONE, rat(-2), HALF, X])
    return run.given("REINDEX", term=term, way=rng.choice(["shift", "reverse"]), by=by, l1=[])


def _settle(run: Setting, context: Context, term: Term) -> Theorem:
    """A nested mean over finite laws converges."""
    from rftheory.kernel.substitution import instantiate

    law, body = term.args
    if body.op == "E":
        inner, _, (held,) = run.opened(term, context)
        run.kernel.use(inner, run.infer("L1", inner, of=_settle(run, inner, held), term=held))
        for place in law.args[::2] or (ONE, rat(-1)):
            part = instantiate(body, [place])
            run.kernel.use(context, run.infer("L1", context, of=_settle(run, context, part), term=part))
    return run.infer("FINITE", context, term=term, l1=[])


def _swap(rng: random.Random) -> Given:
    run = Setting(rng)
    kind = rng.randrange(4)
    if kind == 0:  # two finite sums
        inner = run.range()
        shape = run.total("sum", *run.range(), lambda k: make("sum", (*inner, ZERO)))
        within, (k,), _ = run.opened(shape)
        second, (j,), _ = run.opened(make("sum", (*inner, ZERO)), within)
        body = make("sum", (*inner, close(run.ratio(k, j), (j,))))
        return run.given("SWAP", term=make("sum", (*shape.args[:2], close(body, (k,)))), first=[], whole=[], other=[])
    law = run.finite_law()
    if kind == 1:  # a mean of a finite sum
        low, high = run.range()
        shape = make("sum", (low, high, ZERO))
        within, (k,), _ = run.opened(shape)
        mean = run.over((law,), lambda u: run.number(u, k), within)
        first = _settle(run, within, mean)
        return run.given("SWAP", term=make("sum", (low, high, close(mean, (k,)))), first=[first], whole=[], other=[])
    other_law = run.finite_law()
    within, (u,), _ = run.opened(make("E", (law, ZERO)))
    mean = run.over((other_law,), lambda v: run.number(u, v), within)
    term = make("E", (law, close(mean, (u,))))
    first = _settle(run, within, mean)
    size = make("E", (law, close(make("E", (other_law, make("abs", (mean.args[1],)))), (u,))))
    whole = _settle(run, run.context, size)
    if kind == 2:
        return run.given("NEST", term=term, first=[first], whole=[whole])
    outer, (v,), _ = run.opened(make("E", (other_law, ZERO)))
    from rftheory.kernel.rules.exchange import _exchanged

    held = bodies(run.context, _exchanged(run.context, term))[2][0]
    other = _settle(run, outer, held)
    return run.given("SWAP", term=term, first=[first], whole=[whole], other=[other])


def _independent(rng: random.Random) -> Given:
    run = Setting(rng)
    first, l1 = run.mean()
    second, other = run.mean()
    return run.given("INDEP", first=first, second=second, l1=[l1, other])


def _block(rng: random.Random) -> Given:
    run = Setting(rng)
    small, theorem = run.mean()
    law, other = small.args[0], run.any_law()
    place = rng.randrange(2)
    laws = (law, other) if place == 0 else (other, law)
    _, draws = open_binder(run.context, make("E", (*laws, ZERO)))
    from rftheory.kernel.substitution import instantiate

    term = make("E", (*laws, close(instantiate(small.args[1], [draws[place]]), draws)))
    return run.given("BLOCK", term=term, keep=[place] if rng.random() < 0.9 else [1 - place], l1=[theorem])


FUZZ: dict[str, Callable[[random.Random], Given]] = {
    name: often(generator)
    for name, generator in {
        "LIN": _linear, "CONST": _constant, "NULL, SINGLE": _ends, "SPLIT": _split,
        "COMPARE": _compare, "DOM": _dominated, "MEMBERS": _members, "REINDEX": _reindex, "SWAP, NEST": _swap,
        "INDEP": _independent, "BLOCK": _block, "IID, IIDPROD": family, "IMAGE, GRAMLAW": vectors,
        "IMAGE of laws": images,
        "FINITE": finite, "DENSITY": density, "GAUSS": exponential, "MOMENT": moment,
    }.items()
}  # fmt: skip
