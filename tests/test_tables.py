"""Rules for numbers of tables and coordinates of vectors."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp

from rftheory.coordinates import l, total
from rftheory.evidence.averages import AverageBound
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Unproved
from rftheory.numbers.balls import UnsupportedExpression, enclose
from rftheory.propositions import Inequality
from rftheory.rules.nodes import Expectation
from rftheory.rules.tables import Coordinate, Drawn, FiniteLaw, integrate_sums
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

LAW = FiniteLaw((-2, 1, 5), (1, 3, 2), sp.Rational(1, 3))
Drawn.table("trial", "number", LAW)
Drawn.table("trial", "other", FiniteLaw((1, 2), (1, 1), sp.Integer(1)))
NUMBER, OTHER = Drawn("trial", "number"), Drawn("trial", "other")


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_moments_of_a_table(order: int) -> None:
    values = [sp.Rational(k, 3) for k in (-2, 1, 1, 1, 5, 5)]
    assert integrate_sums(Expectation(NUMBER**order)) == sum(v**order for v in values) / 6


@pytest.mark.parametrize("function", [sp.exp, lambda x: sp.log(3 + x), lambda x: 1 / (x - 7)])
def test_balls_of_a_function_of_a_table(function: Callable[[sp.Expr], sp.Expr]) -> None:
    exact = sum(function(sp.Rational(k, 3)) for k in (-2, 1, 1, 1, 5, 5)) / 6
    assert enclose(Expectation(function(NUMBER)), {}).overlaps(enclose(exact, {}))
    assert not enclose(Expectation(function(NUMBER)), {}).overlaps(enclose(exact + sp.Rational(1, 10**20), {}))


def test_two_numbers_of_a_table_are_not_taken_for_independent() -> None:
    with pytest.raises(UnsupportedExpression):
        enclose(Expectation(sp.exp(NUMBER * OTHER)), {})
    assert integrate_sums(Expectation(NUMBER * OTHER)).has(Expectation)


def test_a_number_has_one_law() -> None:
    with pytest.raises(ValueError, match="must have one law"):
        Drawn.table("trial", "number", FiniteLaw((1,), (1,), sp.Integer(1)))


@pytest.mark.parametrize(("power", "moment"), [(1, 0), (2, 1), (3, 0), (4, 3), (6, 15)])
def test_moments_of_coordinates(power: int, moment: int) -> None:
    vector = Expectation(total(Coordinate("w", l) ** power, size=sp.Integer(7)))
    assert integrate_sums(vector) == 7 * moment


def test_infinite_sums_are_left_alone() -> None:
    endless = Expectation(sp.Sum(Coordinate("w", l) ** 2 / 2**l, (l, 1, sp.oo)))
    assert integrate_sums(endless) == endless


_BASE = sp.IndexedBase("v", real=True)
_UP = sp.Symbol("up", positive=True)


def _square_claim(item: Range) -> Claim:
    """sum v_l^2 + 1 >= sum v_l^2."""
    form, domain = total(_BASE[l] ** 2, size=sp.Integer(3)), Domain((item,))
    return Claim(
        "squares", "", Inequality(form + 1, ">=", form), domain, lambda: Bound(form + 1, domain).at_least(form), "lemma"
    )


def test_a_vector_must_be_proved_to_be_in_its_range() -> None:
    start = Expectation(total(Coordinate("w", l) ** 2, size=sp.Integer(3)) + 1)
    at = {_BASE.label: sp.Lambda(l, Coordinate("w", l))}
    anywhere = Range(_BASE.label, None, None, shape=(sp.Integer(3),))
    chain = AverageBound(start, Domain(())).for_every_draw(_square_claim(anywhere), at)
    assert chain.end == Expectation(total(Coordinate("w", l) ** 2, size=sp.Integer(3)))
    above = Range(_BASE.label, 0, None, "[)", shape=(sp.Integer(3),))
    with pytest.raises(Unproved, match="coordinate"):
        AverageBound(start, Domain(())).for_every_draw(_square_claim(above), at)


@pytest.mark.parametrize(("low", "proved"), [(1, True), (sp.Rational(3, 2), False)])
def test_a_number_of_a_table_is_at_least_the_smallest(low: sp.Expr, proved: bool) -> None:
    domain = Domain((Range(_UP, low, None, "[)"),))
    lemma = Claim(
        "up", "", Inequality(_UP + 1, ">=", _UP), domain, lambda: Bound(_UP + 1, domain).at_least(_UP), "lemma"
    )
    chain = AverageBound(Expectation(OTHER + 1), Domain(()))
    if proved:
        assert chain.for_every_draw(lemma, {_UP: OTHER}).end == Expectation(OTHER)
    else:
        with pytest.raises(Unproved):
            chain.for_every_draw(lemma, {_UP: OTHER})
