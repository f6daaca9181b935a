"""Ways that are tried for an order without lines: which serve most, and how far each of them went.

1. *as it stands*: closed forms of both sides, and the sign of the gap with factors that are found (`Walk.order`).
2. *bounds of its parts*: functions below exponentials, as cosh t <= exp(t^2/2), are listed and the sign is looked for again.
   *closed forms*: those of two means are in the order, by any of these ways.
   *for all draws*: what is inside of two means is in this order, or inside of one and a number.
   *mean of the square*: at most the square of the bound.
3. *monotone in one parameter*: the gap is not negative at an end of its range and its derivative has a sign, or its derivative has
   one by the same way.
4. *times a denominator*: the numerator of the gap is monotone so; *chord*: the gap is concave and not negative at both ends.
5. *tangent*: the gap is convex in a parameter and touches its tangent where its derivative vanishes.
6. *both signs* of an absolute value that stands alone; *logarithms* of products of powers and exponentials; *cases at a cut*: where
   what is inside of an absolute value, a maximum or a minimum vanishes, or the gap has its least value. The parts go all of these ways.

A probability is bounded by Markov's, Chebyshev's, Chernoff's or Hoeffding's inequality instead (`tail_ways`).
"""

from __future__ import annotations

import re

import sympy as sp

from rftheory.prover.words import *
from rftheory.chains.chain import Chain
from rftheory.execution.time_limit import TimeUp, within
from rftheory.prover.atom_signs import mono
from rftheory.prover.chains import Walk
from rftheory.prover.draw_ways import by_linear, for_all_draws
from rftheory.prover.expectations import closed_form
from rftheory.prover.graphs import halves
from rftheory.prover.mean_factors import without_factor
from rftheory.prover.monotone_ways import Monotone, between, cleared
from rftheory.prover.part_bounds import list_bounds
from rftheory.prover.signs import as_order
from rftheory.prover.square_ways import by_square
from rftheory.prover.table import absolute
from rftheory.prover.tail_ways import tail_ways
from rftheory.prover.translate import expression
from rftheory.rules.nodes import Expectation, Probability
from rftheory.rules.propositions import Inequality
from rftheory.statements.domain import Range

#: steps for one way; seconds for the points at which a derivative vanishes, and points
_STEPS, _SECONDS, _POINTS = 5_000, 2, 3
#: cuts and signs of an order, one inside of the other
_SPLITS = 2
#: where a chain was written, which here is no place in a file of the reader's
_PLACE = re.compile(r"\[\w+, \w+\.py:\d+\] ")
#: what is said of a parameter that vectors depend on
_OUTSIDE = "a symbol outside of the domain"
#: a way by its name, and what looks for the theorem
Way = tuple[str, Callable[[], Theorem]]


def by_ways(walk: Walk, said: Inequality, prop: Term, before: str, splits: int = _SPLITS) -> tuple[str, Theorem]:
    """The name of the way that leads to an order, and its theorem; ``splits`` orders may be cut into parts, one inside of the other."""
    stopped = [f"as it stands: {before}"]
    tails = list(tail_ways(walk, prop, lambda a, b, strict: _of_terms(walk, a, b, strict, splits)))
    for name, find in tails or _ways(walk, said, prop, splits):
        try:
            with walk.search.apart(_STEPS):
                found = find()
        except (Unproved, Refused, ValueError) as error:
            reason = "vectors of a mean depend on it" if _OUTSIDE in str(error) else _PLACE.sub("", str(error))
            stopped.append(f"{name}: {reason}")
            continue
        if found.judgement is prop:
            return name, found
    raise Unproved("; ".join(stopped))


