"""The Laplacian kernel of scikit-learn, ``exp(-sum_k |x_k - y_k|)``: Laplace's in each coordinate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rftheory.families.mixtures.laplace import Laplace

if TYPE_CHECKING:
    import sympy as sp


@dataclass(frozen=True)
class Laplacian(Laplace):
    """Coordinates of projections are independent Cauchy variables: each has a scale of its own."""

    names: ClassVar[tuple[str, ...]] = ("laplacian",)
    by_coordinate: ClassVar[bool] = True

    def transform(self, rate: sp.Expr) -> None:
        return None

    @property
    def words(self) -> str:
        return "Laplace's kernel exp(-|x - y|_1)"
