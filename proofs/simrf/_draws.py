r"""Where mean squared errors are drawn: d in {2, 3, 6, 64}, v in {1/10, 1, 2}, and m below, at and twice the dimension.

Positive features are drawn at x = y with |x + y| = v, Fourier features at x = -y with |x - y| = v: other inputs change a factor of the
estimator and its kernel alone. A statement takes some of the 36 points of a coupling, each d with each v.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rftheory.proofs.simrf._gap import FOURIER, POSITIVE
from rftheory.vocabulary import *
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import geometry_of
from rftheory.montecarlo.estimators.estimator import AtInputs, Variable
from rftheory.montecarlo.estimators.tilted import TiltedError

DIMENSIONS = (2, 3, 6, 64)
LENGTHS = (sp.Rational(1, 10), sp.Integer(1), sp.Integer(2))
#: shares of tilted draws (`estimators.tilted`) of which the one with the least bound is taken
_SHARES = (sp.Rational(1, 2), sp.Rational(3, 4), sp.Rational(49, 50))


@dataclass(frozen=True)
class Drawn:
    """A point: v = |x + y| or z = |x - y|, the dimension, and the number of projections."""

    length: sp.Expr
    dimension: int
    size: int

    def at(self, fourier: bool) -> dict[sp.Symbol, sp.Expr]:
        half, angle = self.length / 2, sp.pi if fourier else sp.Integer(0)
        counts = {m: sp.Integer(self.size), d: sp.Integer(self.dimension)}
        return {x_norm: half, y_norm: half, theta: angle, **counts}

    def __str__(self) -> str:
        return f"d = {self.dimension}, m = {self.size}, length {self.length}"


def sizes(dimension: int) -> tuple[int, int, int]:
    """m < d (as d = 2 has no two projections below it: one), m = d and m = 2d."""
    return min(2, dimension - 1), dimension, 2 * dimension


def points(most: int = 2, shift: int = 0, largest: int = 64) -> Iterator[Drawn]:
    """Each d with each v, m going through the first ``most + 1`` of its sizes, from one that ``shift`` tells.

    Args:
        largest: points with more projections, which take long, are left out.
    """
    for row, dimension in enumerate(DIMENSIONS):
        for column, length in enumerate(LENGTHS):
            size = sizes(dimension)[(row + column + shift) % (most + 1)]
            if size <= largest:
                yield Drawn(length, dimension, size)


def doubled(largest: int = 128) -> Iterator[Drawn]:
    """Two full blocks: each d with one v, each v with some d."""
    for row, dimension in enumerate(DIMENSIONS):
        if 2 * dimension <= largest:
            yield Drawn(LENGTHS[row % len(LENGTHS)], dimension, 2 * dimension)


def partners(coupling: Coupling, point: Drawn) -> sp.Rational:
    """How many of the m - 1 other projections are in the block of a projection, on average."""
    fraction = geometry_of(coupling, point.dimension).partners(point.size)
    return sp.Rational(fraction.numerator, fraction.denominator)


def positive_error(
    coupling: Coupling, point: Drawn, expected: sp.Expr, claim: str, name: str = "positive features"
) -> MomentCheck:
    """The error of positive features: drawn as it is, or for longer inputs where it is large."""
    estimator = Coupled(POSITIVE, coupling)
    at, label = point.at(fourier=False), f"{name}: {point}"
    if point.length < 1:
        return MomentCheck(label, estimator, "mse", expected, at, claim=claim, reduced=True)
    half = [float(point.length) / 2, *[0.0] * (point.dimension - 1)]
    errors = (TiltedError(estimator, share) for share in _SHARES)
    error = min(errors, key=lambda tilted: tilted.bounds(np.array(half), np.array(half)))
    return MomentCheck(f"{label}, tilted", error, "mean", expected, at, claim=claim)


def simplex_gain() -> Variable:
    """``(K_1 - K)^2 - (K_2 - K)^2`` of positive features with orthogonal and with simplex projections, drawn independently."""
    estimators = Coupled(POSITIVE, Orthogonal()), Coupled(POSITIVE, Simplex())

    def draw(generator: np.random.Generator, replicates: int, x: np.ndarray, y: np.ndarray, size: int) -> np.ndarray:
        kernel = np.exp(-np.sum((x - y) ** 2) / 2)
        one, other = (e.draw(generator, replicates, x, y, size, 1) - kernel for e in estimators)
        return one**2 - other**2

    return Variable("the error with orthogonal projections less that with simplex ones", draw, about="gaussian")


def squared_resultant(coupling: Coupling) -> Variable:
    """``|w_1 + w_2|^2``; inputs give the dimension alone."""

    def draw(generator: np.random.Generator, replicates: int, x: np.ndarray, y: np.ndarray, size: int) -> np.ndarray:
        pair = coupling.draw(generator, 2, len(x), replicates).sum(axis=1)
        return np.einsum("rd,rd->r", pair, pair)

    return Variable(f"|w_1 + w_2|^2 of {coupling}", draw)


def along_directions(law: tuple[tuple[sp.Expr, sp.Expr], ...], half: tuple[sp.Expr, ...]) -> Variable:
    """``exp(w U.u)``, u twice the given vector, for a uniform direction U and a length w of a law: pairs of values and probabilities."""

    def draw(generator: np.random.Generator, replicates: int, x: np.ndarray, y: np.ndarray, size: int) -> np.ndarray:
        lengths, shares = (np.array(part, dtype=float) for part in zip(*law, strict=True))
        direction = generator.standard_normal((len(x), replicates))
        direction /= np.linalg.norm(direction, axis=0)
        return np.exp(generator.choice(lengths, size=replicates, p=shares) * ((x + y) @ direction))

    return Variable(f"exp(w U.u), w of the law {law}", draw, (half, half))


def positive_at(coupling: Coupling, half: tuple[sp.Expr, ...]) -> AtInputs:
    """Positive features with a coupling that rotations may change, at x = y."""
    return AtInputs(Coupled(POSITIVE, coupling), (half, half))


def fourier_error(
    coupling: Coupling, point: Drawn, expected: sp.Expr, claim: str, name: str = "Fourier features"
) -> MomentCheck:
    """The error of Fourier features."""
    estimator = Coupled(FOURIER, coupling)
    at = point.at(fourier=True)
    return MomentCheck(f"{name}: {point}", estimator, "mse", expected, at, claim=claim, reduced=True)


def average(coupling: Coupling, point: Drawn, pair: sp.Expr, apart: sp.Expr) -> sp.Expr:
    """The average of E b_i b_j over pairs i != j, of ``pair`` in one block and ``apart`` in two (Theorem 3.2); for m = 1 ``apart``."""
    if point.size == 1:
        return apart
    share = partners(coupling, point) / (point.size - 1)
    return share * pair + (1 - share) * apart
