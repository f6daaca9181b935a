"""How long the kernel takes for the certificates that are kept, what they weigh, and which axioms they use.

    python -m benchmarks.replay [--json FILE]

One process, one core; the limit that the project has set itself is 3 minutes and 60 MB compressed.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

from benchmarks._measuring import parser, print_table, report
from rftheory.prover.spec import is_line
from rftheory.prover.theory import theory
from rftheory.statements.certificates import Kept

_PROOFS = Path(__file__).parent.parent / "rftheory" / "proofs"


def main(arguments: list[str] | None = None) -> int:
    given = parser(__doc__).parse_args(arguments)
    axioms, rules = Counter[str](), Counter[str]()
    seconds, raw, packed, claims, lines, certificates = 0.0, 0, 0, 0, 0, 0
    for spec in sorted(_PROOFS.glob("*/certificates/*.spec")):
        kept = Kept.beside(spec.parent.parent / spec.name)
        statement, certificate = kept.read()
        start = time.process_time()
        outcomes = list(theory().replay(statement, certificate).values())
        seconds += time.process_time() - start
        certificates, lines = certificates + 1, lines + sum(is_line(outcome.entry.name) for outcome in outcomes)
        claims += len(outcomes)
        raw = raw + len(statement) + len(certificate)
        packed += sum(file.stat().st_size for file in kept.files if file.is_file())
        for outcome in outcomes:
            axioms.update(outcome.report["axioms"])
            rules.update(outcome.report["rules"])
    tables = sum(name.startswith("atom.") for name in axioms)
    rows: list[list[object]] = [
        [
            certificates,
            claims - lines,
            lines,
            f"{seconds:.1f}",
            f"{raw / 1e6:.1f}",
            f"{packed / 1e6:.1f}",
            tables,
            len(axioms) - tables,
        ]
    ]
    head = ["certificates", "claims", "lines", "seconds", "MB", "MB packed", "entries of the table", "other axioms"]
    print_table("replay of what is kept", head, rows)
    print_table("axioms by claims", ["axiom", "claims"], [[name, count] for name, count in axioms.most_common(20)])
    figures = {
        "certificates": certificates,
        "claims": claims,
        "seconds": round(seconds, 2),
        "bytes": raw,
        "bytes_packed": packed,
        "axioms": dict(axioms.most_common()),
        "rules": dict(rules.most_common()),
    }
    report(figures, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
