"""Angles of vectors, which take two dimensions."""

from __future__ import annotations

from math import isqrt

from rftheory.prover.words import *
from rftheory.kernel.defined import at_most
from rftheory.prover import table
from rftheory.prover.learn import known_of

if TYPE_CHECKING:
    from rftheory.prover.expectations import Integrator


def rational_root(number: Fraction) -> Fraction | None:
    """The root of a number >= 0, if that is rational."""
    root = Fraction(isqrt(number.numerator), isqrt(number.denominator))
    return root if root**2 == number else None


def angle(search: Search, context: Context, x: Term, y: Term, a: Term, b: Term) -> tuple[Term, Theorem]:
    """t with ``x.y = a b cos t``."""
    whole = make("dot", (x, y))
    known = known_of(search, context, [whole])
    values = [table.axiom(search, context, name) for name in ("cos.0", "cos.1/2", "cos.1")]
    cosines = [g for g in known.ring.generators_of(known.form(whole).num) if g.op == "cos"]
    for cosine in [*cosines, *(value.judgement.args[0] for value in values)]:
        target = make("*", (a, b, cosine))
        equations = [*known_of(search, context, [whole, target]).equations([whole, target]), *values]
        same = search.attempt("RING", context, lhs=whole, rhs=target, eqs=equations)
        if same is not None:
            return cosine.args[0], same
    raise Unproved(f"no angle between vectors: {shown(x)} and {shown(y)}")


def two_dimensions(it: Integrator, context: Context, d: Term, given: tuple[Any, ...]) -> None:
    """List ``0 <= d - 2``: in one dimension two vectors are parallel."""
    search, rest = it.search, make("+", (d, rat(-2)))
    if at_most(search.kernel, context, ZERO, rest):
        return
    try:
        order = prove_order(search.run, context, TWO, d, False)
    except Unproved:
        order = _from_angle(it, context, d, given)
    search.use(context, it.infer("POS", context, lhs=ZERO, rhs=rest, rows=[row(order)], eqs=[]))


def _from_angle(it: Integrator, context: Context, d: Term, given: tuple[Any, ...]) -> Theorem:
    search, run = it.search, it.search.run
    wanted = make("<=", (TWO, d))
    low, high = (run.declare(context, fact) for fact in (make("<", (d, TWO)), wanted))
    small = search.infer("HYP", low, fact=make("<", (d, TWO)))
    cases = []
    for number in (ONE, TWO):
        inner = run.declare(low, make("=", (d, number)))
        equal = search.infer("HYP", inner, fact=make("=", (d, number)))
        if number is TWO:
            nothing = it.infer("CHAIN", inner, links=[it.infer("SYM", inner, of=equal), small])
        else:
            nothing = _in_one_dimension(it, inner, d, given, equal)
        cases.append(it.infer("ABSURD", inner, of=nothing, judgement=wanted))
    first = it.infer("CASES", low, of=cases)
    return it.infer("CASES", context, of=[first, search.infer("HYP", high, fact=wanted)])


def _in_one_dimension(it: Integrator, context: Context, d: Term, given: tuple[Any, ...], equal: Theorem) -> Theorem:
    """``0 < (a b sin t)^2 = 0``."""
    search = it.search
    x, y, a, b, t, square_a, square_b, dot = given
    equations = []
    for v, w in ((x, x), (y, y), (x, y)):
        coordinates = table.axiom(search, context, "dot.coordinates", v, w, d)
        whole = coordinates.judgement.args[1]
        one = it.infer("CONG", context, eq=equal, term=whole, paths=[[1]])
        single = it.infer("SINGLE", context, term=one.judgement.args[1])
        equations.append(it.chain(context, [coordinates, one, single]))
    squares = [table.axiom(search, context, "norm2.dot", v) for v in (x, y)]
    sine = make("sin", (t,))
    area = power(make("*", (a, b, sine)), 2)
    circle = table.axiom(search, context, "circle", t)
    gram = make(
        "+", (make("*", (make("norm2", (x,)), make("norm2", (y,)))), make("neg", (power(make("dot", (x, y)), 2),)))
    )
    first = it.infer("RING", context, lhs=area, rhs=gram, eqs=[square_a, square_b, dot, circle])
    second = it.infer("RING", context, lhs=gram, rhs=ZERO, eqs=[*equations, *squares])
    positive = prove_order(search.run, context, ZERO, area, True)
    return it.infer("CHAIN", context, links=[positive, first, second])
