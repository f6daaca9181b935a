"""Exponentials and circular functions over common bases.

All exponents of one depth are put over one denominator, the multiples of each logarithm over one of their own; for each
monomial the largest rational of which all its coefficients are multiples gives one generator ``exp(b)``, and every
exponential is a product of integer powers of these.
The arguments of sines and cosines likewise; their values come from the formulas for sums.
"""

from __future__ import annotations

from math import gcd, lcm

from flint import fmpq, fmpq_mpoly

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.exponent_lattice import Lattice
from rftheory.prover.radicals import degree_of
from rftheory.prover.ring import Form, rational, rows_of

if TYPE_CHECKING:
    from rftheory.prover.learn import Known

#: sums of more than this many equal arguments are not opened
MAX_MULTIPLE = 12
#: exponents with more monomials than this are put over a lattice
MAX_MONOMIALS = 16


class ExponentBasis:
    """Arguments as integer combinations of few terms."""

    def __init__(self, known: Known, arguments: list[Term], whole_logarithms: bool):
        from rftheory.prover.learn import known_of

        self.known, self.inner = known, known_of(known.search, known.context, arguments)
        ring = self.inner.ring
        whole = {argument: self.inner.form(argument) for argument in arguments}
        self.apart = not any(g.op == "log" for form in whole.values() for g in ring.generators_of(form.den))
        common = self._read(whole)
        if any(self._logarithms(m) not in common for row in self.rows.values() for m in row):
            self.apart = False
            common = self._read(whole)
        coefficients: dict[tuple[int, ...], list[Fraction]] = {}
        for row in self.rows.values():
            for monomial, q in row.items():
                coefficients.setdefault(monomial, []).append(q)
        self.units = {m: self._unit(m, qs, whole_logarithms) for m, qs in coefficients.items()}
        self.bases = {m: self._base(m, common[self._logarithms(m)]) for m in self.units}

    def _read(self, whole: dict[Term, Form]) -> dict[tuple[int, ...], fmpq_mpoly]:
        """Each argument by monomials over the common denominators, which are returned."""
        ring = self.inner.ring
        forms = {argument: self._by_logarithms(form) for argument, form in whole.items()}
        common: dict[tuple[int, ...], fmpq_mpoly] = {}
        for parts in forms.values():
            for logarithms, form in parts.items():
                before = common.setdefault(logarithms, ring.one)
                common[logarithms] = before * (form.den / before.gcd(form.den))
        self.rows: dict[Term, dict[tuple[int, ...], Fraction]] = {}
        for argument, parts in forms.items():
            row = self.rows[argument] = {}
            for logarithms, form in parts.items():
                poly: fmpq_mpoly = ring.reduced(form.num * (common[logarithms] / form.den))
                row.update(rows_of(poly))
        return common

    def _logarithms(self, monomial: tuple[int, ...]) -> tuple[int, ...]:
        """The exponents of the logarithms in a monomial; nothing where a denominator has some."""
        pairs = zip(self.inner.ring.generators, monomial, strict=False)
        return tuple(e for g, e in pairs if g.op == "log") if self.apart else ()

    def _by_logarithms(self, form: Form) -> dict[tuple[int, ...], Form]:
        """A fraction as a sum, each part with its power of logarithms."""
        ring = self.inner.ring
        parts: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
        for monomial, q in form.num.to_dict().items():
            parts.setdefault(self._logarithms(monomial), {})[monomial] = q
        return {key: ring.lowest(Form(ring.ctx.from_dict(part), form.den)) for key, part in parts.items()}

    def _unit(self, monomial: tuple[int, ...], values: list[Fraction], whole_logarithms: bool) -> Fraction:
        under = lcm(*(q.denominator for q in values))
        over = gcd(*(int(q * under) for q in values))
        parts = self._parts(monomial)
        if whole_logarithms and len(parts) == 1 and parts[0].op == "log":
            # as a root of the number, of a degree that serves the roots that are there
            over, under = 1, lcm(under, *(degree_of(root) for root in self._roots_of(parts[0].args[0])))
        if parts == [PI]:
            # where the table has values
            over, under = 1, max(under, 2)
        elif set(parts) == {PI, IMAG}:
            over, under = 1, lcm(under, 2)
        return Fraction(over, under)

    def _roots_of(self, base: Term) -> list[Term]:
        return [atom for atom in self.known.atoms if atom.op in ("sqrt", "root") and atom.args[0] is base]

    def _parts(self, monomial: tuple[int, ...]) -> list[Term]:
        return [g for g, e in zip(self.inner.ring.generators, monomial, strict=False) if e]

    def _base(self, monomial: tuple[int, ...], common: fmpq_mpoly) -> Term:
        """The term of one generator's argument; one that is there already if possible."""
        unit, ring = self.units[monomial], self.inner.ring
        place = ring.place[IMAG]
        imaginary = monomial[place] if place < len(monomial) else 0
        if PI not in self._parts(monomial) or len(self._parts(monomial)) > 2:
            for argument, row in self.rows.items():
                if row == {monomial: unit} and (not imaginary or _is_turn(argument)):
                    return argument
        rest = tuple(0 if number == place else e for number, e in enumerate(monomial))
        poly = ring.ctx.from_dict({rest: ring.ctx.constant(1).leading_coefficient()})
        form = ring.lowest(Form(poly * rational(unit), common))
        base = ring.fraction(form)
        return make("*", (IMAG, base)) if imaginary else base

    def powers(self, argument: Term) -> list[tuple[Term, int]]:
        """The argument as a combination of the bases."""
        return [(self.bases[m], int(q / self.units[m])) for m, q in self.rows[argument].items()]


