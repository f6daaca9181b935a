"""A search of many statements that can be interrupted: what is found is recorded, and not looked for again as long as it would be the same.

A record is a receipt (see `statements.receipts`) in a folder of its own: what the kernel judge would answer by what was found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rftheory.prover.certify import Certified
from rftheory.prover.keeping import KeptSearch, search_all
from rftheory.statements.certificates import Kept
from rftheory.statements.receipts import Receipt, ReceiptStore, receipt_key
from rftheory.statements.verdicts import Finding, Verdict

if TYPE_CHECKING:
    from rftheory.statements.discovery import Discovery
    from rftheory.statements.entries import Entry

#: the folder of the records beside receipts
FOLDER = "searches"
_SEARCH = "rftheory.prover.keeping"


def search_recorded(
    found: Discovery, entries: Sequence[Entry], jobs: int, keep: bool, receipts: ReceiptStore
) -> Iterator[KeptSearch]:
    """What is recorded of statements, then what a search of the others finds (see `keeping.search_all`), each recorded at once.

    What a clock has ended is not recorded, nor is a search that came to no end: these are looked for again.

    Raises:
        UnwritableStore: if nothing can be recorded.
    """
    store = ReceiptStore(receipts.directory / FOLDER)
    keys, waiting = {}, []
    for entry in entries:
        # what it rests on now, before certificates of others are written
        keys[entry.id] = _key(found, entry, keep)
        recorded = _recorded(store, keys[entry.id], found, entry)
        if recorded is None:
            waiting.append(entry)
        else:
            yield recorded
    # what takes longest, or was never done, first: so no worker waits for the last one
    waiting.sort(key=lambda entry: store.last_duration(entry.id, "kernel") or float("inf"), reverse=True)
    for one in search_all([(entry.id, entry.module) for entry in waiting], jobs, keep):
        if one.kept is not None and not one.found.late:
            store.save(_receipt(keys[one.statement], one))
        yield one


def _key(found: Discovery, entry: Entry, keep: bool) -> str:
    """The address of a search: the code of the statement and of the prover, versions, the lemmas, and what is proved of its imports."""
    code = receipt_key(found.sources, entry.module, "search", _SEARCH, "keep" if keep else "look", 0)
    others = found.sources.certificates(entry.module)
    specs = [
        (name, hashlib.sha256(kept.spec.read_bytes()).hexdigest())
        for name, kept in others
        if name != entry.module and kept.exists
    ]
    return hashlib.sha256(repr((code, specs, found.sources.theory_digest)).encode()).hexdigest()


def _receipt(key: str, search: KeptSearch) -> Receipt:
    assert search.kept is not None
    findings = [Finding(name, "claim", "holds", "") for name in search.found.proved]
    findings += [Finding(name, "claim", "not run", why) for name, why in search.found.failed.items()]
    figures = {"before": list(search.before), "written": search.written, "kept": search.kept.digest()}
    return Receipt(key, search.statement, "standard", 0, search.seconds, Verdict("kernel", tuple(findings), figures))


def _recorded(store: ReceiptStore, key: str, found: Discovery, entry: Entry) -> KeptSearch | None:
    """The search with this address, if the certificate that is kept is still the one that it left."""
    receipt, path = store.load(entry.id, "kernel", key), found.sources.path(entry.module)
    if receipt is None or path is None:
        return None
    kept, verdict = Kept.beside(path), receipt.verdict
    if kept.digest() != verdict.figures["kept"]:
        return None
    proved = tuple(finding.claim for finding in verdict.findings if finding.answer == "holds")
    failed = {finding.claim: finding.reason for finding in verdict.findings if finding.answer != "holds"}
    certified = Certified(proved=proved, failed=failed)
    return KeptSearch(
        entry.id, certified, tuple(verdict.figures["before"]), verdict.figures["written"], kept, receipt.duration
    )
