r"""What is known exactly of the draws of an estimator at one pair of inputs, from its definition: it bounds variances.

With ``s_i = Z_i - K`` of the m samples, ``D = K_hat - K = (1/m) sum_i s_i`` and ``D^2 = A + B`` with ``A = 1/m^2 sum_i s_i^2`` and the
products ``B = 1/m^2 sum_(i != j) s_i s_j`` of different samples. Estimators whose samples are independent and unbiased have
``E B = 0`` and ``E B^2 <= 2 (m - 1)/m^3 (E |s|^2)^2`` (an equality if s is real). For coupled projections E B^2 is
`Coupled.second_moments`; it is slow for a long x + y and a simplex, which is then compared with orthogonal projections.

*Comparison.* ``E exp(sum_i t_i w_i.z)`` over members of blocks is the mean of a function F, increasing and with nonnegative Taylor
coefficients, of ``Q = sum_i t_i^2 r_i^2 + c sum_(i != j) t_i t_j r_i r_j`` (`estimators.block_moments`). With cosines c <= 0 and weights of
one sign it is at most that of orthogonal projections (c = 0). That is at most that of independent ones, as the coefficients
``prod_i (d/2)_(n_i)/(d/2)_n`` are at most 1. So ``E prod_i t_i^(p_i)``, t = Z/K, is at most as large for a simplex as for orthogonal
blocks of the same sizes. With the elementary symmetric functions e_k of the t_i, N = m (m - 1)/2, and s, o for simplex and orthogonal,

    m^2 B/2 = e_2 - (m - 1) e_1 + N,     m^4/4 (E_s B^2 - E_o B^2) <= 2 (m - 1) (E_o e_2 e_1 - E_s e_2 e_1) <= 2 (m - 1) E_o e_2 e_1,

as every other term of the square is the larger for o or constant; ``E_o e_2 e_1 <= m (m - 1) rho + m (m - 1)(m - 2)/2``, rho = E t^2.
The same holds of orthogonal projections, and of a simplex whose blocks have other sizes, (s) and independent ones (o).
Hyperbolic samples mix weights of both signs. There ``Q <= (1 - c) sum_i t_i^2 r_i^2``, so that moments are at most those of
orthogonal projections and inputs sqrt(1 - c) times longer; all negative terms of the square are dropped. The error is between
``rho/m - 1`` and ``(rho - 1)/m + (1 - 1/m)(exp(g) - 1)`` in units of K^2, where exp(g) bounds E t_1 t_2: g = 0 or, hyperbolic, -c v^2.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache

import mpmath
import numpy as np

from rftheory.arrays import Array
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometry import Geometry
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.estimators.estimator import CentralMoments, Estimator
from rftheory.estimators.moments import DIGITS, Number
from rftheory.estimators.square_tilt import SquareTilt
from rftheory.estimators.tilted import exact_kernel
from rftheory.families.family import Family
from rftheory.montecarlo.setting import Setting

#: log E Z^2/K^2 from which projections are compared: v = 2 for positive features
_LONG = 4.0
#: m E D^2/K^2 from which nothing else is tried: series of a block would take seconds (v = 3.5 for positive features)
_LONGER = 2e5
#: a compared bound below this multiple of (E |s|^2/m)^2 is not improved
_SMALL = 4.0
#: log of the relative variance of plain squared errors beyond which the fourth moment is not computed
_HOPELESS = math.log(1e7)
#: below this part of K (of K^2) there is nothing but a rounding of 50 digits
_ROUNDED = mpmath.mpf(10) ** -30
#: what is known to some roundings of v^2
UPWARDS = 1 + mpmath.mpf(2) ** -40


class KnownMoments:
    """Moments at one pair of inputs, as numbers with 50 digits; what is not known raises a ValueError with the reason.

    Args:
        estimator, x, y, m, n: as those of a `Setting`, the inputs of shape (d,).
    """

    def __init__(self, estimator: Estimator, x: Array, y: Array, m: int, n: int = 1):
        self.estimator, self.x, self.y, self.m, self.n = estimator, x, y, m, n
        self._family: Family | None = None
        self._coupling: Coupling | None = None
        if (parts := estimator.of_family) is not None:
            self._family, self._coupling = parts
        # samples of one family that depend on each other
        self._dependent = self._coupling is not None and not self._coupling.independent

    @cached_property
    def kernel(self) -> Number:
        """K."""
        with mpmath.workdps(DIGITS):
            return exact_kernel(self.estimator.kernel, self.x, self.y)

    @cached_property
    def central(self) -> CentralMoments:
        """``E D``, ``E |D|^2`` and ``E |D|^4`` of ``D = K_hat - K``."""
        tilt = self._positive if self._dependent else None
        if tilt and 4 * tilt.log_square - math.log(self.m) > _HOPELESS:
            raise ValueError("the fourth moment is so large that plain draws are of no use")
        return self.estimator.moments(self.x, self.y, self.m, self.n, self.kernel)

    @cached_property
    def raw(self) -> CentralMoments:
        """``E K_hat``, ``E |K_hat|^2`` and ``E |K_hat|^4``."""
        return self.estimator.moments(self.x, self.y, self.m, self.n, mpmath.mpf(0))

    @cached_property
    def single(self) -> Number:
        """``E |Z - K|^2`` of one sample."""
        return self._sample_moment((0, 1))

    def single_fourth(self, is_raw: bool = False) -> Number:
        """``E |Z - K|^4`` of one sample, or raw ``E |Z|^4``."""
        return self._sample_moment((0, 1, 0, 1), mpmath.mpf(0) if is_raw else self.kernel)

    @property
    def has_moments(self) -> bool:
        """Whether moments of several samples are known: if they depend on each other, of blocks at one angle."""
        return not self._dependent or self._geometry is not None

    @cached_property
    def unbiased(self) -> bool:
        """Whether E Z = K."""
        return bool(abs(self._sample_moment((0,))) <= _ROUNDED * self.kernel)

    @cached_property
    def bias(self) -> Number:
        """Re E D."""
        try:
            if self.unbiased:
                return mpmath.mpf(0)
        except ValueError:
            # no mean of samples of one kind
            pass
        return self._low((0,))

    @cached_property
    def independent(self) -> bool:
        """Whether the samples are independent of each other."""
        if self._coupling is not None:
            return self._coupling.independent
        self._sample_moment((0,))
        return True

    @property
    def error(self) -> tuple[Number, Number]:
        """A lower and an upper bound of ``E |D|^2``, equal if it is known."""
        return self._error_and_products[:2]

    @property
    def products(self) -> Number:
        """A bound of ``E B^2``."""
        products = self._error_and_products[2]
        if products is None:
            raise ValueError(f"no bound of the products of two samples of {self.estimator} is known")
        return products

    @property
    def relative_products(self) -> Number:
        """A bound of ``E B^2/K^4``."""
        return self.products / self.kernel**4

    @cached_property
    def largest(self) -> Number:
        """A bound of ``|Z|`` that every draw obeys."""
        if self._family is None:
            raise ValueError(f"no range of the samples of {self.estimator} is known")
        return _largest_wave(self._family, self.x, self.y)

    @cached_property
    def _geometry(self) -> Geometry | None:
        """Of the coupling, if it is made of blocks at one angle."""
        return None if self._coupling is None else self._coupling.geometry_in(len(self.x))

    # -- routes -------------------------------------------------------------------------------------------------

    @cached_property
    def _mean_of_independent(self) -> bool:
        try:
            return self.independent and self.unbiased
        except ValueError:
            return False

    @cached_property
    def _error_and_products(self) -> tuple[Number, Number, Number | None]:
        m = mpmath.mpf(self.m)
        with mpmath.workdps(DIGITS):
            if self._mean_of_independent:
                return self.single / m, self.single / m, 2 * (m - 1) / m**3 * self.single**2
            if not self._dependent:
                exact = self._low((0, 1))
                return exact, exact, None
            if self.m == 1 or self.single <= _ROUNDED * self.kernel**2:
                return self.single / m, self.single / m, mpmath.mpf(0)
            compared = self._compared()
            long = compared and compared[0] > _LONGER * self.kernel**2 / m
            small = compared and compared[2] <= _SMALL * (self.single / m) ** 2
            if compared and (long or small) and self._geometry is not None and self._geometry.cosine < 0:
                return compared
            try:
                error, products = self.estimator.second_moments(self.x, self.y, self.m)
            except ValueError:
                if compared:
                    return compared
            else:
                return error, error, products
            try:
                # of complex exponents no more is known than the error
                exact = self._low((0, 1))
            except ValueError:
                # the square of a mean is at most the mean of the squares, whatever the coupling
                return mpmath.mpf(0), self.single, None
            return exact, exact, None

    def _low(self, pattern: tuple[int, ...]) -> Number:
        """``E D`` or ``E |D|^2``, also where no higher moment is known."""
        try:
            central = self.central
        except ValueError:
            with mpmath.workdps(DIGITS):
                return mpmath.re(self.estimator.weighted(self.x, self.y, self.kernel).moment(pattern, self.m, self.n))
        return mpmath.re(central.first if len(pattern) == 1 else central.second)

    def _sample_moment(self, pattern: tuple[int, ...], center: Number | None = None) -> Number:
        """Of one sample about K, or another centre."""
        estimator = self.estimator
        if self._coupling is not None and self._family is not None:
            if not self._coupling.gaussian_marginals:
                raise ValueError(f"the samples of {self._coupling} are not those of Gaussian projections")
            estimator = Regular(self._family)
        with mpmath.workdps(DIGITS):
            weighted = estimator.weighted(self.x, self.y, self.kernel if center is None else center)
            if weighted.weights or len(weighted.bases) != 1:
                raise ValueError(f"{estimator} is no mean of samples of one kind")
            return mpmath.re(weighted.moment(pattern, 1, 1))

    def _compared(self) -> tuple[Number, Number, Number] | None:
        """The bounds of the module docstring, if samples are positive and long, and the coupling is one of those compared."""
        tilt, family, geometry = self._positive, self._family, self._geometry
        if tilt is None or family is None or tilt.log_square < _LONG or geometry is None or geometry.cosine > 0:
            return None
        cosine = float(geometry.cosine)
        like_orthogonal = geometry.block == len(self.x) or self.m <= min(geometry.block, len(self.x))
        other = Coupled(family) if cosine and like_orthogonal else Regular(family)
        # a longer x + y has larger moments: rounded upwards
        excess, stretch = (
            (-cosine * tilt.length**2, math.sqrt(1 - cosine) * (1 + 2.0**-50)) if tilt.even else (0.0, 1.0)
        )
        m, x, y = mpmath.mpf(self.m), self.x * stretch, self.y * stretch
        longer = mpmath.exp(SquareTilt.of(family, x, y).log_square) * UPWARDS
        mixed = 2 * (m - 1) * (m * (m - 1) * longer + m * (m - 1) * (m - 2) / 2)
        if excess:
            mixed += m**2 * (m - 1) ** 2
        # each of up to four samples has the factor exp(-v^2/2) of its own v, in the compared moments of the longer one
        products = mpmath.exp(2 * excess) * (KnownMoments(other, x, y, self.m).relative_products + 4 * mixed / m**4)
        rho = mpmath.exp(tilt.log_square)
        low = max(rho / UPWARDS / m - 1, mpmath.mpf(0))
        high = (rho * UPWARDS - 1) / m + (1 - 1 / m) * mpmath.expm1(excess)
        return low * self.kernel**2, high * self.kernel**2, products * UPWARDS * self.kernel**4

    @cached_property
    def _positive(self) -> SquareTilt | None:
        """The law of the samples, if they are positive."""
        try:
            return None if self._family is None else SquareTilt.of(self._family, self.x, self.y)
        except ValueError:
            return None


def _largest_wave(family: Family, x: Array, y: Array) -> Number:
    with mpmath.workdps(DIGITS):
        law = family.reduction(len(x))
        if law is not None and law.bounded and law.rate <= 0:
            # in units of exp((|x|^2 + |y|^2)/2), or 1 for the Gaussian kernel; weights are largest at w = 0
            unit = mpmath.mpf(1)
            if family.kernel == "softmax":
                unit = mpmath.exp(mpmath.fsum(mpmath.mpf(e) ** 2 for e in (*x, *y)) / 2)
            weight = (1 - 2 * mpmath.mpf(law.rate)) ** (mpmath.mpf(len(x)) / 2) * UPWARDS if law.rate else mpmath.mpf(1)
            return unit * (weight + law.phase)
    raise ValueError(f"no range of the samples of {family} is known")


def known_moments(setting: Setting, pair: int) -> KnownMoments:
    """The moments of one pair of a setting, kept for later calls.

    Raises:
        ValueError: if there is no such pair.
    """
    if not 0 <= pair < setting.pairs:
        raise ValueError(f"pair must be in 0, ..., {setting.pairs - 1}, got {pair}")
    return _kept(setting.estimator, setting.x[pair].tobytes(), setting.y[pair].tobytes(), setting.m, setting.n)


@lru_cache(maxsize=4096)
def _kept(estimator: Estimator, x: bytes, y: bytes, m: int, n: int) -> KnownMoments:
    return KnownMoments(estimator, np.frombuffer(x), np.frombuffer(y), m, n)
