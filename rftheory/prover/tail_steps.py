"""How lines about probabilities are proved: Markov's and Boole's inequalities, and the rules of concentration."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.chains.reasons import Tail
from rftheory.kernel.substitution import replace
from rftheory.prover.block_chernoff import chernoff_over_blocks
from rftheory.prover.bounded_samples import Bounded, scaled
from rftheory.prover.draws import block
from rftheory.prover.learn import known_of
from rftheory.prover.random_steps import by_one_order
from rftheory.prover.signs import as_order
from rftheory.prover.tails import Event, chernoff, event_of, two_sides
from rftheory.prover.tails_bounds import bernstein, hoeffding
from rftheory.rules.concentration import TailRule, deviation
from rftheory.rules.orthogonal_tails import with_independent_blocks, with_independent_samples
from rftheory.statements.claims import Claim


def bound_of_probability(walk: Walk, number: int) -> Theorem:
    """A probability is at most a bound, of which the form shows what it comes from."""
    line, target = walk.line(number - 1), walk.line(number)
    found = _both_sides(walk, line) if line.args[-1].op == "abs" else by_moment(walk, line, target)
    return _ending_with(walk, found, target)


def _ending_with(walk: Walk, order: Theorem, target: Term) -> Theorem:
    """The same bound in other words."""
    larger = order.judgement.args[1]
    links = [order] if larger is target else [order, walk.equal(larger, target)]
    return walk.search.infer("CHAIN", walk.context, links=links)


@step(Tail)
def by_rule(walk: Walk, reason: Tail, number: int) -> Theorem:
    """A rule of concentration, from Markov's inequality; a net by the rule of that name."""
    rule, line = reason.rule, walk.line(number - 1)
    if not isinstance(rule, TailRule) or line.op != "P":
        return walk.generic(number)
    if rule.name in ("Hoeffding", "Bernstein"):
        return _ending_with(walk, _of_bounded_samples(walk, reason, line), walk.line(number))
    if rule.name == "net over both balls":
        from rftheory.prover.nets import over_net

        return _ending_with(walk, over_net(walk, reason, line), walk.line(number))
    if rule.name == "Chernoff over independent frames":
        return _ending_with(walk, _over_blocks(walk, rule, line), walk.line(number))
    if rule.name not in ("Chernoff", "Chernoff over a frame"):
        raise Unproved(f"the rule {rule.name} is not derived")
    event = event_of(walk.search, walk.context, line)
    parts = deviation(with_independent_samples(rule.event) if rule.name != "Chernoff" else rule.event)
    pace = rule.hypotheses[0].left
    found = chernoff(walk, event, walk.term(pace * parts.size), walk.term(parts.side * pace * parts.factor))
    return _ending_with(walk, found, walk.line(number))


def _over_blocks(walk: Walk, rule: TailRule, line: Term) -> Theorem:
    parts, pace = deviation(with_independent_blocks(rule.event)[0]), rule.hypotheses[0].left
    return chernoff_over_blocks(walk, line, walk.term(pace * parts.size), walk.term(pace * parts.factor))


def _of_bounded_samples(walk: Walk, reason: Tail, line: Term) -> Theorem:
    """Hoeffding's or Bernstein's bound, for one side or for both."""
    if deviation(reason.rule.event).side:
        return _one_sided(walk, reason, line)
    found, *sides = two_sides(walk, line)
    return _added(walk, found, [_one_sided(walk, reason, part) for part in sides])


def _one_sided(walk: Walk, reason: Tail, line: Term) -> Theorem:
    rule = reason.rule
    parts, low, high = deviation(rule.event), rule.hypotheses[2].left, rule.hypotheses[3].right
    if rule.name == "Bernstein" and len(rule.hypotheses) > 5:
        raise Unproved("Bernstein's inequality with a bound of the variance")
    event = event_of(walk.search, walk.context, line)
    factor, centre = walk.term(parts.factor), walk.term(parts.centre)
    one = event.mean(lambda z: z)
    make_defined(walk.search, walk.context, one)
    mean = walk.equal(scaled(factor, one), centre)
    ends = (walk.term(sp.sympify(low)), walk.term(sp.sympify(high)))
    bounds = _bounds_of_sample(walk, reason.proved, parts.sample, one, factor, ends)
    of = Bounded(walk, event, factor, *ends, centre, bounds, mean)
    made = hoeffding if rule.name == "Hoeffding" else bernstein
    return made(of, walk.term(parts.epsilon), _side(walk, event, factor))


def _side(walk: Walk, event: Event, factor: Term) -> int:
    """Whether the event looks above the mean (1) or below it (-1)."""
    gain = make("*", (event.factor, event.size))
    for side, value in ((1, factor), (-1, make("neg", (factor,)))):
        if walk.search.attempt("RING", walk.context, lhs=gain, rhs=value, eqs=[]) is not None:
            return side
    raise Unproved(f"a factor of a mean that is neither {shown(factor)} nor its negative")


