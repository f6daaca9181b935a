"""Feature maps that are compared, and what their products are compared with."""

from __future__ import annotations

import numpy as np
from tolerances import ulps

from rftheory.features import RandomFeatures

DATA = np.random.default_rng(0)
X, Y = DATA.normal(size=(2, 6, 5)) / 2
FAMILIES = [
    ("positive", {}),
    ("trigonometric", {}),
    ("hyperbolic", {}),
    ("oprf", {"square": 2}),
    ("gerf", {"A": -0.1}),
    ("gerf", {"A": 0.05, "s": -1}),
    ("gerf", {"A": -0.05 + 0.02j}),
    ("random-phase-cosine", {}),
    ("complex-exponential", {"scalar": 0.9 + 0.2j}),
]
COUPLINGS = ["iid", "orthogonal", "simplex", "simplex+", "hadamard", "halton"]
#: sums of at most 16 products of exponentials; exponents are at most 10 and sums of 7 terms on each side: 16 + 2 * 2 * 7 * 10 < 400
ROUNDED = ulps(400)


def products(features: RandomFeatures, x=X, y=Y):
    return features.transform(x) @ features.transform_other(y).T


def size_of(features: RandomFeatures, x=X, y=Y):
    """What the rounding errors of `products` are relative to."""
    return np.abs(features.transform(x)) @ np.abs(features.transform_other(y)).T
