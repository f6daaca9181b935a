"""What `choose` is asked, but for the data: refusals, and what options stand for once there are data."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from rftheory._choose.data import DataSet
from rftheory._choose.sizes import Measure, StatedSize
from rftheory.families.family import Kernel
from rftheory.families.mixtures.kernels import mixture_of
from rftheory.families.mixtures.scaled import no_exponentials
from rftheory.features.units import check_center, for_kernel
from rftheory.features.units import positive as positive_number
from rftheory.inputs.arrays import Array, check_count, check_vector
from rftheory.inputs.bandwidths import Bandwidth, Scale, bandwidth_of

#: attention is drawn by default for fewer rows than these, for maps of no more numbers, and looked at for so many queries
_ROWS, _NUMBERS, _QUERIES = 2000, 1 << 18, 128
#: what is subtracted from queries and keys
Center: TypeAlias = Literal["auto", "mean"] | ArrayLike | None


def check(
    kernel: Kernel, bandwidth: Bandwidth | None, temperature: float | None, features: int | None, m: int | None,
    target: Any, measure: Measure, pairs: int | None, center: Center, positive: bool | None,
    attention: bool | Mapping[str, Any] | None,
) -> None:  # fmt: skip
    """Refuse with a ValueError what `compare.choose` does not allow, whatever the data are."""
    mixture = mixture_of(kernel)
    if positive and mixture is not None:
        raise ValueError(
            f"positive must be None or False for the kernel {kernel}, got True: {no_exponentials(mixture)}"
        )
    if measure not in ("matrix", "pair"):
        raise ValueError(f"measure must be matrix or pair, got {measure!r}")
    unused, scale = ("bandwidth", bandwidth) if kernel == "softmax" else ("temperature", temperature)
    if scale is not None:
        raise ValueError(f"{unused} does not belong to the {kernel} kernel, got {scale!r}")
    for name, count in (("features", features), ("m", m)):
        if count is not None:
            check_count(name, count)
    if None not in (features, m):
        raise ValueError(f"give features or m (projections), not both, got features={features} and m={m}")
    check_center(center, None)
    if not (attention is None or isinstance(attention, bool | Mapping)):
        raise ValueError(f"attention must be True, False, None or options of Choice.attention, got {attention!r}")
    if pairs is not None and check_count("pairs", pairs) < 2:
        raise ValueError(f"pairs must be at least 2, got {pairs}")
    if target is not None and not (_is_real(target) and 0 < target < np.inf):
        raise ValueError(f"target must be a finite relative error > 0, got {target!r}")


def stated_size(features: int | None, m: int | None, d: int) -> StatedSize:
    """The size that errors are stated for, by default 2d features."""
    return StatedSize(features, m) if features or m else StatedSize(max(2 * d, 8))


def origin_of(center: Center, kernel: Kernel, queries: DataSet, keys: DataSet) -> Array:
    """What is subtracted from both sets, shape (d,)."""
    check_center(center, queries.dimension)
    center = for_kernel(center, kernel)
    if center is None:
        return np.zeros(queries.dimension)
    return (queries.mean + keys.mean) / 2 if isinstance(center, str) else check_vector("center", center)


def scale_of(
    kernel: Kernel, bandwidth: Bandwidth | None, temperature: float | None, queries: DataSet, keys: DataSet
) -> Scale:
    """The temperature of the softmax kernel, by default 1, or the bandwidth of rows as `features.make` takes it."""
    if kernel == "softmax":
        return positive_number("temperature", 1 if temperature is None else temperature)
    try:
        return bandwidth_of(bandwidth, queries.rows, None if queries is keys else keys.rows, queries.groups)
    except ValueError as error:
        if isinstance(bandwidth, str) and "bandwidth" not in str(error):
            raise ValueError(f"bandwidth={bandwidth!r}: {error}") from None
        raise


def attention_options(
    asked: bool | Mapping[str, Any] | None, softmax: bool, queries: DataSet, keys: DataSet, projections: int
) -> dict[str, Any] | None:
    """Options of draws of attention, None for none: by default for the softmax kernel, few rows and small maps."""
    if asked is None:
        few = queries.groups == 1 and max(queries.size, keys.size) < _ROWS
        small = few and projections * queries.dimension <= _NUMBERS
        return {"most": _QUERIES} if softmax and small else None
    if asked is False:
        return None
    return dict(asked) if isinstance(asked, Mapping) else {}


def _is_real(value: object) -> bool:
    """Whether this is a number, which a truth value is not."""
    return isinstance(value, Real) and not isinstance(value, bool)
