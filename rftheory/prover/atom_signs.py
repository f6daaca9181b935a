"""Signs of single atoms, and bounds of atoms that serve as premises for others."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.defined import at_most
from rftheory.prover import table
from rftheory.prover.arcs import turned_arc
from rftheory.prover.bessel import bessel_orders, sign_of_bessel
from rftheory.prover.ring import RING

_ONE = make("<", (ZERO, ONE))
#: seconds for the question whether the first member of a sum, which has a sign, vanishes
_BRIEFLY = 0.3
#: functions that rise, with 0 at 0
_ODD = ("tanh", "atan", "erf", "sinh")
#: operators whose sign or realness definedness sees once it knows the sign of their first argument
_OF_SIGN = ("sqrt", "root", "gamma", "rpow", "log", "bessel_i", "bessel_j", "pfq")


def sign_by_structure(search: Search, context: Context, term: Term) -> Theorem | None:
    """The sign of an atom, from the signs of its parts."""
    if term.op in RING:
        return None
    support(search, context, term)
    weak = None
    for op in ("<", "<="):
        weak = weak or search.attempt("DEF", context, judgement=make(op, (ZERO, term)))
    if weak is not None and (weak.judgement.op == "<" or term.op not in ("prod", "sum")):
        return weak
    if term.op in _ODD:
        return _of_odd(search, context, term)
    if term.op in ("sin", "cos"):
        return table.positive_arc(search, context, term) or turned_arc(search, context, term)
    if term.op == "prod":
        return _of_product(search, context, term)
    if term.op == "sum":
        return weak and _of_sum(search, context, term) or weak
    if term.op == "bessel_i":
        return sign_of_bessel(search, context, term) or _from_below(search, context, term)
    if term.op == "pfq":
        return _from_below(search, context, term)
    if term.op == "log":
        return _of_logarithm(search, context, term)
    if term.op == "re" and term.args[0].op == "sqrt":
        from rftheory.prover.half_plane import real_part_of_root

        return real_part_of_root(search, context, term.args[0])
    return None


def support(search: Search, context: Context, term: Term) -> None:
    """Let definedness know the signs of what an atom is made of."""

    if term.op in ("coord", "at"):
        for theorem in instances(search, context, term):
            search.use(context, theorem)
    elif term.op == "ap":
        for theorem in values_of_functions(search, context, term):
            search.use(context, theorem)
    elif term.op in _OF_SIGN:
        for arg in term.args:
            sign = prove_sign(search, context, arg)
            if sign is not None:
                search.use(context, sign)
    elif term.op in ("exp", "cosh"):
        table.is_real(search, context, term.args[0])
    elif term.op == "abs":
        try:
            search.use(context, prove_nonzero(search, context, term.args[0]))
        except Unproved:
            return
    elif term.op in ("E", "int", "sum", "prod"):
        try:
            inner, _, (body,) = bodies(context, term)
        except Refused:
            return
        if inner in search.kernel.well_formed:
            sign = prove_sign(search, inner, body)
            if sign is not None:
                search.use(inner, sign)


def _of_sum(search: Search, context: Context, term: Term) -> Theorem | None:
    """A finite sum of members that are not negative is positive if its first member is."""

    inner, _, (body,) = bodies(context, term)
    sign = prove_sign(search, inner, body)
    low, high, _ = term.args
    zeros, first = make("sum", (low, high, ZERO)), instantiate(term.args[2], [low])
    if sign is None or sign.judgement.args[0] is not ZERO or high is OO:
        return None
    try:
        if not at_most(search.kernel, context, low, high):
            search.use(context, prove_order(search, context, low, high, strict=False))
        make_defined(search, context, zeros)
        with search.briefly(_BRIEFLY):
            strict = prove_order(search, context, ZERO, first, strict=True)
        step = {"lower": zeros, "upper": term, "by": sign, "l1": [], "strict": [strict], "at": [low]}
        order = search.infer("COMPARE", context, **step)
        empty = prove_equal(search, context, ZERO, zeros)
    except Unproved:
        search.check_time()
        return None
    return search.infer("CHAIN", context, links=[empty, order])


def _from_below(search: Search, context: Context, term: Term) -> Theorem | None:
    """Positive, as the table has 1 as a lower bound."""
    low = next(table.bounds(search, context, term), None)
    return search.infer("CHAIN", context, links=[search.infer("DEF", context, judgement=_ONE), low]) if low else None


def _of_product(search: Search, context: Context, term: Term) -> Theorem | None:
    """A finite product of positive members is ``exp(sum log)``, so it is positive."""

    inner, variables, (body,) = bodies(context, term)
    sign = prove_sign(search, inner, body)
    if sign is None or sign.judgement.op != "<" or sign.judgement.args[0] is not ZERO:
        return None
    search.use(inner, sign)
    logarithm = make("log", (body,))
    back = search.infer("SYM", inner, of=table.axiom(search, inner, "exp.log", body))
    first = search.infer("CONG", context, eq=back, term=term, paths=[[2]])
    total = make("sum", (*term.args[:2], close(logarithm, variables)))
    make_defined(search, context, total)
    second = search.infer("MEMBERS", context, term=total, part="exp", count=0)
    positive = search.infer("DEF", context, judgement=make("<", (ZERO, second.judgement.args[0])))
    same = search.infer("CHAIN", context, links=[first, search.infer("SYM", context, of=second)])
    return search.infer("CHAIN", context, links=[positive, search.infer("SYM", context, of=same)])


def instances(search: Search, context: Context, member: Term) -> Iterator[Theorem]:
    """What is said of all members of a family, for one of them."""
    family, index = member.args
    for fact in context.facts:
        if fact.op != "all" or fact.args[0].data[0] != "int" or not _mentions(fact.args[1], family):
            continue
        of = search.infer("HYP", context, fact=fact)
        found = search.attempt("ALLUSE", context, of=of, value=index, premises=[])
        if found is not None and found.judgement.op in ("<", "<=", "!="):
            yield found


def _mentions(body: Term, family: Term) -> bool:
    return any(term.op in ("coord", "at") and term.args[0] is family for term in parts_of([body]))


def _of_odd(search: Search, context: Context, term: Term) -> Theorem | None:
    """Of a function that rises through 0."""

    sign = prove_sign(search, context, term.args[0])
    if sign is None:
        return None
    order = mono(search, context, sign, term.op)
    zero = make(term.op, (ZERO,))
    at_zero = prove_equal(search, context, zero, ZERO)
    if order.judgement.args[0] is zero:
        links = [search.infer("SYM", context, of=at_zero), order]
    else:
        links = [order, at_zero]
    return search.infer("CHAIN", context, links=links)


def _of_logarithm(search: Search, context: Context, term: Term) -> Theorem | None:
    """Of log s, from the order of s and 1."""

    gap = prove_sign(search, context, minus(term.args[0], ONE))
    if gap is None:
        return None
    rises = gap.judgement.args[0] is ZERO
    sides = (ONE, term.args[0]) if rises else (term.args[0], ONE)
    order = search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=[row(gap)], eqs=[])
    through = mono(search, context, order, "log")
    at_one = prove_equal(search, context, make("log", (ONE,)), ZERO)
    links = [search.infer("SYM", context, of=at_one), through] if rises else [through, at_one]
    return search.infer("CHAIN", context, links=links)


def mono(search: Search, context: Context, order: Theorem, function: str, number: int = 0) -> Theorem:
    """An order through a function that rises (or through `inv`)."""
    return search.infer("MONO", context, order=order, function=function, number=number, exponent=[], premises=[])


# -- bounds ---------------------------------------------------------------------------------------------------------


def bounds_of(search: Search, context: Context, atom: Term) -> Iterator[Theorem]:
    """Orders about an atom that are worth multiplying with others: its sign, and what is known of its function."""
    if atom.op == "var":
        sign = prove_sign(search, context, atom)
        if sign is not None and not any(side.op == "var" and side is not atom for side in sign.judgement.args):
            yield sign
        return
    sign = prove_sign(search, context, atom)
    if sign is not None:
        yield sign
    if not atom.variables:
        yield from enclosure(search, context, atom)
    if atom.op == "ap":
        yield from values_of_functions(search, context, atom)
    yield from table.bounds(search, context, atom)
    if atom.op == "bessel_i" and atom.args[0] in (ZERO, ONE):
        yield from bessel_orders(search, context, atom.args[1])


def enclosure(search: Search, context: Context, atom: Term) -> Iterator[Theorem]:
    """A number between two rationals."""
    values = search.points(EMPTY).values(atom)
    if not values or abs(values[0].imag) > 1e-12:
        return
    scaled = round(values[0].real * 10_000)
    for low in (scaled - 1, scaled + 1):
        end = rat(Fraction(low, 10_000))
        judgement = make("<", (end, atom) if low < scaled else (atom, end))
        found = search.by_balls(context, judgement)
        if found is not None:
            yield found


# -- values of functions ---------------------------------------------------------------------------------------------


def values_of_functions(search: Search, context: Context, term: Term) -> Iterator[Theorem]:
    """The orders that facts about all numbers say of ``ap f x``."""
    function, place = term.args
    for fact in context.facts:
        if fact.op != "all" or fact.args[0].data != ("real", "none", "none") or fact.args[1].op not in ("<=", "<"):
            continue
        if not any(side.op == "ap" and side.args[0] is function for side in fact.args[1].args):
            continue
        given = search.infer("HYP", context, fact=fact)
        found = search.attempt("ALLUSE", context, of=given, value=place, premises=[])
        if found is not None and term in found.judgement.args:
            yield found
