"""Tangents and chords: ``e^u >= 1 + u``, ``sin u <= u``, ``sin u >= 2u/pi`` (Jordan), ``sinh(c s) <= s sinh(c)``.

Each follows from the sign of a second derivative; ``1 - u^2/2 <= cos u <= 1 - 2u^2/pi^2`` through half angles.
Other statements import these claims as lemmas.
import these claims as lemmas.
"""

from rftheory.vocabulary import *

STATEMENT = statement("rule", "rule", "Tangents and chords of exponentials and sines")

#: the parameters of the lemmas
u = sp.Symbol("u", real=True)
s = sp.Symbol("s", nonnegative=True)
c = sp.Symbol("c", positive=True)

_LINE = Domain((Range(u, typical=(-3, 3), awkward=(0, 20)),))
DOMAIN = Domain((Range(u, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, sp.pi)),))
_QUARTER_TURN = Domain((Range(u, 0, sp.pi / 2, "[]", typical=(0, 1), awkward=(0, sp.pi / 2)),))
_RATES = Range(c, 0, None, "()", typical=(0, 3), awkward=(20,))
_SHARES = Domain((Range(s, 0, 1, "[]", typical=(0, 1), awkward=(0, 1)), _RATES))
_OPEN_SHARES = Domain((Range(s, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 1000),)), _RATES))

#: e^u >= 1 + u for every real u.
exponential_tangent = claim(
    "exponential: the exponential is at least its tangent at 0",
    ge(sp.exp(u), 1 + u),
    _LINE,
    Chain(sp.exp(u)).tangent(u, sp.Integer(0)).eq(1 + u),
)

#: sin u <= u on [0, pi].
sine_tangent = claim(
    "sine below its tangent: the sine is at most its argument",
    le(sp.sin(u), u),
    proof=Chain(sp.sin(u)).tangent(u, sp.Integer(0), below=True),
)

#: sin u >= 2u/pi on [0, pi/2].
jordan = claim(
    "Jordan: the sine is at least its chord over [0, pi/2]",
    ge(sp.sin(u), 2 * u / sp.pi),
    _QUARTER_TURN,
    Chain(sp.sin(u)).chord(u, 0, sp.pi / 2, ">=").eq(2 * u / sp.pi),
)


def _from_half_angle(known: Claim) -> Chain:
    """cos u = 1 - 2 sin(u/2)^2, and what is known of the sine."""
    return Chain(sp.cos(u)).eq(1 - 2 * sp.sin(u / 2) ** 2).use(known, {u: u / 2})


#: cos u <= 1 - 2 u^2/pi^2 on [0, pi].
cosine_parabola = claim(
    "cosine below a parabola: the cosine is at most the parabola through its values at 0 and pi",
    le(sp.cos(u), 1 - 2 * u**2 / sp.pi**2),
    proof=_from_half_angle(jordan).le(1 - 2 * u**2 / sp.pi**2),
)

#: cos u >= 1 - u^2/2 on [0, pi].
cosine_above_parabola = claim(
    "cosine above a parabola: the cosine is at least its Taylor polynomial of degree two",
    ge(sp.cos(u), 1 - u**2 / 2),
    proof=_from_half_angle(sine_tangent).ge(1 - u**2 / 2),
)

#: sinh(c s) <= s sinh(c) for c > 0 and s in [0, 1].
hyperbolic_chord = claim(
    "hyperbolic sine: the hyperbolic sine is at most its chord",
    le(sp.sinh(c * s), s * sp.sinh(c)),
    _SHARES,
    Chain(sp.sinh(c * s)).chord(s, 0, 1).eq(s * sp.sinh(c)),
)

#: sinh(c s) < s sinh(c) for c > 0 and 0 < s < 1.
strict_hyperbolic_chord = claim(
    "hyperbolic sine, strict: the hyperbolic sine is below its chord inside the range",
    lt(sp.sinh(c * s), s * sp.sinh(c)),
    _OPEN_SHARES,
    Chain(sp.sinh(c * s)).chord(s, 0, 1, "<").eq(s * sp.sinh(c)),
)

CLAIMS = (
    exponential_tangent,
    sine_tangent,
    jordan,
    cosine_parabola,
    cosine_above_parabola,
    hyperbolic_chord,
    strict_hyperbolic_chord,
)
