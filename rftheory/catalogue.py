"""Families, couplings, coefficients and estimators by name.

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
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory import couplings, families, hybrids
from rftheory.arrays import check_inputs, check_pair, exact_number
from rftheory.couplings.coupling import Coupling
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.estimators.discrete import Discrete
from rftheory.estimators.estimator import Estimator
from rftheory.estimators.hybrids import CoupledHybrid, Mixed
from rftheory.estimators.weighted import AtPair
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Family
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.shifted import Shifted
from rftheory.hybrids.bipolar import Hybrid, bipolar
from rftheory.hybrids.coefficient import CoefficientMap
from rftheory.proposals.data import DataLaw

AnyFamily: TypeAlias = Family | DiscreteFamily | Shifted
Kind = TypeVar("Kind")

#: the bases of a hybrid that is named by its coefficient alone (Choromanski et al. 2022, (12))
_BASES = ("hyperbolic", "trigonometric")


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
    bases: Sequence[str | Family] = _BASES,
    shared: bool = False,
    **parameters: Any,
) -> Hybrid:
    """The bipolar hybrid with a coefficient by name; by default of hyperbolic and trigonometric features, in this order.

    Raises:
        ValueError: as `family`, and unless there are two bases, families with Gaussian projections that estimate one kernel.
    """
    return _bipolar(bases, coefficient(name, **parameters), shared)


def estimator(
    family: str | AnyFamily | Sequence[str | Family] | None = None,
    coupling: str | Coupling = "iid",
    hybrid: str | CoefficientMap | Hybrid | None = None,
    proposal: DataLaw | tuple[DataLaw, DataLaw] | None = None,
    inputs: tuple[ArrayLike, ArrayLike] | None = None,
    **parameters: Any,
) -> Estimator:
    """The estimator of a family with a coupling, of a hybrid, or with draws of the optimal proposal for laws of the inputs.

    Args:
        family: a name with ``parameters``, or an object; for a hybrid two of these (hyperbolic and trigonometric by default).
        coupling: of the projections; of a hybrid those of each base.
        hybrid: a coefficient, or a whole hybrid; by name with ``parameters``.
        proposal: the law of both inputs, or one for each; needs ``inputs``.
        inputs: the pair x, y of shape (d,) at which the weighted estimator is taken.

    Raises:
        ValueError: as `family`, and for what cannot be combined: counts with a coupling, a proposal with a coupling or a hybrid.
    """
    coupled = _object("coupling", coupling, Coupling, {})
    if hybrid is not None:
        if proposal is not None:
            raise ValueError("give hybrid or proposal, not both")
        mixed = _hybrid(hybrid, family, parameters)
        return Mixed(mixed) if coupled.independent else CoupledHybrid(mixed, coupled)
    if family is None:
        raise ValueError(f"family must be given where there is no hybrid; it is one of {', '.join(family_classes())}")
    if not isinstance(family, str | Family | DiscreteFamily | Shifted):
        raise ValueError(f"family must be a name or a family, two of them for a hybrid only, got {family!r}")
    chosen = _object("family", family, (Family, DiscreteFamily, Shifted), parameters)
    if proposal is not None:
        return _weighted(chosen, coupled, proposal, inputs)
    if isinstance(chosen, Family):
        return Regular(chosen) if coupled.independent else Coupled(chosen, coupled)
    if not coupled.independent:
        raise ValueError(f"coupling must be iid for counts, which have no directions, got {coupled}")
    return Discrete(chosen)


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


def _object(what: str, value: Any, kinds: Any, parameters: Mapping[str, Any]) -> Any:
    """What is named, or given as it is."""
    if isinstance(value, str):
        return {"family": family, "coupling": coupling}[what](value, **parameters)
    if not isinstance(value, kinds):
        raise ValueError(f"{what} must be a name or an object of its kind, got {value!r}")
    if parameters:
        raise ValueError(f"parameters {', '.join(parameters)} belong to a name, got {value!r}")
    return value


def _hybrid(chosen: str | CoefficientMap | Hybrid, bases: Any, parameters: Mapping[str, Any]) -> Hybrid:
    if isinstance(chosen, Hybrid):
        if bases is not None or parameters:
            raise ValueError("a whole hybrid has bases and parameters of its own: give neither family nor parameters")
        return chosen
    both = _BASES if bases is None else bases
    if isinstance(chosen, str):
        return hybrid(chosen, both, **parameters)
    if not isinstance(chosen, CoefficientMap) or parameters:
        raise ValueError(f"hybrid must be a name, or a coefficient without parameters, got {chosen!r}")
    return _bipolar(both, chosen)


def _bipolar(bases: Sequence[str | Family], chosen: CoefficientMap, shared: bool = False) -> Hybrid:
    if isinstance(bases, str) or not isinstance(bases, Sequence) or len(bases) != 2:
        raise ValueError(f"bases must be two families, got {bases!r}")
    first, second = (_object("family", base, (Family, DiscreteFamily, Shifted), {}) for base in bases)
    for base in (first, second):
        if not isinstance(base, Family):
            raise ValueError(f"bases must be families with Gaussian projections, got {base}")
    mixed = bipolar(first, second, chosen, shared)
    # a hybrid of two kernels estimates neither
    _ = mixed.kernel
    return mixed


def _weighted(chosen: AnyFamily, coupled: Coupling, proposal: Any, inputs: Any) -> AtPair:
    laws = proposal if isinstance(proposal, tuple) else (proposal, proposal)
    if len(laws) != 2 or not all(isinstance(law, DataLaw) for law in laws):
        raise ValueError(f"proposal must be the law of both inputs or one for each, got {proposal!r}")
    if inputs is None:
        raise ValueError("proposal needs inputs: the pair x, y at which the weighted estimator is taken")
    if not coupled.independent:
        raise ValueError(f"coupling must be iid for draws of a proposal, got {coupled}")
    if isinstance(chosen, Shifted):
        raise ValueError(f"no optimal proposal is known for shifted features, got {chosen}")
    x, y = check_pair(*inputs)
    if any(law.dimension != len(x) for law in laws):
        raise ValueError(f"inputs must have the dimension {laws[0].dimension} of the laws, got {len(x)}")
    exact = tuple(tuple(exact_number("inputs", float(e)) for e in side) for side in (x, y))
    return AtPair(chosen, *laws, (exact[0], exact[1]))
