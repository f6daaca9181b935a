"""Cosine features with a random phase: moments by the rule, by quadrature and by draws."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
from tolerances import ulps

from rftheory.proofs.crt._setting import PAIRS
from rftheory.estimators.moments import sample_of
from rftheory.evidence.integrated import decide_equal
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.kernels import PAIR, gaussian_kernel, theta, x_norm, y_norm
from rftheory.numbers.balls import enclose
from rftheory.rules.nodes import Projection, mean

R = sp.Rational
X, Y = PAIR.x, PAIR.y
AT = {x_norm: R(1, 2), y_norm: R(3, 5), theta: R(1)}
_RNG = np.random.default_rng(5)
INPUTS, PROJECTIONS = _RNG.normal(size=(4, 3)), _RNG.normal(size=(6, 3))


def test_random_phase_cosine() -> None:
    cosine, w = RandomPhaseCosine(), Projection("w")
    one = cosine.sample(w, X, Y)
    assert decide_equal(mean(one), gaussian_kernel(X, Y), PAIRS).zero
    assert decide_equal(mean(one**2), cosine.second_moment(X, Y), PAIRS).zero
    assert enclose(mean(one**2), AT).overlaps(enclose(cosine.second_moment(X, Y), AT))
    x, y = INPUTS[:2]
    drawn = sample_of(cosine, x, y)
    squared = ((x - y) ** 2).sum()
    assert complex(drawn.expectation()) == pytest.approx(np.exp(-squared / 2), rel=ulps(64))
    assert complex((drawn * drawn).expectation()) == pytest.approx(1 + np.exp(-2 * squared) / 2, rel=ulps(64))
