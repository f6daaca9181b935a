"""The factors of a gap between two lines of a chain, looked for where the gap has no sign as it stands.

What is not rational (an exponential, a root, a sine, a sum) is a variable of a polynomial, which is split into irreducible factors.
It is a search and no proof: the signs of factors may be guesses, and the prover shows them, and that the factors give the gap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import lcm

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy.polys.polyerrors import CoercionFailed

from rftheory.rules.frames import FrameExpectation
from rftheory.rules.integrated import granted, integrate
from rftheory.rules.nodes import Expectation

#: 1 or -1 for what seems to have one sign, 0 otherwise
Sign = Callable[[sp.Expr], int]


def products_of(gap: sp.Expr, known: Sequence[sp.Expr], sign: Sign) -> Iterator[list[sp.Expr]]:
    """Lists of factors whose product is the gap, none of which is seen to be negative.

    Args:
        gap: what is split; where it has expectations, then their closed forms.
        known: differences that are not negative, such as those of lemmas in use: they are split off first, as they stand.
        sign: of an expression, as it seems.
    """
    forms = [gap, _closed(gap)] if gap.has(Expectation, FrameExpectation) else [gap]
    for form in forms:
        found = _split(form, known)
        for factors in (_signed(found, sign), _signed(_in_quotients(found, sign), sign)) if found else ():
            if len(factors) > 1:
                yield factors


def _closed(gap: sp.Expr) -> sp.Expr:
    """The closed form, what it takes exponentials and hypergeometric functions of without common factors."""

    def tidied(expr: sp.Expr) -> sp.Expr:
        return sp.expand(sp.cancel(expr))

    closed = integrate(gap, granted, granted).replace(sp.exp, lambda exponent: sp.exp(tidied(exponent)))
    return closed.replace(sp.hyper, lambda above, below, at: sp.hyper(above, below, tidied(at)))


def _signed(powers: list[tuple[sp.Expr, int]], sign: Sign) -> list[sp.Expr]:
    """The powers as factors, those of an odd exponent turned so that they are not seen to be negative, with the sign in the first."""
    turned, factors = 1, []
    for factor, exponent in powers:
        if exponent % 2 and not factor.is_number and sign(factor) < 0:
            factor, turned = -factor, -turned
        factors.append(factor**exponent)
    return [turned * factors[0], *factors[1:]] if factors else []


def _in_quotients(powers: list[tuple[sp.Expr, int]], sign: Sign) -> list[tuple[sp.Expr, int]]:
    """Differences a - b of positive terms as a (1 - b/a)."""
    found: list[tuple[sp.Expr, int]] = []
    for factor, exponent in powers:
        first = next((t for t in factor.args if sign(t) == sign(factor)), None) if isinstance(factor, sp.Add) else None
        if first is None or len(factor.args) != 2 or exponent % 2 == 0:
            found.append((factor, exponent))
        else:
            found += [(first, exponent), (sp.powsimp((factor - first) / first) + 1, exponent)]
    return found


def _split(gap: sp.Expr, known: Sequence[sp.Expr]) -> list[tuple[sp.Expr, int]]:
    """A number, then factors with their exponents, whose product is the gap; empty if it is not seen to be rational."""
    parts = _Parts([gap, *known])
    try:
        (over, under), *tried = (parts.fraction(expr) for expr in (gap, *known))
    except (sp.PolynomialError, CoercionFailed, ZeroDivisionError):
        return []
    if not over:
        return []
    factors: list[tuple[sp.Expr, int]] = []
    for form, (above, below) in zip(known, tried, strict=True):
        while not above.is_constant() and not divmod(over, above)[1]:
            over = divmod(over, above)[0] * below
            factors.append((form, 1))
    (top, numerator), (bottom, denominator) = over.factor(), under.factor()
    number = _rational(top / bottom)
    for polynomial, power in [*numerator, *((polynomial, -power) for polynomial, power in denominator)]:
        factor, exponent = parts.expression(polynomial), int(power)
        square = _as_square(factor)
        if square is not None:
            number *= square[0] ** exponent
            factor, exponent = square[1], 2 * exponent
        factors.append((factor, exponent))
    return [(number, 1), *factors]


def _rational(q: fmpq) -> sp.Rational:
    return sp.Rational(int(q.p), int(q.q))


def _as_square(factor: sp.Expr) -> tuple[sp.Expr, sp.Expr] | None:
    """``(a, form)`` with the factor equal to ``a form^2``, where roots of numbers hide it from the polynomials."""
    if not isinstance(factor, sp.Add) or len(factor.args) != 3 or not factor.atoms(sp.Pow):
        return None
    for symbol in sorted(factor.free_symbols, key=str):
        if not factor.is_polynomial(symbol) or sp.degree(factor, symbol) != 2:
            continue
        a, b, c = sp.Poly(factor, symbol).all_coeffs()
        if sp.expand(b**2 - 4 * a * c) == 0 and (a.is_number or c.is_number):
            return (a, symbol + b / (2 * a)) if a.is_number else (1 / c, c + b * symbol / 2)
    return None


class _Parts:
    """What stands for the parts of expressions that are not rational: powers of exponentials and roots of one base are powers of one."""

    def __init__(self, exprs: list[sp.Expr]) -> None:
        self._degrees: dict[sp.Expr, int] = {}
        self._names: dict[sp.Expr, sp.Symbol] = {}
        self._rational: dict[sp.Expr, sp.Expr] = {}
        for node in (node for expr in exprs for node in sp.preorder_traversal(expr)):
            for base, power in _powers(node):
                self._degrees[base] = lcm(self._degrees.get(base, 1), int(power.q))
        names = set().union(*(self.rational(expr).free_symbols for expr in exprs))
        self._variables = sorted(names, key=sp.default_sort_key) or [sp.Dummy("t")]
        self._ring = fmpq_mpoly_ctx.get([f"t{k}" for k in range(len(self._variables))], Ordering.lex)

    def fraction(self, expr: sp.Expr) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        """The numerator and the denominator of the expression in the variables.

        Raises:
            sympy.PolynomialError: if it is not rational in them.
        """
        sides = sp.fraction(sp.together(self.rational(expr)))
        polynomials = (sp.Poly(side, *self._variables, domain="QQ") for side in sides)
        over, under = (
            self._ring.from_dict({powers: fmpq(int(q.p), int(q.q)) for powers, q in one.terms()}) for one in polynomials
        )
        return over, under

    def rational(self, expr: sp.Expr) -> sp.Expr:
        """The expression with variables for what is not rational in it."""
        if expr not in self._rational:
            self._rational[expr] = self._translated(expr)
        return self._rational[expr]

    def expression(self, polynomial: fmpq_mpoly) -> sp.Expr:
        """A polynomial in the variables, with what they stand for."""
        meant = {symbol: meaning for meaning, symbol in self._names.items()}
        bases = [meant.get(symbol, symbol) for symbol in self._variables]
        return sp.Add(
            *(
                _rational(q) * sp.Mul(*(base ** int(n) for base, n in zip(bases, powers, strict=True)))
                for powers, q in polynomial.terms()
            )
        )

    def _translated(self, expr: sp.Expr) -> sp.Expr:
        if expr.is_Rational:
            return expr
        powers = dict(_powers(expr))
        if powers:
            roots = (self._root(base) ** int(power * self._degrees[base]) for base, power in powers.items())
            return sp.Mul(*roots, self.rational(expr.base) ** whole if (whole := _whole_part(expr)) else 1)
        if isinstance(expr, (sp.Add, sp.Mul)):
            return expr.func(*(self.rational(part) for part in expr.args))
        if isinstance(expr, sp.Pow) and expr.exp.is_Integer:
            return self.rational(expr.base) ** expr.exp
        if expr in self._degrees:
            return self._root(expr) ** self._degrees[expr]
        return expr if isinstance(expr, sp.Symbol) else self._named(expr)

    def _root(self, base: sp.Expr) -> sp.Symbol:
        return self._named(base ** sp.Rational(1, self._degrees[base]))

    def _named(self, meaning: sp.Expr) -> sp.Symbol:
        return self._names.setdefault(meaning, sp.Dummy(f"t{len(self._names)}"))


def _powers(node: sp.Basic) -> Iterator[tuple[sp.Expr, sp.Rational]]:
    """What an exponential, a power or a root is a product of powers of: the base to each term of the exponent without its number.

    Whole powers of the base itself are left out (see `_whole_part`).
    """
    if isinstance(node, sp.exp) or node is sp.E:
        for term in sp.Add.make_args(sp.expand(node.exp if isinstance(node, sp.exp) else 1)):
            number, rest = term.as_coeff_Mul(rational=True)
            yield sp.exp(rest), number
    elif isinstance(node, sp.Pow):
        for term in sp.Add.make_args(sp.expand(node.exp)):
            number, rest = term.as_coeff_Mul(rational=True)
            if rest is not sp.S.One or not number.is_Integer:
                yield node.base**rest, number


def _whole_part(node: sp.Basic) -> int:
    """The whole number in a sum of exponents: ``2^(1 - k)`` is twice a power of ``2^k``."""
    number = sp.expand(node.exp).as_coeff_Add(rational=True)[0] if isinstance(node, sp.Pow) else sp.S.Zero
    return int(number) if number.is_Integer else 0
