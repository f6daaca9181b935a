"""A kernel whose every theorem is tried at points, and short ways to write functions, intervals and limits."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, close, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, TWO, ZERO, Term, make, power, rat, var
from rftheory.kernel.theorems import Kernel, Theorem
from rftheory.meaning.judgements import judge
from tests.kernel.points import points
from tests.kernel.words import fn, mul


def binder(name: str, context: Context, low: Term, high: Term, f: Callable[[Term], Term], data: Any = None) -> Term:
    x = var(context.size, "real")
    return make(name, (low, high, close(f(x), (x,))), data)


def over(context: Context, low: Term, high: Term, f: Callable[[Term], Term]) -> Term:
    return binder("int", context, low, high, f)


def cont(context: Context, low: Term, high: Term, f: Callable[[Term], Term], kinds: str = "[]") -> Term:
    ends = tuple("closed" if kind in "[]" else "open" for kind in kinds)
    return binder("cont", context, low, high, f, ends)


class Session:
    """A kernel with short ways to infer."""

    def __init__(self) -> None:
        self.kernel = Kernel()

    def infer(self, rule: str, context: Context, **parameters: Any) -> Theorem:
        theorem = self.kernel.infer(rule, context, **parameters)
        for point in points(theorem.context, random.Random(5), 3):
            assert judge(theorem.judgement, theorem.context, point) is not False, theorem.judgement
        return theorem

    def context(self, *entries: Term) -> Context:
        context = EMPTY
        for entry in entries:
            context = self.kernel.declare(context, entry)
        return context

    def hyp(self, context: Context, fact: Term) -> Theorem:
        return self.infer("HYP", context, fact=fact)

    def define(self, context: Context, judgement: Term) -> Theorem:
        return self.infer("DEF", context, judgement=judgement)

    def opened(self, context: Context, term: Term) -> tuple[Context, Term]:
        inner, (x,) = open_binder(context, term)
        require_well_formed(self.kernel, inner)
        return inner, x

    def deriv(self, context: Context, low: Term, high: Term, f: Callable[[Term], Term], *premises: Theorem) -> Theorem:
        return self.infer("DERIV", context, over=over(context, low, high, f), premises=list(premises))

    def cont(self, context: Context, low: Term, high: Term, f: Callable[[Term], Term], kinds: str = "[]") -> Theorem:
        return self.infer("CONT", context, over=cont(context, low, high, f, kinds), given=[], premises=[])

    def given(self, context: Context, *facts: Term) -> tuple[Context, list[Theorem]]:
        """A context with facts more, and the theorems that they hold."""
        for fact in facts:
            context = self.kernel.declare(context, fact)
        return context, [self.hyp(context, fact) for fact in facts]


# -- DERIV ----------------------------------------------------------------------------------------------------------


def turning(x: Term) -> Term:
    """A number that is not 0 and goes round 0, across the cut."""
    return fn("exp", mul(rat(4), IMAG, x))


# -- VALLEY, TANGENT, CHORD -----------------------------------------------------------------------------------------


def product_sign(s: Session, context: Context, product: Term, relation: str) -> Theorem:
    """0 REL x (2 x) by a lemma: in a context where x is any real that is not 0."""
    x = product.args[0]
    squared = mul(TWO, power(x, 2))
    order = s.define(context, make(relation, (ZERO, squared)))
    equation = s.infer("RING", context, lhs=squared, rhs=product, eqs=[])
    return s.infer("CHAIN", context, links=[order, equation])


# -- limits ---------------------------------------------------------------------------------------------------------


def limit_theorem(s: Session, side: str, f: Callable[[Term], Term], low: Term = ZERO, high: Term = ONE) -> Theorem:
    return s.infer("LIMIT", EMPTY, over=over(EMPTY, low, high, f), side=side, parts=[], eqs=[], premises=[])


# -- integrals ------------------------------------------------------------------------------------------------------


def ends_of(s: Session, low: Term, high: Term, f: Callable[[Term], Term]) -> list[Theorem]:
    sides = ("-oo" if low is MINUS_OO else "above", "oo" if high is OO else "below")
    at = over(EMPTY, low, high, f)
    return [s.infer("LIMIT", EMPTY, over=at, side=side, parts=[], eqs=[], premises=[]) for side in sides]
