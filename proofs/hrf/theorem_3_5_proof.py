"""Appendix D.3 (48)-(66): the printed proof of Theorem 3.5, step by step.

Maxima over theta are read pointwise: a maximum is at most B when the function is at most B at every angle, and where a
maximum stands on the right, A, B^1, B^2 are any upper bounds of a_r, b_r^1, b_r^2. At an interior stationary point theta the
length is ``r = 1/sqrt(theta sin theta)`` by (59). Step (64) loses a factor r, and (65) with it; (66) has a wrong exponent.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._angular import (
    HYBRIDS,
    a_function,
    b1_function,
    b2_function,
    h_function,
    hybrid_error,
    printed_bound,
)
from proofs.hrf._angular_bounds import (
    DAMPING,
    a_below_b,
    b1_chain,
    b2_chain,
    error_chain,
)
from proofs.hrf._setting import N
from proofs.hrf.theorem_3_5_bound import LARGE_RADII, corrected
from proofs.rules.elementary_bounds import exponential_tangent, jordan, u
from rftheory.evidence.bounds import Bound
from rftheory.kernels import m, n, r, theta
from rftheory.statements.claims import Claim, Equality, Inequality, Proposition, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="hrf.theorem-3.5-proof",
    paper="hrf",
    location="App. D.3 (48)-(66)",
    kind="inequality",
    title="The printed proof of Theorem 3.5",
    reading="Maxima over theta are read pointwise, see the module.",
    notes=(
        "(62) is read with a second inequality the other way round: the printed chain a <= b >= c says b >= c.",
        "(64) prints b^1 on its left side; b^2 is meant. Both readings are judged.",
    ),
)

_A, _B1, _B2 = sp.symbols("A B_1 B_2", positive=True)
_FIRST = Range(theta, 0, sp.pi / 2, "[]", typical=(0, 1), awkward=(0, sp.pi / 2))
#: the first and the second quarter turn
_RISING = Domain((_FIRST,))
_FALLING = Domain((Range(theta, sp.pi / 2, sp.pi, "[]", typical=(sp.pi / 2, sp.pi), awkward=(sp.pi / 2, sp.pi)),))
#: stationary points of b^1, where r is a function of theta
_STATIONARY = Domain((Range(theta, 0, sp.pi, "()", typical=(0, 3), awkward=(sp.Rational(1, 100),)), N))
_STATIONARY_RISING = Domain(
    (Range(theta, 0, sp.pi / 2, "(]", typical=(0, 1), awkward=(sp.Rational(1, 100), sp.pi / 2)), N)
)
_STATIONARY_RADIUS = 1 / sp.sqrt(theta * sp.sin(theta))
_UP_TO_STATIONARY = LARGE_RADII.with_ranges(_FIRST).where(sp.Le(r**2 * theta * sp.sin(theta), 1))
_LENGTHS = Domain((LARGE_RADII.ranges[0], N))


def _bounded(*bounds: tuple[sp.Symbol, sp.Expr]) -> Domain:
    """The domain with further parameters that are upper bounds of the given functions."""
    symbols = dict.fromkeys(symbol for symbol, _ in bounds)
    extra = (Range(symbol, 0, None, "()", typical=(1, 60)) for symbol in symbols)
    return HYBRIDS.with_ranges(*extra).where(*(sp.Le(function, symbol) for symbol, function in bounds))


_WITH_A = _bounded((_A, a_function()), (_A, a_function(sp.pi - theta)))
_WITH_B = _bounded((_B1, b1_function()), (_B2, b2_function()))


def _step(number: str, says: str, proposition: Proposition, domain: Domain = HYBRIDS, **more: object) -> Claim:
    return Claim(name=number, location=number.split(",")[0], says=says, proposition=proposition, domain=domain, **more)


# -- chains -----------------------------------------------------------------------------------------------------


def _by_maximum() -> Bound:
    """(51): h <= 2 A."""
    front, inner = sp.exp(2 * r**2) / (2 * m), Bound(h_function(), _WITH_A)
    inner.at_most(_A + a_function(sp.pi - theta), [_A - a_function()]).at_most(2 * _A, [_A - a_function(sp.pi - theta)])
    chain = error_chain(_WITH_A).through(inner, lambda t: sp.sqrt(front * t))
    return chain.same_square(sp.exp(r**2) / sp.sqrt(m) * sp.sqrt(_A))


def _sum_of_maxima() -> Bound:
    """(56)."""
    b1, b2 = b1_function(), b2_function()
    return Bound(b1 + b2, _WITH_B).at_most(_B1 + b2, [_B1 - b1]).at_most(_B1 + _B2, [_B2 - b2])


def _stationary_angle() -> Bound:
    """(60): theta^2 <= (pi/2) theta sin(theta)."""
    chain = Bound(theta**2, _STATIONARY_RISING).given(jordan(), {u: theta})
    return chain.at_most(sp.pi / 2 * theta * sp.sin(theta), [theta, sp.pi / 2, sp.sin(theta) - 2 * theta / sp.pi])


def _stationary_angle_root() -> Bound:
    """(61), the root of (60)."""
    chain = Bound(theta, _STATIONARY_RISING).same_square(sp.sqrt(theta**2)).through(_stationary_angle(), sp.sqrt)
    return chain.same_square(sp.sqrt(sp.pi / 2) / _STATIONARY_RADIUS)


def _local_maximum() -> Bound:
    """(62), first half: theta^2 <= (pi/2) theta sin(theta) <= (pi/2)/r^2 and cos(theta) <= 1."""
    front = (1 - 1 / n) / (2 * sp.pi)
    product = theta * sp.sin(theta)
    top, now = sp.exp(2 * r**2), sp.exp(2 * r**2 * sp.cos(theta))
    chain = Bound(b1_function(), _UP_TO_STATIONARY).given(jordan(), {u: theta})
    chain.at_most(front * product * now, [front, 2 / sp.pi, theta, now, sp.pi / 2, sp.sin(theta) - 2 * theta / sp.pi])
    chain.at_most(front * now / r**2, [front, now, 1 / r**2, 1 - r**2 * product])
    return chain.at_most(_local_bound(), [front, 1 / r**2, top - now])


def _local_bound() -> sp.Expr:
    """The right side of (62) and (63)."""
    return (1 - 1 / n) * sp.exp(2 * r**2) / (2 * sp.pi * r**2)


def _end_point() -> Bound:
    """(62), second half: exp(4 r^2) >= 4 e r^2 >= 2 pi r^2."""
    front = (1 - 1 / n) * sp.exp(-2 * r**2) / (2 * sp.pi * r**2)
    chain = Bound(_local_bound(), _LENGTHS).given(exponential_tangent(), {u: 4 * r**2 - 1})
    chain.at_least(front * 4 * r**2 * sp.E, [front, sp.E, sp.exp(4 * r**2 - 1) - 4 * r**2])
    return chain.at_least(b1_function(sp.pi), [front, r**2, 4 * sp.E - 2 * sp.pi])


def _maximum_of_b1() -> Bound:
    """(63): 1/(4e) <= 1/(2 pi)."""
    difference = 1 / (2 * sp.pi) - sp.exp(-1) / 4
    return b1_chain().at_most(_local_bound(), [1 - 1 / n, sp.exp(2 * r**2) / r**2, difference])


def _bound_of_b2(power: int) -> sp.Expr:
    """``exp(2 r^2)/(2 n sqrt(pi) r^power)``: power 2 is printed in (64), power 1 is right."""
    return sp.exp(2 * r**2) / (2 * n * sp.sqrt(sp.pi) * r**power)


def _maximum_of_b2() -> Bound:
    """(64) corrected: 1/sqrt(2e) <= 1/sqrt(pi)."""
    difference = 1 / sp.sqrt(sp.pi) - sp.exp(-sp.Rational(1, 2)) / sp.sqrt(2)
    return b2_chain().at_most(_bound_of_b2(1), [sp.exp(2 * r**2) / (2 * n * r), difference])


def _printed_66() -> sp.Expr:
    return sp.exp(2 * r**2) / sp.sqrt(2 * m) * sp.sqrt(h_function())


def _corrected_48() -> sp.Expr:
    return sp.exp(r**2) / sp.sqrt(2 * m) * sp.sqrt(h_function())


def _relative_error() -> Bound:
    return error_chain().same_square(_corrected_48())


# -- claims -----------------------------------------------------------------------------------------------------


def claims() -> list[Claim]:
    return [*_reduction(), *_derivatives(), *_maxima(), *_conclusion()]


def _reduction() -> list[Claim]:
    b = b1_function() + b2_function()
    return [
        _step(
            "(48)",
            "with (49), (50): eps_{theta,r} = exp(r^2)/sqrt(2m) sqrt(h_r(theta)) at every angle",
            Equality(hybrid_error(), _corrected_48()),
            proof=_relative_error,
        ),
        _step(
            "(51)",
            "eps_{theta,r} <= exp(r^2)/sqrt(m) sqrt(A) for every A with a_r(theta), a_r(pi - theta) <= A",
            Inequality(hybrid_error(), "<=", sp.exp(r**2) / sp.sqrt(m) * sp.sqrt(_A)),
            _WITH_A,
            proof=_by_maximum,
        ),
        _step(
            "(52)",
            "with (53)-(55): a_r <= b_r (1 - exp(-4 r^2))^2",
            Inequality(a_function(), "<=", b * DAMPING),
            proof=a_below_b,
            mutants=(Inequality(a_function(), "<=", b * DAMPING / 2),),
        ),
        _step(
            "(56)",
            "b_r <= B^1 + B^2 for all B^1 >= b_r^1 and B^2 >= b_r^2",
            Inequality(b, "<=", _B1 + _B2),
            _WITH_B,
            proof=_sum_of_maxima,
        ),
    ]


def _derivatives() -> list[Claim]:
    grown = sp.exp(2 * r**2 * sp.cos(theta))
    product = theta * sp.sin(theta)
    slope, bend = sp.diff(product, theta), sp.diff(product, theta, 2)
    return [
        _step(
            "(57)",
            "the derivative of b_r^1",
            Equality(sp.diff(b1_function(), theta), grown * (1 - 1 / n) * 2 * theta / sp.pi**2 * (1 - r**2 * product)),
        ),
        _step(
            "(58)",
            "the derivative of b_r^2",
            Equality(sp.diff(b2_function(), theta), grown / (n * sp.pi) * (1 - 2 * r**2 * product)),
        ),
        _step(
            "below (58), rising",
            "theta sin(theta) increases on [0, pi/2]: there the derivatives change sign at most once, from + to -",
            Inequality(slope, ">=", sp.Integer(0)),
            _RISING,
            proof=lambda: Bound(slope, _RISING).at_least(sp.Integer(0)),
        ),
        _step(
            "below (58), at pi/2",
            "both derivatives are negative at pi/2 for r >= 1: the first zero is below pi/2",
            Inequality((1 - r**2 * product).subs(theta, sp.pi / 2), "<", sp.Integer(0)),
            _LENGTHS,
            proof=_negative_at_right_angle,
        ),
        _step(
            "below (58), concave",
            "theta sin(theta) is concave on [pi/2, pi]: the derivatives, negative at pi/2 and positive at pi, change sign once",
            Inequality(bend, "<=", sp.Integer(0)),
            _FALLING,
            proof=lambda: Bound(bend, _FALLING).at_most(sp.Integer(0)),
        ),
        _step(
            "below (58), b^1(0)", "b_r^1 vanishes at 0", Equality(b1_function(sp.Integer(0)), sp.Integer(0)), _LENGTHS
        ),
        _step(
            "below (58), b^2(0)", "b_r^2 vanishes at 0", Equality(b2_function(sp.Integer(0)), sp.Integer(0)), _LENGTHS
        ),
        _step(
            "below (58), b^1(pi)",
            "b_r^1 at pi",
            Equality(b1_function(sp.pi), (1 - 1 / n) * sp.exp(-2 * r**2)),
            _LENGTHS,
        ),
        _step("below (58), b^2(pi)", "b_r^2 at pi", Equality(b2_function(sp.pi), sp.exp(-2 * r**2) / n), _LENGTHS),
    ]


def _negative_at_right_angle() -> Bound:
    chain = Bound(1 - r**2 * sp.pi / 2, _LENGTHS).at_most(1 - sp.pi / 2, [sp.pi / 2, r - 1, r + 1])
    return chain.at_most(sp.Integer(0), [sp.pi / 2 - 1])


def _maxima() -> list[Claim]:
    radius = _STATIONARY_RADIUS
    point = {r: sp.Integer(3), theta: sp.Rational(1, 4), m: sp.Integer(1), n: sp.Integer(1)}
    return [
        _step(
            "(59)",
            "the derivative of b_r^1 vanishes where theta sin(theta) = 1/r^2, that is at r = 1/sqrt(theta sin(theta))",
            Equality(sp.diff(b1_function(), theta).subs(r, radius), sp.Integer(0)),
            _STATIONARY,
        ),
        _step(
            "(60)",
            "theta^2 <= (pi/2)/r^2 at a stationary point theta <= pi/2",
            Inequality(theta**2, "<=", sp.pi / 2 * theta * sp.sin(theta)),
            _STATIONARY_RISING,
            proof=_stationary_angle,
        ),
        _step(
            "(61)",
            "theta <= sqrt(pi/2)/r at a stationary point theta <= pi/2",
            Inequality(theta, "<=", sp.sqrt(sp.pi / 2) / radius),
            _STATIONARY_RISING,
            proof=_stationary_angle_root,
        ),
        _step(
            "(62), local maximum",
            "b_r^1 is at most (1 - 1/n) exp(2 r^2)/(2 pi r^2) where theta <= pi/2 and r^2 theta sin(theta) <= 1, "
            "with equality at the stationary point",
            Inequality(b1_function(), "<=", _local_bound()),
            _UP_TO_STATIONARY,
            proof=_local_maximum,
        ),
        _step(
            "(62), end point",
            "the same bound is at least b_r^1(pi)",
            Inequality(_local_bound(), ">=", b1_function(sp.pi)),
            _LENGTHS,
            proof=_end_point,
        ),
        _step(
            "(63)",
            "b_r^1 is at most (1 - 1/n) exp(2 r^2)/(2 pi r^2)",
            Inequality(b1_function(), "<=", _local_bound()),
            proof=_maximum_of_b1,
            mutants=(Inequality(b1_function(), "<=", _local_bound() / 8),),
        ),
        _step(
            "(64), as printed",
            "b_r^1 is at most exp(2 r^2)/(2 n sqrt(pi) r^2)",
            Inequality(b1_function(), "<=", _bound_of_b2(2)),
            LARGE_RADII,
            flaw="the left side must be b^2; the maximum of b^1 does not decrease with n",
            counterexample={r: sp.Integer(2), theta: sp.Rational(1, 2), m: sp.Integer(1), n: sp.Integer(10)},
        ),
        _step(
            "(64), read with b^2",
            "b_r^2 is at most exp(2 r^2)/(2 n sqrt(pi) r^2)",
            Inequality(b2_function(), "<=", _bound_of_b2(2)),
            LARGE_RADII,
            flaw="a factor r is lost: the maximum of b^2 is of the order exp(2 r^2)/(n r)",
            counterexample=point,
        ),
        _step(
            "(64) corrected",
            "b_r^2 is at most exp(2 r^2)/(2 n sqrt(pi) r)",
            Inequality(b2_function(), "<=", _bound_of_b2(1)),
            role="correction",
            corrects="(64), read with b^2",
            proof=_maximum_of_b2,
            mutants=(Inequality(b2_function(), "<=", _bound_of_b2(1) / 3),),
        ),
    ]


def _conclusion() -> list[Claim]:
    flaw = "as (27): the factor r that (64) loses"
    replacement = corrected()
    return [
        _step(
            "(65)",
            "the relative error of the angular hybrid is at most the right side of (27)",
            Inequality(hybrid_error(), "<=", printed_bound()),
            LARGE_RADII,
            flaw=flaw,
            counterexample={r: sp.Integer(5), theta: sp.Rational(1, 7), m: sp.Integer(1), n: sp.Integer(1)},
        ),
        _step(
            "(65) corrected",
            replacement.says,
            replacement.proposition,
            role="correction",
            corrects="(65)",
            proof=replacement.proof,
            mutants=replacement.mutants,
        ),
        _step(
            "(66)",
            "eps = exp(2 r^2)/sqrt(2m) sqrt(h_r(theta))",
            Equality(hybrid_error(), _printed_66()),
            flaw="the exponent must be r^2, as in (48)",
            counterexample={r: sp.Integer(1), theta: sp.pi / 2, m: sp.Integer(1), n: sp.Integer(1)},
            proof=_relative_error,
        ),
        _step(
            "(66) corrected",
            "eps = exp(r^2)/sqrt(2m) sqrt(h_r(theta))",
            Equality(hybrid_error(), _corrected_48()),
            role="correction",
            corrects="(66)",
            proof=_relative_error,
        ),
    ]
