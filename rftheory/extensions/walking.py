"""Objects that modules of a package offer under one attribute, found by walking its folder: there is no list to keep."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Protocol, TypeVar


class _Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...


Found = TypeVar("Found", bound=_Named)


def offered(package: ModuleType, attribute: str, kind: type[Found]) -> dict[str, Found]:
    """What the modules directly in a package offer, by name, in alphabetical order."""
    found = {}
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        value = getattr(importlib.import_module(module.name), attribute, None)
        if isinstance(value, kind):
            found[value.name] = value
    return dict(sorted(found.items()))


def named(name: str, known: Mapping[str, Found], error: type[ValueError]) -> Found:
    """The one of that name.

    Raises:
        ValueError: as ``error``, if there is none; the message names what there is.
    """
    if name not in known:
        near = difflib.get_close_matches(str(name), known, n=2, cutoff=0.5)
        hint = f"; nearest: {' or '.join(map(repr, near))}" if near else ""
        raise error(f"name must be one of {', '.join(known)}, got {name!r}{hint}")
    return known[name]


def defaults_of(function: Callable[..., Any]) -> Mapping[str, Any]:
    """The parameters of a function, all of which have defaults, with these."""
    return {key: value.default for key, value in inspect.signature(function).parameters.items()}


def check_known(name: str, function: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Whether a function has all the parameters that are given to it.

    Raises:
        ValueError: for one that it does not have.
    """
    known = defaults_of(function)
    for key in given:
        if key not in known:
            raise ValueError(f"{name} has no parameter {key!r}; it has {', '.join(known)}")
