"""Draws on N points: inputs from their laws, a point from Psi, and how far the weighted sample is from the kernel there.

With ``Y = (p_Omega/p_Psi)(w) phi(x_1, w) phi(x_2, w)`` at inputs that are drawn with every replicate, ``E (Y - K(x_1, x_2))^2``
is V_Psi of Definition 2. All is finite, so it is bounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rftheory.proofs.opt._setting import L_1, L_2, N, alpha, beta, f, g, omega, psi
from rftheory.vocabulary import *
from rftheory.inputs.arrays import Array
from rftheory.montecarlo.estimators.estimator import Estimator

_ONE = (sp.Integer(1),)
#: the weights and features of x_2 where X_1 = X_2
SAME_ARRAYS = (alpha.label, f.label)
#: the arrays of a law on points with data sets, by the symbols that name them
_NAMES = tuple(base.label for base in (omega, psi, alpha, beta, f, g))


def _numbers(value: sp.Basic) -> object:
    return tuple(_numbers(part) for part in value.args) if isinstance(value, sp.Tuple) else value


@dataclass(frozen=True)
class OnPoints(Estimator):
    """``Y - K`` (or Y) for a law on N points, data sets, and a proposal: psi of the point, or p_Omega q.

    Args:
        optimal: draw from p_Omega q in the place of psi.
        second: which arrays of the point are the weights and features of x_2: those of a law of its own, or those of x_1.
        centred: subtract the kernel.
        arrays: what the point says.
    """

    optimal: bool = False
    second: tuple[sp.Symbol, sp.Symbol] = (beta.label, g.label)
    centred: bool = True
    arrays: tuple[tuple[str, object], ...] = ()
    inputs = (_ONE, _ONE)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> OnPoints:
        return replace(self, arrays=tuple((str(name), _numbers(point[name])) for name in _NAMES if name in point))

    def _laws(self) -> tuple[Array, Array, Array, Array]:
        """The probabilities of inputs and points, and the values of Y (less K), by x_1, x_2 and point."""
        known = {name: np.array(value, dtype=float) for name, value in self.arrays}
        weights, features = (known[str(name)] for name in self.second)
        first, points = known["alpha"] / known["alpha"].sum(), known["omega"] / known["omega"].sum()
        second, values = weights / weights.sum(), known["f"][:, None, :] * features[None, :, :]
        proposal = known.get("psi", points)
        if self.optimal:
            proposal = points * np.sqrt((first @ known["f"] ** 2) * (second @ features**2))
        proposal = proposal / proposal.sum()
        drawn = proposal > 0
        samples = values[:, :, drawn] * (points[drawn] / proposal[drawn])
        kernel = (values * points).sum(axis=-1, keepdims=True) if self.centred else 0
        return first, second, proposal[drawn], samples - kernel

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        *laws, values = self._laws()
        chosen = (generator.choice(len(law), size=replicates, p=law) for law in laws)
        return np.asarray(values[tuple(chosen)])

    def bounds(self, x: Array, y: Array) -> tuple[float, float]:
        *_, values = self._laws()
        return float(values.min()), float(values.max())


def _rows(*rows: tuple[int, ...]) -> sp.Tuple:
    return sp.Tuple(*(sp.Tuple(*(sp.Rational(entry, 4) for entry in row)) for row in rows))


def _law(*weights: int) -> sp.Tuple:
    return sp.Tuple(*(sp.Rational(weight, sum(weights)) for weight in weights))


#: three points, two inputs of each law, in general position
PLACE: dict[sp.Symbol, sp.Basic] = {
    N: sp.Integer(3),
    L_1: sp.Integer(2),
    L_2: sp.Integer(2),
    omega.label: _law(3, 2, 1),
    psi.label: _law(1, 1, 2),
    alpha.label: _law(2, 1),
    beta.label: _law(1, 3),
    f.label: _rows((4, -2, 3), (1, 5, 2)),
    g.label: _rows((3, 1, -4), (-2, 4, 6)),
}
