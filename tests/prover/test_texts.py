"""Lemmas as text: a line that is wrong, or says something else, is refused where it stands; `test_theory` proves them all."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.reading import parse_term
from rftheory.kernel.terms import declare
from rftheory.kernel.theorems import Theorem
from rftheory.prover.failure import Unproved
from rftheory.prover.notation import Names
from rftheory.prover.text_proofs import prove
from rftheory.prover.texts import Line, WrongLine, read, texts
from rftheory.prover.theory import Theory, theory
from rftheory.prover.trace import Trace


class _Others(Theory):
    """The lemmas of all themes but one."""

    def __init__(self, theme: str):
        super().__init__()
        self.theme = theme

    def theorem(self, name: str) -> Theorem | None:
        return None if name.startswith(f"{self.theme}__") else super().theorem(name)


def proved(tmp_path: Path, text: str) -> str:
    """What a text of one lemma proves."""
    file = tmp_path / "mine.txt"
    file.write_text(text, encoding="utf-8")
    (line,) = read(file).values()
    return repr(prove(Trace(), "mine", line).judgement)


def _length(line: Line) -> int:
    return 1 + sum(map(_length, line.below))


def _shortest() -> list[str]:
    """For each way in which last lines are shown the shortest lemma: what is false has no proof in the kernel, however long the text is."""
    ways: dict[str, list[str]] = {}
    for name, line in texts().items():
        way = re.search(r" by (\w+)", line.below[-1].text)
        ways.setdefault(way[1] if way else "as it stands", []).append(name)
    # what shows one lemma alone is the name of a line before it
    return [min(names, key=lambda name: _length(texts()[name])) for names in ways.values() if len(names) > 1]


@pytest.mark.parametrize("name", _shortest())
def test_a_text_that_shows_something_else_is_refused(name: str, tmp_path: Path) -> None:
    """The false twin: the last line with 1 more on its right side; its number is in the message."""
    theme, _, short = name.partition("__")
    lines = (theory().place / f"{theme}.txt").read_text(encoding="utf-8").splitlines()
    first = lines.index(f"lemma {short}")
    last = next(n for n in range(first, len(lines)) if lines[n].startswith("  show "))
    says, by, why = lines[last].partition(" by ")
    lines[last] = f"{says} {'- 1' if ' < ' in says or ' <= ' in says else '+ 1'}{by}{why}"
    if says.endswith(")") and " < " in says:
        lines[last] = lines[last].replace("show 0 <", "show 1 <")
    for other in theory().place.glob("*.txt"):
        shutil.copy(other, tmp_path)
    file = tmp_path / f"{theme}.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(WrongLine, match=rf"^{theme}\.txt:"):
        prove(Trace(library=_Others(theme)), theme, read(file)[short])


SQUARES = "lemma squares\n  fix a real, b real\n  {}\n  show 2*a*b <= a^2 + b^2 by pos({})\n"


def test_a_line_that_is_wrong_is_refused_with_its_file_and_number(tmp_path: Path) -> None:
    assert proved(tmp_path, SQUARES.format("0 <= a^2", "(a - b)^2"))
    for line in (
        "0 < a^2",
        "a = b",
        "0 <= c",
        "nonsense",
        "by nothing(a)",
        "a <= b by pos((a - b)^2)",
        "0 <=",
        "let := 1",
    ):
        with pytest.raises(WrongLine, match=r"^mine\.txt:3: "):
            proved(tmp_path, SQUARES.format(line, "(a - b)^2"))
    for reason in ("(a + b)^2", "2*(a - b)^2", "-1*(a - b)^2", "(a - b)"):
        with pytest.raises(WrongLine, match=r"^mine\.txt:4: "):
            proved(tmp_path, SQUARES.format("0 <= a^2", reason))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("lemma none\n  fix a real\n  0 <= a^2\n", 1),
        ("lemma late\n  fix a real\n  show 0 <= a^2\n  0 <= a^2\n", 4),
        ("lemma aside\n  fix a real\n    0 <= a^2\n", 2),
        ("lemma ragged\n    fix a real\n  show 0 <= a^2\n", 3),
        ("lemma half\n  fix a real\n  show 0 <= abs(a) by cases\n    case a < 0\n", 3),
        (
            "lemma other\n  fix a real\n  show 0 <= abs(a) by cases\n    case a <= 0\n      show 0 <= a^2\n    case 0 < a\n",
            5,
        ),
        ("lemma up\n  fix n int in [0, oo)\n  show n = 2*n by induction\n    base\n    step\n", 5),
        ("lemma start\n  fix n int in [0, oo)\n  show n = n + 1 by induction\n    base\n    step\n", 4),
        ("lemma open\n  fix a real\n  x: for b real in (0, oo)\n    show 0 < b\n  show 0 < a by x(a)\n", 5),
        ("theorem wrong\n  show 0 <= 1\n", 1),
    ],
)
def test_what_is_not_shown_is_refused(text: str, line: int, tmp_path: Path) -> None:
    with pytest.raises(WrongLine, match=rf"^mine\.txt:{line}: "):
        proved(tmp_path, text)


def test_cases_inductions_and_theorems_about_any_number_are_proved(tmp_path: Path) -> None:
    both = "    case a <= 0\n    case 0 < a\n"
    assert proved(tmp_path, f"lemma one\n  fix a real\n  show 0 <= abs(a) by cases\n{both}")
    assert proved(tmp_path, "lemma two\n  fix n int in [0, oo)\n  show 0 <= n by induction\n    base\n    step\n")
    any_ = "  x: for b real in (0, oo)\n    show 0 < b\n"
    assert proved(tmp_path, f"lemma three\n  fix a real\n{any_}  show 0 < a^2 + 1 by x(a^2 + 1)\n")


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("a + b + 1", "(+ a b 1)"),
        ("(a + b) + 1", "(+ (+ a b) 1)"),
        ("a - b - 1", "(+ a (neg b) -1)"),
        ("a*b/2", "(* a b (inv 2))"),
        ("1/2*a", "(* 1/2 a)"),
        ("-1/2*a", "(* -1/2 a)"),
        ("1/a", "(inv a)"),
        ("-a^2", "(neg (pow a 2))"),
        ("a^b", "(rpow a b)"),
        ("i*pi", "(* imag pi)"),
        ("F([a], [], b)", "(pfq (list a) (list) b)"),
        ("sum(0, oo, lambda k: a^k)", "(sum (k 0 oo) (rpow a k))"),
        ("E(normal(2), lambda w: dot(w, w))", "(E ((w (normal 2))) (dot w w))"),
        ("a >= b", "(<= b a)"),
        ("a != 0", "(!= a 0)"),
    ],
)
def test_terms_are_as_they_are_written(text: str, term: str) -> None:
    context = EMPTY.extended(declare("real"), declare("real"))
    names = Names(context, {"a": context.variable(0), "b": context.variable(1)}, {})
    assert names.term(text) is parse_term(term, [("a", "real"), ("b", "real")])


@pytest.mark.parametrize(
    "text", ["c", "a.b", "a < b < 1", "sum(0, oo, lambda k, l: k)", "log(a, b)", "[a]", "a if b else 1", "'a'"]
)
def test_what_is_no_term_is_refused(text: str) -> None:
    context = EMPTY.extended(declare("real"), declare("real"))
    with pytest.raises(Unproved):
        Names(context, {"a": context.variable(0), "b": context.variable(1)}, {}).term(text)


def test_the_page_shows_a_theme_as_it_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "kernel.md").read_text(encoding="utf-8")
    assert f"```\n{(theory().place / 'bessel.txt').read_text(encoding='utf-8')}```\n" in page
