r"""Errors of blocks whose lengths are coupled (`CoupledLengths`): closed forms of shared ones, counter-monotone pairs by quadrature.

With cosine c, ``w_1 + w_2`` has the length ``q = (r_1^2 + r_2^2 + 2 c r_1 r_2)^(1/2)`` and a uniform direction, and ``w_1 - w_2``
that of -c:

    E exp((w_1 + w_2).v) = E 0F1(d/2; q^2 v^2/4),    E cos((w_1 + w_2).z) = E 0F1(d/2; -q^2 z^2/4).

Shared lengths have ``q^2 = 2 (1 + c) r^2``, and the averages ``exp((1 + c) v^2)``, ``exp(-(1 + c) z^2)``. Of counter-monotone ones the
shorter length is a function of the longer one, t: an integral over the chi law beyond its median, by Gauss-Legendre rules in panels.
Covariances are averages of what 0F1 is above its first two terms, so that nothing cancels at short distances. All other pairs of the
block have independent lengths, as `log_mse` has them. The *bar* is the difference of two rules, and roundings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.special import gammaincc, gammaincinv, gammaln, hyp0f1, ive

from rftheory.couplings.blocks import CoupledLengths, block_sizes
from rftheory.couplings.geometry import Geometry
from rftheory.families.family import Family
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.mse import log_bracket, log_mse_of_inputs

#: nodes of both rules in a panel, its width in units of t (and of a turn of cosines), and how far beyond its centre a mass is nothing
_RULES, _WIDTH, _BEYOND = (24, 32), 1.0, 10.0
#: lengths at once, and lengths beyond which no covariance is computed
_PAIRS, _LONGEST = 256, 64.0
#: roundings of a sum, and the relative bar of an error that is given
_ROUNDED, _FEW = 1e-14, 1e-8
#: arguments beyond which 0F1 is a Bessel function, unless its order is large
_BESSEL, _ORDER = 600.0, 100.0


@dataclass(frozen=True)
class _Fewer(Geometry):
    """A geometry in which so many partners of a projection do not count."""

    taken: Fraction = Fraction(0)

    def partners(self, m: int) -> Fraction:
        return super().partners(m) - self.taken


def log_mse_of_coupled_lengths(family: Any, coupling: CoupledLengths, m: int, x: Array, y: Array) -> Array:
    """log MSE of the estimator of m projections, as `log_mse_of_inputs` has it of independent lengths.

    Args:
        x, y: shape (P, d), paired row by row.

    Raises:
        ValueError: for families with ``|w|^2`` in the exponent, or no wave, and where the bar is above 1e-8 of the error.
    """
    d = x.shape[1]
    coupling.check_size(m, d)
    geometry = replace(coupling, lengths="independent").geometry_in(d)
    known = isinstance(family, Family) and family.wave is not None and geometry is not None
    lengths = np.sqrt(np.square(x - y if known and family.oscillates else x + y).sum(axis=1))
    if geometry is None or not known or family.rates(lengths, d).any():
        raise ValueError(
            f"no closed form is known for {coupling.lengths} lengths of {getattr(family, 'title', 'such')} features"
        )
    if (lengths > _LONGEST).any():
        raise ValueError(
            f"coupled lengths have closed forms up to |x + y| or |x - y| = {_LONGEST:g}, got {lengths.max():.3g}"
        )
    shared = coupling.lengths == "shared"
    taken = Fraction(
        sum(size * (size - 1) if shared else 2 * (size // 2) for size in block_sizes(m, coupling.block(d))), m
    )
    fewer = _Fewer(geometry.cosine, geometry.block, taken)
    covariance, bar = _covariance(family.wave, float(geometry.cosine), d, lengths, shared)
    scale = np.zeros(len(lengths)) if family.oscillates else np.square(lengths)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        # relative to the rest of m MSE
        relative = float(taken) * np.exp(scale - log_bracket(family, fewer, m, d, lengths))
        change, bars = relative * covariance, relative * bar
        some = lengths > 0
        if not (bars[some] <= _FEW * (1 + change[some])).all():
            raise ValueError("the average over coupled lengths is not known to 1e-8 of the error")
        return np.asarray(
            log_mse_of_inputs(family, fewer, m, x, y, family.kernel) + np.where(some, np.log1p(change), 0.0)
        )


def _covariance(wave: str, c: float, d: int, v: Array, shared: bool) -> tuple[Array, Array]:
    """Of two samples whose lengths are coupled, times ``exp(-v^2)`` but for waves; and its bar, shapes (P,)."""
    square, cosines = np.square(v), (c,) if wave == "exp" else (c, -c)
    if shared:
        if wave == "exp":
            return np.expm1(c * square), np.zeros(len(v))
        both = 2 * np.square(np.sinh(c * square / 2))
        return (both * np.exp(-square) if wave == "cos" else both), np.zeros(len(v))
    parts = [_counter_monotone(wave, cosines, d, v[start : start + _PAIRS]) for start in range(0, len(v), _PAIRS)]
    covariance, bar = (np.concatenate(each) for each in zip(*parts, strict=True))
    return covariance, bar


def _counter_monotone(wave: str, cosines: tuple[float, ...], d: int, v: Array) -> tuple[Array, Array]:
    sign, square = -1.0 if wave == "cos" else 1.0, np.square(v)
    start, end = float(np.sqrt(2 * gammaincinv(d / 2, 0.5))), float(np.sqrt(d) + v.max() * (sign > 0) + _BEYOND)
    count = int(np.ceil((end - start) / min(_WIDTH, 8 / max(8.0, v.max()))))
    found = []
    for nodes in _RULES:
        x, weights = np.polynomial.legendre.leggauss(nodes)
        half = (end - start) / (2 * count)
        t = (start + half * (2 * np.arange(count)[:, None] + 1 + x)).ravel()
        # in the exponent: what it is multiplied with may be beyond float64
        density = (1 - d / 2) * np.log(2) + (d - 1) * np.log(t) - t * t / 2 - gammaln(d / 2)
        # the longer one of both is t
        weights = 2 * half * np.tile(weights, count)
        shorter = np.sqrt(2 * gammaincinv(d / 2, gammaincc(d / 2, t * t / 2)))
        above = np.zeros(len(v))
        for c in cosines:
            q = np.square(t) + np.square(shorter) + 2 * c * t * shorter
            scale = (0.0 if wave == "cos" else square[:, None]) - density
            above = above + _above(d / 2, sign * q * square[:, None] / 4, scale) @ weights / len(cosines)
        first = (
            cosines[0] * square / d * float(np.exp(density) * t * shorter @ weights) * np.exp(-square)
            if wave == "exp"
            else 0.0
        )
        found.append(above + first)
    less = _above(None, sign * square, square if sign > 0 else np.zeros(len(v)))
    bar = np.abs(found[1] - found[0]) + _ROUNDED * (np.abs(found[1]) + np.abs(less))
    return np.asarray(found[1] - less), bar


def _above(b: float | None, t: Array, scale: Array) -> Array:
    """``(0F1(b; t) - 1 - t/b) exp(-scale)``; of the exponential function where b is None."""
    ratio: Any = (lambda k: k) if b is None else (lambda k: k * (b + k - 1))
    near, term = np.zeros(t.shape), np.square(np.clip(t, -1, 1)) / (ratio(1) * ratio(2))
    for k in range(3, 25):
        near, term = near + term, term * np.clip(t, -1, 1) / ratio(k)
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        if b is None:
            value = np.exp(t - scale)
        elif (t < 0).any():
            value = hyp0f1(b, t) * np.exp(-scale)
        else:
            value = np.exp(_log_0f1(b, t) - scale)
        return np.where(np.abs(t) <= 1, near * np.exp(-scale), value - (1 + t / ratio(1)) * np.exp(-scale))


def _log_0f1(b: float, t: Array) -> Array:
    """log 0F1(b; t) for t >= 0; by a scaled Bessel function where it overflows, and NaN where that vanishes."""
    y = 2 * np.sqrt(t)
    # SciPy's expansion for large arguments divides by b - 1
    small = (y <= _BESSEL) | (b > _ORDER)
    value = hyp0f1(b, np.where(small, t, 0.0))
    large = gammaln(b) + (1 - b) * np.log(y / 2) + np.log(ive(b - 1, y)) + y
    return np.where(small & np.isfinite(value), np.log(value), np.where(np.isfinite(large), large, np.nan))
