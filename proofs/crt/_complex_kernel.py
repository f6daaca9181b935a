"""The inequality behind the optimality of real A: two logarithms and a fraction, as functions of y = sqrt(1 - 4A).

For s = +1 write 1 - 4A = y^2 with y = a + ib, a, b > 0, a^2 - b^2 > 1/2 (that is Re(1 - 8A) > 0), and let
B = (1 - c^2)/4, c > 1, be a real parameter. With q = c^2 - 1 and v = |x + y| (of the inputs) the samples Z_A and Z_B have
``E Z_A Z_B / E Z_B^2 = exp(d P + v^2 Q)``,

    P = (log y^2 - log(y^2 + q) - log c^2 + log(c^2 + q))/2,
    Q = ((y + c)^2/(y^2 + q) - 4c^2/(2c^2 - 1))/2
      = -(y - c)((2c^2 + 1) y + c (3 - 2c^2)) / (2 (2c^2 - 1)(y^2 + q)).

If Im Q < 0, which is X = a + c (|y|^2 - q) > 0, then Im(P conj Q) >= 0. For P is the integral over 0 < tau < q of
P' = (y^2 - c^2)/(2 (y^2 + tau)(c^2 + tau)), and Im(P' conj Q) has the sign of
``N(tau) = -Im[(y + c)(y^2 + q) conj(((2c^2 + 1) y + c (3 - 2c^2))(y^2 + tau))]/b``, which is linear in tau and not
negative at both ends.
"""

from rftheory.vocabulary import *

#: real and imaginary part of y, the root c of 1 - 4B, and the share of the way from 0 to q
a, b, c = sp.symbols("a b c", positive=True)
share = sp.Symbol("w", nonnegative=True)

_REAL = Range(a, 0, None, "()", typical=(1, 4), awkward=(20,))
_IMAGINARY = Range(b, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100),))
_CENTRE = Range(c, 1, None, "()", typical=(1, 3), awkward=(1 + sp.Rational(1, 100), 10))
_SHARE = Range(share, 0, 1, "[]", typical=(0, 1), awkward=(0, 1))

#: every complex A with Im A < 0 of finite variance (the others are their conjugates)
PARAMETERS = Domain((_REAL, _IMAGINARY), (sp.Gt(a**2 - b**2, sp.Rational(1, 2)),))
SIZE = a**2 + b**2
Q0 = c**2 - 1
X = a + c * (SIZE - Q0)
FALLING = Domain((_REAL, _IMAGINARY, _CENTRE), (sp.Gt(a**2 - b**2, sp.Rational(1, 2)), sp.Gt(X, 0)))
_ALONG = FALLING.with_ranges(_SHARE)
#: the same whatever the sign of Im Q
_ANYWHERE = PARAMETERS.with_ranges(replace(_CENTRE, closed="[)"), _SHARE)

#: Re y^2, Im y^2, |y^2 + q|^2
REAL, IMAGINARY = a**2 - b**2, 2 * a * b
MODULUS = (REAL + Q0) ** 2 + IMAGINARY**2


def _linear(y: sp.Expr) -> sp.Expr:
    return (2 * c**2 + 1) * y + c * (3 - 2 * c**2)


def imaginary(expr: sp.Expr) -> sp.Expr:
    """The imaginary part of a polynomial in y and its conjugate."""
    return sp.expand(sp.im(sp.expand(expr)))


_y, _bar = a + sp.I * b, a - sp.I * b
#: N(q w).
direction = sp.expand(-imaginary((_y + c) * (_y**2 + Q0) * _linear(_bar) * (_bar**2 + Q0 * share)) / b)

_start = (
    2 * a * Q0 * (2 * Q0 + 3) * X / c
    + 2 * a * Q0 * (2 * Q0 + 1)
    + 2 * c * (2 * Q0 + 1) * SIZE**2
    + (2 * Q0 + 1) * Q0 / c * (SIZE + (2 * Q0 + 3) / 2 + (2 * Q0 + 3) * (REAL - sp.Rational(1, 2)))
)
#: N as a sum of terms that are not negative; e = Re y^2 - 1/2.
_certificate = (1 - share) * _start + share * 2 * c * (2 * Q0 + 1) * MODULUS

