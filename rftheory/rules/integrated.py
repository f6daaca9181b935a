"""Every expectation of an expression in closed form, as far as the rules go."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from rftheory.rules.counts import integrate_counts
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.gaussian import Positive, integrate_gaussian, positive_by_assumption
from rftheory.rules.orthant import integrate_signs, nonnegative_by_assumption
from rftheory.rules.orthogonal import integrate_frames


def granted(expr: sp.Expr) -> bool:
    """Whatever a rule asks: for who decides by other means whether the form that comes out is right."""
    return True


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
    expanded = integrate_signs(expand_expectation(sp.sympify(expr)), positive, nonnegative)
    return integrate_gaussian(integrate_counts(integrate_frames(expanded, positive), positive), positive)
