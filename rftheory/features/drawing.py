"""Projections drawn for a mechanism, in the order in which the judges draw them, and where the randomness comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rftheory.arrays import Array, kernel_change
from rftheory.couplings.coupling import Coupling
from rftheory.families.phases import with_phases
from rftheory.features.maps import Drawn, DrawnFamily, real, write
from rftheory.features.ready import Ready

if TYPE_CHECKING:
    from rftheory.families.family import Kernel
    from rftheory.mechanisms.mechanism import Mechanism


def draw(
    chosen: Mechanism | Ready, coupling: Coupling, generator: np.random.Generator, m: int, d: int, n: int
) -> tuple[Drawn, int, bool]:
    """Projections of R^d: m of a family or of each base of a hybrid, n of its coefficients.

    Args:
        coupling: of the projections; a mechanism has it already.

    Returns:
        what is drawn, the number of its real features, and whether the two sides have different maps.

    Raises:
        ValueError: for dimensions that the coupling or the family excludes.
    """
    drawn: Drawn
    if isinstance(chosen, Ready):
        plain = coupling.draw_projections(generator, m, d)
        drawn = DrawnFamily(chosen, with_phases(plain, chosen.auxiliary, generator, m))
    else:
        # these are made of SymPy, others do not wait for it
        from rftheory.features import exact

        drawn = exact.drawn_of(chosen, generator, m, d, n)
    # maps are analytic, but for signs: they agree everywhere if they do at a point that is nothing special
    point = somewhere(d, chosen)
    first, second = (values(drawn, point, side) for side in "xy")
    return drawn, first.shape[1], not np.array_equal(first, second)


def somewhere(d: int, chosen: Any = None) -> Array:
    """A point that is nothing special, above the shift of what is drawn."""
    shift = getattr(getattr(chosen, "family", None), "shift", 0.0)
    return np.asarray(np.sqrt(np.arange(2, d + 2) / (d + 2)) + np.asarray(shift))[None]


def values(drawn: Drawn, rows: Array, side: str, kernel: Kernel | None = None) -> Array:
    """Real features of rows, of the kernel that they are made for or another one; shape (..., L, F)."""
    parts = drawn.parts(rows, side)
    factor, log = real(parts.factor, parts.logs(rows, kernel_change(kernel or drawn.kernel, drawn.kernel)), side)
    found = np.empty(log.shape if factor is None else factor.shape)
    write(factor, log, found)
    return found


def generator_of(random_state: Any, advance: bool = True) -> np.random.Generator:
    """The generator of a random state: a seed, always the same; a source, which is advanced; None for a fresh one.

    Raises:
        ValueError: for anything else.
    """
    if isinstance(random_state, np.random.Generator):
        return random_state
    if isinstance(random_state, np.random.RandomState):
        words = random_state.randint(0, 2**32, size=4, dtype=np.uint32) if advance else 0
        return np.random.default_rng(words)
    whole = isinstance(random_state, int | np.integer) and not isinstance(random_state, bool)
    if random_state is None or isinstance(random_state, np.random.SeedSequence) or (whole and random_state >= 0):
        return np.random.default_rng(random_state)
    raise ValueError(f"random_state must be an integer >= 0, a numpy generator or None, got {random_state!r}")
