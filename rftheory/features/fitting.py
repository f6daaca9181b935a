"""Families with the parameters that are not given taken from data: the optima of `rftheory.optima`, with averages over pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import sympy as sp

from rftheory import catalogue
from rftheory.arrays import Array
from rftheory.catalogue import AnyFamily
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.poisson import Poisson
from rftheory.families.shifted import Shifted, shift_below
from rftheory.statistics import DataStatistics

#: how far below all inputs, in units of the bandwidth, shifted features are shifted if the shift is not given
BELOW = 1e-3


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


def fitted(family: Any, parameters: Mapping[str, Any], x: Array | None, y: Array | None, d: int) -> AnyFamily:
    """The family with numbers for all parameters, for data sets of shapes (L, d) and (N, d) in units of the kernel.

    Raises:
        ValueError: if a parameter is open and there are no data, or data that do not determine it; and as `asked`.
    """
    chosen = asked(family, parameters)
    if chosen is None:
        first, second = _data("shift", x, y)
        chosen = Shifted(_inner(parameters), tuple(shift_below(first, second, parameters.get("epsilon", BELOW))))
    if isinstance(chosen, Shifted):
        inner = chosen.family
        if inner.open_parameter:
            first, second = _data(inner.open_parameter, x, y)
            inner = _discrete(inner, chosen.shifted(first), chosen.shifted(second))
        return replace(chosen, family=inner)
    if isinstance(chosen, DiscreteFamily):
        return _discrete(chosen, *_data(chosen.open_parameter, x, y)) if chosen.open_parameter else chosen
    if isinstance(chosen, GeneralizedExponential):
        return _generalized(chosen, "s" in parameters, x, y, d)
    return chosen


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


def _data(name: str, x: Array | None, y: Array | None) -> tuple[Array, Array]:
    if x is None:
        raise ValueError(f"{name} must be given, or taken from data: fit(X)")
    return x, x if y is None else y


def _discrete(family: DiscreteFamily, x: Array, y: Array) -> DiscreteFamily:
    if isinstance(family, Geometric):
        from rftheory.optima.geometric import optimal_geometric

        return Geometric(optimal_geometric(x, y).p)
    averages = DataStatistics.of(x, y)
    square = averages.squared_products / averages.dimension
    if not square > 0:
        raise ValueError("rate has no best value > 0: all products x_l y_l of the data are zero; give rate")
    return Poisson(float(np.sqrt(square)))


def _generalized(
    family: GeneralizedExponential, signed: bool, x: Array | None, y: Array | None, d: int
) -> GeneralizedExponential:
    size = sp.Integer(d)
    if isinstance(family, OptimalPositive):
        if sp.sympify(family.square).free_symbols:
            return OptimalPositive.for_data(*_data("square", x, y)).at({})
        return GeneralizedExponential(optimal(family, d), 1, size)
    if not family.A.free_symbols:
        return replace(family, dimension=size)
    from rftheory.optima.generalized_exponential import optimal_gerf

    averages = DataStatistics.of(*_data("A", x, y))
    found = optimal_gerf(averages.x.square + averages.y.square, averages.square_of_sum(1), d)
    best = found.best if not signed else found.positive if family.s == 1 else found.oscillating
    return GeneralizedExponential(best.A, best.s, size)


def optimal(family: OptimalPositive, d: int) -> sp.Expr:
    """A of OPRF of a given square, in R^d."""
    return sp.sympify(OptimalPositive(dimension=sp.Integer(d), square=family.square).A)
