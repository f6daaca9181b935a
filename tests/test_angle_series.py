"""Power series of conformities, averages over the angle between two lengths, and gaps that are sums of products."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence.angle_averages import SINE, angle_moment, require_sines, sine, sine_average
from rftheory.evidence.angle_series import AngleSeries
from rftheory.evidence.bounds import Bound
from rftheory.evidence.deciding import judge_claim
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.gaps import GapBound

from rftheory.proofs.crt._orthogonal import k as index
from rftheory.proofs.crt._orthogonal import kummer
from rftheory.proofs.simrf._setting import SEVERAL, D
from rftheory.kernels import d, m
from rftheory.proofs.simrf._angle_series import (
    INDEX,
    SINES,
    bracket,
    chain,
    moment,
    series,
    simplex,
    simplex_integral,
    u,
)
from rftheory.proofs.simrf._falling_gains import GAINS, high, low, simplex_gain_falls
from rftheory.proofs.simrf._turned_moments import moments_below_one
from rftheory.propositions import Equality, Inequality
from rftheory.rules.pair_moments import phi, simplex_cosine
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

_NEAR = Domain((Range(u, 0, None, "()"), D, SEVERAL)).where(sp.Le(m, d))
_t = sp.Symbol("t", positive=True)
_T = Domain((Range(_t, 0, None, "()"),))


# -- averages over the angle ------------------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None)
@given(st.integers(2, 9), st.integers(0, 5), st.fractions(-1, 1, max_denominator=20))
def test_moments_of_the_angle_are_their_integrals(dimension: int, order: int, cosine: object) -> None:
    node = angle_moment(sp.Integer(order), sp.Rational(str(cosine)))
    closed = chain(node, _NEAR).moments().end.subs(d, dimension)
    density = sp.lambdify(phi, node.function.subs(d, dimension), "mpmath")
    value, error = mpmath.quad(density, [0, mpmath.pi / 2, mpmath.pi], error=True)
    # the estimate of the quadrature, and roundings of its 15 digits over hundreds of nodes
    assert abs(mpmath.mpf(sp.N(closed, 25)) - value) <= error + 1000 * mpmath.eps


def test_an_average_that_is_no_polynomial_in_the_sine_is_refused() -> None:
    with pytest.raises(sp.PolynomialError):
        sine_average(sp.exp(sine))


def test_only_the_proved_integrals_of_the_sine_are_accepted() -> None:
    require_sines(SINES)
    assert isinstance(SINES.proposition, Equality)
    doubled = Equality(SINES.proposition.left, 2 * SINES.proposition.right)
    with pytest.raises(Unproved, match="not about the integrals"):
        require_sines(replace(SINES, proposition=doubled))
    with pytest.raises(Unproved, match="not about the integrals"):
        require_sines(replace(SINES, domain=Domain((replace(SINES.domain.ranges[0], low=2),))))
    with pytest.raises(Unproved, match="is not proved"):
        require_sines(replace(SINES, proof=lambda: Bound(sp.Integer(0), SINES.domain)))


def _for_every_sine(left: sp.Expr, right: sp.Expr) -> Claim:
    domain = Domain((D, INDEX)).with_ranges(SINE)
    return Claim("lemma", "", Inequality(left, "<=", right), domain, lambda: Bound(left, domain).at_most(right))


def test_an_average_follows_a_lemma_for_every_sine() -> None:
    domain = Domain((D, INDEX))
    steps = chain(1 - moment(sp.Integer(1)), domain).average(_for_every_sine(sine / (d - 1), 2 * sine / (d - 1)))
    assert steps.relation() == "<="
    with pytest.raises(Unproved, match="not decided what is averaged"):
        chain(moment(sp.Integer(1)), domain).average(_for_every_sine(sine, 2 * sine))
    with pytest.raises(Unproved, match="is not proved"):
        chain(1 - moment(sp.Integer(1)), domain).average(_for_every_sine(sine / (d - 1), sine / (2 * (d - 1))))
    with pytest.raises(Unproved, match="not linear"):
        chain(moment(sp.Integer(1)) ** 2, domain).average(_for_every_sine(sine, 2 * sine))
    with pytest.raises(Unproved, match="not an inequality for every sine"):
        chain(moment(index), domain).average(moments_below_one)


# -- limits -----------------------------------------------------------------------------------------------------------


def test_a_limit_is_the_quotient_of_the_first_terms() -> None:
    above, below = bracket(kummer(u), u), bracket(sp.exp(u), u)
    steps = chain(above / below, _NEAR).limit_at_zero(above, below, series(u, u), 1)
    assert steps.relation() == "->"
    assert sp.simplify(sp.gammasimp(steps.end)) == 1


@pytest.mark.parametrize(
    ("above", "below", "number", "message"),
    [
        (sp.exp(u), u, 1, "the term 0 of"),
        (bracket(kummer(u), u), u, 2, "the term 1 of"),
        (sp.exp(u) - 1, sp.exp(u) - 1 - u, 1, "not proved positive"),
        (sp.exp(3 * u) - 1, u, 1, "is no polynomial"),
        ((sp.exp(u) - 1) ** 2, u**2, 2, "not a linear combination"),
        (u * sp.exp(u), u, 1, "not a linear combination"),
        (sp.exp(u) - 1, sp.exp(u) - sp.exp(2 * u), 1, "not proved positive"),
    ],
)
def test_a_limit_of_another_order_or_function_is_refused(
    above: sp.Expr, below: sp.Expr, number: int, message: str
) -> None:
    with pytest.raises(Unproved, match=message):
        chain(above / below, _NEAR).limit_at_zero(above, below, series(u, u), number)


@pytest.mark.parametrize("function", [sp.exp(u), kummer(u), simplex_integral(u)])
def test_a_wrong_term_of_a_function_is_refused(function: sp.Expr) -> None:
    known = series(u, u)
    wrong = replace(known, terms={**known.terms, function: 2 * known.terms[function]})
    with pytest.raises(Unproved, match="is not proved the term"):
        chain((sp.exp(u) - 1) / u, _NEAR).limit_at_zero(sp.exp(u) - 1, u, wrong, 1)


def test_the_closed_form_at_an_angle_is_asked_for_an_angle() -> None:
    assert chain(simplex(u), _NEAR).integrated().end == simplex_integral(u)
    with pytest.raises(Unproved, match="no expectation over two projections"):
        chain(sp.exp(u), _NEAR).integrated()


# -- quotients --------------------------------------------------------------------------------------------------------


_PARTS = (sp.exp(u) - sp.Integer(0), sp.exp(2 * u) - sp.Integer(0))
_FROM_ZERO = Range(index, 0, None, integer=True)
_PLAIN = u**index / sp.gamma(index + 1)


def _falling(facts: Domain) -> Bound:
    """1 * 2^k <= 1 * 2^(k+1): the quotients 2^-k of the coefficients of exp(u) over exp(2u) fall."""
    factor = u ** (2 * index + 1) / (sp.gamma(index + 1) * sp.gamma(index + 2))
    return Bound(factor * 2**index, facts).at_most(factor * 2 ** (index + 1), [factor, 2**index])


def _fall(
    ends: tuple[sp.Symbol, sp.Symbol], start: sp.Expr, terms: Callable[[Domain], Derivation] = _falling
) -> AngleSeries:
    steps = chain(start, GAINS)
    return steps.quotient_falls(_PARTS, ends, series(u, u), [_PLAIN, 2**index], _FROM_ZERO, terms, {})


def test_a_quotient_falls_with_the_quotients_of_its_coefficients() -> None:
    steps = _fall((high, low), sp.exp(high) / sp.exp(2 * high))
    assert steps.relation() == "<"
    assert sp.simplify(steps.end - sp.exp(-low)) == 0


def test_a_quotient_does_not_rise() -> None:
    with pytest.raises(Unproved, match="not proved positive"):
        _fall((low, high), sp.exp(low) / sp.exp(2 * low))


def test_the_comparison_must_be_that_of_the_coefficients() -> None:
    def backwards(facts: Domain) -> Bound:
        factor = u ** (2 * index + 1) / (sp.gamma(index + 1) * sp.gamma(index + 2))
        return Bound(factor * 2 ** (index + 1), facts).at_least(factor * 2**index, [factor, 2**index])

    def of_others(facts: Domain) -> Bound:
        return Bound(u, facts).at_most(2 * u)

    start = sp.exp(high) / sp.exp(2 * high)
    with pytest.raises(Unproved, match="must lead upwards"):
        _fall((high, low), start, backwards)
    with pytest.raises(Unproved, match="not decided the product"):
        _fall((high, low), start, of_others)
    with pytest.raises(Unproved, match="is not decided to be"):
        _fall((high, low), 2 * start)


def test_early_terms_are_compared_or_vanish() -> None:
    from_one = replace(_FROM_ZERO, low=1)
    steps = chain(sp.exp(high) / sp.exp(2 * high), GAINS)
    with pytest.raises(Unproved, match="the terms 0 of numerator and denominator"):
        steps.quotient_falls(_PARTS, (high, low), series(u, u), [_PLAIN, 2**index], from_one, _falling, {})


def test_the_gain_of_orthogonal_projections_has_no_such_proof() -> None:
    """(1 - P_k)/(2^k - 1) is 0 at k = 1 and positive at k = 2."""
    parts = sp.exp(u) - kummer(u), sp.exp(2 * u) - sp.exp(u)
    start = (parts[0] / parts[1]).subs(u, high)

    def first(facts: Domain) -> Bound:
        one, two = u**3 / 2 / (d + 2), sp.Integer(0)
        return Bound(one, facts).at_most(two)

    with pytest.raises(Unproved):
        chain(start, GAINS).quotient_falls(
            parts, (high, low), series(u, u), [_PLAIN, 2**index - 1], replace(_FROM_ZERO, low=2), _falling, {1: first}
        )


def test_a_gain_that_falls_less_is_not_proved() -> None:
    lemma = simplex_gain_falls()
    assert isinstance(lemma.proposition, Inequality)
    sharper = Inequality(lemma.proposition.left, "<", sp.Rational(99, 100) * lemma.proposition.right)
    assert judge_claim(replace(lemma, proposition=sharper), 0).answer != "holds"


# -- gaps -------------------------------------------------------------------------------------------------------------


def test_a_gap_is_a_sum_of_products() -> None:
    assert GapBound(_t, _T).up_by(_t**2 + _t + 1, [[_t, _t], [sp.Integer(1)]]).relation() == "<"
    assert GapBound(_t**2 + _t, _T).down_by(_t, [[_t**2]]).relation() == ">"


def test_a_gap_with_a_zero_factor_is_weak() -> None:
    s = sp.Symbol("s", nonnegative=True)
    domain = Domain((Range(s, 0, None, "[)"),))
    assert GapBound(s, domain).up_by(2 * s, [[s]]).relation() == "<="


@pytest.mark.parametrize(
    ("products", "message"),
    [([[_t]], "is not decided to be"), ([[_t, -_t], [2 * _t, _t]], "not proved nonnegative"), ([], "not decided")],
)
def test_other_gaps_are_refused(products: list[list[sp.Expr]], message: str) -> None:
    with pytest.raises(Unproved, match=message):
        GapBound(_t, _T).up_by(_t + _t**2, products)


def test_the_cosine_of_the_simplex_is_meant() -> None:
    assert moment(index) == angle_moment(index, simplex_cosine(d))
