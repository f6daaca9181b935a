"""Projections of a coupling times the scales of a mixture: directions and angles are those of the coupling, lengths have another law."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rftheory.couplings.coupling import Coupling
from rftheory.families.mixtures.kernels import kernel_change, mixture_of
from rftheory.families.mixtures.mixture import Mixture
from rftheory.inputs.arrays import Array


@dataclass(frozen=True)
class Scaled(Coupling):
    """``S_i w_i``, of each projection w_i of a coupling with Gaussian marginals, with independent scales.

    Attributes:
        base: the coupling of the w_i.
        kernel: the name of the mixture.
    """

    base: Coupling
    kernel: str

    gaussian_marginals: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not self.base.gaussian_marginals:
            raise ValueError(f"coupling must have Gaussian marginals for the kernel {self.kernel}, got {self.base}")

    @property
    def mixture(self) -> Mixture:
        """The law of scales."""
        found = mixture_of(self.kernel)
        assert found is not None
        return found

    @property
    def independent(self) -> bool:  # type: ignore[override]
        """Whether the projections are."""
        return self.base.independent

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        return self.base.draw_columns(generator, m, d, replicates) * self.mixture.scales(generator, m, d, replicates)

    def check_size(self, m: int, d: int) -> None:
        self.base.check_size(m, d)


def scaled(coupling: Coupling, kernel: str | None) -> Coupling:
    """The coupling for features of a kernel: itself for None, the Gaussian and the softmax kernel."""
    if kernel is None or mixture_of(kernel) is None:
        return coupling
    base = coupling.base if isinstance(coupling, Scaled) else coupling
    return Scaled(base, kernel)


def check_waves(features: Any, kernel: str) -> None:
    """Whether features, a family or a map by its data, can be those of this kernel."""
    kernel_change(kernel, getattr(features, "kernel", "gaussian"))
    mixture = mixture_of(kernel)
    if mixture is None:
        return
    name = getattr(features, "name", None)
    waves = name in ("cos", "phased") if name is not None else getattr(features, "wave", None) == "cos"
    if not waves:
        raise ValueError(
            f"family must be trigonometric or random-phase-cosine for the kernel {kernel}, got {getattr(features, 'title', features)}: "
            f"{no_exponentials(mixture)}"
        )
    if getattr(features, "A", 0) != 0:
        raise ValueError(f"family must have A = 0 for the kernel {kernel}, got {features}")


def no_exponentials(mixture: Mixture) -> str:
    """Why positive features are none of this kernel, or of few inputs only.

    At a fixed T they are ``exp(S w.u - T |u|^2)``, and ``E Z^2 = E exp(2 T |x + y|^2 - 2 T |x|^2 - 2 T |y|^2) = E exp(4 T x.y)``. For
    x.y <= 0 that is at most 1. Of a Matern kernel T = nu/G has the tail ``P(T > t) ~ t^(-nu)``, and it is infinite for every x.y > 0: so
    for x = y of any row but 0. Of a rational quadratic one T = G/alpha, and it is ``(1 - 4 x.y/alpha)^(-alpha)`` for ``x.y < alpha/4``
    and infinite beyond: finite for all pairs if and only if all rows have ``|x| < alpha^(1/2)/2`` bandwidths.
    """
    most = mixture.exponential_moments
    infinite = (
        f"x.y >= {most / 4:g}, that is for rows of length {math.sqrt(most) / 2:.3g} bandwidths or more"
        if most
        else "x.y > 0"
    )
    return f"features that are exponentials have an infinite variance for {infinite}, as E exp(4 T x.y) is infinite"


def kernel_of(coupling: Coupling, own: str) -> str:
    """The kernel that features of ``own`` estimate with these projections."""
    return coupling.kernel if isinstance(coupling, Scaled) else own
