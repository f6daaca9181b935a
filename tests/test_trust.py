"""docs/trust.md names the functions of SymPy that proofs call, and those that they never call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import sympy as sp

_HOME = Path(__file__).parent.parent
#: where SymPy keeps what changes an expression into another one
_CHANGING = (
    "simplify",
    "polys",
    "integrals",
    "series",
    "solvers",
    "concrete",
    "ntheory",
    "core.function",
    "core.exprtools",
)
#: what these folders hold of types and conversions
_HARMLESS = {
    "Function",
    "Lambda",
    "Derivative",
    "Integral",
    "Sum",
    "Product",
    "Limit",
    "Order",
    "degree",
    "PolynomialError",
    "Subs",
}


def _called() -> Iterator[str]:
    """The functions that the engine of derivations takes from SymPy, of those that change expressions."""
    for folder in ("evidence", "rules"):
        for path in sorted((_HOME / "rftheory" / folder).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "sp":
                    place = getattr(getattr(sp, node.attr, None), "__module__", "")
                    if place.startswith(tuple(f"sympy.{part}" for part in _CHANGING)) and node.attr not in _HARMLESS:
                        yield node.attr


def test_the_page_names_what_is_called_and_nothing_that_is_said_not_to_be() -> None:
    used, _, unused = (_HOME / "docs" / "trust.md").read_text().partition("Never called for a proof:")
    called = set(_called())
    assert called - set(re.findall(r"`(\w+)`", used)) == set()
    assert called & set(re.findall(r"`(\w+)`", unused.split("\n\n")[0])) == set()
    assert {"simplify", "cancel", "expand", "gammasimp"} <= called  # the search itself finds something
