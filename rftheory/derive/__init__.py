"""Derive your own feature map: an expression in, its kernel, its errors and their proofs out.

    from rftheory.derive import derive, u, w
    derive(sp.exp(w.dot(u) - u.square))

The package can be called like the function: ``rftheory.derive(...)``.
"""

from __future__ import annotations

from rftheory.callables import stands_for
from rftheory.derive.derivation import derive
from rftheory.derive.refusals import UnknownFeature
from rftheory.derive.result import Derived
from rftheory.derive.symbols import NormalProjection, b, d, k, l, product, total, u, v, w

__all__ = [
    "Derived", "NormalProjection", "UnknownFeature", "b", "d", "derive", "k", "l", "product", "total", "u", "v", "w",
]  # fmt: skip

stands_for(__name__, derive)
