"""What the rules conclude and what they refuse: the tables of ``tests/kernel/steps``."""

from __future__ import annotations

import pytest

from tests.kernel.steps import FILES, sections

SECTIONS = {f"{file.stem}: {title}": section for file in FILES for title, section in sections(file)}


@pytest.mark.parametrize("name", SECTIONS)
def test_steps(name: str) -> None:
    assert SECTIONS[name].run()
