"""Balls against independent values at random and extreme parameters: none may miss."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import acb, arb, ctx, fmpq

from rftheory.inputs.coordinates import k
from rftheory.inputs.kernels import PAIR, d, m, n, x_norm
from rftheory.numbers import noncentral_chi_square
from rftheory.numbers.balls import UnsupportedExpression, ball
from rftheory.numbers.frames import _radial
from rftheory.numbers.gaussian_integrals import exponential_moment
from rftheory.rules.nodes import Expectation, Probability, Projection, SampleMean
from rftheory.rules.variates import UnitVariate

_DIGITS = 50
_W = Projection("w")
_T = sp.Symbol("t", real=True)


class _Draws:
    """Exact numbers for balls and the same ones for mpmath."""

    def __init__(self, seed: int):
        self.generator = np.random.default_rng(seed)

    def number(self, low: float, high: float, scale: int = 64) -> fmpq:
        return fmpq(int(self.generator.integers(int(low * scale), int(high * scale) + 1)), scale)


def _mp(value: fmpq) -> mpmath.mpf:
    return mpmath.mpf(int(value.p)) / int(value.q)


def _holds(value: arb | acb, true: mpmath.mpc) -> bool:
    """Whether a ball contains a number that mpmath knows to almost all of its digits."""
    slack = mpmath.mpf(10) ** (8 - _DIGITS) * (1 + abs(true))
    parts = [(acb(value).real, true.real), (acb(value).imag, true.imag)]
    return all(p.overlaps(arb(str(q), str(slack))) for p, q in parts)


@pytest.fixture(autouse=True)
def _precision() -> object:
    with mpmath.workdps(_DIGITS), ctx.workprec(96):
        yield


def test_a_miss_would_be_seen() -> None:
    value = exponential_moment(acb(arb(fmpq(1, 2))), 0, acb(arb(fmpq(-1, 4))))
    true = mpmath.exp(mpmath.mpf(1) / 12) / mpmath.sqrt(mpmath.mpf(3) / 2)
    assert _holds(value, mpmath.mpc(true))
    assert not _holds(value, mpmath.mpc(true) * (1 + mpmath.mpf(10) ** -20))


@pytest.mark.parametrize("seed", range(2))
def test_gaussian_exponentials(seed: int) -> None:
    draws = _Draws(seed)
    for case in range(12):
        near = case % 3 == 0
        a = (
            (fmpq(1, 2) - fmpq(1, int(draws.generator.integers(2, 900))) if near else draws.number(-3, 0.4)),
            (draws.number(-20, 20) if near else draws.number(-3, 3)),
        )
        b = draws.number(-1, 1) if near else draws.number(-5, 5), draws.number(-1, 1) if near else draws.number(-5, 5)
        value = exponential_moment(acb(*map(arb, b)), 0, acb(*map(arb, a)))
        kappa, slope = 1 - 2 * mpmath.mpc(*map(_mp, a)), mpmath.mpc(*map(_mp, b))
        true = mpmath.exp(slope**2 / (2 * kappa)) / mpmath.sqrt(kappa)
        assert not value.is_finite() or _holds(value, true), (a, b)


@pytest.mark.parametrize("seed", range(2))
def test_frames(seed: int) -> None:
    draws = _Draws(seed)
    for _ in range(8):
        members, dimension = int(draws.generator.integers(1, 5)), int(draws.generator.integers(2, 7))
        rate, square = (draws.number(-2, 0.45), draws.number(-2, 2)), (draws.number(-9, 9), draws.number(-4, 4))
        value = _radial(members, dimension, acb(*map(arb, rate)), acb(*map(arb, square)))
        gap, half = 1 - 2 * mpmath.mpc(*map(_mp, rate)), mpmath.mpf(dimension) / 2
        argument = mpmath.mpc(*map(_mp, square)) / (2 * gap)
        true = gap ** (-members * half) * mpmath.hyp1f1(members * half, half, argument)
        assert _holds(value, mpmath.mpc(true)), (members, dimension, rate, square)


@pytest.mark.parametrize("seed", range(2))
def test_the_probability_of_a_ball_from_its_definition(seed: int) -> None:
    draws = _Draws(seed)
    for case in range(12):
        x, dimension = draws.number(0.1, 40), 1 + int(draws.generator.integers(0, 12))
        square = fmpq(0) if case % 4 == 0 else draws.number(0, 20)
        value = noncentral_chi_square.from_definition(arb(x), dimension, arb(square))
        law = noncentral_chi_square.multiprecision(mpmath.mp, _mp(x), mpmath.mpf(dimension), _mp(square))
        assert _holds(value, mpmath.mpc(law)), (x, dimension, square)
        wrong = noncentral_chi_square.multiprecision(mpmath.mp, _mp(x), mpmath.mpf(dimension + 1), _mp(square))
        assert not _holds(value, mpmath.mpc(wrong)) or wrong > 0.999


_SERIES = [
    (_T**k / sp.factorial(k), sp.exp(_T), 20),
    ((k - 20) * (k - 21) * _T**k / sp.factorial(k), (_T**2 - 40 * _T + 420) * sp.exp(_T), 20),
    ((k - 20) * _T**k, _T / (1 - _T) ** 2 - 20 / (1 - _T), sp.Rational(15, 16)),
    ((-1) ** k * _T ** (2 * k + 1) / sp.factorial(2 * k + 1), sp.sin(_T), 20),
    (sp.binomial(9, k) * _T**k, (1 + _T) ** 9, sp.Rational(15, 16)),
]


@pytest.mark.parametrize(("term", "total", "reach"), _SERIES)
@pytest.mark.parametrize("share", [-1, sp.Rational(-1, 3), 0, sp.Rational(1, 7), 1])
def test_infinite_sums(term: sp.Expr, total: sp.Expr, reach: sp.Expr, share: sp.Expr) -> None:
    point = {_T: reach * share}
    try:
        value = ball(sp.Sum(term, (k, 0, sp.oo)), point, 128)
    except UnsupportedExpression:
        assert term.has(sp.binomial)  # the ratio of a sum that ends tends to -t
        return
    assert value.overlaps(ball(total, point, 256))
    assert value.rel_accuracy_bits() > 30 or value.contains(0)


@pytest.mark.parametrize("epsilon", [sp.Rational(-1, 3), sp.Integer(0)])
@pytest.mark.parametrize("size", [1, 3])
def test_deviations_of_any_size_are_certain(epsilon: sp.Rational, size: int) -> None:
    sample = sp.exp(-_W.squared_length(d) + _W.dot(PAIR.x))
    event = sp.Ge(sp.Abs(SampleMean(sample, m) - sp.Rational(1, 5)), epsilon, evaluate=False)
    value = ball(Probability(event), {d: sp.Integer(2), m: sp.Integer(size), x_norm: sp.Integer(1)}, 64)
    assert value.overlaps(arb(1))
    assert not value > 1


def test_the_mean_of_a_variate_is_a_number_inside_of_a_sample() -> None:
    u = UnitVariate("U")
    event = sp.Ge(SampleMean(u - Expectation(u), m), sp.Rational(1, 10), evaluate=False)
    assert ball(Probability(event), {m: sp.Integer(1)}, 64) > 0


def test_one_projection_has_one_dimension() -> None:
    sample = sp.exp(-_W.squared_length(d) - _W.squared_length(n))
    with pytest.raises((UnsupportedExpression, ValueError), match="several dimensions"):
        ball(Expectation(sample), {d: sp.Integer(2), n: sp.Integer(3)}, 64)
