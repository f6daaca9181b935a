"""Chains from one angle to another through the lengths: means over directions first, then an order for each two lengths.

A side of the order that is a polynomial in the lengths has its mean in closed form.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.chains.lengths import LENGTHS
from rftheory.chains.reasons import Inside
from rftheory.prover.chains import Walk, step
from rftheory.prover.expectation_terms import Expansion
from rftheory.prover.expectations import Integrator, integrator_of, is_random
from rftheory.prover.family_members import by_members, stages
from rftheory.prover.frame_images import along, image_of
from rftheory.prover.graphs import weakened
from rftheory.prover.texts import lemma
from rftheory.statements.claims import Claim


@step(Inside, "lengths")
def for_all_lengths(walk: Walk, reason: Inside, number: int) -> Theorem:
    """Means over two lengths of what a lemma orders for each two of them."""
    relation = walk.chain.lines[number].relation
    lines = [walk.line(place) for place in (number - 1, number)]
    lower, upper = lines if relation[0] == "<" else lines[::-1]
    split = [_given_lengths(walk, line) for line in (lower, upper)]
    shape = next((found.judgement.args[1] for found in split if found is not None), None)
    if shape is None:
        raise Unproved(f"no mean over two projections at an angle: {shown(lower)}")
    inner, draws, _ = opened(walk.search, walk.context, shape)
    symbols = {item.symbol: draw for item, draw in zip(LENGTHS, draws, strict=True)}
    within = Walk(walk.prover, walk.setting.within(inner, symbols), walk.chain)
    assert isinstance(reason.of, Claim)
    order = within.lemma(reason.of, None)
    means = []
    for line, held, side in zip((lower, upper), split, order.judgement.args, strict=True):
        term = make("E", (*shape.args[:-1], close(side, draws)))
        if held is None:
            means.append(_by_powers(walk, term, line))
            continue
        there = walk.run.infer("SYM", walk.context, of=held)
        means.append(pulled(walk.search, walk.context, term, converges(walk.search, walk.context, there)))
    first, last = (one.judgement.args[0] for one in means)
    compared = walk.run.infer("COMPARE", walk.context, lower=first, upper=last, by=order, l1=means, strict=[], at=[])
    links = [walk.run.infer("SYM", walk.context, of=means[0]), compared, means[1]]
    return weakened(walk, walk.run.infer("CHAIN", walk.context, links=links), relation)


def _of_pair(term: Term) -> bool:
    """Whether a side is one mean over two lengths and two directions."""
    return term.op == "E" and [law.op for law in term.args[:-1]] == ["iid", "ortho"]


def _given_lengths(walk: Walk, line: Term) -> Theorem | None:
    """A side as one mean over both lengths; None without a pair of projections at an angle."""
    it = integrator_of(walk.run)
    if _of_pair(line):
        return over_lengths(it, walk.context, line)
    return linear_over_lengths(it, walk.context, line, over_lengths) if _has_pair(line) else None


def _has_pair(term: Term) -> bool:
    return _of_pair(term) or (term.op in ("+", "*", "neg", "sum") and any(map(_has_pair, term.args)))


def _by_powers(walk: Walk, term: Term, line: Term) -> Theorem:
    """``E f = t`` for a polynomial f in both lengths: each in closed form."""
    it = integrator_of(walk.run)
    mean, value = it.mean(walk.context, term), it.closed(walk.context, line)
    sides = [found.judgement.args[1] for found in (mean, value)]
    same = prove_equal(walk.search, walk.context, *sides)
    return chained(walk.search, walk.context, mean, same, walk.run.infer("SYM", walk.context, of=value))


def over_lengths(it: Integrator, context: Context, term: Term) -> Theorem:
    """``E exp(w_1.u) exp(w_2.u) = E 0F1`` over the two lengths alone, for two projections at an angle."""
    if not _of_pair(term):
        raise Unproved(f"no mean over two projections at an angle: {shown(term)}")
    indices = [[ONE, TWO]] * 2
    _, split = stages(context, term, indices)[-1]
    known = converges(it.search, context, it.mean(context, split))
    return by_members(it, context, term, indices, [], _directions_first(it, context, split, known))


def _directions_first(it: Integrator, context: Context, split: Term, known: Theorem) -> Theorem:
    """From lengths and directions to the lengths alone."""
    search = it.search
    chi, _, ortho = split.args[:-1]
    inner, draws, body = opened(search, context, split)
    _, summands = Expansion(search, inner, draws).normal_form(body)
    if len(summands) != 1 or summands[0][0] is not ONE or len(summands[0][1]) != 1 or summands[0][1][0].parts:
        raise Unproved(f"no single exponential: {shown(split)}")
    rates, c, vector, scales = image_of(it, context, summands[0][1][0], draws, split)
    if any(rate is not ZERO for rate in rates) or not is_real(search, context, c):
        raise Unproved(f"no exponential of a real image: {shown(split)}")

    def images(x: Term, y: Term) -> tuple[Term, Term]:
        return times(c, plus(times(scales[0], x), times(scales[1], y))), times(c, scales[2], y)

    lengths, (x, y) = open_binder(context, make("E", (chi, chi, ZERO)))
    opened(search, context, make("E", (chi, chi, ZERO)))
    each = instance(
        search, lengths, lemma(search, "frame_directions__given_lengths"), ortho.args[1], *images(x, y), vector
    )
    outside = make("E", (chi, chi, close(each.judgement.args[0], (x, y))))
    _, three = open_binder(context, make("E", (chi, chi, ortho, ZERO)))
    joint = make("E", (chi, chi, ortho, close(exp(along(images(*three[:2]), three[2], vector)), three)))
    there = pulled(search, context, joint, known)
    nest = converges(search, context, it.infer("NEST", context, term=outside, first=[], whole=[there]))
    alone = it.infer("CONG", context, eq=each, term=outside, paths=[[2]])
    back = [it.infer("SYM", context, of=one) for one in (there, nest)]
    return chained(search, context, known, *back, alone)


# -- sums over lengths -----------------------------------------------------------------------------------------------
# For one vector: ``w = r u`` gives ``E exp(c w.z) = E 0F1(; d/2; c^2 r^2 z^2/4)`` over the length r alone.


#: what gives a mean over two projections as one over their lengths
OfPair = Callable[[Integrator, Context, Term], Theorem]


def linear_over_lengths(it: Integrator, context: Context, line: Term, pair: OfPair) -> Theorem:
    """``sum c_i E_i = E over both lengths``; ``pair`` is for one mean over two projections at an angle."""
    coefficients, means = list[Term](), list[Theorem]()
    for summand in line.args if line.op == "+" else (line,):
        factors = summand.args if summand.op == "*" else (summand,)
        random = [factor for factor in factors if is_random(factor)]
        if len(random) != 1 or random[0].op not in ("E", "sum"):
            raise Unproved(f"not linear in means over two projections: {shown(summand)}")
        coefficients.append(product([factor for factor in factors if factor is not random[0]]))
        means.append(_over_lengths(it, context, random[0], pair))
    make_defined(it.search.run, context, *coefficients)
    over = [converges(it.search, context, it.infer("SYM", context, of=found)) for found in means]
    terms = [found.judgement.args[0] for found in over]
    linear = it.infer("LIN", context, terms=terms, coefficients=coefficients, l1=over)
    make_defined(it.search.run, context, line, linear.judgement.args[1])
    same = it.infer("RING", context, lhs=line, rhs=linear.judgement.args[1], eqs=list(dict.fromkeys(means)))
    return it.infer("CHAIN", context, links=[same, it.infer("SYM", context, of=linear)])


def _over_lengths(it: Integrator, context: Context, term: Term, pair: OfPair) -> Theorem:
    if term.op == "sum":
        return _sum_over_lengths(it, context, term, pair)
    laws = [law.op for law in term.args[:-1]]
    return independent_pair(it, context, term) if laws == ["normal"] * 2 else pair(it, context, term)


def _sum_over_lengths(it: Integrator, context: Context, term: Term, pair: OfPair) -> Theorem:
    """``sum_i E f_i = E sum_i g_i`` over both lengths, from ``E f_i = E g_i``."""
    inner, variables, body = opened(it.search, context, term)
    member = linear_over_lengths(it, inner, body, pair)
    held = converges(it.search, inner, it.infer("SYM", inner, of=member))
    *laws, g = held.judgement.args[0].args
    _, draws = open_binder(inner, make("E", (*laws, ZERO)))
    inside = make("sum", (*term.args[:2], close(instantiate(g, draws), variables)))
    whole = make("E", (*laws, close(inside, draws)))
    swapped = it.infer("SWAP", context, term=whole, first=[], whole=[], other=[held])
    within = it.infer("CONG", context, eq=held, term=swapped.judgement.args[1], paths=[[2]])
    return it.infer("SYM", context, of=chained(it.search, context, swapped, within))


def independent_pair(it: Integrator, context: Context, term: Term) -> Theorem:
    """``E exp(a w_1.y + b w_2.z) = E 0F1 0F1`` over both lengths, for real a, b."""
    inner, draws, body = opened(it.search, context, term)
    _, summands = Expansion(it.search, inner, draws).normal_form(body)
    if len(summands) != 1 or summands[0][0] is not ONE or len(summands[0][1]) != 2:
        raise Unproved(f"no exponential over two independent projections: {shown(term)}")
    (d,) = term.args[0].args
    parts = []
    for draw, factor in zip(draws, summands[0][1], strict=True):
        rates = list(factor.exponent.items())
        if factor.parts or len(rates) != 1 or rates[0][0].op != "dot" or draw not in rates[0][0].args:
            raise Unproved(f"no exponential of one image: {shown(term)}")
        first, second = rates[0][0].args
        parts.append(_one_projection(it, context, d, rates[0][1], second if first is draw else first))
    known, joint = it.mean(context, term), it._independent(context, *parts)
    same = prove_equal(it.search.run, context, known.judgement.args[1], joint.judgement.args[1])
    return chained(it.search, context, known, same, it.infer("SYM", context, of=joint))


def _one_projection(it: Integrator, context: Context, d: Term, c: Term, z: Term) -> Theorem:
    """``E 0F1(; d/2; c^2 r^2 z^2/4) = E exp(c w.z)`` in closed form."""
    search = it.search
    if not is_real(search, context, c):
        raise Unproved(f"no exponential of a real image: {shown(c)}")
    normal, chi = make("normal", (d,)), make("chi", (d,))
    alone = mean_of(context, [normal], lambda w: make("exp", (times(c, make("dot", (w, z))),)))
    value = it.mean(context, alone)
    polar = it.infer("IMAGE", context, term=alone, member=0, way="polar", l1=[value])
    split = chained(search, context, it.infer("SYM", context, of=polar), value)
    lengths, (r,) = open_binder(context, make("E", (chi, ZERO)))
    opened(search, context, make("E", (chi, ZERO)))
    each = instance(search, lengths, lemma(search, "frame_directions__given_lengths"), d, times(c, r), ZERO, z)
    ortho, inside = each.judgement.args[0].args
    # the direction is the first of two orthogonal ones
    _, two = open_binder(context, make("E", (chi, ortho, ZERO)))
    image = make("dot", (make("vscale", (two[0], make("at", (two[1], ONE)))), z))
    first = make("E", (chi, ortho, close(make("exp", (times(c, image),)), two)))
    link = it.infer("SUBFRAME", context, term=first, member=1, indices=[ONE], differ=[], l1=[split])
    if link.judgement.args[1] is not split.judgement.args[0]:
        split = pulled(search, context, link.judgement.args[1], split)
    there = chained(search, context, link, split)
    joint = make("E", (chi, ortho, close(instantiate(inside, (two[1],)), two)))
    there = pulled(search, context, joint, there)
    outside = make("E", (chi, close(each.judgement.args[0], (r,))))
    nest = converges(search, context, it.infer("NEST", context, term=outside, first=[], whole=[there]))
    within = it.infer("CONG", context, eq=each, term=outside, paths=[[1]])
    return chained(search, context, it.infer("SYM", context, of=within), nest, there)
