"""``rftheory simulate``: options, tables, JSON, exit statuses, checkpoints and every kind of bad input."""

from __future__ import annotations

import json
import math
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from rftheory.cli import main
from rftheory.cli.amounts import Count, Share, quantity_of
from rftheory.cli.draws_display import DrawsDisplay
from rftheory.cli.estimates import percent, scientific
from rftheory.cli.pairs import pairs_by_difference, pairs_by_norms, pairs_by_sum, pairs_in_file
from rftheory.cli.theory import closed_forms
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.execution.progress import Progress
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.montecarlo.quantities import PairCovariance, Quantile, TailProbability
from rftheory.montecarlo.setting import Setting
from rftheory.simulate.coupled import Coupled
from rftheory.simulate.estimators import Bipolar, Estimator, Regular

_SMALL = ("--d", "8", "--draws", "20000", "--jobs", "1")


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *arguments])


def _json(*arguments: str, status: int = 0) -> dict[str, Any]:
    result = _run(*arguments, "--json")
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


def _values(document: dict[str, Any], quantity: str) -> list[dict[str, Any]]:
    return [row for row in document["estimates"] if row["quantity"] == quantity]


# -- what it prints -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("positive", "--v", "1"),
        (
            "positive",
            "--v",
            "1/2,1,sqrt(2),2",
            "--coupling",
            "simplex",
            "--quantity",
            "mse",
            "--quantity",
            "quantile:0.9",
        ),
        ("trigonometric", "--z", "1,2", "--coupling", "orthogonal", "--no-share", "--level", "95%", "--seed", "3"),
        ("hyperbolic", "--x-norm", "1", "--y-norm", "1/2", "--theta", "0,pi/3,pi", "--quantity", "second-moment"),
        ("gerf", "--set", "A=-1/10", "--set", "s=1", "--v", "1", "--quantity", "tail:0.1", "--quantity", "bias"),
        ("oprf", "--v", "1", "--m", "20", "--quantity", "pair-covariance", "--coupling", "orthogonal"),
        (
            "hyperbolic",
            "--hybrid",
            "angular",
            "--with",
            "trigonometric",
            "--n",
            "4",
            "--v",
            "1",
            "--kernel",
            "gaussian",
        ),
        ("poisson", "--set", "rate=1", "--v", "1", "--m", "2", "--quantity", "mean"),
        # numbers beyond float64
        ("trigonometric", "--x-norm", "40", "--y-norm", "40", "--theta", "1/10", "--kernel", "softmax"),
        ("positive", "--v", "1", "--coupling", "orthogonal", "--against", "iid"),
    ],
)
def test_tables_have_80_columns(arguments: tuple[str, ...]) -> None:
    result = _run(*arguments, *_SMALL)
    # a few draws may be too few for an interval
    assert result.exit_code in (0, 1), result.output
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80, result.stdout
    assert "estimate" in result.stdout and "draws" in result.stdout
    assert result.stderr == ""


def test_a_table_of_several_pairs_has_a_line_for_each() -> None:
    lines = _run("positive", "--v", "0.5,1,2", *_SMALL).stdout.splitlines()
    start = lines.index("mse")
    assert lines[start + 1].split()[:2] == ["v", "estimate"]
    assert [line.split()[0] for line in lines[start + 2 : start + 5]] == ["0.5", "1", "2"]


