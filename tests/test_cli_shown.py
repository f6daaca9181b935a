"""``list``, ``show``, ``errata``, ``graph``, JSON and files that do not load, on a house of fake statements."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from house import REFUTED, House

from rftheory.judges import pipeline
from rftheory.statements.source_tree import SourceTree
from rftheory.statements.verdicts import JUDGES


def test_list_prefers_receipts_and_falls_back_to_the_record(house: House) -> None:
    house.add("one")
    house.add("two", REFUTED)
    assert house.run("ledger").exit_code == 0
    house.add("three")

    def listed() -> dict[str, dict]:
        return {row["id"]: row for row in json.loads(house.run("list", "--json").stdout)}

    rows = listed()
    wanted = {"id", "paper", "location", "kind", "title", "status", "judges", "erratum"}
    assert all(wanted <= set(row) for row in rows.values())
    assert [rows[f"fake.{name}"]["source"] for name in ("one", "two", "three")] == ["receipts", "receipts", "none"]
    assert rows["fake.two"]["erratum"]["claims"][0]["counterexample"] == {"r": "1"}
    assert set(rows["fake.one"]["judges"]) == set(JUDGES)
    house.receipts = house.receipts.with_name("elsewhere")
    recorded = listed()
    assert recorded["fake.two"]["source"] == "recorded"
    assert {**recorded["fake.two"], "source": "receipts"} == rows["fake.two"]
    assert "fake.one" in house.run("list", "fake.o*").stdout


def test_list_and_show_say_the_level_of_the_receipts(house: House) -> None:
    house.add("one")
    house.add("two")

    def levels() -> list[str]:
        return [row["level"] for row in json.loads(house.run("list", "--json").stdout)]

    assert levels() == ["", ""]
    house.run("verify", "--level", "quick")
    assert levels() == ["quick", "quick"]
    assert "quick" in house.run("list").stdout
    shown = house.run("show", "fake.one").stdout
    assert "status: proved (receipts at level quick)" in shown and "KERNEL: holds" in shown
    assert "No fresh receipts" in house.run("show", "fake.one", "--level", "standard").stdout
    house.run("verify", "fake.two")
    assert levels() == ["quick", "standard"]
    house.run("verify", "fake.two", "--level", "full")
    house.run("verify", "fake.two", "--level", "quick")
    assert levels() == ["quick", "full"]
    lines = house.run("list").stdout.splitlines()
    assert [line.split()[-1] for line in lines[:3]] == ["level", "quick", "full"] and max(map(len, lines)) <= 80
    assert "K kernel" in lines[4]
    house.receipts = house.receipts.with_name("elsewhere")
    house.run("ledger")
    house.receipts = house.receipts.with_name("nowhere")
    assert levels() == ["standard", "standard"]
    assert "level" not in house.run("list").stdout
    assert "(the recorded ledger)" in house.run("show", "fake.one").stdout


def test_the_record_tells_claim_formula_and_domain(house: House) -> None:
    said = {"says": "the mean of cosh", "domain": "r in [0, oo)", "form": "cosh(r) = 1 + r"}
    printed = {"domain": "r in [0, oo)", "printed_text": "r = 2"}
    step = [("s", "step", "holds", "1 step", {"says": "on the way", "form": "r = r"})]
    derived = [("c", "claim", "holds", "1 step", said), *step]
    house.add("one", {"kernel": derived, "enclosure": [("other", "claim", "refuted", "disjoint", printed)]})
    house.run("ledger")
    house.receipts = house.receipts.with_name("nowhere")
    text = house.run("show", "fake.one").stdout
    assert "\n  c: the mean of cosh\n    for r in [0, oo)\n    cosh(r) = 1 + r\n" in text
    assert "\n  other\n    for r in [0, oo)\n    r = 2\n" in text
    assert "on the way" not in text


def test_words_are_searched_in_places_titles_and_claims(house: House) -> None:
    said = {"kernel": [("c", "claim", "holds", "1 step", {"says": "The Mean of cosh"})]}
    place = house.add("one", said)
    place.write_text(place.read_text().replace("Lemma 1", "Lemma 4.1 (18), A.4 (52)"), encoding="utf-8")
    house.add("two")
    house.run("ledger")

    def found(*words: str) -> list[str]:
        return [row["id"] for row in json.loads(house.run("list", "--json", "--search", *words).stdout)]

    assert found("(18)") == found("mean COSH") == found("(52) statement") == ["fake.one"]
    assert found("the statement") == ["fake.one", "fake.two"] and found("lemma", "fake.two") == ["fake.two"]
    assert "Lemma 4.1 (18), A.4 (52): The" in house.run("list", "--search", "(18)").stdout
    nothing = house.run("list", "--search", "(18) (19)")
    assert nothing.exit_code == 1 and "none of 2 statements has all the words '(18) (19)'" in nothing.stderr


def test_of_what_has_no_receipt_nothing_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.add("one")
    house.add("two", imports="from . import one")
    house.run("verify", "fake.one")
    asked, address = [], pipeline.receipt_key

    def key(sources: SourceTree, module: str, *rest: Any) -> str:
        asked.append(module)
        return address(sources, module, *rest)

    monkeypatch.setattr(pipeline, "receipt_key", key)
    rows = {row["id"]: row["source"] for row in json.loads(house.run("list", "--json").stdout)}
    assert rows == {"fake.one": "receipts", "fake.two": "none"}
    assert {module.rpartition(".")[2] for module in asked} == {"one"}


def test_show_prints_the_chain_and_the_figures(house: House) -> None:
    chain = [
        {"relation": "", "expr": "E[exp(w.x)]", "latex": "E", "reason": "definition"},
        {"relation": "=", "expr": "exp(x_norm**2/2)", "latex": "e", "reason": "Gaussian exponential"},
    ]
    findings = {
        "kernel": [("c", "claim", "holds", "1 step", {"says": "the mean", "chain": chain, "lines": {"1": ""}})],
        "enclosure": [("c", "claim", "holds", "5 points", {"points": 5})],
    }
    house.add("one", findings)
    assert "rftheory verify fake.one" in house.run("show", "fake.one").stdout
    house.run("verify")
    text = house.run("show", "fake.one").stdout
    for expected in ("The statement one", "E[exp(w.x)]", "[Gaussian exponential]", "points: 5", "status: proved"):
        assert expected in text
    shown = json.loads(house.run("show", "fake.one", "--json").stdout)
    assert shown["verdicts"]["kernel"]["findings"][0]["data"]["chain"] == chain


def test_errata_and_graph(house: House) -> None:
    house.add("wrong", REFUTED)
    house.add("top", imports="from . import wrong")
    house.run("verify")
    text = house.run("errata").stdout
    assert "a sign" in text and "1 of 2 statements have an erratum" in text
    assert [row["id"] for row in json.loads(house.run("errata", "--json").stdout)] == ["fake.wrong"]
    assert "`-- fake.wrong  [refuted]" in house.run("graph").stdout
    assert '"fake.top" -> "fake.wrong"' in house.run("graph", "--dot").stdout
    assert json.loads(house.run("graph", "--json").stdout)["rests_on"] == [["fake.top", "fake.wrong"]]


def test_verify_writes_json(house: House, tmp_path: Path) -> None:
    house.add("one")
    house.run("verify", "--json", str(tmp_path / "out.json"))
    document = json.loads((tmp_path / "out.json").read_text())
    assert document["statements"][0]["id"] == "fake.one"
    assert document["counts"] == {"proved": 1}
    assert json.loads(house.run("verify", "--json", "-").stdout)["statements"] == document["statements"]


@pytest.mark.parametrize("name", ["no/out.json", "."])
def test_a_place_for_json_is_tested_before_anything_is_judged(house: House, tmp_path: Path, name: str) -> None:
    house.add("one")
    refused = house.run("verify", "--json", str(tmp_path / name))
    assert refused.exit_code == 2 and "cannot be written" in refused.stderr and str(tmp_path / name) in refused.stderr
    assert house.asked() == []
    # the test leaves nothing behind, and nothing lost
    kept = tmp_path / "kept.json"
    kept.write_text("{}")
    for place in (kept, tmp_path / "new.json"):
        assert house.run("verify", "no-such-id", "--json", str(place)).exit_code == 2
    assert kept.read_text() == "{}" and not (tmp_path / "new.json").exists()


_SAYS = "raise ValueError('no claim is of this kind')"
_BROKEN = {
    "calls.py": "    claim('c', 1, 2)\n",
    "own.py": f"    {_SAYS}\n",
    "_shared.py": "    from . import _shared\n    _shared.broken()\n",
    "_half.py": "    from . import _half\n",
}


@pytest.mark.parametrize("place", _BROKEN)
@pytest.mark.parametrize("when", ["claims", "import"])
def test_a_file_that_does_not_load_is_an_error_with_file_and_line(
    house: House, tmp_path: Path, place: str, when: str
) -> None:
    """And no row: nothing was found of it, not even that it is undecided."""
    mine = tmp_path / f"mine_{house.package.name}"
    mine.mkdir()
    own = house.add("own").rename(mine / "own.py")
    own.with_name("_shared.py").write_text(f"\n\ndef broken():\n    {_SAYS}\n", encoding="utf-8")
    own.with_name("_half.py").write_text("\nA = (\n", encoding="utf-8")
    text = own.read_text(encoding="utf-8").replace("    return ['c']", _BROKEN[place])
    text = text.replace("import Statement", "import Statement\nfrom rftheory.statements.calls import claim")
    if when == "import":
        text += "    return []\n\n\nclaims_now = claims()\n"
    own.write_text(text, encoding="utf-8")
    result = house.run("verify", "--statements", str(mine), "--json", "-")
    assert result.exit_code == 1, result.output
    # the file of the user that has the line, whatever it calls
    file = own.with_name(place) if place.startswith("_") else own
    line = {"_shared.py": 4, "_half.py": 2}.get(place) or text[: text.index(_BROKEN[place].lstrip())].count("\n") + 1
    (said,) = {line for line in result.stderr.splitlines() if "broken statement file" in line}
    assert said.startswith(f"broken statement file {own}: ") and said.endswith(f"({file}, line {line})")
    document = json.loads(result.stdout)
    assert document["statements"] == document["errors"] == document["wrong"] == []
    assert [broken["file"] for broken in document["broken"]] == [str(own)]
