"""The mean of two signs of normal numbers: ``E sgn(g) sgn(k g + h) = 2/pi atan k``.

The mean over h is an error function of k g; its mean over g is an integral over the half line, twice.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.substitution import replace
from rftheory.prover import table
from rftheory.prover.expectation_signs import ShiftedSigns, erf, sgn


class Signs(ShiftedSigns):
    """The theorems about two numbers."""

    def pair(self) -> Theorem:
        """``k |- E sgn(g) sgn(k g + h) = 2/pi atan k``."""
        return self._kept("mean of two signs", self._pair)

    def _pair(self) -> Theorem:
        it, search = self.it, self.it.search
        context, k = self.reals[0], var(0, "real")
        cases = []
        for fact in (make("<", (k, ZERO)), make("=", (k, ZERO)), make("<", (ZERO, k))):
            inner = self.run.declare(context, fact)
            given = search.infer("HYP", inner, fact=fact)
            if fact.op == "=":
                cases.append(self._level(inner, k, given))
            elif fact.args[0] is k:
                cases.append(self._falling(inner, k))
            else:
                cases.append(instantiated(self.run, inner, self.rising(), [k]))
        return it.infer("CASES", context, of=cases)

    def _nested(self, context: Context, k: Term) -> Theorem:
        """``E sgn(g) sgn(k g + h) = E sgn(g) erf(k g/sqrt 2)``."""
        it = self.it
        joint = _joint(context, k)
        self.bounded(context, joint)
        with_g, (g,) = it.opened(context, make("E", (GAUSS, ZERO)))
        inner = instantiated(self.run, with_g, self.shifted(1), [mul(k, g)])
        linear = it.infer("LIN", with_g, terms=[inner.judgement.args[0]], coefficients=[sgn(g)], l1=[inner])
        it.kept(with_g, inner)
        value = it.infer("CONG", with_g, eq=inner, term=linear.judgement.args[1], paths=[[1]])
        return self._of_both(context, joint, g, [linear, value])

    def _of_both(self, context: Context, joint: Term, g: Term, inner_links: list[Theorem]) -> Theorem:
        """The mean over two draws as that over the first of what is known of the second."""
        it = self.it
        inner = it.chain(inner_links[0].context, inner_links)
        outer = make("E", (GAUSS, close(inner.judgement.args[0], (g,))))
        nest = it.infer("NEST", context, term=outer, first=[inner], whole=[])
        if nest.judgement.args[1] is not joint:
            raise Unproved("another mean over two draws")
        it.search.use(context, it.infer("L1", context, of=nest, term=outer))
        changed = it.infer("CONG", context, eq=inner, term=outer, paths=[[1]])
        it.search.use(context, it.infer("L1", context, of=changed, term=changed.judgement.args[1]))
        return it.chain(context, [it.infer("SYM", context, of=nest), changed])

    def _level(self, context: Context, k: Term, given: Theorem) -> Theorem:
        """k = 0."""
        it = self.it
        nested = self._nested(context, k)
        zero = rat(0)

        def vanishes(inner: Context, g: Term, body: Term) -> Theorem:
            (argument,) = body.args[1].args
            same = it.infer("RING", inner, lhs=argument, rhs=ZERO, eqs=[given])
            links = [it.infer("CONG", inner, eq=same, term=body.args[1], paths=[[0]])]
            value = it.chain(inner, [*links, table.axiom(it.search, inner, "erf.0")])
            return it.infer("RING", inner, lhs=body, rhs=ZERO, eqs=[value])

        mean = nested.judgement.args[1]
        links = [nested, self._inside(context, mean, vanishes)]
        links.append(it.infer("CONST", context, over=mean, value=zero))
        atan = make("atan", (k,))
        value = it.infer("CONG", context, eq=given, term=atan, paths=[[0]])
        value = it.chain(context, [value, table.axiom(it.search, context, "atan.0")])
        links.append(it.infer("RING", context, lhs=zero, rhs=_value(k), eqs=[value]))
        return it.chain(context, links)

    def _falling(self, context: Context, k: Term) -> Theorem:
        """k < 0: h has the law of -h."""
        it = self.it
        joint = _joint(context, k)
        self.bounded(context, joint)
        mirrored = it.infer("IMAGE", context, term=joint, member=1, way="reflect", l1=[])
        known = instantiated(self.run, context, self.rising(), [neg(k)])
        other = it.kept(context, known).judgement.args[0]
        linear = it.infer("LIN", context, terms=[other], coefficients=[rat(-1)], l1=[known])
        inner, draws = it.opened(context, joint)
        left, right = (instantiate(m.args[-1], draws) for m in (mirrored.judgement.args[1], linear.judgement.args[0]))
        (turned,), (argument,) = left.args[1].args, _last_sign(right).args
        same = it.infer("RING", inner, lhs=turned, rhs=neg(argument), eqs=[])
        moved = it.infer("CONG", inner, eq=same, term=left.args[1], paths=[[0]])
        odd = it.chain(inner, [moved, table.axiom(it.search, inner, "sgn.neg", argument)])
        identity = it.infer("RING", inner, lhs=right, rhs=left, eqs=[odd])
        it.search.use(context, it.infer("L1", context, of=linear, term=linear.judgement.args[0]))
        back = it.infer("CONG", context, eq=identity, term=linear.judgement.args[0], paths=[[2]])
        atan = table.axiom(it.search, context, "atan.neg", k)
        last = it.infer("RING", context, lhs=linear.judgement.args[1], rhs=_value(k), eqs=[known, atan])
        return it.chain(context, [mirrored, it.infer("SYM", context, of=back), linear, last])

    def rising(self) -> Theorem:
        """The pair for k > 0."""
        return self._kept("mean of two signs, k > 0", self._rising)

    def _rising(self) -> Theorem:
        it, search = self.it, self.it.search
        context = self.run.declare(EMPTY, declare("real", low=ZERO, closed="()"))
        k = var(0, "real")
        nested = self._nested(context, k)
        half = self.half_line()
        integral = half.judgement.args[0]
        scaled = it.infer("LIN", context, terms=[integral], coefficients=[make("inv", (PI,))], l1=[half])
        target = scaled.judgement.args[0]
        search.use(context, it.infer("L1", context, of=scaled, term=target))
        halves = self._halves(context, nested.judgement.args[1], ZERO)
        below, above = halves[-1].judgement.args[1].args

        def in_half(inner: Context, x: Term, body: Term) -> Theorem:
            wanted = instantiate(target.args[2], (x,))
            eqs = self._signs_of(inner, x, body)
            simple = it.infer("RING", inner, lhs=body, rhs=_of_density(body, x, k), eqs=eqs)
            return it.chain(inner, [simple, self._equal(inner, _of_density(body, x, k), wanted)])

        turned = self._turned(context, below)
        values = []
        for links in ([turned], []):
            part = links[-1].judgement.args[1] if links else above
            inside = self._inside(context, part, in_half)
            last = it.infer(
                "RING",
                context,
                lhs=scaled.judgement.args[1],
                rhs=mul(make("inv", (PI,)), make("atan", (k,))),
                eqs=[half],
            )
            values.append(it.chain(context, [*links, inside, scaled, last]))
        total = self._replaced(context, halves[-1].judgement.args[1], values)
        end = it.infer("RING", context, lhs=total.judgement.args[1], rhs=_value(k), eqs=[])
        return it.chain(context, [nested, *halves, total, end])

    def _signs_of(self, inner: Context, x: Term, body: Term) -> list[Theorem]:
        """``sgn x = 1``, ``sgn(-x) = -1``, ``erf`` of an argument with -x in it, for x > 0."""
        it, search = self.it, self.it.search
        positive = table.axiom(search, inner, "sgn.positive", x)
        found = [positive, table.axiom(search, inner, "sgn.neg", x)]
        for atom in atoms_of([body]):
            if atom.op == "erf" and neg(x) in atom.args[0].args[0].args:
                plain = make("erf", (_with(atom.args[0], neg(x), x),))
                same = it.infer("RING", inner, lhs=atom.args[0], rhs=neg(plain.args[0]), eqs=[])
                moved = it.infer("CONG", inner, eq=same, term=atom, paths=[[0]])
                found.append(it.chain(inner, [moved, table.axiom(search, inner, "erf.neg", plain.args[0])]))
            if atom.op == "exp" and neg(x) in atom.args[0].args[1].args:
                plain = _with(atom.args[0], neg(x), x)
                same = it.infer("RING", inner, lhs=atom.args[0], rhs=plain, eqs=[])
                found.append(it.infer("CONG", inner, eq=same, term=atom, paths=[[0]]))
        return found

    def _turned(self, context: Context, integral: Term) -> Theorem:
        """``int_-oo^0 f(x) = int_0^oo f(-u)``."""
        it = self.it
        over = make("int", (ZERO, OO, ZERO))
        inner, (u,) = it.opened(context, over)
        over = make("int", (ZERO, OO, close(neg(u), (u,))))
        slope = it.infer("DERIV", context, over=over, premises=[])
        rate = instantiate(slope.judgement.args[3], (u,))
        sign = prove_order(self.run, inner, rate, ZERO, True)
        first = it.infer("LIMIT", context, over=over, side="above", parts=[], eqs=[], premises=[])
        same = it.infer("RING", context, lhs=first.judgement.args[1], rhs=ZERO, eqs=[])
        first = it.infer("LIMEQ", context, of=first, eq=same)
        second = it.infer("LIMIT", context, over=over, side="oo", parts=[], eqs=[], premises=[])
        l1 = it.search.listed(context, make("l1", (integral,)))
        changed = it.infer("SUBST", context, integral=integral, slope=slope, sign=sign, limits=[first, second], l1=l1)
        it.search.use(context, it.infer("L1", context, of=changed, term=changed.judgement.args[1]))
        return changed


def _value(k: Term) -> Term:
    return mul(TWO, make("inv", (PI,)), make("atan", (k,)))


def _joint(context: Context, k: Term) -> Term:
    """``E sgn(g) sgn(k g + h)``."""
    _, (g, h) = open_binder(context, make("E", (GAUSS, GAUSS, ZERO)))
    return make("E", (GAUSS, GAUSS, close(mul(sgn(g), sgn(make("+", (mul(k, g), h)))), (g, h))))


def _of_density(body: Term, x: Term, k: Term) -> Term:
    """``erf(k x/sqrt 2)`` times the density, as it is written."""
    decay = make("exp", (mul(rat(Fraction(-1, 2)), power(x, 2)),))
    return mul(erf(mul(k, x)), decay, make("inv", (make("sqrt", (mul(TWO, PI),)),)))


def _last_sign(body: Term) -> Term:
    """The second sign of a product of two, perhaps with a number before it."""
    inner = body.args[1] if body.args[1].op == "*" else body
    return inner.args[1]


def _with(term: Term, old: Term, new: Term) -> Term:
    return replace(term, old, new)
