r"""Discretely-induced random features for the Gaussian kernel (CRT, Sec. 3.2), from any law {p_k} of counts.

The Taylor series of exp gives ``exp(x.y) = prod_l sum_k p_k x_l^k y_l^k / (p_k k!)``; so with iid counts w_l,
``P(w_l = k) = p_k > 0``, the features ``f(w, u) = exp(-|u|^2/2) prod_l u_l^(w_l) (w_l!)^(-1/2) p_(w_l)^(-1/2)``
estimate K(x, y) = E f(w, x) f(w, y). Everywhere ``0^0 = 1``: a zero coordinate contributes 1 where its count is 0, and
makes the feature 0 where it is not.

Inputs are known through their coordinates (`rftheory.inputs.coordinates`), since f is not a function of Gram products.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Protocol, Self

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.couplings.coupling import Coupling
from rftheory.families.counts import check_counts, drawn, log_weight
from rftheory.families.family import AnyFamily, Kernel
from rftheory.inputs.arrays import Array, check_count, check_inputs, check_room, check_side, data_for, images, squares
from rftheory.inputs.coordinates import l, product, total
from rftheory.inputs.kernels import d
from rftheory.rules.nodes import SampleMean
from rftheory.rules.variates import Counts


class Coordinates(Protocol):
    """Anything with coordinates ``u[l]``: an `IndexedBase`, a difference of two, counts."""

    def __getitem__(self, index: Any, /) -> Any: ...


class DiscreteFamily(AnyFamily):
    """Features ``f(w, u) = prefactor exp(-|u|^2/2) prod_l u_l^(w_l) weight(w_l)`` of iid counts w_l."""

    kernel: Kernel = "gaussian"
    of_counts = True
    blocks = 1
    #: the field that changes the law; empty if there is none
    parameter: ClassVar[str] = ""

    # -- symbolic -----------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def law(self) -> sp.Lambda:
        """The masses ``k -> p_k``."""

    @abstractmethod
    def prefactor(self, size: sp.Expr) -> sp.Expr:
        """What does not depend on the input or the counts, for ``size`` coordinates."""

    @abstractmethod
    def weight(self, count: sp.Expr) -> sp.Expr:
        """The weight of one count; ``prefactor(1) weight(k) = (k! p_k)^(-1/2)``."""

    def counts(self, name: str = "w") -> Counts:
        """The random counts of this law."""
        return Counts(name, self.law)

    def feature(self, w: Coordinates, u: Coordinates, size: sp.Expr = d) -> sp.Expr:
        """f(w, u), as the paper prints it."""
        norm = sp.exp(-total(u[l] ** 2, size=size) / 2)
        return self.prefactor(size) * norm * product(u[l] ** w[l] * self.weight(w[l]), size=size)

    def sample(self, w: Coordinates, x: Coordinates, y: Coordinates, size: sp.Expr = d) -> sp.Expr:
        """One sample Z = f(w, x) f(w, y) of the estimator of K(x, y)."""
        return self.feature(w, x, size) * self.feature(w, y, size)

    def estimator(self, w: Coordinates, x: Coordinates, y: Coordinates, m: sp.Expr) -> sp.Expr:
        """The mean of m iid samples."""
        return SampleMean(self.sample(w, x, y), m)

    @abstractmethod
    def second_moment(self, x: Coordinates, y: Coordinates, size: sp.Expr = d) -> sp.Expr:
        """E Z^2 of one sample; the variance of the mean of m iid samples is ``(E Z^2 - K^2)/m``."""

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Self:
        """The same family with its parameters replaced by numbers."""
        return replace(self, **{self.parameter: getattr(self, self.parameter).subs(dict(point))})  # type: ignore[type-var]

    @property
    def open_parameter(self) -> str:
        """The name of the parameter that is still a symbol; empty if there is none."""
        return self.parameter if self.parameter and getattr(self, self.parameter).free_symbols else ""

    def numbers(self) -> dict[str, Any]:
        """The parameter by name, as a number."""
        return {self.parameter: float(getattr(self, self.parameter))} if self.parameter else {}

    def fit(self, x: Array | None, y: Array | None, d: int, given: Container[str] = ()) -> DiscreteFamily:
        """With the best number for the parameter, if it is still a symbol; arguments as `Family.fit`."""
        return self.best(*data_for(self.open_parameter, x, y)) if self.open_parameter else self

    def best(self, x: Array, y: Array) -> DiscreteFamily:
        """The family with the parameter that is the best for data.

        Raises:
            ValueError: for data that do not determine it, and a family without a parameter.
        """
        raise ValueError(f"no best parameter of {self} is known")

    # -- numerical ----------------------------------------------------------------------------------------------

    @abstractmethod
    def _draw(self, generator: np.random.Generator, shape: tuple[int, ...]) -> Array:
        """Independent counts of the law."""

    @abstractmethod
    def log_weights(self, counts: Array) -> Array:
        """``log weight(k)`` elementwise."""

    @abstractmethod
    def log_prefactor(self, size: int) -> float:
        """``log prefactor(size)``."""

    def draw(self, generator: np.random.Generator, m: int, d: int, replicates: int | None = None) -> Array:
        """Counts of shape (m, d), or (replicates, m, d) with the replicates running fastest in memory."""
        shape: tuple[int, ...] = (check_count("d", d), check_count("m", m))
        if replicates is not None:
            shape = (*shape, check_count("replicates", replicates))
        check_room("counts", *shape)
        return check_counts(self._draw(generator, shape)).T

    def projections(
        self, coupling: Coupling, generator: np.random.Generator, m: int, d: int, replicates: int | None = None
    ) -> Array:
        """Counts, as `draw` has them."""
        return self.draw(generator, m, d, replicates)

    def log_probability(self, counts: ArrayLike) -> Array:
        """``log p_k`` elementwise; counts are integers >= 0 of any shape."""
        from scipy.special import gammaln

        w = check_counts(counts)
        return np.asarray(-gammaln(w + 1.0) - 2 * (self.log_weights(w) + self.log_prefactor(1)))

    def log_features(
        self, inputs: ArrayLike, projections: ArrayLike, side: str = "x", change: float = 0.0
    ) -> tuple[Array, Array]:
        """As `AnyFamily.log_features`, of counts: the factors are signs, 0 where a feature is 0, with the logarithm -inf.

        Raises:
            ValueError: if a shape does not fit, an input is not finite or a count is not an integer >= 0.
        """
        check_side(side)
        u = check_inputs(inputs)
        w = check_counts(projections)
        zero = u == 0
        logs = images(np.log(np.abs(np.where(zero, 1.0, u))), w)
        weights = self.log_weights(w).sum(axis=-1)
        log = logs + weights[..., None, :] + (self.log_prefactor(u.shape[1]) + (change - 0.5) * squares(u))
        log -= np.log(w.shape[-2]) / 2
        sign = np.ones_like(log) if not (u < 0).any() else 1.0 - 2.0 * (images((u < 0) * 1.0, w) % 2)
        if zero.any():
            vanishes = images(zero * 1.0, w) > 0
            sign, log = np.where(vanishes, 0.0, sign), np.where(vanishes, -np.inf, log)
        return sign, log


#: draws independent counts: (generator, shape) -> integers >= 0
Sampler = Callable[[np.random.Generator, tuple[int, ...]], Array]


@dataclass(frozen=True)
class DiscretelyInduced(DiscreteFamily):
    """The features of any law with all p_k > 0, (10) of CRT.

    Args:
        masses: the law, ``Lambda(k, p_k)``.
        sampler: draws counts of that law; by default its distribution function is inverted.

    Raises:
        ValueError: when numbers are needed and the law has a mass that is not positive, does not sum to one, or has
            too heavy a tail to be inverted.
    """

    masses: sp.Lambda
    sampler: Sampler | None = field(default=None, repr=False)

    @property
    def law(self) -> sp.Lambda:
        return self.masses

    def prefactor(self, size: sp.Expr) -> sp.Expr:
        return sp.Integer(1)

    def weight(self, count: sp.Expr) -> sp.Expr:
        return 1 / sp.sqrt(sp.factorial(count)) / sp.sqrt(self.law(count))

    def second_moment(self, x: Coordinates, y: Coordinates, size: sp.Expr = d) -> sp.Expr:
        """``exp(-|x|^2 - |y|^2) prod_l sum_k (x_l y_l)^(2k) / (k!^2 p_k)``, infinite where a series diverges."""
        k = sp.Symbol("k", integer=True, nonnegative=True)
        series = sp.Sum((x[l] * y[l]) ** (2 * k) / (sp.factorial(k) ** 2 * self.law(k)), (k, 0, sp.oo))
        return sp.exp(-total(x[l] ** 2, size=size) - total(y[l] ** 2, size=size)) * product(series, size=size)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Self:
        return replace(self, masses=sp.Lambda(self.law.variables, self.law.expr.subs(dict(point))))

    def log_prefactor(self, size: int) -> float:
        return 0.0

    def log_weights(self, counts: Array) -> Array:
        """Every count that occurs is computed once."""
        values, places = np.unique(counts, return_inverse=True)
        weights = np.array([log_weight(self.law, int(k)) for k in values])
        return weights[places.reshape(counts.shape)]

    def _draw(self, generator: np.random.Generator, shape: tuple[int, ...]) -> Array:
        if self.sampler is not None:
            return check_counts(self.sampler(generator, shape))
        return drawn(self.law, generator.random(shape))
