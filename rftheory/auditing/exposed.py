"""Projections that a callable exposes: lengths, coordinates, angles, and the dependence of lengths in one call."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from scipy import special

from rftheory.arrays import Array
from rftheory.auditing.claim import Claim
from rftheory.auditing.levels import concordant, log_coin_level, log_distribution_level
from rftheory.auditing.report import Finding
from rftheory.conformity.geometry import geometry_of

#: tests of one number of projections
TESTS = 7
#: two of so many continuous lengths never agree to this
_COINCIDENCE = 1e-12


def examine(claim: Claim, projections: Array, m: int, alpha: float, rounding: float) -> Iterator[Finding]:
    """Findings about the projections of n calls, shape (n, m, d)."""
    assert claim.coupling is not None
    n, d = len(projections), claim.dimension
    geometry = geometry_of(claim.coupling, d)
    lengths = np.linalg.norm(projections, axis=-1)
    where, limit = f"(m = {m})", math.log(alpha)
    log, distance = log_distribution_level(np.square(lengths).ravel(), lambda s: special.gammainc(d / 2, s / 2))
    if log < limit:
        mean = float(np.square(lengths).mean())
        spread = float(np.square(lengths).var())
        text = f"|w|^2 is not chi-square with {d} degrees of freedom: mean {mean:.5g}, variance {spread:.4g} in place of {d} and {2 * d}"
        text = f"{text} (distance of the distributions {distance:.2g}) {where}"
        yield Finding("projections, lengths", text, log / math.log(10))
    # one row of each call: its coordinates are independent
    rows = projections[np.arange(n), np.arange(n) % m]
    steps = np.arange(n) % min(m, d)
    for what, name, values in (
        ("coordinates", "coordinates", rows.ravel()),
        ("diagonal", "the k-th coordinates of k-th projections", projections[np.arange(n), steps, steps]),
        ("all-ones", "images of the all-ones direction", rows.sum(axis=1) / math.sqrt(d)),
    ):
        log, distance = log_distribution_level(values, special.ndtr)
        if log < limit:
            text = f"{name} are not N(0, 1): mean {values.mean():.3g}, variance {values.var():.4g} {where}"
            yield Finding(f"projections, {what}", text, log / math.log(10))
    yield from _angles(projections / lengths[..., None], geometry.block, float(geometry.cosine), limit, where, rounding)
    if m > 1:
        yield from _dependence(lengths, geometry.block, limit, where)


def _angles(
    directions: Array, block: int, cosine: float, limit: float, where: str, rounding: float
) -> Iterator[Finding]:
    m, d = directions.shape[1:]
    if block > 1 and m > 1:
        gram = directions[:, :block] @ directions[:, :block].swapaxes(1, 2)
        off = np.abs(gram - np.where(np.eye(gram.shape[-1]) > 0, 1.0, cosine)).max(axis=(1, 2))
        if off.max() > rounding:
            text = f"cosines between projections of a block must be {cosine:.4g}, but one is off by {off.max():.3g} {where}"
            yield Finding("projections, angles in a block", text)
    second = block if block > 1 else 1
    if m > second and d > 1:
        cosines = np.einsum("nd,nd->n", directions[:, 0], directions[:, second])
        log, distance = log_distribution_level(
            cosines, lambda c: special.betainc((d - 1) / 2, (d - 1) / 2, (1 + np.clip(c, -1, 1)) / 2)
        )
        if log < limit:
            text = f"the angle between independent projections 1 and {second + 1} is not that of independent directions"
            text = f"{text} (mean cosine {cosines.mean():.3g}, distance {distance:.2g}) {where}"
            yield Finding("projections, angles between blocks", text, log / math.log(10))


def _dependence(lengths: Array, block: int, limit: float, where: str) -> Iterator[Finding]:
    ordered = np.sort(lengths, axis=1)
    equal = (np.diff(ordered, axis=1) < _COINCIDENCE * ordered[:, 1:]).any(axis=1)
    m = lengths.shape[1]
    if equal.sum() > 1:
        again = 1 < block < m and bool(np.allclose(lengths[:, 0], lengths[:, block]))
        text = "; those of the first block come again in the second" if again else ""
        text = f"lengths of one call agree exactly, in {int(equal.sum())} of {len(lengths)} calls{text} {where}"
        yield Finding("projections, dependence of lengths", text)
        return
    for second in {1, block} - {0}:
        if second < m:
            heads, tosses = concordant(lengths[:, 0], lengths[:, second])
            log = log_coin_level(heads, tosses)
            if log < limit:
                text = f"the lengths of projections 1 and {second + 1} depend on each other: {heads} of {tosses} couples are ordered alike"
                yield Finding("projections, dependence of lengths", f"{text} {where}", log / math.log(10))
