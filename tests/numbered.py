"""Work in numbered parts that other processes can import, with accidents on demand."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np


def draws(number: int) -> np.ndarray:
    """What a chunk is: numbers from the stream of its number."""
    return np.random.default_rng([7, number]).standard_normal(5)


def expected(count: int) -> list[tuple[int, bytes]]:
    return [(number, draws(number).tobytes()) for number in range(count)]


def as_bytes(results) -> list[tuple[int, bytes]]:
    return [(number, value.tobytes()) for number, value in results]


class Unportable(Exception):
    """Cannot be unpickled: its arguments are not those of its constructor."""

    def __init__(self, first: int, second: int):
        super().__init__(f"{first} and {second}")


@dataclass(frozen=True)
class Accident:
    """Draws, but at the part ``at`` the process dies: each time, or until ``times`` files lie in ``place``."""

    at: int
    place: Path
    times: int = 10**9

    def __call__(self, number: int) -> np.ndarray:
        if number == self.at and len(list(self.place.iterdir())) < self.times:
            (self.place / str(time.time_ns())).touch()
            os._exit(1)
        return draws(number)


@dataclass(frozen=True)
class Failing:
    """Raises at the part ``at``, and leaves a file for each time it was called there."""

    at: int
    place: Path
    unportable: bool = False

    def __call__(self, number: int) -> np.ndarray:
        if number == self.at:
            (self.place / str(time.time_ns())).touch()
            raise Unportable(1, 2) if self.unportable else ValueError("no such draw")
        return draws(number)


@dataclass(frozen=True)
class Waiting:
    """Draws after some seconds, and leaves a file named by its process."""

    place: Path
    seconds: float

    def __call__(self, number: int) -> np.ndarray:
        (self.place / str(os.getpid())).touch()
        time.sleep(self.seconds)
        return draws(number)


def features(inputs: np.ndarray, m: int, seed: int) -> np.ndarray:
    """Positive features of independent projections."""
    w = np.random.default_rng(seed).standard_normal((m, inputs.shape[1]))
    return np.exp(inputs @ w.T - (inputs**2).sum(axis=1, keepdims=True) / 2) / np.sqrt(m)


def refusing(inputs: np.ndarray, m: int, seed: int) -> np.ndarray:
    """Features of most seeds."""
    if seed % 50 == 0:
        raise OverflowError("this seed")
    return features(inputs, m, seed)


def audited(call: object = features, **where) -> dict[str, object]:
    """What an audit finds, but for the seconds."""
    from rftheory._audit import audit

    report = audit(call, **{"claims": "positive", "kernel": "softmax", "d": 4, "m": 4, "calls": 100, **where}).to_json()
    return {**report, "seconds": 0}
