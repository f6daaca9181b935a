r"""Complex conjugates and principal values, rewritten by identities that hold on the whole cut plane and on the cut.

With ``N = z conj(z) > 0`` and the principal logarithm, ``conj(Log z) = log N - Log z`` for every z != 0: both sides have
the real part ``log|z|`` and the imaginary part ``-arg z``, on the cut too. Hence ``conj(z^e) = N^e z^-e`` for real e.
(``Log conj(z)`` is another number on the cut, so conjugates are never moved inside a root or a logarithm.)
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.sign import POSITIVE, is_nonzero, is_real, sign_of
from rftheory.statements.domain import Domain

#: numbers that are not factored to the end, and the largest primes that are looked for in them
_LONG, _LIMIT = 10**40, 10_000


def conjugated(expr: sp.Expr) -> sp.Expr:
    """The conjugate of an expression, without conjugates of roots, powers, exponentials and logarithms.

    It is valid wherever the bases of powers and the arguments of logarithms do not vanish.
    """
    if is_real(expr) or isinstance(expr, (sp.Abs, sp.re, sp.im, sp.arg)):
        return expr
    if expr is sp.I:
        return -sp.I
    if isinstance(expr, sp.conjugate):
        return expr.args[0]
    if isinstance(expr, (sp.Add, sp.Mul)):
        return expr.func(*(conjugated(part) for part in expr.args))
    if isinstance(expr, (sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh)):
        return expr.func(conjugated(expr.args[0]))
    if isinstance(expr, sp.log):
        return sp.log(squared_modulus(expr.args[0])) - expr
    if isinstance(expr, sp.Pow) and expr.exp.is_integer:
        return conjugated(expr.base) ** expr.exp
    if isinstance(expr, sp.Pow) and is_real(expr.exp):
        return squared_modulus(expr.base) ** expr.exp / expr
    return sp.conjugate(expr)


def branch_points(expr: sp.Expr) -> list[sp.Expr]:
    """What must not vanish for `conjugated`: the bases of powers and the arguments of logarithms that it rewrites."""
    powers = [p.base for p in expr.atoms(sp.Pow) if not (p.exp.is_integer or is_real(p) or isinstance(p, sp.exp))]
    return powers + [log.args[0] for log in expr.atoms(sp.log) if not is_real(log)]


def squared_modulus(expr: sp.Expr) -> sp.Expr:
    """``|z|^2 = z conj(z)``, multiplied out."""
    return sp.expand(expr * conjugated(expr))


def real_part(expr: sp.Expr) -> sp.Expr:
    return (expr + conjugated(expr)) / 2


def real_part_of_root(base: sp.Expr) -> sp.Expr:
    """``Re sqrt(z)`` as it stands: SymPy would write it with angles."""
    return sp.re(sp.sqrt(base), evaluate=False)


def imaginary_part(expr: sp.Expr) -> sp.Expr:
    return (expr - conjugated(expr)) / (2 * sp.I)


def modulus(expr: sp.Expr) -> sp.Expr:
    """``|z|`` as the root of a real number."""
    return sp.sqrt(squared_modulus(expr))


def mirrored(expr: sp.Expr, domain: Domain) -> sp.Expr | None:
    """The conjugate z* of an explicit complex number z off the cut, if z* is the one of the two that stands for both.

    Off the cut, where Re z > 0 or Im z != 0, ``Log z = log N - Log z*`` and ``z^e = N^e (z*)^-e``.
    """
    if not expr.has(sp.I):
        return None
    first, second = sp.expand(expr), sp.expand(conjugated(expr))
    if second.has(sp.conjugate) or sp.default_sort_key(first) <= sp.default_sort_key(second):
        return None
    real, imaginary = sp.expand((first + second) / 2), sp.expand((first - second) / (2 * sp.I))
    off_cut = sign_of(real, domain) == POSITIVE or is_nonzero(imaginary, domain)
    return second if off_cut else None


def prime_powers(number: sp.Rational) -> dict[int, int]:
    """Primes of a rational number with their exponents; of a long one the small primes, and what is left as if it were one.

    The zero test stays right with factors that are no primes: it may only see less.
    """
    return dict(sp.factorrat(number, limit=_LIMIT if max(abs(number.p), number.q) > _LONG else None))


def positive_factors(expr: sp.Expr, domain: Domain) -> tuple[list[tuple[sp.Expr, int]], sp.Expr]:
    """A real rational expression as (factors proved positive with their multiplicities, the rest).

    ``log(p z) = log p + log z`` for p > 0 and every z, so these factors may be drawn out of a logarithm.
    """
    if expr.has(sp.I) or not expr.is_rational_function(*expr.free_symbols):
        return [], expr
    found: list[tuple[sp.Expr, int]] = []
    rest: sp.Expr = sp.Integer(1)
    for part, side in zip(sp.fraction(sp.together(expr)), (1, -1), strict=True):
        content, factors = sp.factor_list(part)
        if not content.is_Rational:
            return [], expr
        if content < 0:
            content, rest = -content, -rest
        found += [(sp.Integer(prime), side * power) for prime, power in prime_powers(content).items()]
        for factor, multiplicity in factors:
            if sign_of(-factor, domain) == POSITIVE:
                factor, rest = -factor, rest * (-1) ** multiplicity
            if sign_of(factor, domain) == POSITIVE:
                found.append((factor, side * multiplicity))
            else:
                rest *= factor ** (side * multiplicity)
    return found, rest
