r"""Ranges that variables cannot leave: what is averaged over draws is bounded, so that its bars are proved.

*Waves.* ``|Z| <= c`` for every sample, so ``-c <= K_hat <= c``, and ``0 <= |D|^2 <= (c + K)^2`` for ``D = K_hat - K``, whatever the
coupling. Products of two samples ``(Z_1 - K)(Z_2 - K)`` are in ``[-(c^2 - K^2), (c + K)^2]``, and so are their means over pairs.

*Tilted draws*, in units of K: ``T = K_hat/K``, the weight 1/q with ``q = 1 - a + a L`` (`estimators.square_tilt`). As ``T^2 <= rho L``
(the square of a mean), and as q is at least 1 - a and a L,

    T^2/q <= rho/a,    0 <= T/q <= sqrt(rho/(a (1 - a)))/2,    (T - 1)^2/q <= C = max(1/(1 - a), rho/a).

The middle one is largest at a L = 1 - a; for the last see `estimators.tilted`. The same holds with the mean of the ``(t_i - 1)^2`` in
place of ``(T - 1)^2``, so that the mean over pairs of products of different samples, ``(m (T - 1)^2 - mean_i (t_i - 1)^2)/(m - 1)``, is in
``[-C/(m - 1), m C/(m - 1)]`` after weighting.
"""

from __future__ import annotations

import numpy as np

from rftheory.families.reduction import Reduction
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.quantities import Quantity
from rftheory.montecarlo.samplers import TiltedSampler
from rftheory.montecarlo.setting import Sampler, Setting

#: bounds that were formed with a few roundings, upwards
_UPWARDS = 1 + 2.0**-40
Ends = tuple[Array, Array]


def ranges(quantity: Quantity, setting: Setting, sampler: Sampler) -> Ends | None:
    """Ends of the range of the variable of a quantity, shape (P,) each, in its unit; None where none is known."""
    family = None if setting.estimator.of_family is None else setting.estimator.of_family[0]
    law = None if family is None else family.reduction(setting.dimension)
    if law is None or setting.m == 1 and quantity.name == "pair_covariance":
        return None
    known = _of_tilted(setting.m, sampler) if isinstance(sampler, TiltedSampler) else _of_waves(law, setting, sampler)
    if known is None or quantity.name not in known:
        return None
    low, high = known[quantity.name]
    if law.rate or law.phase:
        return low, high
    # where an image is multiplied by 0 all samples are K
    still, kernel = law.sizes(setting.x, setting.y) == 0, sampler.kernel
    constant = {"mean": kernel, "second_moment": kernel**2}.get(quantity.name, 0 * kernel)
    return np.where(still, constant, low), np.where(still, constant, high)


def _of_waves(law: Reduction, setting: Setting, sampler: Sampler) -> dict[str, Ends] | None:
    if not law.bounded or law.rate > 0:
        return None
    # samples of GERF have a weight, which is largest at w = 0
    c = (1 - 2 * law.rate) ** (setting.dimension / 2) * _UPWARDS + law.phase
    kernel, m = sampler.kernel, setting.m
    most, whole, zero = (c + kernel) ** 2, np.full_like(kernel, c), np.zeros_like(kernel)
    return {
        "mean": (-whole, whole),
        "bias": (-whole - kernel, whole - kernel),
        "second_moment": (zero, whole**2),
        "mse": (zero, most),
        "pair_covariance": (-np.minimum(c**2 - kernel**2, most / max(m - 1, 1)), most),
    }


def _of_tilted(m: int, sampler: TiltedSampler) -> dict[str, Ends]:
    a = sampler.share
    rho = np.exp(sampler.log_squares) * _UPWARDS
    largest, zero = np.maximum(1 / (1 - a), rho / a), np.zeros_like(rho)
    top, pairs = np.sqrt(rho / (a * (1 - a))) / 2, max(m - 1, 1)
    return {
        "mean": (zero, top),
        "bias": (zero - 1 / (1 - a), top),
        "second_moment": (zero, rho / a),
        "mse": (zero, largest),
        "pair_covariance": (-largest / pairs, largest * m / pairs),
    }
