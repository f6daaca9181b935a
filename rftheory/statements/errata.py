"""The errata for people: one page per paper in the paper's notation, and ERRATA.md, which counts them.

An entry is a claim or a printed step that a rigorous judge refutes. It shows the form as the paper prints it, the class of the
error, a counterexample with five digits, the correction, and whether the main results survive, in at most `LONGEST` lines. The
machine form (full definitions, balls with all digits, domains) is in the report and in ``rftheory errata --json``.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, get_args

from rftheory.statements.claims import ErrorClass
from rftheory.statements.ledger import UNCERTAIN, Row, error_kind, sentence
from rftheory.statements.papers import PAPERS, Paper

#: lines that an entry may have, and characters in a line that is not a formula
LONGEST, _WIDTH = 15, 120
#: corrections that an entry shows; the others are counted
_CORRECTIONS = 2
#: characters of LaTeX beyond which a form that is not written in the paper's notation is left to the report
_SHORT = 160
#: radii below which a ball about zero is shown as zero
_TINY = Decimal("1e-20")
#: in the order in which classes are counted; what has no class yet comes last
CLASSES: tuple[str, ...] = (*reversed(get_args(ErrorClass)), "")

_BALL = re.compile(r"\[(?P<middle>[^\s\]]+)? ?\+/- (?P<radius>[^\]]+)\]")


@dataclass(frozen=True)
class Entry:
    """One erratum: the row that it is of, and what the ledger says of the claim or step that is refuted."""

    row: Row
    item: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """The class of the error, or that nobody knows what was printed."""
        return error_kind(self.item)

    @property
    def place(self) -> str:
        """Where it is printed, with the step if it is one of several."""
        location = self.item.get("location") or self.row["location"]
        several = len(self.row["erratum"]["claims"]) > 1
        return f"{location}, {self.item['claim']}" if several or self.item["role"] == "step" else str(location)

    @property
    def correction(self) -> str:
        """The first correction in the paper's notation, or in words."""
        corrections = self.item["corrections"]
        if not corrections:
            return "none is known"
        # a bar would end the cell of a table
        tex = corrections[0].get("tex", "").replace(r"\|", r"\Vert ").replace("|", r"\vert ")
        return f"${tex}$" if tex else " ".join(corrections[0]["says"].split())

    def lines(self) -> list[str]:
        """The entry as Markdown, with as many corrections as there is room for; formulas stand in lines of their own."""
        made = (self._with(corrections) for corrections in range(_CORRECTIONS, 0, -1))
        return next((lines for lines in made if len(lines) <= LONGEST), self._with(0))

    def _with(self, corrections: int) -> list[str]:
        item = self.item
        head = f"## {self.place}"
        parts = [head, "", *_wrapped(f"`{self.row['id']}`: {self.row['title']}."), ""]
        printed = _formula({"tex": item.get("tex"), "form": item["printed"]})
        restored = " (restored from a damaged text)" if item.get("print") == "restored" else ""
        parts += [f"- Printed{restored}: {printed}"] if printed else _wrapped(f"- Printed{restored}: {item['says']}")
        parts += _wrapped(f"- {_capital(self.kind) or 'Wrong'}: {sentence(item['flaw'])}{_counterexample(item)}")
        shown = item["corrections"][:corrections]
        for correction in shown:
            parts += _correction(correction)
        if not item["corrections"]:
            parts.append("- No correction is known.")
        left = len(item["corrections"]) - len(shown)
        if left:
            parts.append(f"- {left} more: `rftheory errata {self.row['id']}`")
        if item.get("survives"):
            parts += _wrapped(f"- Main results: {item['survives']}")
        return parts


def entries(rows: Sequence[Row]) -> list[Entry]:
    """All errata of some rows, in the order of the rows."""
    return [Entry(row, item) for row in rows if row["erratum"] for item in row["erratum"]["claims"]]


def paper_page(key: str, rows: Sequence[Row]) -> str:
    """The errata of one paper: what to cite, a table, and the entries."""
    paper, found = PAPERS[key], entries([row for row in rows if row["paper"] == key])
    return (
        "\n".join([*_head(paper), *_table(found), *(line for entry in found for line in ("", *entry.lines()))]) + "\n"
    )


