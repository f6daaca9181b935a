"""Pages of statements in a notebook: what they show is what the statement file says, and verdicts are reached, not told."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import sympy as sp

from rftheory.montecarlo.intervals import Interval, inconclusive
from rftheory.report.formulas import lines
from rftheory.report.notebook import derivations, in_balls, mp, numbers, plain, row_of, rows_of, statement, through
from rftheory.report.notebook.beside import Beside
from rftheory.report.notebook.markdown import domain_latex, escaped
from rftheory.statements.domain import Domain, Range
from rftheory.statements.files import listed
from rftheory.statements.loading import find_claim, load
from rftheory.statements.printing import latex, printed

_SLIP = "hrf.lemma-3.2-proof"
_FALSE, _TRUE = "(44), fourth member", "(44), fourth member corrected"


def test_a_claim_shows_the_formula_of_its_file() -> None:
    (claim,) = listed(load("hrf.eq-1"))
    shown = statement("hrf.eq-1").claim(claim.name).show().markdown
    assert printed(claim.proposition)["latex"] in shown
    assert escaped(claim.says) in shown


def test_a_derivation_shows_the_printed_form_and_what_the_kernel_says() -> None:
    claim = find_claim(_SLIP, _TRUE)
    shown = statement(_SLIP).claim(_TRUE).derivation()
    assert latex(claim.proposition.right) in shown.markdown.replace("\\\\\n& \\quad ", "")
    assert "**The claim is proved: its certificate is replayed.**" in shown.markdown


def test_derivations_are_ticked_and_linked_to_the_pages_of_their_statements() -> None:
    shown = derivations(f"{_SLIP}: {_TRUE}", f"{_SLIP}: {_FALSE}").markdown
    assert shown.count(f'<a href="../report/s/{_SLIP}.html">') == 2
    assert "(\N{CHECK MARK})" in shown and "**The claim is not proved.**" in shown
    with pytest.raises(ValueError, match="name must be one of"):
        derivations(_SLIP)


def test_formulas_of_many_digits_are_those_of_floats() -> None:
    third, angle = numbers("1/3", "pi/3")
    assert mp.almosteq(3 * third, 1, mp.mpf(10) ** -59) and mp.almosteq(mp.cos(angle), mp.mpf(1) / 2, mp.mpf(10) ** -59)
    places = np.array([0.0, 1.0, 2.0])
    # a rounding of each
    np.testing.assert_allclose(
        plain(lambda x, y: mp.exp(x * y), places, 2), np.exp(2 * places), rtol=2 * np.finfo(float).eps
    )


def test_a_false_claim_is_not_proved_and_its_balls_differ() -> None:
    page = statement(_SLIP).claim(_FALSE)
    assert "**The claim is not proved.**" in page.derivation().markdown
    assert "the two sides differ" in page.counterexample().markdown


def test_balls_of_a_true_claim_overlap_where_those_of_the_false_one_do_not() -> None:
    point = {"x_norm": 1, "y_norm": sp.Rational(1, 2), "theta": "pi/2", "m": 1, "n": 2}
    assert "overlap" in statement(_SLIP).claim(_TRUE).at(**point).markdown
    assert "differ" in statement(_SLIP).claim(_FALSE).at(**point).markdown


def test_an_inequality_holds_at_one_point_and_fails_at_another() -> None:
    page = statement("hrf.theorem-3.5-bound").claim("bound")
    assert "`<=` holds here" in page.at(r=2, theta="1/3", m=1, n=1).markdown
    assert "`<=` **fails** here" in page.counterexample().markdown


@pytest.mark.parametrize("sums", [False, True])
@pytest.mark.parametrize("name", ["crt.theorem-3.2", "simrf.theorem-3.2", "hrf.lemma-2.2-pos"])
def test_lines_of_a_formula_are_the_formula(name: str, sums: bool) -> None:
    for claim in listed(load(name)):
        formula = printed(claim.proposition)["latex"]
        parts = lines(formula, 80, sums)
        assert "".join(" ".join(parts).split()) == "".join(formula.split())
        assert len(parts) > 1
        # no part ends inside of a bracket
        assert all(part.count(r"\left") == part.count(r"\right") for part in parts)
        assert all(part.count("{") == part.count("}") for part in parts)


def test_domains_say_intervals_integers_and_conditions() -> None:
    x, m, k = sp.Symbol("x_norm"), sp.Symbol("m"), sp.Symbol("k")
    domain = Domain((Range(x, 0, None, "()"), Range(m, 1, None, integer=True), Range(k, 2, 5, integer=True)))
    assert domain_latex(domain) == r"\|x\| \in (0, \infty),\; \text{integer } m \ge 1,\; \text{integer } 2 \le k \le 5"
    assert domain_latex(domain.where(sp.Ge(m, k))).endswith(r"m \geq k")


def test_text_is_kept_from_being_markdown() -> None:
    assert escaped("a*b_c|d < $e$") == r"a\*b\_c\|d &lt; \$e\$"


def test_a_number_by_hand_is_held_against_the_definition_and_the_form() -> None:
    with mpmath.workdps(60):
        right = 1 - (1 + 4 * (mpmath.mpf(3) / 20) ** 2) ** (-mpmath.mpf(3) / 2)
        told = [
            in_balls(value, "opt.optimum-positive", "value", tau="3/20", d=3)
            for value in (right, right * (1 + mpmath.mpf(10) ** -48))
        ]
    assert told[0].endswith("50 digits agree") and told[1].endswith("50 digits DIFFER")


def test_a_row_says_whether_theory_is_inside() -> None:
    values = np.random.default_rng(1).standard_normal(10_000)
    assert str(row_of(0, 0, values, 1)).endswith("(proved)")
    assert str(row_of(0, 0.1, values, 1)).endswith("THEORY OUTSIDE")
    assert (
        str(Beside(0, 0, 1, inconclusive(0.01, "few draws")))
        == "0: theory 0.0000, draws 1.0000, no interval: few draws"
    )
    with pytest.raises(ValueError, match="variance must be finite and >= 0, got -1"):
        row_of(0, 0, values, -1)


def test_rows_of_a_mechanism_are_in_plain_numbers_beside_the_formula() -> None:
    x = np.array([[0.5, 0.0], [1.0, 0.0]])
    squares = 4 * np.square(x).sum(axis=1)
    theory = np.exp(2 * squares) - np.exp(squares)
    rows = rows_of("variance", "positive", x, x, [0.5, 1.0], theory * np.exp(-squares / 2), m=1, draws=20_000)
    assert all(row.interval.kind == "proved" and row.theory in row.interval for row in rows)
    assert not any(row.theory * 2 in row.interval for row in rows)
    with pytest.raises(ValueError, match="places and theory must be 2 numbers, as many as pairs, got 1, 2"):
        rows_of("variance", "positive", x, x, [0.5], theory, m=1, draws=1000)


def test_a_curve_goes_through_rows_with_an_interval_alone() -> None:
    held = Beside(1.0, 2.0, 2.1, Interval(1.9, 2.3, 0.99, "proved"))
    pictures = [
        through("falls", "x", "y", ("label", [0, 2], [3, 1], rows), unit=2.0, best=1.0).png
        for rows in ([held], [held, Beside(0.0, 3.0, 9.0, inconclusive(0.01, "few draws"))], [held, held.over(2)])
    ]
    assert pictures[0] == pictures[1] != pictures[2]
