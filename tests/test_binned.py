"""Bounds of many distances: never below the exact ones, not far above them where samples are independent, and none where nothing grows."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.halton import Halton
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.estimators.coupled import Coupled
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.montecarlo.bounds import binned_bounds, variance_bound
from rftheory.montecarlo.plans import contrast_plan, plan_of, sampler_of
from rftheory.montecarlo.quantities import Bias, Mean, MeanSquaredError, PairCovariance, Quantity, SecondMoment
from rftheory.montecarlo.setting import Setting

M = 3
QUANTITIES = (Mean(), Bias(), SecondMoment(), MeanSquaredError(), PairCovariance(M))


def _setting(family: Family, coupling: Coupling, distances: np.ndarray) -> Setting:
    """Pairs with |x + y| and |x - y| up to roundings of these distances, and a part across."""
    x, y = np.zeros((2, len(distances), 4))
    x[:, 0], y[:, 1] = distances, 0.1
    return Setting.of(Coupled(family, coupling), x, y, M)


@pytest.mark.parametrize("quantity", QUANTITIES, ids=lambda quantity: quantity.name)
@pytest.mark.parametrize("coupling", [Independent(), Orthogonal(), Simplex()], ids=repr)
@pytest.mark.parametrize("family", [Positive(), Hyperbolic(), Trigonometric()], ids=repr)
def test_a_bound_of_a_bin_bounds_each_of_its_distances(family: Family, coupling: Coupling, quantity: Quantity) -> None:
    # two bins: the least of one, two in the middle, and the largest
    setting = _setting(family, coupling, np.array([0.8, 0.3, 0.805, 0.81]))
    sampler = sampler_of(setting)
    bounds = binned_bounds(quantity, setting, sampler.kernel)
    assert bounds is not None
    for pair, (bound, unit) in enumerate(zip(bounds, sampler.log_unit.tolist(), strict=True)):
        exact = variance_bound(quantity, setting, "plain", pair, log_unit=unit).variance
        assert bound.variance is not None and exact is not None and exact <= bound.variance
        if coupling.independent:
            # 1.25 % of the distance change a variance by less than 4 times 1.25 % and what the square of the mean has
            assert bound.variance <= 1.3 * exact and not bound.crude


def _plan(distances, *quantities, copies=1):
    y = np.zeros((len(distances), 4))
    y[:, 0] = distances
    x = np.repeat(y, copies, axis=0)
    return plan_of(Setting.of(Coupled(Positive()), x, x, 4), quantities)


def test_pairs_of_one_distance_share_their_bounds(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "rftheory.montecarlo.plans.variance_bound", lambda *given: asked.append(given[3]) or variance_bound(*given)
    )
    both = Mean(), MeanSquaredError()
    few, many = _plan([0.1, 0.4], *both), _plan([0.1, 0.4], *both, copies=30)
    # one for each distance, twice for each of the two quantities
    assert len(asked) == 8
    for one, all_of_them in zip(few.readings, many.readings, strict=True):
        assert [bound for bound in one.bounds for _ in range(30)] == list(all_of_them.bounds)
        assert all(bound.variance is not None for bound in one.bounds)
    # controls: of too many distances the means alone have bounds of their own, of too many pairs nothing has
    mean, error = _plan(np.arange(1, 67) / 100, *both).readings
    assert all(bound.variance is not None and not bound.crude for bound in mean.bounds)
    assert all(bound.variance is not None and bound.crude for bound in error.bounds)
    (mean,) = _plan([0.1], Mean(), copies=5000).readings
    assert all(bound.variance is None for bound in mean.bounds)


def _distances(count: int) -> np.ndarray:
    return np.linspace(0.2, 1.2, count)


def test_more_distances_than_are_evaluated_one_by_one_have_proved_bars() -> None:
    (reading,) = plan_of(_setting(Positive(), Independent(), _distances(80)), [MeanSquaredError()], "plain").readings
    assert all(bound.variance is not None and not bound.crude for bound in reading.bounds)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("family", "coupling", "count"),
    [
        (GeneralizedExponential(sp.Rational(-1, 20), 1, sp.Integer(4)), Independent(), 80),
        (RandomPhaseCosine(), Independent(), 80),
        (Positive(), Independent(), 4097),
    ],
    ids=["lengths", "phases", "too many pairs"],
)
def test_what_is_not_known_to_grow_and_too_many_pairs_have_none(family: Family, coupling: Coupling, count: int) -> None:
    (reading,) = plan_of(_setting(family, coupling, _distances(count)), [MeanSquaredError()], "plain").readings
    assert all(bound.variance is None and "bounds are" in bound.reason for bound in reading.bounds)  # type: ignore[attr-defined]


def test_projections_without_an_isotropic_law_have_crude_bounds() -> None:
    bounds = binned_bounds(MeanSquaredError(), setting := _setting(Positive(), Halton(), _distances(3)), np.ones(3))
    assert bounds is not None and all(bound.crude for bound in bounds) and setting.pairs == 3


def test_contrasts_of_many_pairs_of_few_distances_have_proved_bars() -> None:
    distances = np.repeat([0.3, 0.6], 50)
    first, second = (_setting(Positive(), coupling, distances) for coupling in (Orthogonal(), Independent()))
    (reading,) = contrast_plan(first, second).readings
    few = contrast_plan(*(_setting(Positive(), each, distances[::50]) for each in (Orthogonal(), Independent())))
    assert [bound for bound in few.readings[0].bounds for _ in range(50)] == list(reading.bounds)  # type: ignore[attr-defined]
    assert all(bound.variance is not None for bound in reading.bounds)  # type: ignore[attr-defined]
    # control: of as many distances there are none
    first, second = (_setting(Positive(), coupling, _distances(65)) for coupling in (Orthogonal(), Independent()))
    (reading,) = contrast_plan(first, second).readings
    assert all(bound.variance is None for bound in reading.bounds)  # type: ignore[attr-defined]
