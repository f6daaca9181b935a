"""Contexts and rules tried with terms that are written as texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, Context, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.reading import parse_term
from rftheory.kernel.terms import Term, make
from rftheory.kernel.theorems import RULES, Kernel, Theorem


class Place:
    """A run of the kernel, a context in it, and the names of its variables."""

    def __init__(self, kernel: Kernel | None = None, context: Context = EMPTY, names: Sequence[tuple[str, str]] = ()):
        self.kernel, self.context, self.names = kernel or Kernel(), context, tuple(names)

    def term(self, text: str) -> Term:
        return parse_term(text, self.names)

    def declared(self, variables: Mapping[str, str]) -> Place:
        """Further variables: what stands after the name in a declaration, as ``real (open 0) none`` or ``(vec d)``."""
        place = self
        for name, shape in variables.items():
            entry = place.term(f"(decl {shape})")
            context = place.kernel.declare(place.context, entry)
            place = Place(place.kernel, context, (*place.names, (name, entry.data[0])))
        return place

    def given(self, *facts: str | Term) -> Place:
        """Further facts."""
        context = self.context
        for fact in facts:
            context = self.kernel.declare(context, fact if isinstance(fact, Term) else self.term(fact))
        return Place(self.kernel, context, self.names)

    def opened(self, binder: str | Term, *names: str) -> Place:
        """Inside a binder, whose variables have these names."""
        term = binder if isinstance(binder, Term) else self.term(binder)
        context, variables = open_binder(self.context, term)
        require_well_formed(self.kernel, context)
        tags = [variable.data[1] for variable in variables]
        return Place(self.kernel, context, (*self.names, *zip(names, tags, strict=True)))

    def infer(self, rule: str, **parameters: Any) -> Theorem:
        """A rule of this context; texts are read where the rule asks for terms."""
        schema = RULES[rule].schema
        return self.kernel.infer(
            rule, self.context, **{key: self._read(schema[key], one) for key, one in parameters.items()}
        )

    def _read(self, schema: Any, value: Any) -> Any:
        if isinstance(schema, list):
            return [self._read(schema[0], one) for one in value]
        if isinstance(schema, dict):
            return {key: self._read(schema[key], one) for key, one in value.items()}
        return self.term(value) if schema == "term" and isinstance(value, str) else value

    def fact(self, text: str) -> Theorem:
        """A fact of the context."""
        return self.infer("HYP", fact=text)

    def seen(self, text: str) -> Theorem:
        """What definedness sees."""
        return self.infer("DEF", judgement=text)

    def ring(self, first: str, second: str, *eqs: Theorem) -> Theorem:
        return self.infer("RING", lhs=first, rhs=second, eqs=list(eqs))

    def below(self, first: str, second: str, *signs: Theorem, eqs: Sequence[Theorem] = (), more: int = 0) -> Theorem:
        """``s <= t``, as the sum of the gaps of the premises (and a number)."""
        rows: list[dict[str, Any]] = [{"q": Fraction(1), "h": [], "signs": [sign], "nz": []} for sign in signs]
        rows += [{"q": Fraction(more), "h": [], "signs": [], "nz": []}] if more else []
        return self.infer("POS", lhs=first, rhs=second, rows=rows, eqs=[*eqs])

    def converges(self, mean: str) -> Place:
        """With the fact that a mean converges."""
        return self.given(make("l1", (self.term(mean),)))
