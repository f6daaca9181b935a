"""Markdown with LaTeX for notebooks: what is shown, formulas on several lines, domains, tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sympy as sp

from rftheory.report.formulas import lines
from rftheory.statements.domain import Domain, Range
from rftheory.statements.printing import latex

#: characters of LaTeX that fit on a line of a notebook: most of them are commands and braces
_WIDTH = 260
_MARKDOWN = re.compile(r"([*_|`~])")


@dataclass(frozen=True)
class Shown:
    """Markdown that a notebook renders; ``print`` gives its source, ``summary`` says it in one line."""

    summary: str
    markdown: str

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __repr__(self) -> str:
        return self.summary

    def __str__(self) -> str:
        return self.markdown


def together(*shown: Shown) -> Shown:
    """Several of these, one below the other, as one output of a cell."""
    return Shown("\n".join(each.summary for each in shown), "\n\n".join(each.markdown for each in shown))


def display(formula: str) -> str:
    """Display mathematics, broken where it does not fit on a line."""
    parts = lines(formula, _WIDTH, sums=True)
    if len(parts) == 1:
        return f"$$\n{formula}\n$$"
    rows = " \\\\\n".join(f"& {part}" if number == 0 else rf"& \quad {part}" for number, part in enumerate(parts))
    return f"$$\n\\begin{{aligned}}\n{rows}\n\\end{{aligned}}\n$$"


def domain_latex(domain: Domain) -> str:
    """The ranges and conditions of a domain, as LaTeX."""
    return r",\; ".join([*map(_range, domain.ranges), *map(latex, domain.conditions)])


def _range(item: Range) -> str:
    low, high = (latex(sp.sympify(end)) if end is not None else None for end in (item.low, item.high))
    name = latex(item.symbol)
    if item.integer and not item.shape:
        if low is None or high is None:
            ends = rf" \ge {low}" if low is not None else rf" \le {high}" if high is not None else ""
            return rf"\text{{integer }} {name}{ends}"
        return rf"\text{{integer }} {low} \le {name} \le {high}"
    left = r"(-\infty" if low is None else f"{item.closed[0]}{low}"
    right = r"\infty)" if high is None else f"{high}{item.closed[1]}"
    interval = f"{left}, {right}"
    if item.integer:
        interval = rf"(\mathbb{{Z}} \cap {interval})"
    sizes = r" \times ".join(latex(sp.sympify(size)) for size in item.shape)
    return rf"{name} \in {interval}" + (f"^{{{sizes}}}" if sizes else "")


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    body = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in body)


def escaped(text: str) -> str:
    """Plain text with formulas in it, so that Markdown leaves it alone."""
    return _MARKDOWN.sub(r"\\\1", text).replace("<", "&lt;").replace("$", r"\$")
