"""Jensen: ``E f(X) >= f(E X)`` for a convex f on the line.

Proof. A twice differentiable f with ``f'' >= 0`` lies above each of its tangents (`Bound.tangent`), here that at
``c = E X``; and the mean of the tangent, ``f(c) + f'(c) (E X - c)``, is f(c). Shown for an arbitrary slope, and for the
exponential and the square in full.
"""

from rftheory.vocabulary import *
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, u
from rftheory.rules.inequalities import jensen

STATEMENT = statement("rule", "rule", "Jensen's inequality")

_h, _a, _b, _slope, _value = sp.symbols("h a b k v", real=True)
_X = Variate("X", DRAW**2, sp.exp(_h * DRAW))
DOMAIN = Domain((Range(_h, typical=(-3, 3), awkward=(-5, 1, 5)),))
_LINES = Domain((Range(_slope, typical=(-2, 2)), Range(_value, typical=(-2, 2)), *DOMAIN.ranges))
_POINTS = Domain((Range(_a, typical=(-3, 3)), Range(_b, typical=(-3, 3))))


_target = sp.exp(_b) * (1 + _a - _b)


#: e^a >= e^b (1 + a - b) for all real a, b.
tangent_anywhere = lemma(
    "tangent: the exponential lies above each of its tangents",
    ge(sp.exp(_a), _target),
    _POINTS,
    Chain(sp.exp(_a)).use(exponential_tangent, {u: _a - _b}).ge(_target),
)


def _exponential() -> Chain:
    rule, mean = jensen(lambda t: sp.exp(_h * t), _X), Expectation(_X)
    above = sp.exp(_h * _X) - sp.exp(_h * mean) * (1 + _h * _X - _h * mean)
    chain = Chain(rule.start).use(tangent_anywhere, {_a: _h * _X, _b: _h * mean})
    return chain.ge(rule.target, [Expectation(above)])


def _square() -> Chain:
    rule = jensen(lambda t: t**2, _X)
    return Chain(rule.start).ge(rule.target, [Expectation((_X - Expectation(_X)) ** 2)])


mean = Expectation(_X)
exponential, square = jensen(lambda t: sp.exp(_h * t), _X), jensen(lambda t: t**2, _X)
CLAIMS = (
    claim(
        "mean of a tangent: the mean of v + k (X - E X) is v, whatever the slope k",
        eq(Expectation(_value + _slope * (_X - mean)), _value),
        _LINES,
    ),
    tangent_anywhere,
    claim("exponential: E exp(h X) >= exp(h E X)", ge(exponential.start, exponential.target), proof=_exponential()),
    claim("square: E X^2 >= (E X)^2", ge(square.start, square.target), proof=_square()),
)
