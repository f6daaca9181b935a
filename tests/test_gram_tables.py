"""Spaces are told by their whole tables, and vectors whose table is not positive semidefinite do not exist."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence.bounds import Bound
from rftheory.evidence.deciding import judge_claim
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.gram_tables import gram_refusals

from rftheory.kernels import EQUAL_PAIR, PAIR, SPLIT, Pair, Space, d, offset, r, theta, v2, x_norm, y_norm, z2
from rftheory.propositions import Equality, Inequality
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import integrate_gaussian
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.orthant import integrate_signs
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

W = Projection("w")
a, b, c = (sp.Symbol(name, real=True) for name in "abc")
_REALS = Domain(tuple(Range(symbol, typical=(-2, 2)) for symbol in (a, b, c)))
_LENGTHS = (Range(x_norm, 0, None, "()"), Range(y_norm, 0, None, "()"))


def _space(rows: list[list[sp.Expr | int]], name: str = "table") -> Space:
    names = "xyzuv"[: len(rows)]
    return Space(name, lambda p, q: rows[names.index(p)][names.index(q)], names)


def _exponential(space: Space) -> sp.Expr:
    return Expectation(sp.exp(sp.Add(*(W.dot(space.vector(name)) for name in space.names))))


# -- identity -----------------------------------------------------------------------------------------------------------


def test_one_name_does_not_make_one_space() -> None:
    one, same, other = (_space([[1, square], [square, 1]]) for square in (0, 0, sp.Rational(1, 2)))
    assert one == same and hash(one) == hash(same) and one != other
    forms = [W.dot(space.vector("x")) for space in (one, same, other)]
    assert forms[0] == forms[1] != forms[2]
    assert len({str(form) for form in forms}) == len({sp.latex(form) for form in forms}) == 1
    assert sp.srepr(forms[0]) == sp.srepr(forms[1]) != sp.srepr(forms[2])
    assert (forms[0] - forms[2]) != 0
    with pytest.raises(ValueError, match="different spaces"):
        one.vector("x") + other.vector("y")


def test_a_product_that_no_vector_of_the_form_uses_counts() -> None:
    """x alone has the same square in both tables, but x.y differs: w.x of one is not w.x of the other."""
    first, second = (_space([[1, cross], [cross, 1]]) for cross in (0, 1))
    mixed = W.dot(first.vector("x")) + W.dot(second.vector("y"))
    for node in (Expectation(sp.exp(mixed)), Expectation(sp.Mul(*(sp.sign(form) for form in mixed.args)))):
        assert integrate_signs(integrate_gaussian(node)) == node


def test_a_table_without_names_is_told_by_its_products() -> None:
    tables = [{"xx": 1, "yy": 1, "xy": cross} for cross in (0, 0, 1)]
    spaces = [Space("open", lambda p, q, table=table: table["".join(sorted(p + q))]) for table in tables]
    firsts = [W.dot(space.vector("x")) for space in spaces]
    seconds = [W.dot(space.vector("y")) for space in spaces]
    assert firsts[0] == firsts[1] != firsts[2] and seconds[0] == seconds[1] != seconds[2]
    assert integrate_gaussian(Expectation(sp.exp(firsts[0] + seconds[1]))) == sp.E
    mixed = Expectation(sp.exp(firsts[0] + seconds[2]))
    assert integrate_gaussian(mixed) == mixed
    assert pickle.loads(pickle.dumps(seconds[0])) == seconds[0]


def test_no_register_stands_between_two_who_use_a_name() -> None:
    for square in (1, 4):
        space = _space([[square]], "used by two")
        assert integrate_gaussian(_exponential(space)) == sp.exp(sp.Rational(square, 2))


def test_forms_travel_between_processes() -> None:
    form = W.dot(PAIR.x + 2 * PAIR.y)
    again = pickle.loads(pickle.dumps(form))
    assert again == form and hash(again) == hash(form)
    assert {f.space for f in again.atoms(type(W.dot(PAIR.x)))} == {PAIR.x.space}


# -- existence ------------------------------------------------------------------------------------------------------------

_IMPOSSIBLE: dict[str, tuple[list[list[sp.Expr | int]], Domain]] = {
    "a negative square": ([[-1]], _REALS),
    "a square that may be negative": ([[a]], _REALS),
    "an imaginary square": ([[sp.I]], _REALS),
    "longer than Cauchy and Schwarz allow": ([[1, 2], [2, 1]], _REALS),
    "a product that may be too large": ([[1, a], [a, 1]], _REALS),
    "a zero vector with a product": ([[0, 1], [1, 5]], _REALS),
    "three at obtuse angles": ([[1, a, a], [a, 1, a], [a, a, 1]], Domain((Range(a, -1, 1),))),
    "a table whose leading minors are nonnegative": ([[0, 0], [0, -1]], _REALS),
    "a minor that is not leading": ([[1, 0, 0], [0, 0, 1], [0, 1, 0]], _REALS),
    "larger by a hair": ([[sp.sqrt(2), sp.sqrt(2) + sp.Rational(1, 10**40)], [sp.sqrt(2) + sp.Rational(1, 10**40), sp.sqrt(2)]], _REALS),
    "a float": ([[sp.Float(1.0)]], _REALS),
}  # fmt: skip


@pytest.mark.parametrize("name", _IMPOSSIBLE)
def test_claims_about_vectors_that_need_not_exist_are_undecided(name: str) -> None:
    rows, domain = _IMPOSSIBLE[name]
    space = _space(rows)
    sample = _exponential(space)
    assert list(gram_refusals(sample, domain))
    claim = Claim("c", "", Equality(sample, integrate_gaussian(sample)), domain)
    finding = judge_claim(claim, 0)
    assert finding.answer == "undecided"
    assert "not proved positive semidefinite" in finding.reason or finding.reason.startswith("refused")


def test_a_mean_square_below_zero() -> None:
    """E (w.x)^2 = x.x = -1: nonnegative for every draw, and below zero."""
    square = W.dot(_space([[-1]]).vector("x")) ** 2
    claim = Claim("c", "", Inequality(Expectation(square), ">=", sp.Integer(0)), _REALS, lambda: _mean(square))
    assert judge_claim(claim, 0).answer == "undecided"
    with pytest.raises(Unproved, match="semidefinite"):
        Bound(a - Expectation(sp.Integer(1)), _REALS).at_most(a + Expectation(square) ** 2)


def _mean(square: sp.Expr) -> Derivation:
    return Derivation(Expectation(square), _REALS).at_least(sp.Integer(0))


_POSSIBLE: dict[str, tuple[list[list[sp.Expr | int]], Domain]] = {
    "the same vector twice": ([[1, 1], [1, 1]], _REALS),
    "the zero vector": ([[0, 0], [0, 4]], _REALS),
    "a square": ([[a**2]], _REALS),
    "within Cauchy and Schwarz": ([[1, a], [a, 1]], Domain((Range(a, -1, 1),))),
    "by a condition": ([[a, b], [b, c]], Domain((Range(a, 0), Range(b), Range(c, 0)), (sp.Ge(a * c, b**2),))),
    "three at an angle": ([[1, a, a], [a, 1, a], [a, a, 1]], Domain((Range(a, 0, 1),))),
    "definite, in another order": (
        [[a, b], [b, c]], Domain((Range(a, 0), Range(b), Range(c, 0, None, "()")), (sp.Gt(a * c, b**2),))
    ),
    "five orthonormal ones": ([[int(i == j) for j in range(5)] for i in range(5)], _REALS),
}  # fmt: skip


@pytest.mark.parametrize("name", _POSSIBLE)
def test_vectors_that_exist(name: str) -> None:
    rows, domain = _POSSIBLE[name]
    sample = _exponential(_space(rows))
    assert not list(gram_refusals(sample, domain))
    assert judge_claim(Claim("c", "", Equality(sample, integrate_gaussian(sample)), domain), 0).answer == "holds"


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=3), st.integers(0, 3))
def test_tables_of_numbers(vectors: list[list[int]], spoil: int) -> None:
    """Products of real vectors are accepted, and of other tables those that have no negative eigenvalue."""
    matrix = sp.Matrix(vectors)
    table = matrix * matrix.T - spoil * sp.eye(matrix.rows)
    refused = bool(list(gram_refusals(_exponential(_space(table.tolist())), Domain(()))))
    least = np.linalg.eigvalsh(np.array(table.tolist(), dtype=float))[0]
    assert refused or least > -1e-9
    assert not (refused and (spoil == 0 or least > 1e-9))


# -- the recorded tables --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pair", "domain", "exists"),
    [
        (PAIR, Domain(_LENGTHS), True),
        (PAIR, Domain((*_LENGTHS, Range(theta, 0, sp.pi))), True),
        (EQUAL_PAIR, Domain((Range(r, 0, None, "()"),)), True),
        (SPLIT, Domain((Range(v2, 0), Range(z2, 0), Range(offset))), False),
        (SPLIT, Domain((Range(v2, 0), Range(z2, 0), Range(offset)), (sp.Ge(v2 * z2, offset**2),)), True),
    ],
)
def test_pairs(pair: Pair, domain: Domain, exists: bool) -> None:
    assert (not list(gram_refusals(sp.exp(W.dot(pair.x)), domain))) is exists


# -- dimensions -----------------------------------------------------------------------------------------------------------


def _in_dimension(dimension: sp.Expr | int, space: Space) -> sp.Expr:
    form = sp.Add(*(W.dot(space.vector(name)) for name in space.names))
    return Expectation(sp.exp(form - W.squared_length(dimension)))


def test_there_are_no_five_directions_in_the_plane() -> None:
    five = _space([[int(i == j) for j in range(5)] for i in range(5)])
    for form in (_in_dimension(2, five), FrameExpectation([sp.exp(W.dot(five.vector("x") + five.vector("y")))], 1)):
        assert any("independent" in reason for reason in gram_refusals(form, _REALS))
    assert not list(gram_refusals(_in_dimension(5, five), _REALS))
    claim = Claim("c", "", Equality(_in_dimension(2, five), sp.exp(sp.Rational(5, 6)) / 3), Domain(()))
    assert judge_claim(claim, 0).answer == "undecided"


def test_dimensions_that_are_parameters() -> None:
    plane = _space([[1, 0], [0, 1]])
    for low, refused in ((1, True), (2, False)):
        domain = Domain((Range(d, low, None, integer=True),))
        assert bool(list(gram_refusals(_in_dimension(d, plane), domain))) is refused
    # parallel inputs are among those of a pair: some are there in R^1
    line = Domain((*_LENGTHS, Range(theta, 0, sp.pi), Range(d, 1, None, integer=True)))
    assert not list(gram_refusals(_in_dimension(d, PAIR.x.space), line))
