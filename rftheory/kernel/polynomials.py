"""Identities of scalar terms by polynomials over atoms.

Rationals, `imag`, ``+ * neg inv`` and literal powers are the ring structure of a term; every other scalar term in it is an
atom, told from others by ``is``. The value of a term is a quotient: a polynomial over a product of divisors.

Why an identity found here holds at every point of a context: each polynomial that is divided by is the numerator of a
divisor of a term that is defined there, so it does not vanish; each rewriting is by an equation that holds there, and what
it multiplies by does not vanish. The order of the equations matters for success only. No gcd, no factorisation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import prod
from typing import Any, NamedTuple

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from rftheory.kernel.refused import Refused, demand
from rftheory.kernel.terms import IMAG, Term

#: caps: generators; total degree, terms and bits of a polynomial; terms of a product as estimated; work of one identity
MAX_GENERATORS, MAX_DEGREE, MAX_LENGTH, MAX_HEIGHT = 400, 2_000, 20_000, 50_000
MAX_ESTIMATE, MAX_WORK, MAX_PASSES = 400_000, 20_000_000, 12
_RING = frozenset({"rat", "imag", "+", "*", "neg", "inv", "pow"})

Polynomial = Any
Powers = dict[int, int]


class Quotient(NamedTuple):
    """A polynomial over powers of divisors, which are numbered."""

    over: Polynomial
    under: Powers


class Relation(NamedTuple):
    """An equation that holds: ``front monomial = rest``, where ``front`` does not vanish."""

    monomial: tuple[tuple[int, int], ...]
    front: Polynomial
    rest: Polynomial


def atoms(terms: Iterable[Term]) -> list[Term]:
    """The maximal parts of terms that are no ring structure, the deepest first."""
    found, seen, stack = dict[Term, None](), set[Term](), list(terms)
    while stack:
        term = stack.pop()
        if term not in seen:
            seen.add(term)
            if term.op in _RING:
                stack.extend(reversed(term.args))
            else:
                found[term] = None
    return sorted(found, key=lambda term: -term.depth)


@cache  # one for each number of generators
def _ring(count: int) -> tuple[Any, tuple[Polynomial, ...], Polynomial, Polynomial]:
    """The polynomials in so many generators: the ring, its generators, 0 and 1."""
    # generators are named by number: flint takes equal names for two of them
    ring = fmpq_mpoly_ctx.get([f"x{number}" for number in range(count)], Ordering.lex)
    return ring, ring.gens(), ring.constant(0), ring.constant(1)


def negated(quotient: Quotient) -> Quotient:
    return Quotient(-quotient.over, quotient.under)


class Ring:
    """Quotients over the atoms of some terms, and the equations that are learnt for them in order.

    The terms are defined; ``vanishes_nowhere`` tells atoms that have no zero.
    """

    def __init__(self, terms: Iterable[Term], vanishes_nowhere: Callable[[Term], bool]):
        self.atoms = [*atoms(terms), IMAG]
        if len(self.atoms) > MAX_GENERATORS:
            raise Refused(f"more than {MAX_GENERATORS} atoms")
        self.ring, self.generators, self.zero, self.one = _ring(len(self.atoms))
        self.number = {atom: number for number, atom in enumerate(self.atoms)}
        self.vanishes_nowhere = vanishes_nowhere
        self.divisors: list[Polynomial] = []
        self.relations = [Relation(((self.number[IMAG], 2),), self.one, -self.one)]
        self._learnt: dict[int, Quotient] = {}
        self._memo: dict[tuple[Term, bool], Quotient] = {}
        self._work = 0

    def _spend(self, work: int) -> None:
        self._work += work + 50
        if self._work > MAX_WORK:
            raise Refused("an identity takes too much work")

    def _capped(self, p: Polynomial) -> Polynomial:
        self._spend(len(p))
        if len(p) > MAX_LENGTH or any(c.height_bits() > MAX_HEIGHT for c in p.coeffs()):
            raise Refused("a polynomial is too large")
        return p

    def _times(self, p: Polynomial, q: Polynomial) -> Polynomial:
        if p is self.one or q is self.one:
            return q if p is self.one else p
        if not p or not q:
            return self.zero
        pairs, is_large = len(p) * len(q), p.total_degree() + q.total_degree() > MAX_DEGREE
        if pairs > MAX_ESTIMATE:
            is_large |= prod(a + b + 1 for a, b in zip(p.degrees(), q.degrees(), strict=True)) > MAX_ESTIMATE
        if is_large:
            raise Refused("a product of polynomials is too large")
        self._spend(pairs)
        return self._capped(p * q)

    def _power(self, p: Polynomial, n: int) -> Polynomial:
        result = self.one
        for bit in bin(n)[2:]:
            result = self._times(result, result)
            result = self._times(result, p) if bit == "1" else result
        return result

    def _expanded(self, constant: fmpq, powers: Powers) -> Polynomial:
        """A constant times powers of divisors."""
        result = self.one if constant == 1 else self.ring.constant(constant)
        for number, exponent in powers.items():
            if exponent:
                result = self._times(result, self._power(self.divisors[number], exponent))
        return result

    def value(self, term: Term, inverse: bool = False) -> Quotient:
        """The value of a term that is defined, with what was learnt of its atoms; or the inverse of that value."""
        key = (term, inverse)
        if key not in self._memo:
            self._memo[key] = self._value(term, inverse)
        return self._memo[key]

    def _value(self, term: Term, inverse: bool) -> Quotient:
        op, args = term.op, term.args
        if op == "inv":
            return self.value(args[0], not inverse)
        if op == "neg":
            return negated(self.value(args[0], inverse))
        if op == "*":
            return self.product([self.value(arg, inverse) for arg in args])
        if op == "pow":  # the base of a power 0 may vanish: it is not inverted
            over, under = self.value(args[0], inverse and term.data > 0)
            powers = {number: term.data * exponent for number, exponent in under.items() if term.data}
            return Quotient(self._rewritten(self._power(over, term.data)), powers)
        if inverse:
            over, under = self.value(term)
            constant, powers = self._divided_by(over)
            return Quotient(self._expanded(1 / constant, under), powers)
        if op == "rat":
            return Quotient(self.ring.constant(fmpq(term.data.numerator, term.data.denominator)), {})
        if op == "+":
            return self.total([self.value(arg) for arg in args])
        number = self.number[term]
        return self._learnt.get(number) or Quotient(self.generators[number], {})

    def product(self, quotients: Sequence[Quotient]) -> Quotient:
        over, under = self.one, Powers()
        for quotient in quotients:
            over = self._rewritten(self._times(over, quotient.over))
            for number, exponent in quotient.under.items():
                under[number] = under.get(number, 0) + exponent
        return Quotient(over, under)

    def total(self, quotients: Sequence[Quotient]) -> Quotient:
        """A sum over the least common multiple of the divisors as they stand."""
        over, under = self.zero, Powers()
        for quotient in quotients:
            for number, exponent in quotient.under.items():
                under[number] = max(under.get(number, 0), exponent)
        for quotient in quotients:
            missing = {number: exponent - quotient.under.get(number, 0) for number, exponent in under.items()}
            over = over + self._times(quotient.over, self._expanded(fmpq(1), missing))
            self._spend(len(over))
        return Quotient(self._rewritten(self._capped(over)), under)

    def gap(self, s: Term, t: Term) -> Quotient:
        return self.total([self.value(s), negated(self.value(t))])

    def _divided_by(self, p: Polynomial) -> tuple[fmpq, Powers]:
        """A polynomial that vanishes nowhere as a constant and powers of divisors: generators, and what remains."""
        demand(bool(p), "a divisor reduces to 0")
        content = p.term_content()
        factors = [(self.generators[number], e) for number, e in enumerate(content.degrees()) if e]
        rest = divmod(p, content)[0]
        if not rest.is_constant():
            factors.append((rest / rest.leading_coefficient(), 1))
        self.divisors += [factor for factor, _ in factors if factor not in self.divisors]
        return p.leading_coefficient(), {self.divisors.index(factor): e for factor, e in factors}

    def learn(self, judgement: Term) -> None:
        """``s = t`` is solved for the highest power of an atom whose coefficient vanishes nowhere: first for a side that is
        an atom or its power, then for the lowest power; else for the leading monomial. ``s != t``, ``s < t`` give a divisor.
        """
        over, under = self.gap(*judgement.args)
        gap = self.reduced(over)
        if judgement.op in ("!=", "<"):
            self._divided_by(gap)
        elif judgement.op != "=":
            raise Refused(f"{judgement.op} is no premise of an identity")
        elif gap.is_constant() and gap:
            raise Refused("a premise cannot hold")
        elif gap:
            sides = [side.args[0] if side.op == "pow" else side for side in judgement.args]
            self._solve(gap, under, [self.number[side] for side in sides if side in self.number])
            self._memo.clear()

    def _solve(self, gap: Polynomial, under: Powers, wanted: list[int]) -> None:
        """Keep an equation ``gap = 0`` as a relation, and as the value of an atom if it is one."""
        able = [
            (wanted.index(number) if number in wanted else len(wanted) + degree, number, degree)
            for number, degree in enumerate(gap.degrees())
            if degree and self.atoms[number] is not IMAG
        ]
        for _, number, degree in sorted(able):
            front, rest = self._split(gap, ((number, degree),))
            factored = self._factored(front, under)
            if factored is not None:
                self.relations.append(Relation(((number, degree),), self.one if front == self.one else front, -rest))
                if degree == 1:
                    self._learnt[number] = Quotient(-rest / factored[0], factored[1])
                return
        leading = tuple((number, e) for number, e in enumerate(gap.monoms()[0]) if e)
        _, rest = self._split(gap / gap.leading_coefficient(), leading)
        self.relations.append(Relation(leading, self.one, -rest))

    def _factored(self, p: Polynomial, under: Powers) -> tuple[fmpq, Powers] | None:
        """A polynomial as a constant times the divisors given, or one divisor and atoms without zeros; None if it is not.

        Nothing is divided to find out: a division that leaves a remainder may be very long.
        """
        product = self._expanded(fmpq(1), under)
        if p * product.leading_coefficient() == product * p.leading_coefficient():
            return p.leading_coefficient() / product.leading_coefficient(), under
        content = p.term_content()
        rest = divmod(p, content)[0]
        monomial = [number for number, e in enumerate(content.degrees()) if e]
        known = rest.is_constant() or rest / rest.leading_coefficient() in self.divisors
        if known and all(self.generators[n] in self.divisors or self.vanishes_nowhere(self.atoms[n]) for n in monomial):
            return self._divided_by(p)
        return None

    def _split(self, p: Polynomial, monomial: tuple[tuple[int, int], ...]) -> tuple[Polynomial, Polynomial]:
        """``p = high monomial + low``, where no term of ``low`` is divisible by the monomial."""
        high, low, lower = {}, {}, dict(monomial)
        self._spend(10 * len(p))
        for exponents, coefficient in p.to_dict().items():
            if all([exponents[number] >= e for number, e in monomial]):
                high[tuple([e - lower.get(number, 0) for number, e in enumerate(exponents)])] = coefficient
            else:
                low[exponents] = coefficient
        return self.ring.from_dict(high), self.ring.from_dict(low)

    def _rewritten(self, p: Polynomial, plainly: bool = True) -> Polynomial:
        """A polynomial without the monomial of each relation in turn, times powers of what stands in front of them.

        ``plainly``: by those alone with nothing in front, which leave its value as it is.
        """
        degrees = p.degrees()  # -1 for 0
        for monomial, front, rest in self.relations:
            if plainly and front is not self.one:
                continue
            while degrees[monomial[0][0]] >= monomial[0][1] and all([degrees[number] >= e for number, e in monomial]):
                high, low = self._split(p, monomial)
                if not high:
                    break
                p = self._capped(self._times(high, rest) + self._times(low, front))
                degrees = p.degrees()
        return p

    def reduced(self, p: Polynomial) -> Polynomial:
        """A polynomial, times what vanishes nowhere, by all relations in order, in several passes."""
        for _ in range(MAX_PASSES):
            before, p = p, self._rewritten(p, plainly=False)
            if p == before:
                break
        return p

    def is_zero(self, quotient: Quotient) -> bool:
        """Whether a quotient is seen to vanish; refused if the equations make a divisor 0."""
        found = not self.reduced(quotient.over)
        if found and not all(self.reduced(divisor) for divisor in self.divisors):
            raise Refused("a divisor reduces to 0")
        return found
