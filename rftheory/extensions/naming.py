"""Refusal of a name that is none of those known, with the nearest of these."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


def one_of(what: str, known: Iterable[str], given: Any, also: Iterable[str] = ()) -> ValueError:
    """The error for a name that is not known: what is allowed, what was given, and what is nearest.

    Args:
        also: names that are allowed too, and too many to be listed.
    """
    listed = list(known)
    # names with commas in them
    separator = "; " if any(", " in each for each in listed) else ", "
    near = difflib.get_close_matches(str(given), [*listed, *also], n=1, cutoff=0.5)
    hint = f"; nearest: {near[0]!r}" if near else ""
    return ValueError(f"{what} must be one of {separator.join(listed)}, got {given!r}{hint}")
