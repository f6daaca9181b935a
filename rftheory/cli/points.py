"""Points typed on the command line, read exactly: ``theta=pi-1/10000,m=3``. Nothing is evaluated as code."""

from __future__ import annotations

import ast
import operator
import re

import sympy as sp

_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
#: beyond these a value is a slip of the keyboard, and its exact digits would fill the memory
_MAX_LENGTH, _MAX_EXPONENT = 200, 1000
_ALLOWED = "numbers, pi, + - * / ** and sqrt(...)"


def parse_point(text: str) -> dict[str, sp.Expr]:
    """Parameter name -> exact value.

    Raises:
        ValueError: naming the parameter, its value and what is allowed.
    """
    point: dict[str, sp.Expr] = {}
    for part in filter(None, (item.strip() for item in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name.isidentifier() or not value:
            raise ValueError(f"a point is written name=value,name=value, got {part!r}")
        if name in point:
            raise ValueError(f"{name} is given twice")
        point[name] = parse_value(name, value)
    return point


def parse_value(name: str, text: str) -> sp.Expr:
    """One exact value; ``0.1`` is one tenth.

    Raises:
        ValueError: if it is not a finite real number built from what is allowed.
    """
    if len(text) > _MAX_LENGTH:
        raise ValueError(f"{name} is longer than {_MAX_LENGTH} characters")
    try:
        value = _exact(ast.parse(text, mode="eval").body, text)
    except SyntaxError:
        raise ValueError(f"{name} = {text} is not a number; allowed: {_ALLOWED}") from None
    except ValueError as error:
        raise ValueError(f"{name} = {text}: {error}; allowed: {_ALLOWED}") from None
    if not (value.is_finite and value.is_extended_real):
        raise ValueError(f"{name} = {text} is not a finite real number")
    return value


def _exact(node: ast.expr, text: str) -> sp.Expr:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return _number(ast.get_source_segment(text, node) or "")
    if isinstance(node, ast.Name) and node.id == "pi":
        return sp.pi
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = _exact(node.operand, text)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return _power(_exact(node.left, text), _exact(node.right, text))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_exact(node.left, text), _exact(node.right, text))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sqrt":
        if len(node.args) != 1 or node.keywords:
            raise ValueError("sqrt takes one value")
        return sp.sqrt(_exact(node.args[0], text))
    raise ValueError(f"{ast.get_source_segment(text, node) or text!r} is not allowed")


def _number(text: str) -> sp.Expr:
    exponent = re.search(r"[eE]([+-]?\d+)$", text)
    if exponent and abs(int(exponent[1])) > _MAX_EXPONENT:
        raise ValueError(f"exponents are limited to {_MAX_EXPONENT}")
    return sp.Rational(text.replace("_", ""))


def _power(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    if not exponent.is_Rational or abs(exponent) > _MAX_EXPONENT or len(str(base)) > _MAX_LENGTH:
        raise ValueError(f"exponents are rational numbers of size at most {_MAX_EXPONENT}")
    return base**exponent
