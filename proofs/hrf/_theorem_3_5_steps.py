"""Domains and chains of the printed proof of Theorem 3.5: what the steps (51)-(64) are proved with."""

from rftheory.proofs.hrf._angular import HYBRIDS, LARGE_R, LARGE_RADII, a_function, b1_function, b2_function, h_function
from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf._angular_bounds import error_chain
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, jordan, u

BOUND_A, BOUND_B1, BOUND_B2 = sp.symbols("A B_1 B_2", positive=True)
_FIRST = Range(theta, 0, sp.pi / 2, "[]", typical=(0, 1), awkward=(0, sp.pi / 2))
#: the first and the second quarter turn
RISING = Domain((_FIRST,))
FALLING = Domain((Range(theta, sp.pi / 2, sp.pi, "[]", typical=(sp.pi / 2, sp.pi), awkward=(sp.pi / 2, sp.pi)),))
#: stationary points of b^1, where r is a function of theta
STATIONARY_RISING = Domain(
    (Range(theta, 0, sp.pi / 2, "(]", typical=(0, 1), awkward=(sp.Rational(1, 100), sp.pi / 2)), N)
)
STATIONARY_RADIUS = 1 / sp.sqrt(theta * sp.sin(theta))
UP_TO_STATIONARY = LARGE_RADII.with_ranges(_FIRST).where(sp.Le(r**2 * theta * sp.sin(theta), 1))
LENGTHS = Domain((LARGE_R, N))


def at_angle(angle: sp.Expr) -> Domain:
    """Any length and size at one angle."""
    return LENGTHS.with_ranges(Range(theta, angle, angle, typical=(angle, angle)))


#: where (63) and the corrected (64) are also certified by branch and bound
BOX = {
    r: (sp.Integer(1), sp.Integer(2)),
    theta: (sp.Integer(0), sp.pi),
    n: (sp.Integer(2), sp.Integer(4)),
    m: (sp.Integer(1), sp.Integer(1)),
}


def _bounded(*bounds: tuple[sp.Symbol, sp.Expr]) -> Domain:
    """The domain with further parameters that are upper bounds of the given functions."""
    symbols = dict.fromkeys(symbol for symbol, _ in bounds)
    extra = (Range(symbol, 0, None, "()", typical=(1, 60)) for symbol in symbols)
    return HYBRIDS.with_ranges(*extra).where(*(sp.Le(function, symbol) for symbol, function in bounds))


WITH_A = _bounded((BOUND_A, a_function()), (BOUND_A, a_function(sp.pi - theta)))
WITH_B = _bounded((BOUND_B1, b1_function()), (BOUND_B2, b2_function()))


def by_maximum() -> Chain:
    """(51): h <= 2 A."""
    front, inner = sp.exp(2 * r**2) / (2 * m), Chain(h_function())
    inner = inner.le(BOUND_A + a_function(sp.pi - theta)).le(2 * BOUND_A)
    chain = error_chain().inside(inner, lambda t: sp.sqrt(front * t))
    return chain.eq(sp.exp(r**2) / sp.sqrt(m) * sp.sqrt(BOUND_A), "equal squares")


def sum_of_maxima() -> Chain:
    """(56)."""
    b1, b2 = b1_function(), b2_function()
    return Chain(b1 + b2).le(BOUND_B1 + b2).le(BOUND_B1 + BOUND_B2)


def stationary_angle() -> Chain:
    """(60): theta^2 <= (pi/2) theta sin(theta)."""
    chain = Chain(theta**2).use(jordan, {u: theta})
    return chain.le(sp.pi / 2 * theta * sp.sin(theta))


def stationary_angle_root() -> Chain:
    """(61), the root of (60)."""
    chain = Chain(theta).eq(sp.sqrt(theta**2), "equal squares").inside(stationary_angle(), sp.sqrt)
    return chain.eq(sp.sqrt(sp.pi / 2) / STATIONARY_RADIUS, "equal squares")


def local_maximum() -> Chain:
    """(62), first half: theta^2 <= (pi/2) theta sin(theta) <= (pi/2)/r^2 and cos(theta) <= 1."""
    front = (1 - 1 / n) / (2 * sp.pi)
    product = theta * sp.sin(theta)
    now = sp.exp(2 * r**2 * sp.cos(theta))
    chain = Chain(b1_function()).use(jordan, {u: theta})
    chain = chain.le(front * product * now)
    chain = chain.le(front * now / r**2)
    return chain.le(local_bound)


#: The right side of (62) and (63).
local_bound = (1 - 1 / n) * sp.exp(2 * r**2) / (2 * sp.pi * r**2)


def end_point() -> Chain:
    """(62), second half: exp(4 r^2) >= 4 e r^2 >= 2 pi r^2."""
    front = (1 - 1 / n) * sp.exp(-2 * r**2) / (2 * sp.pi * r**2)
    chain = Chain(local_bound).use(exponential_tangent, {u: 4 * r**2 - 1})
    chain = chain.ge(front * 4 * r**2 * sp.E)
    return chain.ge(b1_function(sp.pi))


def bound_of_b2(power: int) -> sp.Expr:
    """``exp(2 r^2)/(2 n sqrt(pi) r^power)``: power 2 is printed in (64), power 1 is right."""
    return sp.exp(2 * r**2) / (2 * n * sp.sqrt(sp.pi) * r**power)


def root_of_h(power: int) -> sp.Expr:
    """``exp(power r^2)/sqrt(2m) sqrt(h_r(theta))``: power 2 is printed in (66), power 1 is right."""
    return sp.exp(power * r**2) / sp.sqrt(2 * m) * sp.sqrt(h_function())
