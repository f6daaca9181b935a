"""What ``rftheory simulate`` prints: estimates with their intervals and closed forms, as a table or as JSON."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from rftheory.cli.pairs import Pairs
from rftheory.cli.theory import ClosedForm
from rftheory.montecarlo.results import Estimate, Run

if TYPE_CHECKING:
    from rich.table import Table

_WIDTH = 80
#: more than any table needs
_UNBOUNDED = 10_000
#: significant digits: as many as an interval warrants, fewer where the table would be too wide
_FEWEST, _MOST = 3, 8
#: what the bars are called; "none" has a reason, which is printed below the table
_BARS = {"none": "inconclusive"}
#: why errors are drawn so
_METHODS = {
    "plain": "plain draws",
    "controlled": "controlled (single samples are known exactly; their pair covariance is drawn)",
    "tilted": "tilted (drawn more often where the error is made, and weighted)",
}


@dataclass(frozen=True)
class Outcome:
    """A run with what it was asked for.

    Attributes:
        described: what was drawn, by name.
        theory: closed forms by quantity, one for each pair; quantities without one are left out.
        rate: draws per second; None if nothing was left to draw.
    """

    described: Mapping[str, Any]
    pairs: Pairs
    run: Run
    theory: Mapping[str, Sequence[ClosedForm]]
    seed: int
    level: float
    rate: float | None = None

    @property
    def quantities(self) -> list[str]:
        """Names, in the order in which they were asked for."""
        return list(dict.fromkeys(estimate.quantity for estimate in self.run.estimates))

    @property
    def inconclusive(self) -> list[Estimate]:
        """Estimates without an interval that holds."""
        return [estimate for estimate in self.run.estimates if estimate.answer == "inconclusive"]

    def closed_form(self, estimate: Estimate) -> ClosedForm | None:
        forms = self.theory.get(estimate.quantity)
        return None if forms is None else forms[estimate.pair]

    def to_json(self) -> dict[str, Any]:
        """The same for the same configuration and seed, but for the last two entries."""
        run = self.run.to_json()
        estimates = [
            {**row, "label": self.pairs.labels[estimate.pair], "theory": self._theory(estimate)}
            for estimate, row in zip(self.run.estimates, run.pop("estimates"), strict=True)
        ]
        return {
            **self.described,
            "pairs": len(self.pairs.x),
            "seed": self.seed,
            "level": self.level,
            **run,
            "estimates": estimates,
            "seconds": self.run.seconds,
            "draws_per_second": self.rate,
        }

    def _theory(self, estimate: Estimate) -> dict[str, Any] | None:
        form = self.closed_form(estimate)
        if form is None:
            return None
        value = form.sign * math.exp(form.log) if form.log < 709 else None
        log = form.log if math.isfinite(form.log) else None
        return {"value": value, "sign": form.sign, "log": log, "inside": form.lies_in(estimate)}


def print_outcome(outcome: Outcome) -> None:
    """Tables of at most 80 columns, what is behind them, and reasons where there is no interval."""
    from rich.console import Console

    _wrapped(", ".join(_described(outcome)))
    _wrapped(outcome.pairs.description)
    for title, table in _tables(outcome):
        click.echo()
        if title:
            _wrapped(title)
        Console(width=max(_WIDTH, _needed(table)), highlight=False).print(table)
    click.echo()
    for line in _notes(outcome):
        _wrapped(line, "", "  ")


def _described(outcome: Outcome) -> Iterator[str]:
    for name, value in outcome.described.items():
        if isinstance(value, Mapping):
            yield from (f"{key} = {number}" for key, number in value.items())
        elif name == "share":
            if len(outcome.pairs.labels) > 1:
                yield "the pairs share their draws" if value else "each pair has its own draws"
        elif value is not None:
            yield f"{name} {value}"


def _tables(outcome: Outcome) -> list[tuple[str, Table]]:
    """One table of all quantities for one pair, else one for each quantity."""
    estimates = outcome.run.estimates
    if len(outcome.pairs.labels) == 1:
        groups = [("", "quantity", [(shown(e.quantity), e) for e in estimates])]
    else:
        labels, column = outcome.pairs.labels, outcome.pairs.column
        groups = [
            (shown(name), column, [(labels[e.pair], e) for e in estimates if e.quantity == name])
            for name in outcome.quantities
        ]
    return [(title, _fitting(outcome, column, rows)) for title, column, rows in groups]


def _fitting(outcome: Outcome, column: str, rows: Sequence[tuple[str, Estimate]]) -> Table:
    """The table with as many digits as 80 columns have room for."""
    for most in range(_MOST, _FEWEST, -1):
        table = _table(outcome, column, rows, most)
        if _needed(table) <= _WIDTH:
            return table
    return _table(outcome, column, rows, _FEWEST)


def _table(outcome: Outcome, column: str, rows: Sequence[tuple[str, Estimate]], most: int) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    with_theory = any(outcome.closed_form(estimate) for _, estimate in rows)
    table.add_column(column, no_wrap=True)
    for name in ("estimate", "low", "high", "+/-"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("bar", no_wrap=True)
    if with_theory:
        table.add_column("theory", justify="right", no_wrap=True)
    for label, estimate in rows:
        digits = min(most, _warranted(estimate.relative_error))
        bounds = (estimate.interval.low, estimate.interval.high)
        numbers = [scientific(number, estimate.log_unit, digits) for number in (estimate.value, *bounds)]
        kind = _BARS.get(estimate.interval.kind, estimate.interval.kind)
        cells = [label, *numbers, percent(estimate.relative_error), kind]
        if with_theory:
            cells.append(_theory_cell(outcome.closed_form(estimate), estimate, digits))
        table.add_row(*(Text(cell) for cell in cells))
    return table


def _needed(table: Table) -> int:
    from rich.console import Console

    return Console(width=_UNBOUNDED).measure(table).maximum


def _theory_cell(form: ClosedForm | None, estimate: Estimate, digits: int) -> str:
    if form is None:
        return ""
    return scientific(form.sign, form.log, digits) + (" " if form.lies_in(estimate) else "*")


def _warranted(relative: float) -> int:
    """Digits down to a tenth of the half-width."""
    return max(_FEWEST + 1, 2 - math.floor(math.log10(relative))) if 0 < relative < math.inf else _FEWEST + 1


def scientific(number: float, log_unit: float, digits: int) -> str:
    """``number exp(log_unit)``, as 1.23e-412 where float64 does not have it."""
    if number in (0.0, math.inf, -math.inf) or log_unit == -math.inf:
        return f"{number if log_unit > -math.inf else 0.0:g}"
    log10 = (math.log(abs(number)) + log_unit) / math.log(10)
    if -307 < log10 < 307:
        return f"{math.copysign(math.exp(math.log(abs(number)) + log_unit), number) if log_unit else number:.{digits}g}"
    exponent = math.floor(log10)
    mantissa = f"{10 ** (log10 - exponent):.{digits - 1}f}"
    if mantissa.startswith("10"):
        mantissa, exponent = f"{1:.{digits - 1}f}", exponent + 1
    return f"{'-' if number < 0 else ''}{mantissa}e{exponent:+d}"


def percent(relative: float) -> str:
    """A relative half-width: 0.12%."""
    return f"{100 * relative:.2g}%" if relative < 10 else "-" if math.isinf(relative) else f"{relative:.2g}x"


def _notes(outcome: Outcome) -> list[str]:
    run = outcome.run
    speed = "" if outcome.rate is None else f", {outcome.rate:.2g} per second ({run.seconds:.2g} s)"
    notes = [f"{run.draws} draws{speed}, seed {outcome.seed}; method: {_METHODS.get(run.method, run.method)}"]
    notes.append(f"low, high: {100 * outcome.level:g}% interval; +/-: half its width, relative to the estimate")
    marked = [e for e in run.estimates if (form := outcome.closed_form(e)) is not None and not form.lies_in(e)]
    if marked:
        notes.append(f"* outside of the interval ({len(marked)} of {len(run.estimates)})")
    reasons: dict[str, list[str]] = {}
    for estimate in outcome.inconclusive:
        where = shown(estimate.quantity)
        if len(outcome.pairs.labels) > 1:
            where += f" at {outcome.pairs.column} {outcome.pairs.labels[estimate.pair]}"
        reasons.setdefault(estimate.interval.reason, []).append(where)
    notes += [f"inconclusive: {', '.join(where)}: {reason}" for reason, where in reasons.items()]
    return notes + ([run.message] if run.message else [])


def shown(quantity: str) -> str:
    """A quantity as it is asked for on the command line."""
    name, _, number = quantity.partition(" ")
    return name.replace("_", "-") + (f":{number}" if number else "")


def _wrapped(text: str, first: str = "", rest: str = "") -> None:
    click.echo(textwrap.fill(text, _WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False))
