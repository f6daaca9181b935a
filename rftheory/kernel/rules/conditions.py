"""Conditions that rules about intervals and graphs have in common: orders of ends, places in intervals, signs, what is opened."""

from __future__ import annotations

from rftheory.kernel.contexts import Context, bodies
from rftheory.kernel.defined import at_most, defined, require_well_formed
from rftheory.kernel.known import known
from rftheory.kernel.refused import Refused, demand
from rftheory.kernel.terms import MINUS_OO, OO, ZERO, Term, make
from rftheory.kernel.theorems import Kernel, Steps, Theorem
from rftheory.kernel.values import low, positive, real


def holds(kernel: Kernel, context: Context, judgement: Term, premises: Steps = ()) -> bool:
    """Whether a judgement is known in a context or is one of the premises."""
    given = (step.within(context) for step in premises if context.has_prefix(step.context))
    return known(kernel, context, judgement) or any(found is judgement for found in given)


def less(kernel: Kernel, context: Context, first: Term, second: Term, premises: Steps = ()) -> bool:
    """Whether ``first < second`` for ends of intervals and for terms that are defined and real."""
    if first is MINUS_OO or second is OO:
        return True
    if OO in (first, second) or MINUS_OO in (first, second):
        return False
    if holds(kernel, context, make("<", (first, second)), premises):
        return True
    below = low(kernel, context, second) if first.op == "rat" else None
    return below is not None and (first.data < below[0] or (first.data == below[0] and below[1]))


def lies_in(
    kernel: Kernel, context: Context, term: Term, interval: Term, premises: Steps = (), *, inner: bool = False
) -> bool:
    """Whether a term is real and lies in the interval of a ``cont``, or in its inside."""
    if not (defined(kernel, context, term) and real(kernel, context, term)):
        return False
    sides = ((interval.args[0], term), (term, interval.args[1]))
    return all(
        (less if inner or kind == "open" else at_or_below)(kernel, context, *pair, premises)
        for pair, kind in zip(sides, interval.data, strict=True)
    )


def at_or_below(kernel: Kernel, context: Context, first: Term, second: Term, premises: Steps = ()) -> bool:
    """Whether ``first <= second``, as `less`."""
    if less(kernel, context, first, second, premises) or at_most(kernel, context, first, second):
        return True
    return holds(kernel, context, make("<=", (first, second)), premises)


def opened(kernel: Kernel, context: Context, term: Term) -> tuple[Context, tuple[Term, ...], tuple[Term, ...]]:
    """What `bodies` finds inside a binder, in a context that is well-formed."""
    inner, variables, held = bodies(context, term)
    require_well_formed(kernel, inner)
    return inner, variables, held


def judged(step: Theorem, context: Context, op: str) -> Term:
    judgement = step.within(context)
    demand(judgement.op == op, f"a premise is {judgement.op}, it must be {op}")
    return judgement


def minus(first: Term, second: Term) -> Term:
    """``first - second`` as the rules write it."""
    return make("+", (first, make("neg", (second,))))


def sign_of(judgement: Term, term: Term) -> tuple[int, bool]:
    """What a judgement says of a term: rises (1), falls (-1) or vanishes (0), and whether strictly."""
    if judgement.op in ("<=", "<", "=") and judgement.args in ((ZERO, term), (term, ZERO)):
        if judgement.op == "=":
            return 0, False
        return (1 if judgement.args[0] is ZERO else -1), judgement.op == "<"
    raise Refused("a premise says nothing of the sign that is asked for")


def off_cut(kernel: Kernel, context: Context, term: Term, premises: Steps) -> bool:
    """Whether a term that is defined is never on the cut of the logarithm, the reals that are not positive."""
    where = make("<", (ZERO, make("+", (make("abs", (term,)), make("re", (term,))))))
    return positive(kernel, context, term) or holds(kernel, context, where, premises)
