"""Joint laws beyond angles: scrambled points of the cube, and lengths that depend on each other."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special
from scipy.stats import qmc

from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.couplings.sobol import Sobol

EPS = np.finfo(float).eps
SIGMAS = 5
DRAWS = 30_000


def rng(*key):
    return np.random.default_rng(np.random.SeedSequence(12, spawn_key=key))


@pytest.mark.parametrize("m", [1, 5, 16])
def test_sobol_points_are_a_scrambled_net(m):
    """Digits of two points in one coordinate differ for the first time where those of the sequence do, whatever the coins are."""
    uniform = special.ndtr(Sobol().draw(rng(16, m), m, 3, 200))
    bits = (m - 1).bit_length()
    cells = np.floor(uniform * 2**bits).astype(int)
    plain = (qmc.Sobol(3, scramble=False).random_base2(bits)[:m] * 2**bits).astype(int)
    same = [np.bitwise_xor(c[..., :, None, :], c[..., None, :, :]) for c in (cells, plain)]
    # xor < 2^j: the digits before the last j agree
    for j in range(bits + 1):
        assert np.array_equal(same[0] < 1 << j, np.broadcast_to(same[1] < 1 << j, same[0].shape))
    assert len(np.unique(cells[:, 0], axis=0)) > min(8, 2**bits) / 2, "the coins differ from draw to draw"


@pytest.mark.parametrize("kind", [Orthogonal, Simplex])
def test_lengths_of_a_block_are_coupled_as_named(kind):
    d, m = 5, 7
    levels = special.gammainc(
        d / 2, np.square(np.linalg.norm(kind(lengths="counter-monotone").draw(rng(19), m, d, 50), axis=2)) / 2
    )
    # a block of five: two pairs and one alone, then the one pair of the next block
    for i, j in ((0, 1), (2, 3), (5, 6)):
        np.testing.assert_allclose(levels[:, i] + levels[:, j], 1, rtol=1e4 * EPS)
    assert len(np.unique(levels[:, [0, 2, 4, 5]])) == 200
    shared = np.linalg.norm(kind(lengths="shared").draw(rng(20), m, d, 50), axis=2)
    np.testing.assert_allclose(shared[:, :5], shared[:, :1].repeat(5, axis=1), rtol=1e2 * EPS)
    assert (np.abs(shared[:, 5] - shared[:, 0]) > 1e-6).all()


def test_sines_and_cosines_want_lengths_that_are_counter_monotone():
    """Errors at a small distance, far apart: of 5 standard errors each."""
    found = []
    for lengths in ("counter-monotone", "independent", "shared"):
        w = Orthogonal(lengths=lengths).draw(rng(21), 4, 4, DRAWS)[..., 0]
        errors = (np.cos(w).mean(axis=1) - np.exp(-1 / 2)) ** 2
        found += [
            errors.mean() - SIGMAS * errors.std() / DRAWS**0.5,
            errors.mean() + SIGMAS * errors.std() / DRAWS**0.5,
        ]
    assert found == sorted(found)


def test_sobol_points_beat_blocks_in_few_dimensions_and_lose_in_many():
    """What the page on features says, by factors that are far from what 200 maps can miss."""

    def error(coupling, d, m):
        x = rng(17, d).standard_normal((d, 8))
        values = np.cos(
            np.einsum("rmd,dp->rmp", coupling.draw(rng(18, d), m, d, 200), x / np.linalg.norm(x, axis=0) / 2)
        )
        return ((values.mean(axis=1) - np.exp(-1 / 8)) ** 2).mean()

    assert error(Sobol(), 2, 64) < error(Orthogonal(), 2, 64) / 5
    assert error(Sobol(), 32, 64) > error(Orthogonal(), 32, 64) * 5
