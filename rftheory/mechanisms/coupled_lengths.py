r"""Errors of blocks whose lengths are coupled (`CoupledLengths`): closed forms of shared ones, counter-monotone pairs by quadrature.

With cosine c, ``w_1 + w_2`` has the length ``q = (r_1^2 + r_2^2 + 2 c r_1 r_2)^(1/2)`` and a uniform direction, and ``w_1 - w_2``
that of -c:

    E exp((w_1 + w_2).v) = E 0F1(d/2; q^2 v^2/4),    E cos((w_1 + w_2).z) = E 0F1(d/2; -q^2 z^2/4).

Samples with ``a |w|^2`` in the exponent (GERF, OPRF) have v multiplied by the root of ``s = 1 - 2 a``, and the weight
``W = s^d exp(a (r_1^2 + r_2^2))``. Shared lengths have ``q^2 = 2 (1 + c) r^2``, and with ``g = s/(1 - 4 a)`` the averages
``s^d (1 - 4 a)^(-d/2) exp((1 + c) g v^2)``, and that of -z^2. Of counter-monotone ones the shorter length is a function of the longer
one, t: an integral over the chi law beyond its median, by Gauss-Legendre rules in panels. Covariances are averages of what 0F1 is above
its first two terms, so that nothing cancels at short distances where a = 0. All other pairs of the block have independent lengths, as
`log_mse` has them. The *bar* is the difference of two rules, and roundings.
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
        ValueError: for families without a wave or with a complex A, and where the bar is above 1e-8 of the error.
    """
    d = x.shape[1]
    coupling.check_size(m, d)
    geometry = replace(coupling, lengths="independent").geometry_in(d)
    known = isinstance(family, Family) and family.wave is not None and geometry is not None
    lengths = np.sqrt(np.square(x - y if known and family.oscillates else x + y).sum(axis=1))
    if geometry is None or not known:
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
    rates = family.rates(lengths, d)
    covariance, bar = _covariance(family.wave, float(geometry.cosine), d, lengths, rates, shared)
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


def _covariance(wave: str, c: float, d: int, v: Array, rates: Array, shared: bool) -> tuple[Array, Array]:
    """Of two samples whose lengths are coupled, times ``exp(-v^2)`` but for waves; and its bar, shapes (P,)."""
    if shared:
        return _shared(wave, c, d, np.square(v), rates)
    cosines = (c,) if wave == "exp" else (c, -c)
    starts = range(0, len(v), _PAIRS)
    parts = [_counter_monotone(wave, cosines, d, v[k : k + _PAIRS], rates[k : k + _PAIRS]) for k in starts]
    covariance, bar = (np.concatenate(each) for each in zip(*parts, strict=True))
    return covariance, bar


def _shared(wave: str, c: float, d: int, square: Array, rates: Array) -> tuple[Array, Array]:
    """``exp(h + c g v^2) - 1``, or ``exp(h) cosh(c g z^2) - 1``, where h is 0 if a is; terms of h may cancel."""
    sign, g = -1.0 if wave == "cos" else 1.0, (1 - 2 * rates) / (1 - 4 * rates)
    terms = d * np.log1p(-2 * rates), -d / 2 * np.log1p(-4 * rates), sign * square * 2 * rates / (1 - 4 * rates)
    h, turn = sum(terms), c * g * square
    value = np.expm1(h + turn) if wave == "exp" else np.expm1(h) * np.cosh(turn) + 2 * np.square(np.sinh(turn / 2))
    bar = _ROUNDED * sum(map(np.abs, terms)) * (1 + np.abs(value))
    return (value * np.exp(-square), bar * np.exp(-square)) if wave == "cos" else (value, bar)


def _counter_monotone(wave: str, cosines: tuple[float, ...], d: int, v: Array, rates: Array) -> tuple[Array, Array]:
    sign, square, s = -1.0 if wave == "cos" else 1.0, np.square(v), 1 - 2 * rates
    start, root = float(np.sqrt(2 * gammaincinv(d / 2, 0.5))), np.sqrt(s)
    # what v and the weights do to masses: centres, and how narrow they are
    end = float((np.maximum(start, (np.sqrt(d) + v * (sign > 0)) / root) + _BEYOND / root).max())
    count = int(np.ceil((end - start) * float(root.max()) / min(_WIDTH, 8 / max(8.0, v.max()))))
    scaled = 0 * square if wave == "cos" else square
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
        both = np.square(t) + np.square(shorter)
        log = density + rates[:, None] * both + d * np.log(s)[:, None] - scaled[:, None]
        above = np.zeros(len(v))
        for c in cosines:
            q = both + 2 * c * t * shorter
            above = above + _above(d / 2, sign * q * (s * square)[:, None] / 4, -log) @ weights / len(cosines)
        # the first two terms less those of the product of the means; where a = 0 they nearly agree
        mean = sum(cosines) / len(cosines)
        mass, moment = np.exp(log) @ weights, (np.exp(log) * (both + 2 * mean * t * shorter)) @ weights * s / (2 * d)
        near = mean * float(np.exp(density) * t * shorter @ weights) / d * np.exp(-scaled)
        zeroth = np.where(rates == 0, 0.0, mass - np.exp(-scaled))
        first = sign * square * np.where(rates == 0, near, moment - np.exp(-scaled))
        found.append(above + zeroth + first)
    less = _above(None, sign * square, scaled)
    rounded = np.abs(found[1]) + np.abs(less) + np.where(rates == 0, 0.0, mass + square * moment)
    return np.asarray(found[1] - less), np.abs(found[1] - found[0]) + _ROUNDED * rounded


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
