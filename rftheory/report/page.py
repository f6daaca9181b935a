"""The pages: an index with ledger, errata, map and graph, and one page for each statement, in a folder that needs no network."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import networkx as nx
from jinja2 import Environment
from markupsafe import Markup

import rftheory
from rftheory.report.formulas import mathml, named, worded
from rftheory.report.graph import drawing, evidence_state
from rftheory.report.pictures import Picture
from rftheory.statements.cells import COUPLINGS, FAMILIES, CellState
from rftheory.statements.citation import bibtex, page_of
from rftheory.statements.dependencies import rests_on
from rftheory.statements.pages import MARKS, count_statuses, environment_of
from rftheory.statements.papers import PAPERS
from rftheory.statements.standing import STATUSES
from rftheory.statements.verdicts import JUDGES
from rftheory.statements.view import MAIN, MENDED, View, coordinate, entries

_PAPERS = {
    **{name: paper.title for name, paper in PAPERS.items()},
    "frontier": "Results that follow from the moment law",
    "field": "Theorems of other papers, in our words",
    "rules": "Rules that the derivations use",
}

_SIGNS = {"<=": "\N{LESS-THAN OR EQUAL TO}", ">=": "\N{GREATER-THAN OR EQUAL TO}", "->": "\N{RIGHTWARDS ARROW}"}
#: neither proved nor refuted
_OPEN = ("certified", "supported", "conditional", "undecided", "conflict")


@cache
def _environment(base: str) -> Environment:
    """Of pages from which the folder is ``base``."""
    environment = environment_of("rftheory.report", autoescape=True)
    environment.filters |= {
        "mathml": mathml,
        "named": named,
        "worded": worded,
        "mark": MARKS.__getitem__,
        "figure": _figure,
    }
    environment.filters["slug"] = lambda text: text.replace(" ", "-")
    environment.filters["page"] = lambda name: base + page_of(name)
    environment.filters["sign"] = lambda relation: _SIGNS.get(relation, relation)
    environment.filters["capital"] = lambda text: text[:1].upper() + text[1:]
    environment.globals |= {"judges": JUDGES, "version": rftheory.__version__, "base": base, "main": MAIN}
    return environment


def _figure(value: Any) -> str:
    """A number or text of a receipt, short enough for a table."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {_figure(item)}" for key, item in value.items())
    if isinstance(value, list):
        return "; ".join(_figure(item) for item in value) or "none"
    return coordinate(str(value))


def views_of(rows: Mapping[str, Any], verdicts: Mapping[str, Mapping[str, Any]], graph: nx.DiGraph) -> list[View]:
    """A view of every statement, in the order of the rows, with what it rests on directly and what rests on it."""
    direct = nx.transitive_reduction(graph) if nx.is_directed_acyclic_graph(graph) else graph
    near = {name: (sorted(direct.successors(name)), sorted(direct.predecessors(name))) for name in rows}
    return [
        View(row, verdicts.get(name, {}), f"rftheory verify {name}", *map(tuple, near[name]))
        for name, row in rows.items()
    ]


def printed_page(key: str) -> str:
    """The address of the page for the authors of a paper."""
    return f"p/{key}.html"


def statement_page(view: View, **beside: Any) -> str:
    """The page of one statement.

    Args:
        beside: ``part``, a drawing; ``source``, the text of its file; ``pictures`` that draw it; the title of its ``paper``.
    """
    known = {"part": None, "source": "", "pictures": (), "paper": _PAPERS.get(view.row["paper"], view.row["paper"])}
    template = _environment("../").get_template("statement.html.j2")
    return template.render(view=view, bibtex=bibtex(view.row), **{**known, **beside})


def paper_page(key: str, views: Sequence[View]) -> str:
    """The page that is printed for the authors of a paper: which edition, what is wrong, how to reproduce it, what was not checked."""
    rows = [view.row for view in views if view.row["paper"] == key]
    found = entries(rows)
    return (
        _environment("../")
        .get_template("paper.html.j2")
        .render(
            paper=PAPERS[key],
            entries=found,
            counts=count_statuses(rows),
            total=len(rows),
            damaged=[error.place for error in found if error.item.get("print") in MENDED],
            open=[row["id"] for row in rows if row["status"] in _OPEN],
        )
    )


