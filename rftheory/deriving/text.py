"""Feature maps as text: ``exp(w*x - x**2/2)``, where products of w and x are dot products and squares are squared lengths."""

from __future__ import annotations

import ast
import keyword
import math
import re
from tokenize import TokenError

import sympy as sp
from sympy.parsing.sympy_parser import parse_expr, rationalize, standard_transformations

from rftheory.deriving.feature_map import check_towers
from rftheory.deriving.refusals import UnknownFeature
from rftheory.deriving.symbols import b, d, u, uu, w

_FUNCTIONS = {
    name: getattr(sp, name)
    for name in ("exp", "cos", "sin", "cosh", "sinh", "tanh", "erf", "sqrt", "sign", "Abs", "Max")
}
_W, _U = sp.symbols("w u", commutative=True, real=True)
#: dot products as they are printed, such as w.u: products of symbols would be ambiguous in powers
_DOT = re.compile(r"\b([wuxy])\s*\.\s*([wuxy])\b")
_DOTS = {"dot_wu": w.dot(u), "dot_ww": w.square, "dot_uu": uu}
_NAMES = {**_DOTS, "w": _W, "u": _U, "x": _U, "y": _U, "b": b, "d": d, "I": sp.I, "i": sp.I, "pi": sp.pi}
#: names, numbers and arithmetic: nothing that Python would call
_ALLOWED = re.compile(r"[\w\s+\-*/().,^]*\Z")
#: what other programs call numbers that are none
_NO_NUMBERS = frozenset({"nan", "zoo", "oo", "inf", "infinity"})
#: the most digits of a number and the largest exponent: more is refused before anything is computed
_DIGITS, _EXPONENT = 100, 1000
_NUMBER = re.compile(r"(?<![\w.])(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?")

#: two parts of a product without a sign between them
_LITERAL = r"\b(?>[\d.]+(?:[eE][-+]?\d+)?)"
_UNSIGNED = re.compile(rf"({_LITERAL}(?=[^\W\d]|\s*\()|\b[\w.]+(?=\s+[\w(])|\)(?=\s*[\w(]))\s*([\w.]+|\()")
#: a sign at an end, beside a bracket or beside another sign that it does not go with
_LONELY = re.compile(
    r"[-+*/^,]+\s*$|^\s*[*/^,]|\(\s*[*/^,]|[-+*/^,]\s*\)|[-+*/^,]\s*[/^,]|,\s*[*/]|\*\*\s*\*|[-+/^]\s*\*"
)


def parse(text: str) -> sp.Expr | tuple[sp.Expr, ...]:
    """A feature, or a tuple of several that are separated by commas outside of brackets; numbers are exact.

    Raises:
        UnknownFeature: for what does not parse, and for products that are no dot products.
    """
    text = _DOT.sub(_dotted, text)
    if not text.strip() or not _ALLOWED.match(text) or "__" in text or re.search(r"\.\s*[^\W\d]", text):
        raise UnknownFeature(f"the feature map {text!r} has characters that no formula has")
    _check_sizes(text)
    names = dict(_NAMES)
    for word in set(re.findall(r"[^\W\d]\w*", text)):
        if word.lower() in _NO_NUMBERS:
            raise UnknownFeature(f"{word} is no finite number, and no name of a parameter")
        if word not in names and word not in _FUNCTIONS:
            if keyword.iskeyword(word) or re.search(rf"\b{word}\s*\(", text):
                raise UnknownFeature(f"{word} is no function of a formula; there are {', '.join(_FUNCTIONS)}")
            names[word] = sp.Symbol(word, real=True)
    try:
        found = parse_expr(
            text.replace("^", "**"),
            local_dict={**_FUNCTIONS, **names},
            global_dict={
                "__builtins__": {},
                "Integer": sp.Integer,
                "Rational": sp.Rational,
                "Float": sp.Float,
                "Symbol": sp.Symbol,
            },
            transformations=(*standard_transformations, rationalize),
        )
        features = [sp.sympify(part) for part in (found if isinstance(found, (tuple, sp.Tuple)) else [found])]
    except (SyntaxError, TokenError, TypeError, ValueError, AttributeError, NameError, sp.SympifyError) as error:
        raise UnknownFeature(
            f"the feature map {text!r} is no formula: {_slip(text) or getattr(error, 'msg', error)}"
        ) from None
    if not all(isinstance(feature, sp.Expr) for feature in features):
        raise UnknownFeature(f"the feature map {text!r} is no formula: {_slip(text) or 'it has a function of nothing'}")
    made = tuple(map(_vectors, features))
    return made if isinstance(found, (tuple, sp.Tuple)) else made[0]


