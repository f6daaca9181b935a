r"""``optimal(family, X1, X2)``: the proposal of least expected variance, or why there is none that can be sampled.

Where it exists in closed form, by family (equal laws X1 = X2 = X unless said otherwise):

    positive, GERF (real A < 1/4, s = +1)   any X of this package; two Gaussian laws, a known input among them
    random-phase cosine                     any X (by rejection)
    Poisson, geometric, any {p_k}           N(0, diag), a sphere, points; pairs of one such kind; independent of {p_k}
    hyperbolic                              rotation-invariant laws (E q by one integral)
"""

from __future__ import annotations

import math

import numpy as np

from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Family, Kernel
from rftheory.families.proposals.averages import log_mean_squared_kernel
from rftheory.families.proposals.counts import count_proposal
from rftheory.families.proposals.data import DataLaw, check_same_dimension
from rftheory.families.proposals.exponential import (
    ExponentialProposal,
    ExponentialSquare,
    GaussianProposal,
    is_gaussian,
)
from rftheory.families.proposals.phase import RandomPhaseProposal
from rftheory.families.proposals.proposal import OptimalProposal
from rftheory.families.proposals.radial import POSITIVE, Exponential, HyperbolicProposal


def optimal(family: Family | DiscreteFamily, first: DataLaw, second: DataLaw | None = None) -> OptimalProposal:
    """The optimal proposal for inputs x1 ~ ``first`` and x2 ~ ``second`` (the same law if not given)."""
    second = first if second is None else second
    dimension = check_same_dimension(first, second)
    if isinstance(family, DiscreteFamily):
        return count_proposal(family.log_probability, first, second)
    if not isinstance(family, Family) or family.wave is None:
        raise ValueError(
            f"family must be one of counts, or one whose samples are a known function of one image (a wave), got {family}"
        )
    if family.takes_real_part:
        raise ValueError(
            f"the optimal density is defined for real features phi (of GERF: A real and s = +1), got {family}"
        )
    rate = family.rate(dimension)
    if rate is None:
        raise ValueError(f"A must be a number, got {family}")
    if family.wave == "exp":
        return _exponential(_exponential_square(rate, dimension, family.kernel), first, second)
    if rate:
        raise ValueError(f"the optimal density is known for {family.wave} samples without |w|^2, got {family}")
    if family.auxiliary:
        if first != second:
            raise ValueError(
                f"the normalising constant of the cosine features is known for equal laws, got {first} and {second}"
            )
        return RandomPhaseProposal(first)
    if family.oscillates or not (first.is_rotation_invariant and second.is_rotation_invariant):
        raise ValueError(
            "of maps with two features per projection the optimal density is known for hyperbolic ones and rotation invariant laws "
            f"(N(0, t I) or a sphere), got {family}, {first} and {second}"
        )
    return HyperbolicProposal(_exponential(POSITIVE, first, second))


def optimal_variance(family: Family | DiscreteFamily, first: DataLaw, second: DataLaw | None = None) -> float:
    """``(E q)^2 - E K(x1, x2)^2``: the least expected variance of one draw; divide by m for the mean of m."""
    second = first if second is None else second
    normaliser = optimal(family, first, second).log_normaliser
    gap = log_mean_squared_kernel(first, second, family.kernel) - 2 * normaliser
    return max(0.0, -math.exp(2 * normaliser) * math.expm1(gap))


def _exponential_square(rate: float, dimension: int, kernel: Kernel) -> ExponentialSquare:
    """The coefficients of ``log phi(x, w)^2`` for samples with ``exp(rate |w|^2)``: of positive features and GERF with 2A = rate."""
    spread = 1 - 2 * rate
    square = {"softmax": -1.0, "gaussian": -2.0}[kernel]
    return ExponentialSquare(dimension / 2 * np.log(spread), rate, 2 * np.sqrt(spread), square)


def _exponential(squared: ExponentialSquare, first: DataLaw, second: DataLaw) -> Exponential:
    if first == second:
        return ExponentialProposal(squared, first)
    if is_gaussian(first) and is_gaussian(second):
        return GaussianProposal(squared, (first, second))
    raise ValueError(
        f"exponential features have an optimal density for equal laws and for two Gaussian ones, got {first} and {second}"
    )
