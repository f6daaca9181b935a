"""What is asked of a feature map that its name does not say in numbers: symbols, counts, hybrids, extensions and objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sympy as sp

from rftheory.couplings.names import OPTIMAL_PROPOSAL
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.hybrids.bipolar import Hybrid
from rftheory.families.proposals.data import mixture
from rftheory.families.shifted import Shifted, shift_below
from rftheory.families.waves import ROWS, GaussianMap
from rftheory.features.units import Inputs
from rftheory.inputs.arrays import check_count, data_for, dense
from rftheory.mechanisms import catalogue
from rftheory.mechanisms.catalogue import AnyFamily
from rftheory.mechanisms.mechanism import Mechanism

if TYPE_CHECKING:
    from rftheory.features.fitting import Request

#: how far below all inputs, in units of the bandwidth, shifted features are shifted if the shift is not given
BELOW = 1e-3


def hybrid_of(family: Any, parameters: Mapping[str, Any], m: int) -> tuple[Hybrid, int] | None:
    """The hybrid that is asked for, by its coefficient or whole, and its n (m by default); None for a family."""
    own = dict(parameters)
    n = check_count("n", own.pop("n", m)) if isinstance(family, Hybrid) or catalogue.is_coefficient(family) else 0
    if not n:
        return None
    if isinstance(family, Hybrid):
        if own:
            raise ValueError(f"a whole hybrid has the parameter n only, got {', '.join(own)}")
        return family, n
    found = catalogue.hybrid(family, **own)
    for coefficient in found.coefficients:
        symbols = {s for value in vars(coefficient).values() if isinstance(value, sp.Expr) for s in value.free_symbols}
        if symbols:
            raise ValueError(f"{family!r} needs the parameters {', '.join(sorted(map(str, symbols)))}")
    return found, n


def check(request: Request, m: int) -> None:
    """As `Request.check`."""
    family, parameters, coupling = request.family, request.parameters, request.coupling
    hybrid = hybrid_of(family, parameters, m)
    if hybrid is not None:
        if request.proposal is not None:
            raise ValueError(f"a hybrid has no {OPTIMAL_PROPOSAL}, got {family!r}")
        # which refuses what cannot be drawn
        Mechanism(coupling=coupling, hybrid=hybrid[0]).estimator()
        return
    # an open shift is one of counts
    Mechanism(asked(family, parameters) or _inner(parameters), coupling)


def asked(family: Any, parameters: Mapping[str, Any]) -> AnyFamily | None:
    """The family as it is asked for, with symbols for what `fitted` takes from data; None for a shift that is."""
    if not isinstance(family, str):
        if parameters:
            raise ValueError(f"parameters {', '.join(parameters)} belong to a name, got {family!r}")
        if not isinstance(family, AnyFamily):
            raise ValueError(f"family must be a name or a family, got {family!r}")
        chosen = family
    elif _shift_is_open(family, parameters):
        _inner(parameters)
        return None
    else:
        chosen = catalogue.family(family, **parameters)
    chosen.check_usable()
    return chosen


def fitted(request: Request, m: int, inputs: Inputs, d: int) -> tuple[Mechanism, int]:
    """As `Request.fitted`."""
    parameters, coupling = request.parameters, request.coupling
    hybrid = hybrid_of(request.family, parameters, m)
    if hybrid is not None:
        return Mechanism(coupling=coupling, hybrid=hybrid[0]), hybrid[1]
    x, y = (None if rows is None else dense(rows) for rows in inputs.rows())
    chosen = asked(request.family, parameters)
    if chosen is None:
        below = shift_below(*data_for("shift", x, y), parameters.get("epsilon", BELOW))
        chosen = Shifted(_inner(parameters), tuple(below))
    proposal = request.proposal
    if isinstance(proposal, str):
        first, second = data_for(proposal, x, y)
        proposal = mixture([first] if y is None else [first, second], inputs.log_weights())
        if chosen.kernel == "softmax":
            # the optimal proposal takes E phi^2 = exp(|x|^2) for itself
            proposal = proposal.tilted(-1)[0]
    try:
        family = chosen.fit(x, y, d, parameters)
    except ValueError as error:
        if x is not None and len(x) == 1 and y is None and not x.any():
            raise ValueError(f"{error} (1 sample, of which the mean is subtracted)") from error
        raise
    return Mechanism(family, coupling, proposal=proposal), 0


def family_of(made: GaussianMap, d: int) -> AnyFamily:
    """The built-in family of a map, of inputs of R^d."""
    name = next(
        (row.names[0] for row in ROWS if (row.kernel, "phased" if row.phase else row.wave) == (made.kernel, made.name)),
        "gerf",
    )
    return catalogue.family(name, **made.numbers()).fit(None, None, d)


def _shift_is_open(name: str, parameters: Mapping[str, Any]) -> bool:
    return name.strip().lower() in catalogue.names_of(Shifted) and "shift" not in parameters


def _inner(parameters: Mapping[str, Any]) -> DiscreteFamily:
    """The family of counts whose inputs are to be shifted."""
    unknown = sorted(set(parameters) - {"family", "epsilon"})
    if unknown:
        raise ValueError(f"family 'shifted' has no parameter {unknown[0]!r}; it has family, shift, epsilon")
    inner = parameters.get("family", "poisson")
    chosen = catalogue.family(inner) if isinstance(inner, str) else inner
    if not isinstance(chosen, DiscreteFamily):
        raise ValueError(f"family of shifted features must be one of counts, got {inner!r}")
    return chosen
