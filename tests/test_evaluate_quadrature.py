"""Rigorous expectations and definite integrals against closed forms, mpmath, and flint's own quadrature; and what they must refuse."""

from __future__ import annotations

import time

import pytest
import sympy as sp
from flint import acb, arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.inputs.kernels import PAIR, m, theta, x_norm, y_norm
from rftheory.judges.comparison import RELATIVE_RADIUS
from rftheory.numbers import work
from rftheory.numbers.balls import UnsupportedExpression, enclose
from rftheory.numbers.cells import over_cells
from rftheory.numbers.gaussian_integrals import (
    adaptive,
    cut_off_bound,
    discretisation_bound,
    exponential_moment,
    trapezoid,
)
from rftheory.rules.nodes import Expectation, Projection, SampleMean, mean_squared_error

R = sp.Rational
RELATIVE = R(1, 10**30)
WORKING = 200
w = Projection("w")
wx, wy, wz, wd = (w.dot(v) for v in (PAIR.x, PAIR.y, PAIR.z, PAIR.delta))
z2, d2 = PAIR.z.square, PAIR.delta.square
SQUARES = x_norm**2 + y_norm**2

AWKWARD = [
    {x_norm: 1, y_norm: R(3, 2), theta: 1},
    {x_norm: 20, y_norm: 20, theta: sp.Integer(0)},
    {x_norm: 20, y_norm: 20, theta: sp.pi},
    {x_norm: 20, y_norm: 20, theta: R(1, 10000)},
    {x_norm: 20, y_norm: 20, theta: sp.pi - R(1, 10000)},
    {x_norm: R(1, 1000), y_norm: 20, theta: R(1, 7)},
    {x_norm: R(1, 1000), y_norm: R(1, 1000), theta: sp.pi / 2},
]
#: integrand -> its known mean
KNOWN = {
    "cosh": (sp.cosh(wz), sp.exp(z2 / 2)),
    "cosh squared": (sp.cosh(wz) ** 2, (1 + sp.exp(2 * z2)) / 2),
    "cos": (sp.cos(wd), sp.exp(-d2 / 2)),
    "complex exponential": (sp.exp(sp.I * wx + wy), sp.exp((y_norm**2 - x_norm**2) / 2 + sp.I * PAIR.x.dot(PAIR.y))),
    "two directions": (sp.cosh(wz) * sp.cos(wd), sp.exp((z2 - d2) / 2) * sp.cos(x_norm**2 - y_norm**2)),
    "three exponents": (
        sp.exp(wx) * sp.exp(sp.I * wy) * sp.exp(-wd / 3),
        sp.exp((R(4, 9) * x_norm**2 - R(8, 9) * y_norm**2 + R(4, 9) * PAIR.x.dot(PAIR.y)) / 2)
        * sp.exp(sp.I * (R(2, 3) * PAIR.x.dot(PAIR.y) + R(1, 3) * y_norm**2)),
    ),
    "signs": (sp.sign(wx) * sp.sign(wy), 1 - 2 * theta / sp.pi),
    "square": (wx**2, x_norm**2),
    "absolute": (sp.Abs(wx), x_norm * sp.sqrt(2 / sp.pi)),
    "sign of a cube": (sp.sign(wx) * wx**3, 2 * sp.sqrt(2 / sp.pi) * x_norm**3),
    "odd": (sp.Abs(wx) * wx**3, sp.S.Zero),
    "powers of two forms": (
        sp.Abs(wx) * wy**2,
        sp.sqrt(2 / sp.pi) * x_norm * y_norm**2 * (2 * sp.cos(theta) ** 2 + sp.sin(theta) ** 2),
    ),
    "sign and exponential": (sp.sign(wx) * sp.exp(wx), sp.exp(x_norm**2 / 2) * sp.erf(x_norm / sp.sqrt(2))),
}


@pytest.mark.parametrize("point", AWKWARD, ids=lambda p: ",".join(map(str, p.values())))
@pytest.mark.parametrize("name", KNOWN)
def test_known_means_at_awkward_points(name: str, point: dict) -> None:
    integrand, mean = KNOWN[name]
    found, known = enclose(Expectation(integrand), point, RELATIVE), enclose(mean, point, RELATIVE)
    assert found.overlaps(known)
    assert found.relative_radius() <= RELATIVE or (found.contains_zero and found.radius() <= RELATIVE)


@settings(max_examples=25, deadline=None)
@given(st.fractions(-9, 9, max_denominator=50), st.fractions(-9, 9, max_denominator=50))
def test_exponential_moment_contains_the_closed_form(real: object, imaginary: object) -> None:
    with ctx.workprec(WORKING):
        alpha = acb(*(arb(f.numerator) / f.denominator for f in (real, imaginary)))
        found, known = acb(exponential_moment(alpha)), (alpha**2 / 2).exp()
        assert found.overlaps(known)
        assert found.rel_accuracy_bits() > WORKING - 32


