"""Families, couplings and coefficients by name.

Names are found by walking the packages: every class of a family, coupling or coefficient has the name of the class in small letters with
hyphens, unless it states ``names`` of its own, the first of which it is called by. Parameters are the fields of the class. A field whose
default is a symbol may be given by the symbol too (``p`` of the geometric law, ``lam`` of the Poisson law, ``sigma`` of a coefficient),
and so may other symbols in defaults.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields
from functools import cache
from numbers import Number
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory import couplings, families, hybrids
from rftheory.arrays import check_inputs, exact_number
from rftheory.couplings.coupling import Coupling
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Family
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.shifted import Shifted
from rftheory.hybrids.bipolar import Hybrid, bipolar
from rftheory.hybrids.coefficient import CoefficientMap

AnyFamily: TypeAlias = Family | DiscreteFamily | Shifted
Kind = TypeVar("Kind")

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
    return _made("family", family_classes(), name, parameters)


def coupling(name: str, **parameters: Any) -> Coupling:
    """A coupling by name: ``coupling("orthogonal")``, ``coupling("hadamard", k=2)``, ``coupling("simplex", vertices=3)``.

    Raises:
        ValueError: as `family`.
    """
    return _made("coupling", coupling_classes(), name, parameters)


def coefficient(name: str, **parameters: Any) -> CoefficientMap:
    """A coefficient of a hybrid by name: ``coefficient("angular")``, ``coefficient("gaussian", sigma=1, r=2)``.

    Raises:
        ValueError: as `family`.
    """
    return _made("coefficient", coefficient_classes(), name, parameters)


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


def bound(chosen: AnyFamily, x: ArrayLike, y: ArrayLike) -> AnyFamily:
    """The family at inputs of shape (L, d): OPRF without ``square`` gets the mean of ``|x_i + y_i|^2`` over paired rows.

    Raises:
        ValueError: for inputs that are not paired.
    """
    first, second = check_inputs(np.atleast_2d(x), "x"), check_inputs(np.atleast_2d(y), "y")
    if first.shape != second.shape:
        raise ValueError(f"x and y must have the same shape, got {first.shape} and {second.shape}")
    if not isinstance(chosen, OptimalPositive) or not sp.sympify(chosen.A).free_symbols:
        return chosen
    given = sp.sympify(chosen.square)
    square = given if not given.free_symbols else float(np.square(first + second).sum(axis=1).mean())
    return OptimalPositive(dimension=sp.Integer(first.shape[1]), square=square)


@cache
def family_classes() -> dict[str, type[Any]]:
    """All families by name, in alphabetical order; of an abstract class its subclasses only."""
    return _classes(families, (Family, DiscreteFamily, Shifted))


@cache
def coupling_classes() -> dict[str, type[Any]]:
    """All couplings by name."""
    return _classes(couplings, (Coupling,))


@cache
def coefficient_classes() -> dict[str, type[Any]]:
    """All coefficients of hybrids by name."""
    return _classes(hybrids, (CoefficientMap,))


@cache
def added(package: str) -> dict[str, type[Any]]:
    """What the folders of `extensions` add to the families, couplings or hybrids."""
    known = {"families": family_classes, "couplings": coupling_classes, "hybrids": coefficient_classes}[package]()
    home = __name__.partition(".")[0] + "." + package
    own = Path(next(iter(importlib.import_module(home).__path__)))
    return {name: kind for name, kind in known.items() if own not in Path(inspect.getfile(kind)).parents}


def names_of(kind: type[Any]) -> tuple[str, ...]:
    """The names of a class, the one it is called by first."""
    own: tuple[str, ...] | None = vars(kind).get("names")
    return own or (re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower(),)


def _classes(package: ModuleType, kinds: tuple[type[Any], ...]) -> dict[str, type[Any]]:
    found: dict[str, type[Any]] = {}
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            # a class that is imported belongs to the module that defines it
            if not (inspect.isclass(value) and issubclass(value, kinds) and value.__module__ == module.name):
                continue
            if not inspect.isabstract(value):
                found[names_of(value)[0]] = value
    return dict(sorted(found.items()))


def _made(what: str, known: Mapping[str, type[Kind]], name: str, parameters: Mapping[str, Any]) -> Kind:
    called = {alias: kind for kind in known.values() for alias in names_of(kind)}
    key = name.strip().lower().replace("_", "-").replace(" ", "-") if isinstance(name, str) else name
    if key not in called:
        near = difflib.get_close_matches(str(key), called, n=1, cutoff=0.5)
        hint = f"; nearest: {near[0]!r}" if near else ""
        raise ValueError(f"{what} must be one of {', '.join(known)}, got {name!r}{hint}")
    kind = called[key]
    own = [entry for entry in fields(kind) if entry.init]  # type: ignore[arg-type]
    values = _values(what, str(key), own, parameters)
    try:
        return kind(**values)
    except TypeError as error:
        raise ValueError(f"{what} {key!r} with the parameters {values}: {error}") from error


def _values(what: str, name: str, own: Sequence[Field[Any]], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The value of each field that is given, or whose default changes with symbols that are.

    Raises:
        ValueError: for parameters that are neither fields nor symbols of defaults, given twice, or missing.
    """
    defaults = {entry.name: entry.default for entry in own if isinstance(entry.default, sp.Expr)}
    symbols = {str(symbol): symbol for default in defaults.values() for symbol in default.free_symbols}
    called = {str(default): key for key, default in defaults.items() if isinstance(default, sp.Symbol)}
    exact = {entry.name for entry in own if "Expr" in str(entry.type)}
    values: dict[str, Any] = {}
    point: dict[sp.Symbol, Any] = {}
    for key, value in parameters.items():
        place = key if any(entry.name == key for entry in own) else called.get(key, "")
        if not place and key not in symbols:
            allowed = dict.fromkeys([*(entry.name for entry in own), *symbols])
            raise ValueError(f"{what} {name!r} has no parameter {key!r}; it has {', '.join(allowed) or 'none'}")
        if place in values:
            raise ValueError(f"{place} is given twice: {key} is the same parameter of {name!r}")
        number = _number(key, value) if not place or place in exact else value
        if place:
            values[place] = number
        symbol = symbols.get(key) or defaults.get(place)
        if isinstance(symbol, sp.Symbol):
            point[symbol] = number
    for key, default in defaults.items():
        if key not in values and default.free_symbols & set(point):
            values[key] = default.subs(point)
    missing = [e.name for e in own if e.name not in values and e.default is MISSING and e.default_factory is MISSING]
    if missing:
        raise ValueError(f"{what} {name!r} needs the parameters {', '.join(missing)}")
    return values


def _number(name: str, value: Any) -> Any:
    """Numbers exactly; expressions as they are."""
    if isinstance(value, sp.Expr) or value is None:
        return value
    if isinstance(value, bool) or not isinstance(value, Number):
        raise ValueError(f"{name} must be a number, got {value!r}")
    return exact_number(name, value)
