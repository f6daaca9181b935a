"""What the prover could not prove."""

from __future__ import annotations


class Unproved(Exception):
    """A search that ended without a theorem; the message names what stopped it."""


class IllFormed(Unproved):
    """A context that has terms, of which not all are seen to have values."""
