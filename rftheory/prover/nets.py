"""The largest error over all pairs of two balls, from that of a single pair (rule NET); the angle of such a pair.

A claim about one pair speaks of its lengths and its angle, which two vectors of the balls have (`pair_angles`). Such a claim
may leave out lengths 0, so it is proved again, by its own chain, with these.
"""

from __future__ import annotations

from dataclasses import replace

from rftheory.prover.step_words import *
from rftheory.chains.reasons import Tail
from rftheory.inputs.kernels import theta, x_norm, y_norm
from rftheory.prover.ball_bounds import length_of, products_below_lengths
from rftheory.prover.instances import labelled
from rftheory.prover.net_slopes import Change
from rftheory.prover.proving import Prover
from rftheory.prover.setting import Setting
from rftheory.prover.signs import as_order
from rftheory.prover.spec import ClaimEntry
from rftheory.prover.tail_steps import same_event
from rftheory.rules.nodes import Probability
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain


def over_net(walk: Walk, reason: Tail, line: Term) -> Theorem:
    """``P(eps <= max |F|) <= prod (1 + 4 k R L inv eps)^d M``."""
    make_defined(walk.search, walk.context, line)
    if line.op != "P" or line.data != "<=" or line.args[-1].op != "max":
        raise Unproved(f"no event about a maximum: {shown(line)}")
    singles = [claim for claim in reason.proved if isinstance(getattr(claim.proposition, "left", None), Probability)]
    if len(singles) != 1:
        raise Unproved("no claim about a single pair")
    of_part = walk.term(reason.rule.hypotheses[0].left)
    slopes, parts = _slopes(walk, line, of_part, [claim for claim in reason.proved if claim not in singles])
    slope = times(rat(parts), of_part)
    pair = _pair(walk, line, singles[0])
    level = line.args[-2]
    orders = [prove_order(walk.search, walk.context, ZERO, term, True) for term in (level, slope)]
    orders += [
        prove_order(walk.search, walk.context, ZERO, radius, False)
        for radius in dict.fromkeys(line.args[-1].args[1:-1:2])
    ]
    return walk.search.infer("NET", walk.context, event=line, slope=slope, pair=pair, slopes=slopes, orders=orders)


def _at_terms(
    walk: Walk,
    context: Context,
    setting: Setting,
    theorem: Theorem,
    values: Mapping[sp.Symbol, Term],
    vectors: Mapping[str, Term],
) -> Theorem:
    """A theorem of a lemma at terms for some of its parameters and vectors; the others are those of the chain."""
    own, chosen = walk.setting.symbols, {}
    for symbol, variable in setting.symbols.items():
        found = values.get(symbol, own.get(symbol))
        if found is not None:
            chosen[variable.data[0]] = found
    for (kind, name), variable in labelled(setting).items():
        if kind == "vector" and name in vectors:
            chosen[variable.data[0]] = vectors[name]
    missing = [setting.names[place] for place in range(setting.context.size) if place not in chosen]
    if missing:
        raise Unproved(f"no value for {', '.join(missing)} of a lemma")
    return instantiated(walk.search, context, theorem, [chosen[place] for place in range(setting.context.size)])


# -- slopes ---------------------------------------------------------------------------------------------------------


def _slopes(walk: Walk, line: Term, slope: Term, claims: Sequence[Claim]) -> tuple[list[Theorem], int]:
    """The change in each of the vectors, and of how many parts it is made."""
    inner, draws = open_binder(walk.context, line)
    maximum = instantiate(line.args[-1], draws)
    balls = maximum.args[:-1]
    proved = [walk.prover.claim(claim.name, claim) for claim in claims]

    def lemmas(context: Context, length: Term | None) -> list[Theorem]:
        found = []
        for made, theorem in proved:
            free = [symbol for symbol in made.setting.symbols if symbol not in walk.setting.symbols]
            values = {} if length is None else dict.fromkeys(free, length)
            if len(free) <= 1 and bool(free) == bool(values):
                found.append(_at_terms(walk, context, made.setting, theorem, values, {}))
        return found

    found, factors = [], set()
    # the context of the rule: all vectors of the balls, and a second one of one ball
    for number in range(maximum.data):
        shape = (*balls, *balls[2 * number : 2 * number + 2], ZERO)
        placed, (*vectors, other) = open_binder(inner, make("max", shape, maximum.data + 1))
        walk.run.extended(inner, *_entries(inner, placed))
        radii = dict(zip(vectors, balls[1::2], strict=True))
        change = Change(walk.search, placed, vectors[number], other, radii, slope, lemmas)
        theorem, factor = change.of(instantiate(maximum.args[-1], vectors).args[0])
        found.append(theorem)
        factors.add(factor)
    if len(factors) != 1:
        raise Unproved("each vector moves other parts")
    return found, factors.pop()


