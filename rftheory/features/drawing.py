"""Projections drawn for a family or a hybrid, in the order in which the judges draw them, and where the randomness comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from rftheory import catalogue
from rftheory.arrays import Array, Projections, check_count
from rftheory.catalogue import AnyFamily
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Kernel
from rftheory.families.parts import Exponent, Parts
from rftheory.families.phases import with_phases
from rftheory.families.shifted import Shifted
from rftheory.features.maps import Drawn, DrawnFamily, kernel_change, real, write
from rftheory.hybrids.bipolar import Hybrid
from rftheory.hybrids.concatenation import hybrid_map


@dataclass(frozen=True)
class DrawnHybrid:
    """A hybrid with projections of each base and of the coefficients, by its features of the Gaussian kernel.

    Features of bases for the softmax kernel are of very different sizes, ``exp(|u|^2/2)`` and ``exp(-|u|^2/2)``; those of the
    Gaussian kernel are not. The concatenated map has columns that are real and columns that are imaginary: of either only one part
    is kept, ``columns`` of the real map.
    """

    hybrid: Hybrid
    projections: tuple[Projections, ...]
    taus: Array
    columns: Array | None = None
    kernel: Kernel = "gaussian"

    def exponent(self, d: int, side: str) -> Exponent | None:
        return None

    def parts(self, inputs: Array, side: str) -> Parts:
        families = zip(self.hybrid.bases, self.projections, strict=True)
        bases = [_gaussian(DrawnFamily(family, drawn), inputs, side) for family, drawn in families]
        maps = [coefficient.maps(inputs, self.taus, side) for coefficient in self.hybrid.coefficients]
        whole = hybrid_map(bases, maps, [complex(c.constant) for c in self.hybrid.coefficients])
        both, _ = real(whole, np.zeros((1, 1)), side)
        assert both is not None
        return Parts(both if self.columns is None else both[:, self.columns], None)


def _gaussian(drawn: DrawnFamily, inputs: Array, side: str) -> Array:
    """The features of a base, for the Gaussian kernel; complex if they are."""
    parts = drawn.parts(inputs, side)
    log = parts.logs(inputs, kernel_change("gaussian", drawn.kernel))
    return np.exp(log) if parts.factor is None else parts.factor * np.exp(log)


def draw(
    family: AnyFamily | Hybrid, coupling: Coupling, generator: np.random.Generator, m: int, d: int, n: int
) -> tuple[Drawn, int, bool]:
    """Projections of R^d: m of a family or of each base of a hybrid, n of its coefficients.

    Returns:
        what is drawn, the number of its real features, and whether the two sides have different maps.

    Raises:
        ValueError: for dimensions that the coupling or the family excludes.
    """
    drawn: Drawn
    if isinstance(family, Hybrid):
        drawn = _draw_hybrid(family, coupling, generator, m, d, n)
    elif isinstance(family, DiscreteFamily | Shifted):
        drawn = DrawnFamily(family, family.draw(generator, m, d))
    else:
        projections = coupling.draw_projections(generator, m, d)
        drawn = DrawnFamily(family, with_phases(projections, family.auxiliary, generator, m))
    # maps are analytic, but for signs: they agree everywhere if they do at a point that is nothing special
    point = _somewhere(d, family.shift if isinstance(family, Shifted) else 0.0)
    first, second = (_values(drawn, point, side) for side in "xy")
    return drawn, first.shape[1], not np.array_equal(first, second)


def _draw_hybrid(
    hybrid: Hybrid, coupling: Coupling, generator: np.random.Generator, m: int, d: int, n: int
) -> DrawnHybrid:
    projections, taus = hybrid.projections(
        lambda: coupling.draw_projections(generator, m, d), lambda: Independent().draw(generator, n, d)
    )
    drawn = DrawnHybrid(hybrid, tuple(projections), taus)
    point = _somewhere(d, 0.0)
    first, second = np.split(_values(drawn, point, "x")[0] * _values(drawn, point, "y")[0], 2)
    # a column that vanishes altogether is kept once, so that there are as many whatever is drawn
    columns = np.flatnonzero(np.concatenate([(first != 0) | (second == 0), second != 0]))
    return DrawnHybrid(hybrid, drawn.projections, taus, columns)


def _somewhere(d: int, shift: Any) -> Array:
    return np.asarray(np.sqrt(np.arange(2, d + 2) / (d + 2)) + np.asarray(shift))[None]


def _values(drawn: Drawn, point: Array, side: str) -> Array:
    parts = drawn.parts(point, side)
    factor, log = real(parts.factor, parts.logs(point), side)
    values = np.empty(log.shape if factor is None else factor.shape)
    write(factor, log, values)
    return values


# -- what is asked for ----------------------------------------------------------------------------------------------


def hybrid_of(family: Any, parameters: Mapping[str, Any], m: int) -> tuple[Hybrid, int] | None:
    """The hybrid that is asked for, by its coefficient or whole, and its n (m by default); None for a family.

    Raises:
        ValueError: for parameters that it does not have, or that are missing.
    """
    own = dict(parameters)
    n = check_count("n", own.pop("n", m)) if isinstance(family, Hybrid) or _is_coefficient(family) else 0
    if not n:
        return None
    if isinstance(family, Hybrid):
        if own:
            raise ValueError(f"a whole hybrid has the parameter n only, got {', '.join(own)}")
        return family, n
    found = catalogue.hybrid(family, **own)
    for coefficient in found.coefficients:
        symbols = {s for value in vars(coefficient).values() if isinstance(value, sp.Expr) for s in value.free_symbols}
        if symbols:
            raise ValueError(f"{family!r} needs the parameters {', '.join(sorted(map(str, symbols)))}")
    return found, n


def _is_coefficient(family: Any) -> bool:
    if not isinstance(family, str):
        return False
    names = {name for kind in catalogue.coefficient_classes().values() for name in catalogue.names_of(kind)}
    return family.strip().lower() in names


def check_coupling(family: AnyFamily | Hybrid | None, coupling: Coupling) -> None:
    """Raises a ValueError for what cannot be combined; None stands for shifted counts."""
    if isinstance(family, Hybrid):
        from rftheory.estimators.hybrids import CoupledHybrid

        # which refuses what cannot be drawn
        CoupledHybrid(family, coupling)
    if (family is None or isinstance(family, DiscreteFamily | Shifted)) and not coupling.independent:
        raise ValueError(f"coupling must be iid for counts, which have no directions, got {coupling}")


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
