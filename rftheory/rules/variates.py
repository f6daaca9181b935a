"""Nodes of single random numbers: outcomes of counts, and draws of a named law."""

from __future__ import annotations

import sympy as sp
from sympy.core.symbol import Str

#: the argument of a law of counts
COUNT = sp.Symbol("count", integer=True, nonnegative=True)
#: the masses p_k > 0 of a law that may be any
MASS = sp.Function("p", positive=True)


class Count(sp.Expr):
    """The random number ``w_l`` in {0, 1, ...} with ``P(w_l = k) = law(k)``, independent over the index l."""

    is_commutative = True
    is_integer = True
    is_nonnegative = True

    def __new__(cls, name: Str, law: sp.Lambda, index: sp.Expr, finite: sp.Tuple = sp.Tuple()) -> Count:  # noqa: B008
        return sp.Expr.__new__(cls, name, law, sp.sympify(index), finite)

    @property
    def name(self) -> str:
        return self.args[0].name

    @property
    def law(self) -> sp.Lambda:
        return self.args[1]

    @property
    def index(self) -> sp.Expr:
        return self.args[2]

    @property
    def free_symbols(self) -> set[sp.Basic]:
        return set(self.law.free_symbols | self.index.free_symbols | (self.finite.free_symbols - {COUNT}))

    @property
    def finite(self) -> sp.Tuple:
        """Functions of `COUNT` whose means are declared to exist."""
        return self.args[3]

    def _latex(self, printer: object) -> str:
        return rf"{sp.latex(sp.Symbol(self.name))}_{{{sp.latex(self.index)}}}"

    def _sympystr(self, printer: object) -> str:
        return f"{self.name}[{self.index}]"


class Counts:
    """Counts ``w_1, w_2, ...``, iid with ``P(w_l = k) = law(k)``; those of different names are independent.

    Args:
        name: the name of the random source.
        law: ``Lambda(k, p_k)``; the masses p_k are >= 0 and sum to one.
        finite: functions of `COUNT` whose means are declared to exist, for a law that may be any.
    """

    def __init__(self, name: str, law: sp.Lambda, *finite: sp.Expr):
        self.name = name
        self.law = sp.Lambda(COUNT, law(COUNT))
        self.finite = sp.Tuple(*finite)

    def __getitem__(self, index: sp.Expr | int) -> Count:
        return Count(Str(self.name), self.law, index, self.finite)


#: the argument of the functions whose means a variate declares finite
DRAW = sp.Symbol("draw", real=True)


class Variate(sp.Expr):
    """A real random number of unknown law, independent of all projections and of other variates.

    Args:
        name: the name of the random source.
        finite: functions of `DRAW` whose means exist, ``DRAW**2`` for a variance; none is assumed.
    """

    is_commutative = True
    is_extended_real = True
    is_real = True

    def __new__(cls, name: str | Str, *finite: sp.Expr) -> Variate:
        functions = finite[0] if finite and isinstance(finite[0], sp.Tuple) else sp.Tuple(*finite)
        return sp.Expr.__new__(cls, Str(name) if isinstance(name, str) else name, functions)

    @property
    def name(self) -> str:
        return self.args[0].name

    @property
    def free_symbols(self) -> set[sp.Basic]:
        return set(self.finite.free_symbols - {DRAW})

    @property
    def finite(self) -> sp.Tuple:
        """Functions of `DRAW` whose means are declared to exist."""
        return self.args[1]

    def _latex(self, printer: object) -> str:
        return rf"\hat{{{sp.latex(sp.Symbol(self.name.removesuffix('_hat')))}}}"

    def _sympystr(self, printer: object) -> str:
        return self.name


class UnitVariate(Variate):
    """A random number of unknown law in [0, 1], independent of all projections and of other variates."""

    is_nonnegative = True


class InnerVariate(UnitVariate):
    """A random number in [0, 1] whose law is not concentrated at 0 or at 1: its mean is strictly between them."""
