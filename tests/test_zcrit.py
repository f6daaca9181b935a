"""The critical distance of Fourier features against an independent evaluation, and the chains that use it."""

import mpmath
import pytest
import sympy as sp
from flint import arb

from rftheory.conformity.mse import log_mse
from rftheory.conformity.zcrit import critical_distance, first_sign_change, threshold
from rftheory.evidence.derivation import Unproved
from rftheory.evidence.power_series import PowerSeries
from rftheory.evidence.sign_changes import GapBound
from rftheory.families.trigonometric import Trigonometric
from rftheory.statements.domain import Domain, Range

t, d = sp.Symbol("t", positive=True), sp.Symbol("d", integer=True, positive=True)
k = sp.Symbol("k", integer=True, nonnegative=True)


def gap(square, dimension):
    """The definition in mpmath: exp(-t) - 1F1(d; d/2; -t/2)."""
    with mpmath.workdps(60):
        half = mpmath.mpf(int(dimension)) / 2
        value = mpmath.mpf(int(sp.numer(square))) / int(sp.denom(square))
        return mpmath.exp(-value) - mpmath.hyp1f1(2 * half, half, -value / 2)


@pytest.mark.parametrize("dimension", [3, 4, 5, 7, 16, 33, 63, 64, 100])
def test_the_gap_changes_its_sign_there_and_not_before(dimension):
    change = first_sign_change(dimension, 25)
    assert 0 < change.high - change.low <= sp.Rational(1, 10**25)
    assert gap(change.low, dimension) > 0 > gap(change.high, dimension)
    for number in range(1, 200):
        assert gap(change.low * sp.Rational(number, 200), dimension) > 0


def test_the_ball_holds_the_root_that_mpmath_finds():
    # exp(-s) = 1 - s + s^2/6 at d = 4, s = z^2/2
    with mpmath.workdps(40):
        root = mpmath.findroot(lambda s: mpmath.exp(-s) - 1 + s - s**2 / 6, 4.7)
        z = mpmath.nstr(mpmath.sqrt(2 * root), 30)
    assert abs(critical_distance(4) - arb(z)) < 1e-14
    assert critical_distance(4).rad() < 1e-14


def test_there_is_no_critical_distance_in_the_plane():
    assert critical_distance(2) > 10**9
    assert all(gap(square + sp.Rational(1, 3), 2) > 0 for square in range(40))


def test_more_digits_refine_the_same_root():
    coarse, fine = first_sign_change(9, 10), first_sign_change(9, 40)
    assert coarse.low <= fine.low < fine.high <= coarse.high


@pytest.mark.parametrize("dimension", [1, 0, -3])
def test_one_projection_has_no_critical_distance(dimension):
    with pytest.raises(ValueError, match="d must be"):
        critical_distance(dimension)


def test_bad_digits_are_named():
    with pytest.raises(ValueError, match="digits must be in"):
        first_sign_change(5, 100)


def test_thresholds_are_rounded_to_the_safe_side():
    below, above = (threshold(d, range(3, 6), 6, side) for side in (-1, 1))
    for dimension in range(3, 6):
        change = first_sign_change(dimension, 12)
        assert below.subs(d, dimension) <= change.low < change.high <= above.subs(d, dimension)


def _chain(limit, low=3, high=6):
    table = threshold(d, range(low, high + 1), 8)
    domain = Domain((Range(t, 0, None, "()"), Range(d, low, high, integer=True)), (sp.Le(t, limit(table)),))
    return GapBound(sp.exp(-t) - sp.hyper([d], [d / 2], -t / 2), domain), limit(table)


def test_a_chain_may_go_up_to_the_threshold():
    chain, limit = _chain(lambda table: table)
    assert chain.positive_up_to(t, d, limit).relation() == ">"


def test_a_chain_may_not_go_beyond():
    chain, limit = _chain(lambda table: table + sp.Rational(1, 10**6))
    with pytest.raises(Unproved, match="beyond the first root"):
        chain.positive_up_to(t, d, limit)


def test_a_chain_needs_its_condition_and_the_gap():
    chain, limit = _chain(lambda table: table)
    with pytest.raises(Unproved, match="not a condition"):
        chain.positive_up_to(t, d, limit + 1)
    other = GapBound(sp.exp(-t) - sp.hyper([d], [d / 2], -t), chain.domain)
    with pytest.raises(Unproved, match="not decided to be"):
        other.positive_up_to(t, d, limit)


def test_a_series_is_summed_only_to_its_function():
    domain = Domain((Range(t, 0, None, "()"),))
    series = sp.Sum(t**k / sp.factorial(k), (k, 0, sp.oo))
    assert PowerSeries(2 * series, domain).summed(series, sp.exp(t)).end == 2 * sp.exp(t)
    for wrong in (sp.exp(2 * t), 2 * sp.exp(t), sp.hyper([1], [2], t)):
        with pytest.raises(Unproved, match="not proved the term"):
            PowerSeries(2 * series, domain).summed(series, wrong)
    with pytest.raises(Unproved, match="from 0 on"):
        PowerSeries(series, domain).summed(sp.Sum(t**k / sp.factorial(k), (k, 1, sp.oo)), sp.exp(t))
    with pytest.raises(Unproved, match="does not occur"):
        PowerSeries(t, domain).summed(series, sp.exp(t))


def test_errors_of_orthogonal_features_cross_those_of_independent_ones():
    """The float64 errors of `conformity.mse` agree with the certified distance."""
    z = float(critical_distance(8).mid())
    lengths = [z - 0.01, z + 0.01]
    orthogonal, independent = (log_mse(Trigonometric(), name, 8, 8, lengths) for name in ("orthogonal", "iid"))
    assert orthogonal[0] < independent[0]
    assert orthogonal[1] > independent[1]
