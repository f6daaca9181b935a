"""Exact numbers at integers, computed when they are asked for, as SymPy expressions: ``root(d, i)``.

A table is a function of integers that gives exact rational numbers, or None where it has no entry. An expression with
integer arguments becomes its number; with parameters it waits for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import sympy as sp
from sympy.core.symbol import Str

Table = Callable[..., sp.Rational | None]


class Tabulated(sp.Expr):
    """The entry of a table at integers, a real number. ``Tabulated.table(name, function)`` states the table."""

    is_commutative = True
    is_extended_real = True
    is_real = True
    is_finite = True

    _TABLES: ClassVar[dict[str, Table]] = {}

    def __new__(cls, name: str | Str, *numbers: sp.Expr | int) -> sp.Expr:
        text = Str(name) if isinstance(name, str) else name
        node = sp.Expr.__new__(cls, text, *map(sp.sympify, numbers))
        if any(number.is_integer is False for number in node.numbers):
            raise ValueError(f"the arguments of {text.name} must be integers, got {node.numbers}")
        entry = node.at(*map(int, node.numbers)) if all(number.is_Integer for number in node.numbers) else None
        return node if entry is None else entry

    @classmethod
    def table(cls, name: str, function: Table) -> None:
        """State a table.

        Raises:
            ValueError: if another one is already known under this name.
        """
        if cls._TABLES.setdefault(name, function) is not function:
            raise ValueError(f"{name} must be one table")

    @property
    def name(self) -> str:
        return self.args[0].name

    @property
    def numbers(self) -> tuple[sp.Expr, ...]:
        return self.args[1:]

    def at(self, *numbers: int) -> sp.Rational | None:
        """The entry at integers; None where the table has none."""
        return self._TABLES[self.name](*numbers)

    def _eval_derivative(self, symbol: sp.Symbol) -> sp.Expr:
        # parameters that are differentiated by are real numbers, not integers
        return sp.Integer(0)

    def _latex(self, printer: object) -> str:
        name = self.name.replace("_", r"\_")
        return rf"\operatorname{{{name}}}({', '.join(map(sp.latex, self.numbers))})"

    def _sympystr(self, printer: object) -> str:
        return f"{self.name}({', '.join(map(str, self.numbers))})"


class TabulatedInteger(Tabulated):
    """The entry of a table of integers."""

    is_integer = True
