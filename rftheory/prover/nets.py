"""The largest error over all pairs of two balls, from the error of a single pair: how the rule NET is called.

A claim about one pair speaks of its lengths and its angle, which two vectors of the balls have (`pair_angles`). Such a claim
may leave out lengths 0, so it is proved again, by its own chain, with these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import sympy as sp

from rftheory.evidence.recording import Call
from rftheory.kernel.contexts import Context, close, open_binder
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import ZERO, Term, make, rat
from rftheory.kernel.theorems import Theorem
from rftheory.kernels import theta, x_norm, y_norm
from rftheory.prover.ball_bounds import length_of
from rftheory.prover.chains import Prover, Walk
from rftheory.prover.definite import make_defined
from rftheory.prover.failure import Unproved
from rftheory.prover.graphs import argument
from rftheory.prover.instances import instantiated, labelled
from rftheory.prover.net_slopes import Change
from rftheory.prover.pair_angles import angles
from rftheory.prover.search import shown
from rftheory.prover.setting import Setting
from rftheory.prover.signs import as_order, prove_order
from rftheory.prover.spec import Entry
from rftheory.prover.tail_steps import same_event
from rftheory.prover.terms import half, times
from rftheory.rules.concentration import TailRule
from rftheory.rules.nodes import Probability
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain


def over_net(walk: Walk, call: Call, rule: TailRule, line: Term) -> Theorem:
    """``P(eps <= max |F|) <= prod (1 + 4 k R L inv eps)^d M``."""
    make_defined(walk.run, walk.context, line)
    if line.op != "P" or line.data != "<=" or line.args[-1].op != "max":
        raise Unproved(f"no event about a maximum: {shown(line)}")
    claims = argument(call, 1, "proved", ())
    singles = [claim for claim in claims if isinstance(claim.proposition.left, Probability)]
    if len(singles) != 1:
        raise Unproved("no claim about a single pair")
    of_part = walk.term(rule.hypotheses[0].left)
    slopes, parts = _slopes(walk, line, of_part, [claim for claim in claims if claim not in singles])
    slope = times(rat(parts), of_part)
    pair = _pair(walk, line, singles[0])
    level = line.args[-2]
    orders = [prove_order(walk.run, walk.context, ZERO, term, True) for term in (level, slope)]
    orders += [prove_order(walk.run, walk.context, ZERO, radius, False) for radius in set(line.args[-1].args[1:-1:2])]
    return walk.search.infer("NET", walk.context, event=line, slope=slope, pair=pair, slopes=slopes, orders=orders)


def at_terms(
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
    return instantiated(walk.run, context, theorem, [chosen[place] for place in range(setting.context.size)])


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
                found.append(at_terms(walk, context, made.setting, theorem, values, {}))
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


class WithZero(Prover):
    """Proves claims with pairs of which one length may be 0, by the chains that the claims have without."""

    def __init__(self, prover: Prover):
        super().__init__(prover.run)
        self._of: dict[tuple[object, ...], Claim] = {}

    def claim(self, name: str, claim: Claim) -> tuple[Entry, Theorem]:
        wider = replace(claim, domain=with_zero(claim.domain))
        self._of[wider.proposition, wider.domain] = claim
        return super().claim(name, wider)

    def _theorem(self, claim: Claim, made: Entry) -> Theorem:
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
    made, theorem = WithZero(walk.prover).claim(claim.name, claim)
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
        found = at_terms(
            there, place, made.setting, theorem, {**lengths, theta: angle}, dict(zip("xy", vectors, strict=True))
        )
        eq = search.infer("SYM", place, of=product)
        written = search.infer("CONG", place, eq=eq, term=found.judgement.args[0], paths=[])
        same = same_event(there, wanted, written.judgement.args[1])
        links = [same, search.infer("SYM", place, of=written), found]
        cases.append(as_order(search, place, search.infer("CHAIN", place, links=links), "<="))
    return search.infer("CASES", placed, of=cases)