_ROW = {
    "quantity",
    "pair",
    "answer",
    "method",
    "bar",
    "reason",
    "level",
    "log_unit",
    "in_units",
    "value",
    "low",
    "high",
}
_ROW |= {"relative_error", "label", "theory"}
_DOCUMENT = {
    "family",
    "set",
    "coupling",
    "against",
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
_DOCUMENT |= {"level", "draws", "method", "reached", "message", "estimates", "seconds", "draws_per_second"}


def test_json_says_all_that_the_table_says() -> None:
    document = _json("positive", "--v", "1,2", "--m", "4", "--coupling", "orthogonal", *_SMALL)
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


@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
@pytest.mark.parametrize(("family", "inputs"), [("positive", "--v"), ("hyperbolic", "--v"), ("trigonometric", "--z")])
def test_intervals_hold_the_closed_form(family: str, inputs: str, coupling: str) -> None:
    # 9 x 4 intervals that each fail with probability 1e-9: the seed is fixed as well
    document = _json(family, inputs, "0.5,1", "--coupling", coupling, *_SMALL, "--level", "0.999999999")
    assert len(document["estimates"]) == 4
    for row in document["estimates"]:
        assert row["theory"]["inside"], row


def test_a_contrast_agrees_with_the_closed_form_and_is_sharper_than_two_runs() -> None:
    sharp = _json("positive", "--v", "1", "--coupling", "orthogonal", "--against", "iid", *_SMALL)["estimates"][0]
    assert sharp["theory"]["inside"] and sharp["theory"]["sign"] == -1
    errors = [
        _values(_json("positive", "--v", "1", "--coupling", each, "--method", "plain", *_SMALL), "mse")[0]
        for each in ("orthogonal", "iid")
    ]
    assert sharp["high"] - sharp["low"] < sum(error["high"] - error["low"] for error in errors)


def test_the_other_kernel_is_the_same_estimate_scaled() -> None:
    own, other = (_json("positive", "--v", "1", "--kernel", kernel, *_SMALL) for kernel in ("softmax", "gaussian"))
    for name, power in (("mean", 1), ("mse", 2)):
        (first,), (second,) = _values(own, name), _values(other, name)
        # |x|^2 = |y|^2 = 1/4
        assert second["value"] == pytest.approx(first["value"] * math.exp(-power / 4), rel=1e-14)
        assert second["theory"]["value"] == pytest.approx(first["theory"]["value"] * math.exp(-power / 4), rel=1e-14)
        assert second["relative_error"] == first["relative_error"]


def test_what_there_is_to_simulate_is_listed() -> None:
    assert "  positive\n" in _run().stdout
    document = _json()
    assert "orthogonal" in document["couplings"] and "angular" in document["hybrids"]


# -- exit statuses --------------------------------------------------------------------------------------------------


def test_a_precision_is_reached() -> None:
    document = _json("trigonometric", "--z", "1", "--d", "8", "--until", "5%", "--quantity", "mse", "--jobs", "1")
    assert document["reached"] is True
    assert document["estimates"][0]["relative_error"] <= 0.05


def test_a_precision_that_the_budget_cannot_reach() -> None:
    result = _run("positive", "--v", "3", "--d", "8", "--until", "0.01%", "--budget", "1e4", "--jobs", "1")
    assert result.exit_code == 1
    assert "was not reached" in " ".join(result.stderr.split())
    assert "estimate" in result.stdout


def test_inconclusive_says_why() -> None:
    # a log-normal of shape 7 with plain draws: nothing that is drawn tells its second moment
    result = _run("positive", "--v", "7", "--m", "1", "--method", "plain", "--quantity", "second-moment", *_SMALL)
    if "inconclusive" in result.stdout:
        assert result.exit_code == 1
        assert "inconclusive: second-moment: " in result.stdout
    else:
        assert "proved" in result.stdout and result.exit_code == 0


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
        (("positive", "--inputs", "absent.npz"), "absent.npz cannot be read"),
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
        (("positive", "--v", "1", "--checkpoint", "absent/file"), "absent"),
    ],
)
def test_bad_use(arguments: tuple[str, ...], message: str) -> None:
    result = _run(*arguments)
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_an_unreachable_scheduler_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    result = _run("positive", "--v", "1", *_SMALL[:4], "--executor", address)
    assert result.exit_code == 2
    assert address in "".join(result.stderr.split())


# -- checkpoints ----------------------------------------------------------------------------------------------------

_LONG = ("positive", "--v", "1,2", "--d", "8", "--draws", "1e5", "--coupling", "orthogonal", "--jobs", "1")


def _without_times(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key not in ("seconds", "draws_per_second")}


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ("--checkpoint", str(tmp_path / "kept"))
    whole = _json(*_LONG)
    calls: list[Progress] = []

    def interrupt(self: DrawsDisplay, progress: Progress) -> None:
        calls.append(progress)
        if len(calls) == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(DrawsDisplay, "__call__", interrupt)
        stopped = _run(*_LONG, *kept)
    assert stopped.exit_code == 130
    assert "the same command goes on from there" in " ".join(stopped.stderr.split())
    first: list[Progress] = []
    with monkeypatch.context() as patched:
        patched.setattr(DrawsDisplay, "__call__", lambda self, progress: first.append(progress))
        resumed = _json(*_LONG, *kept)
    assert first[0].parts > 1
    assert _without_times(resumed) == _without_times(whole)
    # and a finished run draws nothing
    assert _without_times(_json(*_LONG, *kept)) == _without_times(whole)


