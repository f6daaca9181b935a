"""Fractions of polynomials over generators: how the prover calculates, to find what the kernel then checks.

Generators are terms that are no sums, products, negatives, inverses or literal powers. Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from rftheory.kernel.terms import IMAG, Term, make, rat
from rftheory.prover.failure import Unproved
from rftheory.prover.terms import product, raised, total

RING = frozenset({"+", "*", "neg", "inv", "pow", "rat"})
#: products of polynomials with more terms than this are not multiplied out
MAX_PRODUCT = 40_000
_met: ContextVar[dict[Term, int]] = ContextVar("met", default={})  # noqa: B039 (one for all that is asked outside of runs)


@contextmanager
def ranked() -> Iterator[None]:
    """A run whose order of generators owes nothing to what was met before it in this process."""
    token = _met.set({})
    try:
        yield
    finally:
        _met.reset(token)


def rank(generator: Term) -> tuple[int, int]:
    """A fixed order of generators: variables first, by their places, then as they are met."""
    met = _met.get()
    return (0, generator.data[0]) if generator.op == "var" else (1, met.setdefault(generator, len(met)))


def atoms_of(terms: Iterable[Term]) -> list[Term]:
    """The maximal parts of scalars that are not made by ring operations."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    todo = list(terms)
    while todo:
        term = todo.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op not in RING:
            found[term] = None
        elif term.op != "rat":
            todo.extend(term.args)
    return list(found)


class Form:
    """A fraction of two polynomials."""

    __slots__ = ("den", "num")

    def __init__(self, num: fmpq_mpoly, den: fmpq_mpoly):
        self.num, self.den = num, den


