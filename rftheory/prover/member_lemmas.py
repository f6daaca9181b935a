"""Lemmas at the members of finite sums: where a value has the index of a sum in it, the lemma holds inside of that sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

import sympy as sp

from rftheory.kernel.contexts import open_binder
from rftheory.kernel.defined import is_well_formed
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import OO, Term, bound_tags
from rftheory.prover.chains import Walk
from rftheory.prover.failure import Unproved
from rftheory.statements.claims import Claim


def indices_of(walk: Walk, at: Mapping[sp.Symbol, sp.Expr] | None) -> list[sp.Symbol]:
    """The integer symbols in the values of parameters that the domain of the chain does not have."""
    known = {*walk.setting.symbols, *walk.chain.domain.symbols}
    symbols = {symbol for value in (at or {}).values() for symbol in sp.sympify(value).free_symbols}
    return sorted((s for s in symbols - known if isinstance(s, sp.Symbol) and s.is_integer), key=str)


def at_members(walk: Walk, claim: Claim, at: Mapping[sp.Symbol, sp.Expr], index: sp.Symbol, number: int) -> None:
    """List a lemma inside of each finite sum of the lines about a step.

    Raises:
        Unproved: if it holds inside of none.
    """
    reasons = []
    lines = range(number - 1, len(walk.chain.steps))
    found = False
    for term in dict.fromkeys(part for line in lines for part in _sums(walk.line(line))):
        inner, (k,) = open_binder(walk.context, term)
        if not is_well_formed(walk.search.kernel, inner):
            continue
        base = walk.context
        for entry in (*inner.declarations[base.size :], *inner.facts[len(base.facts) :]):
            base = walk.run.declare(base, entry)
        inside = Walk(walk.prover, walk.setting.within(base, {index: k}), walk.chain)
        try:
            inside.lemma(claim, at)
            found = True
        except (Unproved, Refused) as error:
            reasons.append(str(error))
    if not found:
        raise Unproved(f"a lemma at the members of no sum: {'; '.join(reasons)}")


def _sums(term: Term) -> Iterator[Term]:
    """The outermost finite sums and products of a term."""
    if term.op in ("sum", "prod") and term.args[1] is not OO:
        yield term
    elif not bound_tags(term.op, term.args, term.data):
        for arg in term.args:
            with suppress(Unproved):
                yield from _sums(arg)
