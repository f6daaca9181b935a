"""Families, couplings and coefficients of your own: a file in a folder, and nothing else to touch.

The environment variable ``RFTHEORY_EXTENSIONS`` names folders (separated as in PATH), each with ``families``, ``couplings``, ``hybrids`` or
``mixtures`` (kernels) in it. Their files are modules of the packages of those names: ``families/mine.py`` is `rftheory.families.mine`,
on every worker too, and `catalogue` finds the classes in them as it finds its own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

VARIABLE = "RFTHEORY_EXTENSIONS"


def folders() -> tuple[str, ...]:
    """The folders that are named, those that are not there included."""
    return tuple(str(Path(each).resolve()) for each in os.environ.get(VARIABLE, "").split(os.pathsep) if each)


def extended(path: Iterable[str], package: str) -> list[str]:
    """The path of a package with that of the same name in each folder."""
    return [*path, *(str(Path(folder) / package) for folder in folders())]
