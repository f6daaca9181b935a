"""The average error as a function of the size, and the least size that reaches a target, against plain search."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tolerances import PROMISED

from rftheory._choose.candidate import Average
from rftheory._choose.pairs import Distances
from rftheory._choose.sizes import ErrorLaw, Laws, Size, StatedSize, log_mean
from rftheory.couplings.geometries import geometry_of
from rftheory.couplings.geometry import Geometry
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.mse import log_mse
from rftheory.mechanisms.profile import Lengths

MOST = 3_000


@pytest.mark.parametrize("family", [Positive(), Hyperbolic(), Trigonometric(), RandomPhaseCosine()])
@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
def test_the_law_is_that_of_every_size(family: Positive, coupling: str) -> None:
    d, lengths = 5, np.array([0.01, 0.3, 1.0, 2.5])
    geometry = geometry_of(coupling, d)
    ends = [log_mse(family, coupling, k, d, lengths) + np.log(k) for k in (1, geometry.block)]
    law = ErrorLaw(log_mean(ends[0]), log_mean(ends[1]), geometry, 1)
    for k in (1, 2, 4, 5, 6, 9, 10, 11, 1000):
        assert law.log_at(k) == pytest.approx(log_mean(log_mse(family, coupling, k, d, lengths)), abs=10 * PROMISED)


@settings(max_examples=150, deadline=None)
@given(
    single=st.floats(-3, 3),
    change=st.floats(-6, 3),
    block=st.integers(1, 9),
    target=st.floats(-4, 1),
    per=st.integers(1, 3),
)
def test_the_least_size_is_found(single: float, change: float, block: int, target: float, per: int) -> None:
    # only blocks matter, not their angle; a lone projection has one value
    full = single + change if block > 1 else single
    law = ErrorLaw(single, full, Geometry(Fraction(0), block), per)
    found = law.needed(target)
    expected = next((k for k in range(1, MOST) if law.log_at(k) <= target), None)
    if expected is None:
        assert found is None or found.projections >= MOST
    else:
        assert found == Size(expected, per * expected)


def test_one_projection_more_may_be_worse() -> None:
    """What the search must not take for granted."""
    law = ErrorLaw(0.0, math.log(0.1), Geometry(Fraction(0), 4), 1)
    assert law.log_at(5) > law.log_at(4)
    assert law.needed(law.log_at(4)) == Size(4, 4)


def test_out_of_reach_is_none_and_exact_is_one() -> None:
    law = ErrorLaw(0.0, 0.0, Geometry(), 2)
    assert law.needed(-100.0) is None
    assert ErrorLaw(-math.inf, -math.inf, Geometry(), 2).needed(-100.0) == Size(1, 2)
    assert law.needed(-math.log(1e6)) == Size(10**6, 2 * 10**6)


def test_variants_compete() -> None:
    small, large = (ErrorLaw(value, value, Geometry(), per, n) for value, per, n in ((0.0, 2, 1), (-3.0, 8, 4)))
    both = Laws((small, large))
    assert both.best(StatedSize(7)) == (small, Size(3, 6, 1))
    assert both.best(StatedSize(8)) == (large, Size(1, 8, 4))
    assert both.best(StatedSize(1)) is None
    assert math.isnan(both.log_at_features(1))
    assert both.needed(-3.0) == Size(1, 8, 4)


def _average(logs: Array, exact: bool = False) -> Average:
    empty = np.zeros(len(logs))
    return Distances(empty, empty, Lengths(empty, empty, empty, empty), empty, exact, "gaussian").average(logs)


def test_heavy_tails_are_told() -> None:
    generator = np.random.default_rng(0)
    light, heavy = (size * generator.normal(size=2_000) for size in (0.25, 4.0))
    assert _average(light).settled and not _average(heavy).settled
    assert "of 2000 draws" in _average(heavy).reason
    nothing = np.full(2_000, -math.inf)
    assert not _average(nothing).settled
    for logs in (heavy, nothing):
        assert _average(logs, exact=True) == Average(log_mean(logs), "exact", "", 2_000)
