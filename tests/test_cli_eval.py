"""``rftheory eval``: exact points, domains, digits and error bounds."""

from __future__ import annotations

import pytest
import sympy as sp
from flint import acb, arb, ctx

from rftheory.answers.value import decimal_ball, evaluate
from rftheory.inputs.points import parse_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", sp.Rational(1, 10)),
        ("1e-3", sp.Rational(1, 1000)),
        ("pi - 1/10000", sp.pi - sp.Rational(1, 10000)),
        ("-2**3", sp.Integer(-8)),
        ("sqrt(2)/2", sp.sqrt(2) / 2),
        ("2**(1/2)", sp.sqrt(2)),
        ("acos(1/3)", sp.acos(sp.Rational(1, 3))),
        ("log(2) - atan(2)", sp.log(2) - sp.atan(2)),
    ],
)
def test_values_are_exact(text: str, value: sp.Expr) -> None:
    assert parse_value("v", text) == value


def test_the_error_bound_covers_what_is_printed() -> None:
    previous, ctx.prec = ctx.prec, 300
    try:
        root = arb(2).sqrt()
        value, error = decimal_ball(root, 20)
        assert (arb(f"{value} +/- {error}")).contains(root)
        assert decimal_ball(arb(1) / 4, 5)[1] == "0"
        assert decimal_ball(arb("0 +/- 0.5"), 5)[0] == "0"
        assert decimal_ball(acb(2), 5)[1] == "0"
    finally:
        ctx.prec = previous


def test_a_claimed_form_takes_what_occurs_in_it() -> None:
    whole = evaluate("hrf.lemma-3.2", theta="acos(1/3)", x_norm=1, y_norm=1, m=1, n=1)
    assert evaluate("hrf.lemma-3.2", theta="acos(1/3)").value == whole.value


def test_vectors_stand_for_norms_and_angle() -> None:
    told = evaluate("hrf.lemma-2.2-pos", x=("1/2", 0), y=(1, "sqrt(3)"), m=1)
    assert told.value == evaluate("hrf.lemma-2.2-pos", x_norm="1/2", y_norm=2, theta="pi/3", m=1).value


def test_a_complex_parameter_is_its_parts() -> None:
    at = {"x_norm": 1, "y_norm": 1, "theta": 1, "d": 3}
    whole = evaluate("crt.theorem-3.2", A="-1/10+I/5", **at)
    assert whole.value == evaluate("crt.theorem-3.2", A_re="-1/10", A_im="1/5", **at).value
    assert evaluate("crt.theorem-3.2", A="-1/10", **at).value == evaluate("crt.theorem-3.2", A="-1/10+0*I", **at).value
    # a control: where the domain is real it says so, and nothing is given twice
    for values, message in (
        (
            {"A": "-1/10+I/5", "x_norm": 1, "y_norm": 1, "v": 1, "d": 3},
            "A = -1/10 \\+ I/5 is not allowed; allowed: A in",
        ),
        ({"A": "sqrt(-1)", "x_norm": 1, "y_norm": 1, "v": 1, "d": 3}, "not a finite real number"),
    ):
        with pytest.raises(ValueError, match=message):
            evaluate("crt.theorem-3.3", **values)
    with pytest.raises(ValueError, match="A_im follows from A"):
        evaluate("crt.theorem-3.2", A="-1/10", A_im=1, **at)


@pytest.mark.parametrize(
    ("x_norm", "y_norm", "v"),
    [
        ("sqrt(2)", "sqrt(3)", "sqrt(2)+sqrt(3)"),
        ("sqrt(2)", "sqrt(3)", "sqrt(5+2*sqrt(6))"),
        ("log(2)", "log(3)", "log(6)"),
    ],
)
def test_a_condition_may_hold_with_equality(x_norm: str, y_norm: str, v: str) -> None:
    assert evaluate("crt.fig-1", x_norm=x_norm, y_norm=y_norm, v=v, d=2).value.startswith(("2.05", "6.35"))
    # a control: a little more is outside, and what no ball tells apart is no tie unless that is exact
    for more, answer in (("1/10**9", "does not hold"), ("1/10**900/10**900", "is not seen to hold")):
        with pytest.raises(ValueError, match=f"v <= x_norm \\+ y_norm {answer}"):
            evaluate("crt.fig-1", x_norm=x_norm, y_norm=y_norm, v=f"{v}+{more}", d=2)


