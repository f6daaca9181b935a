"""Errors of coupled projections: against independent routes and draws."""

from __future__ import annotations

import math
from dataclasses import replace

import mpmath
import numpy as np
import pytest
import sympy as sp
from conformity_reference import angle_integral
from flint import arb, ctx
from test_simulate import outcome_of

from rftheory.couplings.geometries import NAMES, geometry_of
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.halton import Halton
from rftheory.couplings.iid import Independent
from rftheory.couplings.simplex import Simplex
from rftheory.estimators.coupled import Coupled
from rftheory.estimators.moments import DIGITS
from rftheory.estimators.tilted import TiltedError
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.kernels import m, theta, x_norm, y_norm
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.montecarlo.checks.engine import literal, simulate
from rftheory.proofs.simrf._draws import Drawn, every_point, fourier_error, points, positive_error, sizes

pytestmark = pytest.mark.theory

POSITIVE, FOURIER = GeneralizedExponential(0, 1), GeneralizedExponential(0, -1)


@pytest.fixture(autouse=True)
def _precision():
    with ctx.workprec(128):
        yield


def _inputs(d, length, fourier):
    x = np.zeros(d)
    x[0] = length / 2
    return x, -x if fourier else x


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
@pytest.mark.parametrize("d", [2, 3, 6])
def test_the_second_moment_is_the_formula_of_pairs(coupling, d):
    """One sample, its partners in the block, and the others; the closed forms are those of `conformity`."""
    geometry = geometry_of(coupling, d)
    x, y = _inputs(d, 1.25, False)
    for size in (1, d, d + 1, 2 * d, 3 * d - 1):
        mse = _second(Coupled(POSITIVE, NAMES[coupling]), x, y, size, 1)
        square = arb(25) / 16
        rho = angle_integral(d, geometry.cosine, square / 2)
        n = geometry.partners(size)
        decay = (-square).exp()
        bracket = (2 * square).exp() - square.exp() + (rho - square.exp()) * n.numerator / n.denominator
        assert abs(arb(mpmath.nstr(mse, 30)) - decay * bracket / size) < arb(10) ** -24


def _second(estimator, x, y, size, kernel):
    """``E (K_hat - K)^2``."""
    with mpmath.workdps(DIGITS):
        return mpmath.re(estimator.weighted(x, y, mpmath.mpf(kernel)).moment((0, 1), size, 1))


def _reduced(family, quantity, expected, coupling=NAMES["orthogonal"]):
    point = {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(1, 2), theta: sp.Rational(12, 5), m: sp.Integer(8)}
    return MomentCheck("reduced", Coupled(family, coupling), quantity, sp.Float(expected, 30), point, reduced=True)


@pytest.mark.parametrize(
    "family", [POSITIVE, FOURIER, Positive(), Trigonometric(), GeneralizedExponential(-sp.Rational(1, 8), 1)]
)
def test_reduced_draws_have_the_law_of_literal_ones(family):
    configuration = _reduced(family, "mean", 1).configuration
    x, y = configuration.plain_inputs
    error = _second(configuration.estimator, x, y, 8, configuration.kernel)
    assert not outcome_of(_reduced(family, "mean", configuration.kernel)).rejected
    assert not outcome_of(_reduced(family, "mse", error)).rejected
    assert outcome_of(_reduced(family, "mse", error * mpmath.mpf("1.25"))).rejected
    assert configuration.label != replace(configuration, reduced=False).label


def test_bad_input():
    for family, coupling in ((Positive(), Halton()), (GeneralizedExponential(sp.I / 20, 1), Independent())):
        with pytest.raises(ValueError, match="reduced draws need an isotropic coupling and a real number A"):
            literal(_reduced(family, "mean", 1, coupling).configuration, 0)
    x, y = _inputs(3, 1.0, False)
    with pytest.raises(ValueError, match="no closed form"):
        Coupled(POSITIVE, HadamardProduct()).weighted(x, y, mpmath.mpf(0))
    with pytest.raises(ValueError, match="share must be in"):
        TiltedError(Coupled(POSITIVE), sp.Integer(1))
    with pytest.raises(ValueError, match="positive features"):
        TiltedError(Coupled(FOURIER))
    with pytest.raises(ValueError, match="isotropic coupling"):
        TiltedError(Coupled(POSITIVE, Halton()))


# -- where statements are drawn --------------------------------------------------------------------------------------


def test_the_points_cover_every_dimension_and_length():
    every = list(every_point())
    assert len(every) == len(set(every)) == 36
    assert {(p.dimension, p.length) for p in points(largest=128)} == {(p.dimension, p.length) for p in every}
    assert set(points()) < set(every)
    for dimension in (2, 3, 6, 64):
        below, at, twice = sizes(dimension)
        assert below < dimension == at < twice == 2 * dimension


def _answer(check):
    (outcome,) = simulate([check], "quick", 0)
    return outcome, outcome.shortfall


@pytest.mark.parametrize("coupling", list(NAMES))
def test_a_wrong_coupling_is_rejected(coupling):
    """The errors of the other couplings are at least 15% away here: they are rejected, the own one is not."""
    point = Drawn(sp.Integer(1), 6, 6)
    x, y = _inputs(6, 1.0, False)
    errors = {name: sp.Rational(str(_second(Coupled(POSITIVE, other), x, y, 6, 1))) for name, other in NAMES.items()}
    outcome, shortfall = _answer(positive_error(NAMES[coupling], point, errors.pop(coupling), ""))
    assert not shortfall and not outcome.rejected and outcome.has_teeth
    assert all(outcome.rejects(float(value)) for value in errors.values())


def test_more_than_one_block_is_told_from_one():
    """(11) with m - 1 partners in place of those of two blocks is rejected, for both kinds of features."""
    point = Drawn(sp.Integer(1), 3, 6)
    for family, check in ((POSITIVE, positive_error), (FOURIER, fourier_error)):
        x, y = _inputs(3, 1.0, family.s == -1)
        kernel = math.exp(-float((x - y) @ (x - y)) / 2)
        one, two, six = (_second(Coupled(family, Simplex()), x, y, size, kernel) for size in (1, 2, 6))
        with mpmath.workdps(30):
            pair = 2 * two - one
            assert abs(six - (one + 2 * pair) / 6) < mpmath.mpf(10) ** -25
            wrong = (one + 5 * pair) / 6
        outcome, shortfall = _answer(check(Simplex(), point, sp.Rational(str(six)), ""))
        assert not shortfall and not outcome.rejected and outcome.rejects(float(wrong))
