r"""Entire functions with nonnegative Maclaurin coefficients, ``F(t) = sum_k N_k t^k / k!``, in float64 for many t >= 0.

In a cell [t_0, t_1] F is its Taylor polynomial at the *left* end. All its coefficients

    F^(j)(t_0)/j! = sum_k binomial(k, j) N_k/k! t_0^(k-j)

are nonnegative, and so is t - t_0, so nothing ever cancels: neither here, nor in the evaluation. A cell is made when it is
first needed, from the N_k in balls: the largest term exactly, the others by ratios of neighbours, outwards from it.

Error bound (proved; u = 2^-53, first order in u, relative to F, calculated for each cell from its own numbers):

- terms k outside a window: those known are below 2^-75 of the largest one, those beyond by a geometric series;
- terms j > J of the Taylor polynomial: ``sum_(j>J) binomial(k,j) x^j <= binomial(k,J+1) x^(J+1) (1+x)^(k-J-1)`` for
  x >= 0 (Lagrange), summed over the window with x = t_1/t_0 - 1, taken twice;
- the term k is a product of |k - p| ratios from the peak p, each rounded at most five times: 5 u E|k - p| under the weights
  of the terms of F(t), which is largest at an end of the cell (averages of a convex function over an exponential family are
  quasiconvex in its parameter); its binomials 4 u J; the sum of W terms u W; the evaluation u (2 J + 8).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from flint import arb, ctx

from rftheory.arrays import Array
from rftheory.conformity.scaled import Scaled, exact_square

UNIT = 2.0**-53
#: terms below this fraction of the largest one (log2) are dropped
_DROPPED = -75.0
#: the degree J of the polynomials: with cells on which exponents grow by 2, ``2^J/J! < 2^-88``
DEGREE = 32
#: values evaluated at once: they stay near the processor
_CHUNK = 4096
#: bits of the balls that cells are made from
_PRECISION = 96


@dataclass(frozen=True)
class SeriesGrowth:
    """``N_k <= majorant`` at k = K, and the factor by which the majorant grows per step from there on at most."""

    majorant: arb
    factor: float


@dataclass
class PositiveSeries:
    """F in float64, to a relative error of at most `error_bound`.

    Args:
        numerators: ``numerators(count)`` are N_0, ..., N_(count-1) in balls, nonnegative.
        start: the first index with N_k > 0.
        rate: F grows as exp(rate t) at most.
        growth: a proved majorant of N_k from k = K on, given K and N_K.
    """

    numerators: Callable[[int], list[arb]]
    start: int
    rate: Fraction
    growth: Callable[[int, arb], SeriesGrowth]
    _known: list[arb] = field(default_factory=list, init=False)
    _errors: dict[int, float] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        #: cells have a length of a power of two, on which exponents grow by 2 at most
        self.length = 2.0 ** math.floor(math.log2(2 / self.rate))
        self._rows = np.full(16, -1)
        self._table = np.empty((DEGREE + 1, 0))
        self._exponents = np.empty(0, dtype=np.int64)

    # -- evaluation ---------------------------------------------------------------------------------------------

    def at_half_square(self, v: Array) -> Scaled:
        """``F(v^2/2)`` for v >= 0 of any shape."""
        lengths = np.asarray(v, dtype=float)
        square, error, exponent = exact_square(lengths.ravel())
        shift = np.maximum(exponent - 1, -2000).astype(np.int32)
        t, rest = np.ldexp(square, shift), np.ldexp(error, shift)
        cells = (t / self.length).astype(np.int64)
        rows = self._find(cells)
        # t - t_0 is exact: t_0 = 0 or t_0 <= t <= 2 t_0
        steps = (t - cells * self.length) + rest
        mantissa, power = self._horner(rows, steps), self._exponents[rows]
        if self.start:
            # in the first cell F(t)/t^start was expanded
            small = cells == 0
            base, degree = square + error, self.start
            mantissa[small] *= base[small] ** degree
            power = power + np.where(small, (exponent - 1) * degree, 0)
        result = Scaled.of(mantissa, power)
        return Scaled(result.mantissa.reshape(lengths.shape), result.exponent.reshape(lengths.shape))

    def error_bound(self, v: Array) -> Array:
        """The proved relative error of `at_half_square`, of the shape of v."""
        cells = (np.square(np.asarray(v, dtype=float)) / 2 / self.length).astype(np.int64)
        self._find(cells.ravel())
        return np.vectorize(self._errors.__getitem__, otypes=[float])(cells)

    def _horner(self, rows: Array, steps: Array) -> Array:
        result = np.empty(len(steps))
        for begin in range(0, len(steps), _CHUNK):
            part = slice(begin, begin + _CHUNK)
            row, step = rows[part], steps[part]
            value = self._table[DEGREE].take(row)
            for coefficients in self._table[DEGREE - 1 :: -1]:
                value *= step
                value += coefficients.take(row)
            result[part] = value
        return result

    def _find(self, cells: Array) -> Array:
        """The rows of cells, which are made if they are new."""
        top = int(cells.max(initial=0))
        if top >= len(self._rows):
            self._rows = np.concatenate([self._rows, np.full(max(top + 1, 2 * len(self._rows)) - len(self._rows), -1)])
        rows = self._rows[cells]
        new = np.unique(cells[rows < 0])
        if len(new):
            made = [self._cell(int(cell)) for cell in new]
            self._rows[new] = self._table.shape[1] + np.arange(len(new))
            self._table = np.concatenate(
                [self._table, np.column_stack([coefficients for coefficients, _ in made])], axis=1
            )
            self._exponents = np.concatenate([self._exponents, [exponent for _, exponent in made]])
            rows = self._rows[cells]
        return rows

    # -- cells --------------------------------------------------------------------------------------------------

    def _cell(self, cell: int) -> tuple[Array, int]:
        """The Taylor coefficients in the cell, and their exponent of 2; for the first cell those of F(t)/t^start."""
        with ctx.workprec(_PRECISION):
            if cell == 0:
                return self._first_cell()
            left, right = cell * self.length, (cell + 1) * self.length
            logs, outside = self._window_logs(left, right)
            size = logs + math.log2(left) * self._indices
            peak = int(size.argmax())
            least = size[peak] + _DROPPED
            low = int((size >= least).argmax())
            wide = logs + math.log2(right) * self._indices
            high = len(logs) - int((wide >= least)[::-1].argmax())
            anchor = self._known[peak] * arb(left) ** peak / (arb(peak) + 1).gamma()
            terms = self._terms(low, peak, high, left)
            return self._taylor(cell, terms, low, peak, anchor, outside + len(logs) * 2**_DROPPED)

    def _window_logs(self, left: float, right: float) -> tuple[Array, float]:
        """log2 of the Maclaurin coefficients far enough for the cell, and a bound of what is beyond, in peak terms."""
        mean = float(self.rate) * right
        count = int(mean + 12 * math.sqrt(mean)) + 64
        while True:
            self._need(count)
            last = len(self._logs) - 1
            ratio = self._factor * right / (last + 1)
            size = float((self._logs + math.log2(left) * self._indices).max())
            beyond = self._majorant + last * math.log2(right) - size
            if ratio < 0.97 and beyond < _DROPPED:
                return self._logs, 2.0**beyond / (1 - ratio)
            count = len(self._logs) * 3 // 2

    def _need(self, count: int) -> None:
        if count <= len(self._known):
            return
        self._known = self.numerators(max(count, len(self._known) * 3 // 2))
        self._ratios = np.array(
            [number(b / a) if a > 0 else 0.0 for a, b in zip(self._known, self._known[1:], strict=False)]
        )
        steps = np.arange(1, len(self._known))
        logs = np.full(len(self._known), -np.inf)
        logs[self.start] = self._log2(self._known[self.start]) - math.lgamma(self.start + 1) / math.log(2)
        jumps = np.log2(self._ratios[self.start :]) - np.log2(steps[self.start :])
        logs[self.start + 1 :] = logs[self.start] + np.cumsum(jumps)
        self._logs, self._indices = logs, np.arange(len(logs), dtype=float)
        last = len(logs) - 1
        growth = self.growth(last, self._known[last])
        self._factor = growth.factor
        self._majorant = self._log2(growth.majorant) - math.lgamma(last + 1) / math.log(2)

    def _terms(self, low: int, peak: int, high: int, left: float) -> Array:
        """The terms ``N_k/k! t_0^k``, low <= k < high, divided by that of the peak."""
        ratios = self._ratios[low : high - 1] * left / np.arange(low + 1, high)
        middle = peak - low
        below = 1 / ratios[:middle][::-1]
        return np.concatenate([np.cumprod(below)[::-1], [1.0], np.cumprod(ratios[middle:])])

    def _taylor(self, cell: int, terms: Array, low: int, peak: int, anchor: arb, outside: float) -> tuple[Array, int]:
        k = np.arange(low, low + len(terms), dtype=float)
        left, x = cell * self.length, 1 / cell
        coefficients, term = np.empty(DEGREE + 1), terms.copy()
        for j in range(DEGREE + 1):
            coefficients[j] = term.sum()
            # binomial(k, j+1) = binomial(k, j) (k - j)/(j + 1), zero from j = k on
            term *= np.maximum(k - j, 0) / ((j + 1) * left)
        growth = np.exp(np.minimum(k - DEGREE - 1, 1e4) * math.log1p(x))
        cut = float((term * (self.length ** (DEGREE + 1)) * growth).sum())
        wide = terms * np.exp((k - peak) * math.log1p(x))
        distance = max(float((b * np.abs(k - peak)).sum() / b.sum()) for b in (terms, wide))
        value = float(coefficients[0])
        rounding = UNIT * (5 * distance + 4 * DEGREE + len(terms) + 2 * DEGREE + 8)
        self._note(cell, 2 * (cut + outside) / value + rounding)
        mantissa, exponent = split(anchor)
        return coefficients * mantissa, exponent

    def _first_cell(self) -> tuple[Array, int]:
        """``N_(start+j)/(start+j)!``; the terms left out are bounded like all others."""
        last = self.start + DEGREE + 1
        self._need(last + 1)
        factorials = [(arb(k) + 1).gamma() for k in range(last + 1)]
        values = [self._known[k] / factorials[k] for k in range(self.start, last)]
        growth = self.growth(last, self._known[last])
        ratio = growth.factor * self.length / (last + 1)
        tail = growth.majorant / factorials[last] * arb(self.length) ** (DEGREE + 1) / (1 - ratio)
        self._note(0, float((tail / values[0]).mid()) * 2 + UNIT * (2 * DEGREE + 2 * self.start + 8))
        return np.array([number(value) for value in values]), 0

    def _note(self, cell: int, error: float) -> None:
        """Keep the bound of a cell; one that is not small would be a mistake here, and is never silent."""
        if not error < 1e-11:
            raise ArithmeticError(f"cell {cell}: the error bound {error:.1e} is not small")
        self._errors[cell] = error

    @staticmethod
    def _log2(value: arb) -> float:
        mantissa, exponent = split(value)
        return math.log2(mantissa) + exponent


def split(value: arb) -> tuple[float, int]:
    """A positive ball as ``mantissa 2^exponent``, correct to half an ulp and the radius of the ball."""
    whole, exponent = (int(part) for part in value.mid().man_exp())
    size = whole.bit_length()
    return math.ldexp(whole, -size) if size < 1000 else float(whole >> (size - 64)) / 2.0**64, exponent + size


def number(value: arb) -> float:
    """A ball of either sign as a float, correct to half an ulp and its radius."""
    if value < 0:
        return -number(-value)
    mantissa, exponent = split(value) if not value.is_zero() else (0.0, 0)
    return math.ldexp(mantissa, exponent)
