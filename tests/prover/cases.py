"""Lines of ``tests/prover/lines/*``: what the prover must prove, each beside what is false and must have no proof.

    fix x real in (0, oo), z real             a context, as in the texts of the library; ``given`` facts, ``let`` and
                                              ``have``, what is proved first, follow it
    sqrt(x^2) = x | z                         a true line, and false right sides, or other lines that are false
    false sqrt(z^2) = z                       a false line alone
    l1(E(normal(2), lambda w: ...))           what converges; ``by TACTIC`` goes with a line and its twins

What that notation has no words for stands as in a specification, in brackets. The lines of one context are proved in one run:
what one needed is there for those below, the false ones too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from benchmarks._statements import _DOMAIN, _domain, _expression, _names, _proposition
from rftheory.chains.chain import Chain
from rftheory.chains.integrals import euler_gamma, into_integral, into_sum, sum_outside
from rftheory.chains.reasons import Square, Unit
from rftheory.chains.series import AboveTangent, BelowProduct
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import Term
from rftheory.kernel.theorems import Theorem
from rftheory.proofs.rules import elementary_bounds
from rftheory.prover import texts
from rftheory.prover.certify import certify
from rftheory.prover.definite import make_defined
from rftheory.prover.failure import Unproved
from rftheory.prover.known_gaps import multiple_of_fact, sign_by_known_gap
from rftheory.prover.root_powers import power_by_root
from rftheory.prover.root_sums import sign_by_known_squares, sign_of_root_sum
from rftheory.prover.search import Search, search_of
from rftheory.prover.text_proofs import Scope
from rftheory.prover.texts import Line, parts_of_list
from rftheory.prover.theory import theory
from rftheory.prover.trace import Trace
from rftheory.rules.concentration import bernstein, chernoff, hoeffding
from rftheory.rules.propositions import sides
from rftheory.rules.variates import InnerVariate
from rftheory.statements.claims import Claim
from tests.prover.goals import line_of

FOLDER = Path(__file__).parent / "lines"
_RELATION = re.compile(r" (=|!=|<=|<|>=|>|->) ")
#: a judgement as it stands in a specification
_SPELT = re.compile(r"\((=|!=|<=?|all) ")

_CALLED: tuple[Any, ...] = (
    *(Chain, Square, Unit, InnerVariate, replace, hoeffding, bernstein, chernoff),
    *(AboveTangent, BelowProduct),
    *(euler_gamma, into_integral, into_sum, sum_outside),
)
#: names beside those of the battery; ``at`` is the symbol of the tangent
WORDS: dict[str, Any] = {
    **{one.__name__: one for one in _CALLED},
    "exponential_tangent": elementary_bounds.exponential_tangent,
    "at": elementary_bounds.u,
}


@dataclass(frozen=True)
class Case:
    """A line with its context: true or false; ``how`` names a tactic, if the prover is not to choose."""

    place: str
    head: tuple[str, ...]
    text: str
    holds: bool
    how: str = ""

    def __str__(self) -> str:
        return f"{self.place} {self.text}"

    def proved(self) -> Theorem | None:
        """The theorem that says it; None where the prover gives up or the kernel refuses."""
        held = place(self.head)
        # a line that says nothing is a mistake, whether it holds or not
        goal = held.goal(self.text)
        try:
            found = TACTICS[self.how](held, goal)
        except (Unproved, Refused):
            return None
        return found if found is not None and found.judgement is goal else None


class Place:
    """A context of a run of its own; the search of a run lives as long as it."""

    def __init__(self, head: tuple[str, ...], run: Trace | None = None):
        self.run = run or Trace(library=theory())
        self.search = search_of(self.run)
        self.scope = Scope(self.search, "test", EMPTY, {}, {}, {}, None)
        for text in head:
            word, _, rest = text.partition(" ")
            for part in (rest,) if word == "let" else parts_of_list(rest):
                self._enter(word, part)

    def _enter(self, word: str, part: str) -> None:
        name, _, entry = part.partition(" ")
        if entry.startswith("(decl"):
            self.scope.context = self.run.declare(self.scope.context, parse_term(entry, self.names))
            self.scope.terms[name] = self.scope.context.variable(self.scope.context.size - 1)
        elif _SPELT.match(part):
            self.scope.context = self.run.declare(self.scope.context, parse_term(part, self.names))
        else:
            self.scope._line(Line("head", part if word == "have" else f"{word} {part}", ()))

    @property
    def names(self) -> list[tuple[str, str]]:
        return [(name, term.data[1]) for name, term in self.scope.terms.items()]

    @property
    def context(self) -> Any:
        return self.scope.context

    def goal(self, text: str) -> Term:
        return parse_term(text, self.names) if _SPELT.match(text) else self.scope.term(text)


@cache
def place(head: tuple[str, ...]) -> Place:
    return Place(head)


def _by_prover(held: Place, goal: Term) -> Theorem:
    return line_of(held.run, held.context, goal)


def _sign(find: Callable[[Search, Context, Term], Theorem | None]) -> Callable[[Place, Term], Theorem | None]:
    """A tactic for the sign of a term, which is given the larger side of ``0 <= t`` or ``0 < t``."""

    def found(held: Place, goal: Term) -> Theorem | None:
        make_defined(held.search, held.context, goal.args[1])
        return find(held.search, held.context, goal.args[1])

    return found


def _walked(tactic: str) -> Callable[[Place, Term], Theorem]:
    """A tactic of the lines of chains, which is given both sides."""

    def found(held: Place, goal: Term) -> Theorem:
        module, _, name = tactic.partition(":")
        there: Any = __import__(f"rftheory.prover.{module}", fromlist=[name])
        walk = SimpleNamespace(run=held.run, search=held.search, context=held.context)
        result: Theorem = getattr(there, name)(walk, *goal.args)
        return result

    return found


TACTICS: dict[str, Callable[[Place, Term], Theorem | None]] = {
    "": _by_prover,
    "power of a root": lambda held, goal: power_by_root(held.search, held.context, goal.args[0]),
    "multiple of a fact": lambda held, goal: multiple_of_fact(held.search, held.context, *goal.args),
    "known gap": _sign(sign_by_known_gap),
    "known squares": _sign(sign_by_known_squares),
    "root of a sum": _sign(sign_of_root_sum),
    "mixed moment": _walked("mixed_moments:mixed_moment"),
    "same event": _walked("exact_tails:same_probability"),
    "powers of lengths": _walked("length_steps:_by_powers"),
}


def cases(file: str) -> Iterator[Case]:
    """The lines of a file, each false twin after its true line."""
    head: tuple[str, ...] = ()
    begun = False
    for line in texts._lines(FOLDER / f"{file}.txt"):
        word = line.text.partition(" ")[0]
        if word in ("fix", "given", "have", "let"):
            head = (*(() if word == "fix" and not begun else head), line.text)
            begun = True
            continue
        begun = False
        says, _, how = line.text.partition(" by ")
        first, *twins = says.split(" | ")
        case = Case(line.place, head, first.removeprefix("false "), not first.startswith("false "), how)
        yield case
        yield from (replace(case, text=twin_of(case.text, twin), holds=False) for twin in twins)


def twin_of(text: str, twin: str) -> str:
    """A false twin: a line of its own, or another right side."""
    if _top(twin.partition(" as ")[0]) or twin.startswith(("l1(", "(")):
        return twin
    found, *_ = _top(text)
    return f"{text[: found.end()]}{twin}"


def _top(text: str) -> list[re.Match[str]]:
    """The relations that stand in no brackets."""
    return [one for one in _RELATION.finditer(text) if text[: one.start()].count("(") == text[: one.start()].count(")")]


# -- claims with chains -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChainCase:
    """A claim in the notation of the battery, and the lines of its chain after the left side; ``R`` is the right side."""

    place: str
    text: str
    domain: str
    chain: str
    holds: bool
    names: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.place} {self.text}"

    def proved(self) -> bool:
        proposition = _proposition(self.names, self.text)
        left, right = (getattr(proposition, side) for side in sides(proposition))
        names = {**self.names, "L": Chain(left), "R": right}
        proof = _expression(names, f"L.{self.chain}") if self.chain else None
        # what is true is proved by its chain, and not as it stands; what is false may be tried in any way
        flaw = "by its chain" if proof and self.holds else ""
        claim = Claim("claim", "", proposition, _domain(self.names, self.domain), proof, flaw=flaw)
        found = certify("mine", [claim])
        assert found.proved or found.failed
        assert "Error" not in str(found.failed), found.failed
        return bool(found.proved)


def chain_cases(file: str) -> Iterator[ChainCase]:
    """The lines of a file: ``on`` and ``let`` as in the battery, and claims, each with its false twins."""
    names, domain = {**_names(), **WORDS}, ""
    for line in texts._lines(FOLDER / f"{file}.chains"):
        word, _, rest = line.text.partition(" ")
        if word == "on":
            domain = rest
        elif word == "let":
            name, _, value = rest.partition(" = ")
            names[name] = _expression(names, value)
        else:
            claim, _, chain = line.text.partition(" : ")
            claim, *own = _DOMAIN.split(claim, maxsplit=1)
            first, *twins = claim.split(" | ")
            holds = not first.startswith("false ")
            case = ChainCase(line.place, first.removeprefix("false "), (own or [domain])[0], chain, holds, dict(names))
            yield case
            yield from (replace(case, text=twin_of(case.text, twin), holds=False) for twin in twins)
