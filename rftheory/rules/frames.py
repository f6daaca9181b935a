"""Orthogonal projections as SymPy expressions: the mean over a frame, and expectations over several of its members.

``w_i = r_i u_i`` with a uniformly distributed orthonormal frame (u_1, ..., u_m), m <= d, and independent lengths r_i of
the chi law with d degrees of freedom: each w_i is N(0, I_d), different ones are orthogonal.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from rftheory.rules.nodes import sources


class OrthogonalMean(sp.Expr):
    """``(1/m) sum_{i<=m} Z(w_i)`` over the members of one orthogonal frame of R^d, for m <= d."""

    is_commutative = True

    def __new__(cls, sample: sp.Expr, size: sp.Expr, dimension: sp.Expr) -> OrthogonalMean:
        sample = sp.sympify(sample)
        if len(sources(sample)) != 1:
            raise ValueError(f"sample must depend on one projection, got {sample} of {sorted(sources(sample))}")
        return sp.Expr.__new__(cls, sample, sp.sympify(size), sp.sympify(dimension))

    @property
    def sample(self) -> sp.Expr:
        return self.args[0]

    @property
    def size(self) -> sp.Expr:
        return self.args[1]

    @property
    def dimension(self) -> sp.Expr:
        return self.args[2]

    def _eval_is_extended_real(self) -> bool | None:
        return self.args[0].is_extended_real

    def _eval_conjugate(self) -> OrthogonalMean:
        return OrthogonalMean(sp.conjugate(self.sample), self.size, self.dimension)

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        return (
            rf"\frac{{1}}{{{printer._print(self.size)}}}\sum_{{i}} \left[{printer._print(self.sample)}\right]_i^\perp"
        )

    def _sympystr(self, printer: object) -> str:
        return f"orthogonal_mean_{self.size}[{self.sample}]"


class FrameExpectation(sp.Expr):
    """``E Z_1(w_1) ... Z_k(w_k)`` over k different members of one orthogonal frame of R^d, k <= d.

    All samples name the same projection: their place says which member they mean.
    """

    is_commutative = True
    #: nothing random is left (see `nodes.sources`)
    averages_out = True

    def __new__(cls, samples: Sequence[sp.Expr], dimension: sp.Expr) -> FrameExpectation:
        given = sp.Tuple(*(sp.sympify(sample) for sample in samples))
        names = {name for sample in given for name in sources(sample)}
        if len(names) > 1 or not given:
            raise ValueError(f"samples must be given and name one projection, got {given} of {sorted(names)}")
        return sp.Expr.__new__(cls, given, sp.sympify(dimension))

    @property
    def samples(self) -> tuple[sp.Expr, ...]:
        return tuple(self.args[0])

    @property
    def dimension(self) -> sp.Expr:
        return self.args[1]

    def _eval_is_extended_real(self) -> bool | None:
        return True if all(sample.is_extended_real for sample in self.samples) else None

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        factors = " ".join(
            rf"\left[{printer._print(sample)}\right]_{{{position}}}^\perp"
            for position, sample in enumerate(self.samples, 1)
        )
        return rf"\mathbb{{E}}\left[{factors}\right]"

    def _sympystr(self, printer: object) -> str:
        return "E_orthogonal[" + ", ".join(str(sample) for sample in self.samples) + "]"
