r"""Generalized exponential features (GERF) for the Gaussian kernel  (Likhosherstov et al. 2022, (4), (5), (6)).

    f1(w, x) = D exp(A |w|^2 + B w.x + C |x|^2),    f2(w, y) = D exp(A |w|^2 + s B w.y + C |y|^2),
    B = sqrt(s (1 - 4A)),  C = -(s + 1)/2,  D = ((1 - 4A)^(1/4))^d,    Re(1 - 4A) > 0,  s = +1 or -1,

all roots principal; K(x, y) = E Re(f1 f2). A = 0 gives the trigonometric (s = -1) and the positive map (s = +1); with
real A < 0 and s = +1 the features are positive and bounded. The variance is finite if and only if Re(1 - 8A) > 0.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import sympy as sp

from rftheory.families.family import Family
from rftheory.families.gerf_moments import added_moment
from rftheory.families.waves import GERF, Wave
from rftheory.inputs import kernels
from rftheory.inputs.arrays import Array, data_for, exact_number
from rftheory.inputs.kernels import Vector
from rftheory.inputs.statistics import DataStatistics
from rftheory.rules.nodes import Projection, SampleMean


@dataclass(frozen=True)
class GeneralizedExponential(Family):
    """GERF of one parameter A and one sign s.

    Args:
        A: a number, real or complex, or a SymPy expression in real symbols (``A_re + I*A_im``); Re(1 - 4A) > 0.
        s: +1 or -1.
        dimension: the dimension d of the inputs, for the symbolic side.

    Raises:
        ValueError: if Re(1 - 4A) <= 0 or s is another number.
    """

    names: ClassVar[tuple[str, ...]] = GERF

    A: sp.Expr = kernels.A
    s: int = 1
    dimension: sp.Expr = kernels.d

    kernel = "gaussian"
    blocks = 1

    def __post_init__(self) -> None:
        if self.s not in (1, -1):
            raise ValueError(f"s must be +1 or -1, got {self.s}")
        object.__setattr__(self, "A", exact_number("A", self.A))
        if sp.re(self.spread).is_positive is False:
            raise ValueError(f"Re(1 - 4A) must be > 0, got A = {self.A}")

    @property
    def is_real(self) -> bool:
        """Whether the features are real: real A < 1/4 and s = +1."""
        return bool(self.A.is_extended_real) and self.s == 1

    @property
    def bounded(self) -> bool:
        """For Re A < 0, and at A = 0 for s = -1."""
        real = sp.re(self.A)
        return bool(real.is_negative or (self.s == -1 and self.A.is_zero))

    @property
    def takes_real_part(self) -> bool:
        return not self.is_real

    def direction(self, x: Vector, y: Vector) -> Vector:
        """v = x + s y, on which one sample depends."""
        return x + y * self.s

    # -- one sample ---------------------------------------------------------------------------------------------

    def complex_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        """f1 f2."""
        return self.prefactor(x, y) * self.kernel_sample(projection, x, y)

    def sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        """Re(f1 f2), with the real part written as half the sum of the two conjugates."""
        sample = self.complex_sample(projection, x, y)
        return sample if self.is_real else (sample + sp.conjugate(sample)) / 2

    def estimator(self, projection: Projection, x: Vector, y: Vector, size: sp.Expr) -> sp.Expr:
        if self.is_real:
            return super().estimator(projection, x, y, size)
        return SampleMean(self.sample(projection, x, y), size)

    def parameters(self, x: Array, y: Array) -> dict[sp.Symbol, sp.Expr]:
        return {self.dimension: sp.Integer(len(x))} if isinstance(self.dimension, sp.Symbol) else {}

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> GeneralizedExponential:
        return replace(self, A=sp.sympify(self.A).subs(point))

    # -- moments ------------------------------------------------------------------------------------------------

    def second_moment(self, x: Vector, y: Vector) -> sp.Expr:
        """E (Re f1 f2)^2 of one sample: (6) plus K^2.

        Raises:
            ValueError: if Re(1 - 8A) <= 0, where the variance is infinite.
        """
        alpha1, alpha2, alpha3, alpha4 = self.alphas()
        v2 = self.direction(x, y).square
        waves = sp.re(alpha1 * sp.exp(alpha2 * v2)) + alpha3 * sp.exp(alpha4 * v2)
        return sp.exp(-(self.s + 1) * (x.square + y.square)) * waves / 2

    def alphas(self) -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]:
        """The numbers alpha_1, ..., alpha_4 of (6)."""
        gap, real_gap = self._check_variance()
        size = sp.expand(sp.re(self.A) ** 2 + sp.im(self.A) ** 2)
        alpha1 = sp.sqrt(1 + 16 * self.A**2 / gap) ** self.dimension
        alpha2 = self.s + self.s / gap
        alpha3 = (1 + 16 * size / real_gap) ** (self.dimension / 2)
        alpha4 = sp.Rational(self.s, 2) + (self.s + 2 * sp.Abs(self.spread)) / (2 * real_gap)
        return alpha1, alpha2, alpha3, alpha4

    def real_second_moment(self, x: Vector, y: Vector) -> sp.Expr:
        """E (Re f1 f2)^2 for real A, without roots of squares.

        Raises:
            ValueError: if A is not real, or A >= 1/8 (infinite variance).
        """
        if not (self.is_real or self.A.is_extended_real):
            raise ValueError(f"real_second_moment needs a real A, got {self.A}")
        gap, _ = self._check_variance()
        v2, d = self.direction(x, y).square, self.dimension
        decay = sp.exp(2 * self.s * self.spread * v2 / gap)
        waves = decay if self.s == 1 else (1 + decay) / 2
        return self.spread**d * gap ** (-d / 2) * sp.exp(-(self.s + 1) * (x.square + y.square)) * waves

    def log_variance(self, x: Array, y: Array) -> Array:
        """(6): ``K^2`` times what A adds for s = +1, ``(1 - K)^2/2`` and what A adds for s = -1 (`gerf_moments.added_moment`)."""
        if not self.A.free_symbols:
            self.check_usable()
        square = np.square(x + self.s * y).sum(axis=1)
        level, added = added_moment(self._numbers(np.sqrt(square), x.shape[1]), self.s, x.shape[1], square)
        with np.errstate(divide="ignore", under="ignore"):
            if self.s == 1:
                return np.asarray(np.log(added) + level - np.square(x - y).sum(axis=1))
            plain = 2 * np.log(-np.expm1(-square)) - np.log(2)
            return np.where(added == 0, plain, np.log(np.exp(plain - level) + added) + level)

    def _numbers(self, lengths: Array, d: int) -> Array:
        """A, real or complex, for each of these lengths |x + s y|."""
        A = sp.sympify(self.A).subs(self.dimension, d)
        if A.is_extended_real is False:
            return np.full(lengths.shape, complex(A))
        return self.rates(lengths, d) / 2

    def _check_variance(self) -> tuple[sp.Expr, sp.Expr]:
        """1 - 8A and its real part."""
        gap = sp.expand(1 - 8 * self.A)
        real_gap = sp.re(gap)
        if real_gap.is_positive is False:
            raise ValueError(f"infinite variance: Re(1 - 8A) must be > 0, got A = {self.A}")
        return gap, real_gap

    @property
    def wave(self) -> Wave:
        return "exp" if self.s == 1 else "cos"

    def check_usable(self) -> None:
        if not self.A.free_symbols and not 1 - 8 * complex(self.A).real > 0:
            raise ValueError(f"A must have a real part < 1/8 for a finite variance, got {complex(self.A):g}")

    def fit(self, x: Array | None, y: Array | None, d: int, given: Container[str] = ()) -> GeneralizedExponential:
        """With the certified optimum of A, and of s unless it is given."""
        size = sp.Integer(d)
        if not self.A.free_symbols:
            return replace(self, dimension=size)
        from rftheory.families.optima.generalized_exponential import optimal_gerf

        averages = DataStatistics.of(*data_for("A", x, y))
        found = optimal_gerf(averages.x.square + averages.y.square, averages.square_of_sum(1), d)
        best = found.best if "s" not in given else found.positive if self.s == 1 else found.oscillating
        return GeneralizedExponential(best.A, best.s, size)

    def numbers(self) -> dict[str, Any]:
        value = complex(self.A)
        return {"A": value.real if value.imag == 0 else value, "s": self.s}
