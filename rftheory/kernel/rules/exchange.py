"""Exchange of integrals, sums and expectations; other indices of sums; hypergeometric series."""

from __future__ import annotations

from rftheory.kernel.contexts import Context, bodies, close, open_binder
from rftheory.kernel.defined import defined
from rftheory.kernel.known import integer
from rftheory.kernel.refused import Refused, demand
from rftheory.kernel.rules.linear import converges, equal, is_binder, is_finite, need, plus, ready, times, with_body
from rftheory.kernel.schemas import STEP, TERM, TEXT
from rftheory.kernel.substitution import abstract, instantiate
from rftheory.kernel.terms import ONE, OO, TWO, ZERO, Term, bound, make
from rftheory.kernel.theorems import Kernel, Steps, Terms, Theorem, rule


def _exchanged(context: Context, term: Term) -> Term:
    """``B2 B1 f`` of ``B1 B2 f``; the ranges and laws of B2 are free of the variables of B1."""
    is_binder(term)
    inner, outer_variables, (second,) = bodies(context, term)
    is_binder(second)
    for arg in second.args[:-1]:
        demand(arg.variables.isdisjoint(v.data for v in outer_variables), "the inner range depends on the outer one")
    _, inner_variables, (body,) = bodies(inner, second)
    first = with_body(term, close(body, outer_variables))
    return with_body(second, close(first, inner_variables))


@rule("SWAP", term=TERM, first=[STEP], whole=[STEP], other=[STEP])
def swapped(kernel: Kernel, context: Context, term: Term, first: Steps, whole: Steps, other: Steps) -> Term:
    """``B1 B2 f = B2 B1 f``.

    ``first``: B2 f converges for each value of B1; ``whole``: so does B1 (B2 |f|); ``other``: B1 f for each value of B2
    (not asked for where B2 is a sum). With a finite sum: its members converge for each index (``first`` or ``other``).
    """
    result = _exchanged(context, term)
    inner, variables, (second,) = bodies(context, term)
    inner_other, _, (first_of_other,) = bodies(context, result)
    for binder in (term, result):
        demand(ready(kernel, context, binder), f"the range or the laws of this {binder.op} have no meaning outside")
    if is_finite(term) and is_finite(result):
        demand(defined(kernel, context, term) or defined(kernel, context, result), "a member has no value")
    elif is_finite(term):
        need(kernel, inner, second, first)
    elif is_finite(result):
        need(kernel, inner_other, first_of_other, other)
    else:
        need(kernel, inner, second, first)
        magnitude = with_body(second, make("abs", (second.args[-1],)))
        need(kernel, context, with_body(term, close(magnitude, variables)), whole)
        if result.op != "sum":
            need(kernel, inner_other, first_of_other, other)
    return equal(term, result)


@rule("REINDEX", term=TERM, way=TEXT, by=TERM, l1=[STEP])
def reindexed(kernel: Kernel, context: Context, term: Term, way: str, by: Term, l1: Steps) -> Term:
    """``shift``: k = j - by; ``reverse``: k = by - j (finite); ``parity``: even and odd members of a sum from 0 on."""
    is_binder(term, "sum", "prod")
    low, high, body = term.args
    here, negative = bound(0, "int"), make("neg", (by,))
    demand(defined(kernel, context, by) and integer(kernel, context, by), "the shift is not known to be an integer")

    def member(place: Term) -> Term:
        """The body at another place, under its own binder."""
        variable = make("var", (), (context.size, "int"))
        return abstract(instantiate(body, [instantiate(place, [variable])]), [context.size])

    if way == "parity":
        demand(term.op == "sum" and low is ZERO and high is OO, "a sum from 0 to oo")
        even, odd = times(TWO, here), plus(times(TWO, here), ONE)
        parts = [make("sum", (ZERO, OO, member(place))) for place in (even, odd)]
        if not converges(kernel, context, term, l1):
            for part in parts:
                need(kernel, context, part, l1)
        return equal(term, plus(*parts))
    if way == "shift":
        ends = plus(low, by), high if high is OO else plus(high, by)
        result = make(term.op, (*ends, member(plus(here, negative))))
    elif way == "reverse" and high is not OO:
        ends = plus(by, make("neg", (high,))), plus(by, make("neg", (low,)))
        result = make(term.op, (*ends, member(plus(by, make("neg", (here,))))))
    else:
        raise Refused("shift, parity or (finite) reverse")
    if not converges(kernel, context, term, l1):
        need(kernel, context, result, l1)
    return equal(term, result)


@rule("SERIES", term=TERM, value=TERM, upper=[TERM], lower=[TERM], at=TERM, start=STEP, ratio=STEP)
def series(
    kernel: Kernel,
    context: Context,
    term: Term,
    value: Term,
    upper: Terms,
    lower: Terms,
    at: Term,
    start: Theorem,
    ratio: Theorem,
) -> Term:
    """``sum_k t(k) = c pfq(a; b; z)`` from ``t(0) = c`` and, for all k, ``t(k+1) prod(b_j + k) (k+1) = t(k) prod(a_i + k) z``."""
    is_binder(term, "sum")
    low, high, body = term.args
    demand(low is ZERO and high is OO, "a sum from 0 to oo")
    function = make("pfq", (*upper, *lower, at), (len(upper), len(lower)))
    demand(defined(kernel, context, function) and defined(kernel, context, value), "the series has no value")
    demand(start.within(context) is equal(instantiate(body, [ZERO]), value), "no first member")
    inner, (k,) = open_binder(context, term)
    following = plus(k, ONE)
    left = times(instantiate(body, [following]), *[plus(b, k) for b in lower], following)
    right = times(instantiate(body, [k]), *[plus(a, k) for a in upper], at)
    demand(ratio.within(inner) is equal(left, right), "no recurrence of the members")
    return equal(term, times(value, function))
