"""Couplings: full draws against reduced draws, exact geometry, marginals.

Two samples, or a sample and an exact mean, agree if they are within 5 estimated standard deviations: about 6e-7 per
comparison that a true statement would be rejected by a fresh seed. Seeds are fixed.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import sympy as sp

from rftheory.couplings.frames import fill_frame_coordinates, haar_frames
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.halton import Halton
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex, simplex_matrix, simplex_product
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.couplings.sobol import Sobol
from rftheory.inputs.arrays import images

EPS = np.finfo(float).eps
SIGMAS = 5
DRAWS = 30_000
LENGTHS = [Orthogonal(lengths="counter-monotone"), Simplex(lengths="shared")]
#: simplex+ after a few passes: each draw of the others takes as long as one of them
ROTATED = [Independent(), Orthogonal(), Simplex(), SimplexPlus(most_passes=5), *LENGTHS]
GAUSSIAN = [*ROTATED, Simplex(vertices=3), Halton(), Sobol()]
#: several blocks and a part, one whole block, a part of one
SHAPES = [(2, 5), (3, 3), (6, 4)]


def name(coupling):
    return repr(coupling).split(", most")[0].replace("blocks=True", "").replace("(, ", "(")


def rng(*key):
    return np.random.default_rng(np.random.SeedSequence(11, spawn_key=key))


def deviations(first, second=0.0):
    """How many standard deviations the means are apart; columns are quantities, rows draws."""
    parts = [np.asarray(part) for part in (first, second)]
    variance = sum(part.var(axis=0) / len(part) for part in parts if part.ndim)
    difference = parts[0].mean(axis=0) - (parts[1].mean(axis=0) if parts[1].ndim else parts[1])
    return np.abs(difference) / np.sqrt(variance)


def quantities(x, y, lengths):
    """Joint moments of the images of the first, second and last projection, of shape (draws, ...)."""
    x0, x1, y0, y1, xm, ym = x[:, 0], x[:, 1], y[:, 0], y[:, 1], x[:, -1], y[:, -1]
    s0, s1 = lengths[:, 0] ** 2, lengths[:, 1] ** 2
    return np.column_stack(
        [x0, y1, x0 * y0, x0 * x1, x1 * ym, x0**2 * x1**2, x0 * y0 * x1 * y1, x0**2 * ym**2, y0**4]
        + [s0, s0 * s1, s0 * x0**2, s0 * x1**2, np.cos(x0) * np.cos(x1), np.cos(x0) * np.cos(xm), np.exp((x0 + x1) / 4)]
    )


def coordinates_of(coupling, generator, p, m, d, replicates):
    """Coordinates along p orthonormal directions, shape (p, m, replicates), and lengths, shape (m, replicates)."""
    coupling.check_size(m, d)
    coordinates, lengths = np.empty((p, m, replicates)), np.empty((m, replicates))
    coupling.fill(generator, d, coordinates, lengths)
    return coordinates, lengths


def full(coupling, d, m, pair, key, draws=DRAWS):
    projections = coupling.draw(rng(*key), m, d, draws)
    x, y = np.moveaxis(images(np.array(pair), projections), 1, 0)
    return quantities(x, y, np.linalg.norm(projections, axis=2))


def reduced(coupling, d, m, pair, key, draws=DRAWS):
    plane = np.linalg.qr(np.column_stack(pair), mode="r")
    coordinates, lengths = coordinates_of(coupling, rng(*key), 2, m, d, draws)
    return quantities(*np.einsum("pi,pmr->irm", plane, coordinates), lengths.T)


def pair_of(d):
    x, y = rng(0, d).standard_normal((2, d))
    return x / np.linalg.norm(x), y / np.linalg.norm(y) + x / 4


# -- reduced draws ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("d", "m"), SHAPES)
@pytest.mark.parametrize("coupling", [*ROTATED, Simplex(vertices=3)], ids=name)
def test_reduced_draw_has_the_law_of_the_full_draw(coupling, d, m):
    pair = pair_of(d)
    gap = deviations(full(coupling, d, m, pair, (1, d, m)), reduced(coupling, d, m, pair, (2, d, m)))
    assert gap.max() < SIGMAS


@pytest.mark.parametrize(
    ("first", "second"), [(a, b) for a in ROTATED for b in ROTATED if a != b], ids=lambda c: type(c).__name__
)
def test_other_couplings_are_told_apart(first, second):
    """Control: the comparison sees which coupling was drawn."""
    assert deviations(of_three(full, first), of_three(reduced, second)).max() > 2 * SIGMAS


@cache
def of_three(draw, coupling):
    """What is drawn of three projections in R^3, once for all that it is compared with."""
    return draw(coupling, 3, 3, pair_of(3), (3,) if draw is full else (4,))


def test_large_dimensions_are_cheap_to_reduce():
    """Lengths in R^(10^7) cannot come from all coordinates of the frame."""
    d = 10**7
    x, lengths = coordinates_of(Orthogonal(), rng(8), 2, 4, d, 1000)
    assert deviations(np.column_stack([(lengths**2).mean(axis=0), (x[0] * x[0]).mean(axis=0)]), [d, 1]).max() < SIGMAS


def test_whole_frames_are_orthonormal_in_few_coordinates():
    coordinates = fill_frame_coordinates(rng(9), np.empty((3, 1, 6, 500)), 6, 6)[:, 0]
    gram = np.einsum("pkr,qkr->rpq", coordinates, coordinates)
    # normalised twice orthogonalised vectors: sums of 6 products, and a quotient and a root each
    assert np.abs(gram - np.eye(3)).max() < 16 * EPS


# -- Haar frames ------------------------------------------------------------------------------------------------


def trace_square(frames):
    """``(tr Q)^2`` has mean 1 under the Haar measure of O(d), as the defining representation is irreducible."""
    return np.einsum("kkr->r", frames) ** 2


@pytest.mark.parametrize("d", [2, 3, 5])
def test_frames_are_uniform(d):
    assert deviations(trace_square(haar_frames(rng(10), d, d, DRAWS)), 1) < SIGMAS


def test_without_the_signs_frames_are_not_uniform():
    """Control: Householder's factor Q is always a reflection in R^2."""
    factors = np.linalg.qr(rng(10).standard_normal((DRAWS, 2, 2)))[0]
    assert abs(trace_square(np.moveaxis(factors, 0, -1)).mean() - 1) > 0.5


