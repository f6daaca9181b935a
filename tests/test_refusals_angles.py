"""Attempts to prove something false about angles, lengths, hidden products of vectors and nets: all must be refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence.angle_averages import SINE, in_sine, integrand, sine
from rftheory.evidence.angle_series import AngleSeries
from rftheory.evidence.averages import AverageBound
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.length_steps import LENGTHS, LengthBound, first_length, given_lengths
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.sign import sign_of
from rftheory.evidence.zero import decide_zero

from rftheory.coordinates import x
from rftheory.kernels import EQUAL_PAIR, PAIR, d, m, r, x_norm
from rftheory.numbers.balls import UnsupportedExpression, ball
from rftheory.proofs.simrf._angle_series import SINES, vector_of
from rftheory.propositions import Equality, Inequality
from rftheory.rules.angles import AngleExpectation, integrate_angles
from rftheory.rules.gaussian import bilinear_square, integrate_gaussian, linear_coefficients
from rftheory.rules.nodes import Expectation, Phase, Projection, SampleMean, hidden_symbols
from rftheory.rules.pair_moments import angle_density, phi
from rftheory.rules.polar import polar_logarithms
from rftheory.rules.tables import Coordinate, Drawn, FiniteLaw, moment
from rftheory.rules.uniform import LargestDeviation, largest_deviation, over_net
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.refusals import refused_chains

_W = Projection("w")
_U = sp.Symbol("u", positive=True)
_A, _B, _T = sp.symbols("a b t", real=True)
_ONE, _HALF = sp.Integer(1), sp.Rational(1, 2)
_K = sp.Symbol("k", integer=True, nonnegative=True)
_L = sp.Symbol("l", integer=True, positive=True)
_PLANE = Range(d, 2, None, integer=True)
_SQUARE = Range(_U, 0, None, "()")
_HALF_LINE = Domain((_SQUARE,))
_LINE = Domain((Range(_T, None, None),))
#: E exp(w.u) = exp(u^2/2): u^2 does not stand in it
_UNSEEN = Expectation(sp.exp(_W.dot(vector_of(_U))))


def _lemma(proposition: Equality | Inequality, domain: Domain, proof: Callable[[], Derivation] | None = None) -> Claim:
    return Claim("lemma", "", proposition, domain, proof, role="lemma")


def _average(body: sp.Expr) -> sp.Integral:
    return sp.Integral(angle_density(d) * body, (phi, 0, sp.pi))


def _pair(cosine: sp.Expr) -> AngleExpectation:
    return AngleExpectation([sp.exp(_W.dot(vector_of(_U)))] * 2, d, cosine)


# -- angles -----------------------------------------------------------------------------------------------------------


def _sine_as_parameter() -> Derivation:
    """E (1 + s sin(phi)) is not 1 + E sin(phi)^2."""
    chain = AngleSeries(_average(1 + sine * sp.sin(phi)), Domain((_PLANE, Range(sine, 0, 1, "()"))), SINES)
    return chain.moments()


def _sine_in_front() -> Derivation:
    domain = Domain((_PLANE, Range(sine, 0, 1, "()")))
    inside = domain.with_ranges(SINE)
    lemma = _lemma(Inequality(sine**2, "<=", sine**2), inside, lambda: Bound(sine**2, inside))
    return AngleSeries(sine * _average(sp.sin(phi)), domain, SINES).average(lemma)


def _no_angle(cosine: sp.Expr, dimension: Range = _PLANE) -> Derivation:
    return AngleSeries(_pair(cosine), Domain((_SQUARE, dimension)), SINES).integrated()


def _length_as_parameter() -> Derivation:
    node = _pair(first_length / (1 + first_length))
    domain = Domain((_SQUARE, _PLANE, LENGTHS[0]))
    inside = replace(domain, ranges=(*domain.ranges, *LENGTHS))
    form = given_lengths(node)
    lemma = _lemma(Inequality(form, ">=", form), inside, lambda: Bound(form, inside))
    return LengthBound(node, domain).for_all_lengths(node, lemma)


# -- products of vectors that are not seen ----------------------------------------------------------------------------


def _unseen_lemma() -> Derivation:
    """E exp(w.u) = exp(u^2/2) at u^2 = 5, with u^2 left as it is in the vector."""
    lemma = _lemma(Equality(_UNSEEN, sp.exp(_U / 2)), _HALF_LINE)
    return SeriesBound(_UNSEEN, _HALF_LINE).rewrite_by(lemma, {_U: sp.Integer(5)})


def _unseen_growth() -> Derivation:
    """exp(k/2)/E exp(w.u) = 1 for u^2 = k does not grow like exp(k/2)."""
    form = sp.exp(_K / 2) / Expectation(sp.exp(_W.dot(vector_of(_K))))
    growth = sp.exp(sp.Rational(1, 2)) - 1
    chain = SeriesBound(form, Domain((Range(_K, 0, None, integer=True),)))
    return chain.by_induction(_K, 1 + _K * growth, lambda facts: Bound(growth, facts))


def _unseen_integral() -> Derivation:
    body = Expectation(sp.exp(_W.dot(vector_of(_T))))
    return Bound(sp.Integral(body, (_T, 0, 2)), _HALF_LINE)


# -- draws ------------------------------------------------------------------------------------------------------------


def _length_without_dimensions() -> Derivation:
    """|w|^2 < 2 |w|^2 in R^(d-1), which is {0} for d = 1."""
    lemma = _lemma(Inequality(_U, "<", 2 * _U), _HALF_LINE, lambda: Bound(_U, _HALF_LINE).at_most(2 * _U))
    length = _W.squared_length(d - 1)
    return AverageBound(Expectation(length), Domain((Range(d, 1, None, integer=True),))).for_every_draw(
        lemma, {_U: length}
    )


def _draw_caught_by_a_sum() -> Derivation:
    """(w_1 + w_2 + w_3)^2 has the mean 3, not 9."""
    domain = Domain((Range(_A, None, None),))
    left, right = sp.Sum(_A, (_L, 1, 3)) ** 2, 9 * _A**2
    lemma = _lemma(Inequality(left, ">=", right), domain, lambda: Bound(left, domain).algebra(right))
    draw = Coordinate("w", _L)
    return AverageBound(Expectation(left.subs(_A, draw)), _LINE).for_every_draw(lemma, {_A: draw})


def _vector_caught_by_a_sum() -> Derivation:
    domain = Domain((Range(x.label, None, None, shape=(3,)),))
    left, right = sp.Sum(x[_L] ** 2, (_L, 1, 3)), 2 * sp.Sum(x[_L] ** 2, (_L, 1, 3))
    lemma = _lemma(Inequality(left, "<=", right), domain, lambda: Bound(left, domain).at_most(right, [left]))
    index = sp.Symbol("i", integer=True, positive=True)
    start = Expectation(sp.Sum(Coordinate("w", _L) ** 2, (_L, 1, 3)))
    return AverageBound(start, _LINE).for_every_draw(lemma, {x.label: sp.Lambda(index, Coordinate("w", _L))})


_ATTACKS: dict[str, tuple[Callable[[], object], str]] = {
    "a parameter called like the sine": (_sine_as_parameter, "parameter called s"),
    "a parameter called like the sine, in front": (_sine_in_front, "called s"),
    "an average that is compared": (
        lambda: integrand(sp.Piecewise((0, _average(sp.sin(phi)) > sp.Rational(1, 2)), (1, True))),
        "not linear",
    ),
    "a product of averages": (lambda: integrand(_average(sp.sin(phi)) ** 2), "not linear"),
    "an average of cosines": (lambda: in_sine(_average(sp.cos(phi))), "sine alone"),
    "a cosine above 1": (lambda: _no_angle(sp.Integer(3)), "no angle"),
    "a cosine below -1 in the plane": (lambda: _no_angle(-d / 2, Range(d, 3, None, integer=True)), "no angle"),
    "an angle on the line": (lambda: _no_angle(sp.Integer(0), Range(d, 1, None, integer=True)), "no angle"),
    "a parameter called like a length": (_length_as_parameter, "lengths, not parameters"),
    "a lemma about vectors at another value": (_unseen_lemma, "no value can be put in"),
    "an induction over a square": (_unseen_growth, "no value can be put in"),
    "a limit of a square": (lambda: Derivation(_UNSEEN, _HALF_LINE).limit_by_continuity(_U, sp.Integer(0)), "no value"),
    "an integral over a square": (_unseen_integral, "depend on its index"),
    "a positive length in no dimensions": (_length_without_dimensions, "not proved a value"),
    "a draw caught by an index": (_draw_caught_by_a_sum, "is bound in"),
    "a vector caught by an index": (_vector_caught_by_a_sum, "is bound in"),
}


test_false_chains_are_refused = refused_chains(_ATTACKS)


def test_an_unseen_square_is_not_drawn_out_of_an_integral() -> None:
    body = Expectation(sp.exp(_W.dot(vector_of(_T))))
    domain = Domain((Range(_A, None, None),))
    assert hidden_symbols(body) == {_T}
    assert not decide_zero(sp.Integral(body, (_T, 0, 2)) - 2 * body, domain).zero
    known = domain.where(sp.Gt(body, 5, evaluate=False))
    assert sign_of(_A**2 * sp.Sum(body - 5, (_T, 0, 3)), known) == {-1, 0, 1}


def test_the_variable_of_an_integral_is_not_what_its_symbol_assumes() -> None:
    scale = 1 + _A**2
    domain = Domain((Range(_A, None, None),))
    assert sign_of(scale * sp.Integral(_U, (_U, -1, scale - 1)), domain) == {-1, 0, 1}
    assert sign_of(scale * sp.Integral(_U, (_U, 0, scale)), domain) <= {0, 1}


def test_coordinates_of_a_table_count_from_one() -> None:
    Drawn.table("refused", "row", *(FiniteLaw((value,), (1,), _ONE) for value in (1, 5)))
    means = [moment(Expectation(Drawn("refused", "row", index))) for index in range(-1, 4)]
    assert [value for value in means if value.is_number] == [1, 5] == means[2:4]


# -- vectors of two spaces --------------------------------------------------------------------------------------------


def test_products_of_vectors_of_two_spaces_are_not_known() -> None:
    """Their squares 1 and 4 allow nothing above 9, the sum of all table entries is 10."""
    parts = [_W.dot(vector_of(sp.Integer(square))) for square in (1, 4)]
    mixed = Expectation(sp.exp(sp.Add(*parts)))
    assert integrate_gaussian(mixed) == mixed
    with pytest.raises(ValueError, match="one space"):
        bilinear_square(linear_coefficients(sp.Add(*parts))[0])
    node = AngleExpectation([sp.exp(_W.dot(PAIR.x) + _W.dot(EQUAL_PAIR.x))] * 2, d, sp.Integer(0))
    assert integrate_angles(node, lambda e: True) == node
    with pytest.raises(UnsupportedExpression, match="several spaces"):
        ball(node, {d: sp.Integer(3), x_norm: _ONE, r: _ONE}, 64)
    alone = Expectation(sp.exp(parts[1]))
    assert integrate_gaussian(alone) == sp.exp(2)


def test_phases_of_the_name_of_a_projection() -> None:
    """E exp(w.x + w_2.x) = exp(|x|^2), not exp(2 |x|^2): without the phase two projections are left."""
    both = sp.exp(_W.dot(PAIR.x) + Projection("w_2").dot(PAIR.x))
    node = Expectation(both * (1 + sp.exp(sp.I * Phase("w"))))
    assert integrate_gaussian(node) == node


# -- nets -------------------------------------------------------------------------------------------------------------

_GAP = SampleMean(sp.cos(_W.dot(PAIR.x)), m) - sp.exp(-(x_norm**2) / 2)


def _event(epsilon: sp.Expr = _HALF, radius: sp.Expr = _ONE) -> sp.Rel:
    return sp.Ge(largest_deviation(_GAP, radius), epsilon, evaluate=False)


_LENGTH = sp.Symbol("length", nonnegative=True)


@pytest.mark.parametrize(
    ("event", "length", "bound", "dimension", "message"),
    [
        (_event(x_norm), _LENGTH, _ONE, d, "epsilon must be a number"),
        (_event(radius=x_norm), _LENGTH, _ONE, d, "radius must be a number"),
        (_event(), x_norm, _ONE, d, "length must be a symbol of its own"),
        (_event(), sp.Symbol("length", real=True), _ONE, d, "length must be a symbol of its own"),
        (_event(), _LENGTH, Expectation(sp.cos(_W.dot(PAIR.x)) ** 2), d, "pair_bound must be a number"),
        (_event(), _LENGTH, _ONE, _W.squared_length(d), "dimension must be a number"),
        (_event(), _LENGTH, _ONE, d, "sample must be a constant times an exponential"),
    ],
)
def test_nets_ask_for_numbers(
    event: sp.Rel, length: sp.Symbol, bound: sp.Expr, dimension: sp.Expr, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        over_net(event, _ONE, length, bound, dimension)


def test_nets_ask_for_the_dimension_of_the_inputs() -> None:
    gap = SampleMean(sp.exp(-_W.squared_length(d)), m) - x_norm
    event = sp.Ge(largest_deviation(gap, _ONE), _ONE, evaluate=False)
    with pytest.raises(ValueError, match="dimension must be that of the inputs"):
        over_net(event, _ONE, _LENGTH, _ONE, sp.Integer(1))


def test_a_deviation_at_another_parameter_is_another_deviation() -> None:
    """The bound for m projections says nothing of five."""
    five = _event().lhs.subs(m, 5)
    assert isinstance(five, LargestDeviation) and five.gap == _GAP.subs(m, 5)
    unseen = SampleMean(sp.exp(_W.dot(vector_of(_U))), m) - x_norm
    with pytest.raises(ValueError, match="must be written for the values"):
        _ = largest_deviation(unseen, _ONE).subs(_U, 5).gap


# -- logarithms -------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(
    st.fractions(min_value=-3, max_value=3, max_denominator=8),
    st.fractions(min_value=-3, max_value=3, max_denominator=8),
)
def test_logarithms_are_principal(real: object, imaginary: object) -> None:
    number = sp.Rational(real) + sp.I * sp.Rational(imaginary)
    if number == 0:
        return
    form = polar_logarithms(sp.log(number))
    with mpmath.workdps(50):
        value = complex(mpmath.log(mpmath.mpmathify(sp.N(number, 50))))
    enclosure = ball(form + _T, {_T: sp.Integer(0)}, 120)
    for part, wanted in ((enclosure.real, value.real), (enclosure.imag, value.imag)):
        assert abs(float(part.mid()) - wanted) <= 4 * 2**-52 * max(1, abs(wanted)) + float(part.rad())
