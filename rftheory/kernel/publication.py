"""What an entry must say to be published: neither an identity nor one point, unless it is flagged as one; nothing of no value."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import ceil, floor

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import Context, end_facts
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import Term
from rftheory.kernel.text import Entry
from rftheory.kernel.theorems import Kernel


def require_publishable(kernel: Kernel, entry: Entry) -> None:
    """Refuse what says nothing, unless the entry is flagged: equal sides, a fact as it is given, a parameter with one value.

    What `all` and `cont` bind may have no value: a variable of a published statement is one of its context, which has a point.
    """
    judgement = entry.judgement
    if judgement.op in ("all", "cont"):
        raise Refused(f"the variable of {judgement.op} in {entry.name} may have no value")
    same = judgement in entry.context.facts
    same |= judgement.op in ("=", "<=", "samelaw") and judgement.args[0] is judgement.args[1]
    if not same and judgement.op == "=":
        with suppress(Refused):
            kernel.infer("RING", entry.context, lhs=judgement.args[0], rhs=judgement.args[1], eqs=[])
            same = True
    if same and not entry.flagged("identity"):
        raise Refused(f"{entry.name} is an identity and not flagged as one")
    if not entry.flagged("point") and any(_one_point(entry.context, n) for n in range(entry.context.size)):
        raise Refused(f"a parameter of {entry.name} has one value, and the entry is not flagged")


def _one_point(context: Context, place: int) -> bool:
    """Whether the ends of a variable and the facts that name it leave it one value, as far as the terms show."""
    variable, declaration = context.variable(place), context.declarations[place]
    lows: list[tuple[Term, bool]] = []
    highs: list[tuple[Term, bool]] = []
    if declaration.data[0] not in ("real", "int"):
        return False
    for fact in (*end_facts(declaration, variable), *context.facts):
        if fact.op in ("<=", "<", "=") and variable in fact.args:
            other = fact.args[fact.args[0] is variable]
            if fact.op == "=" and not other.variables:
                return True
            if fact.op != "=":
                (highs if fact.args[0] is variable else lows).append((other, fact.op == "<"))
    return any(_pinched(low, high, declaration.data[0] == "int") for low in lows for high in highs)


def _pinched(low: tuple[Term, bool], high: tuple[Term, bool], integer: bool) -> bool:
    first, last = low[0].data, high[0].data
    if low[0] is high[0] or not (isinstance(first, Fraction) and isinstance(last, Fraction)):
        return low[0] is high[0]
    if not integer:
        return first >= last
    return (ceil(last) - 1 if high[1] else floor(last)) - (floor(first) + 1 if low[1] else ceil(first)) < 1
