"""Random features of the Gaussian kernel as a user would take them: fitted to data, drawn, and with their expected error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import sympy as sp

from rftheory.arrays import Array
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.shifted import shift_below
from rftheory.families.trigonometric import Trigonometric
from rftheory.fitted import Discrete, Fitted, Projected, pad
from rftheory.optima.generalized_exponential import optimal_gerf
from rftheory.optima.geometric import optimal_geometric
from rftheory.statistics import DataStatistics

#: how far below all inputs shifted discrete features are shifted
_BELOW = 1e-3


@dataclass(frozen=True)
class Compared:
    """Features by name: fitted to data sets of the x and of the y."""

    features: str
    projections: str
    fit: Callable[[Array, Array], Fitted]


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


def _projected(features: str, make: Callable[[Array, Array], Family], projections: str) -> Compared:
    return Compared(features, projections, lambda x, y: Projected(make(x, y), _COUPLINGS[projections], wide=True))


def _discrete(features: str, make: Callable[[Array, Array], Poisson | Geometric], positive: bool) -> Compared:
    def fit(x: Array, y: Array) -> Discrete:
        shift = shift_below(x, y, _BELOW) if positive else np.zeros(x.shape[1])
        return Discrete(make(x - shift, y - shift), shift)

    return Compared(features, "iid", fit)


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
