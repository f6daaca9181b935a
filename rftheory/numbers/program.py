"""Straight-line programs: steps that fill slots one after the other, in whatever arithmetic they were compiled for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

#: a slot, what fills it, and the slots of its arguments
_Step = tuple[int, Callable[..., Any], tuple[int, ...]]


class Program:
    """A compiled expression: call it with one value per symbol."""

    def __init__(self, steps: Sequence[tuple[Callable[..., Any], tuple[int, ...]]], result: int, symbols: int):
        self._steps = [(number, *step) for number, step in enumerate(steps, symbols)]
        self._result, self._symbols = result, symbols

    def __call__(self, *values: Any) -> Any:
        return self.trace(*values)[self._result]

    def trace(self, *values: Any) -> list[Any]:
        """The values of all subexpressions."""
        return _run(self._steps, [*values, *[None] * len(self._steps)])

    def held(self, *values: Any) -> Callable[..., Any]:
        """A function of the symbols after the first ones, which have these values: what depends on those alone is computed once."""
        fixed, moving = self._parted(len(values))
        slots = _run(fixed, [*values, *[None] * (self._symbols - len(values) + len(self._steps))])

        def at(*others: Any) -> Any:
            own = slots.copy()
            own[len(values) : self._symbols] = others
            return _run(moving, own)[self._result]

        return at

    @lru_cache(maxsize=4)  # noqa: B019 (programs live in a bounded cache)
    def _parted(self, count: int) -> tuple[list[_Step], list[_Step]]:
        """The steps that depend on no symbol but the first ones, and the others."""
        varying = set(range(count, self._symbols))
        fixed: list[_Step] = []
        moving: list[_Step] = []
        for step in self._steps:
            if varying.isdisjoint(step[2]):
                fixed.append(step)
            else:
                varying.add(step[0])
                moving.append(step)
        return fixed, moving


def _run(steps: Sequence[_Step], slots: list[Any]) -> list[Any]:
    value = slots.__getitem__
    for result, operation, arguments in steps:
        slots[result] = operation(*map(value, arguments))
    return slots
