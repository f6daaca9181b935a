"""Means of products of exponentials of samples over a frame: at most those of independent samples.

A sample is ``c exp(a w^2 + w.z)`` with a < 0 <= c; so are its multiples, for which `frame_bounds` is used.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import pulled, refl
from rftheory.prover.words import *
from rftheory.prover.expectation_normal import _combined, _vector
from rftheory.prover.expectation_terms import Expansion
from rftheory.prover.frame_bounds import FrameBound, Member
from rftheory.prover.frame_orders import inside

if TYPE_CHECKING:
    from rftheory.prover.tails import Event


def product_over_frame(search: Search, event: Event, mean: Term, one: Term, rate: Term) -> Theorem:
    """``E prod_i exp(r Z_i) <= (E exp(r Z))^m`` over a frame."""
    context, law = event.context, event.term.args[0]
    member = sample_of(search, event, rate)
    bound = FrameBound(search, context, law, member).whole()
    wanted, larger = bound.judgement.args
    search.use(context, search.infer("L1", context, of=bound, term=wanted))
    inner, (w,) = inside(search, context, mean)
    body = instantiate(mean.args[-1], (w,))
    place, (i,) = inside(search, inner, make("sum", (ONE, event.size, ZERO)))
    factor = instantiate(body.args[2], (i,))
    equal = same(search, place, factor.args[0], member.value(i, member.of_draw(make("at", (w, i)))))
    plain = make("exp", (make("sum", (ONE, event.size, close(equal.judgement.args[0], (i,)))),))
    make_defined(search, inner, plain)
    whole = search.infer("MEMBERS", inner, term=plain.args[0], part="exp", count=0)
    there = search.infer("CONG", inner, eq=equal, term=plain, paths=[[0, 2]])
    links = [search.infer("SYM", inner, of=whole), there]
    moved = pulled(search, context, mean, refl(search, context, wanted), search.infer("CHAIN", inner, links=links))
    return search.infer("CHAIN", context, links=[moved, bound, *_power(search, context, larger, one, event.size)])


def _power(search: Search, context: Context, larger: Term, one: Term, size: Term) -> list[Theorem]:
    """``prod_i E exp(..) = (E exp(r Z))^m``."""
    plain = larger.args[2]
    inner, (w,), body = opened(search, context, one)
    equal = same(search, inner, body.args[0], instantiate(plain.args[-1], (w,)).args[0])
    there = search.infer("CONG", inner, eq=equal, term=body, paths=[[0]])
    value = search.infer("CONG", context, eq=there, term=one, paths=[[1]])
    search.use(context, search.infer("L1", context, of=value, term=plain))
    power = search.infer("MEMBERS", context, term=larger, part="constant", count=0)
    here = power.judgement.args[1]
    search.use(context, search.infer("WEAKEN", context, of=power, to="def right"))
    count = prove_equal(search, context, here.args[1], size)
    counted = search.infer("CONG", context, eq=count, term=here, paths=[[1]])
    last = counted.judgement.args[1]
    back = search.infer("SYM", context, of=value)
    return [power, counted, search.infer("CONG", context, eq=back, term=last, paths=[[0]])]


def exponential_parts(search: Search, context: Context, mean: Term) -> tuple[Term, Term, Term]:
    """c, a and z of the body ``c exp(a w^2 + w.z)`` of a mean over a normal vector w."""
    inner, draws, body = opened(search, context, mean)
    _, summands = Expansion(search, inner, draws).normal_form(body)
    square = make("norm2", draws)
    if len(summands) != 1 or len(summands[0][1]) != 1 or summands[0][1][0].parts:
        raise Unproved(f"a sample that is no exponential: {shown(body)}")
    front, (factor,) = summands[0]
    vectors = {_vector(part, draws[0]): c for part, c in factor.exponent.items() if part is not square}
    vector = _combined(vectors)
    if square not in factor.exponent or not vector:
        raise Unproved(f"a sample without a square or a product: {shown(body)}")
    return front, factor.exponent[square], vector[0]


def sample_of(search: Search, event: Event, rate: Term) -> Member:
    """``r Z = c exp(a w^2 + w.z)``."""
    context = event.context
    coefficient, curvature, vector = exponential_parts(search, context, event.mean(lambda z: z))
    front = times(rate, coefficient)
    make_defined(search, context, front)
    sign = prove_order(search, context, ZERO, front, False)
    search.use(context, sign)

    def value(_: Term, e: Term) -> Term:
        return make("*", (front, make("exp", (e,))))

    def raised(place: Context, i: Term, order: Theorem) -> Theorem:
        low, high = order.judgement.args
        through = search.infer("MONO", place, order=order, function="exp", number=0, exponent=[], premises=[])
        rows = [row(sign, through)]
        return search.infer("POS", place, lhs=value(i, low), rhs=value(i, high), rows=rows, eqs=[])

    return Member(curvature, vector, value, value, value, raised)


def same(search: Search, context: Context, first: Term, second: Term) -> Theorem:
    """``first = second``."""
    make_defined(search, context, first, second)
    return prove_equal(search, context, first, second)
