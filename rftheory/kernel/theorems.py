"""Theorems, and the state of one run of the kernel.

A rule is a function of the kernel, a context and parameters; it computes its conclusion or raises `Refused`. `Kernel.infer`
is the only way to a theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import MAX_STEPS, Refused
from rftheory.kernel.terms import Term

_TOKEN = object()


class Theorem:
    """``context |- judgement``, with the names of the axioms it rests on."""

    __slots__ = ("axioms", "context", "judgement")

    context: Context
    judgement: Term
    axioms: frozenset[str]

    def __init__(self, token: object, context: Context, judgement: Term, axioms: frozenset[str]):
        if token is not _TOKEN:
            raise Refused("theorems are made by rules")
        for name, value in (("context", context), ("judgement", judgement), ("axioms", axioms)):
            object.__setattr__(self, name, value)

    def within(self, context: Context) -> Term:
        """The judgement as a premise in a context: its own, or one that goes on with it."""
        if not context.has_prefix(self.context) or (self.judgement.op == "inhabited" and context is not self.context):
            raise Refused(f"a premise {self.judgement.op} belongs to another context")
        return self.judgement

    def _refuse(self, *_: object) -> NoReturn:
        raise Refused("theorems are made by rules, not changed, copied or read from elsewhere")

    __setattr__ = __delattr__ = __reduce__ = __reduce_ex__ = __copy__ = __deepcopy__ = _refuse

    def __init_subclass__(cls) -> None:
        raise Refused("there are no other theorems")


@dataclass(frozen=True)
class Rule:
    """A rule, the schema of its parameters (see `schemas`), and what it computes."""

    name: str
    schema: dict[str, Any]
    conclude: Callable[..., Any]


RULES: dict[str, Rule] = {}


def rule(name: str, **schema: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a rule: ``function(kernel, context, **parameters)`` gives the judgement, or (judgement, names of axioms)."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        if name in RULES:
            raise Refused(f"two rules {name}")
        RULES[name] = Rule(name, schema, function)
        return function

    return register


class Kernel:
    """One run: the theorems that definedness may use, and what was shown defined so far."""

    def __init__(self) -> None:
        self.steps = 0
        #: per context, the judgements that `use` has listed, with their theorems
        self.listed: dict[Context, dict[Term, Theorem]] = {}
        #: per context and term, what `defined` has found; only successes are kept
        self.memo: dict[tuple[Context, str, Term], Any] = {}
        #: listed theorems that definedness needed, and their axioms, while a rule is at work
        self.used: set[Theorem] = set()
        #: contexts whose entries have a meaning, with the listed theorems that this rests on
        self.well_formed: dict[Context, frozenset[Theorem]] = {EMPTY: frozenset()}

    def use(self, context: Context, theorem: Theorem) -> None:
        """Let definedness use a theorem in this context and all that go on with it."""
        self.listed.setdefault(context, {})[theorem.within(context)] = theorem

    def declare(self, context: Context, entry: Term) -> Context:
        """The context with an entry more, if it is well-formed."""
        from rftheory.kernel.defined import require_well_formed

        inner = context.with_entry(entry)
        require_well_formed(self, inner)
        return inner

    def infer(self, name: str, context: Context, **parameters: Any) -> Theorem:
        """The theorem that a rule computes from its parameters; its context is well-formed."""
        if name not in RULES:
            raise Refused(f"no rule {name!r}")
        if context not in self.well_formed:
            raise Refused("the context is not known to be well-formed")
        if set(parameters) != set(RULES[name].schema):
            raise Refused(f"{name} takes {sorted(RULES[name].schema)}, not {sorted(parameters)}")
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise Refused(f"more than {MAX_STEPS} steps")
        self.used = set()
        found = RULES[name].conclude(self, context, **parameters)
        judgement, axioms = found if isinstance(found, tuple) else (found, ())
        if judgement.sort != "prop":
            raise Refused(f"{name} concludes no judgement")
        context.require(judgement)
        given = frozenset().union(
            *(theorem.axioms for theorem in (*_theorems(parameters), *self.used, *self.well_formed[context]))
        )
        return Theorem(_TOKEN, context, judgement, given | frozenset(axioms))


def _theorems(value: Any) -> Iterator[Theorem]:
    """Every theorem among the parameters of a rule."""
    if isinstance(value, Theorem):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _theorems(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _theorems(item)
