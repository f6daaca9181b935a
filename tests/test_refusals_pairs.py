"""Attempts to prove something false through sums over pairs, power series, random lengths and variates: all are refused."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.length_steps import LENGTHS, LengthBound, first_length
from rftheory.evidence.pairs import PairBound, first, pair_sum, second
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.tails import Tail

from rftheory.kernels import PAIR, d
from rftheory.propositions import Inequality
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.concentration import TailRule
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.variates import InnerVariate, UnitVariate, Variate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.refusals import refused_chains

_u = sp.Symbol("u", positive=True)
_n = sp.Symbol("n", integer=True, positive=True)
_x = sp.Symbol("x", positive=True)
_rate = sp.Symbol("h", integer=True, nonnegative=True)
_ZERO, _ONE, _HALF = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
_HALF_LINE = Domain((Range(_u, 0, None, "()"),))
_SIZES = Domain((Range(_n, 1, None, integer=True),))
_NOTHING = Domain(())
_BESSEL = sp.hyper([], [1], _u)
_U, _V = UnitVariate("U"), Variate("V")


def _pairs(size: sp.Expr, domain: Domain = _SIZES) -> Derivation:
    """From 0 up to 1 for every pair."""
    chain = PairBound(pair_sum(_ZERO, size), domain)
    return chain.over_pairs(size, lambda indexed: PairBound(_ZERO, indexed).at_most(_ONE))


def _another_law() -> Derivation:
    """E U (1 - U) >= 0 for U in [0, 1], said of any V."""
    return Tail(Expectation(_V - _V**2), _NOTHING).unit(_U).by_copies(_U * (1 - _U), _U, _V)


def _known_of_the_copy() -> Derivation:
    copy = Variate("W")
    domain = Domain((), (sp.Ge(copy, 0, evaluate=False),))
    return Tail(Expectation(_V), domain).by_copies(copy, copy, _V)


def _length_as_a_parameter() -> Derivation:
    sample = sp.exp(Projection("w").dot(PAIR.x))
    node = AngleExpectation((sample, sample), d, first_length / (1 + first_length))
    domain = Domain((Range(d, 2, None, integer=True),))
    lengths = Domain((*domain.ranges, *LENGTHS))
    lemma = Claim("lemma", "", Inequality(_ZERO, "<=", _ONE), lengths, lambda: PairBound(_ZERO, lengths).at_most(_ONE))
    return LengthBound(node, domain).for_all_lengths(node, lemma)


def _frame_on_a_line() -> Derivation:
    sample = sp.exp(Projection("w").dot(PAIR.x))
    node = AngleExpectation((sample, sample), d, _ZERO)
    return LengthBound(node, Domain((Range(d, 1, None, integer=True),))).as_frame()


def _squeezed_along_integers() -> Derivation:
    domain = Domain((Range(_x, 1, None, integer=True),))
    bounds = [
        Claim(
            "lemma", "", Inequality(1 / _x, ">=", -1 / _x), domain, lambda: PairBound(1 / _x, domain).at_least(-1 / _x)
        ),
        Claim("lemma", "", Inequality(1 / _x, "<=", 1 / _x), domain, lambda: PairBound(1 / _x, domain)),
    ]
    return SeriesBound(1 / _x, _NOTHING).squeezed(_x, _ZERO, _ONE, *bounds)


def _for_integer_rates_only() -> Derivation:
    rule = TailRule("rule", sp.Ge(_U, 0, evaluate=False), _ONE, (), ((_rate, sp.Integer(3)),))
    start = Tail(_ZERO, Domain((Range(_rate, 0, None, integer=True),)))
    start._require_whole(*rule.whole[0])
    return start


def _tangent(symbol: sp.Symbol, point: sp.Expr) -> Derivation:
    domain = Domain((Range(symbol, 0, None, "()"),))
    return Tail(1 / symbol, domain).above_tangent(symbol, point, 2 / symbol**3)


_ATTACKS: dict[str, tuple[Callable[[], Derivation], str]] = {
    "pairs of one and a half": (lambda: _pairs(sp.Rational(3, 2)), "an integer >= 1"),
    "pairs of infinitely many": (lambda: _pairs(sp.oo), "an integer >= 1"),
    "pairs of an index": (lambda: _pairs(first + 3), "not indices"),
    "pairs with a parameter called as an index": (
        lambda: _pairs(_n, _SIZES.with_ranges(Range(first, 1, None, integer=True))),
        "name of a parameter|not indices",
    ),
    "symmetric with a pole on the diagonal": (
        lambda: PairBound(pair_sum((first - second) ** -2, _n), _SIZES).by_symmetry(_n, _ZERO),
        "not decided",
    ),
    "a Taylor polynomial of degree -1": (lambda: PairBound(_BESSEL, _HALF_LINE).below_taylor(-1), "not a degree"),
    "a Taylor polynomial of degree 1/2": (
        lambda: PairBound(_BESSEL, _HALF_LINE).above_taylor(0.5),  # type: ignore[arg-type]
        "not a degree",
    ),
    "numbers with parameters that cancel": (lambda: PairBound(_u + 1, _HALF_LINE).compared(_u), "not numbers"),
    "a series that has a radius": (lambda: PairBound(_ONE, _HALF_LINE).increasing(sp.hyper([1, 2], [3], _u)), "entire"),
    "copies of another law": (_another_law, "more is known"),
    "more known of a copy": (_known_of_the_copy, "more is known"),
    "strict for a law at an end": (lambda: Tail(Expectation(_U), _NOTHING).unit(_U).at_most(_HALF), "not proved"),
    "any variate in [0, 1]": (lambda: Tail(_V, _NOTHING).unit(_V), "not a variate"),  # type: ignore[arg-type]
    "a projection without dimensions": (
        lambda: Tail(_ZERO, _NOTHING).square(Projection("w"), PAIR.x, _ZERO),
        "an integer >= 1",
    ),
    "a tangent at a pole": (lambda: _tangent(sp.Symbol("t", real=True), _ZERO), "smooth"),
    "a tangent out of the range": (lambda: _tangent(_u, -_ONE), "not in the range"),
    "a cosine that depends on a length": (_length_as_a_parameter, "lengths, not parameters"),
    "two orthogonal projections on a line": (_frame_on_a_line, "no angle"),
    "a limit along integers": (_squeezed_along_integers, "integers|assumes"),
    "rates that are integers": (_for_integer_rates_only, "all values"),
}


test_false_chains_are_refused = refused_chains(_ATTACKS)


def test_the_mean_of_a_variate_is_strictly_inside_for_an_inner_law_only() -> None:
    chains = [Tail(Expectation(u), _NOTHING).unit(u).at_most(_ONE) for u in (_U, InnerVariate("U"))]
    assert [chain.relation() for chain in chains] == ["<=", "<"]


def test_true_chains_of_the_same_kinds_are_accepted() -> None:
    assert _pairs(sp.Integer(3)).relation() == "<"
    assert _pairs(_n).relation() == "<="
    assert PairBound(_BESSEL, _HALF_LINE).below_taylor(0).end == 1 + _u * _BESSEL
    assert _tangent(_u, _ONE).end == 2 - _u
    copy = Variate("W")
    assert Tail(Expectation(_V**2), _NOTHING).by_copies((copy - _V) ** 2, copy, _V).at_least(Expectation(_V) ** 2)
