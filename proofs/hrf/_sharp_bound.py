"""The max-relative-error of the angular hybrid with the constants that it attains, for inputs of length r >= 1.

Relative to the square of the worst error of P and T, ``b_r^2`` is at most ``1/(pi n sqrt(2e) r)`` and ``b_r^1`` at most
``(1 - 1/n)/(pi^2 e r^2)``, up to terms of the order ``r^(-3)``. With ``s = sin(angle/2)`` and ``y = 2 r s`` these are the maxima of
``y exp(-y^2)`` and ``y^2 exp(-y^2)``; what an angle exceeds 2 s by is of the order ``s^3``.
"""

from rftheory.proofs.hrf._angular import *
from rftheory.proofs.hrf._angular_bounds import DAMPING, a_below_b, error_chain
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, jordan, sine_tangent, u

_QUARTER_TURN = Domain((Range(u, 0, sp.pi / 2, "[]", typical=(0, 1), awkward=(0, sp.pi / 2)),))
#: what an angle and its square exceed 2 s and 4 s^2 by, over s^3 and s^4
_CUBIC = sp.pi**3 / 24
_QUARTIC = (2 + sp.pi) * _CUBIC
_LARGEST = sp.exp(2 * r**2)


def _sine_above_cubic_chain() -> Chain:
    start = sp.sin(u) + u**3 / 6
    chain = Chain(sp.sin(u))
    convex = Chain(start).use(sine_tangent).tangent(u, sp.Integer(0))
    return chain.inside(convex, lambda t: t - u**3 / 6)


#: sin u >= u - u^3/6 on [0, pi/2].
sine_above_cubic = lemma(
    "sine above a cubic: the sine is at least its Taylor polynomial of degree three",
    ge(sp.sin(u), u - u**3 / 6),
    _QUARTER_TURN,
    _sine_above_cubic_chain(),
)

_sine = sp.sin(u)


def _angle_below_cubic_chain() -> Chain:
    chain = Chain(u).use(jordan).use(sine_above_cubic)
    chain = chain.le(_sine + u**3 / 6)
    return chain.le(_sine + sp.pi**3 / 48 * _sine**3)


#: u <= sin u + (pi^3/48) sin^3 u on [0, pi/2].
angle_below_cubic = lemma(
    "angle below a cubic of its sine: an angle is at most sin u + (pi^3/48) sin^3 u",
    le(u, _sine + sp.pi**3 / 48 * _sine**3),
    _QUARTER_TURN,
    _angle_below_cubic_chain(),
)

_quadratic, _linear = (1 - 1 / n) * sp.exp(-1) / sp.pi**2, sp.exp(-sp.Rational(1, 2)) / (sp.sqrt(2) * sp.pi * n)
#: ``(1 - 1/n)/(pi^2 e r^2) + 1/(pi n sqrt(2e) r) + 1/(8 r^3)``: what the square of the regular error is multiplied with.
sharp_factor = _quadratic / r**2 + _linear / r + 1 / (8 * r**3)

#: A bound of eps for r >= 1 whose constants are attained as r grows.
sharp_bound = worst_regular() * sp.sqrt(sharp_factor)


def _b1_chain(angle: sp.Expr) -> tuple[Chain, sp.Expr]:
    """b_r^1 over exp(2 r^2) is at most (1 - 1/n) (1/(pi^2 e r^2) + k/r^4), for an angle <= pi/2."""
    s = sp.sin(angle / 2)
    bell, front = sp.exp(-4 * r**2 * s**2), (1 - 1 / n) / sp.pi**2 * _LARGEST
    chain = Chain(b1_function(angle)).eq(front * angle**2 * bell)
    chain = chain.use(jordan, {u: angle / 2}).use(angle_below_cubic, {u: angle / 2})
    chain = chain.le(front * angle * (2 * s + _CUBIC * s**3) * bell)
    chain = chain.le(front * (4 * s**2 + _CUBIC * s**3 * (2 * s + angle)) * bell)
    chain = chain.le(front * (4 * s**2 + _QUARTIC * s**4) * bell)
    square, half = 4 * r**2 * s**2, 2 * r**2 * s**2
    chain = chain.use(exponential_tangent, {u: square - 1}).use(exponential_tangent, {u: half - 1})
    first, second = sp.exp(-1) / r**2, sp.exp(-2) / (4 * r**4)
    chain = chain.le(front * (first + _QUARTIC * s**4 * bell))
    chain = chain.le(front * (first + _QUARTIC * second))
    return chain, chain.end


def _b2_chain(angle: sp.Expr) -> tuple[Chain, sp.Expr]:
    """b_r^2 over exp(2 r^2) is at most 1/(pi n sqrt(2e) r) + k/(n r^3), for an angle <= pi/2."""
    s = sp.sin(angle / 2)
    bell, front, y = sp.exp(-4 * r**2 * s**2), _LARGEST / (n * sp.pi), 2 * r * s
    chain = Chain(b2_function(angle)).eq(front * angle * bell)
    chain = chain.use(angle_below_cubic, {u: angle / 2})
    chain = chain.le(front * (2 * s + _CUBIC * s**3) * bell)
    # sqrt(2) y <= 1/2 + y^2 <= exp(y^2 - 1/2)
    first = sp.exp(-sp.Rational(1, 2)) / (sp.sqrt(2) * r)
    chain = chain.use(exponential_tangent, {u: y**2 - sp.Rational(1, 2)})
    bump = (sp.Rational(1, 2) + y**2) / (sp.sqrt(2) * r)
    chain = chain.le(front * (bump + _CUBIC * s**3) * bell)
    chain = chain.le(front * (first + _CUBIC * s**3 * bell))
    # 2 y^3 <= y^2 + y^4, y^2 <= exp(y^2 - 1) and y^2/2 <= exp(y^2/2 - 1)
    cubic = front * _CUBIC / (16 * r**3)
    chain = chain.le(front * first + cubic * (y**2 + y**4) * bell)
    chain = chain.use(exponential_tangent, {u: y**2 - 1}).use(exponential_tangent, {u: y**2 / 2 - 1})
    chain = chain.le(front * first + cubic * (sp.exp(-1) + y**4 * bell))
    chain = chain.le(front * first + cubic * (sp.exp(-1) + 4 * sp.exp(-2)))
    return chain, chain.end


