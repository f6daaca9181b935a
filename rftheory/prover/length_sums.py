"""Sums of means over two projections as one mean over their lengths: pairs at an angle, and independent pairs.

For one vector: ``w = r u`` gives ``E exp(c w.z) = E 0F1(; d/2; c^2 r^2 z^2/4)`` over the length r alone.
"""

from __future__ import annotations

from collections.abc import Callable

from rftheory.kernel.contexts import Context, close, open_binder
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import ONE, ZERO, Term, make
from rftheory.kernel.theorems import Theorem
from rftheory.prover.convergence import opened
from rftheory.prover.definite import make_defined
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectation_terms import Expansion
from rftheory.prover.expectations import Integrator, is_random
from rftheory.prover.failure import Unproved
from rftheory.prover.frame_directions import given_lengths
from rftheory.prover.frame_tools import chained, converges, instance, pulled
from rftheory.prover.search import shown
from rftheory.prover.table import is_real
from rftheory.prover.terms import mean_of, product, times


def linear_over_lengths(it: Integrator, context: Context, line: Term, pair: Callable[[Term], Theorem]) -> Theorem:
    """``sum c_i E_i = E over both lengths``; ``pair`` is for one mean over two projections at an angle."""
    coefficients, means = list[Term](), list[Theorem]()
    for summand in line.args if line.op == "+" else (line,):
        factors = summand.args if summand.op == "*" else (summand,)
        random = [factor for factor in factors if is_random(factor)]
        if len(random) != 1 or random[0].op != "E":
            raise Unproved(f"not linear in means over two projections: {shown(summand)}")
        coefficients.append(product([factor for factor in factors if factor is not random[0]]))
        laws = [law.op for law in random[0].args[:-1]]
        means.append(independent_pair(it, context, random[0]) if laws == ["normal"] * 2 else pair(random[0]))
    make_defined(it.search.run, context, *coefficients)
    over = [converges(it.search, context, it.infer("SYM", context, of=found)) for found in means]
    terms = [found.judgement.args[0] for found in over]
    linear = it.infer("LIN", context, terms=terms, coefficients=coefficients, l1=over)
    make_defined(it.search.run, context, line, linear.judgement.args[1])
    same = it.infer("RING", context, lhs=line, rhs=linear.judgement.args[1], eqs=list(dict.fromkeys(means)))
    return it.infer("CHAIN", context, links=[same, it.infer("SYM", context, of=linear)])


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
    each = instance(search, lengths, given_lengths(search), d, times(c, r), ZERO, z)
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
