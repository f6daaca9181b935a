"""Chains from one angle to another through the lengths: means over directions first, then an order for each two lengths.

A side of the order that is a polynomial in the lengths has its mean in closed form.
"""

from __future__ import annotations

from rftheory.evidence.length_steps import LENGTHS
from rftheory.evidence.recording import Call
from rftheory.kernel.contexts import Context, close, open_binder
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, make
from rftheory.kernel.theorems import Theorem
from rftheory.prover.chains import Walk, step
from rftheory.prover.convergence import opened
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectation_terms import Expansion
from rftheory.prover.expectations import Integrator, integrator_of
from rftheory.prover.failure import Unproved
from rftheory.prover.family_members import by_members, stages
from rftheory.prover.frame_blocks import along
from rftheory.prover.frame_directions import given_lengths
from rftheory.prover.frame_tools import chained, converges, instance, pulled
from rftheory.prover.frames import image_of
from rftheory.prover.graphs import argument, weakened
from rftheory.prover.length_sums import linear_over_lengths
from rftheory.prover.search import shown
from rftheory.prover.table import is_real
from rftheory.prover.terms import exp, plus, times


@step("for_all_lengths")
def for_all_lengths(walk: Walk, call: Call, number: int) -> Theorem:
    """Means over two lengths of what a lemma orders for each two of them."""
    lemma, relation = argument(call, 1, "lemma"), walk.chain.steps[number].relation
    lines = [walk.line(place) for place in (number - 1, number)]
    lower, upper = lines if relation[0] == "<" else lines[::-1]
    split = [_given_lengths(walk, line) for line in (lower, upper)]
    shape = next((found.judgement.args[1] for found in split if found is not None), None)
    if shape is None:
        raise Unproved(f"no mean over two projections at an angle: {shown(lower)}")
    inner, draws, _ = opened(walk.search, walk.context, shape)
    symbols = {item.symbol: draw for item, draw in zip(LENGTHS, draws, strict=True)}
    within = Walk(walk.prover, walk.setting.within(inner, symbols), walk.chain)
    order = within.lemma(lemma, None)
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
    if _of_pair(line):
        return over_lengths(walk, line)
    if not _has_pair(line):
        return None
    return linear_over_lengths(integrator_of(walk.run), walk.context, line, lambda term: over_lengths(walk, term))


def _has_pair(term: Term) -> bool:
    return _of_pair(term) or (term.op in ("+", "*", "neg") and any(map(_has_pair, term.args)))


def _by_powers(walk: Walk, term: Term, line: Term) -> Theorem:
    """``E f = t`` for a polynomial f in both lengths: each in closed form."""
    it = integrator_of(walk.run)
    mean, value = it.mean(walk.context, term), it.closed(walk.context, line)
    sides = [found.judgement.args[1] for found in (mean, value)]
    same = prove_equal(walk.run, walk.context, *sides)
    return chained(walk.search, walk.context, mean, same, walk.run.infer("SYM", walk.context, of=value))


def over_lengths(walk: Walk, term: Term) -> Theorem:
    """``E exp(w_1.u) exp(w_2.u) = E 0F1`` over the two lengths alone, for two projections at an angle."""
    if not _of_pair(term):
        raise Unproved(f"no mean over two projections at an angle: {shown(term)}")
    it, search, context = integrator_of(walk.run), walk.search, walk.context
    indices = [[ONE, TWO]] * 2
    _, split = stages(context, term, indices)[-1]
    known = converges(search, context, it.mean(context, split))
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
    each = instance(search, lengths, given_lengths(search), ortho.args[1], *images(x, y), vector)
    outside = make("E", (chi, chi, close(each.judgement.args[0], (x, y))))
    _, three = open_binder(context, make("E", (chi, chi, ortho, ZERO)))
    joint = make("E", (chi, chi, ortho, close(exp(along(images(*three[:2]), three[2], vector)), three)))
    there = pulled(search, context, joint, known)
    nest = converges(search, context, it.infer("NEST", context, term=outside, first=[], whole=[there]))
    alone = it.infer("CONG", context, eq=each, term=outside, paths=[[2]])
    back = [it.infer("SYM", context, of=one) for one in (there, nest)]
    return chained(search, context, known, *back, alone)
