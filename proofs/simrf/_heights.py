r"""Directions that are no block turned as a whole: a weight-independent coupling in R^3 that beats SimRF for one direction of x + y.

A unit vector of R^3 is uniform if its height ``T = u.e`` over an axis e is uniform on [-1, 1] and its angle around e uniform. Take
three with independent angles around e and the heights ``t, 1 - 2t, 1 - 2t``, t uniform on [1/3, 1], in one of the three cyclic
orders, each as likely. Since 1 - 2t is uniform on [-1, 1/3], each height is on [1/3, 1] with probability 1/3, on [-1, 1/3] with 2/3,
and uniform on [-1, 1]. With iid chi lengths that are independent of the directions each projection is N(0, I_3), and the coupling
is weight-independent by Definition 1.1. For x + y = v e

    E b_i b_j = E h(T_i) h(T_j),   h(t) = E exp(v r t),

which needs no angles around e. One height is large where the other two are small: for v = 1 that is better than a simplex, of which
the axis of the plane may be anywhere.
"""

import numpy as np

from rftheory.proofs.simrf._setting import *
from rftheory.couplings.coupling import Coupling, chi_lengths
from rftheory.proofs.simrf._coupled import error, printed_error
from rftheory.proofs.simrf._draws import positive_at
from rftheory.proofs.simrf._iid_lengths import DIFFERENCE, INPUTS, pair_moment

_t = sp.Symbol("t", real=True)
_INPUTS = Domain((V, DIFFERENCE))
_THREE = sp.Integer(3)
_FRONT, _END = sp.Rational(1, 3), sp.Integer(1)


def _even(rate: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """``E cosh(r a)``."""
    return sp.hyper([dimension / 2], [sp.Rational(1, 2)], rate**2 / 2)


def _odd(rate: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """``E sinh(r a)``."""
    return rate * chi_moment(1, dimension) * sp.hyper([(dimension + 1) / 2], [sp.Rational(3, 2)], rate**2 / 2)


def _of_height(height: sp.Expr) -> sp.Expr:
    """h(t) in R^3."""
    return _even(v * height, _THREE) + _odd(v * height, _THREE)


_large, _small = _of_height(_t), _of_height(1 - 2 * _t)
#: The mean of E b_i b_j over the pairs i != j: two thirds of them have the heights t and 1 - 2t, one third 1 - 2t twice.
heights_moment = sp.Integral((1 / (_END - _FRONT)) * (2 * _large * _small + _small**2) / 3, (_t, _FRONT, _END))


def _error(pair: sp.Expr) -> sp.Expr:
    """The MSE of three projections of R^3 from the definition, with the given mean of E b_i b_j."""
    return error(pair, INPUTS).subs(m, _THREE)


#: Theorem 3.4 as printed, for one coupling.
lowest_error = claim(
    "lowest error: m = d = 3, iid chi lengths: the MSE of SimRF is at most that of the coupling with the heights t, 1 "
    "- 2t, 1 - 2t over the axis x + y",
    le(_error(pair_moment(-sp.Rational(1, 2)).subs(d, _THREE)), _error(heights_moment)),
    _INPUTS,
    tex=r"\mathrm{MSE}(\widehat{K}_{\mathrm{SimRF}}) \le \mathrm{MSE}(\widehat{K})",
    quote="provide the smallest possible mean square error (MSE) on unbiased estimates of these kernels among the "
    "class of weight-independent geometricallycoupled positive random feature (PRF) mechanisms",
).false(
    at={v: 1, DIFFERENCE.symbol: 1},
    because="Definition 1.1 does not ask that the directions are rotated together: a coupling made for one "
    "direction of x + y is better there",
    error="condition missing",
    survives="yes: for couplings with isotropic resultants w_i + w_j, all those of the paper, and on average over "
    "the directions of x + y",
)


class ThreeHeights(Coupling):
    """Three projections of R^3 with the heights t, 1 - 2t, 1 - 2t over e_1, t uniform on [1/3, 1], in a random cyclic order."""

    def __repr__(self) -> str:
        return "ThreeHeights()"

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> np.ndarray:
        large = (1 + 2 * generator.uniform(size=replicates)) / 3
        order = (np.arange(3)[:, None] + generator.integers(0, 3, replicates)) % 3
        heights = np.take_along_axis(np.stack([large, 1 - 2 * large, 1 - 2 * large]), order, axis=0)
        angles, radius = generator.uniform(0, 2 * np.pi, (3, replicates)), np.sqrt(np.maximum(0, 1 - heights**2))
        directions = np.stack([heights, radius * np.cos(angles), radius * np.sin(angles)])
        return directions * chi_lengths(generator, m, d, replicates)


def drawn_error() -> MomentCheck:
    """The error of the coupling at x = y = 3 e_1/8."""
    half = (sp.Rational(3, 8), sp.Integer(0), sp.Integer(0))
    point = {m: _THREE, v: sp.Rational(3, 4), DIFFERENCE.symbol: sp.Integer(0)}
    expected = printed_error(heights_moment, INPUTS)
    drawn = positive_at(ThreeHeights(), half)
    return MomentCheck("three heights", drawn, "mse", expected, point, claim="lowest error")
