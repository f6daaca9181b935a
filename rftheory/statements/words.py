"""What the conditions of a domain stand for: printed words, a definition, or a need that is not printed.

A range says where a parameter is; a condition beside the ranges narrows the domain, and a reader has to know by what right. The
ledger lists all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

WordsKind = Literal["printed", "definition", "needs"]


@dataclass(frozen=True)
class Words:
    """What a condition stands for.

    ``printed``: the words of the paper that say it, and where they are. ``definition``: what a symbol is, so that it says
    nothing of the inputs (a count of members of a frame, the distance of two vectors of these lengths). ``needs``: it is neither, and the
    claim names it among its ``needs``.
    """

    kind: WordsKind
    text: str
    place: str = ""

    def __str__(self) -> str:
        said = f'"{self.text}"' if self.kind == "printed" else self.text
        return f"{said}, {self.place}" if self.place else said


def printed_words(text: str, place: str) -> Words:
    """Words of the paper, as its text has them, and where they stand."""
    return Words("printed", text, place)


def by_definition(text: str) -> Words:
    """What a symbol is by its definition, in our words."""
    return Words("definition", text)


def needed(text: str) -> Words:
    """A condition that is not printed, as `Claim.needs` names it."""
    return Words("needs", text)
