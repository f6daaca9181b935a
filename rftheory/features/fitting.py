"""Families with the parameters that are not given taken from data: the optima of `rftheory.optima`, with averages over pairs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftheory import catalogue
from rftheory.arrays import Array, data_for
from rftheory.catalogue import AnyFamily
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.shifted import Shifted, shift_below

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
        below = shift_below(*data_for("shift", x, y), parameters.get("epsilon", BELOW))
        chosen = Shifted(_inner(parameters), tuple(below))
    return chosen.fit(x, y, d, parameters)


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
