"""What is asked of a feature map that no kept program does: symbols, counts, hybrids, extensions and families as objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy as sp

from rftheory import catalogue
from rftheory.arrays import Array, Projections, check_count, data_for, dense, kernel_change
from rftheory.catalogue import AnyFamily
from rftheory.couplings.names import OPTIMAL_PROPOSAL
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Kernel
from rftheory.families.parts import Exponent, Parts
from rftheory.families.shifted import Shifted, shift_below
from rftheory.features.drawing import somewhere, values
from rftheory.features.maps import Drawn, DrawnFamily, WithoutExponent, real
from rftheory.features.units import Inputs
from rftheory.hybrids.bipolar import Hybrid
from rftheory.hybrids.concatenation import hybrid_map
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.proposals.data import mixture
from rftheory.proposals.optimal import optimal
from rftheory.proposals.weighted import WeightedEstimator

if TYPE_CHECKING:
    from rftheory.features.fitting import Request

#: how far below all inputs, in units of the bandwidth, shifted features are shifted if the shift is not given
BELOW = 1e-3


@dataclass(frozen=True)
class DrawnHybrid:
    """A hybrid with projections of each base and of the coefficients, by its features of the Gaussian kernel.

    Features of bases for the softmax kernel are of very different sizes, ``exp(|u|^2/2)`` and ``exp(-|u|^2/2)``; those of the
    Gaussian kernel are not. The concatenated map has columns that are real and columns that are imaginary: of either only one part
    is kept, ``columns`` of the real map.
    """

    hybrid: Hybrid
    projections: tuple[Projections, ...]
    taus: Array
    columns: Array | None = None
    kernel: Kernel = "gaussian"

    def exponent(self, d: int, side: str) -> Exponent | None:
        return None

    def parts(self, inputs: Array, side: str) -> Parts:
        families = zip(self.hybrid.bases, self.projections, strict=True)
        bases = [_gaussian(DrawnFamily(family, drawn), inputs, side) for family, drawn in families]
        maps = [coefficient.maps(inputs, self.taus, side) for coefficient in self.hybrid.coefficients]
        whole = hybrid_map(bases, maps, [complex(c.constant) for c in self.hybrid.coefficients])
        both, _ = real(whole, np.zeros((1, 1)), side)
        assert both is not None
        return Parts(both if self.columns is None else both[..., self.columns], None)


def _gaussian(drawn: DrawnFamily, inputs: Array, side: str) -> Array:
    """The features of a base, for the Gaussian kernel; complex if they are."""
    parts = drawn.parts(inputs, side)
    log = parts.logs(inputs, kernel_change("gaussian", drawn.kernel))
    return np.exp(log) if parts.factor is None else parts.factor * np.exp(log)


@dataclass(frozen=True, eq=False)
class DrawnWeighted(WithoutExponent):
    """Draws of a proposal."""

    estimator: WeightedEstimator
    draws: Array

    @property
    def kernel(self) -> Kernel:
        return self.estimator.family.kernel

    def parts(self, inputs: Array, side: str) -> Parts:
        return self.estimator.parts(inputs, self.draws, side)


def drawn_of(
    mechanism: Mechanism, generator: np.random.Generator, m: int, d: int, n: int = 1, replicates: int | None = None
) -> Drawn:
    """What is drawn, m projections of R^d and n of the coefficients of a hybrid; of shape (replicates, ...) where that is given.

    Raises:
        ValueError: for dimensions that the coupling excludes, and laws for which no optimal proposal is known.
    """
    if mechanism.proposal is not None:
        laws = mechanism.proposal if isinstance(mechanism.proposal, tuple) else (mechanism.proposal,)
        estimator = WeightedEstimator(mechanism.family, optimal(mechanism.family, *laws))
        return DrawnWeighted(estimator, estimator.draw(generator, m, replicates))
    drawn = mechanism.projections(generator, m, d, n, replicates)
    if mechanism.hybrid is None:
        return DrawnFamily(mechanism.family, drawn)
    whole = DrawnHybrid(mechanism.hybrid, tuple(drawn[0]), drawn[1])
    products = values(whole, somewhere(d), "x") * values(whole, somewhere(d), "y")
    # which columns vanish does not depend on the replicate
    first, second = np.split(products.reshape(-1, products.shape[-1])[0], 2)
    # a column that vanishes altogether is kept once, so that there are as many whatever is drawn
    return replace(whole, columns=np.flatnonzero(np.concatenate([(first != 0) | (second == 0), second != 0])))


# -- what is asked for ----------------------------------------------------------------------------------------------


def hybrid_of(family: Any, parameters: Mapping[str, Any], m: int) -> tuple[Hybrid, int] | None:
    """The hybrid that is asked for, by its coefficient or whole, and its n (m by default); None for a family.

    Raises:
        ValueError: for parameters that it does not have, or that are missing.
    """
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
    """The family as it is asked for, with symbols for what `fitted` takes from data; None for a shift that is.

    Raises:
        ValueError: for an unknown name, parameters that it does not have or refuses, and an infinite variance.
    """
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
