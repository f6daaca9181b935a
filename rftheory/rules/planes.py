"""The expectation of a function of the images of two vectors, which no rule brings into closed form."""

from __future__ import annotations

import sympy as sp


class PlaneExpectation(sp.Expr):
    """``E f(w.x, w.y)``: the rules leave it alone, and balls enclose it by quadrature over the plane of x and y (`numbers.planes`)."""

    is_commutative = True
    #: nothing random is left (see `nodes.sources`)
    averages_out = True

    def __new__(cls, sample: sp.Expr) -> PlaneExpectation:
        return sp.Expr.__new__(cls, sp.sympify(sample))

    def _eval_is_extended_real(self) -> bool | None:
        return self.args[0].is_extended_real

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        return rf"\mathbb{{E}}\left[{printer._print(self.args[0])}\right]"

    def _sympystr(self, printer: sp.printing.str.StrPrinter) -> str:
        return f"E[{printer._print(self.args[0])}]"
