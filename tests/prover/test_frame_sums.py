"""Sums over the members of an orthogonal frame, and what else of means needs the draws of a block."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rftheory.kernel.contexts import EMPTY, Context, close, open_binder
from rftheory.kernel.substitution import abstract, instantiate
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.prover.definite import make_defined
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectations import closed_form, integrator_of, is_random
from rftheory.prover.failure import Unproved
from rftheory.prover.family_members import laws_of_members, make_pairs
from rftheory.prover.known_gaps import sign_by_known_gap
from rftheory.prover.search import search_of
from rftheory.prover.tails_convergence import converges, quadratic_bound
from rftheory.prover.trace import Trace

HALF = rat(Fraction(1, 2))


class Frames:
    """A vector x of R^d and a number m <= d of members."""

    def __init__(self) -> None:
        self.run = Trace()
        entries = [declare("int", low=ONE), declare("int", low=ONE, high=var(0, "int")), declare("vec", var(0, "int"))]
        self.d, self.m, self.x = var(0, "int"), var(1, "int"), var(2, "vec")
        self.context: Context = self.run.extended(EMPTY, *entries)

    def mean(self, law: Term, body: Callable[[Term], Term], context: Context | None = None) -> Term:
        _, (w,) = open_binder(context or self.context, make("E", (law, ZERO)))
        return make("E", (law, close(body(w), (w,))))

    def total(self, family: Term, size: Term) -> Term:
        """``sum_i exp(w_i.x)``."""
        member = make("exp", (make("dot", (make("at", (family, var(99, "int"))), self.x)),))
        return make("sum", (ONE, size, abstract(member, [99])))

    def exponential(self, factor: Term) -> Term:
        return make("exp", (make("*", (factor, make("norm2", (self.x,)))),))


@pytest.fixture(scope="module")
def frames() -> Frames:
    return Frames()


def closed(place: Any, term: Term) -> Term:
    """A mean without what is random, in the context of a place."""
    found = closed_form(place.run, place.context, term).judgement
    assert found.op == "=" and found.args[0] is term and not is_random(found.args[1])
    value: Term = found.args[1]
    return value


def test_mean_of_a_sum_over_a_frame(frames: Frames) -> None:
    """``m exp(|x|^2/2)``, also for m = 1 and whatever d is."""
    for size in (frames.m, ONE):
        term = frames.mean(make("frame", (size, frames.d)), lambda w, size=size: frames.total(w, size))  # type: ignore[misc]
        value = make("*", (size, frames.exponential(HALF)))
        assert prove_equal(frames.run, frames.context, closed(frames, term), value)


def test_another_value_of_a_sum_is_refused(frames: Frames) -> None:
    term = frames.mean(make("frame", (frames.m, frames.d)), lambda w: frames.total(w, frames.m))
    with pytest.raises(Unproved):
        prove_equal(frames.run, frames.context, closed(frames, term), frames.exponential(HALF))


def test_square_of_a_sum_over_a_frame(frames: Frames) -> None:
    """``m (m - 1) 1F1(d; d/2; |x|^2/2) + m exp(2 |x|^2)``; that of independent members is refused."""
    m, d = frames.m, frames.d
    term = frames.mean(make("frame", (m, d)), lambda w: power(frames.total(w, m), 2))
    half = make("*", (HALF, d))
    pair = make("pfq", (d, half, make("*", (HALF, make("norm2", (frames.x,))))), (1, 1))
    pairs = make("*", (m, make("+", (m, rat(-1)))))
    alone = make("*", (m, frames.exponential(TWO)))
    found = closed(frames, term)
    assert prove_equal(frames.run, frames.context, found, make("+", (make("*", (pairs, pair)), alone)))
    with pytest.raises(Unproved):
        prove_equal(frames.run, frames.context, found, make("+", (make("*", (pairs, frames.exponential(ONE))), alone)))


def test_square_of_a_sum_of_one_member(frames: Frames) -> None:
    """A frame of one vector has no pairs: the dimension may be 1."""
    term = frames.mean(make("frame", (ONE, frames.d)), lambda w: power(frames.total(w, ONE), 2))
    assert prove_equal(frames.run, frames.context, closed(frames, term), frames.exponential(TWO))


def test_part_of_a_frame_is_not_the_whole(frames: Frames) -> None:
    """A sum over the first members of a larger frame is no sum over the family."""
    term = frames.mean(make("frame", (frames.d, frames.d)), lambda w: frames.total(w, ONE))
    with pytest.raises(Unproved):
        closed_form(frames.run, frames.context, term)


def test_more_members_than_dimensions(frames: Frames) -> None:
    more = make("+", (frames.d, ONE))
    term = frames.mean(make("frame", (more, frames.d)), lambda w: frames.total(w, more))
    with pytest.raises(Unproved):
        closed_form(frames.run, frames.context, term)


def test_laws_of_members() -> None:
    d = var(0, "int")
    gauss = make("gauss")
    assert laws_of_members(make("iid", (d, gauss)), 2) == [gauss, gauss]
    assert laws_of_members(make("frame", (d, d)), 1) == [make("normal", (d,))]
    assert laws_of_members(make("ortho", (d, d)), 1) == [make("sphere", (d,))]
    assert laws_of_members(make("frame", (d, d)), 2) == [make("frame", (TWO, d))]


def test_two_members_need_two_dimensions(frames: Frames) -> None:
    """Without ``j < i`` nothing says that d is at least 2."""
    with pytest.raises(Unproved):
        make_pairs(integrator_of(frames.run), frames.context, [make("frame", (frames.m, frames.d))], [])


# -- bounds -----------------------------------------------------------------------------------------------------------


def _quadratic(frames: Frames, w: Term, rate: int) -> Term:
    return make("+", (make("*", (rat(rate), make("norm2", (w,)))), make("dot", (w, frames.x)), rat(3)))


def test_bound_of_a_quadratic_form(frames: Frames) -> None:
    """``-|w|^2 + w.x + 3 <= 3 + |x|^2/4``; a form that rises has no bound."""
    law = make("normal", (frames.d,))
    for rate in (-1, 1):
        term = frames.mean(law, lambda w, r=rate: _quadratic(frames, w, r))  # type: ignore[misc]
        inner, draws = integrator_of(frames.run).opened(frames.context, term)
        exponent = instantiate(term.args[-1], draws)
        if rate > 0:
            with pytest.raises(Unproved):
                quadratic_bound(search_of(frames.run), inner, frames.context.size, exponent)
            continue
        found = quadratic_bound(search_of(frames.run), inner, frames.context.size, exponent).judgement
        value = make("+", (rat(3), make("*", (rat(Fraction(1, 4)), make("norm2", (frames.x,))))))
        assert found.op in ("<=", "<") and found.args[0] is exponent
        assert prove_equal(frames.run, frames.context, found.args[1], value)


def test_exponential_of_a_bounded_exponential(frames: Frames) -> None:
    """``E exp(exp(-|w|^2 + w.x + 3))`` converges; nothing is said where the inner exponent rises."""
    law = make("normal", (frames.d,))
    for rate in (-1, 1):
        term = frames.mean(law, lambda w, r=rate: make("exp", (make("exp", (_quadratic(frames, w, r),)),)))  # type: ignore[misc]
        integrator_of(frames.run).opened(frames.context, term)
        if rate > 0:
            with pytest.raises(Unproved):
                converges(search_of(frames.run), frames.context, term)
        else:
            assert converges(search_of(frames.run), frames.context, term).judgement.op == "l1"


def test_sign_of_a_multiple_of_a_known_gap() -> None:
    """``0 < 2 exp b - 2 exp a`` from the fact ``exp a < exp b``; nothing follows for another combination."""
    run = Trace()
    a, b = var(0, "real"), var(1, "real")
    first, second = make("exp", (a,)), make("exp", (make("*", (b, a)),))
    context = run.extended(EMPTY, declare("real"), declare("real"), make("<", (first, second)))
    gap = make("+", (make("*", (TWO, second)), make("*", (rat(-2), first))))
    other = make("+", (make("*", (TWO, second)), make("neg", (first,))))
    for term in (gap, other):
        make_defined(run, context, term)
    found = sign_by_known_gap(search_of(run), context, gap)
    assert found is not None and found.judgement is make("<", (ZERO, gap))
    assert sign_by_known_gap(search_of(run), context, other) is None


def test_bessel_function_of_a_product_with_unknown_signs() -> None:
    """``E (x y)^(2k) / k! = exp(-a) sum (a x^2 y^2)^k / k!^2``: an I_0 of absolute values, at 2 |x| |y| for a = 1."""
    run = Trace()
    context = run.extended(EMPTY, declare("real"), declare("real"))
    x, y, k = var(0, "real"), var(1, "real"), var(99, "int")
    factorial = make("gamma", (make("+", (k, ONE)),))
    mass = make("*", (make("inv", (factorial,)), make("exp", (rat(-1),))))
    law = make("mass", (ZERO, make("oo"), abstract(mass, [99])))
    member = make("*", (make("rpow", (power(make("*", (x, y)), 2), k)), make("inv", (factorial,))))
    found = closed_form(run, context, make("E", (law, abstract(member, [99])))).judgement.args[1]
    sizes = (make("abs", (x,)), make("abs", (y,)))
    for place, same in ((make("*", (TWO, *sizes)), True), (make("*", (rat(3), *sizes)), False)):
        value = make("*", (make("exp", (rat(-1),)), make("bessel_i", (ZERO, place))))
        make_defined(run, context, value)
        if same:
            assert prove_equal(run, context, found, value)
        else:
            with pytest.raises(Unproved):
                prove_equal(run, context, found, value)
