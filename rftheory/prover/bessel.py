"""Bessel functions: integer orders brought to 0 and 1, values at 0, and ``|I_1| < I_0``."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.learn import Known

#: the largest order that is brought down
MAX_ORDER = 12


def learn_bessel(known: Known, atom: Term) -> None:
    """A literal order is written as a number, made positive, and brought down to 0 and 1; at 0 there is a value."""
    order, place = atom.args
    number = _plain(order)
    if number is None:
        return
    if number < 0 and number.denominator == 1:
        known.give(_mirrored(known, atom, number))
    elif place is ZERO and number >= 0:
        schema = f"{atom.op}.at_0" if number == 0 else f"{atom.op}.of_0"
        known.give(axiom(known.search, known.context, schema, *([] if number == 0 else [order])))
    elif 2 <= number <= MAX_ORDER and number.denominator == 1:
        with suppress(Unproved):
            known.give(_lowered(known, atom, number))


def _plain(order: Term) -> Fraction | None:
    """The number that an order is."""
    if order.variables or any(atom for atom in atoms_of([order])):
        return None
    form = Ring([]).form(order).num
    c = form.leading_coefficient() if form else None
    return Fraction(0) if c is None else Fraction(int(c.p), int(c.q))


def _mirrored(known: Known, atom: Term, number: Fraction) -> Theorem:
    """``I_(-k) = I_k``, ``J_(-k) = (-1)^k J_k``."""
    search, context, place = known.search, known.context, atom.args[1]
    upper = rat(-number)
    turned = axiom(search, context, f"{atom.op}.mirror", upper, place)
    same = search.infer("RING", context, lhs=atom.args[0], rhs=turned.judgement.args[0].args[0], eqs=[])
    links = [search.infer("CONG", context, eq=same, term=atom, paths=[[0]]), turned]
    if atom.op == "bessel_j":
        sign = axiom(search, context, "rpow.natural", rat(-1), numbers=[int(-number)])
        links.append(search.infer("CONG", context, eq=sign, term=turned.judgement.args[1], paths=[]))
    return search.infer("CHAIN", context, links=links)


def _lowered(known: Known, atom: Term, number: Fraction) -> Theorem:
    """The order n by the orders n - 1 and n - 2."""
    search, context, place = known.search, known.context, atom.args[1]
    search.use(context, prove_nonzero(search, context, place))
    middle = rat(number - 1)
    relation = axiom(search, context, f"{atom.op}.next", middle, place)
    below, above = (make("+", (middle, rat(shift))) for shift in (-1, 1))
    names = []
    for written, plain in ((below, rat(number - 2)), (above, rat(number))):
        same = search.infer("RING", context, lhs=written, rhs=plain, eqs=[])
        old = make(atom.op, (written, place))
        names.append(search.infer("CONG", context, eq=same, term=old, paths=[[0]]))
    lower, mean = make(atom.op, (rat(number - 2), place)), make(atom.op, (middle, place))
    step = make("*", (rat(2 * (number - 1)), make("inv", (place,)), mean))
    value = minus(lower, step) if atom.op == "bessel_i" else minus(step, lower)
    gap = search.infer("RING", context, lhs=minus(atom, value), rhs=ZERO, eqs=[*names, relation])
    return search.infer("RING", context, lhs=atom, rhs=value, eqs=[gap])


# -- orders of I_0 and I_1 ------------------------------------------------------------------------------------------


def bessel_orders(search: Search, context: Context, place: Term) -> Iterator[Theorem]:
    """``I_1(z) < I_0(z)`` and ``-I_1(z) < I_0(z)`` for real z; ``0 < I_1(z)`` for z > 0."""
    zeroth, first = (make("bessel_i", (rat(n), place)) for n in (0, 1))
    with suppress(Unproved, Refused):
        apart = _apart(search, context, place)
        for sign in (1, -1):
            yield _below(search, context, zeroth, first, apart, sign)
    with suppress(Unproved):
        yield axiom(search, context, "bessel_i.positive", ONE, place)


def _below(search: Search, context: Context, zeroth: Term, first: Term, apart: Theorem, sign: int) -> Theorem:
    """``a = I_0 - I_1`` is ``(a^2 + a b)/(a + b)`` with ``b = I_0 + I_1``, ``a b >= 1`` and ``a + b >= 2``."""
    inverse = make("inv", (make("*", (TWO, zeroth)),))
    low = axiom(search, context, "bessel_i.low", zeroth.args[1])
    search.use(context, low)
    positive = search.infer("DEF", context, judgement=make("<", (ZERO, inverse)))
    one = search.infer("DEF", context, judgement=make("<", (ZERO, ONE)))
    other = first if sign > 0 else make("neg", (first,))
    rows = [row(positive, h=[minus(zeroth, other)]), row(apart, positive), row(one, positive)]
    return search.infer("POS", context, lhs=other, rhs=zeroth, rows=rows, eqs=[])


def _apart(search: Search, context: Context, place: Term) -> Theorem:
    """``1 <= I_0(z)^2 - I_1(z)^2`` for real z: the difference is least at 0."""
    return search.infer("INST", context, of=lemma(search, "bessel__general_gap"), values=[place], premises=[])


def sign_of_bessel(search: Search, context: Context, term: Term) -> Theorem | None:
    """The sign of ``I_n`` at a positive place, or of an even order."""
    order, place = term.args
    found = search.attempt("ATOM", context, schema="bessel_i.positive", terms=[order, place], numbers=[], premises=[])
    if found is not None or order.op != "rat" or order.data <= 0 or order.data % 2:
        return found
    with suppress(Unproved):
        half = rat(order.data / 2)
        sign = instantiated(search, context, lemma(search, "bessel_signs__even_order"), [half, place])
        same = search.infer("RING", context, lhs=make("*", (TWO, half)), rhs=order, eqs=[])
        plain = search.infer("CONG", context, eq=same, term=sign.judgement.args[1], paths=[[0]])
        return search.infer("CHAIN", context, links=[sign, plain])
    return None
