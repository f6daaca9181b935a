"""The principal logarithm on the right half-plane: ``log(u + iv) = log(u^2 + v^2)/2 + i atan(v/u)`` for u > 0.

Both sides have the derivative ``i/(u + iv)`` in v and agree at v = 0.
"""

from __future__ import annotations

from rftheory.prover.words import *


def _sides(u: Term, v: Term) -> tuple[Term, Term]:
    square = make("+", (power(u, 2), power(v, 2)))
    radius = make("*", (HALF, make("log", (square,))))
    angle = make("atan", (make("*", (v, make("inv", (u,)))),))
    return make("log", (_point(u, v),)), make("+", (radius, make("*", (IMAG, angle))))


def _point(u: Term, v: Term) -> Term:
    return make("+", (u, make("*", (IMAG, v))))


@general
def polar_logarithm(search: Search) -> Theorem:
    """The theorem for all u > 0 and all real v."""
    run = search.run
    outer = run.declare(EMPTY, declare("real", low=ZERO, closed="(]"))
    context = run.declare(outer, declare("real"))
    u, v = outer.variable(0), context.variable(1)
    _define(search, context, u, v)
    gap = minus(*_sides(u, v))
    make_defined(run, context, gap)
    slope = search.infer("DERIV", outer, over=make("int", (MINUS_OO, OO, close(gap, (v,)))), premises=[])
    rate = instantiate(slope.judgement.args[3], (v,))
    make_defined(run, context, rate)
    flat = prove_equal(run, context, rate, ZERO)
    cases = []
    for relation, points in (("<=", (ZERO, v)), ("<", (v, ZERO))):
        fact = make(relation, points)
        here = run.declare(context, fact)
        order = search.infer("HYP", here, fact=fact)
        inside = run.declare(here, declare("real"))
        x = inside.variable(2)
        sign = instantiated(run, inside, flat, [u, x])
        level = search.infer("SLOPE", here, slope=slope, cont=[], sign=sign, order=order, premises=[])
        cases.append(level if points[0] is ZERO else search.infer("SYM", here, of=level))
    same = search.infer("CASES", context, of=cases)
    _define(search, outer, u, ZERO)
    start = make("+", tuple(same.judgement.args[0].args))
    make_defined(run, outer, start)
    nothing = prove_equal(run, outer, start, ZERO)
    back = search.infer("SYM", context, of=same)
    level = search.infer("CHAIN", context, links=[back, nothing])
    left, right = _sides(u, v)
    first = search.infer("RING", context, lhs=left, rhs=make("+", (gap, right)), eqs=[])
    second = search.infer("CONG", context, eq=level, term=make("+", (gap, right)), paths=[[0]])
    last = search.infer("RING", context, lhs=second.judgement.args[1], rhs=right, eqs=[])
    return search.infer("CHAIN", context, links=[first, second, last])


def _define(search: Search, context: Context, u: Term, v: Term) -> None:
    """List that ``u + iv`` does not vanish and is not on the cut, and that ``u^2 + v^2`` is positive."""
    run, point = search.run, _point(u, v)
    search.use(context, prove_order(run, context, ZERO, make("+", (power(u, 2), power(v, 2))), True))
    search.use(context, prove_nonzero(run, context, point))
    real = axiom(search, context, "re.sum", *point.args)
    for part in (point.args[0], v):
        is_real(search, context, part)
    # re(u + iv) = u, and so 0 < |u + iv| + re(u + iv)
    real = prove_equal(run, context, make("re", (point,)), u)
    size = make("abs", (point,))
    rows = [row(prove_order(run, context, ZERO, u, True)), row(_size(search, context, size))]
    whole = make("+", (size, make("re", (point,))))
    search.use(context, search.infer("POS", context, lhs=ZERO, rhs=whole, rows=rows, eqs=[real]))


def _size(search: Search, context: Context, size: Term) -> Theorem:
    return search.infer("DEF", context, judgement=make("<=", (ZERO, size)))


# -- logarithms of a statement ----------------------------------------------------------------------------------------


def logarithm_value(search: Search, context: Context, atom: Term) -> Theorem | None:
    """The logarithm of a number with a positive real part; None if that is not seen."""
    (base,) = atom.args
    ring = Ring([*atoms_of([base]), IMAG])
    parts = ring.coefficients(ring.form(base), IMAG, 1)
    if parts is None or not all(is_real(search, context, part) for part in parts):
        return None
    u, v = parts
    sign = prove_sign(search, context, u)
    if sign is None or sign.judgement.op != "<" or sign.judgement.args[0] is not ZERO:
        return None
    found = instantiated(search, context, polar_logarithm(search), [u, v])
    same = search.infer("RING", context, lhs=base, rhs=found.judgement.args[0].args[0], eqs=[])
    make_defined(search, context, found.judgement.args[1])
    first = search.infer("CONG", context, eq=same, term=atom, paths=[[0]])
    return search.infer("CHAIN", context, links=[first, found])
