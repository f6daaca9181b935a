"""Trigonometric features: ``m^-1/2 exp(|u|^2/2) (sin w_i.u, cos w_i.u)_i``  (Rahimi and Recht 2007)."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.families.family import Family
from rftheory.families.waves import TRIGONOMETRIC


@dataclass(frozen=True)
class Trigonometric(Family, row=TRIGONOMETRIC):
    """One sample is ``exp((|x|^2 + |y|^2)/2) cos(w.(x - y))``; bounded, accurate for large kernel values."""
