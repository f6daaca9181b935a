"""Numbers as products of factors with and without a sign, for roots, logarithms, powers and absolute values."""

from __future__ import annotations

from dataclasses import field

from rftheory.prover.words import *
from rftheory.prover.ring import Form, primes_of

if TYPE_CHECKING:
    from rftheory.prover.learn import Known

#: the sign of a factor with more monomials than this is looked for in what is written
LONG = 10
#: terms with their exponents
Factors = dict[Term, int]


@dataclass
class RootSplit:
    """A number as a product: positive parts with their exponents, and what is left."""

    positive: list[tuple[Term, int]] = field(default_factory=list)
    left: list[tuple[Term, int]] = field(default_factory=list)
    sign: int = 1
    zero: bool = False

    def rest(self) -> Term:
        parts = [raised(part, m) for part, m in self.left]
        return product(parts if self.sign == 1 else [rat(-1), *parts])


def split(search: Search, context: Context, term: Term, *, strict: bool = False) -> RootSplit:
    """Factors and primes of a term, those with a sign among the positive ones (strict: not those that may vanish).

    Powers of sums with roots are split by themselves: multiplied out, they would not be found again.
    """
    from rftheory.prover.learn import known_of

    known = known_of(search, context, [term])
    found, q = RootSplit(), Fraction(1)
    powers: Factors = {}
    form = known.form(_without_powers(known, term, powers) if known.reductions else term)
    if not form.num:
        found.zero = True
        return found
    factors: Factors = {}
    for fraction, exponent in ((form, 1), *((known.form(base), exponent) for base, exponent in powers.items())):
        q *= _add_factors(known, fraction, exponent, factors)
    for part, multiplicity in factors.items():
        sign = _sign_as_written(known, part, term) or prove_sign(search, context, part)
        if sign is not None and (sign.judgement.op == "<" or (multiplicity > 0 and not strict)):
            if sign.judgement.args[0] is not ZERO:
                part = known.ring.term(-known.ring.form(part).num)
                q = -q if multiplicity % 2 else q
                sign = prove_sign(search, context, part)
            if sign is None:
                raise Unproved("a sign that is not found again")
            search.use(context, sign)
            found.positive.append((part, multiplicity))
        elif multiplicity:
            found.left.append((part, multiplicity))
    found.sign = 1 if q > 0 else -1
    for number, side in ((abs(q.numerator), 1), (q.denominator, -1)):
        found.positive += [(rat(p), side * m) for p, m in primes_of(number).items()]
    return found


def _sign_as_written(known: Known, part: Term, term: Term) -> Theorem | None:
    """The sign of a long factor, as a small multiple of a sum that is written as a factor and has a sign."""
    from rftheory.prover.parts import by_row, collect_factors, row_of

    search, context, ring = known.search, known.context, known.ring
    over = known.form(part)
    if len(over.num) <= LONG:
        return None
    written: Factors = {}
    collect_factors(term, 1, written)
    for factor in written:
        form = known.form(factor)
        if factor.op != "+" or len(form.num) < len(over.num):
            continue
        quotient = ring.lowest(Form(over.num * form.den, over.den * form.num))
        rest: Factors = {}
        if max(len(quotient.num), len(quotient.den)) > LONG or prove_sign(search, context, factor) is None:
            continue
        q = _add_factors(known, quotient, 1, rest)
        row = row_of(search, context, q, [(factor, 1), *rest.items()])
        if row is not None:
            found = by_row(search, context, part, row, known)
            search.use(context, found)
            return found
    return None


def _without_powers(known: Known, term: Term, powers: Factors) -> Term:
    """A term without the powers of sums with roots that are its factors; these are counted."""
    if term.op == "*":
        return product([_without_powers(known, arg, powers) for arg in term.args])
    if term.op == "inv" or (term.op == "pow" and term.args[0].op == "inv"):
        inner: Factors = {}
        base = term.args[0].args[0] if term.op == "pow" else term.args[0]
        rest = _without_powers(known, power(base, term.data) if term.op == "pow" else base, inner)
        for part, exponent in inner.items():
            powers[part] = powers.get(part, 0) - exponent
        return make("inv", (rest,))
    if term.op == "pow" and term.data > 1 and term.args[0].op == "+" and _has_root(known, term.args[0]):
        powers[term.args[0]] = powers.get(term.args[0], 0) + term.data
        return ONE
    return term


def _has_root(known: Known, term: Term) -> bool:
    """Whether squares of a term are lowered."""
    degrees, place = known.form(term).num.degrees(), known.ring.place
    return any(degrees[place[generator]] for generator in known.reductions if generator in place)


def _add_factors(known: Known, form: Form, exponent: int, factors: Factors) -> Fraction:
    """Count the factors of a power of a fraction; its number is returned."""
    q = Fraction(1)
    for poly, side in ((form.num, exponent), (form.den, -exponent)):
        content, found = known.ring.factors(poly)
        q *= content**side
        for part, multiplicity in found:
            term = known.ring.term(part)
            factors[term] = factors.get(term, 0) + side * multiplicity
    return q
