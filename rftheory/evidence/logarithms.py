"""Logarithms in the zero test: sums over factors that are proved positive, unknowns otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp

from rftheory.evidence.conjugates import mirrored, positive_factors, squared_modulus
from rftheory.evidence.finite_products import is_bounded
from rftheory.evidence.sign import POSITIVE, is_real, sign_of
from rftheory.evidence.sum_signs import opened

if TYPE_CHECKING:
    from rftheory.evidence.atoms import Atoms


def logarithm(atoms: Atoms, expr: sp.log) -> sp.Expr:
    """Logarithms of proved-positive factors add; anything else stays one unknown."""
    inner = expr.args[0]
    if isinstance(inner, sp.exp) and is_real(inner.exp):
        return atoms.translate(inner.exp)
    if isinstance(inner, sp.Product) and is_bounded(inner) and sign_of(opened(inner), atoms.domain) == POSITIVE:
        return atoms.translate(sp.Sum(sp.log(inner.function), *inner.limits))
    factors = sp.Mul.make_args(inner)
    if len(factors) > 1 and all(sign_of(f, atoms.domain) == POSITIVE for f in factors):
        return sp.Add(*(logarithm(atoms, sp.log(f, evaluate=False)) for f in factors))
    if isinstance(inner, sp.Pow) and is_real(inner.exp) and sign_of(inner.base, atoms.domain) == POSITIVE:
        return atoms.translate(inner.exp) * logarithm(atoms, sp.log(inner.base, evaluate=False))
    mirror = mirrored(inner, atoms.domain)
    if mirror is not None:
        return logarithm(atoms, sp.log(squared_modulus(inner))) - atoms.unknown(sp.log(mirror, evaluate=False))
    drawn, rest = positive_factors(inner, atoms.domain)
    if drawn and (rest != inner):
        terms = [n * atoms.unknown(sp.log(f, evaluate=False)) for f, n in drawn]
        return sp.Add(*terms, atoms.unknown(sp.log(rest, evaluate=False)) if rest != 1 else 0)
    over, under = sp.fraction(sp.together(inner))
    if under != 1 and sign_of(over, atoms.domain) == sign_of(under, atoms.domain) == POSITIVE:
        return logarithm(atoms, sp.log(over, evaluate=False)) - logarithm(atoms, sp.log(under, evaluate=False))
    return atoms.unknown(sp.log(inner, evaluate=False))
