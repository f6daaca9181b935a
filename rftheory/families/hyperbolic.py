"""Two-sided positive features: ``(2m)^-1/2 exp(-|u|^2/2) (exp(w_i.u), exp(-w_i.u))_i``  (Choromanski et al. 2021)."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.families.family import Family
from rftheory.families.waves import HYPERBOLIC


@dataclass(frozen=True)
class Hyperbolic(Family, row=HYPERBOLIC):
    """One sample is ``exp(-(|x|^2 + |y|^2)/2) cosh(w.(x + y))``."""
