"""One kernel with short names for its rules, and short ways to write terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import Term
from rftheory.kernel.theorems import Kernel, Theorem


def refused(function: Callable[..., object], *args: Any, **parameters: Any) -> None:
    """The function refuses what it is given, which is made before: so nothing else is refused."""
    with pytest.raises(Refused):
        function(*args, **parameters)


class Bench:
    """One kernel, with short names for its rules."""

    def __init__(self) -> None:
        self.kernel = Kernel()

    def context(self, *entries: Term, of: Context = EMPTY) -> Context:
        for entry in entries:
            of = self.kernel.declare(of, entry)
        return of

    def __call__(self, rule: str, context: Context, **parameters: Any) -> Theorem:
        return self.kernel.infer(rule, context, **parameters)

    def hyp(self, context: Context, fact: Term) -> Theorem:
        return self("HYP", context, fact=fact)

    def deff(self, context: Context, judgement: Term) -> Theorem:
        return self("DEF", context, judgement=judgement)

    def inst(self, context: Context, of: Theorem, values: list[Term], *premises: Theorem) -> Term:
        return self("INST", context, of=of, values=values, premises=list(premises)).judgement
