"""``rftheory simulate``: tables, JSON, and every kind of bad use."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated import SMALL, document_of, run

from rftheory.cli.estimates import percent, scientific

_HYBRID = ("hyperbolic", "--hybrid", "angular", "--with", "trigonometric")
_TWO = ("--quantity", "mse", "--quantity", "quantile:0.9")


@pytest.mark.parametrize(
    "arguments",
    [
        ("positive", "--v", "1"),
        ("positive", "--v", "1/2,1,sqrt(2),2", "--coupling", "simplex", *_TWO),
        ("trigonometric", "--z", "1,2", "--coupling", "orthogonal", "--no-share", "--level", "95%", "--seed", "3"),
        ("hyperbolic", "--x-norm", "1", "--y-norm", "1/2", "--theta", "0,pi/3,pi", "--quantity", "second-moment"),
        ("gerf", "--set", "A=-1/10", "--set", "s=1", "--v", "1", "--quantity", "tail:0.1", "--quantity", "bias"),
        ("oprf", "--v", "1", "--m", "20", "--quantity", "pair-covariance", "--coupling", "orthogonal"),
        (*_HYBRID, "--n", "4", "--v", "1", "--kernel", "gaussian"),
        ("poisson", "--set", "rate=1", "--v", "1", "--m", "2", "--quantity", "mean"),
        # numbers beyond float64
        ("trigonometric", "--x-norm", "40", "--y-norm", "40", "--theta", "1/10", "--kernel", "softmax"),
        ("positive", "--v", "1", "--coupling", "orthogonal", "--against", "iid"),
        ("positive", "--v", "1", "--proposal", "0.3"),
    ],
)
def test_tables_have_80_columns(arguments: tuple[str, ...]) -> None:
    result = run(*arguments, *SMALL)
    # a few draws may be too few for an interval
    assert result.exit_code in (0, 1), result.output
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80, result.stdout
    assert "estimate" in result.stdout and "draws" in result.stdout
    assert result.stderr == ""


def test_a_table_of_several_pairs_has_a_line_for_each() -> None:
    lines = run("positive", "--v", "0.5,1,2", *SMALL).stdout.splitlines()
    start = lines.index("mse")
    assert lines[start + 1].split()[:2] == ["v", "estimate"]
    assert [line.split()[0] for line in lines[start + 2 : start + 5]] == ["0.5", "1", "2"]


_ROW = {
    "quantity",
    "pair",
    "answer",
    "method",
    "drawn_share",
    "bar",
    "reason",
    "level",
    "relative_error",
    "label",
    "theory",
    "why_no_theory",
}
_ROW |= {"log_unit", "in_units", "value", "low", "high"}
_DOCUMENT = {
    "family",
    "set",
    "coupling",
    "against",
    "proposal",
    "hybrid",
    "with",
    "kernel",
    "d",
    "m",
    "n",
    "share",
    "pairs",
    "seed",
}
_DOCUMENT |= {"level", "draws", "method", "reached", "message", "notes", "estimates", "seconds", "draws_per_second"}


def test_json_says_all_that_the_table_says() -> None:
    document = document_of("positive", "--v", "1,2", "--m", "4", "--coupling", "orthogonal", *SMALL)
    assert set(document) == _DOCUMENT
    assert [document[key] for key in ("d", "m", "pairs", "kernel", "reached")] == [8, 4, 2, "softmax", None]
    assert document["draws"] >= 20000
    assert [(row["quantity"], row["label"]) for row in document["estimates"]] == [
        (quantity, v) for quantity in ("mean", "mse") for v in ("1", "2")
    ]
    for row in document["estimates"]:
        assert set(row) == _ROW
        assert set(row["theory"]) == {"value", "sign", "log", "inside"}
        if row["answer"] == "known":
            assert row["low"] <= row["value"] <= row["high"]


def test_what_there_is_to_simulate_is_listed() -> None:
    assert "  positive\n" in run().stdout
    document = document_of()
    assert "orthogonal" in document["couplings"] and "angular" in document["hybrids"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pozitive", "--v", "1"), "nearest: 'positive'"),
        (("positive", "--v", "1", "--coupling", "orthogonl"), "nearest: 'orthogonal'"),
        (("positive", "--v", "1", "--quantity", "mze"), "nearest: mse"),
        (("positive", "--v", "1", "--quantity", "tail"), "tail takes a number"),
        (("positive", "--v", "1", "--quantity", "mse:2"), "mse takes no number"),
        (("positive", "--v", "1", "--quantity", "quantile:1.5"), "(0, 1)"),
        (("positive", "--v", "1", "--m", "1", "--quantity", "pair-covariance"), "m must be >= 2"),
        (("positive", "--v", "1", "--set", "A=2"), "no parameter 'A'"),
        (("gerf", "--v", "1", "--set", "A=1/3"), "Re(1 - 4A) must be > 0"),
        (("gerf", "--v", "1", "--set", "A"), "KEY=VALUE"),
        (("gerf", "--v", "1", "--set", "kernel.A=1"), "PART.KEY=VALUE"),
        (("positive", "--v", "1", "--set", "hybrid.sigma=1"), "--hybrid and --with"),
        (("positive",), "inputs are needed"),
        (("positive", "--v", "1", "--z", "1"), "in one way"),
        (("positive", "--v", "-1"), "v must be a number >= 0"),
        (("positive", "--v", "nan"), "v = nan"),
        (("positive", "--v", "1e400"), "float64"),
        (("positive", "--x-norm", "1"), "missing: y_norm, theta"),
        (("positive", "--x-norm", "1", "--y-norm", "1", "--theta", "4"), "[0, pi]"),
        (("positive", "--inputs", "absent.npz"), "there is no file absent.npz"),
        (("positive", "--v", "1", "--d", "0"), "'0' is not an integer from 1"),
        (("positive", "--v", "1", "--m", "1.5"), "'1.5' is not an integer"),
        (("positive", "--v", "1", "--draws", "0"), "'0' is not an integer from 1"),
        (("positive", "--v", "1", "--draws", "-5"), "'-5' is not an integer from 1"),
        (("positive", "--v", "1", "--draws", "nan"), "'nan' is not an integer from 1"),
        (("positive", "--v", "1", "--until", "1%", "--budget", "0"), "'0' is not an integer from 1"),
        (("positive", "--v", "1", "--until", "1%", "--budget", "nan"), "'nan' is not an integer from 1"),
        (("positive", "--v", "1", "--until", "nan"), "'nan' is not between 0 and 1"),
        (("positive", "--v", "1", "--until", "0"), "'0' is not between 0 and 1"),
        (("positive", "--v", "1", "--until", "1%", "--draws", "1e3"), "not both"),
        (("positive", "--v", "1", "--budget", "1e3"), "--budget is of --until"),
        (("positive", "--v", "1", "--level", "100%"), "'100%' is not between 0 and 1"),
        (("positive", "--v", "1", "--method", "magic"), "--method"),
        (("positive", "--v", "1", "--method", "tilted", "--quantity", "tail:0.1"), "tilted"),
        (("positive", "--v", "1", "--seed", "-1"), "--seed"),
        (("positive", "--v", "1", "--jobs", "0"), "--jobs"),
        (("positive", "--v", "1", "--kernel", "cubic"), "--kernel"),
        (("positive", "--v", "1", "--executor", "gpu"), "executor must be"),
        (("positive", "--v", "1", "--hybrid", "angular"), "--hybrid and --with"),
        (("positive", "--v", "1", "--n", "2"), "--n is of a hybrid"),
        (("positive", "--v", "1", "--against", "iid", "--quantity", "mse"), "without --quantity"),
        (("positive", "--v", "1,2", "--proposal", "0.3"), "one pair at a time, got 2"),
        (("positive", "--v", "1", "--proposal", "0"), "--proposal must be a variance > 0, got 0"),
        (("positive", "--v", "1", "--proposal", "nan"), "--proposal must be a variance > 0, got nan"),
        (("positive", "--v", "1", "--proposal", "0.3", "--against", "iid"), "without --against"),
        (("positive", "--v", "1", "--checkpoint", "absent/file"), "absent"),
    ],
)
def test_bad_use(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


@given(
    st.floats(1e-3, 1e3).flatmap(lambda value: st.sampled_from([value, -value])),
    st.floats(-1e4, 1e4),
    st.integers(3, 8),
)
def test_numbers_beyond_floats_are_printed(number: float, log_unit: float, digits: int) -> None:
    text = scientific(number, log_unit, digits)
    mantissa, _, exponent = text.partition("e")
    log = math.log(abs(float(mantissa))) + int(exponent or 0) * math.log(10)
    # half a unit of the last digit, and roundings of logarithms of size 1e4
    assert log == pytest.approx(math.log(abs(number)) + log_unit, abs=0.5 * 10 ** (1 - digits) + 1e-11)
    assert text.startswith("-") == (number < 0)


def test_numbers_that_are_special() -> None:
    assert scientific(0.0, 5000.0, 4) == "0"
    assert scientific(-math.inf, 5000.0, 4) == "-inf"
    assert scientific(9.99999, -2000 * math.log(10), 4) == "1.000e-1999"
    assert scientific(1.0, -math.inf, 4) == "0"
    assert [percent(share) for share in (0.0012, 25.0, math.inf)] == ["0.12%", "25x", "-"]
