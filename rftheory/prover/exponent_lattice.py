"""Exponents that are fractions, over few generators: integer combinations of some of them.

Over one common denominator every monomial of a numerator would be a generator of its own, and there may be hundreds. Here the
exponents are taken apart by their logarithms, pi and i only; of what is left in each class some are independent over the
rationals, the simpler ones first, and the others are rational combinations of these. So there are at most as many generators
as exponents, and no relation between the exponentials is lost.
"""

from __future__ import annotations

from math import gcd, lcm

from flint import fmpq, fmpq_mat, fmpq_mpoly

from rftheory.prover.words import *
from rftheory.prover.radicals import degree_of
from rftheory.prover.ring import Form, rows_of

if TYPE_CHECKING:
    from rftheory.prover.learn import Known

#: the special generators that a part has, as places with exponents
Class = tuple[tuple[int, int], ...]
Row = dict[tuple[int, ...], Fraction]


class Lattice:
    """Arguments as integer combinations of few terms (read as `exponents.Basis`)."""

    def __init__(self, known: Known, arguments: Sequence[Term]):
        from rftheory.prover.learn import known_of

        self.known, self.inner = known, known_of(known.search, known.context, arguments)
        self.ring: Ring = self.inner.ring
        self.parts = {argument: _parts(self.ring, self.inner.form(argument)) for argument in arguments}
        self.made: dict[Term, list[tuple[Term, int]]] = {argument: [] for argument in arguments}
        self.bases: dict[object, Term] = {}
        for kind in sorted({kind for parts in self.parts.values() for kind in parts}):
            self._add(kind, {a: parts[kind] for a, parts in self.parts.items() if kind in parts})

    def powers(self, argument: Term) -> list[tuple[Term, int]]:
        """The argument as a combination of the bases."""
        return self.made[argument]

    def _add(self, kind: Class, forms: Mapping[Term, Form]) -> None:
        """The generators of one class, and the parts of the arguments in these."""
        arguments = sorted(forms, key=lambda a: (len(forms[a].num) + len(forms[a].den), a.depth))
        if all(form.den.is_constant() for form in forms.values()):
            vectors, coordinates = _monomials(self.ring, [forms[argument] for argument in arguments])
        else:
            chosen, coordinates = _independent(_rows(self.ring, [forms[argument] for argument in arguments]))
            vectors = [forms[arguments[number]] for number in chosen]
        for place, vector in enumerate(vectors):
            values = {a: row[place] for a, row in zip(arguments, coordinates, strict=True) if row[place]}
            unit = self._unit(kind, vector, list(values.values()))
            base = self._base(kind, vector, unit, values)
            self.bases[kind, place] = base
            for argument, q in values.items():
                self.made[argument].append((base, int(q / unit)))

    def _unit(self, kind: Class, vector: Form, values: Sequence[Fraction]) -> Fraction:
        """The largest number of which all values are multiples; of logarithms, pi and i pi one that the table serves."""
        under = lcm(*(q.denominator for q in values))
        special = [self.ring.generators[place] for place, _ in kind]
        if len(vector.num) == 1 and vector.den.is_constant() and _is_special(vector.num, kind):
            if len(special) == 1 and special[0].op == "log":
                return Fraction(1, lcm(under, *self._degrees(special[0].args[0])))
            if PI in special and set(special) <= {PI, IMAG}:
                return Fraction(1, lcm(under, 2))
        return Fraction(gcd(*(int(q * under) for q in values)), under)

    def _degrees(self, number: Term) -> list[int]:
        """Of the roots of a number that are met."""
        return [degree_of(a) for a in self.known.atoms if a.op in ("sqrt", "root") and a.args[0] is number]

    def _base(self, kind: Class, vector: Form, unit: Fraction, values: Mapping[Term, Fraction]) -> Term:
        """The term of a generator's argument: an argument that it is, if there is one."""
        if PI not in [self.ring.generators[place] for place, _ in kind]:
            for argument, q in values.items():
                own = self.parts[argument]
                if q == unit and len(own) == 1 and _same(own[kind], vector, unit):
                    return argument
        scaled = self.ring.lowest(Form(vector.num * fmpq(unit.numerator, unit.denominator), vector.den))
        if (self.ring.place[IMAG], 1) not in kind:
            return self.ring.fraction(scaled)
        rest = _divided(self.ring, scaled.num, self.ring.place[IMAG])
        return make("*", (IMAG, self.ring.fraction(Form(rest, scaled.den))))


