"""Roots and absolute values in the zero test: generators with ``t^q = base``, factors drawn out where their sign allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp

from rftheory.evidence.conjugates import branch_points, mirrored, modulus, squared_modulus
from rftheory.evidence.sign import NEGATIVE, NONNEGATIVE, NONPOSITIVE, is_real, sign_of

if TYPE_CHECKING:
    from rftheory.evidence.atoms import Atoms


def root(atoms: Atoms, base: sp.Expr, degree: int, power: int) -> sp.Expr:
    """``base^(power/degree)``: (f g)^a = f^a g^a draws factors out that are proved nonnegative."""
    if base.has(sp.I):
        # no factor of a complex number is drawn out: its branch would have to be known
        mirror = mirrored(base, atoms.domain)
        if mirror is not None:
            return root(atoms, squared_modulus(base), degree, power) / root_of(atoms, mirror, degree) ** power
        return root_of(atoms, sp.expand(base), degree) ** power
    numerator, denominator = sp.fraction(sp.together(base))
    if not denominator.is_number:
        atoms.divisors.append(atoms.translate(denominator))
    drawn, left = sp.Integer(1), sp.Integer(1)
    for part, sign in ((numerator, 1), (denominator, -1)):
        # numbers other than fractions are factors whose sign balls decide
        content, factors = _factors(part) if not part.is_Rational else (part, [])
        content = sp.sympify(content)
        of_content = sign_of(content, atoms.domain)
        if of_content == NEGATIVE:
            left *= -1
            content = -content
        elif not of_content <= NONNEGATIVE:
            factors, content = [*factors, (content, 1)], sp.Integer(1)
        drawn *= root_of(atoms, content, degree) ** (sign * power)
        for factor, multiplicity in factors:
            if not sp.sympify(multiplicity).is_Integer:
                # (f^a)^b is not f^(ab), and (-f)^a not (-1)^a f^a
                factor, multiplicity = sp.Pow(factor, multiplicity), 1
            if factor.could_extract_minus_sign():
                factor, content_sign = -factor, (-1) ** multiplicity
                left *= content_sign
            signs = sign_of(factor, atoms.domain)
            if signs <= NONPOSITIVE:
                factor, signs = -factor, frozenset(-s for s in signs)
                left *= (-1) ** multiplicity
            if signs <= frozenset({0, 1}):
                drawn *= root_of(atoms, factor, degree) ** (sign * power * multiplicity)
            else:
                left *= factor ** (sign * multiplicity)
    if left == 1:
        return drawn
    if left == -1 and degree == 2:
        return drawn * atoms.imaginary_unit() ** power
    return drawn * root_of(atoms, left, degree) ** power


def _factors(part: sp.Expr) -> tuple[sp.Expr, list[tuple[sp.Expr, int]]]:
    """Content and factors; symbolic powers of numbers are no polynomials to SymPy and stay in one piece."""
    try:
        return sp.factor_list(part)
    except sp.PolynomialError:
        return sp.Integer(1), [(part, 1)]


def root_of(atoms: Atoms, base: sp.Expr, degree: int) -> sp.Expr:
    if base == 1:
        return sp.Integer(1)
    if base.is_Integer and base > 1:
        return sp.Mul(*(_prime_root(atoms, p, degree) ** e for p, e in sp.factorint(base).items()))
    # sums are known by their normal form, whatever their indices are called
    key = (atoms.translate(base) if base.has(sp.Sum, sp.Product) else sp.expand(base), degree)
    if key not in atoms.roots:
        inner = atoms.translate(base)
        symbol = atoms.generator(base ** sp.Rational(1, degree))
        atoms.roots[key] = symbol
        atoms.relations[symbol] = (degree, inner)
    return atoms.roots[key]


def _prime_root(atoms: Atoms, prime: int, degree: int) -> sp.Symbol:
    key = (sp.Integer(prime), degree)
    if key not in atoms.roots:
        symbol = atoms.generator(sp.Integer(prime) ** sp.Rational(1, degree))
        atoms.roots[key] = symbol
        atoms.relations[symbol] = (degree, sp.Integer(prime))
        atoms.invertible.add(symbol)
    return atoms.roots[key]


def absolute(atoms: Atoms, expr: sp.Abs) -> sp.Expr:
    inner = expr.args[0]
    if isinstance(inner, sp.Mul):
        return sp.Mul(*(absolute(atoms, sp.Abs(factor, evaluate=False)) for factor in inner.args))
    signs = sign_of(inner, atoms.domain)
    if signs <= frozenset({0, 1}):
        return atoms.translate(inner)
    if signs <= NONPOSITIVE:
        return -atoms.translate(inner)
    if not is_real(inner):
        atoms.divisors.extend(atoms.translate(base) for base in branch_points(inner))
        return atoms.translate(modulus(inner))
    # |u| is the nonnegative root of u^2
    return root_of(atoms, sp.Pow(inner, 2, evaluate=False), 2)
