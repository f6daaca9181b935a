"""Means of logarithms of ``1 - q exp(-s)`` for random s: that they converge, and bounds of them by a lemma for every draw."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.proofs.crt._regimes import logarithm_from_below
from rftheory.chains.chain import Chain
from rftheory.kernel.contexts import EMPTY, close, open_binder
from rftheory.kernel.terms import ONE, ZERO, Term, make, rat
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, u
from rftheory.propositions import Inequality
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectations import closed_form
from rftheory.prover.failure import Unproved
from rftheory.prover.proving import Prover
from rftheory.prover.trace import Trace
from rftheory.rules.chi import integrate_powers
from rftheory.rules.nodes import Expectation, Projection
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

s = sp.Symbol("s", positive=True)
_POSITIVE = Domain((Range(s, 0, None, "()"),))
_NUMBERS = Domain(())


def _mean(dimension: int, body: object) -> Term:
    """The mean of a function of ``|w|^2``, w ~ N(0, I_d)."""
    law = make("normal", (rat(dimension),))
    _, (w,) = open_binder(EMPTY, make("E", (law, ZERO)))
    return make("E", (law, close(body(make("norm2", (w,))), (w,))))  # type: ignore[operator]


@pytest.mark.parametrize("dimension", [3, 4, 63])
def test_the_mean_of_the_inverse_square_of_a_length(dimension: int) -> None:
    run = Trace()
    found = closed_form(run, EMPTY, _mean(dimension, lambda square: make("inv", (square,))))
    value = rat(Fraction(1, dimension - 2))
    assert prove_equal(run, EMPTY, found.judgement.args[1], value).judgement.op == "="


@pytest.mark.parametrize("dimension", [1, 2])
def test_it_does_not_converge_in_one_and_two_dimensions(dimension: int) -> None:
    with pytest.raises(Unproved):
        closed_form(Trace(), EMPTY, _mean(dimension, lambda square: make("inv", (square,))))


def _logarithm(q: Fraction) -> object:
    def body(square: Term) -> Term:
        return make("log", (make("+", (ONE, make("*", (rat(-q), make("exp", (make("neg", (square,)),)))))),))

    return body


@pytest.mark.parametrize(("dimension", "q"), [(63, Fraction(1)), (3, Fraction(1)), (1, Fraction(1, 2))])
def test_logarithms_converge(dimension: int, q: Fraction) -> None:
    mean = _mean(dimension, _logarithm(q))
    assert closed_form(Trace(), EMPTY, mean).judgement is make("=", (mean, mean))


def test_the_logarithm_of_what_may_be_negative_has_no_mean() -> None:
    with pytest.raises(Unproved):
        closed_form(Trace(), EMPTY, _mean(63, _logarithm(Fraction(3, 2))))


# -- a lemma for every draw ----------------------------------------------------------------------------------------------


def _below() -> Chain:
    chain = Chain(sp.log(1 - sp.exp(-s)))
    chain = chain.use(logarithm_from_below, {next(iter(logarithm_from_below.domain.symbols)): 1 - sp.exp(-s)})
    chain = chain.ge(1 - 1 / (1 - sp.exp(-s))).eq(-1 / (sp.exp(s) - 1))
    return chain.use(exponential_tangent, {u: s}).ge(-1 / s)


_LEMMA = Claim("lemma", "", Inequality(sp.log(1 - sp.exp(-s)), ">=", -1 / s), _POSITIVE, _below)


def _chain(at: sp.Expr) -> Chain:
    square = Projection("w").squared_length(sp.Integer(63))
    chain = Chain(Expectation(sp.log(1 - sp.exp(-2 * square)))).for_each(_LEMMA, {s: 2 * square})
    return chain.expectations().computed(integrate_powers, "moments of lengths").gt(at)


def test_a_lemma_for_every_draw() -> None:
    """``E log(1 - exp(-2 |w|^2)) >= -1/122``, so at least -1/100 and not by this chain -1/200."""
    least = -sp.Rational(1, 100)
    chain = _chain(least)
    for value, holds in ((least, True), (-sp.Rational(1, 200), False)):
        claim = Claim("claim", "", Inequality(chain.start, ">", value), _NUMBERS, proof=lambda: chain)
        if holds:
            assert Prover(Trace()).claim("claim", claim)[1].judgement.op == "<"
        else:
            with pytest.raises(Unproved):
                Prover(Trace()).claim("claim", claim)
