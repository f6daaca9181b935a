"""Spaces are told by their whole tables of products."""

from __future__ import annotations

import pickle

import pytest
import sympy as sp

from rftheory.inputs.kernels import PAIR, Space
from rftheory.rules.gaussian import integrate_gaussian
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.orthant import integrate_signs

W = Projection("w")


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
