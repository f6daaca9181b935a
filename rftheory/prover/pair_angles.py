"""The angle between two vectors: a number with ``x.y = |x| |y| cos(angle)`` from 0 to pi.

With ``p = x.y`` and ``N = |x| |y|`` it is ``2 atan sqrt((N - p)/(N + p))``, or pi where ``N + p = 0``.
"""

from __future__ import annotations

from fractions import Fraction

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import ONE, PI, TWO, ZERO, Term, make, power
from rftheory.kernel.theorems import Theorem
from rftheory.prover.ball_bounds import length_of, products_below_lengths
from rftheory.prover.definite import make_defined
from rftheory.prover.equal import prove_equal
from rftheory.prover.search import Search, row
from rftheory.prover.table import axiom
from rftheory.prover.terms import inv, minus, plus, times

#: a context with a fact more, the angle there, and the equation of the product
Case = tuple[Context, Term, Theorem]


def angles(search: Search, context: Context, x: Term, y: Term) -> tuple[Case, Case]:
    """Two cases that cover everything; the equation and the ends of the angle are listed for definedness."""
    product, lengths = make("dot", (x, y)), (length_of(x), length_of(y))
    total, rest = plus(times(*lengths), product), minus(times(*lengths), product)
    make_defined(search.run, context, total)
    above, below = products_below_lengths(search, context, x, y)
    weak = search.infer("POS", context, lhs=ZERO, rhs=total, rows=[row(below)], eqs=[])
    gap = search.infer("POS", context, lhs=ZERO, rhs=rest, rows=[row(above)], eqs=[])
    opposite = search.run.declare(context, make("<=", (total, ZERO)))
    between = search.run.declare(context, make("<", (ZERO, total)))
    return _opposite(search, opposite, weak, product, lengths), _between(search, between, gap, product, lengths)


def _opposite(search: Search, place: Context, weak: Theorem, product: Term, lengths: tuple[Term, Term]) -> Case:
    """The angle pi."""
    given = search.infer("HYP", place, fact=place.entry)
    zero = search.infer("ANTISYM", place, first=given, second=weak)
    return place, PI, _product(search, place, product, lengths, PI, [axiom(search, place, "cos.1"), zero])


def _between(search: Search, place: Context, gap: Theorem, product: Term, lengths: tuple[Term, Term]) -> Case:
    """``2 atan sqrt(q)`` for ``q = (N - p)/(N + p)``: ``1 + q = 2 N/(N + p)`` and ``cos^2 atan sqrt(q) = 1/(1 + q)``."""
    given = search.infer("HYP", place, fact=place.entry)
    search.use(place, given)
    total, rest = given.judgement.args[1], gap.judgement.args[1]
    rows = [row(one, q=Fraction(1, 2)) for one in (given, gap)]
    search.use(place, search.infer("POS", place, lhs=ZERO, rhs=times(*lengths), rows=rows, eqs=[]))
    quotient = times(rest, inv(total))
    share = search.infer("DEF", place, judgement=make("<", (ZERO, inv(total))))
    search.use(place, search.infer("POS", place, lhs=ZERO, rhs=quotient, rows=[row(gap, share)], eqs=[]))
    root = make("sqrt", (quotient,))
    make_defined(search.run, place, root)
    angle = times(TWO, make("atan", (root,)))
    same = _product(search, place, product, lengths, angle, _cosine(search, place, angle, root))
    _ends(search, place, angle, root)
    return place, angle, same


def _cosine(search: Search, place: Context, angle: Term, root: Term) -> list[Theorem]:
    """The equations that tell the cosine of ``2 atan root``."""
    flat = angle.args[1]
    twice = prove_equal(search.run, place, angle, plus(flat, flat))
    turned = search.infer("CONG", place, eq=twice, term=make("cos", (angle,)), paths=[[0]])
    return [
        turned,
        axiom(search, place, "cos.sum", flat, flat),
        axiom(search, place, "cos.atan", root),
        axiom(search, place, "circle", flat),
        axiom(search, place, "sqrt.square", plus(ONE, power(root, 2))),
        axiom(search, place, "sqrt.square", root.args[0]),
    ]


def _product(
    search: Search, place: Context, product: Term, lengths: tuple[Term, Term], angle: Term, eqs: list[Theorem]
) -> Theorem:
    """``x.y = |x| |y| cos(angle)``, with the right side as a product of three."""
    right = make("*", (*lengths, make("cos", (angle,))))
    make_defined(search.run, place, right)
    same = search.infer("RING", place, lhs=product, rhs=right, eqs=eqs)
    search.use(place, same)
    return same


def _ends(search: Search, place: Context, angle: Term, root: Term) -> None:
    """``0 <= 2 atan root <= pi``."""
    high = axiom(search, place, "atan.high", root)
    search.use(place, search.infer("POS", place, lhs=angle, rhs=PI, rows=[row(high, q=Fraction(2))], eqs=[]))
    sign = search.infer("DEF", place, judgement=make("<=", (ZERO, root)))
    rises = search.infer("MONO", place, order=sign, function="atan", number=0, exponent=[], premises=[])
    start = search.infer("SYM", place, of=axiom(search, place, "atan.0"))
    low = search.infer("CHAIN", place, links=[start, rises])
    search.use(place, search.infer("POS", place, lhs=ZERO, rhs=angle, rows=[row(low, q=Fraction(2))], eqs=[]))
