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

from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, make, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover.ring import Form

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


def _seen(right: Function) -> Function:
    """What was found at the first call, for every later one."""
    found: list[Any] = []

    def faulty(*args: Any, **options: Any) -> Any:
        found.append(found[0] if found else right(*args, **options))
        return found[0]

    return faulty


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


def _shifted(term: Term) -> Term:
    return make("+", (term, ONE))


def _sum_as_difference(_: Function) -> Function:
    def sum_(ring: Any, first: Form, second: Form) -> Form:
        return ring.lowest(Form(first.num * second.den - second.num * first.den, first.den * second.den))

    return sum_


def _wrong_value(right: Function) -> Function:
    def give(known: Any, theorem: Any) -> None:
        right(known, theorem)
        for atom, (value, by) in list(known.values.items()):
            if by is theorem:
                known.values[atom] = (_shifted(value), by)

    return give


def _one(known: Any) -> Any:
    """An equality about nothing that was asked for."""
    return known.search.infer("REFL", known.context, term=ONE)


def _other_equations(right: Function) -> Function:
    def equations(known: Any, terms: Any) -> Any:
        return [_one(known) for _ in right(known, terms)]

    return equations


def _strict_columns(right: Function) -> Function:
    def made(columns: Any, *args: Any) -> None:
        right(columns, *args)
        for column in columns.found:
            column.strict = True

    return made


def _rows_without_one(right: Function) -> Function:
    """A summand is dropped from the body of an expectation or from a product."""
    return lambda *args: found[:-1] if len(found := right(*args)) > 1 else found


def _one_less(number: Any) -> Any:
    return number - 1 if type(number) is int and number else number


def _quietly(right: Function) -> Function:
    """As if everything were defined and real."""
    return lambda run, context, term: None


def _swapped(pairs: Any) -> Any:
    return pairs[::-1] if isinstance(pairs, (list, tuple)) else pairs


def _swap_sides(right: Function) -> Function:
    return lambda *args: make((found := right(*args)).op, found.args[::-1])


def _lemma_below(right: Function) -> Function:
    return lambda walk, claim, at: right(walk, claim, {key: value - 10 for key, value in (at or {}).items()})


def _negative_part(right: Function) -> Function:
    return lambda walk, expr: right(walk, -expr) if expr.is_Mul or expr.is_Pow else right(walk, expr)


def _next_line(right: Function) -> Function:
    return lambda walk, number: right(walk, min(number + 1, len(walk.chain.steps) - 1))


def _goals_of_another(right: Function) -> Function:
    """Each goal with the theorem of the next one."""

    def write(trace: Any, goals: Any, spec: bytes, **options: Any) -> str:
        moved = [
            (name, other, end) for (name, _, end), (_, other, _) in zip(goals, [*goals[1:], goals[0]], strict=True)
        ]
        return str(right(trace, moved, spec, **options))

    return write


def _gap_with(change: Callable[[list[Any]], list[Any]]) -> Callable[[Function], Function]:
    return lambda right: (
        lambda walk, smaller, larger, products: right(
            walk, smaller, larger, [change(list(product)) for product in products]
        )
    )


