"""The pages about the kernel tell what the kernel is: every rule and axiom, and a certificate as the prover writes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.certificate import check
from rftheory.kernel.rules.tables import SPECIAL
from rftheory.kernel.tables import ENTRIES
from rftheory.kernel.theorems import RULES
from rftheory.statements.files import listed

DOCS = Path(__file__).parents[2] / "docs"
PARAGRAPHS = ["Premises", "Conditions", "Conclusion", "Source", "Refused"]


def entries(page: str) -> dict[str, str]:
    """The texts under ``### NAME`` or ``### NAME, NAME``, by their names."""
    found: dict[str, str] = {}
    for part in re.split(r"^### ", page, flags=re.MULTILINE)[1:]:
        heading, _, text = part.partition("\n")
        for name in heading.split(", "):
            assert name not in found, f"{name} has two entries"
            found[name] = re.split(r"^##", text, maxsplit=1, flags=re.MULTILINE)[0]
    return found


ENTRIES_OF_RULES = entries((DOCS / "kernel.md").read_text(encoding="utf-8"))


def test_every_rule_has_an_entry_and_every_entry_is_a_rule() -> None:
    assert sorted(ENTRIES_OF_RULES) == sorted(RULES)


def test_an_entry_has_its_paragraphs() -> None:
    assert {
        name for name, text in ENTRIES_OF_RULES.items() if re.findall(r"\*\*(\w+)\*\*", text) != PARAGRAPHS
    } == set()


def test_every_axiom_is_named() -> None:
    page = (DOCS / "kernel.md").read_text(encoding="utf-8")
    listed = page[page.index("#### The names") : page.index("## Derivatives")].partition("\n- ")[2]
    names = re.findall(r"`(.*?)`", listed)
    assert sorted(names) == sorted([*ENTRIES, *SPECIAL])


# -- a certificate line by line ---------------------------------------------------------------------------------------


def blocks(page: str) -> list[str]:
    return re.findall(r"^```\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)


def test_the_certificate_that_is_explained_is_what_the_prover_writes_and_the_kernel_accepts() -> None:
    from rftheory.prover.certify import certify
    from rftheory.statements.loading import load

    spec, *lines = blocks((DOCS / "certificate.md").read_text(encoding="utf-8"))
    name = "rules.elementary-bounds"
    found = certify(name, list(listed(load(name))), only=["exponential"])
    assert spec == found.spec.decode()
    assert "".join(lines) == found.certificate.decode()
    answer = check(spec.encode(), ["".join(lines).encode()])
    assert answer["accepted"]
    assert answer["claims"][0]["axioms"] == ["atom.exp.prod"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"d":"1"', '"d":"2"', "line 24: no identity: the difference does not reduce to 0"),
        (
            '{"g":"rules_elementary_bounds_exponential__2","s":6,"i":7}\n',
            "",
            "1 lines that nothing uses; the first is s 6",
        ),
    ],
)
def test_what_is_said_of_changes_is_so(old: str, new: str, reason: str) -> None:
    page = (DOCS / "certificate.md").read_text(encoding="utf-8")
    assert f"`{reason}`" in page
    spec, *lines = blocks(page)
    (rejected,) = check(spec.encode(), ["".join(lines).replace(old, new, 1).encode()])["rejected"]
    assert reason in rejected["reason"]
