"""What `derive` refuses, what it cannot integrate, and what it offers instead."""

from __future__ import annotations

import math

import pytest
import sympy as sp
from click.testing import CliRunner
from flint import arb

from rftheory.cli import main
from rftheory.deriving import UnknownFeature, b, d, derive, k, l, product, total, u, w
from rftheory.deriving.text import parse
from rftheory.families.discretely_induced import DiscretelyInduced
from rftheory.inputs.kernels import PAIR, gaussian_kernel, theta, x_norm, y_norm
from rftheory.numbers import work
from rftheory.numbers.balls import Enclosure
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.rules.expectation import expand_products
from rftheory.rules.gaussian import terms_of
from rftheory.rules.variates import COUNT

_POINT = {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(3, 4), theta: sp.Integer(1), d: sp.Integer(3)}


def test_an_infinite_second_moment_is_a_finding() -> None:
    found = derive(sp.exp(w.square / 8 + w.dot(u)))
    assert found.second.value is None and found.variance is None and found.mse() is None
    assert any("second moment is infinite" in finding for finding in found.findings)


@pytest.mark.parametrize(
    ("feature", "factor", "why"),
    [
        (sp.tanh(w.dot(u)), "tanh(w.x)", "none of exp"),
        (w.dot(u) ** 9 * sp.exp(w.dot(u)), "w.x**9", "a polynomial"),
        (sp.exp(-(w.dot(u) ** 2)), "exp(-w.x**2)", "not linear"),
        (sp.cos(w.dot(u) + b / 3), "exp(", "whole number of turns"),
        (sp.sqrt(sp.cosh(w.dot(u))), "sqrt(", "none of exp"),
        (sp.cos(w.dot(u)) ** 60, "cos(w.x)**60", "a sum of up to 3721 exponentials, more than the 1000"),
        ((1 + sp.cos(w.dot(u) + b)) ** 60, "(cos(", "exponentials, more than the 1000"),
    ],
)
def test_what_is_not_integrated_is_said(feature: sp.Expr, factor: str, why: str) -> None:
    found = derive(feature)
    assert found.mean.value is None
    assert any(o.factor.startswith(factor) and why in o.reason for o in found.mean.obstacles), found.mean.obstacles
    assert any("certified quadrature" in finding for finding in found.findings)


def test_terms_are_counted_before_they_are_multiplied_out() -> None:
    image = w.dot(u)
    assert terms_of(sp.cos(image) ** 7 * sp.sin(2 * image)) == 16
    assert terms_of((1 + sp.cos(image)) ** 4) == math.comb(3 + 4 - 1, 4)
    assert terms_of((1 + sp.cos(image)) ** 4, euler=False) == 5
    # a control: as many as the expansion has where nothing comes together
    powers = (1 + sp.exp(image) + sp.exp(-w.square)) ** 3
    assert terms_of(powers) == len(sp.Add.make_args(expand_products(powers)))


