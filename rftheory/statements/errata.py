"""The errata for people: one page per paper in the paper's notation, and ERRATA.md, which counts them.

An entry is a cause: a claim or a printed step that a rigorous judge refutes, with all other places that fail for the same reason
(`Claim.cause`). It shows the form as the paper prints it, the class of the error, a counterexample with five digits, the correction,
and whether the main results survive, in at most `LONGEST` lines. What fails in a degenerate case only is a remark of one line. The
machine form (full definitions, balls with all digits, domains) is in the report and in ``rftheory errata --json``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, get_args

from rftheory.printing import folded
from rftheory.statements.claims import ErrorClass
from rftheory.statements.ledger import UNCERTAIN, Row, sentence
from rftheory.statements.pages import cell
from rftheory.statements.papers import PAPERS, Paper
from rftheory.statements.view import MENDED, Erratum, coordinate, entries

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

#: parameters by the names that papers give them
_NAMES = {"x_norm": "|x|", "y_norm": "|y|"}
_BALL = re.compile(r"\[(?P<middle>[^\s\]]+)? ?\+/- (?P<radius>[^\]]+)\]")


def correctioncell(error: Erratum) -> str:
    """The first correction in the paper's notation, or in words, for the cell of a table."""
    if not error.corrections:
        return "none is known"
    first = error.corrections[0]
    # a bar would end the cell
    tex = first.get("tex", "").replace(r"\|", r"\Vert ").replace("|", r"\vert ")
    return f"${tex}$" if tex else " ".join(first["says"].split())


def entry_lines(error: Erratum) -> list[str]:
    """The entry as Markdown, with as many corrections as there is room for; formulas stand in lines of their own."""
    made = (_entry(error, corrections) for corrections in range(_CORRECTIONS, 0, -1))
    return next((lines for lines in made if len(lines) <= LONGEST), _entry(error, 0))


def _entry(error: Erratum, corrections: int) -> list[str]:
    item = error.item
    parts = [f"## {error.place}", "", *_wrapped(f"`{error.row['id']}`: {error.row['title']}."), ""]
    printed = _formula({"tex": item.get("tex"), "form": item["printed"]})
    parts += [f"- {error.print}: {printed}"] if printed else _wrapped(f"- {error.print}: {item['says']}")
    if error.places:
        parts += _wrapped(f"- Also: {'; '.join(error.places)}")
    parts += _wrapped(f"- {_capital(error.kind) or 'Wrong'}: {sentence(item['flaw'])}{_counterexample(item)}")
    for correction in error.corrections[:corrections]:
        parts += _correction(correction)
    if not any(each.corrections for each in (error, *error.same)):
        parts.append("- No correction is known.")
    if left := len(error.corrections[corrections:]):
        parts.append(f"- {left} more: `rftheory errata {error.row['id']}`")
    if item.get("survives"):
        parts += _wrapped(f"- Main results: {item['survives']}")
    return parts


def remarks(rows: Sequence[Row]) -> list[str]:
    """What fails in degenerate cases only, each with its place in one line; the same remark at several places is one."""
    places: dict[str, list[str]] = {}
    for row in rows:
        for remark in row.get("remarks", ()):
            places.setdefault(remark["says"], []).append(row["location"])
    return [f"- {'; '.join(dict.fromkeys(where))}: {says}" for says, where in places.items()]


def paper_page(key: str, rows: Sequence[Row]) -> str:
    """The errata of one paper: what to cite, a table, and the entries."""
    paper, own = PAPERS[key], [row for row in rows if row["paper"] == key]
    found = entries(own)
    lines = [*_head(paper), *_table(found), *(line for entry in found for line in ("", *entry_lines(entry)))]
    if told := remarks(own):
        lines += ["", "## Remarks", "", _DEGENERATE, "", *told]
    return "\n".join([*lines, *_checklist(paper, found)]) + "\n"


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
        lines += ["", *entry_lines(entry)]
    return "\n".join(lines) + "\n"


