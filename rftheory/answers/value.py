"""The value of a claimed form, or of its definition, at a point, with a rigorous error bound."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import sympy as sp
from flint import acb
from sympy.logic.boolalg import Boolean

from rftheory.answers.known import Statements, found_in, recorded_ledger
from rftheory.chains.claims import claims_of
from rftheory.inputs.kernels import theta, x_norm, y_norm
from rftheory.inputs.points import exact_value
from rftheory.judges.comparison import with_free_moments
from rftheory.numbers.ball_arithmetic import around_zero
from rftheory.numbers.balls import UnsupportedExpression, decide_relation, enclose
from rftheory.numbers.known_signs import Nonnegative
from rftheory.numbers.walker import parameters
from rftheory.printing import Printed
from rftheory.rules.integrated import integrate
from rftheory.rules.propositions import Derivative, Limit, Point
from rftheory.statements.claims import Claim
from rftheory.statements.discovery import Discovery, NothingThere, extend_import_path
from rftheory.statements.entries import Entry

#: digits beyond those asked for, so that the printed ones are not spoilt by the last rounding
_GUARD = 3
_MOST_DIGITS = 2000


@dataclass(frozen=True, repr=False)
class Value(Printed):
    """One side of a claim at a point, in decimal digits.

    Attributes:
        side: "claimed" or "definition".
        at: the point, by names of parameters.
        value, error: digits, and a bound on the distance of the true value to these digits.
        note: what is wrong with the form, where it is refuted; else "".
    """

    id: str
    claim: str
    side: str
    at: Mapping[str, str]
    digits: int
    value: str
    error: str
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        names = ("id", "claim", "side", "at", "digits", "value", "error")
        return {name: getattr(self, name) for name in names}

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return f"{self.id} {self.claim}, {self.side} value\n{self.value} +/- {self.error}"


def evaluate(
    id: str,  # noqa: A002 - the name that everybody has for it
    claim: str | None = None,
    *,
    digits: int = 30,
    definition: bool = False,
    statements: Statements = (),
    **values: Any,
) -> Value:
    """The value of a claimed form at a point, with its error bound.

    The mean of the angular coefficient of orthogonal inputs:

    >>> float(evaluate("hrf.lemma-3.2", "mean", theta="pi/2", x_norm=1, y_norm=1, m=1, n=1))
    0.5

    Args:
        id: of the statement.
        claim: its name; by default the first claim of the statement.
        digits: decimal digits of the value, at most 2000.
        definition: from the definition, the left side, by rigorous quadrature and series, without the claimed form. What it makes
            nonnegative, as a mean of squares under a root, is kept so; a zero that the kernel proves is given as 0.
        statements: package directories of your own, beside the built-in ones.
        values: of the parameters, by name, exact: integers, fractions, SymPy numbers, texts such as ``"1/7"`` or
            ``"pi-1/10000"``, and tuples of these for vectors. A claimed form takes those that occur in it. Vectors ``x`` and ``y`` may
            stand for ``x_norm``, ``y_norm`` and ``theta``, and a complex ``A="-1/10+I/5"`` for its real and imaginary part.

    Raises:
        UnknownStatement: if there is no such statement; the message suggests the nearest ids.
        ValueError: for a claim that it does not make, values that are not exact or outside of the domain, and the definition
            of a limit, which has no value at a point.
        ArithmeticError: if this side cannot be evaluated.
        ImportError: if the file of the statement cannot be imported.
    """
    return value_at(found_in(statements), id, claim, values, digits, definition)


def value_at(
    found: Discovery, name: str, claim: str | None, values: Mapping[str, Any], digits: int, definition: bool
) -> Value:
    """As `evaluate`, with the values as a mapping."""
    if not 1 <= digits <= _MOST_DIGITS:
        raise ValueError(f"digits must be from 1 to {_MOST_DIGITS}, got {digits}")
    entry = found.get(name)
    claims = claims_of(_module(found, entry))
    chosen = _claim(entry, claims, claim)
    side = _side(chosen, definition)
    point = _point(chosen, values, None if definition else side)
    value, error = _enclosed(side, point, digits)
    row = {} if definition else recorded_ledger().rows.get(entry.id, {})
    wrong = any(item["claim"] == chosen.name for item in (row.get("erratum") or {}).get("claims", ()))
    remark = next((f"a remark: {each['says']}" for each in row.get("remarks", ()) if each["claim"] == chosen.name), "")
    return Value(
        id=entry.id,
        claim=chosen.name,
        side="definition" if definition else "claimed",
        at={str(symbol): str(number) for symbol, number in point.items()},
        digits=digits,
        value=value,
        error=error,
        note=_note(chosen, claims) if wrong else remark,
    )


def _module(found: Discovery, entry: Entry) -> ModuleType:
    extend_import_path(found.import_paths)
    try:
        return importlib.import_module(entry.module)
    except Exception as error:
        message = f"the statement file {entry.path} cannot be imported: {type(error).__name__}: {error}"
        raise ImportError(message) from error


def _claim(entry: Entry, claims: Sequence[Claim], name: str | None) -> Claim:
    if not claims:
        raise NothingThere(f"{entry.id} makes no claim")
    if name is None:
        return next((claim for claim in claims if claim.role == "claim"), claims[0])
    names = [claim.name for claim in claims]
    if name not in names:
        raise ValueError(f"{entry.id} has no claim {name!r}; its claims: {', '.join(names)}")
    return claims[names.index(name)]


def _note(claim: Claim, claims: Sequence[Claim]) -> str:
    """What is wrong with a claim, and which claims correct it."""
    corrected = [other.name for other in claims if other.corrects == claim.name]
    named = f" (corrected: {', '.join(f'--claim {name!r}' for name in corrected)})" if corrected else ""
    return f"{claim.flaw}{named}" if claim.flaw else ""


def _point(claim: Claim, values: Mapping[str, Any], form: sp.Expr | None) -> Point:
    """The given values as a point of the domain of the claim, with the parameters that a form takes, by default all."""
    symbols = {symbol.name: symbol for symbol in claim.domain.symbols}
    exact = _in_parts({name: exact_value(name, value, real=False) for name, value in values.items()}, symbols)
    if {"x_norm", "y_norm", "theta"} <= symbols.keys() and {"x", "y"} <= exact.keys() - symbols.keys():
        exact |= _norms_and_angle(exact.pop("x"), exact.pop("y"), exact)
    for name in exact:
        if name not in symbols:
            allowed = ", ".join(symbols) or "none"
            raise ValueError(f"{name} is not a parameter of {claim.name}; its parameters: {allowed}")
    point = {symbols[name]: value for name, value in exact.items()}
    if form is not None and _takes_no_angle(form, point):
        point[theta] = sp.pi / 2
    refusal = claim.domain.refusal(point, None if form is None else form.free_symbols, _holds)
    if refusal:
        raise ValueError(refusal)
    return point


def _in_parts(exact: Mapping[str, sp.Basic], symbols: Collection[str]) -> dict[str, sp.Basic]:
    """Complex values as real and imaginary parts, where the domain speaks of these: ``A`` of ``A_re`` and ``A_im``."""
    found: dict[str, sp.Basic] = {}
    for name, value in exact.items():
        parts = (f"{name}_re", f"{name}_im")
        if name in symbols or not set(parts) <= set(symbols) or isinstance(value, sp.Tuple):
            found[name] = value
            continue
        if twice := sorted(exact.keys() & set(parts)):
            raise ValueError(f"{', '.join(twice)} follows from {name}; give either")
        found |= zip(parts, value.as_real_imag(), strict=True)
    return found


def _holds(relation: Boolean, point: Point) -> bool | None:
    """As balls decide it; of two numbers that no ball tells apart the kernel may prove that they are equal."""
    decided = decide_relation(relation, point)
    if decided is not None:
        return decided
    open_ones = [each for each in relation.atoms(sp.Rel) if decide_relation(each, point) is None]
    ties = {each: each.func(0, 0) for each in open_ones if _is_zero(each.lhs - each.rhs, point)}
    return decide_relation(relation.xreplace(ties), point) if ties else None


def _is_zero(expr: sp.Expr, point: Point) -> bool:
    """Whether the kernel proves that an expression, its expectations in closed form, is zero at a point of numbers."""
    if any(isinstance(value, sp.Tuple) for value in point.values()):
        return False
    at_point = integrate(expr.replace(Nonnegative, lambda number: number)).xreplace(dict(point))
    return proved_zero(at_point.replace(lambda part: part.is_Pow and part.exp == sp.S.Half, _denested))


def proved_zero(number: sp.Expr) -> bool:
    """Whether a number is exactly 0: SymPy sees most of them, the prover is loaded for the others."""
    if number == 0 or parameters(number):
        return bool(number == 0)
    from rftheory.prover.closed import is_zero

    return is_zero(number)


def _denested(root: sp.Expr) -> sp.Expr:
    """A root of roots as a sum of roots: SymPy's guess, where its square is what the root is of and balls see that it is positive."""
    if parameters(root):
        # as in a product of vectors that an expectation keeps to itself: no number
        return root
    guess = sp.sqrtdenest(root)
    if guess == root or decide_relation(sp.Gt(guess, 0, evaluate=False), {}) is not True:
        return root
    return guess if proved_zero(guess**2 - root.base) else root


