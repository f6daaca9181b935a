"""Random streams by name: each numbered part of each computation has its own, whoever draws from it."""

from __future__ import annotations

import hashlib

import numpy as np


def stream(label: str, seed: int, *key: int) -> np.random.Generator:
    """The random stream of what a label names and of one numbered purpose.

    Args:
        label: a stable text of all that the numbers drawn depend on.
        seed: the root of all randomness, >= 0.
        key: which of the streams of this label.
    """
    digest = hashlib.sha256(label.encode()).digest()
    words = [int.from_bytes(digest[k : k + 4], "little") for k in range(0, 16, 4)]
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence([seed, *words], spawn_key=key)))
