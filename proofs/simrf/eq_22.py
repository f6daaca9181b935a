r"""(22), Sec. 4.1: the integral behind every term of (21) is strictly smaller for cos theta < 0 than for cos theta = 0.

    int_0^pi (sin phi)^(d-1) (1 + sin phi cos theta)^k dphi.

For k = 0 the integrand does not depend on theta, so the two integrals are equal. From k = 1 on ``1 + sin phi cos theta`` lies between
0 and 1 and its power is at most itself, so the integral is less by at least ``-cos theta int (sin phi)^d dphi > 0``.
"""

from rftheory.vocabulary import *
from rftheory.proofs.rules.sine_powers import order, sine_integral, sine_powers

STATEMENT = statement(
    "inequality",
    "Sec. 4.1 (22)",
    "The integral in every term of the conformity falls where the angle opens beyond a right one",
    reading="For every d, every order k of the sum in (21), and every angle theta with cos theta = c < 0.",
    not_drawn="an inequality between integrals; the conformities that they make up are drawn in simrf.lemma-4.2-rho",
)

#: cos theta, and the order of a term of (21)
_c = sp.Symbol("c", real=True)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_phi = sp.Symbol("phi", real=True)
_s = sp.Symbol("s", real=True)
_COSINE = Range(_c, -1, 0, "[)", typical=(-1, 0), awkward=(-1, sp.Rational(-1, 1000)))
_D = Range(d, 1, None, integer=True, typical=(1, 12), awkward=(1, 2, 64))
_ANY = Range(_k, 0, None, integer=True, typical=(0, 9), awkward=(0, 1, 2))
_FROM_ONE = Range(_k, 1, None, integer=True, typical=(1, 9), awkward=(1, 2))
_PRINTED = Domain((_COSINE, _D, _ANY))
_LATER = Domain((_COSINE, _D, _FROM_ONE))
_ARC = Range(_phi, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, sp.pi / 2, sp.pi))
_SINE = Range(_s, 0, 1, "[]", typical=(0, 1), awkward=(0, 1))
_BASE = 1 + _c * _s


def _fall(power: sp.Expr = _k) -> sp.Integral:
    """(22) for cos theta = 0 less (22) for cos theta = c, as one integral."""
    sine = sp.sin(_phi)
    return sp.Integral(sine ** (d - 1) * (1 - (1 + _c * sine) ** power), (_phi, 0, sp.pi))


DOMAIN = Domain((_COSINE, _SINE))
#: ``1 + c s >= 0`` for s in [0, 1].
base_nonnegative = lemma(
    "base: 1 + c s is not negative for s in [0, 1]", ge(_BASE, 0), proof=Chain(_BASE).ge(1 - _s).ge(sp.Integer(0))
)


@cache
def sine_below_one() -> Claim:
    """``sin phi <= 1``."""
    domain = Domain((_ARC,))
    half = sp.sin(_phi / 2) - sp.cos(_phi / 2)
    return lemma(
        "sine: the sine is at most one: 1 - sin phi = (sin(phi/2) - cos(phi/2))^2",
        le(sp.sin(_phi), 1),
        domain,
        Chain(sp.sin(_phi)).le(sp.Integer(1), [half**2]),
    )


@cache
def power_below() -> Claim:
    """``(1 + c s)^k <= 1 + c s`` for s in [0, 1] and k >= 1."""
    domain = Domain((_COSINE, _SINE, _FROM_ONE))

    def proof() -> Chain:
        chain = Chain(_BASE**_k).use(base_nonnegative)
        return chain.induction(_k, _BASE, ratios=(_BASE, sp.Integer(1)))

    return lemma(
        "power: a power of 1 + c s, which lies between 0 and 1, is at most 1 + c s",
        le(_BASE**_k, _BASE),
        domain,
        proof(),
    )


def _strict() -> Chain:
    """The power is at most its base, so the fall is at least that of k = 1, an integral of a power of the sine."""
    sine = sp.sin(_phi)
    base = 1 + _c * sine

    def inner() -> Chain:
        chain = Chain(_fall().function).use(sine_below_one()).use(power_below(), {_s: sine})
        return chain.ge(-_c * sine**d, [sine ** (d - 1), base - base**_k])

    chain = Chain(_fall()).under(inner())
    chain = chain.eq(-_c * sine_integral(d + 1)).by(sine_powers, {order: d + 1})
    return chain.gt(sp.Integer(0))


strictly_smaller = claim(
    "strictly smaller: int (sin phi)^(d-1) (1 + c sin phi)^k dphi is strictly smaller for c < 0 than for c = 0, "
    "for every k",
    gt(_fall(), 0),
    _PRINTED,
    tex=r"\int_0^\pi (\sin\phi)^{d-1} (1 + \sin\phi \cos\theta)^k d\phi < \int_0^\pi (\sin\phi)^{d-1} d\phi",
).false(
    at={_c: -1, d: 1, _k: 0},
    because="for k = 0 the integrand does not depend on theta: the two integrals are equal",
    remark="for k = 0 the integrand does not depend on theta: the two integrals are equal",
)
CLAIMS = (
    strictly_smaller,
    strictly_smaller.corrected(
        "from k = 1 on: strictly smaller for every k >= 1",
        gt(_fall(), 0),
        _LATER,
        proof=_strict(),
        needs=("k >= 1",),
        tex=r"\int_0^\pi (\sin\phi)^{d-1} (1 + \sin\phi \cos\theta)^k d\phi < \int_0^\pi (\sin\phi)^{d-1} d\phi \quad (k \ge 1)",
    ),
    base_nonnegative,
    sine_below_one(),
    power_below(),
)
