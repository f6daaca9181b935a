"""Power series: which converge, their values, and chains that compare them term by term."""

from __future__ import annotations

from functools import cache
from typing import Literal

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.chains.chain import Chain
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.terms import ONE, ZERO, Term, declare, make
from rftheory.kernel.theorems import Theorem
from rftheory.propositions import Equality, Inequality
from rftheory.prover.convergence import prove_convergent
from rftheory.prover.definite import make_defined
from rftheory.prover.equal import prove_equal
from rftheory.prover.failure import Unproved
from rftheory.prover.proving import Prover
from rftheory.prover.series import as_series, sum_value
from rftheory.prover.trace import Trace
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

NAMES = (("c", "real"), ("d", "int"), ("u", "real"))


@cache
def setting() -> tuple[Trace, Context]:
    """A number c, an integer d >= 1, and 0 < u < 1."""
    run = Trace()
    context = run.declare(EMPTY, declare("real"))
    context = run.declare(context, declare("int", low=ONE))
    return run, run.declare(context, declare("real", low=ZERO, high=ONE, closed="()"))


def term(text: str) -> Term:
    return parse_term(text, list(NAMES))


@pytest.mark.parametrize(
    ("series", "closed"),
    [
        ("(sum (k 0 oo) (* (rpow c k) (inv (gamma (+ k 1)))))", "(exp c)"),
        ("(sum (k 0 oo) (* k (rpow c k) (inv (gamma (+ k 1)))))", "(* c (exp c))"),
        ("(sum (k 0 oo) (* k (+ k -1) (rpow (neg c) k) (inv (gamma (+ k 1)))))", "(* (pow c 2) (exp (neg c)))"),
        ("(sum (k 1 oo) (* (rpow c (+ k -1)) (inv (gamma k))))", "(exp c)"),
        ("(sum (k 0 oo) (* 3 (rpow u k)))", "(* 3 (inv (+ 1 (neg u))))"),
        ("(sum (k 0 oo) (* u (rpow (+ 1 (neg u)) k)))", "1"),
        ("(sum (k 0 oo) (rpow (neg u) k))", "(inv (+ 1 u))"),
        (
            "(sum (k 0 oo) (* (rpow 2 (neg k)) (rpow u k) (gamma (+ d k)) (inv (gamma (+ k 1))) "
            "(inv (gamma (+ k (* 1/2 d))))))",
            "(* (gamma d) (inv (gamma (* 1/2 d))) (pfq (list d) (list (* 1/2 d)) (* 1/2 u)))",
        ),
        (
            "(sum (k 0 oo) (* (rpow u (* 2 k)) (inv (gamma (+ 1 (* 2 k))))))",
            "(pfq (list) (list 1/2) (* 1/4 (pow u 2)))",
        ),
    ],
)
def test_a_series_has_its_value(series: str, closed: str) -> None:
    run, context = setting()
    found, value = term(series), term(closed)
    assert prove_convergent(run, context, found).judgement is make("l1", (found,))
    assert sum_value(run, context, found).judgement.args[0] is found
    for side in (found, value):
        make_defined(run, context, side)
    assert prove_equal(run, context, found, value).judgement.args == (found, value)


@pytest.mark.parametrize(
    "series",
    [
        "(sum (k 0 oo) (rpow c k))",
        "(sum (k 0 oo) (rpow 2 k))",
        "(sum (k 0 oo) (* (rpow u k) (gamma (+ k 1))))",
        "(sum (k 0 oo) 1)",
        "(sum (k 0 oo) (* (rpow u k) (sin k)))",
    ],
)
def test_what_need_not_converge_is_not_shown(series: str) -> None:
    run, context = setting()
    with pytest.raises(Unproved):
        prove_convergent(run, context, term(series))


@pytest.mark.parametrize("node", ["(cosh c)", "(sinh u)", "(cos c)", "(bessel_i 0 c)", "(bessel_j 2 u)", "(exp c)"])
def test_named_functions_as_series(node: str) -> None:
    run, context = setting()
    found: Theorem = as_series(run, context, term(node))
    assert found.judgement.args[0] is term(node) and "pfq" in repr(found.judgement)


# -- chains ---------------------------------------------------------------------------------------------------------

z = sp.Symbol("z", real=True)
s, t = sp.symbols("s t", positive=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
n = sp.Symbol("n", integer=True, positive=True)
POSITIVE = Domain((Range(t, 0, None, "()"),))


def proved(claim: Claim) -> Theorem:
    return Prover(Trace()).claim(claim.name, claim)[1]


def _claim(left: sp.Expr, right: sp.Expr, relation: Literal["=", "<=", "<"], domain: Domain, chain: Chain) -> Claim:
    proposition = Equality(left, right) if relation == "=" else Inequality(left, relation, right)
    return Claim("claim", "for the test", proposition, domain, chain)


def test_a_series_is_summed() -> None:
    series = sp.Sum(t**k / sp.factorial(k), (k, 0, sp.oo))
    chain = Chain(series).summed(series, sp.exp(t))
    assert proved(_claim(series, sp.exp(t), "=", POSITIVE, chain)).judgement.op == "="


@pytest.mark.parametrize("strict", [False, True])
def test_series_are_compared_term_by_term(strict: bool) -> None:
    terms = {sp.exp(t): t**k / sp.gamma(k + 1), sp.exp(2 * t): (2 * t) ** k / sp.gamma(k + 1)}

    index = Range(k, 0, None, integer=True)
    lemma = _claim(sp.Integer(1), 2**k, "<=", Domain((index,)), _powers())
    member = Chain(t**k / sp.gamma(k + 1)).use(lemma)
    member = member.le((2 * t) ** k / sp.gamma(k + 1), [t**k / sp.gamma(k + 1), 2**k - 1])
    chain = Chain(sp.exp(t)).termwise(sp.exp(2 * t), index, terms, member, strict_at=1 if strict else None)
    relation: Literal["<", "<="] = "<" if strict else "<="
    assert proved(_claim(sp.exp(t), sp.exp(2 * t), relation, POSITIVE, chain)).judgement.op == relation


def _powers() -> Chain:
    """``1 <= 2^k`` by ratios."""
    return Chain(sp.Integer(1)).induction(k, 2**k, ratios=(sp.Integer(1), sp.Integer(2)))


def test_gamma_by_recursion() -> None:
    indexed = Domain((Range(n, 1, None, integer=True),))
    right = 2 ** (n - 1) * sp.gamma(n / 2) * sp.gamma(n / 2 + sp.Rational(1, 2)) / sp.sqrt(sp.pi)
    chain = Chain(sp.gamma(n)).induction(n, right, ratio=n)
    assert proved(_claim(sp.gamma(n), right, "=", indexed, chain)).judgement.op == "="
