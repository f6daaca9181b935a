"""Bounds under the integral sign, and Stirling's formula against an independent evaluation."""

import mpmath
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from rftheory.evidence.bounds import Bound
from rftheory.evidence.deciding import judge_claim
from rftheory.evidence.derivation import Unproved
from rftheory.evidence.integral_nodes import IntegralBound

from rftheory.proofs.rules import stirling
from rftheory.statements.domain import Domain, Range

x = sp.Symbol("x", positive=True)
v = sp.Symbol("v", real=True)
LINE = Domain((Range(x, 0, None, "()"),))


def chain(integrand, low=0, high=sp.oo, variable=v):
    return IntegralBound(sp.Integral(integrand, (variable, low, high)), LINE)


def to(target, relation):
    """A chain of one step from the integrand to a target."""

    def written(inside):
        return getattr(Bound(START, inside), "at_most" if relation == "<=" else "at_least")(target)

    return written


START = sp.exp(-x * v**2)


def test_what_is_smaller_everywhere_has_the_smaller_integral():
    larger = chain(START).under_the_integral(to(START * (1 + v**2), "<="))
    assert larger.relation() == "<="
    assert larger.end == sp.Integral(START * (1 + v**2), (v, 0, sp.oo))
    smaller = chain(START, -sp.oo).under_the_integral(to(START * (1 - v**2), ">="))
    assert smaller.relation() == ">="


def test_a_bound_must_hold_on_the_whole_interval():
    """1 + v is at least 1 for v > 0 only."""
    assert chain(START).under_the_integral(to(START * (1 + v), "<=")).relation() == "<="
    with pytest.raises(Unproved, match="not proved nonnegative"):
        chain(START, -sp.oo).under_the_integral(to(START * (1 + v), "<="))


def test_an_integral_that_may_not_exist_is_no_bound_from_below():
    """exp(-x v^2) >= -v^2 holds, but the integral of -v^2 is minus infinity at both ends."""
    with pytest.raises(Unproved, match="nor seen to be integrable"):
        chain(START, -sp.oo).under_the_integral(to(-(v**2), ">="))


def test_an_integrand_of_unknown_sign_is_refused():
    with pytest.raises(Unproved, match="not proved nonnegative"):
        chain(v * START, -sp.oo).under_the_integral(lambda inside: Bound(v * START, inside).at_most(v * START + START))


def test_a_chain_must_start_at_the_integrand():
    with pytest.raises(Unproved, match="must start at"):
        chain(2 * START).under_the_integral(to(3 * START, "<="))
    with pytest.raises(Unproved, match="must start at"):
        chain(START).under_the_integral(lambda inside: Bound(START, LINE))


@pytest.mark.parametrize("variable", [x, sp.Symbol("p", positive=True), sp.Symbol("n", integer=True), sp.Symbol("z")])
def test_the_variable_is_real_and_nothing_else(variable):
    with pytest.raises(Unproved, match="the name of a parameter|must be assumed real|not what its symbol assumes"):
        chain(sp.exp(-(variable**2)), variable=variable).widened(-sp.oo, sp.oo)


def test_only_a_larger_interval_of_what_is_nonnegative_has_the_larger_integral():
    assert chain(START).widened(-sp.oo, sp.oo).relation() == "<="
    with pytest.raises(Unproved, match="not proved nonnegative"):
        chain(v * START).widened(-sp.oo, sp.oo)
    with pytest.raises(Unproved, match="is not proved"):
        chain(START, -1, 1).widened(0, 2)
    with pytest.raises(Unproved, match="not an integral"):
        IntegralBound(START, LINE).widened(0, 1)


def test_an_integral_that_may_run_backwards_is_refused():
    for low, high in ((1, 0), (sp.oo, -sp.oo), (x, 1)):
        with pytest.raises(Unproved, match="may run backwards"):
            chain(START, low, high).under_the_integral(to(START * 2, "<="))
        with pytest.raises(Unproved, match="may run backwards"):
            chain(START, low, high).widened(-sp.oo, sp.oo)
    assert chain(START, x, x + 1).under_the_integral(to(START * 2, "<=")).relation() == "<="


# -- Stirling's formula ---------------------------------------------------------------------------------------------


@given(st.fractions(min_value=1, max_value=10**6, max_denominator=1000))
def test_stirling_within_its_remainder(place):
    with mpmath.workdps(40):
        at = mpmath.mpf(place.numerator) / place.denominator
        log = mpmath.loggamma(at + 1) - mpmath.log(2 * mpmath.pi * at) / 2 + at - at * mpmath.log(at)
        assert 1 - 1 / (4 * at) <= mpmath.exp(log) <= 1 + 1 / (9 * at)


@pytest.mark.parametrize("number", range(len(stirling.CLAIMS)))
def test_stirling_is_proved(number):
    assert judge_claim(stirling.CLAIMS[number], 0).answer == "holds"


def test_a_sharper_remainder_is_not_proved():
    """1 + 1/(12x) is the true order: the chain that ends at 1 + 1/(9x) does not reach below it."""
    claim = stirling.above
    with pytest.raises(Unproved):
        claim.proof().at_most(1 + 1 / (13 * x))
