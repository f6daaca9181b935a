"""Integrals: which converge, Euler's values, limits at the ends, changes of variables, and chains about them."""

from __future__ import annotations

from functools import cache
from typing import Literal

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.integral_steps import Calculus
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.terms import ONE, ZERO, Term, declare, make
from rftheory.kernel.theorems import Theorem
from rftheory.propositions import Equality, Inequality
from rftheory.prover.convergence import prove_convergent, value
from rftheory.prover.definite import make_defined
from rftheory.prover.ends import changed, limit_at
from rftheory.prover.equal import prove_equal
from rftheory.prover.failure import Unproved
from rftheory.prover.integrals import _table_value
from rftheory.prover.proving import Prover
from rftheory.prover.search import search_of
from rftheory.prover.trace import Trace
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

NAMES = (("c", "real"), ("d", "int"), ("u", "real"))


@cache
def setting() -> tuple[Trace, Context]:
    """A number c, an integer d >= 1, and u > 0."""
    run = Trace()
    context = run.declare(EMPTY, declare("real"))
    context = run.declare(context, declare("int", low=ONE))
    return run, run.declare(context, declare("real", low=ZERO, closed="(]"))


def term(text: str) -> Term:
    return parse_term(text, list(NAMES))


@pytest.mark.parametrize(
    ("integral", "closed"),
    [
        ("(int (x 0 oo) (exp (neg (* 2 x))))", "1/2"),
        ("(int (x 0 oo) (* (rpow x (+ d -1)) (exp (neg (* u x)))))", "(* (gamma d) (inv (pow u 0)) (inv (rpow u d)))"),
        ("(int (x 0 oo) (* (exp c) (exp (+ c (* -1/2 (pow x 2))))))", "(* (pow (exp c) 2) (sqrt (* 1/2 pi)))"),
        ("(int (x 0 oo) (* (+ 1 x) (exp (neg x))))", "2"),
        ("(int (x -oo oo) (exp (neg (pow x 2))))", "(sqrt pi)"),
        ("(int (x -oo oo) (* (pow (+ x 1) 2) (exp (neg (* 1/2 (pow x 2))))))", "(* 2 (sqrt (* 2 pi)))"),
        ("(int (x -oo oo) (* x (exp (neg (pow (+ x (neg c)) 2)))))", "(* c (sqrt pi))"),
        ("(int (x 0 (* 1/2 pi)) (pow (sin x) 2))", "(* 1/4 pi)"),
        (
            "(int (x 0 pi) (* (rpow (sin x) (+ d -1)) (rpow (cos x) (* 2 d))))",
            "(* (gamma (* 1/2 d)) (gamma (+ d 1/2)) (inv (gamma (* 1/2 (+ 1 (* 3 d))))))",
        ),
    ],
)
def test_an_integral_has_its_value(integral: str, closed: str) -> None:
    run, context = setting()
    found, end = term(integral), term(closed)
    assert prove_convergent(run, context, found).judgement is make("l1", (found,))
    assert value(run, context, found).judgement.args[0] is found
    for side in (found, end):
        make_defined(run, context, side)
    assert prove_equal(run, context, found, end).judgement.args == (found, end)


@pytest.mark.parametrize(
    "integral",
    [
        "(int (x 0 1) (exp (* c x)))",
        "(int (x 0 pi) (* (rpow (sin x) (+ d -1)) (pfq (list d) (list (* 1/2 d)) (* c (sin x)))))",
        "(int (x 0 oo) (* (pow x 2) (exp (neg (pow (+ x -1) 2)))))",
        "(int (x 1 oo) (exp (+ (* 3 x) (neg (pow x 2)))))",
    ],
)
def test_integrals_that_converge(integral: str) -> None:
    run, context = setting()
    assert prove_convergent(run, context, term(integral)).judgement is make("l1", (term(integral),))


@pytest.mark.parametrize(
    "integral",
    [
        "(int (x 0 oo) 1)",
        "(int (x 0 oo) (exp x))",
        "(int (x 0 oo) (* (rpow x (+ c -1)) (exp (neg x))))",
        "(int (x 0 oo) (exp (neg (* c x))))",
        "(int (x 0 1) (inv x))",
        "(int (x -oo oo) (exp (neg x)))",
        "(int (x c 1) (exp x))",
    ],
)
def test_what_need_not_converge_is_not_shown(integral: str) -> None:
    run, context = setting()
    with pytest.raises(Unproved):
        prove_convergent(run, context, term(integral))


