"""``python -m rftheory.kernel SPEC CERTIFICATE ... [--lemmas SPEC CERTIFICATE] [--claim NAME] [--json]``.

Exit 0 if every claim is proved. What one of the ``--lemmas`` proves may be cited by those after it and by the certificates.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rftheory.kernel.certificate import check
from rftheory.kernel.refused import MAX_FILE, MAX_MEMORY, MAX_SECONDS


def _limit() -> None:
    """Bound the time and the memory of the process, where the system can."""
    sys.setrecursionlimit(5_000)
    try:
        import resource
    except ImportError:
        return
    for kind, most in ((resource.RLIMIT_CPU, MAX_SECONDS), (resource.RLIMIT_AS, MAX_MEMORY)):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _content(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_FILE + 1)


def _lines(report: dict[str, Any]) -> list[str]:
    verdict, appeals = report["verdict"], report.get("appeals", [])
    lines = [f"{report['claim']}: {verdict}" + (f", {len(appeals)} appeals" if appeals else ""), report["statement"]]
    lines += [f"  on appeal: {fact}" for fact in appeals]
    if verdict != "open":
        rules = ", ".join(f"{name} {count}" for name, count in report["rules"].items())
        lines.append(f"  {report['steps']} steps: {rules}")
        lines.append(
            f"  axioms: {', '.join(report['axioms']) or 'none'}; lemmas: {', '.join(report['lemmas']) or 'none'}"
        )
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="rftheory.kernel", description=__doc__, allow_abbrev=False)
    parser.add_argument("spec", type=Path)
    parser.add_argument("certificates", type=Path, nargs="+")
    parser.add_argument("--lemmas", type=Path, nargs=2, action="append", default=[], metavar=("SPEC", "CERTIFICATE"))
    parser.add_argument("--claim", action="append", default=[])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    _limit()
    try:
        certificates = [_content(path) for path in options.certificates]
        lemmas = [[*map(_content, pair)] for pair in options.lemmas]
        answer = check(_content(options.spec), certificates, options.claim, lemmas)
    except Exception as error:  # nothing is proved, whatever went wrong
        print(f"rejected: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps(answer))
    else:
        for report in answer["claims"]:
            print("\n".join(_lines(report)))
        for held in answer["rejected"]:
            print(f"{options.certificates[held['certificate']]} is rejected: {held['reason']}")
    return 0 if answer["accepted"] else 1


if __name__ == "__main__":
    sys.exit(main())