def _ways(walk: Walk, said: Inequality, prop: Term, splits: int) -> Iterator[Way]:
    sides = (sp.sympify(said.left), sp.sympify(said.right))
    sides = sides if said.relation[0] == "<" else sides[::-1]
    strict = said.relation in ("<", ">")
    gap = sp.sympify(sides[1]) - sp.sympify(sides[0])
    base = Walk(walk.prover, walk.setting, Chain(sp.sympify(sides[0])))
    free = gap.free_symbols
    ranges = [item for item in walk.setting.domain.ranges if item.symbol in free and not item.integer]
    # where both ends are numbers or parameters, more is seen sooner
    symbols = [item.symbol for item in sorted(ranges, key=lambda item: None in (item.low, item.high))]
    import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)

    yield "bounds of its parts", lambda: _by_parts(walk, sides, strict)
    if gap.has(Expectation):
        yield "for all draws", lambda: without_factor(walk, for_all_draws, *sides)
        yield "for all draws, by linear functions", lambda: without_factor(walk, by_linear, *sides)
        yield "mean of the square", lambda: without_factor(walk, by_square, *sides)
    if splits and isinstance(sides[0], sp.Abs) and prop.args[0].op == "abs":
        yield "both signs", lambda: _both_signs(walk, sides, prop, splits)
    for symbol in symbols:
        yield f"monotone in {symbol}", lambda x=symbol: Monotone(base, x, sides, strict).order()  # type: ignore[misc]
    if gap.has(Expectation, Probability):
        if splits:
            yield "closed forms", lambda: _by_closed_forms(walk, sides, strict, splits)
        return
    if (
        splits
        and all(side.is_Mul or side.is_Pow or isinstance(side, sp.exp) for side in sides)
        and gap.has(sp.exp, sp.Pow)
    ):
        yield "logarithms of both sides", lambda: _by_logarithms(walk, sides, strict, splits)
    numerator, denominator = sp.fraction(sp.together(gap))
    for symbol in symbols if denominator.free_symbols else ():
        name = f"monotone in {symbol}, times {denominator}"
        yield name, lambda x=symbol: cleared(base, x, numerator, denominator, sides, strict)  # type: ignore[misc]
    for item in walk.setting.domain.ranges:
        if item.symbol in symbols and None not in (item.low, item.high) and item.closed == "[]":
            chain = Chain(gap).chord(item.symbol, item.low, item.high, ">=")
            yield f"chord in {item.symbol}", lambda c=chain: _known(walk, c, sides, strict)  # type: ignore[misc]
    for symbol in symbols:
        cuts = _kinks(gap, symbol)
        for point in () if cuts else _still(gap, symbol):
            chain = Chain(gap).tangent(symbol, point)
            yield f"tangent at {symbol} = {point}", lambda c=chain: _known(walk, c, sides, strict)  # type: ignore[misc]
        item = next(item for item in walk.setting.domain.ranges if item.symbol == symbol)
        for cut in [one for one in cuts or _still(gap, symbol) if _is_between(one, item)] if splits else ():
            yield f"cases at {symbol} = {cut}", lambda x=symbol, c=cut: _cases(walk, x, c, said, prop, splits)  # type: ignore[misc]


def _still(gap: sp.Expr, symbol: sp.Symbol) -> list[sp.Expr]:
    """Where the derivative of the gap vanishes, as far as that is seen soon."""
    slope = sp.diff(gap, symbol)
    if slope.has(sp.Sum):
        return []  # SymPy divides by zero in some sums of powers
    found = [sp.Integer(n) for n in (0, 1) if sp.simplify(slope.subs(symbol, n)) == 0]
    with suppress(NotImplementedError, TimeUp, ValueError, TypeError, RecursionError):
        for one in within(_SECONDS, lambda: sp.solve(slope, symbol)):
            plain = {type(node) for node in one.atoms(sp.Function)} <= {sp.exp, sp.log}
            found += [one] if one.is_real and plain and one not in found else []
    return found[:_POINTS]


def _kinks(gap: sp.Expr, symbol: sp.Symbol) -> list[sp.Expr]:
    """Where what has a kink does not go on as it was."""
    inside = [node.args[0] for node in gap.atoms(sp.Abs, sp.sign)]
    inside += [node.args[0] - other for node in gap.atoms(sp.Max, sp.Min) for other in node.args[1:]]
    linear = [one for one in inside if one.has(symbol) and not sp.diff(one, symbol).has(symbol)]
    found = (sp.simplify(-one.subs(symbol, 0) / sp.diff(one, symbol)) for one in linear)
    return list(dict.fromkeys(found))[:_POINTS]


def _is_between(point: sp.Expr, item: Range) -> bool:
    """Whether a point is not seen to be an end of a range, or outside of it."""
    low, high = (end if end is None else sp.sympify(end) for end in (item.low, item.high))
    return (low is None or sp.Le(point, low) != sp.true) and (high is None or sp.Ge(point, high) != sp.true)


def _known(walk: Walk, chain: Chain, sides: tuple[sp.Expr, sp.Expr], strict: bool) -> Theorem:
    """The order, with one that a chain shows of its gap."""
    walk.search.use(walk.context, Walk(walk.prover, walk.setting, chain.ge(0)).whole())
    return between(walk, sides, strict)


