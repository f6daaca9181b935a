"""Expressions, points and enclosures as text and LaTeX for receipts, tables and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.printing.latex import LatexPrinter

from rftheory.statements.claims import Claim, Equality, Inequality, Point, Proposition

if TYPE_CHECKING:
    from rftheory.evidence.comparison import Separation

_NAMES = {"x_norm": r"\|x\|", "y_norm": r"\|y\|", "lambda_hat": r"\hat\lambda", "lam": r"\lambda"}


#: printed parts remembered before the memory is emptied
_REMEMBERED = 50_000


class _Latex(LatexPrinter):
    """LaTeX with the field's symbols; parts that were printed before, as the lines of a chain share them, are remembered."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[tuple[type, sp.Basic], str] = {}

    def _print(self, expr: Any, **kwargs: Any) -> str:
        if kwargs or not isinstance(expr, sp.Basic):
            return str(super()._print(expr, **kwargs))
        key = (type(expr), expr)
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = super()._print(expr)
        return self._known[key]

    def _print_Symbol(self, expr: sp.Symbol, style: str = "plain") -> str:  # noqa: N802 - the name that SymPy calls
        return _NAMES.get(expr.name) or str(super()._print_Symbol(expr, style))


_LATEX = _Latex()


def latex(expr: sp.Basic) -> str:
    """LaTeX with the field's symbols (norms as norms)."""
    return str(_LATEX.doprint(expr))


def printed(item: sp.Basic | Proposition) -> dict[str, str]:
    """The text and LaTeX of an expression or of a proposition."""
    if isinstance(item, Equality):
        return _joined(item.left, "=", "=", item.right)
    if isinstance(item, Inequality):
        sign = {"<=": r"\le", "<": "<", ">=": r"\ge", ">": ">"}[item.relation]
        return _joined(item.left, item.relation, sign, item.right)
    if isinstance(item, sp.Basic):
        return {"text": str(item), "latex": latex(item)}
    arrow = f"{item.variable} -> {item.point}"
    return {
        "text": f"limit of {item.expr} as {arrow} is {item.value}",
        "latex": rf"\lim_{{{latex(item.variable)} \to {latex(item.point)}}} {latex(item.expr)} = {latex(item.value)}",
    }


def _joined(left: sp.Expr, text: str, sign: str, right: sp.Expr) -> dict[str, str]:
    return {"text": f"{left} {text} {right}", "latex": f"{latex(left)} {sign} {latex(right)}"}


def point_text(point: Point) -> dict[str, str]:
    return {str(symbol): str(value) for symbol, value in point.items()}


def refutation_data(claim: Claim, separation: Separation) -> dict[str, Any]:
    """What a refuted finding reports: the flaw, the point, both enclosures and the printed form."""
    return {
        "flaw": claim.flaw,
        "counterexample": point_text(separation.point),
        "left": str(separation.left),
        "right": str(separation.right),
        "printed": printed(claim.proposition)["latex"],
        "printed_text": printed(claim.proposition)["text"],
    }
