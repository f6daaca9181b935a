"""What the kernel does not accept, and its limits."""

from __future__ import annotations

#: terms that are held at a time; steps of one run; arguments inside each other; literal exponents; bits of a rational
MAX_TERMS, MAX_STEPS, MAX_DEPTH = 1_000_000, 100_000, 160
MAX_EXPONENT, MAX_BITS = 1_000, 4_000
#: bytes of a file, characters of a line, nodes of what is printed, entries of a context; seconds and bytes of a process
MAX_FILE, MAX_LINE, MAX_PRINT, MAX_ENTRIES = 1 << 26, 1 << 20, 100_000, 400
MAX_SECONDS, MAX_MEMORY = 1_800, 1 << 33


class Refused(Exception):
    """A step, a term or a file that is not accepted; the message says why."""


def demand(held: bool, reason: str) -> None:
    """Refuse for this reason what does not hold."""
    if not held:
        raise Refused(reason)
