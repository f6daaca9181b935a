"""What an audit is asked: the claim, the numbers of projections, the lengths and the scale of the inputs, checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftheory._audit.claim import DETERMINISTIC, UNKNOWN, Claim
from rftheory._audit.contract import FeatureMap, parameters_of
from rftheory.families.family import Kernel
from rftheory.features.units import kernel_and_scale
from rftheory.inputs.arrays import Array, check_count
from rftheory.inputs.bandwidths import Scale, is_word
from rftheory.inputs.statistics import DataStatistics, Products
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mechanisms.profile import Profile

#: what may be left open
UP_TO = ("nothing", "row", "attention")


def claim_of(claims: str | Mechanism | Any, kernel: Kernel, d: int, rows: tuple[Array, Array] | None = None) -> Claim:
    """The claim by its name, or of a mechanism or a family that is given.

    Args:
        rows: queries and keys of a call, for which parameters that are open are the best.
    """
    if isinstance(claims, str) and claims.strip().lower() == UNKNOWN:
        return Claim(None, kernel, d)
    mechanism = (claims if isinstance(claims, Mechanism) else Mechanism(claims)).in_dimension(d).of_kernel(kernel)
    profile, fitted = Profile(mechanism, d), None
    products: tuple[Products, Products] | None = None
    if profile.law is None and rows is not None and (best := mechanism.fitted(*rows)) != mechanism:
        mechanism, fitted = best, DataStatistics.of(*rows)
        profile = Profile(mechanism, d)
        if profile.of_products:
            products = (Products.of(rows[:1]), Products.of(rows[1:]))
    if profile.mixture is not None and profile.mixture.by_coordinate and not profile.gaussian.independent:
        raise ValueError(
            f"claims must have iid projections for the kernel {kernel}, of which coupled ones are not audited, got {claims!r}"
        )
    if not profile.has_moments:
        raise ValueError(
            f"claims must be of a family with Gaussian projections and real parameters, or {UNKNOWN!r} or {DETERMINISTIC!r}, got {claims!r}"
        )
    # refuses couplings that have none
    _ = profile.geometry
    return Claim(mechanism, kernel, d, fitted, products)


def is_of_products(claims: str | Mechanism | Any) -> bool:
    """Whether the claim has matrices that are taken from the rows of both sides."""
    if isinstance(claims, str) and claims.strip().lower() == UNKNOWN:
        return False
    return Profile(claims if isinstance(claims, Mechanism) else Mechanism(claims), 1).of_products


def check_unused(claims: Any, **given: Any) -> None:
    """Raises a ValueError for an option that has no meaning for the claim and is given."""
    for name, value in given.items():
        if value is not None and value is not False:
            raise ValueError(f"{name} does not belong to claims = {str(claims)!r}")


def takes_both(maps: Sequence[FeatureMap], attention: bool) -> bool:
    """Whether queries and keys go in at once: the one map has four parameters, or the second one is called that."""
    names = parameters_of(maps[0])
    if len(names) > 4 + attention:
        wanted = "(queries, keys, values, m, seed)" if attention else "(inputs, m, seed) or (queries, keys, m, seed)"
        raise ValueError(f"the callable must take {wanted}, got one that takes ({', '.join(names)})")
    both = not attention and (len(names) == 4 or names[1:2] in (("keys",), ("key",), ("k",)))
    if both and len(maps) == 2:
        raise ValueError(
            f"keys must not be given beside a callable of both sides, got ({', '.join(names)}) and {maps[1]}"
        )
    return both


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


def scale_of(kernel: str, bandwidth: Any, temperature: float | None, d: int) -> Scale:
    """By what inputs are multiplied before they are passed."""
    if is_word(bandwidth):
        raise ValueError(f"bandwidth must be numbers for an audit, which has no data of yours, got {bandwidth!r}")
    _, scale = kernel_and_scale(kernel, bandwidth, temperature, d)
    assert not isinstance(scale, str)
    return scale


#: spacing of floating-point numbers at 1, of types in which features are made
PRECISIONS = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}


def epsilon_of(precision: str | None) -> float:
    """The spacing at 1 of the numbers of which features are made; 0 if only what they are returned in tells."""
    if precision is None:
        return 0.0
    if precision not in PRECISIONS:
        raise ValueError(f"precision must be one of {', '.join(PRECISIONS)}, got {precision!r}")
    return PRECISIONS[precision]


def up_to_of(up_to: str, claim: Claim, maps: int) -> str:
    """By what estimates may be wrong."""
    if up_to not in UP_TO:
        raise ValueError(f"up_to must be one of {', '.join(UP_TO)}, got {up_to!r}")
    if up_to != "nothing" and claim.mechanism is None:
        raise ValueError(f"up_to = {up_to!r} needs a claimed family, for only its draws tell what is right then")
    if up_to == "attention" and maps == 2:
        raise ValueError("up_to = 'attention' takes one callable (queries, keys, values, m, seed), got two")
    return up_to
