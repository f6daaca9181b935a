"""Mistakes of an amount that may be any: a scale is seen near the origin (`near`), others are fitted to the calls (`diagnosis`)."""

from __future__ import annotations

import math

from rftheory.auditing.claim import Claim
from rftheory.auditing.conditions import is_positive
from rftheory.auditing.mistakes import Mistake
from rftheory.families.generalized_exponential import GeneralizedExponential


def _of_projections(scale: float, claim: Claim) -> float:
    """By what projections are multiplied if features look near the origin as if inputs were multiplied by ``scale``.

    ``E exp(c f^2 |w|^2 + b f w.x)`` has the variance ``b^2 f^2/(1 - 2 c f^2)``, b^2 = 1 - 2c.
    """
    square = scale**2 / (1 - 2 * claim.rate * (1 - scale**2))
    return math.sqrt(square) if square > 0 else scale


SCALE = Mistake(
    "inputs or projections are multiplied by about {}",
    "scale",
    lambda a: lambda d: a,
    among=(1 / 8, 8),
    seen=lambda scale, claim: scale,
)

#: what is tried where no mistake fits
AMOUNTS: tuple[Mistake, ...] = (
    Mistake(
        "the features have a factor of about {} too much",
        "constant",
        lambda a: lambda m: math.log(a),
        among=(1 / 32, 32),
    ),
    SCALE,
    Mistake(
        "projections, but not inputs, are multiplied by about {}",
        "projections",
        lambda a: lambda case: a * case.draw(),
        lambda claim: claim.positive or bool(claim.rate),
        among=(1 / 8, 8),
        seen=_of_projections,
    ),
    Mistake(
        "about {} is added to the exponentials",
        "added",
        lambda a: lambda m: a / math.sqrt(m),
        is_positive,
        among=(1e-6, 10),
    ),
    Mistake("exponents are clamped at about {}", "limits", lambda a: (-math.inf, a), is_positive, among=(1 / 32, 16)),
    Mistake(
        "exponents are clamped at about -{0} and {0}", "limits", lambda a: (-a, a), is_positive, among=(1 / 32, 16)
    ),
    Mistake(
        "the two sides are scaled differently, queries by about {} and keys by its inverse: no bias, another variance",
        "balance",
        lambda a: lambda d: a,
        two_sided=True,
        among=(1 / 32, 32),
    ),
    *(
        Mistake(
            f"A of the {who} is about {{}} times the one that is claimed",
            "tilt",
            lambda a, side=side: lambda of: a if of == side else 1.0,
            lambda claim: isinstance(claim.family, GeneralizedExponential) and claim.positive and claim.rate < 0,
            two_sided=True,
            among=(1 / 16, 16),
        )
        for who, side in (("queries", "x"), ("keys", "y"))
    ),
    Mistake(
        "the phases are uniform between 0 and about {}, not 2 pi",
        "phases",
        lambda a: lambda case: case.generator.uniform(0, a, (case.replicates, case.m)),
        lambda claim: claim.phases,
        among=(1 / 8, 6),
    ),
    Mistake(
        "the phases are normal, of standard deviation about {}, not uniform",
        "phases",
        lambda a: lambda case: a * case.generator.standard_normal((case.replicates, case.m)),
        lambda claim: claim.phases,
        among=(1 / 8, 2),
    ),
    Mistake("about {} is added to the features", "added", lambda a: lambda m: a, is_positive, among=(1e-6, 10)),
)
