"""The length of a Gaussian vector: ``|w|`` for w ~ N(0, I_d) has the chi law with d degrees of freedom.

Its density is ``2^(1-d/2) / Gamma(d/2) t^(d-1) exp(-t^2/2)`` for t > 0. With one degree of freedom it is the law of
``|w.u| / |u|``, which gives the even moments of Gaussian forms; odd ones vanish by symmetry.
"""

from __future__ import annotations

import sympy as sp

from rftheory.rules.gaussian import Positive, positive_by_assumption
from rftheory.rules.nodes import Expectation, Form, SquaredLength, sources


def chi_density(length: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """The density of |w| at ``length`` > 0."""
    dimension = sp.sympify(dimension)
    constant = 2 ** (1 - dimension / 2) / sp.gamma(dimension / 2)
    return constant * length ** (dimension - 1) * sp.exp(-(length**2) / 2)


def chi_moment(order: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """``E |w|^k = 2^(k/2) Gamma((d+k)/2) / Gamma(d/2)`` for real k > -d; infinite otherwise."""
    order, dimension = sp.sympify(order), sp.sympify(dimension)
    return 2 ** (order / 2) * sp.gamma((dimension + order) / 2) / sp.gamma(dimension / 2)


def chi_square_exponential(rate: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """``E exp(s |w|^2) = (1 - 2s)^(-d/2)`` for s < 1/2; infinite otherwise."""
    return (1 - 2 * sp.sympify(rate)) ** (-sp.sympify(dimension) / 2)


def integrate_powers(expr: sp.Expr, positive: Positive = positive_by_assumption) -> sp.Expr:
    """Apply the rule to every expectation of a power of one length or form in ``expr``; leave the others alone.

    ``positive`` has to prove that the moment is finite.
    """
    return expr.replace(lambda e: isinstance(e, Expectation), lambda e: _moment(e, positive))


def _moment(node: Expectation, positive: Positive) -> sp.Expr:
    base, power = node.args[0].as_base_exp()
    if (
        isinstance(base, SquaredLength)
        and power.is_extended_real
        and not sources(power)
        and positive(base.dimension + 2 * power)
    ):
        return sp.gammasimp(chi_moment(2 * power, base.dimension))
    if isinstance(base, Form) and power.is_Integer and power > 0:
        if power % 2:
            return sp.Integer(0)
        return sp.gammasimp(chi_moment(power, 1)) * base.space.gram(base.vector, base.vector) ** (power / 2)
    return node
