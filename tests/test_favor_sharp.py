"""FAVOR#: errors by quadrature of the map itself, the optimum against its neighbours, the scalar case, what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tolerances import ulps

from rftheory import Mechanism, closed_form, mse
from rftheory.families.base import HasVariance
from rftheory.families.favor_sharp import BALANCES, FavorSharp
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.features import make

A = np.array([[-0.2, 0.05], [0.05, 0.02]])
PSI = np.array([[1.2, 0.1], [0.1, 0.9]])


def data(seed: int, d: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Rows of two sets whose scales differ between coordinates and between the sets."""
    rng = np.random.default_rng(seed)
    first, second = rng.uniform(0.2, 1.5, size=(2, d))
    mixed = np.linalg.qr(rng.standard_normal((d, d)))[0]
    return rng.standard_normal((30, d)) @ mixed * first, 0.2 + rng.standard_normal((20, d)) @ mixed * second


def mean_log_moment(family: HasVariance, x: np.ndarray, y: np.ndarray) -> float:
    """The mean over all pairs of log E Z^2/K^2 = log(1 + Var/K^2)."""
    first, second = np.repeat(x, len(y), axis=0), np.tile(y, (len(x), 1))
    relative = family.log_variance(first, second) + np.square(first - second).sum(axis=1)
    return float(np.logaddexp(0, relative).mean())


@pytest.mark.parametrize("psi", [PSI, (1.3, 0.8), "none"])
def test_mean_and_variance_are_integrals_of_the_map(psi: object) -> None:
    """By Gauss-Hermite quadrature over the plane: nothing is shared with the formula but the map."""
    family, (nodes, weights) = FavorSharp(A, psi), np.polynomial.hermite_e.hermegauss(90)
    w = np.stack(np.meshgrid(nodes, nodes), axis=-1).reshape(-1, 1, 2)
    mass = np.outer(weights, weights).ravel() / (2 * np.pi)
    x, y = np.array([[0.5, -0.2]]), np.array([[0.1, 0.6]])
    samples = (family.features(x, w, "x") * family.features(y, w, "y"))[:, 0, 0]
    kernel = np.exp(-np.square(x - y).sum() / 2)
    assert mass @ samples == pytest.approx(kernel, rel=1e-9)
    variance = mass @ np.square(samples) - kernel**2
    assert np.exp(family.log_variance(x, y)[0]) == pytest.approx(variance, rel=1e-7)
    assert mse(Mechanism(family), x, y, m=5)[0] == pytest.approx(variance / 5, rel=1e-7)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from(BALANCES))
def test_no_symmetric_matrix_nearby_is_better(seed: int, psi: str) -> None:
    (x, y), rng = data(seed), np.random.default_rng(seed)
    best = FavorSharp(psi=psi).fit(x, y, 3)
    least = mean_log_moment(best, x, y)
    for size in (1e-3, 0.05):
        step = rng.standard_normal((3, 3)) * size
        other = np.asarray(best.matrix) + step + step.T
        if np.linalg.eigvalsh(other).max() < 1 / 8:
            assert mean_log_moment(FavorSharp(other, best.psi), x, y) >= least - ulps(64) * (1 + least)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_balances_make_the_mean_square_least(seed: int) -> None:
    """Of ``Psi x + Psi^-1 y`` over all pairs, among matrices of their kind; so the mean log moment gains."""
    (x, y), rng = data(seed), np.random.default_rng(seed)

    def size(psi: np.ndarray) -> float:
        return float(np.square((x @ psi)[:, None] + (y @ np.linalg.inv(psi))[None]).sum(axis=-1).mean())

    diagonal, symmetric = (FavorSharp(psi=how).fit(x, y, 3).psi for how in ("diagonal", "symmetric"))
    for _ in range(5):
        turn = rng.standard_normal((3, 3)) / 20
        assert size(diagonal @ np.diag(np.exp(np.diag(turn)))) >= size(diagonal) * (1 - ulps(64))
        root = np.linalg.cholesky(symmetric)
        assert size(root @ (np.eye(3) + (turn + turn.T) / 2) @ root.T) >= size(symmetric) * (1 - 1e-9)
    assert size(symmetric) <= size(diagonal) * (1 + 1e-9) <= size(np.eye(3)) * (1 + 2e-9)


