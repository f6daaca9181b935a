"""Minima by the sign of a derivative, roots by the intermediate value theorem, and the sign rules they lean on."""

from __future__ import annotations

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence.bessel import lowered
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.intermediate import RootBound
from rftheory.evidence.sign import ANY, NEGATIVE, POSITIVE, is_real, sign_of
from rftheory.evidence.smooth import is_smooth_on
from rftheory.evidence.zero import decide_zero

from rftheory.numbers.balls import enclose
from rftheory.propositions import Inequality
from rftheory.rules.polar import polar_logarithms
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

t, u, w = sp.symbols("t u w", real=True)
p, q = sp.symbols("p q", positive=True)
LINE = Domain((Range(t), Range(u)))
HALF = Domain((Range(p, 0, None, "()"), Range(q, 0, None, "()")))
EMPTY = Domain(())


# -- valley -------------------------------------------------------------------------------------------------------


def test_a_parabola_is_least_at_its_vertex():
    chain = Bound((t - u) ** 2 + 3, LINE).valley(t, u, sp.Integer(2))
    assert (chain.end, chain.relation()) == (3, ">=")


def test_the_minimum_is_strict_away_from_the_point():
    away = LINE.where(sp.Ne(t, u))
    assert Bound((t - u) ** 2, away).valley(t, u, sp.Integer(2)).relation() == ">"
    # a slope that vanishes somewhere else proves the weak bound only
    flat = Bound((t - u) ** 4, away).valley(t, u, 4 * (t - u) ** 2)
    assert flat.relation() == ">"
    level = Bound(sp.Integer(5) + 0 * t, away).valley(t, u, sp.Integer(0))
    assert level.relation() == ">="


@pytest.mark.parametrize(
    ("form", "point", "slope"),
    [
        (t**2, sp.Integer(0), sp.Integer(3)),  # another derivative
        (-(t**2), sp.Integer(0), sp.Integer(-2)),  # a maximum
        (t**3, sp.Integer(0), 3 * t),  # a slope that changes sign
        (sp.Abs(t), sp.Integer(0), 1 / sp.Abs(t)),  # a corner
        (t**2, t, sp.Integer(2)),  # a point that moves
        (1 / t**2, sp.Integer(0), -2 / t**4),  # a pole
        (sp.log(t**2), sp.Integer(0), 2 / t**2),
    ],
)
def test_what_is_no_valley_is_refused(form, point, slope):
    with pytest.raises(Unproved):
        Bound(form, LINE).valley(t, point, slope)


def test_a_minimum_outside_of_the_interval_is_refused():
    with pytest.raises(Unproved, match="not proved a value"):
        Bound((p + 1) ** 2, HALF).valley(p, sp.Integer(-1), sp.Integer(2))
    with pytest.raises(Unproved, match="not proved a value"):
        Bound(p**2, HALF).valley(p, sp.Integer(0), sp.Integer(2))  # an end that does not belong to it


def test_a_variable_that_a_condition_restricts_is_refused():
    with pytest.raises(Unproved, match="restricted by more than its range"):
        Bound(t**2, LINE.where(sp.Gt(t**2, 1))).valley(t, sp.Integer(0), sp.Integer(2))


def test_general_powers_and_logarithms_on_a_half_line():
    chain = Bound(p - sp.log(p), HALF).valley(p, sp.Integer(1), 1 / p)
    assert chain.end == 1
    assert is_smooth_on(p**q * sp.log(1 + p), p, HALF)
    assert not is_smooth_on(sp.log(t), t, LINE)
    assert not is_smooth_on(t**q, t, LINE)


def test_hypergeometric_functions_with_no_more_parameters_above_than_below_are_entire():
    assert is_smooth_on(sp.hyper((), (q,), t**2), t, Domain((Range(t), Range(q, 0, None, "()"))))
    assert is_smooth_on(sp.hyper((1, 2), (3, 4), p), p, HALF)
    assert not is_smooth_on(sp.hyper((1, 2), (3,), t), t, LINE)  # a pole at 1
    assert not is_smooth_on(sp.hyper((1,), (u,), t), t, LINE)  # u may be a negative integer
    assert not is_smooth_on(sp.hyper((p,), (q,), p), p, HALF)  # a parameter moves


def test_a_tangent_at_an_open_end_needs_smoothness_there():
    chain = Bound(p * sp.log(p), HALF)
    assert chain.tangent(p, sp.Integer(1)).end == p - 1
    positive = Domain((Range(t, 0, None, "()"),))
    with pytest.raises(Unproved, match="smooth"):
        Bound(t * sp.log(t), positive).tangent(t, sp.Integer(0))


def test_a_wrong_curvature_is_refused():
    with pytest.raises(Unproved, match="second derivative"):
        Bound(t**2, LINE).tangent(t, sp.Integer(0), sp.Integer(3))


# -- roots --------------------------------------------------------------------------------------------------------


def _root_chain(target: sp.Expr):
    def chain(domain: Domain) -> Derivation:
        return RootBound(p**2, domain).at_least(target)

    return chain


def test_a_value_between_two_signs_is_used():
    def chain(domain: Domain) -> Derivation:
        return RootBound(p**2, domain).at_least(p**2 - (w - p) ** 2, [(w - p) ** 2]).vanish(w - p)

    result = RootBound(p**2, HALF).by_root(w, (sp.Integer(0), 2 * p), w - p, chain)
    assert (result.end, result.relation()) == (p**2, ">=")