def _bounds_of_sample(
    walk: Walk, proved: Sequence[Claim], sample: sp.Expr, one: Term, factor: Term, ends: tuple[Term, Term]
) -> tuple[Theorem, Theorem]:
    """``low <= F z`` and ``F z <= high`` in the context of one draw, from the claims that the rule is given."""
    inner, _, (z,) = bodies(walk.context, one)
    if not is_well_formed(walk.search.kernel, inner):
        raise Unproved("the draws of a sample have no context")
    drawn = block(walk.setting.scope(), [sample]).scope.draws
    within = Walk(walk.prover, walk.setting.within(inner, draws=drawn), walk.chain)
    x = scaled(factor, z)
    make_defined(walk.search, inner, x)
    for claim in proved:
        within.lemma(claim, None)
    found = []
    for smaller, larger in ((ends[0], x), (x, ends[1])):
        order = by_one_order(within, smaller, larger) or prove_order(walk.search, inner, smaller, larger, False)
        found.append(as_order(walk.search, inner, order, "<="))
    return found[0], found[1]


# -- Chernoff -------------------------------------------------------------------------------------------------------


def by_moment(walk: Walk, line: Term, target: Term) -> Theorem:
    """Chernoff's bound with the rate that an exponential moment of the target has."""
    event = event_of(walk.search, walk.context, line)
    for rate in _rates(walk, target, event.mean(lambda z: z)):
        with suppress(Unproved):
            return chernoff(walk, event, scale_of(walk, event.factor, rate), rate)
    raise Unproved(f"no exponential moment of one sample in {shown(target)}")


def scale_of(walk: Walk, factor: Term, rate: Term) -> Term:
    """``l = r / a`` in lowest terms."""
    quotient = make("*", (rate, make("inv", (factor,))))
    make_defined(walk.search, walk.context, quotient)
    ring = known_of(walk.search, walk.context, [quotient]).ring
    found = ring.fraction(ring.lowest(ring.form(quotient)))
    make_defined(walk.search, walk.context, found)
    return found


def _rates(walk: Walk, target: Term, mean: Term) -> Iterator[Term]:
    """What the sample is multiplied with in the exponents of the means in a term."""
    for part in _means(target):
        if part.args[:-1] != mean.args[:-1] or part.args[-1].op != "exp":
            continue
        inner, _, (body,) = bodies(walk.context, part)
        (sample,) = bodies(walk.context, mean)[2]
        rate = replace(body.args[0], sample, ONE)
        if all(place < walk.context.size for place, _ in rate.variables):
            yield rate


def _means(term: Term) -> Iterator[Term]:
    if term.op == "E":
        yield term
        return
    for arg in term.args:
        if arg.sort == "scalar":
            yield from _means(arg)


# -- both sides -----------------------------------------------------------------------------------------------------


def _both_sides(walk: Walk, line: Term) -> Theorem:
    """Boole's inequality with the bounds of each side that claims before this one have."""
    found, *parts = two_sides(walk, line)
    return _added(walk, found, [_one_side(walk, part) for part in parts])


def _added(walk: Walk, whole: Theorem, orders: Sequence[Theorem]) -> Theorem:
    """``P <= B_1 + B_2`` from ``P <= P_1 + P_2`` and the bounds of both."""
    search, context = walk.search, walk.context
    bound = make("+", [order.judgement.args[1] for order in orders])
    rows = [row(order) for order in orders]
    sums = search.infer("POS", context, lhs=whole.judgement.args[1], rhs=bound, rows=rows, eqs=[])
    return search.infer("CHAIN", context, links=[whole, sums])


def _one_side(walk: Walk, part: Term) -> Theorem:
    for _, theorem in walk.prover.proved():
        judgement = theorem.judgement
        if theorem.context is walk.context and judgement.op == "<=" and judgement.args[0].op == "P":
            with suppress(Unproved, Refused):
                return walk.search.infer(
                    "CHAIN", walk.context, links=[same_event(walk, part, judgement.args[0]), theorem]
                )
    raise Unproved(f"no bound of {shown(part)} is proved before")


def same_event(walk: Walk, first: Term, second: Term) -> Theorem:
    """``P(a <= X) = P(a <= Y)`` where X and Y are equal for all draws, and the levels as well."""
    search, context = walk.search, walk.context
    make_defined(search, context, first, second)
    if (first.data, first.args[:-2]) != (second.data, second.args[:-2]):
        raise Unproved("events of different blocks")
    here, links = first, [search.infer("REFL", context, term=first)]
    for place in (-2, -1):
        inner, _, sides = bodies(context, here)
        other = bodies(context, second)[2]
        if sides[place] is other[place]:
            continue
        same = prove_equal(search, inner, sides[place], other[place])
        links.append(search.infer("CONG", context, eq=same, term=here, paths=[[len(here.args) + place]]))
        here = links[-1].judgement.args[1]
    return search.infer("CHAIN", context, links=links)