# -- exponentials ---------------------------------------------------------------------------------------------------


def learn_exponentials(known: Known) -> None:
    """Every exponential as a product of powers of exponentials of a basis."""
    found = [atom for atom in known.atoms if atom.op == "exp" and atom not in known.values]
    if not found:
        return
    basis = _basis(known, [atom.args[0] for atom in found])
    for atom in found:
        parts = basis.powers(atom.args[0])
        if parts != [(atom.args[0], 1)]:
            known.give(_as_product(known, basis, atom, parts))
    circular = any(atom.op in ("sin", "cos") for atom in known.atoms)
    for base in basis.bases.values():
        _learn_base(known, basis, make("exp", (base,)), circular)


def _basis(known: Known, arguments: list[Term]) -> ExponentBasis | Lattice:
    """Monomials over one denominator, unless these are many or the denominator is complex."""
    basis = ExponentBasis(known, arguments, whole_logarithms=True)
    ring = basis.inner.ring
    if any(basis.inner.form(argument).den.degrees()[ring.place[IMAG]] for argument in arguments):
        return Lattice(known, arguments)
    return basis if len(basis.units) <= max(MAX_MONOMIALS, len(arguments)) else Lattice(known, arguments)


def _as_product(known: Known, basis: ExponentBasis | Lattice, atom: Term, parts: list[tuple[Term, int]]) -> Theorem:
    for base, _ in parts:
        make_defined(known.search, known.context, base)
    return table.exp_product(known.search, known.context, basis.inner, atom.args[0], parts)


def _learn_base(known: Known, basis: ExponentBasis | Lattice, atom: Term, circular: bool) -> None:
    """A logarithm or a multiple of i pi in the exponent, or whole turns; Euler's formula where sines and cosines are about."""
    from rftheory.prover.turns import learn_turns

    search, context, base = known.search, known.context, atom.args[0]
    if atom in known.values or atom in known.reductions:
        return
    logarithm, n = _part_of_logarithm(base)
    if learn_turns(known, atom):
        return
    if logarithm is not None:
        back = table.axiom(search, context, "exp.log", logarithm.args[0])
        if base is not logarithm:
            whole = table.exp_product(search, context, basis.inner, logarithm, [(base, n)])
            back = search.infer("CHAIN", context, links=[search.infer("SYM", context, of=whole), back])
        known.give(back)
        _learn_roots(known, atom, n, back)
    elif _is_turn(base):
        turn = _part_of_turn(base.args[1])
        if turn:
            known.give(table.imaginary_turn(search, context, turn, basis.inner, base))
        elif circular:
            known.give(table.axiom(search, context, "euler", base.args[1]))
    known.meet([atom])


