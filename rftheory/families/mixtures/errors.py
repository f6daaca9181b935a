r"""Errors of sin/cos and random-phase features of a mixture: averages over scales, of coupled projections as well.

With ``t = T r^2/2`` one sample has, as sums of terms that do not cancel,

    Var cos(S w.z) = E (1 - e^(-2t))^2/2 + Var e^(-t)                            (1/2 more with a random phase),

which is ``(1 + K(2r))/2 - K(r)^2``. Two projections of a block have independent lengths and scales, and directions at the cosine c: the
average of ``f(u_1.e) f(u_2.e)`` over rotations is a sum over harmonics (Funk and Hecke), so that with N_l their number and P_l the
Gegenbauer polynomial with P_l(1) = 1, over l = 2, 4, ...,

    Cov(cos(S_1 w_1.z), cos(S_2 w_2.z)) = sum_l N_l P_l(c) a_l^2,
    a_l = Gamma((d+l)/2)/Gamma(d/2+l) E t^(l/2) e^(-t) 1F1(l/2; d/2+l; t),

as ``E cos(S |w| r u.e) P_l(u.e)`` is ``(-1)^(l/2) a_l``: a Bessel function integrated over the chi law of |w|. All terms of 1F1 are
positive. Beyond t = 600 it is a Gamma average of a polynomial, ``Gamma(b)/Gamma(a) t^(a-b) E (1 - x/t)^(a-1)``, up to e^(-t).

The *bar* is an estimate of what is left out of the sum, from the decay of its last terms, and of roundings.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.interpolate import make_interp_spline
from scipy.linalg import eigh_tridiagonal
from scipy.special import gammaln, hyp1f1

from rftheory.couplings.geometry import Geometry
from rftheory.families.mixtures.mixture import Mixture, Rule
from rftheory.inputs.arrays import Array

#: the largest degree, and how many are added at a time
_MOST, _MORE = 512, 32
#: nodes whose values are kept together
_BLOCK = 64
#: terms below this part of the variance are left out
_SMALL = 1e-13
#: t beyond which e^t leaves float64
_FAR = 600.0
#: lengths whose weights are held at once, and lengths below this have no error
_PAIRS, _LEAST = 256, 1e-150
#: knots of splines per unit of log r, and how far they go beyond
_KNOTS, _BEYOND = 64, 0.2
#: relative roundings of the sums
_ROUNDED = 1e-13


class Errors(NamedTuple):
    """Of P lengths: log Var Z, the covariance of two of a block, and the bar of the latter; shapes (P,)."""

    log_variance: Array
    covariance: Array
    bar: Array

    def log_mse(self, geometry: Geometry, m: int) -> tuple[Array, Array]:
        """log MSE of m projections, and its relative bar.

        A projection has n partners in its block on average.
        """
        n = float(geometry.partners(m))
        variance = np.exp(self.log_variance)
        with np.errstate(divide="ignore", invalid="ignore"):
            total = variance + n * self.covariance
            bar = np.where(variance > 0, (_ROUNDED * variance + n * self.bar) / total, 0.0)
            return np.log(np.maximum(total, 0.0)) - np.log(m), bar


def errors(mixture: Mixture, r: Array, d: int, geometry: Geometry, phase: bool = False) -> Errors:
    """At lengths r >= 0 (`Mixture.length`), shape (P,), in R^d."""
    coupled = geometry.block > 1
    if coupled and mixture.by_coordinate:
        raise ValueError(
            f"no closed form is known for coupled projections of the kernel {mixture}, whose coordinates have scales of their own"
        )
    log, covariance, bar = np.full(len(r), -np.inf), np.zeros(len(r)), np.zeros(len(r))
    some = r > _LEAST
    if some.any():
        cosine = float(geometry.cosine) if coupled else None
        log[some], covariance[some], bar[some] = _interpolated(mixture, r[some].tobytes(), d, cosine)
    return Errors(np.logaddexp(log, np.log(0.5)) if phase else log, covariance, bar)


@lru_cache(maxsize=32)
def _interpolated(mixture: Mixture, lengths: bytes, d: int, cosine: float | None) -> tuple[Array, Array, Array]:
    """`Errors`, of many lengths through a spline of functions of log r, which change on the scale of a unit.

    Kept, as features with phases and of other sizes ask for the same ones. Projections without a cosine are independent.
    """
    r = np.frombuffer(lengths)
    low, high = float(np.log(r.min())), float(np.log(r.max()))
    knots = max(16, int(_KNOTS * (high - low)))
    if len(r) <= knots:
        return _at(mixture, r, d, cosine)
    places = np.linspace(low - _BEYOND, high + _BEYOND, knots)
    log, covariance, bar = _at(mixture, np.exp(places), d, cosine)
    spline = make_interp_spline(places, np.stack([log, covariance / np.exp(log), bar / np.exp(log)], axis=1), k=7)
    log, share, rest = spline(np.log(r)).T
    return log, share * np.exp(log), np.abs(rest) * np.exp(log)


def _at(mixture: Mixture, r: Array, d: int, cosine: float | None) -> tuple[Array, Array, Array]:
    parts = []
    for start in range(0, len(r), _PAIRS):
        rule = mixture.rule(r[start : start + _PAIRS])
        log = _log_variance(rule)
        pair = (0 * log, 0 * log) if cosine is None else _covariance(rule, d, cosine, np.exp(log))
        parts.append((log, *pair))
    log, covariance, bar = (np.concatenate(each) for each in zip(*parts, strict=True))
    return log, covariance, bar


def _log_variance(rule: Rule) -> Array:
    with np.errstate(over="ignore", under="ignore", divide="ignore"):
        t = np.exp(rule.nodes)
        gone = -np.expm1(-t)
        first, square, mean = (rule.weights @ each for each in (np.square(np.expm1(-2 * t)) / 2, gone**2, gone))
        return np.asarray(np.log(first + np.maximum(square - mean**2, 0.0)))


def _covariance(rule: Rule, d: int, cosine: float, variance: Array) -> tuple[Array, Array]:
    """The sum over harmonics, and its bar."""
    total, last = np.zeros(len(rule.weights)), np.zeros(len(rule.weights))
    previous, polynomial = 1.0, cosine
    for end in range(_MORE, _MOST + 1, _MORE):
        squares = np.square(rule.weights @ _values(rule, d, end))
        for k, degree in enumerate(range(end - _MORE + 2, end + 1, 2)):
            # from l - 2 to l
            for below in (degree - 2, degree - 1):
                if below:
                    previous, polynomial = (
                        polynomial,
                        ((2 * below + d - 2) * cosine * polynomial - below * previous) / (below + d - 2),
                    )
            last = squares[:, k]
            total += polynomial * last
        size = max(abs(polynomial), abs(previous))
        if (size * last <= _SMALL * variance).all():
            break
    # algebraic decay, or faster
    return total, size * last * end / 4 + _ROUNDED * np.abs(total)


def _values(rule: Rule, d: int, end: int) -> Array:
    """``N_l^(1/2)`` times the integrand of a_l at the nodes, of the degrees up to ``end``; shape (k, _MORE/2)."""
    start, stop = rule.first // _BLOCK, (rule.first + rule.weights.shape[1] - 1) // _BLOCK
    blocks = np.concatenate([_block(rule.step, block, d, end) for block in range(start, stop + 1)])
    return blocks[rule.first - start * _BLOCK :][: rule.weights.shape[1]]


@lru_cache(maxsize=2048)
def _block(step: float, block: int, d: int, end: int) -> Array:
    """`_values` at a block of nodes, kept: rules at other lengths have the same nodes; shape (_BLOCK, _MORE/2)."""
    v = step * np.arange(block * _BLOCK, (block + 1) * _BLOCK)
    with np.errstate(over="ignore", under="ignore"):
        return np.stack([_harmonic(v, d, degree) for degree in range(end - _MORE + 2, end + 1, 2)], axis=1)


def _harmonic(v: Array, d: int, degree: int) -> Array:
    a, b, half = degree // 2, d / 2 + degree, degree / 2
    log_count = (
        np.log(2 * degree + d - 2)
        + gammaln(degree + d - 1)
        - gammaln(degree + 1)
        - gammaln(d - 1)
        - np.log(degree + d - 2)
    )
    log = half * v + gammaln((d + degree) / 2) - gammaln(b) + log_count / 2
    t, found = np.exp(v), np.zeros(len(v))
    near = t <= _FAR
    with np.errstate(divide="ignore"):
        found[near] = np.exp(log[near] - t[near] + np.log(hyp1f1(a, b, t[near])))
    if not near.all():
        x, weights = _gauss(a // 2 + 1, b - a)
        inner = ((1 - x / t[~near, None]) ** (a - 1)) @ weights
        found[~near] = np.exp(log[~near] + gammaln(b) - gammaln(a) + (a - b) * v[~near]) * inner
    return found


@lru_cache(maxsize=1024)
def _gauss(size: int, shape: float) -> tuple[Array, Array]:
    """Nodes and weights of Gauss's rule of the Gamma law of this shape, of its Jacobi matrix; shapes (size,)."""
    k = np.arange(size)
    x, vectors = eigh_tridiagonal(2 * k + shape, np.sqrt(k[1:] * (k[1:] + shape - 1)))
    return x, np.square(vectors[0])