def test_an_interrupt_without_a_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: DrawsDisplay, progress: Progress) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(DrawsDisplay, "__call__", interrupt)
    result = _run(*_LONG)
    assert result.exit_code == 130
    assert "nothing is kept without --checkpoint" in result.stderr


@pytest.mark.parametrize("change", [("--seed", "1"), ("--m", "7"), ("--v", "1,3"), ("--coupling", "iid")])
def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path, change: tuple[str, str]) -> None:
    kept = ("--checkpoint", str(tmp_path / "kept"))
    assert _run(*_LONG, *kept).exit_code == 0
    before = (tmp_path / "kept").read_bytes()
    result = _run(*_LONG, *kept, *change)
    assert result.exit_code == 2, result.output
    assert "kept" in "".join(result.stderr.split())
    assert (tmp_path / "kept").read_bytes() == before


def test_workers_do_not_show_in_the_results() -> None:
    documents = [_json(*_LONG[:-1], jobs, "--executor", "threads") for jobs in ("1", "3")]
    assert _without_times(documents[0]) == _without_times(documents[1])


def test_as_a_program() -> None:
    program = [sys.executable, "-W", "error", "-c", "from rftheory.cli import main; main()", "simulate"]
    done = subprocess.run([*program, *_LONG, "--json"], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert _without_times(json.loads(done.stdout)) == _without_times(_json(*_LONG))


def test_help_waits_for_nothing() -> None:
    code = (
        "import sys; from rftheory.cli import main; main(['simulate', '--help'], standalone_mode=False); "
        "sys.exit(' '.join({'numpy', 'sympy', 'scipy', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr.strip() == ""
    assert "--until" in done.stdout


# -- inputs ---------------------------------------------------------------------------------------------------------


@given(st.integers(1, 6), st.lists(st.integers(0, 50), min_size=1, max_size=4))
def test_lengths_are_what_is_asked_for(d: int, halves: list[int]) -> None:
    text = ",".join(f"{half}/2" for half in halves)
    lengths = np.array(halves) / 2
    sums, differences = pairs_by_sum(text, d), pairs_by_difference(text, d)
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
    x, y = np.random.default_rng(0).standard_normal((2, 5, 3))
    path = _write(tmp_path / name, x, y)
    pairs = pairs_in_file(path)
    assert np.array_equal(pairs.x, x) and np.array_equal(pairs.y, y)
    document = _json("positive", "--inputs", str(path), "--draws", "1e4", "--quantity", "mean", "--jobs", "1")
    assert [document["d"], document["m"], document["pairs"]] == [3, 3, 5]
    assert _run("positive", "--inputs", str(path), "--d", "4").exit_code == 2


@pytest.mark.parametrize("name", ["pairs.npz", "pairs.npy"])
def test_files_that_are_cut_short_are_refused(tmp_path: Path, name: str) -> None:
    path = _write(tmp_path / name, *np.ones((2, 2, 3)))
    content = path.read_bytes()
    for length in range(0, len(content), 7):
        path.write_bytes(content[:length])
        with pytest.raises(ValueError, match=name):
            pairs_in_file(path)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("pairs.txt", b"", "must end in .npz, .npy, .csv"),
        ("pairs.csv", b"", "no rows of numbers"),
        ("pairs.csv", b"a,b\n", "no rows of numbers"),
        ("pairs.csv", b"1,2,3\n", "row 1 has 3 columns"),
        ("pairs.csv", b"1,2\n1,2,3,4\n", "row 2 has 4 columns"),
        ("pairs.csv", b"1,2\n1,x\n", "row 2 is not made of numbers"),
        ("pairs.csv", b"1,nan\n", "must be finite"),
        ("pairs.csv", b"\xff\xfe", "not text"),
        ("pairs.npz", b"hello", "not a file of numpy arrays"),
        ("pairs.npy", b"hello", "not a file of numpy arrays"),
    ],
)
def test_bad_files_are_named(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=name) as raised:
        pairs_in_file(tmp_path / name)
    assert message in str(raised.value)


