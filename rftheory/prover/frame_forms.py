"""Two lengths x, y and their quadratic form: the terms of `frame_lengths`, and the angle between them."""

from __future__ import annotations

from fractions import Fraction

from rftheory.kernel.contexts import Context
from rftheory.kernel.rules.laws import density
from rftheory.kernel.terms import ONE, PI, TWO, Term, make, power, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover.definite import make_defined
from rftheory.prover.search import Search
from rftheory.prover.table import axiom
from rftheory.prover.terms import HALF, exp, gamma, half, inv, plus, times


def factors_of(term: Term) -> list[Term]:
    """The factors of a product, and of products in it."""
    return [factor for arg in term.args for factor in factors_of(arg)] if term.op == "*" else [term]


class Lengths:
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
        return square_of(plus(times(self.a1, x), times(self.a2, y)), times(self.b, y))

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


def square_of(first: Term, second: Term) -> Term:
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
        make_defined(search.run, context, target)
        last = search.infer("RING", context, lhs=second.judgement.args[1], rhs=target, eqs=[*learnt, root])
        found.append(search.infer("CHAIN", context, links=[first, second, last]))
    return found
