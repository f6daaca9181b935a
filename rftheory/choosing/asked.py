"""What `choose` is asked, but for the data: checked when it is made."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from rftheory.arrays import Array, check_count
from rftheory.choosing.data import DataSet
from rftheory.choosing.result import Measure
from rftheory.families.family import Kernel


@dataclass(frozen=True, kw_only=True)
class Question:
    """The options of `choose.choose`, which says what they mean.

    Raises:
        ValueError: unless kernel and measure are known, m and pairs are counts, the target is finite and > 0, and the level in (0, 1).
    """

    kernel: Kernel
    bandwidth: float | Literal["median"] | None
    temperature: float | None
    m: int | None
    target: float | None
    measure: Measure
    pairs: int | None
    center: bool | None
    positive: bool | None
    level: float
    seed: int

    def __post_init__(self) -> None:
        if self.measure not in ("matrix", "pair"):
            raise ValueError(f"measure must be matrix or pair, got {self.measure!r}")
        unused = "bandwidth" if self.softmax else "temperature"
        if (scale := getattr(self, unused)) is not None:
            raise ValueError(f"{unused} does not belong to the {self.kernel} kernel, got {scale!r}")
        if self.m is not None:
            check_count("m", self.m)
        if self.pairs is not None and check_count("pairs", self.pairs) < 2:
            raise ValueError(f"pairs must be at least 2, got {self.pairs}")
        if self.target is not None and not (np.isfinite(self.target) and self.target > 0):
            raise ValueError(f"target must be a finite relative error > 0, got {self.target}")
        if not 0 < self.level < 1:
            raise ValueError(f"level must be in (0, 1), got {self.level}")

    @property
    def softmax(self) -> bool:
        """Whether it is the softmax kernel."""
        return self.kernel == "softmax"

    @property
    def centred(self) -> bool:
        """Whether the mean is subtracted."""
        return not self.softmax if self.center is None else self.center

    @property
    def only_positive(self) -> bool:
        """Whether the recommendation must have positive features."""
        return self.softmax if self.positive is None else self.positive

    def scale(self, queries: DataSet, keys: DataSet, places: tuple[Array, Array]) -> float:
        """The temperature, or the bandwidth: a number, or the median distance of pairs of rows at some places.

        Raises:
            ValueError: unless it is a finite number > 0.
        """
        if self.softmax:
            return _positive("temperature", 1 if self.temperature is None else self.temperature)
        if not isinstance(self.bandwidth, str):
            return _positive("bandwidth", 1 if self.bandwidth is None else self.bandwidth)
        if self.bandwidth != "median":
            raise ValueError(f"bandwidth must be a number > 0 or 'median', got {self.bandwidth!r}")
        apart = places[0] != places[1] if queries is keys else np.ones(len(places[0]), dtype=bool)
        gaps = queries.taken(places[0][apart]) - keys.taken(places[1][apart])
        median = float(np.median(np.linalg.norm(gaps, axis=1))) if len(gaps) else 0.0
        if not median > 0:
            raise ValueError("bandwidth 'median' must be > 0: at least half of the pairs are of equal rows")
        return median


def _positive(name: str, value: Any) -> float:
    try:
        number = math.nan if isinstance(value, bool | str) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not 0 < number < math.inf:
        raise ValueError(f"{name} must be a finite number > 0, got {value!r}")
    return number
