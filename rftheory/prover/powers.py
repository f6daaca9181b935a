"""Powers with real exponents: as exponentials where the base does not vanish, else factor by factor.

A base that may be zero or negative keeps its powers: numbers and factors that are not negative are drawn out, ``(-1)^k`` has
the square 1, and whole numbers in the exponent are split off.
"""

from __future__ import annotations

from math import gcd

from rftheory.prover.words import *
from rftheory.kernel.known import integer
from rftheory.prover import table
from rftheory.prover.ring import Form

if TYPE_CHECKING:
    from rftheory.prover.learn import Known

_MINUS_ONE = rat(-1)
#: exponents that are multiples of more than this are not taken apart
MAX_COUNT = 6


def learn_power(known: Known, atom: Term) -> None:
    """The value of a power, or what reduces it."""
    search, context = known.search, known.context
    base, exponent = atom.args
    if base is ZERO and exponent.op != "rat":
        search.use(context, prove_order(search, context, ZERO, exponent, True))
        known.give(table.axiom(search, context, "rpow.of_zero", exponent))
        return
    if base is ONE and table.is_real(search, context, exponent):
        known.give(table.axiom(search, context, "rpow.one", exponent))
        return
    if exponent.op == "rat" and exponent.data.numerator not in (0, 1) and exponent.data.denominator > 1:
        known.give(_of_root(search, context, base, exponent.data))
        return
    if (by_root := _by_root(search, context, atom)) is not None:
        known.give(by_root)
        return
    whole_exponent = integer(search.kernel, context, exponent)
    if whole_exponent and base.op == "pow" and base.data == 2 and table.is_real(search, context, base.args[0]):
        known.give(_of_square(search, context, base.args[0], exponent))
        return
    if not whole_exponent or exponent.op == "rat" or not _may_fall(search, context, base):
        found = table.real_power(search, context, atom)
        if found is not None:
            known.give(found)
        return
    whole, rest = _split_exponent(exponent)
    if whole:
        known.give(_shifted(search, context, base, exponent, whole, rest))
    elif 1 < (count := content(exponent)) <= MAX_COUNT:
        known.give(_repeated(search, context, base, exponent, count))
    elif base is _MINUS_ONE:
        known.give(_square_of_sign(search, context, atom))
    else:
        _learn_factors(known, atom)


def _by_root(search: Search, context: Context, atom: Term) -> Theorem | None:
    """A power of a complex number whose root an equation of the context tells."""
    from rftheory.prover.root_powers import power_by_root

    root = make("sqrt", atom.args[:1])
    if not any(root in eq.judgement.args for eq in search.listed_equations(context)):
        return None
    try:
        return None if table.is_real(search, context, atom.args[0]) else power_by_root(search, context, atom)
    except Unproved:
        search.check_limit()
        return None


def _of_root(search: Search, context: Context, base: Term, exponent: Fraction) -> Theorem:
    """``b^(n/m)`` as the power of a root."""
    search.use(context, prove_nonzero(search, context, base))
    n, unit = abs(exponent.numerator), rat(Fraction(1, exponent.denominator))
    same = search.infer("RING", context, lhs=rat(abs(exponent)), rhs=make("*", (unit, rat(n))), eqs=[])
    raised_ = make("rpow", (base, rat(abs(exponent))))
    first = search.infer("CONG", context, eq=same, term=raised_, paths=[[1]])
    whole = table.axiom(search, context, "rpow.pow", base, unit, numbers=[n])
    found = search.infer("CHAIN", context, links=[first, search.infer("SYM", context, of=whole)])
    if exponent > 0:
        return found
    negative = make("neg", (rat(-exponent),))
    same = search.infer("RING", context, lhs=rat(exponent), rhs=negative, eqs=[])
    start = search.infer("CONG", context, eq=same, term=make("rpow", (base, rat(exponent))), paths=[[1]])
    inverse = table.axiom(search, context, "rpow.negated", base, rat(-exponent))
    last = search.infer("CONG", context, eq=found, term=inverse.judgement.args[1], paths=[[0]])
    return search.infer("CHAIN", context, links=[start, inverse, last])


def _may_fall(search: Search, context: Context, base: Term) -> bool:
    """Whether a base is not seen to be positive, or complex in a way that its sign is none."""
    if not table.is_real(search, context, base):
        return False
    sign = prove_sign(search, context, base)
    if sign is not None:
        return not (sign.judgement.op == "<" and sign.judgement.args[0] is ZERO)
    try:
        prove_nonzero(search, context, base)
    except Unproved:
        return True
    return False


def _split_exponent(exponent: Term) -> tuple[int, Term]:
    """An exponent as a whole number and what is left."""
    ring = Ring(atoms_of([exponent]))
    form = ring.form(exponent)
    if form.den != ring.one:
        return 0, exponent
    rows = dict(form.num.to_dict())
    constant = next((c for exponents, c in rows.items() if not any(exponents)), None)
    if constant is None or constant.q != 1:
        return 0, exponent
    left = {exponents: c for exponents, c in rows.items() if any(exponents)}
    return int(constant.p), ring.fraction(Form(ring.ctx.from_dict(left), ring.one))


def _shifted(search: Search, context: Context, base: Term, exponent: Term, whole: int, rest: Term) -> Theorem:
    """``b^(e + n) = b^e b^n``."""
    from rftheory.prover.members import literal_power

    for part in (rest, rat(whole)):
        make_defined(search, context, make("rpow", (base, part)))
    same = search.infer("RING", context, lhs=exponent, rhs=make("+", (rest, rat(whole))), eqs=[])
    first = search.infer("CONG", context, eq=same, term=make("rpow", (base, exponent)), paths=[[1]])
    added = search.infer("SYM", context, of=table.axiom(search, context, "rpow.sum", base, rest, rat(whole)))
    natural = literal_power(search, context, base, whole)
    last = search.infer("CONG", context, eq=natural, term=added.judgement.args[1], paths=[[1]])
    return search.infer("CHAIN", context, links=[first, added, last])


