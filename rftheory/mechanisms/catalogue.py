"""Families, couplings and coefficients by name.

Names are found by walking the packages: every class of a family, coupling or coefficient has the name of the class in small letters with
hyphens, unless it states ``names`` of its own, the first of which it is called by. Parameters are the fields of the class. A field whose
default is a symbol may be given by the symbol too (``p`` of the geometric law, ``lam`` of the Poisson law, ``sigma`` of a coefficient),
and so may other symbols in defaults.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rftheory import couplings, families
from rftheory.couplings.names import classes, made
from rftheory.couplings.names import coupling as coupling
from rftheory.couplings.names import coupling_classes as coupling_classes
from rftheory.couplings.names import names_of as names_of
from rftheory.families import hybrids
from rftheory.families.family import AnyFamily as AnyFamily
from rftheory.families.family import Family
from rftheory.families.hybrids.bipolar import Hybrid, bipolar
from rftheory.families.hybrids.coefficient import CoefficientMap

#: the bases of a hybrid that is named by its coefficient alone (Choromanski et al. 2022, (12))
BASES = ("hyperbolic", "trigonometric")


def family(name: str, **parameters: Any) -> AnyFamily:
    """A family by name: ``family("gerf", A=-0.1, s=1)``, ``family("poisson", rate=2)``, ``family("oprf", square=4, d=8)``.

    Raises:
        ValueError: for an unknown name (the message says what there is and what is nearest) or parameter, for a missing parameter, and for
            values that the family refuses.
    """
    if isinstance(parameters.get("family"), str):
        # of a family that is made of another one
        parameters["family"] = family(parameters["family"])
    return made("family", family_classes(), name, parameters)


def coefficient(name: str, **parameters: Any) -> CoefficientMap:
    """A coefficient of a hybrid by name: ``coefficient("angular")``, ``coefficient("gaussian", sigma=1, r=2)``.

    Raises:
        ValueError: as `family`.
    """
    return made("coefficient", coefficient_classes(), name, parameters)


def hybrid(
    name: str,
    bases: Sequence[str | Family] = BASES,
    shared: bool = False,
    **parameters: Any,
) -> Hybrid:
    """The bipolar hybrid with a coefficient by name; by default of hyperbolic and trigonometric features, in this order.

    Raises:
        ValueError: as `family`, and unless there are two bases, families with Gaussian projections that estimate one kernel.
    """
    return hybrid_of(coefficient(name, **parameters), bases, shared)


def hybrid_of(chosen: CoefficientMap, bases: Sequence[str | Family] = BASES, shared: bool = False) -> Hybrid:
    """The bipolar hybrid with a coefficient; by default of hyperbolic and trigonometric features, in this order.

    Raises:
        ValueError: unless there are two bases, families with Gaussian projections that estimate one kernel.
    """
    if isinstance(bases, str) or not isinstance(bases, Sequence) or len(bases) != 2:
        raise ValueError(f"bases must be two families, got {bases!r}")
    both: Any = [family(base) if isinstance(base, str) else base for base in bases]
    for base in both:
        if not isinstance(base, Family):
            raise ValueError(f"bases must be families with Gaussian projections, got {base}")
    mixed = bipolar(both[0], both[1], chosen, shared)
    # a hybrid of two kernels estimates neither
    _ = mixed.kernel
    return mixed


@cache
def family_classes() -> dict[str, type[Any]]:
    """All families by name, in alphabetical order; of an abstract class its subclasses only."""
    return classes(families, (AnyFamily,))


@cache
def coefficient_classes() -> dict[str, type[Any]]:
    """All coefficients of hybrids by name."""
    return classes(hybrids, (CoefficientMap,))


def is_coefficient(name: Any) -> bool:
    """Whether this is the name of a coefficient of hybrids."""
    known = {each for kind in coefficient_classes().values() for each in names_of(kind)}
    return isinstance(name, str) and name.strip().lower() in known


@cache
def added(package: str) -> dict[str, type[Any]]:
    """What the folders of `extensions` add to the families, couplings or hybrids."""
    home, known = {
        "families": (families, family_classes),
        "couplings": (couplings, coupling_classes),
        "hybrids": (hybrids, coefficient_classes),
    }[package]
    own = Path(next(iter(home.__path__)))
    return {name: kind for name, kind in known().items() if own not in Path(inspect.getfile(kind)).parents}
