"""The factors of a gap between two lines of a chain, looked for where the prover sees no sign of the gap as it stands.

What is not rational (an exponential, a root, a sine, a sum) is a variable of a polynomial, which is split into irreducible factors. Where
a gap of expectations has none, that of their closed forms is split. It is a search and no proof: signs are those that values at points
show, and that the product of the factors is the gap the prover has to prove.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

import sympy as sp

from rftheory.numbers.at_points import signs
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.integrated import granted, integrate
from rftheory.rules.nodes import Expectation
from rftheory.statements.domain import Domain


def factors_of(gap: sp.Expr, facts: Domain) -> list[sp.Expr]:
    """Factors of a gap that are not negative on the domain; the gap alone if none are found."""
    found = _searched(gap, facts)
    if not found and gap.has(Expectation, FrameExpectation):
        found = _searched(_closed(gap), facts)
    return found or [gap]


def _closed(gap: sp.Expr) -> sp.Expr:
    """The closed form, what it takes exponentials and hypergeometric functions of without common factors."""

    def tidied(expr: sp.Expr) -> sp.Expr:
        return sp.expand(sp.cancel(expr))

    closed = integrate(gap, granted, granted).replace(sp.exp, lambda exponent: sp.exp(tidied(exponent)))
    return closed.replace(sp.hyper, lambda above, below, at: sp.hyper(above, below, tidied(at)))


def _is_nonnegative(expr: sp.Expr, facts: Domain) -> bool:
    if expr.has(Expectation, FrameExpectation):
        return bool(expr.is_nonnegative)
    return bool(seen := signs(expr, facts)) and -1 not in seen


def _stated(facts: Domain) -> Iterator[sp.Expr]:
    """The differences that the conditions say are not negative."""
    for condition in facts.conditions:
        if isinstance(condition, (sp.StrictGreaterThan, sp.GreaterThan, sp.StrictLessThan, sp.LessThan)):
            yield condition.gts - condition.lts


def _searched(gap: sp.Expr, facts: Domain) -> list[sp.Expr]:
    """Factors with signs whose product should be the gap; empty if none are found.

    Differences that the facts speak of are split off first, so that what a lemma has shown stands as it is.
    """
    known = list(_stated(facts))
    parts = _Parts([gap, *known])
    try:
        over, under = parts.fraction(gap)
        if over.is_zero:
            return []
        factors: list[sp.Expr] = []
        for form in known:
            above, below = parts.fraction(form)
            while not above.is_ground and over.rem(above).is_zero:
                over = over.exquo(above) * below
                factors.append(form)
    except (sp.PolynomialError, ZeroDivisionError):
        return []
    (first, numerator), (second, denominator) = over.factor_list(), under.factor_list()
    turned = sp.sympify(first) / sp.sympify(second)
    for polynomial, exponent in (*numerator, *((polynomial, -power) for polynomial, power in denominator)):
        factor, power = parts.expression(polynomial), int(exponent)
        square = _as_square(factor)
        if square is not None:
            turned *= square[0] ** power
            factor, power = square[1], 2 * power
        if power % 2 and (apart := _quotient(factor, facts)) is not None:
            term, factor, sign = apart
            factors.append(term**power)
            turned *= sign
        elif power % 2 and not _is_nonnegative(factor, facts):
            factor, turned = -factor, -turned
            if not _is_nonnegative(factor, facts):
                return []
        factors.append(factor**power)
    return [turned, *factors] if turned >= 0 else []


def _quotient(factor: sp.Expr, facts: Domain) -> tuple[sp.Expr, sp.Expr, int] | None:
    """``(a, 1 - b/a, s)`` with the factor equal to ``s (a - b)``, a difference of exponentials, where neither part is negative."""
    if not isinstance(factor, sp.Add) or len(factor.args) != 2 or not all(term.has(sp.exp) for term in factor.args):
        return None
    for sign in (1, -1):
        for term in factor.args:
            rest = sp.powsimp((factor - term) / term) + 1
            if _is_nonnegative(sign * term, facts) and _is_nonnegative(rest, facts):
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
        symbols = set().union(*(self.rational(expr).free_symbols for expr in exprs))
        # of one name may be several: pi is transcendental, so a variable as well
        self._variables = [*sorted(symbols, key=lambda symbol: (symbol.name, symbol.sort_key())), sp.pi]

    def fraction(self, expr: sp.Expr) -> tuple[sp.Poly, sp.Poly]:
        """Numerator and denominator as polynomials in the variables."""
        over, under = sp.fraction(sp.together(self.rational(expr)))
        first, second = (sp.Poly(part, *self._variables, domain="QQ") for part in (over, under))
        return first, second

    def rational(self, expr: sp.Expr) -> sp.Expr:
        """The expression with variables for what is not rational in it."""
        if expr not in self._rational:
            self._rational[expr] = self._translated(expr)
        return self._rational[expr]

    def expression(self, polynomial: sp.Poly) -> sp.Expr:
        """A polynomial in the variables, with what they stand for."""
        meant = {symbol: meaning for meaning, symbol in self._names.items()}
        return sp.Add(*(term.xreplace(meant) for term in sp.Add.make_args(polynomial.as_expr())))

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
