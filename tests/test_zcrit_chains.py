"""Chains that use the changes of sign of the gap of Fourier features."""

import pytest
import sympy as sp

from rftheory.evidence.derivation import Unproved
from rftheory.evidence.power_series import PowerSeries
from rftheory.proofs.simrf._sign_changes import SignBound
from rftheory.proofs.simrf._zcrit import change_above, change_below, change_count
from rftheory.statements.domain import Domain, Range

t, d = sp.Symbol("t", positive=True), sp.Symbol("d", integer=True, positive=True)
k = sp.Symbol("k", integer=True, nonnegative=True)


def _chain(limit, low=3, high=6):
    table = change_below(d, 1)
    domain = Domain((Range(t, 0, None, "()"), Range(d, low, high, integer=True)), (sp.Le(t, limit(table)),))
    return SignBound(sp.exp(-t) - sp.hyper([d], [d / 2], -t / 2), domain), limit(table)


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
    other = SignBound(sp.exp(-t) - sp.hyper([d], [d / 2], -t), chain.domain)
    with pytest.raises(Unproved, match="not decided to be"):
        other.positive_up_to(t, d, limit)


def _case_chain(square, *ranges, front=1, conditions=()):
    domain = Domain((Range(d, 3, 8, integer=True), *ranges), conditions)
    return SignBound(front * (sp.exp(-square) - sp.hyper([d], [d / 2], -square / 2)), domain)


def test_a_sign_at_points_needs_every_dimension():
    after = change_above(d, 1)
    assert _case_chain(after).by_sign_changes(after, d).relation() == "<"
    # rounded down the gap is still positive: no chain goes both ways
    before = change_below(d, 1)
    assert _case_chain(before).by_sign_changes(before, d).relation() == ">"
    slipped = sp.Piecewise((change_below(d, 1), sp.Eq(d, 7)), (after, True))
    with pytest.raises(Unproved, match="not one sign"):
        _case_chain(slipped).by_sign_changes(slipped, d)


def test_a_sign_on_intervals_needs_all_of_them():
    u, i = sp.Symbol("u", nonnegative=True), sp.Symbol("i", integer=True, positive=True)
    number, share = Range(i, 1, 3, integer=True), Range(u, 0, 1)
    known, after, before = sp.Lt(i, change_count(d)), change_above(d, i), change_below(d, i + 1)
    square, front = after + u * (before - after), (-1) ** i
    chain = _case_chain(square, number, share, front=front, conditions=(known,))
    assert chain.by_sign_changes(square, d, front).relation() == ">"
    wider = after + u * (before - after) * sp.Rational(101, 100)
    for place, sign, conditions in ((wider, front, (known,)), (square, 1, (known,)), (square, front, ())):
        chain = _case_chain(place, number, share, front=sign, conditions=conditions)
        with pytest.raises(Unproved):
            chain.by_sign_changes(place, d, sign)


def test_a_sign_far_out_needs_the_last_change():
    u, more = sp.Symbol("u", nonnegative=True), Range(sp.Symbol("u", nonnegative=True), 0, None, "[)")
    count = change_count(d)
    square = change_above(d, count) + u
    assert _case_chain(square, more, front=(-1) ** count).by_sign_changes(square, d, (-1) ** count).relation() == ">"
    early = change_above(d, 1) + u
    with pytest.raises(Unproved, match="not one sign"):
        _case_chain(early, more, front=(-1) ** count).by_sign_changes(early, d, (-1) ** count)
    for bent in (change_above(d, count) + u**2, change_above(d, count) + sp.sqrt(2) * u, change_above(d, count) - u):
        with pytest.raises(Unproved):
            _case_chain(bent, more).by_sign_changes(bent, d)


def test_cases_need_a_finite_range_and_some_case():
    after = change_above(d, 1)
    wide = Domain((Range(d, 3, None, integer=True),))
    with pytest.raises(Unproved, match="no finite range"):
        SignBound(sp.exp(-after) - sp.hyper([d], [d / 2], -after / 2), wide).by_sign_changes(after, d)
    with pytest.raises(Unproved, match="no case"):
        _case_chain(after, conditions=(sp.Gt(d, 10),)).by_sign_changes(after, d)


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
