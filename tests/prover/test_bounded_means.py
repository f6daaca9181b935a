"""Means of powers times waves and error functions of a normal number: the values that are proved agree with quadrature."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import fixed_quad
from scipy.special import erf

from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.terms import IMAG, Term, make, rat
from rftheory.prover.expectations import closed_form, is_random
from rftheory.prover.terms import GAUSS, add, exp, mean_of, mul, raised, times
from rftheory.prover.theory import theory
from rftheory.prover.trace import Trace

_NUMBERS = st.fractions(-2, 2, max_denominator=4)
#: functions and numbers of terms at one place in many digits, and at an array of places
_MPMATH: dict[str, Any] = {
    **{name: getattr(mpmath, name) for name in ("exp", "erf", "atan", "log", "sqrt", "cos", "sin")},
    **{"abs": abs, "sgn": mpmath.sign, "pi": mpmath.pi, "imag": mpmath.mpc(0, 1)},
    "rat": lambda q: mpmath.mpf(q.numerator) / q.denominator,
}
_NUMPY: dict[str, Any] = {
    **{name: getattr(np, name) for name in ("exp", "log", "sqrt", "cos", "sin", "abs", "pi")},
    **{"erf": erf, "atan": np.arctan, "sgn": np.sign, "imag": 1j, "rat": float},
}


def _value(term: Term, draw: Any = None, words: dict[str, Any] = _MPMATH) -> Any:
    """The value of a term without binders, in which the one variable is a draw."""
    if term.op in ("var", "bound"):
        return draw
    if term.op in ("rat", "pi", "imag"):
        return words["rat"](term.data) if term.op == "rat" else words[term.op]
    args = [_value(arg, draw, words) for arg in term.args]
    if term.op in words:
        return words[term.op](*args)
    if term.op == "pow":
        return args[0] ** term.data
    if term.op == "rpow":
        return args[0] ** args[1]
    if term.op in ("neg", "inv"):
        return -args[0] if term.op == "neg" else 1 / args[0]
    return sum(args) if term.op == "+" else math.prod(args)


def _quadrature(term: Term) -> Any:
    """The mean over one normal number by its density: the trapezoidal rule, whose error for such functions is below exp(-800)."""
    places, step = np.linspace(-20, 20, 801, retstep=True)
    density = np.exp(-(places**2) / 2) / np.sqrt(2 * np.pi)
    return step * np.sum(_value(term.args[1], places, _NUMPY) * density)


def _linear(g: Term, slope: Fraction, shift: Fraction) -> Term:
    return add(mul(rat(slope), g), rat(shift))


@pytest.mark.parametrize("kind", ["cos", "sin", "erf", "turn"])
@settings(max_examples=4, deadline=None)
@given(st.integers(0, 4), _NUMBERS, _NUMBERS, _NUMBERS, st.booleans())
def test_a_power_times_a_wave_or_an_error_function(
    kind: str, n: int, slope: Fraction, shift: Fraction, tilt: Fraction, bends: bool
) -> None:
    """With an exponential of a multiple of the draw before it, and of its square."""

    def body(g: Term) -> Term:
        inside = _linear(g, slope, shift)
        one = exp(mul(IMAG, inside)) if kind == "turn" else make(kind, (inside,))
        front = exp(add(mul(rat(tilt), g), mul(rat(Fraction(-1, 3) if bends else 0), raised(g, 2))))
        return times(*([raised(g, n)] if n else []), one, front)

    term = mean_of(EMPTY, [GAUSS], body)
    found = closed_form(Trace(library=theory()), EMPTY, term).judgement.args[1]
    assert abs(_value(found) - _quadrature(term)) < 1e-9


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 3), _NUMBERS, _NUMBERS)
def test_a_power_times_two_error_functions(n: int, first: Fraction, second: Fraction) -> None:
    term = mean_of(
        EMPTY,
        [GAUSS],
        lambda g: times(*([raised(g, n)] if n else []), *(make("erf", (mul(rat(one), g),)) for one in (first, second))),
    )
    found = closed_form(Trace(library=theory()), EMPTY, term).judgement.args[1]
    assert abs(_value(found) - _quadrature(term)) < 1e-9


@pytest.mark.parametrize("kind", ["inv", "sqrt", "exp", "abs", "sgn"])
@settings(max_examples=4, deadline=None)
@given(st.integers(0, 2), st.integers(1, 3), st.integers(1, 5))
def test_a_mean_over_a_uniform_number(kind: str, n: int, slope: int, shift: int) -> None:
    """Of a power times a function of ``s u + c``, where c > 0, or ``s u - c/6`` inside of absolute values and signs."""
    law = make("uniform", (rat(0), rat(1)))

    def body(u: Term) -> Term:
        place = Fraction(-shift, 6) if kind in ("abs", "sgn") else Fraction(shift)
        return times(*([raised(u, n)] if n else []), make(kind, (_linear(u, Fraction(slope), place),)))

    term = mean_of(EMPTY, [law], body)
    found = closed_form(Trace(library=theory()), EMPTY, term).judgement.args[1]
    cut = shift / 6 / slope
    ends = [0.0, *([cut] if cut < 1 else []), 1.0]
    value = sum(
        fixed_quad(lambda x: _value(term.args[1], x, _NUMPY), *pair, n=40)[0] for pair in itertools.pairwise(ends)
    )
    assert is_random(found) or abs(_value(found) - value) < 1e-9
    assert not is_random(found) or (n > 0 and kind == "sqrt")


@pytest.mark.parametrize("name", ["mills_above", "mills_below", "error_function_left"])
@given(st.fractions(Fraction(1, 50), 12))
@settings(max_examples=30, deadline=None)
def test_bounds_of_an_error_function_hold(name: str, place: Fraction) -> None:
    judgement = theory().theorem(f"exponential_bounds__{name}").judgement  # type: ignore[union-attr]
    at = mpmath.mpf(place.numerator) / place.denominator * (-1 if name == "error_function_left" else 1)
    with mpmath.workdps(120):
        low, high = (_value(side, at) for side in judgement.args)
    assert low <= high
    # a bound that is sharper by the half fails
    assert place < 1 or name == "error_function_left" or high <= 2 * low


@pytest.mark.parametrize("shift", [Fraction(1), Fraction(-1, 2)])
def test_two_error_functions_with_a_threshold_are_left_open(shift: Fraction) -> None:
    """Their mean is no elementary function; it is seen to converge, and stays."""
    term = mean_of(EMPTY, [GAUSS], lambda g: mul(make("erf", (g,)), make("erf", (_linear(g, Fraction(1), shift),))))
    assert is_random(closed_form(Trace(library=theory()), EMPTY, term).judgement.args[1])
