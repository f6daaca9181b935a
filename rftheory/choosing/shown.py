"""A choice in words, as ``rftheory choose`` prints it: mechanisms, errors, sizes, the recommendation, errors of attention."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rftheory.choosing.attention import OFF, Attention
from rftheory.choosing.digits import MOST, compact, count, number, relative
from rftheory.choosing.medians import Typical
from rftheory.choosing.result import TOLD, Candidate, Choice
from rftheory.printing import WIDTH, grid, needed, paragraph, table_text

if TYPE_CHECKING:
    from rich.table import Table

#: digits of numbers in tables that would be too wide
_FEWEST = 2
#: names that are longer than this are on two lines
_LONGEST = 13
#: projections that one line stands for where they make no difference
_ALL = {"iid", "orthogonal", "simplex"}


def choice_text(choice: Choice) -> str:
    """The table, the recommendation, and what to know when reading the table."""
    pairs = f"all {choice.pairs} pairs" if choice.exact else f"{choice.pairs} sampled pairs"
    groups = f" in {choice.groups} matrices" if choice.groups > 1 else ""
    tables = (_candidates(choice, digits) for digits in (MOST, _FEWEST))
    table = next((each for each in tables if needed(each) <= WIDTH), None) or _candidates(choice, _FEWEST)
    lines = [
        _said(
            f"{choice.kernel} kernel, {choice.scale_name} {choice.scale:.6g}; {choice.queries} queries, {choice.keys} keys{groups}, "
            f"d = {choice.dimension}; {choice.stated}, {pairs}, seed {choice.seed}"
        ),
        "",
        *_advice(choice),
        "",
        table_text(table),
        "",
        *map(_said, _legend(choice)),
    ]
    plugged = _plug_ins(choice)
    if plugged:
        what = "Parameters that a paper computes from average norms, and how much more MSE they give than the best:"
        lines += ["", _said(what), *(_said(line, "  ") for line in plugged)]
    for title, told in (("Data", choice.findings), ("Notes", choice.notes)):
        if told:
            lines += ["", title, *(_said(line, "  ") for line in told)]
    return "\n".join(lines)


def _advice(choice: Choice) -> list[str]:
    advice, best, lines = choice.recommendation, choice.recommended, []
    if advice.useless:
        lines.append(_said(f"No features are recommended: {advice.useless}."))
        if advice.instead:
            lines.append(_said(f"Instead: {advice.instead}."))
    lines.append(_said(f"{'The best of them' if advice.useless else 'Recommended'}: {best.title}. {advice.reason}"))
    if best.worst is not None:
        lines.append(
            _said(f"Its worst pair: query {best.worst.query + 1}, key {best.worst.key + 1} (rows counted from 1).")
        )
    if best.mechanism is not None:
        lines.append(_said(f"The map: choice.make(); its name is '{best.mechanism}', m = {best.wanted.projections}."))
    return lines


def _candidates(choice: Choice, digits: int) -> Table:
    table = _table(["mechanism", "projections", "parameters"])
    names = ["error", "worst", "mult.", "pos"]
    if not choice.exact and any(_half_width(each) for each in choice.candidates):
        names.insert(1, "+/-")
    if choice.target is not None:
        names.insert(-2, f"for {100 * choice.target:.3g}%")
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    rows: dict[tuple[str, ...], list[str]] = {}
    for each in choice.candidates:
        cells = {
            "error": relative(each.error, digits) + _mark(each),
            "+/-": _half_width(each),
            "worst": relative(each.worst.error, digits) if each.worst else "-",
            "mult.": count(each.cost.multiplications, digits),
            "pos": "yes" if each.positive else "no",
        }
        needed = count(each.needed.features, digits) if each.needed else "-"
        row = (_folded(each.name), _parameters(each, digits), *(cells.get(name, needed) for name in names))
        rows.setdefault(row, []).append(_folded(each.projections))
    for (name, parameters, *others), projections in rows.items():
        _add(table, [name, "any" if set(projections) == _ALL else "\n".join(projections), parameters, *others])
    return table


def _legend(choice: Choice) -> list[str]:
    what = {
        "matrix": "of the kernel matrix, (mean MSE / mean K^2)^(1/2)",
        "pair": "of pairs, (mean of MSE/K^2)^(1/2)",
    }[choice.measure]
    lines = [f"error: expected relative error {what}; worst: that of the worst pair; 12x is 1200%"]
    if not choice.exact:
        lines.append(
            f"+/-: half the {100 * choice.level:g}% interval, relative; ? no interval is known to hold; < upper bound"
        )
    needed = "" if choice.target is None else f"for {100 * choice.target:.3g}%: features that reach it; "
    return [
        *lines,
        f"{needed}mult.: multiplications per input; pos: positive features, whose estimates are never negative; "
        "any: independent, orthogonal and simplex projections alike",
    ]


def _plug_ins(choice: Choice) -> list[str]:
    told: dict[str, str] = {}
    for each in choice.candidates:
        for parameter in each.parameters:
            if parameter.plug_in is None or parameter.loss is None:
                continue
            line = f"{each.name}: {parameter.name} = {number(parameter.plug_in)}, {_more(parameter.loss)}"
            told.setdefault(f"{each.name} {parameter.name}", line)
    return list(told.values())


def _more(loss: float) -> str:
    if not math.isfinite(loss):
        return "an infinite error"
    if loss < TOLD:
        return "no more"
    return f"{compact(100 * loss, 2)}% more" if loss < 10 else f"{compact(1 + loss, 2)} times as much"


def attention_text(attention: Attention) -> str:
    """Row sums and outputs, by mechanism."""
    of = "the values" if attention.of == "values" else "the weights themselves"
    table = _table(["mechanism", "projections"])
    for name in ("D <= 0", f"off {100 * OFF:g}%", "D rms", "output", "low", "high", "worst"):
        table.add_column(name, justify="right", no_wrap=True)
    for each in attention.mechanisms:
        shares = [relative(share.mean) for share in (each.negative, each.off)]
        errors = [relative(value) for value in (each.sums.median, *_ends(each.output), each.worst.median)]
        _add(table, [*map(_folded, each.title.rsplit(", ", 1)), *shares, *errors])
    legend = (
        f"D: the estimated sum of a row (the denominator); D <= 0, off {100 * OFF:g}%: shares of the queries, mean of all "
        "draws; D rms: relative error, root mean square over queries; output: relative error in the Frobenius norm, with its "
        f"{100 * attention.level:g}% interval; worst: that of the worst query; the last five are medians over draws"
    )
    return "\n".join(
        [
            "Attention",
            _said(
                f"{attention.draws} draws of {attention.stated}; {attention.queries} queries, {attention.keys} keys; "
                f"the output is {'that of ' if attention.of == 'values' else ''}{of}",
                "  ",
            ),
            "",
            table_text(table),
            "",
            _said(legend),
            *(_said(line, "  ") for line in attention.notes),
        ]
    )


def _ends(typical: Typical) -> tuple[float, float, float]:
    return typical.median, typical.low, typical.high


def _table(columns: list[str]) -> Table:
    table = grid()
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column != "parameters")
    return table


def _add(table: Table, cells: list[str]) -> None:
    from rich.text import Text

    table.add_row(*map(Text, cells))


def _mark(candidate: Candidate) -> str:
    average = candidate.mse if candidate.pair_mse is None else candidate.pair_mse
    kinds = {candidate.mse.how, average.how}
    if math.isnan(candidate.error):
        return ""
    return "<" if candidate.mse.how == "bound" else "?" if "inconclusive" in kinds else ""


def _half_width(candidate: Candidate) -> str:
    """Nothing where the error is exact or no interval is known."""
    half = (candidate.error_high - candidate.error_low) / 2
    if not (math.isfinite(half) and candidate.error > 0 and candidate.mse.how != "exact"):
        return ""
    return relative(half / candidate.error, 2)


def _parameters(candidate: Candidate, digits: int) -> str:
    return "\n".join(f"{parameter.name}={number(parameter.value, digits)}" for parameter in candidate.parameters)


def _folded(name: str) -> str:
    return name.replace(" ", "\n") if len(name) > _LONGEST else name


def _said(text: str, indent: str = "") -> str:
    """A hanging paragraph."""
    return paragraph(text, indent, "  ")
