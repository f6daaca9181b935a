"""Files of claims: nothing said, nothing claimed, lemmas in circles, names twice, relations that do not exist."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.series_steps import SeriesBound

from hostile.harness import Bound, Cases, Claim, Equality, Inequality, claim, domain, equal, lemma, order, over
from hostile.symbols import W, a, k, n, t, u, x
from rftheory.kernels import PAIR, x_norm
from rftheory.rules.nodes import Expectation

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_UNIT, _OPEN = domain(over(x, 0, 1)), domain(over(x, 0, 1, "(]"))
_TRUE = order(x + 1, ">", 0, _UNIT)
_FALSE = order(x, ">", 0, _UNIT)
_X = over(x_norm, 0, None, "()")

# -- nothing said -------------------------------------------------------------------------------------------------------

_false("the same on both sides", "says nothing", lambda: equal((x + 1) ** 2, (x + 1) ** 2, _UNIT))
_false(
    "the same once it is written",
    "SymPy makes one expression of both: says nothing",
    lambda: equal(x + x, 2 * x, _UNIT),
)
_false("the same quotient", "says nothing, and 1/0 has no value", lambda: equal(1 / x, 1 / x, _UNIT))
_false(
    "a quotient that SymPy cancels",
    "written x/x = 1, which is 1 = 1 and has no value at 0",
    lambda: equal(x / x, sp.Integer(1), _UNIT),
)
_false(
    "the same infinite series",
    "says nothing, and the series diverges",
    lambda: equal(2 * _SERIES - _SERIES, _SERIES, _UNIT),
)
_SERIES = sp.Sum(2**k, (k, 0, sp.oo))
_false(
    "the same infinite mean",
    "says nothing, and the mean is oo",
    lambda: equal(3 * _MEAN - 2 * _MEAN, _MEAN, domain(_X)),
)
_MEAN = Expectation(sp.exp(W.squared_length(3)))
_false("the same mean", "says nothing", lambda: equal(_COSINE, _COSINE, domain(_X)))
_COSINE = Expectation(sp.cos(W.dot(PAIR.x)))
_false("two numbers that are one", "says nothing", lambda: equal(sp.sin(sp.pi), sp.Integer(0), _UNIT))
_false("the same on both sides of an order", "says nothing", lambda: order(x, "<=", x, _UNIT))

# -- nothing claimed ------------------------------------------------------------------------------------------------------

_false("no claims", "nothing is claimed", lambda: [])
_false("lemmas only", "nothing is claimed", lambda: [replace(_TRUE, role="lemma")])
_false("steps only", "nothing is claimed", lambda: [replace(_TRUE, role="step")])
_false(
    "a correction for a claim",
    "the claim that it corrects is not there",
    lambda: [replace(_TRUE, role="correction", corrects="claim")],
)
_false(
    "a correction beside its false claim",
    "the claim is false",
    lambda: [_FALSE, replace(_TRUE, name="corrected", role="correction", corrects="claim")],
)
_false("an unknown role only", "nothing is claimed", lambda: [replace(_TRUE, role="theorem")])  # type: ignore[arg-type]
_false(
    "an unknown role that hides a false claim",
    "x = 0; the role is misspelt",
    lambda: [_TRUE, replace(_FALSE, name="hidden", role="cliam")],
)  # type: ignore[arg-type]
_false("a false claim beside a true one", "x = 0", lambda: [_TRUE, replace(_FALSE, name="false")])
_false("a false lemma beside a true claim", "x = 0", lambda: [_TRUE, replace(_FALSE, name="false", role="lemma")])
_false(
    "a claim without a proof beside a proved one",
    "nothing is shown of it",
    lambda: [_TRUE, Claim("bare", "", Inequality(x, "<=", sp.Integer(1)), _UNIT)],
    holds=True,
)
_false(
    "two claims of one name",
    "what is said of one is not known of the other",
    lambda: [_TRUE, order(x + 2, ">", 0, _UNIT)],
)
_false(
    "a claim and a lemma of one name",
    "what is said of one is not known of the other",
    lambda: [
        _TRUE,
        lemma(
            Inequality(x + 2, ">", sp.Integer(0)),
            _UNIT,
            lambda: Bound(x + 2, _UNIT).at_least(sp.Integer(0)),
            name="claim",
        ),
    ],
)
_false("something else than a claim", "a proposition is no claim", lambda: [Inequality(x, ">", sp.Integer(-1))])  # type: ignore[list-item]
_false("no list", "None is no list of claims", lambda: None)  # type: ignore[arg-type, return-value]

# -- lemmas in circles ------------------------------------------------------------------------------------------------------


def _rests_on_itself() -> Claim:
    def proof() -> Derivation:
        return Bound(x, _UNIT).given(own()).at_least(sp.Integer(1))

    def own() -> Claim:
        return order(x, ">=", 1, _UNIT, proof)

    return own()


def _two_that_rest_on_each_other() -> Claim:
    def claim_of(form: sp.Expr, other: sp.Expr) -> Claim:
        def proof() -> Derivation:
            return Bound(form, _UNIT).given(claim_of(other, form)).at_least(sp.Integer(1))

        return order(form, ">=", 1, _UNIT, proof)

    return claim_of(x, 2 * x)


def _equality_that_rests_on_itself() -> Claim:
    def proof() -> Derivation:
        return SeriesBound(sp.cos(x), _UNIT).rewrite_by(own())

    def own() -> Claim:
        return equal(sp.cos(x), 1, _UNIT, proof)

    return own()


_false("a lemma that rests on itself", "x = 0: 0 is not at least 1", _rests_on_itself)
_false("two lemmas that rest on each other", "x = 0: 0 is not at least 1", _two_that_rest_on_each_other)
_false("an equality that rests on itself", "cos 1 is not 1", _equality_that_rests_on_itself)

# -- malformed ----------------------------------------------------------------------------------------------------------------

_false(
    "a counterexample outside of the domain",
    "2 is not in [0, 1]",
    lambda: replace(_TRUE, counterexample={x: sp.Integer(2)}),
)
_false(
    "a counterexample of another parameter",
    "a is no parameter",
    lambda: replace(_TRUE, counterexample={a: sp.Integer(0)}),
)
_false("a false claim with its counterexample", "x = 0", lambda: replace(_FALSE, counterexample={x: sp.Integer(0)}))
_false(
    "a relation that does not exist",
    "'=<' is no relation",
    lambda: claim(Inequality(x, "=<", sp.Integer(1)), _UNIT, lambda: Bound(x, _UNIT).at_most(sp.Integer(1))),
)  # type: ignore[arg-type]
_false(
    "unequal for an order",
    "'!=' is no relation",
    lambda: claim(Inequality(x, "!=", sp.Integer(2)), _UNIT, lambda: Bound(x, _UNIT).at_most(sp.Integer(2))),
)  # type: ignore[arg-type]
_false("no proposition", "a number is no proposition", lambda: claim(sp.Integer(1), _UNIT))  # type: ignore[arg-type]
_false("a truth value", "true is no proposition", lambda: claim(sp.true, _UNIT))  # type: ignore[arg-type]
_false(
    "a relation of SymPy", "a relation of SymPy is no proposition", lambda: claim(sp.Ge(x, 0, evaluate=False), _UNIT)
)  # type: ignore[arg-type]
_false("a text for a side", "a text is no expression", lambda: equal("x + x", "2*x", _UNIT))
_false("no domain", "nothing is said of x", lambda: claim(Equality((x + 1) ** 2, x**2 + 2 * x + 1), None))  # type: ignore[arg-type]
_false("a proof that is no chain", "None proves nothing", lambda: order(x, ">", 0, _UNIT, lambda: None))  # type: ignore[arg-type, return-value]
_false("a proof that fails", "1/0 in Python", lambda: order(x, ">", 0, _UNIT, lambda: 1 // 0))  # type: ignore[arg-type, return-value]
_false(
    "a chain of another claim",
    "x = 0",
    lambda: order(x, ">", 0, _UNIT, lambda: Bound(x + 1, _UNIT).at_least(sp.Integer(0))),
)
_false(
    "an ancestor that is false",
    "x = 0",
    lambda: order(
        x + 1, ">", 1, _UNIT, lambda: Bound(x + 1, _UNIT).given(replace(_FALSE, role="lemma")).at_least(sp.Integer(1))
    ),
)

# -- true twins -------------------------------------------------------------------------------------------------------

_true("two sides that differ", lambda: equal((x + 1) ** 2, x**2 + 2 * x + 1, _UNIT))
_true(
    "a claim with a lemma and a step",
    lambda: [
        _TRUE,
        lemma(Inequality(x + 2, ">", sp.Integer(0)), _UNIT, lambda: Bound(x + 2, _UNIT).at_least(sp.Integer(0))),
        order(x + 3, ">", 0, _UNIT, name="step", role="step"),
    ],
)
_true("two claims of two names", lambda: [_TRUE, order(x + 2, ">", 0, _UNIT, name="other")])
_true("a false step beside a true claim", lambda: [_TRUE, replace(_FALSE, name="printed step", role="step")])
_true("a mean and its value", lambda: equal(_COSINE, sp.exp(-(x_norm**2) / 2), domain(_X)))
_true("a true claim on an open range", lambda: order(x, ">", 0, _OPEN))
_true("a positive parameter", lambda: order(u + 1, ">", 1, domain(over(u, 0, None, "()"))))
_true("several parameters", lambda: equal((x + t) * (x - t), x**2 - t**2, domain(over(x), over(t))))
_true("integers", lambda: equal(k * (k + 1) / 2 + k + 1, (k + 1) * (k + 2) / 2, domain(over(k, 0, integer=True))))
_true("powers of integers", lambda: equal(2 ** (n + 1) - 2**n, 2**n, domain(over(n, 0, integer=True))))
