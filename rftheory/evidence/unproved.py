"""What every step of a derivation raises when it cannot be checked."""

from __future__ import annotations


class Unproved(Exception):
    """A step that could not be checked, with the reason."""
