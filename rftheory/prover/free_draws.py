"""What is random outside of every expectation ("for every draw"), as variables of a context with the facts of all draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import sympy as sp

from rftheory.kernel.terms import ONE, PI, TWO, ZERO, Term, bound, declare, make
from rftheory.prover.draws import Draw, Use, dimension_of_draw, uses
from rftheory.prover.entries import PROJECTED, Make, PendingEntry
from rftheory.prover.failure import Unproved
from rftheory.prover.translate import Scope
from rftheory.rules.nodes import Phase, SampleMean
from rftheory.rules.sources import source_of
from rftheory.rules.variates import Variate


def of_draws(expressions: Sequence[sp.Basic]) -> Iterator[PendingEntry]:
    """What is random outside of every expectation, as variables with the facts of all draws."""
    free = [use for expr in expressions for use in uses(expr)]
    for name in sorted({source_of(use.node) for use in free}):
        of_name = [use for use in free if source_of(use.node) == name]
        means = {use.mean for use in of_name}
        if means == {None} and all(isinstance(use.node, Phase) for use in of_name):
            yield PendingEntry(f"the phase {name}", _phase, name, _with_draw(name, False))
            continue
        if means == {None} and all(isinstance(use.node, Variate) for use in of_name):
            # the Gaussian number that the value is made of
            yield PendingEntry(f"the variate {name}", lambda _: declare("real"), name, _with_draw(name, False))
            continue
        kinds = {mean[0] if mean else None for mean in means}
        projected = all(isinstance(use.node, PROJECTED) for use in of_name)
        if len(means) > 1 or not kinds <= {None, SampleMean} or not projected:
            raise Unproved(f"{name} is random outside of an expectation")
        size = next(mean[1] if mean else None for mean in means)
        yield PendingEntry(
            f"the projection {name}", _draw_of(size, name, of_name), name, _with_draw(name, size is not None)
        )
        yield PendingEntry(f"the projection {name} is not 0", _not_zero(name, size))


def _phase(_: Scope) -> Term:
    return declare("real", low=ZERO, high=make("*", (TWO, PI)), closed="[)")


def _draw_of(size: sp.Expr | None, name: str, found: Sequence[Use]) -> Make:
    def declared(scope: Scope) -> Term:
        dimension = dimension_of_draw(scope, name, found)
        return declare("vec", dimension) if size is None else declare("vecs", scope.term(size), dimension)

    return declared


def _with_draw(name: str, sampled: bool) -> Callable[[Scope, Term], Scope]:
    return lambda scope, variable: scope.having(draws={**scope.draws, name: Draw(variable, sampled)})


def _not_zero(name: str, size: sp.Expr | None) -> Make:
    def fact(scope: Scope) -> Term:
        if name not in scope.draws:
            raise Unproved(f"{name} is not declared")
        drawn = scope.draws[name].at(bound(0, "int"), None)
        positive = make("<", (ZERO, make("norm2", (drawn,))))
        if size is None:
            return positive
        return make("all", (declare("int", low=ONE, high=scope.term(size)), positive))

    return fact