def index_page(rows: Sequence[Row]) -> str:
    """ERRATA.md: how many errata of which class each paper has, and where they are."""
    kinds = {entry.kind for entry in entries(rows)}
    names = [name for name in (*CLASSES, UNCERTAIN) if name in kinds]
    lines = [
        "# Errata",
        "",
        *_LEGEND,
        "",
        "| paper | " + " | ".join(name or "no class" for name in names) + " | entries |",
    ]
    lines.append("| --- |" + " --- |" * (len(names) + 1))
    for key, paper in PAPERS.items():
        found = entries([row for row in rows if row["paper"] == key])
        counts = Counter(entry.kind for entry in found)
        cells = " | ".join(str(counts[name] or "") for name in names)
        where = f"[errata/{key}.md](errata/{key}.md)" if found else "none"
        lines.append(f"| {paper.title} | {cells} | {len(found)}: {where} |")
    others = [entry for entry in entries(rows) if entry.row["paper"] not in PAPERS]
    for entry in others:
        lines += ["", *entry.lines()]
    return "\n".join(lines) + "\n"


_LEGEND = (
    "What the papers print and what is not so. Generated by `make ledger`. Do not edit.",
    "",
    "Every entry has a counterexample, or a derivation that leads elsewhere, in rigorous arithmetic. Classes:",
    "",
    "- misprint: a symbol, a sign, a factor; the sentence is right",
    "- edge case: it fails at a zero vector, for one projection, at equal points, and nowhere else",
    "- gap: the conclusion holds, the printed proof does not show it",
    "- condition missing: it holds under a condition that is not printed",
    "- false: it does not hold",
    "- uncertain print: refuted as restored from a damaged text, of which another reading holds; it is not counted among the errors",
)


def _head(paper: Paper) -> Iterator[str]:
    yield f"# Errata of *{paper.title}*"
    yield ""
    yield f"{paper.authors}. {paper.venue}. arXiv:{paper.arxiv}."
    yield ""
    yield f"Read: {paper.text}. Generated by `make ledger` from the verdicts; [ERRATA.md](../ERRATA.md) defines the classes."
    yield "An entry has the form as printed, what is wrong with it, and what is true instead. Full definitions and enclosures with all"
    yield "digits are in the report and in `rftheory errata --json`."
    yield ""


def _table(found: Sequence[Entry]) -> Iterator[str]:
    if not found:
        yield "None."
        return
    yield "| where | class | what is wrong | main results | corrected |"
    yield "| --- | --- | --- | --- | --- |"
    for entry in found:
        flaw, survives = _cell(entry.item["flaw"]), _cell(entry.item.get("survives") or "")
        yield f"| {_cell(entry.place)} | {entry.kind} | {flaw} | {survives} | {_cell(entry.correction)} |"


def _correction(correction: Mapping[str, Any]) -> list[str]:
    formula = _formula(correction)
    word = "Other reading" if correction.get("role") == "reading" else "Correct"
    needs = f"; needs {', '.join(correction['needs'])}" if correction.get("needs") else ""
    lines = _wrapped(f"- {word} ({correction['status']}): {correction['says']}{needs}")
    return [*lines, f"  {formula}"] if formula else lines


def _formula(form: Mapping[str, Any]) -> str:
    """A formula in the paper's notation; without one the generated form if it is short."""
    latex = form.get("tex") or (form["form"]["latex"] if len(form["form"]["latex"]) <= _SHORT else "")
    return f"${latex}$" if latex else ""


def _counterexample(item: Mapping[str, Any]) -> str:
    if not item["counterexample"]:
        return ""
    point = ", ".join(f"{name} = {value}" for name, value in item["counterexample"].items())
    return f" At {point} the left side is {figure(item['left'])}, the right side {figure(item['right'])}."


def figure(text: str) -> str:
    """A number or a ball in a ledger with five digits.

    >>> figure("[0.1353352832366126918939995 +/- 5.03e-27]")
    '0.13534'
    """
    return _short(_BALL.sub(_middle, text)) if "+/-" in text else _short(text)


def _middle(ball: re.Match[str]) -> str:
    if ball["middle"]:
        return ball["middle"]
    return "0" if Decimal(ball["radius"]) < _TINY else f"0 +/- {ball['radius']}"


def _short(text: str) -> str:
    real, _, imaginary = text.partition(" + ")
    if imaginary and Decimal(imaginary.removesuffix("j") or "1") == 0:
        return _short(real)
    if imaginary:
        return f"{_short(real)} + {_short(imaginary)}"
    unit = "i" if real.endswith("j") else ""
    try:
        return f"{Decimal(real.removesuffix('j')):.5g}".replace("e+", "e") + unit
    except ArithmeticError:
        return real


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        " ".join(text.split()), _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cell(text: str) -> str:
    return " ".join(str(text).split()).replace("|", r"\|")
