"""Families of Gaussian projections: what follows from their data in SymPy and in numbers.

A family of Gaussian projections is data (`families.waves`): a wave, a number A, and whether there is a phase. Its components, the
functions xi_i(u, w) of which the map is made, and one sample ``sum_i xi_i(x, w) xi_i(y, w)``, written as the papers do as
``prefactor(x, y)`` times ``kernel_sample(w, x, y)``, follow in SymPy here; the map in numpy follows from the same data. A family that is
none of these states its components (`families.literal`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_args

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.couplings.coupling import Coupling
from rftheory.families import literal
from rftheory.families.base import AnyFamily, HasVariance
from rftheory.families.reduction import Reduction
from rftheory.families.waves import WAVES, GaussianMap, Kernel, Row, Wave, with_phases
from rftheory.inputs import kernels
from rftheory.inputs.arrays import Array, Projections, check_side, exact_number
from rftheory.inputs.kernels import Vector, d
from rftheory.rules.nodes import Phase, Projection, SampleMean

__all__ = ["AnyFamily", "Family", "HasVariance", "Kernel"]


class Family(AnyFamily):
    """A map of Gaussian projections.

    It states ``wave`` ("exp", "cosh" or "cos") and, where they are not 0 and False, ``A`` and ``phase``; or its ``components``.
    """

    dimension: sp.Expr = kernels.d

    def __init_subclass__(cls, row: Row | None = None, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if row is not None:
            cls.names, cls.kernel, cls.wave, cls.phase = row  # type: ignore[attr-defined, assignment]
        stated = vars(cls).get("wave")
        if isinstance(stated, str) and stated not in get_args(Wave):
            raise ValueError(f"wave must be one of {', '.join(get_args(Wave))}, got {stated!r} in {cls.__name__}")
        if stated is not None:
            # data that are not stated
            for name, value in (("A", 0), ("phase", False)):
                if getattr(cls, name) is vars(Family)[name]:
                    setattr(cls, name, value)
            if isinstance(vars(cls).get("A"), int | float | complex):
                cls.A = exact_number("A", vars(cls)["A"])  # type: ignore[method-assign]

    # -- data ---------------------------------------------------------------------------------------------------

    @property
    def wave(self) -> Wave | None:
        """What one sample is of the image of one input; None if it is not known to be one of these.

        Raises:
            ValueError: for a family that states neither this nor its components.
        """
        if not _states_components(self):
            raise ValueError(f"a family must state its wave or its components, got {self}")
        return literal.data_of(self)[0]

    @property
    def A(self) -> sp.Expr:  # noqa: N802 - the name of the papers
        """The coefficient of |w|^2 in the exponent of a component, a number below 1/4."""
        return literal.data_of(self)[1]

    @property
    def phase(self) -> bool:
        """Whether a projection has a random phase."""
        return literal.has_phase(self)

    @property
    def takes_real_part(self) -> bool:
        """Whether the estimator is the real part of the dot product (``sample`` is then that real part)."""
        return False

    @property
    def oscillates(self) -> bool:
        """Whether samples are waves in w.(x - y); else they depend on w.(x + y), if they are of a known kind."""
        return self.wave == "cos"

    @property
    def _terms(self) -> str:
        """The name of the features in `WAVES`."""
        wave = self.wave
        if wave is None:
            raise ValueError(f"family must have a known wave, got {self}")
        if self.phase and wave != "cos":
            raise ValueError(f"phase must be False for the wave {wave}, got {self}")
        return "phased" if self.phase else "turning" if wave == "cos" and self.takes_real_part else wave

    @property
    def blocks(self) -> int:
        """The number of features per projection."""
        return literal.map_of(self).blocks if self.wave is None else len(WAVES[self._terms].terms)

    @property
    def auxiliary(self) -> int:
        """How many standard normal coordinates a projection has besides the d coordinates of w: two for a phase."""
        return 2 if self.phase else 0

    @property
    def positive(self) -> bool:
        """Whether every feature is positive, whatever the inputs are.

        Raises:
            ValueError: for parameters that are still symbols.
        """
        if self.wave is None:
            return literal.map_of(self).positive
        made = gaussian_map(self, _ANY_DIMENSION)
        return self.wave != "cos" and not made.is_complex

    @property
    def bounded(self) -> bool:
        """Whether one sample is known to be bounded over all projections: ``exp(c |w|^2)`` times a wave or an exponential."""
        rate = self.rate(_ANY_DIMENSION)
        return rate is not None and (rate < 0 or (rate == 0 and self.oscillates))

    @property
    def real_blocks(self) -> int:
        """The number of real features per projection of a map with the same products: cosines and sines for a complex one."""
        return self.blocks * (2 if self.takes_real_part else 1)

    # -- what follows in SymPy ----------------------------------------------------------------------------------

    @property
    def spread(self) -> sp.Expr:
        """1 - 4A."""
        return sp.expand(1 - 4 * self.A)

    @property
    def B(self) -> sp.Expr:  # noqa: N802 - the name of the papers
        """The factor of the image in the exponent."""
        turning = WAVES[self._terms].sign if self._terms == "turning" else 1
        return sp.sqrt(sp.expand(turning * self.spread))

    @property
    def C(self) -> sp.Expr:  # noqa: N802 - the name of the papers
        """The coefficient of |u|^2."""
        return -sp.Rational(WAVES[self._terms].sign + (self.kernel == "gaussian"), 2)

    @property
    def D(self) -> sp.Expr:  # noqa: N802 - the name of the papers
        """The constant."""
        return sp.root(self.spread, 4) ** self.dimension

    def _growth(self, projection: Projection, share: int) -> sp.Expr:
        return share * self.A * projection.squared_length(self.dimension)

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        """The deterministic factor of one sample; 1 where a family states its components."""
        if _states_components(self):
            return sp.Integer(1)
        weight = 2 if self.phase else 1
        return weight * self.D**2 * sp.exp(self.C * (x.square + y.square))

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        """The random factor of one sample; of stated components the whole sum of their products."""
        if _states_components(self):
            sides = zip(self.components(projection, x, "x"), self.components(projection, y, "y"), strict=True)
            return sp.Add(*(first * second for first, second in sides))
        known, growth = WAVES[self._terms], self._growth(projection, 2)
        if self.phase:
            both = (sp.cos(self.B * projection.dot(u) + phase_of(projection)) for u in (x, y))
            return sp.exp(growth) * sp.Mul(*both)
        image = self.B * projection.dot(x + y * known.sign)
        if len(known.terms) == 1:
            return sp.exp(growth + image)
        return sp.exp(growth) * getattr(sp, known.wave)(image)

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        """The functions ``xi_i(u, w)``, prefactor included."""
        check_side(side)
        known = WAVES[self._terms]
        constant, exponent = (
            sp.sqrt(sp.Rational(known.weight)) * self.D,
            self._growth(projection, 1) + self.C * u.square,
        )
        image = self.B * projection.dot(u) + (phase_of(projection) if self.phase else 0)
        if self._terms == "turning" and side == "y":
            # B is that of both sides up to the sign
            image = -image
        found = []
        for name, c in known.terms:
            argument = image if self._terms == "turning" else sp.Integer(int(c.real)) * image
            if name == "exp" and self.kernel == "gaussian":
                # as the papers write them
                found.append(constant * sp.exp(exponent + argument))
            else:
                found.append(constant * sp.exp(exponent) * getattr(sp, name)(argument))
        return tuple(found)

    def sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        """One sample Z of the estimator; its mean is the kernel if the map is unbiased."""
        return self.prefactor(x, y) * self.kernel_sample(projection, x, y)

    def estimator(self, projection: Projection, x: Vector, y: Vector, size: sp.Expr) -> sp.Expr:
        """The estimator of ``size`` iid projections: prefactor times one sample mean."""
        return self.prefactor(x, y) * SampleMean(self.kernel_sample(projection, x, y), size)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> Family:
        """The same family with its parameters replaced by numbers."""
        return self

    def parameters(self, x: Array, y: Array) -> dict[sp.Symbol, sp.Expr]:
        """Values, at numerical inputs, of the symbols of `sample` that are not invariants of the pair (x, y)."""
        return {d: sp.Integer(len(x))}

    def named_vectors(self, x: Array, y: Array) -> dict[str, Array]:
        """Values of the named vectors that occur in the forms of `sample`."""
        return {"x": x, "y": y}

    # -- what follows in numbers --------------------------------------------------------------------------------

    def numerical(self, d: int) -> GaussianMap | None:
        return None if self.wave is None else gaussian_map(self, d)

    def projections(
        self, coupling: Coupling, generator: np.random.Generator, m: int, d: int, replicates: int | None = None
    ) -> Any:
        return with_phases(coupling.draw_projections(generator, m, d, replicates), self.auxiliary, generator, m)

    def log_features(
        self, inputs: ArrayLike, projections: Projections, side: str = "x", change: float = 0.0
    ) -> tuple[Array | None, Array]:
        found = self.numerical(np.shape(inputs)[-1]) if np.ndim(inputs) == 2 else None
        return (found or literal.map_of(self)).log_features(inputs, projections, side, change)

    def rate(self, d: int) -> float | None:
        """c, the coefficient of |w|^2 in the exponent of one sample in R^d; None if it is not a real number."""
        value = None if self.wave is None else _at_dimension(self, d)
        return None if value is None or value.free_symbols or not value.is_extended_real else 2 * float(value)

    def rates(self, lengths: Array, d: int) -> Array:
        """`rate` for inputs with each of these lengths |x + y|, or |x - y| of waves; of the shape of ``lengths``.

        Raises:
            ValueError: unless it is a real number below 1/4, where the variance is finite.
        """
        rate = self.rate(d)
        if rate is None:
            raise ValueError(f"family must have a real number A, got {self}")
        if not rate < 0.25:
            raise ValueError(f"A must be < 1/8 for a finite variance, got {rate / 2}")
        return np.full(lengths.shape, rate)

    def reduction(self, d: int) -> Reduction | None:
        """The law of one sample through the image of one input of R^d; None if it is not known to have one."""
        wave, rate = self.wave, self.rate(d)
        return None if wave is None or rate is None else Reduction(wave, rate, self.phase)


#: whether features are positive does not depend on it
_ANY_DIMENSION = 3


@lru_cache(maxsize=512)
def gaussian_map(family: Family, dimension: int) -> GaussianMap:
    """As `Family.numerical`, of a family with a wave."""
    value = _at_dimension(family, dimension)
    if value.free_symbols:
        raise ValueError(f"features need numerical {', '.join(sorted(map(str, value.free_symbols)))}")
    number = complex(sp.N(value, 30))
    if not number.real < 0.25:
        raise ValueError(f"A must have a real part < 1/4, got {value} of {family}")
    return GaussianMap(family.kernel, family._terms, number if number.imag else number.real)


def _at_dimension(family: Family, dimension: int) -> sp.Expr:
    """A in R^d."""
    own, A = sp.sympify(family.dimension), sp.sympify(family.A)  # noqa: N806 - the name of the papers
    return A.subs(own, dimension) if own.is_Symbol else A


def _states_components(family: Family) -> bool:
    return type(family).components is not Family.components


def phase_of(projection: Projection) -> Phase:
    """The phase that belongs to a projection."""
    return Phase(f"b_{projection.name}")
