"""Real variables with facts, and short ways to write terms of them."""

from __future__ import annotations

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.terms import ONE, ZERO, Term, declare, power
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.words import X, add, fn, rel


def setting(*facts: Term, variables: int = 4) -> tuple[Kernel, Context]:
    """Real variables, and facts of them."""
    kernel, context = Kernel(), EMPTY
    for _ in range(variables):
        context = kernel.declare(context, declare("real"))
    for fact in facts:
        context = kernel.declare(context, fact)
    return kernel, context


def fact(kernel: Kernel, context: Context, judgement: Term) -> Theorem:
    return kernel.infer("HYP", context, fact=judgement)


def ring(lhs: Term, rhs: Term, *eqs: Term, known: tuple[Term, ...] = ()) -> Theorem:
    """RING with equations that are facts of the context, after other facts."""
    kernel, context = setting(*known, *eqs)
    theorem = kernel.infer("RING", context, lhs=lhs, rhs=rhs, eqs=[fact(kernel, context, eq) for eq in eqs])
    assert theorem.judgement is rel(lhs, "=", rhs)
    return theorem


def apart(term: Term) -> Term:
    return rel(term, "!=", ZERO)


SIN, COS, ROOT, EXP = fn("sin", X), fn("cos", X), fn("sqrt", X), fn("exp", X)
CIRCLE = rel(add(power(SIN, 2), power(COS, 2)), "=", ONE)
