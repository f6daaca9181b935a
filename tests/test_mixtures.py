"""Kernels that are mixtures of Gaussians over a law of scales: kernels, projections, errors, choices, audits, the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import mpmath
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.gaussian_process.kernels import Matern, RationalQuadratic
from sklearn.metrics.pairwise import laplacian_kernel

from rftheory import audit, choose, closed_form, estimate
from rftheory.cli import main
from rftheory.couplings.geometry import Geometry
from rftheory.families.mixtures.errors import errors
from rftheory.families.mixtures.kernels import chosen_kernel, log_kernel, mixture_of
from rftheory.features import make
from tests.audited import named

X = np.random.default_rng(3).normal(size=(24, 5))
#: kernels with those of scikit-learn
KERNELS = {
    "matern(1/2)": Matern(nu=0.5), "matern(3/2)": Matern(nu=1.5), "matern(5/2)": Matern(nu=2.5), "matern(0.7)": Matern(nu=0.7),
    "laplace": Matern(nu=0.5), "rational-quadratic(2)": RationalQuadratic(alpha=2.0),
    "rational-quadratic(1/3)": RationalQuadratic(alpha=1 / 3), "laplacian": lambda x: laplacian_kernel(x, gamma=1.0),
}  # fmt: skip
#: what is promised of averages over scales
PROMISED = 1e-10


@pytest.mark.parametrize("name", KERNELS)
def test_kernels_are_those_of_scikit_learn(name: str) -> None:
    found = np.exp(log_kernel(name, X[:, None], X[None]))
    # float64 of a dozen operations, and of a Bessel function
    np.testing.assert_allclose(found, KERNELS[name](X), atol=1e-12)


def _variance(name: str, r: float) -> mpmath.mpf:
    """``(1 + K(2r))/2 - K(r)^2`` with 60 digits, by the formulas of the kernels."""
    mixture = mixture_of(name)
    assert mixture is not None

    def kernel(length: mpmath.mpf) -> mpmath.mpf:
        if hasattr(mixture, "alpha"):
            alpha = mpmath.mpf(mixture.alpha.numerator) / mixture.alpha.denominator
            return (1 + length**2 / (2 * alpha)) ** (-alpha)
        nu = mpmath.mpf(mixture.nu.numerator) / mixture.nu.denominator
        s = mpmath.sqrt(2 * nu) * length
        return 2 ** (1 - nu) / mpmath.gamma(nu) * s**nu * mpmath.besselk(nu, s)

    with mpmath.workdps(60):
        return (1 + kernel(2 * mpmath.mpf(r))) / 2 - kernel(mpmath.mpf(r)) ** 2


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["matern", "rational-quadratic"]), st.fractions(min_value="1/10", max_value=40, max_denominator=64),
    st.floats(-7, 1.5),
)  # fmt: skip
def test_errors_of_independent_projections_follow_from_the_kernel(name: str, shape: object, log10: float) -> None:
    kernel, r = f"{name}({shape})", 10.0**log10
    x, y = np.array([[r, 0.0]]), np.zeros((1, 2))
    exact = _variance(kernel, r)
    for family, more in (("trigonometric", mpmath.mpf(0)), ("random-phase-cosine", mpmath.mpf(1) / 2)):
        (log,) = closed_form("mse", family, x, y, 1, kernel=kernel).log
        assert abs(mpmath.exp(mpmath.mpf(float(log))) / (exact + more) - 1) < PROMISED


def test_the_weights_of_the_rule_are_a_law() -> None:
    for name in ("matern(1/10)", "matern(5/2)", "matern(300)", "rational-quadratic(1/5)", "rational-quadratic(90)"):
        mixture = mixture_of(name)
        assert mixture is not None
        np.testing.assert_allclose(mixture.rule(np.array([1e-6, 1.0, 30.0])).weights.sum(axis=1), 1, rtol=PROMISED)


@pytest.mark.parametrize("name", ["matern(5/2)", "matern(1/2)", "rational-quadratic(2)"])
def test_samplers_have_the_density(name: str) -> None:
    mixture = mixture_of(name)
    assert mixture is not None
    drawn = np.sort(np.log(mixture.squared_scales(np.random.default_rng(1), (4000,))))
    grid = np.linspace(-30, 90, 240_001)
    law = np.cumsum(np.exp(mixture.log_density(grid))) * (grid[1] - grid[0])
    # one right sampler in ten thousand is refused; the seed is fixed
    assert stats.kstest(drawn, lambda u: np.interp(u, grid, law)).pvalue > 1e-4
    # a law of another shape is told
    assert stats.kstest(1.2 * drawn, lambda u: np.interp(u, grid, law)).pvalue < 1e-4


@pytest.mark.parametrize(("d", "coupling"), [(2, "orthogonal"), (4, "orthogonal"), (5, "simplex"), (3, "simplex")])
def test_scales_of_nearly_one_value_are_the_gaussian_kernel(d: int, coupling: str) -> None:
    x = np.zeros((3, d))
    x[:, 0] = [0.4, 1.0, 2.5]
    for kernel in ("matern(100000)", "rational-quadratic(100000)"):
        one = closed_form("mse", f"trigonometric x {coupling}", x, 0 * x, d, kernel=kernel).value
        other = closed_form("mse", f"trigonometric x {coupling}", x, 0 * x, d, kernel="gaussian").value
        # of the order of the variance of the scales
        np.testing.assert_allclose(one, other, rtol=2e-3)


@pytest.mark.parametrize("kernel", ["matern(5/2)", "laplace", "rational-quadratic(2)", "laplacian"])
@pytest.mark.parametrize("mechanism", ["trigonometric", "trigonometric x orthogonal", "random-phase-cosine x simplex"])
def test_draws_agree(kernel: str, mechanism: str) -> None:
    x, y = X[:2, :3] / 2, X[2:4, :3] / 2
    found = estimate(["mean", "mse"], mechanism, x, y, 5, kernel=kernel, draws=20_000, level=0.9999)
    assert all(found.holds(each) for each in found.run.estimates)
    assert found.kernel == kernel
    assert ("mse" in found.theory) == (kernel != "laplacian" or "x" not in mechanism)
    # another smoothness is told
    other = closed_form("mean", mechanism, x, y, 5, kernel="matern(1/10)").value
    means = found.run.estimates[:2]
    assert not any(low.interval.low <= value <= low.interval.high for low, value in zip(means, other, strict=True))


def test_the_series_is_the_average_over_rotations() -> None:
    """Of two projections in the plane: an average over the angle, with the law of one coordinate by draws of nothing but numbers."""
    mixture, r = mixture_of("matern(5/2)"), 1.5
    assert mixture is not None
    found = errors(mixture, np.array([r]), 2, Geometry(0, 2))
    # E cos(S |w| p) = E 1F1(1; 1/2; -T p^2/2) in the plane
    rule = mixture.rule(np.array([r]))
    angles = (np.arange(32) + 0.5) * np.pi / 64
    with mpmath.workdps(20):
        t = [float(mpmath.hyp1f1(1, 0.5, -mpmath.exp(v) * c)) for c in np.cos(angles) ** 2 for v in rule.nodes[::1]]
    radial = np.reshape(t, (32, -1)) @ rule.weights[0]
    kernel = np.exp(mixture.log_of(np.array([r])))[0]
    assert np.mean(radial * radial[::-1]) - kernel**2 == pytest.approx(found.covariance[0], rel=1e-7)
    assert found.bar[0] < 1e-9


def test_names_are_read_as_they_are_written() -> None:
    for text, name in (
        ("Matern(2.5)", "matern(5/2)"),
        ("matern(nu=3/2)", "matern(3/2)"),
        ("rational_quadratic(2)", "rational-quadratic(2)"),
    ):
        assert chosen_kernel(text) == name == chosen_kernel(name)


# -- where people meet them ---------------------------------------------------------------------------------------------

ROWS = 3 + np.random.default_rng(7).normal(size=(60, 4))


@pytest.mark.usefixtures("unserved")
@pytest.mark.parametrize("kernel", ["matern(5/2)", "matern(3/2)", "laplacian", "rational-quadratic(2)"])
def test_promised_errors_are_those_of_maps_that_are_made(kernel: str) -> None:
    choice = choose(ROWS, kernel=kernel, bandwidth="median", features=16)
    exact = np.exp(log_kernel(kernel, ROWS[:, None] / choice.scale, ROWS[None] / choice.scale))
    best = {each.name: each for each in reversed(choice.candidates)}
    assert set(best) == {"trigonometric", "random phase"}
    for each in best.values():
        squares = []
        for seed in range(60):
            phi = choice.make(each.title, m=each.size.projections, seed=seed).transform(ROWS)
            squares.append(np.square(phi @ phi.T - exact).sum() / np.square(exact).sum())
        # five standard errors of a mean of 60
        assert abs(np.mean(squares) - each.error**2) < 5 * np.std(squares) / 60**0.5
        assert make(each.mechanism, m=8, kernel=kernel, seed=0).fit(ROWS)
    assert not choice.recommended.positive
    assert any("positive: not compared" in note and "infinite variance" in note for note in choice.notes)
    assert json.dumps(choice.to_json()) and f"{kernel} kernel" in str(choice)


def _features(kernel: str, family: str, coupling: str) -> Callable[[np.ndarray, int, int], np.ndarray]:
    def features(inputs: np.ndarray, m: int, seed: int) -> np.ndarray:
        made = make(family, m=m, d=inputs.shape[1], coupling=coupling, kernel=kernel, center=None, seed=seed)
        return made.fit().transform(inputs)

    return features


@pytest.mark.parametrize(
    ("kernel", "family", "coupling"),
    [
        ("matern(5/2)", "random-phase-cosine", "orthogonal"), ("rational-quadratic(2)", "trigonometric", "simplex"),
        ("laplacian", "trigonometric", "iid"),
    ],
)  # fmt: skip
def test_right_features_pass(kernel: str, family: str, coupling: str) -> None:
    found = audit(
        _features(kernel, family, coupling), claims=f"{family} x {coupling}", kernel=kernel, d=4, m=4, calls=260
    )
    assert found.passed, str(found)


@pytest.mark.parametrize(
    ("made", "claimed", "words"),
    [
        ("gaussian", "matern(5/2)", "the Gaussian kernel"),
        ("laplace", "gaussian", "a Matern kernel with nu = 1/2"),
        ("laplacian", "laplace", "Laplace's kernel exp(-|x - y|_1)"),
        ("rational-quadratic(2)", "matern(1/2)", "a rational quadratic kernel with alpha = 2"),
    ],
)  # fmt: skip
def test_features_of_another_kernel_are_caught_and_named(
    made: str, claimed: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"claims": "trigonometric", "kernel": claimed, "d": 4, "m": 4, "calls": 400, "lengths": (1.0,)}
    named(f"features of {words}", monkeypatch, _features(made, "trigonometric", "iid"), **options)


def test_other_mistakes_are_named_as_ever() -> None:
    right = _features("matern(5/2)", "trigonometric", "iid")
    found = audit(
        lambda x, m, seed: 2**0.5 * right(x, m, seed),
        claims="trigonometric",
        kernel="matern(5/2)",
        d=4,
        calls=300,
        lengths=(1.0,),
    )
    assert any("2" in each.words and "factor" in each.words for each in found.explanations), str(found)


def test_the_command_line_has_them(tmp_path: Path) -> None:
    np.save(tmp_path / "rows.npy", ROWS)
    run = CliRunner()
    chosen = run.invoke(main, ["choose", "--queries", str(tmp_path / "rows.npy"), "--kernel", "matern(2.5)", "--json"])
    assert chosen.exit_code == 0, chosen.output
    assert json.loads(chosen.stdout)["kernel"] == "matern(5/2)"
    at = ["--kernel", "laplace", "--d", "3", "--z", "1", "--m", "3", "--draws", "2000"]
    drawn = run.invoke(main, ["simulate", "trigonometric x orthogonal", *at, "--json"])
    assert drawn.exit_code == 0, drawn.output
    assert all(row["theory"]["inside"] for row in json.loads(drawn.stdout)["estimates"])


@pytest.mark.usefixtures("unserved")
@pytest.mark.parametrize(("kernel", "infinite"), [("matern(5/2)", "x.y > 0"), ("rational-quadratic(2)", "x.y >= 0.5")])
def test_choose_says_why_no_features_are_positive(kernel: str, infinite: str) -> None:
    rows = np.random.default_rng(0).normal(size=(8, 3))
    assert any(infinite in note for note in choose(rows, kernel=kernel, features=16).notes)
    with pytest.raises(ValueError, match=f"positive must be None or False.*{infinite}"):
        choose(rows, kernel=kernel, features=16, positive=True)
