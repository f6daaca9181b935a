r"""Families of Gaussian projections as data, and their feature maps in logarithms. No SymPy is loaded here.

A family is a wave, a number A and whether there is a phase. Its features of an input u and a projection w are

    weight^(1/2) (1 - 4A)^(d/4) exp(A |w|^2 + rate |u|^2) f(c b w.u + phase),    b = (1 - 4A)^(1/2),

one for each term (f, c) of `WAVES`; ``rate`` follows from the kernel, so that one sample, the sum of their products, is unbiased. Both
sides of this package read these data: `families.family` writes components and samples in SymPy, `GaussianMap` computes. Exponents are
logarithms until the end, so that nothing overflows on the way: features are ``factor exp(log)``.

A wave with corners (a step, a ramp) is a line of `WAVES`; a law of lengths is one of the projections, which are multiplied before.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike

from rftheory.families.cosine import cosine
from rftheory.inputs.arrays import (
    Array,
    Operator,
    Projections,
    check_inputs,
    check_side,
    images,
    square_lengths,
    squares,
)

#: "softmax", "gaussian", or the name of a mixture (`mixtures.kernels`), whose features are those of the Gaussian kernel
Kernel: TypeAlias = str
#: what one sample is of the image of one input (`families.reduction`)
Wave = Literal["exp", "cosh", "cos"]


class Terms(NamedTuple):
    """The features of one projection.

    Attributes:
        wave: what one sample is: a function of w.(x + y), or for "cos" of w.(x - y).
        terms: a function and the factor c of its image, which is conjugate for the second argument of the kernel.
        weight: the square of the constant.
    """

    wave: Wave
    terms: tuple[tuple[str, complex], ...]
    weight: float = 1.0

    @property
    def sign(self) -> int:
        """s: samples depend on x + s y."""
        return -1 if self.wave == "cos" else 1


#: by name: "phased" has a random phase, "turning" is the complex exponential whose products have a cosine as their real part
WAVES: dict[str, Terms] = {
    "exp": Terms("exp", (("exp", 1.0),)),
    "cosh": Terms("cosh", (("exp", 1.0), ("exp", -1.0)), 0.5),
    "cos": Terms("cos", (("sin", 1.0), ("cos", 1.0))),
    "phased": Terms("cos", (("cos", 1.0),), 2.0),
    "turning": Terms("cos", (("exp", 1j),)),
}


class Row(NamedTuple):
    """A family without parameters."""

    names: tuple[str, ...]
    kernel: Kernel
    wave: Wave
    phase: bool = False


#: of generalized exponential features, whose A is a parameter, and of the optimal ones among them
GERF, OPRF = ("generalized-exponential", "gerf"), ("optimal-positive", "oprf")
POSITIVE = Row(("positive",), "softmax", "exp")
HYPERBOLIC = Row(("hyperbolic",), "softmax", "cosh")
TRIGONOMETRIC = Row(("trigonometric", "trig"), "softmax", "cos")
RANDOM_PHASE = Row(("random-phase-cosine",), "gaussian", "cos", phase=True)
ROWS = (POSITIVE, HYPERBOLIC, TRIGONOMETRIC, RANDOM_PHASE)


class PhasedOperator(NamedTuple):
    """Projections of R^d that are not formed, and the coordinates of each that give its phase; shape (..., m, 2)."""

    projections: Operator
    own: Array


def with_phases(projections: Projections, auxiliary: int, generator: np.random.Generator, m: int = 0) -> Any:
    """Projections of shape (..., m, d) with so many standard normal coordinates of their own, shape (..., m, d + auxiliary).

    Args:
        auxiliary: of the family (`Family.auxiliary`); projections without any are returned as they are.
        m: number of projections, for an operator, which does not show it.
    """
    if not auxiliary:
        return projections
    if isinstance(projections, Operator):
        return PhasedOperator(projections, generator.standard_normal((m, auxiliary)))
    array = np.asarray(projections)
    own = generator.standard_normal((*array.shape[:-1], auxiliary))
    # the replicates stay the fastest axis
    return np.concatenate([array.T, own.T]).T


def split(projections: Any, d: int, auxiliary: int, library: Any = np) -> tuple[Any, Any]:
    """The projections of R^d and their phases, the polar angles of two normal coordinates, shape (..., 1, m); 0 without any."""
    if not auxiliary:
        return projections, 0.0
    plain: Any
    if isinstance(projections, PhasedOperator):
        plain, own = projections
    else:
        array = np.asarray(projections) if library is np else projections
        if array.ndim < 2 or array.shape[-1] != d + auxiliary:
            raise ValueError(f"projections must have d + 2 = {d + auxiliary} coordinates, got shape {array.shape}")
        plain, own = array[..., :d], array[..., d:]
    return plain, library.arctan2(own[..., 1], own[..., 0])[..., None, :]


@dataclass(frozen=True)
class GaussianMap:
    """A feature map in numbers.

    Args:
        kernel: that is estimated.
        name: of `WAVES`.
        A: the coefficient of |w|^2, a real or complex number below 1/4.
    """

    kernel: Kernel
    name: str
    A: complex = 0.0
    #: of ``1 - 4 A``, at hand: a logarithm within a compiled graph would be a constant of it, and each A a graph of its own
    _log_spread: complex = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        spread = 1 - 4 * self.A
        log = cmath.log(spread) if isinstance(spread, complex) else math.log(spread)
        object.__setattr__(self, "_log_spread", log)

    @property
    def blocks(self) -> int:
        """The number of features per projection."""
        return len(WAVES[self.name].terms)

    @property
    def auxiliary(self) -> int:
        """How many standard normal coordinates a projection has besides the d coordinates of w: two for a phase."""
        return 2 if self.name == "phased" else 0

    @property
    def is_complex(self) -> bool:
        """Whether A is."""
        return isinstance(self.A, complex)

    @property
    def slope(self) -> complex:
        """b; where A is complex the principal root of the factor of the image in the exponent."""
        if not self.is_complex:
            return math.sqrt(1 - 4 * cast(float, self.A))
        s = WAVES[self.name].sign
        return cmath.sqrt(s * (1 - 4 * self.A)) / (1 if s == 1 else 1j)

    @property
    def rate(self) -> float:
        """The coefficient of |u|^2."""
        return -WAVES[self.name].sign / 2 - (self.kernel == "gaussian") / 2

    def level(self, d: int, m: int) -> complex:
        """The logarithm of the constant in R^d, ``m^(-1/2)`` included."""
        return d / 4 * self._log_spread + math.log(WAVES[self.name].weight / m) / 2

    @property
    def is_exponential(self) -> bool:
        """Whether features are ``exp(b w.u + rate |u|^2 + columns)``, one for each projection."""
        return self.name == "exp" and not self.is_complex

    def columns(self, d: int, lengths: Any) -> Any:
        """What the exponent of real exponentials has for each projection, of given ``|w|^2``; arrays of any library."""
        return self.A * lengths + self.level(d, lengths.shape[-1])

    def numbers(self) -> dict[str, Any]:
        """The parameters by name, of GERF."""
        s = WAVES[self.name].sign
        gerf = self.kernel == "gaussian" and self.name in ("exp", "turning")
        return {"A": self.A, "s": s} if gerf else {}

    def log_features(
        self, inputs: ArrayLike, projections: Any, side: str = "x", change: float = 0.0
    ) -> tuple[Array | None, Array]:
        """As `AnyFamily.log_features`."""
        u = check_inputs(inputs)
        check_side(side)
        plain, turn = split(projections, u.shape[1], self.auxiliary)
        real = self.slope == 1 or (self.name == "exp" and not self.is_complex)
        # the inputs are fewer than the images
        image = images(u if self.slope == 1 or not real else self.slope * u, plain)
        lengths = square_lengths(plain)[..., None, :] if self.A else 0.0
        return self.of_images(
            image, lengths, turn, squares(u), u.shape[1], side, change, slope=1.0 if real else self.slope
        )

    def of_images(
        self,
        image: Any,
        lengths: Any,
        turn: Any,
        size: Any,
        d: int,
        side: str,
        change: float = 0.0,
        library: Any = np,
        slope: complex = 1.0,
    ) -> tuple[Any, Any]:
        """(factor, log) of given numbers; the factor None stands for 1.

        Args:
            image: w.u by a part of b, shape (..., L, m).
            lengths, turn: ``|w|^2`` where A is not 0, and the phases, shapes (..., 1, m).
            size: ``|u|^2``, shape (..., L, 1).
            change: what is added to the coefficient of ``|u|^2``.
            library: whose arrays these are: numpy, PyTorch or the numpy of JAX.
            slope: the rest of b.

        Returns:
            factors of shape (..., L, F), and logarithms of this shape, or (..., L, 1) if they are those of whole rows.
        """
        rate, m = self.rate + change, image.shape[-1]
        own: Any = self.level(d, m)
        if rate:
            own = own + rate * size
        long = self.A * lengths if self.A else 0.0
        terms = WAVES[self.name].terms
        if self.name == "phased":
            image, slope = slope * image if slope != 1 else image, 1.0
            image += turn
        factors, logs = [], []
        for function, number in terms:
            # conjugate for the second argument
            c = (number.conjugate() if side == "y" else number) * slope
            if function == "exp":
                log = image if c == 1 and len(terms) == 1 else c * image
                if self.A:
                    log += long
                log += own
                logs.append(log)
            else:
                # with a phase the quadrant of an image is open: NumPy's cosine then takes twice the time
                phased = self.name == "phased" and library is np
                factors.append((cosine if phased else getattr(library, function))(image if c == 1 else c * image))
        if not factors:
            return None, logs[0] if len(logs) == 1 else library.concatenate(logs, -1)
        if self.A:
            own = library.concatenate([library.broadcast_to(long + own, image.shape)] * len(terms), -1)
        elif not rate:
            own = library.full_like(size, own)
        return factors[0] if len(factors) == 1 else library.concatenate(factors, -1), own


def is_complex(array: Any) -> bool:
    """Whether an array of any library is of complex numbers."""
    return "complex" in str(array.dtype)


def real(factor: Any, log: Any, side: str, library: Any = np) -> tuple[Any, Any]:
    """Parts of the real map that has the same products as the real parts of those of a complex map.

    It is ``x -> (Re f(x), Im f(x))``, ``y -> (Re g(y), -Im g(y))``.
    """
    if not is_complex(log) and (factor is None or not is_complex(factor)):
        return factor, log
    if is_complex(log):
        turned = library.cos(log.imag), library.sin(log.imag)
        log = log.real
        first, second = (
            turned if factor is None else ((factor := factor * (turned[0] + 1j * turned[1])).real, factor.imag)
        )
    else:
        first, second = factor.real, factor.imag
    both = library.concatenate([first, second if side == "x" else -second], -1)
    return both, log if log.shape[-1] == 1 else library.concatenate([log, log], -1)
