"""How much an error of exponentials changes with one vector of a ball: ``|F(p) - F(q)| <= n G |p - q|`` for n parts of F.

Each part is ``c g``, where g is an exponential or a finite sum of such. From ``1 + t <= exp t``,
``exp a - exp b <= exp(a) (a - b) <= exp(U) K |p - q|`` with ``a <= U`` and ``a - b <= K |p - q|``: both exponents are linear in
products with vectors of the balls, each of which Cauchy and Schwarz bound. That ``|c| exp(U) K <= G`` is said by a lemma.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import chained
from rftheory.prover.words import *
from rftheory.kernel.substitution import abstract
from rftheory.prover.ball_bounds import Move, length_of, negative, squared, vectors_of

#: a lemma ``S <= G`` for a given length of the draw (None without draws)
Lemmas = Callable[[Context, Term | None], Sequence[Theorem]]


@dataclass(frozen=True)
class Part:
    """``c g(x)``: g is ``exp a`` or the sum of ``exp a`` over a range with so many members."""

    coefficient: Term
    #: the range of the sum, as ``sum low high 0``; None for a single exponential
    over: Term | None
    #: a; for a sum with the index bound
    exponent: Term

    def value(self, replaced: Callable[[Term], Term]) -> Term:
        """g, with vectors exchanged."""
        body = exp(replaced(self.exponent))
        return body if self.over is None else make("sum", (*self.over.args[:2], body))


@dataclass
class Change(Move):
    """What a move does to the values of exponentials."""

    #: G
    slope: Term
    lemmas: Lemmas

    # -- the whole --------------------------------------------------------------------------------------------------

    def of(self, value: Term) -> tuple[Theorem, int]:
        """``|F(p) - F(q)| <= (n G) |p - q|`` and n."""
        pieces = value.args if value.op == "+" else (value,)
        found = [self.of_part(piece) for piece in pieces if self.moved(piece) is not piece]
        bound = make("*", (times(rat(len(found)), self.slope), self.distance))
        other = self.moved(value)
        change = minus(value, other)
        eqs = [eq for _, _, same in found for eq in same]
        rises = self.order(self.context, change, bound, [row(up) for up, _, _ in found], eqs)
        falls = self.order(self.context, negative(change), bound, [row(down) for _, down, _ in found], eqs)
        return self._size(change, rises, falls), len(found)

    def _size(self, change: Term, rises: Theorem, falls: Theorem) -> Theorem:
        """The size of a change from both of its signs."""
        size = make("abs", (change,))
        make_defined(self.search, self.context, size)
        cases = []
        for fact, name, order in (
            (make("<=", (ZERO, change)), "abs.same", rises),
            (make("<=", (change, ZERO)), "abs.opposite", falls),
        ):
            place = self.search.run.declare(self.context, fact)
            given = self.infer("HYP", place, fact=fact)
            same = axiom(self.search, place, name, change, premises=[given])
            cases.append(self.infer("CHAIN", place, links=[same, order]))
        return self.infer("CASES", self.context, of=cases)

    # -- one part ---------------------------------------------------------------------------------------------------

    def of_part(self, piece: Term) -> tuple[Theorem, Theorem, list[Theorem]]:
        """``c g(p) - c g(q) <= G |p - q|``, the same with p and q exchanged, and what the part is at p and q."""
        part, same = self.shape(piece)
        eqs = [same, self.shape(self.moved(piece))[1]]
        up, down = (self._values(part, turned) for turned in (False, True))
        sign = self.sign(self.context, part.coefficient)
        rising = sign.judgement.args[0] is ZERO
        orders = []
        values = [times(part.coefficient, part.value(place)) for place in (lambda t: t, self.moved)]
        bound = times(self.slope, self.distance)
        for (first, second), order in (((0, 1), up if rising else down), ((1, 0), down if rising else up)):
            orders.append(self.order(self.context, minus(values[first], values[second]), bound, [row(sign, order)]))
        return orders[0], orders[1], eqs

    def shape(self, piece: Term) -> tuple[Part, Theorem]:
        """``c g`` for a piece, and the equation of both."""
        factors = _factors(piece)
        sums = [one for one in factors if one.op == "sum"]
        moving = [one for one in factors if one.op == "exp" and self.in_balls(one)]
        coefficient = self._product([one for one in factors if one not in sums and one not in moving])
        if self.in_balls(coefficient) or len(sums) > 1 or (not sums and not moving):
            raise Unproved(f"no multiple of an exponential or of a sum: {shown(piece)}")
        if not sums:
            part = Part(coefficient, None, squared(plus(*(one.args[0] for one in moving))))
            return part, self.equal(self.context, piece, times(coefficient, part.value(lambda t: t)))
        return self._shape_of_sum(piece, coefficient, sums[0], moving)

    def _shape_of_sum(self, piece: Term, coefficient: Term, total: Term, moving: list[Term]) -> tuple[Part, Theorem]:
        """Exponentials outside of a sum go into its members."""
        inner, (k,) = open_binder(self.context, total)
        inside = instantiate(total.args[2], [k])
        if inside.op != "exp":
            raise Unproved(f"no sum of exponentials: {shown(total)}")
        exponent = squared(plus(inside.args[0], *(one.args[0] for one in moving)))
        part = Part(coefficient, make("sum", (*total.args[:2], ZERO)), abstract(exponent, [k.data[0]]))
        outside = self._product(moving)
        pulled = self.infer("LIN", self.context, terms=[total], coefficients=[outside], l1=[])
        member = times(outside, inside) if moving else inside
        same = self.equal(inner, member, exp(exponent))
        whole = self.infer("CONG", self.context, eq=same, term=pulled.judgement.args[0], paths=[[2]])
        back = self.infer("SYM", self.context, of=whole)
        there = self.infer("CHAIN", self.context, links=[back, pulled])
        value = times(coefficient, part.value(lambda t: t))
        make_defined(self.search, self.context, value)
        return part, self.infer("RING", self.context, lhs=piece, rhs=value, eqs=[there])

    def _product(self, factors: Sequence[Term]) -> Term:
        return ONE if not factors else factors[0] if len(factors) == 1 else times(*factors)

    def _values(self, part: Part, turned: bool) -> Theorem:
        """``g(p) <= g(q) + |c|^-1 G |p - q|``; turned: from q to p."""
        rising = self.sign(self.context, part.coefficient).judgement.args[0] is ZERO
        size = part.coefficient if rising else negative(part.coefficient)
        places = (self.moved, lambda t: t) if turned else (lambda t: t, self.moved)
        first, second = (part.value(place) for place in places)
        if part.over is None:
            step = times(inv(size), self.slope, self.distance)
            return self._members(self.context, part.exponent, turned, step, size)
        count = part.over.args[1]
        step = times(inv(size), inv(count), self.slope, self.distance)
        make_defined(self.search, self.context, step)
        inner, (k,) = open_binder(self.context, part.over)
        member = self._members(inner, instantiate(part.exponent, [k]), turned, step, times(size, count))
        constant = self.infer("CONST", self.context, over=part.over, value=step)
        apart = self.infer(
            "LIN", self.context, terms=[second, constant.judgement.args[0]], coefficients=[ONE, ONE], l1=[]
        )
        make_defined(self.search, self.context, first)
        total = self.infer(
            "COMPARE", self.context, lower=first, upper=apart.judgement.args[0], by=member, l1=[], strict=[], at=[]
        )
        bound = plus(second, times(inv(size), self.slope, self.distance))
        make_defined(self.search, self.context, bound)
        tidy = self.infer("RING", self.context, lhs=apart.judgement.args[1], rhs=bound, eqs=[constant])
        return chained(self.search, self.context, total, apart, tidy)

    # -- one exponential --------------------------------------------------------------------------------------------

    def _members(self, context: Context, a: Term, turned: bool, step: Term, size: Term) -> Theorem:
        """``exp a <= exp b + step`` from ``size exp(U) K <= G``."""
        first, second = (self.moved(a), a) if turned else (a, self.moved(a))
        top, below = self.top(context, a, first)
        rate, change = self.rate(context, a, first, second)
        draws = [one for one in vectors_of(a) if not self.in_balls(one)]
        if len(draws) > 1:
            raise Unproved(f"more than one draw in an exponent: {shown(a)}")
        known = self._lemma(context, times(size, exp(top), rate), length_of(draws[0]) if draws else None)
        tangent = axiom(self.search, context, "exp.tangent", minus(second, first))
        grown = self.infer("MONO", context, order=below, function="exp", number=0, exponent=[], premises=[])
        shift = self.equal(context, exp(second), times(exp(first), exp(minus(second, first))))
        lower = self.nonnegative(context, exp(first))
        far = self.nonnegative(context, self.distance)
        share = self.sign(context, inv(size))
        rows = [
            row(lower, tangent),
            row(lower, change),
            row(self.sign(context, rate), far, grown),
            row(share, far, known),
        ]
        make_defined(self.search, context, step)
        return self.order(context, exp(first), plus(exp(second), step), rows, [shift])

    def _lemma(self, context: Context, value: Term, length: Term | None) -> Theorem:
        """``value <= G`` by one of the lemmas."""
        for lemma in self.lemmas(context, length):
            with suppress(Unproved):
                smaller, larger = lemma.judgement.args
                links = [self.equal(context, value, smaller), lemma]
                if larger is not self.slope:
                    links.append(self.equal(context, larger, self.slope))
                return chained(self.search, context, *links)
        raise Unproved(f"no lemma bounds the slope {shown(value)}")


def _factors(term: Term) -> list[Term]:
    """The factors of products in products; a sign is the factor -1."""
    if term.op == "neg":
        return [rat(-1), *_factors(term.args[0])]
    return [one for arg in term.args for one in _factors(arg)] if term.op == "*" else [term]
