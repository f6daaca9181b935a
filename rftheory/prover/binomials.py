"""The binomial theorem, a lemma of the theme ``binomials``, at values; sums of its members with a factor that is the index."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.rising import rising_value
from rftheory.prover.texts import lemma


def binomial_member(a: Term, b: Term, n: Term, i: Term) -> Term:
    """``a^i b^(n-i) / (i! (n-i)!)``."""
    rest = minus(n, i)
    return product([make("rpow", (a, i)), make("rpow", (b, rest)), inv(gamma(add(i, ONE))), inv(gamma(add(rest, ONE)))])


def finite_sum(search: Search, context: Context, low: Term, high: Term, body: Callable[[Term], Term]) -> Term:
    """A finite sum that is defined."""
    if not (low.op == high.op == "rat"):
        search.use(context, prove_order(search, context, low, high, strict=False))
    _, (i,) = open_binder(context, make("sum", (low, high, ZERO)))
    term = make("sum", (low, high, close(body(i), (i,))))
    make_defined(search, context, term)
    return term


def zero_alone(search: Search, context: Context) -> None:
    """List what makes the members of a sum from 0 to 0 defined: the index is at most 0."""
    alone, (i,), _ = opened(search, context, make("sum", (ZERO, ZERO, ZERO)))
    given = search.infer("HYP", alone, fact=make("<=", (i, ZERO)))
    search.use(alone, search.infer("POS", alone, lhs=ZERO, rhs=minus(ZERO, i), rows=[row(given)], eqs=[]))
    _use_nothing(search, context, ZERO)


def _use_nothing(search: Search, context: Context, term: Term) -> None:
    """List that ``t - t`` is not negative, and 1 more is positive."""
    nothing = minus(term, term)
    for larger, rows in ((nothing, []), (add(nothing, ONE), [row()])):
        search.use(context, search.infer("POS", context, lhs=ZERO, rhs=larger, rows=rows, eqs=[]))


def _raised(search: Search, context: Context, base: Term, exponent: Term) -> list[Theorem]:
    """``b^(e + 1) = b^e b``, as RING learns it."""
    one = axiom(search, context, "rpow.natural", base, numbers=[1])
    return [one, search.infer("SYM", context, of=axiom(search, context, "rpow.sum", base, exponent, ONE))]


def _exchanged(search: Search, context: Context, term: Term, body: Term, same: Theorem) -> Theorem:
    """A sum with another body."""
    return search.infer("CONG", context, eq=same, term=term, paths=[[2]])


def from_index(search: Search, context: Context, a: Term, b: Term, n: Term, scaled: Theorem, by_index: Term) -> Theorem:
    """``sum_(i <= n+1) i f(i) t_i(n+1) = v`` from ``sum_(i <= n) a f(i+1) t_i(n) = v``: without i = 0, and moved by 1."""
    later = add(n, ONE)
    orders = [prove_order(search, context, ZERO, later, strict=False)]
    split = search.infer("SPLIT", context, whole=by_index, last=ZERO, following=ONE, orders=orders, l1=[])
    first, rest = split.judgement.args[1].args
    nothing = _single(search, context, first)
    clean = scaled.judgement.args[0]
    moved = search.infer("REINDEX", context, term=clean, way="shift", by=ONE, l1=[scaled])
    start = search.infer("RING", context, lhs=add(ZERO, ONE), rhs=ONE, eqs=[])
    search.use(context, search.infer("L1", context, of=moved, term=moved.judgement.args[1]))
    ends = search.infer("CONG", context, eq=start, term=moved.judgement.args[1], paths=[[0]])
    there = ends.judgement.args[1]
    search.use(context, search.infer("L1", context, of=ends, term=there))
    search.use(context, search.infer("L1", context, of=split, term=rest))
    inner, (j,), body = opened(search, context, rest)
    _, _, other = opened(search, context, there)
    before = add(j, make("neg", (ONE,)))
    same = _same_member(search, inner, body, other, (a, j, before), (b, minus(later, j), minus(n, before)))
    equal = _exchanged(search, context, rest, other, same)
    back = [search.infer("SYM", context, of=link) for link in (ends, moved)]
    value = search.infer("CHAIN", context, links=[equal, *back, scaled])
    return search.infer("RING", context, lhs=by_index, rhs=scaled.judgement.args[1], eqs=[nothing, value, split])


def _single(search: Search, context: Context, term: Term) -> Theorem:
    """A sum with one member, which vanishes."""
    make_defined(search, context, instantiate(term.args[2], (term.args[0],)))
    member = search.infer("SINGLE", context, term=term)
    zero = search.infer("RING", context, lhs=member.judgement.args[1], rhs=ZERO, eqs=[])
    return search.infer("CHAIN", context, links=[member, zero])


def _same_member(
    search: Search,
    context: Context,
    body: Term,
    other: Term,
    lowered: tuple[Term, Term, Term],
    kept: tuple[Term, Term, Term],
) -> Theorem:
    """``k t = c t'`` where the exponent k of c is one less in t', and another exponent is written otherwise."""
    base, high, low = lowered
    make_defined(search, context, make("rpow", (base, low)))
    power, one, two = kept
    same = search.infer("RING", context, lhs=two, rhs=one, eqs=[])
    eqs = [search.infer("CONG", context, eq=same, term=make("rpow", (power, two)), paths=[[1]])]
    make_defined(search, context, gamma(add(two, ONE)))
    eqs.append(search.infer("CONG", context, eq=same, term=gamma(add(two, ONE)), paths=[[0, 0]]))
    eqs += _raised(search, context, base, low)
    same = search.infer("RING", context, lhs=high, rhs=add(low, ONE), eqs=[])
    eqs.append(search.infer("CONG", context, eq=same, term=make("rpow", (base, high)), paths=[[1]]))
    make_defined(search, context, gamma(add(low, ONE)))
    eqs.append(axiom(search, context, "gamma.next", add(low, ONE)))
    eqs.append(search.infer("CONG", context, eq=same, term=gamma(add(high, ONE)), paths=[[0, 0]]))
    return search.infer("RING", context, lhs=body, rhs=other, eqs=eqs)


@goal
def expanded(search: Search, context: Context, a: Term, b: Term, n: Term, target: Term) -> Theorem:
    """``(a + b)^n = sum_i binomial(n, i) a^i b^(n-i)``, the sum as the target writes it."""
    found = instantiated(search, context, lemma(search, "binomials__binomial_theorem"), [a, b, n])
    scale, whole = found.judgement.args[0].args
    linear = search.infer("LIN", context, terms=[whole], coefficients=[scale], l1=[found])
    first = coefficients_exchanged(search, context, target, linear.judgement.args[0])
    all_ = search.infer("CHAIN", context, links=[first, linear, found])
    return search.infer("SYM", context, of=all_)


def coefficients_exchanged(search: Search, context: Context, target: Term, other: Term) -> Theorem:
    """``target = other`` for two sums, the first with binomial coefficients, the second with gamma functions."""
    inner, _, body = opened(search, context, target)
    links: list[Theorem] = []
    for atom in (atom for atom in atoms_of([body]) if atom.op == "prod"):
        eq = rising_value(search, inner, atom)
        links.append(search.infer("CONG", inner, eq=eq, term=links[-1].judgement.args[1] if links else body, paths=[]))
    _, _, member = opened(search, context, other)
    links.append(prove_equal(search, inner, links[-1].judgement.args[1] if links else body, member))
    make_defined(search, context, target)
    return search.infer("CONG", context, eq=search.infer("CHAIN", inner, links=links), term=target, paths=[[2]])
