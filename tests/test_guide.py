"""The templates of the guide are files that work as they stand."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
import sympy as sp

from rftheory.chains.claims import claims_of
from rftheory.extensions.walking import Offered
from rftheory.judges import enclosure_judge, kernel_judge, simulation_judge

ROOT = Path(__file__).resolve().parent.parent
_GUIDE = ROOT / "docs" / "contributing"


def blocks(page: str) -> list[str]:
    """The blocks of Python of a page: a template, and what may be put into it."""
    return re.findall(r"```python\n(.*?)```", (_GUIDE / f"{page}.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    monkeypatch.syspath_prepend(str(tmp_path))
    names: list[str] = []

    def loaded(page: str, put: Callable[[list[str]], str] = lambda only: only[0]) -> ModuleType:
        (tmp_path / f"guide_{page}.py").write_text(put(blocks(page)), encoding="utf-8")
        names.append(f"guide_{page}")
        return importlib.import_module(names[-1])

    yield loaded
    for name in names:
        sys.modules.pop(name, None)


def test_every_page_is_named_in_the_guide() -> None:
    text = (_GUIDE.parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert all(f"docs/contributing/{page.name}" in text for page in _GUIDE.glob("*.md"))


def test_the_places_of_symptoms_exist_and_are_many() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .* \| (`rftheory/.*) \|$", text, re.MULTILINE)
    assert len(rows) >= 15
    places = [place for row in rows for place in re.findall(r"`(rftheory/[^`]*)`", row)]
    assert len(places) >= len(rows) and [place for place in places if not (ROOT / place).exists()] == []


def test_the_tests_that_pages_name_exist() -> None:
    pages = [ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    named = {
        (page, name) for page in pages for name in re.findall(r"tests/[\w/.]+\.py", page.read_text(encoding="utf-8"))
    }
    assert len(named) >= 5 and [name for _, name in named if not (ROOT / name).exists()] == []
    # a command that runs tests runs those of the checkout
    bare = [page.name for page in pages if re.search(r"(?<!bin/)\bpytest (-|tests)", page.read_text(encoding="utf-8"))]
    assert bare == []


#: words that stand for a noun, or in the place of one: "told" for "reported", "err" for "have an error", and subjects that hide
_RIDDLES = (
    r"\b(is|are) told (by|in)\b|\btells how many\b|\berrs? (more|less)\b|\bnot to be had\b|\bwhat deviates\b|\bwhoever\b|\bto the bit\b"
    r"|\bhere and now\b|\bby machine, and put\b|\btrusts none\b|\bstops? to\b|, and said\b|\blast two but\b|\bof no use: where\b"
)


def _printed_texts() -> Iterator[tuple[str, str]]:
    """Pages, and the titles, messages and help of the library: constants of its code that are sentences."""
    for page in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "notebooks").glob("*.py"),
    ):
        yield page.name, page.read_text(encoding="utf-8")
    files = [*(ROOT / "rftheory" / "cli").glob("*.py"), *(ROOT / "rftheory" / "plots").glob("*.py")]
    files += [*(ROOT / "proofs").rglob("*.py"), *(ROOT / "rftheory" / "_audit").glob("*.py")]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield f"{file.name}, line {node.lineno}", node.value


def test_sentences_say_the_noun() -> None:
    found = [
        (place, hit[0]) for place, text in _printed_texts() if (hit := re.search(_RIDDLES, " ".join(text.split())))
    ]
    assert found == []


@pytest.mark.parametrize(
    "sentence", ["it is told by a warning", "the hybrid errs more", "[explains 99% of what deviates]"]
)
def test_a_riddle_is_found(sentence: str) -> None:
    assert re.search(_RIDDLES, sentence)


def test_the_statement_is_proved(load) -> None:  # type: ignore[no-untyped-def]
    module = load("statement")
    [claim] = claims_of(module)
    assert module.STATEMENT.id == "notes.second"
    for judge in (kernel_judge, enclosure_judge):
        [finding] = judge.judge(module, "quick", 0).findings
        assert (finding.claim, finding.answer) == (claim.name, "holds")


def test_the_false_print_is_refuted_and_the_draws_agree(load) -> None:  # type: ignore[no-untyped-def]
    def whole(parts: list[str]) -> str:
        first, false, draws = parts
        return "\n".join((first, false.replace("CLAIMS = ", "CLAIMS += "), draws))

    module = load("statement", whole)
    found = {finding.claim: finding.answer for finding in enclosure_judge.judge(module, "quick", 0).findings}
    assert found == {"second": "holds", "third": "refuted", "exponent": "holds"}
    drawn = {finding.claim: finding.answer for finding in simulation_judge.judge(module, "standard", 0).findings}
    assert drawn["second"] == "holds"


def test_the_experiment_runs(load) -> None:  # type: ignore[no-untyped-def]
    experiment = load("experiment").EXPERIMENT
    assert isinstance(experiment, Offered)
    errors = experiment.run(lengths=3).column("error")
    assert len(errors) == 3 and list(errors) == sorted(errors)


def test_the_rule_is_a_sum(load) -> None:  # type: ignore[no-untyped-def]
    k, q = sp.Symbol("k", integer=True), sp.Rational(1, 3)
    assert load("rule").geometric_sum(q) == sp.summation(q**k, (k, 0, sp.oo))
