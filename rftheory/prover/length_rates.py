"""One length with a complex rate: ``E exp((1 - g) x^2/2 + t x) = g^(-d/2) E exp(t g^(-1/2) x)`` for Re g > 0 and complex t.

Power by power: ``E exp((1 - g) x^2/2) x^n`` is the total mass of a longer Gaussian vector, ``g^(-(d+n)/2)`` times what it is at g = 1.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.kernel.rules.laws import density
from rftheory.prover.frame_forms import factors_of, sum_of_powers, tilted
from rftheory.prover.series import sum_value


def complex_of(u: Term, v: Term) -> Term:
    """``u + i v``."""
    return make("+", (u, make("*", (IMAG, v))))


@general
def mass(search: Search) -> Theorem:
    """``E exp((1 - g) x^2/2) = g^(-d/2)``: x is the length of a normal vector."""
    context = declared(search, DIMENSION, POSITIVE, REAL)
    d, u, v = (context.variable(place) for place in range(3))
    g = complex_of(u, v)
    normal = make("normal", (d,))
    rate = half(minus(ONE, g))
    low = prove_order(search, context, make("re", (rate,)), HALF, True)
    square = search.infer("GAUSS", context, law=normal, rate=[rate], tilt=[], turn=[], bounds=[low])
    length = mean_of(context, [normal], lambda w: exp(tilted(g, make("sqrt", (make("norm2", (w,)),)))))
    of_norm = pulled(search, context, length, square)
    term = mean_of(context, [make("chi", (d,))], lambda x: exp(tilted(g, x)))
    norm = search.infer("IMAGE", context, term=term, member=0, way="norm", l1=[of_norm])
    value = make("rpow", (g, times(rat(Fraction(-1, 2)), d)))
    return rewritten(search, context, chained(search, context, norm, of_norm), value)


class _Length:
    """The terms, for numbers d, u, v, p, q: ``g = u + i v`` and ``t = p + i q``."""

    def __init__(self, search: Search, context: Context, *variables: Term):
        self.search, self.context = search, context
        self.d, self.u, v, p, q = variables
        self.g, self.t, self.law = complex_of(self.u, v), complex_of(p, q), make("chi", (self.d,))

    def power(self, n: Term, x: Term, g: Term) -> Term:
        """``exp((1 - g) x^2/2) x^n``."""
        return make("*", (exp(tilted(g, x)), make("rpow", (x, n))))

    def member(self, n: Term, x: Term, g: Term, t: Term) -> Term:
        """``t^n/n! exp((1 - g) x^2/2) x^n``."""
        return make("*", (make("rpow", (t, n)), make("*", (inv(gamma(plus(n, ONE))), self.power(n, x, g)))))

    def mean(self, body: Callable[[Term], Term], context: Context | None = None) -> Term:
        return mean_of(self.context if context is None else context, [self.law], body)

    def whole(self, x: Term, g: Term, t: Term) -> Term:
        return exp(plus(tilted(g, x), make("*", (t, x))))

    def summed(self, block: Context, x: Term, g: Term, t: Term) -> Theorem:
        """``sum_n t^n/n! exp((1 - g) x^2/2) x^n = exp((1 - g) x^2/2 + t x)`` inside of a mean."""
        search = self.search
        terms = series_of(block, lambda n: self.member(n, x, g, t))
        found = sum_value(search, block, terms)
        return rewritten(search, block, found, self.whole(x, g, t))


@general
def moment(search: Search) -> Theorem:
    """``E exp((1 - g) x^2/2) x^n = 2^(n/2) gamma((d+n)/2)/gamma(d/2) g^(-(d+n)/2)`` for n >= 0."""
    context = declared(search, DIMENSION, POSITIVE, REAL, INDEX)
    d, u, v, n = (context.variable(place) for place in range(4))
    of = _Length(search, context, d, u, v, ZERO, ZERO)
    known = instance(search, context, mass(search), plus(d, n), u, v)
    by_density = search.infer("DENSITY", context, term=known.judgement.args[0], l1=[known])
    known = chained(search, context, search.infer("SYM", context, of=by_density), known)
    front = times(make("rpow", (TWO, half(n))), gamma(half(plus(d, n))), inv(gamma(half(d))))
    term = of.mean(lambda x: of.power(n, x, of.g))
    line = integral_of(context, ZERO, OO, lambda x: make("*", (of.power(n, x, of.g), density(of.law, x))))
    found = pulled(search, context, line, scaled(search, context, known, front))
    return chained(search, context, search.infer("DENSITY", context, term=term, l1=[found]), found)


@general
def exponential_series(search: Search) -> Theorem:
    """``E exp((1 - g) x^2/2 + t x) = sum_n t^n/n! E exp((1 - g) x^2/2) x^n``."""
    context = declared(search, DIMENSION, POSITIVE, REAL, REAL, REAL)
    of = _Length(search, context, *(context.variable(place) for place in range(5)))
    size = make("abs", (of.t,))
    bound = _bounded(search, of, size)
    block, (x,), _ = opened(search, context, of.mean(lambda _: ZERO))
    sizes = of.summed(block, x, of.u, size)
    large = make("E", (of.law, close(sizes.judgement.args[0], (x,))))
    held = pulled(search, context, large, bound, sizes)
    total = of.summed(block, x, of.g, of.t)
    converges(search, block, total)
    index, (n,), member = opened(search, block, total.judgement.args[0])
    same = _size(search, index, member, of.member(n, x, of.u, size))
    l1 = search.infer("L1", context, of=held, term=large)
    whole = search.infer("TRANSPORT", context, of=l1, eqs=[same], paths=[[0, 1, 2]])
    series = make("E", (of.law, close(total.judgement.args[0], (x,))))
    swap = converges(search, context, search.infer("SWAP", context, term=series, first=[], whole=[whole], other=[]))
    search.use(context, search.infer("L1", context, of=swap, term=swap.judgement.args[1]))
    term = of.mean(lambda x: of.whole(x, of.g, of.t))
    found = pulled(search, context, term, swap, search.infer("SYM", block, of=total))
    outer, (n,), _ = opened(search, context, make("sum", (ZERO, OO, ZERO)))
    known = instance(search, outer, moment(search), *(context.variable(place) for place in range(3)), n)
    inner = instantiate(found.judgement.args[1].args[2], (n,))
    front = times(*_front(of, n))
    each = pulled(search, outer, inner, scaled(search, outer, refl(search, outer, known.judgement.args[0]), front))
    value = make("*", (*_front(of, n), known.judgement.args[0]))
    each = rewritten(search, outer, each, value)
    last = search.infer("CONG", context, eq=each, term=found.judgement.args[1], paths=[[2]])
    return chained(search, context, found, last)


def _front(of: _Length, n: Term) -> tuple[Term, Term]:
    return make("rpow", (of.t, n)), inv(gamma(plus(n, ONE)))


def _bounded(search: Search, of: _Length, size: Term) -> Theorem:
    """``l1 E exp((1 - u) x^2/2 + |t| x)``: ``|t| x <= t^2/u + u x^2/4``."""
    context = of.context
    known = instance(search, context, mass(search), of.d, half(of.u), ZERO)
    front = exp(times(power(size, 2), inv(of.u)))
    known = scaled(search, context, known, front)
    term = of.mean(lambda x: of.whole(x, of.u, size))
    inner, (x,), body = opened(search, context, term)
    other = instantiate(known.judgement.args[0].args[1], (x,))
    tilt = other.args[1].args[0]
    high = plus(front.args[0], tilt)
    make_defined(search, inner, high)
    sign = search.infer("HYP", inner, fact=make("<", (ZERO, of.u)))
    gap = minus(x, times(TWO, size, inv(of.u)))
    rows = [row(sign, h=[gap], q=Fraction(1, 4))]
    order = search.infer("POS", inner, lhs=body.args[0], rhs=high, rows=rows, eqs=[])
    order = search.infer("MONO", inner, order=order, function="exp", number=0, exponent=[], premises=[])
    same = prove_equal(search, inner, exp(high), other)
    order = search.infer("CHAIN", inner, links=[order, same])
    found = search.infer("DOM", context, term=term, bound=order, l1=[known])
    search.use(context, found)
    return refl(search, context, term)


def _size(search: Search, context: Context, member: Term, sized: Term) -> Theorem:
    """``|t|^n/n! exp((1 - u) x^2/2) x^n = |t^n/n! exp((1 - g) x^2/2) x^n|``."""
    front, rest = member.args
    parts = axiom(search, context, "abs.product", front, rest)
    inner = axiom(search, context, "abs.product", *rest.args)
    tilt, x = rest.args[1].args
    middle = axiom(search, context, "abs.product", tilt, x)
    exponent = axiom(search, context, "abs.exp", *tilt.args)
    real = sized.args[1].args[1].args[0]
    same = same_inside(search, context, make("re", tilt.args), real.args[0])
    moved = search.infer("CONG", context, eq=same, term=exponent.judgement.args[1], paths=[[0]])
    exponent = search.infer("CHAIN", context, links=[exponent, moved])
    eqs = [axiom(search, context, "abs.rpow", *front.args), exponent]
    for part in (rest.args[0], x):
        sign = prove_order(search, context, ZERO, part, False)
        eqs.append(axiom(search, context, "abs.same", part, premises=[sign]))
    make_defined(search, context, sized)
    return search.infer("RING", context, lhs=sized, rhs=make("abs", (member,)), eqs=[parts, inner, middle, *eqs])


@general
def _scaled_powers(search: Search) -> Theorem:
    """``(t g^(-1/2))^n = t^n g^(-n/2)``, by induction."""
    outer = declared(search, POSITIVE, REAL, REAL, REAL)
    context = search.run.declare(outer, INDEX)
    u, v, p, q, n = (context.variable(place) for place in range(5))
    g, t = complex_of(u, v), complex_of(p, q)
    search.use(outer, prove_nonzero(search, outer, g))
    root = axiom(search, outer, "sqrt.rpow", g)
    down = axiom(search, outer, "rpow.negated", g, HALF)
    negative = search.infer("RING", outer, lhs=make("neg", (HALF,)), rhs=rat(Fraction(-1, 2)), eqs=[])
    step = search.infer("CONG", outer, eq=negative, term=down.judgement.args[0], paths=[[1]])
    down = search.infer("CHAIN", outer, links=[search.infer("SYM", outer, of=step), down])
    s = make("*", (t, inv(make("sqrt", (g,)))))
    make_defined(search, outer, s)

    def sides(k: Term) -> tuple[Term, Term]:
        lower = make("*", (rat(Fraction(-1, 2)), k))
        return make("rpow", (s, k)), make("*", (make("rpow", (t, k)), make("rpow", (g, lower))))

    first = sides(ZERO)
    make_defined(search, outer, *first)
    nothing = search.infer("RING", outer, lhs=first[1].args[1].args[1], rhs=ZERO, eqs=[])
    unit = search.infer("CONG", outer, eq=nothing, term=first[1].args[1], paths=[[1]])
    naturals = [axiom(search, outer, "rpow.natural", base, numbers=[0]) for base in (s, t, g)]
    base = search.infer("RING", outer, lhs=first[0], rhs=first[1], eqs=[unit, *naturals])
    make_defined(search, context, *sides(n))
    fact = make("=", sides(n))
    here = search.run.declare(context, fact)
    given = search.infer("HYP", here, fact=fact)
    later = make("+", (n, ONE))
    left, right = sides(later)
    make_defined(search, here, left, right)
    eqs = [sum_of_powers(search, here, one, n, 1) for one in (s, t)]
    lower = sides(n)[1].args[1].args[1]
    joined = axiom(search, here, "rpow.sum", g, lower, rat(Fraction(-1, 2)))
    same = search.infer("RING", here, lhs=right.args[1].args[1], rhs=joined.judgement.args[1].args[1], eqs=[])
    moved = search.infer("CONG", here, eq=same, term=right.args[1], paths=[[1]])
    moved = search.infer("CHAIN", here, links=[moved, search.infer("SYM", here, of=joined)])
    step = search.infer(
        "RING", here, lhs=left, rhs=right, eqs=[*eqs, moved, down, search.infer("SYM", here, of=root), given]
    )
    return search.infer("IND", context, base=[base], step=step)


@general
def rescaled_length(search: Search) -> Theorem:
    """``E exp((1 - g) x^2/2 + t x) = g^(-d/2) E exp(t g^(-1/2) x)``."""
    context = declared(search, DIMENSION, POSITIVE, REAL, REAL, REAL)
    variables = [context.variable(place) for place in range(5)]
    of = _Length(search, context, *variables)
    search.use(context, prove_nonzero(search, context, of.g))
    s = make("*", (of.t, inv(make("sqrt", (of.g,)))))
    make_defined(search, context, s)
    here = instance(search, context, exponential_series(search), *variables)
    parts = make("re", (s,)), make("im", (s,))
    there = instance(search, context, exponential_series(search), of.d, ONE, ZERO, *parts)
    down = make("rpow", (of.g, times(rat(Fraction(-1, 2)), of.d)))
    known = scaled(search, context, search.infer("SYM", context, of=there), down)
    index, (n,), body = opened(search, context, here.judgement.args[1])
    other = instantiate(known.judgement.args[0].args[2], (n,))
    moments = [
        instance(search, index, moment(search), *values, n) for values in ((of.d, *variables[1:3]), (of.d, ONE, ZERO))
    ]
    powers = instance(search, index, _scaled_powers(search), *variables[1:], n)
    whole = axiom(search, index, "re.im", s)
    moved = search.infer("CONG", index, eq=whole, term=powers.judgement.args[0], paths=[[0]])
    powers = search.infer("CHAIN", index, links=[search.infer("SYM", index, of=moved), powers])
    lower = [
        atom
        for m in moments
        for atom in atoms_of([m.judgement.args[1]])
        if atom.op == "rpow" and atom.args[0] is not TWO
    ]
    search.use(index, prove_nonzero(search, index, lower[1].args[0]))
    unit = prove_equal(search, index, lower[1], ONE)
    joined = axiom(search, index, "rpow.sum", of.g, down.args[1], powers.judgement.args[1].args[1].args[1])
    exponent = search.infer("RING", index, lhs=lower[0].args[1], rhs=joined.judgement.args[1].args[1], eqs=[])
    split = search.infer("CONG", index, eq=exponent, term=lower[0], paths=[[1]])
    split = search.infer("CHAIN", index, links=[split, search.infer("SYM", index, of=joined)])
    make_defined(search, index, other)
    same = search.infer("RING", index, lhs=body, rhs=other, eqs=[*moments, unit, split, powers])
    found = pulled(search, context, here.judgement.args[1], known, same)
    value = of.mean(lambda x: exp(make("*", (s, x))))
    (old,) = [f for f in factors_of(found.judgement.args[1]) if f.op == "E"]
    inner, (x,), body = opened(search, context, value)
    plain = pulled(search, context, value, refl(search, context, old))
    last = search.infer(
        "CONG", context, eq=search.infer("SYM", context, of=plain), term=found.judgement.args[1], paths=[]
    )
    return chained(search, context, here, found, last)