_LEGEND = (
    "What the papers print and what is not so, one entry for each cause. Generated by `make ledger`. Do not edit.",
    "",
    "Every entry has a counterexample in rigorous arithmetic. Classes:",
    "",
    "- misprint: a symbol, a sign, a factor; the sentence is right",
    "- gap: the conclusion holds, the printed proof does not show it",
    "- condition missing: it holds under a condition that is not printed",
    "- false: it does not hold",
    "- edge case: it fails at a zero vector, for one projection, at equal points, and nowhere else; such cases become remarks",
    "- uncertain print: refuted as restored from a damaged text, of which another reading holds, or of which the damaged part is what",
    "  fails; it is not counted among the errors",
)


def _head(paper: Paper) -> Iterator[str]:
    yield f"# Errata of *{paper.title}*"
    yield ""
    yield f"{paper.authors}. {paper.venue}. arXiv:{paper.arxiv}."
    yield ""
    yield f"Edition: {paper.edition}."
    yield f"Read from {paper.text}."
    if not paper.checked:
        yield "Nobody has compared the places below with the printed pages yet: the checklist at the end says what to look at"
        yield "before this is sent."
    yield ""
    yield "Generated by `make ledger` from the verdicts; [ERRATA.md](../ERRATA.md) defines the classes."
    yield '"Printed" is a quotation; "Read as" is a reading of ours.'
    yield "An entry has the form as printed, what is wrong with it, and what is true instead. Full definitions and enclosures with all"
    yield "digits are in the report and in `rftheory errata --json`."
    yield ""


def _table(found: Sequence[Erratum]) -> Iterator[str]:
    if not found:
        yield "None."
        return
    yield "| where | class | what is wrong | main results | corrected |"
    yield "| --- | --- | --- | --- | --- |"
    for entry in found:
        flaw, survives = cell(entry.item["flaw"]), cell(entry.item.get("survives") or "")
        yield f"| {cell(entry.place)} | {entry.kind} | {flaw} | {survives} | {cell(correctioncell(entry))} |"


#: what a remark is
_DEGENERATE = (
    "Inequalities that are equalities, or quotients that do not exist, at equal or opposite points, at zero vectors or for one "
    "projection; and what fails in a reading, at parameters or by a measure that the paper does not have. No result depends on them."
)


def _checklist(paper: Paper, found: Sequence[Erratum]) -> Iterator[str]:
    """The places that a person has to look at in print before anything is sent."""
    if not found or paper.checked:
        return
    yield from ("", "## Checklist", "", f"To be compared with {paper.edition}:", "")
    for entry in found:
        places = "; ".join([entry.place, *entry.places])
        damaged = " (the text is damaged here: which signs are printed?)" if entry.item.get("print") in MENDED else ""
        quoted = (
            f": `{' '.join(entry.item['quote'].split())}`"
            if entry.item.get("quote")
            else ": does the print say what is read here?"
        )
        yield f"- [ ] {places}{damaged}{quoted}"


def _correction(correction: Mapping[str, Any]) -> list[str]:
    formula = _formula(correction)
    needs = f"; needs {', '.join(correction['needs'])}" if correction.get("needs") else ""
    lines = _wrapped(f"- {_capital(correction['word'])} ({correction['status']}): {correction['says']}{needs}")
    return [*lines, f"  {formula}"] if formula else lines


def _formula(form: Mapping[str, Any]) -> str:
    """A formula in the paper's notation; without one the generated form if it is short."""
    latex = form.get("tex") or (form["form"]["latex"] if len(form["form"]["latex"]) <= _SHORT else "")
    return f"${latex}$" if latex else ""


def _counterexample(item: Mapping[str, Any]) -> str:
    if not item["counterexample"]:
        return ""
    given = {_NAMES.get(name, name): coordinate(value) for name, value in item["counterexample"].items()}
    point = ", ".join(f"{name} = {value}" for name, value in given.items())
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
    return folded(" ".join(text.split()), width=_WIDTH)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
