"""A choice in words, as ``rftheory choose`` prints it: the advice, mechanisms with errors and sizes, errors of attention."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rftheory._choose.attention import OFF, Attention
from rftheory._choose.candidate import Candidate
from rftheory._choose.format import MOST, number, percent, relative
from rftheory._choose.result import Choice
from rftheory._choose.typical import DRAWS, LEVEL
from rftheory.inputs import bandwidths
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
    """The advice, the table, and what to know when reading the table."""
    pairs = f"all {choice.pairs} pairs" if choice.exact else f"{choice.pairs} sampled pairs"
    groups = f" in {choice.groups} matrices" if choice.groups > 1 else ""
    about = (
        f"{choice.kernel} kernel, {choice.scale_name} {bandwidths.told(choice.scale)}; {choice.queries} queries, "
        f"{choice.keys} keys{groups}, d = {choice.dimension}; {choice.stated}, {pairs}, seed {choice.seed}"
    )
    tables = (_candidates(choice, digits) for digits in (MOST, _FEWEST))
    table = next((each for each in tables if needed(each) <= WIDTH), None) or _candidates(choice, _FEWEST)
    lines = [*map(_said, _advice(choice)), "", _said(about), "", table_text(table), "", *map(_said, _legend(choice))]
    for title, told in (("Typical", _typical(choice)), ("Data", choice.findings), ("Notes", choice.notes)):
        if told:
            lines += ["", title, *(_said(line, "  ") for line in told)]
    if choice.outputs is not None:
        lines += ["", attention_text(choice.outputs)]
    return "\n".join(lines)


def _advice(choice: Choice) -> list[str]:
    """One sentence first; then at which norms features help, and why."""
    advice, best = choice.recommendation, choice.recommended
    lines = [advice.sentence, *_served(choice)]
    lines.append(f"{'Recommended' if advice.useful else 'The best of them'}: {best.title}. {advice.reason}")
    if best.worst is not None:
        lines.append(f"Its worst pair: query {best.worst.query + 1}, key {best.worst.key + 1} (rows counted from 1).")
    if best.mechanism is not None:
        lines.append(f"The map: choice.make(); its name is '{best.mechanism}', m = {best.wanted.projections}.")
    return lines


def _served(choice: Choice) -> list[str]:
    """What norms the stated size can serve."""
    if (found := choice.served) is None:
        return []
    scale = "" if found.scale is None else f" ({choice.scale_name} {number(found.scale)})"
    times = (
        f"rows multiplied by {found.factor:g}{scale}"
        if found.factor < 1
        else f"rows up to {found.factor:g} times as long{scale}"
    )
    return [f"{choice.stated} reach {percent(found.error)} for {times}: {found.title}."]


def _typical(choice: Choice) -> list[str]:
    """Where maps that are made are not what is expected."""
    heavy = [(each.title, each.typical, each.error) for each in choice.candidates if each.heavy]
    lines = [
        f"{title}: {relative(found.median)} ({relative(found.low)} to {relative(found.high)}), expected {relative(error)}"
        for title, found, error in heavy
        if found is not None
    ]
    about = f"medians of {DRAWS} maps that were made, with their {100 * LEVEL:g}% intervals, where tails are heavy:"
    return [about, *lines] if lines else []


def _candidates(choice: Choice, digits: int) -> Table:
    names = ["error", "worst", *([] if choice.target is None else [_for(choice.target)]), "mult.", "pos"]
    table = _table(["mechanism", "projections", "parameters"], names)
    rows: dict[tuple[str, ...], list[str]] = {}
    for each in choice.candidates:
        parameters = "\n".join(f"{one.name}={number(one.value, digits)}" for one in each.parameters)
        wanted = number(each.needed.features, digits) if each.needed else "-"
        cells = (
            relative(each.error, digits) + _mark(each), relative(each.worst.error, digits) if each.worst else "-",
            *([] if choice.target is None else [wanted]),
            number(each.cost.multiplications, digits), "yes" if each.positive else "no",
        )  # fmt: skip
        rows.setdefault((_folded(each.name), parameters, *cells), []).append(_folded(each.projections))
    for (name, parameters, *others), projections in rows.items():
        _add(table, [name, "any" if set(projections) == _ALL else "\n".join(projections), parameters, *others])
    return table


def _for(target: float) -> str:
    return f"for {100 * target:.3g}%"


def _legend(choice: Choice) -> list[str]:
    what = {"matrix": "of the kernel matrix, (mean MSE / mean K^2)^(1/2)", "pair": "of pairs, (mean of MSE/K^2)^(1/2)"}[
        choice.measure
    ]
    marks = {"?": "? not settled by the sampled pairs", "<": "< upper bound"}
    used = {_mark(each) for each in choice.candidates}
    told = "".join(f"; {text}" for mark, text in marks.items() if mark in used)
    wanted = "" if choice.target is None else f"{_for(choice.target)}: features that reach it; "
    return [
        f"error: expected relative error {what}; worst: that of the worst pair; 12x is 1200%{told}",
        f"{wanted}mult.: multiplications per input; pos: positive features, whose estimates are never negative; "
        "any: independent, orthogonal and simplex projections alike",
    ]


def attention_text(attention: Attention) -> str:
    """Row sums and outputs, by mechanism."""
    of = "that of the values" if attention.of == "values" else "the weights themselves"
    names = ["D <= 0", f"off {100 * OFF:g}%", "D rms", "output", "low", "high", "worst"]
    table = _table(["mechanism", "projections"], names)
    for each in attention.mechanisms:
        output = each.output.median, each.output.low, each.output.high
        numbers = (each.negative, each.off, each.sums.median, *output, each.worst.median)
        _add(table, [*map(_folded, each.title.rsplit(", ", 1)), *map(relative, numbers)])
    about = f"{attention.draws} draws of {attention.stated}; {attention.queries} queries, {attention.keys} keys; the output is {of}"
    legend = (
        f"D: the estimated sum of a row (the denominator); D <= 0, off {100 * OFF:g}%: shares of the queries, mean of all "
        "draws; D rms: relative error, root mean square over queries; output: relative error in the Frobenius norm, with its "
        f"{100 * attention.level:g}% interval; worst: that of the worst query; the last five are medians over draws"
    )
    rows = [
        f"Rows: with {best.title} the output of {int((best.confidence() >= 0.5).sum())} of {attention.queries} queries is within "
        f"{100 * OFF:g}% in at least half of all maps, each with confidence 95%"
        for best in attention.mechanisms[:1]
    ]
    notes = (_said(line, "  ") for line in (*rows, *attention.notes))
    return "\n".join(["Attention", _said(about, "  "), "", table_text(table), "", _said(legend), *notes])


def _table(columns: list[str], numbers: list[str]) -> Table:
    table = grid()
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column != "parameters")
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _add(table: Table, cells: list[str]) -> None:
    from rich.text import Text

    table.add_row(*map(Text, cells))


def _mark(candidate: Candidate) -> str:
    if math.isnan(candidate.error):
        return ""
    return "<" if candidate.mse.how == "bound" else "" if candidate.settled else "?"


def _folded(name: str) -> str:
    return name.replace(" ", "\n") if len(name) > _LONGEST else name


def _said(text: str, indent: str = "") -> str:
    """A hanging paragraph."""
    return paragraph(text, indent, "  ")
