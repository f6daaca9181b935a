"""Settings whose draws need one image of each projection, and what is known of these draws."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import mpmath
import numpy as np
import sympy as sp

from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.estimators.moments import DIGITS
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.montecarlo.contract import make_plan
from rftheory.montecarlo.samplers import ReducedSampler, reduced_sampler
from rftheory.montecarlo.setting import Setting

#: a pair of R^4 that is neither parallel nor orthogonal
X, Y = np.array([0.5, 0.0, 0.0, 0.0]), np.array([0.25, 0.25, 0.0, 0.0])
D = len(X)
FAMILIES = {
    "positive": Positive(),
    "hyperbolic": Hyperbolic(),
    "trigonometric": Trigonometric(),
    "gerf": GeneralizedExponential(sp.Rational(-1, 10), 1),
    "fourier gerf": GeneralizedExponential(sp.Rational(-1, 10), -1),
    "oprf": OptimalPositive(square=sp.Rational(5, 8)),
    "random phase": RandomPhaseCosine(),
}
COUPLINGS = {
    "iid": Independent(),
    "orthogonal": Orthogonal(),
    "simplex": Simplex(),
    "triangles": Simplex(vertices=3),
    "whole simplex": Simplex(vertices=5),
}
DRAWS = 20_000
#: false alarms: four tests of each of 7 x 5 x 3 settings, some more of two samples; below 1e-6 in total
ALPHA = 1e-9


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.Generator(np.random.SFC64(seed))


def sampler_of(family, coupling=None, m=4, x=X, y=Y, share=False) -> ReducedSampler:
    estimator = Regular(family) if coupling is None else Coupled(family, coupling)
    sampler = reduced_sampler(Setting.of(estimator, x, y, m, share=share))
    assert sampler is not None
    return sampler


@dataclass(frozen=True)
class Known:
    """Mean of a variable of the draws and a bound of its variance; without one it is twice that of the values."""

    mean: float
    variance: float | None = None

    def accepts(self, values) -> bool:
        """Catoni's test at level ALPHA; it sees errors of ten standard errors."""
        bound = 2 * float(np.var(values)) if self.variance is None else self.variance
        difference = 10 * math.sqrt(bound / values.size)
        return not make_plan(self.mean, difference, bound, alpha=ALPHA, draws=values.size).rejects(values.ravel())


@cache
def known_moments(name: str, coupling: str, m: int) -> dict[str, Known]:
    """In the units of the draws, from the exact moments of the definition."""
    sampler, estimator = (
        sampler_of(FAMILIES[name], COUPLINGS[coupling], m),
        Coupled(FAMILIES[name], COUPLINGS[coupling]),
    )
    unit, kernel = math.exp(sampler.log_unit[0]), math.exp(sampler.log_kernel[0])
    with mpmath.workdps(DIGITS):
        weighted = estimator.weighted(X, Y, mpmath.mpf(kernel))
        mse, square = (float(mpmath.re(weighted.moment((0, 1), size, 1))) / unit**2 for size in (m, 1))
    return {
        "mean": Known(kernel / unit, mse),
        "mse": Known(mse),
        "squares": Known(square),
        "pairs": Known((m * mse - square) / (m - 1)),
    }


def inputs(pairs, d, seed=0):
    return np.random.default_rng(seed).normal(scale=0.5, size=(2, pairs, d))
