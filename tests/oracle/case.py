"""What reference values are of: an estimator by its names and parameters, at a pair of inputs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.oracle.samples import F, Vector


@dataclass(frozen=True)
class Case:
    """An estimator by the names and parameters of the catalogue, at a pair of inputs.

    Attributes:
        name: of the family, or of the coefficient of a hybrid of hyperbolic and trigonometric features.
        m, n: projections, and those of a coefficient.
        kernel: the one that is estimated.
    """

    name: str
    parameters: tuple[tuple[str, Any], ...]
    coupling: str
    of_coupling: tuple[tuple[str, Any], ...]
    x: Vector
    y: Vector
    m: int
    n: int = 1
    kernel: str = "gaussian"

    @property
    def d(self) -> int:
        return len(self.x)

    def __str__(self) -> str:
        named = (
            f"{name}{_text(given)}" for name, given in ((self.name, self.parameters), (self.coupling, self.of_coupling))
        )
        inputs = "; ".join(" ".join(map(str, u)) for u in (self.x, self.y))
        return f"{' x '.join(named)}, {self.kernel}, m = {self.m}, n = {self.n} at {inputs}"


def _text(given: tuple[tuple[str, Any], ...]) -> str:
    return f"({', '.join(f'{name}={_shown(value)}' for name, value in given)})" if given else ""


def _shown(value: Any) -> str:
    return f"({' '.join(map(_shown, value))})" if isinstance(value, tuple) else str(value)


def block_sizes(case: Case) -> tuple[list[int], Fraction]:
    """The sizes of the blocks of m projections, and the cosine in a block."""
    given = dict(case.of_coupling)
    most = {"iid": 1, "orthogonal": case.d, "simplex": given.get("vertices") or case.d}[case.coupling]
    cosine = F(-1, most - 1) if case.coupling == "simplex" else F(0)
    return [min(most, case.m - start) for start in range(0, case.m, most)], cosine
