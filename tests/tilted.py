"""Settings of positive features with closed forms, and tests of them at stated rates."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import sympy as sp
from hypothesis import settings

from rftheory.couplings.geometries import NAMES
from rftheory.couplings.simplex import Simplex
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.positive import Positive
from rftheory.mechanisms.mse import log_mse
from rftheory.montecarlo.bars import bounded_interval
from rftheory.montecarlo.chunks import Powers
from rftheory.montecarlo.contract import make_plan
from rftheory.montecarlo.estimators.coupled import Coupled
from rftheory.montecarlo.quantities import MSE
from rftheory.montecarlo.ranges import ranges
from rftheory.montecarlo.setting import Setting

FAMILIES = {
    "positive": Positive(),
    "hyperbolic": Hyperbolic(),
    "damped": GeneralizedExponential(sp.Rational(-1, 20), 1),
    "growing": GeneralizedExponential(sp.Rational(1, 50), 1),
    "optimal": OptimalPositive(dimension=sp.Integer(4), square=sp.Integer(16)),
}
COUPLINGS = {**NAMES, "few vertices": Simplex(vertices=3), "many vertices": Simplex(vertices=5)}
ERROR = MSE
#: rate of either error of a test here
RATE = 1e-9
HEAVY = settings(max_examples=15, deadline=None)


def setting_of(family, coupling, d, m, v, share=False):
    """Inputs with x + y of length v (or lengths v, one pair each) in no special direction, |x - y| = 1/2."""
    generator = np.random.default_rng(d)
    along, across = np.linalg.qr(generator.standard_normal((d, 2)))[0].T
    sums = np.multiply.outer(np.atleast_1d(v), along) / 2
    return Setting.of(Coupled(family, coupling), sums + across / 4, sums - across / 4, m, share=share)


def closed_error(setting, pair=0):
    """MSE/K^2 by its closed form."""
    x, y = setting.x[pair], setting.y[pair]
    estimator = setting.estimator
    norms = np.linalg.norm(x + y), np.linalg.norm(x), np.linalg.norm(y)
    log = log_mse(estimator.family, estimator.coupling, setting.m, setting.dimension, *norms, estimator.kernel)
    return math.exp(float(log) - 2 * setting.log_kernel[pair])


def interval_of(quantity, sampler, values):
    """The proved interval of the mean of a variable of tilted draws of one pair, at RATE."""
    low, high = (float(end[0]) for end in ranges(quantity, sampler.setting, sampler))
    powers = Powers(values.size, *(float((values**k).sum()) for k in range(1, 5)), float(np.abs(values).max()))
    return bounded_interval(powers, low, high, RATE)


def decides(values, expected, variance, difference):
    """Whether a test at RATE accepts ``expected`` and refuses what is so far away; fails where draws are too few for that."""
    plan = make_plan(expected, difference, variance, alpha=RATE, beta=RATE)
    assert plan.draws <= values.size, f"{plan.draws} draws are needed"
    chosen = values[: plan.draws]
    off = (replace(plan, expected=expected + side * difference) for side in (-1, 1))
    return not plan.rejects(chosen) and all(each.rejects(chosen) for each in off)
