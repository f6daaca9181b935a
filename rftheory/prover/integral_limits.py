"""Limits of quotients with integrals of series above: the first terms are integrated, what is left goes to 0.

For ``F(z) = sum a_k z^k`` with positive coefficients and Taylor polynomial T, ``0 <= z(t, x) <= s(x)`` and ``0 <= w(t)``,

    0 <= int w (F(z) - T(z)) dt <= (F(s) - T(s)) int w dt,

so that the rest over a divisor goes to 0 with that of F itself, which has no integral.
"""

from __future__ import annotations

from math import factorial

from rftheory.prover.step_words import *
from rftheory.chains.reasons import Passage
from rftheory.prover.convergence import combined, in_summands, rescaled
from rftheory.prover.hospital import of_quotient
from rftheory.prover.integrals import each_value
from rftheory.prover.series_integrals import member_of, split_integrand
from rftheory.prover.sum_steps import expanded_series, nonnegative_rest, split_after

if TYPE_CHECKING:
    from rftheory.prover.limit_steps import Approach

#: the least and the largest values of what moves inside of an argument
_ENDS = {"sin": (ZERO, ONE), "cos": (rat(-1), ONE)}


def at_zero(limit: Approach, near: Walk, around: Walk, reason: Passage, number: int) -> Theorem:
    """A numerator over what goes to 0 with the variable: both are differentiated and cancelled in turn."""
    x = near.setting.symbols[limit.limit.variable]
    assert reason.quotient is not None
    f, g = (near.term(sp.sympify(part)) for part in reason.quotient)
    found = _of_integrals(limit, near, around, f, g, reason.number)
    term = instantiate(found.judgement.args[2], (x,))
    return limit.transported(found, near.equal(term, near.line(number - 1)))


def _of_integrals(limit: Approach, near: Walk, around: Walk, f: Term, g: Term, degree: int) -> Theorem:
    """The limit of ``f inv(g)``, where f is linear in integrals of series."""
    x = near.setting.symbols[limit.limit.variable]
    one = next((atom for atom in atoms_of([f]) if atom.op == "int" and x.data in atom.variables), None)
    if one is None:
        return of_quotient(limit, near, around, f, g)
    ring = Ring(atoms_of([f]))
    parts = ring.coefficients(ring.form(f), one, 1)
    if parts is None:
        raise Unproved(f"not linear in an integral: {shown(f)}")
    split = _Split(near, one, degree)
    main, rest = plus(parts[0], times(parts[1], split.first)), mul(split.rest, inv(g))
    make_defined(near.search, near.context, main)
    limits = [_of_integrals(limit, near, around, main, g, degree), _rest_vanishes(limit, near, around, split, g)]
    whole = add(mul(main, inv(g)), mul(parts[1], rest))
    make_defined(near.search, near.context, whole)
    found = limit.by_structure(near, around, close(whole, (x,)), limits)
    quotient = mul(f, inv(g))
    same = near.search.infer("RING", near.context, lhs=quotient, rhs=whole, eqs=[split.equation])
    return limit.transported(found, near.search.infer("SYM", near.context, of=same))


def _rest_vanishes(limit: Approach, near: Walk, around: Walk, split: _Split, g: Term) -> Theorem:
    """``rest inv(g)`` goes to 0, below a multiple of what the series itself leaves over the same divisor."""
    x, search = near.setting.symbols[limit.limit.variable], near.search
    sign = prove_order(search, near.context, ZERO, inv(g), True)
    quotient, rest = mul(split.at_most, inv(g)), mul(split.rest, inv(g))
    upper = mul(split.mass, quotient)
    orders = [
        by_rows(near, ZERO, rest, [[split.above, sign]]),
        by_rows(near, rest, upper, [[split.below, sign]]),
    ]
    nothing = _vanishing(around, of_quotient(limit, near, around, split.at_most, g))
    bounds = [
        limit.by_structure(near, around, ZERO),
        _vanishing(around, limit.by_structure(near, around, close(upper, (x,)), [nothing])),
    ]
    over = make("int", (*limit.ends, close(rest, (x,))))
    step_ = {"over": over, "side": limit.side, "orders": orders, "limits": bounds}
    return search.infer("SQUEEZE", around.context, **step_, premises=limit.premises(around))


def _vanishing(around: Walk, found: Theorem) -> Theorem:
    """A limit as 0."""
    eq = around.equal(found.judgement.args[1], ZERO)
    return around.search.infer("LIMEQ", around.context, of=found, eq=eq)


