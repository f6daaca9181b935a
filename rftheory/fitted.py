"""Features of the Gaussian kernel as a user takes them: a mechanism at inputs minus an origin, drawn, with its expected error."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from rftheory.arrays import Array, squares
from rftheory.families.family import Kernel
from rftheory.features.drawing import somewhere, values
from rftheory.features.exact import drawn_of
from rftheory.features.maps import Drawn, FeatureMap
from rftheory.mechanisms.mechanism import Mechanism


@dataclass(frozen=True, eq=False)
class Fitted:
    """A mechanism with numbers for its parameters, for inputs in units of the kernel.

    Attributes:
        mechanism: what is drawn.
        origin: what is subtracted from all inputs, shape (d,), or 0: the Gaussian kernel does not change.
        coefficients: n, the projections of the coefficient of a hybrid.
    """

    mechanism: Mechanism
    origin: Array | float = field(default=0.0, repr=False)
    coefficients: int = 1

    def draw(
        self, generator: np.random.Generator, m: int, x: Array, y: Array, replicates: int | None = None
    ) -> list[Array]:
        """Maps of rows x and y from the same m projections (in each base of a hybrid).

        Returns:
            real arrays of shapes (L, F) and (N, F), or (replicates, L, F) and (replicates, N, F), whose products over F estimate
            the Gaussian kernel ``exp(-|x - y|^2/2)``. For the softmax kernel each row is multiplied by ``exp(|u|^2/2)``, u the row as
            it is given, which is left to the caller so that nothing overflows.
        """
        drawn = self._drawn(generator, m, x.shape[1], replicates)
        return [values(drawn, rows - self.origin, side, "gaussian") for rows, side in ((x, "x"), (y, "y"))]

    def feature_map(self, kernel: Kernel, seed: np.random.SeedSequence, m: int, dimension: int) -> FeatureMap:
        """One draw as a map of either kernel by logarithms, which stay in range where the features themselves do not.

        Args:
            seed: draws the same, however often it is used.
        """
        generator = np.random.default_rng(np.random.SeedSequence(seed.entropy, spawn_key=seed.spawn_key))
        drawn = self._drawn(generator, m, dimension)
        length = values(drawn, somewhere(dimension, self.mechanism), "x").shape[1]
        origin = np.broadcast_to(self.origin, dimension) if np.any(self.origin) else None
        return FeatureMap(drawn, kernel, 1.0, dimension, length, origin)

    def log_mse(self, m: int, x: Array, y: Array) -> Array | None:
        """log of the mean squared error of pairs of rows, shape (L,); None where no closed form is known."""
        x, y = x - self.origin, y - self.origin
        found = self.mechanism.log_mse(x, y, m, self.coefficients)
        if found is None or self.mechanism.kernel == "gaussian":
            return found
        return np.asarray(found - squares(x)[:, 0] - squares(y)[:, 0])

    def _drawn(self, generator: np.random.Generator, m: int, d: int, replicates: int | None = None) -> Drawn:
        return drawn_of(self.mechanism, generator, m, d, self.coefficients, replicates)
