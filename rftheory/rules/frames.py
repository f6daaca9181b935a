"""Orthogonal projections as SymPy expressions: the mean over a frame, and expectations over several of its members.

``w_i = r_i u_i`` with a uniformly distributed orthonormal frame (u_1, ..., u_m), m <= d, and independent lengths r_i of
the chi law with d degrees of freedom: each w_i is N(0, I_d), different ones are orthogonal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import sympy as sp

from rftheory.rules.nodes import MeanOfSamples, projections


class OrthogonalMean(MeanOfSamples):
    """``(1/m) sum_{i<=m} Z(w_i)`` over the members of one orthogonal frame of R^d, for m <= d."""

    def __new__(cls, sample: sp.Expr, size: sp.Expr, dimension: sp.Expr) -> OrthogonalMean:
        sample = sp.sympify(sample)
        if len(projections(sample)) != 1:
            raise ValueError(f"sample must depend on one projection, got {sample} of {sorted(projections(sample))}")
        return sp.Expr.__new__(cls, sample, sp.sympify(size), sp.sympify(dimension))

    @property
    def dimension(self) -> sp.Expr:
        return self.args[2]

    def _latex(self, printer: sp.printing.latex.LatexPrinter, mark: str = r"^\perp") -> str:
        return super()._latex(printer, mark)

    def _sympystr(self, printer: sp.printing.str.StrPrinter) -> str:
        return f"orthogonal_mean_{printer._print(self.size)}[{printer._print(self.sample)}]"


class MembersExpectation(sp.Expr):
    """An expectation ``E Z_1(w_1) ... Z_k(w_k)`` over different members of one block of projections of R^d.

    All samples name the same projection: their place says which member they mean. Every member has phases of its own.
    ``args`` begin with the samples and the dimension.
    """

    is_commutative = True
    #: nothing random is left (see `nodes.sources`)
    averages_out = True

    @staticmethod
    def of_one_projection(samples: Sequence[sp.Expr], count: Literal[2] | None = None) -> sp.Tuple:
        """The samples, so many of them or at least one.

        Raises:
            ValueError: for another number, and unless they name at most one projection.
        """
        given = sp.Tuple(*(sp.sympify(sample) for sample in samples))
        names = {name for sample in given for name in projections(sample)}
        if len(names) > 1 or not given or count not in (None, len(given)):
            wanted = {None: "functions", 2: "two functions"}[count]
            raise ValueError(f"samples must be {wanted} of one projection, got {given} of {sorted(names)}")
        return given

    @property
    def samples(self) -> tuple[sp.Expr, ...]:
        return tuple(self.args[0])

    @property
    def dimension(self) -> sp.Expr:
        return self.args[1]

    def _eval_is_extended_real(self) -> bool | None:
        return True if all(sample.is_extended_real for sample in self.samples) else None

    def _factors(self, printer: sp.printing.latex.LatexPrinter, mark: str = "") -> str:
        """The product of the samples in LaTeX, each with its place."""
        return " ".join(
            rf"\left[{printer._print(sample)}\right]_{{{position}}}{mark}"
            for position, sample in enumerate(self.samples, 1)
        )


class FrameExpectation(MembersExpectation):
    """``E Z_1(w_1) ... Z_k(w_k)`` over k different members of one orthogonal frame of R^d, k <= d."""

    def __new__(cls, samples: Sequence[sp.Expr], dimension: sp.Expr) -> FrameExpectation:
        return sp.Expr.__new__(cls, cls.of_one_projection(samples), sp.sympify(dimension))

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        factors = self._factors(printer, mark=r"^\perp")
        return rf"\mathbb{{E}}\left[{factors}\right]"

    def _sympystr(self, printer: sp.printing.str.StrPrinter) -> str:
        return "E_orthogonal[" + ", ".join(map(printer._print, self.samples)) + "]"
