"""Remembers how theorems were made, and writes the certificate of some of them.

A `Trace` stands for the kernel in a search: the same calls, and every success is remembered with its parameters and with
the listed theorems that definedness used. `write` walks back from the goals, so what led nowhere is left out; it replays
what it keeps in a kernel of its own until nothing more falls away, because a shorter proof may rest on less.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from rftheory.prover.words import *
from rftheory.kernel.certificate import VERSION, written
from rftheory.kernel.schemas import RATIONAL, STEP, TERM
from rftheory.kernel.text import context_entries
from rftheory.kernel.theorems import RULES

#: an entry, its theorem, and the theorem that its context is inhabited, or the number of facts taken on appeal
Goal = tuple[str, Theorem, Theorem | int]


@dataclass(frozen=True)
class _Event:
    """A context that was met (no theorem), a theorem that was listed (no rule), or a step."""

    context: Context
    theorem: Theorem | None = None
    name: str | None = None
    parameters: Mapping[str, Any] | None = None


class Trace:
    """A kernel that remembers."""

    def __init__(self, lemmas: Mapping[str, Theorem] | None = None, library: Any = None):
        #: where lemmas are found that a proof asks for (see `theory`)
        self.library = library
        self.lemmas = dict(lemmas or {})
        self.kernel = Kernel()
        self.kernel.lemmas.update(self.lemmas)
        self._events: list[_Event] = []
        #: what each event needs, and where contexts, steps and listings are
        self._needs: list[list[int]] = []
        self._contexts: dict[Context, int] = {}
        self._steps: dict[Theorem, int] = {}
        self._listings: dict[Theorem, list[int]] = {}
        #: what each context was first shown to have
        self._first: dict[tuple[Context, Term], Theorem] = {}

    def infer(self, name: str, context: Context, **parameters: Any) -> Theorem:
        """`Kernel.infer`, remembered; what was shown before is the theorem that it was, so that a certificate shows it once."""
        schema = RULES[name].schema if name in RULES else {}
        if set(schema) == set(parameters):
            parameters = {key: _copied(schema[key], parameters[key]) for key in schema}
        # a search tries more than a certificate may hold, and has limits of its own
        self.kernel.steps = 0
        theorem = self.kernel.infer(name, context, **parameters)
        used = self._listed(self.kernel.used)
        premises = _theorems(schema, parameters)
        if any(premise not in self._steps for premise in premises):
            raise ValueError("a premise was not made in this trace")
        if (context, theorem.judgement) in self._first:
            return self._first[context, theorem.judgement]
        self._first[context, theorem.judgement] = theorem
        needs = [self._meet(context), *(self._steps[premise] for premise in premises), *used]
        self._steps[theorem] = self._add(_Event(context, theorem, name, parameters), needs)
        return theorem

    def use(self, context: Context, theorem: Theorem) -> None:
        """`Kernel.use`, remembered; what is listed already for the context is not listed again."""
        judgement = theorem.within(context)
        place: Context | None = context
        while place is not None:
            if judgement in self.kernel.listed.get(place, {}):
                return
            place = place.parent
        self.kernel.use(context, theorem)
        number = self._add(_Event(context, theorem), [self._meet(context), self._steps[theorem]])
        self._listings.setdefault(theorem, []).append(number)

    def declare(self, context: Context, entry: Term) -> Context:
        """`Kernel.declare`, remembered."""
        inner = self.kernel.declare(context, entry)
        self._meet(inner)
        return inner

    def cite(self, name: str, theorem: Theorem) -> None:
        """Let the rule LEMMA find a theorem that was replayed before, in its own context."""
        self.lemmas[name] = self.kernel.lemmas[name] = theorem
        self.extended(EMPTY, *context_entries(theorem.context))

    def extended(self, context: Context, *entries: Term) -> Context:
        """The context with some entries more, each declared."""
        for entry in entries:
            context = self.declare(context, entry)
        return context

    def _add(self, event: _Event, needs: list[int]) -> int:
        self._events.append(event)
        self._needs.append(needs)
        return len(self._events) - 1

    def _meet(self, context: Context) -> int:
        """The event of a well-formed context and, before it, of those that it goes on with; -1 for the empty one."""
        if context is EMPTY:
            return -1
        if context not in self._contexts:
            assert context.parent is not None
            needs = [self._meet(context.parent), *self._listed(self.kernel.well_formed[context])]
            self._contexts[context] = self._add(_Event(context), needs)
        return self._contexts[context]

    def _listed(self, theorems: Iterable[Theorem]) -> list[int]:
        return [number for theorem in theorems for number in self._listings[theorem]]

    # -- writing

    def write(self, goals: Sequence[Goal], spec: bytes) -> str:
        """The certificate of some goals, in the order of the specification.

        Premises in lists are left out one by one where the same conclusion follows without them.
        """
        ends = [self._steps[end] for _, *held in goals for end in held if isinstance(end, Theorem)]
        kept, trim = _reached(ends, dict(enumerate(self._needs))), True
        while len(fewer := _reached(ends, self._replayed(kept, trim))) < len(kept):
            kept, trim = fewer, False
        return _Writer(self).text(sorted(kept), goals, spec)

    def _replayed(self, kept: set[int], trim: bool) -> dict[int, list[int]]:
        """What the kept events need when nothing else happens."""
        kernel, made, needs = Kernel(), dict[Theorem, Theorem](), dict[int, list[int]]()
        kernel.lemmas.update(self.lemmas)
        listings: dict[Theorem, list[int]] = {}
        for number in sorted(kept):
            event, rests = self._events[number], list[Theorem]()
            firm = [self._contexts.get(event.context, -1)]
            if event.theorem is None:
                assert event.context.parent is not None and event.context.entry is not None
                kernel.declare(event.context.parent, event.context.entry)
                firm, rests = [self._contexts.get(event.context.parent, -1)], [*kernel.well_formed[event.context]]
            elif event.name is None:
                kernel.use(event.context, made[event.theorem])
                firm.append(self._steps[event.theorem])
                listings.setdefault(made[event.theorem], []).append(number)
            else:
                schema = RULES[event.name].schema
                parameters = self._trimmed(kernel, number, made) if trim else event.parameters
                given = _copied(schema, parameters, made)
                made[event.theorem] = kernel.infer(event.name, event.context, **given)
                firm += [self._steps[premise] for premise in _theorems(schema, parameters)]
                rests = [*kernel.used]
            needs[number] = firm + [listing for theorem in rests for listing in listings[theorem]]
        return needs

    def _trimmed(self, kernel: Kernel, number: int, made: Mapping[Theorem, Theorem]) -> Mapping[str, Any]:
        """The parameters of a step without the premises of its lists that it does not need; they are kept."""
        event = self._events[number]
        assert event.name is not None and event.parameters is not None and event.theorem is not None
        schema, parameters = RULES[event.name].schema, dict(event.parameters)
        for key in (key for key in schema if schema[key] == [STEP]):
            for premise in reversed(parameters[key]):
                left = [other for other in parameters[key] if other is not premise]
                fewer = {**parameters, key: left}
                with suppress(Refused, IndexError, ValueError, KeyError):
                    found = kernel.infer(event.name, event.context, **_copied(schema, fewer, made))
                    parameters = fewer if found.judgement is event.theorem.judgement else parameters
        self._events[number] = replace(event, parameters=parameters)
        return parameters


class _Writer:
    """Numbers and writes the lines of a certificate."""

    def __init__(self, trace: Trace):
        self.events = trace._events
        self.lines: list[str] = []
        self.terms: dict[Term, int] = {}
        self.contexts: dict[Context, int] = {EMPTY: 0}
        self.steps: dict[Theorem, int] = {}

    def text(self, kept: Sequence[int], goals: Sequence[Goal], spec: bytes) -> str:
        self._line(v=VERSION, spec=hashlib.sha256(spec).hexdigest())
        for number in kept:
            self._event(self.events[number])
        for name, theorem, end in goals:
            if isinstance(end, Theorem):
                self._line(g=name, s=self.steps[theorem], i=self.steps[end])
            else:
                self._line(x=name, s=self.steps[theorem], n=end)
        return "".join(f"{line}\n" for line in self.lines)

    def _line(self, **record: Any) -> None:
        self.lines.append(written(record))

    def _event(self, event: _Event) -> None:
        if event.theorem is None:
            assert event.context.parent is not None and event.context.entry is not None
            entry = self._term(event.context.entry)
            self.contexts[event.context] = len(self.contexts)
            self._line(c=self.contexts[event.context], base=self.contexts[event.context.parent], entry=entry)
        elif event.name is None:
            self._line(u=self.contexts[event.context], s=self.steps[event.theorem])
        else:
            parameters = self._encoded(RULES[event.name].schema, event.parameters)
            self.steps[event.theorem] = len(self.steps)
            self._line(s=self.steps[event.theorem], r=event.name, c=self.contexts[event.context], p=parameters)

    def _term(self, term: Term) -> int:
        """The number of a term, written after its arguments."""
        waiting = [term]
        while waiting:
            top = waiting[-1]
            missing = [arg for arg in top.args if arg not in self.terms]
            if top not in self.terms and not missing:
                self.terms[top] = len(self.terms)
                data = {} if top.data is None else {"d": _data(top.data)}
                self._line(t=self.terms[top], op=top.op, a=[self.terms[arg] for arg in top.args], **data)
            if not missing:
                waiting.pop()
            waiting += reversed(missing)
        return self.terms[term]

    def _encoded(self, schema: Any, value: Any) -> Any:
        if isinstance(schema, list):
            return [self._encoded(schema[0], item) for item in value]
        if isinstance(schema, dict):
            return {key: self._encoded(inner, value[key]) for key, inner in schema.items()}
        if schema in (TERM, STEP):
            return self._term(value) if schema == TERM else self.steps[value]
        return str(value) if schema == RATIONAL else value


def _data(data: Any) -> Any:
    if isinstance(data, tuple):
        return [_data(item) for item in data]
    return str(data) if isinstance(data, Fraction) else data


def _copied(schema: Any, value: Any, made: Mapping[Theorem, Theorem] | None = None) -> Any:
    """A copy of parameters as a reader makes them, with other theorems for the given ones."""
    if isinstance(schema, list):
        return [_copied(schema[0], item, made) for item in value]
    if isinstance(schema, dict):
        return {key: _copied(inner, value[key], made) for key, inner in schema.items()}
    if schema == RATIONAL:
        return Fraction(value)
    return made[value] if made is not None and schema == STEP else value


def _theorems(schema: Any, value: Any) -> list[Theorem]:
    """The premises among parameters."""
    if isinstance(schema, list):
        return [theorem for item in value for theorem in _theorems(schema[0], item)]
    if isinstance(schema, dict):
        return [theorem for key, inner in schema.items() for theorem in _theorems(inner, value[key])]
    return [value] if schema == STEP else []


def _reached(ends: Iterable[int], needs: Mapping[int, Sequence[int]]) -> set[int]:
    """All events that some rest on."""
    reached, waiting = set(ends), list(ends)
    while waiting:
        for number in needs[waiting.pop()]:
            if number >= 0 and number not in reached:
                reached.add(number)
                waiting.append(number)
    return reached
