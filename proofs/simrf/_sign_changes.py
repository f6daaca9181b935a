"""Chains that use the certified changes of sign of the orthogonality gap of Fourier features."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Self

import sympy as sp

from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Unproved
from rftheory.evidence.integrated import decide_equal
from rftheory.evidence.sign import NONNEGATIVE, POSITIVE, sign_of
from rftheory.proofs.simrf._zcrit import DECIMALS, first_sign_change, sign_of_gap
from rftheory.rules.pair_moments import independent_conformity, orthogonal_conformity

#: more cases than this are not enumerated
_MOST = 4096


class SignBound(Bound):
    """A chain that may take the sign of ``exp(-t) - 1F1(d; d/2; -t/2)`` from its certified roots in t > 0."""

    def positive_up_to(self, square: sp.Symbol, dimension: sp.Symbol, threshold: sp.Expr) -> Self:
        """Positive for 0 < t <= threshold(d), a condition of the domain, for every d of a finite range."""
        self._require_gap(square, dimension, sp.Integer(1))
        if sp.Le(square, threshold) not in self.domain.conditions or sign_of(square, self.facts) != POSITIVE:
            raise Unproved(f"0 < {square} <= {threshold} is not a condition of the domain")
        for value in self._numbers(dimension):
            if value < 3:
                raise Unproved(f"there is no first root at {dimension} = {value}")
            gap = first_sign_change(value, DECIMALS + 2).low - threshold.subs(dimension, value)
            if not sign_of(sp.sympify(gap), self.facts) <= NONNEGATIVE:
                raise Unproved(f"{threshold} at {dimension} = {value} is beyond the first root")
        reason = f"no root in 0 < {square} <= {threshold}: Taylor polynomials with remainders, for every {dimension}"
        return self._add(">", sp.Integer(0), reason)

    def by_sign_changes(self, square: sp.Expr, dimension: sp.Expr, front: sp.Expr | int = 1) -> Self:
        """The sign of ``front (exp(-t) - 1F1(d; d/2; -t/2))``, case by case over the integers of finite ranges.

        In every case d and front are numbers, and t, the square, is a number or grows or falls linearly with one real
        parameter: on the interval that it then runs through the gap must keep one certified sign.
        """
        self._require_gap(square, dimension, sp.sympify(front))
        signs = {self._sign_in_case(case, square, dimension, front) for case in self._cases()}
        if signs not in ({1}, {-1}):
            raise Unproved(f"the gap at {square} has not one sign: {sorted(signs) or 'no case is left'}")
        reason = f"no root in the range of {square}: Taylor polynomials with remainders, case by case"
        return self._add(">" if signs == {1} else "<", sp.Integer(0), reason)

    def _require_gap(self, square: sp.Expr, dimension: sp.Expr, front: sp.Expr) -> None:
        gap = front * (independent_conformity(-square) - orthogonal_conformity(-square, dimension))
        if not decide_equal(self.end, gap, self.facts).zero:
            raise Unproved(f"{self.end} is not decided to be {gap}")

    # -- cases --------------------------------------------------------------------------------------------------

    def _cases(self) -> Iterator[dict[sp.Symbol, sp.Integer]]:
        """The values of the integer parameters, without those that a condition on them alone excludes."""
        used = [i.symbol for i in self.domain.ranges if i.integer and not i.shape and i.symbol in self.end.free_symbols]
        ranges = [self._numbers(parameter) for parameter in used]
        if sp.prod(len(numbers) for numbers in ranges) > _MOST:
            raise Unproved(f"too many cases of {used}")
        conditions = [condition for condition in self.domain.conditions if condition.free_symbols <= set(used)]
        for numbers in itertools.product(*ranges):
            case = dict(zip(used, map(sp.Integer, numbers), strict=True))
            if not any(_fails(condition, case) for condition in conditions):
                yield case

    def _sign_in_case(
        self, case: dict[sp.Symbol, sp.Integer], square: sp.Expr, dimension: sp.Expr, front: sp.Expr | int
    ) -> int:
        """-1 or 1, or 0 where no sign is certain."""
        d, factor = (sp.sympify(part).xreplace(case) for part in (dimension, front))
        if not (d.is_Integer and d >= 2 and factor.is_Rational):
            raise Unproved(f"{dimension} or {front} is not a number at {case}")
        return int(sp.sign(factor)) * sign_of_gap(int(d), *self._ends(square.xreplace(case)), DECIMALS + 2)

    def _ends(self, square: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
        """The least and the largest value, exact, or oo."""
        if square.is_Rational:
            return square, square
        items = [item for item in self.domain.ranges if item.symbol in square.free_symbols]
        if len(items) != 1 or items[0].shape or square.free_symbols != {items[0].symbol}:
            raise Unproved(f"{square} does not depend on one parameter")
        line = sp.Poly(square, items[0].symbol)
        if line.degree() != 1 or not all(c.is_Rational for c in line.all_coeffs()):
            raise Unproved(f"{square} is not linear with rational coefficients")
        unbounded = (-sp.oo, sp.oo)
        ends = (items[0].low, items[0].high)
        exact = [far if end is None else sp.sympify(end) for end, far in zip(ends, unbounded, strict=True)]
        if not all(end.is_Rational or end in unbounded for end in exact):
            raise Unproved(f"{items[0].describe()} has no rational ends")
        slope, offset = line.all_coeffs()
        low, high = sorted(slope * end + offset for end in exact)
        return low, high

    def _numbers(self, parameter: sp.Symbol) -> range:
        item = next((item for item in self.domain.ranges if item.symbol == parameter), None)
        if item is None or not item.integer or item.low is None or item.high is None or item.shape:
            raise Unproved(f"{parameter} has no finite range of integers")
        numbers = range(int(sp.floor(item.low)), int(sp.ceiling(item.high)) + 1)
        if not 0 < len(numbers) <= _MOST:
            raise Unproved(f"the integers must be some and not too many, got {item.describe()}")
        return numbers


def _fails(condition: sp.Basic, case: dict[sp.Symbol, sp.Integer]) -> bool:
    """Whether a relation of rational numbers is false; nothing else is decided here."""
    sides = [side.xreplace(case) for side in condition.args]
    return all(side.is_Rational for side in sides) and condition.func(*sides) is sp.false