def gaussian(t: acb) -> acb:
    return (-t * t / 2).exp() / (2 * arb.pi()).sqrt()


def test_trapezoid_agrees_with_adaptive_quadrature() -> None:
    with ctx.workprec(WORKING):
        density = 1 / (2 * arb.pi()).sqrt()
        by_rule = trapezoid(lambda t: gaussian(t) * (3 * t).cosh() * t.cos(), density, arb(3) + 0, arb(4))
        by_flint = adaptive(lambda t, _: gaussian(t) * (3 * t).cosh() * t.cos(), density, arb(3))
        assert by_rule.overlaps(by_flint.real) and by_rule.rel_accuracy_bits() > WORKING - 32


@pytest.mark.parametrize(("rate", "turn"), [(arb(0), arb(9)), (arb(9), arb(0))])
def test_a_false_growth_bound_gives_a_ball_that_misses(rate: arb, turn: arb) -> None:
    """The control: cosh(9 t) + cos(9 t) needs both rates, and the test of containment notices when one is denied."""
    with ctx.workprec(WORKING):
        density, truth = 1 / (2 * arb.pi()).sqrt(), (arb(81) / 2).exp() + (-arb(81) / 2).exp()

        def function(t: arb) -> arb:
            return gaussian(t) * ((9 * t).cosh() + (9 * t).cos())

        assert trapezoid(function, 2 * density, arb(9), arb(9)).overlaps(truth)
        assert not trapezoid(function, 2 * density, rate, turn).overlaps(truth)


def test_tail_bounds_are_bounds() -> None:
    """Against the complementary error function, and against the error of a coarse rule."""
    with ctx.workprec(WORKING):
        for rate, end in ((0, 3), (2, 3), (2, 7)):
            tail = 2 * (arb(rate) ** 2 / 2).exp() * (arb.pi() / 2).sqrt() * (arb(end - rate) / arb(2).sqrt()).erfc()
            assert cut_off_bound(arb(1), arb(rate), arb(end)) >= tail
        step = arb(3) / 2
        rule = sum((gaussian(acb(step * k)).real for k in range(-40, 41)), arb(0)) * step
        density = 1 / (2 * arb.pi()).sqrt()
        assert abs(rule - 1) <= discretisation_bound(density, arb(0), arb(0), step, 2 * arb.pi() / step)
        assert abs(rule - 1) > arb(10) ** -6


def test_a_direction_without_length_has_the_image_zero() -> None:
    """Nothing bounds exp(exp(w.x)); at x = 0 it is e, and at other x it is refused as before."""
    twice = Expectation(sp.exp(sp.exp(wx)))
    assert enclose(twice, {x_norm: 0, y_norm: 1, theta: 1}, RELATIVE).overlaps(enclose(sp.E, {}))
    with pytest.raises(UnsupportedExpression, match="not linear"):
        enclose(twice, {x_norm: R(1, 1000), y_norm: 1, theta: 1}, RELATIVE)


def test_mean_squared_error_from_the_definition_is_sharp_and_fast() -> None:
    positive = SampleMean(sp.exp(-SQUARES / 2) * sp.cosh(wz), m)
    kernel = sp.exp(PAIR.x.dot(PAIR.y))
    closed = sp.exp(z2) * kernel**2 * (1 - sp.exp(-z2)) ** 2 / (2 * m)
    for point in ({**p, m: 1} for p in AWKWARD if p[theta] is not sp.pi):
        start = time.perf_counter()
        found = enclose(mean_squared_error(positive, kernel), point, RELATIVE)
        spent = time.perf_counter() - start
        assert found.overlaps(enclose(closed, point, RELATIVE)) and found.relative_radius() <= RELATIVE
        assert spent < 5  # a generous multiple of what one sharp enclosure takes; quadratures must not explode


def test_a_false_closed_form_is_separated() -> None:
    point = AWKWARD[0]
    found = enclose(Expectation(sp.cosh(wz) ** 2), point, RELATIVE)
    assert not found.overlaps(enclose((1 + sp.exp(2 * z2)) / 2 + R(1, 10**25), point, RELATIVE))


R = sp.Rational
_t = sp.Symbol("_t", positive=True)
a, v = sp.symbols("a v", real=True)
x = sp.Symbol("x")

CLOSED_FORMS = [
    (sp.Integral(sp.exp(-(_t**2) / 2), (_t, 0, sp.oo)), sp.sqrt(sp.pi / 2), {}),
    (sp.Integral(3 * _t**a * sp.exp(-2 * _t**2), (_t, 0, sp.oo)), None, {a: sp.Rational(-9, 10)}),
    (sp.Integral(3 * _t**a * sp.exp(-2 * _t**2), (_t, 0, sp.oo)), None, {a: sp.Integer(40)}),
    (sp.Integral(sp.sin(_t) ** a, (_t, 0, sp.pi)), 5 * sp.pi / 16, {a: sp.Integer(6)}),
    (sp.Integral(sp.exp(sp.I * _t), (_t, 0, sp.pi)), 2 * sp.I, {}),
]


