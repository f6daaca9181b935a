"""How lines about sums over pairs ``i < j``, power series with positive coefficients, and products of 0F1 are proved."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.chains import pairs
from rftheory.chains.reasons import By, Symmetry
from rftheory.chains.series import AboveParabola, AboveSum, AboveTangent, BelowParabola, BelowProduct
from rftheory.prover import pair_sums
from rftheory.prover.parabola_bounds import above_parabola, below_taylor
from rftheory.prover.power_bounds import above_tangent
from rftheory.prover.product_bounds import above_sum

# -- power series ---------------------------------------------------------------------------------------------------


@step(By, AboveTangent)
def by_tangent_of_series(walk: Walk, reason: By, number: int) -> Theorem:
    """The series lies above its tangent, perhaps with its term of degree 2 besides."""
    line, target = walk.line(number - 1), walk.line(number)
    point = walk.term(sp.sympify(reason.what.point))
    found = above_tangent(walk.run, walk.context, line, point, reason.what.curvature)
    return weakened(walk, by_rows(walk, target, line, [[found]]), walk.chain.lines[number].relation)


# -- sums over pairs ------------------------------------------------------------------------------------------------


@step(Symmetry)
def by_symmetry(walk: Walk, reason: Symmetry, number: int) -> Theorem:
    """The sum over pairs of a symmetric body by the sum over the square and its diagonal."""
    line, target = walk.line(number - 1), walk.line(number)
    body = pairs.body_of(walk.chain.lines[number - 1].expr)
    square = walk.term(sp.Sum(sp.Sum(body, (pairs.second, 1, reason.size)), (pairs.first, 1, reason.size)))
    whole, below, above, diagonal, triangle = pair_sums.by_symmetry(walk.run, walk.context, square)
    triangular = triangle.judgement.args[1]
    written = walk.term(sp.Sum(reason.diagonal, (pairs.first, 1, reason.size)))
    same = [walk.equal(*pair) for pair in ((line, triangular), (diagonal.judgement.args[1], written))]
    eqs = [*same, walk.run.infer("SYM", walk.context, of=triangle), whole, below, above, diagonal]
    return walk.search.infer("RING", walk.context, lhs=line, rhs=target, eqs=eqs)


# -- products of functions 0F1 ---------------------------------------------------------------------------------------


@step(By, BelowProduct)
def below_product(walk: Walk, reason: By, number: int) -> Theorem:
    """``f(x + y)`` is at most ``f(x) f(y)``, and less if x and y are positive."""
    line, target = walk.line(number - 1), walk.line(number)
    if line.op != "pfq" or line.data != (0, 1):
        raise Unproved("no function 0F1")
    x, y = (walk.term(sp.sympify(part)) for part in reason.what.parts)
    order = above_sum(walk.run, walk.context, line.args[0], x, y)
    relation = walk.chain.lines[number].relation
    smaller, more = order.judgement.args[0].args
    rest = prove_order(walk.search, walk.context, ZERO, more, strict=relation == "<")
    found = by_rows(walk, smaller, order.judgement.args[1], [[order], [rest]])
    return weakened(walk, between(walk, line, found, target), relation)


@step(By, AboveSum)
def product_above_sum(walk: Walk, reason: By, number: int) -> Theorem:
    """``f(x) f(y)`` is at least ``f(x + y)`` with the term that is of first order in ``x y``."""
    line, target = walk.line(number - 1), walk.line(number)
    functions = line.args if line.op == "*" else ()
    if len(functions) != 2 or any(part.op != "pfq" or part.data != (0, 1) for part in functions):
        raise Unproved("no product of two functions 0F1")
    (b, x), (_, y) = (part.args for part in functions)
    order = above_sum(walk.run, walk.context, b, x, y)
    return weakened(walk, between(walk, target, order, line), walk.chain.lines[number].relation)


@step(By, AboveParabola)
def function_above_parabola(walk: Walk, reason: By, number: int) -> Theorem:
    """``f(z)`` is at least the parabola that touches it at s and meets it before s and z."""
    line, target = walk.line(number - 1), walk.line(number)
    b, z = _of_series(line)
    what = reason.what
    s, p, rise, width = (walk.term(form) for form in (what.touching, what.through, what.rise, what.width))
    _use_gap(walk, p, z, rise, strict=False)
    _use_gap(walk, p, s, width, strict=True)
    order = above_parabola(walk.run, walk.context, b, s, p, z)
    return weakened(walk, between(walk, target, order, line), walk.chain.lines[number].relation)


@step(By, BelowParabola)
def function_below_parabola(walk: Walk, reason: By, number: int) -> Theorem:
    """``f(z)`` is at most its Taylor polynomial of degree 2 at s, for z before s."""
    line, target = walk.line(number - 1), walk.line(number)
    b, z = _of_series(line)
    s = walk.term(reason.what.touching)
    _use_gap(walk, z, s, walk.term(reason.what.width), strict=False)
    order = below_taylor(walk.run, walk.context, b, s, z)
    return weakened(walk, between(walk, line, order, target), walk.chain.lines[number].relation)


def _of_series(line: Term) -> tuple[Term, Term]:
    if line.op != "pfq" or line.data != (0, 1):
        raise Unproved("no function 0F1")
    return line.args[0], line.args[1]


def _use_gap(walk: Walk, low: Term, high: Term, form: Term, *, strict: bool) -> None:
    """List ``low < high`` (or ``<=``), whose gap has a form with a sign."""
    make_real(walk.search, walk.context, low)
    make_real(walk.search, walk.context, high)
    sign = prove_order(walk.search, walk.context, ZERO, form, strict)
    walk.search.use(walk.context, by_rows(walk, low, high, [[sign]]))
