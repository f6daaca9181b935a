"""Chains that compare power series with nonnegative coefficients with parabolas.

All derivatives of ``pFq(a; b; z)``, p <= q and positive parameters, are nonnegative for z >= 0. So the divided difference
``f[s, s, z] = (f(z) - f(s) - f'(s) (z - s))/(z - s)^2`` increases with z and is at most f''(s)/2 for z <= s: parabolas that touch f
at s lie below it to the right of a second common point, and above it to the left of s if they share f''(s).
"""

from __future__ import annotations

from typing import Self

import sympy as sp

from rftheory.evidence.derivation import Unproved
from rftheory.evidence.integrated import require_equal
from rftheory.evidence.pairs import PairBound, slope
from rftheory.evidence.sign import NONNEGATIVE, POSITIVE, sign_of


def curvature(function: sp.hyper, argument: sp.Expr) -> sp.Expr:
    """The second derivative of ``pFq(a; b; z)`` at another argument."""
    first = slope(function, argument)
    inner = first.atoms(sp.hyper).pop()
    return first / inner * slope(inner, argument)


def bend(function: sp.hyper, touching: sp.Expr, through: sp.Expr) -> sp.Expr:
    """``f[s, s, z_0]``: the coefficient of ``(z - s)^2`` of the parabola that touches f at s and meets it at z_0."""
    at = [function.func(function.ap, function.bq, point) for point in (through, touching)]
    width = touching - through
    return (at[0] - at[1] + slope(function, touching) * width) / width**2


class ParabolaBound(PairBound):
    """A chain that may go from a power series with nonnegative coefficients to a parabola."""

    def above_parabola(self, touching: sp.Expr, through: sp.Expr, rise: sp.Expr, width: sp.Expr) -> Self:
        """From ``f(z)`` down to the parabola that touches f at s and meets it at z_0, for z >= z_0 and 0 <= z_0 < s.

        ``rise`` and ``width`` are forms of z - z_0 and s - z_0 whose signs are seen.
        """
        function = self._series_at(touching, through)
        argument = function.args[-1]
        self._require_gap(argument - through, rise, NONNEGATIVE)
        self._require_gap(touching - through, width, POSITIVE)
        target = function.func(function.ap, function.bq, touching) + slope(function, touching) * (argument - touching)
        target += bend(function, touching, through) * (argument - touching) ** 2
        shown = f"f''' >= 0: above the parabola that touches at {touching}, through the point at {through}"
        return self._add(">=", target, shown)

    def below_parabola(self, touching: sp.Expr, width: sp.Expr) -> Self:
        """From ``f(z)`` up to its Taylor polynomial of degree 2 at s, for 0 <= z <= s; ``width`` is a form of s - z."""
        function = self._series_at(touching)
        argument = function.args[-1]
        self._require_gap(touching - argument, width, NONNEGATIVE)
        target = function.func(function.ap, function.bq, touching) + slope(function, touching) * (argument - touching)
        target += curvature(function, touching) / 2 * (argument - touching) ** 2
        return self._add(
            "<=", target, f"f''' >= 0: below the Taylor polynomial of degree 2 at {touching}, from the left"
        )

    def above_sum(self) -> Self:
        """From ``0F1(; b; x) 0F1(; b; y)`` down to ``0F1(; b; x + y) + x y/(b^2 (b+1)) 0F1(; b+2; x + y)``, b > 0, x, y >= 0.

        The coefficients of ``x^j y^k/(j! k!)`` are 1/((b)_j (b)_k) and (1 + j k/b)/(b)_(j+k), and by Vandermonde
        ``(b)_(j+k) = (b)_j (b)_k sum_n (-j)_n (-k)_n/(n! (b)_n)``, all terms nonnegative.
        """
        factors = sp.Mul.make_args(self.end)
        if len(factors) != 2 or not all(isinstance(f, sp.hyper) and not f.ap and len(f.bq) == 1 for f in factors):
            raise Unproved(f"{self.end} is not a product of two functions 0F1")
        (b,), (other,) = (f.bq for f in factors)
        if b != other:
            raise Unproved(f"the parameters {b} and {other} differ")
        x, y = (f.args[-1] for f in factors)
        for function, argument in zip(factors, (x, y), strict=True):
            self._require_increasing(function, argument)
        target = sp.hyper([], [b], x + y) + x * y / (b**2 * (b + 1)) * sp.hyper([], [b + 2], x + y)
        return self._add(">=", target, "(b)_(j+k) >= (b)_j (b)_k (1 + j k/b), coefficient by coefficient")

    def _series_at(self, *points: sp.Expr) -> sp.hyper:
        function = self.end
        if not isinstance(function, sp.hyper):
            raise Unproved(f"{function} is not a hypergeometric function")
        for place in (function.args[-1], *points):
            self._require_increasing(function, place)
        return function

    def _require_gap(self, gap: sp.Expr, form: sp.Expr, signs: frozenset[int]) -> None:
        require_equal(gap, form, self.facts, "{} is not decided to be {}")
        if not sign_of(form, self.facts) <= signs:
            raise Unproved(f"the sign of {form} is not proved")
