"""What a feature map is of, with the parameters that are not given taken from data: by a kept program, or by the family itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.couplings.names import OPTIMAL_PROPOSAL, is_optimal_proposal
from rftheory.couplings.names import coupling as named_coupling
from rftheory.features.ready import Ready, ready
from rftheory.features.units import Inputs

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
        """By a name or an object for each part, by the name of a whole mechanism ("oprf x simplex"), or by a `Mechanism`.

        Raises:
            ValueError: for unknown names, and for a coupling or parameters that a whole mechanism has already.
        """
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
        coupling = named_coupling(coupling) if isinstance(coupling, str) else coupling
        if not isinstance(coupling, Coupling):
            raise ValueError(f"coupling must be a name or a coupling, got {coupling!r}")
        return cls(family, coupling, given, proposal)

    @cached_property
    def _ready(self) -> Ready | None:
        """The kept program, if there is one."""
        return None if self.proposal is not None else ready(self.family, self.parameters)

    def check(self, m: int) -> None:
        """Whether it exists, as far as it can be told without data.

        Raises:
            ValueError: for an unknown name, parameters that it does not have or refuses, an infinite variance, and what cannot be combined.
        """
        if self._ready is None:
            from rftheory.features import exact

            exact.check(self, m)

    def fitted(self, m: int, inputs: Inputs, d: int) -> tuple[Mechanism | Ready, int]:
        """The mechanism (of a kept program its family) with numbers for all parameters, and n of a coefficient, or 0.

        Raises:
            ValueError: if a parameter is open and there are no data, or data that do not determine it; and as `check`.
        """
        found = self._ready
        if found is not None:
            x, y = inputs.rows() if found.open else (None, None)
            return found.fit(x, y, d, self.parameters), 0
        from rftheory.features import exact

        return exact.fitted(self, m, inputs, d)


def _only(coupling: Any, own: Any, whole: Any) -> Any:
    """The coupling of a whole mechanism.

    Raises:
        ValueError: if another one than the default is given beside it.
    """
    if coupling != "iid":
        raise ValueError(f"coupling is in {str(whole)!r} already, got coupling={coupling!r} too")
    return own