@pytest.mark.parametrize(
    "guess", [sp.sqrt(7), -sp.sqrt(2) - sp.sqrt(3), sp.sqrt(2) + sp.sqrt(3) + sp.Rational(1, 10**900)]
)
def test_a_wrong_guess_for_a_root_of_roots_is_not_believed(guess: sp.Expr, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sp, "sqrtdenest", lambda root: guess)
    with pytest.raises(ValueError, match="is not seen to hold"):
        evaluate("crt.fig-1", x_norm="sqrt(2)", y_norm="sqrt(3)", v="sqrt(5+2*sqrt(6))", d=2)


def test_zero_is_told_exactly() -> None:
    equal = {"y_norm": "sqrt(2)", "theta": 0, "m": 1}
    value = evaluate("hrf.lemma-2.2-trig", x_norm="sqrt(2)", **equal)
    assert (value.value, value.error) == ("0", "0")
    # vectors are left to the balls
    at = {"N": 2, "omega": (1, 2), "L_1": 1, "alpha": (1,), "f": (("1/3", "1/7"),)}
    assert evaluate("opt.corollary-1-tight", definition=True, **at).value
    # a control
    assert evaluate("hrf.lemma-2.2-trig", x_norm="sqrt(2)+1/10**30", **equal).value.endswith("e-119")


def test_zero_vectors_need_no_angle_where_the_form_takes_none() -> None:
    zero = {"x": ("1/2", "1/3"), "y": (0, 0)}
    without = evaluate("hrf.lemma-2.2-pos", m=2, **zero)
    assert without.value == evaluate("hrf.lemma-2.2-pos", m=2, theta="1/3", **zero).value


def test_a_refuted_form_names_its_correction() -> None:
    note = evaluate("hrf.lemma-3.2-proof", "(44), fourth member", theta="pi/3", n=2).note
    assert "is lost" in note and "(corrected: --claim '(44), fourth member corrected')" in note
    # a wrong step of a statement that stands
    assert "is positive" in evaluate("simrf.zcrit", "a threshold in the plane").note
    assert not evaluate("simrf.zcrit", "no threshold in the plane").note


@pytest.mark.parametrize(
    ("statement", "claim", "point"),
    [
        ("hrf.lemma-3.2", "mean", {"theta": "pi/3", "x_norm": 1, "y_norm": 1, "m": 1, "n": 2}),
        ("hrf.lemma-2.2-trig", None, {"x_norm": "1/2", "y_norm": 1, "theta": "pi/3", "m": 2}),
        ("crt.theorem-3.2", None, {"A": "-1/10+I/5", "x_norm": 1, "y_norm": 1, "theta": 1, "d": 3}),
        ("crt.theorem-3.5", None, {"x": ("1/2", "1/3"), "y": ("1/4", "1/5"), "p": "1/2", "d": 2}),
    ],
)
@pytest.mark.parametrize("definition", [False, True])
def test_mpmath_is_a_second_opinion(statement: str, claim: str | None, point: dict, definition: bool) -> None:
    ball = evaluate(statement, claim, definition=definition, digits=40, **point)
    other = evaluate(statement, claim, definition=definition, digits=40, backend="mpmath", **point)
    # of a complex definition the real part
    value, error = (sp.Rational(text.split(" ")[0]) for text in (ball.value, ball.error))
    assert abs(value - sp.Rational(other.value)) <= error + sp.Rational(1, 10**38) * abs(value)
    assert (other.backend, other.error) == ("mpmath", "") and "without a bound" in str(other)


def test_there_are_two_backends() -> None:
    with pytest.raises(ValueError, match="backend must be one of balls, mpmath, got 'float'"):
        evaluate("hrf.lemma-3.2", theta=1, backend="float")