@pytest.mark.parametrize(("integral", "closed", "point"), CLOSED_FORMS)
def test_encloses_the_closed_form(integral: sp.Integral, closed: sp.Expr | None, point: dict) -> None:
    if closed is None:
        closed = 3 * sp.gamma((a + 1) / 2) / (2 * 2 ** ((a + 1) / 2))
    found = enclose(integral, point, RELATIVE_RADIUS)
    assert found.overlaps(enclose(closed, point, RELATIVE_RADIUS))
    assert found.relative_radius() <= RELATIVE_RADIUS


# -- the limit of work ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("integrand", "expected"),
    [
        (v ** R(-1, 2), 2),
        (sp.sqrt(v) + 1, R(5, 3)),
        (sp.exp(v) / sp.sqrt(v), sp.sqrt(sp.pi) * sp.erfi(1)),
        (v ** (x - 1), 2),
        (v ** (x - 1) * (2 - v) ** 2, 8 - R(8, 3) + R(2, 5)),
    ],
)
def test_roots_at_zero_are_integrated(integrand: sp.Expr, expected: sp.Expr) -> None:
    found = enclose(sp.Integral(integrand, (v, 0, 1)), {x: R(1, 2)})
    assert found.overlaps(enclose(expected, {})) and found.relative_radius() <= R(1, 10**30)


def test_the_limit_does_not_depend_on_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    expr = Expectation(sp.sign(wx) * sp.exp(wx)) + sp.Integral(sp.exp(v), (v, 0, 1))
    point = {x_norm: R(5, 7)}
    first = enclose(expr, point)
    assert str(first) == str(enclose(expr, point))
    monkeypatch.setattr(work, "MOST_EVALUATIONS", 40)
    for _ in range(2):
        with pytest.raises(UnsupportedExpression, match="no enclosure after 40 evaluations"):
            enclose(expr, point)


# -- kinks along curves, quotients ------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [R(1, 10), R(1), R(3)])
def test_cells_of_the_plane_enclose_closed_forms_and_exclude_others(angle: sp.Rational) -> None:
    """Absolute values of a gap and of a product, which have closed forms; what is a third of them is excluded."""
    s, t = sp.symbols("s t", real=True)
    lengths, turn = (arb(1), arb(1) / 2), arb(angle.p) / angle.q
    gap = (arb("1.25") - turn.cos()) * 2 / arb.pi()
    corner = (turn.sin() + (arb.pi() / 2 - turn) * turn.cos()) / arb.pi()
    for sample, value in ((sp.Abs(s - t), gap.sqrt()), (sp.Abs(s * t), corner)):
        found = over_cells(sample, (s, t), lengths, turn, (arb(2), arb(2)), _no_symbol)
        assert found.contains(value) and not found.overlaps(value / 3), sample


def _no_symbol(expr: sp.Expr, *_: object) -> arb:
    raise AssertionError(f"{expr} is no symbol of the sample")


def test_the_absolute_value_of_a_gap_of_waves_is_enclosed_over_the_plane() -> None:
    """Between half of the mean of the square, as |gap| <= 2, and its root."""
    point = {x_norm: R(1), y_norm: R(2), theta: R(1)}
    square = Expectation((sp.cos(wx) - sp.cos(wy)) ** 2)
    found = enclose(Expectation(sp.Abs(sp.cos(wx) - sp.cos(wy))), point).value
    low, high = (enclose(side, point).value for side in (square / 2, sp.sqrt(square)))
    assert found.upper() > low.lower() and found.lower() < high.upper() and found.lower() > 0


def test_quotients_that_are_bounded_on_the_line_are_integrated() -> None:
    point = {x_norm: R(1, 2), y_norm: R(3), theta: R(2)}
    logistic, dot = 1 / (1 + sp.exp(-wy)), x_norm * y_norm * sp.cos(theta)
    for mean, value in (
        (logistic, R(1, 2)),
        (wx * logistic, dot * Expectation(logistic * (1 - logistic))),
        (1 / sp.cosh(wy) ** 2, 1 - Expectation(sp.tanh(wy) ** 2)),
        (1 / (1 + sp.exp(wx)) ** 2 + 1 / (1 + sp.exp(-wx)) ** 2, 1 - 2 * Expectation(1 / (2 + 2 * sp.cosh(wx)))),
    ):
        found = enclose(Expectation(mean), point)
        assert found.overlaps(enclose(value, point)) and found.relative_radius() <= R(1, 10**20)
    with pytest.raises(UnsupportedExpression, match="no growth bound"):
        enclose(Expectation(1 / (sp.exp(wx) - 2)), point)
