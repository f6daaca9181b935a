"""Expressions, points and enclosures as text and LaTeX for receipts, tables and reports."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.printing.latex import LatexPrinter
from sympy.printing.printer import Printer
from sympy.printing.str import StrPrinter

from rftheory.rules.propositions import Derivative, Equality, Inequality, Point, Proposition
from rftheory.statements.claims import Claim

if TYPE_CHECKING:
    from rftheory.numbers.enclosure import Separation

_NAMES = {"x_norm": r"\|x\|", "y_norm": r"\|y\|", "w_norm": r"\|w\|", "lambda_hat": r"\hat\lambda", "lam": r"\lambda"}

#: the end of one factor and the beginning of a fraction, between which the bars would run together; not that of an environment
_FRACTIONS = re.compile(r"(\\begin\{\w+)?\} (?=\\frac)")

#: printed parts remembered before the memory is emptied
_REMEMBERED = 50_000


@lru_cache(maxsize=_REMEMBERED)
def _ordered_terms(expr: sp.Expr, order: str | None) -> tuple[sp.Expr, ...]:
    """The terms of a sum as they are printed.

    SymPy evaluates the numbers in them to find their order. Numbers that are sums, products or integrals, and random
    numbers that look like them, are spared that: it may take long.
    """
    # by name, not by hash: the order must be the same in every process
    numbers = (node for node in expr.atoms(sp.Sum, sp.Product, sp.Integral) if node.is_number)
    slow = sorted(numbers, key=lambda node: node.sort_key())
    names = {node: sp.Dummy(f"{type(node).__name__}{number}") for number, node in enumerate(slow)}
    terms = {term.xreplace(names): term for term in expr.args} if names else {}
    renamed = sp.Add(*terms)
    if terms.keys() != set(sp.Add.make_args(renamed)) or len(terms) != len(expr.args):
        renamed, terms = expr, {term: term for term in expr.args}
    return tuple(terms[term] for term in renamed.as_ordered_terms(order=order))


class _Remembering(Printer):
    """A printer that remembers the parts it printed before, as the lines of a chain share them."""

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

    def _as_ordered_terms(self, expr: sp.Expr, order: str | None = None) -> list[sp.Expr]:
        order = order or self.order
        # the other orders are those of the arguments
        return super()._as_ordered_terms(expr, order) if order in ("old", "none") else [*_ordered_terms(expr, order)]


class _Latex(_Remembering, LatexPrinter):
    """LaTeX with the field's symbols."""

    def _print_Symbol(self, expr: sp.Symbol, style: str = "plain") -> str:  # noqa: N802 - the name that SymPy calls
        return _NAMES.get(expr.name) or str(super()._print_Symbol(expr, style))

    def _print_hyper(self, expr: sp.hyper, exp: str | None = None) -> str:
        # the index before its letter is no index of the factor before it
        return rf"\, {super()._print_hyper(expr, exp)}"


class _Text(_Remembering, StrPrinter):
    """What ``str`` prints."""


_LATEX, _TEXT = _Latex(), _Text()


def latex(expr: sp.Basic) -> str:
    """LaTeX with the field's symbols (norms as norms)."""
    return _FRACTIONS.sub(lambda end: end[0] if end[1] else rf"{end[0]}\, ", str(_LATEX.doprint(expr)))


def text(expr: sp.Basic) -> str:
    """What ``str`` gives."""
    return str(_TEXT.doprint(expr))


def printed(item: sp.Basic | Proposition) -> dict[str, str]:
    """The text and LaTeX of an expression or of a proposition."""
    if isinstance(item, Equality):
        return _joined(item.left, "=", "=", item.right)
    if isinstance(item, Inequality):
        sign = {"<=": r"\le", "<": "<", ">=": r"\ge", ">": ">"}[item.relation]
        return _joined(item.left, item.relation, sign, item.right)
    if isinstance(item, Derivative):
        # SymPy's node is printed, never evaluated
        return _joined(sp.Derivative(item.function, item.variable), "=", "=", item.value)
    if isinstance(item, sp.Basic):
        return {"text": text(item), "latex": latex(item)}
    arrow = f"{item.variable} -> {item.point}"
    return {
        "text": f"limit of {text(item.expr)} as {arrow} is {text(item.value)}",
        "latex": rf"\lim_{{{latex(item.variable)} \to {latex(item.point)}}} {latex(item.expr)} = {latex(item.value)}",
    }


def _joined(left: sp.Expr, relation: str, sign: str, right: sp.Expr) -> dict[str, str]:
    return {"text": f"{text(left)} {relation} {text(right)}", "latex": f"{latex(left)} {sign} {latex(right)}"}


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
