"""Means in closed form: each is a theorem of the kernel, and its value is the one that is known."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rftheory.kernel.contexts import EMPTY, Context, close, open_binder
from rftheory.kernel.defined import defined
from rftheory.kernel.substitution import abstract
from rftheory.kernel.terms import IMAG, ONE, PI, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectation_arcs import arc
from rftheory.prover.expectation_sign_pairs import Signs
from rftheory.prover.expectations import closed_form, integrator_of, is_random, make_convergent
from rftheory.prover.failure import Unproved
from rftheory.prover.trace import Trace


class Plane:
    """Vectors x and y of lengths a and b with the angle t in R^d, and a number m of samples."""

    def __init__(self) -> None:
        self.run = Trace()
        entries = [
            *(declare("real", low=ZERO, closed="()") for _ in range(2)),
            declare("real", low=ZERO, high=PI),
            *(declare("int", low=ONE) for _ in range(2)),
        ]
        self.a, self.b, self.t = (var(place, "real") for place in range(3))
        self.m, self.d = var(3, "int"), var(4, "int")
        self.x, self.y = var(5, "vec"), var(6, "vec")
        product = make("*", (self.a, self.b, make("cos", (self.t,))))
        facts = [
            make("=", (make("norm2", (self.x,)), power(self.a, 2))),
            make("=", (make("norm2", (self.y,)), power(self.b, 2))),
            make("=", (make("dot", (self.x, self.y)), product)),
        ]
        self.context: Context = self.run.extended(
            EMPTY, *entries, declare("vec", self.d), declare("vec", self.d), *facts
        )
        self.normal = make("normal", (self.d,))

    def mean(self, law: Term, body: object) -> Term:
        """``E f`` where ``body`` makes f of the draw."""
        _, (w,) = open_binder(self.context, make("E", (law, ZERO)))
        return make("E", (law, close(body(w), (w,))))  # type: ignore[operator]

    def sample_mean(self, family: Term, sample: object) -> Term:
        i = var(99, "int")
        member = sample(make("at", (family, i)))  # type: ignore[operator]
        return make("*", (make("inv", (self.m,)), make("sum", (ONE, self.m, abstract(member, [99])))))

    def check(self, term: Term, value: Term) -> None:
        found = closed_form(self.run, self.context, term).judgement
        assert found.op == "=" and found.args[0] is term
        assert not is_random(found.args[1])
        assert prove_equal(self.run, self.context, found.args[1], value).judgement.op == "="


@pytest.fixture(scope="module")
def plane() -> Plane:
    return Plane()


def _exp(*parts: Term) -> Term:
    return make("exp", (make("+", parts) if len(parts) > 1 else parts[0],))


def _half(term: Term) -> Term:
    return make("*", (rat(Fraction(1, 2)), term))


def test_exponential_of_two_projections(plane: Plane) -> None:
    term = plane.mean(plane.normal, lambda w: _exp(make("dot", (w, plane.x)), make("dot", (w, plane.y))))
    cross = make("*", (plane.a, plane.b, make("cos", (plane.t,))))
    plane.check(term, _exp(_half(power(plane.a, 2)), _half(power(plane.b, 2)), cross))


def test_cosine_of_a_difference(plane: Plane) -> None:
    def body(w: Term) -> Term:
        gap = make("+", (make("dot", (w, plane.x)), make("neg", (make("dot", (w, plane.y)),))))
        return make("cos", (gap,))

    cross = make("*", (plane.a, plane.b, make("cos", (plane.t,))))
    falls = (make("neg", (_half(power(side, 2)),)) for side in (plane.a, plane.b))
    plane.check(plane.mean(plane.normal, body), _exp(*falls, cross))


def test_quadratic_exponent_with_complex_tilt(plane: Plane) -> None:
    def body(w: Term) -> Term:
        tilt = make("*", (IMAG, make("dot", (w, plane.x))))
        return _exp(make("*", (rat(-1), make("norm2", (w,)))), tilt)

    base = make("rpow", (rat(3), make("*", (rat(Fraction(-1, 2)), plane.d))))
    exponent = make("*", (rat(Fraction(-1, 6)), power(plane.a, 2)))
    plane.check(plane.mean(plane.normal, body), make("*", (base, make("exp", (exponent,)))))


def test_mean_square_of_a_sample_mean(plane: Plane) -> None:
    """``((m - 1) exp(a^2) + exp(2 a^2))/m``."""
    family = make("iid", (plane.m, plane.normal))
    term = plane.mean(
        family, lambda w: power(plane.sample_mean(w, lambda v: make("exp", (make("dot", (v, plane.x)),))), 2)
    )
    square = power(plane.a, 2)
    first = make("*", (make("+", (plane.m, rat(-1))), make("exp", (square,))))
    second = make("exp", (make("*", (TWO, square)),))
    plane.check(term, make("*", (make("inv", (plane.m,)), make("+", (first, second)))))


def test_random_phase(plane: Plane) -> None:
    """``E 2 cos(w.x + u)^2 = 1`` for a phase u."""
    phase = make("uniform", (ZERO, make("*", (TWO, PI))))
    _, (u, w) = open_binder(plane.context, make("E", (phase, plane.normal, ZERO)))
    body = make("*", (TWO, power(make("cos", (make("+", (make("dot", (w, plane.x)), u)),)), 2)))
    plane.check(make("E", (phase, plane.normal, close(body, (u, w)))), ONE)


def test_signs_of_projections(plane: Plane) -> None:
    """``E sgn(w.x) sgn(w.y) = 1 - 2 t/pi``; its square has the mean 1; one sign alone has the mean 0."""

    def sign(w: Term, x: Term) -> Term:
        return make("sgn", (make("dot", (w, x)),))

    both = plane.mean(plane.normal, lambda w: make("*", (sign(w, plane.x), sign(w, plane.y))))
    plane.check(both, make("+", (ONE, make("*", (rat(-2), make("inv", (PI,)), plane.t)))))
    squared = plane.mean(plane.normal, lambda w: power(make("*", (sign(w, plane.x), sign(w, plane.y))), 2))
    plane.check(squared, ONE)
    plane.check(plane.mean(plane.normal, lambda w: sign(w, plane.x)), ZERO)


def test_theorems_about_signs() -> None:
    run = Trace()
    signs = Signs(integrator_of(run))
    pair = signs.pair().judgement
    assert pair.args[1] is make("*", (TWO, make("inv", (PI,)), make("atan", (var(0, "real"),))))
    assert arc(signs).judgement.args[0].op == "atan"


def test_counts(plane: Plane) -> None:
    """``E b^k = exp(a (b - 1))`` for a count with the mean a."""
    k = var(99, "int")
    factorial = make("gamma", (make("+", (k, ONE)),))
    mass = make("*", (make("rpow", (plane.a, k)), make("inv", (factorial,)), make("exp", (make("neg", (plane.a,)),))))
    law = make("mass", (ZERO, make("oo"), abstract(mass, [99])))
    term = plane.mean(law, lambda n: make("rpow", (plane.b, n)))
    plane.check(term, _exp(make("*", (plane.a, plane.b)), make("neg", (plane.a,))))


def test_what_does_not_converge(plane: Plane) -> None:
    term = plane.mean(plane.normal, lambda w: make("exp", (make("norm2", (w,)),)))
    with pytest.raises(Unproved):
        make_convergent(plane.run, plane.context, term)
    assert not defined(plane.run.kernel, plane.context, term)


def test_unknown_law_has_a_mean_where_its_square_has(plane: Plane) -> None:
    gauss = make("gauss")
    context = plane.run.declare(plane.context, declare("fun"))
    function = var(context.size - 1, "fun")
    _, (g,) = open_binder(context, make("E", (gauss, ZERO)))
    value = make("ap", (function, g))
    term, square = (make("E", (gauss, close(body, (g,)))) for body in (value, power(value, 2)))
    with pytest.raises(Unproved):
        make_convergent(plane.run, context, term)
    context = plane.run.declare(context, make("l1", (square,)))
    make_convergent(plane.run, context, term)
    assert defined(plane.run.kernel, context, term)
