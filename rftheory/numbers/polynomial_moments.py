"""Expectations of polynomials of forms and squared lengths times an exponential, without the closed form that they are to check.

In an orthonormal frame of the vectors the forms are combinations of independent standard normal numbers, and ``|w|^2`` is the sum of
their squares and of a chi-square number with as many degrees of freedom as there are dimensions left. What is multiplied out is
integrated coordinate by coordinate (`gaussian_integrals.exponential_moment`).
"""

from __future__ import annotations

import sympy as sp
from flint import acb, arb

from rftheory.numbers.ball_arithmetic import Ball, demoted
from rftheory.numbers.forms import FormGeometry
from rftheory.numbers.gaussian_integrals import exponential_moment
from rftheory.numbers.integrand import one_direction
from rftheory.numbers.kinks import kinked_moment
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.gaussian import constant_and_exponent, exponent_parts
from rftheory.rules.nodes import Expectation, Form, SquaredLength, sources

#: coefficients by the powers of the numbers of the frame, and of what is left of the squared length
_Polynomial = dict[tuple[int, ...], Ball]
#: powers that are multiplied out
MOST_POWERS = 24
#: functions of one direction that are no polynomials and no exponentials; their quotients are none either
_KINKED = (sp.Abs, sp.sign, sp.erf, sp.tanh)


def polynomial_moment(term: sp.Expr, sub: SubEvaluator) -> Ball | None:
    """``E c f(w.v) prod (w.u_i)^k_i |w|^(2 j) exp(a |w|^2 + w.u)`` with signs and the like in f; None for other shapes.

    Raises:
        UnsupportedExpression: for vectors of several spaces, and where their products do not show a frame.
    """
    powers: dict[Form | SquaredLength, int] = {}
    rest, kinked = [], []
    for factor in sp.Mul.make_args(term):
        base, power = factor.as_base_exp()
        if isinstance(base, (Form, SquaredLength)) and power.is_Integer and power > 0:
            powers[base] = powers.get(base, 0) + int(power)
        elif power.is_Integer and sources(base) and (power < 0 or isinstance(base, _KINKED)):
            kinked.append(factor)
        else:
            rest.append(factor)
    single = one_direction(sp.Mul(*kinked)) if kinked else None
    try:
        constant, exponent = constant_and_exponent(sp.Mul(*rest))
        parts = exponent_parts(exponent)
    except ValueError:
        return None
    if parts.phases or len(sources(term)) != 1 or sum(powers.values()) > MOST_POWERS or (kinked and single is None):
        return None
    lengths = {*parts.squares, *(base for base in powers if isinstance(base, SquaredLength))}
    dimension = sub(next(iter(lengths)).dimension) if lengths else arb(0)
    # in numbers that are larger by the root of 1 - 2a the exponential of a |w|^2 is part of the density
    spread = 1 - 2 * sum((_real(sub(a)) for a in parts.squares.values()), arb(0))
    if not spread > 0 or len(lengths) > 1:
        raise UnsupportedExpression(f"not known to converge, or one projection in several dimensions: {term}")
    scale = 1 / spread.sqrt()
    axis = {form: _real(sub(c)) for form, c in single.direction} if single else {}
    named = {*parts.linear, *axis, *(f for f in powers if isinstance(f, Form))}
    forms = tuple(sorted(named, key=lambda f: f.sort_key()))
    length, rows = _frame(forms, axis, sub)
    slopes = [acb(0)] * len(forms)
    for form, c in parts.linear.items():
        for place, entry in enumerate(rows[form]):
            slopes[place] = slopes[place] + acb(sub(c)) * entry * scale
    whole: _Polynomial = {(0,) * (len(forms) + 1): arb(1)}
    for base, power in powers.items():
        factor_ = _length(len(forms)) if isinstance(base, SquaredLength) else _linear(rows[base])
        for _ in range(power):
            whole = _times(whole, factor_)
    total: Ball = arb(0)
    for exponents, c in whole.items():
        value = c * _rising(dimension - len(forms), exponents[-1]) * scale ** (sum(exponents) + exponents[-1])
        for place, (slope, order) in enumerate(zip(slopes, exponents, strict=False)):
            one = exponential_moment(demoted(slope), order)
            if single and place == 0:
                one = kinked_moment(single.function, length * scale, demoted(slope), order, sub)
            value = value * one
        total = demoted(total + value)
    front = scale**dimension if parts.squares else arb(1)
    return demoted(total * front * sub(constant * sp.exp(parts.constant)))