def test_a_multiple_of_the_identity_is_gerf() -> None:
    x, y = data(1)
    ours, gerf = FavorSharp(-0.1 * np.eye(3), "none"), GeneralizedExponential(-0.1, 1)
    np.testing.assert_allclose(ours.log_variance(x[:9], y[:9]), gerf.log_variance(x[:9], y[:9]), rtol=ulps(400))
    w = np.random.default_rng(0).standard_normal((5, 3))
    np.testing.assert_allclose(ours.features(x, w), gerf.features(x, w), rtol=ulps(400))
    # the control
    assert not np.allclose(FavorSharp(np.diag([-0.1, -0.1, -0.2]), "none").features(x, w), gerf.features(x, w))


def test_maps_have_the_error_that_is_promised() -> None:
    x, y = data(3)
    made = [make("favor-sharp", m=64, kernel="softmax", seed=seed).fit(x, keys=y) for seed in range(200)]
    family = FavorSharp(made[0].parameters_["matrix"], made[0].parameters_["psi"])
    promised = closed_form("mse", Mechanism(family), x[:4], y[:4], m=64, kernel="softmax").value
    gaps = [
        np.vecdot(each.transform(x[:4]), each.transform_other(y[:4])) - np.exp(np.vecdot(x[:4], y[:4])) for each in made
    ]
    # relative standard errors of 200 squares of tails that are not much heavier than normal
    assert np.square(gaps).mean(axis=0) == pytest.approx(promised, rel=0.5)
    assert made[0].asymmetric_ and (made[0].transform(x) > 0).all()


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_a_matrix_is_no_worse_than_a_number(seed: int) -> None:
    """OPRF is the best multiple of the identity, without a balance."""
    x, y = data(seed)
    number = OptimalPositive.for_data(x, y).at({})
    for psi in BALANCES:
        assert mean_log_moment(FavorSharp(psi=psi).fit(x, y, 3), x, y) <= mean_log_moment(number, x, y) * (1 + ulps(64))


def test_uneven_scales_are_what_a_matrix_is_for() -> None:
    x, y = data(3)
    x, y = x * [4, 1, 1], y * [1, 1, 4]
    number, best = OptimalPositive.for_data(x, y).at({}), FavorSharp().fit(x, y, 3)
    assert mean_log_moment(best, x, y) < mean_log_moment(number, x, y) - 0.5


@pytest.mark.parametrize(
    "given, words",
    [
        ((np.diag([0.2, 0.0]),), "eigenvalues < 1/8"),
        ((np.array([[0, 0.1], [0, 0]]),), "matrix must be symmetric"),
        ((np.array([[0.0, np.nan], [0, 0]]),), "finite entries"),
        ((A, (1.0, -1.0)), "psi must be positive definite"),
        ((A, np.eye(3)), "psi must be positive definite of shape"),
        ((A, "best"), "psi must be a matrix or one of diagonal, symmetric, none, got 'best'"),
        ((None, PSI), "psi must be given with a matrix"),
    ],
)
def test_other_matrices_are_refused(given: tuple, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        FavorSharp(*given)


def test_what_the_data_do_not_say_is_refused() -> None:
    with pytest.raises(ValueError, match="matrix must be given, or taken from data"):
        Mechanism("favor-sharp").features(np.eye(2), 3)
    with pytest.raises(ValueError, match=r"matrix must have shape \(3, 3\) like the inputs"):
        FavorSharp(A).log_variance(np.eye(3), np.eye(3))
    with pytest.raises(ValueError, match="psi='symmetric' needs rows that span all dimensions"):
        FavorSharp(psi="symmetric").fit(np.eye(3)[:2], np.eye(3), 3)