def content(exponent: Term) -> int:
    """The greatest whole number of which an exponent is a multiple; 1 if it has other coefficients."""
    ring = Ring(atoms_of([exponent]))
    form = ring.form(exponent)
    coefficients = list(form.num.to_dict().values())
    if form.den != ring.one or any(c.q != 1 for c in coefficients):
        return 1
    return gcd(*(int(c.p) for c in coefficients))


def _repeated(search: Search, context: Context, base: Term, exponent: Term, count: int) -> Theorem:
    """``b^(n e) = (b^e)^n``."""
    ring = Ring(atoms_of([exponent]))
    unit = ring.fraction(ring.form(make("*", (rat(Fraction(1, count)), exponent))))
    part = make("rpow", (base, unit))
    make_defined(search, context, part)
    whole, eqs = unit, []
    for _ in range(count - 1):
        eqs.append(search.infer("SYM", context, of=table.axiom(search, context, "rpow.sum", base, whole, unit)))
        whole = make("+", (whole, unit))
    same = search.infer("RING", context, lhs=exponent, rhs=whole, eqs=[])
    first = search.infer("CONG", context, eq=same, term=make("rpow", (base, exponent)), paths=[[1]])
    last = search.infer("RING", context, lhs=make("rpow", (base, whole)), rhs=power(part, count), eqs=eqs)
    return search.infer("CHAIN", context, links=[first, last])


def _of_square(search: Search, context: Context, base: Term, exponent: Term) -> Theorem:
    """``(a^2)^k = (a^k)^2`` for real a, which may vanish: by absolute values."""
    size, part = make("abs", (base,)), make("rpow", (base, exponent))
    square = table.axiom(search, context, "abs.real", base)
    twice = search.infer("RING", context, lhs=power(base, 2), rhs=make("*", (size, size)), eqs=[square])
    first = search.infer("CONG", context, eq=twice, term=make("rpow", (power(base, 2), exponent)), paths=[[0]])
    product_ = table.axiom(search, context, "rpow.product", size, size, exponent)
    inner = search.infer("SYM", context, of=table.axiom(search, context, "abs.rpow", base, exponent))
    last = search.infer(
        "RING",
        context,
        lhs=product_.judgement.args[1],
        rhs=power(part, 2),
        eqs=[inner, table.axiom(search, context, "abs.real", part)],
    )
    return search.infer("CHAIN", context, links=[first, product_, last])


def _square_of_sign(search: Search, context: Context, atom: Term) -> Theorem:
    """``((-1)^k)^2 = 1``: its absolute value is 1, and it is real."""
    exponent = atom.args[1]
    size = table.axiom(search, context, "abs.rpow", _MINUS_ONE, exponent)
    one = search.infer(
        "RING", context, lhs=make("abs", (_MINUS_ONE,)), rhs=ONE, eqs=[_size_of_minus_one(search, context)]
    )
    inner = search.infer("CONG", context, eq=one, term=size.judgement.args[1], paths=[[0]])
    unit = table.axiom(search, context, "rpow.one", exponent)
    whole = search.infer("CHAIN", context, links=[size, inner, unit])
    square = search.infer("SYM", context, of=table.axiom(search, context, "abs.real", atom))
    exchanged = search.infer("CONG", context, eq=whole, term=square.judgement.args[1], paths=[[0]])
    last = search.infer("RING", context, lhs=exchanged.judgement.args[1], rhs=ONE, eqs=[])
    return search.infer("CHAIN", context, links=[square, exchanged, last])


def _size_of_minus_one(search: Search, context: Context) -> Theorem:
    low = search.infer("NUM", context, judgement=make("<=", (_MINUS_ONE, ZERO)), prec=64)
    return table.axiom(search, context, "abs.opposite", _MINUS_ONE, premises=[low])


def _learn_factors(known: Known, atom: Term) -> None:
    """``(a b)^k = a^k b^k`` for a that is not negative."""
    from rftheory.prover.radicals import split

    search, context = known.search, known.context
    base, exponent = atom.args
    parts = split(search, context, base)
    if parts.zero:
        return
    q = Fraction(1)
    factors: list[Term] = []
    for part, m in parts.positive:
        if part.op == "rat":
            q *= part.data**m
        else:
            factors.append(raised(part, m))
    factors = ([rat(q)] if q != 1 else []) + factors
    even = [(part, m) for part, m in parts.left if m > 0 and m % 2 == 0 and table.is_real(search, context, part)]
    factors += [power(raised(part, m // 2), 2) for part, m in even]
    last = [raised(part, m) for part, m in parts.left if (part, m) not in even] + (
        [_MINUS_ONE] if parts.sign == -1 else []
    )
    if last:
        factors.append(product(last))
    if len(factors) < 2:
        return
    whole = factors[-1]
    for factor in factors[-2::-1]:
        whole = make("*", (factor, whole))
    links = [search.infer("CONG", context, eq=prove_equal(search, context, base, whole), term=atom, paths=[[0]])]
    place: list[int] = []
    while whole.op == "*" and len(links) < len(factors):
        a, b = whole.args
        eq = table.axiom(search, context, "rpow.product", a, b, exponent)
        here = links[-1].judgement.args[1]
        links.append(search.infer("CONG", context, eq=eq, term=here, paths=[list(place)]) if place else eq)
        place.append(1)
        whole = b
    known.give(search.infer("CHAIN", context, links=links))
