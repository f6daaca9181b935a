"""The mechanisms that `choose` compares: families with projections whose pair moment is known, fitted to the data.

Each is evaluated at one projection and at one full block (`sizes`), pair by pair. All estimate the Gaussian kernel of the
centred inputs; for the softmax kernel the log MSE is raised by ``|q|^2 + |k|^2``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields
from functools import partial

import numpy as np
import sympy as sp

from rftheory import catalogue
from rftheory.arrays import Array
from rftheory.choosing.optimise import best_growing, best_oscillating, gerf_log_mse, loss_of, refined_complex
from rftheory.choosing.pairs import Distances, Pairs, log_mean
from rftheory.choosing.result import Average, Cost, Parameter
from rftheory.choosing.sizes import Lengths
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import NAMES, geometry_of
from rftheory.couplings.geometry import Geometry
from rftheory.families.family import Family, HasVariance
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.gerf_optimum import optimal_gerf
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.features.drawing import Fitted
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mechanisms.mse import log_mse
from rftheory.statistics import DataStatistics


@dataclass(frozen=True, eq=False)
class Variant:
    """log of ``k MSE(k)`` at one projection and at one full block, of each pair; shapes (P,)."""

    lengths: Lengths
    log_single: Array
    log_block: Array


@dataclass(frozen=True, eq=False, kw_only=True)
class Option:
    """A mechanism at its best parameters, for given pairs.

    Attributes:
        name, projections: of the features, and of what is drawn.
        maps: the mechanism with its parameters, and the origin of its inputs; None where no maps can be drawn.
        variants: one, or one for each number of coefficient projections of a hybrid.
        positive, bounded: whether all features are positive, and one sample is bounded, for the inputs at hand.
        cost: per input, of k projections and n of a coefficient.
        evaluate: the variants for other pairs, of which distances suffice; None if they do not.
        log_range: a log of k MSE(k) that no pair exceeds, or None.
        average: m MSE of m independent draws on average over all pairs, where nothing is known of single ones; no variants then.
    """

    name: str
    projections: str
    maps: Fitted | None
    positive: bool
    bounded: bool
    cost: Callable[[int, int], Cost]
    variants: tuple[Variant, ...] = ()
    geometry: Geometry = Geometry()
    parameters: tuple[Parameter, ...] = ()
    log_range: float | None = None
    notes: tuple[str, ...] = ()
    evaluate: Callable[[Distances], tuple[Variant, ...]] | None = None
    average: Average | None = None


@dataclass(frozen=True, eq=False)
class Data:
    """What options are fitted to: the pairs, and averages over all rows, both centred.

    Attributes:
        kernel: "gaussian" or "softmax".
        origin: what was subtracted, shape (d,).
        low, high: bounds of all centred coordinates of both sets, shape (d,).
    """

    pairs: Pairs
    averages: DataStatistics
    kernel: str
    origin: Array
    low: Array
    high: Array

    @property
    def dimension(self) -> int:
        """d."""
        return self.averages.dimension


@dataclass(frozen=True)
class Skipped:
    """A mechanism that was not compared, and why."""

    name: str
    reason: str


def projected_options(data: Data) -> Iterator[Option | Skipped]:
    """Families of Gaussian projections, with each coupling that has a geometry: those without a parameter, and GERF."""
    for family in _plain(data.dimension):
        yield from _coupled(data, family.title, family)
    for name, fitted in (("OPRF", _growing), ("GERF, s = -1", _oscillating)):
        try:
            family, parameter, notes = fitted(data)
        except (ValueError, RuntimeError, ArithmeticError) as error:
            yield Skipped(name, str(error))
        else:
            yield from _coupled(data, name, family, (parameter,), notes)


def _plain(d: int) -> Iterator[Family]:
    """Families that have no parameters and a known wave, those of `extensions` included."""
    for kind in catalogue.family_classes().values():
        if issubclass(kind, Family) and all(
            entry.default is not MISSING
            for entry in fields(kind)  # type: ignore[arg-type]
        ):
            family = kind()
            if family.reduction(d) is not None:
                yield family


def couplings(d: int) -> dict[str, Coupling]:
    """Those that are compared, by name: the three, and those of `extensions` that have a geometry."""
    own = {name: kind() for name, kind in catalogue.added("couplings").items()}
    return NAMES | {name: coupling for name, coupling in own.items() if coupling.geometry_in(d) is not None}


def _coupled(
    data: Data, name: str, family: Family, parameters: tuple[Parameter, ...] = (), notes: tuple[str, ...] = ()
) -> Iterator[Option | Skipped]:
    d, features, known = data.dimension, family.real_blocks, couplings(data.dimension)
    if family.rate(d) is None:
        notes += (f"no pair moment is known for complex {parameters[0].name}: independent projections only",)
        known = {"iid": NAMES["iid"]}
    for projections, coupling in known.items():
        try:
            geometry = geometry_of(coupling, d)
            evaluate = partial(_projected, family, geometry)
            variants = evaluate(data.pairs)
        except (ValueError, ArithmeticError) as error:
            yield Skipped(f"{name}, {projections}", str(error))
            continue
        yield Option(
            name=name, projections=projections, maps=Fitted(Mechanism(family, coupling), data.origin),
            positive=family.positive, bounded=family.bounded,
            cost=lambda k, n: Cost((k + 1) * d + k * features, k * features + (not family.auxiliary)),
            variants=variants, geometry=geometry, parameters=parameters, notes=notes,
            log_range=_log_range(data, family, geometry), evaluate=None if family.rate(d) is None else evaluate,
        )  # fmt: skip


def _projected(family: Family, geometry: Geometry, pairs: Distances) -> tuple[Variant, ...]:
    if family.rate(pairs.dimension) is None:
        # of complex A: by the inputs themselves
        assert isinstance(family, HasVariance) and isinstance(pairs, Pairs)
        ends = [family.log_variance(pairs.x, pairs.y) + pairs.log_norms] * 2
    else:
        lengths = pairs.difference if family.oscillates else pairs.sum
        ends = [
            log_mse(family, geometry, k, pairs.dimension, lengths, *pairs.norms) + np.log(k) + pairs.log_norms
            for k in (1, geometry.block)
        ]
    return (Variant(Lengths(family.real_blocks), *ends),)


def _log_range(data: Data, family: Family, geometry: Geometry) -> float | None:
    """Of ``k MSE(k)``: at most 1/2 (3/2 with random phases) for independent waves, and b times that in blocks of b."""
    law = family.reduction(data.dimension)
    if data.kernel != "gaussian" or law is None or not law.bounded or law.rate:
        return None
    return math.log((1.5 if law.phase else 0.5) * geometry.block)


def _growing(data: Data) -> tuple[Family, Parameter, tuple[str, ...]]:
    """OPRF: GERF with s = +1."""
    pairs, d = data.pairs, sp.Integer(data.dimension)
    plug_in = OptimalPositive(dimension=d, square=data.averages.square_of_sum(1)).at({})
    best = best_growing(pairs)
    there = log_mean(gerf_log_mse(pairs, float(plug_in.A), 1))
    parameter = Parameter("A", best.parameter, float(plug_in.A), loss_of(there, best.log_average), "unimodal")
    return GeneralizedExponential(best.parameter, 1), parameter, ()


def _oscillating(data: Data) -> tuple[Family, Parameter, tuple[str, ...]]:
    """GERF with s = -1, real or complex A."""
    pairs, averages, d = data.pairs, data.averages, sp.Integer(data.dimension)
    best = best_oscillating(pairs)
    A, least = complex(best.parameter), best.log_average
    plug_in, loss = None, None
    try:
        # with the squares of the lengths and of the sum that make |x - y|^2 the average
        squares = averages.x.square + averages.y.square
        found = optimal_gerf(squares, 2 * squares - averages.square_of_sum(-1), data.dimension).oscillating
        plug_in = found.A
        there = log_mean(
            GeneralizedExponential(plug_in, -1, d).log_variance(pairs.x, pairs.y) + pairs.log_norms
            if plug_in.imag
            else gerf_log_mse(pairs, plug_in.real, -1)
        )
        if plug_in.imag and there < least:
            A, least = refined_complex(pairs, plug_in)
        loss = loss_of(there, least)
    except (ValueError, RuntimeError):
        note: tuple[str, ...] = ("the parameter of average norms is not found in certified arithmetic",)
    else:
        note = () if found.boxes is not None else ("the parameter of average norms is not proved to be the best",)
    value = A.real if A.imag == 0 else A
    shown = plug_in.real if plug_in is not None and plug_in.imag == 0 else plug_in
    return GeneralizedExponential(value, -1), Parameter("A", value, shown, loss, "grid"), note
