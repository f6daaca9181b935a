"""Closed forms of the quantities of an estimator at given inputs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory.families.mixtures.kernels import chosen_kernel, kernel_change
from rftheory.inputs.arrays import Array, check_count, paired
from rftheory.inputs.bandwidths import Bandwidth, bandwidth_of, divided
from rftheory.mechanisms import names
from rftheory.mechanisms.closed_forms import POWERS, ClosedForm
from rftheory.mechanisms.closed_forms import closed_form as closed_form_of
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.estimators.estimator import Estimator


def mse(
    mechanism: str | Mechanism | Any,
    x: ArrayLike,
    y: ArrayLike,
    m: int | None = None,
    n: int | None = None,
    *,
    kernel: str | None = None,
    bandwidth: Bandwidth | None = None,
) -> float | Array:
    """The mean squared error ``E |K_hat - K|^2`` of an estimate of the kernel, in closed form.

    With ``|x + y| = 1`` one positive sample has the error ``exp(3/2) - exp(1/2)``:

    >>> import math
    >>> math.isclose(mse("positive", [0.5, 0.0], [0.5, 0.0], m=1), math.exp(1.5) - math.exp(0.5), rel_tol=1e-12)
    True

    Args:
        mechanism, x, y, m, n, kernel, bandwidth: as for `closed_form`, which also returns the logarithm, in case float64 overflows,
            and other quantities.

    Returns:
        a number for vectors x and y, shape (P,) for P pairs; inf if it exceeds float64.

    Raises:
        NoClosedForm: if none is known, and ValueError, as `closed_form`; `estimate` draws instead.
    """
    found = closed_form("mse", mechanism, x, y, m, n, kernel=kernel, bandwidth=bandwidth)
    return found.value if np.ndim(x) > 1 else float(found)


def closed_form(
    quantity: str,
    mechanism: str | Mechanism | Any,
    x: ArrayLike,
    y: ArrayLike,
    m: int | None = None,
    n: int | None = None,
    *,
    kernel: str | None = None,
    bandwidth: Bandwidth | None = None,
) -> ClosedForm:
    """The closed form of a quantity of an estimate of the kernel, as numbers and their logarithms.

    >>> found = closed_form("mse", "positive x simplex", [20.0, 0.0], [20.0, 0.0], m=2)
    >>> float(found.value), round(float(found.log), 3)
    (inf, 2399.307)

    Args:
        quantity: "mean", "bias", "mse", "variance", "second_moment", "pair_moment" or "pair_covariance"; the last two are of two
            samples, averaged over all pairs of the m.
        mechanism: its name, such as "oprf x simplex" or "gerf(A=-1/10) x orthogonal", a `Mechanism`, or a family.
        x, y: inputs, shape (P, d), paired row by row; or (d,), one pair.
        m: projections; by default d.
        n: projections of the coefficient of a hybrid; by default 1, or what the name says ("angular(n=4) x orthogonal").
        kernel: "gaussian", "softmax", or a mixture of Gaussian kernels, "matern(5/2)"; by default the one that the family estimates.
            An estimate of the softmax kernel is one of the Gaussian kernel, times ``exp((|x|^2 + |y|^2)/2)``.
        bandwidth: inputs are divided by it (`bandwidths`), for any kernel but softmax; without `kernel` it implies the Gaussian
            kernel.

    Returns:
        ``value``, ``sign`` and ``log``: numbers for vectors x and y, shape (P,) for P pairs. The value is inf if it exceeds float64.

    Raises:
        NoClosedForm: if none is known; the message says why. It is a ValueError, as is the refusal of
            names, shapes and parameters.
    """
    kernel = kernel_of(kernel, bandwidth)
    estimator, first, second, n = at_inputs(mechanism, x, y, n, bandwidth, kernel)
    found = closed_form_of(quantity, estimator, first, second, projections(m, first), n)
    found = found.scaled(POWERS[quantity] * log_factor(estimator, first, second, kernel))
    return found if np.ndim(x) > 1 else found.at(0)


def kernel_of(kernel: str | None, bandwidth: Any) -> str | None:
    """The kernel that is named; the Gaussian one where a bandwidth is given and none is named.

    Raises:
        ValueError: for an unknown kernel, and a bandwidth of the softmax kernel.
    """
    kernel = None if kernel is None else chosen_kernel(kernel, corners=True)
    if bandwidth is None:
        return kernel
    if kernel == "softmax":
        raise ValueError(f"bandwidth does not belong to the softmax kernel, got {bandwidth!r}")
    return kernel or "gaussian"


def at_inputs(
    mechanism: Any,
    x: ArrayLike,
    y: ArrayLike,
    n: int | None = None,
    bandwidth: Bandwidth | None = None,
    kernel: str | None = None,
) -> tuple[Estimator, Array, Array, int]:
    """The estimator, a family that belongs to inputs bound to these, its inputs, shape (P, d), and n."""
    first, second = paired(x, y)
    if bandwidth is not None:
        scale = bandwidth_of(bandwidth, first, second)
        first, second = divided(first, scale), divided(second, scale)
    if isinstance(mechanism, str):
        named = names.parse(mechanism)
        if named.n is not None and n is not None:
            raise ValueError(f"n is in {mechanism!r} already, got n = {n} too")
        mechanism, n = Mechanism(named.family, named.coupling, named.hybrid), n if named.n is None else named.n
    if not isinstance(mechanism, Estimator):
        made = mechanism if isinstance(mechanism, Mechanism) else Mechanism(mechanism)
        if made.hybrid is None and n is not None and n > 1:
            raise ValueError(f"n is of the coefficient of a hybrid, got n = {n} for {made}")
        mechanism = made.of_kernel(kernel).estimator((first, second))
    return mechanism, first, second, 1 if n is None else check_count("n", n)


def projections(m: int | None, x: Array) -> int:
    """How many there are: by default one block, d of them."""
    return x.shape[1] if m is None else check_count("m", m)


def log_factor(estimator: Estimator, x: Array, y: Array, kernel: str | None) -> Array:
    """log of what an estimate is multiplied by to be one of the given kernel, for each pair."""
    change = kernel_change(kernel or estimator.kernel, estimator.kernel)
    return np.asarray(change * (np.square(x) + np.square(y)).sum(axis=1))
