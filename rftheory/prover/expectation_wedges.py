"""Means of powers times two signs of normal numbers, of which one is of the first number alone, as for arc-cosine kernels.

The mean over the second number is known at a cut (`expectation_cuts`): error functions and densities of the first. By parts
``E sgn(g) g^n erf(k g/sqrt 2) = (n - 1) E sgn(g) g^(n - 2) erf(k g/sqrt 2) + k sqrt(2/pi) E sgn(g) g^(n - 1) exp(-k^2 g^2/2)`` for even n,
down to ``E sgn(g) erf(k g/sqrt 2) = 2/pi atan k``.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.rules.laws import density
from rftheory.prover import table
from rftheory.prover.ends import changed, derivative, limit_at
from rftheory.prover.expectation_bounds import Rows, sign_at_most_one, within_one_and_square
from rftheory.prover.expectation_signs import ROOT_2, OneSign, erf, halves, sgn
from rftheory.prover.learn import known_of
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator


def is_wedge(term: Term, factor: Factor, draws: Sequence[Term]) -> bool:
    """Whether a factor has two numbers, and two signs, of which one is of one number; or error functions, and signs of one."""
    signs = [part for part in factor.parts if part.op == "sgn"]
    errors = [part for part in factor.parts if part.op == "erf"]
    if len(draws) != 2 or factor.exponent or not (errors or len(signs) == 2):
        return False
    return any(part.args[0] in draws for part in signs) or bool(errors and not signs)


def is_quadratic(factor: Factor, draws: Sequence[Term]) -> bool:
    """Whether a factor is an exponential of two numbers, which are not apart in it."""
    return len(draws) == 2 and bool(factor.exponent) and not factor.parts


def mean(integrator: Integrator, context: Context, term: Term, factor: Factor, draws: Sequence[Term]) -> Theorem:
    """The mean over the second number in that over the first."""
    it = integrator
    if any(part.op == "sgn" and part.args[0] is draws[1] for part in factor.parts):
        raise Unproved(f"no table of means for such a body: {shown(term)}")
    _converges(it, context, term)
    return _nested(it, context, term, factor, draws, lambda *_: [])


def of_exponential(it: Integrator, context: Context, term: Term, factor: Factor, draws: Sequence[Term]) -> Theorem:
    """``E exp Q(g, h)`` of a quadratic form Q: the mean over h is an exponential again, and what is positive is its own size."""

    def whole(outer: Term, inside: Context, body: Term) -> list[Theorem]:
        make_real(it.search, inside, body)
        size = it.infer("SYM", inside, of=table.axiom(it.search, inside, "abs.same", body))
        l1 = it.search.listed(context, make("l1", (outer,)))
        assert l1 is not None
        return [it.infer("TRANSPORT", context, of=l1, eqs=[size], paths=[[0, 1, 1]])]

    return _nested(it, context, term, factor, draws, whole)


def _nested(
    it: Integrator,
    context: Context,
    term: Term,
    factor: Factor,
    draws: Sequence[Term],
    whole: Callable[[Term, Context, Term], list[Theorem]],
) -> Theorem:
    """The mean over the second number in that over the first; ``whole`` shows that both converge, if that is not listed."""
    with_g, (g,) = it.opened(context, make("E", (GAUSS, ZERO)))
    body = substitute(factor.term(), {draws[0].data[0]: g})
    with_h, (h,) = open_binder(with_g, make("E", (GAUSS, ZERO)))
    body = substitute(body, {draws[1].data[0]: h})
    inside = make("E", (GAUSS, close(body, (h,))))
    inner = it.mean(with_g, inside)
    it.kept(with_g, inner)
    outer = make("E", (GAUSS, close(inside, (g,))))
    last = it.mean(context, make("E", (GAUSS, close(inner.judgement.args[1], (g,)))))
    links = [*it.expanded(context, outer, last, inner), last]
    it.kept(context, links[0])
    nest = it.infer("NEST", context, term=outer, first=[inner], whole=whole(outer, with_h, body))
    if nest.judgement.args[1] is not term:
        raise Unproved("another mean over two draws")
    return it.chain(context, [it.infer("SYM", context, of=nest), *links])


def _converges(it: Integrator, context: Context, term: Term) -> None:
    """``|s t p| <= 1 + p^2`` for s^2, t^2 <= 1 and a product p of powers."""

    def split(draws: Sequence[Term]) -> tuple[list[Term], Term]:
        body = instantiate(term.args[-1], draws)
        powers = [(f.args[0], f.data) if f.op == "pow" else (f, 1) for f in (body.args if body.op == "*" else (body,))]
        small = [part for part, k in powers for _ in range(k) if part.op in ("sgn", "erf")]
        return small, product([raised(part, k) for part, k in powers if part not in small])

    def gaps(inner: Context, draws: Sequence[Term]) -> Rows:
        small, p = split(draws)
        return [
            row(_at_most_one(it, inner, part), h=[product([p, *small[:number]])]) for number, part in enumerate(small)
        ]

    _, draws = it.opened(context, term)
    square = it.mean(context, make("E", (*term.args[:-1], close(power(split(draws)[1], 2), draws))))
    it.kept(context, square)
    within_one_and_square(it, context, term, square, gaps)


def _at_most_one(it: Integrator, inner: Context, part: Term) -> Theorem:
    """``s^2 <= 1`` of a sign, ``e^2 < 1`` of an error function."""
    if part.op == "sgn":
        return sign_at_most_one(it, inner, part)
    bounds = [table.axiom(it.search, inner, f"erf.{end}", *part.args) for end in ("low", "high")]
    return it.infer("POS", inner, lhs=power(part, 2), rhs=ONE, rows=[row(*bounds)], eqs=[])


# -- error functions --------------------------------------------------------------------------------------------------


def is_error_function(factor: Factor, draw: Term) -> bool:
    """Whether a factor is an error function times the sign of the draw and a power of it."""
    kinds = {part.op for part in factor.parts if part is not draw}
    return not factor.exponent and kinds == {"sgn", "erf"} and len(factor.parts) - (draw in factor.parts) == 2


def of_error_function(integrator: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """``E sgn(g) g^n erf(c g)``, from the theorem for k = sqrt 2 c."""
    it, n = integrator, factor.parts.get(draw, 0)
    part = next(part for part in factor.parts if part.op == "erf")
    sign = next(part for part in factor.parts if part.op == "sgn")
    inner, (g,) = it.opened(context, term)
    (argument,) = substitute(part, {draw.data[0]: g}).args
    whole = known_of(it.search, inner, [argument])
    found = whole.ring.coefficients(whole.form(argument), g, 1)
    if sign.args[0] is not draw or factor.parts[sign] != 1 or factor.parts[part] != 1:
        raise Unproved(f"no table of means over gauss for such a body: {shown(term)}")
    if found is None or found[0] is not ZERO or g.data in found[1].variables:
        raise Unproved(f"an error function of what is no multiple of the draw: {shown(argument)}")
    if n % 2:
        return _odd(it, context, term)
    k = product([found[1], ROOT_2])
    make_defined(it.search, context, k)
    make_real(it.search, context, k)
    theorem = instantiated(it.search, context, Wedges(it).error_moment(n), [k])
    it.kept(context, theorem)
    body, written = (instantiate(one.args[1], (g,)) for one in (term, theorem.judgement.args[0]))
    (other,) = next(one for one in parts_of([written]) if one.op == "erf").args
    root = table.axiom(it.search, inner, "sqrt.square", TWO)
    same = it.infer("RING", inner, lhs=argument, rhs=other, eqs=[root, *whole.equations([argument, k])])
    turned = it.infer("CONG", inner, eq=same, term=make("erf", (argument,)), paths=[[0]])
    identity = it.infer("RING", inner, lhs=body, rhs=written, eqs=[turned])
    return it.chain(context, [*it.expanded(context, term, theorem, identity), theorem])


def _odd(it: Integrator, context: Context, term: Term) -> Theorem:
    """The mean of an odd function is 0."""
    _converges(it, context, term)
    mirrored = it.infer("IMAGE", context, term=term, member=0, way="reflect", l1=[])
    linear = it.infer("LIN", context, terms=[term], coefficients=[rat(-1)], l1=[])
    there = mirrored.judgement.args[1]
    it.search.use(context, it.infer("L1", context, of=mirrored, term=there))
    inner, (g,) = it.opened(context, term)
    turned, plain = (instantiate(one.args[1], (g,)) for one in (there, linear.judgement.args[0]))
    make_defined(it.search, inner, turned, plain)
    eqs = [
        table.axiom(it.search, inner, "sgn.neg", g),
        *known_of(it.search, inner, [turned, plain]).equations([turned, plain]),
    ]
    odd = it.infer("RING", inner, lhs=turned, rhs=plain, eqs=eqs)
    same = it.infer("CONG", context, eq=odd, term=there, paths=[[1]])
    negative = it.chain(context, [mirrored, same, linear])
    return it.infer("RING", context, lhs=term, rhs=ZERO, eqs=[negative])


class Wedges(OneSign):
    """``k |- E sgn(g) g^n erf(k g/sqrt 2)`` for even n, each theorem made when it is asked for first."""

    def error_moment(self, n: int) -> Theorem:
        """The theorem for an even power."""
        if n == 0:
            return lemma(self.it.search, "sign_means__error")
        return self._kept(f"moment {n} of an error function", lambda: self._by_parts(n))

    def _by_parts(self, n: int) -> Theorem:
        it, search, context, k = self.it, self.it.search, self.context, var(0, "real")
        term = mean_of(context, [GAUSS], lambda g: mul(sgn(g), raised(g, n), erf(mul(k, g))))
        _converges(it, context, term)
        lower = self.error_moment(n - 2)
        it.kept(context, lower)
        edge = mean_of(
            context,
            [GAUSS],
            lambda g: mul(sgn(g), raised(g, n - 1), exp(mul(rat(Fraction(-1, 2)), power(mul(k, g), 2)))),
        )
        value = it.mean(context, edge)
        it.kept(context, value)
        slope = mul(TWO, k, inv(make("sqrt", (mul(TWO, PI),))))
        make_defined(search, context, slope)
        terms = [term, lower.judgement.args[0], edge]
        linear = it.infer("LIN", context, terms=terms, coefficients=[ONE, rat(1 - n), neg(slope)], l1=[])
        joined = linear.judgement.args[0]
        search.use(context, it.infer("L1", context, of=linear, term=joined))
        nothing = self._vanishes(context, joined, n)
        there = it.chain(context, [it.infer("SYM", context, of=linear), nothing])
        target = total([product([rat(n - 1), lower.judgement.args[1]]), product([slope, value.judgement.args[1]])])
        make_defined(search, context, target)
        return it.infer("RING", context, lhs=term, rhs=target, eqs=[there, lower, value])

    def _vanishes(self, context: Context, joined: Term, n: int) -> Theorem:
        """Both halves of what is a derivative are 0, the lower one mirrored."""
        it, search, k = self.it, self.it.search, var(0, "real")
        links = halves(self.it, context, joined, ZERO)
        parts = links[-1].judgement.args[1].args
        values = []
        for part, way in zip(parts, (-1, 1), strict=True):
            steps = [self._sided(context, part, way, lambda x: x)]
            here = steps[-1].judgement.args[1]
            if way < 0:
                mirror = integral_of(context, ZERO, OO, neg)
                steps.append(changed(search, context, here, mirror))
                here = steps[-1].judgement.args[1]
                search.use(context, it.infer("L1", context, of=steps[-1], term=here))
            steps.append(self._derivative_over(context, here, n, k))
            values.append(it.chain(context, steps))
        last = it.infer("RING", context, lhs=links[-1].judgement.args[1], rhs=ZERO, eqs=values)
        return it.chain(context, [*links, last])

    def _derivative_over(self, context: Context, part: Term, n: int, k: Term) -> Theorem:
        """``int_0^oo F' = 0`` of ``F = -x^(n - 1) erf(k x/sqrt 2) phi(x)``, which is below ``x^(n - 1) phi(x)``."""
        it, search = self.it, self.it.search
        inner, (x,), body = opened(search, context, part)
        front = product([raised(x, n - 1), density(GAUSS, x)])
        over = make("int", (ZERO, OO, close(neg(mul(erf(mul(k, x)), front)), (x,))))
        slope = derivative(search, context, over)
        same = prove_equal(search, inner, instantiate(slope.judgement.args[3], (x,)), body)
        slope = it.infer("TRANSPORT", context, of=slope, eqs=[same], paths=[[3]])
        start = limit_at(search, context, over, "above", ZERO)
        bounds = [close(one, (x,)) for one in (neg(front), front)]
        falls = [limit_at(search, context, make("int", (ZERO, OO, one)), "oo", ZERO) for one in bounds]
        whole = neg(mul(erf(mul(k, x)), front))
        positive = prove_order(search, inner, ZERO, front, False)
        low, high = (table.axiom(search, inner, f"erf.{end}", *erf(mul(k, x)).args) for end in ("low", "high"))
        orders = [
            it.infer("POS", inner, lhs=lhs, rhs=rhs, rows=[row(one, positive)], eqs=[])
            for lhs, rhs, one in ((neg(front), whole, high), (whole, front, low))
        ]
        end = it.infer("SQUEEZE", context, over=over, side="oo", orders=orders, limits=falls, premises=[])
        found = it.infer("FTC", context, slope=slope, limits=[start, end], l1=prove_convergent(search, context, part))
        zero = it.infer("RING", context, lhs=found.judgement.args[1], rhs=ZERO, eqs=[])
        return it.chain(context, [found, zero])
