"""How lines about sums over pairs ``i < j``, power series with positive coefficients, and products of 0F1 are proved."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.chains import pairs
from rftheory.chains.reasons import By, Symmetry
from rftheory.chains.series import AboveTangent, BelowProduct
from rftheory.prover import pair_sums
from rftheory.prover.texts import lemma

# -- power series ---------------------------------------------------------------------------------------------------


@step(By, AboveTangent)
def by_tangent_of_series(walk: Walk, reason: By, number: int) -> Theorem:
    """The series lies above its tangent, perhaps with its term of degree 2 besides."""
    line, target = walk.line(number - 1), walk.line(number)
    if line.op != "pfq" or line.data not in ((0, 1), (1, 1)):
        raise Unproved("no function 0F1 or 1F1")
    *parameters, place = line.args
    point, kind = walk.term(sp.sympify(reason.what.point)), "parabola" if reason.what.curvature else "tangent"
    make_defined(walk.search, walk.context, *line.args, point)
    general = lemma(walk.run, f"series_bounds__{kind}_below_{line.data[0]}f1")
    found = instantiated(walk.run, walk.context, general, [*parameters, point, place])
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
    make_defined(walk.search, walk.context, line.args[0], y, x)
    general = lemma(walk.run, "product_bounds__product_above_sum")
    order = instantiated(walk.run, walk.context, general, [line.args[0], y, x])
    relation = walk.chain.lines[number].relation
    smaller, more = order.judgement.args[0].args
    rest = prove_order(walk.search, walk.context, ZERO, more, strict=relation == "<")
    found = by_rows(walk, smaller, order.judgement.args[1], [[order], [rest]])
    return weakened(walk, between(walk, line, found, target), relation)
