"""Arcs, quadratics without zeros, rising factorials, exponents with logarithms, products of series, changed integrals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401
from rftheory.chains.chain import Chain
from rftheory.chains.reasons import By
from rftheory.chains.series import AboveParabola, AboveSum, BelowParabola, BelowProduct
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.terms import ONE, Term, make
from rftheory.kernel.theorems import Theorem
from rftheory.propositions import Equality, Inequality, Relation
from rftheory.prover.definite import make_defined, make_real
from rftheory.prover.failure import Unproved
from rftheory.prover.generalised import equal_for_all
from rftheory.prover.nonzero import prove_nonzero
from rftheory.prover.parabola_bounds import above_parabola, below_taylor
from rftheory.prover.product_bounds import above_sum, contiguous
from rftheory.prover.proving import Prover
from rftheory.prover.rising import rising_value
from rftheory.prover.search import search_of
from rftheory.prover.trace import Trace
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.prover.goals import tried

#: an angle and one below it, positive numbers, a whole number
ENTRIES = (
    "(decl real (open 0) (open pi))", "(decl real (open 0) (open h))", "(decl real (open 0) none)",
    "(decl real (closed 0) none)", "(decl int (closed 0) none)",
)  # fmt: skip
NAMES = (("h", "real"), ("a", "real"), ("b", "real"), ("x", "real"), ("n", "int"))


@cache
def setting(entries: Sequence[str] = ENTRIES, names: Sequence[tuple[str, str]] = NAMES) -> tuple[Trace, Context]:
    run, context = Trace(), EMPTY
    for text in entries:
        context = run.declare(context, parse_term(text, names[: context.size]))
    return run, context


def term(text: str) -> Term:
    return parse_term(text, NAMES)


TRUE = (
    "(< (cos h) 1)",
    "(< -1 (cos a))",
    "(< (sin (+ a (neg h))) 0)",
    "(< 0 (+ 1 (* 2 x (cos h)) (pow x 2)))",
    "(<= 0 (+ 1 (* 2 (cos x) (sin x) (cos a))))",
    "(<= 0 (+ 1 (* -2 (sin x) (cos x))))",
    "(!= (+ 1 (* 2 x (cos h)) (pow x 2)) 0)",
    "(= (prod (k1 1 n) (+ b k1 -1)) (* (gamma (+ b n)) (inv (gamma b))))",
    "(= (prod (k1 1 n) (* 2 (inv (+ b k1)))) (* (rpow 2 n) (gamma (+ b 1)) (inv (gamma (+ b n 1)))))",
    "(= (exp (+ (* b (log b)) (* -1 (inv (+ 1 b)) b) 1)) (* (rpow b b) (exp (inv (+ 1 b)))))",
    "(= (sin (atan x)) (* x (cos (atan x))))",
    "(= (sqrt (+ 1 (neg (pow -1 2)))) 0)",
)
FALSE = (
    "(< (cos x) 1)",
    "(< 0 (sin (+ a (neg h))))",
    "(< 0 (+ 1 (* 2 x (cos x)) (pow x 2)))",
    "(<= 0 (+ 1 (* -2 x (+ 1 (cos h))) (pow x 2)))",
    "(< 0 (+ 1 (* -2 (sin x) (cos x))))",
    "(= (prod (k1 1 n) (+ b k1)) (* (gamma (+ b n)) (inv (gamma b))))",
    "(= (prod (k1 1 n) (+ b (* -1 k1))) (* (gamma (+ b n)) (inv (gamma b))))",
    "(= (exp (+ (* b (log b)) (* -1 (inv (+ 1 b)) b) 1)) (* (rpow b b) (exp (inv (+ 2 b)))))",
    "(= (sin (atan x)) (* 2 x (cos (atan x))))",
)


@pytest.mark.parametrize("goal", TRUE)
def test_true_statements(goal: str) -> None:
    run, context = setting()
    assert tried(run, context, term(goal)) is not None


@pytest.mark.parametrize("goal", FALSE)
def test_false_statements(goal: str) -> None:
    run, context = setting()
    assert tried(run, context, term(goal)) is None


def test_a_rising_factorial_needs_positive_factors() -> None:
    run, context = setting()
    for body in ("(+ x k1 -1)", "(+ b (pow k1 2))", "(+ b (neg k1))"):
        product = term(f"(prod (k1 1 n) {body})")
        make_defined(run, context, product)
        with pytest.raises(Unproved):
            rising_value(search_of(run), context, product)


# -- products of two functions ----------------------------------------------------------------------------------------


def test_a_product_of_series_is_above_the_series_of_the_sum() -> None:
    run, context = setting()
    b, x, h = term("b"), term("x"), term("h")
    assert contiguous(run, context, b, x).judgement.args[0] is term("(pfq (list) (list b) x)")
    found = above_sum(run, context, b, x, h)
    assert found.judgement.op == "<="
    assert found.judgement.args[1] is term("(* (pfq (list) (list b) x) (pfq (list) (list b) h))")
    for places in ((b, make("neg", (b,)), h), (x, h, h)):
        with pytest.raises(Unproved):
            above_sum(run, context, *places)


s, t = sp.symbols("s t", positive=True)
PLACES = Domain((Range(s, 0, None, "()"), Range(t, 0, None, "()")))


def proved(chain: Chain, relation: Relation, right: sp.Expr) -> Theorem:
    proposition = Inequality(chain.start, relation, right)
    claim = Claim(name="claim", says="", proposition=proposition, domain=PLACES, proof=chain)
    return Prover(Trace()).claim("claim", claim)[1]


def _function(b: sp.Expr, place: sp.Expr) -> sp.Expr:
    return sp.hyper([], [b], place)


def test_steps_with_products_of_series() -> None:
    product = _function(sp.Integer(2), s) * _function(sp.Integer(2), t)
    below = Chain(_function(sp.Integer(2), s + t)).by(BelowProduct((s, t), strict=True))
    assert proved(below, "<", product).judgement.op == "<"
    above = Chain(product).by(AboveSum())
    assert proved(above, ">=", above.end).judgement.op == "<="


def test_a_false_line_about_a_product_has_no_proof() -> None:
    product = _function(sp.Integer(2), s) * _function(sp.Integer(2), t)
    reason = By(BelowProduct((s, t), strict=True))
    chain = Chain(_function(sp.Integer(2), s + t))._with("<", product / 2, "", reason)
    with pytest.raises(Unproved):
        proved(chain, "<", product / 2)


def test_a_series_beside_parabolas() -> None:
    function = _function(sp.Integer(2), s)
    chain = Chain(function).by(AboveParabola(s + t, s / 2, s / 2, s / 2 + t))
    assert proved(chain, ">=", chain.end).judgement.op == "<="
    chain = Chain(function).by(BelowParabola(s + t, t))
    assert proved(chain, "<=", chain.end).judgement.op == "<="
    run, context = setting()
    b_, h, x = term("b"), term("h"), term("x")
    with pytest.raises(Unproved):
        above_parabola(run, context, b_, h, make("+", (h, b_)), make("+", (h, b_, x)))
    with pytest.raises(Unproved):
        below_taylor(run, context, b_, h, make("+", (h, x)))


def test_an_index_of_a_coordinate_is_shown_to_be_one() -> None:
    entries = ("(decl int (closed 2) none)", "(decl (vecs n n))", "(decl int (closed 2) (closed n))")
    names = (("n", "int"), ("g", "vecs"), ("i", "int"))
    run, context = setting(entries, names)
    make_defined(run, context, parse_term("(coord (at g i) (+ i -1))", names))
    with pytest.raises(Unproved):
        make_defined(run, context, parse_term("(coord (at g i) (+ i 1))", names))


def test_a_mean_is_not_zero_as_its_closed_form_is_not() -> None:
    run, context = setting()
    mean = term("(E ((g1 (gauss))) (exp (* b g1)))")
    make_defined(run, context, mean)
    assert prove_nonzero(run, context, mean).judgement.op == "!="
    with pytest.raises(Unproved):
        prove_nonzero(run, context, term("(E ((g1 (gauss))) (* b g1))"))


# -- changed integrals -------------------------------------------------------------------------------------------------

psi, u = sp.symbols("psi u", real=True)
alpha = sp.Symbol("alpha", real=True)
ANGLE = Domain((Range(alpha, 0, sp.pi, "()"),))


def test_an_integral_that_another_one_turns_into() -> None:
    """``u = sin(psi)/sin(alpha - psi)``, with ``1 + u^2 + 2 u cos(alpha) = sin(alpha)^2/sin(alpha - psi)^2``; it is not half."""
    near, far, sine = sp.sin(psi), sp.sin(alpha - psi), sp.sin(alpha)
    target = sp.Integral((1 + u**2 + 2 * u * sp.cos(alpha)) ** -2, (u, 0, sp.oo))
    start = sp.Integral(far**2 / sine**3, (psi, 0, alpha))
    chain = Chain(start).substituted_back(
        target,
        near / far,
        slope=sine / far**2,
        rewriting=[(sp.cos(alpha), (sine**2 - near**2 - far**2) / (2 * near * far))],
    )
    equal = Claim(name="claim", says="", proposition=Equality(start, target), domain=ANGLE, proof=chain)
    prover = Prover(Trace())
    assert prover.claim("claim", equal)[1].judgement.op == "="
    wrong = Chain(start)._with("=", 2 * target, "", chain.lines[-1].reason)
    twice = replace(equal, proposition=Equality(start, 2 * target), proof=wrong)
    with pytest.raises(Unproved):
        prover.claim("twice", twice)


def test_an_equality_for_all_numbers_forgets_what_relates_them() -> None:
    run, context = setting()
    parts = [term("(sin h)"), term("(cos h)")]
    square = term("(+ (pow (sin h) 2) (pow (cos h) 2))")
    search = search_of(run)
    same = equal_for_all(search, context, term("(sqrt (pow (sin h) 2))"), parts[0], parts)
    assert same.judgement.args[1] is parts[0]
    make_real(run, context, square)
    with pytest.raises(Unproved):
        equal_for_all(search, context, term("(+ (pow (sin h) 2) (pow (sin a) 2))"), ONE, [*parts, term("(sin a)")])
