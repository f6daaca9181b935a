"""Estimates as text: a table with as many digits as the intervals warrant, what is behind it, and reasons where there is no interval."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rftheory.printing import WIDTH, paragraph

if TYPE_CHECKING:
    from rftheory.answers.estimated import Estimates
    from rftheory.montecarlo.results import Estimate

#: significant digits: as many as an interval warrants, fewer where the table would be too wide
_FEWEST, _MOST = 3, 8
#: so many pairs are named below a table, and the rest counted
_NAMED = 8
#: what the bars are called; these have a reason, which is printed below the table
_BARS = {"none": "inconclusive", "vacuous": "vacuous"}
#: why errors are drawn so
_METHODS = {"plain": "plain draws", "tilted": "tilted (drawn more often where the error is made, and weighted)"}


def text_of(found: Estimates) -> str:
    """Tables of at most 80 columns, one of all quantities for one pair, else one for each quantity; and notes."""
    return "\n".join([*_tables(found), "", *(paragraph(note, hang="  ") for note in _notes(found))])


def _tables(found: Estimates) -> Iterator[str]:
    estimates = found.run.estimates
    if found.setting.pairs == 1:
        yield from _fitting(found, "quantity", [(each.quantity, each) for each in estimates])
        return
    for name in found.quantities:
        if name != found.quantities[0]:
            yield ""
        yield name
        yield from _fitting(found, found.column, [(found.label(e), e) for e in estimates if e.quantity == name])


def _fitting(found: Estimates, column: str, rows: Sequence[tuple[str, Estimate]]) -> list[str]:
    """The lines of the table with as many digits as 80 columns have room for."""
    for most in range(_MOST, _FEWEST, -1):
        table = _table(found, column, rows, most)
        if len(table[0]) <= WIDTH:
            return table
    return _table(found, column, rows, _FEWEST)


def _table(found: Estimates, column: str, rows: Sequence[tuple[str, Estimate]], most: int) -> list[str]:
    # cells are short and of one line: what lays out any text takes a millisecond a row
    with_theory = any(found.closed_form(estimate) for _, estimate in rows)
    table = [[column, "estimate", "low", "high", "+/-", "bar"] + ["theory"] * with_theory]
    for label, estimate in rows:
        digits = min(most, _warranted(estimate.relative_error))
        bounds = (estimate.interval.low, estimate.interval.high)
        numbers = [scientific(number, estimate.log_unit, digits) for number in (estimate.value, *bounds)]
        kind = _BARS.get(estimate.interval.kind, estimate.interval.kind)
        cells = [label, *numbers, percent(estimate.relative_error), kind]
        if with_theory:
            cells.append(_theory_cell(found, estimate, digits))
        table.append(cells)
    widths = [max(map(len, cells)) for cells in zip(*table, strict=True)]
    sides = [str.ljust, *[str.rjust] * 4, str.ljust, *[str.rjust] * with_theory]
    # room for a mark is not kept where there is none
    return [
        " ".join(side(cell.rstrip(), size) for side, cell, size in zip(sides, cells, widths, strict=True))
        for cells in table
    ]


def _theory_cell(found: Estimates, estimate: Estimate, digits: int) -> str:
    form = found.closed_form(estimate)
    return "" if form is None else scientific(*form, digits) + (" " if found.holds(estimate) else "*")


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


def _notes(found: Estimates) -> list[str]:
    run = found.run
    speed = "" if run.rate is None else f", {run.rate:.2g} per second ({run.seconds:.2g} s)"
    notes = [f"{run.draws} draws{speed}, seed {found.seed}; method: {_METHODS.get(run.method, run.method)}"]
    notes.append(f"low, high: {100 * found.level:g}% interval; +/-: half its width, relative to the estimate")
    marked = [each for each in run.estimates if not found.holds(each)]
    if marked:
        notes.append(f"* outside of the interval ({len(marked)} of {len(run.estimates)})")
    told: dict[tuple[str, str], list[str]] = {}
    for estimate in found.inconclusive:
        key = _BARS[estimate.interval.kind], estimate.interval.reason
        told.setdefault(key, []).append(_where(found, estimate))
    notes += [f"{bar}: {_some(where)}: {reason}" for (bar, reason), where in list(told.items())[:_NAMED]]
    if rest := sum(len(where) for where in list(told.values())[_NAMED:]):
        notes.append(f"inconclusive for like reasons: {rest} more")
    blanks: dict[str, list[str]] = {}
    for estimate in run.estimates:
        if reason := found.why_unknown(estimate):
            blanks.setdefault(reason, []).append(estimate.quantity)
    notes += [f"theory: {reason} ({', '.join(dict.fromkeys(names))})" for reason, names in blanks.items()]
    return [*notes, *found.notes, *([run.message] if run.message else [])]


def _some(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _where(found: Estimates, estimate: Estimate) -> str:
    return estimate.quantity + (f" at {found.column} {found.label(estimate)}" if found.setting.pairs > 1 else "")