@pytest.mark.parametrize(
    "exponent",
    ["(+ (neg x) (neg (pow x 2)))", "(neg (+ x (pow x 2)))", "(neg x)", "(neg (* u x))", "(* -1 u (rpow x u))"],
)
def test_what_the_table_does_not_write_has_no_value_there(exponent: str) -> None:
    run, context = setting()
    integral = term(f"(int (x 0 oo) (* (rpow x u) (exp {exponent})))")
    assert _table_value(search_of(run), context, integral) is None


@pytest.mark.parametrize(
    ("function", "side", "limit"),
    [
        ("(int (x 0 oo) (* u x))", "above", "0"),
        ("(int (x 0 oo) (* u x))", "oo", "oo"),
        ("(int (x 0 oo) (* (rpow x c) (exp (neg (* u (pow x 2))))))", "oo", "0"),
        ("(int (x 0 oo) (rpow x u))", "above", "0"),
        ("(int (x 0 1) (log x))", "above", "-oo"),
        ("(int (x 0 1) (* c (sqrt x)))", "below", "c"),
    ],
)
def test_limits_at_the_ends(function: str, side: str, limit: str) -> None:
    run, context = setting()
    search = search_of(run)
    found = search.once((function, side), lambda: limit_at(search, context, term(function), side, term(limit)))
    assert found.judgement.args[1] is term(limit)


def test_a_change_of_variables_needs_a_monotone_map() -> None:
    run, context = setting()
    search = search_of(run)
    integral = term("(int (x 0 1) (exp x))")
    rising, turning = term("(int (x 0 1) (pow x 2))"), term("(int (x -1 1) (pow x 2))")
    found = search.once(("rising",), lambda: changed(search, context, integral, rising))
    assert found.judgement.args[0] is integral
    with pytest.raises(Unproved):
        search.once(("turning",), lambda: changed(search, context, integral, turning))


# -- chains ---------------------------------------------------------------------------------------------------------

t, x = sp.symbols("t x", real=True)
a = sp.Symbol("a", positive=True)
POSITIVE = Domain((Range(a, 0, None, "()"),))


def proved(left: sp.Expr, right: sp.Expr, relation: Literal["=", "<=", "<"], chain: Derivation) -> Theorem:
    proposition = Equality(left, right) if relation == "=" else Inequality(left, relation, right)
    return Prover(Trace()).claim("claim", Claim("claim", "for the test", proposition, POSITIVE, lambda: chain))[1]


def test_a_chain_of_changes() -> None:
    start = sp.Integral(sp.exp(-a * t), (t, 0, sp.oo))
    chain = Calculus(start, POSITIVE).change_of_variables(x, x / a, (0, sp.oo))
    chain.integrand(sp.exp(-x), factor=1 / a).euler()
    assert proved(start, 1 / a, "=", chain).judgement.op == "="


def test_an_antiderivative_and_parts() -> None:
    start = sp.Integral(t * sp.exp(-a * t), (t, 0, sp.oo))
    chain = Calculus(start, POSITIVE).by_parts(-t / a, sp.exp(-a * t)).euler()
    assert proved(start, 1 / a**2, "=", chain).judgement.op == "="
    start = sp.Integral(sp.exp(a * t), (t, 0, 1))
    chain = Calculus(start, POSITIVE).antiderivative(sp.exp(a * t) / a)
    assert proved(start, (sp.exp(a) - 1) / a, "=", chain).judgement.op == "="


def test_bounds_under_the_integral() -> None:
    start = sp.Integral(t**2 * sp.exp(-a * t), (t, 0, 1))

    def inner(domain: Domain) -> Derivation:
        from rftheory.evidence.bounds import Bound

        return Bound(t**2 * sp.exp(-a * t), domain).at_most(t**2, [t**2, 1 - sp.exp(-a * t)])

    end = sp.Integral(t**2, (t, 0, 2))
    chain = Calculus(start, POSITIVE).under_the_integral(inner).widened(0, 2)
    assert proved(start, end, "<=", chain).judgement.op == "<="