FAULTS: dict[str, Fault] = {
    # calculating
    "a sum is a difference": Fault("ring:Ring.sum", _sum_as_difference),
    "a wrong exponent": Fault("ring:Ring._power", before(exponent=lambda n: n + 1)),
    "a dropped factor": Fault("ring:Ring.factors", after(lambda found: (found[0], found[1][:-1]))),
    "a factor twice": Fault("ring:Ring.factors", after(lambda found: (found[0], [*found[1], *found[1][:1]]))),
    "a wrong multiplicity": Fault("ring:Ring.factors", after(lambda found: (found[0], [(p, m + 1) for p, m in found[1]]))),
    "a wrong sign of the content": Fault("ring:Ring.factors", after(lambda found: (-found[0], found[1]))),
    "a wrong sign of a factor": Fault("ring:Ring.factors", after(lambda found: (found[0], [(-p, m) for p, m in found[1]]))),
    "a denominator forgotten": Fault("ring:Ring.lowest", lambda right: lambda ring, form: Form(right(ring, form).num, ring.one)),
    "a wrong coefficient": Fault("ring:Ring.monomial", before(coefficient=lambda q: 2 * q)),
    "atoms that are one": Fault("rewritings:equal_by_arguments", lambda right: lambda known, *_: _one(known)),
    "a value off by one": Fault("learn:Known.give", _wrong_value),
    "no equations": Fault("learn:Known.equations", always([])),
    "an equation short": Fault("learn:Known.equations", after(lambda found: found[:-1])),
    "equations backwards": Fault("learn:Known.equations", after(_swapped)),
    "an equation that says nothing": Fault("learn:Known.equations", _other_equations),
    "known of other terms": Fault("learn:known_of", _seen),
    # guessing
    "opposite signs at points": Fault(
        "points:Points.signs", after(lambda found: None if found is None else {-sign for sign in found})
    ),
    "positive at all points": Fault("points:Points.signs", always({1})),
    "zero at all points": Fault("points:Points.signs", always({0})),
    "no difference at points": Fault("points:Points.differ", always(False)),
    "other values at points": Fault("points:Points.values", always([1.0])),
    "multiples of a combination": Fault(
        "linear:combination", after(lambda found: found and {j: 2 * q for j, q in found.items()})
    ),
    "a negative combination": Fault("linear:combination", after(lambda found: found and {j: -q for j, q in found.items()})),
    "a shorter combination": Fault("linear:combination", after(lambda found: found and dict(list(found.items())[1:]))),
    "the square root of 8": Fault("ring:primes_of", after(lambda found: {p: m + 1 for p, m in found.items()})),
    # facts, signs and orders
    "a fact for whatever is asked": Fault("signs:stated", _trivial),
    "a sign of something else": Fault("signs:prove_sign", _trivial),
    "the sign of the negative": Fault("signs:prove_sign", before(term=_negative)),
    "the sign before": Fault("signs:prove_sign", _previous),
    "weak for strict": Fault("signs:as_order", lambda right: lambda search, context, theorem, relation: theorem),
    "sides of an order exchanged": Fault("columns:order_of", lambda right: lambda s, c, a, b: right(s, c, b, a)),
    "columns that are strict": Fault("columns:Columns.__init__", _strict_columns),
    "a falling function": Fault("atom_signs:mono", before(function=lambda name: "inv")),
    "another function": Fault("atom_signs:mono", before(function=lambda name: "sinh")),
    "a root with the other sign": Fault("root_sums:_decided", before(c=_negative)),
    "nonzero for whatever is asked": Fault("nonzero:prove_nonzero", _trivial),
    "nonzero as another term": Fault("nonzero:prove_nonzero", before(term=lambda term: make("exp", (term,)))),
    "known not to be zero": Fault("search:Search.known_nonzero", _previous),
    "a proof of another goal": Fault("search:Search.once", _previous),
    # the table
    "a root with a sign": Fault("table:root_unique", before(root=_negative)),
    "an absolute value turned": Fault("table:absolute", before(inner=_negative)),
    "everything is real": Fault("table:is_real", always(True)),
    "gamma one further": Fault("table:gamma_step", before(argument=_shifted)),
    "exponents too large": Fault("table:exp_product", before(parts=lambda parts: [(b, k + 1) for b, k in parts])),
    "a multiple too many": Fault("exponents:ExponentBasis.powers", after(lambda found: [(b, 2 * k) for b, k in found])),
    "an axiom of another function": Fault("table:axiom", before(schema=lambda name: {"circle": "hyperbola"}.get(name, name))),
    # definedness
    "all is defined": Fault("definite:make_defined", _quietly),
    "all is real": Fault("definite:make_real", _quietly),
    # expectations
    "a dropped summand": Fault("expectation_terms:Expansion.summands", _rows_without_one),
    "a mean with a wrong constant": Fault("expectation_steps:Steps.ring", before(right=_twice)),
    "a rule with a wrong constant": Fault("expectation_steps:Steps.chain", before(links=lambda links: list(links)[:1])),
    "a vector twice as long": Fault("expectation_normal:_vector", after(lambda v: make("vscale", (TWO, v)))),
    "a mean in no context": Fault("expectations:home", always(EMPTY)),
    # chains
    "factors of a gap with another sign": Fault("steps:_checked", _gap_with(lambda factors: [-factors[0], *factors[1:]])),
    "a factor of a gap dropped": Fault("steps:_checked", _gap_with(lambda factors: factors[1:])),
    "another line": Fault("chains:Walk.line", _next_line),
    "parts with a sign": Fault("chains:Walk.term", _negative_part),
    "a lemma below its range": Fault("chains:Walk.lemma", _lemma_below),
    "a lemma without its premises": Fault("instances:entry_instances", always([])),
    "facts taken as shown": Fault("instances:shown_fact", always([])),
    # statements and certificates
    "exchanged sides": Fault("spec:proposition_of", _swap_sides, restates=True),
    "exponents that are read wrong": Fault("translate:_power", before(expr=lambda power: power * power.base), restates=True),
    "differences that are read as sums": Fault("translate:_rational", after(lambda q: rat(abs(q.data))), restates=True),
    "theorems of other goals": Fault("trace:Trace.write", _goals_of_another),
    "other numbers of terms and steps": Fault("trace:_Writer._encoded", after(_one_less)),
    "points outside": Fault("inhabited:_numbers", after(lambda found: {place: rat(-1) for place in found})),
}  # fmt: skip
