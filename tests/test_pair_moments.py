"""Pair moments at a fixed angle: against independent routes, limits and symmetries that no proof of theirs uses."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.kernels import PAIR, A, A_im, A_re, d, gaussian_kernel, n, theta, x_norm, y_norm
from rftheory.judges.mutants import mutants
from rftheory.numbers.balls import Enclosure, enclose
from rftheory.proofs.crt._generalized import family, sample
from rftheory.proofs.frontier import pair_complex_exponential, pair_gerf, pair_hadamard, pair_trigonometric
from rftheory.proofs.frontier._pairs import W, at_angle, cosine
from rftheory.proofs.frontier.pair_blocks import SIZES, law, rest, second_moment, truncated_law
from rftheory.rules.pair_moments import angle_conformity

R = sp.Rational
AT = {x_norm: R(1, 2), y_norm: R(3, 5), theta: R(1)}


def at(expr: sp.Expr, dimension: int, c: sp.Expr) -> Enclosure:
    return enclose(expr, {**AT, d: sp.Integer(dimension), cosine: c})


@pytest.mark.parametrize("c", [R(-1, 2), R(0)])
@pytest.mark.parametrize("s", [1, -1])
def test_pair_moments_of_gerf_are_the_same_for_every_complex_parameter(s: int, c: sp.Expr) -> None:
    """From the definition at three parameters, one of them without a variance."""
    pair = at_angle(sample(family(s, False)))
    parameters = [{A_re: R(0), A_im: R(0)}, {A_re: R(-1, 2), A_im: R(2)}, {A_re: R(1, 5), A_im: R(-1, 3)}]
    found = [enclose(pair, {**AT, **one, d: sp.Integer(3), cosine: c}) for one in parameters]
    closed = at(pair_gerf.moments(s)["angle"], 3, c)
    assert all(one.overlaps(closed) for one in found)
    assert not at(pair_gerf.moments(s)["angle"] * R(1001, 1000), 3, c).overlaps(found[1])


@pytest.mark.parametrize("dimension", [2, 5])
def test_parallel_projections_in_one_and_opposite_directions(dimension: int) -> None:
    """cos is even: the moments at the cosines 1 and -1 are one, and those at c and -c."""
    closed = pair_trigonometric.moments()["angle"]
    assert at(closed, dimension, R(1)).overlaps(at(closed, dimension, R(-1)))
    assert at(closed, dimension, R(1, 3)).overlaps(at(closed, dimension, R(-1, 3)))
    assert not at(closed, dimension, R(1)).overlaps(at(closed, dimension, R(1, 3)))
    definition = at_angle(Trigonometric().sample(W, PAIR.x, PAIR.y))
    assert at(definition, dimension, R(1, 3)).overlaps(at(closed, dimension, R(1, 3)))


def test_opposite_images_of_complex_exponentials_leave_nothing_random() -> None:
    """u = 0 for A = i and x = y: both products of two samples are the square of the kernel."""
    for unit in (sp.Integer(1), sp.I):
        _, closed = pair_complex_exponential.hermitian(unit)
        square = sp.Symbol("a_square", positive=True)
        point = {square: R(2), sp.Symbol("b_square", positive=True): R(2), sp.Symbol("a_dot_b", real=True): R(-2)}
        value = enclose(closed, {**point, d: sp.Integer(3), cosine: R(-1, 2)})
        assert value.overlaps(enclose(sp.exp(-4 * unit**2), {}))


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5))
@settings(max_examples=8, deadline=None)
def test_the_law_of_blocks_between_its_extremes(sizes: list[int]) -> None:
    """One block has the error of exchangeable samples, blocks of one projection that of independent ones."""
    square, within, mean = sp.symbols("E_Z2 R K", real=True)
    m = sum(sizes)
    point = {n: sp.Integer(len(sizes)), SIZES.label: sp.Tuple(*sizes), square: R(7), within: R(3), mean: R(2)}
    value = enclose(law, point)
    pairs = sum(size * (size - 1) for size in sizes)
    assert value.overlaps(enclose(R(7 - 4, m) + R(pairs, m**2) * (3 - 4), {}))
    assert value.overlaps(enclose(second_moment() - mean**2, point))
    assert not value.overlaps(enclose(law + R(1, 10**9), point))


def test_truncated_blocks_gain_less_than_full_ones() -> None:
    """The same number of projections in R^4, in blocks of 4 + 4 and, in R^4 too, of 4 + 3 and one more."""
    point = {**AT, A: R(-1, 8), d: sp.Integer(4), n: sp.Integer(1)}
    full, short = (enclose(truncated_law(), {**point, rest: sp.Integer(size)}) for size in (4, 3))
    assert full.below(short)
    single = enclose(truncated_law(), {**point, n: sp.Integer(7), rest: sp.Integer(4)})
    assert single.below(full)


@pytest.mark.parametrize("k", [1, 2])
def test_moments_of_hadamard_rows_at_the_origin(k: int) -> None:
    """Without an image nothing is random; the closed average is one where z is."""
    z = (sp.Integer(0), sp.Integer(0))
    assert pair_hadamard.average(z, k, pair_hadamard.even_mean, pair_hadamard.odd_mean) == 1


def test_averages_over_hadamard_signs_are_those_of_all_patterns() -> None:
    """d = 2, k = 2, by writing H D_1 H D_2 out for all 16 patterns of signs."""
    h = np.array([[1, 1], [1, -1]]) / math.sqrt(2)
    z, total = np.array([0.7, -0.4]), 0.0

    def mean(t: float) -> float:
        # E exp(r t) for r^2/2 exponential
        return float(mpmath.quad(lambda r: r * mpmath.exp(r * t - r * r / 2), [0, 2, 12]))

    for bits in np.ndindex(2, 2, 2, 2):
        first, second = (np.diag(1 - 2 * np.array(pair)) for pair in (bits[:2], bits[2:]))
        a, b = h @ first @ h @ second @ z
        total += mean(float(a)) * mean(float(b)) / 16
    exact = (sp.Rational(7, 10), sp.Rational(-2, 5))
    closed = pair_hadamard.average(exact, 2, pair_hadamard.even_mean, pair_hadamard.odd_mean)
    assert float(closed.evalf(20)) == pytest.approx(total, rel=1e-12)


def test_simplex_plus_projections_of_the_plane_are_opposite() -> None:
    drawn = SimplexPlus().draw(np.random.default_rng(0), 2, 2, 50)
    lengths = np.linalg.norm(drawn, axis=-1)
    cosines = np.einsum("ri,ri->r", drawn[:, 0], drawn[:, 1]) / lengths.prod(axis=1)
    assert np.abs(cosines + 1).max() < 8 * np.finfo(float).eps
    assert np.ptp(lengths[:, 0] / lengths[:, 1]) > 0.1


def test_slips_leave_integrands_without_poles() -> None:
    closed = sp.exp(-PAIR.x.square) * angle_conformity(PAIR.z.square, d, cosine)
    twins = [twin for _, twin in mutants(closed, 40)]
    assert len(twins) > 5
    for twin in twins:
        for node in twin.atoms(sp.Integral):
            powers = [p for p in node.function.atoms(sp.Pow) if not isinstance(p, sp.exp) and p.base.has(sp.sin)]
            assert not any(power.exp.is_negative for power in powers)


def test_the_kernel_is_the_limit_of_right_angles_in_many_dimensions() -> None:
    """Orthogonal projections of R^d become independent as d grows: the pair moment tends to K^2, from below."""
    closed = pair_gerf.moments(1)["orthogonal"]
    gap = gaussian_kernel(PAIR.x, PAIR.y) ** 2 - closed
    zero = enclose(sp.Integer(0), {})
    for dimension in (4, 16, 64):
        near, far = at(gap, dimension, R(0)), at(gap, 4 * dimension, R(0))
        assert zero.below(far) and far.below(near)
        # of the order 1/d: d + 2 times the gap grows with d
        assert at((d + 2) * gap, dimension, R(0)).below(at((d + 2) * gap, 4 * dimension, R(0)))
