r"""What one sample of a family depends on: the image of one input, and at most a length and a phase.

Let w be a projection, ``z = x + s y``, ``a = w.z/|z|`` and K the kernel. The families here have samples

    exp     Z = K exp(v a - v^2/2),       cosh    Z = K exp(-v^2/2) cosh(v a),       v = |x + y|,
    cos     Z = U cos(v a),               v = |x - y|,  U = K exp(v^2/2),

of mean K under ``N(0, I_d)``. In units of K, or of U, no number here is large: a has the size of a normal variable and
``v a - v^2/2 <= a^2/2``.

*Lengths.* If ``E f(w) = K`` then also ``E b^d exp(c |w|^2) f(b w) = K`` with ``b = sqrt(1 - 2c)``, c < 1/2: under the density
``b^d exp(c |w|^2)`` over that of N(0, I_d) the law of w is ``N(0, I_d/b^2)``. GERF with a real A are the positive (s = 1) and
the trigonometric map (s = -1) so changed, with c = 2A.

*Phases.* ``2 cos(w.x + b) cos(w.y + b) = cos(w.(x - y)) + cos(w.(x + y) + 2b)``. For b uniform on [0, 2 pi) and independent of all
projections, ``w.(x + y) + 2b`` modulo 2 pi is uniform whatever w is. So the second cosine is that of an independent uniform
angle, and the image of x + y is not needed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.families.cosine import cosine
from rftheory.families.waves import Wave
from rftheory.inputs.arrays import Array, check_finite


@dataclass(frozen=True)
class Reduction:
    """The law of one sample through the image of one input.

    Args:
        wave: which of the three samples of the module docstring.
        rate: c, the coefficient of |w|^2 in the exponent; < 1/2.
        phase: whether the cosine of an independent uniform angle is added.
    """

    wave: Wave
    rate: float = 0.0
    phase: bool = False

    @property
    def bounded(self) -> bool:
        """Whether samples are waves, in units of U; else they are in units of K."""
        return self.wave == "cos"

    @property
    def needs_lengths(self) -> bool:
        """Whether |w| enters."""
        return self.rate != 0

    def sizes(self, x: Array, y: Array) -> Array:
        """v of pairs of inputs of shape (P, d); shape (P,)."""
        with np.errstate(over="ignore"):
            squares = np.square(x - y if self.bounded else x + y).sum(axis=1)
        return np.asarray(np.sqrt(check_finite("squares of the inputs", squares)))

    def log_unit(self, log_kernel: Array, sizes: Array) -> Array:
        """log K or log U of each pair, shape (P,)."""
        return log_kernel + np.square(sizes) / 2 if self.bounded else log_kernel

    def kernel(self, sizes: Array) -> Array:
        """K in these units, shape (P,)."""
        return np.exp(-np.square(sizes) / 2) if self.bounded else np.ones_like(sizes)

    def weigh(self, lengths: Array, d: int) -> Array:
        """``d log b + c |w|^2`` in place of lengths |w|; of waves its exponential."""
        np.square(lengths, out=lengths)
        lengths *= self.rate
        lengths += d * math.log1p(-2 * self.rate) / 2
        return np.exp(lengths, out=lengths) if self.bounded else lengths

    def fill(
        self,
        samples: Array,
        images: Array,
        sizes: Array,
        weights: Array | None = None,
        waves: Array | None = None,
        spare: Array | None = None,
    ) -> None:
        """Samples in their units, from arrays whose shapes broadcast to that of ``samples``.

        Args:
            samples: filled.
            images: a.
            sizes: v.
            weights: as `weigh` gives them; where lengths enter.
            waves: cosines of the phases; where there are any.
            spare: of the shape of ``samples``, working space for "cosh".
        """
        slopes = math.sqrt(1 - 2 * self.rate) * sizes
        np.multiply(images, slopes, out=samples)
        if self.bounded:
            # branches of NumPy's cost less where most images are in one quadrant
            (cosine if slopes.max() > math.pi / 4 else np.cos)(samples, out=samples)
            if weights is not None:
                samples *= weights
        else:
            level = np.square(sizes) / 2
            if self.wave == "cosh":
                # two exponentials of small numbers: a reciprocal of one could be 1/0
                spare = np.subtract(-level, samples, out=spare)
                np.exp(spare, out=spare)
            samples -= level
            if weights is not None:
                samples += weights
            np.exp(samples, out=samples)
            if spare is not None and self.wave == "cosh":
                samples += spare
                samples *= 0.5
        if waves is not None:
            samples += waves
