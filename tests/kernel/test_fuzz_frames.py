"""The quadrature by which instances of the rules of frames are judged."""

from __future__ import annotations

import random

from rftheory.kernel.contexts import close, open_binder
from rftheory.kernel.terms import ZERO, make, power, rat
from tests.kernel.fuzz_frames import ORTHO, VECTORS, Case, mean


def test_the_meaning_tells_other_means_apart() -> None:
    """A table that is not orthogonal would change the mean: the quadrature sees it."""
    case = Case(random.Random(0))
    term = make("E", (ORTHO, ZERO))
    _, (u,) = open_binder(case.context, term)
    x = case.vectors[0]
    products = [make("dot", (make("at", (u, rat(place))), x)) for place in (1, 2)]
    square = make("E", (ORTHO, close(power(products[0], 2), (u,))))
    other = make("E", (ORTHO, close(power(make("+", products), 2), (u,))))
    values = {vector: given[:2] for vector, given in zip(case.vectors, VECTORS, strict=True)}
    length = float(values[x] @ values[x])
    assert abs(mean(case.context, square, values) - length / 2) < 1e-9
    assert abs(mean(case.context, other, values) - length) < 1e-9
