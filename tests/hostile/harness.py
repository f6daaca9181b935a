"""What `rftheory verify` makes of statements that are built here: a module with claims is judged, and its status said.

A hostile case is false, about nothing, or about something without a value; ``why`` says which. A true case is the corrected
version of such a statement. Both are built with the documented interface only. Building may raise: that is a refusal.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import FrameType, ModuleType
from typing import Any

import sympy as sp

from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.unproved import Unproved
from rftheory.judges import derivation_judge, kernel_judge
from rftheory.propositions import Equality, Inequality, Limit, Proposition, Relation
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range
from rftheory.statements.standing import assess
from rftheory.statements.verdicts import Verdict

#: seconds within which a statement has to be answered, with much room for slow machines
PATIENCE = 20
#: what building a claim may raise: it is then refused before it is judged
REFUSALS = (ValueError, TypeError, Unproved)

#: who may be asked
JUDGES: dict[str, Callable[[ModuleType, str, int], Verdict]] = {
    "derivation": derivation_judge.judge,
    "kernel": kernel_judge.judge,
}

Claims = Claim | Sequence[Claim]
Number = sp.Expr | int


# -- cases ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """Claims that are built when they are judged, and for hostile ones why they must not be proved.

    ``holds``: what is claimed is true, and only the derivation that is given for it must be refused.
    """

    build: Callable[[], Claims]
    why: str = ""
    holds: bool = False


@dataclass
class Cases:
    """The cases of one class of attack."""

    false: dict[str, Case] = field(default_factory=dict)
    true: dict[str, Case] = field(default_factory=dict)

    def hostile(self, name: str, why: str, build: Callable[[], Claims], holds: bool = False) -> None:
        """Add a statement that is false or has no meaning."""
        assert name not in self.false and why
        self.false[name] = Case(build, why, holds)

    def twin(self, name: str, build: Callable[[], Claims]) -> None:
        """Add a statement that is true and must be proved."""
        assert name not in self.true
        self.true[name] = Case(build)


# -- judging --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """The status of a statement, ``refused`` if it could not be built, with the reason and the answers by claim."""

    status: str
    reason: str
    answers: tuple[tuple[str, str], ...] = ()


def module_of(claims: Callable[[], Claims]) -> ModuleType:
    """A statement file with these claims, without a file."""
    module = ModuleType("hostile_statement")
    module.STATEMENT = Statement("hostile.statement", "hostile", "nowhere", "claim", "A statement")  # type: ignore[attr-defined]

    def listed() -> list[Claim]:
        built = claims()
        return [built] if isinstance(built, Claim) else list(built)

    module.claims = listed  # type: ignore[attr-defined]
    return module


def judged(build: Callable[[], Claims], judges: Sequence[str] = ("derivation",), patience: int = PATIENCE) -> Answer:
    """The status of the statement that these claims make up, by chains, by the kernel that looks for certificates, or by both.

    An enclosure that refutes what is proved would make a conflict of it; here that is a proof of something false.
    A judge that stops with an exception leaves the statement undecided, as in `rftheory.judges.workers`.

    Raises:
        TooSlow: without an answer after ``patience`` seconds.
    """
    with within(patience):
        try:
            built = build()  # what else is raised here is a mistake in the case itself
        except REFUSALS as refusal:
            return Answer("refused", f"{type(refusal).__name__}: {refusal}")
        module, verdicts = module_of(lambda: built), []
        for name in judges:
            try:
                verdicts.append(JUDGES[name](module, "standard", 0))
            except Exception as error:  # noqa: BLE001 - a statement file may raise anything
                verdicts.append(Verdict.failed(name, f"{type(error).__name__}: {error}"))
        found = tuple((finding.claim, finding.answer) for finding in verdicts[0].findings)
        left = (f"{f.claim}: {f.reason}" for verdict in verdicts for f in verdict.findings if f.answer != "holds")
        return Answer(assess([_either(verdicts)]).status, verdicts[0].reason or "; ".join(left), found)


def _either(verdicts: Sequence[Verdict]) -> Verdict:
    """What a kernel would have to answer for what one of the judges accepts: a proof of something false is one, whoever finds it."""
    held = {finding.claim for verdict in verdicts for finding in verdict.findings if finding.answer == "holds"}
    first = verdicts[0]
    findings = tuple(replace(f, answer="holds") if f.claim in held else f for f in first.findings)
    return Verdict("kernel", findings, first.figures)


class TooSlow(BaseException):
    """No answer in time; not an `Exception`, so that no judge takes it for a failed step."""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Stop what takes longer."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlow(f"no answer after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# -- writing claims ---------------------------------------------------------------------------------------------------


def over(symbol: sp.Symbol, low: Any = None, high: Any = None, closed: str = "[]", **more: Any) -> Range:
    """A range whose typical values are inside of it, wherever its ends are numbers that can be compared."""
    if "typical" not in more and not more.get("shape"):
        first = low if low is not None and sp.sympify(low).is_number else None
        last = high if high is not None and sp.sympify(high).is_number else None
        if first is not None and last is not None:
            more["typical"] = (first, last)
        elif first is not None:
            more["typical"] = (first, first + 3)
        elif last is not None:
            more["typical"] = (last - 3, last)
    return Range(symbol, low, high, closed, **more)


def domain(*ranges: Range, where: Sequence[sp.Basic] = ()) -> Domain:
    return Domain(ranges, tuple(where))


def claim(proposition: Proposition, on: Domain, proof: Callable[[], Derivation] | None = None, **more: Any) -> Claim:
    return Claim(**{"name": "claim", "says": "as it stands", **more}, proposition=proposition, domain=on, proof=proof)


def equal(left: Any, right: Any, on: Domain, proof: Callable[[], Derivation] | None = None, **more: Any) -> Claim:
    """``left = right``, by the rules and the zero test unless a proof is given."""
    return claim(Equality(left, right), on, proof, **more)


def order(
    left: Any, relation: Relation, right: Any, on: Domain, proof: Callable[[], Derivation] | None = None, **more: Any
) -> Claim:
    """``left <relation> right``, by the sign of the difference unless a proof is given."""

    def by_sign() -> Derivation:
        chain = Bound(sp.sympify(left), on)
        return chain.at_most(right) if relation in ("<", "<=") else chain.at_least(right)

    return claim(Inequality(left, relation, right), on, proof or by_sign, **more)


def tends(expr: Any, variable: sp.Symbol, point: Any, value: Any, on: Domain, side: Any = "+", **more: Any) -> Claim:
    """``expr -> value``, by substitution unless a proof is given."""
    proof = more.pop("proof", None) or (lambda: Bound(sp.sympify(expr), on).limit_by_continuity(variable, point))
    return claim(Limit(expr, variable, sp.sympify(point), sp.sympify(value), side), on, proof, **more)


def chained(start: Any, on: Domain, *steps: tuple[str, Any]) -> Callable[[], Derivation]:
    """A proof that goes on by the signs of differences: ``("<=", b)``, ``(">=", c)``, or ``("=", d)``."""

    def proof() -> Derivation:
        chain = Bound(sp.sympify(start), on)
        for relation, target in steps:
            go_on = {"<": chain.at_most, ">": chain.at_least, "=": chain.algebra}[relation[0]]
            go_on(sp.sympify(target))
        return chain

    return proof


def lemma(
    proposition: Proposition, on: Domain, proof: Callable[[], Derivation] | None = None, name: str = "lemma"
) -> Claim:
    return Claim(name, "on the way", proposition, on, proof, role="lemma")


Values = Mapping[sp.Symbol, sp.Expr]