def test_enclosures_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long sum has no bound that is found; an integral over a plane is charged for its evaluations."""
    with pytest.raises(UnsupportedExpression, match="no growth bound for a sum of up to 741321 products"):
        derive("(1 + cos(w*x) + sin(w*x))**40").enclosure(_POINT)
    monkeypatch.setattr(work, "MOST_EVALUATIONS", 5000)
    with pytest.raises(UnsupportedExpression, match="no enclosure after 5000 evaluations"):
        derive("tanh(10**6*w*x)").enclosure(_POINT)
    assert derive("w*x").enclosure(_POINT).is_finite


# -- certified quadrature -----------------------------------------------------------------------------------------


def _middle_and_radius(enclosure: Enclosure) -> tuple[float, float]:
    assert isinstance(enclosure.value, arb)
    return float(enclosure.value.mid()), float(enclosure.value.rad())


def test_certified_quadrature_contains_the_known_values() -> None:
    """ReLU features: the arc-cosine kernel (Cho and Saul 2009); linear ones: x.y."""
    relu, radius = _middle_and_radius(derive(sp.Max(0, w.dot(u))).enclosure(_POINT))
    known = sp.Rational(3, 16) / sp.pi * (sp.sin(1) + (sp.pi - 1) * sp.cos(1))
    assert abs(relu - float(known)) <= radius + math.ulp(1.0) < 1e-9
    linear, radius = _middle_and_radius(derive(w.dot(u)).enclosure(_POINT))
    assert abs(linear - 0.375 * math.cos(1)) <= radius + math.ulp(1.0) < 1e-9


def test_quadrature_of_closed_forms_agrees() -> None:
    found = derive(sp.exp(w.dot(u) - u.square))
    middle, _ = _middle_and_radius(found.enclosure(_POINT))
    value = float(gaussian_kernel(PAIR.x, PAIR.y).subs(_POINT))
    assert abs(middle - value) < 4 * math.ulp(1.0)


def test_what_cannot_be_enclosed_is_said() -> None:
    with pytest.raises(UnsupportedExpression):
        derive(sp.exp(sp.exp(w.dot(u)))).enclosure(_POINT)
    with pytest.raises(ValueError, match="y_norm"):
        derive(sp.tanh(w.dot(u))).enclosure({x_norm: sp.Integer(1)})


# -- text ----------------------------------------------------------------------------------------------------------


def test_text_means_dot_products() -> None:
    assert parse("exp(w*x - x**2/2)") == sp.exp(w.dot(u) - u.square / 2)
    assert parse("exp(-w^2/8 + 3*w*x)") == sp.exp(-w.square / 8 + 3 * w.dot(u))
    assert parse("cos(w*x + b), 0.5") == (sp.cos(w.dot(u) + b), sp.Rational(1, 2))
    assert derive("exp(w*x - x**2)").kernel.name == "gaussian"


@pytest.mark.parametrize(
    "text", ["exp(w)", "exp(w*x*w)", "foo(x)", "__import__(1)", "exp.mro()", "exp(", "lambda: 1", "", "exp(w*x)\n;1"]
)
def test_text_that_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(UnknownFeature):
        parse(text)


def test_numbers_of_an_ordinary_size_are_left_alone() -> None:
    """The control of the above."""
    assert parse("exp(2**10*w*x/1e3 - 10^50*x**2)") == exp_of(sp.Rational(128, 125), 10**50)
    assert derive("exp(1000)*exp(w*x - exp(exp(1))*x**2)").mean.value is not None


def exp_of(slope: sp.Expr, square: int) -> sp.Expr:
    return sp.exp(slope * w.dot(u) - square * u.square)


def test_errors_name_the_sign_that_is_meant() -> None:
    with pytest.raises(
        UnknownFeature, match=r"f2 = exp\(-I\*w\.u\) is its conjugate.*x - y; f2 = f1 gives one of x \+ y"
    ):
        derive("exp(i*w*x)")
    # both are what the message says
    assert derive("exp(i*w*x)", "exp(-i*w*x)").kernel.name == "gaussian"
    assert derive("exp(i*w*x)", "exp(i*w*x)").kernel.name is None
    with pytest.raises(UnknownFeature, match=r"coefficient of \+\|w\|\^2"):
        derive("exp(w**2 + w*x)")
    result = CliRunner().invoke(main, ["derive", "-w*x"])
    assert result.exit_code == 2 and "write -- before it" in result.output


def test_counts_in_coordinates() -> None:
    rate = sp.Symbol("rate", positive=True)
    law = sp.Lambda(COUNT, sp.exp(-rate) * rate**COUNT / sp.factorial(COUNT))
    feature = sp.exp(rate * d / 2 - total(u[l] ** 2) / 2) * product(u[l] ** k[l] * rate ** (-k[l] / 2))
    assert derive(feature, law=law).kernel.name == "gaussian"
    soft = sp.exp(rate * d / 2) * product(u[l] ** k[l] * rate ** (-k[l] / 2))
    assert derive(soft, law=law).kernel.name == "softmax"


def test_a_law_with_a_rational_mass_is_integrated() -> None:
    """Its mass cancels in the mean, as that of every law does; the second moment has a series that no rule sums."""
    heavy = DiscretelyInduced(sp.Lambda(COUNT, 1 / ((COUNT + 1) * (COUNT + 2))))
    found = derive(heavy.feature(k, u), law=heavy.law)
    assert found.kernel.name == "gaussian" and found.second.value is None
    judged = found.check(judges=("enclosure",))
    assert judged.holds, str(judged)
    # a control: another weight is another kernel
    assert derive(heavy.feature(k, u) * product(1 + k[l]), law=heavy.law).kernel.name is None


# -- what comes out ------------------------------------------------------------------------------------------------


def test_long_numbers_are_not_factored() -> None:
    """At x = y = 0 and d = 2 the mean of exp(w.x - c|w|^2) is 1/(1 + 4 c), for a c of 99 digits, too."""
    number = (10**98 + 37) * (10**60 + 9) // 10**59
    value = derive(f"exp(w*x - {number}*w**2)").mean.value
    at_zero = value.subs({each: 0 for each in value.free_symbols - {d}}).subs(d, 2)
    assert at_zero == sp.Rational(1, 1 + 4 * number)


@pytest.mark.parametrize("text", ["exp(w*x - x**2/2)", "cos(2*w*x), sin(2*w*x)", "(1 - a)**(d/2)*exp(a*w**2 + w*x)"])
def test_a_slip_of_the_keyboard_is_told_in_the_words_of_formulas(text: str) -> None:
    """A bracket or a sign is left out, wherever it stands; the text as it is has no slip."""
    parse(text)
    for place, letter in enumerate(text):
        without = text[:place] + text[place + 1 :]
        if letter in "()" and "()" not in text[place - 1 : place + 2]:
            with pytest.raises(UnknownFeature, match="bracket|no function"):
                parse(without)
        elif letter == "*" and "*" not in text[place - 1] + text[place + 1]:
            with pytest.raises(UnknownFeature, match="there is no sign between|no function of a formula"):
                parse(f"{text[:place]} {text[place + 1 :]}")


@pytest.mark.parametrize("name", ["kernel", "enclosure", "simulation"])
def test_judges_are_not_asked_about_nothing(name: str) -> None:
    with pytest.raises(ValueError, match="no moment of this map has a closed form"):
        derive(sp.tanh(w.dot(u))).check(judges=(name,))
