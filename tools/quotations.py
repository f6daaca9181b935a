"""Whether the quotations of errata occur in the texts of the papers, where these are at hand.

    python tools/quotations.py FOLDER

A quotation is compared letter by letter, white space and words broken at line ends aside. Of each that does not occur the nearest place
is shown, with the signs that differ. The texts are no part of this project: FOLDER has them by the names of `statements.papers`.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from pathlib import Path

from rftheory.statements.papers import PAPERS
from rftheory.statements.recorded import Recorded, recorded_path

#: letters of the text that the nearest place is looked for with
_SEED = 6


def plain(text: str) -> str:
    """Text without white space, and without the hyphens of words that are broken at line ends."""
    return re.sub(r"\s+", "", re.sub(r"(?<=[a-z])-\s*\n\s*(?=[a-z])", "", text))


def nearest(quote: str, text: str) -> str:
    """The part of a text that is most like a quotation, both `plain`; signs of the text that the quotation does not have in brackets."""
    starts = {
        found.start() - place
        for place in range(0, max(1, len(quote) - _SEED), _SEED)
        for found in re.finditer(re.escape(quote[place : place + _SEED]), text)
    }
    parts = [text[max(0, start) : max(0, start) + len(quote)] for start in sorted(starts)] or [""]
    best = max(parts, key=lambda part: difflib.SequenceMatcher(None, quote, part, autojunk=False).ratio())
    changes = difflib.SequenceMatcher(None, quote, best, autojunk=False).get_opcodes()
    return "".join(
        best[j1:j2] if tag == "equal" else f"[{quote[i1:i2]}|{best[j1:j2]}]" for tag, i1, i2, j1, j2 in changes
    )


def missing(folder: Path) -> list[str]:
    """What is quoted and does not occur, in words; papers whose texts are not there are left out."""
    found = []
    for row in Recorded.load(recorded_path()).rows.values():
        paper = PAPERS.get(row["paper"])
        texts = sorted(folder.glob(f"{Path(paper.file).stem}*.txt")) if paper else []
        if not (texts and row["erratum"]):
            continue
        known = [plain(text.read_text(encoding="utf-8")) for text in texts]
        for item in row["erratum"]["claims"]:
            quote = plain(item.get("quote") or "")
            if quote and not any(quote in text for text in known):
                found.append(f"{row['id']}, {item['claim']}: {nearest(quote, known[0])}")
    return found


def main(arguments: list[str] | None = None) -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("folder", type=Path, help="with the texts of the papers")
    wrong = missing(parser.parse_args(arguments).folder)
    print("\n".join(wrong) or "every quotation occurs in its text")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
