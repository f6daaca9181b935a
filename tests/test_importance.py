"""Change of measure, optimal proposals on points, and term-by-term bounds of sums."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tolerances import ulps

from rftheory.inputs.kernels import EQUAL_PAIR, PAIR, d, m, theta, x_norm, y_norm
from rftheory.numbers.balls import compare, enclose
from rftheory.proofs.opt import _setting as opt
from rftheory.proofs.opt import corollary_1, theorem_1_value
from rftheory.rules.importance import change_of_measure, density, importance_mean, weighted_sample
from rftheory.rules.nodes import Expectation, Projection, SampleMean
from rftheory.statements.domain import Domain

_W = Projection("w")
_AT = {x_norm: sp.Integer(1), y_norm: sp.Rational(3, 2), theta: sp.Integer(1), d: sp.Integer(3)}
_fractions = st.fractions(min_value=-2, max_value=2, max_denominator=12).map(
    lambda q: sp.Rational(q.numerator, q.denominator)
)
_scales = st.fractions(min_value=sp.Rational(1, 4), max_value=3, max_denominator=12).map(
    lambda q: sp.Rational(q.numerator, q.denominator)
)


def _alike(left: sp.Expr, right: sp.Expr, domain: Domain) -> bool:
    """Whether the balls of both sides overlap at points of a domain."""
    return all(compare(left, right, point) == "overlap" for point in islice(domain.random_points(0), 3))


@settings(max_examples=5, deadline=None)
@given(_fractions, _fractions, _scales)
def test_expectations_do_not_depend_on_the_gaussian_proposal(on_x: sp.Expr, on_y: sp.Expr, scale: sp.Expr) -> None:
    sample = sp.exp(_W.dot(PAIR.x)) * sp.cos(_W.dot(PAIR.y))
    moved = Expectation(weighted_sample(sample, _W, PAIR.x * on_x + PAIR.y * on_y, scale, d))
    assert compare(moved, Expectation(sample), _AT) == "overlap"


def test_the_weight_alone_has_mean_one() -> None:
    weight = weighted_sample(sp.Integer(1), _W, PAIR.z, sp.Rational(2, 3), d)
    assert compare(Expectation(weight), sp.Integer(1), _AT) == "overlap"


def test_squared_lengths_are_moved_too() -> None:
    sample = sp.exp(_W.squared_length(d) / 8)
    moved = Expectation(weighted_sample(sample, _W, PAIR.x, sp.Rational(3, 2), d))
    assert compare(moved, Expectation(sample), _AT) == "overlap"


def test_a_sample_that_is_not_weighted_has_another_mean() -> None:
    sample = sp.exp(_W.dot(PAIR.x))
    unweighted = sample * sp.exp(PAIR.x.dot(PAIR.z))
    assert compare(Expectation(unweighted), Expectation(sample), _AT) != "overlap"


def test_only_expectations_over_the_projection_change() -> None:
    other = Expectation(sp.exp(Projection("v").dot(PAIR.x)))
    rule = change_of_measure(_W, PAIR.x)
    assert rule(other) == other
    mine = Expectation(sp.exp(_W.dot(PAIR.x)))
    assert rule(mine) != mine


@pytest.mark.parametrize(
    ("sample", "shift", "scale", "words"),
    [
        (sp.Integer(1), PAIR.x, 0, "scale must be > 0, got 0"),
        (sp.Integer(1), PAIR.x, -1, "scale must be > 0, got -1"),
        (sp.Integer(1), PAIR.x, 2, "dimension must be given"),
        (SampleMean(sp.exp(_W.dot(PAIR.x)), m), PAIR.x, 1, "function of one draw"),
        (sp.exp(_W.dot(PAIR.x)), EQUAL_PAIR.x, 1, "different spaces"),
    ],
)
def test_bad_proposals_are_refused(sample: sp.Expr, shift: object, scale: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        weighted_sample(sample, _W, shift, scale)  # type: ignore[arg-type]


def test_weights_on_points_need_no_normalisation() -> None:
    weights, values = (lambda at: opt.psi[at]), (lambda at: opt.u[at])
    assert _alike(opt.over_points(density(weights, opt.k, opt.h, opt.N)) - 1, sp.Integer(0), opt.FIXED)
    moved = importance_mean(lambda at: opt.omega[at], weights, values, opt.k, opt.h, opt.N)
    assert _alike(moved - opt.over_points(opt.omega[opt.k] * opt.u[opt.k]), sp.Integer(0), opt.FIXED)
    assert not _alike(moved - opt.over_points(opt.u[opt.k]), sp.Integer(0), opt.FIXED)


# -- Theorem 1, against a computation that knows nothing of it --------------------------------------------------------


def _drawn(seed: int) -> tuple[dict[sp.Symbol, sp.Basic], dict[str, NDArray[np.float64]]]:
    generator = np.random.default_rng(seed)
    sizes = {opt.N: 4, opt.L_1: 3, opt.L_2: 2}
    shapes = {opt.omega: (4,), opt.psi: (4,), opt.alpha: (3,), opt.beta: (2,), opt.f: (3, 4), opt.g: (2, 4)}
    point: dict[sp.Symbol, sp.Basic] = {s: sp.Integer(n) for s, n in sizes.items()}
    arrays = {}
    for base, shape in shapes.items():
        low = -20 if base in (opt.f, opt.g) else 1
        whole = generator.integers(low, 21, shape)
        exact = [[sp.Rational(int(e), 8) for e in row] for row in np.atleast_2d(whole)]
        point[base.label] = sp.Tuple(*(sp.Tuple(*row) for row in exact)) if len(shape) == 2 else sp.Tuple(*exact[0])
        arrays[str(base.label)] = whole / 8
    return point, arrays


def _variance(arrays: dict[str, NDArray[np.float64]], chances: NDArray[np.float64]) -> float:
    """V_Psi pair by pair."""
    result = 0.0
    for weight, row in zip(arrays["alpha"], arrays["f"], strict=True):
        for other, column in zip(arrays["beta"], arrays["g"], strict=True):
            values = arrays["omega"] / chances * row * column
            center = (chances * values).sum()
            result += weight * other * (chances * (values - center) ** 2).sum()
    return result


def _optimal(arrays: dict[str, NDArray[np.float64]]) -> NDArray[np.float64]:
    first, second = (arrays[w] @ arrays[v] ** 2 for w, v in (("alpha", "f"), ("beta", "g")))
    weights = arrays["omega"] * np.sqrt(first * second)
    return weights / weights.sum()


@pytest.mark.parametrize("seed", range(3))
def test_definition_and_closed_form_agree_with_plain_numbers(seed: int) -> None:
    point, arrays = _drawn(seed)
    chances = arrays["psi"] / arrays["psi"].sum()
    tolerance = sp.Rational(1, 10**20)
    assert float(enclose(opt.variance(), point, tolerance).value.mid()) == pytest.approx(
        _variance(arrays, chances), rel=ulps(128)
    )
    best = _variance(arrays, _optimal(arrays))
    assert float(enclose(theorem_1_value.optimal_value(), point, tolerance).value.mid()) == pytest.approx(
        best, rel=ulps(128)
    )


@pytest.mark.parametrize("seed", range(3))
def test_no_proposal_beats_the_optimal_one(seed: int) -> None:
    _, arrays = _drawn(seed)
    best, optimum = _optimal(arrays), _variance(arrays, _optimal(arrays))
    generator = np.random.default_rng(seed)
    for share in (1.0, 0.1, 0.001):
        others = generator.dirichlet(np.ones(4), size=50)
        for other in (1 - share) * best + share * others:
            assert _variance(arrays, other) >= optimum * (1 - ulps(128))


def test_the_excess_over_the_optimum_is_not_zero_identically() -> None:
    excess = opt.excess(opt.root)
    gap = opt.reduced_variance() - opt.optimal_variance
    assert _alike(excess - gap, sp.Integer(0), opt.MOMENTS)
    assert not _alike(gap, sp.Integer(0), opt.MOMENTS)


def test_equal_roots_of_sums_make_up_the_sum() -> None:
    moment = opt.FIRST.second_moment()
    squared = opt.over_points(opt.psi[opt.k] * (sp.sqrt(moment) - 1) ** 2)
    expanded = opt.over_points(opt.psi[opt.k] * (moment - 2 * sp.sqrt(moment) + 1))
    assert _alike(squared - expanded, sp.Integer(0), opt.PROPOSALS)
    assert not _alike(squared - opt.over_points(opt.psi[opt.k] * (moment + 1)), sp.Integer(0), opt.PROPOSALS)


def test_different_laws_may_have_no_error_at_all() -> None:
    # phi(x_1) = (1, 0), phi(x_2) = (0, 1) on two points: far below the bound K(x_1, x_1) K(x_2, x_2) - K(x_1, x_2)^2 = 1
    one = sp.Integer(1)
    point = {opt.N: sp.Integer(2), opt.L_1: one, opt.L_2: one, opt.f.label: sp.Tuple(sp.Tuple(1, 0))}
    point |= {opt.g.label: sp.Tuple(sp.Tuple(0, 1)), opt.omega.label: sp.Tuple(1, 1), opt.psi.label: sp.Tuple(1, 1)}
    point |= {opt.alpha.label: sp.Tuple(1), opt.beta.label: sp.Tuple(1)}
    tolerance = sp.Rational(1, 10**20)
    assert enclose(opt.variance(), point, tolerance).value == 0
    assert enclose(corollary_1.bound(), point, tolerance).value == 1
