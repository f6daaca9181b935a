"""Receipts: fresh exactly while nothing they depend on has changed, and never trusted when damaged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from house import House

from rftheory.judges import pipeline
from rftheory.statements import receipts
from rftheory.statements.receipts import KEPT, Receipt, ReceiptStore, UnwritableStore, default_directory, receipt_key
from rftheory.statements.source_tree import SourceTree
from rftheory.statements.verdicts import Finding, Verdict

_VERDICT = Verdict("kernel", (Finding("c", "claim", "holds", "shown", {"chain": [{"expr": "π"}]}),), {"steps": 3})


def _receipt(key: str = "k" * 64) -> Receipt:
    return Receipt(key, "fake.one", "standard", 0, 0.25, _VERDICT)


def _key(house: House, judge: str = "kernel", level: str = "standard", seed: int = 0) -> str:
    found = house.found()
    entry = found.entries["fake.one"]
    return receipt_key(found.sources, entry.module, judge, pipeline.JUDGE_MODULES[judge], level, seed)


def test_texts_of_lemmas_belong_to_the_address(tmp_path: Path) -> None:
    """The kernel judge may look for a lemma by its text: another text makes another address."""
    home = Path(receipts.rftheory.__file__).parent
    sources = SourceTree({"rftheory": home})
    texts = sorted((home / "proofs" / "theory").glob("*.txt"))
    place = tmp_path / "rftheory" / "proofs" / "theory"
    shutil.copytree(home / "proofs" / "theory", place)
    same = SourceTree({"rftheory": tmp_path / "rftheory"}).theory_digest
    assert same == sources.theory_digest
    changed = place / texts[0].name
    changed.write_text(f"{changed.read_text()}# a word more\n")
    assert SourceTree({"rftheory": tmp_path / "rftheory"}).theory_digest != same


def test_round_trip(tmp_path: Path) -> None:
    store = ReceiptStore(tmp_path)
    store.save(_receipt())
    assert store.load("fake.one", "kernel", "k" * 64) == _receipt()
    assert store.load("fake.one", "kernel", "l" * 64) is None
    assert store.last_duration("fake.one", "kernel") == _receipt().duration
    assert store.damaged == []


@pytest.mark.parametrize("damage", ["cut", "edit", "empty", "other", "list"])
def test_a_damaged_receipt_is_seen_and_not_used(tmp_path: Path, damage: str) -> None:
    store = ReceiptStore(tmp_path)
    store.save(_receipt())
    (path,) = tmp_path.glob("*/*.json")
    text = path.read_text()
    damaged = {
        "cut": text[: len(text) // 2],
        "edit": text.replace('"holds"', '"refuted"'),
        "empty": "",
        "other": json.dumps({"some": "thing"}),
        "list": "[]",
    }
    path.write_text(damaged[damage])
    assert store.load("fake.one", "kernel", "k" * 64) is None
    assert store.damaged == [path]


def test_an_unwritable_store_says_where(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(UnwritableStore, match=str(blocked)):
        ReceiptStore(blocked).save(_receipt())


def test_old_receipts_are_dropped(tmp_path: Path) -> None:
    store = ReceiptStore(tmp_path)
    for number in range(KEPT + 3):
        store.save(_receipt(f"{number:02d}" * 32))
    assert len(list(tmp_path.glob("*/*"))) == KEPT


def test_key_depends_on_code_imports_judge_level_seed_and_versions(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.write("_shared.py", "VALUE = 1")
    house.write("_unused.py", "VALUE = 1")
    path = house.add("one", imports="from ._shared import VALUE")
    keys = [_key(house), _key(house, judge="enclosure"), _key(house, level="full"), _key(house, seed=1)]
    house.write("_unused.py", "VALUE = 200")
    assert _key(house) == keys[0]
    house.write("_shared.py", "VALUE = 200")
    keys.append(_key(house))
    judge = house.package / "_kernel.py"
    judge.write_text(judge.read_text() + "\nEXTRA = 1\n")
    keys.append(_key(house))
    # whatever is changed, if it is a comment
    path.write_text(path.read_text() + "\n# extra\n")
    keys.append(_key(house))
    monkeypatch.setattr(receipts, "library_versions", lambda: {"sympy": "0"})
    keys.append(_key(house))
    assert len(set(keys)) == len(keys)


def test_place_of_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RFTHEORY_RECEIPTS", str(tmp_path / "mine"))
    assert default_directory() == tmp_path / "mine"
    monkeypatch.delenv("RFTHEORY_RECEIPTS")
    assert default_directory().parts[-2:] == (".rftheory", "receipts")
    # an installed package has no checkout around it
    monkeypatch.setattr(receipts.rftheory, "__file__", str(tmp_path / "site" / "rftheory" / "__init__.py"))
    assert not default_directory().is_relative_to(tmp_path)
