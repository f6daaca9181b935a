"""Projections as people draw them wrongly: functions of a `reference.Case`, of shape (replicates, m, d)."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy import linalg, special

from rftheory._audit.claim import Claim
from rftheory._audit.conditions import always, coupled, is_simplex, several
from rftheory._audit.reference import Case
from rftheory.couplings.frames import haar_frames
from rftheory.couplings.hadamard import padded
from rftheory.couplings.simplex import simplex_product
from rftheory.couplings.sobol import Sobol
from rftheory.inputs.arrays import Array

#: where generators of truncated normal variables cut by default
_CUT = 2.0


def wrong_blocks(rows: bool, signs: str, lengths: bool = False) -> Callable[[Case], Array]:
    """Blocks from Q of a QR factorisation of Gaussian numbers G.

    Args:
        rows: whether projections are the rows of Q, and not its columns.
        signs: of R's diagonal: "none" for those of LAPACK, "rows" if they multiply those of Q, "columns" if Q is Haar.
        lengths: whether lengths are norms of the rows of G, and not independent.
    """

    def draw(case: Case) -> Array:
        lengths_of: list[Array] = []

        def block(size: int) -> Array:
            gaussian = case.generator.standard_normal((case.replicates, case.d, case.d))
            q, r = np.linalg.qr(gaussian)
            sign = np.sign(np.diagonal(r, axis1=1, axis2=2))
            q = q * {"none": 1.0, "rows": sign[:, :, None], "columns": sign[:, None, :]}[signs]
            q = q if rows else q.swapaxes(1, 2)
            if is_simplex(case.claim):
                q = simplex_product(q.swapaxes(0, 1)).swapaxes(0, 1)
            lengths_of.append(np.linalg.norm(gaussian, axis=2, keepdims=True)[:, :size])
            return np.asarray(q[:, :size])

        directions = case.by_blocks(block)
        return directions * (np.concatenate(lengths_of, axis=1) if lengths else case.chi(case.m, case.d))

    return draw


def again(case: Case, block: int) -> Array:
    """The first block in all blocks."""
    first = case.draw(m=min(case.m, block))
    return case.by_blocks(lambda size: first[:, :size], block)


def lengths_again(case: Case) -> Array:
    """The lengths of the first block in all blocks."""
    first = case.chi(min(case.m, case.block), case.d)
    return case.by_blocks(lambda size: first[:, :size])


def antithetic(case: Case) -> Array:
    """Half of the projections, and their negatives."""
    half = case.draw(m=-(-case.m // 2))
    return np.concatenate([half, -half], axis=1)[:, : case.m]


def uniform(low: float, high: float) -> Callable[[Case], Array]:
    """Coordinates that are uniform between these."""
    return lambda case: case.generator.uniform(low, high, (case.replicates, case.m, case.d))


def linear_layer(case: Case) -> Array:
    """The weights of a linear layer as deep learning draws them: uniform, of variance 1/(3 d)."""
    return uniform(-1, 1)(case) / math.sqrt(case.d)


def truncated(case: Case) -> Array:
    """Normal coordinates that are drawn again beyond two standard deviations."""
    return np.asarray(special.ndtri(uniform(special.ndtr(-_CUT), special.ndtr(_CUT))(case)))


def signs(case: Case) -> Array:
    """Coordinates 1 and -1."""
    return case.generator.choice([-1.0, 1.0], size=(case.replicates, case.m, case.d))


def in_planes(case: Case) -> Array:
    """One product of d ceil(log d) rotations in planes (i, j) with i = j allowed, in all blocks; lengths are right."""
    n, d, rng = case.replicates, case.d, case.generator
    every, q = np.arange(n), np.broadcast_to(np.eye(d), (n, d, d)).copy()
    for _ in range(d * math.ceil(math.log(d))):
        angle = rng.uniform(0, math.pi, (n, 1))
        i, j = np.sort(rng.integers(d, size=(2, n)), axis=0)
        first, second = q[every, i], q[every, j]
        q[every, i], q[every, j] = (
            np.cos(angle) * first + np.sin(angle) * second,
            np.cos(angle) * second - np.sin(angle) * first,
        )
    return case.by_blocks(lambda size: q[:, :size], d) * case.chi(case.m, d)


def transposed_points(case: Case) -> Array:
    """d quasi-random points of R^m, whose coordinates are taken for points."""
    return np.asarray(Sobol().draw(case.generator, case.d, case.m, case.replicates).swapaxes(1, 2))


def cut(mixed: bool, length: Callable[[int, int], float]) -> Callable[[Case], Array]:
    """The first d columns of one orthogonal matrix of N >= m, d rows, times a length, a function of d and N.

    Args:
        mixed: whether the matrix is a product of three Hadamard matrices with random signs; N is then a power of 2.
    """

    def draw(case: Case) -> Array:
        n, size = case.replicates, max(case.m, case.d)
        if mixed:
            size = padded(size)
            hadamard = linalg.hadamard(size)
            rotation = np.broadcast_to(np.eye(size), (n, size, size))
            for _ in range(3):
                flips = case.generator.choice([-1.0, 1.0], size=(n, size, 1))
                rotation = hadamard @ (flips * rotation) / math.sqrt(size)
        else:
            rotation = np.ascontiguousarray(np.moveaxis(haar_frames(case.generator, size, size, n), -1, 0))
        return np.asarray(rotation[:, : case.m, : case.d] * length(case.d, size))

    return draw


_CUTS: tuple[tuple[str, Callable[[int, int], float]], ...] = (
    ("sqrt(d)", lambda d, n: math.sqrt(d)),
    ("sqrt(N) of its N rows", lambda d, n: math.sqrt(n)),
)

#: projections that are no normal vectors, or are coupled
DRAWN: tuple[tuple[str, Callable[[Case], Array], Callable[[Claim], bool]], ...] = (
    ("projections come in pairs w and -w", antithetic, always),
    ("projections are weights of nn.Linear: uniform, of variance 1/(3 d)", linear_layer, always),
    ("projections are truncated normal, cut at 2 standard deviations", truncated, always),
    ("coordinates of projections are uniform in (0, 1), not normal", uniform(0, 1), always),
    ("coordinates of projections are uniform in (-1, 1), not normal", uniform(-1, 1), always),
    ("coordinates of projections are signs 1 and -1, not normal", signs, always),
    ("the rotation is one of planes (i, j) in which i = j is allowed, the same in all blocks", in_planes, coupled),
    ("quasi-random points are transposed: d points of R^m are taken for m points of R^d", transposed_points, several),
    ("projections are quasi-random points (scrambled Sobol), which are neither iid nor blocks", lambda case: case.draw(Sobol()), several),
    *(
        (
            f"projections are cut from a larger {name}, to d columns, with the length {length} before", cut(mixed, size), several
        )
        for length, size in _CUTS
        for name, mixed in (("rotation", False), ("product of Hadamard matrices", True))
    ),
)  # fmt: skip
