"""Lines that change what is random inside of expectations."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.kernel.contexts import EMPTY, close, open_binder
from rftheory.kernel.terms import IMAG, ONE, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernels import PAIR, d
from rftheory.prover.expectations import make_convergent
from rftheory.prover.failure import Unproved
from rftheory.prover.random_steps import _equal_to_one, is_drawn
from rftheory.prover.search import search_of
from rftheory.prover.trace import Trace
from rftheory.rules.nodes import Expectation, Projection


def test_what_is_drawn() -> None:
    w = Projection("w")
    form = w.dot(PAIR.x)
    assert is_drawn(form + 1) and is_drawn(sp.exp(w.squared_length(d)))
    assert not is_drawn(Expectation(sp.exp(form))) and not is_drawn(PAIR.x.square)


def test_equal_bodies() -> None:
    """``E exp(i exp(w.x)^2) = E exp(i exp(2 w.x))``; with another factor the means are not told to be equal."""
    run = Trace()
    context = run.extended(EMPTY, declare("int", low=ONE), declare("vec", var(0, "int")))
    law = make("normal", (var(0, "int"),))
    _, (w,) = open_binder(context, make("E", (law, ZERO)))
    form = make("dot", (w, var(1, "vec")))

    def mean(inner: Term) -> Term:
        return make("E", (law, close(make("exp", (make("*", (IMAG, inner)),)), (w,))))

    known = mean(power(make("exp", (form,)), 2))
    make_convergent(run, context, known)
    walk = SimpleNamespace(run=run, context=context, search=search_of(run))
    for factor, same in ((TWO, True), (rat(3), False)):
        other = mean(make("exp", (make("*", (factor, form)),)))
        if same:
            assert _equal_to_one(walk, other, [known]).judgement is make("=", (known, other))  # type: ignore[arg-type]
        else:
            with pytest.raises(Unproved):
                _equal_to_one(walk, other, [known])  # type: ignore[arg-type]
