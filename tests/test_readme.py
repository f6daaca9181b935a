"""The Python in the README runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_there_is_something_to_run() -> None:
    assert len(BLOCKS) >= 3


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_block_runs(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "readme"}
    exec(compile(block, str(README), "exec"), names)  # noqa: S102 - our own file
    assert ("print(" in block) == bool(capsys.readouterr().out)
    if "def claims" in block:
        (claim,) = names["claims"]()  # type: ignore[operator]
        assert claim.domain.points(3)
