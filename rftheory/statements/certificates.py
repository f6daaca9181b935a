"""Where the certificate of a statement is kept: beside its file, in the folder ``certificates``.

``NAME.spec`` says in the terms of the kernel what is proved, ``NAME.cert.gz`` is the proof (see `rftheory.kernel`).
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

#: no certificate is longer when it is unpacked
MAX_BYTES = 400_000_000


@dataclass(frozen=True)
class Kept:
    """The two files of a statement, whether or not they exist."""

    spec: Path
    certificate: Path

    @classmethod
    def beside(cls, statement: Path) -> Kept:
        """The files that belong to the file of a statement."""
        folder = statement.parent / "certificates"
        return cls(folder / f"{statement.stem}.spec", folder / f"{statement.stem}.cert.gz")

    @property
    def exists(self) -> bool:
        return self.spec.is_file() and self.certificate.is_file()

    def digest(self) -> str:
        """The hash of both files, for the address of what was found in them; empty if there is none."""
        if not self.exists:
            return ""
        return hashlib.sha256(self.spec.read_bytes() + b"\0" + self.certificate.read_bytes()).hexdigest()

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

    def write(self, spec: bytes, certificate: bytes) -> None:
        """Keep a statement with its certificate; the same content gives the same files."""
        self.spec.parent.mkdir(exist_ok=True)
        self.spec.write_bytes(spec)
        self.certificate.write_bytes(gzip.compress(certificate, mtime=0))
