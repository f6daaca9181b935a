"""A statement file of one's own, line by line: values at points first, then the prover, which is asked for what is not known yet.

A line is ``previous REL this``. It is *false* where balls around both sides at a point of the domain exclude it, and then nobody
looks for a proof. It is *replayed* where the kernel has accepted a proof of what it says now, in this run or an earlier one: what a
run proves is kept beside the receipts and replayed by the next one. Else it is *stopped*, with a reason.
"""

from __future__ import annotations

import hashlib
import importlib
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from rftheory.answers.outlines import Checked, Outline
from rftheory.chains.claims import claims_of
from rftheory.judges.judging import refused_in
from rftheory.judges.translation import compare
from rftheory.judges.workers import describe
from rftheory.kernel.text import Entry as Written
from rftheory.prover.certify import Certifying, said
from rftheory.prover.failure import Unproved
from rftheory.prover.keeping import saying
from rftheory.prover.lines import Stated, stated
from rftheory.prover.ring import ranked
from rftheory.prover.spec import ClaimEntry
from rftheory.prover.theory import theory
from rftheory.statements.certificates import Kept
from rftheory.statements.discovery import Discovery
from rftheory.statements.entries import Entry
from rftheory.statements.receipts import Receipt, ReceiptStore, receipt_key
from rftheory.statements.trivial import trivial
from rftheory.statements.verdicts import Finding, Verdict

#: the folder beside the receipts, in which each statement has one of its own
FOLDER = "checks"
Told = Callable[[Checked], None]


def check(found: Discovery, entry: Entry, store: ReceiptStore, warn: Told, tell: Told) -> list[Checked]:
    """Go through a statement file: the lines of a claim in their order, then the claim itself.

    What is known of a file that has not changed is told again. Of one that has, what is not replayed is looked for.

    Args:
        found: all statements.
        entry: the one that is asked for.
        store: the receipts, beside which is kept what was found.
        warn: told what is false as soon as the values show it, before anything is looked for.
        tell: told of each line what was found of it, at once.

    Raises:
        UnwritableStore: if nothing can be kept.
        Unloadable: if the file raises something while it is loaded.
    """
    kept = ReceiptStore(store.directory / FOLDER)
    key = receipt_key(found.sources, entry.module, "kernel", __name__, "quick", 0)
    receipt = kept.load(entry.id, "kernel", key)
    if receipt is not None:
        lines = [Checked(**one) for one in receipt.verdict.figures["lines"]]
        for line in lines:
            tell(line)
        return lines
    start, file = time.process_time(), _File(entry, kept.directory / entry.id, warn, tell)
    file.check()
    # of what a clock has ended nothing is known
    if not file.late:
        findings = tuple(Finding(one.claim, "claim", "not run", one.why) for one in file.lines if one.number is None)
        verdict = Verdict("kernel", findings, {"lines": [asdict(one) for one in file.lines]})
        kept.save(Receipt(key, entry.id, "quick", 0, time.process_time() - start, verdict))
    return file.lines


class Unloadable(Exception):
    """A file whose claims cannot be made; says what it raised, and in which line."""


class _Proved:
    """What earlier runs have proved, by what it says; each run that proves something adds a certificate."""

    def __init__(self, folder: Path):
        self.folder, self._used = folder, set[str]()
        self._by: dict[tuple[Any, ...], str] = {}
        for name, kept in Kept.themes(folder):
            # whatever is wrong with a file, nothing is proved by it
            with suppress(Exception):
                for outcome in theory().replay(*kept.read()).values():
                    self._by[saying(outcome.entry)] = name

    def has(self, entry: Written) -> bool:
        """Whether a certificate proves this, term for term."""
        name = self._by.get(saying(entry))
        if name is not None:
            self._used.add(name)
        return name is not None

    def add(self, spec: bytes, certificate: bytes) -> None:
        """Keep a certificate."""
        name = hashlib.sha256(spec + certificate).hexdigest()[:16]
        self.folder.mkdir(parents=True, exist_ok=True)
        Kept.named(self.folder, name).write(spec, certificate)
        self._used.add(name)

    def drop_unused(self) -> None:
        """Drop the certificates of which nothing is said any more."""
        for name, kept in Kept.themes(self.folder):
            if name not in self._used:
                kept.remove()


