"""Feature maps in the form of Definition 2.1 of HRF: one sample of the estimator is ``sum_i xi_i(x, w) xi_i(y, w)``."""

from __future__ import annotations

from collections.abc import Iterable

import sympy as sp

from rftheory.kernels import PAIR, Pair
from rftheory.rules.nodes import Projection

W = Projection("w")


def dot_product(first: Iterable[sp.Expr], second: Iterable[sp.Expr]) -> sp.Expr:
    """The bilinear dot product of two lists of entries (no conjugate)."""
    return sp.Add(*(a * b for a, b in zip(first, second, strict=True)))


def sine_and_cosine(pair: Pair = PAIR) -> sp.Expr:
    """``sum_i xi_i(x) xi_i(y)`` for xi = (sin w.u, cos w.u), as printed after (6)."""
    return dot_product(*([sp.sin(W.dot(u)), sp.cos(W.dot(u))] for u in (pair.x, pair.y)))


def two_exponentials(pair: Pair = PAIR) -> sp.Expr:
    """``sum_i xi_i(x) xi_i(y)`` for xi = 2^(-1/2) (exp(w.u), exp(-w.u)), as printed after (6)."""
    return dot_product(*([sp.exp(s * W.dot(u)) / sp.sqrt(2) for s in (1, -1)] for u in (pair.x, pair.y)))
