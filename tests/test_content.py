"""Bars without content are not called proved, and blanks say why, for every family and far beyond what can be drawn."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from simulated import document_of, run

from rftheory.answers.estimates import Estimates, estimate
from rftheory.montecarlo.intervals import Interval

_QUANTITIES = ("mean", "bias", "mse", "variance", "second_moment", "pair_covariance")
_NAMES = (
    *(f"poisson(rate={rate})" for rate in ("1/100", "2", "60", "100")),
    *(f"geometric(p={p})" for p in ("1/1000000", "1/10", "999/1000")),
    *("positive", "hyperbolic x simplex", "trigonometric", "gerf(A=-1/5)", "gerf(A=1/9)", "gerf(A=-1/5+3*I/20)"),
    *(
        "complex-exponential(scalar=1+I/2)",
        "random-phase-cosine",
        "angular",
        "angular x orthogonal",
        "positive x halton",
    ),
)


def _found(name: str, v: float, draws: int = 4096) -> Estimates:
    x, y = np.array([[v / 2, 0.3], [v / 2, -0.2]])[:, None]
    return estimate(_QUANTITIES, name, x, y, m=2, draws=draws, workers=1)


@pytest.mark.parametrize("v", [0.1, 4.0, 20.0])
@pytest.mark.parametrize("name", _NAMES)
def test_a_proved_bar_is_shorter_than_the_number(name: str, v: float) -> None:
    found = _found(name, v)
    for each in found.run.estimates:
        row, form, interval = each.to_json(), found.closed_form(each), each.interval
        if interval.kind in ("proved", "vacuous"):
            # at 99% each: none of these misses with this seed
            assert found.holds(each)
        # a covariance is measured by the variance of a sample
        compared = each.quantity != "pair_covariance" and interval.kind in ("proved", "vacuous")
        if form is not None and form[0] and compared:
            excess = math.log(max(interval.half_width, 1e-300)) + each.log_unit - form[1]
            assert (interval.kind == "vacuous") == (excess > 0)
        if interval.kind in ("vacuous", "none"):
            assert row["bar"] != "proved" and row["answer"] == "inconclusive"
            assert "the typical draw has |K_hat - K| = " in row["reason"]
        else:
            assert not row["reason"]
    json.dumps(found.to_json(), allow_nan=False)


def test_draws_beyond_a_number_that_is_known_give_a_bar_its_content() -> None:
    """Errors of short waves are small parts of the range: by Bernstein's bound 12 ranges over the error, and some, are needed."""
    z, m = 0.12, 2
    x = np.array([z / 2, 0.0])
    needed = 12 * (1 + math.exp(-z * z / 2)) ** 2 / ((1 - math.exp(-z * z)) ** 2 / 2 / m)
    for factor, kind in ((0.2, "vacuous"), (5, "proved")):
        found = estimate("mse", "trigonometric", x, -x, m=m, draws=int(factor * needed), seed=3, workers=1)
        (error,) = found.run.estimates
        assert error.interval.kind == kind and (found.run.draws < needed) == (kind == "vacuous")


def test_a_mean_that_no_draw_shows_has_no_limit_law() -> None:
    """All draws look alike, and a limit law of them is far from the mean."""
    # float64 does not hold the variance, of which the logarithm is known
    found = _found("angular", 30.0)
    (mean,), (error,) = found.run.of("mean"), found.run.of("mse")
    assert mean.interval.kind == "none" and "by the variance that is known" in mean.interval.reason
    # a control: other quantities have one, which is marked where it misses
    assert error.interval.kind != "asymptotic" or not found.holds(error)


def test_the_typical_draw_is_the_median() -> None:
    (variance,) = _found("poisson(rate=60)", 1.0).run.of("variance")
    # all counts are so large that the product of features is 0
    assert variance.interval.kind == "none" and variance.interval.reason.endswith("= 1 K")
    x = np.array([[2.0, 0.0, 0.0]])
    drawn = estimate(("mean", "quantile:0.5"), "positive", x, x, m=1, draws=4096, level=0.999)
    mean, median = drawn.run.estimates
    assert mean.interval.kind == "none"
    told = float(mean.interval.reason.rsplit("= ")[1].removesuffix(" K"))
    low, high = (median.in_floats(end) / math.exp(4) for end in (median.interval.low, median.interval.high))
    # of 2001 draws the rank of the median is off by less than 5 in 100, the interval of 4096 by 3
    assert 0.8 * low <= told <= 1.2 * high


@pytest.mark.parametrize("name", ["halton", "simplex+", "hadamard"])
def test_blanks_say_why(name: str) -> None:
    said = f"no closed form is known for {name}"
    shown = run(f"trigonometric x {name}", "--z", "1", "--d", "2", "--draws", "2e3", "--jobs", "1")
    assert said in " ".join(shown.stdout.split())
    document = document_of(
        f"trigonometric x {name}", "--z", "1", "--d", "2", "--draws", "2e3", "--jobs", "1", "--quantity", "mse",
        "--quantity", "quantile:0.5",
    )  # fmt: skip
    mse, quantile = document["estimates"]
    assert mse["theory"] is None and mse["why_no_theory"].startswith(said)
    assert quantile["why_no_theory"] == "no closed form is known for quantile:0.5"
    found = estimate("mse", f"trigonometric x {name}", [0.5, 0.0], [0.0, 0.1], draws=2000)
    assert said in str(found)
    # a control: what is known has no reason
    (known,) = document_of("trigonometric", "--z", "1", "--d", "2", "--draws", "2e3", "--quantity", "mse")["estimates"]
    assert known["why_no_theory"] == "" and known["theory"]


@pytest.mark.parametrize(("family", "exact", "other"), [("positive", "z", "v"), ("trigonometric", "v", "z")])
def test_differences_at_inputs_that_leave_nothing_random(family: str, exact: str, other: str) -> None:
    ask = (f"{family} x simplex", "--against", f"{family} x orthogonal", "--d", "4", "--draws", "2e3", "--jobs", "1")
    shown = run(*ask, f"--{exact}", "0.5,1")
    length = "|x + y|" if exact == "z" else "|x - y|"
    assert f"the error of {family} features depends on {length} only" in " ".join(shown.stdout.split())
    assert f"(--{other})" in shown.stdout and "e-32" not in shown.stdout and shown.stderr == ""
    for row in document_of(*ask, f"--{exact}", "0.5,1")["estimates"]:
        assert row["value"] == row["low"] == row["high"] == row["theory"]["value"] == 0
    # a control: other inputs have a difference, its closed form and no such sentence
    rows = document_of(*ask, "--draws", "1e5", f"--{other}", "1,3")
    assert rows["notes"] == [] and all(row["theory"] and row["theory"]["value"] for row in rows["estimates"])


def test_nothing_is_rounded_where_both_ends_are_zero() -> None:
    zero, wide = Interval(0.0, 0.0, 0.9, "proved"), Interval(-1.0, 2.0, 0.9, "proved")
    assert zero.scaled(3.0) == zero == zero.shifted(0.0) and wide.shifted(0.0) == wide
    assert zero.shifted(1.0).low < 1 < zero.shifted(1.0).high
