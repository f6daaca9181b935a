"""Random features of the Gaussian kernel as a user would take them: fitted to data, drawn, and with their expected error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.hadamard import HadamardProduct, padded
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.families.shifted import shift_below
from rftheory.features.drawing import Fitted
from rftheory.inputs.arrays import Array
from rftheory.mechanisms import catalogue
from rftheory.mechanisms.mechanism import Mechanism

#: how far below all inputs shifted discrete features are shifted
_BELOW = 1e-3


@dataclass(frozen=True)
class Compared:
    """Features by name: fitted to data sets of the x and of the y."""

    features: str
    projections: str
    fit: Callable[[Array, Array], Fitted]


@dataclass(frozen=True, eq=False)
class _Padded(Fitted):
    """Of inputs that are padded, for fast projections: the kernel does not change."""

    def draw(
        self, generator: np.random.Generator, m: int, x: Array, y: Array, replicates: int | None = None
    ) -> list[Array]:
        return super().draw(generator, m, pad(x), pad(y), replicates)

    def log_mse(self, m: int, x: Array, y: Array) -> Array | None:
        # of fast projections no formula of many pairs is known
        known = self.mechanism.coupling.geometry_in(pad(x).shape[1]) is not None
        return super().log_mse(m, pad(x), pad(y)) if known else None


def pad(rows: Array) -> Array:
    """Rows with zeros up to the next power of two."""
    return np.pad(rows, ((0, 0), (0, padded(rows.shape[1]) - rows.shape[1])))


def _projected(features: str, family: str, projections: str) -> Compared:
    def fit(x: Array, y: Array) -> Fitted:
        chosen = catalogue.family(family).fit(pad(x), pad(y), padded(x.shape[1]))
        return _Padded(Mechanism(chosen, _COUPLINGS[projections]))

    return Compared(features, projections, fit)


def _discrete(features: str, family: str, positive: bool) -> Compared:
    def fit(x: Array, y: Array) -> Fitted:
        if positive:
            chosen = catalogue.family("shifted", family=family, shift=tuple(shift_below(x, y, _BELOW)))
        else:
            chosen = catalogue.family(family)
        return Fitted(Mechanism(chosen.fit(x, y, x.shape[1])))

    return Compared(features, "iid", fit)


_COUPLINGS: dict[str, Coupling] = {
    "iid": Independent(),
    "orthogonal": Orthogonal(),
    "orthogonal HD": HadamardProduct(),
    "simplex": Simplex(),
    "simplex HD": HadamardProduct(geometry="simplex"),
    # the rows are Gaussian whether or not the iteration has converged
    "simplex+": SimplexPlus(),
}
_COUPLED = {"trig": "trigonometric", "positive": "positive", "OPRF": "oprf"}

#: iid positive features, for which the width of the kernel is chosen
REFERENCE = _projected("positive", "positive", "iid")
MECHANISMS = (
    *(
        _projected(features, family, projections)
        for features, family in _COUPLED.items()
        for projections in _COUPLINGS
        if features == "positive" or projections != "simplex+"
    ),
    _projected("GERF", "gerf", "iid"),
    _discrete("Poisson", "poisson", positive=False),
    _discrete("geometric", "geometric", positive=False),
    _discrete("Poisson+", "poisson", positive=True),
    _discrete("geometric+", "geometric", positive=True),
)
