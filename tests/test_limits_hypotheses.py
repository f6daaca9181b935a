"""Limits: infinite points, branches and slopes are all read, and where a limit may be taken is asked of the claim (`test_gate`)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence.bounds import Bound
from rftheory.evidence.deciding import judge_claim
from rftheory.evidence.derivation import Derivation, Unproved

from rftheory.judges.enclosure_judge import judge_claim as enclose_claim
from rftheory.kernels import PAIR, theta
from rftheory.propositions import Equality, Inequality, Limit, Proposition
from rftheory.rules.nodes import Expectation, Projection
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

x, y, p, q = (
    sp.Symbol("x", real=True),
    sp.Symbol("y", real=True),
    sp.Symbol("p", real=True),
    sp.Symbol("q", positive=True),
)
n = sp.Symbol("n", integer=True, positive=True)
_UNIT = Domain((Range(x, 0, 1, "[]"),))
_OPEN = Domain((Range(x, 0, 1, "()"),))
_LINE = Domain((Range(x, typical=(-2, 2)),))
_UP = Domain((Range(x, 1, None, typical=(1, 9)),))
_PLANE = Domain((Range(x, typical=(-2, 2)), Range(y, typical=(-2, 2))))
_COUNTS = Domain((Range(n, 1, None, integer=True, typical=(1, 9)),))
_RATES = Domain((Range(x, 1, None, typical=(1, 9)), Range(p, typical=(-3, 3)), Range(q, 0, None, "()")))
_ZERO, _ONE = sp.Integer(0), sp.Integer(1)

Chain = Callable[[], Derivation]


def _answer(
    domain: Domain,
    expr: sp.Expr,
    variable: sp.Symbol,
    point: sp.Expr,
    value: sp.Expr,
    side: str = "+",
    proof: Chain | None = None,
) -> tuple[str, str]:
    by_value = proof or (lambda: Derivation(expr, domain).limit_by_continuity(variable, point))
    claim = Claim("limit", "", Limit(expr, variable, point, value, side), domain, by_value)  # type: ignore[arg-type]
    finding = judge_claim(claim, 0)
    return finding.answer, finding.reason


# -- where a limit may be taken -----------------------------------------------------------------------------------------

_ELSEWHERE: dict[str, tuple[Domain, sp.Expr, sp.Symbol, sp.Expr, sp.Expr, str, str]] = {
    "a point beyond the range": (_UNIT, x**2, x, sp.Integer(7), sp.Integer(49), "-", "inside of its range"),
    "from below the lower end": (_UNIT, x, x, _ZERO, _ZERO, "-", "from below"),
    "from above the upper end": (_UNIT, x, x, _ONE, _ONE, "+", "from above"),
    "a variable that is no parameter": (Domain(()), x, x, _ZERO, _ZERO, "+", "among the parameters"),
    "a variable that only formulas know": (_UNIT, y, y, _ZERO, _ZERO, "+", "among the parameters"),
    "an integer at a number": (_COUNTS, 1 / n, n, sp.Integer(2), sp.Rational(1, 2), "+", "approaches no finite"),
    "a range of integers": (Domain((Range(x, 0, 5, integer=True),)), x, x, _ONE, _ONE, "+", "approaches no finite"),
    "oo where the range ends": (_UNIT, sp.exp(-x), x, sp.oo, _ZERO, "+", "cannot tend to oo"),
    "-oo where the range ends": (_UP, 1 / x, x, -sp.oo, _ZERO, "+", "cannot tend to -oo"),
    "a point that is the variable": (_UNIT, x, x, x, x, "+", "must be an exact real number"),
    "a float": (_UNIT, x, x, sp.Float(0.5), sp.Float(0.5), "+", "must be an exact real number"),
    "no real point": (_LINE, x, x, sp.I, sp.I, "+", "must be an exact real number"),
    "a side that is none": (_UNIT, x, x, _ZERO, _ZERO, "++", "side must be"),
    "a condition that excludes the point": (_LINE.where(sp.Ge(x, 2)), x, x, _ZERO, _ZERO, "+", "to hold around"),
    "a condition that touches the point": (_LINE.where(sp.Ge(x, 0)), x, x, _ZERO, _ZERO, "-", "to hold around"),
    "a condition with another parameter": (_PLANE.where(sp.Ge(x, y)), x, x, _ZERO, _ZERO, "+", "to hold around"),
    "a condition that fails at every place around": (_LINE.where(sp.Ge(-(x**2), 0)), x, x, _ZERO, _ZERO, "+", "around"),
    "a condition at infinity": (_UP.where(sp.Le(x, 10)), 1 / x, x, sp.oo, _ZERO, "+", "more than its range"),
    "another range that depends on it": (Domain((Range(x, 0, 1), Range(y, x, 1))), x, x, _ZERO, _ZERO, "+", "another parameter"),
    "a range that is one point": (Domain((Range(x, 0, 0),)), x, x, _ZERO, _ZERO, "+", "inside of its range"),
    "an end that may lie elsewhere": (Domain((Range(y, 0, 3), Range(x, y, 5))), x, x, _ONE, _ONE, "+", "inside of its range"),
}  # fmt: skip


@pytest.mark.parametrize("name", _ELSEWHERE)
def test_a_limit_is_taken_where_the_variable_goes(name: str) -> None:
    *claim, reason = _ELSEWHERE[name]
    answer, said = _answer(*claim)  # type: ignore[arg-type]
    assert answer == "undecided"
    assert reason in said


@pytest.mark.parametrize("side", ["+", "-"])
@pytest.mark.parametrize("point", [_ZERO, sp.Rational(1, 2), _ONE])
@pytest.mark.parametrize("closed", ["[]", "()"])
def test_both_sides_of_inner_points_and_one_of_ends(point: sp.Expr, side: str, closed: str) -> None:
    from_inside = {_ZERO: "+", _ONE: "-"}.get(point, side) == side
    answer, _ = _answer(Domain((Range(x, 0, 1, closed),)), x**2 + 1, x, point, point**2 + 1, side)
    assert answer == ("holds" if from_inside else "undecided")


def test_an_end_may_be_a_parameter() -> None:
    domain = Domain((Range(y, 0, 3), Range(x, y, 5, "(]")))
    for point, sides in ((4, "+-"), (5, "-"), (3, "+"), (2, "")):
        for side in "+-":
            answer, _ = _answer(domain, sp.exp(x), x, sp.Integer(point), sp.exp(point), side)
            assert answer == ("holds" if side in sides else "undecided")


def test_conditions_that_hold_around_the_point_do_no_harm() -> None:
    domain = _PLANE.where(sp.Ne(x, 0), sp.Lt(x, 1), sp.Ge(y, 1))
    assert _answer(domain, x + y, x, _ZERO, y)[0] == "holds"


# -- continuity and branches --------------------------------------------------------------------------------------------

_JUMPS = {
    "a root along its cut": sp.sqrt(-1 - sp.I * x),
    "a root across its cut": sp.sqrt(-1 + sp.I * x),
    "a cube root across its cut": (-1 + sp.I * x) ** sp.Rational(1, 3),
    "a logarithm across its cut": sp.log(-1 + sp.I * x),
    "an arc tangent across its cut": sp.atan(2 * sp.I + x),
    "an arc tangent at its pole": sp.atan(sp.I + x),
    "a hyperbolic tangent at its pole": sp.tanh(sp.I * sp.pi / 2 + x),
    "a sign": sp.sign(x),
    "a pole": 1 / x,
    "a power with the variable above": sp.Abs(x) ** x,
    "a series": sp.Sum((1 - x) ** n * x, (n, 1, sp.oo)),
    "an integral": sp.Integral(x / (x**2 + y**2), (y, 0, sp.oo)),
}


@pytest.mark.parametrize("name", _JUMPS)
@pytest.mark.parametrize("side", ["+", "-"])
def test_what_may_jump_is_not_continuous(name: str, side: str) -> None:
    with pytest.raises(Unproved, match="not proved continuous|has no value"):
        Derivation(_JUMPS[name], _LINE).limit_by_continuity(x, _ZERO)


def test_real_roots_are_continuous_through_zero() -> None:
    for power in (sp.Rational(1, 3), sp.Rational(1, 2), sp.Rational(5, 2)):
        for point in (_ZERO, -_ONE, _ONE):
            assert _answer(_LINE, x**power, x, point, point**power)[0] == "holds"


def test_no_derivative_at_infinity_and_no_root_of_a_negative_limit() -> None:
    with pytest.raises(Unproved, match="no derivative"):
        Derivation(sp.exp(-x) / (1 / x), _UP).limit_of_quotient(sp.exp(-x), 1 / x, x, sp.oo)
    domain = Domain((Range(x, 0, 1, "()"),))
    with pytest.raises(Unproved, match="under the root"):
        Derivation(sp.sqrt(-x / x), domain).limit_of_quotient(-x, x, x, _ZERO, sp.sqrt)


# -- infinite points ----------------------------------------------------------------------------------------------------

_BASE = sp.exp(x) + 1
_FAR_AND_FALSE = {
    "(1 + e^x)^(1/x) -> 1": (_BASE ** (1 / x), _ONE),
    "(1 + 1/x)^x -> 1": ((1 + 1 / x) ** x, _ONE),
    "x^(1/x) -> 1, of the form oo^0": (x ** (1 / x), _ONE),
    "x - (x + 1) as oo - oo": (sp.log(x) - sp.log(x + 1) - 1, -_ONE),
    "exp(x) exp(-x^2) x as 0": (sp.exp(sp.exp(x)) * sp.exp(-(x**2)), _ZERO),
    "cos x -> 1": (sp.cos(x), _ONE),
    "x -> oo": (x, _ZERO),
    "a complex exponent": (sp.exp(sp.I * x), _ZERO),
    "(-1)^x": (sp.Pow(-1, x, evaluate=False), _ZERO),
    "erf of an imaginary number": (sp.erf(sp.I * x), _ONE),
}


@pytest.mark.parametrize("name", _FAR_AND_FALSE)
def test_nothing_is_put_in_for_infinity(name: str) -> None:
    expr, value = _FAR_AND_FALSE[name]
    answer, reason = _answer(_UP, expr, x, sp.oo, value)
    assert answer == "undecided"
    assert "no finite limit" in reason


_FAR = {
    1 / x: _ZERO,
    sp.exp(-x): _ZERO,
    x**3 * sp.exp(-2 * x): _ZERO,
    (2 * x + 1) / (3 * x - 1): sp.Rational(2, 3),
    sp.exp(-1 / x) * sp.atan(x): sp.pi / 2,
    2 ** (-x) + sp.tanh(x): _ONE,
    sp.log(1 + 1 / x) * sp.sqrt(x) ** -1: _ZERO,
    (1 + 1 / x) ** (2 + 1 / x): _ONE,
    x**p * sp.exp(-q * x): _ZERO,
    sp.exp(p / x) * sp.cos(1 / x): _ONE,
    (1 + sp.log(x)) ** -2: _ZERO,
}


@pytest.mark.parametrize("expr", _FAR)
def test_limits_at_infinity_that_the_table_knows(expr: sp.Expr) -> None:
    assert _answer(_RATES, expr, x, sp.oo, _FAR[expr])[0] == "holds"
    assert _answer(_RATES, expr, x, sp.oo, _FAR[expr] + 1)[0] == "refuted"


def test_limits_of_sequences_and_towards_minus_infinity() -> None:
    assert _answer(_COUNTS, n / (n + 1), n, sp.oo, _ONE)[0] == "holds"
    assert _answer(_LINE, sp.exp(x) * x**2, x, -sp.oo, _ZERO)[0] == "holds"
    assert _answer(_LINE, sp.exp(-x), x, -sp.oo, _ZERO)[0] == "undecided"
    assert _answer(_LINE, sp.atan(x), x, -sp.oo, -sp.pi / 2)[0] == "holds"
    assert _answer(_LINE, sp.atan(x), x, -sp.oo, sp.pi / 2)[0] == "refuted"


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=4), st.lists(st.integers(-3, 3), min_size=1, max_size=4))
def test_rational_functions_at_infinity(over: list[int], under: list[int]) -> None:
    above, below = (sum(c * x**k for k, c in enumerate(row)) for row in (over, under))
    if below == 0 or not sp.sympify(above / below).has(x):
        return
    expected = sp.limit(above / below, x, sp.oo)
    chain = Derivation(above / below, _UP)
    if expected.is_infinite:
        with pytest.raises(Unproved, match="no finite limit"):
            chain.limit_by_continuity(x, sp.oo)
    else:
        assert chain.limit_by_continuity(x, sp.oo).end == expected


# -- chains ---------------------------------------------------------------------------------------------------------------


def test_a_chain_passes_to_one_limit_only() -> None:
    chain = Derivation(x + y, _PLANE).limit_by_continuity(x, _ZERO)
    with pytest.raises(Unproved, match="one limit only"):
        chain.limit_by_continuity(y, _ZERO)
    iterated = x**2 / (x**2 + y**2)
    domain = Domain((Range(x, 0, 1, "()"), Range(y, 0, 1, "()")))
    with pytest.raises(Unproved, match="one limit only"):
        Derivation(iterated, domain).limit_by_continuity(y, _ZERO).limit_by_continuity(x, _ZERO)


def test_the_variable_does_not_come_back() -> None:
    chain = Derivation(x, _UNIT).limit_by_continuity(x, _ZERO)
    with pytest.raises(Unproved, match="after the limit"):
        chain.algebra(x - x + 0 * x + (x + 1) ** 2 - x**2 - 2 * x - 1)


@pytest.mark.parametrize(
    "proposition",
    [Inequality(1 + x, "<=", _ONE), Inequality(1 + x, ">=", _ONE), Equality(1 + x, _ONE)],
)
def test_a_limit_is_no_bound_and_no_equality(proposition: Proposition) -> None:
    claim = Claim("c", "", proposition, _UNIT, lambda: Derivation(1 + x, _UNIT).limit_by_continuity(x, _ZERO))
    assert judge_claim(claim, 0).answer == "undecided"


def test_bounds_do_not_pass_through_limits() -> None:
    before = Bound(x + 1, _OPEN).at_least(x).limit_by_continuity(x, _ZERO)
    after = Bound(x + 1, _OPEN).limit_by_continuity(x, _ZERO).at_most(sp.Integer(2))
    for chain in (before, after):
        with pytest.raises(Unproved, match="mix"):
            chain.relation()


def test_products_of_vectors_hide_no_variable() -> None:
    form = Expectation(sp.exp(Projection("w").dot(PAIR.x) + Projection("w").dot(PAIR.y)))
    domain = Domain((Range(theta, 0, sp.pi),))
    with pytest.raises(Unproved, match="vectors"):
        Derivation(form, domain).limit_by_continuity(theta, _ZERO)


# -- enclosures -----------------------------------------------------------------------------------------------------------


def test_enclosures_do_not_support_a_limit_that_lies_elsewhere() -> None:
    """Values that fall from e (1 + small) to e come closer to 1, but they do not come close."""
    e = (1 + sp.exp(x)) ** (1 / x)
    for expr, answer in ((e, "undecided"), (e / sp.E + 1 / x, "holds")):
        assert enclose_claim(Claim("c", "", Limit(expr, x, sp.oo, _ONE), _UP), "quick", 0).answer == answer
    outside = Claim("c", "", Limit(x, x, sp.Integer(7), sp.Integer(7)), _UNIT)
    assert enclose_claim(outside, "quick", 0).answer == "undecided"
    down = Claim("c", "", Limit(sp.exp(x), x, -sp.oo, _ZERO), _LINE)
    assert enclose_claim(down, "quick", 0).answer == "holds"
