"""Branch and bound with balls: inequalities certified on closed boxes.

Everything that is reported as proved is proved: a box counts only when a ball of its range excludes the contrary, a
violation only when the ball at an exact point does. What is not decided within ``max_boxes`` is reported as not proved.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import sympy as sp
from flint import arb, ctx

from rftheory.numbers.balls import compare
from rftheory.numbers.box_function import Box, BoxFunction, Ends, is_point
from rftheory.rules.propositions import Point

#: working precision of branch and bound, in bits
PRECISION = 128
#: integer parameters with more values than this must be relaxed to real ones by the caller
_MOST_VALUES = 4_096


@dataclass(frozen=True)
class BoxCertificate:
    """The outcome of branch and bound for ``expr > 0`` (or ``>= 0``) on a box.

    ``lower_bound`` is an exact lower bound of the expression on the box if proved; ``violation`` an exact point at
    which the inequality certainly fails; ``boxes`` the number of boxes looked at.
    """

    proved: bool
    violation: Point | None
    boxes: int
    lower_bound: sp.Rational | None


def certify(
    expr: sp.Expr, box: Ends, strict: bool = True, max_boxes: int = 20_000, relax_integers: bool = False
) -> BoxCertificate:
    """Certify ``expr > 0`` (``>= 0`` unless ``strict``) on a closed box with exact ends.

    Integer parameters are enumerated, or treated as real ones with ``relax_integers``.

    Raises:
        UnsupportedExpression: for expectations and functions unknown to balls.
    """
    expr = sp.sympify(expr)
    total, least = 0, None
    for values in _integer_values(expr, box, relax_integers):
        with ctx.workprec(PRECISION):
            rest = {s: ends for s, ends in box.items() if s not in values}
            found = _certify(BoxFunction(expr.xreplace(values), rest), strict, max_boxes - total)
        total += found.boxes
        if not found.proved:
            violation = None if found.violation is None else {**values, **found.violation}
            return BoxCertificate(False, violation, total, None)
        least = found.lower_bound if least is None else sp.Min(least, found.lower_bound)
    if least is None:
        raise ValueError(f"no integer value lies in the box {dict(box)}: a certificate about nothing")
    return BoxCertificate(True, None, total, least)


def _integer_values(expr: sp.Expr, box: Ends, relax: bool) -> list[dict[sp.Symbol, sp.Integer]]:
    symbols = [] if relax else [s for s in box if s.is_integer and s in expr.free_symbols]
    ranges = [range(int(sp.ceiling(box[s][0])), int(sp.floor(box[s][1])) + 1) for s in symbols]
    count = sp.prod(len(r) for r in ranges)
    if count > _MOST_VALUES:
        raise ValueError(f"{count} values of {symbols}; allowed: at most {_MOST_VALUES}, or relax_integers=True")
    return [dict(zip(symbols, map(sp.Integer, values), strict=True)) for values in itertools.product(*ranges)]


def _certify(function: BoxFunction, strict: bool, max_boxes: int) -> BoxCertificate:
    stack, used = [function.whole], 0
    least: sp.Rational | None = None
    while stack:
        if used >= max_boxes:
            return BoxCertificate(False, None, used, None)
        box = stack.pop()
        used += 1
        known = function.range(box)
        low = _exact(known.value.low)
        if not (known.value.low > 0 or (not strict and known.value.low >= 0)):
            violation = _violation(function, known.reduced, strict)
            if violation is not None:
                return BoxCertificate(False, violation, used, None)
            if is_point(known.reduced):
                low = _at_point(function, known.reduced, strict)
                if low is None:
                    return BoxCertificate(False, None, used, None)
            else:
                stack.extend(function.split(known.reduced, known.slopes))
                continue
        least = low if least is None else min(least, low)
    return BoxCertificate(True, None, used, least)


def _violation(function: BoxFunction, box: Box, strict: bool) -> Point | None:
    """The centre of a box, if the inequality certainly fails there."""
    centre = function.centre(box)
    value = function.at(centre)
    return function.point(centre) if value.high < 0 or (strict and value.is_zero) else None


def _at_point(function: BoxFunction, box: Box, strict: bool) -> sp.Rational | None:
    """A lower bound of the value at one exact point at which the balls of branch and bound decide nothing."""
    point = function.point(function.centre(box))
    order = compare(function.expr, sp.Integer(0), point)
    if order == ">":
        return sp.Integer(0)
    exact_zero = order == "overlap" and function.expr.xreplace(point).is_zero
    return sp.Integer(0) if exact_zero and not strict else None


def _exact(value: arb) -> sp.Expr:
    """An exact end of an interval (rational, or infinite)."""
    if not value.is_finite():
        return sp.oo if value > 0 else -sp.oo
    mantissa, exponent = (int(part) for part in value.mid().man_exp())
    return sp.Integer(mantissa) * sp.Integer(2) ** exponent
