"""Orthogonal projections: the pair moment against direct integration, tails of blocks; draws are asked of all couplings."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.inputs.kernels import PAIR, A, d, m, theta, x_norm, y_norm
from rftheory.numbers.balls import enclose
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Probability, Projection, SampleMean
from rftheory.rules.orthogonal import frame_exponential, integrate_frames
from rftheory.rules.orthogonal_tails import chernoff_over_blocks

W = Projection("w")
#: balls are enclosed to 30 digits
ENCLOSED = 1e-29


# -- pair moments ---------------------------------------------------------------------------------------------------


def sample(coefficient=1):
    family = GeneralizedExponential()
    return family.prefactor(PAIR.x, PAIR.y) * family.kernel_sample(W, PAIR.x, PAIR.y) ** coefficient


def by_direct_integration(a, x, y, angle):
    """E Z_1 Z_2 in the plane, over both lengths and the angle of the frame, without any series."""
    b = np.sqrt((1 - 4 * a) * (x**2 + y**2 + 2 * x * y * np.cos(angle)))
    nodes, weights = np.polynomial.legendre.leggauss(80)
    lengths, weights = 5 * (nodes + 1), 5 * weights
    tilted = weights * lengths * np.exp((2 * a - 0.5) * lengths**2)
    turns = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    along, across = (np.exp(b * lengths[:, None] * wave(turns)) for wave in (np.cos, np.sin))
    value = ((tilted @ along) * (tilted @ across)).mean()
    return (1 - 4 * a) ** 2 * np.exp(-2 * (x**2 + y**2)) * value


@pytest.mark.parametrize("a", [sp.Rational(-1, 2), sp.Integer(0), sp.Rational(1, 10)])
def test_the_pair_moment_agrees_with_direct_integration(a):
    point = {d: sp.Integer(2), A: a, x_norm: sp.Rational(1, 2), y_norm: sp.Rational(2, 5), theta: sp.Integer(1)}
    enclosed = float(enclose(FrameExpectation([sample(), sample()], d), point).value.mid())
    # what is cut off beyond a length of 10 is below exp(-0.3 * 100 + 10); the rules converge faster than that
    assert abs(enclosed - by_direct_integration(float(a), 0.5, 0.4, 1)) < np.exp(-20)


@given(rate=st.integers(-40, 6), dimension=st.integers(2, 9))
@settings(max_examples=20, deadline=None)
def test_the_pair_moment_does_not_depend_on_the_parameter(rate, dimension):
    point = {d: dimension, x_norm: sp.Rational(1, 2), y_norm: sp.Rational(3, 4), theta: 1}
    node = FrameExpectation([sample(), sample()], d)
    points = ({symbol: sp.sympify(v) for symbol, v in {**point, A: a}.items()} for a in (sp.Rational(rate, 32), 0))
    first, second = (enclose(node, p) for p in points)
    assert first.overlaps(second)
    assert first.relative_radius() < ENCLOSED


def test_mixed_moments_of_equal_powers_agree_by_both_formulas():
    """Different but equal-valued rates take the way of different rates."""
    point = {
        d: sp.Integer(3),
        A: sp.Rational(-1, 2),
        x_norm: sp.Integer(1),
        y_norm: sp.Integer(1),
        theta: sp.Integer(1),
    }
    spare = sp.Symbol("spare", positive=True)
    one, other = (sp.exp(2 * A * W.squared_length(d) * c + W.dot(PAIR.z)) for c in (1, spare))
    radial = enclose(FrameExpectation([one, one], d), point)
    angular = enclose(FrameExpectation([one, other], d), {**point, spare: sp.Integer(1)})
    assert radial.overlaps(angular)
    assert angular.relative_radius() < ENCLOSED


def test_the_rule_needs_convergence_proved():
    node = FrameExpectation([sample(), sample()], d)
    assert integrate_frames(node, lambda gap: False) == node
    assert not integrate_frames(node, lambda gap: True).has(FrameExpectation)


def test_one_member_is_a_gaussian_projection():
    a = sp.Rational(-1, 3)
    value = sp.hyperexpand(frame_exponential(a, sp.Integer(2), 1, sp.Integer(3)))
    assert abs(sp.N(value - (1 - 2 * a) ** sp.Rational(-3, 2) * sp.exp(1 / (1 - 2 * a)), 30)) < sp.Rational(1, 10**28)


# -- tails -------------------------------------------------------------------------------------------


def test_the_rule_for_blocks_refuses_other_events():
    def blocks(first, other, size=d, name="t", weight=1):
        frames = SampleMean(OrthogonalMean(sp.exp(first * W.squared_length(d)), size, d), m)
        last = OrthogonalMean(sp.exp(other * Projection(name).squared_length(d)), 1, d)
        return sp.Ge((m * d * frames + weight * last) / (m * d + 1), 1, evaluate=False)

    assert chernoff_over_blocks(blocks(-1, -1), sp.Integer(1)).name == "Chernoff over independent frames"
    for event, words in (
        (blocks(-1, -2), "one law"),
        (blocks(-1, -1, size=d - 1), "independent frames"),
        (blocks(-1, -1, name="w"), "independent frames"),
        (blocks(-1, -1, weight=2), "one weight"),
        (sp.Ge(OrthogonalMean(sp.exp(-W.squared_length(d)), m, d), 1, evaluate=False), "independent frames"),
        (sp.Le(*blocks(-1, -1).args, evaluate=False), "independent frames"),
    ):
        with pytest.raises(ValueError, match=words):
            chernoff_over_blocks(event, sp.Integer(1))


@pytest.mark.parametrize(("dimension", "known"), [(1, True), (2, False)])
def test_frames_of_a_line_are_independent_samples(dimension, known):
    """Of frames in R^2 no law is computed: their probabilities are between 0 and 1."""
    first, last = (sp.exp(-2 * Projection(name).squared_length(dimension)) for name in "wt")
    total = 2 * dimension * SampleMean(OrthogonalMean(first, dimension, dimension), 2) + OrthogonalMean(
        last, 1, dimension
    )
    means = total / (2 * dimension + 1), SampleMean(first, 2 * dimension + 1)
    events = (sp.Ge(mean, sp.Rational(1, 2), evaluate=False) for mean in means)
    of_frames, of_samples = (enclose(Probability(event), {}, max_precision=128).value for event in events)
    assert of_frames.overlaps(of_samples) and 0 < of_samples < 1
    assert of_frames.contains(0) is not known
