r"""``optimal(family, X1, X2)``: the proposal of least expected variance, or why there is none that can be sampled.

Where it exists in closed form, by family (equal laws X1 = X2 = X unless said otherwise):

    positive, GERF (real A < 1/4, s = +1)   any X of this package; two Gaussian laws; two known inputs; two
                                            rotation-invariant laws (E q by one integral)
    random-phase cosine                     any X (by rejection); two known inputs
    Poisson, geometric, any {p_k}           N(0, diag), a sphere, points; pairs of one such kind; independent of {p_k}
    hyperbolic, trigonometric (2 features)  rotation-invariant laws (E q by one integral); two known inputs
"""

from __future__ import annotations

import math

import numpy as np
import sympy as sp

from rftheory.arrays import exact_number
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.proposals.averages import log_mean_squared_kernel
from rftheory.proposals.counts import count_proposal
from rftheory.proposals.data import DataLaw, EmpiricalData, check_same_dimension
from rftheory.proposals.exponential import ExponentialProposal, ExponentialSquare, GaussianProposal
from rftheory.proposals.pairs import HyperbolicPair, TrigonometricPair
from rftheory.proposals.phase import phase_proposal
from rftheory.proposals.proposal import OptimalProposal
from rftheory.proposals.radial import (
    POSITIVE,
    GeometricMean,
    HyperbolicProposal,
    TrigonometricProposal,
    check_rotation_invariant,
)


def optimal(family: Family | DiscreteFamily, first: DataLaw, second: DataLaw | None = None) -> OptimalProposal:
    """The optimal proposal for inputs x1 ~ ``first`` and x2 ~ ``second`` (the same law if not given).

    Raises:
        ValueError: if the optimal density does not exist (E q infinite), if the family is not real, or if no exact
            sampler and normalising constant are known for these laws.
    """
    second = first if second is None else second
    dimension = check_same_dimension(first, second)
    if isinstance(family, (Positive, GeneralizedExponential)):
        return _exponential(exponential_square(family, dimension), first, second)
    if isinstance(family, RandomPhaseCosine):
        return phase_proposal(first, second)
    if isinstance(family, DiscreteFamily):
        return count_proposal(family.log_probability, first, second)
    if isinstance(family, (Hyperbolic, Trigonometric)):
        return _two_features(family, first, second)
    raise ValueError(
        "family must be Positive, GeneralizedExponential, RandomPhaseCosine, DiscreteFamily, Hyperbolic or "
        f"Trigonometric, got {family}"
    )


def optimal_variance(family: Family | DiscreteFamily, first: DataLaw, second: DataLaw | None = None) -> float:
    """``(E q)^2 - E K(x1, x2)^2``: the least expected variance of one draw; divide by m for the mean of m.

    Raises:
        ValueError: as `optimal`, and if ``E K^2`` has no closed form.
    """
    second = first if second is None else second
    normaliser = optimal(family, first, second).log_normaliser
    gap = log_mean_squared_kernel(first, second, family.kernel) - 2 * normaliser
    return max(0.0, -math.exp(2 * normaliser) * math.expm1(gap))


def exponential_square(family: Positive | GeneralizedExponential, dimension: int) -> ExponentialSquare:
    """The coefficients of ``log phi(x, w)^2``.

    Raises:
        ValueError: if the features are not real, or A is not a number < 1/4.
    """
    if isinstance(family, Positive):
        return POSITIVE
    if not family.is_real:
        raise ValueError(
            f"the optimal density is defined for real features phi: A real and s = +1, got A = {family.A}, s = {family.s}"
        )
    parameter = exact_number("A", family.A)
    if parameter.free_symbols:
        raise ValueError(f"A must be a number, got {parameter}")
    if parameter >= sp.Rational(1, 4):
        raise ValueError(f"A must be < 1/4, got {parameter}")
    spread = float(1 - 4 * parameter)
    return ExponentialSquare(dimension / 2 * np.log(spread), 2 * float(parameter), 2 * np.sqrt(spread), -2.0)


def _exponential(squared: ExponentialSquare, first: DataLaw, second: DataLaw) -> OptimalProposal:
    one = ExponentialProposal(squared, first)
    if first == second:
        return one
    other = ExponentialProposal(squared, second)
    if one.gaussian is not None and other.gaussian is not None:
        return GaussianProposal(one, other)
    check_rotation_invariant(first, second, "exponential features with different data laws")
    return GeometricMean(one, other)


def _two_features(family: Hyperbolic | Trigonometric, first: DataLaw, second: DataLaw) -> OptimalProposal:
    if all(isinstance(law, EmpiricalData) and len(law.points) == 1 for law in (first, second)):
        assert isinstance(first, EmpiricalData) and isinstance(second, EmpiricalData)
        x, y = first.rows[0], second.rows[0]
        half = float(x @ x + y @ y) / 2
        if isinstance(family, Hyperbolic):
            return HyperbolicPair(tuple((x + y).tolist()), -half)
        return TrigonometricPair(tuple((x - y).tolist()), half)
    name = f"{type(family).__name__.lower()} map (two features per projection)"
    check_rotation_invariant(first, second, name)
    if isinstance(family, Hyperbolic):
        return HyperbolicProposal(
            GeometricMean(ExponentialProposal(POSITIVE, first), ExponentialProposal(POSITIVE, second))
        )
    return TrigonometricProposal(first, second)
