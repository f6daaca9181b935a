"""Chains of inequalities whose gaps are sums of products of nonnegative factors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import sympy as sp

from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Unproved
from rftheory.evidence.integrated import require_equal
from rftheory.evidence.sign import NONNEGATIVE, POSITIVE, sign_of


class GapBound(Bound):
    """A chain that may go up or down by several products at once."""

    def up_by(self, target: sp.Expr, products: Sequence[Sequence[sp.Expr]]) -> Self:
        """Go on with a larger expression: ``target - current`` is the sum of the products, every factor nonnegative.

        Strictly larger if all factors of one product are positive.
        """
        return self._by(target, target - self.end, products, "<")

    def down_by(self, target: sp.Expr, products: Sequence[Sequence[sp.Expr]]) -> Self:
        """Go on with a smaller expression."""
        return self._by(target, self.end - target, products, ">")

    def _by(self, target: sp.Expr, gap: sp.Expr, products: Sequence[Sequence[sp.Expr]], strict: str) -> Self:
        total = sp.Add(*(sp.Mul(*product) for product in products))
        decision = require_equal(gap, total, self.facts, "the gap {} is not decided to be {}")
        positive = False
        for product in products:
            signs = [sign_of(sp.sympify(factor), self.facts) for factor in product]
            for factor, sign in zip(product, signs, strict=True):
                if not sign <= NONNEGATIVE:
                    raise Unproved(f"{factor} is not proved nonnegative on the domain")
            positive |= all(sign == POSITIVE for sign in signs)
        shown = " + ".join("*".join(f"({factor})" for factor in product) for product in products)
        return self._add(strict if positive else strict + "=", target, f"gap: {shown}", decision.conditions)
