"""Moments of the number B of successes among n independent trials of probability p."""

from __future__ import annotations

import sympy as sp
from sympy.functions.combinatorial.numbers import stirling


def binomial_probability(successes: sp.Expr, trials: sp.Expr, probability: sp.Expr) -> sp.Expr:
    """``P(B = k) = binom(n, k) p^k (1-p)^(n-k)``."""
    return sp.binomial(trials, successes) * probability**successes * (1 - probability) ** (trials - successes)


def binomial_moment(order: int, trials: sp.Expr, probability: sp.Expr) -> sp.Expr:
    """``E B^q = sum_i S(q, i) n (n-1) ... (n-i+1) p^i`` with the Stirling numbers of the second kind, q >= 0.

    Raises:
        ValueError: if the order is negative or not an integer.
    """
    if order != int(order) or order < 0:
        raise ValueError(f"order must be an integer >= 0, got {order}")
    falling = (sp.Mul(*(trials - j for j in range(i))) * probability**i for i in range(order + 1))
    return sp.Add(*(stirling(order, i) * part for i, part in enumerate(falling)))