# -- exact geometry ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 5, 9])
def test_simplex_exactly(n):
    matrix = simplex_matrix(n)
    gram = (matrix * matrix.T).applyfunc(sp.radsimp).applyfunc(sp.expand)
    assert gram == sp.Matrix(n, n, lambda i, j: 1 if i == j else -sp.Rational(1, n - 1))
    assert (sp.ones(1, n) * matrix).applyfunc(lambda entry: sp.expand(sp.radsimp(entry))) == sp.zeros(1, n)
    x = sp.Matrix(sp.symbols(f"x:{n}"))
    last = sum(x[:-1]) / sp.sqrt(n - 1)
    steps = [sp.sqrt(sp.Rational(n, n - 1)) * u - (sp.sqrt(n) + 1) / (n - 1) * last for u in x[:-1]]
    assert (matrix * x - sp.Matrix([*steps, last])).applyfunc(lambda e: sp.expand(sp.radsimp(e))) == sp.zeros(n, 1)
    # the floating-point product does these steps: four roundings of each of two terms
    numbers = np.array(matrix.evalf(30), dtype=float)
    assert np.abs(simplex_product(np.eye(n)) - numbers).max() <= 8 * EPS * (np.abs(numbers).max() + 1)


def cosines(projections):
    directions = projections / np.linalg.norm(projections, axis=-1, keepdims=True)
    return directions @ directions.swapaxes(-1, -2)


@pytest.mark.parametrize(
    ("coupling", "block", "cosine"),
    [(Orthogonal(), 5, 0), (Simplex(), 5, -1 / 4), (Simplex(vertices=3), 3, -1 / 2), (Simplex(vertices=6), 6, -1 / 5)],
    ids=name,
)
@pytest.mark.parametrize("m", [2, 5, 13])
def test_angles_within_and_between_blocks(coupling, block, cosine, m):
    found = cosines(coupling.draw(rng(12), m, 5, 200))
    of = np.arange(m) // block
    within = (of[:, None] == of) & ~np.eye(m, dtype=bool)
    # Householder's Q is orthogonal to a few d eps
    assert np.abs(found[:, within] - cosine).max() <= 64 * EPS
    between = of[:, None] != of
    assert not between.any() or (np.abs(found[:, between] - cosine).max(axis=0) > 0.1).all()


# -- marginals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("d", "m"), [(2, 3), (6, 8)])
@pytest.mark.parametrize("coupling", GAUSSIAN, ids=name)
def test_projections_are_gaussian(coupling, d, m):
    """Each in turn: images in any direction, lengths, and the two together."""
    assert coupling.gaussian_marginals
    u = pair_of(d)[0]
    projections = coupling.draw(rng(13, d), m, d, DRAWS)
    t, s = projections @ u, (projections**2).sum(axis=2)
    moments = [
        (t, 0),
        (t**2, 1),
        (t**4, 3),
        (np.exp(t / 2), np.exp(1 / 8)),
        (s, d),
        (s**2, d * (d + 2)),
        (s * t**2, d + 2),
    ]
    for values, mean in moments:
        assert deviations(values, mean).max() < SIGMAS


def test_hadamard_products_are_not_gaussian_and_say_so():
    product = HadamardProduct(k=1)
    assert not product.gaussian_marginals
    entries = product.draw(rng(14), 4, 4, DRAWS)[..., 0]
    # |w_ij| = r_i/2: fourth moment d (d + 2)/d^2, second moment 1
    assert deviations(entries**2, 1).max() < SIGMAS
    assert deviations(entries**4, 1.5).max() < SIGMAS < deviations(entries**4, 3).min()


# -- single blocks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("coupling", "most"),
    [
        (Orthogonal(blocks=False), 4),
        (Simplex(blocks=False), 4),
        (Simplex(vertices=3, blocks=False), 3),
        (SimplexPlus(blocks=False), 4),
        (HadamardProduct(blocks=False), 4),
        (HadamardProduct(geometry="simplex", blocks=False), 4),
    ],
    ids=name,
)
def test_a_single_block(coupling, most):
    """Without blocks, m beyond one block is refused, and nothing else changes."""
    message = f"m must be at most {most}, the projections of one block, with blocks=False, got {most + 1}"
    calls = [lambda m: coupling.draw(rng(21), m, 4)]
    if coupling.isotropic:
        calls.append(lambda m: coordinates_of(coupling, rng(21), 1, m, 4, 5))
    for call in calls:
        call(most)
        with pytest.raises(ValueError, match=message):
            call(most + 1)
    several = type(coupling)(**{**vars(coupling), "blocks": True})
    assert np.array_equal(coupling.draw(rng(22), most, 4, 3), several.draw(rng(22), most, 4, 3))
    assert several.draw(rng(22), most + 1, 4, 3).shape == (3, most + 1, 4)
