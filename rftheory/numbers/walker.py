"""One walk over a SymPy tree for every arithmetic: balls and mpmath numbers.

An expression is compiled once into a straight-line program over its distinct subexpressions; an `Arithmetic` says what
each step means. Cancellations are taken out while compiling: ``q - q exp(u)`` becomes ``-q expm1(u)`` and ``q - q cos(u)`` becomes
``2 q sin(u/2)^2`` in every arithmetic, ``log(1 + u)`` becomes ``log1p(u)`` where the arithmetic has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Protocol

import sympy as sp
from sympy.core.function import AppliedUndef

from rftheory.numbers.program import Program
from rftheory.rules.nodes import Expectation, Form, hidden_symbols
from rftheory.rules.variates import Variate

Point = Mapping[sp.Symbol, sp.Expr]
#: evaluates a subexpression in the arithmetic and at the parameters of the node it is given to
SubEvaluator = Callable[..., Any]
#: (node, evaluator of its parts, values of its parameters) -> value
Binder = Callable[[sp.Basic, SubEvaluator, Mapping[sp.Symbol, Any]], Any]


class UnsupportedExpression(Exception):  # noqa: N818 - it names a kind of expression, not a fault of the caller
    """An expression that an arithmetic cannot evaluate; the message names the part that it cannot."""


class Arithmetic(Protocol):
    """What a number is, and what the operations of a SymPy tree do to it.

    ``functions`` is keyed by the class name of the SymPy function (plus ``expm1``); ``binders`` handle nodes that
    bind or choose (Sum, Piecewise, Expectation) and receive the node with an evaluator for its parts.
    """

    @property
    def functions(self) -> Mapping[str, Callable[..., Any]]: ...

    @property
    def binders(self) -> Mapping[str, Binder]: ...

    def __hash__(self) -> int: ...

    def rational(self, value: sp.Rational) -> Any: ...

    def constant(self, name: str) -> Any: ...

    def add(self, left: Any, right: Any) -> Any: ...

    def multiply(self, left: Any, right: Any) -> Any: ...

    def integer_power(self, base: Any, exponent: int) -> Any: ...

    def rational_power(self, base: Any, exponent: sp.Rational) -> Any: ...

    def power(self, base: Any, exponent: Any) -> Any: ...


_CONSTANTS = {sp.pi: "pi", sp.E: "E", sp.I: "I"}


@lru_cache(maxsize=4096)
def parameters(expr: sp.Basic) -> tuple[sp.Symbol, ...]:
    """The symbols on which a value depends: for a coordinate the label of its vector, for forms their Gram table."""
    symbols = expr.free_symbols | hidden_symbols(expr)
    return tuple(sorted((s for s in symbols if isinstance(s, sp.Symbol)), key=lambda s: s.sort_key()))


def evaluate(expr: sp.Basic, point: Point, arithmetic: Arithmetic) -> Any:
    """The value of ``expr`` at an exact point.

    Raises:
        UnsupportedExpression: if the arithmetic does not know a part of it (a float included).
    """
    expr = sp.sympify(expr)
    symbols = parameters(expr)
    missing = [str(s) for s in symbols if s not in point]
    if missing:
        raise ValueError(f"no value for {', '.join(missing)}; the point gives {', '.join(map(str, point)) or 'none'}")
    values = [number(sp.sympify(point[s]), arithmetic) for s in symbols]
    return compile_for(expr, symbols, arithmetic)(*values)


def number(value: sp.Basic, arithmetic: Arithmetic) -> Any:
    """An exact number in an arithmetic; the coordinates of a vector one by one."""
    if isinstance(value, sp.Tuple):
        return tuple(number(entry, arithmetic) for entry in value)
    return compile_for(value, (), arithmetic)()


def compile_for(expr: sp.Basic, symbols: tuple[sp.Symbol, ...], arithmetic: Arithmetic) -> Program:
    """Compile ``expr`` as a function of ``symbols`` in an arithmetic.

    Raises:
        UnsupportedExpression: if the arithmetic does not know a part of it.
    """
    found = _compiled(expr, symbols, arithmetic)
    if isinstance(found, str):
        raise UnsupportedExpression(found)
    return found


@lru_cache(maxsize=4096)
def _compiled(expr: sp.Basic, symbols: tuple[sp.Symbol, ...], arithmetic: Arithmetic) -> Program | str:
    """The program, or why there is none: a search asks thousands of times, and long expressions take long to print."""
    compiler = _Compiler(symbols, arithmetic)
    try:
        result = compiler.slot(expr)
    except UnsupportedExpression as reason:
        return str(reason)
    return Program(compiler.steps, result, len(symbols))


def compile_all(
    expressions: Sequence[sp.Basic], symbols: tuple[sp.Symbol, ...], arithmetic: Arithmetic
) -> Callable[..., list[Any]]:
    """Several expressions as one function of ``symbols``; what they have in common is computed once."""
    compiler = _Compiler(symbols, arithmetic)
    results = [compiler.slot(expr) for expr in expressions]
    program = Program(compiler.steps, 0, len(symbols))

    def values(*arguments: Any) -> list[Any]:
        slots = program.trace(*arguments)
        return [slots[i] for i in results]

    return values


class _Compiler:
    def __init__(self, symbols: tuple[sp.Symbol, ...], arithmetic: Arithmetic):
        self.symbols = symbols
        self.arithmetic = arithmetic
        self.steps: list[tuple[Callable[..., Any], tuple[int, ...]]] = []
        self._slots: dict[sp.Basic, int] = {s: i for i, s in enumerate(symbols)}

    def slot(self, expr: sp.Basic) -> int:
        if expr not in self._slots:
            self._slots[expr] = self._compile(expr)
        return self._slots[expr]

    def _emit(self, operation: Callable[..., Any], *arguments: int) -> int:
        self.steps.append((operation, arguments))
        return len(self.symbols) + len(self.steps) - 1

    def _compile(self, expr: sp.Basic) -> int:
        if isinstance(expr, sp.Rational):
            return self._emit(partial(self.arithmetic.rational, expr))
        if expr in _CONSTANTS:
            return self._emit(partial(self.arithmetic.constant, _CONSTANTS[expr]))
        if isinstance(expr, sp.Add):
            return self._sum(expr)
        if isinstance(expr, sp.Mul):
            return self._fold(self.arithmetic.multiply, [self.slot(a) for a in expr.args])
        if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
            return self._power(expr.base, expr.exp)
        if isinstance(expr, sp.hyper):
            return self._hypergeometric(expr)
        if isinstance(expr, sp.Indexed):
            coordinate = partial(self._known_function("Indexed"), expr)
            return self._emit(coordinate, self.slot(expr.base.label), *(self.slot(i) for i in expr.indices))
        name = type(expr).__name__
        if name in self.arithmetic.binders:
            return self._binder(expr, self.arithmetic.binders[name])
        if isinstance(expr, sp.Function) or name in ("Max", "Min"):
            return self._function(expr, name)
        raise UnsupportedExpression(_refusal(expr))

    def _fold(self, operation: Callable[..., Any], slots: list[int]) -> int:
        result = slots[0]
        for other in slots[1:]:
            result = self._emit(operation, result, other)
        return result

    def _sum(self, expr: sp.Add) -> int:
        constant, terms = expr.as_coeff_add()
        pair = next((t for t in terms if constant != 0 and _cancels(constant, t)), None)
        slots = [] if pair is None else [self._cancelled(constant, pair.as_coeff_Mul()[1])]
        rest = [t for t in terms if t is not pair]
        slots += [self.slot(t) for t in rest]
        if pair is None and constant != 0:
            slots.append(self.slot(constant))
        return self._fold(self.arithmetic.add, slots)

    def _cancelled(self, constant: sp.Rational, function: sp.Expr) -> int:
        """``q - q exp(u)`` or ``q - q cos(u)`` without cancellation."""
        argument = function.args[0]
        if isinstance(function, sp.exp):
            small = self._emit(self._known_function("expm1"), self.slot(argument))
            return self._emit(self.arithmetic.multiply, self.slot(-constant), small)
        return self.slot(sp.Mul(2 * constant, sp.Pow(sp.sin(argument / 2), 2)))

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> int:
        if isinstance(exponent, sp.Integer):
            return self._emit(partial(_flipped, self.arithmetic.integer_power, int(exponent)), self.slot(base))
        if isinstance(exponent, sp.Rational):
            return self._emit(partial(_flipped, self.arithmetic.rational_power, exponent), self.slot(base))
        return self._emit(self.arithmetic.power, self.slot(base), self.slot(exponent))

    def _hypergeometric(self, expr: sp.hyper) -> int:
        upper, lower, argument = expr.args
        function = self._known_function("hyper")
        count = len(upper)

        def operation(*values: Any) -> Any:
            return function(values[:count], values[count:-1], values[-1])

        return self._emit(operation, *(self.slot(a) for a in (*upper, *lower, argument)))

    def _function(self, expr: sp.Basic, name: str) -> int:
        if isinstance(expr, AppliedUndef) or not isinstance(expr, getattr(sp, name, sp.Basic)):
            raise UnsupportedExpression(f"{expr}: a function of the name {name} that is not SymPy's")
        if name == "log" and expr.args[0].is_Add and "log1p" in self.arithmetic.functions:
            constant, terms = expr.args[0].as_coeff_add()
            if constant == 1:
                return self._emit(self._known_function("log1p"), self.slot(sp.Add(*terms)))
        function = self._known_function(name)
        arguments = [self.slot(a) for a in expr.args]
        if name in ("Max", "Min"):
            return self._fold(function, arguments)
        return self._emit(function, *arguments)

    def _known_function(self, name: str) -> Callable[..., Any]:
        if name not in self.arithmetic.functions:
            raise UnsupportedExpression(f"the function {name} is not known to {type(self.arithmetic).__name__}")
        return self.arithmetic.functions[name]

    def _binder(self, expr: sp.Basic, binder: Binder) -> int:
        symbols, arithmetic = parameters(expr), self.arithmetic

        def operation(*values: Any) -> Any:
            environment = dict(zip(symbols, values, strict=True))

            held: dict[tuple[Any, ...], Callable[..., Any]] = {}

            def sub(part: sp.Basic, bindings: Mapping[sp.Basic, Any] = environment, steady: bool = False) -> Any:
                """The value of a part; ``bindings`` add to the parameters. Between steady calls nothing but they changes."""
                if not steady or not environment.keys().isdisjoint(bindings):
                    known = {**environment, **bindings}
                    return compile_for(part, tuple(known), arithmetic)(*known.values())
                key = (part, *bindings)
                if key not in held:
                    held[key] = compile_for(part, (*symbols, *bindings), arithmetic).held(*values)
                return held[key](*bindings.values())

            return binder(expr, sub, environment)

        return self._emit(operation, *(self.slot(s) for s in symbols))


def _flipped(operation: Callable[..., Any], exponent: Any, base: Any) -> Any:
    return operation(base, exponent)


def _cancels(constant: sp.Expr, term: sp.Expr) -> bool:
    coefficient, function = term.as_coeff_Mul()
    return isinstance(function, (sp.exp, sp.cos)) and coefficient == -constant


def _refusal(expr: sp.Basic) -> str:
    if isinstance(expr, sp.Float):
        return f"the float {expr}: exact rationals only, write Rational(p, q)"
    if isinstance(expr, (Form, Variate)):
        return f"{expr} is random and stands outside of an expectation, or its law is unknown"
    if isinstance(expr, Expectation):
        return f"the expectation {expr}"
    if isinstance(expr, sp.Symbol):
        return f"the symbol {expr} has no value"
    return f"{type(expr).__name__}: {expr}"