def length_power_moment(term: sp.Expr, sub: SubEvaluator) -> Ball | None:
    """The mean of a product f of forms of w, their sizes and signs, times a power of |w|; None for other terms.

    The direction of w and its length are independent. So with p the degree of f

        E f(w) |w|^(2 s) = E f(w) 2^s Gamma((d + p)/2 + s)/Gamma((d + p)/2).

    Raises:
        UnsupportedExpression: where the mean is not seen to converge.
    """
    degree, power, rest = 0, sp.Integer(0), []
    lengths = term.atoms(SquaredLength)
    if len(lengths) != 1 or len(sources(term)) != 1:
        return None
    (length,) = lengths
    for factor in sp.Mul.make_args(sp.factor(term)):
        base, exponent = factor.as_base_exp()
        inner = base.args[0] if isinstance(base, (sp.Abs, sp.sign)) else base
        if base == length:
            power += exponent
            continue
        rest.append(factor)
        if isinstance(inner, Form) and exponent.is_Integer and exponent > 0:
            degree += 0 if isinstance(base, sp.sign) else int(exponent)
        elif sources(factor):
            return None
    if sources(power):
        return None
    half, shift = (_real(sub(length.dimension)) + degree) / 2, _real(sub(power))
    if not half + shift > 0:
        raise UnsupportedExpression(f"not seen to converge here: E[{term}]")
    ratio = arb(2) ** shift * (half + shift).gamma() / half.gamma()
    return demoted(sub(expand_expectation(Expectation(sp.Mul(*rest)))) * ratio)


def _frame(forms: tuple[Form, ...], axis: dict[Form, arb], sub: SubEvaluator) -> tuple[arb, dict[Form, list[arb]]]:
    """The vectors of the forms in an orthonormal frame that begins along ``axis``, if that is given, and its length."""
    geometry = FormGeometry(forms, sub)
    units: dict[Form, dict[Form, arb]] = {form: {form: arb(1)} for form in forms}
    last: Form | None = None
    if axis:
        last = next((form for form in reversed(forms) if form in axis and not axis[form].contains(0)), None)
        if last is None:
            raise UnsupportedExpression("a direction that may be none")
        units = {last: axis, **{form: unit for form, unit in units.items() if form is not last}}
    rows: dict[Form, list[arb]] = {}
    for i, (form, u) in enumerate(units.items()):
        row = [arb(0)] * len(forms)
        for j, other in enumerate(rows):
            inner = geometry.dot(u, units[other]) - sum((row[k] * rows[other][k] for k in range(j)), arb(0))
            if rows[other][j].is_zero():
                continue
            if rows[other][j].contains(0):
                raise UnsupportedExpression(f"{other} may lie in the span of the others, or nearly")
            row[j] = inner / rows[other][j]
        first = next(iter(rows.values()), row)
        if len(forms) == 2 and i == 1 and first[0] > 0:
            row[1] = geometry.area(*units.values()) / first[0]
        else:
            gap = geometry.dot(u, u) - sum((entry**2 for entry in row), arb(0))
            row[i] = geometry.length(u) if i == 0 else gap.max(arb(0)).sqrt()
        rows[form] = row
    length = next(iter(rows.values()))[0] if rows else arb(0)
    if last is not None:
        # the row of the axis gives place to that of its last vector
        along = rows[last]
        for form, c in axis.items():
            if form is not last:
                along = [a - c * b for a, b in zip(along, rows[form], strict=True)]
        rows[last] = [a / axis[last] for a in along]
    return length, rows


def _real(value: Ball) -> arb:
    if isinstance(value, acb):
        raise UnsupportedExpression("a complex coefficient in a real direction")
    return value


def _linear(row: list[arb]) -> _Polynomial:
    return {tuple(int(k == place) for k in range(len(row) + 1)): entry for place, entry in enumerate(row)}


def _length(size: int) -> _Polynomial:
    """``|w|^2``: the squares, and what is left."""
    squares = {tuple(2 * int(k == place) for k in range(size + 1)): arb(1) for place in range(size)}
    return {**squares, (*[0] * size, 1): arb(1)}


def _times(first: _Polynomial, second: _Polynomial) -> _Polynomial:
    found: _Polynomial = {}
    for a, c in first.items():
        for b, e in second.items():
            key = tuple(x + y for x, y in zip(a, b, strict=True))
            found[key] = found.get(key, arb(0)) + c * e
    return found


def _rising(degrees: Ball, order: int) -> Ball:
    """``E c^j`` of a chi-square number: ``n (n + 2) ... (n + 2 j - 2)``; a polynomial identity, also for n < 0."""
    found: Ball = arb(1)
    for k in range(order):
        found = found * (degrees + 2 * k)
    return found