def report_pages(
    views: Sequence[View],
    graph: nx.DiGraph,
    rules: Sequence[str],
    cells: Sequence[CellState],
    pictures: Sequence[Picture] = (),
    level: str = "standard",
    sources: Mapping[str, str] | None = None,
) -> Iterator[tuple[str, str]]:
    """The files of the folder, by their places in it.

    Args:
        views: all statements.
        graph: edges from a statement to what it rests on.
        rules: statements that every derivation may use; they are named once and left out of the drawings.
        cells: the map of the field.
        pictures: the key plots.
        level: the level at which the statements were judged.
        sources: the texts of the files of statements, by their ids.
    """
    rows = {view.row["id"]: view.row for view in views}
    parts = {view.row["id"]: _part(view, graph, rows, rules) for view in views}
    for name, view in zip(rows, views, strict=True):
        own = [picture for picture in pictures if name in picture.statements]
        beside = {"part": parts[name], "source": (sources or {}).get(name, ""), "pictures": own}
        yield page_of(name), statement_page(view, **beside)
    wrong = {view.row["paper"] for view in views if view.row["erratum"]}
    yield from ((printed_page(key), paper_page(key, views)) for key in PAPERS if key in wrong)
    yield from ((f"plots/{picture.name}.svg", picture.svg) for picture in pictures)
    templates = files("rftheory.report").joinpath("templates")
    yield "report.css", templates.joinpath("report.css").read_text(encoding="utf-8").replace("FONT", _font())
    yield "report.js", templates.joinpath("report.js").read_text(encoding="utf-8")
    yield (
        "index.html",
        _environment("")
        .get_template("report.html.j2")
        .render(
            level=level,
            views=views,
            names=set(rows),
            printed={key: printed_page(key) for key in PAPERS if key in wrong},
            papers={
                paper: _PAPERS.get(paper, paper) for paper in sorted({row["paper"] for row in rows.values()}, key=_rank)
            },
            kinds=sorted({row["kind"] for row in rows.values()}),
            statuses=[status for status in STATUSES if any(row["status"] == status for row in rows.values())],
            states=[status for status in STATUSES if status in set(map(evidence_state, rows.values()))],
            counts=count_statuses(list(rows.values())),
            wrong=_wrong(views),
            rules=rules,
            whole=drawing(graph.subgraph(set(graph) - set(rules)), rows, "what rests on what", base=""),
            families=FAMILIES,
            couplings=COUPLINGS,
            cells={(cell.family, cell.coupling): cell for cell in cells},
            reasons=sorted({cell.reason for cell in cells if cell.reason}),
            pictures=pictures,
        ),
    )


def _wrong(views: Sequence[View]) -> Mapping[str, Any]:
    """What the errata can be filtered by."""
    found = [error for view in views for error in view.errors]
    papers, classes = {error.row["paper"] for error in found}, sorted({error.kind for error in found} - {""})
    return {"count": len({error.row["id"] for error in found}), "papers": papers, "classes": classes}


def _font() -> str:
    """The font of the formulas: what a system has differs in width, and in whether it can draw them at all."""
    packed = files("rftheory.report").joinpath("fonts", "STIXTwoMath-subset.woff").read_bytes()
    return base64.b64encode(packed).decode()


def _rank(paper: str) -> tuple[int, str]:
    known = list(_PAPERS)
    return (known.index(paper) if paper in known else len(known), paper)


def _part(view: View, graph: nx.DiGraph, rows: Mapping[str, Any], rules: Sequence[str]) -> Markup | None:
    """The sub-graph of one statement: all that it rests on and what rests on it directly."""
    name = view.row["id"]
    near = {name, *rests_on(graph, name), *graph.predecessors(name)} - set(rules) | {name}
    if len(near) == 1:
        return None
    return drawing(graph.subgraph(near), rows, f"what {name} rests on, and what rests on it", name, base="../")
