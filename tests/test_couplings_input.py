"""What couplings refuse, and what inputs of extreme size do."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_images import coordinates_of, images_of

from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.couplings.simplex_plus import SimplexPlus

EPS = np.finfo(float).eps
ROTATED = [Independent(), Orthogonal(), Simplex(), SimplexPlus()]


def name(coupling):
    return repr(coupling).split(", most")[0].replace("blocks=True", "").replace("(, ", "(")


def rng(*key):
    return np.random.default_rng(np.random.SeedSequence(17, spawn_key=key))


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
    calls = [lambda m: coupling.draw(rng(1), m, 4)]
    if coupling.isotropic:
        calls.append(lambda m: coordinates_of(coupling, rng(1), 1, m, 4, 5))
    for call in calls:
        call(most)
        with pytest.raises(ValueError, match=message):
            call(most + 1)
    several = type(coupling)(**{**vars(coupling), "blocks": True})
    assert np.array_equal(coupling.draw(rng(2), most, 4, 3), several.draw(rng(2), most, 4, 3))
    assert several.draw(rng(2), most + 1, 4, 3).shape == (3, most + 1, 4)


@pytest.mark.parametrize("coupling", ROTATED, ids=name)
@pytest.mark.parametrize("scale", [2.0**-900, 2.0**900])
def test_inputs_whose_squares_leave_the_range(coupling, scale):
    x, y = rng(3).standard_normal((2, 5))
    for side in (0, 1):
        drawn, plain = (images_of(coupling, rng(4), f * x, f * y, 5, 20)[side] for f in (scale, 1.0))
        # a factorisation of two columns of five rows, and sums of two products
        assert np.abs(drawn / scale - plain).max() <= 64 * EPS * np.abs(plain).max()
