"""Files are read as they are: what a file imports and says depends on its text and its package alone."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from house import House
from hypothesis import given
from hypothesis import strategies as st

from rftheory.statements import source
from rftheory.statements.discovery import discover
from rftheory.statements.source import read_source
from rftheory.statements.source_tree import FACADES, SourceTree

_TEXT = '"""A docstring."""\nimport os\nSTATEMENT = dict(id="a")\ndef claims(): ...\n'


def test_the_same_text_in_another_package_has_other_imports(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("from . import other")
    first, second = (read_source(path, name).imports for name in ("one.module", "two.module"))
    assert "one.other" in first and "two.other" in second


@given(texts=st.tuples(st.binary(max_size=8), st.binary(max_size=8)), names=st.tuples(st.text("ab."), st.text("ab.")))
def test_addresses_are_equal_only_for_equal_things(texts: tuple[bytes, bytes], names: tuple[str, str]) -> None:
    same = (texts[0], names[0]) == (texts[1], names[1])
    assert (source._key_of(texts[0], names[0]) == source._key_of(texts[1], names[1])) == same


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(_TEXT)
    before = read_source(path, "pack.module")
    # the same size: only the text counts
    path.write_text(_TEXT.replace("import os", "import re"))
    after = read_source(path, "pack.module")
    assert (before.imports, after.imports) == (("os",), ("re",)) and before.digest != after.digest
    path.write_text(_TEXT)
    assert read_source(path, "pack.module") == before


def test_no_file_beside_the_receipts_has_a_say_in_what_is_judged(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Doctored tables, from which lists and pages are answered, are not even read."""
    house.add("one")
    house.write("_piece.py", "VALUE = 1")
    house.add("two", imports="from ._piece import VALUE")
    house.run("verify")
    house.run("list")
    tables = [path for path in house.receipts.iterdir() if path.is_file()]
    assert {path.name for path in tables} == {"known.json", "statements.json"}
    for path in tables:
        path.write_text(json.dumps({**json.loads(path.read_text()), "value": []}))
    assert json.loads(house.run("list", "--json").stdout) == []
    asked = len(house.asked())
    monkeypatch.setattr(source, "_parsed", {})
    house.write("_piece.py", "VALUE = 2")
    house.run("verify")
    assert {line.split()[0] for line in house.asked()[asked:]} == {"fake.two"}


@pytest.mark.parametrize(
    "reader",
    ["claims.__doc__", "inspect.getdoc(claims)", "getattr(claims, '__doc__')", "inspect.getsource(claims)"],
)
def test_where_docstrings_are_read_they_count(tmp_path: Path, reader: str) -> None:
    """Those of all files: any of them may be the one that is read."""
    package = tmp_path / "pack"
    package.mkdir()
    (package / "piece.py").write_text('"""A piece."""\nVALUE = 1\n')
    main = package / "main.py"

    def code() -> str:
        return SourceTree({"pack": package}).code("pack.main")

    for line, counts in ((f"SAID = {reader}", True), (f'def f():\n    """Not {reader}."""', False)):
        main.write_text(f"import inspect\nfrom . import piece\ndef claims(): ...\n{line}\n")
        (package / "piece.py").write_text('"""A piece."""\nVALUE = 1\n')
        before = code()
        (package / "piece.py").write_text('"""Another text."""  # a comment\nVALUE = 1\n')
        assert (code() != before) == counts


def test_the_built_in_statements_do_not_read_their_text() -> None:
    """Else every docstring of the engine would be part of their addresses."""
    found = discover()
    assert not found.sources.text_counts(*(entry.module for entry in found.entries.values()))


def _facade(tmp_path: Path, **files: str) -> SourceTree:
    package = tmp_path / "pack"
    package.mkdir(exist_ok=True)
    words = "from pack.one import first\nfrom pack.two import second\n"
    given = {
        "one": "first = 1\n",
        "two": "second = 2\n",
        "words": words,
        "setting": "from pack.words import *\nthird = 3\n",
    }
    for name, text in {**given, **files}.items():
        (package / f"{name}.py").write_text(text)
    return SourceTree({"pack": package}, frozenset({"pack.words"}))


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        ("from pack.words import *\nprint(first)", "one"),
        ("from pack.words import *\ndef f(x=second): ...", "two"),
        ("from pack.words import *\nnone_of_them", ""),
        ("from pack.words import first", "one"),
        ("from pack.setting import *\nfirst + second", "one two setting"),
        ("from pack.setting import second", "two setting"),
        ("from pack import setting\nsetting.first", "one setting"),
        ("from pack import words as other\nother.second", "two"),
        ("from pack.words import *\nfirst = 3\nfirst", "one"),
        ("from pack.words import *\nimport other as first\nfirst.x", ""),
        ("first = 3\nfrom pack.words import *\nfirst", "one"),
        ("from pack.words import *\ndef f(first):\n    second = [first for first in first]\n    return second", ""),
        ("from pack.words import *\ndef f(first):\n    return lambda: (first, second)", "two"),
        ("from pack.words import *\nif x:\n    first = 3\nfirst", "one"),
        ("from pack.words import *\nglobals()['first']", "one two"),
        ("def f():\n    from pack.words import second", "two"),
    ],
)
def test_a_name_of_a_facade_counts_as_that_of_the_module_that_defines_it(
    tmp_path: Path, text: str, behind: str
) -> None:
    tree = _facade(tmp_path, main=text)
    assert tree.closure("pack.main") - {"pack.main"} == {f"pack.{name}" for name in behind.split()}


def test_only_what_a_file_takes_from_a_facade_makes_its_receipts_stale(tmp_path: Path) -> None:
    main = "from pack.setting import *\nprint(first)\n"
    before = _facade(tmp_path, main=main).code("pack.main")
    assert _facade(tmp_path, main=main, two="second = 3\n").code("pack.main") == before
    moved = "from pack.one import first\nfrom pack.two import other, second\n"
    assert _facade(tmp_path, main=main, words=moved).code("pack.main") == before
    assert _facade(tmp_path, main=main, one="first = 2\n").code("pack.main") != before
    elsewhere = "from pack.two import first, second\n"
    assert _facade(tmp_path, main=main, words=elsewhere).code("pack.main") != before


def test_facades_hold_nothing_but_imports() -> None:
    """Names keep their names: an import under another name would not be found by it."""
    for path in map(discover().sources.path, FACADES):
        assert path is not None
        _, *body = ast.parse(path.read_text()).body
        assert all(isinstance(node, (ast.Import, ast.ImportFrom)) for node in body)
        aliases = [alias for node in body if isinstance(node, ast.ImportFrom) for alias in node.names]
        assert all(alias.asname is None and alias.name != "*" for alias in aliases)
