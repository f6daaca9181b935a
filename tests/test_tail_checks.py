"""Probabilities by simulation: exact ones are accepted, wrong ones and exceeded bounds rejected."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
from test_concentration import POINT

from rftheory.proofs.crt._tails import FAMILY, epsilon, event, largest_error
from rftheory.estimators.coupled import Regular
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.kernels import A, m, r, theta
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.montecarlo.checks.engine import simulate
from rftheory.montecarlo.checks.tails import TailCheck
from rftheory.numbers.balls import real_ball
from rftheory.rules.nodes import Probability


def _check(expected: sp.Expr, relation: str) -> TailCheck:
    return TailCheck(
        "tail",
        Regular(FAMILY),
        "probability",
        expected,
        POINT,
        threshold=epsilon,
        relation=relation,  # type: ignore[arg-type]
    )


def test_draws_accept_the_exact_probability_and_reject_others() -> None:
    exact = sp.Rational(real_ball(Probability(event), POINT, 128).mid().str(20, radius=False))
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
