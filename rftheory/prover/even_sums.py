"""``G(t) + G(-t)`` rises for t >= 0, where G is the exponential of a sum of convex functions of multiples of t."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.ends import derivative

#: a term made of an index and of a number
OfIndex = Callable[[Term, Term], Term]
#: a function of a number in a context, with its first and second derivative; the second is seen not to be negative
Convex = Callable[[Context, Term], tuple[Term, Term, Term]]


@dataclass(frozen=True)
class EvenExponents:
    """``H(i, p)`` with its derivatives in p; the second is seen not to be negative (None where it vanishes)."""

    value: OfIndex
    slope: OfIndex
    curve: OfIndex | None

    def sum(self, context: Context, size: Term, at: Callable[[Term], Term], of: OfIndex | None = None) -> Term:
        """``sum_(i=1)^n H(i, p_i)``."""
        shape = make("sum", (ONE, size, ZERO))
        _, (i,) = open_binder(context, shape)
        return make("sum", (ONE, size, close((of or self.value)(i, at(i)), (i,))))

    def exponential(self, context: Context, size: Term, at: Callable[[Term], Term]) -> Term:
        return make("exp", (self.sum(context, size, at),))

    def one(self, i: Term) -> Convex:
        """``H(i, t)``."""
        curve = self.curve
        return lambda _, t: (self.value(i, t), self.slope(i, t), curve(i, t) if curve else ZERO)

    def total(self, size: Term, weight: Callable[[Term], Term]) -> Convex:
        """``sum_(i=1)^n H(i, t q_i)``."""

        def parts(context: Context, t: Term) -> tuple[Term, Term, Term]:
            def at(i: Term) -> Term:
                return make("*", (t, weight(i)))

            first = self.sum(context, size, at, lambda i, p: times(weight(i), self.slope(i, p)))
            whole, curve = self.sum(context, size, at), self.curve
            if curve is None:
                return whole, first, ZERO
            return whole, first, self.sum(context, size, at, lambda i, p: times(power(weight(i), 2), curve(i, p)))

        return parts


def even_part_rises(search: Search, context: Context, of: Convex) -> Theorem:
    """``G(s) + G(-s) <= G(t) + G(-t)`` for ``0 <= s <= t``, in the context with s and t; G is ``exp f``."""
    outer = search.run.declare(context, declare("real", low=ZERO))
    outer = search.run.declare(outer, declare("real"))
    s, t = (outer.variable(outer.size - 2), outer.variable(outer.size - 1))
    order = make("<=", (s, t))
    outer = search.run.declare(outer, order)
    given = search.infer("HYP", outer, fact=order)

    def both(x: Term) -> Term:
        return make("+", [make("exp", (of(outer, y)[0],)) for y in (x, make("neg", (x,)))])

    wanted = make("<=", (both(s), both(t)))
    make_defined(search, outer, *wanted.args)
    cases = []
    for fact in (make("<", (s, t)), make("=", (s, t)), make("<", (t, s))):
        place = search.run.declare(outer, fact)
        make_defined(search, place, *wanted.args)
        held = search.infer("HYP", place, fact=fact)
        if fact.op == "=":
            same = search.infer("CONG", place, eq=held, term=wanted.args[0], paths=[])
            cases.append(search.infer("WEAKEN", place, of=same, to="<="))
        elif fact.args[0] is t:
            loop = search.infer("CHAIN", place, links=[held, given])
            cases.append(search.infer("ABSURD", place, of=loop, judgement=wanted))
        else:
            cases.append(_by_chord(search, place, held, of, wanted))
    return search.infer("CASES", outer, of=cases)


def _by_chord(search: Search, context: Context, apart: Theorem, of: Convex, wanted: Term) -> Theorem:
    """From the chord of G over [-t, t] at s and -s."""
    s, t = apart.judgement.args
    low = search.infer("DEF", context, judgement=make("<=", (ZERO, s)))
    positive = search.infer("CHAIN", context, links=[low, apart])
    search.use(context, positive)
    ends = make("neg", (t,)), t
    search.use(context, search.infer("POS", context, lhs=ends[0], rhs=t, rows=[row(positive), row(positive)], eqs=[]))
    line, (x,), _ = opened(search, context, make("int", (*ends, ZERO)))

    exponent, first, second = of(line, x)
    g = make("exp", (exponent,))
    slope = _derived(search, context, make("int", (*ends, close(g, (x,)))), times(g, first))
    bent = plus(times(g, power(first, 2)), ZERO if second is ZERO else times(g, second))
    curve = _derived(search, context, make("int", (*ends, close(times(g, first), (x,)))), bent)
    sign = search.infer("DEF", line, judgement=make("<=", (ZERO, bent)))
    closed = make("cont", (*ends, close(g, (x,))), ("closed", "closed"))
    inside, _, _ = opened(search, context, closed)
    cont = search.infer("CONT", context, over=closed, given=[], premises=[])
    chord = search.infer("CHORD", inside, slope=slope, second=curve, sign=sign, cont=cont)
    variables = [context.variable(place) for place in range(context.size)]
    found = []
    for value in (s, make("neg", (s,))):
        for pair in ((ends[0], value), (value, t)):
            _between(search, context, pair, low, apart)
        found.append(instantiated(search, context, chord, [*variables, value]))
    below = search.infer("DEF", context, judgement=make("<", (ZERO, make("inv", (t,)))))
    rows = [row(below, order, q=Fraction(1, 2)) for order in found]
    result = search.infer("POS", context, lhs=wanted.args[0], rhs=wanted.args[1], rows=rows, eqs=[positive])
    return result if result.judgement.op == "<=" else search.infer("WEAKEN", context, of=result, to="<=")


def _between(search: Search, context: Context, pair: tuple[Term, Term], low: Theorem, apart: Theorem) -> None:
    """List an order of s, -s, t, -t."""
    for rows in ([row(apart)], [row(low), row(apart), row(low)], [row(low), row(low), row(apart)]):
        order = search.attempt("POS", context, lhs=pair[0], rhs=pair[1], rows=rows, eqs=[])
        if order is not None:
            search.use(context, search.infer("WEAKEN", context, of=order, to="<="))
            return
    raise Unproved("no order of the ends")


def _derived(search: Search, context: Context, over: Term, wanted: Term) -> Theorem:
    """``D f f'`` with the derivative that is wanted."""
    slope = derivative(search, context, over)
    inner, (x,), _ = opened(search, context, over)
    here = instantiate(slope.judgement.args[3], (x,))
    make_defined(search, inner, wanted)
    same = _same(search, inner, here, wanted)
    return search.infer("TRANSPORT", context, of=slope, eqs=[same], paths=[[3]])


def _same(search: Search, context: Context, first: Term, second: Term) -> Theorem:
    """Equal by algebra, where sums have equal members."""
    found = search.attempt("RING", context, lhs=first, rhs=second, eqs=[])
    if found is not None:
        return found
    eqs = []
    sums = [_sums(term) for term in (first, second)]
    for one in sums[0]:
        inner, (i,) = open_binder(context, one)
        member = instantiate(one.args[2], (i,))
        make_defined(search, inner, member)
        for other in sums[1]:
            there = instantiate(other.args[2], (i,))
            make_defined(search, inner, there)
            same = search.attempt("RING", inner, lhs=member, rhs=there, eqs=[])
            if same is not None:
                eqs.append(search.infer("CONG", context, eq=same, term=one, paths=[[2]]))
    with_sums = search.attempt("RING", context, lhs=first, rhs=second, eqs=eqs)
    return with_sums or prove_equal(search, context, first, second)


def _sums(term: Term) -> list[Term]:
    return [part for part in parts_of([term], lambda part: part.op == "sum") if part.op == "sum"]
