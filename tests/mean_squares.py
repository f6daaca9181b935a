"""The identity on which the tests of judges try their teeth: the second moment of a mean of m cosines."""

from __future__ import annotations

import sympy as sp

from rftheory.inputs.kernels import PAIR, m, theta, x_norm, y_norm
from rftheory.rules.nodes import Expectation, Projection, SampleMean
from rftheory.statements.domain import Domain, Range

W = Projection("w")
DOMAIN = Domain(
    (
        Range(x_norm, 0, None, "()", typical=(0, 2), awkward=(20,)),
        Range(y_norm, 0, None, "()", typical=(0, 2)),
        Range(theta, 0, sp.pi, "[]", typical=(0, 3)),
        Range(m, 1, None, integer=True, typical=(1, 9), awkward=(1,)),
    )
)
MEAN_SQUARE = Expectation(SampleMean(sp.cos(W.dot(PAIR.delta)), m) ** 2)
PRINTED = (1 - 1 / m) * sp.exp(-PAIR.delta.square) + (1 + sp.exp(-2 * PAIR.delta.square)) / (2 * m)
