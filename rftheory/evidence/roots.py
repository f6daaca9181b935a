"""Roots, absolute values, logarithms and symbolic powers in the zero test: generators with ``t^q = base``, factors drawn out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp

from rftheory.evidence.conjugates import (
    branch_points,
    mirrored,
    modulus,
    positive_factors,
    prime_powers,
    squared_modulus,
)
from rftheory.evidence.finite_products import is_bounded
from rftheory.evidence.sign import (
    NEGATIVE,
    NONNEGATIVE,
    NONPOSITIVE,
    POSITIVE,
    is_nonnegative,
    is_nonzero,
    is_real,
    sign_of,
)
from rftheory.evidence.sum_signs import opened

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
        return sp.Mul(*(_prime_root(atoms, p, degree) ** e for p, e in prime_powers(base).items()))
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


# -- logarithms ------------------------------------------------------------------------------------------------------


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


# -- powers with symbolic exponents ----------------------------------------------------------------------------------
# Elsewhere ``b^e = exp(e log b)``. Here ``b^(p k + q j) = (b^k)^p (b^j)^q`` for integers k, j, p, q >= 0, whatever b is;
# if b is not negative, p and q may be positive fractions. ``((-1)^k)^2 = 1`` for every integer k.


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
