"""What is kept of source files between runs is never stale, never trusted when damaged, and never needed."""

from __future__ import annotations

import json
import threading
from dataclasses import asdict
from pathlib import Path

import pytest
from house import House
from hypothesis import given
from hypothesis import strategies as st

from rftheory.statements import source, source_cache
from rftheory.statements.discovery import discover
from rftheory.statements.source import read_source
from rftheory.statements.source_cache import SourceCache, key_of

_TEXT = '"""A docstring."""\nimport os\nSTATEMENT = dict(id="a")\ndef claims(): ...\n'


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are parsed from here on; nothing is remembered from before."""
    parsed: list[Path] = []
    parse = source._parse

    def counted(text: bytes, path: Path, package: str) -> source.Source:
        parsed.append(path)
        return parse(text, path, package)

    monkeypatch.setattr(source, "_parsed", {})
    monkeypatch.setattr(source, "_parse", counted)
    return parsed


def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process."""
    monkeypatch.setattr(source, "_parsed", {})


def _read(path: Path, store: Path) -> source.Source:
    cache = SourceCache(store)
    found = read_source(path, "pack.module", cache)
    cache.save()
    return found


def test_a_second_run_parses_nothing(house: House, parses: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    house.add("one")
    assert house.run("verify").exit_code == 1  # nothing is recorded
    first = house.run("list", "--json").stdout
    assert parses
    _forget(monkeypatch)
    parses.clear()
    assert house.run("list", "--json").stdout == first
    assert parses == []


def test_a_changed_file_is_read_again(tmp_path: Path, parses: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    path, store = tmp_path / "module.py", tmp_path / "sources.json"
    path.write_text(_TEXT)
    before = _read(path, store)
    _forget(monkeypatch)
    # the same size: only the text counts
    path.write_text(_TEXT.replace("import os", "import re"))
    after = _read(path, store)
    assert len(parses) == 2
    assert (before.imports, after.imports) == (("os",), ("re",)) and before.digest != after.digest
    _forget(monkeypatch)
    path.write_text(_TEXT)
    assert _read(path, store) == before and len(parses) == 2


@pytest.mark.parametrize("damage", ["cut", "edit", "empty", "other", "list"])
def test_a_damaged_cache_is_not_used(
    tmp_path: Path, parses: list[Path], monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    path, store = tmp_path / "module.py", tmp_path / "sources.json"
    path.write_text(_TEXT)
    right = _read(path, store)
    text = store.read_text()
    assert '"os"' in text
    damaged = {
        "cut": text[: len(text) // 2],
        "edit": text.replace('"os"', '"sys"'),
        "empty": "",
        "other": json.dumps({"some": "thing"}) + "\n{}",
        "list": "[]\n[]",
    }
    store.write_text(damaged[damage])
    _forget(monkeypatch)
    assert _read(path, store) == right and len(parses) == 2
    _forget(monkeypatch)
    assert _read(path, store) == right and len(parses) == 2  # repaired


@pytest.mark.parametrize("what", ["python_version", "code"])
def test_another_python_or_another_reader_makes_it_worthless(
    tmp_path: Path, parses: list[Path], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    path, store = tmp_path / "module.py", tmp_path / "sources.json"
    path.write_text(_TEXT)
    _read(path, store)
    _forget(monkeypatch)
    source_cache._version.cache_clear()
    if what == "code":
        monkeypatch.setattr(source_cache, "_READERS", ("source_cache.py",))
    else:
        monkeypatch.setattr(source_cache.platform, "python_version", lambda: "2.7.18")
    _read(path, store)
    source_cache._version.cache_clear()
    assert len(parses) == 2


def test_the_same_text_in_another_package_has_other_imports(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("from . import other")
    cache = SourceCache(tmp_path / "sources.json")
    first, second = (read_source(path, name, cache).imports for name in ("one.module", "two.module"))
    assert "one.other" in first and "two.other" in second


@given(texts=st.tuples(st.binary(max_size=8), st.binary(max_size=8)), names=st.tuples(st.text("ab."), st.text("ab.")))
def test_addresses_are_equal_only_for_equal_things(texts: tuple[bytes, bytes], names: tuple[str, str]) -> None:
    same = (texts[0], names[0]) == (texts[1], names[1])
    assert (key_of(texts[0], names[0]) == key_of(texts[1], names[1])) == same


def test_runs_at_the_same_time_leave_a_whole_file(tmp_path: Path) -> None:
    store = tmp_path / "sources.json"
    entry = source_cache.Source("d", ("os",), "", False)

    def run(number: int) -> None:
        for step in range(5):
            cache = SourceCache(store)
            cache.put(f"{number}-{step}", entry)
            cache.save()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = [
        f"{number}-{step}" for number in range(4) for step in range(5) if SourceCache(store).get(f"{number}-{step}")
    ]
    # the last to write saw what the ones that had ended before it began to write left there
    assert kept and all(SourceCache(store).get(key) == entry for key in kept)
    assert [path.name for path in tmp_path.iterdir()] == ["sources.json"]


def test_old_entries_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_cache, "KEPT", 3)
    entry = source_cache.Source("d", (), "", False)
    for number in range(5):
        cache = SourceCache(tmp_path / "sources.json")
        cache.put(str(number), entry)
        cache.save()
    assert [str(n) for n in range(5) if SourceCache(tmp_path / "sources.json").get(str(n))] == ["2", "3", "4"]


def test_a_place_that_cannot_be_written_to_costs_the_cache_only(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    path = tmp_path / "module.py"
    path.write_text(_TEXT)
    assert asdict(_read(path, blocked / "sources.json")) == asdict(_read(path, tmp_path / "sources.json"))


def test_all_sources_are_the_same_with_and_without_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = discover()
    names = sorted({n for entry in list(plain.entries.values())[:5] for n in plain.sources.closure(entry.module)})
    for _ in range(2):
        found = discover((), SourceCache(tmp_path / "sources.json"))
        assert found.entries == plain.entries
        for name in names:
            assert found.sources.digest(name) == plain.sources.digest(name)
            assert found.sources.imports(name) == plain.sources.imports(name)
        found.sources.cache.save()
        _forget(monkeypatch)