class _File:
    """One statement file while it is checked."""

    def __init__(self, entry: Entry, folder: Path, warn: Told, tell: Told):
        try:
            module = importlib.import_module(entry.module)
            self.claims, self._refused = claims_of(module), refused_in(module)
        except Exception as error:
            raise Unloadable(describe(error, entry.module)) from error
        self._proved, self._search = _Proved(folder), Certifying(entry.id)
        self._warn, self._tell = warn, tell
        self.lines: list[Checked] = []
        #: whether a clock has ended a search
        self.late = False

    @ranked()
    def check(self) -> None:
        """Go through all claims; what is proved is kept however this ends."""
        outlines = [Outline(claim) for claim in self.claims]
        for position, outline in enumerate(outlines):
            for line in outline.look_at_values() if position not in self._refused else ():
                self._warn(line)
        try:
            for position, outline in enumerate(outlines):
                why = self._refused[position].reason if position in self._refused else ""
                self._claim(outline, why or trivial(outline.claim.proposition))
            self._proved.drop_unused()
        finally:
            made = self._search.certified()
            if made.spec:
                self._proved.add(made.spec, made.certificate)

    def _say(self, line: Checked) -> None:
        self.lines.append(line)
        self._tell(line)

    def _claim(self, outline: Outline, refusal: str) -> None:
        """The lines of a claim, then the claim; nothing is looked for where the values exclude what is said."""
        claim, whole = outline.claim, outline.whole
        if whole.is_expected and whole.state != "false" and not refusal and outline.look_harder():
            whole = outline.whole
        if whole.is_expected and whole.state != "false":
            refusal = refusal or "the file says that this is false, and no value that was looked at shows it"
        if refusal or whole.is_expected:
            self._say(whole.stopped(refusal) if refusal else whole)
            return
        try:
            made = self._search.entry(claim)
        except Exception as error:  # what cannot be said is not looked for
            self._say(whole.stopped(said(error)))
            return
        self._chain(outline, made)
        false = outline.false_lines
        if whole.state == "false":
            self._say(whole)
        elif false:
            self._say(whole.stopped(f"not looked for: line {false[0]} is false"))
        else:
            self._say(self._looked_at_again(outline, self._whole(outline, made)))

    def _whole(self, outline: Outline, made: ClaimEntry) -> Checked:
        """A claim that nothing excludes."""
        found = self._found(outline.whole, made.text, lambda: self._search.add_claim(outline.claim, made))
        if found.state == "replayed" and (differs := compare(made.name, outline.claim).differs):
            return found.stopped(f"refused: the translation says something else: {differs}")
        if found.state == "stopped" and outline.gap and outline.gap not in found.why:
            return found.stopped(f"{outline.gap}; as it stands: {found.why}")
        way = self._search.prover.ways.get(outline.claim.name) if found.state == "replayed" else None
        return replace(found, reason=f"found: {way}") if way else found

    def _looked_at_again(self, outline: Outline, found: Checked) -> Checked:
        """A claim that resists is looked at more closely: it may be false at few points only."""
        if found.state != "stopped":
            return found
        if outline.look_harder():
            self._warn(outline.whole)
            return outline.whole
        return replace(found, notice=outline.whole.notice)

    def _chain(self, outline: Outline, made: ClaimEntry) -> None:
        said_now: Stated | None = None
        with suppress(Unproved):
            said_now = stated(outline.claim, made, self._search.prover)
        for number, line in outline.lines.items():
            entry = said_now.entries.get(number) if said_now else None
            if line.state == "false" or said_now is None or number not in said_now.lines:
                self._say(line)
            elif entry is None:
                self._say(line.stopped(said_now.left[number]))
            else:
                self._say(self._line(outline, made, number, entry))

    def _line(self, outline: Outline, made: ClaimEntry, number: int, entry: ClaimEntry) -> Checked:
        return self._found(
            outline.lines[number], entry.text, lambda: self._search.add_line(outline.claim, made, number, entry)
        )

    def _found(self, line: Checked, entry: Written, prove: Callable[[], None]) -> Checked:
        """A line with a tick, if it was proved before or is now, or with what stopped the prover."""
        if self._proved.has(entry):
            return line.replayed()
        try:
            prove()
        except Exception as error:  # a proof may raise anything
            self.late |= isinstance(error, TimeoutError)
            return line.stopped(said(error))
        return line.replayed()
