"""Ways for a bound of a probability without lines: Markov's inequality for powers, Hoeffding's for means of bounded samples."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.bounded_samples import Bounded, scaled
from rftheory.prover.chains import Walk
from rftheory.prover.expectations import closed_form
from rftheory.prover.signs import as_order
from rftheory.prover.sizes import between
from rftheory.prover.tails import event_of, two_sides
from rftheory.prover.tails_bounds import hoeffding


def tail_ways(walk: Walk, prop: Term) -> Iterator[tuple[str, Callable[[], Theorem]]]:
    """The ways for ``P(a <= X) <= bound``; none for another order."""
    event, bound = prop.args
    if event.op != "P" or event.data not in ("<=", "<"):
        return
    strict = prop.op == "<"
    for k, name in (
        (1, "Markov's inequality"),
        (2, "Chebyshev's inequality"),
        (4, "Markov's inequality for fourth powers"),
    ):
        yield name, lambda k=k: _below(walk, _markov(walk, event, k), bound, strict)  # type: ignore[misc]
    yield "Hoeffding's inequality", lambda: _below(walk, _hoeffding(walk, event), bound, strict)


def _below(walk: Walk, found: Theorem, bound: Term, strict: bool) -> Theorem:
    """``P <= bound`` from a bound that is smaller."""
    reached = found.judgement.args[1]
    last = walk.order(reached, bound, strict) if strict or reached is not bound else None
    return found if last is None else walk.search.infer("CHAIN", walk.context, links=[found, last])


# -- Markov -----------------------------------------------------------------------------------------------------------


def _markov(walk: Walk, event: Term, k: int) -> Theorem:
    """``P(a <= X) <= E X^k / a^k``, for k = 1 of what is not negative; of the absolute value for an X of any sign."""
    search, context = walk.search, walk.context
    make_defined(search, context, event)
    within, draws, (level, side) = bodies(context, event)
    if not level.variables.isdisjoint(draw.data for draw in draws):
        raise Unproved(f"an event with a random level: {shown(event)}")
    base = side.args[0] if side.op == "abs" and k > 1 else side
    power_, height = raised(base, k), raised(level, k)
    mean = make("E", (*event.args[:-2], close(power_, draws)))
    make_defined(search, within, power_)
    make_real(search, within, base)
    value = closed_form(search.run, context, mean)
    positive = prove_order(search, context, ZERO, level, True)
    if k > 1:
        search.use(context, positive)
        positive = prove_order(search, context, ZERO, height, True)
    sign = as_order(search, within, prove_order(search, within, ZERO, power_, False), "<=")
    markov = search.infer("MARKOV", context, term=mean, level=height, sign=sign, orders=[positive], l1=[value])
    larger = markov.judgement.args[0]
    links = [] if larger is event else [_implied(walk, event, larger, k)]
    bound = search.infer("CONG", context, eq=value, term=markov.judgement.args[1], paths=[[0]])
    return search.infer("CHAIN", context, links=[*links, markov, bound])


def _implied(walk: Walk, event: Term, larger: Term, k: int) -> Theorem:
    """``P(a <= X) <= P(a^k <= X^k)``: where ``X^k < a^k``, X is below a."""
    search, context = walk.search, walk.context
    make_defined(search, context, larger)
    within, _, (level, side) = bodies(context, event)
    _, _, (height, power_) = bodies(context, larger)
    inner = search.run.declare(within, make("<", (power_, height)))
    given = search.infer("HYP", inner, fact=make("<", (power_, height)))
    wanted, cases = make("<", (side, level)), list[Theorem]()
    for fact in (wanted, make("=", (side, level)), make("<", (level, side))):
        place = search.run.declare(inner, fact)
        held = search.infer("HYP", place, fact=fact)
        if fact is wanted:
            cases.append(held)
            continue
        if fact.op == "=":
            held = search.infer("WEAKEN", place, of=search.infer("SYM", place, of=held), to="<=")
        links = [as_order(search, place, held, "<=")]
        if k > 1:
            premises = [prove_order(search, place, ZERO, level, False)]
            step = {"order": links[0], "function": "pow", "number": k, "exponent": [], "premises": premises}
            links = [search.infer("MONO", place, **step)]
            grown = links[0].judgement.args[1]
            if grown is not power_:
                links.append(
                    search.infer(
                        "RING", place, lhs=grown, rhs=power_, eqs=[axiom(search, place, "abs.real", *side.args)]
                    )
                )
        loop = search.infer("CHAIN", place, links=[*links, given])
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


def _one_sided(walk: Walk, term: Term) -> Theorem:
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
    mean = walk.equal(scaled(factor, one), centre)
    x = scaled(factor, z)
    make_defined(search, inner, x)
    bounds = between(search, inner, x, draws)
    for bound in bounds:
        search.use(inner, bound)
    low, high = bounds[0].judgement.args[0], bounds[1].judgement.args[1]
    search.use(context, prove_order(search, context, ZERO, event.level, True))
    return hoeffding(Bounded(walk, event, factor, low, high, centre, bounds, mean), event.level, side)
