"""The gallery of audits: ``run`` audits what is installed and what is transcribed, ``page`` writes docs/audits.md from what is recorded.

python tools/audits.py run [NAME ...]      # libraries that are not installed keep what is recorded of them
python tools/audits.py page
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.audits.gallery import FOLDER, Row, results, rows  # noqa: E402

#: of text as it stands
INDENT = 4 * " "
#: a bar within a cell
PIPE = "\\|"
PAGE = ROOT / "docs" / "audits.md"
_HEAD = """# Gallery of audits

Public feature maps, each put to [`rftheory audit`](audit.md), with the glue, the verdict and the effect in numbers. Those of a
package were run as they are installed from it. The others were written anew from their formulas, without a line of their code, and
are marked *transcribed*: for them the verdict is on our transcription.

Each deviation was looked at twice: by the audit, and by plain averages that share no code with it (`benchmarks/audits/effects.py`);
and each source was read again before anything was called wrong. A map that deviates can still be good enough for its use. Where
something is wrong there is the text of an issue that you may file. *Right* means that nothing deviates at the sizes that an audit
sees ([limitations](limitations.md)).

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
    yield "| verdict | project | version | in short |"
    yield "|---|---|---|---|"
    for name, row in known.items():
        found = recorded[name]
        short = row.title or row.place
        if row.fault and not row.title:
            short += ": repaired, or answered; listed for its audit"
        cells = f"[{verdict(row, found)}](#{name})", row.project, how(row, found), short
        yield f"| {' | '.join(each.replace('|', PIPE) for each in cells)} |"


def issue(row: Row, found: Mapping[str, Any]) -> Iterator[str]:
    """The text of an issue, ready to be filed."""
    version = found["version"] if row.is_run else row.version
    paragraphs = (
        row.title,
        "Thank you for this project. I compared random feature maps with the theory that they implement, and believe that I found a"
        f" deviation in `{row.place}` ({version}).",
        f"What: {sentence(row.fault)}",
        f"Effect, computed at d = {row.effect.get('d', row.d)}: {sentence(found['effect'])}",
        f"What may help: {sentence(row.ask)}",
        "I may have misread the code, or the intention; if so, please close this.",
    )
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield ""
        yield from textwrap.wrap(
            paragraph,
            96,
            initial_indent=INDENT,
            subsequent_indent=INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )


def sentence(text: str) -> str:
    """With a full stop."""
    return text if text.endswith((".", ".)")) else f"{text}."


def section(name: str, row: Row, found: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    yield f"**{row.project}**, {how(row, found)}: `{row.place}`"
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
        yield f"- Effect: {sentence(found['effect'])}"
    if row.status:
        yield f"- {row.status}"
    yield ""
    yield "```py"
    yield row.glue()
    yield "```"
    if row.title and row.title != "as above":
        yield ""
        yield "Text of an issue:"
        yield ""
        yield from issue(row, found)
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
