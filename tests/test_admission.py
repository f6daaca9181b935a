"""The gate before the judges: what is no claim is refused by name and value, and nothing else is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.stats import Normal

from rftheory.inputs.kernels import PAIR, x_norm, y_norm
from rftheory.rules.nodes import Expectation, Probability, Projection
from rftheory.rules.propositions import Equality, Inequality, Limit
from rftheory.rules.variates import MASS, Variate
from rftheory.statements.admission import refusals, refused, witness
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

x, y, t = sp.symbols("x y t", real=True)
p = sp.Symbol("p", positive=True)
k, d = sp.symbols("k d", integer=True, positive=True)
vector = sp.IndexedBase("v", real=True)
_l = sp.Symbol("l", integer=True, positive=True)
HALF, ONE = sp.Rational(1, 2), sp.Integer(1)
LINE = Domain((Range(x),))
SQUARE = Inequality(x**2, ">=", sp.Integer(0))
_V = Range(vector.label, shape=(d,))


def claim(proposition: Any = SQUARE, domain: Any = LINE, **more: Any) -> Claim:
    return Claim("c", "says", proposition, domain, **more)


def over(*ranges: Any, where: tuple[Any, ...] = ()) -> Claim:
    return claim(domain=Domain((Range(x), *ranges), where))


def says(side: Any, domain: Domain = LINE) -> Claim:
    return claim(Equality(side, sp.Integer(0)), domain)


REFUSED: dict[str, tuple[Claim, tuple[str, ...]]] = {
    # domains without a point
    "inverted range": (over(Range(y, 1, 0)), ("parameter y", "low must be <= high, got 1 and 0")),
    "inverted by little": (over(Range(y, sp.pi, sp.Rational(314159, 100000))), ("parameter y", "pi")),
    "open at one point": (over(Range(y, 1, 1, "[)")), ("no point was found", "y in [1, 1)")),
    "contradiction": (over(where=(sp.Gt(x, 2), sp.Lt(x, 1))), ("no point was found", "x > 2", "x < 1")),
    "contradiction of functions": (over(where=(sp.Gt(sp.exp(x), 2), sp.Lt(x, 0))), ("no point", "exp(x) > 2")),
    "false": (over(where=(sp.false,)), ("no point was found",)),
    "no integer": (over(Range(k, HALF * 0 + 1, 1, "[)", integer=True)), ("no point was found",)),
    "equation without a solution": (over(where=(sp.Eq(x**2, -1),)), ("no point was found",)),
    "wrong witness": (claim(domain=Domain((Range(x, 3, 4),), (sp.Eq(x**2, 10),), {x: ONE})), ("the witness is none", "x = 1")),
    # ends
    "infinite end": (over(Range(y, 0, sp.oo)), ("parameter y", "high", "None", "got oo")),
    "nan end": (over(Range(y, sp.nan, 1)), ("parameter y", "low", "got nan")),
    "complex infinity": (over(Range(y, sp.zoo, 1)), ("parameter y", "low", "got zoo")),
    "imaginary end": (over(Range(y, 0, sp.I)), ("parameter y", "high", "got I")),
    "hidden imaginary end": (over(Range(y, sp.sqrt(-2) * sp.pi, 1)), ("parameter y", "low", "I*pi")),
    "float end": (over(Range(y, 0.5, 1)), ("parameter y", "low", "exact", "got 0.5")),
    "float in an end": (over(Range(y, 0, sp.Float("0.5") * sp.pi)), ("parameter y", "high")),
    "text as end": (over(Range(y, "0", 1)), ("parameter y", "low", "got '0'")),
    "truth as end": (over(Range(y, 0, True)), ("parameter y", "high", "got True")),
    "later parameter": (claim(domain=Domain((Range(x, y, None), Range(y)))), ("parameter x", "before it", "y")),
    "itself": (over(Range(y, y, None)), ("parameter y", "before it")),
    "closed": (over(Range(y, 0, 1, "][")), ("parameter y", "closed must be one of [], [), (], ()", "']['")),
    "half an integer": (over(Range(k, HALF, 3, integer=True)), ("parameter k", "integer", "1/2")),
    "integer flag": (over(Range(k, 1, None, integer=1)), ("parameter k", "integer must be True or False", "got 1")),
    # typical and awkward values
    "typical outside": (over(Range(y, 0, 1, typical=(0, 2))), ("parameter y", "typical", "(0, 2)", "[0, 1]")),
    "typical inverted": (over(Range(y, 0, 1, typical=(1, 0))), ("parameter y", "typical", "(1, 0)")),
    "typical float": (over(Range(y, 0, 1, typical=(0, 0.5))), ("parameter y", "typical", "(0, 0.5)")),
    "typical infinite": (over(Range(y, 0, None, typical=(0, sp.oo))), ("parameter y", "typical", "oo")),
    "awkward outside": (over(Range(y, 0, 1, awkward=(2,))), ("parameter y", "awkward", "got 2", "[0, 1]")),
    "awkward at an open end": (over(Range(y, 0, 1, "(]", awkward=(0,))), ("parameter y", "awkward", "got 0")),
    "awkward fraction": (over(Range(k, 1, None, integer=True, awkward=(HALF,))), ("parameter k", "awkward", "got 1/2")),
    "awkward float": (over(Range(y, 0, 1, awkward=(0.5,))), ("parameter y", "awkward", "got 0.5")),
    # parameters
    "two ranges": (over(Range(y), Range(y, 0, 1)), ("parameter y has two ranges",)),
    "two ranges of one name": (over(Range(y), Range(sp.Symbol("y"))), ("parameter y has two ranges",)),
    "text as parameter": (over(Range("y", 0, 1)), ("symbol must be a commutative Symbol", "'y'")),
    "nameless parameter": (over(Range(sp.Dummy("y"), 0, 1)), ("symbol", "Dummy")),
    "pattern as parameter": (over(Range(sp.Wild("y"), 0, 1)), ("symbol", "Wild")),
    "operator as parameter": (over(Range(sp.Symbol("Q", commutative=False))), ("commutative", "Q")),
    "sign not in the range": (over(Range(p, -1, 1)), ("p assumes more than its range says",)),
    "sign at the end": (over(Range(p, 0, 1)), ("p assumes more than its range says",)),
    "integer assumed": (over(Range(k, 1, None)), ("k assumes more than its range says",)),
    "size zero": (claim(domain=Domain((Range(x), Range(vector.label, shape=(0,))))), ("shape", ">= 1", "got 0")),
    "size unknown": (claim(domain=Domain((Range(x), _V))), ("shape", "got d")),
    "size a fraction": (claim(domain=Domain((Range(x), Range(y, 1), Range(vector.label, shape=(y,))))), ("shape", "got y")),
    "size may vanish": (
        claim(domain=Domain((Range(x), Range(k - 1 and t, 0, None, integer=True), Range(vector.label, shape=(t,))))),
        ("shape", "got t"),
    ),
    # domains and conditions that are none
    "list of ranges": (claim(domain=Domain([Range(x)])), ("tuple of ranges",)),
    "no range": (claim(domain=Domain((x,))), ("ranges must be a tuple of Range, got x",)),
    "no domain": (claim(domain=None), ("domain must be a Domain", "None")),
    "comparison in Python": (over(where=(x == 0,)), ("conditions must be relations", "got False")),
    "expression as condition": (over(where=(x + 1,)), ("conditions must be relations", "got x + 1")),
    "unknown in a condition": (over(where=(sp.Gt(t, 0),)), ("the condition t > 0 depends on t", "parameters: x")),
    "float in a condition": (over(where=(sp.Gt(x, sp.Float("0.5")),)), ("the condition x > 0.5", "float 0.5")),
    # formulas
    "unknown symbol": (says(x + t), ("left depends on t, which is no parameter of the domain; its parameters: x",)),
    "unknown in products of vectors": (
        says(Expectation(sp.exp(Projection("w").dot(PAIR.x + PAIR.y))), Domain((Range(x_norm, 0, None, "()"),))),
        ("left depends on theta (in the product x.y of the space 'pair(x_norm, y_norm, theta)')", "y_norm"),
    ),
    "unknown label": (says(vector[1]), ("left depends on v",)),
    "unknown limit of a sum": (says(sp.Sum(_l, (_l, 1, d))), ("left depends on d",)),
    "unknown in a law": (says(MASS(k) + x), ("left depends on k",)),
    "namesake": (says(x + sp.Sum(other := sp.Symbol("x", integer=True), (other, 1, 3))), ("x is the name of two", "one real")),
    "namesake parameter": (says(sp.Symbol("x") + 1), ("left depends on x", "x is the name of two symbols")),
    "float": (says(sp.Float("0.1") + x), ("left contains the float 0.1", "Rational(1, 10)")),
    "number of Python": (says(0.5), ("left must be a SymPy expression or an integer, got 0.5",)),
    "text": (says("x"), ("left must be a SymPy expression", "'x'")),
    "truth": (says(True), ("left must be a SymPy expression", "True")),
    "relation": (says(sp.Gt(x, 0)), ("left must be a SymPy expression", "x > 0")),
    "relation inside": (says(sp.Function("f")(sp.Gt(x, 0))), ("the truth value x > 0",)),
    "cases": (says(sp.Piecewise((1, x > 0), (0, True))), ("left contains the case distinction", "Piecewise")),
    "infinity": (says(x + sp.Min(x, sp.oo, evaluate=False)), ("left contains oo as a value",)),
    "infinite side": (claim(Inequality(x, "<", sp.oo)), ("right contains oo as a value",)),
    "nan": (says(sp.nan), ("left contains nan as a value",)),
    "complex infinity inside": (says(sp.zoo), ("left contains zoo as a value",)),
    "infinite body": (says(sp.Sum(sp.Min(k, sp.oo, evaluate=False), (k, 1, 2))), ("left contains oo as a value",)),
    "operator": (says(x * sp.Symbol("Q", commutative=False)), ("the symbol Q, which does not commute",)),
    "pattern": (says(sp.Wild('q') + x), ("left contains the pattern q_",)),
    "nameless symbol": (says(x + sp.Dummy("z")), ("left depends on _z",)),
    "undefined function": (says(sp.Function("f")(x)), ("the function f of x, which nothing defines", "Variate")),
    "undefined real function": (says(sp.Function("f", real=True)(x)), ("the function f of x",)),
    "mass of no count": (says(MASS(x)), ("the function p of x",)),
    "mass of a negative number": (says(MASS(sp.Integer(-1))), ("the function p of -1",)),
    "matrix": (says(sp.MatrixSymbol("M", 2, 2)), ("left contains the matrix M",)),
    "order": (says(sp.Order(x)), ("left contains the order O(x)",)),
    "random variable of SymPy": (says(Normal("z", 0, 1)), ("left depends on z",)),
    "vector without index": (says(vector.label + 1, Domain((Range(d, 1, None, integer=True), _V))), ("v without its 1 indices",)),
    "too many indices": (says(vector[1, 1], Domain((Range(d, 1, None, integer=True), _V))), ("v takes 1",)),
    "index of a number": (says(sp.IndexedBase(x)[1]), ("x takes 0",)),
    # propositions and claims
    "no proposition": (claim(sp.Gt(x**2, 0)), ("proposition must be an Equality, Inequality, Limit or Derivative", "x**2 > 0")),
    "relation sign": (claim(Inequality(x, "=<", x + 1)), ("relation must be one of <=, <, >=, >, got '=<'",)),
    "side of a limit": (claim(Limit(x, x, sp.Integer(0), sp.Integer(0), "left")), ("side must be one of +, -", "'left'")),
    "float as point": (claim(Limit(x, x, 0.5, HALF)), ("point must be an exact real number", "0.5")),
    "undefined point": (claim(Limit(x, x, sp.zoo, HALF)), ("point must be an exact real number", "zoo")),
    "imaginary point": (claim(Limit(x, x, sp.I, sp.I)), ("point must be an exact real number", "got I")),
    "infinite limit": (claim(Limit(1 / x, x, sp.Integer(0), sp.oo)), ("value contains oo as a value",)),
    "variable of a limit": (claim(Limit(x, x**2, sp.Integer(0), sp.Integer(0))), ("variable must be a symbol", "x**2")),
    "role": (claim(role="theorem"), ("role must be one of claim, step, correction, reading, lemma", "'theorem'")),
    "name": (replace(claim(), name=""), ("name must be a text", "''")),
    "correction of nothing": (claim(role="correction"), ("corrects must be given for a correction",)),
    "claim that corrects": (claim(corrects="other"), ("corrects must be given for a correction", "'other'")),
    "reading of nothing": (claim(role="reading"), ("corrects must be given",)),
    "a need that is a text": (claim(needs="equal norms"), ("needs must be a tuple of texts",)),
    "an empty need": (claim(needs=("",)), ("needs must be a tuple of texts",)),
    "print": (claim(print="blurred"), ("print must be one of as read, restored, damaged",)),
    "error": (claim(error="slip"), ("error must be one of misprint",)),
    "error of a lemma": (claim(error="false", role="lemma"), ("of a lemma",)),
    "formula that is no text": (claim(tex=3), ("tex must be a text",)),
    "proof": (claim(proof="trivial"), ("proof must be a chain or a function", "'trivial'")),
    "counterexample outside": (
        claim(domain=Domain((Range(x, 0, 1),)), counterexample={x: sp.Integer(2)}),
        ("counterexample is outside of the domain", "x = 2 is not allowed", "[0, 1]"),
    ),
    "counterexample in floats": (claim(counterexample={x: sp.Float(1)}), ("counterexample", "x = 1.0")),
    "counterexample elsewhere": (claim(counterexample={y: ONE}), ("counterexample", "x is missing")),
    "mutant": (claim(mutants=(Inequality(x + t, "<", x),)), ("mutant 1: left depends on t",)),
    "box": (claim(boxes=({y: (ONE, ONE)},)), ("box 1: y is no parameter",)),
    "inverted box": (claim(boxes=({x: (ONE, -ONE)},)), ("box 1: x must lie between", "(1, -1)")),
    "not a claim at all": (replace(claim(), domain=5, proposition=None), ("domain must be a Domain", "5")),
}  # fmt: skip

ACCEPTED: dict[str, Claim] = {
    "plain": claim(),
    "integers of Python": claim(Inequality(x**2, ">=", 0)),
    "no parameter": claim(Inequality(sp.pi, "<", sp.Integer(4)), Domain(())),
    "one point": over(Range(y, 1, 1)),
    "ends that are numbers": over(Range(y, sp.sqrt(2), sp.pi, "()", typical=(sp.sqrt(2), 3))),
    "end of another parameter": claim(SQUARE, Domain((Range(x, 0, 1), Range(y, x, x + 1, "(]")))),
    "integer end of another": over(Range(d, 2, None, integer=True), Range(k, 1, d - 1, integer=True)),
    "default of a far range": over(Range(y, 100, 101)),
    "default of a negative range": over(Range(y, None, -7)),
    "awkward at the ends": over(Range(y, 0, sp.pi, awkward=(0, sp.pi / 2, sp.pi))),
    "typical up to an open end": over(Range(y, 0, 1, "()", typical=(0, 1))),
    "equation of a parameter": over(Range(y), where=(sp.Eq(y, x**2 + 1),)),
    "equations one after the other": over(Range(y), Range(t), where=(sp.Eq(y, x + 1), sp.Eq(2 * y + 1, t))),
    "named witness": claim(domain=Domain((Range(x),), (sp.Eq(x**2, 2 * x + 35), sp.Gt(x, 3)), {x: sp.Integer(7)})),
    "conjunction": over(where=(sp.Or(sp.Gt(x, 1), sp.And(sp.Lt(x, 0), sp.Ne(x, -1))),)),
    "signs that ranges give": over(Range(p, 0, 1, "(]"), Range(k, 1, None, integer=True)),
    "infinite sum": says(sp.Sum(1 / sp.factorial(k), (k, 1, sp.oo))),
    "infinite integral": says(sp.Integral(sp.exp(-(t**2)), (t, -sp.oo, sp.oo))),
    "nameless index": says(sp.Integral(sp.cos(z := sp.Dummy("phi", real=True)), (z, 0, 1))),
    "limit at infinity": claim(Limit(1 / x, x, sp.oo, sp.Integer(0))),
    "mass of a count": says(MASS(k), Domain((Range(k, 1, None, integer=True),))),
    "function of a variate": says(Expectation(sp.Function("f", real=True)(Variate("U")))),
    "event": says(Probability(sp.Ge(Variate("U"), x, evaluate=False))),
    "vector": says(sp.Sum(vector[_l], (_l, 1, d)), Domain((Range(d, 1, None, integer=True), _V))),
    "vector of a given size": says(vector[2], Domain((Range(vector.label, shape=(3,)),))),
    "products of vectors": says(
        Expectation(sp.exp(Projection("w").dot(PAIR.x))),
        Domain((Range(x_norm, 0, None, "()"), Range(y_norm, 0, None, "()"))),
    ),
    "counterexample inside": claim(counterexample={x: sp.Integer(2)}),
    "correction": claim(role="correction", corrects="other"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_claim_is_refused_by_name_and_value(name: str) -> None:
    bad, words = REFUSED[name]
    said = "; ".join(refused(bad))
    assert all(word in said for word in words), said


@pytest.mark.parametrize("name", ACCEPTED)
def test_claims_are_accepted(name: str) -> None:
    assert refused(ACCEPTED[name]) == ()
    point = witness(ACCEPTED[name].domain)
    assert point is not None and ACCEPTED[name].domain.contains(point)
    assert not any(value.has(sp.Float) for value in point.values())


# -- domains ----------------------------------------------------------------------------------------------------------

_numbers = st.fractions(-40, 40, max_denominator=30).map(lambda q: sp.Rational(q.numerator, q.denominator))


@settings(max_examples=10, deadline=None)
@given(_numbers, _numbers, _numbers, st.sampled_from(["[]", "[)", "(]", "()"]))
def test_ranges_with_a_value_are_accepted_and_inverted_ones_refused(
    first: sp.Rational, second: sp.Rational, shift: sp.Rational, closed: str
) -> None:
    low, high = sorted((first, second))
    condition = sp.Eq(y, x + shift)
    for domain in (
        Domain((Range(x, low, high, closed),)),
        Domain((Range(x, low, high, closed), Range(y)), (condition,)),
    ):
        assert (refusals(claim(domain=domain)) == ()) == (low < high or closed == "[]")
    if low < high:
        (said,) = refusals(claim(domain=Domain((Range(x, high, low, closed),))))
        assert f"got {high} and {low}" in said


@settings(max_examples=6, deadline=None)
@given(_numbers, _numbers)
def test_a_named_point_of_equations_is_a_witness(a: sp.Rational, b: sp.Rational) -> None:
    equations = (sp.Eq(x * x + y, a * a + b), sp.Eq(x + y * y, a + b * b))
    named = Domain((Range(x), Range(y)), equations, {x: a, y: b})
    assert witness(named) == {x: a, y: b}
    assert named.points(1)[0] == {x: a, y: b}


def test_a_witness_does_not_tell_domains_apart_and_is_kept() -> None:
    named = Domain((Range(x),), (), {x: ONE})
    assert named == LINE and hash(named) == hash(LINE)
    assert witness(named.where(sp.Ge(x, 1))) == {x: ONE}
