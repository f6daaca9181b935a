r"""What libraries call the width of a kernel: each name stands for a function of the bandwidth h, by which inputs are divided.

The Gaussian kernel is ``exp(-|x - y|^2/(2 h^2))``, the Laplacian one ``exp(-|x - y|_1/h)``, and the softmax kernel ``exp(x.y/h^2)``:
dividing queries and keys by h is the temperature h^2.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array, real_array


class Convention(NamedTuple):
    """A power law ``value = factor h^power``, the formula of the kernel that it stands in, and who means it so.

    Attributes:
        libraries: the functions and their arguments.
    """

    factor: float
    power: float
    formula: str
    libraries: tuple[str, ...]


CONVENTIONS: dict[str, Convention] = {
    "bandwidth": Convention(1.0, 1, "exp(-r^2/(2 h^2))", ("rftheory", "kernels written with sigma")),
    "length-scale": Convention(
        1.0, 1, "exp(-r^2/(2 l^2))",
        ("scikit-learn gaussian_process.kernels (length_scale)", "GPyTorch (lengthscale)", "GPflow (lengthscales)", "GPy (lengthscale)"),
    ),
    "gamma": Convention(
        0.5, -2, "exp(-gamma r^2)",
        ("scikit-learn rbf_kernel, RBFSampler, Nystroem, SVC (gamma)", "LIBSVM (-g)", "kernlab rbfdot (called sigma there)"),
    ),
    "laplacian-gamma": Convention(1.0, -1, "exp(-gamma |x - y|_1)", ("scikit-learn laplacian_kernel (gamma)",)),
    "kernel-scale": Convention(math.sqrt(2), 1, "exp(-r^2/s^2)", ("MATLAB fitcsvm (KernelScale)",)),
    "squared-scale": Convention(1.0, 2, "exp(-r^2/(2 s))", ("Edward2 RandomFeatureGaussianProcess (gp_kernel_scale)",)),
    "spectral-deviation": Convention(1.0, -1, "projections of N(0, s^2 I)", ("random features by hand",)),
    "cycles": Convention(
        1 / (2 * math.pi), -1, "cos(2 pi w.x), w of N(0, s^2 I)", ("random-fourier-features-pytorch GaussianEncoding (sigma)",)
    ),
    "temperature": Convention(1.0, 2, "exp(q.k/T)", ("rftheory",)),
    "head-scale": Convention(
        1.0, -2, "exp(s q.k), by default d^(-1/2)",
        ("PyTorch scaled_dot_product_attention (scale)", "JAX dot_product_attention (scale)"),
    ),
    "data-normalizer": Convention(1.0, -1, "features of s q and s k, d^(-1/4) for attention", ("Performers (data_normalizer)",)),
}  # fmt: skip


def convert(value: ArrayLike, source: str, target: str = "bandwidth") -> float | Array:
    """The width of a kernel, converted from one convention to another.

    >>> convert(0.5, "gamma")
    1.0
    >>> convert(8.0, "temperature", "head-scale")
    0.125

    Args:
        value: a number > 0, or an array of them, one for each coordinate.
        source, target: names of `CONVENTIONS`, also written with "_".

    Raises:
        ValueError: for other names, and values that are not finite numbers > 0.
    """
    laws: list[Convention] = []
    for place, written in (("source", source), ("target", target)):
        name = str(written).replace("_", "-")
        if name not in CONVENTIONS:
            raise ValueError(f"{place} must be one of {', '.join(CONVENTIONS)}, got {written!r}")
        laws.append(CONVENTIONS[name])
    given = real_array("value", value)
    if isinstance(value, bool) or not (np.isfinite(given) & (given > 0)).all():
        raise ValueError(f"value must be finite and > 0, got {value!r}")
    own, other = laws
    found = given if own == other else other.factor * (given / own.factor) ** (other.power / own.power)
    return float(found) if found.ndim == 0 else np.asarray(found)
