"""Values with mpmath: the second opinion on the balls, from the same walk but other arithmetic and other quadrature.

Expectations are integrated as they are written, in the coordinates of an orthonormal frame of the vectors that occur
(one direction by `mpmath.quad`, two by the trapezoidal rule, which converges geometrically for entire integrands).
Errors are estimated, not bounded. Each call works in a context of its own; `mpmath.mp` is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import mpmath
import sympy as sp

from rftheory.numbers import known_signs, noncentral_chi_square, probabilities, tables
from rftheory.numbers.balls import prepared
from rftheory.numbers.counts import as_series
from rftheory.numbers.finite import element, terms
from rftheory.numbers.integrand import IMAGE, exponential_terms, one_direction
from rftheory.numbers.quadratic import in_multiprecision
from rftheory.numbers.walker import Binder, Point, SubEvaluator, UnsupportedExpression, compile_for, evaluate
from rftheory.rules.nodes import Expectation, Form, Phase, SquaredLength, sources
from rftheory.rules.variates import Count, Variate

#: digits carried on top of the digits asked for
_GUARD = 15
#: nodes on one half axis of a two-dimensional rule
_MOST_NODES = 200

_SAME_NAME = (
    *("exp", "expm1", "log", "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "sech", "csch"),
    *("asin", "acos", "atan", "asinh", "acosh", "atanh", "gamma", "loggamma", "digamma", "erf", "erfc", "erfi"),
    *("besseli", "besselj", "besselk", "factorial", "binomial", "sign", "re", "im", "arg"),
)


class _MultiprecisionArithmetic:
    """The walker's arithmetic in one mpmath context."""

    def __init__(self, context: mpmath.MPContext):
        self.context = context
        self.functions: Mapping[str, Callable[..., Any]] = {
            **{name: getattr(context, name) for name in _SAME_NAME},
            "Abs": context.fabs,
            "conjugate": context.conj,
            "polygamma": lambda order, x: context.psi(int(order), x),
            "RisingFactorial": context.rf,
            "FallingFactorial": context.ff,
            "hyper": lambda upper, lower, x: context.hyper(list(upper), list(lower), x),
            "NoncentralChiSquare": partial(noncentral_chi_square.multiprecision, context),
            "Indexed": element(_whole),
            "Max": lambda a, b: a if a > b else b,
            "Min": lambda a, b: a if a < b else b,
        }
        self.binders: dict[str, Binder] = {
            "Expectation": self._expectation, "Sum": self._sum, "Product": self._product,
            "Piecewise": self._piecewise, "Probability": probabilities.in_multiprecision,
            "Tabulated": partial(tables.in_multiprecision, self.rational),
            "TabulatedInteger": partial(tables.in_multiprecision, self.rational), "Nonnegative": known_signs.in_any,
        }  # fmt: skip

    def rational(self, value: sp.Rational) -> Any:
        return self.context.mpf(int(value.p)) / int(value.q)

    def constant(self, name: str) -> Any:
        return {"pi": +self.context.pi, "E": +self.context.e, "I": self.context.mpc(0, 1)}[name]

    def add(self, left: Any, right: Any) -> Any:
        return left + right

    def multiply(self, left: Any, right: Any) -> Any:
        return left * right

    def integer_power(self, base: Any, exponent: int) -> Any:
        return base**exponent

    def rational_power(self, base: Any, exponent: sp.Rational) -> Any:
        return self.context.power(base, self.rational(exponent))

    def power(self, base: Any, exponent: Any) -> Any:
        return self.context.power(base, exponent)

    def _sum(self, node: sp.Sum, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Any:
        total = self.context.mpf(0)
        for at, unbounded, times in terms(node, sub, _whole, self.context.mpf):
            if unbounded is None:
                total += times * at(node.function)
            else:
                total += self._infinite_sum(node.function, unbounded, at)
        return total

    def _infinite_sum(self, term: sp.Expr, limit: sp.Tuple, at: SubEvaluator) -> Any:
        index, low, _ = limit
        return self.context.nsum(lambda k: at(term, {index: k}), [_whole(at(low), low), self.context.inf])

    def _product(self, node: sp.Product, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Any:
        value = self.context.mpf(1)
        for at, unbounded, times in terms(node, sub, _whole, self.context.mpf):
            if unbounded is not None:
                raise UnsupportedExpression(f"an infinite product: {node}")
            value *= at(node.function) ** times
        return value

    def _piecewise(self, node: sp.Piecewise, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Any:
        for value, condition in node.args:
            if condition is sp.true or (condition.is_Relational and self._holds(condition, sub)):
                return sub(value)
        raise UnsupportedExpression(f"no branch of {node} is decided to hold")

    def _holds(self, condition: sp.Rel, sub: SubEvaluator) -> bool:
        left, right = sub(condition.lhs), sub(condition.rhs)
        return {
            "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right,
            "==": left == right, "!=": left != right,
        }[condition.rel_op]  # fmt: skip

    def _expectation(self, node: Expectation, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Any:
        integrand = node.args[0]
        if integrand.atoms(Count):
            return sub(as_series(integrand))
        forms = tuple(sorted(integrand.atoms(Form), key=lambda f: f.sort_key()))
        if integrand.atoms(SquaredLength, Phase):
            return self._quadratic(integrand, forms, sub)
        if integrand.atoms(Variate) or len(sources(integrand)) != 1:
            raise UnsupportedExpression(f"E[{integrand}]: not one projection of known law")
        frame = self._frame(forms, sub)
        single = one_direction(integrand)
        if single is not None:
            coefficients = {form: sub(c) for form, c in single.direction}
            frame = [[self._length([(coefficients[f], row) for f, row in zip(forms, frame, strict=True)])]]
            stand_ins = {IMAGE: IMAGE}
            integrand = single.function
        else:
            stand_ins = {form: sp.Dummy(form.vector, real=True) for form in forms}
            integrand = integrand.xreplace(stand_ins)
        program = compile_for(integrand, (*environment, *stand_ins.values()), self)
        dimension = max(len(row) for row in frame)
        if integrand.has(sp.sign, sp.Abs) and dimension == 2:
            return self._by_angle(program, frame, environment)

        def weighted(*g: Any) -> Any:
            images = [self.context.fdot(row, g[: len(row)]) for row in frame]
            return program(*environment.values(), *images) * self.context.exp(-self.context.fdot(g, g) / 2)

        scale = self.context.sqrt(2 * self.context.pi) ** dimension
        lengths = {v: self._length([(1, row)]) for v, row in zip(stand_ins.values(), frame, strict=True)}
        return self._integral(weighted, dimension, *self._rates(integrand, lengths, sub)) / scale

    def _quadratic(self, integrand: sp.Expr, forms: tuple[Form, ...], sub: SubEvaluator) -> Any:
        terms = exponential_terms(integrand)
        if terms is None or len({node.projection for node in integrand.atoms(Form, SquaredLength)}) > 1:
            raise UnsupportedExpression(f"E[{integrand}]: not an exponential polynomial of one projection")
        rows = dict(zip(forms, self._frame(forms, sub), strict=True))
        return in_multiprecision(terms, rows, sub, self.context)

    def _length(self, parts: Sequence[tuple[Any, list[Any]]]) -> Any:
        """The length of a combination of rows."""
        width = max(len(row) for _, row in parts)
        columns = [sum(c * row[k] for c, row in parts if k < len(row)) for k in range(width)]
        return self.context.sqrt(self.context.fdot(columns, columns))

    def _frame(self, forms: Sequence[Form], sub: SubEvaluator) -> list[list[Any]]:
        """Rows of a Cholesky factor: the coordinates of each vector in an orthonormal frame, zero columns left out."""
        context = self.context
        rows: list[list[Any]] = []
        columns: list[int] = []
        for i, form in enumerate(forms):
            gram = [context.re(sub(form.space.gram(form.vector, other.vector))) for other in forms[: i + 1]]
            row: list[Any] = []
            for k, pivot in enumerate(columns):
                row.append((gram[pivot] - context.fdot(row, rows[pivot][:k])) / rows[pivot][k])
            rest = gram[i] - context.fdot(row, row)
            # a rest of rounding size is a vector inside the span of the earlier ones
            if rest > gram[i] * context.eps * 2**10:
                columns.append(i)
                row.append(context.sqrt(rest))
            rows.append(row)
        if len(columns) > 2:
            raise UnsupportedExpression(f"an integral over {len(columns)} directions")
        return rows if columns else [[context.mpf(0)] for _ in forms]

    def _rates(self, integrand: sp.Expr, lengths: Mapping[sp.Symbol, Any], sub: SubEvaluator) -> tuple[Any, Any]:
        """How fast the integrand may grow along both axes: the linear coefficients, powers counted."""
        along, across = self.context.mpf(1), self.context.mpf(1)
        for part in sp.preorder_traversal(integrand):
            raised = isinstance(part, sp.Pow) and part.exp.is_Integer and not isinstance(part, sp.exp)
            # the traversal meets the base of a power again, so the power adds what is missing
            power, inner = (abs(int(part.exp)) - 1, part.base) if raised else (1, part)
            if isinstance(inner, (sp.exp, sp.cosh, sp.sinh, sp.cos, sp.sin)):
                argument = inner.args[0].expand()
                for variable, length in lengths.items():
                    slope = self.context.mpc(sub(argument.coeff(variable))) * length * power
                    real, imaginary = abs(slope.real), abs(slope.imag)
                    swapped = isinstance(inner, (sp.cos, sp.sin))
                    along += imaginary if swapped else real
                    across += real if swapped else imaginary
        return along, across

    def _integral(self, function: Callable[..., Any], dimension: int, along: Any, across: Any) -> Any:
        context = self.context
        decay = context.sqrt(2 * context.prec * context.log(2))
        reach = along + decay
        if dimension == 1:
            pieces = 2 * int((reach + across) / 4) + 2
            return context.quad(function, context.linspace(-reach, reach, pieces + 1))
        # a step h of the trapezoidal rule errs by exp(-(2 pi/h - across)^2 / 2)
        step = 2 * context.pi / (across + decay)
        count = int(reach / step) + 1
        if count > _MOST_NODES:
            raise UnsupportedExpression(f"an integral over {2 * count + 1} x {2 * count + 1} nodes")
        grid = [step * k for k in range(-count, count + 1)]
        return step**2 * context.fsum(function(a, b) for a in grid for b in grid)

    def _by_angle(
        self, program: Callable[..., Any], frame: list[list[Any]], environment: Mapping[sp.Symbol, Any]
    ) -> Any:
        """The mean over the polar angle, for integrands of degree zero (products of signs), between their jumps."""
        context = self.context
        turn = 2 * context.pi
        vectors = [(row[0], row[1] if len(row) > 1 else context.mpf(0)) for row in frame]
        jumps = sorted((context.atan2(v, u) + side) % turn for u, v in vectors for side in (turn / 4, -turn / 4))
        total = context.mpf(0)
        for start, end in zip(jumps, [*jumps[1:], jumps[0] + turn], strict=True):
            middle = (start + end) / 2
            images = [u * context.cos(middle) + v * context.sin(middle) for u, v in vectors]
            total += (end - start) * program(*environment.values(), *images)
        return total / turn


def _whole(value: Any, what: sp.Expr) -> int:
    if value != int(value):
        raise UnsupportedExpression(f"{what}, a bound or an index, is not an integer here")
    return int(value)


def value(expr: sp.Expr, point: Point, digits: int = 50) -> Any:
    """The value of ``expr`` at an exact point, an mpmath number of about ``digits`` correct digits (not guaranteed).

    Raises:
        UnsupportedExpression: if a part of the expression is unknown, or an expectation has more than two directions.
    """
    context = mpmath.mp.clone()
    context.dps = digits + _GUARD
    return evaluate(prepared(sp.sympify(expr)), point, _MultiprecisionArithmetic(context))
