"""Means over the direction ``u = w/|w|`` of a normal vector in balls, from its definition: by the angles of a point of the sphere.

The angle of u and a fixed vector has the density `rules.sphere.angle_density`, and so has, in one dimension less, that of the rest of u
and a second one. Of the plane what is left is a sign, and so is all on the line.
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp
from flint import arb

from rftheory.numbers.analytic import integral
from rftheory.numbers.ball_arithmetic import Ball, exact_integer
from rftheory.numbers.forms import FormGeometry
from rftheory.numbers.integrand import IMAGE, one_direction
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.rules.nodes import Form, SquaredLength, sources
from rftheory.rules.sphere import angle_density

_FIRST, _SECOND = sp.symbols("first second", real=True, cls=sp.Dummy)
#: the lengths of the parts of both vectors along the first one, and across it
_ALONG, _OTHER, _ACROSS = sp.symbols("along other across", real=True, cls=sp.Dummy)


def over_direction(integrand: sp.Expr, sub: SubEvaluator) -> Ball | None:
    """The ball of ``E f(w/|w|)``; None for anything else.

    Raises:
        UnsupportedExpression: for functions of more than two vectors, or that are not known to be analytic.
    """
    squares, forms = integrand.atoms(SquaredLength), integrand.atoms(Form)
    if len(squares) != 1 or not forms or len(sources(integrand)) != 1:
        return None
    (square,) = squares
    function = integrand.xreplace({form: sp.sqrt(square) * form for form in forms})
    if function.atoms(SquaredLength):
        return None
    size = exact_integer(sub(square.dimension))
    if size is None or size < 1:
        raise UnsupportedExpression(f"E[{integrand}]: no dimension {square.dimension} at the point")
    single = one_direction(function)
    if single is not None:
        direction = {form: _real(sub(c), integrand) for form, c in single.direction}
        length = FormGeometry(tuple(direction), sub).length(direction)
        values = {_ALONG: length}
        first = single.function.xreplace({IMAGE: _ALONG * sp.cos(_FIRST)})
        return _over_angles(first, size, 1, values, sub, integrand)
    if len(forms) != 2:
        raise UnsupportedExpression(f"E[{integrand}]: a direction and more than two vectors")
    u, v = sorted(forms, key=lambda form: form.sort_key())
    geometry = FormGeometry((u, v), sub)
    along = geometry.length({u: arb(1)})
    if not along > 0:
        raise UnsupportedExpression(f"E[{integrand}]: the first of two vectors may be zero")
    p, q = ({u: arb(1), v: arb(0)}, {u: arb(0), v: arb(1)})
    values = {_ALONG: along, _OTHER: geometry.dot(p, q) / along, _ACROSS: geometry.area(p, q) / along}
    if size == 1 and not values[_ACROSS].contains(0):
        raise UnsupportedExpression(f"E[{integrand}]: on a line there are no such vectors")
    cosine = sp.cos(_FIRST)
    images = {u: _ALONG * cosine, v: _OTHER * cosine + _ACROSS * sp.sin(_FIRST) * sp.cos(_SECOND)}
    return _over_angles(function.xreplace(images), size, 2, values, sub, integrand)


def _over_angles(
    function: sp.Expr, size: int, count: int, values: Mapping[sp.Symbol, Ball], sub: SubEvaluator, what: object
) -> Ball:
    """The mean over so many angles in so many dimensions; in fewer the last ones are 0 or pi."""
    ranges: dict[sp.Symbol, tuple[Ball, Ball]] = {}
    parts = [function]
    for place, angle in enumerate((_FIRST, _SECOND)[:count]):
        if size - place < 2:
            ends = (sp.Integer(0), sp.pi) if size - place == 1 else (sp.Integer(0),)
            parts = [part.xreplace({angle: end}) / len(ends) for part in parts for end in ends]
            continue
        ranges[angle] = (arb(0), arb.pi())
        parts = [part * angle_density(angle, sp.Integer(size - place)) for part in parts]

    def at(expr: sp.Expr) -> Ball:
        return sub(expr, values)

    total: Ball = arb(0)
    for part in parts:
        total = total + (integral(part, ranges, at, what) if ranges else at(part))
    return total


def _real(value: Ball, what: object) -> arb:
    if not isinstance(value, arb):
        raise UnsupportedExpression(f"E[{what}]: a complex vector and a direction")
    return value
