"""Experiments of the papers on public data, one module each, found by walking this folder.

``run(name, ...)`` returns a table: what draws from the definitions measure, with standard errors, beside what the closed
forms predict for the same inputs.
"""

from __future__ import annotations

from typing import Any

from rftheory.experiments.table import Table
from rftheory.extensions.walking import Offered, Offers

_OFFERS = Offers(__name__, "EXPERIMENT", Offered)
#: all of them by name; the one of a name; its parameters with their defaults
experiments, find, parameters_of = _OFFERS.all, _OFFERS.find, _OFFERS.parameters_of


def run(name: str, **parameters: Any) -> Table:
    """Run an experiment; parameters that are not given keep their defaults.

    Raises:
        ValueError: if there is no such experiment, for a parameter that it does not have, or a value outside of what it allows.
        MissingLibrary: if scikit-learn, which has the data, is not installed.
    """
    table: Table = _OFFERS.call(name, parameters)
    return table
