"""Where the certificate of a statement is kept: beside its file, in the folder ``certificates``.

``NAME.spec`` says in the terms of the kernel what is proved, ``NAME.cert.gz`` is the proof (see `rftheory.kernel`); ``NAME.left.json``
says of the claims that are not proved what stopped the search.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rftheory.execution.files import write_atomically

#: the folder beside the statements
FOLDER = "certificates"
#: the folder of lemmas that all certificates may cite, in that of the proofs
THEORY = "theory"
#: the module that replays what is kept
REPLAYED = "rftheory.prover.replayed"
#: no certificate is longer when it is unpacked
MAX_BYTES = 400_000_000


@dataclass(frozen=True)
class Kept:
    """The files of a statement, whether or not they exist."""

    spec: Path
    certificate: Path
    left: Path

    @classmethod
    def beside(cls, statement: Path) -> Kept:
        """The files that belong to the file of a statement."""
        return cls.named(statement.parent / FOLDER, statement.stem)

    @classmethod
    def named(cls, folder: Path, name: str) -> Kept:
        """The files of this name in a folder."""
        return cls(*(folder / f"{name}.{end}" for end in ("spec", "cert.gz", "left.json")))

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
        return self.spec, self.certificate, self.left

    def read(self) -> tuple[bytes, bytes]:
        """The statement and the certificate, unpacked.

        Raises:
            ValueError: if the certificate is longer than `MAX_BYTES`.
        """
        with gzip.open(self.certificate) as file:
            unpacked = file.read(MAX_BYTES + 1)
        if len(unpacked) > MAX_BYTES:
            raise ValueError(f"{self.certificate} is longer than {MAX_BYTES} bytes")
        return self.spec.read_bytes(), unpacked

    def reasons(self) -> dict[str, str]:
        """What stopped the search for each claim that is not proved."""
        if not self.left.is_file():
            return {}
        found: dict[str, str] = json.loads(self.left.read_text(encoding="utf-8"))
        return found

    def write_reasons(self, reasons: Mapping[str, str]) -> None:
        """Keep what stopped the search, or that nothing did."""
        if reasons:
            self.left.parent.mkdir(exist_ok=True)
            self.left.write_text(json.dumps(dict(reasons), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        else:
            self.left.unlink(missing_ok=True)

    def write(self, spec: bytes, certificate: bytes) -> None:
        """Keep a statement with its certificate; the same content gives the same files."""
        self.spec.parent.mkdir(exist_ok=True)
        write_atomically(self.spec, spec)
        write_atomically(self.certificate, gzip.compress(certificate, mtime=0))
