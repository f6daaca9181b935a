"""Two lengths x, y and their quadratic form: the terms of `frame_lengths`, the angle between them, integrals that converge."""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.kernel.rules.laws import density
from rftheory.prover.integrals import integral_value


def factors_of(term: Term) -> list[Term]:
    """The factors of a product, and of products in it."""
    return [factor for arg in term.args for factor in factors_of(arg)] if term.op == "*" else [term]


class TwoLengths:
    """The terms of the theorem, for numbers d, n, g_1, g_2, a_1, a_2, b."""

    def __init__(self, d: Term, n: Term, g1: Term, g2: Term, a1: Term, a2: Term, b: Term):
        self.d, self.n, self.g1, self.g2, self.a1, self.a2, self.b = d, n, g1, g2, a1, a2, b
        self.law = make("chi", (d,))
        self.roots = make("sqrt", (g1,)), make("sqrt", (g2,))
        #: y = k x t
        self.k = make("*", (self.roots[0], inv(self.roots[1])))

    def tilt(self, x: Term, y: Term) -> Term:
        return exp(plus(*[tilted(g, r) for g, r in ((self.g1, x), (self.g2, y))]))

    def form(self, x: Term, y: Term) -> Term:
        """Q."""
        return _square_of(plus(times(self.a1, x), times(self.a2, y)), times(self.b, y))

    def body(self, x: Term, y: Term) -> Term:
        return make("*", (self.tilt(x, y), make("rpow", (self.form(x, y), self.n))))

    def joint(self, x: Term, y: Term) -> Term:
        """With both densities, as LIN and DENSITY write them."""
        return make("*", (density(self.law, x), make("*", (self.body(x, y), density(self.law, y)))))

    def ratio(self, t: Term) -> Term:
        """``Q(x, k x t) = x^2 g_1 (1 + t^2) V(t)``."""
        return make("*", (self.form(ONE, times(self.k, t)), inv(times(self.g1, one_more(t)))))

    def width(self, phi: Term) -> Term:
        """``V(tan(phi/2))``."""
        first = make("*", (power(self.a1, 2), inv(self.g1)))
        second = make("*", (plus(power(self.a2, 2), power(self.b, 2)), inv(self.g2)))
        cross = make("*", (self.a1, self.a2, inv(self.roots[0]), inv(self.roots[1])))
        middle = half(plus(first, second))
        turn = times(HALF, plus(first, make("neg", (second,))), make("cos", (phi,)))
        return plus(middle, turn, times(cross, make("sin", (phi,))))

    def constant(self) -> Term:
        """``2^n gamma(d + n)/gamma(d) g_1^(-d/2) g_2^(-d/2)``."""
        down = [make("rpow", (g, times(rat(Fraction(-1, 2)), self.d))) for g in (self.g1, self.g2)]
        return times(make("rpow", (TWO, self.n)), gamma(plus(self.d, self.n)), inv(gamma(self.d)), *down)


def one_more(t: Term) -> Term:
    return plus(ONE, power(t, 2))


def tilted(g: Term, r: Term) -> Term:
    """``(1 - g) r^2/2``."""
    return times(HALF, plus(ONE, make("neg", (g,))), power(r, 2))


def _square_of(first: Term, second: Term) -> Term:
    return plus(power(first, 2), power(second, 2))


def angle_density(d: Term, phi: Term) -> Term:
    """``gamma((d+1)/2)/(sqrt(pi) gamma(d/2)) sin(phi)^(d-1)``."""
    front = times(gamma(half(plus(d, ONE))), inv(make("sqrt", (PI,))), inv(gamma(half(d))))
    return times(front, make("rpow", (make("sin", (phi,)), plus(d, rat(-1)))))


def half_angle(search: Search, context: Context, t: Term) -> list[Theorem]:
    """sin and cos of ``2 atan t`` in t."""
    turn = make("atan", (t,))
    whole = times(TWO, turn)
    doubled = search.infer("RING", context, lhs=whole, rhs=plus(turn, turn), eqs=[])
    values = {"sin": times(TWO, t), "cos": plus(ONE, make("neg", (power(t, 2),)))}
    found = []
    for op, above in values.items():
        first = search.infer("CONG", context, eq=doubled, term=make(op, (whole,)), paths=[[0]])
        second = axiom(search, context, f"{op}.sum", turn, turn)
        learnt = [axiom(search, context, f"{one}.atan", t) for one in ("sin", "cos")]
        root = axiom(search, context, "sqrt.square", one_more(t))
        target = times(above, inv(one_more(t)))
        make_defined(search, context, target)
        last = search.infer("RING", context, lhs=second.judgement.args[1], rhs=target, eqs=[*learnt, root])
        found.append(search.infer("CHAIN", context, links=[first, second, last]))
    return found


