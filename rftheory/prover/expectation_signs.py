"""Means with signs of a standard normal number: what their proofs share. The means of signs alone are the theme ``sign_means``."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import table

if TYPE_CHECKING:
    from rftheory.prover.expectations import Integrator

ROOT_2 = make("sqrt", (TWO,))


def erf(term: Term) -> Term:
    """``erf(t/sqrt 2)``."""
    return make("erf", (mul(term, make("inv", (ROOT_2,))),))


def sgn(term: Term) -> Term:
    return make("sgn", (term,))


class OneSign:
    """Theorems about the means of one number, in the context of a real one; each is made when it is asked for first."""

    def __init__(self, integrator: Integrator):
        self.it = integrator
        self.run = integrator.search.run
        self.context = self.run.declare(EMPTY, declare("real"))

    def _kept(self, name: str, find: Callable[[], Theorem]) -> Theorem:
        return self.it.search.once((name,), find)

    def _sided(self, context: Context, part: Term, way: int, argument: Callable[[Term], Term]) -> Theorem:
        """An integral with its sign by its value ``way``, as ``argument(x)`` is above or below 0 inside; the new one is listed."""
        it = self.it
        inner, (x,) = it.opened(context, part)
        body, place = instantiate(part.args[2], (x,)), argument(x)
        order = prove_order(self.run, inner, *((place, ZERO) if way < 0 else (ZERO, place)), True)
        value = table.axiom(it.search, inner, "sgn.negative" if way < 0 else "sgn.positive", place, premises=[order])
        same = it.infer("CONG", inner, eq=value, term=body, paths=[])
        found = it.infer("CONG", context, eq=same, term=part, paths=[[2]])
        it.search.use(context, it.infer("L1", context, of=found, term=found.judgement.args[1]))
        return found


def halves(it: Integrator, context: Context, term: Term, point: Term) -> list[Theorem]:
    """``E f`` as two integrals, below and above a point; both are listed."""
    density = it.infer("DENSITY", context, term=term, l1=[])
    whole = density.judgement.args[1]
    split = it.infer("SPLIT", context, whole=whole, last=point, following=point, orders=[], l1=[density])
    for part in split.judgement.args[1].args:
        it.search.use(context, it.infer("L1", context, of=split, term=part))
    return [density, split]
