"""The map of the field: which statement settles the pair moment ``E Z_1 Z_2`` of which family with which coupling.

With E Z and E Z^2 the pair moment fixes the error of an estimator, so its closed form is what a cell of the table families
x couplings asks for. A statement names the cells that it settles in its ``cells``; what is known of a cell is read off the
statuses of these statements and is nowhere written down by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from rftheory.extensions import folders as extensions

#: the families of the toolkit (waves of the kernels that are mixtures of Gaussian ones over scales, Matern, Laplace and rational
#: quadratic, in rows of their own, as their errors are), and estimators that theorems of the field are about
FAMILIES = (
    "trigonometric",
    "positive",
    "hyperbolic",
    "generalized-exponential",
    "complex-exponential",
    "poisson",
    "geometric",
    "random-phase-cosine",
    *(MIXTURES := ("mixture-trigonometric", "mixture-phase-cosine")),
    "arc-cosine",
    "favor-sharp",
    *(SKETCHES := ("polynomial-sketch", "random-maclaurin")),
)
COUPLINGS = ("iid", "orthogonal", "simplex", "simplex+", "hadamard", "halton", "sobol")

#: a family and a coupling, and what a closed form is restricted to, in words, if it is
Cell = tuple[str, str] | tuple[str, str, str]
#: from the strongest to the weakest; "in part" is proved or certified for what a statement restricts it to
State = Literal["proved", "certified", "in part", "simulated", "blank", "does not apply"]
STATES: tuple[State, ...] = ("proved", "certified", "in part", "simulated", "blank", "does not apply")

#: what the status of a statement is worth to the closed form that it states; every other status settles nothing
_WORTH: dict[str, State] = {"proved": "proved", "certified": "certified"}

#: couplings of the directions of Gaussian vectors
_OF_DIRECTIONS = ("orthogonal", "simplex", "simplex+", "hadamard")
_COUNTS = (
    "Poisson and geometric features have vectors of independent counts for projections. No rotation leaves their law "
    "unchanged, so they have no directions to be coupled, and Gaussian directions would give other features."
)
_SIGNS = (
    "Sketches of polynomials are products of independent sign vectors, of a random number for random Maclaurin features: they "
    "have no Gaussian directions to be coupled."
)
#: cells in which there is no such estimator, with the reason
NOT_APPLICABLE: Mapping[tuple[str, str], str] = {
    (family, coupling): reason
    for families, reason in ((("poisson", "geometric"), _COUNTS), (SKETCHES, _SIGNS))
    for family in families
    for coupling in _OF_DIRECTIONS
}


@dataclass(frozen=True)
class CellState:
    """What is known of one cell, and the statements that say so with the state that each of them gives."""

    family: str
    coupling: str
    state: State
    statements: Mapping[str, State]
    #: what the closed forms of statements are restricted to, where they are
    restrictions: Mapping[str, str] = field(default_factory=dict)
    #: why the coupling does not apply to the family, where it does not
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def check_cells(value: object) -> tuple[Cell, ...]:
    """Cells as written in a statement.

    Raises:
        ValueError: unless they are pairs (family, coupling) of known names that apply to each other, each once, with a
            restriction in words as a third entry or none.
    """
    if not isinstance(value, tuple) or not all(isinstance(cell, tuple) and len(cell) in (2, 3) for cell in value):
        raise ValueError(f'STATEMENT: cells must be pairs such as (("positive", "iid"),), got {value!r}')
    for cell in value:
        for what, name, known in (("family", cell[0], FAMILIES), ("coupling", cell[1], COUPLINGS)):
            # rows and columns of extensions are those that their statements name
            if name not in known and not extensions.folders():
                raise ValueError(f"STATEMENT: unknown {what} {name!r} in cells; allowed: {', '.join(known)}")
        if cell[:2] in NOT_APPLICABLE:
            raise ValueError(f"STATEMENT: the cell {cell[:2]} does not apply: {NOT_APPLICABLE[cell[:2]]}")
        if len(cell) == 3 and not (isinstance(cell[2], str) and cell[2].strip()):
            raise ValueError(f"STATEMENT: the restriction of a cell must be said in words, got {cell[2]!r}")
    if len({cell[:2] for cell in value}) < len(value):
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


def chart(
    cells: Mapping[str, Iterable[Cell]],
    rows: Mapping[str, Mapping[str, Any]],
    families: Sequence[str] = FAMILIES,
    couplings: Sequence[str] = COUPLINGS,
) -> list[CellState]:
    """Every cell of the map, family by family.

    Args:
        cells: the cells that each statement settles, by its id.
        rows: the row of each of these statements in the ledger.
        families, couplings: the rows and columns of the map.
    """
    told: dict[tuple[str, str], dict[str, State]] = {}
    limits: dict[tuple[str, str], dict[str, str]] = {}
    for name, settled in cells.items():
        for family, coupling, *restriction in settled:
            state = state_of(rows[name])
            if restriction:
                limits.setdefault((family, coupling), {})[name] = restriction[0]
                state = "in part" if state in _WORTH.values() else state
            told.setdefault((family, coupling), {})[name] = state
    found = []
    for family in families:
        for coupling in couplings:
            place = family, coupling
            states, reason = told.get(place, {}), NOT_APPLICABLE.get(place, "")
            none: State = "does not apply" if reason else "blank"
            best: State = min(states.values(), key=STATES.index, default=none)
            found.append(CellState(family, coupling, best, states, limits.get(place, {}), reason))
    return found
