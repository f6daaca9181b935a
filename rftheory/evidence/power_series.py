"""Chains that put a known entire function for a power series that is written out."""

from __future__ import annotations

from typing import Self

import sympy as sp

from rftheory.evidence.derivation import Unproved
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.series_terms import require_series


class PowerSeries(SeriesBound):
    """A chain that may sum a series over one index from 0 on."""

    def summed(self, series: sp.Sum, function: sp.Expr) -> Self:
        """Replace an infinite series by ``function``, a multiple of ``z^p exp(z)`` or ``z^p pFq(z)``, p <= q.

        The first term and the ratio of consecutive terms are decided to be those of the function.
        """
        if not isinstance(series, sp.Sum) or len(series.limits) != 1 or tuple(series.limits[0][1:]) != (0, sp.oo):
            raise Unproved(f"{series} is not a series over one index from 0 on")
        index = series.limits[0][0]
        if not (index.is_integer and index.is_nonnegative):
            raise Unproved(f"{index} is not known to be an integer >= 0")
        require_series({function: series.function}, index, self.facts)
        expr = self.end.xreplace({series: function})
        if expr == self.end:
            raise Unproved(f"{series} does not occur in {self.end}")
        return self._add("=", expr, f"power series: {series} = {function}, by its first term and its ratio of terms")
