"""Powers with a symbolic exponent of a base that may vanish: ``b^k`` for integers k >= 0, where ``0^0 = 1``.

Elsewhere ``b^e = exp(e log b)``. Here ``b^(p k + q j) = (b^k)^p (b^j)^q`` for integers k, j, p, q >= 0, whatever b is;
if b is not negative, p and q may be positive fractions. ``((-1)^k)^2 = 1`` for every integer k.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp

from rftheory.evidence.sign import is_nonnegative, is_nonzero, is_real

if TYPE_CHECKING:
    from rftheory.evidence.atoms import Atoms


def integer_power(atoms: Atoms, base: sp.Expr, exponent: sp.Expr) -> sp.Expr | None:
    """``base^exponent`` in generators, or None if the exponent is of another kind or the base cannot vanish."""
    parts = [term.as_coeff_Mul() for term in sp.Add.make_args(sp.expand(exponent))]
    if base == -1 and all(q.is_Integer and k.is_integer for q, k in parts):
        return sp.Mul(*(_alternating(atoms, k) ** abs(int(q)) for q, k in parts))
    if any(not (q > 0 and k.is_integer and is_nonnegative(k, atoms.domain)) for q, k in parts):
        return _of_difference(atoms, base, sp.expand(exponent))
    if is_nonzero(base, atoms.domain):
        return None
    if any(q.q != 1 for q, _ in parts) and not is_nonnegative(base, atoms.domain):
        return None
    factored = sp.factor(base) if isinstance(base, sp.Add) else base
    if isinstance(factored, sp.Mul):
        if exponent.is_integer:
            return sp.Mul(*(atoms.translate(sp.Pow(factor, exponent)) for factor in factored.args))
        if all(is_nonnegative(factor, atoms.domain) for factor in factored.args):
            return sp.Mul(*(atoms.translate(sp.Pow(factor, exponent)) for factor in factored.args))
    return sp.Mul(*(_generator(atoms, base, k, int(q.q)) ** int(q.p) for q, k in parts))


def _of_difference(atoms: Atoms, base: sp.Expr, exponent: sp.Expr) -> sp.Expr | None:
    """``b^(k - j)`` of a base that may vanish, for integers k >= j: one unknown."""
    if not exponent.is_integer or not is_nonnegative(exponent, atoms.domain) or is_nonzero(base, atoms.domain):
        return None
    return atoms.unknown(sp.Pow(base, exponent, evaluate=False))


def _alternating(atoms: Atoms, exponent: sp.Expr) -> sp.Symbol:
    """``(-1)^k``, which is its own inverse."""
    symbol = atoms.unknown(sp.Pow(-1, exponent, evaluate=False))
    atoms.relations.setdefault(symbol, (2, sp.Integer(1)))
    atoms.invertible.add(symbol)
    return symbol


def _generator(atoms: Atoms, base: sp.Expr, exponent: sp.Expr, degree: int) -> sp.Expr:
    """``base^(exponent/degree)``: a root of the whole power, which is one unknown."""
    if degree > 1:
        return atoms.root_of(sp.Pow(base, exponent, evaluate=False), degree)
    if isinstance(base, sp.Abs) and is_real(base.args[0]):
        # |u|^k is the nonnegative root of (u^k)^2
        return atoms.root_of(sp.Pow(sp.Pow(base.args[0], exponent, evaluate=False), 2, evaluate=False), 2)
    return atoms.unknown(sp.Pow(base, exponent, evaluate=False))
