"""Several searches at once find what each finds alone."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize

from rftheory.numbers.simplices import Floats, minimised


def _valley(places: Floats) -> Floats:
    """Rosenbrock's, in any dimension; in one a parabola."""
    first = (1 - places) ** 2
    return first.sum(axis=1) + 100 * ((places[:, 1:] - places[:, :-1] ** 2) ** 2).sum(axis=1)


def _cliffs(places: Floats) -> Floats:
    """Steps, a corner and a region without values."""
    value = np.abs(places - 0.3).sum(axis=1) + np.floor(places[:, 0])
    return np.where(places.sum(axis=1) > 4, np.inf, value)


@pytest.mark.parametrize("function", [_valley, _cliffs])
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_each_goes_the_way_that_it_goes_alone(function: object, size: int) -> None:
    assert callable(function)
    generator = np.random.default_rng(np.random.SeedSequence((7, size)))
    starts = generator.normal(0, 2, (6, size))
    starts[0, 0] = 0.0
    with np.errstate(invalid="ignore"):
        alone = [
            optimize.minimize(
                lambda u: float(function(u[None])[0]), start, method="Nelder-Mead", options={"maxfev": 9999}
            ).x
            for start in starts
        ]
    assert np.allclose(minimised(function, starts, 9999), alone, rtol=1e-9, atol=1e-12)


def test_the_evaluations_are_bounded_and_counted_by_simplex() -> None:
    asked: list[int] = []

    def counted(places: Floats) -> Floats:
        asked.append(len(places))
        return _valley(places)

    starts = np.array([[-1.0, 2.0], [1.0, 1.0], [5.0, -3.0]])
    best = minimised(counted, starts, 60)
    assert sum(asked) <= len(starts) * (60 + 3)
    assert len(asked) < sum(asked) / 2  # which is what it is for
    assert (_valley(best) <= _valley(starts)).all()
