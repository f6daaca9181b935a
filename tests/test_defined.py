"""Whether the sides of a claim have values: what is refused with what is missing, and what must pass."""

from __future__ import annotations

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence.deciding import judge_claim
from rftheory.evidence.defined import missing
from rftheory.evidence.posed import require_posed
from rftheory.evidence.unproved import Unproved

from rftheory.kernels import PAIR, d, m, theta
from rftheory.propositions import Equality, Inequality
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Projection, SampleMean
from rftheory.rules.tables import Coordinate
from rftheory.rules.tabulated import Tabulated
from rftheory.rules.variates import COUNT, DRAW, Counts, Variate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

x, y = sp.symbols("x y", real=True)
p = sp.Symbol("p", positive=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
v = sp.Symbol("v", real=True)
W = Projection("w")

UNIT = Domain((Range(x, 0, 1),))
INSIDE = Domain((Range(x, 0, 1, "()"),))
LINE = Domain((Range(x), Range(y)))
POSITIVE = Domain((Range(p, 0, None, "()"),))
SIZES = Domain((Range(m, 1, None, integer=True), Range(d, 1, None, integer=True)))
LENGTHS = tuple(
    Range(s, 0, None, "()") for s in sorted(PAIR.x.square.free_symbols | PAIR.y.square.free_symbols, key=str)
)
PAIRS = Domain((*LENGTHS, Range(theta, 0, sp.pi), *SIZES.ranges))
RATE = Domain((Range(x, None, sp.Rational(1, 2), "[)"), *SIZES.ranges))


def _geometric(ratio: sp.Expr, mass: sp.Expr) -> sp.Expr:
    return Expectation(Counts("n", sp.Lambda(COUNT, mass * ratio**COUNT))[1])


Tabulated.table("halves up to two", lambda number: sp.Rational(number, 2) if number <= 2 else None)

#: an expression, a domain on which it has no value somewhere, and a domain or form on which it has
PAIRS_OF_CASES = {
    "divisor": (1 / x, UNIT, INSIDE),
    "logarithm": (sp.log(x), UNIT, INSIDE),
    "logarithm of a difference": (sp.log(1 - x), UNIT, INSIDE),
    "power that may be negative": (x**y, Domain((Range(x, 0, 1), Range(y))), Domain((Range(x, 0, 1), Range(y, 0, None)))),
    "gamma function": (sp.gamma(x), UNIT, INSIDE),
    "gamma of a negative argument": (sp.gamma(-x), INSIDE, Domain((Range(x, -1, 0, "()"),))),
    "factorial": (sp.factorial(x), Domain((Range(x, -2, 0),)), UNIT),
    "hypergeometric argument": (sp.hyper([1, 1], [2], x), UNIT, INSIDE),
    "hypergeometric lower parameter": (sp.hyper([1], [-x], y), LINE, Domain((Range(x, -3, 0, "[)"), Range(y)))),
    "Bessel function": (sp.besseli(x, y), LINE, Domain((Range(x, 0, 1), Range(y, 0, None)))),
    "geometric series": (sp.Sum(x**k, (k, 0, sp.oo)), UNIT, INSIDE),
    "series of 2^k": (sp.Sum(2**k, (k, 0, sp.oo)), UNIT, None),
    "conditional convergence": (sp.Sum((-1) ** k / (k + 1), (k, 0, sp.oo)), UNIT, None),
    "backwards sum": (sp.Sum(k, (k, 5, m)), SIZES, None),
    "pole inside": (sp.Integral(1 / v, (v, -1, 1)), UNIT, None),
    "pole at the end": (sp.Integral(1 / v, (v, 0, 1)), UNIT, None),
    "power at the end": (sp.Integral(v**x, (v, 0, 1)), Domain((Range(x, -2, 0),)), Domain((Range(x, -1, 0, "(]"),))),
    "rising exponential": (sp.Integral(sp.exp(x * v), (v, 0, sp.oo)), UNIT, Domain((Range(x, None, 0, "[)"),))),
    "constant on the line": (sp.Integral(sp.exp(-x * v**2), (v, -sp.oo, sp.oo)), UNIT, INSIDE),
    "coordinate out of range": (sp.IndexedBase("u")[3], Domain((Range(sp.Symbol("u"), shape=(2,)),)), None),
    "unknown parameter": (x + y, UNIT, LINE),
    "float": (x + sp.Float("0.1"), UNIT, None),
    "infinity": (sp.Min(x, sp.oo, evaluate=False), UNIT, None),
    "table without entry": (Tabulated("halves up to two", d), *(Domain((Range(d, 1, n, integer=True),)) for n in (3, 2))),
    "samples": (SampleMean(W.dot(PAIR.x), m - 1), PAIRS, PAIRS.with_ranges(Range(m, 2, None, integer=True))),
    "half a sample": (SampleMean(W.dot(PAIR.x), m / 2), PAIRS, None),
    "frame": (Expectation(OrthogonalMean(W.dot(PAIR.x), m, d)), PAIRS, PAIRS.where(sp.Le(m, d))),
    "five directions of the plane": (OrthogonalMean(W.dot(PAIR.x), sp.Integer(5), sp.Integer(2)), PAIRS, None),
    "two members": (FrameExpectation([W.dot(PAIR.x)] * 2, d), PAIRS, PAIRS.with_ranges(Range(d, 2, None, integer=True))),
    "cosine": (AngleExpectation([W.dot(PAIR.x)] * 2, d + 1, 2 * x), PAIRS.with_ranges(Range(x, 0, 1)), None),
    "dimension": (W.squared_length(d / 2), SIZES, None),
    "Gaussian exponential": (
        Expectation(sp.exp(x * W.squared_length(d))), RATE.with_ranges(Range(x, None, sp.Rational(1, 2))), RATE
    ),
    "inverse length": (Expectation(1 / W.squared_length(d)), SIZES, SIZES.with_ranges(Range(d, 3, None, integer=True))),
    "inverse form": (Expectation(1 / W.dot(PAIR.x)), PAIRS, None),
    "masses that sum to two": (_geometric(sp.Rational(1, 2), sp.Integer(1)), UNIT, None),
    "negative masses": (_geometric(-sp.Rational(1, 2), sp.Rational(3, 2)), UNIT, None),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS_OF_CASES)
def test_what_has_no_value_is_named(name: str) -> None:
    expr, bad, good = PAIRS_OF_CASES[name]
    assert missing(expr, bad) != ""
    if good is not None:
        assert missing(expr, good) == ""


DEFINED = {
    "moments": Expectation(W.dot(PAIR.x) ** 4 * W.squared_length(d)),
    "cosine of a form": Expectation(sp.cos(W.dot(PAIR.x)) * sp.exp(W.dot(PAIR.y))),
    "mean square": Expectation(SampleMean(sp.exp(W.dot(PAIR.z)), m) ** 2),
    "bounded exponential of an exponential": Expectation(sp.exp(sp.exp(-W.squared_length(d) + W.dot(PAIR.x)))),
    "geometric law": _geometric(sp.Rational(1, 2), sp.Rational(1, 2)),
    "entire series": sp.Sum(theta**k / sp.factorial(k), (k, 0, sp.oo)),
    "coordinate": Expectation(Coordinate("w", 1) ** 2),
}


@pytest.mark.parametrize("name", DEFINED)
def test_what_has_a_value_passes(name: str) -> None:
    assert missing(DEFINED[name], PAIRS) == ""


def test_the_moments_of_a_variate_are_declared() -> None:
    none, two = Variate("X"), Variate("X", DRAW**2)
    assert "declare" in missing(Expectation(none), UNIT)
    assert missing(Expectation(two) ** 2 - Expectation(two**2), UNIT) == ""
    assert "declare" in missing(Expectation(two**3), UNIT)
    assert "declare" in missing(Expectation(sp.exp(two)), UNIT)


@pytest.mark.parametrize(
    ("left", "relation", "right"),
    [
        (sp.I * x, "<=", sp.I * x + 1),
        (sp.sqrt(x - 2), ">=", -1),
        (sp.log(x - 2), "<", 10),
        (x ** sp.Rational(1, 3), ">", -1),
    ],
)
def test_an_order_is_between_real_numbers(left: sp.Expr, relation: str, right: sp.Expr) -> None:
    inside = Domain((Range(x, -1, 0, "()"),))
    with pytest.raises(Unproved, match="real"):
        require_posed(Inequality(left, relation, sp.sympify(right)), inside)


@pytest.mark.parametrize(
    ("ranges", "conditions"),
    [((Range(x, 0, 1),), (sp.Le(1 / x, 2, evaluate=False),)), ((Range(x, 0, 1 / y), Range(y, 0, 1)), ())],
)
def test_a_condition_without_a_value_is_no_condition(ranges: tuple, conditions: tuple) -> None:
    with pytest.raises(Unproved, match="not shown to"):
        require_posed(Inequality(x, ">=", sp.Integer(0)), Domain(ranges, conditions))


@pytest.mark.parametrize(
    "equality",
    [
        Equality(sp.Sum(2**k, (k, 0, sp.oo)) * 2 - sp.Sum(2**k, (k, 0, sp.oo)), sp.Sum(2**k, (k, 0, sp.oo))),
        Equality(2 * sp.Integral(1 / v, (v, -1, 1)), sp.Integral(2 / v, (v, -1, 1))),
        Equality(
            3 * Expectation(sp.exp(W.squared_length(d))) * x / x**2, 3 * Expectation(sp.exp(W.squared_length(d))) / x
        ),
        Equality(sp.gamma(-x) * x / x**2, sp.gamma(-x) / x),
    ],
)
def test_equal_forms_of_nothing_are_not_proved(equality: Equality) -> None:
    claim = Claim("nothing", "two forms of what does not exist", equality, INSIDE.with_ranges(*SIZES.ranges))
    assert judge_claim(claim, 0).answer != "holds"


@settings(max_examples=40, deadline=None)
@given(st.integers(-6, 6), st.integers(1, 4), st.integers(-6, 6))
def test_a_divisor_is_refused_exactly_where_it_vanishes(shift: int, scale: int, end: int) -> None:
    """scale * x + shift on [end, end + 1]."""
    root = sp.Rational(-shift, scale)
    domain = Domain((Range(x, end, end + 1),))
    assert (missing(1 / (scale * x + shift), domain) == "") == (not end <= root <= end + 1)
