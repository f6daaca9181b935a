"""Attempts to prove something false with power series, inductions and sums without end: every one must be refused."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from rftheory.evidence.angle_series import AngleSeries, Expansions
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.power_series import PowerSeries
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.zero import decide_zero

from rftheory.proofs.simrf._angle_series import SINES
from rftheory.proofs.simrf._falling_gains import GAINS, high, low
from rftheory.propositions import Equality, Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.refusals import refused_chains

_K = sp.Symbol("k", integer=True, nonnegative=True)
_J = sp.Symbol("j", integer=True, positive=True)
_U = sp.Symbol("u", positive=True)
_T, _A, _B = sp.symbols("t a b", real=True)
_Z = sp.Symbol("z", real=True)
_N = sp.Symbol("N", positive=True)
_HALF_LINE = Domain((Range(_U, 0, None, "()"),))
_LINE = Domain((Range(_T, None, None),))
_HUNDRED = sp.Integer(100)
_FROM_ZERO = Range(_K, 0, None, integer=True)
_PLAIN = _U**_K / sp.gamma(_K + 1)


def _lemma(proposition: Equality | Inequality, domain: Domain, proof: Callable[[], Derivation] | None = None) -> Claim:
    return Claim("lemma", "", proposition, domain, proof, role="lemma")


# -- substitution ---------------------------------------------------------------------------------------------------


def _one_after_the_other() -> Derivation:
    """|b - a| = b - a for a < b; with a -> -b and then b -> -a it would speak of |2a|."""
    domain = Domain((Range(_A, None, None), Range(_B, None, None)), (sp.Lt(_A, _B),))
    lemma = _lemma(Equality(sp.Abs(_B - _A), _B - _A), domain)
    return SeriesBound(sp.Abs(2 * _A), domain).rewrite_by(lemma, {_A: -_B, _B: -_A})


def _caught_by_a_sum() -> Derivation:
    """(a + a + a)^2 = 9 a^2 with the index of the sum for a."""
    lemma = _lemma(Equality(sp.Sum(_A, (_J, 1, 3)) ** 2, 9 * _A**2), Domain((Range(_A, None, None),)))
    return SeriesBound(sp.Sum(_J, (_J, 1, 3)) ** 2, _LINE).rewrite_by(lemma, {_A: _J})


def _facts_of_a_parameter() -> Derivation:
    """|t| = t for a parameter t >= 0, in an integral over negative t."""
    series = sp.Sum(sp.Abs(_T) ** _K / sp.factorial(_K), (_K, 0, sp.oo))
    chain = PowerSeries(sp.Integral(series, (_T, -1, 0)), Domain((Range(_T, 0, None),)))
    return chain.summed(series, sp.exp(_T))


# -- inductions -----------------------------------------------------------------------------------------------------


def _induction_over_a_gap() -> Derivation:
    """j <= j^2 - 10 at j = -3, and 1 <= 2j + 1 where the symbol j is positive."""
    domain = Domain((Range(_J, -3, None, integer=True),))
    return SeriesBound(_J, domain).by_induction(_J, _J**2 - 10, lambda facts: Bound(1, facts).at_most(2 * _J + 1))


def _induction_over_even_numbers() -> Derivation:
    even = sp.Symbol("k", integer=True, nonnegative=True, even=True)
    domain = Domain((Range(even, 0, None, integer=True),))
    return SeriesBound(0, domain).by_induction(even, even + 1, lambda facts: Bound(0, facts).at_most(1))


# -- sums without end -----------------------------------------------------------------------------------------------


def _sums(factor: sp.Expr, index: Range, gap: list[sp.Expr], domain: Domain = _HALF_LINE) -> Derivation:
    """sum u^k/k! <= sum factor u^k/k!."""
    term = _U**_K / sp.factorial(_K)
    first, last = sp.Sum(term, (_K, 0, sp.oo)), sp.Sum(factor * term, (_K, 0, sp.oo))
    return SeriesBound(first, domain).sums_at_most(
        last, [index], lambda facts: Bound(term, facts).at_most(factor * term, [term, *gap])
    )


def _sums_from_one_index_twice() -> Derivation:
    domain = Domain((*_HALF_LINE.ranges, Range(_K, 5, None, integer=True)))
    return _sums(_K - 4, _FROM_ZERO, [_K - 5], domain)


# -- terms ----------------------------------------------------------------------------------------------------------


def _function_of_the_index() -> Derivation:
    function = sp.exp(_K * _U)
    term = sp.Pow(0, _K)
    return SeriesBound(function, _HALF_LINE).termwise(
        sp.exp(_U), _FROM_ZERO, {function: term, sp.exp(_U): _PLAIN}, lambda facts: Bound(term, facts).at_most(_PLAIN)
    )


def _first_term_by_assumption() -> Derivation:
    """A positive symbol says nothing of the term 0."""
    sign = sp.Abs(_J + _Z) / (_J + _Z)
    domain = Domain((*_HALF_LINE.ranges, Range(_Z, 0, 0)))
    series = sp.Sum(sign * _U**_J / sp.factorial(_J), (_J, 0, sp.oo))
    return PowerSeries(_U, domain).summed(series, sign.subs(_J, 0) * sp.exp(_U))


def _lower_parameter() -> Derivation:
    """1F1(a^2; a * a; u) = exp(u) unless a = 0."""
    function = sp.hyper([(_A + 1) ** 2], [_A**2 + 2 * _A + 1], _U)
    domain = Domain((*_HALF_LINE.ranges, Range(_A, -3, 3)))
    terms = {function: _PLAIN, sp.exp(_U): _PLAIN}
    return SeriesBound(function, domain).termwise(sp.exp(_U), _FROM_ZERO, terms, lambda facts: Bound(_PLAIN, facts))


# -- limits ---------------------------------------------------------------------------------------------------------


def _squeezed(conditions: tuple[sp.Basic, ...], rate: sp.Expr = _HUNDRED) -> Derivation:
    """N tends to 0, for N <= 10."""
    on, domain = (
        Domain(ranges, conditions) for ranges in ((_LINE.ranges), (*_LINE.ranges, Range(_N, 1, None, typical=(1, 9))))
    )
    gaps = {">=": [_N + rate / _N], "<=": [1 / _N, 10 - _N, 10 + _N]}
    lower = _lemma(Inequality(_N, ">=", -rate / _N), domain, lambda: Bound(_N, domain).at_least(-rate / _N, gaps[">="]))
    upper = _lemma(Inequality(_N, "<=", rate / _N), domain, lambda: Bound(_N, domain).at_most(rate / _N, gaps["<="]))
    return SeriesBound(_N, on).squeezed(_N, sp.Integer(0), rate, lower, upper)


def _limit_with_an_index_that_is_known() -> Derivation:
    """The terms of exp(u) have other signs before the fifth one if k >= 5 is known."""
    domain = Domain((*_HALF_LINE.ranges, Range(_K, 5, None, integer=True)))
    wrong = -sp.Abs(2 * _K - 5) / (2 * _K - 5) * _PLAIN
    numerator = sp.exp(_U) - 1 - _U - _U**2 / 2
    chain = AngleSeries(numerator / _U**3, domain, SINES)
    return chain.limit_at_zero(numerator, _U**3, Expansions({sp.exp(_U): wrong}, _K, _U), 3)


def _limit_outside() -> Derivation:
    """u > c > 0 keeps u from 0."""
    bound = sp.Symbol("c", positive=True)
    domain = Domain((*_HALF_LINE.ranges, Range(bound, 0, None, "()"))).where(sp.Gt(_U, bound))
    numerator = sp.exp(_U) - 1
    chain = AngleSeries(numerator / _U, domain, SINES)
    return chain.limit_at_zero(numerator, _U, Expansions({sp.exp(_U): _PLAIN}, _K, _U), 1)


# -- quotients ------------------------------------------------------------------------------------------------------


def _terms_that_are_no_monomials() -> Derivation:
    """exp(-1) < exp(-1): the "terms" of exp(u + 1) are powers of u + 1."""
    known = Expansions({sp.exp(_U): _PLAIN, sp.exp(_U + 1): (_U + 1) ** _K / sp.gamma(_K + 1)}, _K, _U)
    factor = _U**_K * (_U + 1) ** _K / (sp.gamma(_K + 1) * sp.gamma(_K + 2))
    chain = AngleSeries(sp.exp(high) / sp.exp(high + 1), GAINS, SINES)
    return chain.quotient_falls(
        (sp.exp(_U), sp.exp(_U + 1)),
        (high, low),
        known,
        [known.terms[sp.exp(_U + 1)]],
        _FROM_ZERO,
        lambda facts: Bound(factor * _U, facts).at_most(factor * (_U + 1), [factor]),
        {},
    )


def _early_coefficients(factor: Callable[[sp.Expr], sp.Expr]) -> Derivation:
    """1/(2u - 5) falls, but it is larger after the pole 5/2 than before: b_k = (2k - 5)/k! is negative for k < 3."""
    kummer = sp.hyper([2], [1], _U)
    known = Expansions({sp.exp(_U): _PLAIN, kummer: (_K + 1) * _PLAIN}, _K, _U)
    parts = sp.exp(_U), 2 * kummer - 7 * sp.exp(_U)
    domain = Domain((Range(low, 0, 2, "()"), Range(high, 3, None))).where(sp.Gt(high, low))

    def compared(index: sp.Expr) -> Callable[[Domain], Derivation]:
        product = (_U ** (2 * _K + 1) / (sp.gamma(_K + 1) * sp.gamma(_K + 2))).subs(_K, index)
        gap = [product, sp.Integer(2)]
        return lambda facts: Bound(product * (2 * index - 5), facts).at_most(product * (2 * index - 3), gap)

    single = {number: compared(sp.Integer(number)) for number in range(3)}
    chain = AngleSeries((parts[0] / parts[1]).subs(_U, high), domain, SINES)
    from_three = Range(_K, 3, None, integer=True)
    return chain.quotient_falls(
        parts, (high, low), known, [factor(2 * _K - 5), _PLAIN], from_three, compared(_K), single
    )


_ATTACKS: dict[str, tuple[Callable[[], Derivation], str]] = {
    "values put in one after the other": (_one_after_the_other, "does not occur"),
    "a value caught by an index": (_caught_by_a_sum, "is bound in"),
    "facts of a parameter for an index": (_facts_of_a_parameter, "name of a parameter"),
    "induction over numbers that the symbol excludes": (_induction_over_a_gap, "all integers"),
    "induction over even numbers": (_induction_over_even_numbers, "all integers"),
    "sums from an open end on": (
        lambda: _sums(2 - 1 / (_K + 1), Range(_K, 0, None, "()", integer=True), [_K / (_K + 1)]),
        "all integers",
    ),
    "sums up to a number": (lambda: _sums(4 - _K, Range(_K, 0, 3, integer=True), [3 - _K]), "all integers"),
    "sums over a parameter": (_sums_from_one_index_twice, "name of a parameter"),
    "a function of the index": (_function_of_the_index, "depends on the index"),
    "the term 0 by an assumption": (_first_term_by_assumption, "what its symbol assumes"),
    "a lower parameter that vanishes": (_lower_parameter, "lower parameter"),
    "a limit where the variable is bounded": (lambda: _squeezed((sp.Le(_N, 10),)), "restricts N"),
    "a limit between infinite bounds": (lambda: _squeezed((), sp.oo), "finite number"),
    "a limit of series over a known index": (_limit_with_an_index_that_is_known, "name of a parameter"),
    "a limit outside of the domain": (_limit_outside, "restricted by more than its range"),
    "terms that are no monomials": (_terms_that_are_no_monomials, "not a monomial"),
    "negative coefficients before the chain": (lambda: _early_coefficients(sp.Abs), "not decided the product"),
    "negative coefficients": (lambda: _early_coefficients(lambda size: size), "not proved positive"),
}


test_false_chains_are_refused = refused_chains(_ATTACKS)


def test_sums_over_all_indices_are_compared() -> None:
    assert _sums(2 - 1 / (_K + 1), _FROM_ZERO, [_K / (_K + 1)]).relation() == "<="


def test_a_divisor_that_cancels_under_an_integral_must_not_vanish() -> None:
    place = sp.Symbol("v", real=True)
    quotient = sp.Integral((_T**2 + _T * place) / _T, (place, 0, 1)) - sp.Integral(_T + place, (place, 0, 1))
    assert not decide_zero(quotient, Domain((Range(_T, 0, 1),))).zero
    assert decide_zero(quotient, Domain((Range(_T, 0, 1, "(]"),))).zero


def test_limits_are_equal_as_expressions_only() -> None:
    """|t| = t on the domain, but not where the limit looks."""
    limits = [sp.Limit(form, _T, -1) for form in (sp.exp(sp.Abs(_T)), sp.exp(_T))]
    assert not decide_zero(limits[0] - limits[1], Domain((Range(_T, 0, None),))).zero
    assert decide_zero(limits[0] - limits[0].func(*limits[0].args), Domain((Range(_T, 0, None),))).zero
