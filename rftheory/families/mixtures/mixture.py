r"""What a mixture of Gaussian kernels is: ``K(x - y) = E exp(-T |x - y|^2/2)``, the law of the squared scale T, and nothing else.

A projection is ``S w`` with w Gaussian and ``S = T^{1/2}`` independent of everything (Rahimi and Recht 2007: the spectral law of K). Where
a kernel is a product over coordinates each coordinate has a scale of its own.

*Averages over T.* For a function f of ``t = T r^2/2`` the trapezoidal rule in ``v = log t`` is

    E f = h sum_k p(v_k - log(r^2/2)) f(e^{v_k}),

with the density p of log T. Integrands are analytic for ``|Im v| < pi/2`` and decay at both ends, so that the error falls as
``exp(-pi^2/h)``; where p is narrow the step is a part of its width. The grid is that of t, whatever r is: what is a function of t
alone is computed once.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from rftheory.inputs.arrays import Array

if TYPE_CHECKING:
    import sympy as sp

#: the step of the rule, and in units of the width of the density
_STEP, _OF_WIDTH = 1 / 8, 0.4
#: densities below e^-45 of what matters do not
_NOTHING = 45.0
#: the widest range of log T, where tails are heaviest
_MOST = 40_000.0


class Rule(NamedTuple):
    """Nodes v = log t, ``step`` times the k integers from ``first`` on, and weights of each length r, shape (P, k)."""

    step: float
    first: int
    weights: Array

    @property
    def nodes(self) -> Array:
        """Shape (k,)."""
        return self.step * np.arange(self.first, self.first + self.weights.shape[1])


class Mixture(ABC):
    """A frozen dataclass whose fields are numbers > 0; `width` is that of the density of log T, whose largest value is at 0."""

    names: ClassVar[tuple[str, ...]]
    #: whether each coordinate has a scale of its own, so that K is a product over coordinates
    by_coordinate: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for entry in fields(self):  # type: ignore[arg-type]
            value = getattr(self, entry.name)
            number = float(value) if isinstance(value, int | float | Fraction) and not isinstance(value, bool) else 0.0
            if not (number > 0 and math.isfinite(number)):
                raise ValueError(f"{entry.name} must be a finite number > 0, got {value}")
            object.__setattr__(self, entry.name, Fraction(value).limit_denominator(10**12))

    def __str__(self) -> str:
        given = ", ".join(str(getattr(self, entry.name)) for entry in fields(self))  # type: ignore[arg-type]
        return f"{self.names[0]}({given})" if given else self.names[0]

    @property
    @abstractmethod
    def words(self) -> str:
        """What features of it are called: "a Matern kernel with nu = 5/2"."""

    @property
    @abstractmethod
    def width(self) -> float:
        """The standard deviation of log T, about."""

    @abstractmethod
    def log_of(self, r: Array) -> Array:
        """log K at `length` r."""

    @abstractmethod
    def log_density(self, u: Array) -> Array:
        """Of u = log T."""

    @abstractmethod
    def squared_scales(self, generator: np.random.Generator, shape: tuple[int, ...]) -> Array:
        """Independent T."""

    def transform(self, rate: sp.Expr) -> sp.Expr | None:
        """``E exp(-rate T)`` as an expression; None where it is not known, and where coordinates have their own scales."""
        return None

    @property
    def exponential_moments(self) -> float:
        """The a up to which ``E exp(a T)`` is finite, 0 for none: positive features need ``a = 4 x.y`` for a finite variance."""
        return 0.0

    # -- what follows -------------------------------------------------------------------------------------------------

    def length(self, z: Array) -> Array:
        """What K depends on, of differences of shape (..., d): ``|z|``; of products over coordinates the sum of ``|z_k|``."""
        return np.asarray(np.abs(z).sum(axis=-1) if self.by_coordinate else np.sqrt(np.square(z).sum(axis=-1)))

    def scales(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        """S of m projections, shape (1, m, replicates), or (d, m, replicates) where coordinates have their own."""
        return np.sqrt(self.squared_scales(generator, (d if self.by_coordinate else 1, m, replicates)))

    def rule(self, r: Array) -> Rule:
        """The rule of the module docstring at lengths r > 0, shape (P,)."""
        middle = 2 * np.log(r) - math.log(2)
        step = min(_STEP, _OF_WIDTH * self.width)
        low = self._reach(-1.0, step, 0.0)
        high = self._reach(1.0, step, max(0.0, float(-middle.min(initial=0.0))))
        first, last = math.floor((middle.min() + low) / step), math.ceil((middle.max() + high) / step)
        nodes = step * np.arange(first, last + 1)
        with np.errstate(over="ignore", under="ignore"):
            return Rule(step, first, step * np.exp(self.log_density(nodes - middle[:, None])))

    def _reach(self, sign: float, step: float, at: float) -> float:
        """How far p matters on one side: until it is nothing beside its value at ``at``, where integrands begin to."""
        least = float(self.log_density(np.array(sign * at))) - _NOTHING
        end = max(at, step)
        with np.errstate(over="ignore"):
            while end < _MOST and float(self.log_density(np.array(sign * end))) > least:
                end *= 1.25
        return sign * end

    def mean(self, rule: Rule, values: Array) -> Array:
        """``E f(t)`` of values of f at the nodes, shape (k, ...); shape (P, ...)."""
        return np.asarray(rule.weights @ values)


def number(text: Any) -> Fraction:
    """An exact number of text: 5/2, 2.5."""
    return Fraction(str(text).strip())
