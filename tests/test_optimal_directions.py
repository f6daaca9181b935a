"""The directions that are best: sums over them, against matrices of cosines, and what enclosures say of differences."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import sympy as sp

from rftheory.proofs.simrf._directions import a, b, conformity
from rftheory.proofs.simrf._setting import V, v
from rftheory.chains.lengths import independent_pair
from rftheory.inputs.kernels import SPLIT, d
from rftheory.judges import enclosure_judge
from rftheory.numbers.balls import compare, enclose
from rftheory.proofs.simrf._cross_polytope import cross_polytope, parabola, two_blocks
from rftheory.proofs.simrf._iid_lengths import independent_moment, not_less, pair_moment
from rftheory.rules.propositions import Inequality, Relation
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

RADIUS = sp.Rational(1, 10**20)
_D = Range(d, 2, None, integer=True)


@pytest.mark.parametrize("relation", [">", ">="])
def test_a_negative_difference_is_refuted(relation: Relation) -> None:
    """Opposite directions have less conformity than orthogonal ones: the reverse is refuted."""
    opposite, across = pair_moment(-sp.Integer(1)), pair_moment(sp.Integer(0))
    domain = Domain((Range(d, 2, None, integer=True, awkward=(2,)), V))
    for left, right, answer in ((opposite, across, "refuted"), (across, opposite, "holds")):
        lemma = Claim("no proof", "", Inequality(left, relation, right), domain)
        claim = not_less(lemma, "difference", "")
        assert enclosure_judge.judge_claim(claim, "quick", 0).answer == answer


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
