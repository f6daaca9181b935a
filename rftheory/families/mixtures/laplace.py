"""Laplace's kernel ``exp(-|x - y|)``: the Matern kernel with nu = 1/2."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from rftheory.families.mixtures.matern import Matern


@dataclass(frozen=True)
class Laplace(Matern):
    """``T = 1/(2 G)`` with G of the Gamma law of shape 1/2, so that ``S = 1/|g|``, g normal: Cauchy's law in R^d."""

    nu: Fraction = field(default=Fraction(1, 2), init=False)

    names: ClassVar[tuple[str, ...]] = ("laplace",)

    def __str__(self) -> str:
        return self.names[0]
