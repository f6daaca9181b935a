"""Rows of the simplex, and two of its projections given their lengths."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.chains.lengths import given_lengths
from rftheory.couplings.simplex import simplex_matrix
from rftheory.inputs.coordinates import x
from rftheory.inputs.kernels import SPLIT, d
from rftheory.proofs.simrf import _simplex, algorithm_1
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.nodes import Projection

_W = Projection("w")


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


def test_samples_of_several_exponentials_are_refused() -> None:
    with pytest.raises(ValueError, match="two samples exp"):
        given_lengths(AngleExpectation([sp.cosh(_W.dot(SPLIT.z))] * 2, d, sp.Integer(0)))
