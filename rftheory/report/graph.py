"""The dependency graph as SVG: layers from left to right, what rests on others to the left of them.

As in mathematical blueprints the border of a node tells about the print and its fill about the evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import networkx as nx
from markupsafe import Markup, escape

from rftheory.statements.citation import page_of
from rftheory.statements.ledger import Row

_WIDTH, _HEIGHT = 172, 22
_COLUMN, _LINE = 214, 30
_MARGIN = 12
#: nodes that are joined to no other stand in rows of so many
_GRID = 5


@dataclass(frozen=True)
class _Layout:
    """Top left corners of the nodes, and the size of the drawing, in pixels."""

    corners: Mapping[str, tuple[float, float]]
    width: float
    height: float


def layered(graph: nx.DiGraph) -> _Layout:
    """Components below each other, the largest first, then the nodes that are joined to no other: of an acyclic graph with nodes."""
    corners: dict[str, tuple[float, float]] = {}
    top = float(_MARGIN)
    joined = [sorted(part) for part in nx.weakly_connected_components(graph) if len(part) > 1]
    for part in sorted(joined, key=lambda names: (-len(names), names)):
        placed = _component(graph.subgraph(part))
        corners.update({name: (x + _MARGIN, y + top) for name, (x, y) in placed.items()})
        top = max(y for _, y in (corners[name] for name in part)) + 2 * _LINE
    alone = sorted(nx.isolates(graph))
    for number, name in enumerate(alone):
        corners[name] = (_MARGIN + number % _GRID * _COLUMN, top + number // _GRID * _LINE)
    width = max(x for x, _ in corners.values()) + _WIDTH + _MARGIN
    height = max(y for _, y in corners.values()) + _HEIGHT + _MARGIN
    return _Layout(corners, width, height)


def _component(graph: nx.DiGraph) -> dict[str, tuple[float, float]]:
    """Layers by longest paths, few crossings; order inside a layer only, lines of equal height."""
    places = _places(graph)
    layers = sorted({y for _, y in places.values()}, reverse=True)
    smallest = min(x for x, _ in places.values())
    unit = _unit(places.values())
    return {name: (layers.index(y) * _COLUMN, (x - smallest) / unit * _LINE) for name, (x, y) in places.items()}


def _places(graph: nx.DiGraph) -> dict[str, tuple[float, float]]:
    """By Sugiyama's method if ``rftheory[graph]`` is installed, else each layer in the order of those that rest on it."""
    try:
        import fast_sugiyama
    except ImportError:
        found: dict[str, tuple[float, float]] = {}
        for depth, layer in enumerate(nx.topological_generations(graph)):
            above = {name: [found[other][0] for other in graph.predecessors(name)] or [0.0] for name in sorted(layer)}
            ordered = sorted(above, key={name: sum(places) / len(places) for name, places in above.items()}.__getitem__)
            found.update({name: (float(place), -float(depth)) for place, name in enumerate(ordered)})
        return found
    [(placed, *_)] = fast_sugiyama.from_edges(sorted(graph.edges), crossing_minimization="barycenter", transpose=True)
    return {str(name): place for name, place in placed if name in graph}


def _unit(places: Iterable[tuple[float, float]]) -> float:
    """The least distance of two nodes of one layer."""
    layers: dict[float, list[float]] = {}
    for x, y in places:
        layers.setdefault(y, []).append(x)
    gaps = [b - a for xs in layers.values() for a, b in zip(sorted(xs), sorted(xs)[1:], strict=False)]
    return min(gaps, default=1.0)


def drawing(graph: nx.DiGraph, rows: Mapping[str, Row], title: str, focus: str | None = None, base: str = "") -> Markup:
    """The graph as one ``svg`` element whose nodes are links to the statements.

    Args:
        graph: edges from a statement to what it rests on; edges that others imply are left out.
        rows: the row of each node.
        title: what a screen reader says of the drawing.
        focus: a node to mark.
        base: the folder of the report from the page that it stands on.
    """
    graph = nx.transitive_reduction(graph)
    layout = layered(graph)
    parts = [_edge(layout, a, b) for a, b in sorted(graph.edges)]
    parts += [_node(layout, name, rows[name], name == focus, base) for name in sorted(graph)]
    size = Markup('viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" height="{h:.0f}"').format(
        w=layout.width, h=layout.height
    )
    head = Markup('<svg class="graph" role="group" aria-label="{}" {}>').format(title, size)
    return head + Markup("").join(parts) + Markup("</svg>")


def _edge(layout: _Layout, a: str, b: str) -> Markup:
    (x, y), (u, v) = layout.corners[a], layout.corners[b]
    x, y, v = x + _WIDTH, y + _HEIGHT / 2, v + _HEIGHT / 2
    middle = (x + u) / 2
    path = f"M{x:.0f} {y:.0f}C{middle:.0f} {y:.0f} {middle:.0f} {v:.0f} {u:.0f} {v:.0f}"
    return Markup('<path d="{}" data-from="{}" data-to="{}"/>').format(path, a, b)


def print_state(row: Row) -> str:
    """What the print is worth: "true", "step" (a printed step is wrong), "false", or "open"."""
    if row["status"] == "refuted":
        return "false"
    if row["erratum"]:
        return "step"
    return "true" if row["status"] in ("proved", "certified", "supported") else "open"


def evidence_state(row: Row) -> str:
    """What stands behind the statement, or behind the corrections of a false one: the least of their statuses."""
    if row["status"] != "refuted":
        return str(row["status"])
    corrections = [c["status"] for claim in row["erratum"]["claims"] for c in claim["corrections"]]
    order = ("undecided", "conflict", "refuted", "uncertain print", "supported", "certified", "conditional", "proved")
    repaired = all(claim["corrections"] for claim in row["erratum"]["claims"])
    return min(corrections, key=order.index) if corrections and repaired else "undecided"


def _node(layout: _Layout, name: str, row: Row, focus: bool, base: str) -> Markup:
    x, y = layout.corners[name]
    classes = f"print-{print_state(row)} evidence-{evidence_state(row).replace(' ', '-')}" + (" focus" if focus else "")
    inner = Markup('<title>{}: {} [{}]</title><rect x="{:.0f}" y="{:.0f}" width="{}" height="{}" rx="4"/>').format(
        name, row["title"], row["status"], x, y, _WIDTH, _HEIGHT
    )
    text = Markup('<text x="{:.0f}" y="{:.0f}">{}</text>').format(x + _WIDTH / 2, y + _HEIGHT / 2 + 4, _short(name))
    return Markup('<a href="{}{}" class="{}" data-id="{}">{}{}</a>').format(
        base, page_of(name), classes, name, inner, text
    )


def _short(name: str) -> str:
    """A label that fits its box."""
    return str(escape(name)) if len(name) <= 27 else f"{name[:26]}…"
