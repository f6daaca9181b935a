"""SymPy expressions as Python source that reads like the paper, and that gives the same expression when it is run."""

from __future__ import annotations

import keyword

import sympy as sp
from sympy.core.function import AppliedUndef

from rftheory.deriving.forms import cosine
from rftheory.deriving.symbols import INPUT, PLACES, is_of_input, uu
from rftheory.deriving.tidy import as_conformity
from rftheory.inputs.coordinates import l
from rftheory.inputs.kernels import d, m
from rftheory.rules.nodes import Form, Phase, SquaredLength
from rftheory.rules.variates import COUNT, Count

#: names that a statement file defines or imports
_WORDS = """
    sp u w v b k l d m x y cosine theta x_norm y_norm annotations COUNT STATEMENT FEATURES FORMS MEAN SECOND PAIRS GRAM
    Statement Range Domain FeatureMap Forms Phase Claim MomentCheck NormalProjection
    angle_conformity claims draws inputs moment_claims product simulations total
"""
_TAKEN = frozenset(_WORDS.split())
_PRODUCTS = dict(zip(PLACES, ("x.square", "x.dot(y)", "y.square"), strict=True))


class Source:
    """A printer; symbols are called by their names where these are free.

    Args:
        parameters: the free symbols, which the file defines.
    """

    def __init__(self, parameters: tuple[sp.Symbol, ...]):
        self.names: dict[sp.Basic, str] = {
            uu: "u.square",
            d: "d",
            m: "m",
            l: "l",
            cosine: "cosine",
            COUNT: "COUNT",
            INPUT: "u",
        }
        self.names |= _PRODUCTS
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
        return f"sp.Integer({expr})" if isinstance(expr, sp.Integer) else self._print(expr)

    def _print(self, expr: sp.Basic) -> str:  # noqa: PLR0911 - one line per kind
        if expr in self.names:
            return self.names[expr]
        if isinstance(expr, sp.Add):
            return self._sum(expr)
        if isinstance(expr, sp.Mul):
            return self._product(expr)
        if isinstance(expr, sp.exp):
            return f"sp.exp({self._print(expr.exp)})"
        if isinstance(expr, sp.Pow):
            if expr.exp.is_negative and expr.exp.is_Rational:
                return f"1 / {self._term(1 / expr)}"
            if expr.exp == sp.Rational(1, 2):
                return f"sp.sqrt({self._print(expr.base)})"
            return f"{self._factor(expr.base)}**{self._factor(expr.exp)}"
        if isinstance(expr, sp.Integer):
            return str(expr)
        if isinstance(expr, sp.Rational):
            return f"sp.Rational({expr.p}, {expr.q})"
        if expr in (sp.pi, sp.I, sp.E):
            return {sp.pi: "sp.pi", sp.I: "sp.I", sp.E: "sp.E"}[expr]
        return self._node(expr)

    def _node(self, expr: sp.Basic) -> str:
        parts = as_conformity(expr) if isinstance(expr, sp.Integral) else None
        if parts is not None:
            return f"angle_conformity({', '.join(map(self._print, parts))})"
        if isinstance(expr, sp.hyper):
            over, under = (", ".join(map(self._print, side)) for side in (expr.ap, expr.bq))
            return f"sp.hyper([{over}], [{under}], {self._print(expr.argument)})"
        if isinstance(expr, Form):
            vector = "u" if is_of_input(expr) else expr.vector
            return f"{expr.projection}.dot({vector})"
        if isinstance(expr, SquaredLength):
            return f"{expr.projection}.square"
        if isinstance(expr, Phase):
            return expr.name if expr.name == "b" else f'Phase("{expr.name}")'
        if isinstance(expr, Count):
            return f"{expr.name}[{self._print(expr.index)}]"
        if isinstance(expr, sp.Indexed):
            return f"{expr.base}[{', '.join(map(self._print, expr.indices))}]"
        if isinstance(expr, (sp.Sum, sp.Product)):
            return self._over_coordinates(expr)
        if isinstance(expr, sp.Lambda):
            return f"sp.Lambda({self._print(expr.variables[0])}, {self._print(expr.expr)})"
        if isinstance(expr, sp.Rel):
            return f"sp.{type(expr).__name__}({', '.join(map(self._print, expr.args))})"
        if isinstance(expr, (sp.Function, sp.Max, sp.Min)) and not isinstance(expr, AppliedUndef):
            return f"sp.{type(expr).__name__}({', '.join(map(self._print, expr.args))})"
        raise ValueError(f"no source for {type(expr).__name__} {expr}")

    def _over_coordinates(self, expr: sp.Sum | sp.Product) -> str:
        if tuple(expr.limits) != (sp.Tuple(l, 1, d),):
            limits = ", ".join(f"({', '.join(map(self._print, limit))})" for limit in expr.limits)
            return f"sp.{type(expr).__name__}({self._print(expr.function)}, {limits})"
        return f"{'total' if isinstance(expr, sp.Sum) else 'product'}({self._print(expr.function)})"

    def _sum(self, expr: sp.Add) -> str:
        text = ""
        for term in expr.as_ordered_terms():
            minus = term.could_extract_minus_sign()
            part = self._print(-term if minus else term)
            part = f"({part})" if minus and isinstance(-term, sp.Add) else part
            text += (" - " if minus else " + ") + part if text else ("-" if minus else "") + part
        return text

    def _product(self, expr: sp.Mul) -> str:
        if expr.could_extract_minus_sign():
            rest = -expr
            return f"-({self._print(rest)})" if isinstance(rest, (sp.Add, sp.Mul)) else f"-{self._term(rest)}"
        over, under = expr.as_numer_denom()
        if under == 1 or over / under != expr or expr.has(sp.I):
            return " * ".join(map(self._term, expr.as_ordered_factors()))
        above = " * ".join(map(self._term, over.as_ordered_factors()))
        below = f"({self._print(under)})" if isinstance(under, (sp.Add, sp.Mul)) else self._term(under)
        return f"{above} / {below}"

    def _term(self, expr: sp.Basic) -> str:
        """As a factor of a product."""
        return self._print(expr) if isinstance(expr, sp.Pow) else self._factor(expr)

    def _factor(self, expr: sp.Basic) -> str:
        """As the base or the exponent of a power."""
        text = self._print(expr)
        kinds = (sp.Function, Form, SquaredLength, sp.Integral, sp.Indexed, Count, sp.Sum, sp.Product, Phase)
        simple = expr in self.names or isinstance(expr, kinds) or (isinstance(expr, sp.Integer) and expr >= 0)
        return text if simple or expr in (sp.pi, sp.I) else f"({text})"
