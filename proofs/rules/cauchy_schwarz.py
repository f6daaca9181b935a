"""Cauchy-Schwarz: ``(E f g)^2 <= E f^2 E g^2`` for real random quantities f, g with finite second moments.

Proof. Let V be an independent copy of U. Lagrange's identity for two draws,
``f(U)^2 g(V)^2 + f(V)^2 g(U)^2 - 2 f(U) g(U) f(V) g(V) = (f(U) g(V) - f(V) g(U))^2 >= 0``, has the mean
``2 (E f^2 E g^2 - (E f g)^2)``.
"""

from rftheory.vocabulary import *
from rftheory.chains.reasons import Copies
from rftheory.rules.inequalities import cauchy_schwarz

STATEMENT = statement("rule", "rule", "Cauchy-Schwarz for expectations")

_f, _g = sp.Function("f", real=True), sp.Function("g", real=True)
_SQUARES = (_f(DRAW) ** 2, _g(DRAW) ** 2)
_U, _V = Variate("U", *_SQUARES), Variate("V", *_SQUARES)
_t = sp.Symbol("t", real=True)
DOMAIN = Domain((Range(_t, typical=(-2, 2), awkward=(0, 3)),))
_RULE = cauchy_schwarz(_f(_U), _g(_U))


def _proof() -> Chain:
    lagrange = (_f(_U) * _g(_V) - _f(_V) * _g(_U)) ** 2
    return Chain(_RULE.start).use(Copies(lagrange, _V, _U)).le(_RULE.target)


f, g = _f(_U), _g(_U)
CLAIMS = (
    claim(
        "inequality: the square of E f g is at most the product of the second moments",
        le(_RULE.start, _RULE.target),
        proof=_proof(),
    ),
    claim(
        "equality for multiples: it is an equality for f = t g",
        eq(Expectation(_t * g * g) ** 2, Expectation((_t * g) ** 2) * Expectation(g**2)),
    ),
    claim(
        "discriminant: E (f - t g)^2 is the quadratic polynomial of which the inequality is the discriminant",
        eq(Expectation((f - _t * g) ** 2), Expectation(f**2) - 2 * _t * Expectation(f * g) + _t**2 * Expectation(g**2)),
    ),
)
