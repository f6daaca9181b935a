"""Parabolas below power series, averages over lengths, and the directions that are best: laws and refusals."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.chains.derivation import Unproved

from rftheory.proofs.simrf._directions import a, b, conformity
from rftheory.proofs.simrf._setting import V, v
from rftheory.chains.chain import Chain
from rftheory.chains.lengths import LENGTHS, conditional, independent_pair, length_power
from rftheory.chains.series import AboveParabola, AboveSum, BelowParabola, bend, curvature
from rftheory.judges import enclosure_judge
from rftheory.kernels import SPLIT, d
from rftheory.numbers.balls import compare, enclose
from rftheory.proofs.simrf._cross_polytope import cross_polytope, parabola, two_blocks
from rftheory.proofs.simrf._iid_lengths import averaged, independent_moment, not_less, pair_moment
from rftheory.propositions import Inequality, Relation
from rftheory.rules.nodes import Expectation, Projection
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

beta, z, s, x, y = (sp.Symbol(name, positive=True) for name in ("beta", "z", "s", "x", "y"))
ARGUMENTS = Domain(tuple(Range(symbol, 0, None, "()", typical=(0, 5)) for symbol in (beta, z, s, x, y)))
FUNCTION = sp.hyper([], [beta], z + s)
PRODUCT = sp.hyper([], [beta], x) * sp.hyper([], [beta], y)
sizes = st.fractions(min_value=sp.Rational(1, 8), max_value=6, max_denominator=8).map(sp.Rational)
RADIUS = sp.Rational(1, 10**20)
_D = Range(d, 2, None, integer=True)
_PAIR = Domain((_D, V))
_GIVEN = Domain((*_PAIR.ranges, *LENGTHS))


@given(sizes, sizes, sizes, sizes)
@settings(max_examples=10, deadline=None)
def test_parabolas_and_products_are_bounds(parameter: sp.Expr, near: sp.Expr, width: sp.Expr, further: sp.Expr) -> None:
    # 0F1 at z + s >= s, touching at s + x, through the point at s
    above = Chain(FUNCTION).by(AboveParabola(s + x, s, z, x))
    below = Chain(sp.hyper([], [beta], z)).by(BelowParabola(z + x, x))
    product = Chain(PRODUCT).by(AboveSum())
    point = {beta: parameter, s: near, x: width, z: further, y: further}
    for chain, wrong in ((above, "<"), (below, ">"), (product, "<")):
        assert compare(chain.start.subs(point), chain.end.subs(point), {}) != wrong


def test_parabolas_are_no_better_than_they_are_said_to_be() -> None:
    """To the left of the second point a parabola is above the function: there the step is refused."""
    function, low, touching = sp.hyper([], [beta], z), z + x, z + 2 * x
    with pytest.raises(Unproved, match="sign"):
        Chain(function).by(AboveParabola(touching, low, -x, x))
    with pytest.raises(Unproved, match="not decided"):
        Chain(function).by(AboveParabola(touching, low, x, x))
    line = function.subs(z, touching) + sp.diff(sp.hyper([], [beta], y), y).subs(y, touching) * (z - touching)
    above = line + bend(function, touching, low) * (z - touching) ** 2
    values = {beta: sp.Rational(3, 2), z: sp.Integer(1), x: sp.Integer(2)}
    assert compare(function.subs(values), above.subs(values).doit(), {}) == "<"
    with pytest.raises(Unproved, match="sign"):
        Chain(sp.hyper([], [beta], z + x)).by(BelowParabola(z, -x))


@pytest.mark.parametrize(
    "product",
    [
        sp.hyper([], [beta], x) * sp.hyper([], [beta + 1], y),
        sp.hyper([], [beta], x) * sp.hyper([], [beta], -y),
        sp.hyper([1], [beta], x) * sp.hyper([], [beta], y),
        sp.hyper([], [beta], x),
    ],
    ids=["other parameter", "negative argument", "1F1", "one factor"],
)
def test_products_of_other_functions_are_refused(product: sp.Expr) -> None:
    with pytest.raises(Unproved):
        Chain(product).by(AboveSum())


def test_curvature_is_the_second_derivative() -> None:
    function = sp.hyper([], [beta], z)
    assert sp.simplify(sp.diff(function, z, 2) - curvature(function, z)) == 0


# -- given the lengths, and on average ------------------------------------------------------------------------------


def test_expectations_given_the_lengths() -> None:
    first, second = (item.symbol for item in LENGTHS)
    expr = 3 * pair_moment(-1 / (d - 1)) - independent_moment / d + v * length_power(1, 2, d) + 2
    opposite = conformity(first**2 + second**2 - 2 * first * second / (d - 1))
    expected = 3 * opposite - conformity(first**2) * conformity(second**2) / d + v * first * second**2 + 2
    point = {d: sp.Integer(3), v: sp.Rational(1, 2), first: sp.Rational(4, 3), second: sp.Integer(2)}
    assert enclose(conditional(expr, d), point, RADIUS).overlaps(enclose(expected, point, RADIUS))


@pytest.mark.parametrize(
    "expr",
    [
        pair_moment(sp.Integer(0)) ** 2,
        sp.exp(pair_moment(sp.Integer(0))),
        pair_moment(sp.Integer(0)) * independent_moment,
        Expectation(sp.exp(Projection("w").dot(SPLIT.z))),
        Expectation(sp.exp(Projection("r_1").dot(SPLIT.z) ** 2)),
        Expectation(Projection("r_1").squared_length(d) + 1),
        Expectation(1 / Projection("r_1").squared_length(d)),
        Expectation(Projection("r_1").squared_length(d + 1)),
        pair_moment(sp.Integer(0)) + LENGTHS[0].symbol,
    ],
    ids=[
        "square",
        "function",
        "product",
        "other projection",
        "Gaussian",
        "sum",
        "negative",
        "other dimension",
        "taken",
    ],
)
def test_what_is_not_linear_in_expectations_over_the_lengths_is_refused(expr: sp.Expr) -> None:
    with pytest.raises(ValueError, match=r"expectation|name of a length"):
        conditional(expr, d)


def test_averages_need_the_lemma_for_both_sides_and_an_angle() -> None:
    left, right = conformity(a**2 + b**2), conformity((a - b) ** 2)
    wrong = Claim("reversed", "", Inequality(right, ">", left), _GIVEN)
    other = Claim("another", "", Inequality(left, ">", right / 2), _GIVEN)
    for lemma in (wrong, other):
        claim = averaged(lemma, pair_moment(sp.Integer(0)), pair_moment(-sp.Integer(1)))
        assert claim.proof is not None
        with pytest.raises(Unproved):
            claim.proof()
    far = Claim("no angle", "", Inequality(conformity(a**2 + b**2 + 4 * a * b), ">", right), _GIVEN)
    with pytest.raises(Unproved, match="no angle"):
        Chain(pair_moment(sp.Integer(2))).for_each(far, target=pair_moment(-sp.Integer(1)))
    plain = Claim("number", "", Inequality(sp.Integer(2), ">", sp.Integer(1)), _GIVEN)
    with pytest.raises(Unproved, match="one dimension"):
        Chain(sp.Integer(2)).for_each(plain, target=sp.Integer(1))


@pytest.mark.parametrize("relation", [">", ">="])
def test_a_negative_difference_is_refuted(relation: Relation) -> None:
    """Opposite directions have less conformity than orthogonal ones: the reverse is refuted."""
    opposite, across = pair_moment(-sp.Integer(1)), pair_moment(sp.Integer(0))
    domain = Domain((Range(d, 2, None, integer=True, awkward=(2,)), V))
    for left, right, enclosed in (
        (opposite, across, "refuted"),
        (across, opposite, "holds"),
    ):
        lemma = Claim("no proof", "", Inequality(left, relation, right), domain)
        claim = not_less(lemma, "difference", "")
        assert enclosure_judge.judge_claim(claim, "quick", 0).answer == enclosed


def test_a_form_of_the_angle_must_be_the_angle() -> None:
    low, high = pair_moment(-1 / d), pair_moment(sp.Integer(0))
    lemma = Claim("any", "", Inequality(conformity(a**2 + b**2 - 2 * a * b / d), "<", conformity(a**2 + b**2)), _GIVEN)
    forms = {low.cosine: (sp.Integer(1), sp.Integer(1))}
    with pytest.raises(Unproved, match="is not decided to be 1"):
        Chain(low).for_each(lemma, target=high)


@pytest.mark.parametrize("dimension", [2, 3, 8])
def test_independent_projections_are_gaussian(dimension: int) -> None:
    point = {d: sp.Integer(dimension), v: sp.Rational(3, 4)}
    assert enclose(independent_moment, point, RADIUS).overlaps(enclose(sp.exp(v**2), point, RADIUS))
    assert independent_pair(SPLIT.z) != independent_moment


# -- directions -----------------------------------------------------------------------------------------------------


def _value(cosines: np.ndarray, one: float, other: float, size: float, dimension: int) -> float:
    """The sum over ordered pairs for given lengths, by the series of 0F1."""
    argument = size**2 / 4 * (one**2 + other**2 + 2 * one * other * cosines)
    term, total = np.ones_like(argument), np.ones_like(argument)
    for k in range(60):
        term = term * argument / ((dimension / 2 + k) * (k + 1))
        total = total + term
    return float(total.sum() - np.trace(total))


@pytest.mark.parametrize("dimension", [2, 3, 5])
def test_sums_over_explicit_directions(dimension: int) -> None:
    """The closed forms against matrices of cosines; random directions are never below."""
    point = {d: sp.Integer(dimension), v: sp.Rational(3, 2), a: sp.Rational(2), b: sp.Rational(5, 4)}
    numbers = (2.0, 1.25, 1.5, dimension)
    axes = np.vstack([np.eye(dimension), -np.eye(dimension)])
    best = float(sp.N(cross_polytope.subs(point)))
    # a sum of at most 100 terms of size best, each with 60 roundings of its series
    error = 100 * 60 * np.finfo(float).eps * best
    assert abs(_value(axes @ axes.T, *numbers) - best) < error
    generator = np.random.default_rng(3)
    for _ in range(20):
        directions = generator.standard_normal((2 * dimension, dimension))
        directions /= np.linalg.norm(directions, axis=1)[:, None]
        assert _value(directions @ directions.T, *numbers) > best
    assert float(sp.N(two_blocks.subs(point))) > best


def test_the_parabola_meets_the_conformity_where_it_should() -> None:
    point = {d: sp.Integer(4), v: sp.Integer(2), a: sp.Rational(3, 2), b: sp.Integer(1)}
    for c, order in itertools.chain(((k, "overlap") for k in (-1, 0)), ((sp.Rational(1, 2), ">"), (1, ">"))):
        value = conformity(a**2 + b**2 + 2 * a * b * sp.sympify(c))
        assert compare(value.subs(point), parabola(sp.sympify(c)).subs(point), {}) == order
