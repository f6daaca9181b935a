"""The records of numbered chunks, folded into bounded memory whatever the number of draws.

What quantiles are read off is kept as it is, 8 bytes a draw. Nothing depends on who drew a chunk.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array, check_count
from rftheory.montecarlo.chunks import COLUMNS, Powers, Record


class Records:
    """The records of chunks 0, 1, 2, ..., added in this order.

    Args:
        pairs, quantities: P and C.
        centres: those of the records, broadcast to shape (P, C).
    """

    def __init__(self, pairs: int, quantities: int, centres: ArrayLike = 0.0) -> None:
        self.centres = np.broadcast_to(np.asarray(centres, dtype=float), (pairs, quantities)).copy()
        # of each pair, and the number of chunks
        self.draws, self.chunks = 0, 0
        self._powers = np.zeros((*self.centres.shape, COLUMNS))
        self._lost = np.zeros((*self.centres.shape, COLUMNS - 1))
        self._values: list[Array] = []
        # draws and power sums, until more are added
        self._told: tuple[int, Array] | None = None

    def add(self, chunk: int, record: Record) -> None:
        """Add the record of the next chunk.

        Raises:
            ValueError: for another chunk than the next one.
        """
        if chunk != self.chunks:
            raise ValueError(f"chunk must be {self.chunks}, the next one in order, got {chunk}")
        self.draws += record.draws
        self._add_powers(record.sums)
        self.chunks += 1
        self._told = None
        if record.kept is not None:
            self._values.append(record.kept)

    def _add_powers(self, sums: Array) -> None:
        """Compensated (Knuth's two-sum): the error does not grow with the number of chunks."""
        held, new = self._powers[..., :4], sums[..., :4]
        total = held + new
        kept = total - held
        self._lost += (held - (total - kept)) + (new - kept)
        self._powers[..., :4] = total
        np.maximum(self._powers[..., 4], sums[..., 4], out=self._powers[..., 4])

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
        """The values of the quantiles, shape (P, draws)."""
        if len(self._values) > 1:
            self._values = [np.concatenate(self._values, axis=1)]
        return self._values[0]

    def state(self) -> dict[str, Any]:
        """All there is, as what JSON can hold, from which `from_state` continues bit by bit."""
        arrays = {"centres": self.centres, "powers": self._powers, "lost": self._lost}
        arrays |= {"kept": self.kept} if self._values else {}
        counters = {"chunks": self.chunks, "draws": self.draws}
        return counters | {name: _written(array) for name, array in arrays.items()}

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Records:
        """Continue where `state` was taken."""
        try:
            centres = _read(state["centres"])
            found = cls(len(centres), centres.shape[1], centres)
            found.draws, found.chunks = (check_count(name, state[name] + 1) - 1 for name in ("draws", "chunks"))
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
