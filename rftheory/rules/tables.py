"""Averages over a finite table of data, and over the coordinates of a Gaussian vector: sums, term by term.

A statistic of one random entry of a table takes finitely many values, multiples of one unit, with integer weights: its moments
are exact rational numbers. The expectation of a finite sum is the sum of the expectations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp
from sympy.core.symbol import Str

from rftheory.rules.chi import chi_moment
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.nodes import Expectation, sources


class Member(sp.Expr):
    """A member ``w_l`` of a family of independent real numbers of one law, counted from 1; each kind is a law."""

    is_commutative = True
    is_extended_real = True
    is_real = True
    is_finite = True

    def __new__(cls, projection: str | Str, index: sp.Expr | int) -> Coordinate:
        name = Str(projection) if isinstance(projection, str) else projection
        return sp.Expr.__new__(cls, name, sp.sympify(index))

    @property
    def random_source(self) -> str:
        return self.args[0].name

    @property
    def index(self) -> sp.Expr:
        return self.args[1]

    def _latex(self, printer: object) -> str:
        return rf"{sp.latex(sp.Symbol(self.random_source))}_{{{sp.latex(self.index)}}}"

    def _sympystr(self, printer: object) -> str:
        return f"{self.random_source}[{self.index}]"


class Coordinate(Member):
    """The coordinate ``w_l`` of one projection w ~ N(0, I_d): standard normal, independent over l and of all
    projections of other names."""


class Sign(Member):
    """The sign ``s_l``, 1 or -1 with probability 1/2 each, independent over l and of everything of another name."""

    is_nonzero = True


class Signs:
    """A vector of independent random signs; those of different names are independent.

    ``Signs("s")[i]`` is its i-th entry, counted from 1; ``Signs("s").dot((a, b, c))`` is ``a s_1 + b s_2 + c s_3``.
    """

    def __init__(self, name: str):
        self.name = name

    def __getitem__(self, index: sp.Expr | int) -> Sign:
        return Sign(self.name, index)

    def dot(self, entries: Sequence[sp.Expr]) -> sp.Expr:
        """The product with a vector of so many entries.

        Raises:
            ValueError: if there are none.
        """
        if not entries:
            raise ValueError("entries must be those of a vector, at least one, got none")
        return sp.Add(*(sp.sympify(entry) * self[k] for k, entry in enumerate(entries, 1)))


@dataclass(frozen=True)
class FiniteLaw:
    """The law of ``unit * k`` for integers k that are drawn with probabilities proportional to integer weights > 0."""

    values: tuple[int, ...]
    weights: tuple[int, ...]
    unit: sp.Rational

    def __post_init__(self) -> None:
        if not self.weights or len(self.weights) != len(self.values) or not all(w > 0 for w in self.weights):
            raise ValueError(
                f"weights must be as many integers > 0 as there are values, got {self.weights} for {self.values}"
            )

    @property
    def least(self) -> sp.Rational:
        return min(self.values) * self.unit

    @property
    def most(self) -> sp.Rational:
        return max(self.values) * self.unit

    def moment(self, order: int) -> sp.Rational:
        """E of a power, exactly."""
        pairs = zip(self.values, self.weights, strict=True)
        return sp.Rational(sum(w * k**order for k, w in pairs), sum(self.weights)) * self.unit**order


class Drawn(sp.Expr):
    """A real number that is read off one random entry of a table; numbers of one source come from the same entry.

    With an index it is a coordinate of a vector. ``Drawn.table(source, name, law)`` states the law of a number, or the
    laws of the coordinates 1, ..., n of a vector.
    """

    is_commutative = True
    is_extended_real = True
    is_real = True
    is_finite = True

    _LAWS: ClassVar[dict[tuple[str, str], tuple[FiniteLaw, ...]]] = {}

    def __new__(cls, source: str | Str, name: str | Str, *index: sp.Expr | int) -> Drawn:
        texts = (Str(text) if isinstance(text, str) else text for text in (source, name))
        return sp.Expr.__new__(cls, *texts, *map(sp.sympify, index))

    @classmethod
    def table(cls, source: str, name: str, *laws: FiniteLaw) -> None:
        """State the law of a number, or those of the coordinates of a vector.

        Raises:
            ValueError: if another law is already known under this name.
        """
        if cls._LAWS.setdefault((source, name), laws) != laws:
            raise ValueError(f"{name} of {source} must have one law")

    @property
    def random_source(self) -> str:
        return self.args[0].name

    @property
    def name(self) -> str:
        return self.args[1].name

    @property
    def index(self) -> sp.Expr | None:
        return self.args[2] if len(self.args) > 2 else None

    @property
    def laws(self) -> tuple[FiniteLaw, ...]:
        """The law of a number, or those of all coordinates."""
        return self._LAWS[self.random_source, self.name]

    def _latex(self, printer: object) -> str:
        subscript = "" if self.index is None else f"_{{{sp.latex(self.index)}}}"
        return rf"\text{{{self.name}}}{subscript}"

    def _sympystr(self, printer: object) -> str:
        return self.name if self.index is None else f"{self.name}[{self.index}]"


# -- the rules ------------------------------------------------------------------------------------------------------


def integrate_sums(expr: sp.Expr) -> sp.Expr:
    """``E sum_l f_l = sum_l E f_l`` for finite sums, and the moments of what then stands alone.

    Coordinates of a Gaussian vector are standard normal; those of a table have their own laws, and so the sum over all
    of them becomes a number. Everything else is left alone.
    """
    return expr.replace(lambda e: isinstance(e, Expectation), _of_sum).replace(_is_over_table, _written_out)


def _of_sum(node: Expectation) -> sp.Expr:
    inner = node.args[0]
    if not isinstance(inner, sp.Sum) or any(len(limit) != 3 or limit.has(sp.oo) for limit in inner.limits):
        return moment(node)
    if any(sources(end) for limit in inner.limits for end in limit[1:]):
        return node
    terms = expand_expectation(Expectation(inner.function))
    body = terms.replace(lambda e: isinstance(e, Expectation), integrate_sums)
    indices = {limit[0] for limit in inner.limits}
    return sp.Sum(body, *inner.limits) if body.free_symbols & indices else sp.Sum(body, *inner.limits).doit()


def moment(node: Expectation) -> sp.Expr:
    """The expectation of a power of one coordinate or number, if it is that."""
    base, power = node.args[0].as_base_exp()
    if not (power.is_Integer and power > 0):
        return node
    if isinstance(base, Sign):
        return sp.Integer(1 - power % 2)
    if isinstance(base, Coordinate):
        return sp.Integer(0) if power % 2 else sp.gammasimp(chi_moment(power, 1))
    if isinstance(base, Drawn) and (base.index is None or base.index in range(1, len(base.laws) + 1)):
        return base.laws[0 if base.index is None else int(base.index) - 1].moment(int(power))
    return node


def _is_over_table(node: sp.Basic) -> bool:
    """A sum over the coordinates 1, ..., n of a vector of a table."""
    drawn = node.atoms(Drawn) if isinstance(node, sp.Sum) and len(node.limits) == 1 else set()
    return bool(drawn) and all(
        d.index == node.limits[0][0] and tuple(node.limits[0][1:]) == (1, len(d.laws)) for d in drawn
    )


def _written_out(node: sp.Sum) -> sp.Expr:
    index, low, high = node.limits[0]
    terms = (node.function.xreplace({index: sp.Integer(k)}) for k in range(int(low), int(high) + 1))
    return sp.Add(*(integrate_sums(term) for term in terms))
