"""Exponentials over lengths and directions where a length has a complex rate.

By the theme ``length_rates`` such a length is one without a rate, its images over the root of ``1 - 2a``: for each value of the
other draws, then for all of them. What is integrated on the way is at most an exponential with real rates and images.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.prover.expectation_normal import complex_parts
from rftheory.prover.frame_images import PLACES, base_image, factors_of, gap_of, quotient, read
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator


def rescaled(
    integrator: Integrator, context: Context, term: Term, factor: Factor, draws: Sequence[Term], place: int
) -> Theorem:
    """``E f = g^(-d/2) E f'`` where the length at a place has the rate ``(1 - g)/2`` in f and none in f'; with the value of that."""
    search = integrator.search
    search.use(context, _converges(integrator, context, term, factor, draws))
    gap = gap_of(integrator, context, read(factor.exponent, draws, term)[0][place])
    search.use(context, prove_nonzero(search, context, gap))
    root = make("sqrt", (gap,))
    length = draws[place]
    others = {m: c for m, c in factor.exponent.items() if length.data not in m.variables}
    images = {m: c for m, c in factor.exponent.items() if m not in others and m is not power(length, 2)}
    smaller = {m: quotient(integrator, context, c, root) for m, c in images.items()}
    new = make("E", (*term.args[:-1], close(exp(_total(others | smaller)), tuple(draws))))
    value = converges(search, context, integrator.mean(context, new))
    # the length after the others
    order = [number for number in range(len(draws)) if number != place] + [place]
    joint = [search.infer("BLOCK", context, term=one, keep=order, l1=[]) for one in (term, new)]
    for block in joint:
        search.use(context, search.infer("L1", context, of=block, term=block.judgement.args[1]))
    old, plain = (block.judgement.args[1] for block in joint)
    _, fresh = open_binder(context, make("E", (*old.args[:-1], ZERO)))
    names = {draws[number].data[0]: variable for number, variable in zip(order, fresh, strict=True)}
    parts = [{substitute(m, names): c for m, c in group.items()} for group in (others, images)]
    line, _, _ = opened(search, context, make("E", (*old.args[:-2], ZERO)))
    each = _at_others(integrator, context, line, (old, plain), gap, *parts)
    return integrator.kept(context, _over_others(search, context, joint, each, value))


def _total(exponent: Mapping[Term, Term]) -> Term:
    return plus(*[times(c, monomial) for monomial, c in exponent.items()])


def _at_others(
    integrator: Integrator,
    context: Context,
    line: Context,
    joint: tuple[Term, Term],
    gap: Term,
    others: Mapping[Term, Term],
    images: Mapping[Term, Term],
) -> Theorem:
    """``E f = g^(-d/2) E f'`` over the length, for each value of the other draws."""
    search = integrator.search
    d = joint[0].args[-2].args[0]
    u, v, _ = complex_parts(integrator, context, gap)
    along: list[list[Term]] = [[], []]
    for monomial, c in images.items():
        (direction,) = [arg for arg in monomial.args if arg.op == "dot"]
        real_part, imaginary, _ = complex_parts(integrator, context, c)
        along[0].append(times(real_part, direction))
        along[1].append(times(imaginary, direction))
    general = lemma(search, "length_rates__rescaled_length")
    found = instance(search, line, general, d, u, v, *[_sum_of_multiples(parts) for parts in along])
    mean_ = _mean_of(search, found)
    written = make("+", (u, make("*", (IMAG, v))))
    if written is not gap:
        search.use(line, prove_nonzero(search, line, written))
        same = prove_equal(search, line, written, gap)
        plain = search.infer("CONG", line, eq=same, term=found.judgement.args[1], paths=[])
        found = chained(search, line, found, plain)
        mean_ = _mean_of(search, found)
    front = exp(_total(others))
    make_defined(search, line, front)
    sides = [found, refl(search, line, mean_)]
    means = []
    for whole, held in zip(joint, sides, strict=True):
        scaled_ = scaled(search, line, held, front)
        one = _inner_mean(context, whole)
        means.append(
            pulled(search, line, one, scaled_, _same_exponential(search, line, one, scaled_.judgement.args[0]))
        )
    down = [f for f in factors_of(found.judgement.args[1]) if f is not mean_]
    target = make("*", (times(*down), means[1].judgement.args[0]))
    last = search.infer("RING", line, lhs=means[0].judgement.args[1], rhs=target, eqs=[means[1]])
    return chained(search, line, means[0], last)