class _Split:
    """``int w F(z) = first + rest``, with bounds of the rest."""

    def __init__(self, near: Walk, integral: Term, degree: int):
        self.near, self.search, self.context, self.degree = near, near.search, near.context, degree
        inner, (t,), body = opened(near.search, near.context, integral)
        self.inside = Walk(near.prover, near.setting.within(inner), None)
        weight, self.function = split_integrand(body, t)
        z, self.ends = self.function.args[-1], integral.args[:2]
        s, order = self._largest(z, t)
        # what is left at z is at most what is left at s
        there, here = self._left(self.inside, z), self._left(near, s)
        low, high = self._orders(there, here, z, s, order)
        first, left = mul(weight, self.taylor(z)), mul(weight, there.judgement.args[0])
        self.at_most = here.judgement.args[0]
        top = mul(weight, self.at_most)
        self.rest, above, self.mass = (make("int", (*self.ends, close(part, (t,)))) for part in (left, top, weight))
        whole = combined(self.search, self.context, integral, [(ONE, first), (ONE, left)])
        values = self._integrated(whole.judgement.args[1].args[0])
        self.first = values.judgement.args[1]
        self.equation = self.search.infer(
            "RING", self.context, lhs=integral, rhs=add(self.first, self.rest), eqs=[whole, values]
        )
        sign = prove_order(self.search, self.inside.context, ZERO, weight, False)
        zero = self._nothing()
        scaled = rescaled(self.search, self.context, above, self.at_most, self.mass)
        self.search.use(self.context, self.search.infer("L1", self.context, of=scaled, term=above))
        #: ``0 <= rest`` and ``rest <= mass at_most``
        self.above = self._compared(zero.judgement.args[1], self.rest, by_rows(self.inside, ZERO, left, [[sign, low]]))
        self.above = self.search.infer("CHAIN", self.context, links=[zero, self.above])
        self.below = self._compared(self.rest, above, by_rows(self.inside, left, top, [[sign, high]]))
        self.below = self.search.infer("CHAIN", self.context, links=[self.below, scaled])

    def _integrated(self, polynomial: Term) -> Theorem:
        """The integral of the first terms, summand by summand."""
        found = in_summands(self.search, self.context, polynomial)
        if found is None:
            raise Unproved(f"no polynomial: {shown(polynomial)}")
        return each_value(self.search, self.context, found)

    def _nothing(self) -> Theorem:
        """``0 = int 0``."""
        found = self.search.infer("CONST", self.context, over=make("int", (*self.ends, ZERO)), value=ZERO)
        links = [found, self.near.equal(found.judgement.args[1], ZERO)]
        return self.search.infer("SYM", self.context, of=self.search.infer("CHAIN", self.context, links=links))

    def _compared(self, lower: Term, upper: Term, order: Theorem) -> Theorem:
        l1 = [prove_convergent(self.search, self.context, term) for term in (lower, upper)]
        return self.search.infer("COMPARE", self.context, lower=lower, upper=upper, by=order, l1=l1, strict=[], at=[])

    def _at(self, z: Term) -> Term:
        return make("pfq", (*self.function.args[:-1], z), self.function.data)

    def taylor(self, z: Term) -> Term:
        """The terms up to the degree."""
        count, parameters = self.function.data[0], self.function.args[:-1]
        parts = []
        for k in range(self.degree + 1):
            up = [plus(a, rat(i)) if i else a for a in parameters[:count] for i in range(k)]
            down = [inv(plus(b, rat(i)) if i else b) for b in parameters[count:] for i in range(k)]
            parts.append(times(rat(Fraction(1, factorial(k))), *up, *down, *([raised(z, k)] if k else [])))
        return add(*parts) if len(parts) > 1 else parts[0]

    def _largest(self, z: Term, t: Term) -> tuple[Term, Theorem]:
        """A bound of an argument that is free of the variable of the integral, from 0 on."""
        where = self.inside.context
        self.search.use(where, prove_order(self.search, where, ZERO, z, False))
        waves = {atom for atom in atoms_of([z]) if atom.op in _ENDS and atom.args[0] is t}
        for place in (0, 1):
            s = _replaced(z, {wave: _ENDS[wave.op][place] for wave in waves})
            if t.data in s.variables:
                break
            make_defined(self.search, self.context, s)
            with suppress(Unproved):
                self.search.use(self.context, prove_order(self.search, self.context, ZERO, s, False))
                return s, prove_order(self.search, where, z, s, False)
        raise Unproved(f"no largest value is seen: {shown(z)}")

    def _left(self, walk: Walk, z: Term) -> Theorem:
        """``F(z) - T(z) = sum`` of the members that follow."""
        function = self._at(z)
        series = expanded_series(walk, function)
        split = split_after(walk, series.judgement.args[1], self.degree)
        head, rest = split.judgement.args[1].args
        same = walk.equal(head, self.taylor(z))
        lhs = minus(function, self.taylor(z))
        make_defined(walk.search, walk.context, lhs)
        return walk.search.infer("RING", walk.context, lhs=lhs, rhs=rest, eqs=[series, split, same])

    def _orders(self, there: Theorem, here: Theorem, z: Term, s: Term, order: Theorem) -> tuple[Theorem, Theorem]:
        """``0 <= F(z) - T(z)`` and ``F(z) - T(z) <= F(s) - T(s)``, member by member."""
        search, where = self.search, self.inside.context
        lower, upper = there.judgement.args[1], here.judgement.args[1]
        back = search.infer("SYM", where, of=there)
        low = search.infer("CHAIN", where, links=[nonnegative_rest(self.inside, lower), back])
        members, (k,), first = opened(search, where, lower)
        _, _, second = opened(search, where, upper)
        within = Walk(self.near.prover, self.inside.setting.within(members), None)
        powers = search.infer("MONO", members, order=order, function="rpow", number=0, exponent=[k], premises=[])
        factor = product(member_of(self.function, k).args[1:])
        sign = prove_order(search, members, ZERO, factor, False)
        each = by_rows(within, first, second, [[powers, sign]])
        compared = search.infer("COMPARE", where, lower=lower, upper=upper, by=each, l1=[], strict=[], at=[])
        return low, search.infer("CHAIN", where, links=[there, compared, search.infer("SYM", where, of=here)])


def _replaced(term: Term, values: Mapping[Term, Term]) -> Term:
    if term in values:
        return values[term]
    return make(term.op, [_replaced(arg, values) for arg in term.args], term.data) if term.args else term
