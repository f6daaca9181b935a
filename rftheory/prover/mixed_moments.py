"""Mixed moments of two members of a frame: ``E Z_1^p Z_2^q <= E Z^p E Z^q`` for exponentials ``Z = exp(a w^2 + w.z)``, a < 0.

The exponents are ``P(i) (a w_i^2 + w_i.z)`` with P linear in the index, so that it is a bound of `frame_bounds`.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import pulled, refl
from rftheory.prover.words import *
from rftheory.prover.expectations import integrator_of
from rftheory.prover.frame_bounds import FrameBound, Member
from rftheory.prover.frame_chernoff import exponential_parts, same
from rftheory.prover.frame_images import quotient
from rftheory.prover.frame_orders import inside

if TYPE_CHECKING:
    from rftheory.prover.chains import Walk


def mixed_moment(walk: Walk, left: Term, right: Term) -> Theorem:
    """``E f(w_1) g(w_2) <= E f(w) E g(w)``."""
    search, context = walk.search, walk.context
    law = left.args[0]
    if len(left.args) != 2 or law.op != "frame" or law.args[0] is not TWO or right.op != "*" or len(right.args) != 2:
        raise Unproved("no mixed moment of two members")
    make_defined(search, context, *right.args)
    bound = _bound(search, context, law, right.args)
    search.use(context, search.infer("L1", context, of=bound, term=bound.judgement.args[0]))
    inner, (w,) = inside(search, context, left)
    body, plain = (instantiate(one.args[-1], (w,)) for one in (left, bound.judgement.args[0]))
    split = _both(search, inner, plain.args[0])
    one, two = split.judgement.args[1].args
    product = axiom(search, inner, "exp.prod", plain.args[0], one, two, numbers=[1, 1], premises=[split])
    there = same(search, inner, product.judgement.args[1], body)
    back = search.infer("SYM", inner, of=search.infer("CHAIN", inner, links=[product, there]))
    first = pulled(search, context, left, refl(search, context, bound.judgement.args[0]), back)
    search.use(context, search.infer("WEAKEN", context, of=bound, to="def right"))
    larger = bound.judgement.args[1]
    members = [instantiate(larger.args[2], (place,)) for place in (ONE, TWO)]
    eqs = [
        pulled(search, context, one, refl(search, context, other))
        for one, other in zip(members, right.args, strict=True)
    ]
    means = _both(search, context, larger)
    last = search.infer("RING", context, lhs=means.judgement.args[1], rhs=right, eqs=eqs)
    return search.infer("CHAIN", context, links=[first, bound, means, last])


def _bound(search: Search, context: Context, law: Term, means: tuple[Term, ...]) -> Theorem:
    """The bound of the frame, from that of any number of members up to 2."""
    inner = search.run.declare(context, declare("int", low=ONE, high=TWO))
    m, d = inner.variable(context.size), law.args[1]
    few = search.infer("HYP", inner, fact=make("<=", (m, TWO)))
    room = search.infer("DEF", context, judgement=make("<=", (TWO, d)))
    search.use(inner, search.infer("CHAIN", inner, links=[few, room]))
    found = FrameBound(search, inner, make("frame", (m, d)), _member(search, context, means, few)).whole()
    values = [context.variable(place) for place in range(context.size)]
    return search.infer("INST", context, of=found, values=[*values, TWO], premises=[])


def _both(search: Search, context: Context, term: Term) -> Theorem:
    """A sum or a product from 1 to 2 by its members."""
    split = search.infer("SPLIT", context, whole=term, last=ONE, following=TWO, orders=[], l1=[])
    links = [split]
    for place, part in enumerate(split.judgement.args[1].args):
        single = search.infer("SINGLE", context, term=part)
        search.use(context, search.infer("WEAKEN", context, of=links[-1], to="def right"))
        links.append(search.infer("CONG", context, eq=single, term=links[-1].judgement.args[1], paths=[[place]]))
    return search.infer("CHAIN", context, links=links)


def _member(search: Search, context: Context, means: tuple[Term, ...], few: Theorem) -> Member:
    """The first exponent, with ``P(1) = 1`` and ``P(2)`` the quotient of both."""
    parts = [exponential_parts(search, context, mean) for mean in means]
    if any(front is not ONE for front, _, _ in parts):
        raise Unproved(f"a sample that is no power of another: {shown(means[1])}")
    ratio = quotient(integrator_of(search.run), context, parts[1][1], parts[0][1])
    make_defined(search, context, ratio)
    sign = prove_order(search, context, ZERO, ratio, False)
    search.use(context, sign)

    def power(i: Term) -> Term:
        low, high = make("+", (TWO, make("neg", (i,)))), make("+", (i, rat(-1)))
        return make("+", (low, make("*", (ratio, high))))

    def positive(place: Context, i: Term) -> Theorem:
        """``0 <= P(i)`` for i from 1 to 2."""
        facts = [make("<=", pair) for pair in ((ONE, i), (i, few.judgement.args[0]))]
        start, end = [
            search.attempt("HYP", place, fact=fact) or search.infer("DEF", place, judgement=fact) for fact in facts
        ]
        rows = [row(search.infer("CHAIN", place, links=[end, few])), row(sign, start)]
        found = search.infer("POS", place, lhs=ZERO, rhs=power(i), rows=rows, eqs=[])
        search.use(place, found)
        return found

    def raised(place: Context, i: Term, order: Theorem) -> Theorem:
        sides = [times(power(i), side) for side in order.judgement.args]
        rows = [row(positive(place, i), order)]
        return search.infer("POS", place, lhs=sides[0], rhs=sides[1], rows=rows, eqs=[])

    _, curvature, vector = parts[0]
    return Member(curvature, vector, lambda i, e: times(power(i), e), lambda i, _: power(i), None, raised)
