r"""The sign of a pair of hyperplanes: ``E sgn(w.u) sgn(w.v) = 1 - 2 angle(u, v) / pi`` for w ~ N(0, I_d).

Even powers of a sign are one almost surely, a single sign has mean zero by symmetry.
"""

from __future__ import annotations

import sympy as sp

from rftheory.inputs.kernels import theta
from rftheory.rules.gaussian import Positive, positive_by_assumption
from rftheory.rules.nodes import Expectation, Form, sources


def nonnegative_by_assumption(expr: sp.Expr) -> bool:
    """Nonnegative by the assumptions of its symbols."""
    return bool(expr.is_nonnegative)


def _angle_between(u: Form, v: Form, nonnegative: Positive = nonnegative_by_assumption) -> sp.Expr:
    """The angle in [0, pi] of two named vectors that are not zero, read off their Gram table."""
    space = u.space
    cosine = sp.cancel(
        space.gram(u.vector, v.vector) / sp.sqrt(space.gram(u.vector, u.vector) * space.gram(v.vector, v.vector))
    )
    # acos(cos t) = t holds on [0, pi] only: true of the angle parameter, of nothing else
    is_angle = cosine == sp.cos(theta) and nonnegative(theta) and nonnegative(sp.pi - theta)
    return theta if is_angle else sp.acos(cosine)


def integrate_signs(
    expr: sp.Expr, positive: Positive = positive_by_assumption, nonnegative: Positive = nonnegative_by_assumption
) -> sp.Expr:
    """Apply the rule to every one-projection expectation of signs in ``expr``; leave the others alone.

    ``positive`` has to prove that no vector is zero (a sign of ``w.0`` is 0), ``nonnegative`` that theta is an angle in [0, pi].
    """
    return expr.replace(
        lambda e: isinstance(e, Expectation) and _applies(e.args[0], positive),
        lambda e: _integrate(e.args[0], nonnegative),
    )


def _sign_powers(expr: sp.Expr) -> dict[Form, int] | None:
    powers: dict[Form, int] = {}
    for factor in sp.Mul.make_args(expr):
        base, exponent = factor.as_base_exp()
        if not (isinstance(base, sp.sign) and isinstance(base.args[0], Form)):
            return None
        if not (exponent.is_Integer and exponent > 0):
            return None
        powers[base.args[0]] = powers.get(base.args[0], 0) + int(exponent)
    return powers


def _applies(expr: sp.Expr, positive: Positive) -> bool:
    powers = _sign_powers(expr)
    if powers is None or len(sources(expr)) != 1 or sum(p % 2 for p in powers.values()) > 2:
        return False
    if len({form.space for form in powers}) > 1:
        return False
    return all(positive(form.space.gram(form.vector, form.vector)) for form in powers)


def _integrate(expr: sp.Expr, nonnegative: Positive) -> sp.Expr:
    powers = _sign_powers(expr) or {}
    odd = [form for form, power in powers.items() if power % 2]
    if not odd:
        return sp.Integer(1)
    if len(odd) == 1:
        return sp.Integer(0)
    return 1 - 2 * _angle_between(odd[0], odd[1], nonnegative) / sp.pi
