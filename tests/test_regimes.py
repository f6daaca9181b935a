"""The digits of CRT, Section 5.1: statistics of pairs, and what is proved about mean log-variances against draws."""

from __future__ import annotations

import sys

import numpy as np
import pytest
import sympy as sp

from rftheory.chains.claims import chain_of
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.mechanisms.mse import log_variance
from rftheory.numbers.balls import enclose
from rftheory.proofs.crt import _digits
from rftheory.statements.claims import Claim

PAIRS = 1500
#: a mean of thousands of draws with Gaussian tails is farther off than this many standard errors once in 10^8 tests
ERRORS = 6
TRIG, POS = GeneralizedExponential(0, -1), GeneralizedExponential(0, 1)


def _proved(claim: Claim) -> float:
    """The number that the chain of a claim reaches before the printed one."""
    assert claim.proof is not None
    return float(chain_of(claim).lines[-2].expr)


def _mean_and_error(values: np.ndarray) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1)) / len(values) ** 0.5


# -- the digits ---------------------------------------------------------------------------------------------------


def _looped(rows: np.ndarray) -> tuple[list[int], list[int]]:
    plus, minus = [], []
    for i in range(len(rows)):
        for j in range(i + 1, len(rows)):
            plus.append(int(sum((int(a) + int(b)) ** 2 for a, b in zip(rows[i], rows[j], strict=True))))
            minus.append(int(sum((int(a) - int(b)) ** 2 for a, b in zip(rows[i], rows[j], strict=True))))
    return plus, minus


def test_statistics_of_pairs_are_those_of_a_double_loop() -> None:
    rows = _digits.images()[:25]
    plus, minus = _digits.pair_squares(rows)
    assert (plus.tolist(), minus.tolist()) == _looped(rows)


def test_proved_means_of_the_digits_against_draws() -> None:
    from rftheory.proofs.crt import sec_5_1_digits as digits

    generator = np.random.default_rng(1)
    images = _digits.images() / 16.0
    first = generator.integers(len(images), size=PAIRS)
    second = (first + generator.integers(1, len(images), size=PAIRS)) % len(images)
    x, y = images[first], images[second]
    claims = {claim.name: claim for claim in digits.CLAIMS}
    positive, oprf = log_variance(POS, x, y), log_variance(GeneralizedExponential((1 - 1 / digits._RHO) / 8, 1), x, y)
    mean, error = _mean_and_error(positive - oprf)
    assert mean >= _proved(claims["OPRF over PosRF"]) - ERRORS * error
    # and the refuted claim: the gain over TrigRF is negative by far
    mean, error = _mean_and_error(log_variance(TRIG, x, y) - oprf)
    value = enclose(digits.positive.proposition.left, {}, sp.Rational(1, 10**6))  # type: ignore[union-attr]
    assert abs(mean - float(value.value.mid())) <= ERRORS * error
    assert mean < -10


def test_without_scikit_learn_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(ImportError, match="experiments"):
        _digits.images.__wrapped__()
