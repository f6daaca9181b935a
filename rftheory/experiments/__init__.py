"""Experiments of the papers, on data that anyone has: one file each, found by walking this folder.

``run(name, ...)`` returns a table: what draws from the definitions measure, with standard errors, beside what the closed
forms predict for the same inputs.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from rftheory.experiments.experiment import Experiment
from rftheory.experiments.table import Table
from rftheory.extensions.walking import check_known, defaults_of, named, offered


class UnknownExperiment(ValueError):
    """A name of no experiment."""


def experiments() -> dict[str, Experiment]:
    """All experiments by name, in alphabetical order."""
    return offered(sys.modules[__name__], "EXPERIMENT", Experiment)


def find(name: str) -> Experiment:
    """The experiment of that name.

    Raises:
        UnknownExperiment: if there is none.
    """
    return named(name, experiments(), UnknownExperiment)


def run(name: str, **parameters: Any) -> Table:
    """Run an experiment; parameters that are not given keep their defaults.

    Raises:
        UnknownExperiment: if there is no such experiment.
        ValueError: for a parameter that the experiment does not have, or a value outside of what it allows.
        MissingLibrary: if scikit-learn, which has the data, is not installed.
    """
    experiment = find(name)
    check_known(name, experiment.run, parameters)
    return experiment.run(**parameters)


def parameters_of(experiment: Experiment) -> Mapping[str, Any]:
    """The parameters of an experiment with their defaults."""
    return defaults_of(experiment.run)
