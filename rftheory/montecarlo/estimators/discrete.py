"""Estimators of counts: draws from the law {p_k} itself, and moments summed from the definition.

One sample is ``Z = prefactor^2 exp(-(|x|^2 + |y|^2)/2) prod_l (x_l y_l)^(w_l) weight(w_l)^2``, so its powers have the
means ``E Z^q = (...)^q prod_l sum_k p_k (x_l y_l)^(q k) weight(k)^(2q)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import mpmath
import numpy as np
import sympy as sp

from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Kernel
from rftheory.families.shifted import Shifted
from rftheory.inputs.arrays import Array
from rftheory.inputs.coordinates import x as first_input
from rftheory.inputs.coordinates import y as second_input
from rftheory.montecarlo.estimators.estimator import Estimator, WeightedSum
from rftheory.montecarlo.estimators.moments import DIGITS, Number, OneSample, PowerBasis, number
from rftheory.montecarlo.estimators.samples import Counted, SampleLaw
from rftheory.rules.variates import COUNT

#: terms of a series that has not converged by then is taken to diverge
_MOST_TERMS = 1024


@dataclass(frozen=True)
class _PowerMoments:
    """The means ``E Z^q`` of one sample, summed when they are asked for."""

    family: DiscreteFamily
    x: tuple[Number, ...]
    y: tuple[Number, ...]

    def __call__(self, order: int) -> Number:
        return _moment(self, order)

    def series(self, product: Number, order: int) -> Number:
        """``sum_k p_k product^(order k) weight(k)^(2 order)``, until two terms in a row are negligible."""
        total, negligible = mpmath.mpf(0), 0
        for k in range(_MOST_TERMS):
            mass, squared_weight = _term(self.family, k)
            term = mass * (product**k * squared_weight) ** order
            total += term
            negligible = negligible + 1 if abs(term) < mpmath.mpf(10) ** (-DIGITS - 10) * abs(total) else 0
            if negligible == 2:
                return total
        raise ValueError(f"E Z^{order} is not finite, or needs more than {_MOST_TERMS} terms of its series")


@lru_cache(maxsize=1024)
def _moment(moments: _PowerMoments, order: int) -> Number:
    norms = mpmath.fsum(e * e for e in (*moments.x, *moments.y))
    scale = number(moments.family.prefactor(sp.Integer(len(moments.x)))) ** 2 * mpmath.exp(-norms / 2)
    parts = (moments.series(a * b, order) for a, b in zip(moments.x, moments.y, strict=True))
    return scale**order * mpmath.fprod(parts)


@lru_cache(maxsize=16384)
def _term(family: DiscreteFamily, k: int) -> tuple[Number, Number]:
    """``p_k`` and ``weight(k)^2``."""
    mass, squared_weight = _functions(family)
    count = mpmath.mpf(k)
    return mpmath.mpmathify(mass(count)), mpmath.mpmathify(squared_weight(count))


@lru_cache(maxsize=64)
def _functions(family: DiscreteFamily) -> tuple[Callable[[Number], Number], Callable[[Number], Number]]:
    expressions = (family.law(COUNT), family.weight(COUNT) ** 2)
    names = sorted(str(s) for e in expressions for s in e.free_symbols - {COUNT})
    if names:
        raise ValueError(f"the law of the counts must be numerical, got the parameters {', '.join(names)}")
    mass, squared_weight = (sp.lambdify(COUNT, e, "mpmath") for e in expressions)
    return mass, squared_weight


@dataclass(frozen=True)
class Discrete(Estimator):
    """A discretely-induced family: ``f(x).f(y)`` with m vectors of iid counts.

    Args:
        family: the features, shifted or not.
        inputs: x and y, exact numbers; by default the point of a check gives them.
    """

    family: DiscreteFamily | Shifted
    inputs: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]] | None = None

    @property
    def kernel(self) -> Kernel:
        return self.family.kernel

    @property
    def sample_law(self) -> SampleLaw:
        return Counted(self.family)

    def draw(self, generator: np.random.Generator, replicates: int, x: Array, y: Array, m: int, n: int) -> Array:
        counts = self.family.draw(generator, m, len(x), replicates)
        sides = [self.family.features(u[None], counts, side)[:, 0] for u, side in ((x, "x"), (y, "y"))]
        return np.asarray((sides[0] * sides[1]).sum(axis=-1))

    def weighted(self, x: Array, y: Array, center: Number) -> WeightedSum:
        family = self.family
        if isinstance(family, Shifted):
            x, y = family.shifted(x[None])[0], family.shifted(y[None])[0]
            family = family.family
        first, second = (tuple(mpmath.mpf(float(e)) for e in u) for u in (x, y))
        sample = OneSample({1: mpmath.mpf(1)}, PowerBasis(_PowerMoments(family, first, second)))
        return WeightedSum((), (sample.shifted(-center),), (0,))

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Discrete:
        """The parameters, and the inputs if they are not fixed, from a point of `rftheory.inputs.coordinates`."""
        family = self.family
        bound = replace(family, family=family.family.at(point)) if isinstance(family, Shifted) else family.at(point)
        inputs = self.inputs or (tuple(point[first_input.label]), tuple(point[second_input.label]))
        return replace(self, family=bound, inputs=inputs)
