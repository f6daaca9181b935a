"""Random instances of the rules of expectations, sums and laws; premises are made by other rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, bodies, close, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.refused import Refused
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import IMAG, ONE, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel, Theorem

Given = tuple[Kernel, Context, str, dict[str, Any]]
X, N, W, S = var(0, "real"), var(1, "int"), var(2, "vec"), var(3, "real")
GAUSS, HALF = make("gauss"), rat(Fraction(1, 2))
#: an odd number of signs: what is false at some of them is not hidden by symmetry
NUMBERS = [rat(Fraction(n, d)) for n, d in ((0, 1), (1, 1), (-1, 1), (2, 1), (1, 3), (-3, 2), (1, 2))]


class Setting:
    """A real x, n = 1 or 2, a short vector w of R^1, R^2 or R^n (longer ones leave the nodes of the evaluator), s^2 = w.w."""

    def __init__(self, rng: random.Random):
        self.rng, self.kernel = rng, Kernel()
        # the evaluator takes long over planes
        self.size = rng.choice((ONE,) * 30 + (N, TWO))
        square = make("=", (make("dot", (W, W)), make("*", (S, S))))
        context = EMPTY
        entries = (
            declare("real", low=rat(-2), high=TWO), declare("int", low=ONE, high=TWO), declare("vec", self.size),
            declare("real"), square, make("<=", (make("norm2", (W,)), rat(9))),
        )  # fmt: skip
        for entry in entries:
            context = self.kernel.declare(context, entry)
        self.context = context
        self.square = self.infer("HYP", fact=square)

    def infer(self, name: str, context: Context | None = None, **parameters: Any) -> Theorem:
        return self.kernel.infer(name, context or self.context, **parameters)

    def opened(self, term: Term, context: Context | None = None) -> tuple[Context, tuple[Term, ...], tuple[Term, ...]]:
        inner, variables, held = bodies(context or self.context, term)
        require_well_formed(self.kernel, inner)
        return inner, variables, held

    def given(self, name: str, **parameters: Any) -> Given:
        return self.kernel, self.context, name, parameters

    # -- terms ------------------------------------------------------------------------------------------------------

    def number(self, *variables: Term, real: bool = False) -> Term:
        """A small term of the variables that is defined everywhere."""
        rng = self.rng
        parts = [rng.choice([X, *NUMBERS, *variables, *variables])]
        for _ in range(rng.randrange(3)):
            other = rng.choice([*NUMBERS, *variables, *variables, X])
            parts.append(rng.choice([other, power(other, 2), make("*", (other, parts[-1])), make("neg", (other,))]))
        term = make("+", parts) if len(parts) > 1 else parts[0]
        if not real and rng.random() < 0.25:
            term = make("+", (term, make("*", (IMAG, rng.choice(NUMBERS)))))
        return make("exp", (term,)) if rng.random() < 0.15 else term

    def ratio(self, *variables: Term) -> Term:
        """A term that may be undefined at some points."""
        term = self.number(*variables)
        return make("inv", (term,)) if self.rng.random() < 0.2 else term

    def finite_law(self) -> Term:
        rng = self.rng
        if rng.random() < 0.4:
            return make("sign")
        share = rng.choice([Fraction(1, 3), Fraction(3, 4), Fraction(0), Fraction(2)])
        return make("finite", (rng.choice([X, *NUMBERS]), rat(share), rng.choice(NUMBERS), rat(1 - share)))

    def any_law(self) -> Term:
        rng = self.rng
        ends = rng.choice(NUMBERS), rng.choice(NUMBERS)
        uniform = make("uniform", ends)
        return rng.choice([
            self.finite_law(), self.finite_law(), GAUSS, uniform, uniform, make("chi2", (rat(rng.randrange(-1, 4)),)),
            make("normal", (self.size,)), make("normal", (rat(rng.randrange(2)),)),
        ])  # fmt: skip

    def over(self, laws: tuple[Term, ...], body: Callable[..., Term], context: Context | None = None) -> Term:
        shape = make("E", (*laws, ZERO))
        _, draws = open_binder(context or self.context, shape)
        return make("E", (*laws, close(body(*draws), draws)))

    def range(self) -> tuple[Term, Term]:
        rng = self.rng
        first = rng.randrange(-1, 4)
        return rat(first), rng.choice([rat(first + rng.randrange(-2, 4)), N, rat(first + 1)])

    def total(self, op: str, low: Term, high: Term, body: Callable[[Term], Term]) -> Term:
        _, (k,) = open_binder(self.context, make(op, (low, high, ZERO)))
        return make(op, (low, high, close(body(k), (k,))))

    def mean(self, law: Term | None = None) -> tuple[Term, Theorem]:
        """A mean over one law with a theorem that it converges."""
        rng = self.rng
        law = law or (self.any_law() if rng.random() < 0.2 else self.finite_law())
        if law.op in ("sign", "finite"):
            term = self.over((law,), lambda u: self.ratio(u))
            return term, self.infer("FINITE", term=term, l1=[])
        if law.op in ("gauss", "chi2", "normal") and rng.random() < 0.4:
            found = self.exponential(law)
        else:
            vectors = [W] * rng.randrange(1, 4) if law.op == "normal" else []
            order = len(vectors) or rng.randrange(1, 5)
            found = self.infer("MOMENT", law=law, order=order, vectors=vectors)
        return found.judgement.args[0], found

    def exponential(self, law: Term) -> Theorem:
        return self.infer("GAUSS", **self.exponent(law))

    def exponent(self, law: Term) -> dict[str, Any]:
        rng = self.rng
        rates = [rat(q) for q in (Fraction(1, 4), Fraction(-1), Fraction(1, 2), Fraction(2, 5), Fraction(0))]
        tilt = [W] if law.op == "normal" else [rng.choice([X, IMAG, HALF, make("*", (IMAG, X))])]
        rate, turn = ([rng.choice(rates)] if rng.random() < 0.6 else []), []
        if rate and rate[0].data > Fraction(1, 4):
            tilt = []
        if law.op == "normal" and rng.random() < 0.4:
            turn = [W]
        return {
            "law": law, "rate": rate, "tilt": tilt if law.op != "chi2" and rng.random() < 0.7 else [],
            "turn": turn if tilt else [],
            "bounds": [],
        }  # fmt: skip


def _linear(rng: random.Random) -> Given:
    run = Setting(rng)
    term, theorem = run.mean()
    terms, l1 = [term], [theorem]
    for _ in range(rng.randrange(3)):
        other, theorem = run.mean(run.any_law() if rng.random() < 0.1 else term.args[0])
        terms.append(other)
        l1.append(theorem)
    return run.given("LIN", terms=terms, coefficients=[run.ratio() for _ in terms], l1=l1)


def _part(rng: random.Random) -> Given:
    run = Setting(rng)
    term, theorem = run.mean()
    return run.given("PART", term=term, part=rng.choice(["conj", "re", "im"]), l1=[theorem])


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


def _family(rng: random.Random) -> Given:
    run = Setting(rng)
    law = rng.choice([GAUSS, make("sign"), make("uniform", (rat(-1), TWO)), make("chi2", (rat(rng.randrange(3)),))])
    if law.op == "uniform":
        run.kernel.use(run.context, run.infer("DEF", judgement=make("<", law.args)))
    powers = rng.randrange(1, 4), rng.randrange(1, 4)
    indices = [rng.choice([ONE, ONE, TWO, N, rat(3), ZERO]), rng.choice([TWO, TWO, N, ONE])]
    size = rng.choice([TWO, TWO, rat(3), N])
    family = make("iid", (size, law))
    singles = []
    for exponent in powers:
        if law.op == "sign":
            single = run.over((law,), lambda u, exponent=exponent: power(u, exponent))
            singles.append(run.infer("FINITE", term=single, l1=[]))
        else:
            singles.append(run.infer("MOMENT", law=law, order=exponent, vectors=[]))
    if rng.random() < 0.4:
        term = run.over((family,), lambda w: power(make("at", (w, indices[0])), powers[0]))
        return run.given("IID", term=term, member=0, indices=indices[:1], differ=[], l1=singles)
    if rng.random() < 0.4:
        inner, (w,), _ = run.opened(make("E", (family, ZERO)))
        factor, (i,), _ = run.opened(make("prod", (ONE, size, ZERO)), inner)
        where = i if rng.random() < 0.8 else ONE
        product = make("prod", (ONE, size, close(power(make("at", (w, where)), powers[0]), (i,))))
        return run.given("IIDPROD", term=make("E", (family, close(product, (w,)))), l1=singles)
    first, second = (single.judgement.args[0] for single in singles)
    joint = run.infer("INDEP", first=first, second=second, l1=singles)
    term = run.over(
        (family,), lambda w: make("*", [power(make("at", (w, i)), p) for i, p in zip(indices, powers, strict=True)])
    )
    return run.given("IID", term=term, member=0, indices=indices, differ=[], l1=[joint])


def _vectors(rng: random.Random) -> Given:
    run = Setting(rng)
    if rng.random() < 0.7:
        term, found = run.mean(run.finite_law())
        return run.given("IMAGE", term=term, member=0, way="reflect", l1=[found])
    law = make("normal", (run.size,))
    found = run.exponential(law) if rng.random() < 0.5 else run.infer("MOMENT", law=law, order=2, vectors=[W, W])
    term = found.judgement.args[0]
    if rng.random() < 0.5:
        return run.given("IMAGE", term=term, member=0, way=rng.choice(["reflect", "polar", "norm"]), l1=[found])
    entry = rng.choice([S, S, S, X])
    return run.given(
        "GRAMLAW", term=term, member=0, vectors=[W], table=[[entry]], rank=1, gram=[run.square], l1=[found]
    )


def _images(rng: random.Random) -> Given:
    """Draws of images of finite laws, and chi-square draws as sums; dimensions may be none."""
    run = Setting(rng)
    if rng.random() < 0.5:
        law, body = run.finite_law(), run.number(U := var(run.context.size, "real"), real=rng.random() < 0.9)
        image = make("image", (law, close(body, (U,))))
        _, (value,), _ = run.opened(make("E", (image, ZERO)))
        function = run.ratio(value)
        return run.given("IMAGE", **_of_image(run, image, close(function, (value,))))
    parts = [rng.choice([ZERO, ONE, TWO, rat(-1), N]) for _ in range(rng.randrange(2, 4))]
    law = make("chi2", (make("+", parts) if rng.random() < 0.9 else parts[0],))
    found = run.exponential(law) if rng.random() < 0.5 else run.infer("MOMENT", law=law, order=2, vectors=[])
    return run.given("IMAGE", term=found.judgement.args[0], member=0, way="parts", l1=[found])


def _of_image(run: Setting, image: Term, function: Term) -> dict[str, Any]:
    law, value = image.args
    _, (draw,), _ = run.opened(make("E", (law, ZERO)))
    mapped = instantiate(function, [instantiate(value, [draw])])
    found = run.infer("FINITE", term=make("E", (law, close(mapped, (draw,)))), l1=[])
    return {"term": make("E", (image, function)), "member": 0, "way": "image", "l1": [found]}


def _finite(rng: random.Random) -> Given:
    run = Setting(rng)
    if rng.random() < 0.7:
        return run.given("FINITE", term=run.over((run.finite_law(),), run.ratio), l1=[])
    third = rat(Fraction(1, 3))
    low = rng.choice([0, 1])
    law = make("mass", (rat(low), rat(2), third))
    total = make("sum", law.args)
    sum_of = run.infer("CONST", over=total, value=third)
    one = run.infer("RING", lhs=sum_of.judgement.args[1], rhs=ONE, eqs=[])
    run.kernel.use(run.context, run.infer("CHAIN", links=[sum_of, one]))
    return run.given("FINITE", term=run.over((law,), run.ratio), l1=[])


def _density(rng: random.Random) -> Given:
    run = Setting(rng)
    law = rng.choice(
        [GAUSS, make("uniform", (rat(-1), TWO)), make("chi2", (rat(rng.randrange(4)),)), make("chi", (N,))]
    )
    if law.op == "uniform":
        run.kernel.use(run.context, run.infer("DEF", judgement=make("<", law.args)))
    if law.op == "chi":
        term = make("E", (law, run.number()))
        return run.given("DENSITY", term=term, l1=[run.infer("CONST", over=term, value=term.args[1])])
    term, theorem = run.mean(law)
    return run.given("DENSITY", term=term, l1=[theorem])


def _exponential(rng: random.Random) -> Given:
    run = Setting(rng)
    law = rng.choice([GAUSS, make("normal", (run.size,)), make("chi2", (rat(rng.randrange(4)),))])
    return run.given("GAUSS", **run.exponent(law))


def _moment(rng: random.Random) -> Given:
    run = Setting(rng)
    law = run.any_law()
    if law.op == "uniform" and law.args[0].data < law.args[1].data:
        run.kernel.use(run.context, run.infer("DEF", judgement=make("<", law.args)))
    vectors = [W] * rng.randrange(1, 5) if law.op == "normal" else []
    return run.given("MOMENT", law=law, order=len(vectors) or rng.randrange(1, 6), vectors=vectors)


def _often(generator: Callable[[random.Random], Given]) -> Callable[[random.Random], Given]:
    """Premises are refused at times; then another instance is tried."""

    def generate(rng: random.Random) -> Given:
        for _ in range(20):
            try:
                return generator(rng)
            except Refused:
                continue
        raise Refused("no instance")

    return generate


FUZZ: dict[str, Callable[[random.Random], Given]] = {
    name: _often(generator)
    for name, generator in {
        "LIN": _linear, "PART": _part, "CONST": _constant, "NULL, SINGLE": _ends, "SPLIT": _split,
        "COMPARE": _compare, "DOM": _dominated, "MEMBERS": _members, "REINDEX": _reindex, "SWAP, NEST": _swap,
        "INDEP": _independent, "BLOCK": _block, "IID, IIDPROD": _family, "IMAGE, GRAMLAW": _vectors,
        "IMAGE of laws": _images,
        "FINITE": _finite, "DENSITY": _density, "GAUSS": _exponential, "MOMENT": _moment,
    }.items()
}  # fmt: skip
