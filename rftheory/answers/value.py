"""The value of a claimed form, or of its definition, at a point, with a rigorous error bound."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import mpmath
import sympy as sp
from flint import acb

from rftheory.answers.known import Statements, found_in, recorded_ledger
from rftheory.answers.point import is_zero, point_of
from rftheory.chains.claims import claims_of
from rftheory.judges.comparison import with_free_moments
from rftheory.numbers import multiprecision
from rftheory.numbers.ball_arithmetic import around_zero
from rftheory.numbers.balls import UnsupportedExpression, enclose
from rftheory.printing import Printed
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
        at: values of the parameters by name.
        value, error: decimal digits, and a bound on their distance to the true value; "" with mpmath, which gives no bound.
        note: what is wrong with the printed form if it is refuted; otherwise "".
    """

    id: str
    claim: str
    side: str
    at: Mapping[str, str]
    digits: int
    value: str
    error: str
    note: str = ""
    backend: str = "balls"

    def to_json(self) -> dict[str, Any]:
        names = ("id", "claim", "side", "at", "digits", "value", "error", "backend")
        return {name: getattr(self, name) for name in names}

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        bar = f"+/- {self.error}" if self.backend == "balls" else f"(by {self.backend}, without a bound of the error)"
        return f"{self.id} {self.claim}, {self.side} value\n{self.value} {bar}"


def evaluate(
    id: str,  # noqa: A002 - the name that everybody has for it
    claim: str | None = None,
    *,
    digits: int = 30,
    definition: bool = False,
    backend: str = "balls",
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
        definition: whether the value is computed from the definition, the left side, by rigorous quadrature and series, without the
            claimed form. A value that it makes nonnegative, such as a mean of squares under a root, stays so; a zero that the kernel
            proves is given as 0.
        backend: "balls", or "mpmath": its quadrature, series and special functions, with so many digits and a few more, whose errors are
            estimated and not bounded. It is a second opinion of other arithmetic, and no proof.
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
    return value_at(found_in(statements), id, claim, values, digits, definition, backend)


def value_at(
    found: Discovery,
    name: str,
    claim: str | None,
    values: Mapping[str, Any],
    digits: int,
    definition: bool,
    backend: str = "balls",
) -> Value:
    """As `evaluate`, with the values as a mapping."""
    if backend not in BACKENDS:
        raise ValueError(f"backend must be one of {', '.join(BACKENDS)}, got {backend!r}")
    if not 1 <= digits <= _MOST_DIGITS:
        raise ValueError(f"digits must be from 1 to {_MOST_DIGITS}, got {digits}")
    entry = found.get(name)
    claims = claims_of(_module(found, entry))
    chosen = _claim(entry, claims, claim)
    side = _side(chosen, definition)
    point = point_of(chosen, values, None if definition else side)
    value, error = BACKENDS[backend](side, point, digits)
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
        backend=backend,
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


def _side(claim: Claim, definition: bool) -> sp.Expr:
    proposition = claim.proposition
    if isinstance(proposition, Limit | Derivative):
        if definition:
            kind = type(proposition).__name__.lower()
            raise ValueError(f"{claim.name} is a {kind}: its definition has no value at a point")
        return proposition.value
    return proposition.left if definition else proposition.right


@contextmanager
def _evaluable() -> Iterator[None]:
    try:
        yield
    except UnsupportedExpression as reason:
        raise ArithmeticError(f"this side cannot be evaluated: {reason}") from reason


def _enclosed(expr: sp.Expr, point: Point, digits: int) -> tuple[str, str]:
    """Value and error bound as decimal text; the bound covers the rounding of the printed value."""
    (expr,) = with_free_moments(expr)
    with _evaluable():
        enclosure = enclose(expr, point, sp.Rational(1, 10 ** (digits + _GUARD)))
    # a ball around zero has no digits, however sharp it is
    if acb(enclosure.value).contains(0) and is_zero(expr, point):
        return "0", "0"
    return decimal_ball(enclosure.value, digits)


def _in_multiprecision(expr: sp.Expr, point: Point, digits: int) -> tuple[str, str]:
    """The value with mpmath as decimal text, and no bound."""
    (expr,) = with_free_moments(expr)
    with _evaluable():
        found = multiprecision.value(expr, point, digits + _GUARD)
    real, imaginary = (mpmath.nstr(part, digits, strip_zeros=False) for part in (mpmath.re(found), mpmath.im(found)))
    # of a real value quadrature in the complex plane leaves a rounding
    is_real = abs(mpmath.im(found)) <= mpmath.mpf(10) ** -(digits + 1) * abs(found)
    return real if is_real else f"{real} + ({imaginary}) I", ""


#: what values are computed with
BACKENDS = {"balls": _enclosed, "mpmath": _in_multiprecision}


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
