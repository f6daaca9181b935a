"""What is known without definedness: facts of a context, ends of variables, and theorems that were listed for it.

A theorem is listed by `Kernel.use`. Every function here answers False (or None) where nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import Term, held
from rftheory.kernel.theorems import Kernel

# -- what is known --------------------------------------------------------------------------------------------------


def kept(kernel: Kernel, context: Context, kind: str, term: Term, find: Callable[[], Any]) -> Any:
    """What ``find`` finds, kept if it is a success, with the listed theorems that it needed; else for one step."""
    key = (context, kind, term)
    if key in kernel.missed:
        return kernel.missed[key]
    if key not in kernel.memo:
        outer, kernel.used = kernel.used, set()
        try:
            found = find()
            if found is None or found is False:
                kernel.missed[key] = found
                return found
            kernel.memo[key] = (found, frozenset(kernel.used))
        finally:
            kernel.used = outer
    found, used = kernel.memo[key]
    kernel.used |= used
    return found


def known(kernel: Kernel, context: Context, judgement: Term) -> bool:
    """Whether a judgement is a fact of the context, an end of a variable, or listed for it or a prefix."""
    if judgement in context.said:
        return True
    for place in reversed(context.prefixes):
        theorem = kernel.listed.get(place, {}).get(judgement)
        if theorem is not None:
            kernel.used.add(theorem)
            return True
    return False


def told(kernel: Kernel, context: Context, op: str, *args: Term) -> bool:
    """Whether the judgement of these parts is known: contexts and listed theorems hold what they say, so what nothing holds is not."""
    judgement = held(op, args)
    return judgement is not None and known(kernel, context, judgement)


def is_said(kernel: Kernel, context: Context, term: Term, *words: str) -> bool:
    """Whether one of the judgements with these words and this term is known."""
    return any(told(kernel, context, word, term) for word in words)


def orders(kernel: Kernel, context: Context, wanted: Callable[[Term], bool]) -> Iterator[Term]:
    """The orders that are facts, ends or listed, and wanted."""
    for fact in context.facts:
        if fact.op in ("<=", "<") and wanted(fact):
            yield fact
    for place in reversed(context.prefixes):
        for judgement, theorem in kernel.listed.get(place, {}).items():
            if judgement.op in ("<=", "<") and wanted(judgement):
                kernel.used.add(theorem)
                yield judgement


# -- real and integer -----------------------------------------------------------------------------------------------


def integer(kernel: Kernel, context: Context, term: Term) -> bool:
    """Whether a term that is defined is seen to be an integer."""
    op, args = term.op, term.args
    if op == "rat":
        return bool(term.data.denominator == 1)
    if op == "var" and term.data[1] == "int":
        return True
    if op == "at" and args[0].sort == "ints":
        return True
    if op in ("+", "*", "neg", "pow") and all(integer(kernel, context, arg) for arg in args):
        return True
    return told(kernel, context, "int?", term)


# -- definedness ----------------------------------------------------------------------------------------------------


def dimension(kernel: Kernel, context: Context, vector: Term) -> Term | None:
    """The dimension of a vector that is defined, as a term; None if it is not seen."""
    if vector.op == "var":
        declaration = context.declarations[vector.data[0]]
        return declaration.args[0] if declaration.data[0] == "vec" else None
    if vector.op == "at":
        declaration = context.declarations[vector.args[0].data[0]] if vector.args[0].op == "var" else None
        return declaration.args[1] if declaration is not None and declaration.data[0] == "vecs" else None
    if vector.op in ("vadd", "vscale"):
        return dimension(kernel, context, vector.args[-1])
    return None