def _mirrored_chain(angle: sp.Expr) -> Chain:
    """b_r(pi - angle) <= 1/2 <= exp(2 r^2) exp(-2)/(2 r^4), for an angle <= pi/2 and r >= 1."""
    share, chord, cosine = 1 - angle / sp.pi, 1 - 2 * angle / sp.pi, sp.cos(angle)
    now, other = sp.exp(-2 * r**2 * cosine), sp.pi - angle
    chain = Chain(b1_function(other) + b2_function(other))
    chain = chain.eq(((1 - 1 / n) * share**2 + share / n) * now)
    chain = chain.le(((1 - 1 / n) * share + share / n) * now)
    # 1 + chord <= 1 + 2 r^2 chord <= 1 + 2 r^2 cos(angle) <= exp(2 r^2 cos(angle))
    power = 2 * r**2 * cosine
    chain = chain.eq((1 + chord) / 2 * now).le((1 + 2 * r**2 * chord) / 2 * now)
    chain = chain.use(jordan, {u: sp.pi / 2 - angle}).le((1 + power) / 2 * now)
    chain = chain.use(exponential_tangent, {u: power}).le(sp.Rational(1, 2))
    chain = chain.use(exponential_tangent, {u: r**2 - 1})
    return chain.le(_LARGEST * sp.exp(-2) / (2 * r**4))


def _square_chain() -> Chain:
    """The closed form of eps^2 is at most W(r)^2/(2m) times `sharp_factor`, on each side of pi/2."""
    front = sp.exp(2 * r**2) / (2 * m)

    either, other = (b1_function(t) + b2_function(t) for t in (theta, sp.pi - theta))
    chain = Chain(hybrid_square_formula())
    chain = chain.inside(a_below_b(theta), lambda t: front * (t + a_function(sp.pi - theta)))
    chain = chain.inside(a_below_b(sp.pi - theta), lambda t: front * (either * DAMPING + t))
    start = front * (either + other) * DAMPING
    chain = chain.eq(start)

    def case(rising: bool) -> Chain:
        angle = theta if rising else sp.pi - theta
        far = other if rising else either
        inner = Chain((either + other) * DAMPING)
        b1, most_b1 = _b1_chain(angle)
        b2, most_b2 = _b2_chain(angle)
        inner = inner.inside(b1, lambda t: (t + b2_function(angle) + far) * DAMPING)
        inner = inner.inside(b2, lambda t: (most_b1 + t + far) * DAMPING)
        mirrored = _mirrored_chain(angle)
        inner = inner.inside(mirrored, lambda t: (most_b1 + most_b2 + t) * DAMPING)
        # the remainders: one of order 1/r^3 and two of order 1/r^4, 1/8 in all
        quartic, cubic = _QUARTIC * sp.exp(-2) / (4 * sp.pi**2), _CUBIC * (sp.exp(-1) + 4 * sp.exp(-2)) / (16 * sp.pi)
        main = sharp_factor - 1 / (8 * r**3)
        size = _LARGEST * DAMPING
        inner = inner.eq(size * (main + (1 - 1 / n) * quartic / r**4 + cubic / (n * r**3) + sp.exp(-2) / (2 * r**4)))
        inner = inner.lt(size * (main + quartic / r**4 + cubic / (n * r**3) + sp.exp(-2) / (2 * r**4)))
        inner = inner.le(size * (main + quartic / r**4 + cubic / r**3 + sp.exp(-2) / (2 * r**4)))
        tail = quartic + sp.exp(-2) / 2
        inner = inner.le(size * (main + (tail + cubic) / r**3))
        inner = inner.lt(size * sharp_factor)
        return Chain(start).inside(inner, lambda t: front * t, strict=True)

    chain = chain.cases(theta, sp.pi / 2, case(True), case(False))
    return chain.eq(growth() ** 2 / (2 * m) * sharp_factor)


_start, _end = hybrid_square_formula(), growth() ** 2 / (2 * m) * sharp_factor
#: The square of the relative error is at most that of the regular one times `sharp_factor`.
sharp_square = lemma(
    "sharp bound, squares: the closed form of eps^2 is at most W(r)^2/(2m) [(1 - 1/n)/(pi^2 e r^2) + 1/(pi n sqrt(2e) "
    "r) + 1/(8 r^3)]",
    le(_start, _end),
    LARGE_RADII,
    _square_chain(),
)


def sharp_chain() -> Chain:
    """The bound that replaces (27), for r >= 1."""
    start, end = hybrid_square_formula(), growth() ** 2 / (2 * m) * sharp_factor
    inner = Chain(start).use(sharp_square).le(end)
    return error_chain().inside(inner, sp.sqrt).eq(sharp_bound, "equal squares")
