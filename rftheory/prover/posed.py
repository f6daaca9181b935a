"""Whether a claim is about something: what it speaks of has a value on all of its domain, as the kernel sees it."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.propositions import Equality, Inequality, Limit
from rftheory.prover.chains import Walk
from rftheory.prover.derivative_steps import Differentiation
from rftheory.prover.failure import IllFormed
from rftheory.prover.limit_steps import Approach
from rftheory.prover.proving import Prover
from rftheory.prover.setting import Setting
from rftheory.prover.spec import entry
from rftheory.prover.trace import Trace
from rftheory.statements.claims import Claim

#: steps that may be spent on one claim
_STEPS = 4_000


def undefined(claim: Claim) -> str | None:
    """What of a claim is not seen to have a value on all of its domain; "" if nothing is, None if the claim has no term.

    Both sides must be numbers at every point, those of an order on boxes real numbers; the expression of a limit a number in an
    interval at its point; a function has a slope wherever its variable may be, and what is claimed of that is a number there.
    """
    run = Trace()
    try:
        made = entry(claim.name, claim, run)
    except IllFormed as gap:
        return str(gap)
    except Unproved:
        return None
    said, search = claim.proposition, search_of(run)
    try:
        with search.apart(_STEPS):
            if isinstance(said, Equality | Inequality):
                # at points balls see what is not real, on boxes they do not
                (make_real if claim.boxes else make_defined)(run, made.setting.context, *made.prop.args)
            elif isinstance(said, Limit):
                ends = Approach.of(claim, made, Walk(Prover(run), made.setting, None)).ends
                _define(made.setting.opened(said.variable, ends), said.expr)
                _define(made.setting, said.value)
            else:
                low, high, function, _ = made.prop.args
                way = Prover(run).way(claim, made)
                assert isinstance(way, Differentiation)
                way.graph.derivative(function)
                _define(made.setting.opened(said.variable, (low, high)), said.value)
    except (Unproved, Refused, TimeoutError) as gap:
        return str(gap)
    return ""


def _define(setting: Setting, expr: Any) -> None:
    make_defined(setting.kernel, setting.context, setting.scope().term(expr))
