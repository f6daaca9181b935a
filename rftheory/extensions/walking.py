"""Objects that modules of a package offer under one attribute, found by walking its folder: there is no list to keep."""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar


@dataclass(frozen=True)
class Offered:
    """What one module of such a package does: a plot, or an experiment.

    Attributes:
        name: what the command line calls it.
        title: what it shows or measures, in one line.
        source: the figure or table that it reproduces, or the statements that it is about, in words.
        run: keyword parameters, all with defaults -> a figure, or a table.
    """

    name: str
    title: str
    source: str
    run: Callable[..., Any]


Kind = TypeVar("Kind", bound=Offered)


@dataclass(frozen=True)
class Offers(Generic[Kind]):
    """What the modules directly in a package offer.

    Attributes:
        package: its name.
        attribute: what a module has it under.
        kind: of what is offered.
    """

    package: str
    attribute: str
    kind: type[Kind]

    def all(self) -> dict[str, Kind]:
        """By name, in alphabetical order."""
        path = importlib.import_module(self.package).__path__
        modules = [importlib.import_module(each.name) for each in pkgutil.iter_modules(path, f"{self.package}.")]
        found = (getattr(module, self.attribute, None) for module in modules)
        known = {each.name: each for each in found if isinstance(each, self.kind)}
        return dict(sorted(known.items()))

    def find(self, name: str) -> Kind:
        """The one of that name.

        Raises:
            ValueError: if there is none; the message names what there is.
        """
        known = self.all()
        if name not in known:
            near = difflib.get_close_matches(str(name), known, n=2, cutoff=0.5)
            hint = f"; nearest: {' or '.join(map(repr, near))}" if near else ""
            raise ValueError(f"name must be one of {', '.join(known)}, got {name!r}{hint}")
        return known[name]

    def parameters_of(self, one: Kind) -> Mapping[str, Any]:
        """Its parameters, with their defaults."""
        return {key: value.default for key, value in inspect.signature(one.run).parameters.items()}

    def call(self, name: str, given: Mapping[str, Any]) -> Any:
        """Its function; parameters that are not given keep their defaults.

        Raises:
            ValueError: if there is none of that name, for a parameter that it does not have, and for what it does not allow.
        """
        one = self.find(name)
        known = self.parameters_of(one)
        for key in given:
            if key not in known:
                raise ValueError(f"{name} has no parameter {key!r}; it has {', '.join(known)}")
        return one.run(**given)