def _by_parts(walk: Walk, sides: tuple[sp.Expr, sp.Expr], strict: bool) -> Theorem:
    """The order, with what is known of the functions in the closed forms of both sides."""
    smaller, larger = (walk.term(sp.sympify(side)) for side in sides)
    closed = [closed_form(walk.run, walk.context, term).judgement.args[1] for term in (smaller, larger)]
    if not list_bounds(walk.search, walk.context, *closed):
        raise Unproved("no function with a known bound")
    return walk.order(smaller, larger, strict)


def _both_signs(walk: Walk, sides: tuple[sp.Expr, sp.Expr], prop: Term, splits: int) -> Theorem:
    """``|f| <= g`` from ``f <= g`` and ``-g <= f``."""
    search, (inner,), bound, parts = walk.search, prop.args[0].args, prop.args[1], []
    for side, fact in ((1, (ZERO, inner)), (-1, (inner, ZERO))):
        ends = (sides[0].args[0], sides[1]) if side == 1 else (-sides[1], sides[0].args[0])
        terms = tuple(walk.term(end) for end in ends)
        said = Inequality(ends[0], "<=" if prop.op == "<=" else "<", ends[1])
        order = _however(walk, said, make(prop.op, terms), splits)
        place = walk.run.declare(walk.context, make("<=", fact))
        same = absolute(search, place, inner, search.infer("HYP", place, fact=make("<=", fact)))
        whole = search.infer("POS", place, lhs=prop.args[0], rhs=bound, rows=[row(order)], eqs=[same])
        parts.append(whole if prop.op == "<" else as_order(search, place, whole, "<="))
    return search.infer("CASES", walk.context, of=parts)


def _of_terms(walk: Walk, smaller: Term, larger: Term, strict: bool, splits: int) -> Theorem:
    """An order of terms, as that of their expressions."""
    sides = [_simple(expression(side, walk.setting.values())) for side in (smaller, larger)]
    terms = [walk.term(side) for side in sides]
    found = _however(
        walk,
        Inequality(sides[0], "<" if strict else "<=", sides[1]),
        make("<" if strict else "<=", tuple(terms)),
        splits,
    )
    links = [walk.equal(smaller, terms[0]), found, walk.equal(terms[1], larger)]
    return walk.search.infer("CHAIN", walk.context, links=links)


def _simple(expr: sp.Expr) -> sp.Expr:
    """An expression as SymPy would write it, as far as that is seen soon."""
    with suppress(TimeUp, NotImplementedError, ValueError, TypeError, RecursionError):
        simple: sp.Expr = within(_SECONDS, lambda: sp.simplify(expr))
        return simple
    return expr


def _by_closed_forms(walk: Walk, sides: tuple[sp.Expr, sp.Expr], strict: bool, splits: int) -> Theorem:
    """The order of two means from that of their closed forms, by all ways."""
    first, last = (closed_form(walk.run, walk.context, walk.term(side)) for side in sides)
    order = _of_terms(walk, first.judgement.args[1], last.judgement.args[1], strict, splits)
    return walk.search.infer("CHAIN", walk.context, links=[first, order, walk.run.infer("SYM", walk.context, of=last)])


def _by_logarithms(walk: Walk, sides: tuple[sp.Expr, sp.Expr], strict: bool, splits: int) -> Theorem:
    """The order of two positive products from that of their logarithms."""
    logs = [sp.expand_log(sp.log(side), force=True) for side in sides]
    terms, ends = [walk.term(log) for log in logs], [walk.term(sp.sympify(side)) for side in sides]
    relation = "<" if strict else "<="
    order = _however(walk, Inequality(logs[0], "<" if strict else "<=", logs[1]), make(relation, tuple(terms)), splits)
    grown = mono(walk.search, walk.context, order, "exp")
    links = [walk.equal(end, side) for end, side in zip(ends, grown.judgement.args, strict=True)]
    back = walk.search.infer("SYM", walk.context, of=links[1])
    return walk.search.infer("CHAIN", walk.context, links=[links[0], grown, back])


def _cases(walk: Walk, symbol: sp.Symbol, cut: sp.Expr, said: Inequality, prop: Term, splits: int) -> Theorem:
    """The order on both sides of a cut, each by the ways that lead there."""
    parts = [_however(Walk(walk.prover, half, None), said, prop, splits) for half in halves(walk, symbol, cut)]
    return walk.search.infer("CASES", walk.context, of=parts)


def _however(walk: Walk, said: Inequality, prop: Term, splits: int) -> Theorem:
    """A part of an order, as it stands or by a way; so many cuts may follow."""
    try:
        return walk.as_it_stands(prop)
    except Unproved as error:
        if splits == 0 or "not in this order at" in str(error):
            raise
        return by_ways(walk, said, prop, str(error), splits - 1)[1]
