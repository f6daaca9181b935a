"""Integrals: which converge, Euler's values, limits at the ends, changes of variables, and chains about them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Literal

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.chains.chain import Chain
from rftheory.chains.integrals import euler_gamma, into_integral, into_sum, sum_outside
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
j, k = sp.symbols("j k", integer=True, nonnegative=True)
a = sp.Symbol("a", positive=True)
POSITIVE = Domain((Range(a, 0, None, "()"),))


def proved(left: sp.Expr, right: sp.Expr, relation: Literal["=", "<=", "<"], chain: Chain) -> Theorem:
    proposition = Equality(left, right) if relation == "=" else Inequality(left, relation, right)
    return Prover(Trace()).claim("claim", Claim("claim", "for the test", proposition, POSITIVE, chain))[1]


def test_a_chain_of_changes() -> None:
    start = sp.Integral(sp.exp(-a * t), (t, 0, sp.oo))
    chain = Chain(start).substitute(x, x / a, (0, sp.oo))
    chain = chain.integrand(sp.exp(-x), factor=1 / a).computed(euler_gamma)
    assert proved(start, 1 / a, "=", chain).judgement.op == "="


def test_an_antiderivative_and_parts() -> None:
    start = sp.Integral(t * sp.exp(-a * t), (t, 0, sp.oo))
    chain = Chain(start).primitive(-t / a, factor=sp.exp(-a * t)).computed(euler_gamma)
    assert proved(start, 1 / a**2, "=", chain).judgement.op == "="
    start = sp.Integral(sp.exp(a * t), (t, 0, 1))
    chain = Chain(start).primitive(sp.exp(a * t) / a)
    assert proved(start, (sp.exp(a) - 1) / a, "=", chain).judgement.op == "="


def test_an_antiderivative_up_to_a_rest() -> None:
    """``int_0^1 t exp(at) = exp(a)/a - int_0^1 exp(at)/a``."""
    start = sp.Integral(t * sp.exp(a * t), (t, 0, 1))
    chain = Chain(start).primitive(t * sp.exp(a * t) / a, rest=-sp.exp(a * t) / a)
    assert proved(start, chain.end, "=", chain).judgement.op == "="
    with pytest.raises(Unproved):
        proved(start, chain.end + 1, "=", chain)


def test_bounds_under_the_integral() -> None:
    start = sp.Integral(t**2 * sp.exp(-a * t), (t, 0, 1))
    inner = Chain(t**2 * sp.exp(-a * t)).le(t**2, [t**2, 1 - sp.exp(-a * t)])
    end = sp.Integral(t**2, (t, 0, 2))
    chain = Chain(start).under(inner).widened(0, 2)
    assert proved(start, end, "<=", chain).judgement.op == "<="


def test_bounds_of_multiples_and_of_sums_of_integrals() -> None:
    """A factor keeps the order if it is not negative; two sums around an integral are three binders."""
    inner = Chain(sp.exp(-t)).le(sp.Integer(1))
    whole = sp.Integral(sp.exp(-t), (t, 0, 1))
    for factor in (a, 1 / (1 + a)):
        chain = Chain(factor * whole + a).under(inner)
        assert proved(chain.start, chain.end, "<=", chain).judgement.op == "<="
    turned = Chain(-a * whole).under(inner)
    with pytest.raises(Unproved):
        proved(turned.start, turned.end, "<=", turned)
    limits = (j, 1, k), (k, 1, 3)
    chain = Chain(sp.Sum(j * whole, *limits)).under(Chain(j * whole).under(inner))
    assert proved(chain.start, chain.end, "<=", chain).judgement.op == "<="


def test_a_part_below_binders_is_rewritten() -> None:
    start = sp.Sum(k * sp.Integral(sp.exp(sp.sin(t) * sp.cos(t)), (t, 0, 1)), (k, 1, 3))
    body = Chain(start.function).rewrite(sp.sin(t) * sp.cos(t), sp.sin(2 * t) / 2)
    chain = Chain(start).under(body)
    assert proved(start, chain.end, "=", chain).judgement.op == "="
    wrong = Chain(start).under(Chain(start.function).rewrite(sp.sin(t) * sp.cos(t), sp.sin(2 * t)))
    with pytest.raises(Unproved):
        proved(start, wrong.end, "=", wrong)


@pytest.mark.parametrize(
    ("start", "rule"),
    [
        (a * sp.Integral(sp.exp(-a * t), (t, 0, sp.oo)), into_integral),
        (a * sp.Sum(a**k, (k, 0, 3)), into_sum),
        (a * sp.Sum(a**j * k, (j, 0, k), (k, 0, 3)), into_sum),
        (1 + sp.Integral(sp.Sum(t**k, (k, 0, 3)), (t, 0, a)), sum_outside),
        (a * sp.Integral(sp.Sum(t**j * k, (j, 0, k), (k, 0, 3)), (t, 0, a)), sum_outside),
    ],
)
def test_lines_whose_structure_says_why(start: sp.Expr, rule: Callable[[sp.Expr], sp.Expr]) -> None:
    chain = Chain(start).computed(rule)
    assert proved(start, chain.end, "=", chain).judgement.op == "="
    with pytest.raises(Unproved):
        proved(start, 2 * chain.end, "=", Chain(start).eq(2 * chain.end))
