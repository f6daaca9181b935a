r"""The sign of a pair of hyperplanes: ``E sgn(w.u) sgn(w.v) = 1 - 2 angle(u, v) / pi`` for w ~ N(0, I_d).

Even powers of a sign are one almost surely, a single sign has mean zero by symmetry.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kernels import theta
from rftheory.rules.nodes import Expectation, Form, sources


def angle_between(u: Form, v: Form) -> sp.Expr:
    """The angle in [0, pi] of two named vectors, read off their Gram table."""
    space = u.space
    cosine = sp.cancel(
        space.gram(u.vector, v.vector) / sp.sqrt(space.gram(u.vector, u.vector) * space.gram(v.vector, v.vector))
    )
    # acos(cos t) = t holds on [0, pi] only: true of the angle parameter, of nothing else
    return theta if cosine == sp.cos(theta) else sp.acos(cosine)


def integrate_signs(expr: sp.Expr) -> sp.Expr:
    """Apply the rule to every one-projection expectation of signs in ``expr``; leave the others alone."""
    return expr.replace(lambda e: isinstance(e, Expectation) and _applies(e.args[0]), lambda e: _integrate(e.args[0]))


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


def _applies(expr: sp.Expr) -> bool:
    powers = _sign_powers(expr)
    return powers is not None and len(sources(expr)) == 1 and sum(p % 2 for p in powers.values()) <= 2


def _integrate(expr: sp.Expr) -> sp.Expr:
    powers = _sign_powers(expr) or {}
    odd = [form for form, power in powers.items() if power % 2]
    if not odd:
        return sp.Integer(1)
    if len(odd) == 1:
        return sp.Integer(0)
    return 1 - 2 * angle_between(*odd) / sp.pi
