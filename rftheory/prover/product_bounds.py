"""A product of two functions 0F1 is at least the function at the sum of their places, and more.

For ``f(x) = 0F1(; b; x)`` with b > 0, and x, y >= 0: ``f(x + y) + x y f''(x + y)/b <= f(x) f(y)``. With z = x + y the gap g has
``x g'' + b g' - g = x y^2 f''''(z)/b >= 0``, because f solves ``x f'' + b f' = f``. So ``W = x^b (g' f - g f')``, which is 0
at x = 0, has the derivative ``x^(b-1) f (x g'' + b g' - g) >= 0``, and ``(g/f)' = x^(-b) W/f^2 >= 0`` with g = 0 at x = 0.
The theorem is proved once; used elsewhere as an instance.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.convergence import combined, value
from rftheory.prover.integrands import plain
from rftheory.prover.learn import Known


def above_sum(run: Any, context: Context, b: Term, x: Term, y: Term) -> Theorem:
    """``f(x + y) + x y/(b^2 (b + 1)) 0F1(; b + 2; x + y) <= f(x) f(y)``; Unproved if b > 0, x, y >= 0 is not seen."""
    make_defined(run, context, b, y, x)
    return instantiated(run, context, product_above_sum(run), [b, y, x])


def contiguous(run: Any, context: Context, b: Term, x: Term) -> Theorem:
    """``0F1(; b; x) = 0F1(; b + 1; x) + x/(b (b + 1)) 0F1(; b + 2; x)`` for b > 0 and x >= 0."""
    return instantiated(run, context, _contiguous(run), [b, x])


@general
def product_above_sum(search: Search) -> Theorem:
    """Of `above_sum`, for all b, y, x."""
    return _AboveSum(search).whole()


def _function(b: Term, shift: int, z: Term) -> Term:
    """``0F1(; b + n; z)``."""
    return make("pfq", (b if shift == 0 else make("+", (b, rat(shift))), z), (0, 1))


@general
def _contiguous(search: Search) -> Theorem:
    """Both sides as series: the member of the difference is ``k x^k gamma(b)/(k! gamma(b + k + 1))``."""
    run = search.run
    context = run.declare(EMPTY, declare("real", low=ZERO, closed="(]"))
    context = run.declare(context, declare("real", low=ZERO))
    b, x = context.variable(0), context.variable(1)
    _, (k,) = open_binder(context, make("sum", (ZERO, OO, ZERO)))

    def member(shift: int, more: list[Term]) -> Term:
        lower = b if shift == 0 else make("+", (b, rat(shift)))
        last = make("+", (b, rat(shift + len(more)), k))
        parts = [make("gamma", (make("+", (k, ONE)),)), make("gamma", (last,))]
        return product(
            [*more, make("rpow", (x, k)), make("gamma", (lower,)), *(make("inv", (part,)) for part in parts)]
        )

    def series(body: Term) -> Term:
        return make("sum", (ZERO, OO, close(body, (k,))))

    first, second, gap = member(0, []), member(1, []), member(0, [k])
    split = combined(search, context, series(gap), [(ONE, first), (rat(-1), second)])
    eqs = [split, *(value(run, context, series(body)) for body in (gap, first, second))]
    for eq in eqs:
        search.use(context, eq)
    rest = product([x, make("inv", (make("*", (b, make("+", (b, ONE)))),)), _function(b, 2, x)])
    make_defined(run, context, rest)
    last = [eq.judgement.args[1] for eq in eqs[1:]]
    turned = search.infer("RING", context, lhs=series(gap), rhs=split.judgement.args[1], eqs=[split])
    learnt = [*Known(search, context, last).equations(last), *eqs[1:], turned]
    whole = minus(_function(b, 0, x), _function(b, 1, x))
    found = search.infer("RING", context, lhs=rest, rhs=whole, eqs=learnt)
    right = make("+", (_function(b, 1, x), rest))
    return search.infer("RING", context, lhs=_function(b, 0, x), rhs=right, eqs=[found])


class _AboveSum:
    """The general theorem, in the context of b > 0, y >= 0 and x >= 0."""

    def __init__(self, search: Search):
        self.search, self.run = search, search.run
        context = self.run.declare(EMPTY, declare("real", low=ZERO, closed="(]"))
        self.outer = self.run.declare(context, declare("real", low=ZERO))
        self.b, self.y = self.outer.variable(0), self.outer.variable(1)
        self.closed = self.run.declare(self.outer, declare("real", low=ZERO))
        self.open = self.run.declare(self.outer, declare("real", low=ZERO, closed="(]"))
        self.x = self.closed.variable(2)
        self.z = make("+", (self.x, self.y))
        self.f = _function(self.b, 0, self.x)

    # -- terms ------------------------------------------------------------------------------------------------------

    def derivative(self, order: int, place: Term) -> Term:
        """The derivative of f of some order."""
        below = [make("inv", (self.b if n == 0 else make("+", (self.b, rat(n))),)) for n in range(order)]
        return product([*below, _function(self.b, order, place)])

    def bend(self, order: int) -> Term:
        """``x y/b`` times the derivative at ``x + y``."""
        return product([self.x, self.y, make("inv", (self.b,)), self.derivative(order, self.z)])

    def gap(self) -> Term:
        other = _function(self.b, 0, self.y)
        return minus(minus(make("*", (self.f, other)), _function(self.b, 0, self.z)), self.bend(2))

    def slope_of_gap(self) -> Term:
        other = _function(self.b, 0, self.y)
        parts = [make("*", (self.derivative(1, self.x), other)), make("neg", (self.derivative(1, self.z),))]
        moved = product([self.y, make("inv", (self.b,)), self.derivative(2, self.z)])
        return total([*parts, make("neg", (moved,)), make("neg", (self.bend(3),))])

    # -- steps ------------------------------------------------------------------------------------------------------

    def from_zero(self, term: Term, sign_of: Callable[[Term], Theorem]) -> Theorem:
        """``f(0) <= f(x)``; ``sign_of`` shows that the derivative is not negative, inside of the open interval."""
        for context in (self.closed, self.open):
            make_defined(self.run, context, term)
        body = close(term, (self.x,))
        slope = self.search.infer("DERIV", self.outer, over=make("int", (ZERO, OO, body)), premises=[])
        over = make("cont", (ZERO, OO, body), ("closed", "open"))
        cont = self.search.infer("CONT", self.outer, over=over, given=[], premises=[])
        sign = sign_of(instantiate(slope.judgement.args[3], (self.x,)))
        order = self.search.infer("HYP", self.closed, fact=make("<=", (ZERO, self.x)))
        further = self.run.declare(self.closed, declare("real", low=ZERO, closed="(]"))
        values = [further.variable(place) for place in (0, 1, further.size - 1)]
        there = self.search.infer("INST", further, of=sign, values=values, premises=[])
        step = {"slope": slope, "cont": [cont], "sign": there, "order": order, "premises": []}
        return self.search.infer("SLOPE", self.closed, **step)

    def positive(self, context: Context, term: Term) -> Theorem:
        return prove_order(self.run, context, ZERO, term, strict=True)

    def row(self, context: Context, larger: Term, h: list[Term], signs: list[Theorem], eqs: list[Theorem]) -> Theorem:
        """``0 <= larger``, which is one product."""
        terms = [larger, *h, *(side for sign in signs for side in sign.judgement.args)]
        make_defined(self.run, context, *terms)
        for eq in eqs:
            terms += eq.judgement.args
        for eq in [*self.plain_functions(context, terms), *eqs]:
            self.search.use(context, eq)
        known = Known(self.search, context, terms)
        rows = [row(*signs, h=h)]
        return self.search.infer("POS", context, lhs=ZERO, rhs=larger, rows=rows, eqs=known.equations(terms))

    def plain_functions(self, context: Context, terms: list[Term]) -> Iterator[Theorem]:
        """The functions with ``b + n`` for the parameters that differentiation has left."""
        for atom in atoms_of(terms):
            simple = plain([atom.args[0]]) if atom.op == "pfq" else None
            if simple is not None and simple is not atom.args[0]:
                eq = self.search.infer("RING", context, lhs=atom.args[0], rhs=simple, eqs=[])
                yield self.search.infer("CONG", context, eq=eq, term=atom, paths=[[0]])

    def whole(self) -> Theorem:
        x, y, b, f = self.x, self.y, self.b, self.f
        wronskian = minus(make("*", (self.slope_of_gap(), f)), make("*", (self.gap(), self.derivative(1, x))))
        rises = self.from_zero(make("*", (make("rpow", (x, b)), wronskian)), self._slope_of_wronskian)
        start = prove_equal(self.run, self.closed, ZERO, rises.judgement.args[0])
        positive = self.search.infer("CHAIN", self.closed, links=[start, rises])
        inner = [self.open.variable(place) for place in range(3)]
        here = self.search.infer("INST", self.open, of=positive, values=inner, premises=[])

        def slope_of_quotient(rate: Term) -> Theorem:
            weight = self.positive(self.open, make("rpow", (x, make("neg", (b,)))))
            return self.row(self.open, rate, [make("inv", (f,))], [weight, here], [])

        grows = self.from_zero(make("*", (self.gap(), make("inv", (f,)))), slope_of_quotient)
        low = grows.judgement.args[0]
        one = prove_order(self.run, self.closed, ONE, _function(b, 0, ZERO), strict=False)
        signs = [one, *(self.positive(self.closed, term) for term in (_function(b, 0, y), low.args[1]))]
        begin = self.row(self.closed, low, [], signs, [])
        quotient = self.search.infer("CHAIN", self.closed, links=[begin, grows])
        held = self.row(self.closed, self.gap(), [], [quotient, self.positive(self.closed, f)], [])
        more = product([x, y, make("inv", (make("*", (power(b, 2), make("+", (b, ONE)))),)), _function(b, 2, self.z)])
        smaller = make("+", (_function(b, 0, self.z), more))
        make_defined(self.run, self.closed, smaller)
        rows = [row(held)]
        larger = make("*", (f, _function(b, 0, y)))
        return self.search.infer("POS", self.closed, lhs=smaller, rhs=larger, rows=rows, eqs=[])

    def _slope_of_wronskian(self, rate: Term) -> Theorem:
        """It is ``x^b f y^2/b`` times the fourth derivative at ``x + y``."""
        context, b = self.open, self.b
        eqs = [contiguous(self.run, context, b, self.x)]
        for shift in range(3):
            lower = b if shift == 0 else make("+", (b, rat(shift)))
            eqs.append(contiguous(self.run, context, lower, self.z))
        signs = [self.positive(context, make("rpow", (self.x, b))), self.positive(context, self.f)]
        signs += [self.positive(context, make("inv", (b,))), self.positive(context, self.derivative(4, self.z))]
        return self.row(context, rate, [self.y], signs, eqs)
