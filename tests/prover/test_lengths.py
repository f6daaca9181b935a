"""Means of powers of lengths, and of polynomials in two of them."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.prover.frame_tools import DIMENSION, declared, pulled, vector_of
from rftheory.kernel.terms import IMAG, ONE, TWO, Term, make, power, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectations import integrator_of
from rftheory.prover.failure import Unproved
from rftheory.prover.length_steps import _by_powers, independent_pair, linear_over_lengths
from rftheory.prover.search import search_of
from rftheory.prover.terms import exp, gamma, half, inv, mean_of, plus, raised, times
from rftheory.prover.trace import Trace

run = Trace()
context = declared(search_of(run), DIMENSION)
d = context.variable(0)
chi, normal = make("chi", (d,)), make("normal", (d,))


def size(w: Term) -> Term:
    return make("sqrt", (make("norm2", (w,)),))


def value(k: int) -> Term:
    """``E r^k = 2^(k/2) gamma((d + k)/2)/gamma(d/2)``."""
    whole = plus(half(d), rat(Fraction(k, 2)))
    return times(make("rpow", (TWO, rat(Fraction(k, 2)))), gamma(whole), inv(gamma(half(d))))


@pytest.mark.parametrize("k", [1, 2, 3, 4, 6])
def test_powers_of_one_length(k: int) -> None:
    """The same for draws of `chi` and norms of normal vectors; not with another power or factor."""
    lengths = mean_of(context, [chi], lambda r: raised(r, k)), mean_of(context, [normal], lambda w: raised(size(w), k))
    for term in lengths:
        found = integrator_of(run).mean(context, term)
        assert found.judgement.args[0] is term
        here = found.judgement.args[1]
        prove_equal(run, context, here, value(k))
        for wrong in (value(k + 1), times(rat(Fraction(101, 100)), value(k)), plus(value(k), ONE)):
            with pytest.raises(Unproved):
                prove_equal(run, context, here, wrong)


def test_polynomial_in_two_lengths() -> None:
    """``E (x - y)^2 = E |w|^2 + E |w|^2 - 2 (E |w|)^2``; not without the mean of the product, nor with other weights."""
    walk = SimpleNamespace(run=run, context=context, search=search_of(run))
    term = mean_of(context, [chi, chi], lambda x, y: power(plus(x, make("neg", (y,))), 2))
    square = mean_of(context, [normal], lambda w: make("norm2", (w,)))
    both = mean_of(context, [normal, normal], lambda v, w: times(size(v), size(w)))
    line = plus(square, square, times(rat(-2), both))
    assert _by_powers(walk, term, line).judgement is make("=", (term, line))  # type: ignore[arg-type]
    for wrong in (plus(square, square), plus(square, square, make("neg", (both,)))):
        with pytest.raises(Unproved):
            _by_powers(walk, term, wrong)  # type: ignore[arg-type]


def test_independent_projections_given_their_lengths() -> None:
    """``3 E exp(2 v.z + w.z) - 1/2 E exp(..) = E .. 0F1 0F1``; a sum with something else that is random is refused."""
    inner = declared(search_of(run), DIMENSION, vector_of(0))
    z = inner.variable(1)

    def pair(a: Term, b: Term) -> Term:
        return mean_of(
            inner, [normal] * 2, lambda v, w: exp(plus(times(a, make("dot", (v, z))), times(b, make("dot", (w, z)))))
        )

    def waves(length: Term) -> Term:
        return make("pfq", (half(d), times(rat(Fraction(1, 4)), power(length, 2), make("norm2", (z,)))), (0, 1))

    def no_pair(term: Term) -> Theorem:
        raise Unproved("no pair at an angle")

    it = integrator_of(run)
    line = plus(times(rat(3), pair(TWO, ONE)), times(rat(Fraction(-1, 2)), pair(ONE, ONE)))
    found = linear_over_lengths(it, inner, line, no_pair)
    assert found.judgement.args[0] is line and found.judgement.args[1].args[:-1] == (chi, chi)

    def value(a: Term, b: Term) -> Term:
        return mean_of(inner, [chi] * 2, lambda x, y: times(waves(times(a, x)), waves(times(b, y))))

    one = independent_pair(it, inner, pair(TWO, ONE))
    given = search_of(run).infer("SYM", inner, of=one)
    assert pulled(search_of(run), inner, value(TWO, ONE), given).judgement.args[1] is pair(TWO, ONE)
    with pytest.raises(Unproved):
        pulled(search_of(run), inner, value(TWO, TWO), given)
    turned = pair(make("*", (TWO, IMAG)), ONE)
    for wrong in (plus(line, ONE), times(pair(TWO, ONE), pair(ONE, ONE)), turned):
        with pytest.raises(Unproved):
            linear_over_lengths(it, inner, wrong, no_pair)
