"""``rftheory eval ID``: a claimed value, or the value of its definition, with a rigorous error bound."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rftheory.cli.options import echo_json, find_entry, find_statements, json_flag, load_recorded, statement_options

if TYPE_CHECKING:
    from types import ModuleType

    import sympy as sp

    from rftheory.statements.claims import Claim
    from rftheory.statements.discovery import Discovery, Entry

#: digits beyond those asked for, so that the printed ones are not spoilt by the last rounding
_GUARD = 3
_MAX_DIGITS = 2000


@click.command("eval")
@click.argument("name", metavar="ID")
@click.option("--at", "at", default="", metavar="K=V,...", help="Exact values: x_norm=1/2,m=1; vectors: x=(1/2,-1/3)")
@click.option("--digits", type=click.IntRange(1, _MAX_DIGITS), default=30, show_default=True, help="Decimal digits.")
@click.option("--claim", "claim_name", metavar="NAME", help="Which claim, if there are several [default: the first].")
@click.option("--definition", is_flag=True, help="Compute from the definition, without the claimed form.")
@json_flag
@statement_options
def evaluate(
    name: str,
    at: str,
    digits: int,
    claim_name: str | None,
    definition: bool,
    as_json: bool,
    extra: tuple[Path, ...],
    receipts: Path | None,
) -> None:
    """Print the value of a claimed form at a point, with its error bound.

    Values are exact: numbers, pi, + - * / **, sqrt(...), and vectors of them. With --definition the value is computed from the definition
    (the left side), by rigorous quadrature and series.
    """
    found = find_statements(extra)
    entry = find_entry(found, name)
    claim = _find_claim(_import_statement(found, entry), entry, claim_name)
    point = _point(claim, at)
    value, error = _enclose(_side(claim, definition), point, digits)
    result = {
        "id": entry.id,
        "claim": claim.name,
        "side": "definition" if definition else "claimed",
        "at": {str(symbol): str(number) for symbol, number in point.items()},
        "digits": digits,
        "value": value,
        "error": error,
    }
    if as_json:
        echo_json(result)
    else:
        click.echo(f"{entry.id} {claim.name}, {result['side']} value")
        click.echo(f"{value} +/- {error}")
    if not definition and load_recorded().rows.get(entry.id, {}).get("status") == "refuted" and claim.flaw:
        click.echo(f"note: this printed form is refuted: {claim.flaw}", err=True)


def _import_statement(found: Discovery, entry: Entry) -> ModuleType:
    import importlib

    from rftheory.statements.discovery import extend_import_path

    extend_import_path(found.import_paths)
    try:
        return importlib.import_module(entry.module)
    except Exception as error:
        message = f"the statement file {entry.path} cannot be imported: {type(error).__name__}: {error}"
        raise click.ClickException(message) from error


def _find_claim(module: ModuleType, entry: Entry, name: str | None) -> Claim:
    claims: list[Claim] = module.claims()
    names = ", ".join(claim.name for claim in claims)
    if name is not None:
        chosen = [claim for claim in claims if claim.name == name]
        if not chosen:
            raise click.BadParameter(f"{entry.id} has no claim {name!r}; its claims: {names}", param_hint="--claim")
        return chosen[0]
    first = next((claim for claim in claims if claim.role == "claim"), claims[0] if claims else None)
    if first is None:
        raise click.ClickException(f"{entry.id} makes no claim")
    return first


def _point(claim: Claim, text: str) -> dict[sp.Symbol, sp.Expr]:
    """The point given on the command line, inside the domain of the claim."""
    from rftheory.cli.points import parse_point

    symbols = {symbol.name: symbol for symbol in claim.domain.symbols}
    try:
        values = parse_point(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--at") from error
    for name in values:
        if name not in symbols:
            allowed = ", ".join(symbols) or "none"
            raise click.BadParameter(
                f"{name} is not a parameter of {claim.name}; its parameters: {allowed}", param_hint="--at"
            )
    point = {symbols[name]: value for name, value in values.items()}
    refusal = claim.domain.refusal(point)
    if refusal:
        raise click.BadParameter(refusal, param_hint="--at")
    return point


def _side(claim: Claim, definition: bool) -> sp.Expr:
    from rftheory.propositions import Limit

    proposition = claim.proposition
    if isinstance(proposition, Limit):
        if definition:
            raise click.UsageError(f"{claim.name} is a limit: its definition has no value at a point")
        return proposition.value
    return proposition.left if definition else proposition.right


def _enclose(expr: sp.Expr, point: dict[sp.Symbol, sp.Expr], digits: int) -> tuple[str, str]:
    """Value and error bound as decimal text; the bound covers the rounding of the printed value."""
    import sympy

    from rftheory.evidence.comparison import with_free_moments
    from rftheory.numbers.balls import UnsupportedExpression, enclose

    (expr,) = with_free_moments(expr)
    try:
        enclosure = enclose(expr, point, sympy.Rational(1, 10 ** (digits + _GUARD)))
    except UnsupportedExpression as reason:
        raise click.ClickException(f"this side cannot be evaluated: {reason}") from reason
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
    text = value.str(digits, radius=True, more=True).strip("[]")
    middle, _, radius = text.partition(" +/- ")
    if text.startswith("+/- "):
        # no digit of the midpoint is certain
        return "0", text.removeprefix("+/- ")
    # without a radius the printed digits are the exact value
    return middle, radius or "0"
