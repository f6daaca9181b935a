"""Equals for equals: inside a term (CONG) and inside a judgement (TRANSPORT).

A term is a partial function of the values of its parts, and no part of a defined term is undefined anywhere in the
context that the binders around it open. So a part may be exchanged where it is equal to another at every point of that
context. Literal slots are no parts. What ``l1`` speaks of is the integrand and the range: its binder is no part either.
"""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.kernel.contexts import Context, bodies, close
from rftheory.kernel.defined import defined
from rftheory.kernel.refused import demand
from rftheory.kernel.rules.structure import decided
from rftheory.kernel.schemas import NAT, STEP, TERM
from rftheory.kernel.substitution import instantiate, replace
from rftheory.kernel.terms import Term, bound_tags, inside, make
from rftheory.kernel.theorems import Kernel, Theorem, rule


def exchanged(context: Context, term: Term, eq: Theorem, paths: Sequence[Sequence[int]]) -> Term:
    """The term or judgement with the right side of an equality for the left at these places; at all without paths.

    A path is the numbers of the arguments from the root on. Through binders the equality belongs to the context that
    they open; one that holds in the context itself serves everywhere, as its sides have no bound variable.
    """
    if paths:
        for path in paths:
            term = _at_path(context, term, eq, tuple(path))
        return term
    old, new = _sides(eq, context)
    held = term
    while held.op == "all":
        held = held.args[1]
    demand(held.op != "l1" or held.args[0] is not old, "the binder of l1 is no part of it")
    return replace(term, old, new)


def _sides(eq: Theorem, context: Context) -> tuple[Term, ...]:
    equality = eq.within(context)
    demand(equality.op == "=", f"{equality.op} is no equality")
    return equality.args


def _at_path(context: Context, term: Term, eq: Theorem, path: tuple[int, ...]) -> Term:
    if not path:
        old, new = _sides(eq, context)
        demand(term is old, "the left side of the equality is not at this place")
        return new
    number, args = path[0], list(term.args)
    demand(type(number) is int and 0 <= number < len(args), "no argument at this place")
    demand(term.op != "l1" or len(path) > 1, "the binder of l1 is no part of it")
    first = len(args) - inside(term.op) if bound_tags(term.op, term.args, term.data) else len(args)
    if number < first:
        args[number] = _at_path(context, args[number], eq, path[1:])
    else:
        inner, variables, held = bodies(context, term)
        args[number] = close(_at_path(inner, held[number - first], eq, path[1:]), variables)
    return make(term.op, args, term.data)


@rule("CONG", eq=STEP, term=TERM, paths=[[NAT]])
def congruence(kernel: Kernel, context: Context, eq: Theorem, term: Term, paths: Sequence[Sequence[int]]) -> Term:
    """A term that is defined equals the one with equals for equals."""
    demand(defined(kernel, context, term), "the term is not known to be defined")
    return make("=", (term, exchanged(context, term, eq, paths)))


@rule("TRANSPORT", of=STEP, eqs=[STEP], paths=[[NAT]])
def transport(
    kernel: Kernel, context: Context, of: Theorem, eqs: Sequence[Theorem], paths: Sequence[Sequence[int]]
) -> Term:
    """A judgement with equals for equals: by one equality, or, for what has a limit, by equalities near the point."""
    judgement = of.within(context)
    demand(len(eqs) > 0, "no equality")
    if judgement.op in ("lim", "tends") and [list(path) for path in paths] == [[2]]:
        return _near(kernel, context, judgement, eqs)
    demand(len(eqs) == 1, "one equality")
    return exchanged(context, judgement, eqs[0], paths)


def _near(kernel: Kernel, context: Context, judgement: Term, eqs: Sequence[Theorem]) -> Term:
    """The limit of another function that is equal on an interval beside the point, on each side that counts."""
    point, limit, body = judgement.args
    wanted = {"above", "below"} if judgement.data == "both" else {judgement.data}
    found: set[Term] = set()
    for eq in eqs:
        declaration = eq.context.entry
        demand(eq.context.parent is context and declaration is not None, "the equality has one variable more")
        assert declaration is not None
        demand(declaration.sort == "decl" and declaration.data[0] == "real", "the variable of a limit is real")
        wanted -= _sides_of(kernel, context, declaration, point)
        x = eq.context.variable(context.size)
        old, new = _sides(eq, eq.context)
        demand(old is instantiate(body, (x,)), "the left side of the equality is not the function")
        found.add(close(new, (x,)))
    demand(not wanted, "the interval does not reach the point from each side")
    demand(len(found) == 1, "the sides of the point have two functions")
    return make(judgement.op, (point, limit, found.pop()), judgement.data)


def _sides_of(kernel: Kernel, context: Context, declaration: Term, point: Term) -> set[str]:
    """From which sides an interval reaches a point: it begins or ends there and goes on to an end that is not there."""
    _, low_kind, high_kind = declaration.data
    low = declaration.args[0] if low_kind != "none" else None
    high = declaration.args[-1] if high_kind != "none" else None
    if point.sort == "end":
        return {side for side, end in (("oo", high), ("-oo", low)) if end is None}
    sides = set()
    if low is point and (high is None or decided(kernel, context, make("<", (point, high)))):
        sides.add("above")
    if high is point and (low is None or decided(kernel, context, make("<", (low, point)))):
        sides.add("below")
    return sides
