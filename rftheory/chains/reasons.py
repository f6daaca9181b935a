"""Why a line follows from the one before it: what the prover is told besides the two lines.

A reason proves nothing: the prover makes a goal of each line, and the kernel says what is proved. Fourteen are enough: none at all,
and the classes below. What several of them share is in the lines themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sympy as sp

if TYPE_CHECKING:
    from rftheory.chains.chain import Chain
    from rftheory.rules.propositions import Inequality
    from rftheory.statements.claims import Claim

Values = Mapping[sp.Symbol, sp.Expr]


@dataclass(frozen=True)
class Reason:
    """What a line is proved by."""


@dataclass(frozen=True)
class Use(Reason):
    """A theorem at values of its parameters, known from here on; the line stays.

    Attributes:
        what: a claim, a `Square`, a `Unit`, `Copies`, an `Order`, or a power series with positive coefficients (at least 1).
        at: the values of the parameters of a claim.
    """

    what: Any
    at: Values | None = None


@dataclass(frozen=True)
class By(Reason):
    """A theorem with these sides: the left side of an equation of claims gives place to its right side, or a bound of `series`.

    Attributes:
        what: a claim, a bound of a power series, or a principal root.
        at: the values of the parameters of a claim.
    """

    what: Any
    at: Values | None = None


@dataclass(frozen=True)
class Inside(Reason):
    """Something holds of a part, in the context that the binders around it open.

    Attributes:
        of: a chain from the old part to the new one, or a claim that relates them for each draw, length or angle.
        outer: the function of the part, where it is not below a sum, an integral or an expectation.
        at: the values of the parameters of a claim; random ones among them.
        expansion: where both sides are power series, which are compared term by term.
        node: the integral whose integrand changes, where there are several.
        backwards: whether the chain leads from the new part to the old one.
    """

    of: Chain | Claim
    outer: Callable[[sp.Expr], sp.Expr] | None = None
    at: Values | None = None
    expansion: Expansion | None = None
    node: sp.Integral | None = None
    backwards: bool = False


@dataclass(frozen=True)
class Expansion:
    """How two sides are power series.

    Attributes:
        index: of the terms.
        terms: the k-th term of each function; the sides are linear combinations of these.
        low: the first index for which a chain compares terms; smaller ones are compared one by one.
        strict_at: an index at which the terms differ.
    """

    index: sp.Symbol
    terms: Mapping[sp.Expr, sp.Expr]
    low: int = 0
    strict_at: int | None = None


@dataclass(frozen=True)
class Factors(Reason):
    """The gap of an order as a sum of products of factors that are not negative."""

    products: tuple[tuple[sp.Expr, ...], ...]


@dataclass(frozen=True)
class Graph(Reason):
    """The graph of a function of one parameter: ``kind`` is "tangent", "chord" or "valley".

    Attributes:
        point: where the tangent touches, or where the least value is.
        hint: a form of the second derivative whose sign is seen; of a valley the slope over the distance to the point.
    """

    kind: str
    variable: sp.Symbol
    point: sp.Expr | None = None
    hint: sp.Expr | None = None


@dataclass(frozen=True)
class Cases(Reason):
    """A chain for each part of the range of a parameter: up to a cut, and from it on."""

    variable: sp.Symbol
    cut: sp.Expr
    below: Chain
    above: Chain


@dataclass(frozen=True)
class Induction(Reason):
    """Over an index that takes all integers from some number on.

    Attributes:
        ratios: f(k+1)/f(k) and g(k+1)/g(k), for a bound f <= g.
        growth: a chain from f(k+1) - f(k) to g(k+1) - g(k); of an equation one from f(k+s) to ratio f(k).
        ratio: the common factor, for an equation f = g.
        starts: for an equation a chain from f to g at each of the s first values, or None where they are seen to be equal.

    Without any of these it is an equation of which the closed form has to be known, as of a geometric sum.
    """

    index: sp.Symbol
    ratios: tuple[sp.Expr, sp.Expr] | None = None
    growth: Chain | None = None
    ratio: sp.Expr | None = None
    starts: tuple[Chain | None, ...] = (None,)

    @property
    def is_equation(self) -> bool:
        """Whether both sides are equal; else one is below the other."""
        return self.ratio is not None or (self.ratios is None and self.growth is None)


@dataclass(frozen=True)
class Series(Reason):
    """A function and its series: ``kind`` is "sum" (the series gives place to its value), "named" (a function is written as a
    hypergeometric one), "binomial" or "falling" (a quotient of two power series falls, as the quotients of their coefficients do).
    """

    kind: str
    of: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Substitution(Reason):
    """Another variable of an integral: ``kind`` is "map" (x = f(u)), "back" (the new integral makes the old one), "mirror" (the
    average with a + b - x) or "wider" (a larger interval).
    """

    kind: str
    node: sp.Integral
    variable: sp.Symbol | None = None
    function: sp.Expr | None = None
    ends: tuple[sp.Expr, sp.Expr] | None = None
    slope: sp.Expr | None = None
    rewriting: tuple[tuple[sp.Expr, sp.Expr], ...] = ()


@dataclass(frozen=True)
class Primitive(Reason):
    """An antiderivative F of the integrand, up to ``rest``; by parts F is ``function`` times ``factor``."""

    node: sp.Integral
    function: sp.Expr
    factor: sp.Expr | None = None
    rest: sp.Expr | None = None


@dataclass(frozen=True)
class Symmetry(Reason):
    """A symmetric body over the pairs i < j <= ``size``, and a form of it on the diagonal."""

    size: sp.Expr
    diagonal: sp.Expr


@dataclass(frozen=True)
class Tail(Reason):
    """A rule of concentration or of moments, with claims that say what it asks for."""

    rule: Any
    proved: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Passage(Reason):
    """A limit: by continuity and the limits of parts, or

    Attributes:
        quotient: two parts that vanish at the point, by their derivatives.
        outer: the function of the quotient, `sympy.sqrt` or none.
        series: the parts as power series, by their terms of the given number.
        rate: ``value -+ rate/variable`` are the bounds that two claims say.
        between: these claims, the lower one first.
    """

    variable: sp.Symbol
    point: sp.Expr
    quotient: tuple[sp.Expr, sp.Expr] | None = None
    outer: Callable[[sp.Expr], sp.Expr] | None = None
    series: Any = None
    number: int = 0
    rate: sp.Expr | None = None
    between: tuple[Claim, Claim] | None = None


@dataclass(frozen=True)
class Square:
    """``|w - u|^2 >= 0``, multiplied out, for a draw w in R^d and a vector u."""

    projection: Any
    shift: Any
    dimension: sp.Expr


@dataclass(frozen=True)
class Unit:
    """``0 <= U <= 1`` for a variate in the unit interval, and so for its mean."""

    variate: Any


@dataclass(frozen=True)
class Copies:
    """``E body >= 0`` for a body that is not negative, in an independent copy of a variate and the variate itself."""

    body: sp.Expr
    copy: Any
    original: Any


@dataclass(frozen=True)
class Order:
    """An order whose gap is a sum of parts with signs."""

    order: Inequality
    parts: Sequence[sp.Expr]
