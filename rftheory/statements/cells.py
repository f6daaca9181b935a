"""The map of the field: which statement settles the pair moment ``E Z_1 Z_2`` of which family with which coupling.

With E Z and E Z^2 the pair moment fixes the error of an estimator, so its closed form is what a cell of the table families
x couplings asks for. A statement names the cells that it settles in its ``cells``; what is known of a cell is read off the
statuses of these statements and is nowhere written down by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

#: the rows and columns of the map
FAMILIES = (
    "trigonometric",
    "positive",
    "hyperbolic",
    "generalized-exponential",
    "complex-exponential",
    "poisson",
    "geometric",
    "random-phase-cosine",
)
COUPLINGS = ("iid", "orthogonal", "simplex", "simplex+", "hadamard", "halton")

Cell = tuple[str, str]
#: from the strongest to the weakest
State = Literal["proved", "certified", "simulated", "blank"]
STATES: tuple[State, ...] = ("proved", "certified", "simulated", "blank")

#: what the status of a statement is worth to the closed form that it states; every other status settles nothing
_WORTH: dict[str, State] = {"proved": "proved", "certified": "certified"}


@dataclass(frozen=True)
class CellState:
    """What is known of one cell, and the statements that say so with the state that each of them gives."""

    family: str
    coupling: str
    state: State
    statements: Mapping[str, State]

    def to_json(self) -> dict[str, Any]:
        return {
            "family": self.family,
            "coupling": self.coupling,
            "state": self.state,
            "statements": dict(self.statements),
        }


def check_cells(value: object) -> tuple[Cell, ...]:
    """Cells as written in a statement.

    Raises:
        ValueError: unless they are pairs (family, coupling) of known names, each once.
    """
    if not isinstance(value, tuple) or not all(isinstance(cell, tuple) and len(cell) == 2 for cell in value):
        raise ValueError(f'STATEMENT: cells must be pairs such as (("positive", "iid"),), got {value!r}')
    for cell in value:
        for what, name, known in (("family", cell[0], FAMILIES), ("coupling", cell[1], COUPLINGS)):
            if name not in known:
                raise ValueError(f"STATEMENT: unknown {what} {name!r} in cells; allowed: {', '.join(known)}")
    if len(set(value)) < len(value):
        raise ValueError(f"STATEMENT: a cell is named twice in {value!r}")
    return value


def state_of(row: Mapping[str, Any]) -> State:
    """What a row of the ledger is worth to a closed form.

    The print of a refuted row does not count, its corrections do: the least of them, provided that every error has one.
    Without a rigorous judge behind it a closed form that draws support is simulated only.
    """
    if row["status"] == "refuted":
        errors = row["erratum"]["claims"] if row["erratum"] else []
        return _least(c["status"] for error in errors for c in error["corrections"] or [{"status": "undecided"}])
    if row["status"] == "supported" and row["judges"]["simulation"]["verdict"] == "holds":
        return "simulated"
    return _WORTH.get(row["status"], "blank")


def _least(statuses: Iterable[str]) -> State:
    """The least that one of several statuses is worth; nothing if there are none."""
    return max((_WORTH.get(status, "blank") for status in statuses), key=STATES.index, default="blank")


def chart(cells: Mapping[str, Iterable[Cell]], rows: Mapping[str, Mapping[str, Any]]) -> list[CellState]:
    """Every cell of the map, family by family.

    Args:
        cells: the cells that each statement settles, by its id.
        rows: the row of each of these statements in the ledger.
    """
    told: dict[Cell, dict[str, State]] = {}
    for name, settled in cells.items():
        for cell in settled:
            told.setdefault(cell, {})[name] = state_of(rows[name])
    found = []
    for family in FAMILIES:
        for coupling in COUPLINGS:
            states = told.get((family, coupling), {})
            best: State = min(states.values(), key=STATES.index, default="blank")
            found.append(CellState(family, coupling, best, states))
    return found
