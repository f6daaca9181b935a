r"""Draws of any estimator: by its samples where it is made of samples, else by its own ``draw``.

*Shared draws.* Pairs that share draws have the same projections (or counts), and those that do not have independent ones. An estimator of
which only ``draw`` is known is started for each pair from one seed, which is drawn anew for every batch. So what one pair consumes never
moves the stream of another, and batches are independent whether or not the consumption depends on the inputs (as it does where draws are
rejected).

*Squares* are those of the samples ``Z_i``; m MSE = E |Z - K|^2 + (m - 1) C then holds for each draw, with ``m^2 |K_hat - K|^2`` the sum of
``|Z_i - K|^2`` over i and of ``(Z_i - K) conj(Z_j - K)`` over i != j.

Features themselves may overflow, from inputs of length 37 on (``exp(|u|^2/2)``). That is an error, and no draw is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp

from rftheory.couplings.coupling import WORKING_SET, batches
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.chunks import COLUMNS
from rftheory.montecarlo.estimators.samples import SampleLaw, log_unit
from rftheory.montecarlo.samplers import ReducedSampler
from rftheory.montecarlo.setting import Draws, Setting


@dataclass(frozen=True, eq=False)
class FullSampler:
    """Draws of a setting with whole projections."""

    setting: Setting

    def __post_init__(self) -> None:
        own = self.setting.estimator.inputs
        if own is None:
            return
        for name, given, exact in (("x", self.setting.x, own[0]), ("y", self.setting.y, own[1])):
            expected = np.array([float(sp.N(e)) for e in exact])
            if given.shape[1] != len(expected) or not np.allclose(given, expected, rtol=2.0**-50, atol=0):
                raise ValueError(
                    f"{name} must be the inputs {expected.tolist()} of the estimator, got {given.tolist()}"
                )

    @cached_property
    def _law(self) -> SampleLaw | None:
        return self.setting.estimator.sample_law

    @cached_property
    def log_unit(self) -> Array:
        setting = self.setting
        if self._law is None:
            return np.zeros(setting.pairs)
        return log_unit(self._law.waves, setting.estimator.kernel, setting.x, setting.y, setting.log_kernel)

    @cached_property
    def kernel(self) -> Array:
        return np.exp(self.setting.log_kernel - self.log_unit)

    @property
    def label(self) -> str:
        return f"{type(self).__name__} {WORKING_SET} {self.setting.label}"

    @cached_property
    def _numbers(self) -> int:
        """Numbers of one replicate of one pair."""
        setting = self.setting
        if self._law is None:
            return setting.estimator.numbers(setting.m, setting.n, setting.dimension)
        return self._law.numbers(setting.m, setting.n, setting.dimension)

    @property
    def cost(self) -> int:
        # pairs with the same projections have features of their own
        each = self.setting.m if self.setting.share else self._numbers
        return self._numbers + (self.setting.pairs - 1) * each

    @property
    def has_squares(self) -> bool:
        return self._law is not None

    def draw(self, generator: np.random.Generator, size: int, squares: bool = False) -> Draws:
        """So many replicates.

        Raises:
            FloatingPointError: if a draw is not finite.
        """
        if squares and not self.has_squares:
            raise ValueError(f"the squares of the samples of {self.setting.estimator} are not known")
        with np.errstate(over="ignore", invalid="ignore"):
            parts = [self._batch(generator, part.stop - part.start, squares) for part in self._parts(size)]
        estimates = np.concatenate([part.estimates for part in parts], axis=1)
        self._check_finite(estimates)
        if not squares:
            return Draws(estimates)
        found = np.concatenate([part.squares for part in parts if part.squares is not None], axis=1)
        self._check_finite(found)
        return Draws(estimates, found)

    def _batch(self, generator: np.random.Generator, size: int, squares: bool) -> Draws:
        if self._law is None:
            return Draws(self._own_draws(generator, size))
        estimates, errors = [], []
        for rows, drawn in self._drawn(self._law, generator, size):
            samples = self._law.samples(drawn, self.setting.x[rows], self.setting.y[rows], self.log_unit[rows])
            estimates.append(samples.mean(axis=-1).T)
            if squares:
                errors.append(np.square(np.abs(samples - self.kernel[rows, None])).mean(axis=-1).T)
        return Draws(np.concatenate(estimates), np.concatenate(errors) if squares else None)

    def _drawn(self, law: SampleLaw, generator: np.random.Generator, size: int) -> Iterator[tuple[slice, Any]]:
        """Ranges of pairs and what their samples are made of."""
        pairs, shape = self.setting.pairs, (self.setting.m, self.setting.n, self.setting.dimension)
        if not self.setting.share:
            for pair in range(pairs):
                yield slice(pair, pair + 1), law.draw(generator, size, *shape)
            return
        drawn = law.draw(generator, size, *shape)
        step = max(1, WORKING_SET // (size * self.setting.m))
        for start in range(0, pairs, step):
            yield slice(start, start + step), drawn

    def _own_draws(self, generator: np.random.Generator, size: int) -> Array:
        setting, drawn = self.setting, []
        seed = np.random.SeedSequence(generator.integers(2**32, size=8).tolist()) if setting.share else None
        for x, y in zip(setting.x, setting.y, strict=True):
            stream = generator if seed is None else np.random.Generator(np.random.SFC64(seed))
            drawn.append(setting.estimator.draw(stream, size, x, y, setting.m, setting.n))
        return np.stack(drawn)

    def _parts(self, size: int) -> list[slice]:
        """The replicates that are drawn at a time."""
        return batches(size, self._numbers)

    def _check_finite(self, values: Array) -> None:
        finite = np.isfinite(values).all(axis=1)
        if not finite.all():
            pair = int(np.argmin(finite))
            lengths = (float(np.linalg.norm(u[pair])) for u in (self.setting.x, self.setting.y))
            raise FloatingPointError(
                f"draws of {self.setting.estimator} overflow at pair {pair}, of lengths {', '.join(f'{v:.3g}' for v in lengths)}; "
                "choose shorter inputs"
            )


@dataclass(frozen=True, eq=False)
class LiteralSampler(FullSampler):
    """Draws by the estimator's own ``draw``, the definition, a chunk at a time: what a judge trusts, and an oracle of the others.

    Attributes:
        name: the label; by default that of the setting.
        reduced: the same law by another way, in place of them.
    """

    name: str = ""
    reduced: ReducedSampler | None = None

    _law = None

    @property
    def label(self) -> str:
        return self.name or super().label

    @property
    def cost(self) -> int:
        # an image in the place of each projection, and what is recorded of a draw
        return super().cost if self.reduced is None else min(super().cost, self.reduced.cost + COLUMNS)

    def _parts(self, size: int) -> list[slice]:
        return [slice(0, size)]

    def _own_draws(self, generator: np.random.Generator, size: int) -> Array:
        if self.reduced is None:
            return super()._own_draws(generator, size)
        return np.exp(self.reduced.log_unit)[:, None] * self.reduced.draw(generator, size).estimates