#: N(tau) > 0 for 0 <= tau <= q.
direction_is_positive = lemma(
    "Im(P' conj Q) is not negative where Im Q is negative",
    ge(direction, 0),
    _ALONG,
    Chain(direction).eq(_certificate).ge(0),
    name="complex: direction",
)


# -- the two functions in real terms ----------------------------------------------------------------------------


def real_p(w: sp.Expr) -> sp.Expr:
    """Re P, taken to tau = q w."""
    tau = Q0 * w
    moduli = sp.log(REAL**2 + IMAGINARY**2) - sp.log((REAL + tau) ** 2 + IMAGINARY**2)
    return moduli / 4 + (sp.log(c**2 + tau) - sp.log(c**2)) / 2


def imaginary_p(w: sp.Expr) -> sp.Expr:
    """Im P, taken to tau = q w."""
    return (sp.atan(IMAGINARY / REAL) - sp.atan(IMAGINARY / (REAL + Q0 * w))) / 2


def real_q() -> sp.Expr:
    """Re Q."""
    y, bar = a + sp.I * b, a - sp.I * b
    over = sp.expand(sp.re(sp.expand((y - c) * _linear(y) * (bar**2 + Q0))))
    return -over / (2 * (2 * c**2 - 1) * MODULUS)


#: Im Q = -b X/|y^2 + q|^2.
imaginary_q = -b * X / MODULUS


def crossed(w: sp.Expr) -> sp.Expr:
    """Im(P conj Q)."""
    return imaginary_p(w) * real_q() - real_p(w) * imaginary_q


_tau = Q0 * share
_below = 4 * (2 * c**2 - 1) * (c**2 + _tau) * MODULUS * ((REAL + _tau) ** 2 + IMAGINARY**2)
#: The derivative of Im(P conj Q) along the way.
_slope = Q0 * b * direction * ((a - c) ** 2 + b**2) / _below


@cache
def in_the_half_plane() -> Claim:
    """Re(y^2 + tau) > 0."""
    part = REAL + Q0 * share
    return lemma(
        "y^2 + tau has a positive real part",
        gt(part, 0),
        _ANYWHERE,
        Chain(part).gt(sp.Rational(1, 2) + Q0 * share).ge(sp.Rational(1, 2)).gt(0),
        name="complex: half plane",
    )


#: a > b.
narrow_angle = lemma(
    "y lies within an angle of pi/4 around the real axis",
    gt(a - b, 0),
    PARAMETERS,
    Chain(a - b).gt(1 / (2 * (a + b))).gt(0),
    name="complex: narrow angle",
)


@cache
def modulus_is_positive() -> Claim:
    """|y^2 + tau|^2 > 0."""
    modulus = (REAL + Q0 * share) ** 2 + IMAGINARY**2
    return lemma("y^2 + tau does not vanish", gt(modulus, 0), _ANYWHERE, Chain(modulus).gt(0), name="complex: modulus")


_angle, _domain = imaginary_p(share), _ANYWHERE.with_ranges(_CENTRE).where(sp.Ne(share, 0))


def _angle_is_positive_chain() -> Chain:
    chain = Chain(_angle)
    for w in (share, sp.Integer(0)):
        chain = chain.use(in_the_half_plane(), {share: w})
    return chain.gt(0)


#: Im P > 0.
angle_is_positive = lemma("Im P is positive", gt(_angle, 0), _domain, _angle_is_positive_chain(), name="complex: angle")


def _crossed_is_positive_chain() -> Chain:
    chain = Chain(crossed(share)).use(direction_is_positive)
    for w in (share, sp.Integer(0)):
        chain = chain.use(in_the_half_plane(), {share: w})
    for w in (share, sp.Integer(1)):
        chain = chain.use(modulus_is_positive(), {share: w})
    return chain.valley(share, sp.Integer(0), _slope / share).eq(0)


#: Im(P conj Q) >= 0.
crossed_is_positive = lemma(
    "Im(P conj Q) is not negative where Im Q is negative",
    ge(crossed(share), 0),
    _ALONG,
    _crossed_is_positive_chain(),
    name="complex: crossed",
)
