"""Binomial coefficients by gamma functions: ``prod_(k <= i) (m + k)/k = gamma(m + i + 1)/(gamma(m + 1) gamma(i + 1))``."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.integrands import plain
from rftheory.prover.rising import product_by_induction


@general
def _coefficient_theorem(search: Search) -> Theorem:
    """For m, i >= 0: ``prod_(k <= i) (m + k)/k = gamma(m + i + 1) / (gamma(m + 1) gamma(i + 1))``."""
    run = search.run
    outer = run.extended(EMPTY, declare("int", low=ZERO))
    context = run.declare(outer, declare("int", low=ZERO))
    m, i = context.variable(0), context.variable(1)
    search.use(context, prove_order(run, context, ZERO, i, strict=False))
    _, (k,) = open_binder(context, make("prod", (ONE, i, ONE)))
    left = make("prod", (ONE, i, close(make("*", (add(m, k), inv(k))), (k,))))
    right = product([gamma(add(add(m, i), ONE)), inv(gamma(add(m, ONE))), inv(gamma(add(i, ONE)))])
    return product_by_induction(search, context, left, right)


def coefficient_value(search: Search, context: Context, atom: Term) -> Theorem:
    """``prod_(k <= i) (m + k)/k`` by gamma functions; Unproved for other products."""
    _, (k,), body = opened(search, context, atom)
    ring = Ring([*atoms_of([body]), k])
    over = ring.form(minus(make("*", (body, k)), k))
    m = ring.fraction(over)
    if atom.args[0] is not ONE or k.data in m.variables:
        raise Unproved(f"no binomial coefficient: {shown(atom)}")
    value = _in_plain_gammas(search, context, _coefficient_theorem(search), [m, atom.args[1]])
    place = value.judgement.args[0]
    inner, _, first = opened(search, context, atom)
    _, _, second = opened(search, context, place)
    same = search.infer("RING", inner, lhs=first, rhs=second, eqs=[])
    eq = search.infer("CONG", context, eq=same, term=atom, paths=[[2]])
    return search.infer("CHAIN", context, links=[eq, value])


def _in_plain_gammas(search: Search, context: Context, theorem: Theorem, values: list[Term]) -> Theorem:
    """A theorem at values, the arguments of its gammas without what cancels: ``(m - i) + i + 1`` is ``m + 1``."""
    links = [instantiated(search, context, theorem, values)]
    for atom in atoms_of([links[0].judgement.args[1]]):
        simple = plain([atom.args[0]])
        here = links[-1].judgement.args[1]
        if simple is not atom.args[0]:
            make_defined(search, context, here)
            same = search.infer("RING", context, lhs=atom.args[0], rhs=simple, eqs=[])
            eq = search.infer("CONG", context, eq=same, term=atom, paths=[[0]])
            links.append(search.infer("CONG", context, eq=eq, term=here, paths=[]))
    make_defined(search, context, links[-1].judgement.args[1])
    return search.infer("CHAIN", context, links=links)
