"""What pages say that commands print is compared with what they print: the comparison, and its controls."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

TOOLS = Path(__file__).parent.parent / "tools"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(TOOLS))
    return runpy.run_path(str(TOOLS / "consoles.py"))


@pytest.mark.parametrize(
    ("want", "got", "same"),
    [
        ("2 draws (0.46 s), 2.2e+06 per second\n", "2 draws (1.5 s), 3e+05 per second\n", True),
        ("2 draws (2 s), seed 0; method:\n  plain\n", "2 draws (1.75 s), seed 0;\n  method: plain\n", True),
        ("a\n...\nc\n", "a\nb\nb\nc\n", True),
        ("a\nb\n", "a b\n", False),
        ("mse 0.293\n", "mse 0.294\n", False),
        ("a\n", "a\nb\n", False),
        ("", "a\n", False),
    ],
)
def test_only_times_and_dots_may_differ(tool: dict[str, Any], want: str, got: str, same: bool) -> None:
    agrees: Callable[[str, str], bool] = tool["agrees"]
    assert agrees(want, got) == same


def test_stale_output_is_found_and_written_anew(tool: dict[str, Any]) -> None:
    page = "Text.\n\n```console\n$ rftheory list no.such\nanother\n```\n\n    rftheory list\n"
    stale: list[str] = []
    fresh = tool["renewed"](page.replace("no.such", "hrf.lemma-3.2"), stale)
    assert len(stale) == 1 and "--- the page says\nanother\n" in stale[0]
    assert "another" not in fresh and "Mean and second moment" in fresh
    assert tool["renewed"](fresh, stale) == fresh and len(stale) == 1


def test_long_formulas_of_the_site_break() -> None:
    nodes = pytest.importorskip("docutils.nodes")
    inline = runpy.run_path(str(TOOLS.parent / "docs" / "conf.py"))["_inline"]

    def pieces(formula: str) -> int:
        written: list[str] = []
        with pytest.raises(nodes.SkipNode):
            inline(SimpleNamespace(body=written), nodes.math("", formula))
        return "".join(written).count("<math")

    assert pieces("a = b + c") == 1
    assert pieces(r"\operatorname{Var}(X) = " + " + ".join(f"e^{{x_{{{i}}}}}" for i in range(20))) > 2


@pytest.fixture(scope="module")
def raw_formulas() -> Callable[[Path], list[str]]:
    sys.path.insert(0, str(TOOLS))
    try:
        found: Callable[[Path], list[str]] = runpy.run_path(str(TOOLS / "site.py"))["raw_formulas"]
    finally:
        sys.path.remove(str(TOOLS))
    return found


def test_raw_formulas_of_the_site_are_found(raw_formulas: Callable[[Path], list[str]], tmp_path: Path) -> None:
    for name, text in {
        "a": "<p>$$ x</p>",
        "b": "<pre>$$</pre> <code>\\begin{x}</code>",
        "d": "<p>$x</p>",
        "c": "<p>\\begin{aligned}</p>",
    }.items():
        (tmp_path / f"{name}.html").write_text(text, encoding="utf-8")
    assert raw_formulas(tmp_path) == ["a.html: $$ x", "c.html: \\begin{aligned}", "d.html: $x"]


def test_samples_hold_the_files_that_pages_name(tool: dict[str, Any], tmp_path: Path) -> None:
    sys.modules["samples"].write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"rows.csv", "callables.py", "my_theorems"}
    assert "STATEMENT = " in (tmp_path / "my_theorems" / "second_moment.py").read_text(encoding="utf-8")
