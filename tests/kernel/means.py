"""A run of the kernel with expectations, sums and laws, and short ways to write them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, bodies, close, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.terms import ONE, ZERO, Term, declare, make, var
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.words import fn, mul


def draws(*laws: Term) -> Sequence[Term]:
    return laws


def mean(body: Term, *laws: Term) -> Term:
    return make("E", (*laws, body))


class Run:
    """A kernel and a context with entries: facts are used by definedness as they stand."""

    def __init__(self, *entries: Term):
        self.kernel, self.context = Kernel(), EMPTY
        for entry in entries:
            self.context = self.kernel.declare(self.context, entry)

    def infer(self, name: str, context: Context | None = None, **parameters: Any) -> Theorem:
        return self.kernel.infer(name, context or self.context, **parameters)

    def opened(self, term: Term, context: Context | None = None) -> tuple[Context, tuple[Term, ...], tuple[Term, ...]]:
        inner, variables, held = bodies(context or self.context, term)
        require_well_formed(self.kernel, inner)
        return inner, variables, held

    def fact(self, fact: Term, context: Context | None = None) -> Theorem:
        return self.infer("HYP", context, fact=fact)

    def use(self, theorem: Theorem) -> Theorem:
        self.kernel.use(theorem.context, theorem)
        return theorem

    def l1(self, theorem: Theorem, term: Term) -> Theorem:
        return self.use(self.infer("L1", theorem.context, of=theorem, term=term))

    def ring(self, s: Term, t: Term, context: Context | None = None, eqs: Sequence[Theorem] = ()) -> Theorem:
        return self.infer("RING", context, lhs=s, rhs=t, eqs=list(eqs))

    def chain(self, *links: Theorem, context: Context | None = None) -> Theorem:
        return self.infer("CHAIN", context, links=list(links))

    def sym(self, theorem: Theorem) -> Theorem:
        return self.infer("SYM", theorem.context, of=theorem)

    def below(self, s: Term, t: Term, context: Context, *signs: Theorem, gap: int = 0) -> Theorem:
        """``s <= t`` or ``s < t``: the gap is the sum of the gaps of the premises and a number."""
        rows = [{"q": Fraction(1), "h": [], "signs": [sign], "nz": []} for sign in signs]
        rows += [{"q": Fraction(gap), "h": [], "signs": [], "nz": []}] if gap else []
        return self.infer("POS", context, lhs=s, rhs=t, rows=rows, eqs=[])


D, X, Y = var(0, "int"), var(1, "vec"), var(2, "vec")
SPACE = (declare("int", low=ONE), declare("vec", D), declare("vec", D))
NORMAL = fn("normal", D)


def over(laws: Sequence[Term], body: Any, context: Context) -> Term:
    """E over laws of a body that is a function of the draws."""
    shape = mean(ZERO, *laws)
    _, variables = open_binder(context, shape)
    return mean(close(body(*variables), variables), *laws)


def total(low: Term, high: Term, body: Any, context: Context, op: str = "sum") -> Term:
    _, variables = open_binder(context, make(op, (low, high, ZERO)))
    return make(op, (low, high, close(body(*variables), variables)))


# -- what must be had -----------------------------------------------------------------------------------------------


def sample_mean() -> tuple[Run, Any, Term, Term, Term]:
    """Any function f of dot w x with f and f^2 in L1, and a family of m normal vectors."""
    function, m = var(3, "fun"), var(4, "int")
    run = Run(*SPACE, declare("fun"), declare("int", low=ONE))

    def value(w: Term) -> Term:
        return fn("ap", function, fn("dot", w, X))

    first = over([NORMAL], value, run.context)
    second = over([NORMAL], lambda w: mul(value(w), value(w)), run.context)
    for term in (first, second):
        run.context = run.kernel.declare(run.context, fn("l1", term))
    return run, value, first, second, m


def product_of_two(run: Run, value: Any, first: Term, family: Term, i: Term, j: Term, differ: Theorem) -> Theorem:
    """``E f(w_i) f(w_j) = (E f)^2`` where i and j differ."""
    context = differ.context
    apart = run.infer("INDEP", context, first=first, second=first, l1=[])
    both = over([family], lambda w: mul(value(fn("at", w, i)), value(fn("at", w, j))), context)
    same = run.infer("IID", context, term=both, member=0, indices=[i, j], differ=[differ], l1=[apart])
    return run.chain(same, apart, context=context)
