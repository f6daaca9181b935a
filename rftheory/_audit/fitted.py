"""Mistakes of an amount that may be any: a scale is seen near the origin (`near`), others are fitted to the calls (`diagnosis`)."""

from __future__ import annotations

import math
from collections.abc import Callable

from rftheory._audit.claim import Claim
from rftheory._audit.conditions import has_tilt, is_positive
from rftheory._audit.mistakes import Mistake
from rftheory._audit.reference import Case
from rftheory.inputs.arrays import Array


def _of_projections(scale: float, claim: Claim) -> float:
    """By what projections are multiplied if features look near the origin as if inputs were multiplied by ``scale``.

    ``E exp(c f^2 |w|^2 + b f w.x)`` has the variance ``b^2 f^2/(1 - 2 c f^2)``, b^2 = 1 - 2c.
    """
    square = scale**2 / (1 - 2 * claim.rate * (1 - scale**2))
    return math.sqrt(square) if square > 0 else scale


SCALE = Mistake(
    "inputs or projections are multiplied by about {}", "scale", lambda a: lambda d: a, among=(1 / 8, 8), seen=lambda scale, claim: scale
)  # fmt: skip


def _clamped(words: str, limits: Callable[[float], tuple[float, float]]) -> Mistake:
    return Mistake(f"exponents are clamped at {words}", "limits", limits, is_positive, among=(1 / 32, 16))


def _tilted(who: str, sides: str) -> Mistake:
    words = f"A{who} is about {{}} times the one that is claimed"
    value = lambda a: lambda side, claim: a if side in sides else 1.0  # noqa: E731
    return Mistake(words, "tilt", value, has_tilt, len(sides) == 1, among=(1 / 16, 16))


def _phases(words: str, draw: Callable[[float, Case], Array], most: float) -> Mistake:
    value = lambda a: lambda case: draw(a, case)  # noqa: E731
    return Mistake(f"the phases are {words}", "phases", value, lambda claim: claim.phases, among=(1 / 8, most))


#: what is tried where no mistake fits
AMOUNTS: tuple[Mistake, ...] = (
    Mistake(
        "the features have a factor of about {} too much", "constant", lambda a: lambda m: math.log(a), among=(1 / 32, 32)
    ),
    SCALE,
    Mistake(
        "projections, but not inputs, are multiplied by about {}", "projections", lambda a: lambda case: a * case.draw(),
        lambda claim: claim.positive or bool(claim.rate), among=(1 / 8, 8), seen=_of_projections,
    ),
    Mistake(
        "about {} is added to the exponentials", "added", lambda a: lambda m: a / math.sqrt(m), is_positive, among=(1e-6, 10)
    ),
    _clamped("about {}", lambda a: (-math.inf, a)),
    _clamped("about -{0} and {0}", lambda a: (-a, a)),
    Mistake(
        "the two sides are scaled differently, queries by about {} and keys by its inverse: no bias, another variance",
        "balance", lambda a: lambda d: a, two_sided=True, among=(1 / 32, 32),
    ),
    _tilted(" of the queries", "x"),
    _tilted(" of the keys", "y"),
    _tilted(" of both sides", "xy"),
    _phases(
        "uniform between 0 and about {}, not 2 pi",
        lambda a, case: case.generator.uniform(0, a, (case.replicates, case.m)), 6,
    ),
    _phases(
        "normal, of standard deviation about {}, not uniform",
        lambda a, case: a * case.generator.standard_normal((case.replicates, case.m)), 2,
    ),
    Mistake("about {} is added to the features", "added", lambda a: lambda m: a, is_positive, among=(1e-6, 10)),
)  # fmt: skip
