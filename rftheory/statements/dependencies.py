"""Which statement rests on which: read from the imports of their modules, never typed by hand.

A statement rests on the statement modules that its module imports, directly or through shared pieces (``_common``,
families, couplings). The engines that judge it are not part of what it says, so imports through them do not count, with
one exception: chains apply expectation rules on behalf of every statement. A statement of kind
``rule`` proves the module of `rftheory.rules` that it imports; what imports that module, the engine on its behalf
included, rests on it.
"""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from rftheory.statements.discovery import Discovery
from rftheory.statements.entries import Entry

#: the list of rules that chains apply, the package of the rules, and its modules that state nothing
RULES_APPLIED_BY = "rftheory.rules.integrated"
RULES = "rftheory.rules."
WITHOUT_CONTENT = tuple(RULES + name for name in ("integrated", "nodes", "pair_moments", "propositions", "variates"))
#: packages of the engines: imported by statements, but not what they rest on
ENGINES = (
    "rftheory.chains",
    "rftheory.judges",
    "rftheory.montecarlo.estimators",
    "rftheory.numbers",
    "rftheory.montecarlo.checks",
    "rftheory.statements",
)


def dependency_graph(found: Discovery) -> nx.DiGraph:
    """The graph of statement ids with an edge from each statement to those that it rests on directly."""
    by_module = {entry.module: entry.id for entry in found.entries.values()}
    graph = nx.DiGraph()
    graph.add_nodes_from(found.entries)
    rules = proved_rules(found)
    applied = applied_rules(found)
    for entry in found.entries.values():
        seen, waiting = {entry.module}, [entry.module]
        if entry.kind != "rule":
            graph.add_edges_from((entry.id, rule) for rule in applied if _serves(rule, entry, found))
        while waiting:
            for name in sorted(found.sources.imports(waiting.pop()) - seen):
                seen.add(name)
                if entry.kind != "rule":
                    graph.add_edges_from(
                        (entry.id, rule) for rule in rules.get(name, ()) if _serves(rule, entry, found)
                    )
                if name in by_module:
                    graph.add_edge(entry.id, by_module[name])
                elif not name.startswith(ENGINES) and "." in name:
                    waiting.append(name)
    return graph


def _serves(rule: str, entry: Entry, found: Discovery) -> bool:
    """A rule of a user's package is a rule for that package only: nothing else may come to rest on it."""
    own = found.entries[rule].module.split(".")[0] == entry.module.split(".")[0]
    return own or found.is_recorded(rule)


def applied_rules(found: Discovery) -> list[str]:
    """The statements that prove the rules of the derivation engine: every other statement rests on them."""
    rules = proved_rules(found)
    return sorted({rule for module in found.sources.imports(RULES_APPLIED_BY) for rule in rules.get(module, ())})


def proved_rules(found: Discovery) -> dict[str, list[str]]:
    """For each module of expectation rules, the statements of kind ``rule`` that prove it."""
    proofs: dict[str, list[str]] = {}
    for entry in found.entries.values():
        if entry.kind == "rule":
            for module in found.sources.imports(entry.module):
                if module.startswith(RULES) and module not in WITHOUT_CONTENT:
                    proofs.setdefault(module, []).append(entry.id)
    return proofs


def rests_on(graph: nx.DiGraph, name: str) -> list[str]:
    """All statements that one rests on, directly or not, sorted."""
    return sorted(nx.descendants(graph, name))


def as_tree(graph: nx.DiGraph, roots: list[str]) -> Iterator[str]:
    """Lines of a text tree; what was already shown below an earlier root is not unfolded again."""
    unfolded: set[str] = set()

    def lines(name: str, indent: str, branch: str, below: str) -> Iterator[str]:
        children = sorted(graph.successors(name))
        again = name in unfolded and bool(children)
        unfolded.add(name)
        yield f"{indent}{branch}{name}{' ...' if again else ''}"
        if again:
            return
        for child in children:
            last = child == children[-1]
            yield from lines(child, indent + below, "`-- " if last else "|-- ", "    " if last else "|   ")

    for root in roots:
        yield from lines(root, "", "", "")


def as_dot(graph: nx.DiGraph, states: dict[str, str]) -> str:
    """The graph in the DOT language, coloured by status."""
    colours = {
        "proved": "palegreen",
        "certified": "lightblue",
        "supported": "khaki",
        "refuted": "salmon",
    }
    nodes = [
        f'  "{name}" [style=filled, fillcolor={colours.get(states.get(name, ""), "lightgray")}];'
        for name in sorted(graph.nodes)
    ]
    edges = [f'  "{a}" -> "{b}";' for a, b in sorted(graph.edges)]
    return "\n".join(["digraph statements {", "  rankdir=RL;", "  node [shape=box];", *nodes, *edges, "}"])
