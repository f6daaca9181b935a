"""Derivation of a feature map: from an expression to its kernel, its error and proofs of both.

from rftheory.deriving import derive, u, w
derive(sp.exp(w.dot(u) - u.square))

"""

from __future__ import annotations

from rftheory.deriving.derivation import derive
from rftheory.deriving.refusals import UnknownFeature
from rftheory.deriving.result import Derived
from rftheory.deriving.symbols import NormalProjection, b, d, k, l, product, total, u, v, w

__all__ = [
    "Derived", "NormalProjection", "UnknownFeature", "b", "d", "derive", "k", "l", "product", "total", "u", "v", "w",
]  # fmt: skip
