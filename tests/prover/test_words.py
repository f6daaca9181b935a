"""Words of statements: each true claim is proved, and its false twin refuted; what is no table of means is left open."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import sympy as sp

from rftheory.vocabulary import (
    Domain,
    Equality,
    Phase,
    Probability,
    Signs,
    claim,
    d,
    eq,
    indicator,
    le,
    normal_cdf,
    relu,
    theta,
    uniform_number,
    x_norm,
    y_norm,
)  # fmt: skip
from rftheory.judges import enclosure_judge
from rftheory.judges.translation import compare
from rftheory.numbers.balls import ball
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.prover.failure import Unproved
from rftheory.prover.proving import Prover
from rftheory.prover.theory import theory
from rftheory.prover.trace import Trace
from rftheory.rules.propositions import Proposition
from rftheory.rules.sources import contradictions
from rftheory.statements.claims import Claim
from tests.prover.places import CLOSED, DIRECTED, DOT, LINE, OPEN, UX, UY, WX, WY, A, E, T
from tests.prover.words import LONG, PLANAR, TO_FEWER_DIGITS, WIDE, WORDS

PLACE = {
    x_norm: sp.Integer(1), y_norm: sp.Integer(2), theta: sp.Integer(1), A: sp.Rational(1, 2), T: sp.Rational(1, 3)
}  # fmt: skip
_s, _u, _HALF = Signs("s"), uniform_number("u"), sp.Rational(1, 2)


def _claim(name: str, said: Proposition, domain: Domain) -> Claim:
    made: Claim = claim(f"claim: {name}", said, domain)
    return made


@pytest.mark.parametrize("name", WORDS)
def test_a_true_claim_is_proved_as_what_it_says_and_its_false_twin_is_not(name: str) -> None:
    """In one run: all that the first one needed is there for the twin, too.

    What is false has no proof in the kernel; a search that ends without one after seconds only is not waited for, as balls refute it too.
    """
    word, prover = WORDS[name], Prover(Trace(library=theory()))
    one, twin = _claim(name, word.true, word.domain), _claim(name, word.false, word.twin or word.domain)
    made, theorem = prover.claim("one", one)
    assert theorem.judgement is made.prop
    assert not compare(made.name, one).differs
    if name in LONG:
        return
    with pytest.raises(Unproved):
        prover.claim("twin", twin)


@pytest.mark.parametrize("name", [name for name in WORDS if name not in (*PLANAR, *WIDE)])
def test_values_hold_at_points_and_those_of_the_false_twin_do_not(name: str) -> None:
    word = WORDS[name]
    finding = enclosure_judge.judge_claim(_claim(name, word.true, word.domain), "quick", 0)
    assert finding.answer == ("undecided" if name in TO_FEWER_DIGITS else "holds"), finding.reason
    assert (
        enclosure_judge.judge_claim(_claim(name, word.false, word.twin or word.domain), "quick", 0).answer == "refuted"
    )


@pytest.mark.parametrize("name", PLANAR)
def test_integrals_over_the_plane_have_their_value_at_a_point_and_not_that_of_the_false_twin(name: str) -> None:
    """The judge takes seconds at each of its points; nine digits at one tell the value from any that is not made for it."""
    said, false = WORDS[name].true, WORDS[name].false
    assert isinstance(said, Equality) and isinstance(false, Equality)
    left, right, wrong = (ball(side, PLACE, 64) for side in (said.left, said.right, false.right))
    assert left.overlaps(right) and not left.overlaps(wrong)
    assert left.rel_accuracy_bits() > 30


def test_a_probability_of_an_order_is_the_mean_of_its_indicator() -> None:
    said = eq(Probability(sp.Gt(WX, 1, evaluate=False)), normal_cdf(-1 / x_norm))
    made, theorem = Prover(Trace(library=theory())).claim("one", _claim("probability", said, OPEN))
    assert theorem.judgement is made.prop


def test_what_stopped_each_way_is_said() -> None:
    # false by a part in 50,000, which no point shows
    said = le(x_norm**2 * E(relu(WY)), sp.Rational(21109, 100000) * (x_norm**3 + y_norm**3))
    with pytest.raises(Unproved, match=r"as it stands: .*monotone in x_norm: .*monotone in y_norm: "):
        Prover(Trace(library=theory())).claim("one", _claim("a product", said, OPEN))


def test_what_the_page_says_to_be_out_of_reach_is_neither_proved_nor_refuted() -> None:
    """The kernel leaves it open; a wrong constant is refuted."""
    value = sp.exp(-(y_norm**2) / 2) * sp.erfi(DOT / sp.sqrt(1 + 2 * x_norm**2))
    product = E(sp.erf(WX) * sp.sin(WY))
    with pytest.raises(Unproved):
        Prover(Trace(library=theory())).claim("one", _claim("error function", eq(product, value), OPEN))
    found, at = ball(product, PLACE, 64), ball(value, PLACE, 64)
    assert found.overlaps(at) and not found.overlaps(2 * at)


def test_the_arc_cosine_kernel_of_degree_3_is_proved_and_a_wrong_constant_is_refuted() -> None:
    c, s = sp.cos(theta), sp.sin(theta)
    value = (x_norm * y_norm) ** 3 * ((4 + 11 * c**2) * s + (sp.pi - theta) * (9 * c + 6 * c**3)) / (2 * sp.pi)
    product, prover = E(relu(WX) ** 3 * relu(WY) ** 3), Prover(Trace(library=theory()))
    made, theorem = prover.claim("one", _claim("arc-cosine", eq(product, value), OPEN))
    assert theorem.judgement is made.prop
    with pytest.raises(Unproved):
        prover.claim("twin", _claim("arc-cosine", eq(product, 2 * value), OPEN))
    found, at = ball(product, PLACE, 64), ball(value, PLACE, 64)
    assert found.overlaps(at) and not found.overlaps(2 * at)


@pytest.mark.parametrize("name", ["s", "t", "q"])
def test_a_parameter_may_have_the_name_of_an_image(name: str) -> None:
    rate = sp.Symbol(name, real=True)
    said, plain = (E(sp.Abs(WX) * sp.Abs(WY) * sp.cosh(number * WX)) for number in (rate, sp.Rational(1, 2)))
    assert ball(said, {**PLACE, rate: sp.Rational(1, 2)}, 64).overlaps(ball(plain, PLACE, 64))


@pytest.mark.parametrize(
    ("said", "domain", "answer"),
    [
        (eq(_s[1] ** 2, 1), LINE, "undecided"),  # a sign outside of a mean
        (eq(E(_s[0]), 0), LINE, "undecided"),  # entries are counted from 1
        (eq(E(_s[1] * _s[T]), 0), LINE, "undecided"),
        (eq(E(sp.exp(_s[1] * WX)), sp.exp(x_norm**2 / 2)), CLOSED, "holds"),
        (eq(E(UX * sp.exp(UY)), 0), DIRECTED, "refuted"),
        (eq(E(sp.Max(UX, UY**2)), x_norm), DIRECTED, "refuted"),
    ],
)
def test_what_is_no_table_of_signs_and_directions_is_left_open(said: Proposition, domain: Domain, answer: str) -> None:
    one = _claim("open", said, domain)
    with pytest.raises(Unproved):
        Prover(Trace(library=theory())).claim("one", one)
    assert enclosure_judge.judge_claim(one, "quick", 0).answer == answer


def test_a_name_is_one_source() -> None:
    """Signs and a phase of one name are refused; a form and signs too."""
    assert [*contradictions([E(_s[1] * Phase("s"))])]
    assert not [*contradictions([E(_s[1] * Phase("b"))])]
    with pytest.raises(ValueError, match="entries must be those of a vector"):
        _s.dot(())


def test_a_root_is_integrated_up_to_its_branch() -> None:
    """Next to a branch an integrand is not analytic, and what is not known to be analytic is refused."""
    for sample, value in ((sp.sqrt(_u), sp.Rational(2, 3)), (sp.sqrt(_u) ** 3, sp.Rational(2, 5))):
        assert sp.re(sp.sympify(complex(ball(E(sample), {}, 64).mid()))) == pytest.approx(float(value), abs=1e-9)
    for sample in (sp.besselj(_u, 1), sp.re(sp.exp(sp.I * _u)) ** _u):
        with pytest.raises(UnsupportedExpression, match="not known to be analytic|varying exponent"):
            ball(E(sample), {}, 64)


_ARC = (sp.sin(theta) + (sp.pi - theta) * sp.cos(theta)) / (2 * sp.pi)


@pytest.mark.parametrize(
    ("sample", "value", "drawn"),
    [
        (sp.sign(UX) * sp.sign(UY), 1 - 2 * theta / sp.pi, lambda p, q: np.sign(p) * np.sign(q)),
        (relu(UX) * relu(UY), x_norm * y_norm * _ARC / d, lambda p, q: np.maximum(p, 0) * np.maximum(q, 0)),
        (
            relu(UX) * UY**2,
            x_norm
            * y_norm**2
            * (1 + sp.cos(theta) ** 2)
            * sp.gamma(d / 2)
            / (4 * sp.sqrt(sp.pi) * sp.gamma((d + 3) / 2)),
            lambda p, q: np.maximum(p, 0) * q**2,
        ),
    ],
)
def test_signs_of_a_direction_are_proved_and_drawn(
    sample: sp.Expr, value: sp.Expr, drawn: Callable[[np.ndarray, np.ndarray], np.ndarray]
) -> None:
    """Balls do not integrate two kinks over the sphere, so draws judge the values; twice the value is not proved, nor drawn."""
    prover = Prover(Trace(library=theory()))
    made, theorem = prover.claim("one", _claim("direction", eq(E(sample), value), DIRECTED))
    assert theorem.judgement is made.prop
    with pytest.raises(Unproved):
        prover.claim("twin", _claim("direction", eq(E(sample), 2 * value + 1), DIRECTED))
    angle, size = 1.1, 3
    places = np.random.default_rng(7).standard_normal((400_000, size))
    places /= np.linalg.norm(places, axis=1)[:, None]
    values = drawn(places[:, 0], 2 * (np.cos(angle) * places[:, 0] + np.sin(angle) * places[:, 1]))
    expected = float(value.subs({x_norm: 1, y_norm: 2, theta: angle, d: size}))
    assert abs(values.mean() - expected) < 5 * values.std() / np.sqrt(len(values))


def test_a_kink_of_a_uniform_number_is_integrated_on_both_sides() -> None:
    for sample, value in ((sp.Abs(_u - _HALF), 0.25), (relu(3 * _u - 1), 2 / 3), (sp.sign(_u - _HALF / 2), 0.5)):
        found = ball(E(sample), {}, 64)
        assert float(found.rad()) < 1e-15
        assert abs(complex(found.mid()) - value) < 1e-15


def test_no_event_is_no_indicator() -> None:
    with pytest.raises(ValueError, match="event must be an order"):
        indicator(sp.Eq(WX, 1))
