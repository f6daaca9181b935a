"""A displayed line has a tick where it is replayed, else what stopped it; in a proved row no other line is displayed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rftheory.judges import kernel_judge
from rftheory.prover import certify as certifying
from rftheory.prover.failure import Unproved
from rftheory.prover.spec import is_line, text_name
from rftheory.report.notebook.pages import ClaimPage
from rftheory.report.page import statement_page
from rftheory.statements.certificates import Kept
from rftheory.statements.lines import NO_LINES, TICK, UNASKED, shown_lines
from rftheory.statements.loading import found
from rftheory.statements.recorded import recorded_path
from rftheory.statements.text import claim_lines
from rftheory.statements.verdicts import Finding, Verdict
from rftheory.statements.view import View, claim_view, claim_views
from tests.lines import FALSE, RIGHT, TRUE, keep, lines_of, module, square

# -- certificates without lines -------------------------------------------------------------------------------------------


def test_a_certificate_of_claims_alone_gives_no_ticks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise Unproved("no lines then")

    with monkeypatch.context() as old:
        old.setattr(certifying, "stated", none)
        keep(tmp_path, square(TRUE, RIGHT))
    file = module(tmp_path, square(TRUE, RIGHT))
    verdict = kernel_judge.judge(file, "standard", 0)
    assert verdict.answer == "holds" and (verdict.figures["lines"], verdict.figures["replayed_lines"]) == (2, 0)
    assert set(lines_of(file)["c"].values()) == {NO_LINES}
    text = _text(_finding(file), is_proved=True)
    assert text.count(NO_LINES) == 2 and TICK not in text


# -- what is shown --------------------------------------------------------------------------------------------------------


def _finding(file: ModuleType) -> Finding:
    (found,) = kernel_judge.judge(file, "standard", 0).findings
    return found


def _text(finding: Finding, is_proved: bool) -> str:
    return " ".join("\n".join(claim_lines(claim_view(finding, is_proved=is_proved))).split())


def _page(finding: Finding, is_proved: bool) -> str:
    row = {"id": "fake.one", "title": "t", "status": "proved" if is_proved else "supported", "paper": "fake", "kind": "identity",
           "location": "here", "reading": "", "notes": [], "status_notes": [], "judges": {}, "erratum": None}  # fmt: skip
    return " ".join(statement_page(View(row, {"kernel": Verdict("kernel", (finding,))})).split())


@pytest.mark.parametrize("show", [_text, _page])
def test_every_display_has_ticks_and_what_stopped_a_line(show: Callable[[Finding, bool], str], tmp_path: Path) -> None:
    keep(tmp_path, square(TRUE, FALSE, RIGHT))
    finding = _finding(module(tmp_path, square(TRUE, FALSE, RIGHT)))
    shown = show(finding, False)
    assert shown.count(TICK) == 1 and shown.count("not replayed") == 2
    # in a row that is proved the lines end before the first one that is not replayed
    cut = show(finding, True)
    assert cut.count(TICK) == 1 and "2 lines are left out: line 2 is not replayed" in cut
    assert cut.count("a hint") == shown.count("a hint") - 2


def test_a_notebook_has_them_as_well(tmp_path: Path) -> None:
    keep(tmp_path, square(TRUE, FALSE, RIGHT))
    claim = square(TRUE, FALSE, RIGHT)
    markdown = ClaimPage("fake.one", claim, module(tmp_path, claim)).derivation().markdown
    assert markdown.count(TICK) == 1 and "2 lines are left out" in markdown
    assert ClaimPage("mine", square(TRUE, RIGHT)).derivation().markdown.count(TICK) == 2


def test_a_line_of_which_nobody_was_asked_has_no_tick() -> None:
    chain: list[dict[str, Any]] = [
        {"relation": relation, "expr": "1", "latex": "1", "reason": "told"} for relation in ("", "=", "=")
    ]
    assert [line.mark for line in shown_lines(chain, {"1": ""}, False).lines] == ["", TICK, f"not replayed: {UNASKED}"]
    assert len(shown_lines(chain, {"1": ""}, True).lines) == 2 and len(shown_lines(chain, {}, True).lines) == 1


def test_a_claim_that_the_kernel_replays_is_shown_to_hold() -> None:
    verdicts = {
        judge: Verdict(judge, (Finding("c", "claim", answer, "told"),))
        for judge, answer in (("kernel", "holds"), ("enclosure", "undecided"))
    }
    assert claim_views(verdicts)[0].answer == "holds"
    refuted = {"enclosure": Verdict("enclosure", (Finding("c", "claim", "refuted", "told"),))}
    assert claim_views({**verdicts, **refuted})[0].answer == "refuted"
    assert (
        claim_views({"kernel": Verdict("kernel", (Finding("c", "claim", "not run", "told"),))})[0].answer == "not run"
    )


# -- the ledger -----------------------------------------------------------------------------------------------------------


def _kept_lines(kept: Kept) -> dict[str, list[int]]:
    """The numbers of the lines that a certificate has entries for, by the names of claims."""
    numbers: dict[str, list[int]] = {}
    for name in re.findall(r"^\(theorem (\w+)$", kept.read()[0].decode(), re.MULTILINE):
        if is_line(name):
            claim, _, number = name.rpartition("__")
            numbers.setdefault(claim, []).append(int(number))
    return numbers


def _proved_rows() -> dict[str, Kept]:
    files = {name: Kept.beside(entry.path) for name, entry in found().entries.items()}
    rows = json.loads(recorded_path().read_text(encoding="utf-8"))["statements"]
    return {row["id"]: files[row["id"]] for row in rows if row["status"] == "proved"}


def test_no_line_of_a_proved_row_is_displayed_that_is_not_replayed() -> None:
    """Each line has an entry, or what stopped it is kept, before which the display ends."""
    rows = _proved_rows()
    assert len(rows) > 100
    for row, kept in rows.items():
        left = {text_name(f"{row}/{name}"): set(lines) for name, lines in kept.reasons().lines.items()}
        for claim, numbers in _kept_lines(kept).items():
            every = {*numbers, *left.get(claim, ())}
            assert every <= set(range(max(every) + 1)) and every >= set(range(1, max(every) + 1)), (row, claim)
            assert len(set(numbers)) == len(numbers) and not left.get(claim, set()) & set(numbers)


def test_every_certificate_that_is_kept_has_lines() -> None:
    assert [row for row, kept in _proved_rows().items() if not _kept_lines(kept)] == []
