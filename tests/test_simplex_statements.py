"""Rows of the simplex, two of its projections as an estimator, and chains over the lengths of two projections."""

from __future__ import annotations

import pytest
import sympy as sp
from rftheory.evidence.derivation import Unproved
from rftheory.evidence.length_steps import LENGTHS, LengthBound, given_lengths

from rftheory.proofs.simrf._setting import v
from rftheory.coordinates import x
from rftheory.couplings.simplex import simplex_matrix
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.kernels import SPLIT, d, v2
from rftheory.proofs.simrf import _simplex, algorithm_1
from rftheory.proofs.simrf.corollary_3_3 import lower_conformity
from rftheory.propositions import Inequality
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.nodes import Projection
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

FAMILY = GeneralizedExponential(sp.Integer(0), 1)
_W = Projection("w")
_DOMAIN = Domain((Range(v2, 0, None, "()"), Range(d, 2, None, integer=True)))


def _at(cosine: sp.Expr | int, power: int = 1) -> AngleExpectation:
    return AngleExpectation([sp.exp(power * _W.dot(SPLIT.z))] * 2, d, sp.sympify(cosine))


@pytest.mark.parametrize("n", [2, 3, 5, 8])
def test_rows_of_the_statement_are_those_of_the_sampler(n: int) -> None:
    matrix = simplex_matrix(n)
    stretch, shift, last = (e.subs(d, n) for e in (_simplex.STRETCH, _simplex.SHIFT, _simplex.LAST))
    for i in range(n):
        for j in range(n):
            entry = (stretch * int(i == j) - shift if i < n - 1 else last) if j < n - 1 else 0
            assert sp.simplify(matrix[i, j] - entry) == 0


def test_the_algorithm_multiplies_by_the_matrix() -> None:
    values = sp.Tuple(3, -1, 2, 7)
    point = {d: sp.Integer(4)}
    product = simplex_matrix(4) * sp.Matrix(list(values))
    entries = {x[k + 1]: value for k, value in enumerate(values)}
    last = algorithm_1.last.subs(point).doit().subs(entries)
    assert sp.simplify(last - product[3]) == 0
    row = next(symbol for symbol in algorithm_1.entry(last).free_symbols if symbol.name == "i")
    for number in (1, 2, 3):
        entry = algorithm_1.entry(last).subs({**point, row: number}).subs(entries)
        assert sp.simplify(entry - product[number - 1]) == 0


def test_a_chain_over_lengths_needs_the_right_lemma() -> None:
    domain = Domain((*_DOMAIN.ranges, *LENGTHS))
    low, high = (given_lengths(_at(c)) for c in (-1 / (d - 1), sp.Integer(0)))
    wrong = Claim("wrong", "", Inequality(high, "<", low), domain)
    unproved = Claim("unproved", "", Inequality(low, "<", high), domain)
    elsewhere = Claim("elsewhere", "", Inequality(low, "<", high), _DOMAIN)
    for lemma in (wrong, unproved, elsewhere):
        with pytest.raises(Unproved):
            LengthBound(_at(-1 / (d - 1)), _DOMAIN).for_all_lengths(_at(0), lemma)


def test_a_chain_over_lengths_needs_an_angle() -> None:
    domain = Domain((*_DOMAIN.ranges, *LENGTHS))
    lemma = Claim("too obtuse", "", Inequality(given_lengths(_at(-2)), "<", given_lengths(_at(0))), domain)
    with pytest.raises(Unproved, match="no angle"):
        LengthBound(_at(-2), _DOMAIN).for_all_lengths(_at(0), lemma)
    with pytest.raises(Unproved, match="not an expectation at the cosine 0"):
        LengthBound(_at(-1 / (d - 1)), _DOMAIN).as_frame()


def test_samples_of_several_exponentials_are_refused() -> None:
    with pytest.raises(ValueError, match="two samples exp"):
        given_lengths(AngleExpectation([sp.cosh(_W.dot(SPLIT.z))] * 2, d, sp.Integer(0)))


def test_conformities_are_compared_over_the_whole_domain() -> None:
    lemma = lower_conformity()
    assert lemma.proof is not None
    chain = lemma.proof()
    assert chain.relation() == "<" and v not in chain.end.free_symbols
