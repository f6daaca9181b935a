"""Random entries of contexts, and terms in them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, ONE, TWO, ZERO, Term, declare, make, rat
from rftheory.kernel.theorems import Kernel, Theorem

Instance = tuple[Kernel, Context, str, dict[str, Any]]
Rng = random.Random
RELATIONS = ("=", "!=", "<=", "<")
NUMBERS = (ZERO, ONE, rat(-1), TWO, rat(Fraction(1, 2)), rat(Fraction(-3, 2)))


def variables(context: Context) -> list[Term]:
    return [context.variable(place) for place in range(context.size)]


def term(rng: Rng, leaves: Sequence[Term], depth: int = 2) -> Term:
    """A term of these leaves, numbers and, now and then, the imaginary unit; it need not be defined everywhere."""
    if depth == 0 or rng.random() < 0.3:
        return rng.choice([*leaves, *leaves, rng.choice(NUMBERS), *([IMAG] if rng.random() < 0.2 else [])])
    op = rng.choice(("+", "*", "+", "*", "neg", "pow", "inv", "abs", "exp", "sqrt", "conj", "re"))
    parts = [term(rng, leaves, depth - 1) for _ in range(2 if op in ("+", "*") else 1)]
    return make(op, parts, rng.choice((0, 1, 2, 3)) if op == "pow" else None)


def relation(rng: Rng, leaves: Sequence[Term], relations: Sequence[str] = RELATIONS, depth: int = 1) -> Term:
    return make(rng.choice(relations), [term(rng, leaves, depth) for _ in range(2)])


def declaration(rng: Rng, before: Sequence[Term]) -> Term:
    tag = rng.choice(("real", "real", "int"))
    choices = [[None, ZERO, rat(-2)], [None, ONE, TWO]]
    if rng.random() < 0.3:
        choices = [[None, ZERO, ONE, *(v for v in before if v.data[1] == tag)]] * 2
    ends = [rng.choice(one) for one in choices]
    return declare(tag, low=ends[0], high=ends[1], closed=rng.choice("[(") + rng.choice("])"))


def declared(kernel: Kernel, context: Context, *entries: Term) -> Context:
    for entry in entries:
        context = kernel.declare(context, entry)
    return context


def some_context(rng: Rng, kernel: Kernel, count: int = 2, facts: int = 0, of: Context = EMPTY) -> Context:
    for _ in range(count):
        of = declared(kernel, of, declaration(rng, variables(of)))
    for _ in range(facts):
        of = with_fact(rng, kernel, of, relation(rng, variables(of)))
    return of


def with_fact(rng: Rng, kernel: Kernel, context: Context, fact: Term) -> Context:
    """The context with the fact, if it has a meaning."""
    try:
        return declared(kernel, context, fact)
    except Refused:
        return context


def hyp(kernel: Kernel, context: Context, fact: Term) -> Theorem:
    return kernel.infer("HYP", context, fact=fact)


def some_fact(rng: Rng, kernel: Kernel, context: Context) -> Theorem:
    if not context.facts:
        raise Refused("no facts")
    return hyp(kernel, context, rng.choice(context.facts))