def test_files_of_other_arrays_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "one.npz", x=np.ones((2, 3)))
    np.savez(tmp_path / "shapes.npz", x=np.ones((2, 3)), y=np.ones((1, 3)))
    np.savez(tmp_path / "objects.npz", x=np.array([{}]), y=np.ones((1, 3)))
    np.save(tmp_path / "flat.npy", np.ones((2, 3)))
    for name, message in (
        ("one.npz", "x and y"),
        ("shapes.npz", "same shape"),
        ("objects.npz", "cannot be read"),
        ("flat.npy", "(2, P, d)"),
    ):
        with pytest.raises(ValueError, match=name) as raised:
            pairs_in_file(tmp_path / name)
        assert message in str(raised.value)


# -- numbers --------------------------------------------------------------------------------------------------------


@given(st.integers(1, 2**63 - 1))
def test_counts_round_trip(count: int) -> None:
    assert Count().convert(str(count), None, None) == count
    assert Count().convert("1e6", None, None) == 10**6


@pytest.mark.parametrize("text", ["1e999999999", "inf", "", "one", "2.5", "-1e3", "9223372036854775808"])
def test_bad_counts(text: str) -> None:
    with pytest.raises(click.BadParameter, match="not an integer from 1"):
        Count().convert(text, None, None)


def test_shares_are_numbers_or_percent() -> None:
    assert Share().convert("0.5%", None, None) == Share().convert("0.005", None, None) == 0.005


def test_quantities_by_name() -> None:
    assert quantity_of("quantile:0.9", 3) == Quantile(0.9)
    assert quantity_of("tail:0.1", 3) == TailProbability(0.1)
    assert quantity_of("pair_covariance", 3) == quantity_of("pair-covariance", 3) == PairCovariance(3)


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


# -- theory ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "estimator",
    [
        Regular(Positive()),
        Regular(Trigonometric()),
        Regular(GeneralizedExponential(-1, 1)),
        Coupled(Hyperbolic(), Orthogonal()),
        Coupled(Positive(), Simplex()),
        Bipolar(Hyperbolic(), Trigonometric(), Angular()),
    ],
)
def test_closed_forms_are_the_moments_of_the_definition(estimator: Estimator) -> None:
    pairs = pairs_by_norms({"x_norm": "1", "y_norm": "1/2", "theta": "1,2"}, 3)
    setting = Setting.of(estimator, pairs.x, pairs.y, 3, 2)
    errors, seconds = (closed_forms(name, setting) for name in ("mse", "second_moment"))
    assert errors is not None and seconds is not None
    for k, (x, y, log_kernel) in enumerate(zip(pairs.x, pairs.y, setting.log_kernel, strict=True)):
        for form, center in ((errors[k], math.exp(log_kernel)), (seconds[k], 0.0)):
            moment = estimator.moments(x, y, 3, 2, center).second
            assert form.sign * math.exp(form.log) == pytest.approx(float(moment.real), rel=1e-11)


def test_the_pair_covariance_is_what_the_errors_differ_by() -> None:
    pairs = pairs_by_sum("1", 4)
    coupled = Setting.of(Coupled(Positive(), Orthogonal()), pairs.x, pairs.y, 4)
    alone = Setting.of(Regular(Positive()), pairs.x, pairs.y, 4)
    errors = [closed_forms("mse", setting) for setting in (coupled, alone)]
    found = closed_forms("pair_covariance", coupled)
    assert found is not None and errors[0] is not None and errors[1] is not None
    (gap,) = (math.exp(one.log) - math.exp(two.log) for one, two in zip(*errors, strict=True))
    assert found[0].sign * math.exp(found[0].log) == pytest.approx(gap * 4 / 3, rel=1e-10)
    (zero,) = closed_forms("pair_covariance", alone) or ()
    assert zero.log == -math.inf


def test_what_has_no_closed_form_has_none() -> None:
    pairs = pairs_by_sum("1", 4)
    setting = Setting.of(Coupled(Positive(), Orthogonal()), pairs.x, pairs.y, 4)
    assert closed_forms("quantile 0.9", setting) is None
