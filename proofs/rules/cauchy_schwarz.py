"""Cauchy-Schwarz: ``(E f g)^2 <= E f^2 E g^2`` for real random quantities f, g with finite second moments.

Proof. Let V be an independent copy of U. Lagrange's identity for two draws,
``f(U)^2 g(V)^2 + f(V)^2 g(U)^2 - 2 f(U) g(U) f(V) g(V) = (f(U) g(V) - f(V) g(U))^2 >= 0``, has the mean
``2 (E f^2 E g^2 - (E f g)^2)``.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.tails import Tail
from rftheory.propositions import Equality, Inequality
from rftheory.rules.inequalities import cauchy_schwarz
from rftheory.rules.nodes import DRAW, Expectation, Variate
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="rules.cauchy-schwarz",
    paper="rules",
    location="rule",
    kind="rule",
    title="Cauchy-Schwarz for expectations",
)

_f, _g = sp.Function("f", real=True), sp.Function("g", real=True)
_SQUARES = (_f(DRAW) ** 2, _g(DRAW) ** 2)
_U, _V = Variate("U", *_SQUARES), Variate("V", *_SQUARES)
_t = sp.Symbol("t", real=True)
_SCALE = Domain((Range(_t, typical=(-2, 2), awkward=(0, 3)),))
_RULE = cauchy_schwarz(_f(_U), _g(_U))


def _proof() -> Tail:
    lagrange = (_f(_U) * _g(_V) - _f(_V) * _g(_U)) ** 2
    return Tail(_RULE.start, _SCALE).by_copies(lagrange, _V, _U).at_most(_RULE.target)


def claims() -> list[Claim]:
    f, g = _f(_U), _g(_U)
    return [
        Claim(
            name="inequality",
            says="the square of E f g is at most the product of the second moments",
            proposition=Inequality(_RULE.start, "<=", _RULE.target),
            domain=_SCALE,
            proof=_proof,
            mutants=(
                Inequality(_RULE.start, "<=", sp.Rational(1, 2) * _RULE.target),
                Inequality(_RULE.start, ">=", _RULE.target),
            ),
        ),
        Claim(
            name="equality for multiples",
            says="it is an equality for f = t g",
            proposition=Equality(Expectation(_t * g * g) ** 2, Expectation((_t * g) ** 2) * Expectation(g**2)),
            domain=_SCALE,
        ),
        Claim(
            name="discriminant",
            says="E (f - t g)^2 is the quadratic polynomial of which the inequality is the discriminant",
            proposition=Equality(
                Expectation((f - _t * g) ** 2),
                Expectation(f**2) - 2 * _t * Expectation(f * g) + _t**2 * Expectation(g**2),
            ),
            domain=_SCALE,
        ),
    ]
