"""Tables of exact numbers at integers as expressions: in balls, in mpmath, and where they have no entry."""

import pickle

import mpmath
import pytest
import sympy as sp

from rftheory.numbers.balls import UnsupportedExpression, ball, compare, decide_relation
from rftheory.numbers.multiprecision import value
from rftheory.rules.tabulated import Tabulated

n, k = sp.Symbol("n", integer=True), sp.Symbol("k", integer=True)
u = sp.Symbol("u", real=True)


def _binomial(top, bottom):
    return sp.binomial(top, bottom) / sp.Integer(7) if 0 <= bottom <= top else None


Tabulated.table("test_binomial", _binomial)


def entry(top, bottom):
    return Tabulated("test_binomial", top, bottom)


def test_an_entry_at_integers_is_its_number():
    assert entry(5, 2) == sp.Rational(10, 7)
    assert entry(n, k).xreplace({n: sp.Integer(5), k: sp.Integer(2)}) == sp.Rational(10, 7)
    assert entry(n, entry(3, 0) * 7).subs(n, 4) == sp.Rational(4, 7)


@pytest.mark.parametrize("top", range(6))
def test_balls_hold_the_entries(top):
    for bottom in range(top + 1):
        point = {n: sp.Integer(top), k: sp.Integer(bottom)}
        assert ball(7 * entry(n, k) - sp.binomial(top, bottom), point, 128).contains(0)
        assert compare(entry(n + 1, k), entry(n, k), point) == (">" if bottom else "overlap")
        assert abs(value(7 * entry(n, k), point) - mpmath.binomial(top, bottom)) < mpmath.mpf(10) ** -45


def test_a_missing_entry_tells_nothing():
    point = {n: sp.Integer(2), k: sp.Integer(3)}
    assert not ball(entry(n, k), point, 64).is_finite()
    assert decide_relation(sp.Gt(entry(n, k), 0), point) is None
    assert decide_relation(sp.Le(entry(n, k), 0), point) is None
    with pytest.raises(UnsupportedExpression, match="no entry"):
        value(entry(n, k), point)


def test_an_entry_is_constant_in_real_parameters():
    assert sp.diff(u * entry(n, k), u) == entry(n, k)
    assert sp.diff(entry(n, k), u) == 0


def test_a_node_survives_pickling_and_printing():
    assert pickle.loads(pickle.dumps(entry(n, k))) == entry(n, k)
    assert str(entry(n, k)) == "test_binomial(n, k)"
    assert sp.latex(entry(n, k)) == r"\operatorname{test\_binomial}(n, k)"
