"""Projections drawn for a mechanism, in the order in which the judges draw them, and where the randomness comes from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from rftheory.couplings.coupling import Coupling
from rftheory.families.dense import DenseMap
from rftheory.families.waves import GaussianMap, Kernel, with_phases
from rftheory.features.maps import FeatureMap
from rftheory.inputs.arrays import Array, squares

if TYPE_CHECKING:
    # feature maps by data do not wait for SymPy
    from rftheory.mechanisms.mechanism import Mechanism


def drawn_of(
    mechanism: Mechanism | GaussianMap,
    generator: np.random.Generator,
    m: int,
    d: int,
    n: int = 1,
    replicates: int | None = None,
    coupling: Coupling | None = None,
) -> tuple[Any, Any]:
    """What a `FeatureMap` is of, and its draws: m projections of R^d (in each base of a hybrid) and n of the coefficients of a hybrid.

    Args:
        coupling: of a map by its data; a mechanism has its own.
    """
    if isinstance(mechanism, GaussianMap):
        assert coupling is not None
        plain = coupling.draw_projections(generator, m, d, replicates)
        return mechanism, with_phases(plain, mechanism.auxiliary, generator, m)
    if mechanism.proposal is not None:
        from rftheory.families.proposals.optimal import optimal
        from rftheory.families.proposals.weighted import WeightedEstimator

        laws = mechanism.proposal if isinstance(mechanism.proposal, tuple) else (mechanism.proposal,)
        estimator = WeightedEstimator(mechanism.family, optimal(mechanism.family, *laws))
        return estimator, estimator.draw(generator, m, replicates)
    drawn = mechanism.projections(generator, m, d, n, replicates)
    if mechanism.hybrid is not None:
        return mechanism.hybrid, drawn
    found = mechanism.family.numerical(d) or mechanism.family
    return found, found.prepared(drawn) if isinstance(found, DenseMap) else drawn


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
        d = x.shape[1]
        own = self.mechanism.kernel
        kernel = "gaussian" if own == "softmax" else own
        drawn = FeatureMap(*drawn_of(self.mechanism, generator, m, d, self.coefficients, replicates), kernel, d)
        return [drawn.values(rows - self.origin, side) for rows, side in ((x, "x"), (y, "y"))]

    def feature_map(self, kernel: Kernel, seed: np.random.SeedSequence, m: int, dimension: int) -> FeatureMap:
        """One draw as a map of either kernel by logarithms, which stay in range where the features themselves do not.

        Args:
            seed: draws the same, however often it is used.
        """
        generator = np.random.default_rng(np.random.SeedSequence(seed.entropy, spawn_key=seed.spawn_key))
        origin = np.broadcast_to(self.origin, dimension) if np.any(self.origin) else None
        drawn = drawn_of(self.mechanism, generator, m, dimension, self.coefficients)
        return FeatureMap(*drawn, kernel, dimension, origin=origin)

    def log_mse(self, m: int, x: Array, y: Array) -> Array | None:
        """log of the mean squared error of pairs of rows, shape (L,); None where no closed form is known."""
        x, y = x - self.origin, y - self.origin
        found = self.mechanism.log_mse(x, y, m, self.coefficients)
        if found is None or self.mechanism.kernel != "softmax":
            return found
        return np.asarray(found - squares(x)[:, 0] - squares(y)[:, 0])


def generator_of(random_state: Any, advance: bool = True) -> np.random.Generator:
    """The generator of a random state: a seed, always the same; a source, which is advanced; None for a fresh one."""
    if isinstance(random_state, np.random.Generator):
        return random_state
    if isinstance(random_state, np.random.RandomState):
        words = random_state.randint(0, 2**32, size=4, dtype=np.uint32) if advance else 0
        return np.random.default_rng(words)
    whole = isinstance(random_state, int | np.integer) and not isinstance(random_state, bool)
    if random_state is None or isinstance(random_state, np.random.SeedSequence) or (whole and random_state >= 0):
        return np.random.default_rng(random_state)
    raise ValueError(f"random_state must be an integer >= 0, a numpy generator or None, got {random_state!r}")
