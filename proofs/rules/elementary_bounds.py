"""Tangents and chords: ``e^u >= 1 + u``, ``sin u <= u``, ``sin u >= 2u/pi`` (Jordan), ``sinh(c s) <= s sinh(c)``.

Each follows from the sign of a second derivative; ``1 - u^2/2 <= cos u <= 1 - 2u^2/pi^2`` through half angles.
Other statements import these claims as lemmas.
import these claims as lemmas.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from rftheory.evidence.bounds import Bound
from rftheory.propositions import Inequality
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="rules.elementary-bounds",
    paper="rules",
    location="rule",
    kind="rule",
    title="Tangents and chords of exponentials and sines",
)

#: the parameters of the lemmas
u = sp.Symbol("u", real=True)
s = sp.Symbol("s", nonnegative=True)
c = sp.Symbol("c", positive=True)

_LINE = Domain((Range(u, typical=(-3, 3), awkward=(0, 20)),))
_HALF_TURN = Domain((Range(u, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, sp.pi)),))
_QUARTER_TURN = Domain((Range(u, 0, sp.pi / 2, "[]", typical=(0, 1), awkward=(0, sp.pi / 2)),))
_RATES = Range(c, 0, None, "()", typical=(0, 3), awkward=(20,))
_SHARES = Domain((Range(s, 0, 1, "[]", typical=(0, 1), awkward=(0, 1)), _RATES))
_OPEN_SHARES = Domain((Range(s, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 1000),)), _RATES))


@cache
def exponential_tangent() -> Claim:
    """e^u >= 1 + u for every real u."""
    return Claim(
        name="exponential",
        says="the exponential is at least its tangent at 0",
        proposition=Inequality(sp.exp(u), ">=", 1 + u),
        domain=_LINE,
        proof=lambda: Bound(sp.exp(u), _LINE).tangent(u, sp.Integer(0)).algebra(1 + u),
        mutants=(Inequality(sp.exp(u), ">=", 1 + sp.Rational(51, 50) * u), Inequality(sp.exp(u), "<=", 1 + u)),
    )


@cache
def sine_tangent() -> Claim:
    """sin u <= u on [0, pi]."""
    return Claim(
        name="sine below its tangent",
        says="the sine is at most its argument",
        proposition=Inequality(sp.sin(u), "<=", u),
        domain=_HALF_TURN,
        proof=lambda: Bound(sp.sin(u), _HALF_TURN).tangent(u, sp.Integer(0)),
        mutants=(Inequality(sp.sin(u), "<=", sp.Rational(49, 50) * u),),
    )


@cache
def jordan() -> Claim:
    """sin u >= 2u/pi on [0, pi/2]."""
    return Claim(
        name="Jordan",
        says="the sine is at least its chord over [0, pi/2]",
        proposition=Inequality(sp.sin(u), ">=", 2 * u / sp.pi),
        domain=_QUARTER_TURN,
        proof=lambda: Bound(sp.sin(u), _QUARTER_TURN).chord(u).algebra(2 * u / sp.pi),
        mutants=(Inequality(sp.sin(u), ">=", 2 * u / 3),),
    )


@cache
def cosine_parabola() -> Claim:
    """cos u <= 1 - 2 u^2/pi^2 on [0, pi]."""
    target = 1 - 2 * u**2 / sp.pi**2
    half = sp.sin(u / 2)

    def proof() -> Bound:
        chain = Bound(sp.cos(u), _HALF_TURN).algebra(1 - 2 * half**2)
        chain.given(jordan(), {u: u / 2})
        return chain.at_most(target, [2, half - u / sp.pi, half + u / sp.pi])

    return Claim(
        name="cosine below a parabola",
        says="the cosine is at most the parabola through its values at 0 and pi",
        proposition=Inequality(sp.cos(u), "<=", target),
        domain=_HALF_TURN,
        proof=proof,
        mutants=(Inequality(sp.cos(u), "<=", 1 - 2 * u**2 / 9),),
    )


@cache
def cosine_above_parabola() -> Claim:
    """cos u >= 1 - u^2/2 on [0, pi]."""
    target = 1 - u**2 / 2
    half = sp.sin(u / 2)

    def proof() -> Bound:
        chain = Bound(sp.cos(u), _HALF_TURN).algebra(1 - 2 * half**2)
        chain.given(sine_tangent(), {u: u / 2})
        return chain.at_least(target, [2, u / 2 - half, u / 2 + half])

    return Claim(
        name="cosine above a parabola",
        says="the cosine is at least its Taylor polynomial of degree two",
        proposition=Inequality(sp.cos(u), ">=", target),
        domain=_HALF_TURN,
        proof=proof,
        mutants=(Inequality(sp.cos(u), ">=", 1 - sp.Rational(49, 100) * u**2),),
    )


@cache
def hyperbolic_chord() -> Claim:
    """sinh(c s) <= s sinh(c) for c > 0 and s in [0, 1]."""
    return Claim(
        name="hyperbolic sine",
        says="the hyperbolic sine is at most its chord",
        proposition=Inequality(sp.sinh(c * s), "<=", s * sp.sinh(c)),
        domain=_SHARES,
        proof=lambda: Bound(sp.sinh(c * s), _SHARES).chord(s).algebra(s * sp.sinh(c)),
        mutants=(Inequality(sp.sinh(c * s), "<=", s * c),),
    )


@cache
def strict_hyperbolic_chord() -> Claim:
    """sinh(c s) < s sinh(c) for c > 0 and 0 < s < 1."""
    return Claim(
        name="hyperbolic sine, strict",
        says="the hyperbolic sine is below its chord inside the range",
        proposition=Inequality(sp.sinh(c * s), "<", s * sp.sinh(c)),
        domain=_OPEN_SHARES,
        proof=lambda: Bound(sp.sinh(c * s), _OPEN_SHARES).chord(s).algebra(s * sp.sinh(c)),
        mutants=(Inequality(sp.sinh(c * s), "<", s * c),),
    )


def claims() -> list[Claim]:
    return [
        exponential_tangent(),
        sine_tangent(),
        jordan(),
        cosine_parabola(),
        cosine_above_parabola(),
        hyperbolic_chord(),
        strict_hyperbolic_chord(),
    ]
