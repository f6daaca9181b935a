"""Orders of means with factors before them: ``c E f <= g`` from ``E f <= g/c``."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.prover.chains import Walk
from rftheory.prover.translate import translate
from rftheory.rules.nodes import Expectation


def without_factor(
    walk: Walk, find: Callable[[Walk, sp.Expr, sp.Expr], Theorem], smaller: sp.Expr, larger: sp.Expr
) -> Theorem:
    """The order of two sides, by a way that asks for means that stand alone; the factor of the smaller side has to be positive."""
    (c, mean), (other, last) = (_apart(sp.sympify(side)) for side in (smaller, larger))
    whole = Expectation(other / c * last.args[0]) if isinstance(last, Expectation) else larger / c
    if not isinstance(mean, Expectation) or (c == 1 and whole == larger):
        return find(walk, smaller, larger)
    search, context = walk.search, walk.context
    order, front = find(walk, mean, whole), walk.term(c)
    sign = prove_order(search, context, ZERO, front, True)
    start, end = (translate(side, walk.setting) for side in (smaller, larger))
    middle = mul(front, order.judgement.args[1])
    make_defined(search, context, start, middle, end)
    raised_ = search.infer("POS", context, lhs=start, rhs=middle, rows=[row(sign, order)], eqs=[])
    return search.infer("CHAIN", context, links=[raised_, walk.equal(middle, end)])


def _apart(side: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """What is before a mean, and the mean; of other sides 1, and all of it."""
    c, mean = side.as_independent(Expectation, as_Add=False)
    return (c, mean) if isinstance(mean, Expectation) else (sp.Integer(1), side)