def _norms_and_angle(x: sp.Basic, y: sp.Basic, given: Mapping[str, sp.Basic]) -> dict[str, sp.Basic]:
    """Norms and angle of two vectors; where one of them is zero there is no angle, and it may be given."""
    x, y = (value if isinstance(value, sp.Tuple) else sp.Tuple(value) for value in (x, y))
    if len(x) != len(y):
        raise ValueError(f"x and y must have the same number of coordinates, got {len(x)} and {len(y)}")
    x_norm, y_norm = (sp.sqrt(sum(part**2 for part in value)) for value in (x, y))
    found = {"x_norm": x_norm, "y_norm": y_norm}
    if x_norm * y_norm != 0:
        found["theta"] = sp.acos(sum(a * b for a, b in zip(x, y, strict=True)) / (x_norm * y_norm))
    twice = sorted(found.keys() & given.keys())
    if twice:
        raise ValueError(f"{', '.join(twice)} follows from x and y; give either")
    return found


def _takes_no_angle(form: sp.Expr, point: Point) -> bool:
    """Whether one of two inputs is zero, and a form is the same for every angle then."""
    return (
        theta in form.free_symbols - point.keys()
        and 0 in (point.get(x_norm), point.get(y_norm))
        and theta not in form.xreplace(dict(point)).free_symbols
    )


