"""Integrands before and after a change of variables, by the forms of their parts that a proof names."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.prover.chains import Walk
from rftheory.prover.generalised import equal_for_all, parts_within

_CIRCULAR = frozenset({"sin", "cos"})


def same_integrand(
    walk: Walk, node: sp.Integral, other: Term, slope: sp.Expr | None, rewriting: Sequence[tuple[sp.Expr, sp.Expr]]
) -> Theorem:
    """``int g = int f |slope|`` where the second one is what a change of variables made, with the first one's convergence.

    Args:
        walk: the chain.
        node: the first integral, which converges.
        other: the second one; its body is a product of an integrand and the slope.
        slope: another form of the slope.
        rewriting: parts of the integrand and other forms of them.
    """
    run, whole = walk.run, walk.term(node)
    context, (x,), given = opened(walk.search, walk.context, whole)
    _, _, made = opened(walk.search, walk.context, other)
    inner = Walk(walk.prover, walk.setting.within(context, {node.limits[0][0]: x}), walk.chain)
    links: list[Theorem] = []

    def replaced(eq: Theorem, paths: list[list[int]]) -> None:
        here = links[-1].judgement.args[1] if links else made
        links.append(run.infer("CONG", context, eq=eq, term=here, paths=paths))

    if slope is not None:
        rate = made.args[1]
        sign = prove_sign(run, context, rate)
        form = inner.term(slope)
        falls = rate.op == "neg" and sign is not None and sign.judgement.args[0] is ZERO
        replaced(prove_equal(run, context, rate, make("neg", (form,)) if falls else form), [[1]])
    for old, new in rewriting:
        part = inner.term(sp.sympify(old))
        if part in parts_within([links[-1].judgement.args[1] if links else made], frozenset({part.op})):
            replaced(inner.equal(part, inner.term(sp.sympify(new))), [])
    here = links[-1].judgement.args[1] if links else made
    make_defined(run, context, here)
    links.append(_equal(inner, here, given, bool(rewriting)))
    back = run.infer("SYM", context, of=run.infer("CHAIN", context, links=links))
    return walk.search.infer("CONG", walk.context, eq=back, term=whole, paths=[[2]])


def _equal(inner: Walk, left: Term, right: Term, apart: bool) -> Theorem:
    """With any number in the place of each sine and cosine with a sign, if parts are rewritten so that this is enough."""
    if not apart:
        return prove_equal(inner.search, inner.context, left, right)
    return equal_for_all(inner.search, inner.context, left, right, parts_within([left, right], _CIRCULAR))
