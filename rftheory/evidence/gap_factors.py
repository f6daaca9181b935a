"""The factors of a gap between two lines of a chain, looked for where the gap has no sign as it stands.

What is not rational (an exponential, a root, a sine, a sum) is a variable of a polynomial, which is split into irreducible factors. Where
a gap of expectations has none, that of their closed forms is split. It is a search and no proof: that the factors give the gap is decided
by the zero test.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

import sympy as sp
from flint import fmpq_mpoly

from rftheory.evidence.fractions import RationalFunctions
from rftheory.evidence.integrated import decide_equal, integrate
from rftheory.evidence.known_signs import NONNEGATIVE, NONPOSITIVE, stated
from rftheory.evidence.sign import POSITIVE, sign_of
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.nodes import Expectation
from rftheory.statements.domain import Domain


def factors_of(gap: sp.Expr, facts: Domain) -> list[sp.Expr]:
    """The gap alone where it is seen to be positive, else factors of it that are not negative on the domain, if any are found."""
    if sign_of(gap, facts) == POSITIVE:
        return [gap]
    found = _searched(gap, facts)
    if not found and gap.has(Expectation, FrameExpectation):
        found = _searched(_closed(gap, facts), facts)
    return found if found and decide_equal(gap, sp.Mul(*found), facts).zero else [gap]


def _closed(gap: sp.Expr, facts: Domain) -> sp.Expr:
    """The closed form, what it takes exponentials and hypergeometric functions of without common factors."""

    def tidied(expr: sp.Expr) -> sp.Expr:
        return sp.expand(sp.cancel(expr))

    closed = integrate(gap, facts).replace(sp.exp, lambda exponent: sp.exp(tidied(exponent)))
    return closed.replace(sp.hyper, lambda above, below, at: sp.hyper(above, below, tidied(at)))


def _searched(gap: sp.Expr, facts: Domain) -> list[sp.Expr]:
    """Factors with signs whose product should be the gap; empty if none are found.

    Differences that the facts speak of are split off first, so that what a lemma has shown stands as it is.
    """
    differences = [
        (form, signs) for form, signs in stated(facts) if any(part.is_Add for part in sp.Mul.make_args(form))
    ]
    known = [form for form, signs in differences if signs <= NONNEGATIVE]
    known += [-form for form, signs in differences if signs <= NONPOSITIVE]
    parts = _Parts([gap, *known])
    try:
        field = RationalFunctions(parts.variables)
        whole, *tried = (field.evaluate(parts.rational(expr)) for expr in (gap, *known))
        over, under = whole.over, field.expanded(whole.under)
        if not over:
            return []
        factors: list[sp.Expr] = []
        for form, fact in zip(known, tried, strict=True):
            while not fact.over.is_constant() and not divmod(over, fact.over)[1]:
                over = divmod(over, fact.over)[0] * field.expanded(fact.under)
                factors.append(form)
    except (TypeError, ZeroDivisionError):
        return []
    (above, numerator), (below, denominator) = over.factor(), under.factor()
    turned = sp.Rational(int((above / below).p), int((above / below).q))
    powers = [*numerator, *((polynomial, -power) for polynomial, power in denominator)]
    for polynomial, exponent in powers:
        factor, power = parts.expression(field, polynomial), int(exponent)
        square = _as_square(factor)
        if square is not None:
            turned *= square[0] ** power
            factor, power = square[1], 2 * power
        signs = sign_of(factor, facts) if power % 2 else NONNEGATIVE
        if signs <= NONPOSITIVE:
            factor, turned = -factor, -turned
        elif not signs <= NONNEGATIVE:
            apart = _quotient(factor, facts)
            if apart is None:
                return []
            term, factor, sign = apart
            factors.append(term**power)
            turned *= sign
        factors.append(factor**power)
    return [turned, *factors] if sign_of(turned, facts) <= NONNEGATIVE else []


def _quotient(factor: sp.Expr, facts: Domain) -> tuple[sp.Expr, sp.Expr, int] | None:
    """``(a, 1 - b/a, s)`` with the factor equal to ``s (a - b)``, where neither part is negative."""
    if not isinstance(factor, sp.Add) or len(factor.args) != 2:
        return None
    for sign in (1, -1):
        for term in factor.args:
            rest = sp.powsimp((factor - term) / term) + 1
            if sign_of(sign * term, facts) <= NONNEGATIVE and sign_of(rest, facts) <= NONNEGATIVE:
                return sign * term, rest, sign
    return None


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
        self.variables = set().union(*(self.rational(expr).free_symbols for expr in exprs))

    def rational(self, expr: sp.Expr) -> sp.Expr:
        """The expression with variables for what is not rational in it."""
        if expr not in self._rational:
            self._rational[expr] = self._translated(expr)
        return self._rational[expr]

    def expression(self, field: RationalFunctions, polynomial: fmpq_mpoly) -> sp.Expr:
        """A polynomial in the variables, with what they stand for."""
        meant = {symbol: meaning for meaning, symbol in self._names.items()}
        terms = (sp.Rational(int(q.p), int(q.q)) * field.expression(powers) for powers, q in polynomial.terms())
        return sp.Add(*(term.xreplace(meant) for term in terms))

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
        return expr if isinstance(expr, sp.Symbol) or expr is sp.pi else self._named(expr)

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
