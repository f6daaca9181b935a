"""Closed forms of an estimator at given inputs: its mean squared error, and what follows from it.

Estimators of unbiased samples: the variance is the mean squared error, the second moment ``K^2 + MSE``. The pair covariance C is what
the error of a coupling exceeds that of independent projections by: ``(1 - 1/m) C = MSE - MSE_iid``. Samples of a family are unbiased if
they are a known wave or have a closed variance; of others the mean is taken with many digits. Where it is not the kernel, mean, variance
and second moment are ``Re E K_hat``, ``E |K_hat - K|^2 - (Re E K_hat - K)^2`` and ``E |K_hat|^2``.

What the estimator is decides how its error is had: of independent samples with a closed variance (`HasVariance`), of a family of
one wave under a geometry (`mse`), and else from the exact moments of one sample and of two of a block: complex exponents,
hybrids, draws of a proposal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import mpmath
import numpy as np

from rftheory.couplings.blocks import CoupledLengths
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import geometry_of
from rftheory.couplings.geometry import Geometry
from rftheory.couplings.iid import Independent
from rftheory.couplings.names import title_of
from rftheory.extensions.naming import one_of
from rftheory.families.family import Family, HasVariance
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.mixtures.errors import errors
from rftheory.families.mixtures.kernels import log_kernel
from rftheory.families.mixtures.scaled import Scaled, scaled
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.coupled_lengths import log_mse_of_coupled_lengths
from rftheory.mechanisms.mse import log_mse_of_inputs, log_variance
from rftheory.montecarlo.estimators.coupled import Regular
from rftheory.montecarlo.estimators.estimator import Estimator
from rftheory.montecarlo.estimators.hybrids import CoupledHybrid
from rftheory.montecarlo.estimators.moments import DIGITS, Number
from rftheory.montecarlo.estimators.tilted import exact_kernel

#: quantities with a closed form, and the power of the kernel that each is proportional to
POWERS = {"mean": 1, "bias": 1, "mse": 2, "variance": 2, "second_moment": 2, "pair_moment": 2, "pair_covariance": 2}
#: a difference below this part of its terms has not the four digits that are printed
_FEW_DIGITS = 1e-7
#: below this part of K^2 there is nothing but a rounding of 50 digits
_ROUNDED = mpmath.mpf(10) ** -46
#: moments of one sample are taken pair by pair, at some milliseconds each
MOST_PAIRS = 50
#: a bias of less, relative to the kernel, is what the rounding of an inverse matrix makes of none
_NO_BIAS = mpmath.mpf(2) ** -46


#: relative error at which an average over scales is no closed form
_FEW_MIXED = 1e-6


class NoClosedForm(ValueError):
    """No closed form is known; the message says why."""


@dataclass(frozen=True, eq=False, repr=False)
class ClosedForm:
    """A closed form ``value = sign exp(log)`` at each pair of inputs: a number for one pair of vectors, shape (P,) for P pairs.

    Attributes:
        sign: -1, 0 or 1.
        log: logarithm of the absolute value; -inf for 0.
    """

    sign: Array
    log: Array

    @property
    def value(self) -> Array:
        """The numbers themselves; inf where they exceed float64."""
        with np.errstate(over="ignore"):
            return (self.sign * np.exp(self.log))[()]

    def at(self, pair: int) -> ClosedForm:
        """The number of one pair."""
        return ClosedForm(self.sign[pair], self.log[pair])

    def scaled(self, log_factor: Array) -> ClosedForm:
        """Times exp(log_factor), of each pair."""
        return replace(self, log=self.log + log_factor)

    def __float__(self) -> float:
        if np.size(self.log) != 1:
            raise TypeError(f"one pair has a number, got {np.size(self.log)} pairs: take value, an array")
        return float(np.ravel(self.value)[0])

    def __repr__(self) -> str:
        return f"ClosedForm(value={self.value}, log={self.log})"


def closed_form(quantity: str, estimator: Estimator, x: Array, y: Array, m: int, n: int = 1) -> ClosedForm:
    """For pairs of inputs of shape (L, d) and the kernel of the estimator.

    Raises:
        NoClosedForm: if none is known.
    """
    if quantity not in POWERS:
        raise one_of("quantity", POWERS, quantity)
    if quantity.startswith("pair") and m < 2:
        raise ValueError(f"m must be >= 2 for a {quantity}, got {m}")
    coupling = _parts(estimator)[1]
    if not coupling.gaussian_marginals and not isinstance(coupling, Scaled):
        raise NoClosedForm(f"{_unknown(coupling)}, whose projections are not Gaussian")
    if quantity == "mse":
        return _positive(log_error(estimator, x, y, m, n))
    if not _is_unbiased(estimator, x, y, m, n):
        return _of_biased(quantity, estimator, x, y, m, n)
    kernel = log_kernel(estimator.kernel, x, y)
    if quantity == "mean":
        return _positive(kernel)
    if quantity == "bias":
        return ClosedForm(np.zeros(len(x)), np.full(len(x), -np.inf))
    log = log_error(estimator, x, y, m, n)
    if not quantity.startswith("pair"):
        return _positive(np.logaddexp(log, 2 * kernel) if quantity == "second_moment" else log)
    family, coupling = _parts(estimator)
    if family is None:
        raise NoClosedForm(f"no closed form is known for the {quantity.replace('_', ' ')} of hybrids and of proposals")
    alone = log if coupling.independent else log_error(_independent(estimator), x, y, m)
    # what K^2 is added to needs no digits of its own where it is less
    covariance = difference(log, alone, m / (m - 1), 2 * kernel if quantity == "pair_moment" else -math.inf)
    if quantity == "pair_covariance":
        return covariance
    # -C <= K^2 would be 0: the sum is taken relative to K^2
    return _positive(2 * kernel + np.log1p(covariance.sign * np.exp(covariance.log - 2 * kernel)))


def are_close(first: Array, second: Array) -> Array:
    """Where two logarithms differ, but by less than `_FEW_DIGITS`."""
    return np.asarray((first != second) & (np.abs(_gap(first, second)) < _FEW_DIGITS))


def _gap(first: Array, second: Array) -> Array:
    """``second - first``, and 0 where they are the same, infinite or not."""
    return np.subtract(second, first, out=np.zeros_like(first), where=first != second)


def difference(first: Array, second: Array, factor: float, beside: Array | float = -math.inf) -> ClosedForm:
    """``factor (exp(first) - exp(second))``; digits that cancel matter where the terms are above ``exp(beside)``.

    Raises:
        NoClosedForm: if all but a few digits cancel there.
    """
    if (are_close(first, second) & (np.maximum(first, second) > beside)).any():
        raise NoClosedForm("the errors agree in all but a few digits")
    gap = _gap(first, second)
    with np.errstate(divide="ignore"):
        log = np.maximum(first, second) + np.log(-factor * np.expm1(-np.abs(gap)))
    return ClosedForm(0.0 - np.sign(gap), np.where(first == second, -np.inf, log))


def log_error(estimator: Estimator, x: Array, y: Array, m: int, n: int = 1) -> Array:
    """log MSE of each pair, shape (L,).

    Raises:
        NoClosedForm: if none is known.
    """
    family, coupling = _parts(estimator)
    if isinstance(coupling, Scaled):
        return _of_mixture(family, coupling, x, y, m)
    if m > 1 and isinstance(coupling, CoupledLengths) and coupling.lengths != "independent":
        with _reasons():
            return log_mse_of_coupled_lengths(family, coupling, m, x, y)
    if not coupling.independent and coupling.geometry_in(x.shape[1]) is None:
        if m > 1 or not coupling.gaussian_marginals:
            raise NoClosedForm(_unknown(coupling))
        # one projection has nothing to be coupled with
        estimator, coupling = _independent(estimator), Independent()
    if family is not None and (settled := _of_formula(family, coupling, x, y, m)) is not None:
        return settled
    if isinstance(family, Family) and family.wave is None and isinstance(family, HasVariance):
        # samples that are no exponentials of forms and lengths
        raise NoClosedForm(f"{_unknown(coupling)} projections of {family.title} features")
    return np.array(
        [float(mpmath.log(error)) if error > 0 else -math.inf for error in errors_by_moments(estimator, x, y, m, n)]
    )


@contextmanager
def _reasons() -> Iterator[None]:
    """What a formula refuses has no closed form, for that reason."""
    try:
        yield
    except (ValueError, ArithmeticError) as error:
        raise NoClosedForm(str(error)) from error


def _of_mixture(family: Any, coupling: Scaled, x: Array, y: Array, m: int) -> Array:
    """Of features of a mixture of Gaussian kernels.

    Raises:
        NoClosedForm: for couplings without one, and where it is not known to `_FEW_MIXED`.
    """
    mixture, d = coupling.mixture, x.shape[1]
    r = mixture.length(x - y)
    with _reasons():
        coupling.check_size(m, d)
        geometry = geometry_of(coupling.base, d)
        # one projection has nothing to be coupled with
        geometry = geometry if geometry.partners(m) else Geometry()
        log, bar = errors(mixture, r, d, geometry, family.phase).log_mse(geometry, m)
    if (bar > _FEW_MIXED).any():
        raise NoClosedForm(
            f"the average over the scales of coupled projections is known to {bar.max():.1g} only, at |x - y| = {r[bar.argmax()]:.3g}"
        )
    return log


def _unknown(coupling: Coupling) -> str:
    return f"no closed form is known for {title_of(coupling)}"


def _independent(estimator: Any) -> Estimator:
    """The same estimator with independent projections."""
    return replace(estimator, coupling=scaled(Independent(), estimator.kernel))


def _is_unbiased(estimator: Estimator, x: Array, y: Array, m: int, n: int) -> bool:
    """Whether the samples are, of all bases of a hybrid; of estimators that are not of a family by their own mean."""
    families = estimator.hybrid.bases if isinstance(estimator, CoupledHybrid) else (_parts(estimator)[0],)
    if families == (None,):
        return not any(bias for _, bias, _ in _exact_moments(estimator, x, y, m, n))
    return all(_has_mean(family, x, y) for family in families)


def _has_mean(family: Any, x: Array, y: Array) -> bool:
    if not isinstance(family, Family) or family.wave is not None or isinstance(family, HasVariance):
        return True
    return not any(bias for _, bias, _ in _exact_moments(Regular(family), x, y, 1, 1))


def _of_biased(quantity: str, estimator: Estimator, x: Array, y: Array, m: int, n: int) -> ClosedForm:
    if quantity.startswith("pair"):
        raise NoClosedForm("pair moments are known of unbiased samples only")
    found = []
    with mpmath.workdps(DIGITS):
        for kernel, bias, error in _exact_moments(estimator, x, y, m, n):
            variance, mean = error - bias**2, kernel + bias
            value = {"mean": mean, "bias": bias, "variance": variance, "second_moment": error + kernel * (mean + bias)}[
                quantity
            ]
            found.append((float(mpmath.sign(value)), float(mpmath.log(abs(value))) if value else -math.inf))
    signs, logs = zip(*found, strict=True)
    return ClosedForm(np.array(signs), np.array(logs))


@_reasons()
def _of_formula(family: Any, coupling: Coupling, x: Array, y: Array, m: int) -> Array | None:
    """log MSE where it is a formula of the inputs; None where it is summed from the moments of one sample."""
    if coupling.independent and isinstance(family, HasVariance):
        return log_variance(family, x, y) - math.log(m)
    # of complex exponents only moments are known
    only_moments = isinstance(family, GeneralizedExponential) and family.A.is_extended_real is False
    of_waves = isinstance(family, Family) and family.wave is not None
    if not of_waves or only_moments or coupling.geometry_in(x.shape[1]) is None:
        return None
    return np.asarray(log_mse_of_inputs(family, coupling, m, x, y, family.kernel))


def errors_by_moments(estimator: Estimator, x: Array, y: Array, m: int, n: int) -> list[Any]:
    """The errors from the moments of one sample, and of two of a block, with the digits that mpmath has."""
    moments = _exact_moments(estimator, x, y, m, n)
    with mpmath.workdps(DIGITS):
        # conjugate exponentials leave a rounding of what is zero
        return [error if error > _ROUNDED * kernel**2 else mpmath.mpf(0) for kernel, _, error in moments]


@_reasons()
def _exact_moments(estimator: Estimator, x: Array, y: Array, m: int, n: int) -> list[tuple[Number, Number, Number]]:
    """K, ``Re E K_hat - K`` and ``E |K_hat - K|^2`` of each pair, from the moments of one sample, and of two of a block."""
    if len(x) > MOST_PAIRS:
        raise NoClosedForm(f"exact moments of one sample are taken at {MOST_PAIRS} pairs at most, got {len(x)}")
    found = []
    with mpmath.workdps(DIGITS):
        for first, second in zip(x, y, strict=True):
            kernel = exact_kernel(estimator.kernel, first, second)
            weighted = estimator.weighted(first, second, kernel)
            bias, error = (mpmath.re(weighted.moment(pattern, m, n)) for pattern in ((0,), (0, 1)))
            found.append((kernel, bias if abs(bias) > _NO_BIAS * kernel else mpmath.mpf(0), error))
    return found


def _parts(estimator: Estimator) -> tuple[Any, Coupling]:
    """The family, None for hybrids and for draws of a proposal, and the coupling."""
    if estimator.inputs is not None:
        return None, Independent()
    return getattr(estimator, "family", None), getattr(estimator, "coupling", Independent())


def _positive(logs: Array) -> ClosedForm:
    return ClosedForm(np.ones(len(logs)), np.asarray(logs))
