"""Couplings by name, and how classes of any package are named, as `catalogue` has them; SymPy is loaded for text of numbers only."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from numbers import Number
from types import ModuleType
from typing import Any, TypeVar

from rftheory import couplings
from rftheory.couplings.coupling import Coupling
from rftheory.extensions.naming import one_of
from rftheory.inputs.arrays import exact_number, is_symbolic

Kind = TypeVar("Kind")
#: in the place of a coupling: draws of the optimal proposal of the rows that a feature map is fitted to
OPTIMAL_PROPOSAL = "optimal proposal"


def is_optimal_proposal(name: Any) -> bool:
    """Whether this says `OPTIMAL_PROPOSAL`."""
    return isinstance(name, str) and name.strip().lower().replace("-", " ") == OPTIMAL_PROPOSAL


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


def names_of(kind: type[Any]) -> tuple[str, ...]:
    """The names of a class, the one it is called by first."""
    own: tuple[str, ...] | None = vars(kind).get("names")
    return own or (re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower(),)


def title_of(coupling: object) -> str:
    """The name of a coupling for messages, with the law of its lengths where that is not the usual one."""
    lengths = getattr(coupling, "lengths", "independent")
    return names_of(type(coupling))[0] + ("" if lengths == "independent" else f" with {lengths} lengths")


def classes(package: ModuleType, kinds: tuple[type[Any], ...]) -> dict[str, type[Any]]:
    """The classes of these kinds that the modules of a package define, by name; of a base class its subclasses only."""
    found: dict[str, type[Any]] = {}
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            # a class that is imported belongs to the module that defines it
            if not (inspect.isclass(value) and issubclass(value, kinds) and value.__module__ == module.name):
                continue
            if is_dataclass(value) and not inspect.isabstract(value):
                found[names_of(value)[0]] = value
    return dict(sorted(found.items()))


def made(what: str, known: Mapping[str, type[Kind]], name: str, parameters: Mapping[str, Any]) -> Kind:
    """One of the known classes by name, with parameters by name.

    Raises:
        ValueError: for an unknown name (the message says what there is and what is nearest) or parameter, for a missing parameter, and for
            values that the class refuses.
    """
    called = {alias: kind for kind in known.values() for alias in names_of(kind)}
    key = name.strip().lower().replace("_", "-").replace(" ", "-") if isinstance(name, str) else name
    if key not in called:
        raise one_of(what, known, key if isinstance(key, str) else name, called)
    kind = called[key]
    own = [entry for entry in fields(kind) if entry.init]  # type: ignore[arg-type]
    values = _values(what, str(key), own, parameters)
    try:
        return kind(**values)
    except TypeError as error:
        raise ValueError(f"{what} {key!r} with the parameters {values}: {error}") from error


def _values(what: str, name: str, own: Sequence[Field[Any]], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The value of each field that is given, or whose default changes with symbols that are."""
    defaults: dict[str, Any] = {entry.name: entry.default for entry in own if is_symbolic(entry.default)}
    symbols = {str(symbol): symbol for default in defaults.values() for symbol in default.free_symbols}
    called = {str(default): key for key, default in defaults.items() if default.is_Symbol}
    exact = {entry.name for entry in own if "Expr" in str(entry.type)}
    values: dict[str, Any] = {}
    point: dict[Any, Any] = {}
    for key, value in parameters.items():
        place = key if any(entry.name == key for entry in own) else called.get(key, "")
        if not place and key not in symbols:
            allowed = dict.fromkeys([*(entry.name for entry in own), *symbols])
            raise ValueError(f"{what} {name!r} has no parameter {key!r}; it has {', '.join(allowed) or 'none'}")
        if place in values:
            raise ValueError(f"{place} is given twice: {key} is the same parameter of {name!r}")
        number = _number(key, value) if not place or place in exact else _read(key, value)
        if place:
            values[place] = number
        symbol = symbols.get(key) or defaults.get(place)
        if symbol is not None and symbol.is_Symbol:
            point[symbol] = number
    for key, default in defaults.items():
        if key not in values and default.free_symbols & set(point):
            values[key] = default.subs(point)
    missing = [e.name for e in own if e.name not in values and e.default is MISSING and e.default_factory is MISSING]
    if missing:
        raise ValueError(f"{what} {name!r} needs the parameters {', '.join(missing)}")
    return values


def _number(name: str, value: Any) -> Any:
    """Numbers exactly, those in text as well; expressions as they are."""
    value = _read(name, value)
    if value is None or is_symbolic(value):
        return value
    if isinstance(value, bool) or not isinstance(value, Number):
        raise ValueError(f"{name} must be a number, got {value!r}")
    return exact_number(name, value)


def _read(name: str, value: Any) -> Any:
    """Text of a number or of a vector as what it says, exactly; other text, as names of families, and what is no text as it is."""
    if not isinstance(value, str):
        return value
    # only text needs SymPy here
    from rftheory.inputs.points import parse_number, parse_value

    try:
        found = parse_number(name, value, real=False)
    except ValueError:
        try:
            return parse_value(name, value)
        except ValueError:
            return value
    # without I a root of a negative number is a slip
    if found.is_extended_real is False and not re.search(r"\bI\b", value):
        return value
    return int(found) if found.is_Integer else found
