"""Arc-cosine features: kernel and error against integrals over the angle, digits at the ends, draws, refusals."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from tolerances import ulps

from rftheory import closed_form, estimate, mse
from rftheory.families.mixtures import arc_cosine
from rftheory.features import make

ANGLES = [1e-5, 1.0, math.pi / 2, 2.64, 2.65, math.pi - 1e-4]
DEGREES = pytest.mark.parametrize("degree", [0, 1])


def at_angle(theta: float, *sizes: float) -> tuple[np.ndarray, np.ndarray]:
    x, y = np.zeros((2, 1, 3))
    x[0, 0], y[0, :2] = sizes[0], sizes[1] * np.array([math.cos(theta), math.sin(theta)])
    return x, y


def integral(power: int, p: mpmath.mpf) -> mpmath.mpf:
    """``2 E H H (w.x)^power (w.y)^power`` of unit vectors: the angle of w in the plane runs over an arc of p, times E |w|^(2 power)."""
    theta = mpmath.pi - p
    arc = mpmath.quad(
        lambda a: (mpmath.cos(a) * mpmath.cos(a - theta)) ** power,
        mpmath.linspace(theta - mpmath.pi / 2, mpmath.pi / 2, 5),
    )
    return 2 * arc / (2 * mpmath.pi) * 2**power * mpmath.factorial(power)


@DEGREES
@pytest.mark.parametrize("theta", ANGLES)
def test_kernel_and_error_are_the_integrals(degree: int, theta: float) -> None:
    x, y = at_angle(theta, 0.7, 3.0)
    with mpmath.workdps(45):
        # the angle of the inputs as they are in float64
        p = mpmath.pi - mpmath.atan2(mpmath.mpf(y[0, 1]), mpmath.mpf(y[0, 0]))
        scale = (mpmath.mpf(0.7) * mpmath.hypot(*map(mpmath.mpf, y[0, :2]))) ** degree
        kernel = scale * integral(degree, p)
        variance = scale**2 * integral(2 * degree, p) * 2 - kernel**2
        own = closed_form("mean", f"arc-cosine(degree={degree})", x, y).value[0]
        error = mse(f"arc-cosine(degree={degree})", x, y, m=4)[0]
        # digits that cancel in 1 - cos near p = 1/2: p^3/6 of terms of size p
        assert abs(own / kernel - 1) < ulps(400) and abs(4 * error / variance - 1) < ulps(4000)
        a, b = (list(map(mpmath.mpf, side[0])) for side in (x, y))
        products = [mpmath.fsum(s * t for s, t in zip(*both, strict=True)) for both in ((a, a), (a, b), (b, b))]
        # 45 digits are carried, of which less than half cancel
        assert abs(arc_cosine.exact(degree, products) / kernel - 1) < mpmath.mpf(10) ** -20


@DEGREES
def test_maps_have_the_promised_error(degree: int) -> None:
    rows = np.random.default_rng(0).standard_normal((6, 5))
    kernel = np.exp(arc_cosine.log_kernel(degree, rows[:3], rows[3:]))
    made = [
        make("arc-cosine", degree=degree, kernel=f"arc-cosine({degree})", m=16, seed=seed).fit(rows).transform(rows)
        for seed in range(400)
    ]
    errors = np.square([(f[:3] * f[3:]).sum(axis=1) - kernel for f in made])
    promised = mse(f"arc-cosine(degree={degree})", rows[:3], rows[3:], m=16)
    # six standard errors, of squares with their own spread
    assert (np.abs(errors.mean(axis=0) - promised) < 6 * errors.std(axis=0) / 400**0.5).all()
    assert (np.abs(errors.mean(axis=0) - 2.5 * promised) > 6 * errors.std(axis=0) / 400**0.5).all(), "the control"


def test_coupled_ones_are_drawn() -> None:
    x, y = at_angle(0.5, 1.0, 1.0)
    with pytest.raises(ValueError, match="no closed form is known"):
        mse("arc-cosine x orthogonal", x, y, m=3)
    found = estimate("mse", "arc-cosine(degree=0) x orthogonal", x, y, m=3, draws=20_000, seed=1)
    alone = mse("arc-cosine(degree=0)", x, y, m=3)[0]
    assert found["mse"].low < found["mse"].high < alone, "orthogonal steps have the smaller error here"
