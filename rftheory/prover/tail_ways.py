"""Ways for a bound of a probability without lines: Markov's inequality for powers, Hoeffding's for means of bounded samples."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.prover.bounded_samples import Bounded, scaled
from rftheory.prover.chains import Walk
from rftheory.prover.expectations import closed_form
from rftheory.prover.part_bounds import list_bounds
from rftheory.prover.signs import as_order
from rftheory.prover.sizes import between
from rftheory.prover.tails import Event, event_of, is_outer, two_sides
from rftheory.prover.tails_bounds import hoeffding
from rftheory.prover.translate import expression

#: how an order of two terms is looked for, strict or not
Order = Callable[[Term, Term, bool], Theorem]


def tail_ways(walk: Walk, prop: Term, order: Order) -> Iterator[tuple[str, Callable[[], Theorem]]]:
    """The ways for ``P(a <= X) <= bound``; none for another order. ``order`` is how a bound that is reached is compared."""
    event, bound = prop.args
    if event.op != "P" or event.data not in ("<=", "<"):
        return
    strict = prop.op == "<"
    for k, name in (
        (1, "Markov's inequality"),
        (2, "Chebyshev's inequality"),
        (4, "Markov's inequality for fourth powers"),
    ):
        yield name, lambda k=k: _below(walk, _of_power(walk, event, k), bound, strict)  # type: ignore[misc]
    yield "Hoeffding's inequality", lambda: _below(walk, _hoeffding(walk, event), bound, strict)
    if any(law.op in ("iid", "frame") for law in event.args[:-2]):
        # of a mean of samples the exponent would be found from moments of sums
        return
    for skew, name in ((False, "Chernoff's inequality"), (True, "Chernoff's inequality for a skew law")):
        yield name, lambda skew=skew: _below(walk, _of_exponential(walk, event, skew), bound, strict, order)  # type: ignore[misc]


def _below(walk: Walk, found: Theorem, bound: Term, strict: bool, order: Order | None = None) -> Theorem:
    """``P <= bound`` from a bound that is smaller."""
    reached = found.judgement.args[1]
    if reached is bound and not strict:
        return found
    if order is not None and list_bounds(walk.search, walk.context, reached):
        with suppress(Unproved):
            last = walk.order(reached, bound, strict)
            return walk.search.infer("CHAIN", walk.context, links=[found, last])
    last = (order or walk.order)(reached, bound, strict)
    return walk.search.infer("CHAIN", walk.context, links=[found, last])


# -- Markov, Chernoff -------------------------------------------------------------------------------------------------


def _of_power(walk: Walk, event: Term, k: int) -> Theorem:
    """``P(a <= X) <= E X^k / a^k``, for k = 1 of what is not negative; of the absolute value for an X of any sign."""
    search, context = walk.search, walk.context
    within, (level, side) = _opened(walk, event)
    if not is_outer(context, level):
        raise Unproved(f"an event with a random level: {shown(event)}")
    base = side.args[0] if side.op == "abs" and k > 1 else side
    power_ = raised(base, k)
    make_defined(search, within, power_)
    make_real(search, within, base)
    search.use(context, prove_order(search, context, ZERO, level, True))

    def grown(place: Context, order: Theorem) -> Theorem:
        premises = [prove_order(search, place, ZERO, level, False)]
        step = {"order": order, "function": "pow", "number": k, "exponent": [], "premises": premises}
        found = order if k == 1 else search.infer("MONO", place, **step)
        reached = found.judgement.args[1]
        if reached is power_:
            return found
        same = axiom(search, place, "abs.real", *side.args)
        return search.infer(
            "CHAIN", place, links=[found, search.infer("RING", place, lhs=reached, rhs=power_, eqs=[same])]
        )

    return _markov(walk, event, raised(level, k), power_, grown)


def _of_exponential(walk: Walk, event: Term, skew: bool) -> Theorem:
    """``P(a <= X) <= E exp(l X) exp(-l a)``, with the l that is best for a normal law of the same mean and variance, or a skew one.

    With the cumulants k_1, k_2, k_3 of X it is ``(a - k_1)/(k_2 + c (a - k_1))``, c = 0 or ``k_3/(2 k_2)``, as of a gamma law.
    """
    search, context = walk.search, walk.context
    within, (level, side) = _opened(walk, event)
    falls = is_outer(context, side)
    drawn, height = (level, side) if falls else (side, level)
    moments = [_moment(walk, event, raised(drawn, k)) for k in ((1, 2, 3) if skew else (1, 2))]
    names = walk.setting.values()
    first, second, *third = (expression(moment, names) for moment in moments)
    gap, variance = expression(height, names) - first, sp.simplify(second - first**2)
    bend = sum((sp.simplify(third[0] - 3 * first * variance - first**3) / (2 * variance) for _ in third), sp.Integer(0))
    rate = walk.term(sp.simplify(gap / (variance + bend * gap)))
    sign = prove_order(search, context, *((rate, ZERO) if falls else (ZERO, rate)), False)
    bottom, top = exp(mul(rate, height)), exp(mul(rate, drawn))
    make_defined(search, within, bottom, top)

    def grown(place: Context, order: Theorem) -> Theorem:
        rows = [row(sign, order)]
        more = search.infer("POS", place, lhs=bottom.args[0], rhs=top.args[0], rows=rows, eqs=[])
        step = {
            "order": as_order(search, place, more, "<="),
            "function": "exp",
            "number": 0,
            "exponent": [],
            "premises": [],
        }
        return search.infer("MONO", place, **step)

    return _markov(walk, event, bottom, top, grown)


def _opened(walk: Walk, event: Term) -> tuple[Context, tuple[Term, Term]]:
    """The inside of an event, of which one side is no random number."""
    make_defined(walk.search, walk.context, event)
    within, _, (level, side) = bodies(walk.context, event)
    if not (is_outer(walk.context, level) or is_outer(walk.context, side)):
        raise Unproved(f"an event with a random level: {shown(event)}")
    return within, (level, side)


def _mean(walk: Walk, event: Term, body: Term) -> Term:
    """The mean over the draws of an event."""
    _, draws, _ = bodies(walk.context, event)
    return make("E", (*event.args[:-2], close(body, draws)))


def _moment(walk: Walk, event: Term, body: Term) -> Term:
    value: Term = closed_form(walk.search.run, walk.context, _mean(walk, event, body)).judgement.args[1]
    return value


def _markov(walk: Walk, event: Term, height: Term, body: Term, grown: Callable[[Context, Theorem], Theorem]) -> Theorem:
    """``P <= E f(X)/f(a)``, where ``grown`` leads from ``a <= X`` to ``f(a) <= f(X)``."""
    search, context = walk.search, walk.context
    within, draws, _ = bodies(context, event)
    mean = _mean(walk, event, body)
    value = closed_form(search.run, context, mean)
    positive = prove_order(search, context, ZERO, height, True)
    sign = as_order(search, within, prove_order(search, within, ZERO, body, False), "<=")
    markov = search.infer("MARKOV", context, term=mean, level=height, sign=sign, orders=[positive], l1=[value])
    larger = markov.judgement.args[0]
    links = [] if larger is event else [_implied(walk, event, larger, grown)]
    bound = search.infer("CONG", context, eq=value, term=markov.judgement.args[1], paths=[[0]])
    return search.infer("CHAIN", context, links=[*links, markov, bound])


def _implied(walk: Walk, event: Term, larger: Term, grown: Callable[[Context, Theorem], Theorem]) -> Theorem:
    """``P(a <= X) <= P(f(a) <= f(X))``: where ``f(X) < f(a)``, X is below a."""
    search, context = walk.search, walk.context
    make_defined(search, context, larger)
    within, _, (level, side) = bodies(context, event)
    _, _, (height, body) = bodies(context, larger)
    inner = search.run.declare(within, make("<", (body, height)))
    given = search.infer("HYP", inner, fact=make("<", (body, height)))
    wanted, cases = make("<", (side, level)), list[Theorem]()
    for fact in (wanted, make("=", (side, level)), make("<", (level, side))):
        place = search.run.declare(inner, fact)
        held = search.infer("HYP", place, fact=fact)
        if fact is wanted:
            cases.append(held)
            continue
        if fact.op == "=":
            held = search.infer("WEAKEN", place, of=search.infer("SYM", place, of=held), to="<=")
        link = grown(place, as_order(search, place, held, "<="))
        loop = search.infer("CHAIN", place, links=[link, given])
        cases.append(search.infer("ABSURD", place, of=loop, judgement=wanted))
    outside = search.infer("CASES", inner, of=cases)
    if event.data == "<":
        outside = search.infer("WEAKEN", inner, of=outside, to="<=")
    return search.infer("UNION", context, event=event, parts=[larger], outside=outside)


# -- Hoeffding --------------------------------------------------------------------------------------------------------


def _hoeffding(walk: Walk, term: Term) -> Theorem:
    """``P <= exp(-2 m eps^2/(high - low)^2)`` for samples between bounds that are seen; twice that for both sides."""
    search, context = walk.search, walk.context
    if term.args[-1].op != "abs":
        return _one_sided(walk, term)
    whole, *parts = two_sides(walk, term)
    orders = [_one_sided(walk, part) for part in parts]
    bound = total([order.judgement.args[1] for order in orders])
    make_defined(search, context, bound)
    rows = [row(order) for order in orders]
    added = search.infer("POS", context, lhs=whole.judgement.args[1], rhs=bound, rows=rows, eqs=[])
    return search.infer("CHAIN", context, links=[whole, added])


def _one_sided(walk: Walk, term: Term, is_centred: bool = False) -> Theorem:
    search, context = walk.search, walk.context
    event = event_of(search, context, term)
    ring = Ring(atoms_of([event.factor, event.size]))
    factor = ring.fraction(ring.form(mul(event.factor, event.size)))
    side = 1
    if factor.op == "rat" and factor.data < 0:
        factor, side = rat(-factor.data), -1
    centre = neg(event.rest) if side > 0 else event.rest
    one = event.mean(lambda z: z)
    make_defined(search, context, one, factor, centre)
    inner, draws, (z,) = bodies(context, one)
    try:
        mean = walk.equal(scaled(factor, one), centre)
    except Unproved:
        if is_centred:
            raise
        return _centred(walk, event, minus(mul(rat(-side), scaled(factor, one)), event.rest))
    x = scaled(factor, z)
    make_defined(search, inner, x)
    bounds = between(search, inner, x, draws)
    for bound in bounds:
        search.use(inner, bound)
    low, high = bounds[0].judgement.args[0], bounds[1].judgement.args[1]
    search.use(context, prove_order(search, context, ZERO, event.level, True))
    return hoeffding(Bounded(walk, event, factor, low, high, centre, bounds, mean), event.level, side)


def _centred(walk: Walk, event: Event, by: Term) -> Theorem:
    """The bound for ``level <= T`` as that for ``level + by <= T + by``, where the mean of T is -by."""
    search, context = walk.search, walk.context
    value = closed_form(search.run, context, by).judgement.args[1]
    shift = walk.term(sp.simplify(expression(value, walk.setting.values())))
    _, draws, _ = bodies(context, event.term)
    sides = add(event.level, shift), add(event.side, shift)
    moved = make("P", (*event.term.args[:-2], *(close(side, draws) for side in sides)), "<=")

    def grown(place: Context, order: Theorem) -> Theorem:
        found = search.infer("POS", place, lhs=sides[0], rhs=sides[1], rows=[row(order)], eqs=[])
        return as_order(search, place, found, "<=")

    links = [_implied(walk, event.term, moved, grown), _one_sided(walk, moved, is_centred=True)]
    return search.infer("CHAIN", context, links=links)
