"""Theorems, and the state of one run of the kernel.

A rule is a function of the kernel, a context and parameters; it computes its conclusion or raises `Refused`. `Kernel.infer`
is the only way to a theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import MAX_STEPS, Refused, demand
from rftheory.kernel.schemas import INT, NAT, RATIONAL, STEP, TERM, TEXT
from rftheory.kernel.terms import Term

_TOKEN = object()


class Theorem:
    """``context |- judgement``, with the names of the axioms it rests on."""

    __slots__ = ("axioms", "context", "judgement")

    context: Context
    judgement: Term
    axioms: frozenset[str]

    def __init__(self, token: object, context: Context, judgement: Term, axioms: frozenset[str]):
        demand(token is _TOKEN, "theorems are made by rules")
        for name, value in (("context", context), ("judgement", judgement), ("axioms", axioms)):
            object.__setattr__(self, name, value)

    def within(self, context: Context) -> Term:
        """The judgement as a premise in a context: its own, or one that goes on with it."""
        if not context.has_prefix(self.context) or (self.judgement.sort == "point" and context is not self.context):
            raise Refused(f"a premise {self.judgement.op} belongs to another context")
        return self.judgement

    def _refuse(self, *_: object) -> NoReturn:
        raise Refused("theorems are made by rules, not changed, copied or read from elsewhere")

    __setattr__ = __delattr__ = __reduce__ = __reduce_ex__ = __copy__ = __deepcopy__ = _refuse

    def __init_subclass__(cls) -> None:
        raise Refused("there are no other theorems")


Steps = Sequence[Theorem]
Terms = Sequence[Term]
#: a judgement with the names of axioms
Cited = tuple[Term, tuple[str, ...]]


@dataclass(frozen=True)
class Rule:
    """A rule, the schema of its parameters (see `schemas`), what it computes, and the sort of its conclusions."""

    name: str
    schema: dict[str, Any]
    conclude: Callable[..., Any]
    sort: str = "prop"


RULES: dict[str, Rule] = {}


def rule(name: str, sort: str = "prop", /, **schema: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a rule: ``function(kernel, context, **parameters)`` gives the judgement, or (judgement, names of axioms).

    The sort is "point" for the rules that give a point of a context: no other rule concludes `inhabited`.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        if name in RULES:
            raise Refused(f"two rules {name}")
        RULES[name] = Rule(name, schema, function, sort)
        return function

    return register


class Kernel:
    """One run: the theorems that definedness may use, and what was shown defined so far."""

    def __init__(self) -> None:
        self.steps = 0
        #: per context, the judgements that `use` has listed, with their theorems
        self.listed: dict[Context, dict[Term, Theorem]] = {}
        #: per context and term, what `defined` has found; only successes outlive the step
        self.memo: dict[tuple[Context, str, Term], Any] = {}
        self.missed: dict[tuple[Context, str, Term], Any] = {}
        #: listed theorems that definedness needed, and their axioms, while a rule is at work
        self.used: set[Theorem] = set()
        #: contexts whose entries have a meaning, with the listed theorems that this rests on
        self.well_formed: dict[Context, frozenset[Theorem]] = {EMPTY: frozenset()}
        #: entries of a specification that were proved before, for the rule LEMMA
        self.lemmas: dict[str, Theorem] = {}

    def use(self, context: Context, theorem: Theorem) -> None:
        """Let definedness use a theorem in this context and all that go on with it."""
        if type(context) is not Context or type(theorem) is not Theorem:
            raise Refused("a theorem is listed for a context")
        judgement = theorem.within(context)
        demand(judgement.sort == "prop", "that a context is inhabited says nothing of those that go on with it")
        self.listed.setdefault(context, {})[judgement], self.missed = theorem, {}

    def declare(self, context: Context, entry: Term) -> Context:
        """The context with an entry more, if it is well-formed."""
        from rftheory.kernel.defined import require_well_formed

        if type(context) is not Context or type(entry) is not Term:
            raise Refused("a context goes on with a term")
        inner, self.missed = context.with_entry(entry), {}
        require_well_formed(self, inner)
        return inner

    def infer(self, name: str, context: Context, **parameters: Any) -> Theorem:
        """The theorem that a rule computes from its parameters; its context is well-formed."""
        if name not in RULES:
            raise Refused(f"no rule {name!r}")
        if type(context) is not Context or context not in self.well_formed:
            raise Refused("the context is not known to be well-formed")
        premises = _premises(RULES[name].schema, parameters)
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise Refused(f"more than {MAX_STEPS} steps")
        self.used, self.missed = set(), {}
        found = RULES[name].conclude(self, context, **parameters)
        judgement, axioms = found if isinstance(found, tuple) else (found, ())
        if judgement.sort != RULES[name].sort:
            raise Refused(f"{name} does not conclude {judgement.op}")
        context.require(judgement)
        given = frozenset().union(*(theorem.axioms for theorem in (*premises, *self.used, *self.well_formed[context])))
        return Theorem(_TOKEN, context, judgement, given | frozenset(axioms))


_TYPES: dict[str, type[Any]] = {TERM: Term, STEP: Theorem, RATIONAL: Fraction, NAT: int, INT: int, TEXT: str}


def _premises(schema: Any, value: Any) -> list[Theorem]:
    """The theorems among parameters that fit their schema; nothing else does for a list, a record or a value."""
    if type(schema) is list and type(value) in (list, tuple):
        return [theorem for item in value for theorem in _premises(schema[0], item)]
    if type(schema) is dict and type(value) is dict and set(value) == set(schema):
        return [theorem for key, inner in schema.items() for theorem in _premises(inner, value[key])]
    if type(schema) is not str or type(value) is not _TYPES[schema] or (schema == NAT and value < 0):
        raise Refused(f"a parameter ({type(value).__name__:.40}) does not fit {schema!r:.80}")
    return [value] if schema == STEP else []
