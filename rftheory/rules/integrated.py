"""Every expectation of an expression in closed form, as far as the rules go."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import signature

import sympy as sp

from rftheory.rules.counts import integrate_counts
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.gaussian import Positive, integrate_gaussian, positive_by_assumption
from rftheory.rules.orthant import integrate_signs, nonnegative_by_assumption
from rftheory.rules.orthogonal import integrate_frames

#: the rules that integrate what is random, in their order: a chain has a line for each
RULES: tuple[Callable[..., sp.Expr], ...] = (
    expand_expectation,
    integrate_signs,
    integrate_frames,
    integrate_counts,
    integrate_gaussian,
)


def granted(expr: sp.Expr) -> bool:
    """Whatever a rule asks: for who decides by other means whether the form that comes out is right."""
    return True


def asked(rule: Callable[..., sp.Expr], positive: Positive, nonnegative: Positive) -> dict[str, Positive]:
    """The conditions that a rule asks about, by the names of its parameters."""
    given = {"positive": positive, "nonnegative": nonnegative}
    return {name: given[name] for name in given if name in signature(rule).parameters}


@lru_cache(maxsize=4096)
def integrate(
    expr: sp.Expr, positive: Positive = positive_by_assumption, nonnegative: Positive = nonnegative_by_assumption
) -> sp.Expr:
    """Every expectation that the rules can integrate, in closed form.

    Args:
        expr: what is integrated.
        positive, nonnegative: whether the conditions of a rule hold (`granted`: all of them); by default the symbols have to assume
            it. An expectation for which they do not is left as it is.
    """
    found = sp.sympify(expr)
    for rule in RULES:
        found = rule(found, **asked(rule, positive, nonnegative))
    return found
