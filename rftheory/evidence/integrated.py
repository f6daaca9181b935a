"""What the rules integrate of an expression, and whether two expressions are equal once they have."""

from __future__ import annotations

from functools import lru_cache, partial

import sympy as sp

from rftheory.evidence.sign import is_nonnegative, is_positive
from rftheory.evidence.unproved import Unproved
from rftheory.evidence.zero import ZeroDecision, decide_zero
from rftheory.rules.counts import integrate_counts
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.gaussian import Positive, integrate_gaussian, positive_by_assumption
from rftheory.rules.orthant import integrate_signs
from rftheory.rules.orthogonal import integrate_frames
from rftheory.statements.domain import Domain


def signs_on(domain: Domain) -> dict[str, Positive]:
    """What rules ask of a domain: whether an expression is positive, and nonnegative."""
    return {"positive": partial(is_positive, domain=domain), "nonnegative": partial(is_nonnegative, domain=domain)}


@lru_cache(maxsize=4096)
def integrate(expr: sp.Expr, domain: Domain | None = None) -> sp.Expr:
    """Every expectation that the rules can integrate, in closed form.

    The conditions of a rule must follow from the domain, without one from the assumptions of the symbols; an
    expectation for which they do not is left as it is.
    """
    known = {} if domain is None else signs_on(domain)
    positive = known.get("positive", positive_by_assumption)
    expanded = integrate_frames(integrate_signs(expand_expectation(sp.sympify(expr)), **known), positive)
    return integrate_gaussian(integrate_counts(expanded, positive), positive)


def decide_equal(left: sp.Expr, right: sp.Expr, domain: Domain) -> ZeroDecision:
    """Whether two expressions are proved equal on the domain, expectations integrated by the rules."""
    return decide_zero(integrate(left, domain) - integrate(right, domain), domain)


def require_equal(
    left: sp.Expr, right: sp.Expr, domain: Domain, said: str = "not decided equal: {} and {}"
) -> ZeroDecision:
    """Refuse two expressions that are not decided equal (see `decide_equal`); ``said`` has places for both."""
    decision = decide_equal(left, right, domain)
    if not decision.zero:
        raise Unproved(f"{said.format(left, right)} ({decision.reason})")
    return decision