def _dotted(found: re.Match[str]) -> str:
    """The name of a dot product; x and y are the input u."""
    return "dot_" + "".join(sorted(("w" if side == "w" else "u" for side in found.groups()), reverse=True))


def _slip(text: str) -> str:
    """What is wrong with a text that is no formula, in the words of who writes formulas; empty for what Python says better."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return f"the bracket that closes {text[: place + 1]!r} was not opened"
    if depth:
        return f"{'a bracket is' if depth == 1 else f'{depth} brackets are'} not closed"
    functions = "|".join(_FUNCTIONS)
    if alone := re.search(rf"\b({functions})\b(?!\s*\()", text):
        return f"{alone[1]} needs its argument in brackets: {alone[1]}(...)"
    if sides := _UNSIGNED.search(text):
        return f"there is no sign between {sides[1]!r} and {sides[2]!r}: for a product write {sides[1]}*{sides[2]}"
    if called := re.search(rf"\b(?!(?:{functions})\b)([^\W\d]\w*)\s*\(", text):
        return f"{called[1]} is no function: for a product write {called[1]}*("
    if lonely := _LONELY.search(text):
        return f"something is missing beside {lonely[0].strip()!r}"
    return ""


def _check_sizes(text: str) -> None:
    """Refuses numbers that are too long to be computed with, such as 9**9**9."""
    for number in _NUMBER.finditer(text):
        if len(number[0]) > _DIGITS or abs(int(number[1] or 0)) > _DIGITS:
            raise _too_long(number[0][:20])
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval")
    except (SyntaxError, ValueError, RecursionError):
        # what is no formula is told by who parses it
        return
    _size(tree.body)


def _size(node: ast.AST) -> float | None:
    """What a part of a formula is as a float, if it is made of numbers alone."""
    parts = [_size(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    if isinstance(node, ast.Constant):
        return float(node.value) if isinstance(node.value, (int, float)) else None
    if isinstance(node, ast.UnaryOp):
        return None if parts[0] is None else -parts[0]
    if not isinstance(node, ast.BinOp):
        return None
    left, right = parts
    if isinstance(node.op, ast.Pow) and right is not None:
        if abs(right) > _EXPONENT:
            raise UnknownFeature(f"exponents must be at most {_EXPONENT} in size, got {ast.unparse(node.right)}")
        if left and abs(right * math.log10(abs(left))) > _DIGITS:
            raise _too_long(ast.unparse(node))
    if left is None or right is None:
        return None
    powers = {ast.Add: left + right, ast.Sub: left - right, ast.Mult: left * right}
    if isinstance(node.op, ast.Div):
        return left / right if right else 0.0
    if isinstance(node.op, ast.Pow):
        return abs(left) ** right if left else 0.0
    value = powers.get(type(node.op))
    if value is not None and abs(value) > 10.0**_DIGITS:
        raise _too_long(ast.unparse(node))
    return value


def _too_long(number: str) -> UnknownFeature:
    return UnknownFeature(f"numbers must have at most {_DIGITS} digits, got {number}")


def _vectors(expr: sp.Expr) -> sp.Expr:
    """Polynomials in w and u as dot products and squared lengths."""
    if not expr.has(_W, _U):
        return expr
    if expr.is_polynomial(_W, _U):
        return _polynomial(expr)
    if not expr.args:
        raise UnknownFeature(f"{expr} is a vector, not a number: write w*x or x**2")
    return expr.func(*(_vectors(part) for part in expr.args))


def _polynomial(expr: sp.Expr) -> sp.Expr:
    # the polynomial asks for the signs of its coefficients
    check_towers("the feature map", expr)
    total = sp.Integer(0)
    for (of_w, of_u), coefficient in sp.Poly(sp.expand(expr), _W, _U).terms():
        if (of_w + of_u) % 2:
            raise UnknownFeature(f"{_W**of_w * _U**of_u} is a vector, not a number: write w*x, x**2 or w**2")
        dots = of_w % 2
        total += coefficient * w.dot(u) ** dots * w.square ** (of_w // 2) * uu ** (of_u // 2)
        if of_w > 1 and of_u:
            raise UnknownFeature(
                f"{_W**of_w * _U**of_u} may mean several things: write (w.u)**{of_w} or products of w.u, w.w and u.u"
            )
    return total
