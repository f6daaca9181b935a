"""Answers as JSON has them."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any, ClassVar

import numpy as np


class Plain:
    """A dataclass whose fields make an object of JSON."""

    #: fields that are left out
    hidden: ClassVar[tuple[str, ...]] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain numbers, text, lists and dictionaries; infinite numbers are None, and complex ones have two parts."""
        names = (entry.name for entry in fields(self))  # type: ignore[arg-type]
        return {name: plain(getattr(self, name)) for name in names if name not in self.hidden}


def plain(value: Any) -> Any:
    """One value as `Plain` writes it."""
    if isinstance(value, Plain):
        return value.to_json()
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, complex):
        return value.real if value.imag == 0 else {"real": value.real, "imaginary": value.imag}
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value
