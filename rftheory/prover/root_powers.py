"""Powers of complex numbers with exponents ``k`` and ``k/2`` for integers k >= 0, by induction.

``(a b)^k = a^k b^k``, ``(1/a)^k = 1/a^k`` and ``a^(k/2) = (sqrt a)^k`` hold on every branch, so a power whose root is known as
a quotient is the quotient of powers. The theorems are proved once, for ``a = u + i v`` that is not 0.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.known import integer
from rftheory.kernel.values import nonneg
from rftheory.prover import table
from rftheory.prover.learn import known_of


def _power(base: Term, exponent: Term) -> Term:
    return make("rpow", (base, exponent))


def _half(k: Term) -> Term:
    return make("*", (HALF, k))


class _Laws:
    """The theorems, each made when it is asked for first."""

    def __init__(self, search: Search):
        self.search, self.run = search, search.run
        pairs = self.run.extended(EMPTY, *(declare("real") for _ in range(4)))
        u, v, x, y = (pairs.variable(place) for place in range(4))
        self.a, self.b = (make("+", (first, make("*", (IMAG, second)))) for first, second in ((u, v), (x, y)))
        nonzero = [make("!=", (number, ZERO)) for number in (self.a, self.b)]
        self.outer = self.run.extended(pairs, *nonzero)
        self.context = self.run.extended(self.outer, declare("int", low=ZERO))
        self.k = self.context.variable(4)

    def product(self) -> Theorem:
        product = make("*", (self.a, self.b))
        right = make("*", (_power(self.a, self.k), _power(self.b, self.k)))
        return self._by_induction(_power(product, self.k), right, [product, self.a, self.b])

    def inverse(self) -> Theorem:
        return self._by_induction(_power(inv(self.a), self.k), inv(_power(self.a, self.k)), [inv(self.a), self.a])

    def root(self) -> Theorem:
        root = make("sqrt", (self.a,))
        return self._by_induction(_power(self.a, _half(self.k)), _power(root, self.k), [root])

    def _by_induction(self, left: Term, right: Term, bases: Sequence[Term]) -> Theorem:
        search, outer = self.search, self.outer
        for base in bases:
            search.use(outer, prove_nonzero(self.run, outer, base))
        first = [substitute(side, {self.k.data[0]: ZERO}) for side in (left, right)]
        base_ = self._ring(
            outer, first[0], first[1], [self._natural(outer, base, 0) for base in bases], self._halves(outer, ZERO)
        )
        fact = make("=", (left, right))
        make_defined(self.run, self.context, left, right)
        here = self.run.extended(self.context, fact)
        after = make("+", (self.k, ONE))
        second = [substitute(side, {self.k.data[0]: after}) for side in (left, right)]
        eqs = [eq for base in bases for eq in self._next(here, base, ONE)]
        eqs.append(search.infer("HYP", here, fact=fact))
        step = self._ring(here, second[0], second[1], eqs, self._halves(here, after))
        return search.infer("IND", self.context, base=[base_], step=step)

    def _natural(self, context: Context, base: Term, n: int) -> Theorem:
        return table.axiom(self.search, context, "rpow.natural", base, numbers=[n])

    def _next(self, context: Context, base: Term, step: Term) -> list[Theorem]:
        """``b^(k + 1) = b^k b``."""
        added = table.axiom(self.search, context, "rpow.sum", base, self.k, step)
        return [self._natural(context, base, 1), self.search.infer("SYM", context, of=added)]

    def _halves(self, context: Context, exponent: Term) -> list[Theorem]:
        """``a^(k/2)`` for the first and the next k, by the root."""
        search, half, root = self.search, _half(exponent), table.axiom(self.search, context, "sqrt.rpow", self.a)
        if exponent is ZERO:
            zero = search.infer("RING", context, lhs=half, rhs=ZERO, eqs=[])
            same = search.infer("CONG", context, eq=zero, term=_power(self.a, half), paths=[[1]])
            return [self._natural(context, self.a, 0), same]
        apart = make("+", (_half(self.k), HALF))
        same = search.infer("RING", context, lhs=half, rhs=apart, eqs=[])
        same = search.infer("CONG", context, eq=same, term=_power(self.a, half), paths=[[1]])
        added = table.axiom(search, context, "rpow.sum", self.a, _half(self.k), HALF)
        return [search.infer("SYM", context, of=eq) for eq in (root, added)] + [same]

    def _ring(
        self, context: Context, left: Term, right: Term, eqs: Sequence[Theorem], halves: Sequence[Theorem]
    ) -> Theorem:
        make_defined(self.run, context, left, right)
        return self.search.infer("RING", context, lhs=left, rhs=right, eqs=[*eqs, *halves])


@general
def power_of_product(search: Search) -> Theorem:
    """``(a b)^k = a^k b^k``."""
    return _Laws(search).product()


@general
def power_of_inverse(search: Search) -> Theorem:
    """``(1/a)^k = 1/a^k``."""
    return _Laws(search).inverse()


@general
def power_of_root(search: Search) -> Theorem:
    """``a^(k/2) = (sqrt a)^k``."""
    return _Laws(search).root()


# -- at numbers of a context ----------------------------------------------------------------------------------------


def power_by_root(search: Search, context: Context, atom: Term) -> Theorem:
    """``b^e`` as a product of powers of the factors of ``sqrt b``, where an equation of the context says what that is.

    Raises:
        Unproved: if there is no such equation, or ``2 e`` is no integer that is at least 0.
    """
    base, exponent = atom.args
    root = make("sqrt", (base,))
    of_root = [eq for eq in search.listed_equations(context) if root in eq.judgement.args]
    if not of_root:
        raise Unproved("no root is known")
    value = of_root[0] if of_root[0].judgement.args[0] is root else search.infer("SYM", context, of=of_root[0])
    known = known_of(search, context, [exponent])
    twice = known.ring.fraction(known.form(make("*", (rat(2), exponent))))
    if not (integer(search.kernel, context, twice) and nonneg(search.kernel, context, twice)):
        raise Unproved("an exponent that is no half of an integer")
    links = []
    if exponent is not _half(twice):
        same = search.infer("RING", context, lhs=exponent, rhs=_half(twice), eqs=[])
        links.append(search.infer("CONG", context, eq=same, term=atom, paths=[[1]]))
    links.append(_at_numbers(search, context, power_of_root(search), [base, ONE], twice))
    links.append(search.infer("CONG", context, eq=value, term=_power(root, twice), paths=[[0]]))
    links.append(_apart(search, context, links[-1].judgement.args[1]))
    return search.infer("CHAIN", context, links=links)


def _apart(search: Search, context: Context, power: Term) -> Theorem:
    """``r^k`` by the factors of r; those that are roots with the exponent ``k/2``."""
    base, k = power.args
    if base.op == "*":
        rest = base.args[1] if len(base.args) == 2 else make("*", base.args[1:])
        split = make("*", (base.args[0], rest))
        links = []
        if split is not base:
            same = search.infer("RING", context, lhs=base, rhs=split, eqs=[])
            links.append(search.infer("CONG", context, eq=same, term=power, paths=[[0]]))
        links.append(_at_numbers(search, context, power_of_product(search), [base.args[0], rest], k))
        parts = [_apart(search, context, _power(factor, k)) for factor in (base.args[0], rest)]
        for place, part in enumerate(parts):
            links.append(search.infer("CONG", context, eq=part, term=links[-1].judgement.args[1], paths=[[place]]))
        return search.infer("CHAIN", context, links=links)
    if base.op == "inv":
        first = _at_numbers(search, context, power_of_inverse(search), [base.args[0], ONE], k)
        part = _apart(search, context, _power(base.args[0], k))
        last = search.infer("CONG", context, eq=part, term=first.judgement.args[1], paths=[[0]])
        return search.infer("CHAIN", context, links=[first, last])
    if base.op == "sqrt":
        return search.infer(
            "SYM", context, of=_at_numbers(search, context, power_of_root(search), [base.args[0], ONE], k)
        )
    return search.infer("REFL", context, term=power)


def _at_numbers(search: Search, context: Context, law: Theorem, numbers: Sequence[Term], k: Term) -> Theorem:
    """A law for ``a = re a + i im a`` and k, written with a again."""
    parts, written = list[Term](), list[Theorem]()
    for number in numbers:
        search.use(context, nonzero := prove_nonzero(search, context, number))
        same = table.axiom(search, context, "re.im", number)
        split = same.judgement.args[1]
        parts += [split.args[0], split.args[1].args[1]]
        back = search.infer("SYM", context, of=same)
        search.use(context, search.infer("CHAIN", context, links=[back, nonzero]))
        written.append(back)
    found = instantiated(search, context, law, [*parts, k])
    first, last = found.judgement.args
    start, end = (_written(search, context, side, written) for side in (first, last))
    turned = [search.infer("SYM", context, of=link) for link in reversed(start)]
    return search.infer("CHAIN", context, links=[*turned, found, *end])


def _written(search: Search, context: Context, side: Term, equations: Sequence[Theorem]) -> list[Theorem]:
    """A side with numbers in the place of their parts."""
    links, here = list[Theorem](), side
    for eq in equations:
        make_defined(search, context, here)
        if (link := search.attempt("CONG", context, eq=eq, term=here, paths=[])) is not None:
            links.append(link)
            here = link.judgement.args[1]
    return links
