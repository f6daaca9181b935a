"""Random features of the Gaussian kernel as a user would take them: fitted to data, drawn, and with their expected error."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import sympy as sp

from rftheory.conformity.comparison import log_mse_of_inputs
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.hadamard import HadamardProduct, padded, projections_of
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.couplings.simplex_plus import NotConvergedWarning, SimplexPlus
from rftheory.experiments.estimates import features_of
from rftheory.families.arrays import Array, squares
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.shifted import shift_below
from rftheory.families.trigonometric import Trigonometric
from rftheory.log_variance import log_variance
from rftheory.optima.generalized_exponential import optimal_gerf
from rftheory.optima.geometric import optimal_geometric
from rftheory.statistics import DataStatistics

#: how far below all inputs shifted discrete features are shifted
_BELOW = 1e-3


class Fitted(Protocol):
    """Features for given data sets of the x and of the y."""

    def draw(
        self, generator: np.random.Generator, m: int, x: Array, y: Array, replicates: int | None = None
    ) -> list[Array]:
        """Feature maps of both sets from the same m projections; products over features estimate the kernel.

        Shapes (L, F) for one draw, (replicates, L, F) for several.
        """

    def log_mse(self, m: int, x: Array, y: Array) -> Array | None:
        """log of the mean squared error of pairs of rows, shape (L,); None where no closed form is known."""


@dataclass(frozen=True)
class Mechanism:
    """Features by name: fitted to data sets of the x and of the y."""

    features: str
    projections: str
    fit: Callable[[Array, Array], Fitted]


@dataclass(frozen=True)
class Projected:
    """A family with Gaussian projections or fast ones, of inputs padded with zeros to the next power of two."""

    family: Family
    coupling: Coupling

    def draw(
        self, generator: np.random.Generator, m: int, x: Array, y: Array, replicates: int | None = None
    ) -> list[Array]:
        sets = (x, y)
        wide = [pad(rows) for rows in sets]
        with warnings.catch_warnings():
            # the notes of the experiment say so
            warnings.simplefilter("ignore", NotConvergedWarning)
            projections = projections_of(self.coupling, generator, m, wide[0].shape[1], replicates)
        maps = [features_of(self.family, rows, projections, side) for rows, side in zip(wide, "xy", strict=True)]
        if self.family.kernel == "gaussian":
            return maps
        # K(x, y) = exp(-|x|^2/2) SM(x, y) exp(-|y|^2/2)
        return [np.exp(-squares(rows) / 2) * phi for rows, phi in zip(sets, maps, strict=True)]

    def log_mse(self, m: int, x: Array, y: Array) -> Array | None:
        if isinstance(self.coupling, HadamardProduct | SimplexPlus):
            return None
        if isinstance(self.family, GeneralizedExponential) and isinstance(self.coupling, Independent):
            return log_variance(self.family, pad(x), pad(y)) - np.log(m)
        return log_mse_of_inputs(self.family, self.coupling, m, pad(x), pad(y))


@dataclass(frozen=True)
class Discrete:
    """Poisson or geometric features of inputs shifted by c, shape (d,)."""

    family: Poisson | Geometric
    shift: Array

    def draw(
        self, generator: np.random.Generator, m: int, x: Array, y: Array, replicates: int | None = None
    ) -> list[Array]:
        counts = self.family.draw(generator, m, len(self.shift), replicates)
        return [self.family.features(rows - self.shift, counts) for rows in (x, y)]

    def log_mse(self, m: int, x: Array, y: Array) -> Array:
        return log_variance(self.family, x - self.shift, y - self.shift) - np.log(m)


def pad(rows: Array) -> Array:
    """Rows with zeros up to the next power of two, in which fast projections work: the kernel does not change."""
    return np.pad(rows, ((0, 0), (0, padded(rows.shape[1]) - rows.shape[1])))


def _optimal(x: Array, y: Array) -> GeneralizedExponential:
    return OptimalPositive.for_data(pad(x), pad(y)).at({})


def _generalized(x: Array, y: Array) -> GeneralizedExponential:
    averages = DataStatistics.of(pad(x), pad(y))
    lengths, square = averages.x.square + averages.y.square, averages.square_of_sum(1)
    best = optimal_gerf(lengths, square, averages.dimension).best
    return GeneralizedExponential(best.A, best.s, sp.Integer(averages.dimension))


def _poisson(x: Array, y: Array) -> Poisson:
    averages = DataStatistics.of(x, y)
    return Poisson(float(np.sqrt(averages.squared_products / averages.dimension)))


def _geometric(x: Array, y: Array) -> Geometric:
    return Geometric(optimal_geometric(x, y).p)


def _projected(features: str, make: Callable[[Array, Array], Family], projections: str) -> Mechanism:
    return Mechanism(features, projections, lambda x, y: Projected(make(x, y), _COUPLINGS[projections]))


def _discrete(features: str, make: Callable[[Array, Array], Poisson | Geometric], positive: bool) -> Mechanism:
    def fit(x: Array, y: Array) -> Discrete:
        shift = shift_below(x, y, _BELOW) if positive else np.zeros(x.shape[1])
        return Discrete(make(x - shift, y - shift), shift)

    return Mechanism(features, "iid", fit)


_COUPLINGS: dict[str, Coupling] = {
    "iid": Independent(),
    "orthogonal": Orthogonal(),
    "orthogonal HD": HadamardProduct(),
    "simplex": Simplex(),
    "simplex HD": HadamardProduct(geometry="simplex"),
    # the rows are Gaussian whether or not the iteration has converged
    "simplex+": SimplexPlus(unconverged="warn"),
}
_COUPLED: dict[str, Callable[[Array, Array], Family]] = {
    "trig": lambda x, y: Trigonometric(),
    "positive": lambda x, y: Positive(),
    "OPRF": _optimal,
}

#: iid positive features, for which the width of the kernel is chosen
REFERENCE = _projected("positive", _COUPLED["positive"], "iid")
MECHANISMS = (
    *(
        _projected(features, make, projections)
        for features, make in _COUPLED.items()
        for projections in _COUPLINGS
        if features == "positive" or projections != "simplex+"
    ),
    _projected("GERF", _generalized, "iid"),
    _discrete("Poisson", _poisson, positive=False),
    _discrete("geometric", _geometric, positive=False),
    _discrete("Poisson+", _poisson, positive=True),
    _discrete("geometric+", _geometric, positive=True),
)
