"""Numbers that are known to be nonnegative by how they are defined: what balls forget when the definition is multiplied out.

``E (K_hat - K)^2`` becomes ``E K_hat^2 - 2 K E K_hat + K^2``. Where it is zero, the ball of that sum reaches below zero however
sharp it is, and its root would be complex. So what stands under a root keeps its sign: its ball is cut to [0, oo).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from flint import arb

from rftheory.numbers.ball_parts import Ball, between
from rftheory.numbers.walker import SubEvaluator
from rftheory.rules.nodes import Expectation, variance


class Nonnegative(sp.Expr):
    """A number that is known to be nonnegative, whatever form it is brought into."""

    is_commutative = True
    is_extended_nonnegative = True

    def __new__(cls, number: sp.Expr) -> Nonnegative:
        return sp.Expr.__new__(cls, sp.sympify(number))


def with_nonnegative_radicands(expr: sp.Expr) -> sp.Expr:
    """The expression with `Nonnegative` under its roots, wherever a radicand with an expectation is known to be."""
    return expr.replace(_is_root_of_a_mean, lambda root: sp.Pow(Nonnegative(root.base), root.exp))


def in_balls(node: Nonnegative, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Ball:
    """The ball, cut to [0, oo); an imaginary part is a rounding of 0."""
    value = sub(node.args[0])
    real = value if isinstance(value, arb) else value.real
    # a ball without nonnegative numbers is of something else than was said: that is not hidden
    return real if real >= 0 or not real.contains(0) else between(arb(0), real.abs_upper())


def in_any(node: Nonnegative, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Any:
    """The number, in an arithmetic that bounds no errors."""
    return sub(node.args[0])


def _is_root_of_a_mean(expr: sp.Basic) -> bool:
    return (
        isinstance(expr, sp.Pow)
        and expr.exp.is_Rational
        and not expr.exp.is_Integer
        and expr.base.has(Expectation)
        and not isinstance(expr.base, Nonnegative)
        and is_known_nonnegative(expr.base)
    )


def is_known_nonnegative(expr: sp.Expr) -> bool:
    """Whether a number is seen to be nonnegative: a mean of what is, ``E |Z|^2``, ``E |Z|^2 - |E Z|^2``, sums and products of these."""
    if expr.is_extended_nonnegative:
        return True
    if isinstance(expr, Expectation):
        return is_known_nonnegative(expr.args[0]) or _is_square(expr.args[0])
    if isinstance(expr, sp.Pow):
        return bool(expr.exp.is_extended_real) and is_known_nonnegative(expr.base)
    if any(variance(mean.args[0]) == expr for mean in expr.atoms(Expectation)):
        return True
    return isinstance(expr, sp.Add | sp.Mul) and all(map(is_known_nonnegative, expr.args))


def _is_square(expr: sp.Expr) -> bool:
    """Whether it is ``Z conj(Z)``."""
    return any(sp.Mul(factor, sp.conjugate(factor)) == expr for factor in sp.Mul.make_args(expr))
