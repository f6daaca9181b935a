"""Expressions as rational functions of atoms, exactly: the first half of the zero test.

Every part of an expression that is not rational (an exponential, a root, an absolute value, an unknown function) is
replaced by a generator; what is known of it is kept as a relation (``I^2 = -1``, ``t^q = base``). Each rewriting is an
identity of principal values on the whole domain, or is used only when its condition is proved from the domain. All
divisors met on the way are collected, for their vanishing would make the identity void.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from math import lcm

import sympy as sp

from rftheory.evidence.bessel import lowered, lowered_inside
from rftheory.evidence.conjugates import branch_points, conjugated, imaginary_part, real_part
from rftheory.evidence.finite_sums import SumUnknowns
from rftheory.evidence.fractions import Fraction, RationalFunctions, least_common_multiple, quotient
from rftheory.evidence.integral_forms import fixed_divisors, integrands, normal_integral
from rftheory.evidence.roots import absolute, integer_power, logarithm, root, root_of
from rftheory.evidence.sign import NEGATIVE, POSITIVE, is_nonnegative, is_nonzero, is_real, sign_of
from rftheory.rules.nodes import Expectation
from rftheory.statements.domain import Domain

#: conjugates and parts of complex numbers, without conjugates of roots and logarithms
_PARTS = {sp.conjugate: conjugated, sp.re: real_part, sp.im: imaginary_part}
#: unknowns that are equal only as expressions; limits and derivatives look at places outside of the domain
_NAMED = (Expectation, sp.Indexed, sp.Limit, sp.Derivative, sp.Subs)
_EULER = (sp.cos, sp.sin, sp.tan, sp.cosh, sp.sinh, sp.tanh, sp.sec, sp.csc, sp.cot)


@dataclass
class Atoms:
    """The generators met so far, and the relations they obey."""

    domain: Domain
    #: generator -> (degree q, rational expression in earlier generators) with generator^q = expression
    relations: dict[sp.Symbol, tuple[int, sp.Expr]] = field(default_factory=dict)
    #: expressions in the generators by which something was divided
    divisors: list[sp.Expr] = field(default_factory=list)
    #: generators that cannot vanish (exponentials, roots of such)
    invertible: set[sp.Symbol] = field(default_factory=set)
    #: what a generator stands for, for sign proofs and messages
    meaning: dict[sp.Symbol, sp.Expr] = field(default_factory=dict)
    _opaque: list[tuple[sp.Expr, sp.Symbol]] = field(default_factory=list)
    #: (base, degree) -> generator of the root
    roots: dict[tuple[sp.Expr, int], sp.Symbol] = field(default_factory=dict)
    _exponentials: dict[sp.Symbol, sp.Expr] = field(default_factory=dict)
    _placeholders: dict[sp.Expr, sp.Symbol] = field(default_factory=dict)
    _translated: dict[sp.Expr, sp.Expr] = field(default_factory=dict)
    _counter: itertools.count = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self._sums = SumUnknowns(self)

    def generator(self, meaning: sp.Expr) -> sp.Symbol:
        symbol = sp.Dummy(f"t{next(self._counter)}")
        self.meaning[symbol] = meaning
        return symbol

    # -- from expressions to generators -------------------------------------------------------------------------

    def translate(self, expr: sp.Expr) -> sp.Expr:
        """A rational expression in symbols and generators, equal to ``expr`` wherever the divisors do not vanish."""
        known = self._translated.get(expr)
        if known is None:
            known = self._translated[expr] = self._translate(expr)
        return known

    def _translate(self, expr: sp.Expr) -> sp.Expr:
        if expr.is_Rational or expr is sp.pi or isinstance(expr, sp.Symbol):
            return expr
        if expr is sp.I:
            return self.imaginary_unit()
        if isinstance(expr, sp.exp) or expr is sp.E:
            return self._exponential(expr.exp if isinstance(expr, sp.exp) else sp.Integer(1))
        if isinstance(expr, (sp.Add, sp.Mul)):
            return expr.func(*(self.translate(a) for a in expr.args))
        if isinstance(expr, sp.Pow):
            return self._power(expr)
        if isinstance(expr, _EULER):
            return self.translate(expr.rewrite(sp.exp))
        if isinstance(expr, sp.Abs):
            return absolute(self, expr)
        if isinstance(expr, sp.sign):
            return self._sign(expr)
        if isinstance(expr, sp.log):
            return logarithm(self, expr)
        if type(expr) in _PARTS:
            rewritten = _PARTS[type(expr)](expr.args[0])
            self.divisors.extend(self.translate(base) for base in branch_points(expr.args[0]))
            return self.translate(rewritten) if rewritten != expr else self.unknown(expr)
        if isinstance(expr, (sp.binomial, sp.ff, sp.rf, sp.factorial)):
            expanded = sp.expand_func(expr)
            return self.translate(expanded if expanded != expr else expr.rewrite(sp.gamma))
        if isinstance(expr, sp.gamma):
            return self._gamma(expr)
        if isinstance(expr, sp.Integral):
            factor, node = normal_integral(expr)
            self.divisors.extend(self.translate(divisor) for divisor in fixed_divisors(expr))
            return self.translate(factor) * self.unknown(node)
        if isinstance(expr, (sp.Sum, sp.Product)):
            return self._sums.translate(lowered_inside(expr, lambda part: is_nonzero(part, self.domain)))
        if isinstance(expr, sp.besseli) and (lower := lowered(expr)) is not None:
            return self.translate(lower)
        return self.unknown(expr)

    def imaginary_unit(self) -> sp.Symbol:
        key = (sp.Integer(-1), 2)
        if key not in self.roots:
            symbol = self.generator(sp.I)
            self.roots[key] = symbol
            self.relations[symbol] = (2, sp.Integer(-1))
            self.invertible.add(symbol)
        return self.roots[key]

    def _exponential(self, exponent: sp.Expr) -> sp.Symbol:
        """A placeholder: exponents are put over one denominator once all of them are known (`resolve`)."""
        translated = self.translate(sp.expand_mul(exponent))
        known = self._placeholders.get(translated)
        if known is not None:
            return known
        symbol = self.generator(sp.exp(exponent))
        self._exponentials[symbol] = translated
        self._placeholders[translated] = symbol
        self.invertible.add(symbol)
        return symbol

    def _power(self, expr: sp.Pow) -> sp.Expr:
        base, exponent = expr.base, expr.exp
        if exponent.is_Integer:
            inner = self.translate(base)
            if exponent < 0:
                self.divisors.append(inner)
            return inner**exponent
        if isinstance(base, sp.Pow) and is_real(base.exp) and sign_of(base.base, self.domain) == POSITIVE:
            # log(b^e) = e log b for b > 0 and real e
            return self.translate(sp.Pow(base.base, base.exp * exponent))
        if exponent.is_Rational:
            return root(self, base, int(exponent.q), int(exponent.p))
        whole, rest = exponent.as_coeff_Add()
        if whole != 0 and whole.is_Rational:
            # b^(w + r) = b^w b^r: both are exponentials of multiples of the same log b
            return self._power(sp.Pow(base, whole, evaluate=False)) * self.translate(sp.Pow(base, rest))
        if exponent.is_integer and isinstance(base, sp.Mul):
            return sp.Mul(*(self.translate(sp.Pow(factor, exponent)) for factor in base.args))
        whole_power = integer_power(self, base, exponent)
        if whole_power is not None:
            return whole_power
        # b^e is exp(e log b) by definition, for every b that does not vanish
        self.divisors.append(self.translate(base))
        return self._exponential(exponent * sp.log(base))

    def root_of(self, base: sp.Expr, degree: int) -> sp.Expr:
        """The generator of a root, whatever the sign of its base."""
        return root_of(self, base, degree)

    def _sign(self, expr: sp.Expr) -> sp.Expr:
        signs = sign_of(expr.args[0], self.domain)
        if signs == POSITIVE:
            return sp.Integer(1)
        return sp.Integer(-1) if signs == NEGATIVE else self.unknown(expr)

    def _gamma(self, expr: sp.gamma) -> sp.Expr:
        """Gamma(a + k) = a (a+1) ... (a+k-1) Gamma(a), towards the argument met first."""
        argument = expr.args[0]
        for known, symbol in self._opaque:
            if isinstance(known, sp.gamma):
                shift = sp.expand(argument - known.args[0])
                lower = argument if shift.is_Integer and shift < 0 else known.args[0]
                if shift.is_Integer and is_nonnegative(lower, self.domain) and 0 not in sign_of(lower, self.domain):
                    product = sp.Mul(*(lower + i for i in range(abs(int(shift)))))
                    translated = self.translate(product)
                    return symbol * translated if shift >= 0 else symbol / translated
        return self.unknown(expr)

    def unknown(self, expr: sp.Expr) -> sp.Symbol:
        """An unknown value; two of the same function are one if their arguments are decided equal."""
        from rftheory.evidence.zero import decide_zero

        for known, symbol in self._opaque:
            if known == expr:
                return symbol
            if known.func == expr.func and len(known.args) == len(expr.args) and not isinstance(expr, _NAMED):
                pairs = _pairs(known, expr)
                if pairs and all(isinstance(a, sp.Expr) and decide_zero(a - b, self.domain).zero for a, b in pairs):
                    return symbol
        symbol = self.generator(expr)
        self._opaque.append((expr, symbol))
        return symbol

    # -- exponentials over one denominator ----------------------------------------------------------------------

    def resolve(self) -> dict[sp.Symbol, sp.Expr]:
        """Replace the placeholders of exponentials by monomials in independent exponential generators.

        Exponentials inside exponents (Euler's formulas for the angle) are resolved first, so that exponents are
        polynomials in generators; then all exponentials are put over one denominator together.
        """
        exponents = dict(self._exponentials)
        inside = {s for s in exponents if any(s in e.free_symbols for e in exponents.values())}
        while inside:
            ready = {s for s in inside if not exponents[s].free_symbols & inside}
            inner = self._decompose({s: exponents[s] for s in ready})
            exponents = {s: e.xreplace(inner) for s, e in exponents.items()}
            inside -= ready
        return self._decompose(exponents)

    def _decompose(self, exponents: dict[sp.Symbol, sp.Expr]) -> dict[sp.Symbol, sp.Expr]:
        """Write exponents as ``sum_k q_k M_k / D`` with one denominator D, monomials M_k and rational q_k.

        ``exp(M_k / (D N_k))`` is one generator for each k, N_k the common denominator of the q_k, so equal
        exponentials become equal monomials in generators.
        """
        functions = RationalFunctions({symbol for e in exponents.values() for symbol in e.free_symbols})
        parts = {s: functions.evaluate(e) for s, e in exponents.items()}
        powers = least_common_multiple(part.under for part in parts.values())
        common = sp.Mul(*(functions.polynomial(number) ** power for number, power in powers.items()))
        if common != 1:
            self.divisors.append(common)
        # lowered only now that all have one denominator, so that equal exponents become equal polynomials
        whole = {s: p.over * functions.expanded(quotient(powers, p.under)) for s, p in parts.items()}
        rows = {s: self._reduced(functions, Fraction(over)).over.to_dict() for s, over in whole.items()}
        scale: dict[tuple[int, ...], int] = {}
        for row in rows.values():
            for monomial, q in row.items():
                scale[monomial] = lcm(scale.get(monomial, 1), int(q.q))
        bases = {e: self._exponential_generator(functions.expression(e), common, k) for e, k in scale.items()}
        return {
            s: sp.Mul(*(bases[e] ** (int(q.p) * scale[e] // int(q.q)) for e, q in row.items()))
            for s, row in rows.items()
        }

    def _reduced(self, functions: RationalFunctions, exponent: Fraction) -> Fraction:
        """Roots of numbers and of polynomials in an exponent, lowered by their relations."""
        for symbol, (degree, value) in reversed(self.relations.items()):
            if value.free_symbols <= functions.number_of.keys() and not functions.evaluate(value).under:
                exponent = functions.reduced(exponent, symbol, degree, value)
        return exponent

    def _exponential_generator(self, monomial: sp.Expr, common: sp.Expr, scale: int) -> sp.Symbol:
        symbol = self.generator(sp.exp(monomial / common / scale))
        self.invertible.add(symbol)
        unit = self.roots.get((sp.Integer(-1), 2))
        if unit is not None and common == 1 and monomial == unit * sp.pi:
            self.relations[symbol] = (scale, sp.Integer(-1))  # exp(i pi) = -1
        return symbol


def _pairs(known: sp.Expr, expr: sp.Expr) -> list[tuple[sp.Basic, sp.Basic]]:
    """What must be equal for two values of one function to be; nothing if they are not comparable."""
    if isinstance(expr, sp.Integral):
        both = integrands(known, expr)
        return [both] if both else []
    first, second = _entries(known), _entries(expr)
    return list(zip(first, second, strict=True)) if len(first) == len(second) else []


def _entries(function: sp.Expr) -> tuple[sp.Basic, ...]:
    """The arguments of a function, for a hypergeometric one the number of upper parameters and all of them in a row."""
    if isinstance(function, sp.hyper):
        return (sp.Integer(len(function.ap)), *function.ap, *function.bq, function.argument)
    return function.args
