"""Infinite sums: which converge, and their values as hypergeometric functions.

A member is a product of powers with linear exponents, gamma functions of linear arguments and rational functions of the
index; the ratio of consecutive members then tells the parameters and the argument (rule SERIES). Members that vanish at
the first indices are split off. Sums of such members are taken apart (rule LIN); others may have a bound (rule DOM).
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.values import nonneg
from rftheory.prover.members import Later, Members, beginning, plain, steps_of

#: vanishing members at the beginning
MAX_START = 12


@goal
def prove_convergent_sum(search: Search, context: Context, term: Term) -> Theorem:
    """``l1 sum`` for an infinite sum; Unproved if no proof is found."""
    try:
        return search.infer("L1", context, of=sum_value(search, context, term), term=term)
    except Unproved as error:
        from rftheory.prover.convergence import by_summands

        found = by_summands(search, context, term)
        if found is None:
            raise Unproved(f"not known to converge: {shown(term)} ({error})") from error
        return found


# -- the series -----------------------------------------------------------------------------------------------------


@goal
def sum_value(search: Search, context: Context, term: Term) -> Theorem:
    """``sum = c pfq(a; b; z)`` (exp and geometric sums by their names); Unproved if it is no such sum."""
    if term.op != "sum" or term.args[1] is not OO:
        raise Unproved(f"no infinite sum: {shown(term)}")
    low = plain(term.args[0]) if term.args[0].op != "rat" else term.args[0]
    if low.op != "rat":
        raise Unproved(f"the first index is no number: {shown(term)}")
    try:
        return _from(search, context, term, int(low.data))
    except Later as later:
        return _after(search, context, term, int(low.data), later.start)


def _from(search: Search, context: Context, term: Term, low: int) -> Theorem:
    """The value of a sum of which no member vanishes."""
    if term.args[0] is ZERO:
        return _series(search, context, term)
    inner, variables, (body,) = bodies(context, term)
    members = Members(search, inner, variables[0])
    try:
        members.read(body)
    except Later as later:
        if later.start > low:
            raise
    by, whole = rat(-low), make("sum", (ZERO, OO, ZERO))
    within, (k,) = open_binder(context, whole)
    as_made, plain = make("+", (k, make("neg", (by,)))), make("+", (k, rat(low)))
    _, _, body = opened(search, context, make("sum", (ZERO, OO, close(instantiate(term.args[2], (plain,)), (k,)))))
    from_zero = make("sum", (ZERO, OO, close(body, (k,))))
    value = sum_value(search, context, from_zero)
    # the index and the lower end as the shift writes them
    same = search.infer("RING", within, lhs=plain, rhs=as_made, eqs=[])
    moved = search.infer("CONG", within, eq=same, term=body, paths=[])
    search.use(context, search.infer("L1", context, of=value, term=from_zero))
    exchanged = search.infer("CONG", context, eq=moved, term=from_zero, paths=[[2]])
    search.use(context, search.infer("L1", context, of=exchanged, term=exchanged.judgement.args[1]))
    start = search.infer("RING", context, lhs=ZERO, rhs=make("+", (term.args[0], by)), eqs=[])
    last = search.infer("CONG", context, eq=start, term=exchanged.judgement.args[1], paths=[[0]])
    l1 = search.infer("L1", context, of=last, term=last.judgement.args[1])
    shift = search.infer("REINDEX", context, term=term, way="shift", by=by, l1=[l1])
    back = [search.infer("SYM", context, of=link) for link in (last, exchanged)]
    return search.infer("CHAIN", context, links=[shift, *back, value])


def _after(search: Search, context: Context, term: Term, low: int, start: int) -> Theorem:
    """The first members vanish: the sum of those that follow."""

    if not low < start <= low + MAX_START:
        raise Unproved(f"the members vanish too long: {shown(term)}")
    rest = make("sum", (rat(start), OO, term.args[2]))
    value = sum_value(search, context, rest)
    search.use(context, search.infer("L1", context, of=value, term=rest))
    vanishing = [instantiate(term.args[2], (rat(place),)) for place in range(low, start)]
    make_defined(search, context, make("sum", (term.args[0], rat(start - 1), term.args[2])), *vanishing)
    split = search.infer("SPLIT", context, whole=term, last=rat(start - 1), following=rat(start), orders=[], l1=[])
    nothing = prove_equal(search, context, split.judgement.args[1].args[0], ZERO)
    result = value.judgement.args[1]
    joined = search.infer("RING", context, lhs=split.judgement.args[1], rhs=result, eqs=[nothing, value])
    return search.infer("CHAIN", context, links=[split, joined])


def _series(search: Search, context: Context, term: Term) -> Theorem:
    inner, (k,), body = opened(search, context, term)
    members = Members(search, inner, k)
    members.read(body)
    above, below, z = members.above, members.below, product(members.argument)
    if ONE in below:
        below.remove(ONE)
    else:
        above.append(ONE)
    if len(above) > len(below) + 1:
        raise Unproved(f"the members grow too fast: {shown(term)}")
    if len(above) == len(below) + 1:
        search.use(context, _inside(search, context, z))
    function = make("pfq", (*above, *below, z), (len(above), len(below)))
    first = instantiate(term.args[2], (ZERO,))
    make_defined(search, context, function, first)
    following = make("+", (k, ONE))
    member = instantiate(term.args[2], (following,))
    left = product([member, *(make("+", (b, k)) for b in below), following])
    right = product([body, *(make("+", (a, k)) for a in above), z])
    make_defined(search, inner, left)
    eqs = [eq for atom, step in members.moving.items() for eq in steps_of(search, inner, atom, k, step)]
    ratio = search.infer("RING", inner, lhs=left, rhs=right, eqs=eqs)
    value = beginning(search, context, members, first)
    found = search.infer(
        "SERIES",
        context,
        term=term,
        value=value.judgement.args[1],
        upper=above,
        lower=below,
        at=z,
        start=value,
        ratio=ratio,
    )
    name = named(search, context, function)
    if name is None:
        return found
    last = search.infer("CONG", context, eq=name, term=found.judgement.args[1], paths=[])
    return search.infer("CHAIN", context, links=[found, last])


def named(search: Search, context: Context, function: Term) -> Theorem | None:
    """A hypergeometric function that is an exponential, a geometric or a binomial series by that name; None for others."""
    if function.data == (0, 0):
        return axiom(search, context, "exp.series", *function.args)
    if function.data == (1, 0) and function.args[0] is ONE:
        search.use(context, prove_nonzero(search, context, minus(ONE, function.args[1])))
        return axiom(search, context, "geometric.series", function.args[1])
    if function.args[-1] is ZERO:
        return _at_zero(search, context, function)
    if function.data == (1, 0) and is_real(search, context, function.args[0]):
        a, z = function.args
        make_real(search, context, make("neg", (a,)))
        search.use(context, prove_nonzero(search, context, minus(ONE, z)))
        make_defined(search, context, make("rpow", (minus(ONE, z), make("neg", (a,)))))
        return axiom(search, context, "binomial.series", a, z)
    return None


def _at_zero(search: Search, context: Context, function: Term) -> Theorem:
    """``pfq(a; b; 0) = 1``: the powers of 0 are a series with the ratios of both, and the geometric one is 1."""
    inner, (k,) = open_binder(context, make("sum", (ZERO, OO, ZERO)))
    following = make("+", (k, ONE))
    powers = make("sum", (ZERO, OO, close(make("rpow", (ZERO, k)), (k,))))
    _, _, member = opened(search, context, powers)
    later = make("rpow", (ZERO, following))
    make_defined(search, inner, later, function)
    make_defined(search, context, function)
    search.use(inner, prove_order(search, inner, ZERO, following, True))
    nothing = axiom(search, inner, "rpow.of_zero", following)
    start = axiom(search, context, "rpow.natural", ZERO, numbers=[0])
    start = search.infer(
        "CHAIN", context, links=[start, search.infer("RING", context, lhs=start.judgement.args[1], rhs=ONE, eqs=[])]
    )
    found = []
    for upper, lower in (((ONE,), ()), (function.args[: function.data[0]], function.args[function.data[0] : -1])):
        make_defined(search, context, make("pfq", (*upper, *lower, ZERO), (len(upper), len(lower))))
        left = product([later, *(make("+", (b, k)) for b in lower), following])
        right = product([member, *(make("+", (a, k)) for a in upper), ZERO])
        ratio = search.infer("RING", inner, lhs=left, rhs=right, eqs=[nothing])
        step = {"value": ONE, "upper": list(upper), "lower": list(lower), "at": ZERO, "start": start, "ratio": ratio}
        found.append(search.infer("SERIES", context, term=powers, **step))
    geometric, own = found
    search.use(context, search.infer("L1", context, of=geometric, term=powers))
    closed = named(search, context, geometric.judgement.args[1].args[-1])
    assert closed is not None
    one = search.infer("RING", context, lhs=powers, rhs=ONE, eqs=[closed, geometric])
    return search.infer("RING", context, lhs=function, rhs=ONE, eqs=[search.infer("SYM", context, of=own), one])


def _inside(search: Search, context: Context, z: Term) -> Theorem:
    """``abs z < 1``: by the sign of z, or from ``-1 < z < 1``."""
    size = make("abs", (z,))
    try:
        return prove_order(search, context, size, ONE, True)
    except Unproved:
        search.check_limit()
    signs = [prove_order(search, context, rat(-1), z, True), prove_order(search, context, z, ONE, True)]
    over = make("+", (ONE, size))
    signs.append(prove_order(search, context, ZERO, over, True))
    square = axiom(search, context, "abs.real", z)
    held = row(*signs, h=[make("inv", (over,))])
    return search.infer("POS", context, lhs=size, rhs=ONE, rows=[held], eqs=[square])


# -- named functions ------------------------------------------------------------------------------------------------


@goal
def as_series(search: Search, context: Context, node: Term) -> Theorem:
    """``node = c pfq(a; b; z)`` for an exponential, circular, hyperbolic or Bessel function."""
    if node.op in ("bessel_i", "bessel_j"):
        if not nonneg(search.kernel, context, node.args[0]):
            search.use(context, prove_order(search, context, ZERO, node.args[0], False))
        found = axiom(search, context, f"{node.op}.series", *node.args)
        place = make("+", (node.args[0], ONE))
        if plain(place) is place:
            return found
        same = search.infer("RING", context, lhs=place, rhs=plain(place), eqs=[])
        simple = search.infer("CONG", context, eq=same, term=found.judgement.args[1], paths=[])
        return search.infer("CHAIN", context, links=[found, simple])
    return search.infer("SYM", context, of=axiom(search, context, f"{node.op}.series", *node.args))
