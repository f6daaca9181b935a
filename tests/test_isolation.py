"""What one package does to its process does not reach another one, and what is not hashed gives no receipt."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_packages import Mine

from rftheory.judges import pipeline
from rftheory.statements import discovery


def _share_processes(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: all statements in the processes of the built-in ones."""
    monkeypatch.setattr(discovery.Discovery, "is_recorded", lambda self, name: True)
    monkeypatch.syspath_prepend(str(mine.folder))


_PATCHES = """
    from rftheory.judges import enclosure_judge
    from rftheory.statements.verdicts import Finding, Verdict

    enclosure_judge.judge = lambda *_: Verdict("enclosure", (Finding("c", "claim", "holds", "patched", {}),))
"""


@pytest.mark.parametrize("executor", ["processes", "threads", "shared"])
def test_a_package_that_patches_the_tool_reaches_no_other(
    mine: Mine, monkeypatch: pytest.MonkeyPatch, executor: str
) -> None:
    """Nor another file of its own package; in shared processes it reaches what is judged after it, by names, in both."""
    patching, false = ("a_patching.a_patching", "one.a_patching"), ("b_honest.b_false", "one.b_false")
    for name in patching:
        mine.add(*name.split("."), _PATCHES, right="X")
    for name in false:
        mine.add(*name.split("."), right="X**2 + 2*X + 2")
    if executor == "shared":
        _share_processes(mine, monkeypatch)
    answers = mine.answers("threads" if executor == "threads" else "processes")
    # a statement file is a program
    assert [answers[name] for name in patching] == ["holds", "holds"]
    assert [answers[name] == "holds" for name in false] == [executor == "shared"] * 2


_SPACE = """
    from rftheory.inputs.kernels import Space
    from rftheory.rules.nodes import Expectation, Projection

    SPACE = Space("mine", lambda a, b: sp.Integer({square}))
    MEAN = Expectation(sp.exp(Projection("w").dot(SPACE.vector("u"))))
"""


def test_spaces_of_one_name_in_one_process_of_two_packages(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    for package, square in (("first", 1), ("second", 4)):
        mine.add(package, "mean", _SPACE.format(square=square), left="MEAN", right=f"sp.exp(sp.Rational({square}, 2))")
    _share_processes(mine, monkeypatch)
    assert list(mine.answers().values()) == ["holds", "holds"]


def test_what_imports_code_that_is_not_hashed_gives_no_receipt(mine: Mine) -> None:
    (mine.folder / "lies_beside.py").write_text("VALUE = 1\n")
    mine.write("mine", "piece", "VALUE = 1\n")
    imports = {
        "plain": "from . import piece",
        "late": "import json, sys\nfrom sklearn.datasets import load_iris\ndef late():\n    from mine import piece",
        "beside": "import lies_beside",
        "library": "def late():\n    import click.testing",
    }
    for name, more in imports.items():
        mine.add("mine", name, more)
    assert set(mine.answers().values()) == {"holds"}
    assert mine.kept() == {"mine.plain", "mine.late"}
    told = {warning.split(", whose")[0] for warning in mine.warnings}
    no = "no receipt of mine."
    assert told == {f"{no}beside is kept: it imports lies_beside", f"{no}library is kept: it imports click"}
    # which receipts are fresh does not depend on who judges
    assert mine.judge("threads").reused == 2
    mine.write("mine", "piece", "VALUE = 2\n")
    assert mine.judge("threads").reused == 0


def test_a_certificate_that_is_looked_for_gives_a_receipt(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for a proof and its replay read nothing but code that they import."""
    monkeypatch.setattr(pipeline, "JUDGE_MODULES", {"kernel": "rftheory.judges.enclosure_judge"})
    mine.add("mine", "one")
    assert mine.judge().verdicts["mine.one"]["kernel"].answer == "holds"
    assert mine.warnings == [] and mine.kept() == {"mine.one"}


def test_statements_find_the_packages_only_that_they_are_made_of(mine: Mine, tmp_path: Path) -> None:
    """A library that SymPy would use if it were there must not be found in somebody's folder."""
    (tmp_path / "gmpy2.py").write_text("raise RuntimeError('found')")
    mine.add("mine", "one")
    mine.folder = tmp_path / "apart"
    mine.folder.mkdir()
    mine.add("other", "two")
    found = discovery.discover(mine.packages)
    assert found.places("mine.one") == (str(tmp_path),)
    assert found.places("other.two") == (str(tmp_path / "apart"),)
