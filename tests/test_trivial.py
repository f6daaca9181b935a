"""Claims that say nothing are refused; parameters with one value are put in, and nothing undefined drops out with them."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.chains.binding import placed, single_values
from rftheory.chains.chain import Chain
from rftheory.chains.claims import chain_of
from rftheory.inputs.coordinates import k
from rftheory.inputs.kernels import PAIR, d, m, theta, x_norm
from rftheory.judges import controls_judge, enclosure_judge, kernel_judge
from rftheory.judges.comparison import with_free_moments
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.propositions import Equality, Inequality, Limit, Proposition
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.trivial import trivial
from tests.lines import file_of

W = Projection("w")
_x, _y, _c = sp.symbols("x y c", real=True)
_i, _j, _N = sp.symbols("i j N", integer=True, positive=True)
_f, _g = (sp.IndexedBase(name, real=True) for name in "fg")
_WAVE = Expectation(sp.cos(W.dot(PAIR.delta)))
_PLANE = Domain((Range(_x, typical=(-2, 2)), Range(_y, typical=(-2, 2))))


def _sum(index: sp.Symbol, base: sp.IndexedBase = _f) -> sp.Expr:
    return sp.Sum(base[index], (index, 1, _N))


# -- what says nothing --------------------------------------------------------------------------------------------

_SAY_NOTHING: list[Proposition] = [
    Equality(_c / 2, _c / 2),
    Equality(sp.Integer(0), sp.Integer(0)),
    Equality(_x / _x, sp.Integer(1)),
    Equality(_WAVE, _WAVE),
    Equality(Expectation(sp.exp(_x)), sp.exp(_x)),
    Equality(_sum(_i), _sum(_j)),
    Equality(sp.Integral(sp.sin(_x * _c), (_x, 0, 1)), sp.Integral(sp.sin(_y * _c), (_y, 0, 1))),
    Equality(1, 1),  # type: ignore[arg-type]
    Inequality(_x, "<=", _x),
    Inequality(_x - _x, "<", sp.Integer(0)),
    Inequality(sp.Integer(1), ">=", sp.Integer(2)),
    Inequality(sp.Integer(70), "<=", sp.Integer(100)),
    Inequality(sp.sin(_x) ** 2 - sp.sin(_x) ** 2, "<=", sp.Rational(1, 2)),
    Limit(_y, _x, sp.Integer(0), _y),
    Limit(sp.exp(_x), _x, sp.Integer(0), sp.exp(_x)),
]


@pytest.mark.parametrize("proposition", _SAY_NOTHING, ids=str)
def test_what_says_nothing_is_never_held_to_be_true(proposition: Proposition) -> None:
    assert trivial(proposition).startswith("trivial: ")
    claim = Claim("c", "nothing", proposition, _PLANE, proof=lambda: Chain(_x))
    for finding in (kernel_judge.judge_claim(claim), enclosure_judge.judge_claim(claim, "quick", 0)):
        # symbols that are no parameters are refused before
        assert finding.answer == "undecided"
        assert finding.reason == trivial(proposition) or finding.reason.startswith("refused: ")
    assert all(finding.answer != "holds" for finding in controls_judge.judge(file_of(claim), "quick", 0).findings)


_SAY_SOMETHING: list[Proposition] = [
    Equality((_x + 1) ** 2, _x**2 + 2 * _x + 1),
    Equality(_WAVE, sp.exp(-PAIR.delta.square / 2)),
    Equality(_WAVE, Expectation(sp.cos(W.dot(PAIR.z)))),
    Equality(_sum(_i), _sum(_i, _g)),
    Equality(sp.Sum(_f[_i] * _f[_j], (_i, 1, _N)), sp.Sum(_f[_j] * _f[_j], (_j, 1, _N))),
    Equality(sp.Sum(_f[_i], (_i, 1, _N)), sp.Sum(_f[_j], (_j, 1, _N - 1))),
    Equality(sp.Sum(1 / sp.factorial(k), (k, 0, sp.oo)), sp.E),
    Inequality(sp.sqrt(2), "<=", sp.Rational(3, 2)),
    Inequality(sp.pi, "<", sp.Rational(22, 7)),
    Inequality(_x, "<=", _y),
    Inequality(_WAVE, "<=", sp.Integer(1)),
    Limit(_x + 1, _x, sp.Integer(0), sp.Integer(1)),
]


@pytest.mark.parametrize("proposition", _SAY_SOMETHING, ids=str)
def test_what_says_something_is_not_called_trivial(proposition: Proposition) -> None:
    assert trivial(proposition) == ""


# -- parameters with one value ------------------------------------------------------------------------------------


def _at(symbol: sp.Symbol, value: sp.Expr | int, **more: object) -> Domain:
    return _PLANE.with_ranges(Range(symbol, value, value, typical=(value, value), **more))


def test_only_closed_ranges_with_equal_ends_have_one_value() -> None:
    ranges = (Range(_x, 0, 0), Range(_y, 0, 1), Range(m, 2, 2, integer=True), Range(theta, sp.pi, sp.pi, "[)"))
    assert single_values(Domain(ranges)) == {_x: 0, m: 2}


@pytest.mark.parametrize(("right", "answer"), [(sp.Integer(1), "holds"), (sp.Integer(2), "refuted")])
def test_a_claim_about_one_point_keeps_its_definition(right: sp.Expr, answer: str) -> None:
    claim = Claim("c", "at theta = 0", Equality(sp.cos(theta) * sp.exp(theta), right), _at(theta, 0))
    assert (kernel_judge.judge_claim(claim).answer == "holds") == (answer == "holds")
    assert enclosure_judge.judge_claim(claim, "quick", 0).answer == answer


@pytest.mark.parametrize(
    "undefined",
    [
        1 / theta,
        1 / (1 + 1 / theta),
        theta * sp.log(theta),
        theta / (_x - _y),
        theta * sp.log(_x),
        theta * sp.gamma(_x),
        theta * sp.rf(_x, _y),
        theta * sp.tan(_x),
        theta * _x ** (-sp.Rational(1, 2)),
        (1 / _x) ** theta,
        sp.exp(-1 / theta),
        theta**theta,
        _x**theta,
    ],
    ids=str,
)
def test_what_is_not_defined_does_not_drop_out(undefined: sp.Expr) -> None:
    domain = _at(theta, 0)
    for value in (0, 1):
        claim = Claim("c", "nothing", Equality(undefined, sp.Integer(value)), domain)
        assert kernel_judge.judge_claim(claim).answer == "not run"


_z, _psi = sp.Symbol("z", real=True), sp.IndexedBase("psi", real=True)
_COORDINATES = Domain(
    (Range(_N, 1, None, integer=True), Range(_psi.label, 0, None, shape=(_N,)), Range(_z, 0, 0, typical=(0, 0)))
)


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (sp.cos(_z) * _psi[1], _psi[1]),
        (_z + sp.Sum(_psi[_i] * sp.exp(_z * _i), (_i, 1, _N)), _sum(_i, _psi)),
        (sp.Sum(_psi[_i] + _z * _psi[_j], (_j, 1, _i), (_i, 1, _N)), sp.Sum(_psi[_i], (_j, 1, _i), (_i, 1, _N))),
    ],
    ids=str,
)
def test_a_value_is_put_in_among_coordinates_and_sums(expr: sp.Expr, value: sp.Expr) -> None:
    claim = Claim("c", "at z = 0", Equality(expr, value), _COORDINATES)
    chain = chain_of(claim)
    assert chain is not None and chain.end == value
    assert kernel_judge.judge_claim(claim).answer == "holds"


@pytest.mark.parametrize(
    "undefined",
    [
        _z * _psi[_N + 1],
        _z * _f[1],
        _z * sp.Sum(_psi[_i] / (_i - 1), (_i, 1, _N)),
        sp.Sum(_psi[_i] * _z ** (_i - 2), (_i, 1, _N)),
        sp.Sum(_psi[_i] * _z**_z, (_i, 1, _N)),
        _z * sp.Sum(_psi[_i], (_i, 1, _N + 1)),
        _z * sp.Sum(sp.Integer(2) ** _i, (_i, 1, sp.oo)),
        _z * sp.Sum(_psi[_N], (_N, 1, 2)),
    ],
    ids=str,
)
def test_coordinates_and_sums_that_are_not_defined_do_not_drop_out(undefined: sp.Expr) -> None:
    for value in (sp.Integer(0), _sum(_i, _psi)):
        claim = Claim("c", "nothing", Equality(undefined, value), _COORDINATES)
        assert kernel_judge.judge_claim(claim).answer != "holds"


def test_a_value_is_not_put_in_where_it_acts_unseen() -> None:
    with pytest.raises(ValueError, match="no value can be put in"):
        placed(sp.cos(W.dot(PAIR.x)), single_values(_at(x_norm, 1)))
    with pytest.raises(ValueError, match="is bound in"):
        placed(sp.Sum(_f[d], (d, 1, 3)), single_values(_at(d, 1, integer=True)))


# -- free draws ---------------------------------------------------------------------------------------------------


def test_a_draw_is_the_same_on_both_sides_if_its_length_stands_on_one() -> None:
    form, length = W.dot(PAIR.x), W.squared_length(d)
    left, right = with_free_moments(form + length - length / 2, form)
    assert left - right == with_free_moments(form + length / 2, form)[0] - right != 0
    with_length, without = with_free_moments(form * (1 + length), form)
    assert sp.simplify(with_length / without - 1).has(x_norm)
    same, other = with_free_moments(form + 0 * length, form)
    assert same == other