def _entries(outer: Context, inner: Context) -> list[Term]:
    """What one context has more than another."""
    entries: list[Term] = []
    while inner is not outer and inner.parent is not None and inner.entry is not None:
        entries.insert(0, inner.entry)
        inner = inner.parent
    return entries


# -- a single pair --------------------------------------------------------------------------------------------------


class _WithZero(Prover):
    """Proves claims with pairs of which one length may be 0, by the chains that the claims have without."""

    def __init__(self, prover: Prover):
        super().__init__(prover.run)
        self._of: dict[tuple[object, ...], Claim] = {}

    def claim(self, name: str, claim: Claim) -> tuple[ClaimEntry, Theorem]:
        wider = replace(claim, domain=with_zero(claim.domain))
        self._of[wider.proposition, wider.domain] = claim
        return super().claim(name, wider)

    def _theorem(self, claim: Claim, made: ClaimEntry) -> Theorem:
        return super()._theorem(self._of[claim.proposition, claim.domain], made)


def with_zero(domain: Domain) -> Domain:
    """A domain whose lengths may also be 0."""
    ranges = [
        replace(item, closed=f"[{item.closed[1]}") if item.symbol in (x_norm, y_norm) and item.low == 0 else item
        for item in domain.ranges
    ]
    return replace(domain, ranges=tuple(ranges))


def _pair(walk: Walk, line: Term, claim: Claim) -> Theorem:
    """``P(eps/2 <= |F(x, y)|) <= M`` for all x and y of the balls."""
    made, theorem = _WithZero(walk.prover).claim(claim.name, claim)
    search, maximum = walk.search, line.args[-1]
    if maximum.data != 2:
        raise Unproved("no pair of balls")
    placed, vectors = open_binder(walk.context, make("max", (*maximum.args[:-1], ZERO), 2))
    walk.run.extended(walk.context, *_entries(walk.context, placed))
    _, draws = open_binder(placed, line)
    value = instantiate(instantiate(maximum, draws).args[-1], vectors)
    wanted = make("P", (*line.args[:-2], half(line.args[-2]), close(value, draws)), "<=")
    lengths = dict(zip((x_norm, y_norm), map(length_of, vectors), strict=True))
    cases = []
    for place, angle, product in angles(search, placed, *vectors):
        there = Walk(walk.prover, walk.setting.within(place), walk.chain)
        found = _at_terms(
            there, place, made.setting, theorem, {**lengths, theta: angle}, dict(zip("xy", vectors, strict=True))
        )
        eq = search.infer("SYM", place, of=product)
        written = search.infer("CONG", place, eq=eq, term=found.judgement.args[0], paths=[])
        same = same_event(there, wanted, written.judgement.args[1])
        links = [same, search.infer("SYM", place, of=written), found]
        cases.append(as_order(search, place, search.infer("CHAIN", place, links=links), "<="))
    return search.infer("CASES", placed, of=cases)


# -- the angle between two vectors -----------------------------------------------------------------------------------
# With ``p = x.y`` and ``N = |x| |y|`` it is ``2 atan sqrt((N - p)/(N + p))``, or pi where ``N + p = 0``.


#: a context with a fact more, the angle there, and the equation of the product
Case = tuple[Context, Term, Theorem]


def angles(search: Search, context: Context, x: Term, y: Term) -> tuple[Case, Case]:
    """Two cases that cover everything; the equation and the ends of the angle are listed for definedness."""
    product, lengths = make("dot", (x, y)), (length_of(x), length_of(y))
    total, rest = plus(times(*lengths), product), minus(times(*lengths), product)
    make_defined(search, context, total)
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
    make_defined(search, place, root)
    angle = times(TWO, make("atan", (root,)))
    same = _product(search, place, product, lengths, angle, _cosine(search, place, angle, root))
    _ends(search, place, angle, root)
    return place, angle, same


def _cosine(search: Search, place: Context, angle: Term, root: Term) -> list[Theorem]:
    """The equations that tell the cosine of ``2 atan root``."""
    flat = angle.args[1]
    twice = prove_equal(search, place, angle, plus(flat, flat))
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
    make_defined(search, place, right)
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
