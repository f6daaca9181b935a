"""What a claim says is asked at the gate, before any judge: sources of one name, assumptions of symbols, limits out of reach."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import rftheory.prover.certify as searching
from benchmarks._statements import Said, read
from rftheory.inputs.kernels import PAIR, d, m, x_norm, y_norm
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Phase, Probability, Projection, SampleMean
from rftheory.rules.propositions import Equality, Inequality, Limit, Proposition
from rftheory.rules.variates import DRAW, Counts, UnitVariate, Variate
from rftheory.statements.admission import refusals
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

x, y, t, lam = sp.symbols("x y t lambda", real=True)
k, n = sp.symbols("k n", integer=True, nonnegative=True)
u = sp.Symbol("u", positive=True)
_ZERO, _ONE, _HALF = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)


def claim(proposition: Proposition, *ranges: Range, where: tuple[sp.Basic, ...] = ()) -> Claim:
    return Claim("c", "says", proposition, Domain(ranges, where))


# -- what the kernel alone would take for proved -----------------------------------------------------------------------

#: lines of the battery, by how they begin
_ALONE = {
    "limits": ("exp(x) -> 0 as", "x -> oo", "exp(-x) -> 0", "1/(x^2 + 1) -> 0 as x -> oo for x in (-oo, 5]"),
    "parameters": (
        "f(x) + 1", "A*B", "(A + B)", "(x + abs(positive_x))", "other_x", "(abs(u)", "(sin(pi*k)", "((-1)^even_k", "t_vec[1]",
    ),
}  # fmt: skip
_LINES = [said for group, texts in _ALONE.items() for said in read(group) if said.text.startswith(texts)]


def test_all_of_them_are_there() -> None:
    assert len(_LINES) == sum(map(len, _ALONE.values()))


@pytest.mark.parametrize("line", _LINES, ids=lambda line: line.text)
def test_the_gate_refuses_what_the_kernel_would_certify(line: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = line.build()
    said = refusals(hostile)
    assert said
    assert searching.certify("hostile.statement", [hostile]).failed == {"claim": f"refused: {'; '.join(said)}"}
    # the control: without the gate there is a certificate, so nothing behind it would refuse
    monkeypatch.setattr(searching, "refused", lambda _: ())
    assert searching.certify("hostile.statement", [hostile]).proved == ("claim",)


# -- sources -----------------------------------------------------------------------------------------------------------

_W, _V = Projection("w"), Projection("v")
_PAIRS = tuple(Range(s, 0, None, "()") for s in (x_norm, y_norm))
_SIZES = (Range(d, 2, None, integer=True), Range(m, 1, None, integer=True))
_ALL = (*_PAIRS, *_SIZES, Range(lam, 0, 5, "(]"))


def _count(name: str, rate: sp.Expr = lam) -> sp.Expr:
    return Counts(name, sp.Lambda(k, sp.exp(-rate) * rate**k / sp.factorial(k)))[1]


_form = _W.dot(PAIR.x)
#: a random quantity of each kind, all of the name w, and what it is called
_KINDS: dict[str, sp.Expr] = {
    "Gaussian projection": _form,
    "phase": Phase("w"),
    "count": _count("w"),
    "Variate": Variate("w"),
    "UnitVariate": UnitVariate("w"),
}
#: places in a claim at which two of them stand
_PLACES: dict[str, Callable[[sp.Expr, sp.Expr], sp.Expr]] = {
    "a product": lambda a, b: Expectation(sp.cos(a) * sp.sin(b)),
    "a sum": lambda a, b: Expectation(sp.cos(a + b)),
    "means": lambda a, b: Expectation(SampleMean(sp.cos(a), m) * SampleMean(sp.cos(b), m)),
    "one mean": lambda a, b: Expectation(SampleMean(sp.cos(a + b), m) ** 2),
    "a sum over an index": lambda a, b: Expectation(sp.Sum(sp.cos(a * n) * sp.cos(b), (n, 1, 3))),
    "an event": lambda a, b: Probability(sp.Ge(sp.cos(a), sp.cos(b), evaluate=False)),
    "two expectations": lambda a, b: Expectation(sp.cos(a)) * Expectation(sp.cos(b)),
    "one in the other": lambda a, b: Expectation(sp.cos(a) * Expectation(sp.cos(b) ** 2)),
}


@pytest.mark.parametrize("place", _PLACES)
@settings(max_examples=8, deadline=None)
@given(st.permutations(sorted(_KINDS)))
def test_one_name_is_one_kind_wherever_it_stands(place: str, kinds: list[str]) -> None:
    first, second = kinds[:2]
    bad = _PLACES[place](_KINDS[first], _KINDS[second])
    (said,) = refusals(claim(Equality(bad, _ZERO), *_ALL))
    assert said.startswith("w names two random sources: ") and first in said and second in said
    # the same two under two names, and one of them twice
    renamed = _KINDS[second].xreplace({sp.core.symbol.Str("w"): sp.core.symbol.Str("v")})
    for good in (_PLACES[place](_KINDS[first], renamed), _PLACES[place](_KINDS[first], _KINDS[first])):
        assert refusals(claim(Equality(good, _ZERO), *_ALL)) == ()


_LENGTH = _W.squared_length(d)
_TWO: dict[str, tuple[sp.Expr, str]] = {
    "two laws of one count": (Expectation(_count("w", lam) * _count("w", lam + 1)), "a count of the law"),
    "two laws in two expectations": (Expectation(_count("w", lam)) - Expectation(_count("w", 2 * lam)), "count of the law"),
    "two dimensions": (Expectation(_LENGTH * _W.squared_length(d + 1)), "dimension d + 1"),
    "another dimension in a frame": (
        Expectation(OrthogonalMean(_form, m, d) * _W.squared_length(2 * d)), "dimension 2*d"
    ),
    "a frame of another dimension": (
        FrameExpectation((_form, _form), d) - Expectation(_W.squared_length(5)), "dimension 5"
    ),
    "two sizes of one mean": (Expectation(SampleMean(_form, m) * SampleMean(_form, m + 1)), "a SampleMean of m + 1"),
    "two kinds of mean": (Expectation(SampleMean(_form, m) * OrthogonalMean(_form, m, d)), "OrthogonalMean of m, d"),
    "alone and in a mean": (Expectation(SampleMean(_form, m) * _form), "a single draw"),
    "a phase alone and in a mean": (Expectation(SampleMean(sp.cos(Phase("b")), m) * sp.cos(Phase("b"))), "single draw"),
    "one mean in another": (
        Expectation(SampleMean(_form, m) * SampleMean(SampleMean(_form, m), 2)), "SampleMean of 2 of a SampleMean of m"
    ),
    "two variates": (Expectation(Variate("U") * Variate("U", DRAW**2)), "finite means of draw**2"),
    "a unit variate": (Expectation(Variate("U") * UnitVariate("U")), "UnitVariate"),
    "outside of expectations": (SampleMean(_form, m) - SampleMean(_form, 2 * m), "a SampleMean of 2*m"),
}  # fmt: skip


@pytest.mark.parametrize("name", _TWO)
def test_one_name_has_one_law_dimension_and_mean(name: str) -> None:
    bad, words = _TWO[name]
    (said,) = refusals(claim(Equality(bad, _ZERO), *_ALL))
    assert "names two random sources" in said and words in said


def test_names_on_both_sides_and_in_mutants_are_one() -> None:
    sides = Expectation(sp.cos(_form)), Expectation(sp.cos(Phase("w")))
    assert "names two" in refusals(claim(Equality(*sides), *_ALL))[0]
    hidden = Claim("c", "says", Equality(sides[0], _ONE), Domain(_ALL), mutants=(Equality(sides[0], sides[1]),))
    assert "names two" in refusals(hidden)[0]


def test_means_of_different_expectations_are_different() -> None:
    """The variance of a mean is 1/m of that of one sample: m draws here, one there."""
    wave = sp.cos(_form)
    of_mean = Expectation(SampleMean(wave, m) ** 2) - Expectation(SampleMean(wave, m)) ** 2
    of_one = (Expectation(wave**2) - Expectation(wave) ** 2) / m
    orthogonal = Expectation(OrthogonalMean(wave, m, d))
    for right in (of_one, orthogonal, Expectation(wave), Expectation(SampleMean(wave, 2 * m))):
        assert refusals(claim(Equality(of_mean, right), *_ALL)) == ()
    assert sp.simplify(expand_expectation(of_mean - of_one)) == 0


# -- assumptions -------------------------------------------------------------------------------------------------------

_ends = st.fractions(-3, 3, max_denominator=4).map(lambda q: sp.Rational(q.numerator, q.denominator))
_signs = st.sampled_from(["positive", "nonnegative", "negative", "nonpositive", "real"])
_brackets = st.sampled_from(["[]", "[)", "(]", "()"])
_HOLDS = {"positive": sp.Gt, "nonnegative": sp.Ge, "negative": sp.Lt, "nonpositive": sp.Le}


@settings(max_examples=60, deadline=None)
@given(_ends, st.fractions(0, 4, max_denominator=4), _signs, _brackets, st.sampled_from([0, 1]))
def test_a_parameter_is_what_its_symbol_assumes(
    low: sp.Rational, width: object, sign: str, closed: str, moved: int
) -> None:
    """By the points of the range: its ends, and points close to them; an end may be that of another parameter."""
    high = low + sp.Rational(str(width)) + 1
    symbol, other = sp.Symbol("s", **{sign: True}), sp.Symbol("o", real=True)
    item = Range(symbol, low - other if moved else low, high - other if moved else high, closed, typical=(low, high))
    near = sp.Rational(1, 1000)
    inside = [low + near, high - near, *([low] if closed[0] == "[" else []), *([high] if closed[1] == "]" else [])]
    expected = all(_HOLDS[sign](value, 0) for value in inside) if sign in _HOLDS else True
    ranges = (Range(other, 0, 0), item) if moved else (item,)
    said = refusals(claim(Inequality(symbol**2 + 2, ">=", _ONE), *ranges), inhabited=False)
    assert any("assumes more" in each for each in said) == (not expected)


_INDICES: dict[str, tuple[sp.Expr, bool]] = {
    "a sum from 0": (sp.Sum(n, (n, 0, 3)), True),
    "a sum from -1": (sp.Sum(n**2, (n, -1, 3)), False),
    "a positive index from 0": (sp.Sum(1 / (1 + u), (u, 0, 3)), False),
    "a product from -2": (sp.Product(2 + n, (n, -2, 3)), False),
    "an integral over negative numbers": (sp.Integral(sp.exp(-u), (u, -1, 1)), False),
    "an integral backwards over negative numbers": (sp.Integral(sp.exp(-u), (u, 1, -1)), False),
    "an integral from 0": (sp.Integral(sp.exp(-u), (u, 0, sp.oo)), True),
    "an integral from -oo": (sp.Integral(sp.exp(-(u**2)), (u, -sp.oo, 0)), False),
    "an integral over integers": (sp.Integral(sp.sin(sp.pi * n + 1), (n, 0, 1)), False),
    "an even index": (sp.Sum((j := sp.Symbol("j", even=True)) ** 2, (j, 0, 4)), False),
    "an end that is a parameter": (sp.Sum(n, (n, k, 2 * k)), True),
    "an end that may be negative": (sp.Sum(n, (n, k - 1, 2 * k)), False),
    "inside of another": (sp.Sum(sp.Sum(n * u, (n, -2, 2)), (u, 1, 2)), False),
    "inside of an expectation": (Expectation(sp.Sum(sp.cos(n * _form), (n, -3, 3))), False),
}


@pytest.mark.parametrize("name", _INDICES)
def test_an_index_is_what_its_symbol_assumes(name: str) -> None:
    side, good = _INDICES[name]
    said = refusals(claim(Equality(side, _ZERO), *_PAIRS, Range(k, 0, None, integer=True)))
    assert (said == ()) == good
    assert good or "is not what its symbol assumes" in said[0]


# -- limits ------------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(_ends, _ends, _ends, _brackets, st.sampled_from("+-"))
def test_a_limit_is_in_reach_from_inside_of_the_range_only(
    first: sp.Rational, second: sp.Rational, point: sp.Rational, closed: str, side: str
) -> None:
    low, high = sorted((first, second))
    inside = low <= point < high if side == "+" else low < point <= high
    said = refusals(claim(Limit(x**2, x, point, point**2, side), Range(x, low, high, closed)), inhabited=False)
    assert (said == ()) == inside


@pytest.mark.parametrize("end", [sp.oo, -sp.oo])
@pytest.mark.parametrize("low", [None, -5])
@pytest.mark.parametrize("high", [None, 5])
def test_an_infinite_point_is_in_reach_of_an_unbounded_range_only(
    end: sp.Expr, low: int | None, high: int | None
) -> None:
    said = refusals(claim(Limit(sp.exp(-(x**2)), x, end, _ZERO), Range(x, low, high)))
    assert (said == ()) == ((high if end is sp.oo else low) is None)


_OTHERS: dict[str, tuple[Claim, str]] = {
    "no parameter": (claim(Limit(x / t, t, sp.oo, _ZERO), Range(x)), "t of a limit must be a number among the parameters"),
    "a value that is not constant": (claim(Limit(x**2, x, _ZERO, x), Range(x)), "must not depend on its variable x"),
    "a condition that moves away": (
        claim(Limit(x**2, x, _ZERO, _ZERO), Range(x), Range(y, 2, None), where=(sp.Gt(x, y),)), "around x = 0"
    ),
    "a condition that jumps": (
        claim(Limit(x**2, x, _ZERO, _ZERO), Range(x, 0, None, "()"), where=(sp.Lt(1 / x, 2),)), "around x = 0"
    ),
    "an integer": (claim(Limit(1 / (1 + n), n, _ONE, _HALF), Range(n, 0, None, integer=True)), "approaches no finite"),
    "a size that grows": (
        claim(Limit(1 / (1 + n), n, sp.oo, _ZERO), Range(n, 1, None, integer=True), Range(k, 0, n, integer=True)),
        "another parameter depends on n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", _OTHERS)
def test_where_no_limit_can_be_taken(name: str) -> None:
    bad, words = _OTHERS[name]
    assert any(words in said for said in refusals(bad)), refusals(bad)


def test_conditions_that_hold_around_the_point_do_no_harm() -> None:
    good = (sp.Ne(x, 0), sp.Lt(x, 1), sp.Ge(y, 1), sp.Gt(x + y, 0), sp.Ne(x, y))
    assert refusals(claim(Limit(x + y, x, _ZERO, y), Range(x), Range(y, 1, 4), where=good)) == ()
