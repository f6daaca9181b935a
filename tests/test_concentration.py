"""Tails: exact ones against every bound and by simulation, rules that refuse what is not proved, the noncentral chi-square law."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rftheory.proofs.crt._tails import FAMILY, epsilon, event, largest, largest_error
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.kernels import A, d, m, r, theta, x_norm, y_norm
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.montecarlo.checks.engine import simulate
from rftheory.montecarlo.checks.tails import TailCheck
from rftheory.montecarlo.estimators.coupled import Regular
from rftheory.numbers.balls import compare, enclose
from rftheory.numbers.multiprecision import value
from rftheory.proofs.crt.theorem_4_2_iid import printed
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.concentration import bernstein, deviation, hoeffding
from rftheory.rules.nodes import Expectation, Probability, SampleMean
from rftheory.rules.variates import UnitVariate

U = UnitVariate("U")
POINT = {
    A: sp.Integer(-1), d: sp.Integer(3), x_norm: sp.Integer(1), y_norm: sp.Rational(1, 2), theta: sp.Integer(1),
    m: sp.Integer(1), epsilon: sp.Rational(1, 4),
}  # fmt: skip
FRACTIONS = st.fractions(min_value=sp.Rational(1, 50), max_value=20, max_denominator=50).map(
    lambda q: sp.Rational(q.numerator, q.denominator)
)


# -- the noncentral chi-square law --------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(x=FRACTIONS, dimension=st.integers(1, 40), square=FRACTIONS)
def test_noncentral_law_agrees_with_scipy_and_mpmath(x: sp.Rational, dimension: int, square: sp.Rational) -> None:
    law = NoncentralChiSquare(x, dimension, square)
    enclosed = enclose(law, {})
    assert enclosed.relative_radius() <= sp.Rational(1, 10**30)
    # a wrong formula is off by more; scipy loses digits in the tail, and mpmath below has them all
    assert float(enclosed.value) == pytest.approx(
        stats.ncx2.cdf(float(x), dimension, float(square)), rel=1e-6, abs=1e-14
    )
    with mpmath.workdps(40):
        second = mpmath.mpf(str(enclosed.value.mid().str(40, radius=False)))
        # the digits that the enclosure has
        assert abs(second / value(law, {}, 40) - 1) < mpmath.mpf(10) ** -30


def test_noncentral_law_is_central_without_a_shift_and_zero_on_the_left() -> None:
    assert enclose(NoncentralChiSquare(2, 2, 0) - (1 - sp.exp(-1)), {}).contains_zero
    assert enclose(NoncentralChiSquare(-1, 3, 1), {}).value.is_zero()
    assert compare(NoncentralChiSquare(3, 4, 2), NoncentralChiSquare(3, 4, 1), {}) == "<"


def test_noncentral_law_of_many_components_and_deep_tails() -> None:
    deep = enclose(NoncentralChiSquare(sp.Rational(1, 10**6), 64, 2000), {})
    assert deep.relative_radius() <= sp.Rational(1, 10**30)
    assert float(deep.value.log()) < -1000


# -- probabilities ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 5])
def test_probabilities_enclose_frequencies(size: int) -> None:
    point = {**POINT, m: sp.Integer(size)}
    enclosed = enclose(Probability(event), point, max_precision=128).value
    check = TailCheck("p", Regular(FAMILY), "probability", sp.Rational(1, 2), point, threshold=epsilon)
    configuration = check.configuration
    generator = np.random.default_rng(size)
    x, y = configuration.inputs(generator)
    draws = configuration.estimator.draw(generator, 40_000, x, y, size, 1)
    # Hoeffding: the frequency is that close to the probability, except with probability 1e-9
    slack = float(np.sqrt(np.log(2e9) / 80_000))
    frequency = check.values(draws).mean()
    assert float(enclosed.lower()) - slack <= frequency <= float(enclosed.upper()) + slack
    assert float(enclosed.rad()) < (1e-20 if size == 1 else 0.2)


@settings(max_examples=8, deadline=None)
@given(
    a=FRACTIONS, first=FRACTIONS, second=FRACTIONS, angle=st.integers(0, 3), dimension=st.integers(1, 20), gap=FRACTIONS
)
def test_exact_one_sample_tails_respect_every_bound(
    a: sp.Rational, first: sp.Rational, second: sp.Rational, angle: int, dimension: int, gap: sp.Rational
) -> None:
    norms = {x_norm: first / 10, y_norm: second / 10, theta: sp.Integer(angle)}
    point = {**POINT, **norms, A: -a, d: sp.Integer(dimension), epsilon: gap}
    for bound in (hoeffding(event, 0, largest).bound, bernstein(event, largest).bound, printed(-d)):
        assert compare(Probability(event), bound, point) != ">"


# -- the bounds of known laws ---------------------------------------------------------------------------------------


def test_the_event_is_read_off_whichever_way_it_is_written() -> None:
    gap = SampleMean(U, m) - Expectation(U)
    for inner, side in ((gap, 1), (-gap, -1), (sp.Abs(gap), 0), (sp.Abs(-gap), 0)):
        parts = deviation(sp.Ge(inner, epsilon, evaluate=False))
        assert (parts.sample, parts.centre, parts.side) == (U, Expectation(U), side)


# -- by simulation: exact ones are accepted, wrong ones and exceeded bounds rejected ----------------------------------


def _check(expected: sp.Expr, relation: str) -> TailCheck:
    return TailCheck("tail", Regular(FAMILY), "probability", expected, POINT, threshold=epsilon, relation=relation)  # type: ignore[arg-type]


def test_draws_accept_the_exact_probability_and_reject_others() -> None:
    exact = sp.Rational(str(value(Probability(event), POINT, 20)))
    for expected, relation, refuted in (
        (exact, "=", False), (exact * sp.Rational(9, 10), "=", True), (exact * sp.Rational(9, 10), "<=", True),
        ((exact + 1) / 2, "<=", False),
    ):  # fmt: skip
        check = _check(expected, relation)
        (outcome,) = simulate([check], "quick", seed=3)
        assert not outcome.shortfall
        assert outcome.rejected is refuted


@pytest.mark.parametrize(
    ("factor", "relation", "refuted"), [(1, "=", False), (2, "=", True), (2, "<=", False), (0.5, "<=", True)]
)
def test_a_bound_on_any_moment_is_rejected_only_from_above(factor: float, relation: str, refuted: bool) -> None:
    # at right angles cos(w.(x - y)) of one projection is drawn, and SM = 1
    at = {r: 1, theta: sp.pi / 2, m: 1}
    exact = sp.exp(2) * (1 - sp.exp(-2)) ** 2 / 2
    expected = exact * sp.Rational(str(factor))
    check = MomentCheck("mse", Regular(Trigonometric()), "mse", expected, at, relation=relation)  # type: ignore[arg-type]
    (outcome,) = simulate([check], "quick", seed=3)
    assert outcome.rejected is refuted


def test_largest_error_over_rows_is_that_of_the_worst_pair() -> None:
    zero, half, point = sp.Integer(0), sp.Rational(1, 2), {A: -sp.Rational(1, 4), m: sp.Integer(3)}
    queries, keys = ((half, zero), (zero, half)), ((zero, zero), (half, half))
    errors = []
    for rows in [(queries, keys)] + [((q,), (k,)) for q in queries for k in keys]:
        estimator = largest_error(FAMILY.at(point), *rows)
        errors.append(estimator.draw(np.random.default_rng(5), 50, np.zeros(2), np.zeros(2), 3, 1))
    assert np.allclose(errors[0], np.max(errors[1:], axis=0))
    assert np.all(errors[0] > 0)
