"""Does a replay notice when a certificate or a specification is changed in one place?

    python benchmarks/sabotage.py [--changes 20000] [--seed 0] [--jobs 1] [--most 100] [--record] [--json FILE]

Seeded single changes (`tests.kernel.sabotage`) of the certificates that are kept, of at most so many kilobytes when unpacked;
where none is kept, of some that are made here. A change is refused; or it is harmless: what is proved are entries as before; or
names only have changed in the specification: of a variable, or of what a correction repairs; or something else is proved,
which must not be. Prints a table by kinds of changes and one line of JSON; the exit status says whether something else was.
With --record the ledger shows it.
"""

from __future__ import annotations

import random
import re
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks._measuring import each_alone, jobs_option, packed, parser, print_table, report
from rftheory.kernel.certificate import Outcome, replay
from rftheory.kernel.refused import Refused
from rftheory.prover.theory import theory
from rftheory.statements.certificates import Kept
from rftheory.statements.files import listed
from rftheory.statements.trials import record_trial, trials_path
from tests.kernel.sabotage import changes

TAKES_MINUTES = True
#: changes of one certificate in one process
CHUNK = 200
ROOT = Path(__file__).resolve().parent.parent
#: statements whose certificates are made where none is kept
MADE = ("rules.elementary-bounds", "crt.theorem-3.3", "hrf.lemma-2.2-pos", "hrf.lemma-3.4")
OUTCOMES = ("refused", "harmless", "names", "other")


@dataclass(frozen=True)
class Sample:
    """A certificate with its specification."""

    name: str
    certificate: str
    spec: str


def kept(most: int) -> Iterator[Sample]:
    """The certificates that are kept, of at most so many bytes."""
    for spec in sorted(
        path for folder in ("proofs", "rftheory") for path in ROOT.glob(f"{folder}/*/certificates/*.spec")
    ):
        files = Kept.beside(spec.parent.parent / spec.name)
        if files.exists:
            text, certificate = files.read()
            if len(certificate) <= most:
                yield Sample(str(spec.relative_to(ROOT).with_suffix("")), certificate.decode(), text.decode())


def made(statement: str, only: Sequence[str] | None = None) -> Sample:
    """The certificate of a statement, or of some of its claims, as the prover writes it now."""
    from rftheory.prover.certify import certify
    from rftheory.statements.loading import load

    found = certify(statement, list(listed(load(statement))), only)
    return Sample(statement, found.certificate.decode(), found.spec.decode())


Part = tuple[Sample, int, int]
Done = tuple[Counter[tuple[str, str]], Counter[str], list[str], float]


def _replayed(certificate: str, spec: str) -> list[Outcome]:
    """What a certificate shows, with the lemmas that it cites."""
    return replay(certificate.encode(), spec.encode(), theory().cited(certificate.encode()))


def outcome(sample: Sample, certificate: str, spec: str) -> tuple[str, str]:
    """What a change leads to: one of `OUTCOMES`, and the reason of a refusal or what is proved."""
    before = {held.entry.name: held for held in _replayed(sample.certificate, sample.spec)}
    return _compared(before, certificate, spec)


def _compared(before: dict[str, Outcome], certificate: str, spec: str) -> tuple[str, str]:
    try:
        after = _replayed(certificate, spec)
    except Refused as reason:
        return "refused", re.sub(r"line \d+: |[\d'\"]+", "", str(reason))[:60]
    except Exception as error:  # as for the checker: whatever goes wrong, nothing is proved
        return "refused", f"{type(error).__name__}"
    found = "harmless"
    for held in after:
        old = before.get(held.entry.name)
        if (
            old is None
            or (held.verdict, held.entry.context, held.theorem.judgement)
            != (old.verdict, old.entry.context, old.theorem.judgement)
            or held.theorem.context is not old.theorem.context
        ):
            return "other", held.report["statement"]
        if held.report["statement"] != old.report["statement"]:
            found = "names"
    return found, ""


def together(parts: Sequence[Part]) -> list[Done]:
    """Chunks that share a process."""
    return [chunk(part) for part in parts]


def chunk(work: Part) -> Done:
    """Changes of one certificate: counts by kind and outcome, the reasons of refusals, what else was proved, seconds."""
    sample, seed, count = work
    start, counts, reasons, others = time.process_time(), Counter[tuple[str, str]](), Counter[str](), []
    before = {held.entry.name: held for held in _replayed(sample.certificate, sample.spec)}
    for kind, certificate, spec in changes(sample.certificate, sample.spec, random.Random(seed), count):
        result, why = _compared(before, certificate, spec)
        counts[kind, result] += 1
        if result == "refused":
            reasons[why] += 1
        elif result == "other":
            others.append(f"{sample.name}: {kind}: {why}")
    return counts, reasons, others, time.process_time() - start


def chunks(samples: Sequence[Sample], total: int, seed: int) -> list[Part]:
    """All chunks: certificates take turns, each has the same number of changes."""
    each = -(-total // len(samples))
    return [
        (sample, zlib.crc32(f"{seed} {first} {sample.name}".encode()), min(CHUNK, each - first))
        for first in range(0, each, CHUNK)
        for sample in samples
    ]


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument("--changes", type=int, default=20_000, help="of all certificates (default %(default)s)")
    options.add_argument("--seed", type=int, default=0)
    jobs_option(options)
    options.add_argument("--most", type=int, default=100, metavar="KB", help="of a certificate (default %(default)s)")
    options.add_argument("--record", action="store_true", help="for the ledger")
    given = options.parse_args(arguments)
    samples = list(kept(1000 * given.most)) or [made(name) for name in MADE]
    counts, reasons, others, seconds = Counter[tuple[str, str]](), Counter[str](), list[str](), 0.0
    packs = packed(chunks(samples, given.changes, given.seed), lambda part: part[2], CHUNK)
    for done in each_alone(together, packs, given.jobs):
        for found, why, wrong, spent in done:
            counts, reasons, others, seconds = counts + found, reasons + why, others + wrong, seconds + spent
            for text in wrong:
                print(text, flush=True)
    kinds = sorted({kind for kind, _ in counts})
    rows: list[list[object]] = [[kind, *(counts[kind, result] for result in OUTCOMES)] for kind in kinds]
    rows.append(["all", *(sum(counts[kind, result] for kind in kinds) for result in OUTCOMES)])
    print_table(f"changes of {len(samples)} certificates", ["kind", *OUTCOMES], rows)
    figures: dict[str, Any] = {
        "certificates": len(samples),
        "kinds": {str(row[0]): dict(zip(OUTCOMES, row[1:], strict=True)) for row in rows},
        "reasons": dict(reasons.most_common(25)),
        "other": others,
        "seconds": round(seconds, 1),
    }
    report(figures, given.json)
    if given.record:
        totals = figures["kinds"]["all"]
        told = {"seed": given.seed, "certificates": len(samples), "changes": sum(totals.values()), **totals}
        record_trial(trials_path(), "sabotage", told)
    return int(bool(others))


if __name__ == "__main__":
    raise SystemExit(main())
