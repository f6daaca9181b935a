"""Upper bounds of a_r, b_r^1, b_r^2 and h_r, as chains that several statements use.

``cos t <= 1 - 2 t^2/pi^2`` on [0, pi] turns the maxima into those of ``t^2 exp(-k t^2)`` and ``t exp(-k t^2)``, which
``e^u >= 1 + u`` bounds by their exact values. Angles are theta or pi - theta.
"""

from functools import lru_cache

from rftheory.proofs.hrf._angular import *
from rftheory.proofs.rules.elementary_bounds import (
    cosine_above_parabola,
    cosine_parabola,
    exponential_tangent,
    sine_tangent,
    u,
)

#: (1 - exp(-4 r^2))^2
DAMPING = (1 - sp.exp(-4 * r**2)) ** 2


def _cosine(angle: sp.Expr) -> Chain:
    """cos(angle) <= 1 - 2 angle^2/pi^2."""
    return Chain(sp.cos(angle)).use(cosine_parabola, {u: angle}).le(1 - 2 * angle**2 / sp.pi**2)


#: ``(1 - 1/n) exp(2 r^2) / (4 e r^2)``.
b1_maximum = (1 - 1 / n) * sp.exp(2 * r**2 - 1) / (4 * r**2)

#: ``exp(2 r^2) / (2 n sqrt(2e) r)``.
b2_maximum = sp.exp(2 * r**2 - sp.Rational(1, 2)) / (2 * sp.sqrt(2) * n * r)


def b1_chain(angle: sp.Expr = theta) -> Chain:
    """b_r^1(angle) <= (1 - 1/n) exp(2 r^2) / (4 e r^2), from e^(x-1) >= x with x = (2 r angle / pi)^2."""
    x = 4 * r**2 * angle**2 / sp.pi**2
    front = (1 - 1 / n) * angle**2 / sp.pi**2
    chain = Chain(b1_function(angle))
    chain = chain.inside(_cosine(angle), lambda t: front * sp.exp(2 * r**2 * t))
    chain = chain.eq(front * sp.exp(2 * r**2 - x))
    chain = chain.use(exponential_tangent, {u: x - 1})
    return chain.le(b1_maximum)


def b2_chain(angle: sp.Expr = theta) -> Chain:
    """b_r^2(angle) <= exp(2 r^2) / (2 n sqrt(2e) r), from e^((y^2-1)/2) >= (1+y^2)/2 >= y with y = sqrt(8) r angle / pi."""
    y = 2 * sp.sqrt(2) * r * angle / sp.pi
    front = 1 / (2 * sp.sqrt(2) * n * r)
    bell = sp.exp(2 * r**2 - y**2 / 2)
    chain = Chain(b2_function(angle))
    chain = chain.inside(_cosine(angle), lambda t: angle / (n * sp.pi) * sp.exp(2 * r**2 * t))
    chain = chain.le(front * (1 + y**2) / 2 * bell, [front / 2, (1 - y) ** 2, bell])
    chain = chain.use(exponential_tangent, {u: (y**2 - 1) / 2})
    return chain.le(b2_maximum)


def a_below_b(angle: sp.Expr = theta) -> Chain:
    """(52): a_r <= b_r (1 - exp(-4 r^2))^2."""
    b = b1_function(angle) + b2_function(angle)
    inner, outer = sp.exp(-4 * r**2 * sp.cos(angle / 2) ** 2), sp.exp(-4 * r**2)
    chain = Chain(a_function(angle)).eq(b * (1 - inner) ** 2)
    chain = chain.le(b * (1 - inner) * (1 - outer))
    return chain.le(b * (1 - outer) ** 2)


def a_chain(angle: sp.Expr = theta) -> Chain:
    """a_r(angle) <= (max b^1 + max b^2)(1 - exp(-4 r^2))^2 with the maxima above."""
    b2 = b2_function(angle)
    chain = a_below_b(angle)
    chain = chain.inside(b1_chain(angle), lambda t: (t + b2) * DAMPING)
    return chain.inside(b2_chain(angle), lambda t: (b1_maximum + t) * DAMPING)


@lru_cache(maxsize=1)
def square_chain() -> Chain:
    """The closed form of eps^2 is at most ``W(r)^2/(2m) [(1 - 1/n)/(2 e r^2) + 1/(n sqrt(2e) r)]``."""
    front, other = sp.exp(2 * r**2) / (2 * m), a_function(sp.pi - theta)
    bound = (b1_maximum + b2_maximum) * DAMPING
    chain = Chain(hybrid_square_formula())
    chain = chain.inside(a_chain(theta), lambda t: front * (t + other))
    chain = chain.inside(a_chain(sp.pi - theta), lambda t: front * (bound + t))
    return chain.eq(growth() ** 2 / (2 * m) * corrected_factor())


