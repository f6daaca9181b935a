"""Exponents that are linear in products with vectors of balls: how large they are, and how much they change with one vector.

Cauchy and Schwarz bound each product ``u.v``, with the radius of a ball in place of the length of a vector of it.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.substitution import replace
from rftheory.prover.signs import as_order


def length_of(vector: Term) -> Term:
    return make("sqrt", (make("norm2", (vector,)),))


def negative(term: Term) -> Term:
    return make("neg", (term,))


def products_below_lengths(search: Search, context: Context, u: Term, v: Term) -> tuple[Theorem, Theorem]:
    """``u.v <= |u| |v|`` and ``-u.v <= |u| |v|``."""
    product, squares = make("dot", (u, v)), [make("norm2", (one,)) for one in (u, v)]
    order = axiom(search, context, "dot.cauchy_schwarz", u, v)
    roots = search.infer("MONO", context, order=order, function="sqrt", number=0, exponent=[], premises=[])
    size = search.infer("SYM", context, of=axiom(search, context, "sqrt.of_square", product))
    apart = axiom(search, context, "sqrt.product", *squares)
    bound = search.infer("CHAIN", context, links=[size, roots, apart])
    sides = [axiom(search, context, name, product) for name in ("abs.above", "abs.below")]
    first, second = (search.infer("CHAIN", context, links=[side, bound]) for side in sides)
    return first, second


@dataclass
class Move:
    """From p to q in one ball, in a context of draws, balls and q; all contexts of its parts go on with it."""

    search: Search
    context: Context
    p: Term
    q: Term
    #: the vectors of the balls with their radii
    radii: dict[Term, Term]

    def __post_init__(self) -> None:
        self.apart = make("vadd", (self.p, make("vscale", (rat(-1), self.q))))
        self.distance = length_of(self.apart)
        make_defined(self.search, self.context, self.distance)

    def infer(self, name: str, context: Context, **parameters: Any) -> Theorem:
        return self.search.infer(name, context, **parameters)

    def moved(self, term: Term) -> Term:
        return replace(term, self.p, self.q)

    def equal(self, context: Context, first: Term, second: Term) -> Theorem:
        make_defined(self.search, context, first, second)
        return prove_equal(self.search, context, first, second)

    def order(self, context: Context, smaller: Term, larger: Term, rows: Sequence[Any], eqs: Any = ()) -> Theorem:
        make_defined(self.search, context, smaller, larger)
        found = self.infer("POS", context, lhs=smaller, rhs=larger, rows=list(rows), eqs=list(eqs))
        return as_order(self.search, context, found, "<=")

    def sign(self, context: Context, term: Term) -> Theorem:
        """``0 <= t`` or ``t <= 0``."""
        make_defined(self.search, context, term)
        found = prove_sign(self.search, context, term)
        if found is None:
            raise Unproved(f"no sign of {shown(term)}")
        return found

    def nonnegative(self, context: Context, term: Term) -> Theorem:
        make_defined(self.search, context, term)
        return self.infer("DEF", context, judgement=make("<=", (ZERO, term)))

    def in_balls(self, term: Term) -> bool:
        """Whether a term speaks of a vector of a ball."""
        return any(vector.data in term.variables for vector in (*self.radii, self.q))

    # -- exponents --------------------------------------------------------------------------------------------------

    def coefficients(self, context: Context, a: Term) -> dict[Term, Term]:
        """The products with vectors of the balls in an exponent, with their coefficients."""
        parts = list(dict.fromkeys(part for part in _products(a) if self.in_balls(part)))
        rest, found = _all_replaced(a, dict.fromkeys(parts, ZERO)), {}
        for part in parts:
            alone = _all_replaced(a, {other: ONE if other is part else ZERO for other in parts})
            quotient = minus(alone, rest)
            make_defined(self.search, context, quotient)
            ring = Ring(atoms_of([quotient]))
            found[part] = ring.fraction(ring.lowest(ring.form(quotient)))
        return found

    def reach(self, context: Context, u: Term, v: Term) -> tuple[Theorem, Theorem, Term]:
        """``+-u.v <= R`` with the bounds of both lengths."""
        orders = products_below_lengths(self.search, context, u, v)
        tops, rows = [], []
        for vector in (u, v):
            top, below = self.length(context, vector)
            tops.append(top)
            rows.append(below)
        bound = times(*tops)
        first = [self.nonnegative(context, length_of(u)), self.nonnegative(context, tops[1])]
        extra = [row(first[0], rows[1])] if rows[1] else []
        extra += [row(first[1], rows[0])] if rows[0] else []
        sides = [self.order(context, one.judgement.args[0], bound, [row(one), *extra]) for one in orders]
        return sides[0], sides[1], bound

    def length(self, context: Context, vector: Term) -> tuple[Term, Theorem | None]:
        """What bounds the length of a vector: the radius of its ball, or itself."""
        own = length_of(vector)
        radius = self.radii.get(self.p if vector is self.q else vector)
        if radius is None:
            return own, None
        make_defined(self.search, context, own)
        given = self.infer("HYP", context, fact=make("<=", (make("norm2", (vector,)), power(radius, 2))))
        root = self.infer("MONO", context, order=given, function="sqrt", number=0, exponent=[], premises=[])
        same = self.equal(context, root.judgement.args[1], radius)
        return radius, self.infer("CHAIN", context, links=[root, same])

    def top(self, context: Context, a: Term, at: Term) -> tuple[Term, Theorem]:
        """U and ``a <= U``, at p or at q."""
        found = self.coefficients(context, a)
        tops, rows = [_all_replaced(a, dict.fromkeys(found, ZERO))], []
        place = (lambda t: t) if at is a else self.moved
        for part, c in found.items():
            sign = self.sign(context, c)
            rises = sign.judgement.args[0] is ZERO
            here = place(part)
            if part.op == "norm2" and not rises:
                rows.append(row(sign, self.nonnegative(context, here)))
                continue
            vectors = here.args if here.op == "dot" else here.args * 2
            above, below, bound = self.reach(context, *vectors)
            if part.op == "norm2":
                above = self.infer("HYP", context, fact=make("<=", (here, power(self.radii[part.args[0]], 2))))
            rows.append(row(sign, above if rises else below))
            tops.append(times(c if rises else negative(c), bound))
        top = plus(*tops)
        make_defined(self.search, context, top)
        return top, self.order(context, at, top, rows)

    def rate(self, context: Context, a: Term, first: Term, second: Term) -> tuple[Term, Theorem]:
        """K and ``a - b <= K |p - q|``."""
        rates, rows, eqs = [], [], []
        there = self.moved if first is not a else (lambda t: t)
        for part, c in self.coefficients(context, a).items():
            if self.moved(part) is part:
                continue
            sign = self.sign(context, c)
            rises = sign.judgement.args[0] is ZERO
            others = _partners(part, self.p, self.q)
            products = [make("dot", (self.apart, z)) for z in others]
            eqs.append(self.equal(context, minus(part, self.moved(part)), plus(*products)))
            upwards = rises == (there(part) is part)
            for z in others:
                above, below, bound = self.reach(context, self.apart, z)
                rows.append(row(sign, above if upwards else below))
                rates.append(times(c if rises else negative(c), bound.args[1]))
        rate = plus(*rates)
        return rate, self.order(context, minus(first, second), times(rate, self.distance), rows, eqs)


# -- terms ----------------------------------------------------------------------------------------------------------


def _products(term: Term) -> list[Term]:
    """The inner products and squares of lengths in a term."""
    if term.op in ("dot", "norm2"):
        return [term]
    return [one for arg in term.args for one in _products(arg)]


def vectors_of(term: Term) -> list[Term]:
    return list(dict.fromkeys(vector for part in _products(term) for vector in part.args))


def _partners(part: Term, p: Term, q: Term) -> list[Term]:
    """The vectors z with ``part(p) - part(q) = sum (p - q).z``."""
    if part.op == "norm2" or part.args == (p, p):
        return [p, q]
    return [part.args[1] if part.args[0] is p else part.args[0]]


def squared(term: Term) -> Term:
    """With the squares of lengths as such."""
    for part in dict.fromkeys(_products(term)):
        term = replace(term, power(make("sqrt", (part,)), 2), part)
    return term


def _all_replaced(term: Term, values: dict[Term, Term]) -> Term:
    for part, value in values.items():
        term = replace(term, part, value)
    return term
