"""Means over two members of a frame and over two projections at an angle: their values, and others that are refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.kernel.contexts import EMPTY, Context, close, open_binder
from rftheory.kernel.terms import IMAG, ONE, PI, TWO, ZERO, Term, declare, make, power, rat
from rftheory.kernel.theorems import Kernel
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectations import closed_form, is_random
from rftheory.prover.failure import Unproved
from rftheory.prover.goals import make_defined
from rftheory.prover.search import search_of
from rftheory.prover.terms import exp, gamma, half, integral_of, inv, mean_of, plus, times
from rftheory.prover.texts import lemma
from rftheory.prover.theory import theory
from rftheory.prover.trace import Trace


def angle_density(d: Term, phi: Term) -> Term:
    """``gamma((d+1)/2)/(sqrt(pi) gamma(d/2)) sin(phi)^(d-1)``."""
    front = times(gamma(half(plus(d, ONE))), inv(make("sqrt", (PI,))), inv(gamma(half(d))))
    return times(front, make("rpow", (make("sin", (phi,)), plus(d, rat(-1)))))


class Space:
    """Vectors x and y of R^d, d >= 2, a rate a < 1/2 and a cosine c."""

    def __init__(self) -> None:
        self.run = Trace(library=theory())
        self.context: Context = self.run.extended(
            EMPTY,
            declare("int", low=TWO),
            declare("real", high=inv(TWO), closed="()"),
            declare("real", low=rat(-1), high=ONE),
        )
        self.d, self.a, self.c = (self.context.variable(place) for place in range(3))
        self.context = self.run.extended(self.context, declare("vec", self.d), declare("vec", self.d))
        self.x, self.y = (self.context.variable(place) for place in (3, 4))
        self.gap = plus(ONE, times(rat(-2), self.a))

    def mean(self, laws: list[Term], body: Callable[..., Term]) -> Term:
        _, draws = open_binder(self.context, make("E", (*laws, ZERO)))
        return make("E", (*laws, close(body(*draws), draws)))

    def frame(self, *images: Term, rate: Term = ZERO) -> Term:
        """``E exp(sum_i rate |w_i|^2 + image_i w_i.x)``."""

        def body(w: Term) -> Term:
            members = [make("at", (w, rat(place))) for place in range(1, len(images) + 1)]
            parts = [times(rate, make("norm2", (m,))) for m in members] if rate is not ZERO else []
            parts += [times(c, make("dot", (m, self.x))) for c, m in zip(images, members, strict=True)]
            return exp(plus(*parts))

        return self.mean([make("frame", (rat(len(images)), self.d))], body)

    def pair(self, cosine: Term, second: Term | None = None) -> Term:
        """``E exp(w_1.x + w_2.z)`` at an angle, z = x if it is not given."""
        sine = make("sqrt", (plus(ONE, make("neg", (power(cosine, 2),))),))
        laws = [make("iid", (TWO, make("chi", (self.d,)))), make("ortho", (TWO, self.d))]

        def body(r: Term, u: Term) -> Term:
            units = [make("at", (u, place)) for place in (ONE, TWO)]
            turned = make("vadd", tuple(make("vscale", pair) for pair in zip((cosine, sine), units, strict=True)))
            w = [make("vscale", (make("at", (r, n)), v)) for n, v in ((ONE, units[0]), (TWO, turned))]
            return exp(plus(make("dot", (w[0], self.x)), make("dot", (w[1], second or self.x))))

        return self.mean(laws, body)

    def series(self, square: Term) -> Term:
        """``1F1(d; d/2; square/2)``."""
        return make("pfq", (self.d, half(self.d), half(square)), (1, 1))

    def over_angle(self, cosine: Term) -> Term:
        length = make("norm2", (self.x,))

        def body(phi: Term) -> Term:
            width = plus(ONE, times(cosine, make("sin", (phi,))))
            return times(angle_density(self.d, phi), self.series(times(length, width)))

        return integral_of(self.context, ZERO, PI, body)

    def is_equal(self, term: Term, value: Term) -> bool:
        found = closed_form(self.run, self.context, term).judgement
        assert found.op == "=" and found.args[0] is term and found.args[1] is not term
        try:
            prove_equal(self.run, self.context, found.args[1], value)
        except Unproved:
            return False
        return True


@pytest.fixture(scope="module")
def space() -> Space:
    """One run for all: what one mean needed is there for the others."""
    return Space()


def test_two_members_of_a_frame(space: Space) -> None:
    term = space.frame(ONE, rat(-1), rate=space.a)
    length = make("norm2", (space.x,))
    down = make("rpow", (space.gap, make("neg", (space.d,))))
    value = times(down, space.series(times(length, inv(space.gap))))
    assert space.is_equal(term, value)
    assert not space.is_equal(term, times(down, space.series(length)))
    assert not space.is_equal(term, exp(length)), "independent members"


def test_imaginary_images(space: Space) -> None:
    length = make("norm2", (space.x,))
    assert space.is_equal(space.frame(IMAG, IMAG), space.series(make("neg", (length,))))
    assert not space.is_equal(space.frame(IMAG, IMAG), space.series(length))


def test_an_angle(space: Space) -> None:
    term = space.pair(space.c)
    assert space.is_equal(term, space.over_angle(space.c))
    assert not space.is_equal(term, space.over_angle(make("neg", (space.c,))))


def test_what_has_no_value_in_the_table(space: Space) -> None:
    for term in (space.frame(ONE, IMAG), space.pair(space.c, space.y), space.frame(ONE, ONE, rate=half(ONE))):
        with pytest.raises(Unproved):
            closed_form(space.run, space.context, term)


def test_moments_of_directions_are_those_of_the_kernel() -> None:
    """Each lemma is replayed by a kernel that knows nothing of the search."""
    run = Trace()
    search = search_of(run)
    for name in ("frame_moments__sphere_moment", "frame_moments__pair_moment", "frame_forms__weighted_converges"):
        theorem = lemma(search, name)
        assert theorem.context in run._contexts
        again = run._replayed(set(range(len(run._events))), trim=False)
        assert again and isinstance(run.kernel, Kernel)
    found = lemma(search, "frame_moments__sphere_moment")
    d, n, z = (found.context.variable(place) for place in range(3))
    low = make("rpow", (make("norm2", (z,)), n))
    parts = gamma(plus(n, half(ONE))), gamma(half(d)), inv(make("sqrt", (PI,))), inv(gamma(plus(half(d), n)))
    assert found.judgement.args[1] is times(times(*parts), low)
    with pytest.raises(Unproved):
        prove_equal(run, found.context, found.judgement.args[1], low)


def test_directions_given_the_lengths() -> None:
    """``E exp(a u_1.z + b u_2.z) = 0F1(; d/2; (a^2 + b^2) z^2/4)``."""
    run = Trace()
    found = lemma(run, "frame_directions__given_lengths")
    context = found.context
    d, a, b, z = (context.variable(place) for place in range(4))
    square = times(plus(power(a, 2), power(b, 2)), make("norm2", (z,)))

    def series(argument: Term) -> Term:
        return make("pfq", (half(d), argument), (0, 1))

    value = found.judgement.args[1]
    assert prove_equal(run, context, value, series(half(half(square)))).judgement.op == "="
    for other in (half(square), half(half(times(power(plus(a, b), 2), make("norm2", (z,)))))):
        with pytest.raises(Unproved):
            prove_equal(run, context, value, series(other))


def test_a_length_with_a_complex_rate() -> None:
    """``E exp((1 - g) x^2/2 + t x) = g^(-d/2) E exp(t g^(-1/2) x)``, and no other power or image."""
    run = Trace()
    search = search_of(run)
    theorem = lemma(search, "length_rates__rescaled_length")
    assert run._replayed(set(range(len(run._events))), trim=False)
    d, u, v, p, q = (theorem.context.variable(place) for place in range(5))
    g, t = (plus(a, make("*", (IMAG, b))) for a, b in ((u, v), (p, q)))
    law = make("chi", (d,))
    body = lambda factor: lambda x: exp(make("*", (make("*", (t, factor)), x)))  # noqa: E731
    down, root = make("rpow", (g, times(rat(Fraction(-1, 2)), d))), inv(make("sqrt", (g,)))
    assert theorem.judgement.args[1] is make("*", (down, mean_of(theorem.context, [law], body(root))))


def _complex_pair(space: Space, rates: tuple[Term, Term], images: tuple[Term, Term]) -> Term:
    """``E exp(sum_i a_i r_i^2 + c_i r_i u_i.x)`` over two lengths and directions at a right angle."""
    laws = [make("chi", (space.d,))] * 2 + [make("ortho", (TWO, space.d))]

    def body(r: Term, s: Term, u: Term) -> Term:
        parts = [times(a, power(length, 2)) for a, length in zip(rates, (r, s), strict=True)]
        for c, length, place in zip(images, (r, s), (ONE, TWO), strict=True):
            parts.append(make("*", (c, length, make("dot", (make("at", (u, place)), space.x)))))
        return exp(plus(*parts))

    return space.mean(laws, body)


def test_complex_rates(space: Space) -> None:
    """The rate a - i of one length and a + i of the other one; the images are the roots of ``1 - 2a + 2i`` and its conjugate."""
    rates = plus(space.a, make("neg", (IMAG,))), plus(space.a, IMAG)
    gaps = [plus(ONE, times(rat(-2), rate)) for rate in rates]
    roots = [make("sqrt", (gap,)) for gap in gaps]
    down = [make("rpow", (gap, times(rat(Fraction(-1, 2)), space.d))) for gap in gaps]
    length = make("norm2", (space.x,))
    term = _complex_pair(space, rates, (roots[0], roots[1]))
    assert space.is_equal(term, times(*down, space.series(length)))
    assert not space.is_equal(term, times(down[0], down[0], space.series(length)))
    assert not space.is_equal(term, times(*down, space.series(times(length, inv(gaps[0])))))
    mirrored = _complex_pair(space, rates, (roots[0], make("*", (IMAG, roots[1]))))
    assert is_random(closed_form(space.run, space.context, mirrored).judgement.args[1]), (
        "it converges; no value is known"
    )
    divergent = _complex_pair(space, (plus(half(ONE), IMAG), rates[1]), (roots[0], roots[1]))
    with pytest.raises(Unproved):
        closed_form(space.run, space.context, divergent)


def test_a_series_of_what_the_angle_only_seems_to_be_in(space: Space) -> None:
    def over(idle: Callable[[Term], Term]) -> Term:
        return integral_of(
            space.context, ZERO, PI, lambda phi: times(angle_density(space.d, phi), space.series(idle(phi)))
        )

    length = make("norm2", (space.x,))
    idle = over(lambda phi: plus(length, make("*", (ZERO, make("sin", (phi,))))))
    make_defined(space.run, space.context, idle)
    assert prove_equal(space.run, space.context, idle, over(lambda _: length))
    with pytest.raises(Unproved):
        prove_equal(space.run, space.context, idle, over(lambda phi: plus(length, make("sin", (phi,)))))
