"""Binomial coefficients by gamma functions: ``prod_(k <= i) (m + k)/k = gamma(m + i + 1)/(gamma(m + 1) gamma(i + 1))``."""

from __future__ import annotations

from rftheory.kernel.contexts import EMPTY, Context, close, open_binder
from rftheory.kernel.substitution import substitute
from rftheory.kernel.terms import ONE, ZERO, Term, declare, make
from rftheory.kernel.theorems import Theorem
from rftheory.prover.convergence import opened
from rftheory.prover.definite import make_defined
from rftheory.prover.equal import prove_equal
from rftheory.prover.failure import Unproved
from rftheory.prover.instances import instantiated
from rftheory.prover.integrands import plain
from rftheory.prover.ring import Ring, atoms_of, minus, product
from rftheory.prover.search import Search, shown
from rftheory.prover.signs import prove_order


def plus(first: Term, second: Term) -> Term:
    return make("+", (first, second))


def gamma(term: Term) -> Term:
    return make("gamma", (term,))


def inv(term: Term) -> Term:
    return make("inv", (term,))


def coefficient_theorem(search: Search) -> Theorem:
    """For m, i >= 0: ``prod_(k <= i) (m + k)/k = gamma(m + i + 1) / (gamma(m + 1) gamma(i + 1))``."""
    return search.once(("binomial coefficients",), lambda: _coefficients(search))


def _coefficients(search: Search) -> Theorem:
    run = search.run
    outer = run.extended(EMPTY, declare("int", low=ZERO))
    context = run.declare(outer, declare("int", low=ZERO))
    m, i = context.variable(0), context.variable(1)
    search.use(context, prove_order(run, context, ZERO, i, strict=False))
    _, (k,) = open_binder(context, make("prod", (ONE, i, ONE)))
    left = make("prod", (ONE, i, close(make("*", (plus(m, k), inv(k))), (k,))))
    right = product([gamma(plus(plus(m, i), ONE)), inv(gamma(plus(m, ONE))), inv(gamma(plus(i, ONE)))])
    start = [substitute(side, {i.data[0]: ZERO}) for side in (left, right)]
    make_defined(run, outer, *start)
    base = prove_equal(run, outer, start[0], start[1])
    make_defined(run, context, left, right)
    fact = make("=", (left, right))
    here = run.declare(context, fact)
    hypothesis = run.infer("HYP", here, fact=fact)
    later = plus(i, ONE)
    longer, value = (substitute(side, {i.data[0]: later}) for side in (left, right))
    make_defined(run, here, longer, value)
    orders = [prove_order(run, here, first, second, strict=False) for first, second in ((ONE, later), (i, later))]
    split = search.infer("SPLIT", here, whole=longer, last=i, following=later, orders=orders, l1=[])
    _, last = split.judgement.args[1].args
    make_defined(run, here, split.judgement.args[1])
    member = search.infer("SINGLE", here, term=last)
    links = [split]
    for eq in (hypothesis, member):
        links.append(search.infer("CONG", here, eq=eq, term=links[-1].judgement.args[1], paths=[]))
    links.append(prove_equal(run, here, links[-1].judgement.args[1], value))
    return search.infer("IND", context, base=[base], step=search.infer("CHAIN", here, links=links))


def coefficient_value(search: Search, context: Context, atom: Term) -> Theorem:
    """``prod_(k <= i) (m + k)/k`` by gamma functions; Unproved for other products."""
    _, (k,), body = opened(search, context, atom)
    ring = Ring([*atoms_of([body]), k])
    over = ring.form(minus(make("*", (body, k)), k))
    m = ring.fraction(over)
    if atom.args[0] is not ONE or k.data in m.variables:
        raise Unproved(f"no binomial coefficient: {shown(atom)}")
    value = _in_plain_gammas(search, context, coefficient_theorem(search), [m, atom.args[1]])
    place = value.judgement.args[0]
    inner, _, first = opened(search, context, atom)
    _, _, second = opened(search, context, place)
    same = search.infer("RING", inner, lhs=first, rhs=second, eqs=[])
    eq = search.infer("CONG", context, eq=same, term=atom, paths=[[2]])
    return search.infer("CHAIN", context, links=[eq, value])


def _in_plain_gammas(search: Search, context: Context, theorem: Theorem, values: list[Term]) -> Theorem:
    """A theorem at values, the arguments of its gammas without what cancels: ``(m - i) + i + 1`` is ``m + 1``."""
    links = [instantiated(search.run, context, theorem, values)]
    for atom in atoms_of([links[0].judgement.args[1]]):
        simple = plain([atom.args[0]])
        here = links[-1].judgement.args[1]
        if simple is not atom.args[0]:
            make_defined(search.run, context, here)
            same = search.infer("RING", context, lhs=atom.args[0], rhs=simple, eqs=[])
            eq = search.infer("CONG", context, eq=same, term=atom, paths=[[0]])
            links.append(search.infer("CONG", context, eq=eq, term=here, paths=[]))
    make_defined(search.run, context, links[-1].judgement.args[1])
    return search.infer("CHAIN", context, links=links)
