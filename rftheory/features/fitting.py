"""What a feature map is of, with the parameters that are not given taken from data: by its data alone, or by the family itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from numbers import Real
from typing import TYPE_CHECKING, Any, Self

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.couplings.names import OPTIMAL_PROPOSAL, is_optimal_proposal
from rftheory.couplings.names import coupling as named_coupling
from rftheory.extensions import folders as extensions
from rftheory.families.gerf_moments import optimal_parameters
from rftheory.families.mixtures.kernels import mixture_of
from rftheory.families.mixtures.scaled import check_waves, scaled
from rftheory.families.waves import GERF, OPRF, RANDOM_PHASE, ROWS, TRIGONOMETRIC, GaussianMap
from rftheory.features.units import Inputs
from rftheory.inputs.arrays import data_for, dense
from rftheory.inputs.statistics import DataStatistics

if TYPE_CHECKING:
    from rftheory.mechanisms.mechanism import Mechanism


@dataclass(frozen=True)
class Request:
    """What is asked for, whichever way it is said.

    Attributes:
        family: a name of `catalogue`, to which the parameters belong, or an object.
        proposal: what is drawn in place of Gaussian projections: the optimal density for a law of the inputs, or
            (`OPTIMAL_PROPOSAL`) for the rows that the map is fitted to; None for projections.
    """

    family: Any
    coupling: Coupling
    parameters: Mapping[str, Any]
    proposal: Any = None

    @classmethod
    def of(cls, family: Any, coupling: Any, parameters: Mapping[str, Any] | None) -> Self:
        """By a name or an object for each part, by the name of a whole mechanism ("oprf x simplex"), or by a `Mechanism`."""
        proposal, given = None, dict(parameters or {})
        if isinstance(family, str) and (" x " in family or set("(+") & set(family)):
            from rftheory.mechanisms import names

            name, own, found = names.asked(family)
            twice = sorted(set(found) & set(given))
            if twice:
                raise ValueError(f"{twice[0]} is in the name {family!r}, got {twice[0]} = {given[twice[0]]!r} too")
            coupling = _only(coupling, own, family) if " x " in family else coupling
            family, given = name, found | given
        elif hasattr(family, "closed_form") and hasattr(family, "proposal"):
            # a mechanism, whose class is not loaded for others
            coupling, proposal = _only(coupling, family.coupling, family), family.proposal
            family = family.family or family.hybrid
        if is_optimal_proposal(coupling):
            coupling, proposal = Independent(), OPTIMAL_PROPOSAL
        if isinstance(coupling, str) and "(" in coupling:
            from rftheory.mechanisms import names

            coupling = names.coupling(coupling)
        coupling = named_coupling(coupling) if isinstance(coupling, str) else coupling
        if not isinstance(coupling, Coupling):
            raise ValueError(f"coupling must be a name or a coupling, got {coupling!r}")
        return cls(family, coupling, given, proposal)

    @cached_property
    def _by_data(self) -> Callable[[Inputs, int], GaussianMap] | None:
        """How the map is made of rows and their dimension, if the family is one of `families.waves` by name."""
        return None if self.proposal is not None else known_map(self.family, self.parameters)

    def of_kernel(self, kernel: str) -> Self:
        """For features of this kernel: of a mixture projections have other lengths."""
        if mixture_of(kernel) is None:
            return self
        if self.proposal is not None:
            raise ValueError(f"kernel {kernel} has no {OPTIMAL_PROPOSAL}")
        name = self.family.strip().lower().replace("_", "-") if isinstance(self.family, str) else ""
        if name not in (*TRIGONOMETRIC.names, *RANDOM_PHASE.names) or self.parameters:
            from rftheory.features import exact

            if exact.hybrid_of(self.family, self.parameters, 1) is not None:
                raise ValueError(
                    f"kernel {kernel} has features of one family with Gaussian projections, got {self.family}"
                )
            check_waves(exact.asked(self.family, self.parameters), kernel)
        return replace(self, coupling=scaled(self.coupling, kernel))

    def check(self, m: int) -> None:
        """Whether it exists, as far as it can be told without data.

        Raises:
            ValueError: for an unknown name, parameters that it does not have or refuses, an infinite variance, and what cannot be combined.
        """
        if self._by_data is None:
            from rftheory.features import exact

            exact.check(self, m)

    def fitted(self, m: int, inputs: Inputs, d: int) -> tuple[Mechanism | GaussianMap, int]:
        """The mechanism (where it is known by data the map alone) with numbers for all parameters, and n of a coefficient, or 0."""
        if self._by_data is not None:
            return self._by_data(inputs, d), 0
        from rftheory.features import exact

        return exact.fitted(self, m, inputs, d)


def known_map(family: Any, parameters: Mapping[str, Any]) -> Callable[[Inputs, int], GaussianMap] | None:
    """How the map of a built-in family, by name, is made of rows and d, if its parameters are real and in their range; else None.

    What is refused is refused by the family itself; where there are extensions, which may have any name, all are asked.
    """
    if extensions.folders() or not isinstance(family, str):
        return None
    name, given = family.strip().lower().replace("_", "-").replace(" ", "-"), set(parameters)
    made = None
    for row in ROWS:
        if name in row.names and not given:
            made = GaussianMap(row.kernel, "phased" if row.phase else row.wave)
    if name in GERF and "A" in given and given <= {"A", "s"}:
        A, s = parameters["A"], parameters.get("s", 1)
        # a variance is finite below 1/8
        if _is_real(A) and A < 1 / 8 and type(s) is int and s in (1, -1):
            made = GaussianMap("gaussian", "exp" if s == 1 else "turning", float(A))
    if name in OPRF and given <= {"square"}:
        square = parameters.get("square")
        return partial(_optimal, square) if square is None or (_is_real(square) and square >= 0) else None
    return None if made is None else lambda inputs, d: made


def _optimal(square: float | None, inputs: Inputs, d: int) -> GaussianMap:
    """GERF with the A of OPRF for its square, or for the average of data."""
    if square is None:
        square = DataStatistics.of(*map(dense, data_for("square", *inputs.rows()))).square_of_sum(1)
    return GaussianMap("gaussian", "exp", float(optimal_parameters(float(square), d)))


def _is_real(value: Any) -> bool:
    """Whether this is a number of float64, exactly."""
    real = isinstance(value, Real) and not isinstance(value, bool)
    return real and math.isfinite(value) and float(value) == value


def _only(coupling: Any, own: Any, whole: Any) -> Any:
    """The coupling of a whole mechanism."""
    if coupling != "iid":
        raise ValueError(f"coupling is in {str(whole)!r} already, got coupling={coupling!r} too")
    return own
