"""Sums over families of independent draws or over orthogonal frames: the mean of one sum, and of a product of two."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.family_members import RULES, by_members, make_pairs, of_single_members, stages

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator


def mean(integrator: Integrator, context: Context, term: Term, factor: Factor, draws: Sequence[Term]) -> Theorem:
    """``E f = closed`` where f depends on families: on sums over all members, or on single members."""
    sums = [part for part, k in factor.parts.items() for _ in range(k) if part.op == "sum"]
    if not sums:
        return of_single_members(integrator, context, term)
    if factor.exponent or len(sums) != sum(factor.parts.values()) or len(sums) > 2:
        raise Unproved("a product of sums over families with other factors")
    if any(law.op not in RULES for law in term.args[:-1]):
        raise Unproved("a sum over members that are not independent, nor of a frame")
    size = term.args[0].args[0]
    if any(part.args[:2] != (ONE, size) for part in sums) or any(law.args[0] is not size for law in term.args[:-1]):
        raise Unproved("a sum that does not go over the whole family")
    return _Sums(integrator, context, term, size).mean(len(sums))


class _Sums:
    """The means of sums over all members, for one block of families."""

    def __init__(self, integrator: Integrator, context: Context, term: Term, size: Term):
        self.it, self.context, self.term, self.size = integrator, context, term, size
        self.families = term.args[:-1]
        self.independent = all(law.op == "iid" for law in self.families)

    def mean(self, count: int) -> Theorem:
        if self.size is ONE:
            return self._of_one_member()
        if count == 1:
            return self._summed(self.term, self._of_member)
        return self._of_product()

    def _over_families(self, body: Term, draws: tuple[Term, ...]) -> Term:
        return make("E", (*self.families, close(body, draws)))

    # -- one sum ----------------------------------------------------------------------------------------------------

    def _summed(self, term: Term, member_mean: Callable[[Context, Term, Term], Theorem]) -> Theorem:
        """``E sum_i f(i) = m closed`` where the mean of each member is the same."""
        it, context = self.it, self.context
        inner, draws, (whole,) = bodies(context, term)
        within, (i,) = it.opened(context, make("sum", (*whole.args[:2], ZERO)))
        _, fresh = open_binder(within, make("E", (*self.families, ZERO)))
        moved = instantiate(instantiate(term.args[-1], fresh).args[2], [i])
        member = self._over_families(moved, fresh)
        found = member_mean(within, i, member)
        swapped = it.infer("SWAP", context, term=term, first=[], whole=[], other=[found])
        return self._constant(swapped, found)

    def _constant(self, swapped: Theorem, member: Theorem) -> Theorem:
        """``T = sum_i E f(i) = value (high - low + 1)``."""
        it, context = self.it, swapped.context
        summed, value = swapped.judgement.args[1], member.judgement.args[1]
        it.kept(member.context, member)
        links = [swapped]
        if member.judgement.args[0] is not value:
            links.append(it.infer("CONG", context, eq=member, term=summed, paths=[[2]]))
        last = it.infer("CONST", context, over=summed, value=value)
        low, high = summed.args[:2]
        times = last.judgement.args[1]
        count = high if low is ONE else make("+", (high, make("neg", (low,)), ONE))
        if low is ONE and high.op == "+" and high.args[1] is rat(-1):
            links.append(last)
        else:
            simple = product([value, count]) if value is not ONE else count
            links += [last, it.infer("RING", context, lhs=times, rhs=simple, eqs=[])]
        return it.kept(context, it.chain(context, links))

    def _of_member(self, within: Context, i: Term, member: Term) -> Theorem:
        return by_members(self.it, within, member, [[i]] * len(self.families), [])

    def _of_one_member(self) -> Theorem:
        """Families of one member: each sum is that member."""
        it, context = self.it, self.context
        inner, draws = it.opened(context, self.term)
        body = instantiate(self.term.args[-1], draws)
        sums = body.args if body.op == "*" else [body]
        single = [it.infer("SINGLE", inner, term=part) for part in dict.fromkeys(sums)]
        values = {found.judgement.args[0]: found.judgement.args[1] for found in single}
        alone = product([values[part] for part in sums])
        identity = it.infer("RING", inner, lhs=body, rhs=alone, eqs=single)
        whole = self._over_families(alone, draws)
        found = by_members(it, context, whole, [[ONE]] * len(self.families), [])
        return it.chain(context, [*it.expanded(context, self.term, found, identity), found])

    # -- two sums ---------------------------------------------------------------------------------------------------

    def _of_product(self) -> Theorem:
        """``E S_a S_b = m ((m - 1) E f_a E f_b + E f_a f_b)``."""
        it, context = self.it, self.context
        inner, draws = it.opened(context, self.term)
        body = instantiate(self.term.args[-1], draws)
        first, second = body.args
        scaled = make("*", (second, instantiate(first.args[2], [self._index(inner, first)])))
        index = self._index(inner, first)
        whole = make("sum", (*first.args[:2], close(scaled, (index,))))
        linear = it.infer("LIN", inner, terms=[first], coefficients=[second], l1=[])
        if linear.judgement.args[0] is not whole:
            raise Unproved("a product of sums")
        same = it.infer("RING", inner, lhs=body, rhs=linear.judgement.args[1], eqs=[])
        identity = it.chain(inner, [same, it.infer("SYM", inner, of=linear)])
        doubled = self._over_families(whole, draws)
        found = self._summed(doubled, self._of_row)
        return it.chain(context, [*it.expanded(context, self.term, found, identity), found])

    def _index(self, context: Context, whole: Term) -> Term:
        return open_binder(context, whole)[1][0]

    def _of_row(self, within: Context, i: Term, member: Term) -> Theorem:
        """``E S_b f_a(w_i)``: S_b in three parts, before i, at i and after i."""
        it = self.it
        inner, draws = it.opened(within, member)
        body = instantiate(member.args[-1], draws)
        second, factor = body.args
        means = self._means(within, i, second, draws, factor) if self.independent else None
        orders = _orders(it, within, i, self.size)
        parts, equations = self._split(inner, second, i, orders)
        terms, found, mixed = list[Term](), list[Theorem](), ONE
        for part in parts:
            if part.op == "sum":
                linear = it.infer("LIN", inner, terms=[part], coefficients=[factor], l1=equations)
                for side in (part, linear.judgement.args[0]):
                    it.search.use(inner, it.infer("L1", inner, of=linear, term=side))
                equations.append(linear)
                terms.append(linear.judgement.args[0])
            else:
                terms.append(product([factor, part]))
        for term, part in zip(terms, parts, strict=True):
            whole = self._over_families(term, draws)
            if part.op == "sum":
                off, mixed = self._off_diagonal(within, i, whole, means)
                found.append(off)
            else:
                found.append(by_members(it, within, whole, [[i]] * len(self.families), []))
        total = make("+", terms)
        identity = it.infer("RING", inner, lhs=body, rhs=total, eqs=equations)
        linear = it.infer("LIN", within, terms=[f.judgement.args[0] for f in found], coefficients=[ONE] * 3, l1=found)
        square = found[1].judgement.args[1]
        last = make("+", (self.size, rat(-1)))
        value = make("+", (product([mixed, last]), square))
        it.define(within, value)
        links = [linear, it.ring(within, linear.judgement.args[1], value, found)]
        return it.chain(within, [*it.expanded(within, member, linear, identity), *links])

    def _means(
        self, within: Context, i: Term, second: Term, draws: tuple[Term, ...], factor: Term
    ) -> tuple[Theorem, Theorem]:
        """The means of one member of each sum."""
        one = self._over_families(factor, draws)
        other = make("E", (*self.families, close(instantiate(second.args[2], [i]), draws)))
        shapes = []
        for whole in (one, other):
            alone = stages(within, whole, [[i]] * len(self.families))[-1][1]
            shapes.append(self.it.mean(within, alone))
        return shapes[0], shapes[1]

    def _split(
        self, inner: Context, whole: Term, i: Term, orders: Sequence[Theorem]
    ) -> tuple[list[Term], list[Theorem]]:
        it = self.it
        before, after = make("+", (i, rat(-1))), make("+", (i, ONE))
        first = it.infer("SPLIT", inner, whole=whole, last=before, following=i, orders=list(orders), l1=[])
        low, rest = first.judgement.args[1].args
        second = it.infer("SPLIT", inner, whole=rest, last=i, following=after, orders=list(orders), l1=[])
        middle, high = second.judgement.args[1].args
        single = it.infer("SINGLE", inner, term=middle)
        return [low, single.judgement.args[1], high], [single, second, first]

    def _off_diagonal(
        self, within: Context, i: Term, term: Term, means: tuple[Theorem, Theorem] | None
    ) -> tuple[Theorem, Term]:
        """``E sum_j f_a(w_i) f_b(w_j)`` over indices j below or above i, and the mean of one such pair."""
        it = self.it
        _, _, (whole,) = bodies(within, term)
        inside, (j,) = it.opened(within, make("sum", (*whole.args[:2], ZERO)))
        _, fresh = open_binder(inside, make("E", (*self.families, ZERO)))
        member = make("E", (*self.families, close(instantiate(instantiate(term.args[-1], fresh).args[2], [j]), fresh)))
        differ = _apart(it, inside, i, j, self.size)
        pairs = [[i, j]] * len(self.families)
        if means is None:
            make_pairs(it, inside, self.families, _increasing(it, inside, i, j, self.size))
            joint = it.mean(inside, stages(inside, member, pairs)[-1][1])
        else:
            joint = self._joint(within, means)
        found = by_members(it, inside, member, pairs, [differ], joint)
        swapped = it.infer("SWAP", within, term=term, first=[], whole=[], other=[found])
        return self._constant(swapped, found), joint.judgement.args[1]

    def _joint(self, context: Context, means: tuple[Theorem, Theorem]) -> Theorem:
        """``E f_a(v) f_b(v') = E f_a E f_b`` over pairs of draws, the two of one family side by side."""
        it, count = self.it, len(self.families)
        found = it._independent(context, *means)
        if count == 1:
            return found
        term = found.judgement.args[0]
        _, draws, (body,) = bodies(context, term)
        order = [number for r in range(count) for number in (r, count + r)]
        laws = [term.args[number] for number in order]
        whole = make("E", (*laws, close(body, tuple(draws[number] for number in order))))
        keep = [order.index(number) for number in range(2 * count)]
        block = it.infer("BLOCK", context, term=whole, keep=keep, l1=[found])
        return it.kept(context, it.chain(context, [block, found]))


# -- orders of indices ----------------------------------------------------------------------------------------------


def _difference(it: Integrator, context: Context, smaller: Term, larger: Term, facts: Sequence[Term]) -> Theorem:
    """``smaller <= larger`` (or ``<``): the gap is the sum of the gaps of some facts, and perhaps 1."""
    signs = [it.infer("HYP", context, fact=fact) for fact in facts]
    rows = [row(sign) for sign in signs]
    for more in ([], [row()]):
        found = it.search.attempt("POS", context, lhs=smaller, rhs=larger, rows=[*rows, *more], eqs=[])
        if found is not None:
            return found
    raise Unproved("the order of two indices")


def _orders(it: Integrator, context: Context, i: Term, size: Term) -> list[Theorem]:
    """What splitting a range 1, ..., m at i asks for; listed as well."""
    before, after = make("+", (i, rat(-1))), make("+", (i, ONE))
    below = make("<=", (i, size))
    found = [
        _difference(it, context, before, size, [below]),
        _difference(it, context, i, after, []),
        _difference(it, context, make("+", (after, rat(-1))), size, [below]),
    ]
    for order in found:
        it.search.use(context, order)
    return found


def _increasing(it: Integrator, context: Context, i: Term, j: Term, size: Term) -> list[Term]:
    """The facts that say ``1 <= j < i <= m``, or the same with i and j exchanged."""
    below = make("<=", (j, make("+", (i, rat(-1)))))
    if it.search.attempt("HYP", context, fact=below) is not None:
        return [make("<=", (ONE, j)), below, make("<=", (i, size))]
    return [make("<=", (ONE, i)), make("<=", (make("+", (i, ONE)), j)), make("<=", (j, size))]


def _apart(it: Integrator, context: Context, i: Term, j: Term, size: Term) -> Theorem:
    """``j < i`` or ``i < j`` from the range of j; that j is an index is listed."""
    first, between, last = _increasing(it, context, i, j, size)
    if first.args[1] is j:
        it.search.use(context, _difference(it, context, j, size, [between, last]))
        return _difference(it, context, j, i, [between])
    it.search.use(context, _difference(it, context, ONE, j, [between, first]))
    return _difference(it, context, i, j, [between])
