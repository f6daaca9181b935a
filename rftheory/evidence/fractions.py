"""Rational functions over QQ with factored denominators: the arithmetic of the zero test.

An expression rational in its symbols becomes a quotient of exact polynomials (pi is one of the variables: it is
transcendental). Denominators stay products of powers of irreducible polynomials, so that sums find their common
denominator without a gcd. Every irreducible polynomial by which anything was divided is remembered in ``divided``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import sympy as sp
from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

#: irreducible factor (its number in the field) -> positive power
Powers = dict[int, int]


@dataclass(frozen=True)
class Fraction:
    """``over`` divided by the product of the powers in ``under``; not necessarily in lowest terms."""

    over: fmpq_mpoly
    under: Powers = field(default_factory=dict)


class RationalFunctions:
    """The rational functions in some symbols and pi; ``values`` says what else a symbol stands for."""

    def __init__(self, symbols: Iterable[sp.Symbol], values: Mapping[sp.Symbol, sp.Expr] | None = None) -> None:
        self.variables: list[sp.Expr] = [*sorted(set(symbols), key=lambda s: (s.name, s.sort_key())), sp.pi]
        # names by position: contexts are kept for good, and so are shared by all fields of the same size
        self.context = fmpq_mpoly_ctx.get([("x", len(self.variables))], "lex")
        #: irreducible polynomials met in denominators, the variables first
        self.irreducible: list[fmpq_mpoly] = list(self.context.gens())
        #: numbers of the irreducible polynomials by which something was divided
        self.divided: dict[int, None] = {}
        self.number_of = {variable: i for i, variable in enumerate(self.variables)}
        self._known: dict[sp.Expr, Fraction] = {
            v: Fraction(x) for v, x in zip(self.variables, self.irreducible, strict=True)
        }
        self._values = values or {}

    # -- from expressions and back ------------------------------------------------------------------------------

    def evaluate(self, expr: sp.Expr) -> Fraction:
        """The expression as a fraction; ``ZeroDivisionError`` where a divisor vanishes identically."""
        known = self._known.get(expr)
        if known is None:
            known = self._known[expr] = self._evaluate(expr)
        return known

    def _evaluate(self, expr: sp.Expr) -> Fraction:
        if expr.is_Rational:
            return Fraction(self.context.constant(fmpq(int(expr.p), int(expr.q))))
        if isinstance(expr, sp.Symbol) and expr in self._values:
            return self.evaluate(self._values[expr])
        if isinstance(expr, sp.Add):
            return self.sum(self.evaluate(term) for term in expr.args)
        if isinstance(expr, sp.Mul):
            return self.product(self.evaluate(factor) for factor in expr.args)
        if isinstance(expr, sp.Pow) and expr.exp.is_Integer:
            power = int(expr.exp)
            base = self.evaluate(expr.base)
            return self.power(base if power >= 0 else self.inverse(base), abs(power))
        if expr in (sp.zoo, sp.nan):
            raise ZeroDivisionError("division by an expression that vanishes identically")
        raise TypeError(f"expr must be rational in {self.variables}, got {expr}")

    def expression(self, exponents: tuple[int, ...]) -> sp.Expr:
        """The monomial with these exponents."""
        return sp.Mul(*(v**e for v, e in zip(self.variables, exponents, strict=True) if e))

    def polynomial(self, number: int) -> sp.Expr:
        """An irreducible polynomial, as an expression."""
        terms = self.irreducible[number].terms()
        return sp.Add(*(sp.Rational(int(q.p), int(q.q)) * self.expression(e) for e, q in terms))

    # -- arithmetic ---------------------------------------------------------------------------------------------

    def sum(self, terms: Iterable[Fraction]) -> Fraction:
        groups: dict[frozenset[tuple[int, int]], fmpq_mpoly] = {}
        for term in terms:
            key = frozenset(term.under.items())
            groups[key] = groups[key] + term.over if key in groups else term.over
        common = least_common_multiple(dict(key) for key in groups)
        total = self.context.constant(0)
        for key, over in groups.items():
            total += over * self.expanded(quotient(common, dict(key)))
        return self._lowered(total, common)

    def product(self, factors: Iterable[Fraction]) -> Fraction:
        over, under = self.context.constant(1), Powers()
        for factor in factors:
            over *= factor.over
            for number, power in factor.under.items():
                under[number] = under.get(number, 0) + power
        return self._lowered(over, under)

    def power(self, base: Fraction, exponent: int) -> Fraction:
        return Fraction(base.over**exponent, {k: p * exponent for k, p in base.under.items()} if exponent else {})

    def inverse(self, fraction: Fraction) -> Fraction:
        content, factors = self.divide_by(fraction)
        return self._lowered(self.expanded(fraction.under) / content, factors)

    def divide_by(self, fraction: Fraction) -> tuple[fmpq, Powers]:
        """The rational content and the irreducible factors of the numerator, which are noted as divisors."""
        if not fraction.over:
            raise ZeroDivisionError("division by an expression that vanishes identically")
        content, factors = fraction.over.factor()
        numbers = {self._number(factor): int(power) for factor, power in factors}
        self.divided.update(dict.fromkeys(numbers))
        return content, numbers

    def expanded(self, powers: Powers) -> fmpq_mpoly:
        product = self.context.constant(1)
        for number, power in powers.items():
            product *= self.irreducible[number] ** power
        return product

    def _number(self, factor: fmpq_mpoly) -> int:
        for number, known in enumerate(self.irreducible):
            if known == factor:
                return number
        self.irreducible.append(factor)
        return len(self.irreducible) - 1

    def _lowered(self, over: fmpq_mpoly, under: Powers) -> Fraction:
        """Powers of single variables cancelled; other factors are left, for only the numerator matters in the end."""
        if not over:
            return Fraction(over)
        monomials = [k for k in under if k < len(self.variables)]
        if not monomials:
            return Fraction(over, under)
        content = over.term_content().degrees()
        shared = {k: min(int(content[k]), under[k]) for k in monomials if content[k]}
        if not shared:
            return Fraction(over, under)
        return Fraction(over / self.expanded(shared), quotient(under, shared))

    # -- relations ----------------------------------------------------------------------------------------------

    def reduced(self, fraction: Fraction, symbol: sp.Symbol, degree: int, value: sp.Expr) -> Fraction:
        """Powers of a symbol in the numerator lowered below ``degree`` by ``symbol^degree = value``."""
        number = self.number_of.get(symbol)
        if number is None or int(fraction.over.degrees()[number]) < degree:
            return fraction
        parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for exponents, coefficient in fraction.over.terms():
            times, rest = divmod(int(exponents[number]), degree)
            parts.setdefault(times, {})[*exponents[:number], rest, *exponents[number + 1 :]] = coefficient
        by = self.evaluate(value)
        lowered = self.sum(
            self.product((Fraction(self.context.from_dict(part)), self.power(by, times)))
            for times, part in parts.items()
        )
        return self.product((lowered, Fraction(self.context.constant(1), fraction.under)))


def least_common_multiple(denominators: Iterable[Powers]) -> Powers:
    common = Powers()
    for denominator in denominators:
        for number, power in denominator.items():
            common[number] = max(common.get(number, 0), power)
    return common


def quotient(powers: Powers, divisor: Powers) -> Powers:
    """The powers left after division by a divisor of the product."""
    left = {number: power - divisor.get(number, 0) for number, power in powers.items()}
    return {number: power for number, power in left.items() if power}


def factored(polynomial: sp.Expr) -> sp.Expr:
    """A polynomial over QQ as a product of irreducible ones; anything else as it is.

    SymPy's own factorisation of polynomials in many variables draws its points at random: once in some ten runs it takes
    minutes for a minor of ten parameters.
    """
    symbols = polynomial.free_symbols
    if not polynomial.is_polynomial(*symbols):
        return polynomial
    field_of = RationalFunctions(symbols)
    try:
        content, factors = field_of.divide_by(field_of.evaluate(sp.expand(polynomial)))
    except (TypeError, ZeroDivisionError):
        return polynomial
    powers = (field_of.polynomial(number) ** power for number, power in factors.items())
    return sp.Mul(sp.Rational(int(content.p), int(content.q)), *powers)
