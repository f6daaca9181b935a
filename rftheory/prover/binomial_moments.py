"""Moments of the binomial law: ``sum_i i^q t_i(n)`` with ``t_i(n) = a^i b^(n-i) / (i! (n-i)!)`` and ``a + b = 1``.

``i t_i(n+1) = a t_(i-1)(n)``, so the moment of order q for n + 1 is a times a sum of those of lower order for n; for n = 0 it
is 0. Thus each order follows from the lower ones by a distinction of n = 0 and n + 1 (rule IND; its hypothesis is not used).
"""

from __future__ import annotations

from math import comb

from rftheory.prover.words import *
from rftheory.prover.binomials import (
    binomial_member,
    coefficients_exchanged,
    finite_sum,
    from_index,
    zero_alone,
)
from rftheory.prover.finite_products import factors_of
from rftheory.prover.texts import lemma

#: the highest order
MAX_ORDER = 8


def moment_theorem(search: Search, order: int) -> Theorem:
    """For real a and n >= 0: ``sum_i i^q t_i(n) = v_q(a, n) / n!``, with a polynomial v_q."""
    find = (lambda: _total(search)) if order == 0 else (lambda: _higher(search, order))
    return search.once(("binomial moment", order), find)


def _setting(search: Search) -> tuple[Context, Term, Term, Term]:
    """The context, a, ``b = 1 - a`` and n."""
    context = search.run.extended(EMPTY, declare("real"), declare("int", low=ZERO))
    a, n = context.variable(0), context.variable(1)
    return context, a, minus(ONE, a), n


def _member(order: int, a: Term, b: Term, n: Term, i: Term) -> Term:
    return product([*([power(i, order)] if order else []), binomial_member(a, b, n, i)])


def _value(order: int, a: Term, n: Term) -> Term:
    """``v_q``: ``v_0 = 1`` and ``v_q(n) = n a sum_(l<q) binomial(q-1, l) v_l(n-1)``."""
    if order == 0:
        return ONE
    before = minus(n, ONE)
    return product(
        [n, a, total([make("*", (rat(comb(order - 1, less)), _value(less, a, before))) for less in range(order)])]
    )


def _quotient(value: Term, n: Term) -> Term:
    return make("*", (value, make("inv", (make("gamma", (add(n, ONE),)),))))


def _total(search: Search) -> Theorem:
    """All masses, by the binomial theorem."""
    context, a, b, n = _setting(search)
    found = instantiated(search, context, lemma(search, "binomials__binomial_theorem"), [a, b, n])
    gamma, whole = found.judgement.args[0].args
    one = search.infer("RING", context, lhs=add(a, b), rhs=ONE, eqs=[])
    links = [found, search.infer("CONG", context, eq=one, term=found.judgement.args[1], paths=[[0]])]
    unit = search.infer("CHAIN", context, links=[*links, axiom(search, context, "rpow.one", n)])
    divided = make("*", (make("*", (gamma, whole)), make("inv", (gamma,))))
    make_defined(search, context, divided)
    first = search.infer("RING", context, lhs=whole, rhs=divided, eqs=[])
    second = search.infer("CONG", context, eq=unit, term=divided, paths=[[0]])
    return search.infer("CHAIN", context, links=[first, second])


def _higher(search: Search, order: int) -> Theorem:
    run = search.run
    context, a, b, n = _setting(search)
    lower = [moment_theorem(search, less) for less in range(order)]
    whole = finite_sum(search, context, ZERO, n, lambda i: _member(order, a, b, n, i))
    value = _quotient(_value(order, a, n), n)
    make_defined(run, context, value)
    outer = context.parent
    assert outer is not None
    zero_alone(search, outer)
    start = [substitute(side, {n.data[0]: ZERO}) for side in (whole, value)]
    make_defined(run, outer, binomial_member(a, b, ZERO, ZERO))
    make_defined(run, outer, *start)
    base = prove_equal(run, outer, start[0], start[1])
    here = run.declare(context, make("=", (whole, value)))
    later = add(n, ONE)
    longer, wanted = (substitute(side, {n.data[0]: later}) for side in (whole, value))
    make_defined(run, here, longer, wanted)
    equations = [theorem.judgement for theorem in lower]
    for theorem in lower:
        search.use(here, search.infer("L1", here, of=theorem, term=theorem.judgement.args[0]))
    sums = search.infer(
        "LIN",
        here,
        terms=[equation.args[0] for equation in equations],
        coefficients=[make("*", (rat(comb(order - 1, less)), a)) for less in range(order)],
        l1=lower,
    )
    moved = from_index(search, here, a, b, n, sums, longer)
    raised = axiom(search, here, "gamma.next", later)
    step = search.infer("RING", here, lhs=longer, rhs=wanted, eqs=[raised, *lower, moved])
    return search.infer("IND", context, base=[base], step=step)


# -- the moments of a statement ---------------------------------------------------------------------------------------


def moment_value(search: Search, context: Context, atom: Term) -> Theorem:
    """``sum_i c i^q binomial(n, i) a^i (1-a)^(n-i) = c v_q(a, n)``; Unproved for other sums."""
    n = atom.args[1]
    if atom.op != "sum" or atom.args[0] is not ZERO or n.op == "rat" or n.sort != "scalar":
        raise Unproved(f"no moment of a binomial law: {shown(atom)}")
    _, (i,) = open_binder(context, atom)
    order, a, constants = _read(search, context, atom, n, i)
    found = instantiated(search, context, moment_theorem(search, order), [a, n])
    gamma = make("gamma", (add(n, ONE),))
    factor = product([*constants, gamma])
    make_defined(search, context, factor)
    linear = search.infer("LIN", context, terms=[found.judgement.args[0]], coefficients=[factor], l1=[found])
    first = coefficients_exchanged(search, context, atom, linear.judgement.args[0])
    second = search.infer("CONG", context, eq=found, term=linear.judgement.args[1], paths=[])
    value = product([*constants, _value(order, a, n)])
    make_defined(search, context, value)
    last = search.infer("RING", context, lhs=second.judgement.args[1], rhs=value, eqs=[])
    return search.infer("CHAIN", context, links=[first, linear, second, last])


def _read(search: Search, context: Context, atom: Term, n: Term, i: Term) -> tuple[int, Term, list[Term]]:
    """The order, the probability, and the factors that are free of the index."""
    _, _, body = opened(search, context, atom)
    order, bases, constants = 0, dict[str, Term](), list[Term]()
    for base, k in factors_of(body, 1):
        if base is i and k > 0:
            order += k
        elif base.op == "rpow" and k == 1 and base.args[1] is i:
            bases["a"] = base.args[0]
        elif base.op == "rpow" and k == 1 and _vanishes(minus(base.args[1], minus(n, i))):
            bases["b"] = base.args[0]
        elif i.data not in base.variables:
            constants.append(power(base, k) if k > 0 else make("inv", (power(base, -k),)))
        elif base.op not in ("prod", "gamma"):
            raise Unproved(f"no member of a binomial law: {shown(body)}")
    if len(bases) < 2 or order > MAX_ORDER or not _vanishes(minus(add(bases["a"], bases["b"]), ONE)):
        raise Unproved(f"no member of a binomial law: {shown(body)}")
    return order, bases["a"], constants


def _vanishes(term: Term) -> bool:
    return not Ring(atoms_of([term])).form(term).num
