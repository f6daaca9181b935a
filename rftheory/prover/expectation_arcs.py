"""Lengths and angles of vectors; the arc of a cotangent, ``atan(cos t/sin t) = pi/2 - t`` for t between 0 and pi."""

from __future__ import annotations

from math import isqrt

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.expectation_sign_pairs import Signs
from rftheory.prover.learn import known_of

HALF_PI = make("*", (HALF, PI))


def arc(signs: Signs) -> Theorem:
    """``0 < t < pi |- atan(cos t/sin t) = pi/2 - t``: sine and cosine of both are equal."""
    return signs.it.search.once(("arc of a cotangent",), lambda: _arc(signs))


def _arc(signs: Signs) -> Theorem:
    it, search = signs.it, signs.it.search
    context = signs.run.declare(EMPTY, declare("real", low=ZERO, high=PI, closed="()"))
    t = var(0, "real")
    sine, cosine = make("sin", (t,)), make("cos", (t,))
    search.use(context, prove_order(signs.run, context, ZERO, sine, True))
    k = make("*", (cosine, make("inv", (sine,))))
    alpha = make("atan", (k,))
    circle = table.axiom(search, context, "circle", t)
    under, root = make("+", (ONE, power(k, 2))), make("inv", (sine,))
    square = it.infer("RING", context, lhs=power(root, 2), rhs=under, eqs=[circle])
    low = it.infer("DEF", context, judgement=make("<=", (ZERO, root)))
    length = table.axiom(search, context, "sqrt.unique", under, root, premises=[low, square])
    parts = [table.axiom(search, context, f"{op}.atan", k) for op in ("cos", "sin")]
    whole, turn = make("+", (alpha, t)), make("neg", (HALF_PI,))
    gamma = make("+", (whole, turn))
    sums = [table.axiom(search, context, f"{op}.sum", alpha, t) for op in ("cos", "sin")]
    quarter = [table.axiom(search, context, f"{op}.neg", HALF_PI) for op in ("cos", "sin")]
    quarter = [table.axiom(search, context, "cos.1/2"), table.axiom(search, context, "sin.1/2"), *quarter]
    last = table.axiom(search, context, "sin.sum", whole, turn)
    flat = it.infer("RING", context, lhs=make("sin", (gamma,)), rhs=ZERO, eqs=[length, *parts, *sums, *quarter, last])
    bounds = [table.axiom(search, context, f"atan.{end}", k) for end in ("low", "high")]
    cases = [_no_turn(signs, context, gamma, flat, bounds, fact) for fact in _three(gamma)]
    zero = it.infer("CASES", context, of=cases)
    return it.infer("RING", context, lhs=alpha, rhs=minus(HALF_PI, t), eqs=[zero])


def _three(term: Term) -> list[Term]:
    return [make("<", (term, ZERO)), make("=", (term, ZERO)), make("<", (ZERO, term))]


def _no_turn(
    signs: Signs, context: Context, gamma: Term, flat: Theorem, bounds: Sequence[Theorem], fact: Term
) -> Theorem:
    """An angle between -pi and pi whose sine is 0 is 0."""
    it, search = signs.it, signs.it.search
    inner = signs.run.declare(context, fact)
    given = search.infer("HYP", inner, fact=fact)
    if fact.op == "=":
        return given
    t = var(0, "real")
    ends = [search.infer("HYP", inner, fact=make("<", pair)) for pair in ((ZERO, t), (t, PI))]
    if fact.args[1] is ZERO:
        place: Term = make("neg", (gamma,))
        orders = bounds[0], ends[0]
        odd = table.axiom(search, inner, "sin.neg", gamma)
        value = it.infer("RING", inner, lhs=make("sin", (place,)), rhs=ZERO, eqs=[odd, flat])
    else:
        place, orders, value = gamma, (bounds[1], ends[1]), flat
    high = it.infer("POS", inner, lhs=place, rhs=PI, rows=[row(sign) for sign in orders], eqs=[])
    low = it.infer("POS", inner, lhs=ZERO, rhs=place, rows=[row(given)], eqs=[])
    positive = table.axiom(search, inner, "sin.positive", place, premises=[low, high])
    nothing = it.infer("CHAIN", inner, links=[positive, value])
    return it.infer("ABSURD", inner, of=nothing, judgement=make("=", (gamma, ZERO)))


# -- vectors ----------------------------------------------------------------------------------------------------------


def length(search: Search, context: Context, x: Term) -> tuple[Term, Theorem]:
    """a > 0 with ``norm2 x = a^2``."""
    square = make("norm2", (x,))
    known = known_of(search, context, [square])
    form, ring = known.form(square), known.ring
    parts = []
    for poly, sign in ((form.num, 1), (form.den, -1)):
        content, factors = ring.factors(poly)
        if content <= 0 or any(m % 2 for _, m in factors):
            raise Unproved(f"no length of a vector: {shown(x)}")
        parts += [] if content == 1 else [raised(_root(content), sign)]
        parts += [raised(ring.term(factor), sign * m // 2) for factor, m in factors]
    a = product(parts)
    prove_order(search, context, ZERO, a, True)
    target = power(a, 2)
    equations = known_of(search, context, [square, target]).equations([square, target])
    return a, search.infer("RING", context, lhs=square, rhs=target, eqs=equations)


def _root(number: Fraction) -> Term:
    root = rational_root(number)
    return make("sqrt", (rat(number),)) if root is None else rat(root)


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
