"""What the tests of the kernel are given."""

from __future__ import annotations

import pytest

from rftheory.kernel.certificate import replay
from rftheory.kernel.theorems import Theorem
from tests.kernel.certificates import BYTES, certificate, cosine, gap, mean, numbers, sign, square


@pytest.fixture(scope="module")
def first() -> str:
    return certificate(square, gap, sign, numbers)


@pytest.fixture(scope="module")
def lemmas(first: str) -> dict[str, Theorem]:
    return {outcome.entry.name: outcome.theorem for outcome in replay(first.encode(), BYTES, {})}


@pytest.fixture(scope="module")
def second(lemmas: dict[str, Theorem]) -> str:
    return certificate(cosine, mean, lemmas=lemmas)