def _side(claim: Claim, definition: bool) -> sp.Expr:
    proposition = claim.proposition
    if isinstance(proposition, Limit | Derivative):
        if definition:
            kind = type(proposition).__name__.lower()
            raise ValueError(f"{claim.name} is a {kind}: its definition has no value at a point")
        return proposition.value
    return proposition.left if definition else proposition.right


def _enclosed(expr: sp.Expr, point: Point, digits: int) -> tuple[str, str]:
    """Value and error bound as decimal text; the bound covers the rounding of the printed value."""
    (expr,) = with_free_moments(expr)
    try:
        enclosure = enclose(expr, point, sp.Rational(1, 10 ** (digits + _GUARD)))
    except UnsupportedExpression as reason:
        raise ArithmeticError(f"this side cannot be evaluated: {reason}") from reason
    # a ball around zero has no digits, however sharp it is
    if acb(enclosure.value).contains(0) and _is_zero(expr, point):
        return "0", "0"
    return decimal_ball(enclosure.value, digits)


def decimal_ball(value: Any, digits: int) -> tuple[str, str]:
    """A ball as (digits of its midpoint, bound on the distance of any of its numbers to these digits).

    python-flint prints ``[midpoint +/- radius]`` with a radius that covers the rounding of the midpoint.
    """
    if hasattr(value, "imag") and hasattr(value, "real"):
        if not value.imag.is_zero():
            real, imaginary = decimal_ball(value.real, digits), decimal_ball(value.imag, digits)
            return f"{real[0]} + ({imaginary[0]}) I", f"{real[1]} (real), {imaginary[1]} (imaginary)"
        value = value.real
    if value.contains(0):
        # no digit of the midpoint is certain
        value = around_zero(value)
    text = value.str(digits, radius=True, more=True).strip("[]")
    middle, _, radius = text.partition(" +/- ")
    if text.startswith("+/- "):
        return "0", text.removeprefix("+/- ")
    # without a radius the printed digits are the exact value
    return middle, radius or "0"
