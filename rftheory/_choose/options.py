"""What `choose` is asked, but for the data: checked when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from rftheory._choose.candidate import Measure
from rftheory._choose.data import DataSet
from rftheory._choose.sizes import Stated
from rftheory.families.family import Kernel
from rftheory.features.units import check_center, for_kernel, positive
from rftheory.inputs.arrays import Array, check_count, check_vector
from rftheory.inputs.bandwidths import Bandwidth, Scale, bandwidth_of

#: attention is drawn by default for fewer rows than these, for maps of no more numbers, and looked at for so many queries
_ROWS, _NUMBERS, _QUERIES = 2000, 1 << 18, 128
#: what is subtracted from queries and keys
Center: TypeAlias = Literal["auto", "mean"] | ArrayLike | None


@dataclass(frozen=True, kw_only=True)
class Question:
    """The options of `choose.choose`, which says what they mean."""

    kernel: Kernel
    bandwidth: Bandwidth | None
    temperature: float | None
    features: int | None
    m: int | None
    target: float | None
    measure: Measure
    pairs: int | None
    center: Center
    positive: bool | None
    attention: bool | Mapping[str, Any] | None
    seed: int

    def __post_init__(self) -> None:
        if self.measure not in ("matrix", "pair"):
            raise ValueError(f"measure must be matrix or pair, got {self.measure!r}")
        unused = "bandwidth" if self.softmax else "temperature"
        if (scale := getattr(self, unused)) is not None:
            raise ValueError(f"{unused} does not belong to the {self.kernel} kernel, got {scale!r}")
        for name in ("features", "m"):
            if getattr(self, name) is not None:
                check_count(name, getattr(self, name))
        if None not in (self.features, self.m):
            raise ValueError(f"give features or m (projections), not both, got features={self.features} and m={self.m}")
        check_center(self.center, None)
        if not (self.attention is None or isinstance(self.attention, bool | Mapping)):
            raise ValueError(
                f"attention must be True, False, None or options of Choice.attention, got {self.attention!r}"
            )
        if self.pairs is not None and check_count("pairs", self.pairs) < 2:
            raise ValueError(f"pairs must be at least 2, got {self.pairs}")
        if not (self.target is None or (_is_real(self.target) and 0 < self.target < np.inf)):
            raise ValueError(f"target must be a finite relative error > 0, got {self.target!r}")

    @property
    def softmax(self) -> bool:
        """Whether it is the softmax kernel."""
        return self.kernel == "softmax"

    def stated(self, d: int) -> Stated:
        """The size that errors are stated for, by default 2d features."""
        return Stated(self.features, self.m) if self.features or self.m else Stated(max(2 * d, 8))

    def origin(self, queries: DataSet, keys: DataSet) -> Array:
        """What is subtracted from both sets, shape (d,)."""
        check_center(self.center, queries.dimension)
        center = for_kernel(self.center, self.kernel)
        if center is None:
            return np.zeros(queries.dimension)
        return (queries.mean + keys.mean) / 2 if isinstance(center, str) else check_vector("center", center)

    def outputs(self, queries: DataSet, keys: DataSet, projections: int) -> dict[str, Any] | None:
        """Options of draws of attention, None for none: by default for the softmax kernel, few rows and small maps."""
        small = (
            queries.groups == 1 and max(queries.size, keys.size) < _ROWS and projections * queries.dimension <= _NUMBERS
        )
        if self.attention is None:
            return {"most": _QUERIES} if self.softmax and small else None
        return (
            (dict(self.attention) if isinstance(self.attention, Mapping) else {})
            if self.attention is not False
            else None
        )

    @property
    def only_positive(self) -> bool:
        """Whether the recommendation must have positive features."""
        return self.softmax if self.positive is None else self.positive

    def scale(self, queries: DataSet, keys: DataSet) -> Scale:
        """The temperature, or the bandwidth, of rows as `features.make` takes it."""
        if self.softmax:
            return positive("temperature", 1 if self.temperature is None else self.temperature)
        try:
            return bandwidth_of(self.bandwidth, queries.rows, None if queries is keys else keys.rows, queries.groups)
        except ValueError as error:
            if isinstance(self.bandwidth, str) and "bandwidth" not in str(error):
                raise ValueError(f"bandwidth={self.bandwidth!r}: {error}") from None
            raise


def _is_real(value: object) -> bool:
    """Whether this is a number, which a truth value is not."""
    return isinstance(value, Real) and not isinstance(value, bool)
