"""A product of two functions 0F1 is at least the function at the sum of their places, and more.

For ``f(x) = 0F1(; b; x)`` with b > 0, and x, y >= 0: ``f(x + y) + x y f''(x + y)/b <= f(x) f(y)``. With z = x + y the gap g has
``x g'' + b g' - g = x y^2 f''''(z)/b >= 0``, because f solves ``x f'' + b f' = f``. So ``W = x^b (g' f - g f')``, which is 0
at x = 0, has the derivative ``x^(b-1) f (x g'' + b g' - g) >= 0``, and ``(g/f)' = x^(-b) W/f^2 >= 0`` with g = 0 at x = 0.
The theorem is proved once; used elsewhere as an instance.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.texts import lemma


def above_sum(run: Any, context: Context, b: Term, x: Term, y: Term) -> Theorem:
    """``f(x + y) + x y/(b^2 (b + 1)) 0F1(; b + 2; x + y) <= f(x) f(y)``; Unproved if b > 0, x, y >= 0 is not seen."""
    make_defined(run, context, b, y, x)
    return instantiated(run, context, lemma(run, "product_bounds__product_above_sum"), [b, y, x])


def contiguous(run: Any, context: Context, b: Term, x: Term) -> Theorem:
    """``0F1(; b; x) = 0F1(; b + 1; x) + x/(b (b + 1)) 0F1(; b + 2; x)`` for b > 0 and x >= 0."""
    return instantiated(run, context, lemma(run, "product_bounds__contiguous"), [b, x])
