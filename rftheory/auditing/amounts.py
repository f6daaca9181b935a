"""Mistakes of an amount that may be any: a factor, or what is added. It is fitted to the calls (`diagnosis`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rftheory.auditing.claim import Claim
from rftheory.auditing.mistakes import HIDDEN, Mistake, always, is_positive


@dataclass(frozen=True)
class Amount:
    """Mistakes of one kind, one for each amount, which is fitted to the calls (`diagnosis`).

    Attributes:
        words: with the amount left open.
        value: of the amount, what stands for the step.
        among: the least and the largest amount that is tried.
    """

    words: str
    step: str
    value: Callable[[float], Any]
    among: tuple[float, float]
    when: Callable[[Claim], bool] = always

    def of(self, amount: float) -> Mistake:
        return Mistake(self.words.format(f"{amount:.4g}"), self.step, self.value(amount))


def amounts(claim: Claim, up_to: str) -> Iterator[Amount]:
    """Those that are `known` but for their amount."""
    for each in AMOUNTS:
        if each.when(claim) and each.step not in HIDDEN[up_to]:
            yield each


#: what is tried where no mistake fits
AMOUNTS: tuple[Amount, ...] = (
    Amount(
        "the features have a factor of about {} too much", "constant", lambda a: lambda m: math.log(a), (1 / 32, 32)
    ),
    Amount("inputs or projections are multiplied by about {}", "scale", lambda a: lambda d: a, (1 / 8, 8)),
    Amount(
        "projections, but not inputs, are multiplied by about {}",
        "projections",
        lambda a: lambda case: a * case.draw(),
        (1 / 8, 8),
        is_positive,
    ),
    Amount(
        "about {} is added to the exponentials", "added", lambda a: lambda m: a / math.sqrt(m), (1e-6, 10), is_positive
    ),
    Amount("about {} is added to the features", "added", lambda a: lambda m: a, (1e-6, 10), is_positive),
)
