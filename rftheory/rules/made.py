"""Which rules were made by the functions of `rftheory.rules`: a rule is as good as the function that computed it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

_P = ParamSpec("_P")
_R = TypeVar("_R")

#: the rules in use, by identity; they are frozen, so that none can become another one
_MADE: WeakValueDictionary[int, Any] = WeakValueDictionary()


def rule(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Mark a function of `rftheory.rules` whose results may be applied in chains.

    Raises:
        ValueError: for a function of another package.
    """
    if not function.__module__.startswith("rftheory.rules."):
        raise ValueError(f"function must be one of rftheory.rules, got {function.__module__}.{function.__qualname__}")

    @wraps(function)
    def made(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        result = function(*args, **kwargs)
        _MADE[id(result)] = result
        return result

    return made


def is_made(value: object) -> bool:
    """Whether a rule comes from such a function; a copy of one, or one put together by hand, does not."""
    return _MADE.get(id(value)) is value
