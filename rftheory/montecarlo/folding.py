"""The records of numbered chunks, folded into bounded memory whatever the number of draws.

Sums are kept in rows, each of equally many groups of draws (`chunks.Record`); when all rows are full, adjacent ones are added
and each then stands for twice as many groups. Which group is in which row depends on their numbers alone, and the means of
rows are independent, as the intervals of `bars.catoni_interval` need. Nothing depends on who drew a chunk.

What quantiles are read off is kept as it is, 8 bytes a draw.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory.arrays import Array, check_count
from rftheory.montecarlo.chunks import COLUMNS, Powers, Record, check_centres

#: rows that are kept, and the numbers that they may take together (32 MiB); never fewer rows than the least
ROWS, _KEPT, _LEAST_ROWS = 2048, 1 << 22, 64


class Records:
    """The records of chunks 0, 1, 2, ..., added in this order.

    Args:
        pairs, quantities: P and C.
        centres: those of the records, broadcast to shape (P, C).
        rows: the most rows that are kept, even; by default as many as fit in 32 MiB, from 64 to 2048.
    """

    def __init__(self, pairs: int, quantities: int, centres: ArrayLike = 0.0, rows: int | None = None) -> None:
        self.centres = check_centres(pairs, quantities, centres)
        fitting = _KEPT // (pairs * quantities)
        self._capacity = check_count("rows", min(ROWS, max(_LEAST_ROWS, fitting // 2 * 2)) if rows is None else rows)
        if self._capacity % 2:
            raise ValueError(f"rows must be even, so that adjacent ones can be added, got {rows}")
        self._rows = np.zeros((self._capacity, *self.centres.shape))
        self._row_draws = np.zeros(self._capacity, dtype=np.int64)
        # groups in a row, groups of a chunk, and chunks
        self._span, self._groups, self.chunks = 1, 1, 0
        self._powers = np.zeros((*self.centres.shape, COLUMNS))
        self._lost = np.zeros((*self.centres.shape, COLUMNS - 1))
        self._values: list[Array] = []
        # draws and power sums, until more are added
        self._told: tuple[int, Array] | None = None

    def add(self, chunk: int, record: Record) -> None:
        """Add the record of the next chunk.

        Raises:
            ValueError: for another chunk than the next one, and for a record of another shape.
        """
        if chunk != self.chunks:
            raise ValueError(f"chunk must be {self.chunks}, the next one in order, got {chunk}")
        if record.sums.shape != self._powers.shape:
            raise ValueError(f"record must have sums of shape {self._powers.shape}, got {record.sums.shape}")
        if self.chunks and (record.kept is None) != (not self._values):
            raise ValueError("record must keep values like the ones before it")
        groups = record.sums[None, ..., 0] if record.groups is None else record.groups
        if self.chunks and len(groups) != self._groups:
            raise ValueError(f"record must have {self._groups} groups, got {len(groups)}")
        self._groups = len(groups)
        self._add_rows(groups, check_count("draws", record.draws) // self._groups)
        self._add_powers(record.sums)
        self.chunks += 1
        self._told = None
        if record.kept is not None:
            self._values.append(record.kept)

    def _add_rows(self, groups: Array, draws: int) -> None:
        numbers = self.chunks * self._groups + np.arange(self._groups)
        while numbers[-1] // self._span >= self._capacity:
            self._fold()
        for row, group in zip(numbers // self._span, groups, strict=True):
            self._rows[row] += group
            self._row_draws[row] += draws

    def _add_powers(self, sums: Array) -> None:
        """Compensated (Knuth's two-sum): the error does not grow with the number of chunks."""
        held, new = self._powers[..., :4], sums[..., :4]
        total = held + new
        kept = total - held
        self._lost += (held - (total - kept)) + (new - kept)
        self._powers[..., :4] = total
        np.maximum(self._powers[..., 4], sums[..., 4], out=self._powers[..., 4])

    def _fold(self) -> None:
        half = self._capacity // 2
        self._rows[:half] = self._rows[0::2] + self._rows[1::2]
        self._row_draws[:half] = self._row_draws[0::2] + self._row_draws[1::2]
        self._rows[half:] = 0
        self._row_draws[half:] = 0
        self._span *= 2

    @property
    def draws(self) -> int:
        """Draws of each pair."""
        return int(self._row_draws.sum())

    @property
    def row_draws(self) -> Array:
        """Draws of each row, shape (rows,): equal but for the last."""
        return self._row_draws[: self._filled].copy()

    def row_means(self, pair: int, quantity: int) -> Array:
        """Means of t over the rows, shape (rows,)."""
        return self._rows[: self._filled, pair, quantity] / self._row_draws[: self._filled]

    @property
    def _filled(self) -> int:
        return -(-self.chunks * self._groups // self._span)

    def means(self, quantity: int) -> Array:
        """Of u over all draws, shape (P,)."""
        sums = self._powers[:, quantity, 0] + self._lost[:, quantity, 0]
        return np.asarray(sums / self.draws + self.centres[:, quantity])

    def powers(self, pair: int, quantity: int) -> Powers:
        """Power sums over all draws."""
        if self._told is None:
            # of all at once: one by one that of many pairs takes longer than their draws
            sums = np.concatenate([self._powers[..., :4] + self._lost, self._powers[..., 4:]], axis=-1)
            self._told = self.draws, sums
        draws, sums = self._told
        return Powers(draws, *sums[pair, quantity].tolist())

    @property
    def kept(self) -> Array:
        """The values of the quantiles, shape (P, draws).

        Raises:
            ValueError: if none were recorded.
        """
        if not self._values:
            raise ValueError("records must hold values, got none: no quantile was asked for")
        if len(self._values) > 1:
            self._values = [np.concatenate(self._values, axis=1)]
        return self._values[0]

    def state(self) -> dict[str, Any]:
        """All there is, as what JSON can hold, from which `from_state` continues bit by bit."""
        arrays = {
            "rows": self._rows[: self._filled],
            "row_draws": self.row_draws.astype(float),
            "centres": self.centres,
        }
        arrays |= {"powers": self._powers, "lost": self._lost, **({"kept": self.kept} if self._values else {})}
        counters = {"chunks": self.chunks, "span": self._span, "groups": self._groups, "capacity": self._capacity}
        return counters | {name: _written(array) for name, array in arrays.items()}

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Records:
        """Continue where `state` was taken.

        Raises:
            ValueError: if something is missing or does not fit together.
        """
        try:
            centres = _read(state["centres"])
            found = cls(len(centres), centres.shape[1], centres, state["capacity"])
            found._span, found._groups = (check_count(name, state[name]) for name in ("span", "groups"))
            found.chunks = check_count("chunks", state["chunks"] + 1) - 1
            found._rows[: found._filled] = _read(state["rows"])
            found._row_draws[: found._filled] = _read(state["row_draws"])
            found._powers[...], found._lost[...] = _read(state["powers"]), _read(state["lost"])
            found._values = [_read(state["kept"])] if "kept" in state else []
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise ValueError(f"resume must be the state of a run, got what does not fit: {error}") from None
        return found


def _written(array: Array) -> dict[str, Any]:
    """The bits of an array, as text."""
    return {"shape": list(array.shape), "float64": base64.b64encode(array.astype("<f8").tobytes()).decode()}


def _read(written: Mapping[str, Any]) -> Array:
    return np.frombuffer(base64.b64decode(written["float64"]), "<f8").astype(float).reshape(written["shape"])
