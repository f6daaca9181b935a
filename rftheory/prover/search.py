"""What one run of the prover keeps: what was found and not found in each context, sample points, and its limits."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from rftheory.kernel.contexts import Context
from rftheory.kernel.reading import RESERVED
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import ZERO, Term, make
from rftheory.kernel.text import print_term
from rftheory.kernel.theorems import Kernel, Theorem
from rftheory.prover.failure import Unproved
from rftheory.prover.points import Points

P = ParamSpec("P")
T = TypeVar("T")

#: steps (see `Search.steps`) of a goal, of a general theorem that is proved once in a run, and of a mean; goals inside each other
STEPS, GENERAL_STEPS, MEAN_STEPS, DEPTH = 16_000, 200_000, 48_000, 14
#: seconds of the processor for each step that is allowed, some thirty times what a step takes: the clock behind the steps
SECONDS = 0.02

_searches: weakref.WeakKeyDictionary[Any, Search] = weakref.WeakKeyDictionary()


class Search:
    """The state of all tactics on one run (a kernel, or what records the calls of one)."""

    def __init__(self, run: Any):
        self._run = weakref.ref(run)
        self._found: dict[tuple[Any, ...], Any] = {}
        #: failures, with how much definedness could use at that time
        self._failed: dict[tuple[Any, ...], tuple[int, int, str]] = {}
        self._busy: set[tuple[Any, ...]] = set()
        self._points: dict[Context, Points] = {}
        #: inferences that were tried (the kernel may have refused them) and goals that were begun, so far
        self.steps = 0
        #: the number of steps after which the goal at work ends; when the clock ends it, and when it began
        self._limit, self._deadline, self._began = 0, 0.0, 0.0
        self.depth = 0
        self.uses = 0

    @property
    def run(self) -> Any:
        return self._run()

    @property
    def kernel(self) -> Kernel:
        return cast(Kernel, getattr(self.run, "kernel", self.run))

    def points(self, context: Context) -> Points:
        if context not in self._points:
            self._points[context] = Points(context)
        return self._points[context]

    # -- steps ------------------------------------------------------------------------------------------------------

    def infer(self, name: str, context: Context, **parameters: Any) -> Theorem:
        """A step of the kernel; Unproved where it is refused."""
        # a fact is looked at for many goals: once is a step
        key = (context, name, parameters["fact"]) if name == "HYP" else None
        if key is not None and key in self._found:
            return cast(Theorem, self._found[key])
        self.steps += 1
        self.check_limit()
        try:
            theorem = cast(Theorem, self.run.infer(name, context, **parameters))
        except Refused as error:
            raise Unproved(f"{name}: {error}") from error
        if key is not None:
            self._found[key] = theorem
        return theorem

    def check_limit(self) -> None:
        """Look whether the goal at work has had its steps; outside of goals there is no limit.

        Raises:
            Unproved: if it has.
            TimeoutError: if the clock ends it before. No tactic goes on after that: what is found never depends on a clock.
        """
        if not self.depth:
            return
        if self.steps > self._limit:
            raise Unproved("the steps for this goal are used up")
        if (now := time.thread_time()) > self._deadline:
            left = f"{self._limit - self.steps} steps"
            raise TimeoutError(f"the clock ended this goal after {now - self._began:.0f} s, with {left} left to it")

    def allow(self, steps: int) -> None:
        """From here on the goal at work has so many steps at least."""
        self._limit = max(self._limit, self.steps + steps)
        self._deadline = max(self._deadline, time.thread_time() + steps * SECONDS)

    @contextmanager
    def briefly(self, steps: int) -> Iterator[None]:
        """For a part of a goal that the goal can do without: it has so many steps at most."""
        before = self._limit
        self._limit = min(before, self.steps + steps)
        try:
            yield
        finally:
            self._limit = before

    @contextmanager
    def apart(self, steps: int) -> Iterator[None]:
        """For what is no part of the goal that asks for it: it has so many steps, and the goal has none the fewer."""
        outer, steps_before, before = (
            (self._limit, self._deadline, self._began, self.depth),
            self.steps,
            time.thread_time(),
        )
        self._begin(steps)
        self.depth = 1
        try:
            yield
        finally:
            self._limit, self._deadline, self._began, self.depth = outer
            self._limit += self.steps - steps_before
            self._deadline += time.thread_time() - before

    def _begin(self, steps: int) -> None:
        self._limit, self._began = self.steps + steps, time.thread_time()
        self._deadline = self._began + steps * SECONDS

    def attempt(self, name: str, context: Context, **parameters: Any) -> Theorem | None:
        try:
            return self.infer(name, context, **parameters)
        except Unproved:
            return None

    def use(self, context: Context, theorem: Theorem) -> None:
        """List a theorem for definedness."""
        if theorem.judgement not in self.kernel.listed.get(context, {}):
            self.run.use(context, theorem)
            self.uses += 1

    def listed(self, context: Context, judgement: Term) -> Theorem | None:
        """A theorem that definedness may use in this context."""
        place: Context | None = context
        while place is not None:
            found = self.kernel.listed.get(place, {}).get(judgement)
            if found is not None:
                return found
            place = place.parent
        return None

    def listed_in(self, context: Context) -> Iterator[tuple[Term, Theorem]]:
        """All that definedness may use in this context."""
        place: Context | None = context
        while place is not None:
            yield from list(self.kernel.listed.get(place, {}).items())
            place = place.parent

    def listed_equations(self, context: Context) -> list[Theorem]:
        """The equations of scalars that definedness may use in this context."""
        found = []
        place: Context | None = context
        while place is not None:
            theorems = self.kernel.listed.get(place, {}).values()
            found += [theorem for theorem in theorems if theorem.judgement.op == "="]
            place = place.parent
        return found

    def by_balls(self, context: Context, judgement: Term) -> Theorem | None:
        """An order of closed terms, or that one is not zero."""
        for prec in (64, 512):
            found = self.attempt("NUM", context, judgement=judgement, prec=prec)
            if found is not None:
                return found
        return None

    def known_nonzero(self, context: Context, term: Term) -> Theorem | None:
        """``term != 0`` where it is a fact, listed, or seen by definedness."""
        for sides in ((term, ZERO), (ZERO, term)):
            found = self.attempt("HYP", context, fact=make("!=", sides)) or self.listed(context, make("!=", sides))
            if found is not None:
                return found if sides[0] is term else self.infer("SYM", context, of=found)
        return self.attempt("DEF", context, judgement=make("!=", (term, ZERO)))

    # -- goals ------------------------------------------------------------------------------------------------------

    def lemma(self, name: str) -> Theorem | None:
        """A lemma of the library that a run goes with, cited; None where there is none."""
        library = getattr(self.run, "library", None)
        theorem = None if library is None else library.theorem(name)
        if theorem is None:
            return None
        self.run.cite(name, theorem)
        return self.infer("LEMMA", theorem.context, claim=name)

    def once(self, key: tuple[Any, ...], find: Callable[[], T]) -> T:
        """What ``find`` finds, kept; a goal that asks for itself, or that failed before, raises Unproved."""
        if key in self._found:
            return cast(T, self._found[key])
        failed = self._failed.get(key)
        if failed is not None and failed[0] == self.uses and failed[1] <= self.depth:
            raise Unproved(failed[2])
        if key in self._busy:
            raise Unproved("a goal that rests on itself")
        if self.depth >= DEPTH:
            raise Unproved("too many goals inside each other")
        outermost = self.depth == 0
        if outermost:
            self._begin(STEPS)
        self._busy.add(key)
        self.depth += 1
        self.steps += 1
        try:
            found = self._found[key] = find()
            return found
        except Unproved as error:
            if outermost or self.steps <= self._limit:
                self._failed[key] = (self.uses, self.depth - 1, str(error))
            raise
        finally:
            self.depth -= 1
            self._busy.discard(key)


def search_of(run: Any) -> Search:
    """The one search of a run; of a search, itself."""
    if isinstance(run, Search):
        return run
    found = _searches.get(run)
    if found is None:
        found = _searches[run] = Search(run)
    return found


def goal(find: Callable[Concatenate[Search, Context, P], T]) -> Callable[Concatenate[Any, Context, P], T]:
    """A tactic for a run or its search: what it finds for a context and terms is kept, and so is that it finds nothing."""

    @wraps(find)
    def kept(run: Any, context: Context, *terms: P.args, **more: P.kwargs) -> T:
        search = search_of(run)
        return search.once((context, find, *terms, *more.items()), lambda: find(search, context, *terms, **more))

    return kept


def row(*signs: Theorem, h: Iterable[Term] = (), q: Fraction = Fraction(1)) -> dict[str, Any]:
    """A row of POS: ``q`` times the squares of ``h`` times what ``signs`` say of the gaps of their sides."""
    return {"q": q, "h": list(h), "signs": list(signs), "nz": []}


# -- messages -------------------------------------------------------------------------------------------------------

#: the symbols of the statement at work, by the places of their variables
_names: ContextVar[Sequence[str]] = ContextVar("names", default=())
_LETTERS = {"vec": "w", "vecs": "w", "int": "k", "ints": "k"}
#: characters of a term in a message, and operators of one that is written out at all
_LONGEST, _LARGEST = 200, 2_000


@contextmanager
def naming(names: Sequence[str]) -> Iterator[None]:
    """Messages made within show the variables of a context with these names; the list may still grow."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def name_at(place: int, tag: str) -> str:
    """A name for what a statement does not name: of a vector, a whole number, or another number."""
    return f"{_LETTERS.get(tag, 'x')}_{place}"


def shown(term: Term) -> str:
    """A term for messages, in the symbols of the statement at work, cut where it gets long."""
    size = _size(term, {})
    if size > _LARGEST:
        return f"({term.op} ...) of {size} operators"
    # a symbol that has the name of an operator is shown with its own
    names = [name[:-1] if name[-1:] == "_" and name[:-1] in RESERVED else name for name in _names.get()]
    tags = dict(term.variables)
    names += [name_at(place, tags.get(place, "")) for place in range(len(names), 1 + max(tags, default=-1))]
    text = print_term(term, names)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _size(term: Term, known: dict[Term, int]) -> int:
    if term not in known:
        known[term] = 1 + sum(_size(arg, known) for arg in term.args)
    return known[term]