@pytest.mark.parametrize(
    ("ends", "function", "why"),
    [
        ((sp.Integer(0), 2 * p), w + p, "sign"),  # no root
        ((2 * p, sp.Integer(0)), p - w, "not proved"),  # ends in the wrong order
        ((-p, 2 * p), 1 / w, "smooth"),  # a pole in place of a root
        ((sp.Integer(0), q), w - p, "sign"),
    ],
)
def test_a_root_that_need_not_exist_is_refused(ends, function, why):
    with pytest.raises(Unproved, match=why):
        RootBound(p**2, HALF).by_root(w, ends, function, _root_chain(sp.Integer(0)))


def test_the_end_may_not_depend_on_the_root():
    with pytest.raises(Unproved, match="must not end"):
        RootBound(p**2, HALF).by_root(w, (sp.Integer(0), 2 * p), w - p, _root_chain(p**2 - (w + p) ** 2))


def test_only_what_vanishes_is_dropped():
    with pytest.raises(Unproved, match="vanish"):
        RootBound(p + q, HALF).vanish(q)


# -- signs --------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.integers(-30, 30), st.integers(-30, 30), st.integers(0, 30))
def test_signs_of_a_root_and_a_rest_are_true(c, rest, inside):
    form = c * sp.sqrt(p + inside) + rest
    for value in (sp.Rational(1, 7), sp.Integer(3), sp.Integer(400)):
        actual = int(sp.sign(sp.N(form.subs(p, value), 40)))
        assert actual in sign_of(form, HALF)


def test_a_root_against_a_rest():
    assert sign_of(sp.sqrt(p**2 + q) - p, HALF) == POSITIVE
    assert sign_of(p - sp.sqrt(p**2 + q), HALF) == NEGATIVE
    assert sign_of(sp.sqrt(p**2 + q) + q - p, HALF) == ANY
    assert sign_of(sp.sqrt(p) - q, HALF) == ANY


def test_angles_and_logarithms():
    assert sign_of(sp.atan(p + q) - sp.atan(p), HALF) == POSITIVE
    assert sign_of(sp.atan(p) - sp.atan(q), HALF) == ANY
    assert sign_of(sp.log(1 + p), HALF) == POSITIVE
    assert sign_of(sp.log(p), HALF) == ANY


def test_bessel_functions():
    order = sp.besseli
    assert sign_of(order(0, t) - order(1, t), LINE) == POSITIVE
    assert sign_of(order(1, t) - order(0, t), LINE) == NEGATIVE
    assert sign_of(order(0, p) - order(1, q), HALF) == ANY
    assert sign_of(order(0, p) - 2 * order(1, p), HALF) == ANY
    assert sign_of(order(1, t), LINE) == ANY
    assert decide_zero(order(3, p) - order(1, p) + 4 / p * order(2, p), HALF).zero
    # the lowering divides by the argument
    assert not decide_zero(t * order(2, t) - t * order(0, t) + 2 * order(1, t), LINE).zero


@pytest.mark.parametrize("n", [2, 3, 5])
def test_lowered_orders_have_the_same_value(n):
    form = sp.besseli(n, p)
    left, right = (enclose(e, {p: sp.Rational(7, 3)}) for e in (form, lowered(form)))
    assert left.overlaps(right)


def test_self_conjugate_sums_are_real():
    z, bar = p + sp.I * q, p - sp.I * q
    n = sp.Symbol("n", integer=True, positive=True)
    assert is_real(z**n + bar**n, HALF)
    assert is_real(sp.exp(z) * sp.exp(bar), HALF)
    assert not is_real(z**n - bar**n, HALF)
    assert not is_real(z**q + bar**q * sp.I, HALF)
    assert sign_of((z**n + bar**n) ** 2, HALF) <= {0, 1}


def test_polar_logarithms_keep_to_the_right_half_plane():
    value = polar_logarithms(sp.log(p + sp.I * q))
    assert value.has(sp.atan)
    assert polar_logarithms(sp.log(t + sp.I * q)) == sp.log(t + sp.I * q)


def test_facts_about_coordinates_hold_inside_of_sums():
    s = sp.IndexedBase("s", real=True)
    index, n = sp.Symbol("l", integer=True, positive=True), sp.Symbol("n", integer=True, positive=True)
    domain = Domain((Range(s.label, 0, None, "()", shape=(n,)), Range(n, 1, None, integer=True)))
    phi = p - 1 - sp.log(p)
    ray = Domain((Range(p, 0, None, "()", typical=(0, 3)),))
    lemma = Claim(
        "phi",
        "",
        Inequality(phi, ">=", sp.Integer(0)),
        ray,
        lambda: Bound(phi, ray).valley(p, sp.Integer(1), 1 / p).algebra(0),
    )
    total = sp.Sum(s[index] - 1 - sp.log(s[index]), (index, 1, n))
    assert Bound(total, domain).given(lemma, {p: s[index]}).at_least(0).relation() == ">="
    with pytest.raises(Unproved):
        Bound(total, domain).at_least(0)
    with pytest.raises(Unproved, match="not proved a value"):
        Bound(total, domain).given(lemma, {p: s[index] - 1})
