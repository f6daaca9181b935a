"""Chernoff's bound for the samples of independent frames: n of one size, and a last one.

The mean over all draws is that over the last frame times a power of that over one of the n; each is at most what independent
samples have.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import chained, pulled, refl
from rftheory.prover.words import *
from rftheory.kernel.substitution import replace
from rftheory.prover.frame_chernoff import product_over_frame
from rftheory.prover.tails import Event, Tilt, by_markov

if TYPE_CHECKING:
    from rftheory.prover.chains import Walk


def chernoff_over_blocks(walk: Walk, term: Term, scale: Term, rate: Term) -> Theorem:
    """``P <= E^s (E^d)^n inv exp(l (eps - c))`` with ``E = E exp(r Z)`` of one sample."""
    search, context = walk.search, walk.context
    make_defined(search, context, term)
    if (
        term.data != "<="
        or [law.op for law in term.args[:-2]] != ["frame", "iid"]
        or term.args[1].args[1].op != "image"
    ):
        raise Unproved("no event about independent frames")
    within, draws, (level, side) = bodies(context, term)
    last, several = (_sum_of(side, draw) for draw in draws)
    rest = replace(replace(side, last, ZERO), several, ZERO)
    factors = [
        minus(replace(replace(side, one, ONE), other, ZERO), rest) for one, other in ((last, several), (several, last))
    ]
    size = term.args[1].args[1].args[0].args[0]
    tilts = [Tilt(rate, last, factors[0]), Tilt(make("*", (rate, size)), several, factors[1])]
    make_defined(search, within, *[tilt.product(within) for tilt in tilts])
    value = _mean_of_both(walk, term, draws, within, tilts)
    event = Event(context, term, level, within, side, last, factors[0], rest)
    return by_markov(walk, event, scale, tilts, value)


def _sum_of(side: Term, draw: Term) -> Term:
    """The sum over the members of a family."""
    found = [
        part
        for part in parts_of([side], lambda part: part.op == "sum")
        if part.op == "sum" and draw.data in part.variables
    ]
    if len(found) != 1:
        raise Unproved("no event about one mean of each frame")
    return found[0]


def _mean_of_both(walk: Walk, term: Term, draws: Sequence[Term], within: Context, tilts: Sequence[Tilt]) -> Theorem:
    """``E prod exp(r Z_i) prod exp(r d u_j) <= E^s (E^d)^n``."""
    search, context = walk.search, walk.context
    _, (v,) = open_binder(context, make("E", (term.args[0], ZERO)))
    _, (u,) = open_binder(context, make("E", (term.args[1], ZERO)))
    first = _over_frame(walk, term.args[0], tilts[0].sum, tilts[0].rate)
    second = _over_several(walk, term.args[1], tilts, u, substitute(tilts[1].product(within), {draws[1].data[0]: u}))
    means = [found.judgement.args[0] for found in (first, second)]
    for found, mean in zip((first, second), means, strict=True):
        search.use(context, search.infer("L1", context, of=found, term=mean))
    joint = search.infer("INDEP", context, first=means[0], second=means[1], l1=[first, second])
    bounds = [found.judgement.args[1] for found in (first, second)]
    make_defined(search, context, *bounds)
    signs = [prove_order(search, context, ZERO, part, False) for part in (bounds[1], means[0])]
    rows = [row(signs[0], first), row(signs[1], second)]
    order = search.infer("POS", context, lhs=joint.judgement.args[1], rhs=make("*", bounds), rows=rows, eqs=[])
    # one power
    (sample, count), (several, size) = bounds[0].args, (bounds[1].args[0].args[1], bounds[1].args[1])
    for part in (several, size):
        search.use(context, prove_order(search, context, ZERO, part, True))
    nested = axiom(search, context, "rpow.power.nonneg", sample, several, size)
    flat = search.infer("CONG", context, eq=nested, term=order.judgement.args[1], paths=[[1]])
    joined = axiom(search, context, "rpow.sum", sample, count, make("*", (several, size)))
    return search.infer("CHAIN", context, links=[joint, order, flat, joined])


def _over_frame(walk: Walk, law: Term, sum_: Term, rate: Term) -> Theorem:
    """``E prod exp(r Z_i) <= (E exp(r Z))^m`` over one frame; its draws are the first variable after the context."""
    search, context = walk.search, walk.context
    shape = make("E", (law, ZERO))
    within, draws = open_binder(context, shape)
    event = Event(context, shape, ZERO, within, sum_, sum_, ONE, ZERO)
    body = Tilt(rate, sum_, ONE).product(within)
    make_defined(search, within, body)
    one = event.mean(lambda z: make("exp", (make("*", (rate, z)),)))
    make_defined(search, context, one)
    search.use(context, prove_order(search, context, ZERO, one, False))
    return product_over_frame(search, event, make("E", (law, close(body, draws))), one, rate)


def _over_several(walk: Walk, law: Term, tilts: Sequence[Tilt], family: Term, body: Term) -> Theorem:
    """``E prod_j exp(r d u_j) <= (E^d)^n`` for means ``u_j`` over independent frames."""
    search, context = walk.search, walk.context
    (size, image), rate = law.args, tilts[1].rate
    alone = make("E", (image, ZERO))
    _, (z,) = open_binder(context, alone)
    one = make("E", (image, close(make("exp", (make("*", (rate, z)),)), (z,))))
    frame = make("E", image.args)
    inner, draws, value = opened(search, context, frame)
    (sum_,) = [part for part in parts_of([value], lambda part: part.op == "sum") if part.op == "sum"]
    order = _over_frame(walk, image.args[0], sum_, tilts[0].rate)
    product = order.judgement.args[0]
    search.use(context, search.infer("L1", context, of=order, term=product))
    mapped = make("E", (image.args[0], close(make("exp", (make("*", (rate, value)),)), draws)))
    _, _, body_ = opened(search, context, product)
    linear = search.infer("LIN", inner, terms=[sum_], coefficients=[tilts[0].rate], l1=[])
    whole = search.infer("MEMBERS", inner, term=linear.judgement.args[0], part="exp", count=0)
    exponent = make("*", (rate, value))
    make_defined(search, inner, exponent)
    same = search.infer("RING", inner, lhs=exponent, rhs=linear.judgement.args[0], eqs=[linear])
    same = search.infer("CONG", inner, eq=same, term=make("exp", (exponent,)), paths=[[0]])
    same = search.infer("CHAIN", inner, links=[same, whole])
    if same.judgement.args[1] is not body_:
        raise AssertionError("another product")
    found = pulled(search, context, mapped, refl(search, context, product), same)
    link = search.infer("IMAGE", context, term=one, member=0, way="image", l1=[found])
    link = chained(search, context, link, found)
    order = search.infer("CHAIN", context, links=[link, order])
    mean = make("E", (law, close(body, (family,))))
    power = search.infer("IIDPROD", context, term=mean, l1=[])
    members = search.infer("MEMBERS", context, term=power.judgement.args[1], part="constant", count=0)
    here = members.judgement.args[1]
    search.use(context, search.infer("WEAKEN", context, of=members, to="def right"))
    count = search.infer("CONG", context, eq=prove_equal(search, context, here.args[1], size), term=here, paths=[[1]])
    sign = prove_order(search, context, ZERO, one, False)
    search.use(context, sign)
    positive = prove_order(search, context, ZERO, size, True)
    raised_ = search.infer(
        "MONO", context, order=order, function="rpow", number=0, exponent=[size], premises=[positive]
    )
    return search.infer("CHAIN", context, links=[power, members, count, raised_])
