"""Packages that can be called like the one function that they are for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


def stands_for(package: str, function: Callable[..., Any]) -> None:
    """Let ``rftheory.name(...)`` call the function of the same name, which ``from rftheory.name import name`` gives.

    Args:
        package: its ``__name__``.
        function: what a call of the package calls.
    """

    class Standing(ModuleType):
        """A package of the name of its function."""

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

    Standing.__call__.__doc__ = function.__doc__
    sys.modules[package].__class__ = Standing
