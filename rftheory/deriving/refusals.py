"""What `derive` refuses: expressions it does not understand, and moments it cannot integrate."""

from __future__ import annotations

from dataclasses import dataclass


class UnknownFeature(ValueError):
    """An expression that is no feature map: unknown symbols, coordinates, a missing second map."""


@dataclass(frozen=True)
class Obstacle:
    """What keeps a moment from being integrated."""

    #: the factor of one sample, in text
    factor: str
    #: why no rule applies to it
    reason: str

    def __str__(self) -> str:
        return f"{self.factor}: {self.reason}"
