"""Every condition beside the ranges of a proved statement stands for printed words, a definition, or a need that is named."""

from __future__ import annotations

import json
from pathlib import Path

import sympy as sp

from rftheory.vocabulary import ge
from rftheory.judges import enclosure_judge
from rftheory.statements.admission import refusals
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.ledger import _conditions
from rftheory.statements.pages import ledger_page
from rftheory.statements.words import Words, by_definition, needed, printed_words
from tests.lines import file_of

ROOT = Path(__file__).resolve().parent.parent
_ROWS = json.loads((ROOT / "proofs" / "ledger.json").read_text(encoding="utf-8"))["statements"]

x, y = sp.symbols("x y", real=True)


def test_no_condition_of_a_proved_row_is_without_a_word() -> None:
    """Of what is printed, or repairs it; lemmas are ours. A ledger that is not that of the claims is stale, which CI tells."""
    proved = [row for row in _ROWS if row["status"] == "proved"]
    said = [(row["id"], each) for row in proved for each in row["conditions"]]
    assert len(said) > 100
    assert [(name, each) for name, each in said if not each["kind"] or not each["words"]] == []


def test_a_condition_without_a_word_is_recorded_as_that() -> None:
    verdict = enclosure_judge.judge(file_of(_claim(None)), "standard", 0)
    (said,) = _conditions({"enclosure": verdict})
    assert said["condition"] == "x > 0" and not said["kind"] and not said["words"]


def test_words_stay_with_their_conditions() -> None:
    first, second, third = sp.Gt(x, 1), sp.Lt(x, y), sp.Ne(y, 3)
    domain = Domain((Range(x),), (first,), words=by_definition("first"))
    domain = domain.where(second, words=printed_words("x < y", "(1)")).with_ranges(Range(y)).where(third)
    assert domain.meanings() == [
        (first, by_definition("first")),
        (second, printed_words("x < y", "(1)")),
        (third, None),
    ]
    assert (
        domain == Domain((Range(x), Range(y)), (first, second, third))
        and str(domain.meanings()[1][1]) == '"x < y", (1)'
    )


def _claim(words: Words | None, *needs: str) -> Claim:
    domain = Domain((Range(x),)).where(sp.Gt(x, 0), words=words)
    return Claim("c", "says", ge(x**3, 0), domain, needs=needs)


def test_a_condition_that_is_needed_is_named_by_the_claim() -> None:
    (said,) = refusals(_claim(needed("x > 0")))
    assert "needs must name 'x > 0'" in said and "got ()" in said
    assert refusals(_claim(needed("x > 0"), "x > 0")) == ()
    assert refusals(_claim(by_definition("a length"))) == refusals(_claim(None)) == ()


def test_the_ledger_lists_conditions_with_their_words(tmp_path: Path) -> None:
    verdict = enclosure_judge.judge(file_of(_claim(printed_words("for | x | > 0", "Theorem 1"))), "standard", 0)
    (said,) = _conditions({"enclosure": verdict})
    assert said["condition"] == "x > 0" and said["kind"] == "printed" and said["words"] == '"for | x | > 0", Theorem 1'
    row = {**next(row for row in _ROWS if row["status"] == "proved"), "conditions": [said]}
    page = ledger_page([row], "standard", 0)
    assert r'| `x > 0` | printed: "for \| x \| > 0", Theorem 1 |' in page
    assert "beside their ranges" not in ledger_page([{**row, "status": "refuted"}], "standard", 0)
