"""Products that are taken apart, moments of the binomial law, logarithms in the half-plane, signs of sums with roots."""

from __future__ import annotations

from functools import cache

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.chains.chain import Chain
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.terms import ONE, ZERO, Term, declare, make
from rftheory.kernel.theorems import Theorem
from rftheory.propositions import Inequality
from rftheory.prover.binomial_moments import MAX_ORDER, moment_theorem
from rftheory.prover.certify import certify
from rftheory.prover.definite import make_defined
from rftheory.prover.equal import prove_equal
from rftheory.prover.failure import Unproved
from rftheory.prover.search import search_of
from rftheory.prover.signs import prove_order
from rftheory.prover.texts import lemma
from rftheory.prover.trace import Trace
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

NAMES = (("n", "int"), ("p", "real"), ("x", "vec"), ("c", "real"), ("v", "real"))


@cache
def setting() -> tuple[Trace, Context]:
    """An integer n >= 1, 0 <= p <= 1, a vector x of n coordinates, c > 0 and any v."""
    run = Trace()
    context = run.declare(EMPTY, declare("int", low=ONE))
    n = context.variable(0)
    for declaration in (
        declare("real", low=ZERO, high=ONE),
        declare("vec", n),
        declare("real", low=ZERO, closed="(]"),
        declare("real"),
    ):
        context = run.declare(context, declaration)
    return run, context


def term(text: str) -> Term:
    return parse_term(text, list(NAMES))


def equal(first: str, second: str) -> Theorem:
    run, context = setting()
    sides = term(first), term(second)
    for side in sides:
        make_defined(run, context, side)
    found = prove_equal(run, context, *sides)
    assert found.judgement is make("=", sides)
    return found


BINOMIAL = "(* (rpow p k) {power}(rpow (+ 1 (neg p)) (+ n (neg k))) (prod (j 1 k) (* (+ n (neg k) j) (inv j))))"


def moment(power: str) -> str:
    return f"(sum (k 0 n) {BINOMIAL.format(power=power)})"


EQUAL = [
    ("(prod (k 1 n) (* (exp (coord x k)) c (coord x k)))",
     "(* (rpow c n) (exp (sum (k 1 n) (coord x k))) (prod (k 1 n) (coord x k)))"),
    ("(prod (k 1 n) (* (coord x k) (exp c)))", "(* (exp (* n c)) (prod (k 1 n) (coord x k)))"),
    (moment("k "), "(* n p)"),
    (moment("(pow k 2) "), "(+ (* n p) (* n (+ n -1) (pow p 2)))"),
    (moment("3 (pow k 2) "), "(+ (* 3 n p) (* 3 n (+ n -1) (pow p 2)))"),
    ("(log (+ c (* imag v)))", "(+ (* 1/2 (log (+ (pow c 2) (pow v 2)))) (* imag (atan (* v (inv c)))))"),
    ("(sqrt (* 4 c v))", "(* 2 (sqrt c) (sqrt v))"),
    ("(abs (* c v (coord x 1)))", "(* c (abs v) (abs (coord x 1)))"),
    ("(pfq (list n) (list (* 1/2 n) c) 0)", "1"),
    ("(pfq (list 1/2) (list) (* 1/2 p))", "(inv (sqrt (+ 1 (* -1/2 p))))"),
]  # fmt: skip
DIFFERENT = [
    ("(prod (k 1 n) (* c (coord x k)))", "(* c (prod (k 1 n) (coord x k)))"),
    (moment("k "), "(* 2 n p)"),
    (moment("(pow k 2) "), "(* (pow n 2) (pow p 2))"),
    ("(log (+ c (* imag v)))", "(+ (log (+ (pow c 2) (pow v 2))) (* imag (atan (* v (inv c)))))"),
    ("(sqrt (* c v v))", "(* (sqrt c) v)"),
    ("(sqrt (* v v))", "(* (sqrt v) (sqrt v))"),
    ("(abs (* c v (coord x 1)))", "(* c v (abs (coord x 1)))"),
    ("(pfq (list n) (list (* 1/2 n) c) 0)", "2"),
]


@pytest.mark.parametrize(("first", "second"), EQUAL)
def test_equal_terms(first: str, second: str) -> None:
    equal(first, second)


@pytest.mark.parametrize(("first", "second"), DIFFERENT)
def test_different_terms(first: str, second: str) -> None:
    with pytest.raises(Unproved):
        equal(first, second)


def test_a_moment_without_chances_that_add_up_to_one_is_none() -> None:
    first = moment("k ").replace("(+ 1 (neg p))", "(+ 2 (neg p))")
    with pytest.raises(Unproved):
        equal(first, "(* n p)")


def test_theorems_hold_for_all_parameters() -> None:
    search = search_of(run := Trace())
    assert run is search.run
    for order in (0, 1, MAX_ORDER):
        found = moment_theorem(search, order)
        assert [d.data for d in found.context.declarations] == [("real", "none", "none"), ("int", "closed", "none")]
        assert not found.context.facts
    assert [d.data[1] for d in lemma(search, "polar__polar_logarithm").context.declarations] == ["open", "none"]


# -- signs ------------------------------------------------------------------------------------------------------------


def test_a_root_with_a_factor_that_may_vanish_is_at_least_what_has_a_smaller_square() -> None:
    run, context = setting()
    sides = term("(* v p)"), term("(* (sqrt p) (sqrt (+ (* p (pow v 2)) p)))")
    for side in sides:
        make_defined(run, context, side)
    assert prove_order(run, context, *sides, strict=False).judgement is make("<=", sides)
    with pytest.raises(Unproved):
        prove_order(run, context, *sides[::-1], strict=False)
    with pytest.raises(Unproved):  # both are 0 at p = 0
        prove_order(run, context, *sides, strict=True)


def test_squares_of_sums_with_roots_have_a_sign_before_long() -> None:
    """Whether one of them is strict costs no more than a part of the time of the goal."""
    run, context = setting()
    part = "(+ (* (sqrt (sum (l 1 n) (* c (pow (coord x l) 2)))) (coord x j)) (neg (* v (coord x k))))"
    whole = term(f"(sum (k 1 n) (* c (sum (j 1 n) (* c (pow {part} 2)))))")
    make_defined(run, context, whole)
    assert prove_order(run, context, ZERO, whole, strict=False).judgement.op == "<="


# -- sums member by member --------------------------------------------------------------------------------------------

_n, _k = sp.Symbol("n", integer=True, positive=True), sp.Symbol("k", integer=True, positive=True)
_a = sp.Symbol("a", real=True)
_DOMAIN = Domain((Range(_n, 1, None, integer=True), Range(_a, None, None)))


def _at_most(first: sp.Expr, second: sp.Expr) -> Claim:
    return Claim("c", "", Inequality(first, "<=", second), _DOMAIN, Chain(first).le(second))


def test_sums_are_compared_member_by_member() -> None:
    low, high = (sp.Sum(_a**2 / (_k + shift + _a**2), (_k, 1, _n)) for shift in (1, 0))
    assert certify("x", [_at_most(low, high)]).proved == ("c",)


def test_sums_in_the_other_order_or_over_other_ranges_are_not() -> None:
    low, high = (sp.Sum(_a**2 / (_k + shift + _a**2), (_k, 1, _n)) for shift in (1, 0))
    other = sp.Sum(_a**2 / (_k + _a**2), (_k, 1, 2 * _n))
    for claim in (_at_most(high, low), _at_most(other, high)):
        assert not certify("x", [claim]).proved
