"""What an audit is asked: the claim, the numbers of projections, the lengths and the scale of the inputs, checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rftheory import catalogue
from rftheory.arrays import check_count, chosen_kernel
from rftheory.auditing.claim import UNKNOWN, Claim
from rftheory.conformity.geometry import geometry_of
from rftheory.couplings.coupling import Coupling
from rftheory.families.family import Family
from rftheory.mechanisms.mechanism import Mechanism

#: what may be left open
UP_TO = ("nothing", "row", "attention")


def claim_of(
    claims: str | Family | Mechanism, coupling: str | Coupling, kernel: str | None, d: int, parameters: dict[str, Any]
) -> Claim:
    """The claim by its names, or of a family or a whole mechanism that is given.

    Raises:
        ValueError: for unknown names, parameters of an object, and mechanisms that cannot be audited.
    """
    if kernel is not None or claims == UNKNOWN:
        kernel = chosen_kernel(kernel)
    if claims == UNKNOWN:
        if parameters:
            raise ValueError(f"parameters need a claimed family, got {', '.join(parameters)}")
        return Claim(None, kernel, d)  # type: ignore[arg-type]
    if isinstance(claims, str):
        known = catalogue.family_classes()
        named = {alias: kind for kind in known.values() for alias in catalogue.names_of(kind)}
        wanted = named.get(claims.strip().lower().replace("_", "-"))
        if wanted is not None and "dimension" in wanted.__dataclass_fields__:
            parameters = {"dimension": d, **parameters}
    mechanism = claims if isinstance(claims, Mechanism) else Mechanism.of(claims, coupling, **parameters)
    family = mechanism.family
    if not isinstance(family, Family) or mechanism.proposal is not None or family.reduction(d) is None:
        raise ValueError(
            f"claims must be a family with Gaussian projections and real parameters, or {UNKNOWN!r}, got {claims!r}"
        )
    geometry_of(mechanism.coupling, d)
    return Claim(mechanism, kernel or family.kernel, d)


def sizes_of(m: int | Sequence[int] | None, d: int) -> tuple[int, ...]:
    """Numbers of projections; by default a part of a block, one block and two."""
    if m is None:
        return tuple(dict.fromkeys((max(1, d // 2), d, 2 * d)))
    given = m if isinstance(m, Sequence) else (m,)
    if not given:
        raise ValueError("m must have at least one number of projections, got none")
    return tuple(dict.fromkeys(check_count("m", each) for each in given))


def lengths_of(lengths: Sequence[float]) -> tuple[float, ...]:
    """Increasing lengths in (0, 4]."""
    found = tuple(float(length) for length in lengths)
    if not found or not all(0 < length <= 4 for length in found) or list(found) != sorted(set(found)):
        raise ValueError(f"lengths must be increasing numbers in (0, 4], got {found}")
    return found


def scale_of(kernel: str, bandwidth: float, temperature: float) -> float:
    """By what inputs are multiplied before they are passed."""
    for name, value, of in (("bandwidth", bandwidth, "gaussian"), ("temperature", temperature, "softmax")):
        if not (np.isfinite(value) and value > 0):
            raise ValueError(f"{name} must be a finite number > 0, got {value}")
        if value != 1 and kernel != of:
            raise ValueError(f"{name} belongs to the {of} kernel, and the kernel is {kernel}")
    return float(bandwidth * np.sqrt(temperature))


def up_to_of(up_to: str, claim: Claim, two_sided: bool) -> str:
    """By what estimates may be wrong.

    Raises:
        ValueError: for another word, a mechanism that is not claimed, and attention with a callable for the keys.
    """
    if up_to not in UP_TO:
        raise ValueError(f"up_to must be one of {', '.join(UP_TO)}, got {up_to!r}")
    if up_to != "nothing" and claim.family is None:
        raise ValueError(f"up_to = {up_to!r} needs a claimed family, for only its draws tell what is right then")
    if up_to == "attention" and two_sided:
        raise ValueError("up_to = 'attention' takes one callable (queries, keys, values, m, seed), got two")
    return up_to
