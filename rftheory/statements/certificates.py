"""Where the certificate of a statement is kept: beside its file, in the folder ``certificates``.

``NAME.spec`` says in the terms of the kernel which claims are proved, ``NAME.lines.gz`` the same of the lines of their chains, and
that the sides of the other claims have values: the specification is both, one after the other. ``NAME.cert.gz`` is the proof (see
`rftheory.kernel`); ``NAME.left.json`` says of the claims, lines and sides that are not proved what stopped the search.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rftheory.execution.files import write_atomically

#: the folder beside the statements
FOLDER = "certificates"
#: the folder of lemmas that all certificates may cite, in that of the proofs
THEORY = "theory"
#: how the first entry of a line, or of a side, begins in a specification: no other name has two underscores and such an end
_LINE = re.compile(rb"^\(theorem \w+__(?:side)?[0-9]{1,7}$", re.MULTILINE)
#: no certificate and no lines are longer when they are unpacked
MAX_BYTES = 400_000_000


@dataclass(frozen=True)
class Left:
    """What a search says beside its certificate.

    Attributes:
        claims: for each claim that is not proved what stopped the search.
        lines: the same for lines, by claim and number.
        sides: the same for values of the sides of claims.
        ways: of claims without lines the way in which the search found them.
    """

    claims: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)
    ways: Mapping[str, str] = field(default_factory=dict)

    def records(self) -> Iterator[tuple[str, str | dict[str, Any]]]:
        """As they are written: a text for a claim whose lines are all proved, or which has none."""
        for name in dict.fromkeys((*self.claims, *self.lines, *self.sides, *self.ways)):
            why, lines, sides = self.claims.get(name, ""), self.lines.get(name, {}), self.sides.get(name)
            more: dict[str, Any] = {"lines": {str(n): said for n, said in lines.items()}} if lines else {}
            more |= {"sides": sides} if sides else {}
            more |= {"way": self.ways[name]} if name in self.ways else {}
            yield name, {"why": why, **more} if more else why


@dataclass(frozen=True)
class Kept:
    """The files of a statement, whether or not they exist."""

    spec: Path
    lines: Path
    certificate: Path
    left: Path

    @classmethod
    def beside(cls, statement: Path) -> Kept:
        """The files that belong to the file of a statement."""
        return cls.named(statement.parent / FOLDER, statement.stem)

    @classmethod
    def named(cls, folder: Path, name: str) -> Kept:
        """The files of this name in a folder."""
        return cls(*(folder / f"{name}.{end}" for end in ("spec", "lines.gz", "cert.gz", "left.json")))

    @classmethod
    def themes(cls, folder: Path) -> list[tuple[str, Kept]]:
        """The lemmas that are kept in a folder, by themes."""
        return [(path.stem, cls.named(folder, path.stem)) for path in sorted(folder.glob("*.spec"))]

    @property
    def exists(self) -> bool:
        return self.spec.is_file() and self.certificate.is_file()

    def digest(self) -> str:
        """The hash of the files, for the address of what was found in them; empty if there is none."""
        found = [path.name.encode() + b"\0" + path.read_bytes() for path in self.files if path.is_file()]
        return hashlib.sha256(b"\0".join(found)).hexdigest() if found else ""

    @property
    def files(self) -> tuple[Path, ...]:
        """All of them."""
        return self.spec, self.lines, self.certificate, self.left

    def read(self) -> tuple[bytes, bytes]:
        """The specification and the certificate, unpacked.

        Raises:
            ValueError: if one of them is longer than `MAX_BYTES`.
        """
        spec = self.spec.read_bytes()
        if self.lines.is_file():
            lines = _unpacked(self.lines)
            # entries are apart by an empty line
            spec = spec + b"\n" + lines if spec else lines
        return spec, _unpacked(self.certificate)

    def reasons(self) -> Left:
        """What stopped the search for each claim, and each line, that is not proved."""
        if not self.left.is_file():
            return Left()
        found: dict[str, Any] = json.loads(self.left.read_text(encoding="utf-8"))
        whole: dict[str, dict[str, Any]] = {
            n: {"why": one} if isinstance(one, str) else one for n, one in found.items()
        }
        return Left(
            {name: one["why"] for name, one in whole.items() if one.get("why")},
            {name: {int(n): why for n, why in one["lines"].items()} for name, one in whole.items() if one.get("lines")},
            {name: one["sides"] for name, one in whole.items() if one.get("sides")},
            {name: one["way"] for name, one in whole.items() if one.get("way")},
        )

    def write_reasons(self, left: Left) -> None:
        """Keep what stopped the search, or that nothing did."""
        if left != Left():
            self.left.parent.mkdir(exist_ok=True)
            text = json.dumps(dict(left.records()), indent=1, ensure_ascii=False)
            self.left.write_text(f"{text}\n", encoding="utf-8")
        else:
            self.left.unlink(missing_ok=True)

    def write(self, spec: bytes, certificate: bytes) -> None:
        """Keep a specification with its certificate; the same content gives the same files."""
        self.spec.parent.mkdir(exist_ok=True)
        first = _LINE.search(spec)
        place = len(spec) if first is None else first.start()
        claims, lines = spec[:place], spec[place:]
        write_atomically(self.spec, claims.removesuffix(b"\n") if lines else claims)
        if lines:
            write_atomically(self.lines, gzip.compress(lines, mtime=0))
        else:
            self.lines.unlink(missing_ok=True)
        write_atomically(self.certificate, gzip.compress(certificate, mtime=0))

    def remove(self) -> None:
        """Keep no certificate."""
        for path in (self.spec, self.lines, self.certificate):
            path.unlink(missing_ok=True)


def _unpacked(path: Path) -> bytes:
    with gzip.open(path) as file:
        unpacked = file.read(MAX_BYTES + 1)
    if len(unpacked) > MAX_BYTES:
        raise ValueError(f"{path} is longer than {MAX_BYTES} bytes")
    return unpacked
