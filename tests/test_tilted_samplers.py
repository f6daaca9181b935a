"""Samplers of tilted draws: pairs, shared random numbers, what they refuse."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
import sympy as sp

from rftheory.couplings.geometries import NAMES
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.halton import Halton
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.estimators.tilted import TiltedError
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.montecarlo.quantities import MeanSquaredError
from rftheory.montecarlo.samplers import TiltedSampler
from rftheory.montecarlo.setting import Setting
from tests.tilted import closed_error, interval_of, setting_of

POSITIVE = GeneralizedExponential(sp.Integer(0), 1)

# -- pairs and shared numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("coupling", list(NAMES))
def test_pairs_share_their_numbers_or_not(coupling):
    lengths = [1.0, 3.0, 1.0]
    shared, own = (setting_of(Hyperbolic(), NAMES[coupling], 4, 6, lengths, share) for share in (True, False))
    draws = TiltedSampler(shared).draw(np.random.default_rng(0), 50, squares=True)
    for part in draws:
        assert part.shape == (3, 50) and (part[0] == part[2]).all() and (part[0] != part[1]).any()
    apart = TiltedSampler(own).draw(np.random.default_rng(0), 50)
    assert (apart.estimates[0] != apart.estimates[2]).all() and apart.squares is None
    alone = TiltedSampler(setting_of(Hyperbolic(), NAMES[coupling], 4, 6, 1.0)).draw(np.random.default_rng(0), 50)
    assert (alone.estimates[0] == draws.estimates[0]).all() and (apart.estimates[0] == alone.estimates[0]).all()
    assert TiltedSampler(shared).cost < TiltedSampler(own).cost


def test_shared_numbers_leave_each_law():
    setting = setting_of(Positive(), NAMES["simplex"], 4, 4, [1.0, 2.5], share=True)
    draws = TiltedSampler(setting, 0.5).draw(np.random.default_rng(0), 60_000)
    values = MeanSquaredError().values(draws, np.ones(2))
    for pair in range(2):
        one, expected = setting_of(Positive(), NAMES["simplex"], 4, 4, [1.0, 2.5][pair]), closed_error(setting, pair)
        found = interval_of(MeanSquaredError(), TiltedSampler(one, 0.5), values[pair])
        assert expected in found and found.half_width < expected / 2


def test_samplers_travel_and_have_labels():
    setting = setting_of(Positive(), NAMES["orthogonal"], 4, 4, 1.0)
    sampler = TiltedSampler(setting, 0.3)
    copy = pickle.loads(pickle.dumps(sampler))
    pair = [each.draw(np.random.default_rng(5), 20).estimates for each in (sampler, copy)]
    assert (pair[0] == pair[1]).all() and copy.label == sampler.label
    assert TiltedSampler(setting, 0.4).label != sampler.label and sampler.has_squares
    np.testing.assert_array_equal(sampler.log_unit, setting.log_kernel)
    regular = Setting.of(Regular(Positive()), setting.x, setting.y, 4)
    assert (TiltedSampler(regular).draw(np.random.default_rng(0), 5).estimates > 0).all()


# -- bad input ------------------------------------------------------------------------------------------------------


def test_bad_input():
    x = np.array([0.5, 0.0])

    def sampler(family, coupling=NAMES["iid"], length=1.0, share=0.5):
        return TiltedSampler(Setting.of(Coupled(family, coupling), length * x, length * x, 2), share)

    for share in (0.0, 1.0, -1.0, math.nan):
        with pytest.raises(ValueError, match=r"share must be in \(0, 1\)"):
            sampler(Positive(), share=share)
    for family in (Trigonometric(), GeneralizedExponential(sp.Integer(0), -1), GeneralizedExponential(sp.I / 20, 1)):
        with pytest.raises(ValueError, match="positive features"):
            sampler(family)
    with pytest.raises(ValueError, match="A must be < 1/8"):
        sampler(GeneralizedExponential(sp.Rational(1, 7), 1))
    for coupling, message in ((Halton(), "must be isotropic"), (HadamardProduct(), "must be isotropic")):
        with pytest.raises(ValueError, match=message):
            sampler(Positive(), coupling)
    for family in (Positive(), Hyperbolic()):
        sampler(family, length=12.0)
        for length in (12.5, 1e3, 1e150):
            with pytest.raises(ValueError, match="at most 12"):
                sampler(family, length=length)
    with pytest.raises(ValueError, match="size must be an integer >= 1"):
        sampler(Positive()).draw(np.random.default_rng(0), 0)
    with pytest.raises(ValueError, match="generator must be"):
        sampler(Positive()).draw(None, 1)
    with pytest.raises(ValueError, match="one family"):
        TiltedSampler(Setting.of(TiltedError(Coupled(Positive())), x, x, 2))
    with pytest.raises(ValueError, match="share must be in"):
        TiltedError(Coupled(POSITIVE), sp.Integer(1))
