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

    def _inside(self, context: Context, term: Term, find: Callable[[Context, Term, Term], Theorem]) -> Theorem:
        """A binder with another body: ``find`` proves the equality for the variable and the body."""
        inner, (x,) = self.it.opened(context, term)
        place = len(term.args) - 1
        equation = find(inner, x, instantiate(term.args[place], (x,)))
        return self.it.infer("CONG", context, eq=equation, term=term, paths=[[place]])

    def _with_sign(self, context: Context, body: Term, sign: Term, order: Theorem) -> Theorem:
        """A body with the value of a sign in it: ``order`` tells the sign of its argument."""
        name = "sgn.positive" if order.judgement.args[0] is ZERO else "sgn.negative"
        value = table.axiom(self.it.search, context, name, sign.args[0], premises=[order])
        return self.it.infer("CONG", context, eq=value, term=body, paths=[])

    def _halves(self, context: Context, term: Term, point: Term) -> list[Theorem]:
        """``E f`` as two integrals, below and above a point; both are listed."""
        it = self.it
        density = it.infer("DENSITY", context, term=term, l1=[])
        whole = density.judgement.args[1]
        split = it.infer("SPLIT", context, whole=whole, last=point, following=point, orders=[], l1=[density])
        for part in split.judgement.args[1].args:
            it.search.use(context, it.infer("L1", context, of=split, term=part))
        return [density, split]
