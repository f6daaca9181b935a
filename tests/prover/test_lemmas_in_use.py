"""Lines that are lemmas in use, written in another way."""

from __future__ import annotations

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.kernel.contexts import EMPTY, Context, close, open_binder
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, declare, make, rat, var
from rftheory.prover.chains import Walk
from rftheory.prover.definite import make_defined
from rftheory.prover.proving import Prover
from rftheory.prover.random_steps import by_one_order
from rftheory.prover.rewritings import alike_atoms
from rftheory.prover.search import search_of
from rftheory.prover.setting import Setting
from rftheory.prover.terms import HALF
from rftheory.prover.trace import Trace
from rftheory.statements.domain import Domain


def _walk(run: Trace, context: Context, order: Term) -> Walk:
    """Lines in a context with an order that is a lemma in use."""
    empty = Setting(run, Domain(()))
    walk = Walk(Prover(run), empty.within(run.declare(context, order)), None)
    walk.lemmas.append(run.infer("HYP", walk.context, fact=order))
    return walk


def test_sides_that_are_equal_in_closed_form() -> None:
    """``z <= E exp(w.v)`` is ``z <= exp(|v|^2/2)``; it is no ``z <= exp(|v|^2)``, and no order the other way round."""
    run = Trace()
    context = run.extended(EMPTY, declare("real"), declare("int", low=ONE), declare("vec", var(1, "int")))
    z, d, v = context.variable(0), context.variable(1), context.variable(2)
    law = make("normal", (d,))
    _, (w,) = open_binder(context, make("E", (law, ZERO)))
    mean = make("E", (law, close(make("exp", (make("dot", (w, v)),)), (w,))))
    closed, larger = (make("exp", (make("*", (q, make("norm2", (v,)))),)) for q in (HALF, ONE))
    make_defined(run, context, mean)
    walk = _walk(run, context, make("<=", (z, mean)))
    found = by_one_order(walk, z, closed)
    assert found is not None and found.judgement is make("<=", (z, closed))
    assert by_one_order(walk, z, larger) is None
    assert by_one_order(walk, closed, z) is None


def test_arguments_that_are_written_in_another_way() -> None:
    """``log(1 + log(2 (x + y)))`` is found as it is, with nothing learnt of its values; ``log(1 + log(2 x + y))`` is another."""
    run = Trace()
    context = run.extended(EMPTY, declare("real", low=ONE), declare("real", low=ONE))
    x, y = context.variable(0), context.variable(1)

    def nested(inner: Term) -> Term:
        return make("log", (make("+", (ONE, make("log", (inner,)))),))

    line = nested(make("*", (TWO, make("+", (x, y)))))
    same = nested(make("+", (make("*", (TWO, y)), make("*", (TWO, x)))))
    other = nested(make("+", (make("*", (TWO, x)), y)))
    make_defined(run, context, line, same, other)
    search = search_of(run)
    (found,) = alike_atoms(search, context, [line], [same])
    assert found.judgement is make("=", (line, same))
    assert alike_atoms(search, context, [line], [other]) == []


def test_a_gap_that_is_written_in_another_way() -> None:
    """``log(2 x) <= b`` has the gap of ``0 <= b - log(x + x)``; ``log(3 x) <= b`` has another one."""
    run = Trace()
    context = run.extended(EMPTY, declare("real", low=ONE), declare("real"))
    x, b = context.variable(0), context.variable(1)
    line, same, other = (
        make("log", (inner,)) for inner in (make("*", (TWO, x)), make("+", (x, x)), make("*", (rat(3), x)))
    )
    make_defined(run, context, line, same, other)
    walk = _walk(run, context, make("<=", (ZERO, make("+", (b, make("neg", (same,)))))))
    found = by_one_order(walk, line, b)
    assert found is not None and found.judgement is make("<=", (line, b))
    assert by_one_order(walk, other, b) is None
