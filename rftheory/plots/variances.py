"""Variances of one sample, drawn from its definition: plain, or where the sample is rarely large, with weights (`TiltedError`)."""

from __future__ import annotations

import numpy as np

from rftheory.couplings.iid import Independent
from rftheory.estimators.coupled import Coupled
from rftheory.estimators.tilted import TiltedError
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.catalogue import AnyFamily
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.measured import Measured, mean_of
from rftheory.plots.plot import MARKS

#: what the marks of a plot with such draws are
WEIGHTED = f"{MARKS}, large errors drawn more often"


def log_variance_drawn(
    family: AnyFamily, x: Array, y: Array, replicates: int, generator: np.random.Generator
) -> Measured:
    """The logarithm of the variance of one sample for the Gaussian kernel, with its standard error to first order.

    Plain draws of a positive sample miss what makes the mean of its square once |x + y| exceeds 1.

    Args:
        family: features with numerical parameters.
        x, y: shape (d,).

    Raises:
        ValueError: for fewer than two draws.
    """
    if isinstance(family, GeneralizedExponential) and family.is_real:
        squares = TiltedError(Coupled(family, Independent())).draw(generator, replicates, x, y, 1, 1)
    else:
        drawn = Mechanism(family).estimator().draw(generator, replicates, x, y, 1, 1)
        squares = np.square(np.abs(drawn - np.exp(-((x - y) @ (x - y)) / 2)))
    # in units of the largest one, for they may all be below what float64 squares
    largest = float(squares.max())
    value, error = mean_of(squares / largest)
    return Measured(float(np.log(largest) + np.log(value)), error / value)
