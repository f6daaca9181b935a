"""The lines of a chain: relations, expressions and reasons, and the lines that are written out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import sympy as sp

from rftheory.chains.reasons import Factors, Reason, Use

_HERE = str(Path(__file__).parent)


@dataclass(frozen=True)
class Line:
    """One line of a chain.

    Attributes:
        relation: to the line before: "=", "<=", "<", ">=", ">" or "->"; empty for the first line.
        expr: the line itself.
        words: why, as it is shown.
        reason: why, as the prover is told; None where the two lines say all.
        notes: orders that are noted before the line.
        place: where it is written, as "file:number".
    """

    relation: str
    expr: sp.Expr
    words: str = ""
    reason: Reason | None = None
    notes: tuple[Use, ...] = ()
    place: str = ""


@dataclass(frozen=True, init=False, eq=False)
class Lines:
    """Lines of a chain, and those that are written out."""

    lines: tuple[Line, ...]
    #: what is noted for the next line
    notes: tuple[Use, ...] = ()

    def __init__(self, start: sp.Expr, words: str = "definition"):
        object.__setattr__(self, "lines", (Line("", sp.sympify(start), words),))
        object.__setattr__(self, "notes", ())

    @property
    def start(self) -> sp.Expr:
        """The expression of the first line."""
        return self.lines[0].expr

    @property
    def end(self) -> sp.Expr:
        """The expression of the last line."""
        return self.lines[-1].expr

    def relation(self) -> str:
        """How the start relates to the end: "=", "<=", "<", ">=", ">" or "->".

        Raises:
            ValueError: if the relations of the lines do not go together.
        """
        kinds = {line.relation for line in self.lines[1:]} - {"="}
        if not kinds:
            return "="
        for weak, strict in (("<=", "<"), (">=", ">")):
            if kinds <= {weak, strict}:
                return strict if strict in kinds else weak
        if kinds == {"->"}:
            return "->"
        raise ValueError(f"a chain cannot mix the relations {sorted(kinds)}")

    def _with(self, relation: str, expr: sp.Expr, words: str, reason: Reason | None = None) -> Self:
        expr = sp.sympify(expr)
        if expr.has(sp.nan, sp.zoo):
            raise ValueError(f"{words or relation}: {expr} has no value")
        if expr.has(sp.Float) or self.start.has(sp.Float):
            raise ValueError(f"{words or relation}: a float stands for a number that is not known exactly")
        made = object.__new__(type(self))
        line = Line(relation, expr, words, reason, self.notes, _place())
        object.__setattr__(made, "lines", (*self.lines, line))
        object.__setattr__(made, "notes", ())
        return made

    # -- lines that are written out -----------------------------------------------------------------------------------

    def eq(self, target: sp.Expr, words: str = "algebra") -> Self:
        """An equal expression."""
        return self._with("=", target, words)

    def to(self, relation: str, target: sp.Expr, factors: Sequence[Any] | None = None, words: str = "") -> Self:
        """An expression in a relation; of an order perhaps the ``factors`` of the gap, or a list of products of factors."""
        if not factors:
            return self._with(relation, target, words)
        products = factors if isinstance(factors[0], (list, tuple)) else [factors]
        reason = Factors(tuple(tuple(map(sp.sympify, product)) for product in products))
        shown = " + ".join("*".join(f"({factor})" for factor in product) for product in reason.products)
        return self._with(relation, target, words or f"gap: {shown}", reason)

    def le(self, target: sp.Expr, factors: Sequence[Any] | None = None, words: str = "") -> Self:
        """An upper bound."""
        return self.to("<=", target, factors, words)

    def lt(self, target: sp.Expr, factors: Sequence[Any] | None = None, words: str = "") -> Self:
        """A strict upper bound."""
        return self.to("<", target, factors, words)

    def ge(self, target: sp.Expr, factors: Sequence[Any] | None = None, words: str = "") -> Self:
        """A lower bound."""
        return self.to(">=", target, factors, words)

    def gt(self, target: sp.Expr, factors: Sequence[Any] | None = None, words: str = "") -> Self:
        """A strict lower bound."""
        return self.to(">", target, factors, words)

    def _put(self, old: sp.Expr, new: sp.Expr) -> sp.Expr:
        target = self.end.xreplace({old: sp.sympify(new)})
        if target == self.end:
            raise ValueError(f"{old} does not occur in {self.end}")
        return target


def _place() -> str:
    """Where the line is written: the first frame outside of this room; empty for a line that the package writes itself."""
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    written = Path(frame.f_code.co_filename)
    return "" if Path(_HERE).parent in written.parents else f"{written.name}:{frame.f_lineno}"
