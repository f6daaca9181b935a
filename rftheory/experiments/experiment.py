"""What an experiment is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rftheory.experiments.table import Table


@dataclass(frozen=True)
class Experiment:
    """One experiment.

    Attributes:
        name: what the command line calls it.
        title: what it measures, in one line.
        source: the table or figure that it reproduces.
        run: keyword parameters (all with defaults) -> table.
    """

    name: str
    title: str
    source: str
    run: Callable[..., Table]