def _mean_of(search: Search, found: Theorem) -> Term:
    """The mean on the right side, listed as convergent."""
    (mean_,) = [factor for factor in factors_of(found.judgement.args[1]) if factor.op == "E"]
    search.use(found.context, search.infer("L1", found.context, of=found, term=mean_))
    return mean_


def _sum_of_multiples(parts: Sequence[Term]) -> Term:
    return plus(*[part for part in parts if part.op != "*" or ZERO not in part.args])


def _inner_mean(context: Context, joint: Term) -> Term:
    """The mean over the last draw of a block, in the context that the others open."""
    _, draws = open_binder(context, make("E", (*joint.args[:-1], ZERO)))
    return make("E", (joint.args[-2], close(instantiate(joint.args[-1], draws), draws[-1:])))


def _same_exponential(search: Search, line: Context, one: Term, other: Term) -> Theorem:
    """``exp a = exp b exp c`` inside of two means."""
    inner, draws, body = opened(search, line, one)
    front, rest = instantiate(other.args[-1], draws).args
    whole = plus(front.args[0], rest.args[0])
    make_defined(search, inner, whole)
    same = prove_equal(search, inner, body.args[0], whole)
    first = search.infer("CONG", inner, eq=same, term=body, paths=[[0]])
    second = axiom(search, inner, "exp.prod", whole, front.args[0], rest.args[0], numbers=[1, 1])
    return search.infer("CHAIN", inner, links=[first, second])


def _over_others(search: Search, context: Context, joint: Sequence[Theorem], each: Theorem, value: Theorem) -> Theorem:
    """From the means over the length to those over all draws."""
    old, plain = (block.judgement.args[1] for block in joint)
    draws = tuple(each.context.variable(context.size + number) for number in range(len(old.args) - 2))
    down, one = each.judgement.args[1].args
    nests = []
    for mean_, whole in ((each.judgement.args[0], old), (one, plain)):
        outside = make("E", (*old.args[:-2], close(mean_, draws)))
        nests.append(search.infer("NEST", context, term=outside, first=[], whole=[]))
        if nests[-1].judgement.args[1] is not whole:
            raise AssertionError("another joint mean")
    back = search.infer("SYM", context, of=joint[1])
    known = scaled(search, context, chained(search, context, nests[1], back, value), down)
    found = pulled(search, context, nests[0].judgement.args[0], known, each)
    return chained(search, context, joint[0], search.infer("SYM", context, of=nests[0]), found)


def _converges(integrator: Integrator, context: Context, term: Term, factor: Factor, draws: Sequence[Term]) -> Theorem:
    """``|exp(..)|`` has the real parts of all rates and images."""
    search = integrator.search
    rates, images = read(factor.exponent, draws, term)
    first, _, vector = base_image(integrator, context, images, term)
    base = next(iter(first))
    if (0, 1) in images or any(set(image) != set(first) for image in images.values()):
        raise Unproved(f"images of several vectors: {shown(term)}")
    gaps = [complex_parts(integrator, context, gap_of(integrator, context, rate))[0] for rate in rates]
    scales = [images[p][base] if p in images else ZERO for p in PLACES]
    reals = [complex_parts(integrator, context, c)[0] for c in scales]
    bound = instance(
        search,
        context,
        lemma(search, "frame_means__exponential_mean"),
        term.args[0].args[0],
        *gaps,
        *reals,
        vector,
        ONE,
        ZERO,
    )
    inner, fresh, body = opened(search, context, term)
    size = axiom(search, inner, "abs.exp", body.args[0])
    other = instantiate(bound.judgement.args[0].args[-1], fresh).args[0]
    same = same_inside(search, inner, make("re", (body.args[0],)), other)
    step = search.infer("CONG", inner, eq=same, term=size.judgement.args[1], paths=[[0]])
    order = search.infer("WEAKEN", inner, of=search.infer("CHAIN", inner, links=[size, step]), to="<=")
    return search.infer("DOM", context, term=term, bound=order, l1=[bound])
