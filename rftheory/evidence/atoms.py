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

from rftheory.evidence.fractions import Fraction, RationalFunctions, least_common_multiple, quotient
from rftheory.evidence.sign import NEGATIVE, NONPOSITIVE, POSITIVE, is_nonnegative, is_real, sign_of
from rftheory.rules.nodes import Expectation
from rftheory.statements.domain import Domain

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
    _roots: dict[tuple[sp.Expr, int], sp.Symbol] = field(default_factory=dict)
    _exponentials: dict[sp.Symbol, sp.Expr] = field(default_factory=dict)
    _placeholders: dict[sp.Expr, sp.Symbol] = field(default_factory=dict)
    _translated: dict[sp.Expr, sp.Expr] = field(default_factory=dict)
    _counter: itertools.count = field(default_factory=itertools.count)

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
            return self._imaginary_unit()
        if isinstance(expr, sp.exp) or expr is sp.E:
            return self._exponential(expr.exp if isinstance(expr, sp.exp) else sp.Integer(1))
        if isinstance(expr, (sp.Add, sp.Mul)):
            return expr.func(*(self.translate(a) for a in expr.args))
        if isinstance(expr, sp.Pow):
            return self._power(expr)
        if isinstance(expr, _EULER):
            return self.translate(expr.rewrite(sp.exp))
        if isinstance(expr, sp.Abs):
            return self._absolute(expr)
        if isinstance(expr, sp.sign):
            return self._sign(expr)
        if isinstance(expr, sp.log):
            return self._logarithm(expr)
        if isinstance(expr, (sp.binomial, sp.ff, sp.rf, sp.factorial)):
            expanded = sp.expand_func(expr)
            return self.translate(expanded if expanded != expr else expr.rewrite(sp.gamma))
        if isinstance(expr, sp.gamma):
            return self._gamma(expr)
        return self._opaque_atom(expr)

    def _imaginary_unit(self) -> sp.Symbol:
        key = (sp.Integer(-1), 2)
        if key not in self._roots:
            symbol = self.generator(sp.I)
            self._roots[key] = symbol
            self.relations[symbol] = (2, sp.Integer(-1))
            self.invertible.add(symbol)
        return self._roots[key]

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
        if exponent.is_Rational:
            return self._root(base, int(exponent.q), int(exponent.p))
        whole, rest = exponent.as_coeff_Add()
        if whole != 0 and whole.is_Rational:
            # b^(w + r) = b^w b^r: both are exponentials of multiples of the same log b
            return self._power(sp.Pow(base, whole, evaluate=False)) * self.translate(sp.Pow(base, rest))
        # b^e is exp(e log b) by definition, for every b that does not vanish
        self.divisors.append(self.translate(base))
        return self._exponential(exponent * sp.log(base))

    def _root(self, base: sp.Expr, degree: int, power: int) -> sp.Expr:
        """``base^(power/degree)``: (f g)^a = f^a g^a draws factors out that are proved nonnegative."""
        numerator, denominator = sp.fraction(sp.together(base))
        if not denominator.is_number:
            self.divisors.append(self.translate(denominator))
        drawn, left = sp.Integer(1), sp.Integer(1)
        for part, sign in ((numerator, 1), (denominator, -1)):
            content, factors = sp.factor_list(part) if not part.is_number else (part, [])
            if sp.sympify(content).is_negative:
                left *= -1
                content = -content
            drawn *= self._simple_root(sp.sympify(content), degree) ** (sign * power)
            for factor, multiplicity in factors:
                if factor.could_extract_minus_sign():
                    factor, content_sign = -factor, (-1) ** multiplicity
                    left *= content_sign
                signs = sign_of(factor, self.domain)
                if signs <= NONPOSITIVE:
                    factor, signs = -factor, frozenset(-s for s in signs)
                    left *= (-1) ** multiplicity
                if signs <= frozenset({0, 1}):
                    drawn *= self._simple_root(factor, degree) ** (sign * power * multiplicity)
                else:
                    left *= factor ** (sign * multiplicity)
        if left == 1:
            return drawn
        if left == -1 and degree == 2:
            return drawn * self._imaginary_unit() ** power
        return drawn * self._simple_root(left, degree) ** power

    def _simple_root(self, base: sp.Expr, degree: int) -> sp.Expr:
        if base == 1:
            return sp.Integer(1)
        if base.is_Integer and base > 1:
            return sp.Mul(*(self._prime_root(p, degree) ** e for p, e in sp.factorint(base).items()))
        key = (sp.expand(base), degree)
        if key not in self._roots:
            inner = self.translate(base)
            symbol = self.generator(base ** sp.Rational(1, degree))
            self._roots[key] = symbol
            self.relations[symbol] = (degree, inner)
        return self._roots[key]

    def _prime_root(self, prime: int, degree: int) -> sp.Symbol:
        key = (sp.Integer(prime), degree)
        if key not in self._roots:
            symbol = self.generator(sp.Integer(prime) ** sp.Rational(1, degree))
            self._roots[key] = symbol
            self.relations[symbol] = (degree, sp.Integer(prime))
            self.invertible.add(symbol)
        return self._roots[key]

    def _absolute(self, expr: sp.Abs) -> sp.Expr:
        inner = expr.args[0]
        signs = sign_of(inner, self.domain)
        if signs <= frozenset({0, 1}):
            return self.translate(inner)
        if signs <= NONPOSITIVE:
            return -self.translate(inner)
        if not is_real(inner):
            return self._opaque_atom(expr)
        # |u| is the nonnegative root of u^2
        return self._simple_root(sp.Pow(inner, 2, evaluate=False), 2)

    def _sign(self, expr: sp.Expr) -> sp.Expr:
        signs = sign_of(expr.args[0], self.domain)
        if signs == POSITIVE:
            return sp.Integer(1)
        return sp.Integer(-1) if signs == NEGATIVE else self._opaque_atom(expr)

    def _logarithm(self, expr: sp.log) -> sp.Expr:
        """Logarithms of proved-positive factors add; anything else stays one unknown."""
        inner = expr.args[0]
        if isinstance(inner, sp.exp) and is_real(inner.exp):
            return self.translate(inner.exp)
        factors = sp.Mul.make_args(inner)
        if len(factors) > 1 and all(sign_of(f, self.domain) == POSITIVE for f in factors):
            return sp.Add(*(self._logarithm(sp.log(f, evaluate=False)) for f in factors))
        if isinstance(inner, sp.Pow) and is_real(inner.exp) and sign_of(inner.base, self.domain) == POSITIVE:
            return self.translate(inner.exp) * self._logarithm(sp.log(inner.base, evaluate=False))
        return self._opaque_atom(sp.log(inner, evaluate=False))

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
        return self._opaque_atom(expr)

    def _opaque_atom(self, expr: sp.Expr) -> sp.Symbol:
        """An unknown value; two of the same function are one if their arguments are decided equal."""
        from rftheory.evidence.zero import decide_zero

        for known, symbol in self._opaque:
            if known == expr:
                return symbol
            if known.func == expr.func and len(known.args) == len(expr.args) and not isinstance(expr, Expectation):
                pairs = zip(known.args, expr.args, strict=True)
                if all(isinstance(a, sp.Expr) and decide_zero(a - b, self.domain).zero for a, b in pairs):
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
        unit = self._roots.get((sp.Integer(-1), 2))
        if unit is not None and common == 1 and monomial == unit * sp.pi:
            self.relations[symbol] = (scale, sp.Integer(-1))  # exp(i pi) = -1
        return symbol
