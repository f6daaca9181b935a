"""``rftheory simulate``: inputs, files and numbers as they are typed."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated import document_of, run

from rftheory.answers.closed import closed_form
from rftheory.answers.estimate_text import percent, scientific
from rftheory.answers.estimates import quantity_of
from rftheory.cli import types
from rftheory.cli.pairs import pairs_by_norms, pairs_in_file, pairs_on_a_line
from rftheory.montecarlo.quantities import pair_covariance, quantile, tail_probability


@given(st.integers(1, 6), st.lists(st.integers(0, 50), min_size=1, max_size=4))
def test_lengths_are_what_is_asked_for(d: int, halves: list[int]) -> None:
    text = ",".join(f"{half}/2" for half in halves)
    lengths = np.array(halves) / 2
    sums, differences = pairs_on_a_line("v", text, d), pairs_on_a_line("z", text, d)
    assert np.array_equal(np.linalg.norm(sums.x + sums.y, axis=1), lengths)
    assert np.array_equal(sums.x, sums.y)
    assert np.array_equal(np.linalg.norm(differences.x - differences.y, axis=1), lengths)
    assert sums.labels == tuple(text.split(","))


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 12))
def test_norms_and_angles_are_what_is_asked_for(first: int, second: int, twelfths: int) -> None:
    pairs = pairs_by_norms({"x_norm": str(first), "y_norm": str(second), "theta": f"{twelfths}*pi/12"}, 3)
    (x,), (y,) = pairs.x, pairs.y
    # the coordinates of y have a rounding each
    assert np.linalg.norm(x) == first and np.linalg.norm(y) == pytest.approx(second, rel=1e-15)
    assert x @ y == pytest.approx(first * second * math.cos(twelfths * math.pi / 12), abs=1e-15 * first * second)


def _write(path: Path, x: np.ndarray, y: np.ndarray) -> Path:
    if path.suffix == ".npz":
        np.savez(path, x=x, y=y)
    elif path.suffix == ".npy":
        np.save(path, np.stack([x, y]))
    else:
        header = "x1,x2,x3,y1,y2,y3" if path.stem == "named" else ""
        np.savetxt(path, np.hstack([x, y]), fmt="%.17g", delimiter=",", header=header, comments="")
    return path


@pytest.mark.parametrize("name", ["pairs.npz", "pairs.npy", "pairs.csv", "named.csv"])
def test_files_are_read_exactly(tmp_path: Path, name: str) -> None:
    x, y = np.random.default_rng(0).standard_normal((2, 5, 3)) / 4
    path = _write(tmp_path / name, x, y)
    pairs = pairs_in_file(path)
    assert np.array_equal(pairs.x, x) and np.array_equal(pairs.y, y)
    document = document_of("positive", "--inputs", str(path), "--draws", "1e4", "--quantity", "mean", "--jobs", "1")
    assert [document["d"], document["m"], document["pairs"]] == [3, 3, 5]
    assert run("positive", "--inputs", str(path), "--d", "4").exit_code == 2


@pytest.mark.parametrize("name", ["pairs.npz", "pairs.npy"])
def test_files_that_are_cut_short_are_refused(tmp_path: Path, name: str) -> None:
    path = _write(tmp_path / name, *np.ones((2, 2, 3)))
    content = path.read_bytes()
    for length in range(0, len(content), 7):
        path.write_bytes(content[:length])
        with pytest.raises(ValueError, match=name):
            pairs_in_file(path)


# -- numbers --------------------------------------------------------------------------------------------------------


@given(st.integers(1, 2**63 - 1))
def test_counts_round_trip(count: int) -> None:
    assert types.count(str(count)) == count
    assert types.count("1e6") == 10**6


def test_shares_are_numbers_or_percent() -> None:
    assert types.share("0.5%") == types.share("0.005") == 0.005


def test_quantities_by_name() -> None:
    assert quantity_of("quantile:0.9", 3) == quantile(0.9)
    assert quantity_of("tail:0.1", 3) == tail_probability(0.1)
    assert quantity_of("pair_covariance", 3) == pair_covariance(3)
    for other in ("pair-covariance", "second-moment"):
        with pytest.raises(ValueError, match=f"nearest: '{other.replace('-', '_')}'"):
            quantity_of(other, 3)


def test_many_pairs_are_printed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A layout of any text takes a millisecond a row, JSON with lines of their own most of a run."""
    x, y = np.random.default_rng(0).normal(scale=0.2, size=(2, 1200, 3))
    path = _write(tmp_path / "many.npz", x, y)
    ask = ["positive", "--inputs", str(path), "--draws", "16", "--quantity", "mse", "--method", "plain", "--jobs", "1"]
    monkeypatch.setattr("rftheory.montecarlo.plans.MOST_TILTED", 100)
    monkeypatch.setattr("rich.table.Table.add_row", None)
    lines = run(*ask).output.splitlines()
    table = lines[[line.split()[:2] == ["pair", "estimate"] for line in lines].index(True) + 1 :][:1200]
    assert [line.split()[0] for line in table] == [str(k) for k in range(1200)]
    assert len(lines) < 1300 and any(line.startswith("inconclusive for like reasons") for line in lines)
    written = run(*ask, "--json").output
    assert len(json.loads(written)["estimates"]) == 1200 and len(written.splitlines()) == 1
    # control: few pairs have lines of their own, and all of their reasons
    few = ["positive", "--v", "1", "--draws", "16", "--quantity", "mse", "--method", "plain", "--jobs", "1", "--json"]
    assert len(run(*few).output.splitlines()) > 20


@pytest.mark.parametrize("text", ["-1/5+3*I/20", "-0.2+0.15*I", "-1/5 + 3*I/20"])
def test_complex_parameters_are_exact_on_the_command_line(text: str) -> None:
    document = document_of(f"gerf(A={text})", "--z", "1", "--d", "4", "--draws", "2e4", "--jobs", "1")
    half = np.array([0.5, 0, 0, 0])
    mse = closed_form("mse", "gerf(A=-1/5+3*I/20)", half, -half, 4).value
    (found,) = (row for row in document["estimates"] if row["quantity"] == "mse")
    assert found["theory"]["value"] == mse
    # a control: what is no number is refused by name and value
    refused = run("gerf(A=-1/5+3*J/20)", "--z", "1")
    assert refused.exit_code == 2 and "A must be a number, got '-1/5+3*J/20'" in refused.output


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