def _same(form: Form, vector: Form, unit: Fraction) -> bool:
    return bool(form.den == vector.den and form.num == vector.num * fmpq(unit.numerator, unit.denominator))


def _is_special(poly: fmpq_mpoly, kind: Class) -> bool:
    (exponents,) = poly.to_dict()
    return all(e == dict(kind).get(place, 0) for place, e in enumerate(exponents))


# -- fractions ------------------------------------------------------------------------------------------------------


def _parts(ring: Ring, form: Form) -> dict[Class, Form]:
    """A fraction as a sum of parts, by their logarithms, pi and i; i is in no denominator."""
    place = ring.place[IMAG]
    num, den = form.num, form.den
    if den.degrees()[place]:
        mirror = ring.ctx.from_dict({m: -q if m[place] % 2 else q for m, q in den.to_dict().items()})
        form = ring.lowest(Form(num * mirror, den * mirror))
        num, den = form.num, form.den
    special = [n for n, g in enumerate(ring.generators) if g is PI or g is IMAG or g.op == "log"]
    found: dict[Class, dict[tuple[int, ...], fmpq]] = {}
    for monomial, q in num.to_dict().items():
        kind = tuple((n, int(monomial[n])) for n in special if monomial[n])
        found.setdefault(kind, {})[monomial] = q
    return {kind: ring.lowest(Form(ring.ctx.from_dict(part), den)) for kind, part in found.items()}


def _divided(ring: Ring, poly: fmpq_mpoly, place: int) -> fmpq_mpoly:
    """A polynomial without the generator that all its monomials have once."""
    return ring.ctx.from_dict({(*m[:place], m[place] - 1, *m[place + 1 :]): q for m, q in poly.to_dict().items()})


def _rows(ring: Ring, forms: Sequence[Form]) -> list[Row]:
    """The numerators over one denominator."""
    common = ring.one
    for form in forms:
        common = common * (form.den / common.gcd(form.den))
    return [dict(rows_of(ring.reduced(form.num * (common / form.den)))) for form in forms]


def _monomials(ring: Ring, forms: Sequence[Form]) -> tuple[list[Form], list[list[Fraction]]]:
    """The monomials of polynomials, and their coefficients."""
    rows = _rows(ring, forms)
    found = list(dict.fromkeys(monomial for row in rows for monomial in row))
    one = ring.ctx.constant(1).leading_coefficient()
    vectors = [Form(ring.ctx.from_dict({monomial: one}), ring.one) for monomial in found]
    return vectors, [[row.get(monomial, Fraction(0)) for monomial in found] for row in rows]


def _independent(rows: Sequence[Row]) -> tuple[list[int], list[list[Fraction]]]:
    """The first rows that are independent, and the coordinates of all rows in these."""
    monomials = list(dict.fromkeys(monomial for row in rows for monomial in row))
    entries = [fmpq(q.numerator, q.denominator) for m in monomials for q in (row.get(m, Fraction(0)) for row in rows)]
    reduced, rank = fmpq_mat(len(monomials), len(rows), entries).rref()
    table = reduced.tolist()[:rank]
    chosen = [next(n for n, q in enumerate(row) if q) for row in table]
    coordinates = [[Fraction(int(row[number].p), int(row[number].q)) for row in table] for number in range(len(rows))]
    return chosen, coordinates