class Ring:
    """The polynomials over some generators, with what is known of these: values and reductions."""

    def __init__(
        self,
        generators: Iterable[Term],
        values: Mapping[Term, Term] | None = None,
        reductions: Iterable[tuple[Term, int, Term]] = (),
    ):
        self.generators = sorted(dict.fromkeys(generators), key=rank)
        names = tuple(f"g{number}" for number in range(len(self.generators))) or ("g0",)
        self.ctx: fmpq_mpoly_ctx = fmpq_mpoly_ctx.get(names, Ordering.deglex)
        self.place = {generator: number for number, generator in enumerate(self.generators)}
        self.values = dict(values or {})
        self._forms: dict[Term, Form] = {}
        self.one, self.zero = self.ctx.constant(1), self.ctx.constant(0)
        #: (place, degree, value) with generator^degree = value
        self._reductions: list[tuple[int, int, Form]] = []
        if IMAG in self.place:
            self._reductions.append((self.place[IMAG], 2, Form(self.ctx.constant(-1), self.one)))
        for generator, degree, value in reductions:
            if generator in self.place:
                self._reductions.append((self.place[generator], degree, self.form(value)))

    # -- from terms to fractions ------------------------------------------------------------------------------------

    def gen(self, generator: Term) -> fmpq_mpoly:
        return self.ctx.gen(self.place[generator])

    def form(self, term: Term) -> Form:
        """A scalar as a fraction; Unproved where it gets too long or a divisor is zero."""
        found = self._forms.get(term)
        if found is None:
            found = self._forms[term] = self._form(term)
        return found

    def _form(self, term: Term) -> Form:
        op = term.op
        if op == "rat":
            return Form(self.ctx.constant(rational(term.data)), self.one)
        if op == "+":
            result = self.form(term.args[0])
            for arg in term.args[1:]:
                result = self.sum(result, self.form(arg))
            return result
        if op == "*":
            result = self.form(term.args[0])
            for arg in term.args[1:]:
                result = self.product(result, self.form(arg))
            return result
        if op == "neg":
            inner = self.form(term.args[0])
            return Form(-inner.num, inner.den)
        if op == "inv":
            inner = self.form(term.args[0])
            if not inner.num:
                raise Unproved("a divisor is zero")
            return Form(inner.den, inner.num)
        if op == "pow":
            return self._power(self.form(term.args[0]), term.data)
        if term in self.values and self.values[term] is not term:
            return self.form(self.values[term])
        if term not in self.place:
            raise Unproved(f"{term.op} is no generator here")
        return Form(self.gen(term), self.one)

    def sum(self, first: Form, second: Form) -> Form:
        if first.den == second.den:
            return self.lowest(Form(first.num + second.num, first.den))
        common = first.den.gcd(second.den)
        a, b = first.den / common, second.den / common
        return self.lowest(Form(_times(first.num, b) + _times(second.num, a), _times(first.den, b)))

    def product(self, first: Form, second: Form) -> Form:
        return self.lowest(Form(_times(first.num, second.num), _times(first.den, second.den)))

    def _power(self, base: Form, exponent: int) -> Form:
        result = Form(self.one, self.one)
        for _ in range(exponent):
            result = self.product(result, base)
        return result

    def lowest(self, form: Form) -> Form:
        """Lowered by the reductions, in lowest terms."""
        num, den = form.num, form.den
        for place, degree, value in reversed(self._reductions):
            num, factor = self._lowered(num, place, degree, value)
            den, other = self._lowered(den, place, degree, value)
            if factor != self.one or other != self.one:
                num, den = _times(num, other), _times(den, factor)
        if not den:
            raise Unproved("a divisor is zero")
        imaginary = self.place.get(IMAG)
        if imaginary is not None and all(monomial[imaginary] for monomial in den.monoms()):
            # 1/(i a) = -i/a
            num, den = self.reduced(-num * self.gen(IMAG)), den / self.gen(IMAG)
        if den.is_constant():
            return Form(num / den.leading_coefficient(), self.one)
        common = num.gcd(den)
        if not common.is_constant():
            num, den = num / common, den / common
        lead = den.leading_coefficient()
        return Form(num / lead, den / lead)

    def reduced(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        """A polynomial lowered by the reductions whose values are polynomials."""
        for place, degree, value in reversed(self._reductions):
            if value.den == self.one:
                poly, _ = self._lowered(poly, place, degree, value)
        return poly

    def _lowered(self, poly: fmpq_mpoly, place: int, degree: int, value: Form) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        """``poly`` times the factor that is returned with it, a power of the denominator of the value."""
        factor = self.one
        while poly and poly.degrees()[place] >= degree:
            parts: dict[int, dict[tuple[int, ...], Any]] = {}
            for monomial, coefficient in zip(poly.monoms(), poly.coeffs(), strict=True):
                over, rest = divmod(monomial[place], degree)
                key = (*monomial[:place], rest, *monomial[place + 1 :])
                parts.setdefault(over, {})[key] = coefficient
            most = max(parts)
            poly = self.zero
            for over, part in parts.items():
                term = _times(self.ctx.from_dict(part), value.num**over)
                poly = poly + _times(term, value.den ** (most - over))
            factor = factor * value.den**most
        return poly, factor

    def by_powers(self, poly: fmpq_mpoly, generator: Term) -> list[fmpq_mpoly]:
        """``[c_0, c_1, ..]`` with ``poly = sum c_k generator^k``; two at least."""
        place = self.place[generator]
        parts: list[dict[tuple[int, ...], fmpq]] = [{} for _ in range(max(2, poly.degrees()[place] + 1))]
        for monomial, q in zip(poly.monoms(), poly.coeffs(), strict=True):
            parts[monomial[place]][*monomial[:place], 0, *monomial[place + 1 :]] = q
        return [self.ctx.from_dict(part) for part in parts]

    def coefficients(self, form: Form, generator: Term, degree: int) -> list[Term] | None:
        """The same of a fraction, up to a degree; None for higher ones, and where the generator is in the divisor."""
        parts = self.by_powers(form.num, generator)
        if form.den.degrees()[self.place[generator]] or len(parts) > max(2, degree + 1):
            return None
        parts += [self.zero] * (degree + 1 - len(parts))
        return [self.fraction(self.lowest(Form(part, form.den))) for part in parts]

    # -- from polynomials to terms ----------------------------------------------------------------------------------

    def term(self, poly: fmpq_mpoly) -> Term:
        """A polynomial as a sum of monomials."""
        return total([self.monomial(exponents, c) for exponents, c in zip(poly.monoms(), poly.coeffs(), strict=True)])

    def fraction(self, form: Form) -> Term:
        over = self.term(form.num)
        return over if form.den == self.one else product([over, make("inv", (self.term(form.den),))])

    def monomial(self, exponents: tuple[int, ...], coefficient: Any) -> Term:
        parts = [raised(self.generators[i], int(e)) for i, e in enumerate(exponents) if e]
        q = Fraction(int(coefficient.p), int(coefficient.q))
        return product([rat(q), *parts] if q != 1 or not parts else parts)

    def factors(self, poly: fmpq_mpoly) -> tuple[Fraction, list[tuple[fmpq_mpoly, int]]]:
        """The rational content and the irreducible factors, with multiplicities."""
        if poly.is_constant():
            q = poly.leading_coefficient() if poly else fmpq(0)
            return Fraction(int(q.p), int(q.q)), []
        content, factors = poly.factor()
        return Fraction(int(content.p), int(content.q)), [(p, int(m)) for p, m in factors]

    def generators_of(self, poly: fmpq_mpoly) -> list[Term]:
        return [self.generators[i] for i, degree in enumerate(poly.degrees()) if degree]

    def constant(self, poly: fmpq_mpoly) -> Fraction:
        """The value of a constant polynomial."""
        q = poly.leading_coefficient() if poly else fmpq(0)
        return Fraction(int(q.p), int(q.q))


def rows_of(poly: fmpq_mpoly) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The monomials of a polynomial with their coefficients."""
    for exponents, c in zip(poly.monoms(), poly.coeffs(), strict=True):
        yield tuple(map(int, exponents)), Fraction(int(c.p), int(c.q))


def rational(q: Fraction) -> fmpq:
    return fmpq(q.numerator, q.denominator)


def _times(first: fmpq_mpoly, second: fmpq_mpoly) -> fmpq_mpoly:
    if len(first) * len(second) > MAX_PRODUCT:
        raise Unproved("a polynomial gets too long")
    return first * second


@cache
def primes_of(number: int) -> dict[int, int]:
    """The factorisation of a positive integer (small factors; what is left counts as prime)."""
    found: dict[int, int] = {}
    divisor = 2
    while divisor * divisor <= number and divisor < 10_000:
        while number % divisor == 0:
            found[divisor] = found.get(divisor, 0) + 1
            number //= divisor
        divisor += 1
    if number > 1:
        found[number] = found.get(number, 0) + 1
    return found
