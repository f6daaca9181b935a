"""Rising factorials: ``prod_(k <= n) (b + k - 1) = gamma(b + n)/gamma(b)``, by induction, and products of such factors."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.finite_products import value_of_kind
from rftheory.prover.integrands import plain
from rftheory.prover.ring import Form
from rftheory.prover.texts import lemma

_MINUS_ONE = rat(-1)


def _factor(b: Term, k: Term, below: bool) -> Term:
    """``b + k - 1``, or its inverse."""
    factor = make("+", (b, k, _MINUS_ONE))
    return make("inv", (factor,)) if below else factor


def rising_value(search: Search, context: Context, atom: Term) -> Theorem:
    """A product over k from 1 on of factors that are linear in k; Unproved for others."""
    inner, (k,), body = opened(search, context, atom)
    if atom.args[0] is not ONE or k.data not in body.variables:
        raise Unproved(f"no product of factors from 1 on: {shown(atom)}")
    constant, linear = _factors(body, k)
    parts = [_factor(b, k, below) for b, below in linear]
    parts = [*([] if constant is ONE else [constant]), *parts]
    whole = make("prod", (*atom.args[:2], close(product(parts), (k,))))
    for b, _ in linear:
        search.use(context, prove_order(search, context, ZERO, b, strict=True))
    make_defined(search, inner, product(parts))
    make_defined(search, context, whole)
    links = []
    if whole is not atom:
        same = prove_equal(search, inner, body, product(parts))
        links.append(search.infer("CONG", context, eq=same, term=atom, paths=[[2]]))
    if len(parts) > 1:
        links.append(search.infer("MEMBERS", context, term=whole, part="product", count=len(parts)))
    here = links[-1].judgement.args[1] if links else atom
    found = []
    if constant is not ONE:
        one = make("prod", (*atom.args[:2], close(constant, (k,))))
        found.append(value_of_kind(search, context, one, constant, k))
    for b, below in linear:
        found.append(
            _in_plain_gammas(
                search,
                context,
                lemma(search, f"rising__rising_{'divisors' if below else 'factors'}"),
                [b, atom.args[1]],
            )
        )
    for eq in found:
        if eq is not None:
            make_defined(search, context, eq.judgement.args[1])
            links.append(search.infer("CONG", context, eq=eq, term=here, paths=[]))
            here = links[-1].judgement.args[1]
    return search.infer("CHAIN", context, links=links)


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


def _factors(body: Term, k: Term) -> tuple[Term, list[tuple[Term, bool]]]:
    """A body as a constant and its factors ``b + k - 1`` (above or below)."""
    ring = Ring([*atoms_of([body]), k])
    form = ring.form(body)
    constants, linear = list[tuple[Term, bool]](), list[tuple[Term, bool]]()
    for poly, below in ((form.num, False), (form.den, True)):
        content, factors = ring.factors(poly)
        constants.append((rat(content), below))
        for factor, multiplicity in factors:
            split = ring.coefficients(Form(factor, ring.one), k, 1)
            if split is None or any(k.data in part.variables for part in split):
                raise Unproved(f"not linear in the index: {shown(body)}")
            b, rate = split
            if rate is ZERO:
                constants += [(b, below)] * multiplicity
            else:
                constants += [(rate, below)] * multiplicity
                linear += [(plain([make("*", (b, make("inv", (rate,)))), ONE]), below)] * multiplicity
    if not linear:
        raise Unproved(f"no factor with the index: {shown(body)}")
    constant = product([make("inv", (part,)) if below else part for part, below in constants if part is not ONE])
    return plain([constant]) if constant.op != "rat" else constant, linear
