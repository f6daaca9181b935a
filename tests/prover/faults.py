"""Faults that are put into the prover, one at a time: its calculations, its guesses, its tactics and its translation.

Each is a function of the prover and what makes a faulty one of it; every binding of the function in the prover is exchanged.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from rftheory.kernel.terms import ONE, TWO, ZERO, Term, make, rat
from rftheory.kernel.theorems import Theorem

Function = Callable[..., Any]
_POSITIVE = make("<", (ZERO, ONE))


@dataclass(frozen=True)
class Fault:
    """``module:name`` or ``module:Class.name``, and how the faulty function is made of the right one."""

    place: str
    made: Callable[[Function], Function]
    #: whether the statement itself is another one, as its text then says
    restates: bool = False


def put(monkeypatch: pytest.MonkeyPatch, fault: Fault) -> list[int]:
    """Exchange a function; the list grows with each call of the faulty one."""
    module, _, path = fault.place.partition(":")
    holder: Any = sys.modules[f"rftheory.prover.{module}"]
    *outer, name = path.split(".")
    for part in outer:
        holder = getattr(holder, part)
    original, calls = vars(holder)[name], list[int]()
    faulty = fault.made(original)

    @functools.wraps(original)
    def called(*args: Any, **options: Any) -> Any:
        calls.append(1)
        return faulty(*args, **options)

    monkeypatch.setattr(holder, name, called)
    for other in [module for key, module in sys.modules.items() if key.startswith("rftheory.prover.")]:
        for key, value in list(vars(other).items()):
            if value is original:
                monkeypatch.setattr(other, key, called)
            elif isinstance(value, dict):
                for entry in [entry for entry, held in value.items() if held is original]:
                    monkeypatch.setitem(value, entry, called)
    return calls


def after(change: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """A fault of the result."""
    return lambda right: lambda *args, **options: change(right(*args, **options))


def before(**changes: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """A fault of arguments, by their names."""

    def made(right: Function) -> Function:
        names = right.__code__.co_varnames[: right.__code__.co_argcount]

        def faulty(*args: Any, **options: Any) -> Any:
            given = [changes[name](arg) if name in changes else arg for name, arg in zip(names, args, strict=False)]
            return right(*given, *args[len(names) :], **options)

        return faulty

    return made


def always(result: Any) -> Callable[[Function], Function]:
    return lambda right: lambda *args, **options: result


def _previous(right: Function) -> Function:
    """The theorem of the same kind that was found before."""
    last: dict[str, Theorem] = {}

    def faulty(*args: Any, **options: Any) -> Any:
        found = right(*args, **options)
        if not isinstance(found, Theorem):
            return found
        before, last[found.judgement.op] = last.get(found.judgement.op, found), found
        return before

    return faulty


def _trivial(right: Function) -> Function:
    """``0 < 1`` for whatever is asked for; arguments are (search or run, context, ...)."""
    return lambda run, context, *args, **options: run.infer("DEF", context, judgement=_POSITIVE)


def _negative(term: Term) -> Term:
    return make("neg", (term,))


def _twice(term: Term) -> Term:
    return make("*", (TWO, term))


def _one_less(number: Any) -> Any:
    return number - 1 if type(number) is int and number else number


def _swap_sides(right: Function) -> Function:
    return lambda *args: make((found := right(*args)).op, found.args[::-1])


def _lemma_below(right: Function) -> Function:
    return lambda walk, claim, at: right(walk, claim, {key: value - 10 for key, value in (at or {}).items()})


def _goals_of_another(right: Function) -> Function:
    """Each goal with the theorem of the next one."""

    def write(trace: Any, goals: Any, spec: bytes, **options: Any) -> str:
        moved = [
            (name, other, end) for (name, _, end), (_, other, _) in zip(goals, [*goals[1:], goals[0]], strict=True)
        ]
        return str(right(trace, moved, spec, **options))

    return write


FAULTS: dict[str, Fault] = {
    # calculating and guessing
    "a wrong exponent": Fault("ring:Ring._power", before(exponent=lambda n: n + 1)),
    "a wrong coefficient": Fault("ring:Ring.monomial", before(coefficient=lambda q: 2 * q)),
    "equations backwards": Fault("learn:Known.equations", after(lambda found: found[::-1])),
    "positive at all points": Fault("points:Points.signs", always({1})),
    "no difference at points": Fault("points:Points.differ", always(False)),
    "a negative combination": Fault("linear:combination", after(lambda found: found and {j: -q for j, q in found.items()})),
    # facts, signs and orders
    "a fact for whatever is asked": Fault("signs:stated", _trivial),
    "the sign of the negative": Fault("signs:prove_sign", before(term=_negative)),
    "the sign before": Fault("signs:prove_sign", _previous),
    "weak for strict": Fault("signs:as_order", lambda right: lambda search, context, theorem, relation: theorem),
    "a falling function": Fault("atom_signs:mono", before(function=lambda name: "inv")),
    "nonzero for whatever is asked": Fault("nonzero:prove_nonzero", _trivial),
    "a proof of another goal": Fault("search:Search.once", _previous),
    # the table, definedness and means
    "a root with a sign": Fault("table:root_unique", before(root=_negative)),
    "everything is real": Fault("table:is_real", always(True)),
    "exponents too large": Fault("table:exp_product", before(parts=lambda parts: [(b, k + 1) for b, k in parts])),
    "an axiom of another function": Fault("table:axiom", before(schema=lambda name: {"circle": "hyperbola"}.get(name, name))),
    "all is defined": Fault("definite:make_defined", always(None)),
    "a mean with a wrong constant": Fault("expectation_steps:Steps.ring", before(right=_twice)),
    # chains
    "a lemma below its range": Fault("chains:Walk.lemma", _lemma_below),
    "a lemma without its premises": Fault("instances:entry_instances", always([])),
    # statements and certificates
    "exchanged sides": Fault("spec:proposition_of", _swap_sides, restates=True),
    "exponents that are read wrong": Fault("translate:_power", before(expr=lambda power: power * power.base), restates=True),
    "differences that are read as sums": Fault("translate:_rational", after(lambda q: rat(abs(q.data))), restates=True),
    "theorems of other goals": Fault("trace:Trace.write", _goals_of_another),
    "other numbers of terms and steps": Fault("trace:_Writer._encoded", after(_one_less)),
    "points outside": Fault("inhabited:_numbers", after(lambda found: {place: rat(-1) for place in found})),
}  # fmt: skip
