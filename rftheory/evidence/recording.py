"""How a chain was made: every step keeps the call that made it, from which the prover reads what the line rests on."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, FunctionType
from typing import TYPE_CHECKING, Any

from rftheory.evidence.unproved import Unproved

if TYPE_CHECKING:
    from rftheory.statements.domain import Domain


#: the line that nothing leads to: nothing in it looks at the chain, so doing it again would show nothing
WAYPOINT = "waypoint"
#: methods whose next line is written out, and how that line stands to the one before
_WRITTEN = {
    "algebra": "=", "same_square": "=", "principal_root": "=",
    "at_most": "<=", "up_by": "<=", "at_least": ">=", "down_by": ">=",
}  # fmt: skip

#: whether a line that cannot be checked is kept as a waypoint
_goes_on: ContextVar[bool] = ContextVar("goes_on", default=False)


@contextmanager
def going_on() -> Iterator[None]:
    """Within, a line that is written out and cannot be checked becomes a waypoint: every line can be looked at by itself."""
    token = _goes_on.set(True)
    try:
        yield
    finally:
        _goes_on.reset(token)


@dataclass(frozen=True)
class Call:
    """One call of a method of a chain, and how the chain stood before it."""

    name: str
    args: tuple[Any, ...]
    options: Mapping[str, Any]
    #: how many steps the chain had
    steps: int
    #: how many it had after it
    after: int
    facts: Domain
    #: the line of the proof, as "file:number"
    line: str = ""


class RecordsCalls:
    """Records the calls of public methods that go on with a chain (that return the chain itself)."""

    calls: tuple[Call, ...] = ()
    _within: bool = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, member in list(vars(cls).items()):
            if isinstance(member, FunctionType) and not name.startswith("_") and name != WAYPOINT:
                setattr(cls, name, _recorded(member))


def _recorded(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(self: Any, *args: Any, **options: Any) -> Any:
        if self._within:
            return method(self, *args, **options)
        line = _line(sys._getframe(1))
        before, facts = len(self.steps), self.facts
        # what is given as a list may grow later
        kept = tuple(tuple(arg) if isinstance(arg, list) else arg for arg in args)
        self._within = True
        try:
            result = method(self, *args, **options)
        except Unproved:
            if not _goes_on.get() or method.__name__ not in _WRITTEN:
                raise
            target = args[0] if args else options["target"]
            result = self.waypoint(target, "not checked", _WRITTEN[method.__name__])
        finally:
            self._within = False
        if result is self:
            made = Call(method.__name__, kept, dict(options), before, len(self.steps), facts, line)
            self.calls = (*self.calls, made)
        return result

    return call


def _line(frame: FrameType) -> str:
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
