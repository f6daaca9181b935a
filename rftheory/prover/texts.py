"""Lemmas by name: as text, ``proofs/theory/THEME.txt`` (see `text_proofs`)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import rftheory
from rftheory.prover.words import *
from rftheory.prover.search import GENERAL_STEPS
from rftheory.statements.certificates import THEORY


class WrongLine(Unproved):
    """A line of a text that says nothing, or is not proved; the message starts with its file and number."""


@dataclass(frozen=True)
class Line:
    """A line of a text, and those below it."""

    place: str
    text: str
    below: tuple[Line, ...]

    def wrong(self, why: object) -> WrongLine:
        return WrongLine(f"{self.place}: {self.text}: {why}")


def read(file: Path) -> dict[str, Line]:
    """The lemmas of a text, by their names; abbreviations that stand before are part of each.

    Raises:
        WrongLine: if a line is not where a line may stand.
    """
    found, shared = dict[str, Line](), tuple[Line, ...]()
    for one in _lines(file):
        word, _, name = one.text.partition(" ")
        if word == "with" and (other := file.with_name(f"{name}.txt")).exists():
            shared += tuple(line for line in _lines(other) if line.text.startswith("let "))
        elif word == "let":
            shared += (one,)
        elif word == "lemma" and name.isidentifier() and name not in found:
            found[name] = replace(one, below=(*shared, *one.below))
        else:
            raise one.wrong("a text is a list of lemmas with names of their own, and of abbreviations before them")
    return found


def _lines(file: Path) -> tuple[Line, ...]:
    held, begun = list[tuple[str, int, str]](), False
    for number, raw in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        line = raw.partition("#")[0].rstrip()
        if begun:
            place, indent, before = held.pop()
            held.append((place, indent, f"{before} {line.strip()}"))
        elif line:
            held.append((f"{file.name}:{number}", len(line) - len(line.lstrip()), line.strip()))
        begun = bool(held) and _depth(held[-1][2]) > 0
    return _nested(held)


def _depth(text: str) -> int:
    return sum(text.count(sign) for sign in "([") - sum(text.count(sign) for sign in ")]")


def _nested(held: Sequence[tuple[str, int, str]]) -> tuple[Line, ...]:
    found, start = list[Line](), 0
    while start < len(held):
        place, indent, text = held[start]
        end = next((n for n in range(start + 1, len(held)) if held[n][1] <= indent), len(held))
        found.append(Line(place, text, _nested(held[start + 1 : end])))
        if indent != held[0][1]:
            raise found[-1].wrong("indented otherwise than the lines beside it")
        start = end
    return tuple(found)


def parts_of_list(text: str) -> list[str]:
    """What commas outside of brackets separate."""
    found = [""]
    for piece in text.split(","):
        found[-1] += piece
        if _depth(found[-1]) == 0:
            found.append("")
        else:
            found[-1] += ","
    return [part.strip() for part in found if part.strip()]


# -- lemmas by name -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def texts() -> dict[str, Line]:
    """The lemmas that are kept as text, by the names of their entries."""
    place = Path(rftheory.__file__).parent / "proofs" / THEORY
    return {f"{file.stem}__{name}": line for file in sorted(place.glob("*.txt")) for name, line in read(file).items()}


def lemma(run: Any, name: str) -> Theorem:
    """A lemma by the name of its entry: cited where a run goes with a library, and proved otherwise."""
    if name not in texts():
        raise Unproved(f"no lemma {name}")
    search = search_of(run)

    def alone() -> Theorem:
        from rftheory.prover.text_proofs import prove

        with search.apart(GENERAL_STEPS):
            return search.lemma(name) or prove(search, name.partition("__")[0], texts()[name])

    return search.once((lemma, name), alone)
