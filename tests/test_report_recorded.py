"""What a fresh install shows of each claim: the record alone has its words and its formula, as text and LaTeX."""

from __future__ import annotations

import json
import re

from house import House

from rftheory.report.formulas import mathml
from rftheory.statements.view import recorded_views

_FORMULAS = {
    "kernel": [
        ("a", "claim", "holds", "1 step", {"form": "b = c", "latex": "b = c", "says": "generated"}),
        ("d", "claim", "holds", "1 step", {"form": "r = s", "latex": "r = s", "tex": r"\rho = \sigma"}),
    ],
    "enclosure": [("e", "claim", "refuted", "disjoint", {"printed_text": "p = q", "printed": "p = q", "flaw": "no"})],
}


def test_the_record_has_the_formula_of_every_claim_as_text_and_latex(house: House) -> None:
    """Without any receipts, in what show prints, in its JSON and in the report."""
    house.add("one", _FORMULAS)
    assert house.run("ledger").exit_code == 0
    house.receipts = house.receipts.with_name("nowhere")
    wanted = {"a": ("b = c", "b = c"), "d": ("r = s", r"\rho = \sigma"), "e": ("p = q", "p = q")}
    text = house.run("show", "fake.one").stdout
    for form, latex in wanted.values():
        assert f"\n    {form}\n" in text and f"\n    LaTeX: {latex}\n" in text
    shown = json.loads(house.run("show", "fake.one", "--json").stdout)
    assert {claim["name"]: (claim["form"], claim["latex"]) for claim in shown["claims"]} == wanted
    target = house.recorded.parent / "report"
    result = house.run("report", "--no-plots", "-o", str(target))
    assert "1 statements have no fresh receipts" in result.output
    page = (target / "s" / "fake.one.html").read_text(encoding="utf-8")
    for _, latex in wanted.values():
        assert mathml(latex, "block") in page
    # the answer of a claim is that of the record, where it is of this claim
    assert re.findall(r'class="claim summary answer-(\w*)"', page) == ["holds", "holds", "refuted"]
    assert "rftheory verify fake.one" in page and "1 step" in page
    assert house.run("show", "fake.one", "--latex").stdout == "".join(
        f"% {name}\n{latex}\n" for name, (_, latex) in wanted.items()
    )


def test_a_record_tells_no_claim_of_a_row_to_hold_that_is_open(house: House) -> None:
    found = [("a", "claim", "holds", "1 step", {"form": "b = c"}), ("d", "claim", "undecided", "a gap", {})]
    house.add("one", {"kernel": found})
    house.run("ledger")
    row = json.loads(house.run("show", "fake.one", "--json").stdout)
    assert [view.answer for view in recorded_views(row)] == ["", ""]
