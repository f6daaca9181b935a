"""What is asked of a feature map that no kept program does: symbols, counts, hybrids, extensions and families as objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from rftheory import catalogue
from rftheory.arrays import Array, Projections, check_count, data_for, kernel_change
from rftheory.catalogue import AnyFamily
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Kernel
from rftheory.families.parts import Exponent, Parts
from rftheory.families.shifted import Shifted, shift_below
from rftheory.features.drawing import draw_family, somewhere, values
from rftheory.features.maps import Drawn, DrawnFamily, real
from rftheory.hybrids.bipolar import Hybrid
from rftheory.hybrids.concatenation import hybrid_map

#: how far below all inputs, in units of the bandwidth, shifted features are shifted if the shift is not given
BELOW = 1e-3


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
) -> tuple[Drawn, Any]:
    """What is drawn, and the shift below inputs; arguments and errors as `drawing.draw`."""
    if isinstance(family, Hybrid):
        return _draw_hybrid(family, coupling, generator, m, d, n), 0.0
    if isinstance(family, DiscreteFamily | Shifted):
        shift = family.shift if isinstance(family, Shifted) else 0.0
        return DrawnFamily(family, family.draw(generator, m, d)), shift
    return draw_family(family, coupling, generator, m, d), 0.0


def _draw_hybrid(
    hybrid: Hybrid, coupling: Coupling, generator: np.random.Generator, m: int, d: int, n: int
) -> DrawnHybrid:
    projections, taus = hybrid.projections(
        lambda: coupling.draw_projections(generator, m, d), lambda: Independent().draw(generator, n, d)
    )
    drawn = DrawnHybrid(hybrid, tuple(projections), taus)
    point = somewhere(d, 0.0)
    first, second = np.split(values(drawn, point, "x")[0] * values(drawn, point, "y")[0], 2)
    # a column that vanishes altogether is kept once, so that there are as many whatever is drawn
    columns = np.flatnonzero(np.concatenate([(first != 0) | (second == 0), second != 0]))
    return DrawnHybrid(hybrid, drawn.projections, taus, columns)


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


def check(family: Any, parameters: Mapping[str, Any], m: int, coupling: Coupling) -> None:
    """As `fitting.check`."""
    hybrid = hybrid_of(family, parameters, m)
    if hybrid is not None:
        from rftheory.estimators.hybrids import CoupledHybrid

        # which refuses what cannot be drawn
        CoupledHybrid(hybrid[0], coupling)
        return
    chosen = asked(family, parameters)
    # an open shift is one of counts
    if (chosen is None or isinstance(chosen, DiscreteFamily | Shifted)) and not coupling.independent:
        raise ValueError(f"coupling must be iid for counts, which have no directions, got {coupling}")


def asked(family: Any, parameters: Mapping[str, Any]) -> AnyFamily | None:
    """The family as it is asked for, with symbols for what `fitted` takes from data; None for a shift that is.

    Raises:
        ValueError: for an unknown name, parameters that it does not have or refuses, and an infinite variance.
    """
    if not isinstance(family, str):
        if parameters:
            raise ValueError(f"parameters {', '.join(parameters)} belong to a name, got {family!r}")
        if not isinstance(family, AnyFamily):
            raise ValueError(f"family must be a name or a family, got {family!r}")
        chosen = family
    elif _shift_is_open(family, parameters):
        _inner(parameters)
        return None
    else:
        chosen = catalogue.family(family, **parameters)
    chosen.check_usable()
    return chosen


def fitted(
    family: Any, parameters: Mapping[str, Any], m: int, x: Array | None, y: Array | None, d: int
) -> tuple[AnyFamily | Hybrid, int]:
    """As `fitting.fitted`."""
    hybrid = hybrid_of(family, parameters, m)
    if hybrid is not None:
        return hybrid
    chosen = asked(family, parameters)
    if chosen is None:
        below = shift_below(*data_for("shift", x, y), parameters.get("epsilon", BELOW))
        chosen = Shifted(_inner(parameters), tuple(below))
    return chosen.fit(x, y, d, parameters), 0


def _shift_is_open(name: str, parameters: Mapping[str, Any]) -> bool:
    return name.strip().lower() in catalogue.names_of(Shifted) and "shift" not in parameters


def _inner(parameters: Mapping[str, Any]) -> DiscreteFamily:
    """The family of counts whose inputs are to be shifted."""
    unknown = sorted(set(parameters) - {"family", "epsilon"})
    if unknown:
        raise ValueError(f"family 'shifted' has no parameter {unknown[0]!r}; it has family, shift, epsilon")
    inner = parameters.get("family", "poisson")
    chosen = catalogue.family(inner) if isinstance(inner, str) else inner
    if not isinstance(chosen, DiscreteFamily):
        raise ValueError(f"family of shifted features must be one of counts, got {inner!r}")
    return chosen
