"""Chains that use the certified first change of sign of the orthogonality gap of Fourier features."""

from __future__ import annotations

from typing import Self

import sympy as sp

from rftheory.conformity.closed_forms import independent_conformity, orthogonal_conformity
from rftheory.conformity.zcrit import first_sign_change
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Unproved, decide_equal
from rftheory.evidence.sign import POSITIVE, sign_of

#: more dimensions than this are not enumerated
_MOST = 256


class GapBound(Bound):
    """A chain that may take the sign of ``exp(-t) - 1F1(d; d/2; -t/2)`` from its certified first root in t > 0."""

    def positive_up_to(self, square: sp.Symbol, dimension: sp.Symbol, threshold: sp.Expr) -> Self:
        """Positive for 0 < t <= threshold(d), a condition of the domain, for every d of a finite range."""
        self._require_gap(square, dimension)
        if sp.Le(square, threshold) not in self.domain.conditions or sign_of(square, self.facts) != POSITIVE:
            raise Unproved(f"0 < {square} <= {threshold} is not a condition of the domain")
        for value in self._dimensions(dimension):
            if not threshold.subs(dimension, value) <= first_sign_change(value, 22).low:
                raise Unproved(f"{threshold} at {dimension} = {value} is beyond the first root")
        reason = f"no root in 0 < {square} <= {threshold}: Taylor polynomials with remainders, for every {dimension}"
        return self._add(">", sp.Integer(0), reason)

    def _require_gap(self, square: sp.Expr, dimension: sp.Symbol) -> None:
        gap = independent_conformity(-square) - orthogonal_conformity(-square, dimension)
        if not decide_equal(self.end, gap, self.facts).zero:
            raise Unproved(f"{self.end} is not decided to be {gap}")

    def _dimensions(self, dimension: sp.Symbol) -> range:
        item = next((item for item in self.domain.ranges if item.symbol == dimension), None)
        if item is None or not item.integer or item.low is None or item.high is None or item.shape:
            raise Unproved(f"{dimension} has no finite range of integers")
        low, high = int(sp.floor(item.low)), int(sp.ceiling(item.high))
        if not 3 <= low <= high <= low + _MOST:
            raise Unproved(f"the dimensions must be at least 3 and not too many, got {item.describe()}")
        return range(low, high + 1)
