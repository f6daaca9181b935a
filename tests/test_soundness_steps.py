"""Attempts to write a chain that proves something false: every one must be refused where it goes wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from rftheory.evidence.averages import AverageBound
from rftheory.evidence.bounds import Bound
from rftheory.evidence.deciding import judge_claim
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.tails import Tail

from rftheory.coordinates import k
from rftheory.kernels import PAIR, d, m, n, x_norm
from rftheory.propositions import Inequality, Limit
from rftheory.rules.concentration import bernstein, chernoff, hoeffding
from rftheory.rules.gaussian import convergence_gap, integrate_gaussian
from rftheory.rules.inequalities import jensen
from rftheory.rules.nodes import Expectation, Probability, Projection, SampleMean
from rftheory.rules.variates import Variate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.refusals import refused_chains

_T = sp.Symbol("t", real=True)
_A = sp.Symbol("a", real=True)
_U = sp.Symbol("u", positive=True)
_EPS = sp.Symbol("epsilon", positive=True)
_LINE = Domain((Range(n, 1, None, integer=True), Range(_T, None, None, typical=(-2, 2)), Range(_A, None, None)))
_HALF_LINE = Domain((Range(_U, 0, None, "()"),))
_COUNTING = Domain((Range(k, 0, None, integer=True), Range(_T, None, None)))
_AFTER_ZERO = Range(k, 0, None, "()", integer=True)
_W = Projection("w")
_LENGTH = _W.squared_length(d)
_IMAGE = _W.dot(PAIR.x)
_SAMPLES = Domain(
    (Range(d, 1, None, integer=True), Range(m, 1, None, integer=True), Range(x_norm, 0, None, "()"), Range(_EPS, 0))
)
_EVENT = sp.Ge(SampleMean(sp.exp(_IMAGE), m) - sp.exp(x_norm**2 / 2), _EPS, evaluate=False)


def _open_index() -> Derivation:
    inner = Bound(sp.sign(k), _LINE.with_ranges(_AFTER_ZERO).where(sp.Le(k, n))).algebra(sp.Integer(1))
    return Bound(sp.Sum(sp.sign(k), (k, 0, n)), _LINE).term_by_term(inner, _AFTER_ZERO, n)


def _bounded_index() -> Derivation:
    index = Range(k, 0, 3, integer=True)
    inner = Bound(k, _LINE.with_ranges(index).where(sp.Le(k, n))).at_most(sp.Integer(3))
    return Bound(sp.Sum(k, (k, 0, n)), _LINE).term_by_term(inner, index, n)


def _backwards() -> Derivation:
    index = Range(k, 0, None, integer=True)
    inner = Bound(k * 0, _LINE.with_ranges(index).where(sp.Le(k, n - 5))).at_most(sp.Integer(1))
    return Bound(sp.Sum(0, (k, 0, n - 5)), _LINE).term_by_term(inner, index, n - 5)


def _captured() -> Derivation:
    domain = Domain((Range(k, 5, None, integer=True), Range(n, 1, None, integer=True)))
    return Bound(sp.Sum(sp.sign(k), (k, 0, n)), domain).rewrite(sp.sign(k), sp.Integer(1), "k >= 5")


def _induction_from_open_end() -> Derivation:
    def step(facts: Domain) -> Derivation:
        return Bound(sp.sign(k + 1) - sp.sign(k), facts).algebra(sp.Integer(0))

    return SeriesBound(sp.sign(k), Domain((_AFTER_ZERO,))).by_induction(k, sp.Integer(0), step)


def _induction_from_a_half() -> Derivation:
    domain = Domain((Range(k, sp.Rational(1, 2), None, integer=True),))
    target = -2 * k + sp.Rational(1, 2)
    return SeriesBound(-k, domain).by_induction(k, target, lambda facts: Bound(-1, facts).at_least(-2))


def _induction_by_a_limit() -> Derivation:
    def step(facts: Domain) -> Derivation:
        return Derivation(_T, facts).limit_by_continuity(_T, sp.Integer(0))

    return SeriesBound(k * _T, _COUNTING).by_induction(k, sp.Integer(0), step)


def _half_a_term() -> Derivation:
    term = _U**k / sp.factorial(k)
    index = Range(k, 0, None, integer=True)
    return SeriesBound(sp.exp(_U), _HALF_LINE).termwise(
        2 * sp.exp(_U),
        index,
        {sp.exp(_U): term},
        lambda facts: Bound(term, facts).at_most(2 * term),
        strict_at=sp.Rational(1, 2),  # type: ignore[arg-type]
    )


def _terms_from_an_open_end() -> Derivation:
    term = _U**k / sp.factorial(k)
    return SeriesBound(sp.exp(_U), _HALF_LINE).termwise(
        2 * sp.exp(_U), _AFTER_ZERO, {sp.exp(_U): term}, lambda facts: Bound(term, facts).at_most(2 * term)
    )


def _jensen_with_a_pole() -> Derivation:
    rule = jensen(lambda u: 1 / u**2, _IMAGE)
    return Tail(rule.start, _SAMPLES).by_rule(rule)


def _infinite_on_both_sides() -> Derivation:
    lemma = Claim(
        name="doubled",
        says="",
        role="lemma",
        proposition=Inequality(sp.exp(_U), "<", 2 * sp.exp(_U)),
        domain=_HALF_LINE,
        proof=lambda: Bound(sp.exp(_U), _HALF_LINE).at_most(2 * sp.exp(_U)),
    )
    return AverageBound(Expectation(sp.exp(_LENGTH)), _SAMPLES).for_every_draw(lemma, {_U: _LENGTH})


def _quotient(numerator: sp.Expr) -> Derivation:
    domain = Domain((Range(_T, None, None),), (sp.Ne(_T, 0),))
    return Derivation(numerator / _T, domain).limit_of_quotient(numerator, _T, _T, sp.Integer(0))


def _limit(expr: sp.Expr, point: int) -> Derivation:
    return Derivation(expr, Domain((Range(_T, 0, 1, "()"), Range(_A, None, None)))).limit_by_continuity(_T, point)


_ATTACKS: dict[str, tuple[Callable[[], Derivation], str]] = {
    "terms from an open end on": (_open_index, "range of indices"),
    "terms up to a lower number": (_bounded_index, "range of indices"),
    "a sum that runs backwards": (_backwards, "backwards"),
    "an index of the name of a parameter": (_captured, "name of a parameter"),
    "induction from an open end on": (_induction_from_open_end, "all integers"),
    "induction from a number that is no integer": (_induction_from_a_half, "all integers"),
    "induction by a limit": (_induction_by_a_limit, "limit"),
    "strict at a half": (_half_a_term, "number of a term"),
    "series from an open end on": (_terms_from_an_open_end, "power series"),
    "Jensen for a function with a pole": (_jensen_with_a_pole, "smooth"),
    "strict between infinite means": (_infinite_on_both_sides, "finite"),
    "slope of an absolute value": (lambda: _quotient(sp.Abs(_T)), "smooth"),
    "limit of a sign": (lambda: _limit(sp.sign(_T), 0), "continuous"),
    "limit of an infinite sum": (lambda: _limit(sp.Sum(_T**k * (1 - _T), (k, 0, sp.oo)), 1), "continuous"),
    "limit of a power with any exponent": (lambda: _limit(_T**_A, 0), "continuous"),
    "limit of a logarithm": (lambda: _limit(_T * sp.log(_T), 0), "continuous"),
    "no rule of expectations": (
        lambda: Derivation(_T, _LINE).apply(convergence_gap, "1 - 2 t"),
        "not an expectation rule",
    ),
}


test_false_chains_are_refused = refused_chains(_ATTACKS)


def test_an_integral_that_does_not_converge_stays() -> None:
    diverges = Expectation(sp.exp(_LENGTH))
    assert Derivation(diverges, _SAMPLES).apply(integrate_gaussian, "").end == diverges


@pytest.mark.parametrize(
    "rule",
    [
        lambda: hoeffding(_EVENT, sp.exp(_IMAGE) - 1, sp.exp(_IMAGE) + 1),
        lambda: bernstein(_EVENT, sp.exp(_IMAGE)),
        lambda: bernstein(_EVENT, sp.Integer(1), _LENGTH),
        lambda: chernoff(_EVENT, _LENGTH),
    ],
)
def test_bounds_of_a_sample_are_numbers(rule: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="must not be random"):
        rule()


def test_hoeffding_asks_for_bounds_that_hold() -> None:
    with pytest.raises(Unproved, match="hypothesis"):
        Tail(Probability(_EVENT), _SAMPLES).by_rule(hoeffding(_EVENT, sp.Integer(0), sp.Integer(1)))


def test_jensen_asks_for_real_quantities() -> None:
    with pytest.raises(ValueError, match="inner must be real"):
        jensen(lambda u: u**2, sp.I * Variate("X"))


@pytest.mark.parametrize(("variable", "point"), [(_T, sp.Integer(1)), (_A, sp.Integer(0))])
def test_a_limit_elsewhere_proves_nothing(variable: sp.Symbol, point: sp.Integer) -> None:
    domain = Domain((Range(_T, -2, 2, typical=(-2, 2)), Range(_A, -2, 2, typical=(-2, 2))))
    form = (_T * _A) ** 2 + _T**2

    def proof() -> Derivation:
        return Derivation(form, domain).limit_by_continuity(_T, sp.Integer(1))

    claim = Claim("limit", "", Limit(form, variable, point, _A**2 + 1), domain, proof)
    finding = judge_claim(claim, seed=0)
    assert finding.answer == ("holds" if (variable, point) == (_T, 1) else "undecided")


def test_continuous_limits_are_passed_to() -> None:
    chain = _limit(sp.sqrt(_T) + sp.exp(_T) / (1 + _T) + sp.Abs(_T), 0)
    assert (chain.end, chain.relation(), chain.limits) == (1, "->", {(_T, sp.Integer(0))})
