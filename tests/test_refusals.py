"""What is refused is refused in words that name it: the rows of `refusals.toml`, and the controls of what compares them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from refused import problem, rows

ROWS = rows()
#: rows whose message names no parameter
NAMELESS = 156


@pytest.fixture(scope="module", autouse=True)
def samples() -> Iterator[None]:
    """Commands read the files that golden outputs read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parent.parent / "tools"))
        import consoles

        with consoles.apart():
            yield


@pytest.mark.parametrize("asked", sorted({(row.section, row.callable) for row in ROWS}), ids=": ".join)
def test_bad_input_is_refused(asked: tuple[str, str]) -> None:
    """All rows of one callable of a section: what is wrong is told of each of them."""
    mine = [row for row in ROWS if (row.section, row.callable) == asked]
    assert [(row.arguments, told) for row in mine if (told := problem(row)) is not None] == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"words": "m must be an integer >= 2"}, "other words"),
        ({"arguments": '"positive", m=1, kernel="gaussian"'}, "nothing is refused"),
        ({"name": "other"}, "names none of other"),
        ({"name": ""}, "does name m"),
        ({"words": "must be", "arguments": '"positive", m=4, kernel="gaussian", seed=-1'}, "names none of"),
    ],
)
def test_a_wrong_row_is_told(change: dict[str, str], told: str) -> None:
    """The control."""
    row = next(row for row in ROWS if row.arguments == "'positive', m=0, kernel='gaussian'" and row.callable == "make")
    assert problem(row) is None
    assert told in (problem(row._replace(**change)) or "")


def test_rows_stand_once_and_most_messages_name_what_is_meant() -> None:
    assert len(set(ROWS)) == len(ROWS) >= 150
    # a limit that only falls: a message that names a parameter is better
    assert sum(row.name == "" for row in ROWS) <= NAMELESS