#: the same as `HYBRIDS` with 0 < theta < pi
OPEN_HYBRIDS = HYBRIDS.with_ranges(OPEN_THETA)


def error_chain() -> Chain:
    """eps of the angular hybrid from its definition, as the root of (48) squared."""
    sm = kernel(EQUAL_PAIR)
    formula = hybrid_square_formula()
    chain = Chain(hybrid_error)
    chain = chain.rewrite(mean_squared_error(angular_hybrid(), sm), formula * sm**2, "Theorem D.1 at one length")
    return chain.eq(sp.sqrt(formula), "equal squares")


def corrected_chain() -> Chain:
    """The bound that replaces (27), for every r > 0."""
    return error_chain().inside(square_chain(), sp.sqrt).eq(corrected_bound, "equal squares")


# -- a lower bound along r = 1/(sqrt(2) theta), where the maximum is almost reached -------------------------------

#: the radius at which the angle theta is almost the worst
RADIUS = 1 / (sp.sqrt(2) * theta)
#: inputs of that length at the angle theta
WORST_PAIR = make_pair(RADIUS, RADIUS, theta, "worst")
_Q = theta**2 / 2
_ROOTS = (1 - theta / sp.sqrt(2)) * (1 + theta / sp.sqrt(2))

#: ``exp(4 r^2 - 1/2) (1 - theta^2/2)^2 theta / (2 pi m n)`` at r = 1/(sqrt(2) theta).
lower_bound = sp.exp(2 / theta**2 - sp.Rational(1, 2)) * theta / (2 * sp.pi * m * n) * (1 - _Q) ** 2


def _damping_chain() -> Chain:
    """1 - exp(-v) >= 1 - theta^2/2 with v = 4 r^2 cos^2(theta/2) = 2 cos^2(theta/2)/theta^2, from e^v >= 1 + v."""
    half = sp.sin(theta / 2)
    v = 2 * sp.cos(theta / 2) ** 2 / theta**2
    rest = sp.exp(-v)
    chain = Chain(1 - rest).use(exponential_tangent, {u: v}).use(sine_tangent, {u: theta / 2})
    chain = chain.ge(1 - _Q + rest * (_Q * (1 + v) - 1))
    # (theta^2/2)(1 + v) - 1 = theta^2/2 - sin^2(theta/2)
    chain = chain.ge(1 - _Q + rest * theta**2 / 4, [rest, theta / 2 - half, theta / 2 + half])
    return chain.gt(1 - _Q)


def lower_chain() -> Chain:
    """eps^2 of the angular hybrid is at least `lower_bound` at r = 1/(sqrt(2) theta); for 0 < theta < sqrt(2)."""
    front, share = sp.exp(1 / theta**2) / (2 * m), theta / sp.pi
    rest = sp.exp(-2 * sp.cos(theta / 2) ** 2 / theta**2)
    growing = sp.exp(sp.cos(theta) / theta**2)
    chain = Chain(hybrid_square(WORST_PAIR)).eq(hybrid_square_formula(RADIUS), "Theorem D.1 at one length")
    mirrored = [1 - share, (1 - share) * (1 - 1 / n) + 1 / n, (1 - sp.exp(-2 * sp.sin(theta / 2) ** 2 / theta**2)) ** 2]
    chain = chain.gt(
        front * share * (share - share / n + 1 / n) * growing * (1 - rest) ** 2,
        [front, *mirrored, sp.exp(-sp.cos(theta) / theta**2)],
    )
    chain = chain.ge(front * share / n * growing * (1 - rest) ** 2)
    cosine = Chain(sp.cos(theta)).use(cosine_above_parabola, {u: theta}).ge(1 - _Q)
    chain = chain.inside(cosine, lambda t: front * share / n * sp.exp(t / theta**2) * (1 - rest) ** 2)
    least = front * share / n * sp.exp((1 - _Q) / theta**2)
    damping = _damping_chain()
    chain = chain.inside(damping, lambda t: least * (1 - rest) * t, strict=True)
    chain = chain.inside(damping, lambda t: least * _ROOTS * t, strict=True)
    return chain.eq(lower_bound)
