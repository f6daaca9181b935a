"""Whether a claim is well posed: its domain is described by numbers, and its sides have values on all of it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import sympy as sp

# these register what is asked of sums, integrals and random quantities
from rftheory.evidence import convergence as convergence
from rftheory.evidence import existence as existence
from rftheory.evidence import integrable as integrable
from rftheory.evidence.defined import missing, require_defined, require_real
from rftheory.evidence.smooth import differentiated
from rftheory.evidence.unproved import Unproved
from rftheory.propositions import Derivative, Inequality, Limit, Proposition
from rftheory.statements.domain import Domain


def require_posed(proposition: Proposition, domain: Domain, facts: Domain | None = None) -> None:
    """Refuse a proposition about something that is not proved to exist.

    ``facts`` is the domain with what a proof has shown to hold on it.

    The two sides of an equality must be numbers at every point, those of an order real numbers, the expression of a limit
    a number wherever the variable may be, and its value a number; a function must be smooth where it has a derivative.

    Raises:
        Unproved: with what is missing.
    """
    _require_clear(domain)
    domain = facts or domain
    if isinstance(proposition, Limit):
        require_defined(proposition.expr, domain)
        require_defined(proposition.value, without(proposition.variable, domain))
        return
    if isinstance(proposition, Derivative):
        for side in (proposition.function, proposition.value):
            require_defined(side, domain)
        differentiated(proposition.function, proposition.variable, domain)
        return
    for side in (proposition.left, proposition.right):
        require_defined(side, domain)
        if isinstance(proposition, Inequality):
            known = existence.bounds_of_draws([sp.sympify(side)], domain)
            require_real(side, domain.where(*known))


@lru_cache(maxsize=1024)
def _require_clear(domain: Domain) -> None:
    """Refuse ends and conditions that have no value where the rest of the domain holds: they would restrict it unseen."""
    for item in domain.ranges:
        others = replace(domain, ranges=tuple(other for other in domain.ranges if other is not item), conditions=())
        for end in (item.low, item.high, *item.shape):
            if end is not None and (gap := missing(sp.sympify(end), others)):
                raise Unproved(f"the end {end} of {item.symbol} is not shown to be a number: {gap}")
    for number, condition in enumerate(domain.conditions):
        before = replace(domain, conditions=domain.conditions[:number])
        for side in condition.args:
            if gap := missing(sp.sympify(side), before):
                raise Unproved(f"the condition {condition} is not shown to have a value: {gap}")


def without(variable: sp.Symbol, domain: Domain) -> Domain:
    """What a domain says of the other parameters."""
    return Domain(
        tuple(item for item in domain.ranges if item.symbol != variable),
        tuple(condition for condition in domain.conditions if not condition.has(variable)),
    )
