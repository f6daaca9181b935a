"""Quotients of exponentials that are functions of a hyperbolic tangent: the logistic function, and squares of ``1/cosh``."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.learn import known_of


def by_tangent(search: Search, context: Context, term: Term) -> Theorem | None:
    """``1/(1 + exp t) = (1 - tanh(t/2))/2`` and ``cosh(t)^(-2 k) = (1 - tanh(t)^2)^k``; None for another quotient."""
    (below,) = term.args
    if below.op == "+" and len(below.args) == 2 and below.args[0] is ONE and below.args[1].op == "exp":
        (argument,) = below.args[1].args
        tangent = make("tanh", (_plain(search, context, mul(HALF, argument)),))
        target = total([HALF, product([rat(Fraction(-1, 2)), tangent])])
    elif below.op == "pow" and below.args[0].op == "cosh" and below.data % 2 == 0:
        (argument,) = below.args[0].args
        tangent = make("tanh", (_plain(search, context, argument),))
        target = raised(add(ONE, neg(power(tangent, 2))), below.data // 2)
    else:
        return None
    make_defined(search, context, target)
    return prove_equal(search, context, term, target)


def _plain(search: Search, context: Context, argument: Term) -> Term:
    """An argument as it is in plain forms: with another one the same tangent would be a second atom."""
    known = known_of(search, context, [argument])
    plain = known.ring.fraction(known.form(argument))
    make_real(search, context, argument, plain)
    return plain
