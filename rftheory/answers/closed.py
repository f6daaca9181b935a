"""The closed form of a quantity of an estimator at given inputs, where there is one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory import catalogue
from rftheory.arrays import Array, check_count, paired
from rftheory.bandwidths import Bandwidth, bandwidth_of, divided
from rftheory.estimators.estimator import Estimator
from rftheory.mechanisms.closed_forms import POWERS, ClosedForm
from rftheory.mechanisms.closed_forms import closed_form as closed_form_of
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mixtures.kernels import chosen_kernel, kernel_change


def closed_form(
    quantity: str,
    mechanism: str | Mechanism | Any,
    x: ArrayLike,
    y: ArrayLike,
    m: int | None = None,
    n: int = 1,
    *,
    kernel: str | None = None,
    bandwidth: Bandwidth | None = None,
) -> ClosedForm:
    """A quantity of an estimate of the kernel, in closed form, pair by pair.

    With ``|x + y| = 1`` one positive sample has the error ``exp(3/2) - exp(1/2)``:

    >>> import math
    >>> (found,) = closed_form("mse", "positive", [0.5, 0.0], [0.5, 0.0], m=1).value
    >>> math.isclose(found, math.exp(1.5) - math.exp(0.5), rel_tol=1e-12)
    True

    Args:
        quantity: "mean", "bias", "mse", "variance", "second-moment", "pair-moment" or "pair-covariance"; of two samples the
            last two, on average over all pairs of the m.
        mechanism: a `Mechanism`, its name, or a family.
        x, y: inputs, shape (P, d), paired row by row; or (d,), one pair.
        m: projections; by default d.
        n: projections of the coefficient of a hybrid.
        kernel: "gaussian", "softmax", or a mixture of Gaussian kernels, "matern(5/2)"; by default the one that the family estimates.
            An estimate of the softmax kernel is one of the Gaussian kernel, times ``exp((|x|^2 + |y|^2)/2)``.
        bandwidth: what inputs are divided by (`bandwidths`), of any kernel but softmax; it says that the kernel is the Gaussian one
            where none is named.

    Returns:
        signs and logarithms, shape (P,); ``value`` are the numbers, where float64 has them.

    Raises:
        NoClosedForm: if none is known; the message says why. It is a ValueError, as is the refusal of
            names, shapes and parameters.
    """
    kernel = kernel_of(kernel, bandwidth)
    estimator, first, second = at_inputs(mechanism, x, y, bandwidth, kernel)
    name, m = quantity.replace("-", "_"), projections(m, first)
    found = closed_form_of(name, estimator, first, second, m, check_count("n", n))
    return found._replace(log=found.log + POWERS[name] * log_factor(estimator, first, second, kernel))


def kernel_of(kernel: str | None, bandwidth: Any) -> str | None:
    """The kernel that is named; the Gaussian one where a bandwidth is given and none is named.

    Raises:
        ValueError: for an unknown kernel, and a bandwidth of the softmax kernel.
    """
    kernel = None if kernel is None else chosen_kernel(kernel)
    if bandwidth is None:
        return kernel
    if kernel == "softmax":
        raise ValueError(f"bandwidth does not belong to the softmax kernel, got {bandwidth!r}")
    return kernel or "gaussian"


def at_inputs(
    mechanism: Any, x: ArrayLike, y: ArrayLike, bandwidth: Bandwidth | None = None, kernel: str | None = None
) -> tuple[Estimator, Array, Array]:
    """The estimator and its inputs, shape (P, d), over the bandwidth; a family that belongs to inputs is bound to these."""
    first, second = paired(x, y)
    if bandwidth is not None:
        scale = bandwidth_of(bandwidth, first, second)
        first, second = divided(first, scale), divided(second, scale)
    return _estimator(mechanism, first, second, kernel), first, second


def projections(m: int | None, x: Array) -> int:
    """How many there are: by default one block, d of them."""
    return x.shape[1] if m is None else check_count("m", m)


def _estimator(mechanism: Any, x: Array, y: Array, kernel: str | None) -> Estimator:
    if isinstance(mechanism, Estimator):
        return mechanism
    if isinstance(mechanism, str):
        mechanism = Mechanism.parse(mechanism)
    made = mechanism if isinstance(mechanism, Mechanism) else Mechanism(mechanism)
    if made.hybrid is None:
        made = replace(made, family=catalogue.bound(made.family, x, y))
    return made.of_kernel(kernel).at(x, y)


def log_factor(estimator: Estimator, x: Array, y: Array, kernel: str | None) -> Array:
    """log of what an estimate is multiplied by to be one of the given kernel, for each pair."""
    change = kernel_change(kernel or estimator.kernel, estimator.kernel)
    return np.asarray(change * (np.square(x) + np.square(y)).sum(axis=1))
