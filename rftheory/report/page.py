"""The page itself: one HTML file with its style, its script, its drawings and, packed, the evidence.

What people read first (ledger, errata, map, graph, statements) is plain HTML. Derivations and figures are some
megabytes of MathML that compress thirtyfold: they travel gzipped, and a statement's part is unpacked when it is opened.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

import networkx as nx
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

import rftheory
from rftheory.report.content import StatementView
from rftheory.report.formulas import mathml, named
from rftheory.report.graph import drawing, evidence_state
from rftheory.report.pictures import Picture
from rftheory.statements.cells import COUPLINGS, FAMILIES, CellState
from rftheory.statements.dependencies import rests_on
from rftheory.statements.pages import MARKS, count_statuses
from rftheory.statements.papers import PAPERS
from rftheory.statements.standing import STATUSES
from rftheory.statements.verdicts import JUDGES

_PAPERS = {
    **{name: paper.title for name, paper in PAPERS.items()},
    "frontier": "Results that follow from the moment law",
    "rules": "Rules that the derivations use",
}


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("rftheory.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["mathml"] = mathml
    environment.filters["named"] = named
    environment.filters["mark"] = MARKS.__getitem__
    environment.filters["figure"] = _figure
    environment.filters["base64"] = lambda text: base64.b64encode(text.encode()).decode()
    environment.filters["slug"] = lambda text: text.replace(" ", "-")
    environment.filters["rest"] = lambda data: {
        key: value for key, value in data.items() if key not in ("chain", "lines")
    }
    return environment


def _figure(value: Any) -> str:
    """A number or text of a receipt, short enough for a table."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {_figure(item)}" for key, item in value.items())
    if isinstance(value, list):
        return "; ".join(_figure(item) for item in value) or "none"
    return str(value)


def report_page(
    views: Sequence[StatementView],
    graph: nx.DiGraph,
    rules: Sequence[str],
    cells: Sequence[CellState],
    pictures: Callable[[], Sequence[Picture]] = tuple,
    level: str = "standard",
) -> str:
    """The whole report as HTML.

    Args:
        views: all statements.
        graph: edges from a statement to what it rests on.
        rules: statements that every derivation may use; they are named once and left out of the drawings.
        cells: the map of the field.
        pictures: asked last for the key plots, which other processes may be drawing meanwhile.
        level: the level at which the statements were judged.
    """
    environment = _environment()
    rows = {view.row["id"]: view.row for view in views}
    evidence = environment.get_template("evidence.html.j2")
    packed = {
        view.anchor: evidence.render(view=view, judges=JUDGES, part=_part(view, graph, rows, rules)) for view in views
    }
    loader = environment.loader
    assert loader is not None
    return environment.get_template("report.html.j2").render(
        version=rftheory.__version__,
        level=level,
        views=views,
        names=set(rows),
        papers={
            paper: _PAPERS.get(paper, paper) for paper in sorted({row["paper"] for row in rows.values()}, key=_rank)
        },
        kinds=sorted({row["kind"] for row in rows.values()}),
        statuses=[status for status in STATUSES if any(row["status"] == status for row in rows.values())],
        states=[status for status in STATUSES if status in set(map(evidence_state, rows.values()))],
        counts=count_statuses(list(rows.values())),
        judges=JUDGES,
        wrong=_wrong(views),
        rules=rules,
        whole=drawing(graph.subgraph(set(graph) - set(rules)), rows, "what rests on what"),
        families=FAMILIES,
        couplings=COUPLINGS,
        cells={(cell.family, cell.coupling): cell for cell in cells},
        reasons=sorted({cell.reason for cell in cells if cell.reason}),
        pictures=pictures(),
        evidence=pack(packed),
        style=Markup(loader.get_source(environment, "report.css")[0].replace("FONT", _font())),
        script=Markup(loader.get_source(environment, "report.js")[0]),
    )


def _wrong(views: Sequence[StatementView]) -> Mapping[str, Any]:
    """What the errata can be filtered by."""
    found = [view for view in views if view.errors]
    papers = {view.row["paper"] for view in found}
    return {"count": len(found), "papers": papers, "classes": sorted({c for view in found for c in view.classes})}


def _font() -> str:
    """The font of the formulas: what a system has differs in width, and in whether it can draw them at all."""
    packed = files("rftheory.report").joinpath("fonts", "STIXTwoMath-subset.woff").read_bytes()
    return base64.b64encode(packed).decode()


def _rank(paper: str) -> tuple[int, str]:
    known = list(_PAPERS)
    return (known.index(paper) if paper in known else len(known), paper)


def _part(view: StatementView, graph: nx.DiGraph, rows: Mapping[str, Any], rules: Sequence[str]) -> Markup | None:
    """The sub-graph of one statement: all that it rests on and what rests on it directly."""
    near = {view.anchor, *rests_on(graph, view.anchor), *graph.predecessors(view.anchor)} - set(rules) | {view.anchor}
    if len(near) == 1:
        return None
    return drawing(graph.subgraph(near), rows, f"what {view.anchor} rests on, and what rests on it", view.anchor)


def pack(parts: Mapping[str, str]) -> str:
    """JSON, gzipped, in base64; without a time stamp, so that equal content gives equal bytes."""
    return base64.b64encode(gzip.compress(json.dumps(parts).encode(), mtime=0)).decode()


def unpack(packed: str) -> dict[str, str]:
    """What `pack` packed."""
    parts: dict[str, str] = json.loads(gzip.decompress(base64.b64decode(packed)))
    return parts
