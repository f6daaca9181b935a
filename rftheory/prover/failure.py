"""What the prover could not prove."""

from __future__ import annotations


class Unproved(Exception):
    """A search that ended without a theorem; the message names what stopped it."""
