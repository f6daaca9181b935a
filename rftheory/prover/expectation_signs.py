"""Means of the sign of a shifted normal number, and the integral of an error function; each is proved once.

All in contexts of a few real variables; what is proved there is used as an instance.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.expectation_laws import by_antiderivative

if TYPE_CHECKING:
    from rftheory.prover.expectations import Integrator

ROOT_2 = make("sqrt", (TWO,))


def erf(term: Term) -> Term:
    """``erf(t/sqrt 2)``."""
    return make("erf", (mul(term, make("inv", (ROOT_2,))),))


def sgn(term: Term) -> Term:
    return make("sgn", (term,))


def _half_of_erf(factor: int) -> Callable[[Term], Term]:
    return lambda x: mul(rat(Fraction(factor, 2)), erf(x))


class ShiftedSigns:
    """The theorems, each made when it is asked for first."""

    def __init__(self, integrator: Integrator):
        self.it = integrator
        self.run = integrator.search.run
        self.reals = [self.run.declare(EMPTY, declare("real"))]

    def _kept(self, name: str, find: Callable[[], Theorem]) -> Theorem:
        return self.it.search.once((name,), find)

    # -- steps ------------------------------------------------------------------------------------------------------

    def _equal(self, context: Context, left: Term, right: Term) -> Theorem:
        return prove_equal(self.run, context, left, right)

    def _inside(self, context: Context, term: Term, find: Callable[[Context, Term, Term], Theorem]) -> Theorem:
        """A binder with another body: ``find`` proves the equality for the variable and the body."""
        inner, (x,) = self.it.opened(context, term)
        place = len(term.args) - 1
        equation = find(inner, x, instantiate(term.args[place], (x,)))
        return self.it.infer("CONG", context, eq=equation, term=term, paths=[[place]])

    def _with_sign(self, context: Context, body: Term, sign: Term, order: Theorem) -> Theorem:
        """A body with the value of a sign in it: ``order`` tells the sign of its argument."""
        name = "sgn.positive" if order.judgement.args[0] is ZERO else "sgn.negative"
        value = table.axiom(self.it.search, context, name, sign.args[0], premises=[order])
        return self.it.infer("CONG", context, eq=value, term=body, paths=[])

    def _halves(self, context: Context, term: Term, point: Term) -> list[Theorem]:
        """``E f`` as two integrals, below and above a point; both are listed."""
        it = self.it
        density = it.infer("DENSITY", context, term=term, l1=[])
        whole = density.judgement.args[1]
        split = it.infer("SPLIT", context, whole=whole, last=point, following=point, orders=[], l1=[density])
        for part in split.judgement.args[1].args:
            it.search.use(context, it.infer("L1", context, of=split, term=part))
        return [density, split]

    def bounded(self, context: Context, term: Term) -> None:
        """List the convergence of a mean of a product of signs."""
        from rftheory.prover.expectation_bounds import product_at_most_one

        it = self.it
        inner, draws = it.opened(context, term)
        body = instantiate(term.args[-1], draws)
        signs = [
            s for f in (body.args if body.op == "*" else (body,)) for s in (f.args * f.data if f.op == "pow" else (f,))
        ]
        whole = signs[0] if len(signs) == 1 else make("*", signs)
        bound = product_at_most_one(it, inner, whole, signs)
        if whole is not body:
            same = it.infer("RING", inner, lhs=body, rhs=whole, eqs=[])
            size = it.infer("CONG", inner, eq=same, term=make("abs", (body,)), paths=[[0]])
            bound = it.infer("CHAIN", inner, links=[size, bound])
        it.search.use(context, it.infer("DOM", context, term=term, bound=bound, l1=[]))

    # -- one draw ---------------------------------------------------------------------------------------------------

    def shifted(self, order: int) -> Theorem:
        """``b |- E sgn(b + g)^n = erf(b/sqrt 2)`` for n = 1, and 1 for even n."""
        return self._kept(f"mean of a shifted sign {order}", lambda: self._shifted(order))

    def _shifted(self, order: int) -> Theorem:
        it, context = self.it, self.reals[0]
        b = var(0, "real")
        _, (g,) = it.opened(context, make("E", (GAUSS, ZERO)))
        sign = sgn(make("+", (b, g)))
        term = make("E", (GAUSS, close(sign if order == 1 else power(sign, order), (g,))))
        self.bounded(context, term)
        links = self._halves(context, term, neg(b))
        below, above = links[-1].judgement.args[1].args

        def valued(inner: Context, x: Term, body: Term) -> Theorem:
            shift = make("+", (b, x))
            negative = below.args[1] is neg(b) and inner is it.opened(context, below)[0]
            sides = (shift, ZERO) if negative else (ZERO, shift)
            return self._with_sign(inner, body, sgn(shift), prove_order(self.run, inner, *sides, True))

        values = []
        for part, factor in ((below, -1 if order == 1 else 1), (above, 1)):
            links_of_part = [self._inside(context, part, valued)]
            changed = links_of_part[-1].judgement.args[1]
            it.search.use(context, it.infer("L1", context, of=links_of_part[-1], term=changed))
            value = by_antiderivative(it, context, changed, _half_of_erf(factor), sign=self._sign_of(factor))
            values.append(it.chain(context, [*links_of_part, value]))
        total = links[-1].judgement.args[1]
        links.append(self._replaced(context, total, values))
        odd = self._odd(context, b)
        target = erf(b) if order == 1 else ONE
        links.append(it.infer("RING", context, lhs=links[-1].judgement.args[1], rhs=target, eqs=[odd]))
        return it.chain(context, links)

    def _odd(self, context: Context, b: Term) -> Theorem:
        """``erf(-b/sqrt 2) = -erf(b/sqrt 2)``."""
        it, term = self.it, erf(neg(b))
        (argument,) = erf(b).args
        same = it.infer("RING", context, lhs=term.args[0], rhs=neg(argument), eqs=[])
        moved = it.infer("CONG", context, eq=same, term=term, paths=[[0]])
        return it.chain(context, [moved, table.axiom(it.search, context, "erf.neg", argument)])

    def _vanishing(self, context: Context, term: Term) -> Theorem:
        """``erf s = 0`` or ``atan s = 0`` for an s that is 0."""
        it = self.it
        zero = it.infer("RING", context, lhs=term.args[0], rhs=ZERO, eqs=[])
        table_value = table.axiom(it.search, context, f"{term.op}.0")
        if term.args[0] is ZERO:
            return table_value
        return it.chain(context, [it.infer("CONG", context, eq=zero, term=term, paths=[[0]]), table_value])

    def _replaced(self, context: Context, total: Term, values: list[Theorem]) -> Theorem:
        """A sum with other terms for its summands."""
        links, here = [], total
        for value in values:
            links.append(self.it.infer("CONG", context, eq=value, term=here, paths=[]))
            here = links[-1].judgement.args[1]
        return self.it.chain(context, links)

    def _sign_of(self, factor: int) -> Callable[[Context, Term], Theorem]:
        def sign(inner: Context, body: Term) -> Theorem:
            sides = (ZERO, body) if factor > 0 else (body, ZERO)
            return prove_order(self.run, inner, *sides, False)

        return sign

    # -- two draws --------------------------------------------------------------------------------------------------

    def half_line(self) -> Theorem:
        """``k > 0 |- int_0^oo sqrt(pi/2) exp(-x^2/2) erf(k x/sqrt 2) = atan k``."""
        return self._kept("integral of an error function", self._half_line)

    def _half_line(self) -> Theorem:
        it, search = self.it, self.it.search
        context = self.run.declare(EMPTY, declare("real", low=ZERO, closed="()"))
        k = var(0, "real")
        outer = make("int", (ZERO, OO, ZERO))
        with_x, (x,) = it.opened(context, outer)
        front = make("sqrt", (mul(HALF, PI),))
        decay = make("exp", (mul(rat(Fraction(-1, 2)), power(x, 2)),))
        value = mul(front, decay, erf(mul(k, x)))

        def both(x: Term, u: Term) -> Term:
            return mul(x, make("exp", (mul(rat(Fraction(-1, 2)), make("+", (ONE, power(u, 2))), power(x, 2)),)))

        _, (u,) = it.opened(with_x, make("int", (ZERO, k, ZERO)))
        across = make("int", (ZERO, k, close(both(x, u), (u,))))
        inner = by_antiderivative(it, with_x, across, lambda u: mul(front, decay, erf(mul(u, x))))
        at_zero = self._vanishing(with_x, erf(mul(ZERO, x)))
        same = it.infer("RING", with_x, lhs=inner.judgement.args[1], rhs=value, eqs=[at_zero])
        inner = it.chain(with_x, [inner, same])
        # the integral of the value converges
        bound = mul(front, decay)
        majorant = make("int", (ZERO, OO, close(bound, (x,))))
        make_defined(self.run, context, majorant)
        integral = make("int", (ZERO, OO, close(value, (x,))))
        search.use(with_x, prove_order(self.run, with_x, ZERO, erf(mul(k, x)), False))
        order = prove_order(self.run, with_x, value, bound, False)
        converges = it.infer("DOM", context, term=integral, bound=order, l1=[])
        search.use(context, converges)
        back = it.infer("SYM", with_x, of=inner)
        whole = it.infer("CONG", context, eq=back, term=integral, paths=[[2]])
        double = whole.judgement.args[1]
        # exchanged
        inmost, (u,) = it.opened(with_x, across)
        sizes = it.infer("SYM", inmost, of=table.axiom(
            search, inmost, "abs.same", both(x, u), premises=[prove_order(self.run, inmost, ZERO, both(x, u), False)]
        ))  # fmt: skip
        absolute = it.infer("L1", context, of=whole, term=double)
        absolute = it.infer("TRANSPORT", context, of=absolute, eqs=[sizes], paths=[[0, 2, 2]])
        along = make("int", (ZERO, k, ZERO))
        with_u, (v,) = it.opened(context, along)
        _, (y,) = it.opened(with_u, make("int", (ZERO, OO, ZERO)))
        row = make("int", (ZERO, OO, close(both(y, v), (y,))))
        quadratic = make("+", (ONE, power(v, 2)))
        each = by_antiderivative(
            it, with_u, row,
            lambda y: neg(mul(both(y, v).args[1], make("inv", (quadratic,)))),
            sign=self._sign_of(1),
        )  # fmt: skip
        slope = make("inv", (quadratic,))
        each = it.chain(with_u, [each, self._equal(with_u, each.judgement.args[1], slope)])
        swapped = it.infer("SWAP", context, term=double, first=[inner], whole=[absolute], other=[each])
        last = swapped.judgement.args[1]
        search.use(context, it.infer("L1", context, of=swapped, term=last))
        changed = it.infer("CONG", context, eq=each, term=last, paths=[[2]])
        arc = by_antiderivative(it, context, changed.judgement.args[1], lambda u: make("atan", (u,)))
        end = self._equal(context, arc.judgement.args[1], make("atan", (k,)))
        return it.chain(context, [whole, swapped, changed, arc, end])
