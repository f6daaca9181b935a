"""Couplings by name."""

from __future__ import annotations

from functools import cache
from typing import Any

from rftheory import couplings
from rftheory.couplings.coupling import Coupling
from rftheory.named import classes, made


def coupling(name: str, **parameters: Any) -> Coupling:
    """A coupling by name: ``coupling("orthogonal")``, ``coupling("hadamard", k=2)``, ``coupling("simplex", vertices=3)``.

    Raises:
        ValueError: as `catalogue.family`.
    """
    return made("coupling", coupling_classes(), name, parameters)


@cache
def coupling_classes() -> dict[str, type[Any]]:
    """All couplings by name."""
    return classes(couplings, (Coupling,))
