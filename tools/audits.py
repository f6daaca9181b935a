"""The gallery of audits: ``run`` audits what is installed and what is transcribed, ``page`` writes docs/audits.md from what is recorded.

python tools/audits.py run [NAME ...]      # libraries that are not installed keep what is recorded of them
python tools/audits.py page
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.audits.gallery import FOLDER, Row, results, rows  # noqa: E402

#: a bar within a cell
PIPE = "\\|"
PAGE = ROOT / "docs" / "audits.md"
_HEAD = """# Gallery of audits

Public feature maps, each put to [`rftheory audit`](audit.md), with the glue, the verdict and the effect in numbers. Those of a
package were run as they are installed from it. The others were written anew from their formulas, without a line of their code, and
are marked *transcribed*: for them the verdict is on our transcription.

Each deviation was looked at twice: by the audit, and by plain averages that share no code with it (`benchmarks/audits/effects.py`);
and each source was read again before anything was called wrong. A map that deviates can still be good enough for its use. Where
something is wrong there is the text of an issue that you may file, or, where an issue exists, of a comment on it; each has a few lines
that reproduce the deviation. *Right* means that nothing deviates at the sizes that an audit sees ([limitations](limitations.md)).

K is the kernel at two inputs x and y, and K̂ its estimate, the dot product of their features. Behind ± is one standard error. *Along the
first axis*, *along (1, ..., 1)* and *along a random direction* say where x points. d is the dimension of the inputs and m the number of
projections.

`python tools/audits.py run` repeats the audits, `tests/test_gallery.py` those of the transcriptions. If nothing else is said, d = 8,
m = 8, and there are 1000 calls.
"""


def verdict(row: Row, found: Mapping[str, Any]) -> str:
    """In a word or two."""
    if row.advice:
        return "unbiased, not the best"
    return "right" if found["passed"] else "deviates"


def how(row: Row, found: Mapping[str, Any]) -> str:
    return found["version"] if row.is_run else f"{row.version}, *transcribed*"


def summary(known: Mapping[str, Row], recorded: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield "| verdict | in short | project | version |"
    yield "|---|---|---|---|"
    for name, row in known.items():
        found = recorded[name]
        short = row.title or row.place
        if row.fault and not row.title:
            short += ": repaired, or answered; listed for its audit"
        cells = f"[{verdict(row, found)}](#{name})", short, row.project, how(row, found)
        yield f"| {' | '.join(each.replace('|', PIPE) for each in cells)} |"


def issue(row: Row, found: Mapping[str, Any]) -> Iterator[str]:
    """The text of an issue, ready to be filed: a line for each paragraph, as trackers break lines themselves."""
    version = f"version {found['version']}" if row.is_run else row.version
    where = f"{row.place} ({row.files()}, {version})"
    if row.is_run:
        compared = f"I ran {where} and compared it with the theory that it implements."
    else:
        compared = (
            f"I read {where} and compared a transcription of its formulas in NumPy with the theory that it implements. "
            "I have not run your code itself."
        )
    yield f"Title: {row.title}"
    yield ""
    yield f"Thank you for this project. {compared} I believe that I found a deviation."
    if row.known:
        yield ""
        yield f"This, or a part of it, is the subject of {row.known}; I add numbers and a reproduction."
    yield ""
    yield f"What: {sentence(row.fault)}"
    yield ""
    yield f"Effect ({row.setting()}): {sentence(found['effect'])}"
    if "K̂" in found["effect"]:
        yield ""
        yield (
            "Here K is the kernel at the inputs x and y, K̂ its estimate, the dot product of their features, and ± one standard error; the "
            "directions are those of x."
        )
    yield ""
    yield "To reproduce:" if row.is_run else "To reproduce, from the formulas:"
    yield ""
    yield "```py"
    yield row.reproduction()
    yield "```"
    yield ""
    yield f"What may help: {sentence(row.ask)}"
    yield ""
    yield "I may have misread the code, or the intention; if so, please close this."


def sentence(text: str) -> str:
    """With a full stop."""
    return text if text.endswith((".", ".)")) else f"{text}."


def section(name: str, row: Row, found: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    yield f"**{row.project}**, {how(row, found)}: {row.place}" + (f" ({row.files()})" if row.file else "")
    yield ""
    claim = f"`{row.claims}`, {row.kernel} kernel"
    if row.temperature:
        claim += f", temperature {row.temperature}"
    if row.up_to != "nothing":
        claim += f", up to {'a factor of each row' if row.up_to == 'row' else 'the normalisation of attention'}"
    if (row.d, row.m) != (8, 8):
        claim += f", d = {row.d}, m = {row.m}"
    yield f"- Claim: {claim}"
    yield f"- Verdict: **{verdict(row, found)}**" + (f" ({', '.join(found['findings'])})" if found["findings"] else "")
    if found["named"]:
        yield f"- Named by the audit: {'; or '.join(found['named'])}"
    if row.fault:
        yield f"- Why: {sentence(row.fault)}"
        yield f"- Effect ({row.setting()}): {sentence(found['effect'])}"
    if row.status:
        yield f"- {row.status}"
    yield ""
    yield "```py"
    yield row.glue()
    yield "```"
    if row.title:
        yield ""
        yield f"Text of a comment on {row.known}, or of a new issue:" if row.known else "Text of an issue:"
        yield ""
        # the text has a block of code of its own
        yield "````md"
        yield from issue(row, found)
        yield "````"
    yield ""


def page(known: Mapping[str, Row], recorded: Mapping[str, Mapping[str, Any]]) -> str:
    """docs/audits.md."""
    lines = [_HEAD, *summary(known, recorded), ""]
    for title, chosen in (("What deviates", True), ("What is right", False)):
        lines += [f"## {title}", ""]
        for name, row in known.items():
            if bool(row.fault) == chosen:
                lines += section(name, row, recorded[name])
    return "\n".join(lines).rstrip() + "\n"


def run(names: list[str]) -> None:
    """Audits rows, all of them if none is named, and records what is found."""
    known, recorded = rows(), results()
    for name, row in known.items():
        if names and name not in names:
            continue
        try:
            recorded[name] = row.judged()
        except ImportError as missing:
            print(f"{name}: not run, {missing}")
            continue
        print(f"{name}: {recorded[name]}", flush=True)
        ordered = {each: recorded[each] for each in known if each in recorded}
        (FOLDER / "results.json").write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    command, *names = sys.argv[1:] or ["page"]
    if command == "run":
        run(names)
    PAGE.write_text(page(rows(), results()), encoding="utf-8")


if __name__ == "__main__":
    main()
