"""Rough certified values of ``E h(w.x, w.y)`` where h has kinks along curves: the plane is cut into cells of known mass.

In an orthonormal frame whose first axis is along x the images are ``|x| g`` and ``|y| (g cos theta + f sin theta)`` with independent
standard normal g, f. The mean is a sum over cells of their mass times the range of h there, which balls enclose. The radius is about
the slope of h times the width of a cell; what is false by more than that is seen to be false.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp
from flint import arb

from rftheory.numbers.ball_arithmetic import BallArithmetic, around_zero, between
from rftheory.numbers.gaussian_integrals import cut_off_bound
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression, compile_for
from rftheory.numbers.work import spend

_PLAIN = BallArithmetic()
#: cells along an axis, and how far beyond the peak of the bound they go
_CELLS, _BEYOND = 128, 4


def over_cells(
    function: sp.Expr,
    images: Sequence[sp.Symbol],
    lengths: Sequence[arb],
    angle: arb,
    bound: tuple[arb, arb],
    sub: SubEvaluator,
) -> arb:
    """``E h`` of two images with such lengths and such an angle.

    Args:
        bound: C and a rate, with ``|h| <= C exp(rate r)`` at the distance r from 0.

    Raises:
        UnsupportedExpression: for functions that are not real, or not finite on a cell.
    """
    constant, rate = bound
    end = arb((rate + 1 + _BEYOND).abs_upper().ceil())
    spend(_CELLS**2, function)
    names = sorted(function.free_symbols - {*images}, key=lambda symbol: symbol.sort_key())
    program, values = compile_for(function, (*names, *images), _PLAIN), [sub(name) for name in names]
    ends = [end * (2 * place - _CELLS) / _CELLS for place in range(_CELLS + 1)]
    cells = [between(*pair) for pair in zip(ends[:-1], ends[1:], strict=True)]
    below = [(1 + (point / arb(2).sqrt()).erf()) / 2 for point in ends]
    masses = [high - low for low, high in zip(below[:-1], below[1:], strict=True)]
    along, across = lengths[1] * angle.cos(), lengths[1] * angle.sin()
    total = arb(0)
    for g, own in zip(cells, masses, strict=True):
        first, start = lengths[0] * g, along * g
        row = arb(0)
        for f, mass in zip(cells, masses, strict=True):
            value = program(*values, first, start + across * f)
            if not isinstance(value, arb):
                raise UnsupportedExpression(f"not real: {function}")
            row += mass * value
        total += own * row
    if not total.is_finite():
        raise UnsupportedExpression(f"a pole in the plane: {function}")
    return total + around_zero(cut_off_bound(constant, rate + 1, end))
