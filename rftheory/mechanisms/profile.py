"""Properties of a mechanism in R^d, whatever its kind: lengths and work of its maps, signs, and errors at distances.

*Hybrid.* With independent parts the MSE of k projections in each base and n in the coefficient is ``E lam^2 MSE_1(k) + E (1 - lam)^2
MSE_2(k)``, in which the moments of lam do not depend on k.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import NAMES, geometry_of
from rftheory.couplings.geometry import Geometry
from rftheory.families.base import OfProducts
from rftheory.families.family import Family
from rftheory.families.hybrids.angular import angles, log_shares
from rftheory.families.mixtures.errors import errors
from rftheory.families.mixtures.kernels import kernel_change
from rftheory.families.mixtures.mixture import Mixture
from rftheory.families.mixtures.scaled import Scaled
from rftheory.families.reduction import Reduction
from rftheory.families.waves import with_phases
from rftheory.inputs.arrays import Array
from rftheory.mechanisms import catalogue
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mechanisms.mse import log_mse

#: covariances that were computed, by family, dimension and products of the inputs
_COVARIANCES: dict[tuple[Family, int, bytes], float] = {}


class Lengths(NamedTuple):
    """Of paired inputs x, y in units of the kernel: ``|x - y|``, ``|x + y|``, |x|, |y| and their angle; shapes (P,)."""

    difference: Array
    sum: Array
    x: Array
    y: Array
    angle: Array | None = None

    @classmethod
    def of(cls, x: Array, y: Array, angle: bool = True) -> Lengths:
        """Of paired rows, shapes (P, d), with their angles or without."""
        lengths = cls(*(np.sqrt(np.vecdot(each, each)) for each in (x - y, x + y, x, y)))
        return lengths._replace(angle=angles(x, y, (lengths.x, lengths.y))) if angle else lengths


@dataclass(frozen=True)
class Profile:
    """A mechanism of Gaussian projections, or the angular hybrid of two of these, in R^d."""

    mechanism: Mechanism
    d: int

    @cached_property
    def geometry(self) -> Geometry:
        """The angles of projections."""
        return geometry_of(self.gaussian, self.d)

    @property
    def mixture(self) -> Mixture | None:
        """The law of the scales of projections; None where there are none."""
        coupling = self.mechanism.coupling
        return coupling.mixture if isinstance(coupling, Scaled) else None

    @property
    def gaussian(self) -> Coupling:
        """The coupling of the projections, without the scales of a mixture."""
        coupling = self.mechanism.coupling
        return coupling.base if isinstance(coupling, Scaled) else coupling

    @property
    def positive(self) -> bool:
        """Whether all features are positive."""
        return self.mechanism.hybrid is None and self.mechanism.family.positive

    @property
    def bounded(self) -> bool:
        """Whether one sample is bounded over all projections."""
        return self.mechanism.hybrid is None and self.mechanism.family.bounded

    @property
    def by_lengths(self) -> bool:
        """Whether errors depend on `Lengths` without the angle alone."""
        return self.mechanism.hybrid is None and self.mechanism.family.rate(self.d) is not None

    @cached_property
    def law(self) -> Reduction | None:
        """One sample through the image of one input; None if it is not known to have one."""
        family = self.mechanism.family
        return family.reduction(self.d) if isinstance(family, Family) and self.mechanism.proposal is None else None

    @property
    def has_moments(self) -> bool:
        """Whether the second moments of samples at several pairs are known, by lengths and angles or by more (`covariances`)."""
        return self.law is not None or self.of_products

    @property
    def of_products(self) -> bool:
        """Whether parameters are matrices that can be taken from rows."""
        return isinstance(self.mechanism.family, OfProducts)

    @property
    def numbers(self) -> dict[str, Any]:
        """The parameters of the family by name."""
        return self.mechanism.family.numbers()

    def instead(self, family: Family) -> Profile:
        """Of another family, with the same coupling."""
        return replace(self, mechanism=Mechanism(family, self.mechanism.coupling))

    @property
    def names(self) -> tuple[str, str]:
        """What the family and the coupling are called."""
        family, coupling = (catalogue.names_of(type(each))[0] for each in (self.mechanism.family, self.gaussian))
        return family, coupling

    @property
    def mixed(self) -> bool:
        """Whether a coefficient mixes two families."""
        return self.mechanism.hybrid is not None

    @property
    def coupled(self) -> bool:
        """Whether projections depend on each other."""
        return not self.mechanism.coupling.independent

    def features(self, k: int, n: int = 1) -> int:
        """Real features per input of a map of k projections, in each base of a hybrid with n of its coefficient."""
        if self.mechanism.hybrid is not None:
            return int(self.mechanism.hybrid.feature_length(k, n))
        return k * int(self.mechanism.family.real_blocks)

    def work(self, k: int, n: int = 1) -> tuple[int, int]:
        """Multiplications per input, and exponentials, sines, cosines or powers."""
        if self.mechanism.hybrid is not None:
            return (2 * k + n + 1) * self.d + self.features(k, n), 4 * k + 1
        features = self.features(k)
        return (k + 1) * self.d + features, features + (not self.mechanism.family.auxiliary)

    def log_mse(self, k: int, lengths: Lengths, n: int = 1) -> Array:
        """log MSE of k projections for the Gaussian kernel, shape (P,).

        Raises:
            ValueError, ArithmeticError: where no closed form is known.
        """
        if self.mixture is not None:
            r, geometry = lengths.difference, self.geometry
            geometry = geometry if geometry.partners(k) else Geometry()
            return errors(self.mixture, r, self.d, geometry, self.mechanism.family.phase).log_mse(geometry, k)[0]
        if self.mechanism.hybrid is None:
            return self._of_family(self.mechanism.family, k, lengths)
        assert lengths.angle is not None
        first, second = (self._of_family(base, k, lengths) for base in self.mechanism.hybrid.bases)
        shares = np.full((2, len(first)), -2 * math.log(2))
        # at inputs that are zero all signs are 0, and the coefficient is 1/2
        some = (lengths.x > 0) & (lengths.y > 0)
        if some.any():
            shares[0, some], shares[1, some] = log_shares(n, lengths.angle[some])
        return np.asarray(np.logaddexp(shares[0] + first, shares[1] + second))

    def draw(self, generator: np.random.Generator, m: int, replicates: int) -> Array:
        """Projections without phases, shape (replicates, m, d)."""
        return self.mechanism.coupling.draw(generator, m, self.d, replicates)

    def with_phases(self, projections: Array, generator: np.random.Generator, phases: Array | None = None) -> Array:
        """Projections of shape (..., m, d) with those of the coordinates of a phase, drawn if they are not given; shape (..., m, d + 2)."""
        auxiliary = self.mechanism.family.auxiliary
        if phases is None or not auxiliary:
            return np.asarray(with_phases(projections, auxiliary, generator))
        # a phase is the polar angle of two coordinates
        angles = np.broadcast_to(phases, projections.shape[:-1])
        return np.concatenate([projections, np.stack([np.cos(angles), np.sin(angles)], axis=-1)], axis=-1)

    def real_features(self, rows: Array, projections: Array, side: str, kernel: str) -> Array:
        """The map of a kernel at rows of shape (L, d), of projections with their phases, shape (..., m, d'); real, shape (..., L, F)."""
        family = self.mechanism.family
        made = family.features(rows, projections, side, kernel_change(kernel, family.kernel))
        if family.takes_real_part:
            # of the product of two complex numbers, as a sum of two real products
            made = np.concatenate([made.real, made.imag if side == "x" else -made.imag], axis=-1)
        return np.asarray(made)

    def covariance(self, x: Array, y: Array, p: Array, q: Array) -> float:
        """``Cov(Z(x, y), Z(p, q))/(K(x, y) K(p, q))`` of samples of one projection, with 50 digits inside."""
        if self.mixture is not None:
            return self._mixed_covariance(self.mixture, x, y, p, q)
        import mpmath

        from rftheory.montecarlo.estimators.moments import DIGITS, sample_of
        from rftheory.montecarlo.estimators.tilted import exact_kernel

        family, vectors = self.mechanism.family, np.stack([x, y, p, q])
        key = (family, self.d, (np.round(vectors @ vectors.T, 9) + 0.0).tobytes())
        if key not in _COVARIANCES:
            with mpmath.workdps(DIGITS):
                kernels = [exact_kernel(family.kernel, *pair) for pair in ((x, y), (p, q))]
                first, second = (
                    sample_of(family, *pair).shifted(-k) for pair, k in zip(((x, y), (p, q)), kernels, strict=True)
                )
                _COVARIANCES[key] = float(mpmath.re((first * second).expectation()) / (kernels[0] * kernels[1]))
        return _COVARIANCES[key]

    def covariances(self, x: Array, y: Array) -> Array | None:
        """`covariance` of all couples of pairs, shape (L, L), where it depends on more than lengths and angles; None where it does not."""
        family = self.mechanism.family
        return np.expm1(family.log_joint_moments(x, y)) if isinstance(family, OfProducts) else None

    def _mixed_covariance(self, mixture: Mixture, x: Array, y: Array, p: Array, q: Array) -> float:
        """Of cosines: ``E cos(w.a) cos(w.b) = (K(a + b) + K(a - b))/2``; phases add ``E cos(w.c + 2b) cos(w.e + 2b) = K(c - e)/2``."""

        def kernel(z: Array) -> float:
            return float(np.exp(mixture.log_of(mixture.length(z))))

        first, second = x - y, p - q
        kernels = kernel(first) * kernel(second)
        joint = (kernel(first + second) + kernel(first - second)) / 2
        if self.mechanism.family.phase:
            joint += kernel(x + y - p - q) / 2
        return (joint - kernels) / kernels

    def _of_family(self, family: Family, k: int, lengths: Lengths) -> Array:
        seen = lengths.difference if family.oscillates else lengths.sum
        return log_mse(family, self.mechanism.coupling, k, self.d, seen, lengths.x, lengths.y)


def plain_families(d: int) -> Iterator[Family]:
    """Families that have no parameters and a known wave in R^d, those of `extensions` included."""
    for kind in catalogue.family_classes().values():
        if issubclass(kind, Family) and all(entry.default is not MISSING for entry in fields(kind)):  # type: ignore[arg-type]
            family = kind()
            if family.reduction(d) is not None:
                yield family


def families_of_products() -> Iterator[OfProducts]:
    """Families that take all their parameters from averages of products of coordinates, those of `extensions` included."""
    for kind in catalogue.family_classes().values():
        if issubclass(kind, OfProducts):
            yield kind()


def couplings_in(d: int) -> dict[str, Coupling]:
    """Couplings by name: those that have a geometry, and those of `extensions` that have one in R^d."""
    own = {name: kind() for name, kind in catalogue.added("couplings").items()}
    return NAMES | {name: coupling for name, coupling in own.items() if coupling.geometry_in(d) is not None}
