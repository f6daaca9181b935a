"""The Python in the README and in the pages of docs runs as it stands."""

from __future__ import annotations

import copy
import re
import runpy
from pathlib import Path

import pytest

from rftheory.statements.recorded import Recorded, recorded_path

README = Path(__file__).parent.parent / "README.md"
PAGES = (README, *sorted((README.parent / "docs").glob("*.md")))
BLOCKS = {
    f"{page.stem} {number}": block
    for page in PAGES
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
}


def test_there_is_something_to_run() -> None:
    # what is trusted is told, not run
    told = """architecture trust kernel rules certificate glossary cite api index simulate gallery audits benchmark limitations wrong
        open messages"""
    assert {name.split()[0] for name in BLOCKS} == {page.stem for page in PAGES} - set(told.split())


@pytest.mark.parametrize("name", BLOCKS)
def test_block_runs(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # what a block saves goes elsewhere
    monkeypatch.chdir(tmp_path)
    block = BLOCKS[name]
    names: dict[str, object] = {"__name__": "readme"}
    exec(compile(block, str(README), "exec"), names)  # noqa: S102 - our own file
    assert ("print(" in block) == bool(capsys.readouterr().out)
    if "def claims" in block:
        (claim,) = names["claims"]()  # type: ignore[operator]
        assert claim.domain.points(3)


TOOL = Path(__file__).parent.parent / "tools" / "readme.py"


def test_the_parts_from_the_ledger_are_renewed() -> None:
    tool = runpy.run_path(str(TOOL))
    renewed, between = tool["renewed"], re.compile(r"(<!-- [a-z]+ -->\n).*?<!-- end -->", re.DOTALL)
    rows = copy.deepcopy(Recorded.load(recorded_path()).rows)
    for row in rows.values():
        for item in (row["erratum"] or {"claims": []})["claims"]:
            item["flaw"] = "a sign is lost"
    for page in tool["PAGES"]:
        text = (README.parent / page).read_text(encoding="utf-8")
        fresh = renewed(page, text, rows)
        assert renewed(page, fresh, rows) == fresh
        assert between.sub(r"\1", fresh) == between.sub(r"\1", text)
        for link in re.findall(r"\]\(([^)#:]+)\)", fresh):
            assert (README.parent / page).parent.joinpath(link).exists(), link
        if page == "README.md":
            assert f"Of {len(rows)} statements, " in fresh
            assert fresh.count("): a sign is lost\n") == 5


def test_the_foremost_errata_are_entries_of_their_own() -> None:
    """A place of another erratum is none, and no name is of a claim that is gone."""
    tool = runpy.run_path(str(TOOL))
    rows = Recorded.load(recorded_path()).rows
    for name in tool["FOREMOST"]:
        statement, _, claim = name.partition(": ")
        known = {item["claim"] for item in rows[statement]["erratum"]["claims"] if not item.get("cause")}
        assert claim in known, name
    # an entry with its cause in another row does not hide it
    lines = tool["errata"](rows).splitlines()
    assert [line.split(".")[0] for line in lines] == ["1", "2", "3", "4", "5"]


def test_a_lost_part_is_an_error() -> None:
    renewed = runpy.run_path(str(TOOL))["renewed"]
    with pytest.raises(ValueError, match="parts of README.md must be counts, errata, each once, got counts"):
        renewed("README.md", "<!-- counts -->\n<!-- end -->\n", {})


def test_a_package_index_has_no_link_into_the_repository() -> None:
    pytest.importorskip("hatchling")
    shown = runpy.run_path(str(TOOL.with_name("index_metadata.py")))["shown"]
    text, link = README.read_text(encoding="utf-8"), re.compile(r"!?\[([^\]]*)\]\(([^)]*)\)")
    relative = [(words, target) for words, target in link.findall(text) if not target.startswith("https://")]
    assert len(relative) > 15
    absolute = [target for _, target in link.findall(shown(text, "https://docs.example"))]
    assert len(absolute) >= len(relative) and all(target.startswith("https://") for target in absolute)
    assert not any(target.endswith((".md", ".ipynb")) for target in absolute)
    alone = shown(text, "")
    assert not [target for _, target in link.findall(alone) if not target.startswith("https://")]
    assert "[" + relative[1][0] not in alone and relative[1][0] in alone


def test_the_readme_stays_short() -> None:
    assert len(README.read_bytes()) <= 5_000