def _learn_roots(known: Known, atom: Term, n: int, back: Theorem) -> None:
    """Roots of a number as powers of ``exp(log f / n)``, whose n-th power it is."""
    search, context, number = known.search, known.context, back.judgement.args[1]
    for root in [other for other in known.atoms if other.op in ("sqrt", "root") and other.args[0] is number]:
        if root in known.values or n % degree_of(root):
            continue
        value = raised(atom, n // degree_of(root))
        eq = search.infer("RING", context, lhs=power(value, degree_of(root)), rhs=number, eqs=[back])
        try:
            known.give(table.root_unique(search, context, root, value, eq))
        except Unproved:
            search.check_limit()


def _is_turn(base: Term) -> bool:
    """Whether a term is written ``imag * t``, as Euler's formula has it."""
    return base.op == "*" and base.args[0] is IMAG and len(base.args) == 2


def _part_of_turn(base: Term) -> int:
    """n with ``base = pi/(2 n)``, else 0."""
    if base.op == "*" and base.args[1:] == (PI,) and base.args[0].op == "rat" and base.args[0].data.numerator == 1:
        half = base.args[0].data.denominator
        return half // 2 if half % 2 == 0 else 0
    return 0


def _part_of_logarithm(base: Term) -> tuple[Term | None, int]:
    """``log f / n``."""
    if base.op == "log":
        return base, 1
    if base.op == "*" and len(base.args) == 2 and base.args[0].op == "rat" and base.args[1].op == "log":
        q = base.args[0].data
        if q.numerator == 1:
            return base.args[1], q.denominator
    return None, 0


# -- sines and cosines ----------------------------------------------------------------------------------------------


def learn_circular(known: Known) -> None:
    """Every sine and cosine as a polynomial in those of a basis."""
    found = [atom for atom in known.atoms if atom.op in ("sin", "cos") and atom not in known.values]
    if not found:
        return
    arguments = list(dict.fromkeys(atom.args[0] for atom in found))
    basis = ExponentBasis(known, arguments, whole_logarithms=False)
    for base in basis.bases.values():
        _learn_circle(known, base)
    for argument in arguments:
        parts = basis.powers(argument)
        if parts != [(argument, 1)] and all(abs(k) <= MAX_MULTIPLE for _, k in parts):
            _learn_sum(known, basis, argument, parts)


def _learn_circle(known: Known, base: Term) -> None:
    """``sin^2 = 1 - cos^2`` for a basis; the values at the quarter."""
    search, context = known.search, known.context
    sine, cosine = make("sin", (base,)), make("cos", (base,))
    if _is_turn(base):
        for op in ("sin", "cos"):
            known.give(table.axiom(search, context, f"{op}.imag", base.args[1]))
        return
    for atom in (sine, cosine):
        value = table.circular_value(search, context, atom)
        if value is not None:
            known.give(value)
    if sine in known.values or sine in known.reductions:
        return
    circle = table.axiom(search, context, "circle", base)
    left, right = power(sine, 2), minus(ONE, power(cosine, 2))
    known.give(search.infer("RING", context, lhs=left, rhs=right, eqs=[circle]))


def _learn_sum(known: Known, basis: ExponentBasis, argument: Term, parts: list[tuple[Term, int]]) -> None:
    """sin and cos of a combination, by the formulas for sums, one summand after the other."""
    search, context = known.search, known.context
    whole: Term | None = None
    for base, k in parts:
        if k < 0:
            negative = make("neg", (base,))
            for op in ("sin", "cos"):
                known.give(table.axiom(search, context, f"{op}.neg", base))
            base = negative
        for _ in range(abs(k)):
            if whole is None:
                whole = base
                continue
            longer = make("+", (whole, base))
            for op in ("sin", "cos"):
                if make(op, (longer,)) not in known.values:
                    known.give(table.axiom(search, context, f"{op}.sum", whole, base))
            whole = longer
    if whole is None:
        whole = ZERO
        for op in ("sin", "cos"):
            value = table.circular_value(search, context, make(op, (ZERO,)))
            if value is not None:
                known.give(value)
    if whole is argument:
        return
    same = basis.inner.ring_equation(argument, whole)
    for op in ("sin", "cos"):
        atom = make(op, (argument,))
        if atom in known.atoms and atom not in known.values:
            known.give(search.infer("CONG", context, eq=same, term=atom, paths=[[0]]))
