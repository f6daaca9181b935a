"""What `rftheory verify` does not do twice, as ratios of the time of doing it anew to that of re-using it.

    python benchmarks/verify.py [--statement crt.theorem-3.1] [--json FILE]

*sources*: the digests and imports of all files behind all statements, parsed and remembered;
*chains*: the chains of one statement, written and remembered; *print*: the LaTeX of their lines, by a fresh SymPy printer
and by the one that remembers parts. Prints a table and one line of JSON.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable

import sympy as sp

from benchmarks._measuring import parser, report
from rftheory.chains import claims as chains
from rftheory.statements import printing, source_tree
from rftheory.statements.dependencies import dependency_graph
from rftheory.statements.discovery import discover
from rftheory.statements.files import listed

TAKES_MINUTES = True


def seconds(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def sources() -> tuple[float, float]:
    """Parsed, and remembered."""

    def run() -> None:
        found = discover()
        dependency_graph(found)
        found.sources.code(*(entry.module for entry in found.entries.values()))

    source_tree._parsed.cache_clear()
    return seconds(run), seconds(run)


def derivations(module: str) -> tuple[float, float, list[sp.Expr]]:
    """Written and remembered, with the expressions of their lines."""
    claims = listed(importlib.import_module(module))
    lines: list[sp.Expr] = []

    def run() -> None:
        lines.clear()
        for claim in claims:
            try:
                chain = chains.chain_of(claim)
            except Exception:  # noqa: BLE001 - a proof may raise anything
                continue
            if chain is not None:
                lines.extend(step.expr for step in chain.lines)

    return seconds(run), seconds(run), lines


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument("--statement", default="crt.theorem-3.1", help="id of the statement that is derived")
    given = options.parse_args(arguments)
    entry = discover().get(given.statement)
    written, remembered, lines = derivations(entry.module)
    sp.latex(sp.Symbol("x"))  # imports of the printer
    figures = {
        "sources": sources(),
        "chains": (written, remembered),
        "print": (
            seconds(lambda: [sp.latex(line) for line in lines]),
            seconds(lambda: [printing.latex(line) for line in lines]),
        ),
    }
    ratios = {name: anew / max(again, 1e-6) for name, (anew, again) in figures.items()}
    for name, (anew, again) in figures.items():
        print(f"{name:8} {anew:8.3f} s anew {again:8.3f} s re-used, ratio {ratios[name]:8.1f}")
    report(ratios, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