# -- integrals that converge -----------------------------------------------------------------------------------------


def weighted(context: Context, b: Term, q: tuple[Term, Term, Term], p: Term, k: Term) -> Term:
    """The integral."""
    return integral_of(
        context, ZERO, OO, lambda y: make("*", (make("rpow", (y, p)), make("rpow", (quadratic(q, y), k)), decay(b, y)))
    )


def quadratic(q: tuple[Term, Term, Term], y: Term) -> Term:
    return make("+", (q[0], make("*", (q[1], y)), make("*", (q[2], power(y, 2)))))


def decay(b: Term, y: Term) -> Term:
    return exp(make("neg", (make("*", (b, power(y, 2))),)))


@general
def weighted_converges(search: Search) -> Theorem:
    """For b > 0, real q_0, q_1, q_2, and k >= 0, p >= 0: ``l1`` of the integral."""
    outer = declared(search, POSITIVE, REAL, REAL, REAL)
    context = search.run.declare(outer, INDEX)
    b, *q, k = (context.variable(place) for place in range(5))
    table = (q[0], q[1], q[2])

    def claim(place: Term) -> Term:
        within = search.run.declare(context, INDEX)
        p = within.variable(5)
        shape = weighted(within, b, table, p, k)
        return make("all", (INDEX, close(make("l1", (shape,)), (p,))))

    base_context = search.run.declare(outer, INDEX)
    p = base_context.variable(4)
    base = search.infer("ALL", outer, of=_first(search, base_context, b, table, p))
    under = search.run.declare(context, claim(k))
    step_context = search.run.declare(under, INDEX)
    step = search.infer("ALL", under, of=_next(search, step_context, b, table, claim(k)))
    found = search.infer("IND", context, base=[base], step=step)
    within = search.run.declare(context, INDEX)
    return search.infer("ALLUSE", within, of=found, value=within.variable(5), premises=[])


def _first(search: Search, context: Context, b: Term, q: tuple[Term, Term, Term], p: Term) -> Theorem:
    term = weighted(context, b, q, p, ZERO)
    plain = integral_of(context, ZERO, OO, lambda y: make("*", (make("rpow", (y, p)), decay(b, y))))
    value = integral_value(search, context, plain)
    inner, (y,), _ = opened(search, context, plain)
    axiom(search, inner, "rpow.natural", quadratic(q, y), numbers=[0])
    return search.infer("L1", context, of=pulled(search, context, term, value), term=term)


def _next(search: Search, context: Context, b: Term, q: tuple[Term, Term, Term], assumed: Term) -> Theorem:
    """``P^(k+1) = q_0 P^k + q_1 y P^k + q_2 y^2 P^k``."""
    k, p = context.variable(4), context.variable(5)
    given = search.infer("HYP", context, fact=assumed)
    terms = []
    for count in range(3):
        at = plus(p, rat(count)) if count else p
        held = search.infer("ALLUSE", context, of=given, value=at, premises=[])
        search.use(context, held)
        terms.append(held.judgement.args[0])
    linear = search.infer("LIN", context, terms=terms, coefficients=list(q), l1=[])
    converges(search, context, linear)
    term = weighted(context, b, q, p, make("+", (k, ONE)))
    inner, (y,), body = opened(search, context, term)
    base = quadratic(q, y)
    sums = [sum_of_powers(search, inner, base, k, 1)]
    sums += [sum_of_powers(search, inner, y, p, count) for count in (1, 2)]
    _, _, other = opened(search, context, linear.judgement.args[0])
    same = search.infer("RING", inner, lhs=body, rhs=other, eqs=sums)
    return search.infer("L1", context, of=pulled(search, context, term, linear, same), term=term)


def sum_of_powers(search: Search, context: Context, base: Term, exponent: Term, count: int) -> Theorem:
    """``s^(e + n) = s^e s^n`` for a literal n."""
    found = axiom(search, context, "rpow.sum", base, exponent, rat(count))
    natural = axiom(search, context, "rpow.natural", base, numbers=[count])
    joined = search.infer("SYM", context, of=found)
    last = search.infer("CONG", context, eq=natural, term=joined.judgement.args[1], paths=[[1]])
    return search.infer("CHAIN", context, links=[joined, last])
