"""Points as people give them, read exactly: ``theta=pi-1/10000,m=3``. Nothing is evaluated as code.

A vector is written ``x=(1/2,-1/3)`` (one coordinate: ``x=(1/2,)``), a data set ``X=((1,2),(3,4))``.
"""

from __future__ import annotations

import ast
import operator
import re
from numbers import Rational
from typing import Any, TypeAlias

import sympy as sp

_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
Words: TypeAlias = dict[str, Any]
#: what has a name among real and among complex numbers: constants and functions
_REAL: tuple[Words, Words] = (
    {"pi": sp.pi},
    {name: getattr(sp, name) for name in ("sqrt", "log", "acos", "asin", "atan")},
)
_COMPLEX: tuple[Words, Words] = {**_REAL[0], "I": sp.I}, {**_REAL[1], "exp": sp.exp}
#: beyond these a value is a slip of the keyboard, and its exact digits would fill the memory
_MAX_LENGTH, _MAX_EXPONENT, _MAX_COORDINATES = 200, 1000, 4096
_ALLOWED = "numbers, pi, + - * / **, sqrt(...), log, acos, asin and atan of them, and vectors: (1/2,3), (1,)"


def parse_point(text: str, real: bool = True) -> dict[str, sp.Basic]:
    """Parameter name -> exact value; unless they have to be real, ``A=-1/10+I/5`` is one too.

    Raises:
        ValueError: naming the parameter, its value and what is allowed.
    """
    point: dict[str, sp.Basic] = {}
    for part in filter(None, parts(text)):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name.isidentifier() or not value:
            raise ValueError(f"a point is written name=value,name=value, got {part!r}")
        if between := re.search(r"[^=<>!\s]\s+([^\W\d]\w*)\s*=(?!=)", value):
            raise ValueError(
                f"a point is written name=value,name=value: there is no comma before {between[1]} in {part!r}"
            )
        if name in point:
            raise ValueError(f"{name} is given twice")
        point[name] = parse_value(name, value, real)
    return point


def parts(text: str) -> list[str]:
    """The text between the commas that stand in no parentheses.

    Raises:
        ValueError: if the parentheses do not match.
    """
    found, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            break
        if letter == "," and depth == 0:
            found.append(text[start:place].strip())
            start = place + 1
    if depth != 0:
        raise ValueError(f"the parentheses of {_shortened(text)!r} do not match")
    return [*found, text[start:].strip()]


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_LENGTH else text[:_MAX_LENGTH] + "..."


def _coordinates(text: str) -> list[str] | None:
    """The coordinates of a vector; None for a number."""
    if not (text.startswith("(") and text.endswith(")")):
        return None
    try:
        inside = parts(text[1:-1])
    except ValueError:  # as in (1+2)*(3+4)
        return None
    return None if len(inside) == 1 else inside[:-1] if inside[-1] == "" else inside


def parse_value(name: str, text: str, real: bool = True) -> sp.Basic:
    """One exact value; ``0.1`` is one tenth, ``(1/2,-1/3)`` is a vector; numbers in which I is written may be let in.

    Raises:
        ValueError: if it is not built from finite (real) numbers of what is allowed.
    """
    text = text.strip()
    coordinates = _coordinates(text)
    if coordinates is None:
        # without I a root of a negative number is a slip
        return parse_number(name, text, real or not re.search(r"\bI\b", text))
    if len(coordinates) > _MAX_COORDINATES:
        raise ValueError(f"{name} has {len(coordinates)} coordinates; allowed: at most {_MAX_COORDINATES}")
    return sp.Tuple(*(parse_value(f"{name}[{k}]", part, real) for k, part in enumerate(coordinates, start=1)))


def exact_value(name: str, value: Any, real: bool = True) -> sp.Basic:
    """One exact value, given as an integer, a fraction, a SymPy number, a text as of `parse_value`, or a tuple of these.

    Raises:
        ValueError: for floats, and texts that `parse_value` refuses.
    """
    if isinstance(value, str):
        return parse_value(name, value, real)
    if isinstance(value, tuple | list):
        return sp.Tuple(*(exact_value(f"{name}[{k}]", part, real) for k, part in enumerate(value, start=1)))
    if isinstance(value, Rational | sp.Basic) and not isinstance(value, bool | sp.Float):
        return sp.sympify(value)
    raise ValueError(f"{name} must be exact (an integer, a SymPy number, or a text such as '1/7'), got {value!r}")


def parse_number(name: str, text: str, real: bool = True) -> sp.Expr:
    """One exact number; unless it has to be real, I and exp may occur too.

    Raises:
        ValueError: as `parse_value`.
    """
    if len(text) > _MAX_LENGTH:
        raise ValueError(f"{name} is longer than {_MAX_LENGTH} characters")
    # one line, so that columns are places
    line = " ".join(text.split())
    try:
        value = _exact(ast.parse(line, mode="eval").body, line, *(_REAL if real else _COMPLEX))
    except SyntaxError:
        raise ValueError(f"{name} = {text} is not a number; allowed: {_ALLOWED}") from None
    except ValueError as error:
        raise ValueError(f"{name} = {text}: {error}; allowed: {_ALLOWED}") from None
    if not value.is_finite or (real and not value.is_extended_real):
        raise ValueError(f"{name} = {text} is not a finite {'real ' if real else ''}number")
    return value


def _exact(node: ast.expr, text: str, constants: Words, functions: Words) -> sp.Expr:
    def inner(part: ast.expr) -> sp.Expr:
        return _exact(part, text, constants, functions)

    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return _number(_written(node, text))
    if isinstance(node, ast.Name) and node.id in constants:
        return constants[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = inner(node.operand)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return _power(inner(node.left), inner(node.right))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](inner(node.left), inner(node.right))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
        if len(node.args) != 1 or node.keywords:
            raise ValueError(f"{node.func.id} takes one value")
        return functions[node.func.id](inner(node.args[0]))
    raise ValueError(f"{_written(node, text)!r} is not allowed")


def _written(node: ast.expr, line: str) -> str:
    """A part of a line as it is written; columns count bytes."""
    return line.encode()[node.col_offset : node.end_col_offset].decode()


def _number(text: str) -> sp.Expr:
    exponent = re.search(r"[eE]([+-]?\d+)$", text)
    if exponent and abs(int(exponent[1])) > _MAX_EXPONENT:
        raise ValueError(f"exponents are limited to {_MAX_EXPONENT}")
    return sp.Rational(text.replace("_", ""))


def _power(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    if not exponent.is_Rational or abs(exponent) > _MAX_EXPONENT or len(str(base)) > _MAX_LENGTH:
        raise ValueError(f"exponents are rational numbers of size at most {_MAX_EXPONENT}")
    return base**exponent
