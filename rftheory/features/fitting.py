"""What a feature map is of, with the parameters that are not given taken from data: by a kept program, or by the family itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rftheory.arrays import dense
from rftheory.couplings.coupling import Coupling
from rftheory.features.ready import Ready, ready

if TYPE_CHECKING:
    from rftheory.mechanisms.mechanism import Mechanism


def check(family: Any, parameters: Mapping[str, Any], m: int, coupling: Coupling) -> None:
    """Whether what is asked for exists, as far as it can be told without data.

    Raises:
        ValueError: for an unknown name, parameters that it does not have or refuses, an infinite variance, and what cannot be combined.
    """
    if ready(family, parameters) is None:
        from rftheory.features import exact

        exact.check(family, parameters, m, coupling)


def fitted(
    family: Any, parameters: Mapping[str, Any], m: int, x: Any, y: Any, d: int, coupling: Coupling
) -> tuple[Mechanism | Ready, int]:
    """The mechanism (of a kept program its family) with numbers for all parameters, and the number n of projections of a coefficient, or 0.

    Args:
        x, y: data sets of shapes (L, d) and (N, d) in units of the kernel, or None.

    Raises:
        ValueError: if a parameter is open and there are no data, or data that do not determine it; and as `check`.
    """
    found = ready(family, parameters)
    if found is not None:
        return found.fit(x, y, d, parameters), 0
    from rftheory.features import exact

    one, two = (None if rows is None else dense(rows) for rows in (x, y))
    return exact.fitted(family, parameters, m, one, two, d, coupling)
