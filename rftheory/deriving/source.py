"""SymPy expressions as Python source that reads like the paper, and that gives the same expression when it is run."""

from __future__ import annotations

import keyword
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from rftheory.deriving.forms import cosine
from rftheory.deriving.symbols import INPUT, PLACES, is_of_input, uu
from rftheory.deriving.tidy import as_conformity
from rftheory.inputs.coordinates import l
from rftheory.inputs.kernels import d, m
from rftheory.rules.variates import COUNT, Count

#: names that a statement file defines or imports
_WORDS = """
    sp u w v b k l d m x y cosine theta x_norm y_norm annotations COUNT STATEMENT FEATURES FORMS MEAN SECOND PAIRS GRAM
    Statement Range Domain FeatureMap Forms Phase Claim MomentCheck NormalProjection
    angle_conformity claims draws inputs moment_claims product simulations total
"""
_TAKEN = frozenset(_WORDS.split())
_NAMES = {uu: "u.square", d: "d", m: "m", l: "l", cosine: "cosine", COUNT: "COUNT", INPUT: "u"}
_PRODUCTS = dict(zip(PLACES, ("x.square", "x.dot(y)", "y.square"), strict=True))


class Source(StrPrinter):
    """A printer; symbols are called by their names where these are free.

    Args:
        parameters: the free symbols, which the file defines.
    """

    #: nodes print themselves for people by the method that SymPy asks for
    printmethod = "_source"

    def __init__(self, parameters: tuple[sp.Symbol, ...]):
        super().__init__({"order": None})
        self.names: dict[sp.Basic, str] = {**_NAMES, **_PRODUCTS}
        for number, symbol in enumerate(parameters):
            free = str(symbol).isidentifier() and not keyword.iskeyword(str(symbol)) and str(symbol) not in _TAKEN
            self.names[symbol] = str(symbol) if free else f"parameter_{number}"

    def definition(self, symbol: sp.Symbol) -> str:
        """``A = sp.Symbol("A", real=True)``."""
        signs = [s for s in ("positive", "negative", "nonnegative", "nonpositive") if getattr(symbol, f"is_{s}")]
        assumed = [*(signs[:1] or ["real"]), *(["integer"] if symbol.is_integer else [])]
        text = ", ".join(f"{name}=True" for name in assumed)
        return f"{self.names[symbol]} = sp.Symbol({str(symbol)!r}, {text})".replace("'", '"')

    def __call__(self, expr: sp.Basic) -> str:
        expr = sp.sympify(expr)
        return f"sp.Integer({expr})" if isinstance(expr, sp.Integer) else str(self.doprint(expr))

    def _print(self, expr: Any, **options: Any) -> str:
        return self.names[expr] if expr in self.names else str(super()._print(expr, **options))

    def emptyPrinter(self, expr: Any) -> str:  # noqa: N802 - SymPy's name
        raise ValueError(f"no source for {type(expr).__name__} {expr}")

    def _called(self, expr: sp.Basic) -> str:
        return f"sp.{type(expr).__name__}({self.stringify(expr.args, ', ')})"

    def _print_Function(self, expr: sp.Basic) -> str:
        return self.emptyPrinter(expr) if isinstance(expr, AppliedUndef) else self._called(expr)

    _print_Relational = _print_LatticeOp = _called

    def _print_Rational(self, expr: sp.Rational) -> str:
        return f"sp.Rational({expr.p}, {expr.q})"

    def _print_constant(self, expr: sp.Basic) -> str:
        return {sp.pi: "sp.pi", sp.I: "sp.I", sp.E: "sp.E"}[expr]

    _print_Pi = _print_ImaginaryUnit = _print_Exp1 = _print_constant

    def _print_Mul(self, expr: sp.Mul) -> str:
        number, rest = expr.as_coeff_Mul()
        if number == 1 or not any(factor.as_base_exp()[0].is_Add for factor in sp.Mul.make_args(rest)):
            return str(super()._print_Mul(expr))
        # a number that stands beside a sum alone is multiplied out
        if number.is_negative:
            return f"-({self._print(-expr)})"
        times = "" if number.p == 1 else f"*{number.p}"
        return f"{self.parenthesize(rest, PRECEDENCE['Mul'])}{times}" + ("" if number.q == 1 else f"/{number.q}")

    def _print_Pow(self, expr: sp.Pow, rational: bool = False) -> str:
        if expr.exp == sp.Rational(1, 2):
            return f"sp.sqrt({self._print(expr.base)})"
        if expr.exp.is_Rational and expr.exp.is_negative:
            return f"1/{self.parenthesize(1 / expr, PRECEDENCE['Pow'] - 1)}"
        power = PRECEDENCE["Pow"]
        return f"{self.parenthesize(expr.base, power)}**{self.parenthesize(expr.exp, power)}"

    def _print_Integral(self, expr: sp.Integral) -> str:
        parts = as_conformity(expr)
        return self.emptyPrinter(expr) if parts is None else f"angle_conformity({self.stringify(parts, ', ')})"

    def _print_hyper(self, expr: sp.hyper) -> str:
        over, under = (self.stringify(side, ", ") for side in (expr.ap, expr.bq))
        return f"sp.hyper([{over}], [{under}], {self._print(expr.argument)})"

    def _print_Form(self, expr: Any) -> str:
        return f"{expr.projection}.dot({'u' if is_of_input(expr) else expr.vector})"

    def _print_SquaredLength(self, expr: Any) -> str:
        return f"{expr.projection}.square"

    def _print_Phase(self, expr: Any) -> str:
        return expr.name if expr.name == "b" else f'Phase("{expr.name}")'

    def _print_Count(self, expr: Count) -> str:
        return f"{expr.name}[{self._print(expr.index)}]"

    def _print_Indexed(self, expr: sp.Indexed) -> str:
        return f"{expr.base}[{self.stringify(expr.indices, ', ')}]"

    def _print_Lambda(self, expr: sp.Lambda) -> str:
        return f"sp.Lambda({self._print(expr.variables[0])}, {self._print(expr.expr)})"

    def _print_Sum(self, expr: sp.Sum | sp.Product) -> str:
        if tuple(expr.limits) != (sp.Tuple(l, 1, d),):
            limits = ", ".join(f"({self.stringify(limit, ', ')})" for limit in expr.limits)
            return f"sp.{type(expr).__name__}({self._print(expr.function)}, {limits})"
        return f"{'total' if isinstance(expr, sp.Sum) else 'product'}({self._print(expr.function)})"

    _print_Product = _print_Sum
