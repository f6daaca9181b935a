"""Integrals of a hypergeometric function times what is not negative: its series, integrated member by member.

The sum of the integrals converges by their values, so Tonelli's theorem (rule SWAP) exchanges sum and integral.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.convergence import inside, rescaled, value
from rftheory.prover.series import sum_value


def integral_of_series(search: Search, context: Context, term: Term) -> Theorem:
    """``int c(x) pFq(a; b; z(x)) = value``; Unproved if the integrand is no such product."""
    inner, (x,), body = opened(search, context, term)
    rest, kernel = split_integrand(body, x)
    index, (k,), _ = opened(search, context, make("sum", (ZERO, OO, ZERO)))
    members = _Members(search, context, term, rest, kernel, x)
    as_series = members.in_place(inner)
    # the integral of each member, and their sum
    within, (y,), _ = opened(search, index, make("int", (*term.args[:2], ZERO)))
    member = members.at(y, k)
    make_defined(search, within, member)
    one = make("int", (*term.args[:2], close(member, (y,))))
    l1 = prove_convergent(search, index, one)
    search.use(index, l1)
    each = value(search.run, index, one)
    total = make("sum", (ZERO, OO, close(each.judgement.args[1], (k,))))
    closed = sum_value(search, context, total)
    same = search.infer("SYM", index, of=each)
    summed = inside(search, context, total, closed, same)
    outside = summed.judgement.args[0]
    swapped = _exchanged(search, context, outside, within, member, l1, as_series)
    back = _as_integral(search, context, term, swapped, as_series)
    turned = search.infer("SYM", context, of=swapped)
    return search.infer("CHAIN", context, links=[back, turned, summed, closed])


def integrated_series(search: Search, context: Context, term: Term, members: Term) -> Theorem:
    """``int c(x) F(x) = sum_k a_k int f_k`` for an integral that converges, with the members as they are written.

    Each of them has one integral, of which ``int c t_k`` is a multiple.
    """
    inner, (x,), body = opened(search, context, term)
    rest, kernel = split_integrand(body, x)
    as_series = _Members(search, context, term, rest, kernel, x).in_place(inner)
    l1 = prove_convergent(search, context, term)
    here = search.infer("TRANSPORT", context, of=l1, eqs=[as_series], paths=[[0, 2]])
    search.use(context, here)
    sum_ = as_series.judgement.args[1]
    first = search.infer("L1", inner, of=as_series, term=sum_)
    within, _, member = opened(search, inner, sum_)
    sign = prove_order(search, within, ZERO, member, False)
    turned = search.infer("SYM", within, of=axiom(search, within, "abs.same", member, premises=[sign]))
    whole = search.infer("TRANSPORT", context, of=here, eqs=[turned], paths=[[0, 2, 2]])
    outside = here.judgement.args[0]
    swapped = search.infer("SWAP", context, term=outside, first=[first], whole=[whole], other=[])
    links = [search.infer("CONG", context, eq=as_series, term=term, paths=[[2]]), swapped]
    series = swapped.judgement.args[1]
    search.use(context, search.infer("L1", context, of=swapped, term=series))
    # each member as it is written
    index, _, one = opened(search, context, series)
    _, (wanted,) = index, bodies(context, members)[2]
    make_defined(search, index, wanted)
    same = _as_multiple(search, index, one, wanted)
    last = search.infer("CONG", context, eq=same, term=series, paths=[[2]])
    search.use(context, search.infer("L1", context, of=last, term=last.judgement.args[1]))
    return search.infer("CHAIN", context, links=[*links, last])


def _as_multiple(search: Search, context: Context, one: Term, wanted: Term) -> Theorem:
    """``int g = a int f``, the right side as it is written."""
    atoms = [atom for atom in atoms_of([wanted]) if atom.op == "int"]
    ring = Ring(atoms_of([wanted]))
    parts = ring.coefficients(ring.form(wanted), atoms[0], 1) if len(atoms) == 1 else None
    if parts is None or parts[0] is not ZERO:
        raise Unproved(f"no multiple of one integral: {shown(wanted)}")
    scaled = rescaled(search, context, one, parts[1], atoms[0])
    last = search.infer("RING", context, lhs=scaled.judgement.args[1], rhs=wanted, eqs=[])
    return search.infer("CHAIN", context, links=[scaled, last])


def split_integrand(body: Term, x: Term) -> tuple[Term, Term]:
    """An integrand as the other factors and its hypergeometric one."""
    factors = list(body.args) if body.op == "*" else [body]
    kernels = [factor for factor in factors if factor.op == "pfq" and x.data in factor.variables]
    if len(kernels) != 1 or kernels[0].data[0] > kernels[0].data[1]:
        raise Unproved(f"no product with one entire hypergeometric function: {shown(body)}")
    if any(x.data in parameter.variables for parameter in kernels[0].args[:-1]):
        raise Unproved("a parameter of the series moves")
    return product([factor for factor in factors if factor is not kernels[0]]), kernels[0]


def member_of(function: Term, k: Term) -> Term:
    """The k-th term of a hypergeometric function."""
    above, below, z = function.data[0], function.data[1], function.args[-1]
    parts = [make("rpow", (z, k)), make("inv", (make("gamma", (make("+", (k, ONE)),)),))]
    for place, parameter in enumerate(function.args[: above + below]):
        first, later = make("gamma", (parameter,)), make("gamma", (make("+", (parameter, k)),))
        parts += [later, make("inv", (first,))] if place < above else [first, make("inv", (later,))]
    return make("*", parts)


class _Members:
    """The members of an integrand as a series in k."""

    def __init__(self, search: Search, context: Context, term: Term, rest: Term, kernel: Term, x: Term):
        self.search, self.context, self.term, self.kernel, self.rest = search, context, term, kernel, rest
        self.x = x

    def at(self, x: Term, k: Term) -> Term:
        """The member at other variables."""
        stand_in = self.x
        bodies_ = (close(self.rest, (stand_in,)), close(self.kernel, (stand_in,)))
        rest, kernel = (instantiate(body, (x,)) for body in bodies_)
        return make("*", (rest, member_of(kernel, k)))

    def in_place(self, inner: Context) -> Theorem:
        """``c F = sum_k c t_k`` where the integral is opened."""
        search = self.search
        _, (k,), _ = opened(search, inner, make("sum", (ZERO, OO, ZERO)))
        series = make("sum", (ZERO, OO, close(member_of(self.kernel, k), (k,))))
        search.use(inner, prove_convergent(search, inner, series))
        equal = prove_equal(search, inner, self.kernel, series)
        linear = search.infer("LIN", inner, terms=[series], coefficients=[self.rest], l1=[])
        _, _, body = opened(search, self.context, self.term)
        middle = make("*", (self.rest, self.kernel))
        first = search.infer("RING", inner, lhs=body, rhs=middle, eqs=[])
        second = search.infer("CONG", inner, eq=equal, term=middle, paths=[[1]])
        return search.infer("CHAIN", inner, links=[first, second, search.infer("SYM", inner, of=linear)])


def _exchanged(
    search: Search, context: Context, outside: Term, within: Context, member: Term, l1: Theorem, as_series: Theorem
) -> Theorem:
    """``sum_k int = int sum_k`` for members that are not negative."""
    sign = prove_order(search, within, ZERO, member, False)
    size = axiom(search, within, "abs.same", member, premises=[sign])
    turned = search.infer("SYM", within, of=size)
    converges = search.infer("DEF", context, judgement=make("l1", (outside,)))
    whole = search.infer("TRANSPORT", context, of=converges, eqs=[turned], paths=[[0, 2, 2]])
    sum_ = as_series.judgement.args[1]
    other = search.infer("L1", as_series.context, of=as_series, term=sum_)
    return search.infer("SWAP", context, term=outside, first=[l1], whole=[whole], other=[other])


def _as_integral(search: Search, context: Context, term: Term, swapped: Theorem, as_series: Theorem) -> Theorem:
    """The integral as that of the series, which converges."""
    there = search.infer("L1", context, of=swapped, term=swapped.judgement.args[1])
    turned = search.infer("SYM", as_series.context, of=as_series)
    here = search.infer("TRANSPORT", context, of=there, eqs=[turned], paths=[[0, 2]])
    if here.judgement.args[0] is not term:
        raise Unproved("the series is integrated in another form")
    search.use(context, here)
    return search.infer("CONG", context, eq=as_series, term=term, paths=[[2]])
