"""Products that are not negative, among which a combination for a polynomial is sought, and orders of exponential factors.

Bounds that say the sign of a generator serve as multipliers; products of few other bounds and of squares are multiplied
with monomials so that they meet the monomials of the target, and then those that this brought in.
"""

from __future__ import annotations

import itertools
import operator
from functools import cached_property

from flint import fmpq_mpoly

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.atom_signs import mono
from rftheory.prover.learn import Known
from rftheory.prover.ring import rows_of

#: products without multipliers, and with them
MAX_BASES, MAX_COLUMNS = 220, 1200

Monomial = tuple[int, ...]


@dataclass
class KnownBound:
    """An order, with the signs of the denominators of its gap: a polynomial that is not negative."""

    theorems: tuple[Theorem, ...]
    gap: fmpq_mpoly
    strict: bool


@dataclass
class _Column:
    """A product ``prod h^2 prod (b_i - a_i)``."""

    poly: fmpq_mpoly
    h: tuple[Term, ...]
    signs: tuple[Theorem, ...]
    strict: bool

    @cached_property
    def rows(self) -> dict[Monomial, Fraction]:
        """The coefficients by monomials."""
        return dict(rows_of(self.poly))


class Columns:
    """The products for one target."""

    def __init__(self, ring: Ring, target: fmpq_mpoly, bounds: list[KnownBound], stage: int):
        self.ring, self.target = ring, target
        #: by place, what says that a generator is not negative
        self.pure: dict[int, KnownBound] = {}
        others = []
        for bound in bounds:
            place = next((i for i, g in enumerate(ring.generators) if bound.gap == ring.gen(g)), None)
            if place is None:
                others.append(bound)
            elif place not in self.pure or bound.strict:
                self.pure[place] = bound
        self.most = int(target.total_degree()) + 2 * stage
        bases = list(itertools.islice(self._bases(others, stage), MAX_BASES))
        self.found: list[_Column] = []
        self._seen: set[tuple[int, Monomial]] = set()
        wanted = {exponents for exponents, _ in rows_of(target)}
        wanted.add((0,) * max(len(ring.generators), 1))
        for _ in range(stage + 1):
            self._meet(bases, wanted)
            wanted = {exponents for column in self.found for exponents in column.rows}

    def _meet(self, bases: list[_Column], wanted: set[Monomial]) -> None:
        """Multiply so that a monomial of the product is a wanted one."""
        wants = [(want, sum(want)) for want in sorted(wanted)]
        for number, base in enumerate(bases):
            # what a multiplier may add; most pairs of monomials are told apart by their degrees
            room = self.most - int(base.poly.total_degree())
            for have in base.rows:
                least = sum(have)
                for want, degree in wants:
                    if not 0 <= degree - least <= room or not all(map(operator.ge, want, have)):
                        continue
                    multiplier = tuple(map(operator.sub, want, have))
                    if (number, multiplier) in self._seen:
                        continue
                    self._seen.add((number, multiplier))
                    made = self._multiplied(base, multiplier)
                    if made is not None:
                        self.found.append(made)
                        if len(self.found) >= MAX_COLUMNS:
                            return

    def _multiplied(self, base: _Column, multiplier: Monomial) -> _Column | None:
        """A product with a monomial: odd powers need a sign, even ones of other generators are squares."""
        h, signs, strict = list(base.h), list(base.signs), base.strict
        for place, exponent in enumerate(multiplier):
            if not exponent:
                continue
            pure = self.pure.get(place)
            if pure is not None:
                signs += pure.theorems * exponent
                strict = strict and pure.strict
            elif exponent % 2 == 0 and self.ring.generators[place].op != "imag":
                h.append(raised(self.ring.generators[place], exponent // 2))
                strict = False
            else:
                return None
        poly = self.ring.reduced(base.poly * self.ring.ctx.from_dict({multiplier: 1}))
        return _Column(poly, tuple(h), tuple(signs), strict) if poly else None

    def _bases(self, others: list[KnownBound], stage: int) -> Iterator[_Column]:
        ring = self.ring
        one = _Column(ring.one, (), (), True)
        yield one
        products = []
        for count in range(1, stage + 2):
            for chosen in itertools.combinations_with_replacement(others, count):
                poly = ring.one
                for bound in chosen:
                    poly = poly * bound.gap
                poly = ring.reduced(poly)
                if not poly or int(poly.total_degree()) > self.most:
                    continue
                signs = tuple(theorem for bound in chosen for theorem in bound.theorems)
                made = _Column(poly, (), signs, all(bound.strict for bound in chosen))
                products.append(made)
                if count < 3:
                    yield made
            if count == 1:
                yield from self._times_squares([one, *(products if stage == 2 else [])])

    def _times_squares(self, products: list[_Column]) -> Iterator[_Column]:
        ring = self.ring
        for h, square in self._squares():
            for column in products[:6]:
                poly = ring.reduced(column.poly * square)
                if poly:
                    yield _Column(poly, (h,), column.signs, False)

    def _squares(self) -> Iterator[tuple[Term, fmpq_mpoly]]:
        """Sums and differences of two monomials whose squares are in the target, perhaps times what has a sign."""
        ring = self.ring
        halves: dict[Monomial, fmpq_mpoly] = {}
        for exponents, _ in rows_of(self.target):
            even = [e % 2 == 0 or i in self.pure for i, e in enumerate(exponents)]
            if all(even):
                half = tuple(e // 2 for e in exponents)
                halves[half] = ring.ctx.from_dict({half: 1})
        for first, second in itertools.combinations(list(halves.values())[:8], 2):
            for poly in (first - second, first + second):
                yield ring.term(poly), ring.reduced(poly**2)


# -- comparisons of exponentials -------------------------------------------------------------------------------------


#: functions that rise wherever their value is real
RISING = ("log", "sqrt", "root", "atan", "tanh", "erf")


def comparisons(search: Search, context: Context, known: Known, term: Term) -> list[Theorem]:
    """Orders between exponential factors of the terms of a sum, and between values of one function that rises."""
    found: list[Theorem] = []
    form = known.ring.form(term)
    exponents = [_exponent(known, monomial) for monomial, _ in rows_of(form.num)]
    for first, second in itertools.combinations(list(dict.fromkeys(exponents))[:5], 2):
        found += _order_of_exponentials(search, context, first, second)
    atoms = atoms_of([term, *known.values_of(term)])
    rising = [atom for atom in atoms if atom.op in RISING][:6] + [
        atom for atom in atoms_of([term]) if atom.op == "exp"
    ][:3]
    for first, second in itertools.combinations(rising, 2):
        if (first.op, first.data) == (second.op, second.data):
            try:
                order = order_of(search, context, first.args[0], second.args[0])
                found.append(mono(search, context, order, first.op, first.data or 0))
            except Unproved:
                search.check_limit()
    return found


def _exponent(known: Known, monomial: tuple[int, ...]) -> Term:
    """The exponent of the exponential factor of a monomial."""
    parts = [(g.args[0], e) for g, e in zip(known.ring.generators, monomial, strict=False) if e and g.op == "exp"]
    return total([base if e == 1 else make("*", (rat(e), base)) for base, e in parts])


def _order_of_exponentials(search: Search, context: Context, first: Term, second: Term) -> Iterator[Theorem]:
    try:
        yield mono(search, context, order_of(search, context, first, second), "exp")
    except Unproved:
        search.check_limit()
    for gap in (minus(first, second), minus(second, first)):
        yield from table.bounds(search, context, make("exp", (gap,)))


def order_of(search: Search, context: Context, first: Term, second: Term) -> Theorem:
    """The order of two terms, in the direction that is found."""
    sign = prove_sign(search, context, minus(first, second))
    if sign is None:
        raise Unproved(f"no order of {shown(first)} and {shown(second)}")
    sides = (second, first) if sign.judgement.args[0] is ZERO else (first, second)
    return search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=[row(sign)], eqs=[])
