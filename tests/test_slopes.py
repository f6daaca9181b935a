"""Bounds of gradients of samples: they hold of drawn inputs, and samples without a known gradient are refused."""

from __future__ import annotations

import numpy as np
import sympy as sp

from rftheory.inputs.kernels import PAIR, x_norm, y_norm
from rftheory.rules.nodes import Projection
from rftheory.rules.slopes import gradient_bounds

_W = Projection("w")


def test_computed_slopes_bound_difference_quotients() -> None:
    """Against quotients at random inputs of the ball and random draws; a smaller length of w is no bound."""
    rng, radius = np.random.default_rng(5), 0.8
    alpha, rate = sp.Rational(3, 2), -sp.Rational(1, 3)
    exponent = rate * _W.squared_length(3) + alpha * _W.dot(PAIR.x) - 2 * _W.dot(PAIR.y)
    sample = 2 * sp.exp(exponent) * sp.exp(-(x_norm**2) / 2 + y_norm**2 / 4 + PAIR.x.dot(PAIR.y) / 3)
    length = sp.Symbol("r", nonnegative=True)
    bounds = [sp.lambdify(length, bound) for bound in gradient_bounds(sample, sp.Rational(4, 5), length)]

    def value(w: np.ndarray, x: np.ndarray, y: np.ndarray) -> float:
        form = float(rate) * w @ w + 1.5 * w @ x - 2 * w @ y - x @ x / 2 + y @ y / 4 + x @ y / 3
        return 2 * float(np.exp(form))

    largest = 0.0
    for _ in range(300):
        w, x, y, step = rng.normal(size=(4, 3))
        x, y = (radius * v / max(1.0, float(np.linalg.norm(v))) * rng.uniform() for v in (x, y))
        step *= 1e-6 / np.linalg.norm(step)
        for number, moved in enumerate(((x + step, y), (x, y + step))):
            quotient = abs(value(w, *moved) - value(w, x, y)) / 1e-6
            bound = bounds[number](float(np.linalg.norm(w)))
            assert quotient <= bound * (1 + 1e-4)
            largest = max(largest, quotient / bound)
    assert largest > 0.02
