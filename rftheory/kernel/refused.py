"""What the kernel does not accept, and its limits."""

from __future__ import annotations

#: terms, steps and contexts of one run; arguments inside each other; literal exponents; bits of a rational
MAX_TERMS, MAX_STEPS, MAX_DEPTH = 1_000_000, 100_000, 160
MAX_EXPONENT, MAX_BITS = 1_000, 4_000


class Refused(Exception):
    """A step, a term or a file that is not accepted; the message says why."""
