"""One-sided positive features: ``m^-1/2 exp(-|u|^2/2) (exp(w_i.u))_i``  (Choromanski et al. 2021; CE with A = I)."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.families.family import Family
from rftheory.families.waves import POSITIVE


@dataclass(frozen=True)
class Positive(Family, row=POSITIVE):
    """One sample is ``exp(-(|x|^2 + |y|^2)/2) exp(w.(x + y))``: log-normal, accurate for small kernel values."""
