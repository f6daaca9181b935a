"""Files are read as they are: what a file imports and says depends on its text and its package alone."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from house import House

from rftheory.judges.pipeline import JUDGE_MODULES
from rftheory.statements.discovery import discover
from rftheory.statements.source_tree import ABOVE, FACADE, PROOFS, SourceTree


def _tree(folder: Path, **files: str) -> SourceTree:
    for name, text in files.items():
        path = folder.joinpath(*name.split("__")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return SourceTree({place.name: place for place in folder.iterdir()})


def test_the_same_text_in_another_package_has_other_imports(tmp_path: Path) -> None:
    tree = _tree(tmp_path, one__module="from . import other", two__module="from . import other")
    first, second = (tree.read(f"{name}.module").imports for name in ("one", "two"))
    assert "one.other" in first and "two.other" in second


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import a.b", "a.b"),
        ("from ..up import a", "pack.up pack.up.a"),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\nelse:\n    import b", "typing typing.TYPE_CHECKING b"),
        ("try:\n    import a\nexcept ImportError:\n    import b\nfinally:\n    import c", "a b c"),
        ("def f():\n    with x:\n        for i in y:\n            import a\n        else:\n            import b", "a b"),
        ("match x:\n    case 1:\n        import a", "a"),
    ],
)  # fmt: skip
def test_imports_are_found_wherever_they_stand(tmp_path: Path, text: str, found: str) -> None:
    assert " ".join(_tree(tmp_path, pack__sub__main=text).read("pack.sub.main").imports) == found


def test_a_changed_file_is_another_one(tmp_path: Path) -> None:
    before = _tree(tmp_path, pack__a="from . import b", pack__b="VALUE = 1").code("pack.a")
    # the same size: only the text counts
    after = _tree(tmp_path, pack__b="VALUE = 2").code("pack.a")
    assert {name for name in before if before[name] != after[name]} == {"pack.b"}
    assert _tree(tmp_path, pack__b="VALUE = 1").code("pack.a") == before


def test_a_change_of_the_engine_is_a_change_of_everything_and_one_above_it_is_none(tmp_path: Path) -> None:
    files = {"mine__a": "A = 1", "rftheory__numbers": "B = 1", "rftheory__cli": "C = 1", "rftheory__proofs__p": "D = 1"}
    (tmp_path / "rftheory" / "cli").mkdir(parents=True)
    before = _tree(tmp_path, **files, rftheory__cli__main="E = 1").code("mine.a")
    for name, counts in {"rftheory__numbers": True, "rftheory__cli__main": False, "rftheory__proofs__p": False}.items():
        after = _tree(tmp_path, **{**files, name: "OTHER = 1"}).code("mine.a")
        assert (after != before) == counts, name


def test_no_judge_and_no_statement_imports_what_is_no_part_of_the_engine() -> None:
    found = discover()
    modules = [*JUDGE_MODULES.values(), "rftheory.judges.workers", *(entry.module for entry in found.entries.values())]
    behind = set().union(*(found.sources.closure(module) for module in modules))
    assert not {name for name in behind if name.split(".")[1:2] and name.split(".")[1] in ABOVE}
    assert any(name.startswith(PROOFS) for name in behind)


def test_no_file_beside_the_receipts_has_a_say_in_what_is_judged(house: House) -> None:
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
    house.write("_piece.py", "VALUE = 2")
    house.run("verify")
    assert {line.split()[0] for line in house.asked()[asked:]} == {"fake.two"}


_WORDS = "from rftheory.one import first\nfrom rftheory.two import second\n"


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        ("from rftheory.vocabulary import *\nprint(first)", "one"),
        ("from rftheory.vocabulary import *\ndef f(x=second): ...", "two"),
        ("from rftheory.vocabulary import *\nnone_of_them", ""),
        ("from rftheory.vocabulary import *\none", ""),
        ("from rftheory.vocabulary import first", "one"),
        ("from rftheory.setting import *\nfirst + second", "one two setting"),
        ("from rftheory.setting import second", "two setting"),
        ("from rftheory import setting\nsetting.first", "one setting"),
        ("from rftheory import vocabulary as other\nother.second", "two"),
        ("def f():\n    from rftheory.vocabulary import second", "two"),
    ],
)
def test_a_name_of_the_facade_counts_as_that_of_the_module_that_defines_it(
    tmp_path: Path, text: str, behind: str
) -> None:
    setting = "from rftheory.vocabulary import *\nthird = 3\n"
    files = {"one": "first = 1", "two": "second = 2", "vocabulary": _WORDS, "setting": setting}
    tree = _tree(tmp_path, pack__main=text, **{f"rftheory__{name}": given for name, given in files.items()})
    assert tree.closure("pack.main") - {"pack.main"} == {f"rftheory.{name}" for name in behind.split()}


def test_the_facade_holds_nothing_but_imports() -> None:
    """Names keep their names: an import under another name would not be found by it."""
    path = discover().sources.path(FACADE)
    assert path is not None
    _, *body = ast.parse(path.read_text()).body
    assert all(isinstance(node, (ast.Import, ast.ImportFrom)) for node in body)
    aliases = [alias for node in body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert all(alias.asname is None and alias.name != "*" for alias in aliases)
