"""Mistakes of an amount that may be any: a factor, or what is added. It is fitted to the calls (`diagnosis`)."""

from __future__ import annotations

import math

from rftheory.auditing.mistakes import Mistake, is_positive

#: what is tried where no mistake fits
AMOUNTS: tuple[Mistake, ...] = (
    Mistake(
        "the features have a factor of about {} too much",
        "constant",
        lambda a: lambda m: math.log(a),
        among=(1 / 32, 32),
    ),
    Mistake("inputs or projections are multiplied by about {}", "scale", lambda a: lambda d: a, among=(1 / 8, 8)),
    Mistake(
        "projections, but not inputs, are multiplied by about {}",
        "projections",
        lambda a: lambda case: a * case.draw(),
        is_positive,
        among=(1 / 8, 8),
    ),
    Mistake(
        "about {} is added to the exponentials",
        "added",
        lambda a: lambda m: a / math.sqrt(m),
        is_positive,
        among=(1e-6, 10),
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
