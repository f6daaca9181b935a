"""Means over one normal number of powers times the sign of a shifted one, and with an exponential before them.

By parts on both sides of the cut ``E sgn(b + g) (g^n - (n - 1) g^(n - 2)) = 2 (-b)^(n - 1) phi(b)`` with the density phi, and what
is on the line as a whole vanishes; so powers of any order follow from the sign alone. An exponential ``exp(q g^2 + b g)`` is a
change of variables: ``E f(g) exp(q g^2 + b g) = c E f(g/sqrt(1 - 2 q) + b/(1 - 2 q))``.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.rules.laws import density
from rftheory.prover import expectation_stein, table
from rftheory.prover.convergence import combined, rescaled
from rftheory.prover.ends import changed, derivative, limit_at
from rftheory.prover.expectation_bounds import Rows, sign_at_most_one, within_one_and_square
from rftheory.prover.expectation_normal import complex_parts
from rftheory.prover.expectation_signs import OneSign, halves, sgn
from rftheory.prover.learn import known_of
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator


def mean(integrator: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """``E f = closed`` over one draw of `gauss`: f is an exponential, a power, and signs or bounded functions."""
    if factor.exponent and not _is_wave(integrator, context, factor, draw):
        return _without_exponential(integrator, context, term, factor, draw)
    if expectation_stein.is_bounded(factor, draw):
        return expectation_stein.mean(integrator, context, term, factor, draw)
    signs = [part for part in factor.parts if part is not draw]
    if len(signs) != 1 or signs[0].op != "sgn":
        raise Unproved(f"no table of means over gauss for such a body: {shown(term)}")
    return _at_cut(integrator, context, term, signs[0], factor.parts[signs[0]], factor.parts.get(draw, 0), draw)


# -- an exponential -------------------------------------------------------------------------------------------------


def _is_wave(integrator: Integrator, context: Context, factor: Factor, draw: Term) -> bool:
    """Whether an exponent is an imaginary multiple of the draw."""
    return [*factor.exponent] == [draw] and complex_parts(integrator, context, factor.exponent[draw])[0] is ZERO


def _without_exponential(integrator: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """The mean of the other parts at the shifted and scaled draw, times a constant."""
    search, square = integrator.search, power(draw, 2)
    if set(factor.exponent) - {draw, square}:
        raise Unproved(f"an exponent that is not quadratic: {shown(term)}")
    whole, rate = factor.exponent.get(draw, ZERO), factor.exponent.get(square)
    tilt, turn, equations = complex_parts(integrator, context, whole)
    if equations:
        raise Unproved(f"not known to be real: {shown(whole)}")
    scale, left = ONE, ONE
    if rate is not None:
        make_real(search, context, rate)
        left = make("+", (ONE, product([rat(-2), rate])))
        search.use(context, prove_order(search, context, ZERO, left, True))
        scale = inv(make("sqrt", (left,)))
    shift = times(tilt, inv(left)) if rate is not None else tilt
    front = times(scale, exp(times(HALF, power(tilt, 2), *([inv(left)] if rate is not None else []))))
    make_defined(search, context, shift, front)
    wave = [] if turn is ZERO else [exp(mul(mul(IMAG, turn), draw))]
    rest = product([*wave, *(raised(part, k) for part, k in factor.parts.items())])
    image: Callable[[Term], Term] = lambda g: plus(times(scale, g), shift)  # noqa: E731
    _, (g,) = open_binder(context, term)
    moved = make("E", (GAUSS, close(substitute(rest, {draw.data[0]: image(draw)}), (draw,))))
    value = integrator.mean(context, moved)
    plain = integrator.infer("DENSITY", context, term=moved, l1=[value])
    whole = plain.judgement.args[1]
    search.use(context, integrator.infer("L1", context, of=plain, term=whole))
    integral = make("int", (MINUS_OO, OO, close(times(instantiate(term.args[1], (g,)), density(GAUSS, g)), (g,))))
    over = make("int", (MINUS_OO, OO, close(image(g), (g,))))
    links = []

    def converges(other: Term) -> Theorem:
        links.append(rescaled(search, context, other, front, whole))
        return integrator.infer("L1", context, of=links[0], term=other)

    there = changed(search, context, integral, over, converges)
    if not links:
        links.append(rescaled(search, context, there.judgement.args[1], front, whole))
    here = integrator.infer("DENSITY", context, term=term, l1=[there])
    back = integrator.infer("SYM", context, of=plain)
    last = integrator.infer("CONG", context, eq=back, term=links[0].judgement.args[1], paths=[])
    found = integrator.chain(context, [here, there, links[0], last])
    closed = product([front, value.judgement.args[1]])
    return integrator.chain(context, [found, integrator.ring(context, found.judgement.args[1], closed, [value])])


# -- a cut ------------------------------------------------------------------------------------------------------------


def _at_cut(
    integrator: Integrator, context: Context, term: Term, sign: Term, order: int, n: int, draw: Term
) -> Theorem:
    """``E sgn(a g + b)^k g^n`` from the theorem for ``sgn(b/a + g)``."""
    search = integrator.search
    inner, (g,) = integrator.opened(context, term)
    (argument,) = substitute(sign, {draw.data[0]: g}).args
    whole = known_of(search, inner, [argument])
    found = whole.ring.coefficients(whole.form(argument), g, 1)
    if found is None or any(g.data in part.variables for part in found):
        raise Unproved(f"the sign of what is not linear: {shown(argument)}")
    b, a = found
    slope = prove_sign(search, context, a)
    if slope is None or slope.judgement.op != "<":
        raise Unproved(f"no sign of {shown(a)}; the cut of {shown(sign)} is at no known place")
    search.use(context, slope)
    way = 1 if slope.judgement.args[0] is ZERO else -1
    place = ZERO if b is ZERO else product([b, inv(a)])
    make_defined(search, context, place)
    theorem = instantiated(search, context, CutMoments(integrator).moment(n, order), [place])
    integrator.kept(context, theorem)
    # the sign in the form of the theorem
    shifted = make("+", (place, g))
    same = search.infer("RING", inner, lhs=argument, rhs=mul(a, shifted), eqs=whole.equations([argument, a, b]))
    links = [
        integrator.infer("CONG", inner, eq=same, term=sgn(argument), paths=[[0]]),
        table.axiom(search, inner, "sgn.product", a, shifted),
    ]
    name = "sgn.positive" if way > 0 else "sgn.negative"
    eqs = [table.axiom(search, inner, name, a, premises=[slope])]
    written = instantiate(theorem.judgement.args[0].args[1], (g,))
    body = instantiate(term.args[1], (g,))
    turned = integrator.chain(inner, links)
    sided = rat(way**order)
    if sided is ONE:
        identity = integrator.infer("RING", inner, lhs=body, rhs=written, eqs=[*eqs, turned])
        return integrator.chain(context, [*integrator.expanded(context, term, theorem, identity), theorem])
    linear = integrator.infer("LIN", context, terms=[theorem.judgement.args[0]], coefficients=[sided], l1=[theorem])
    identity = integrator.infer("RING", inner, lhs=body, rhs=mul(sided, written), eqs=[*eqs, turned])
    value = integrator.infer("CONG", context, eq=theorem, term=linear.judgement.args[1], paths=[[1]])
    return integrator.chain(context, [*integrator.expanded(context, term, linear, identity), linear, value])


class CutMoments(OneSign):
    """``b |- E sgn(b + g)^k g^n``, each theorem made when it is asked for first."""

    def moment(self, n: int, order: int) -> Theorem:
        """For k even it is the moment itself."""
        if n == 0 and order == 1:
            return lemma(self.it.search, "sign_means__shifted")
        name = f"moment {n} at a cut, sign {order}"
        return self._kept(name, lambda: self._odd_sign(n, order) if order == 1 else self._even_sign(n, order))

    def _power(self, context: Context, n: int) -> Theorem:
        """``E g^n``."""
        if n == 0:
            found = self.it.infer("CONST", context, over=mean_of(context, [GAUSS], lambda _: ONE), value=ONE)
        else:
            found = self.it.infer("MOMENT", context, law=GAUSS, order=n, vectors=[])
        return self.it.kept(context, found)

    def _term(self, context: Context, n: int, order: int) -> Term:
        b = var(0, "real")
        return mean_of(
            context, [GAUSS], lambda g: product([raised(sgn(make("+", (b, g))), order), *([raised(g, n)] if n else [])])
        )

    def _converges(self, context: Context, term: Term, n: int, order: int) -> None:
        """``|s^k p| <= 1 + p^2``, as ``p^2 (1 - s^(2k)) >= 0``."""
        square = self._power(context, 2 * n)

        def gaps(inner: Context, draws: Sequence[Term]) -> Rows:
            body = instantiate(term.args[1], draws)
            sign, p = body.args if n else (body, ONE)
            bare = sign.args[0] if order > 1 else sign
            one = sign_at_most_one(self.it, inner, bare)
            return [row(one, h=[times(p, raised(bare, k)) if k else p]) for k in range(order)]

        within_one_and_square(self.it, context, term, square, gaps)

    def _sides(self, context: Context, term: Term, order: int) -> tuple[list[Theorem], list[Theorem]]:
        """``E f`` as two integrals, and each of them with the value of the sign."""
        b = var(0, "real")
        links = halves(self.it, context, term, neg(b))
        below, above = links[-1].judgement.args[1].args
        sided = [
            self._sided(context, part, way, lambda x: make("+", (b, x))) for part, way in ((below, -1), (above, 1))
        ]
        return links, sided

    def _plain_sides(self, context: Context, plain: Theorem) -> tuple[Theorem, list[Term]]:
        """``A + B = E f`` for an f without a sign, and A, B."""
        links = halves(self.it, context, plain.judgement.args[0], neg(var(0, "real")))
        back = self.it.infer("SYM", context, of=self.it.chain(context, links))
        return self.it.chain(context, [back, plain]), list(links[-1].judgement.args[1].args)

    def _even_sign(self, n: int, order: int) -> Theorem:
        it, context = self.it, self.context
        term = self._term(context, n, order)
        self._converges(context, term, n, order)
        links, sided = self._sides(context, term, order)
        plain, parts = self._plain_sides(context, self._power(context, n))
        values = [self._scaled(context, one, part, 1) for one, part in zip(sided, parts, strict=True)]
        end = plain.judgement.args[1]
        last = it.infer("RING", context, lhs=links[-1].judgement.args[1], rhs=end, eqs=[*values, plain])
        return it.chain(context, [*links, last])

    def _scaled(self, context: Context, sided: Theorem, part: Term, way: int) -> Theorem:
        """An integral with the value of the sign as a multiple of the plain one."""
        _, (x,), body = opened(self.it.search, context, part)
        return self.it.chain(
            context, [sided, combined(self.it.search, context, sided.judgement.args[1], [(rat(way), body)])]
        )

    def _odd_sign(self, n: int, order: int) -> Theorem:
        it, search, context = self.it, self.it.search, self.context
        b = var(0, "real")
        term = self._term(context, n, 1)
        self._converges(context, term, n, 1)
        lower = self.moment(n - 2, 1) if n > 1 else None
        if lower is not None:
            it.kept(context, lower)
        terms = [term, *([lower.judgement.args[0]] if lower else [])]
        front = [ONE, *([rat(1 - n)] if lower else [])]
        linear = it.infer("LIN", context, terms=terms, coefficients=front, l1=[])
        joined = linear.judgement.args[0]
        if joined is not term:
            search.use(context, it.infer("L1", context, of=linear, term=joined))
        links, sided = self._sides(context, joined, 1)
        powers = [self._power(context, one) for one in (n, n - 2) if one >= 0]
        whole = it.infer("LIN", context, terms=[p.judgement.args[0] for p in powers], coefficients=front, l1=powers)
        plain_mean = powers[0]
        if len(powers) > 1:
            plain_mean = it.chain(context, [whole, it.ring(context, whole.judgement.args[1], ZERO, powers)])
        it.kept(context, plain_mean)
        plain, parts = self._plain_sides(context, plain_mean)
        values = [self._scaled(context, one, part, way) for one, part, way in zip(sided, parts, (-1, 1), strict=True)]
        above = self._by_parts(context, parts[1], n)
        total_ = links[-1].judgement.args[1]
        edge = product([TWO, *([raised(neg(b), n - 1)] if n > 1 else []), density(GAUSS, b)])
        even = self._even_density(context, b)
        eqs = [*values, plain, above, *even]
        found = it.chain(context, [*links, it.infer("RING", context, lhs=total_, rhs=edge, eqs=eqs)])
        if lower is None:
            return found
        rest = times(rat(n - 1), lower.judgement.args[1])
        target = make("+", (edge, rest))
        return it.infer(
            "RING",
            context,
            lhs=term,
            rhs=target,
            eqs=[it.chain(context, [it.infer("SYM", context, of=linear), found]), lower],
        )

    def _by_parts(self, context: Context, part: Term, n: int) -> Theorem:
        """``int_(-b)^oo (x^n - (n - 1) x^(n - 2)) phi = (-b)^(n - 1) phi(-b)``."""
        it, search = self.it, self.it.search
        low = part.args[0]
        inner, (x,), body = opened(search, context, part)
        whole = neg(product([*([raised(x, n - 1)] if n > 1 else []), density(GAUSS, x)]))
        over = make("int", (low, OO, close(whole, (x,))))
        slope = derivative(search, context, over)
        same = prove_equal(search, inner, instantiate(slope.judgement.args[3], (x,)), body)
        slope = it.infer("TRANSPORT", context, of=slope, eqs=[same], paths=[[3]])
        limits = [limit_at(search, context, over, "above"), limit_at(search, context, over, "oo", ZERO)]
        return it.infer("FTC", context, slope=slope, limits=limits, l1=prove_convergent(search, context, part))

    def _even_density(self, context: Context, b: Term) -> list[Theorem]:
        """The density at -b is that at b."""
        one, other = (density(GAUSS, t).args[0] for t in (neg(b), b))
        same = self.it.infer("RING", context, lhs=one.args[0], rhs=other.args[0], eqs=[])
        return [self.it.infer("CONG", context, eq=same, term=one, paths=[[0]])]
