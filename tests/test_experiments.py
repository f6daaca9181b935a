"""Experiments: what theory predicts is what the definitions give, tables are whole, equal seeds give equal tables.

Draws are compared with theory at short inputs, where tails are light, at eight estimated standard errors; each comparison
has a control: an error that so many draws would show.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import replace
from functools import cache

import mpmath
import numpy as np
import pytest
from click.testing import CliRunner
from tolerances import PROMISED

from rftheory import experiments
from rftheory.cli import main
from rftheory.couplings.iid import Independent
from rftheory.experiments import wine_errors
from rftheory.experiments.cluster_errors import make_clusters
from rftheory.experiments.estimates import expected, softmax
from rftheory.experiments.table import Column, Table, compared
from rftheory.inputs import kernels
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.estimators.moments import DIGITS, sample_of
from rftheory.proofs.hrf import experiments as hrf_experiments

#: settings that make every experiment short
TINY = {
    "wine-errors": {"features": 64, "n": 2, "pairs": 5, "replicates": 4},
    "cluster-errors": {"features": (2, 4), "d": 6, "size": 20, "pairs": 12, "replicates": 4},
}


def _pairs(count: int, d: int, length: float = 0.5) -> tuple[np.ndarray, np.ndarray]:
    x, y = np.random.default_rng(7).standard_normal((2, count, d))
    return tuple(length * side / np.linalg.norm(side, axis=1, keepdims=True) for side in (x, y))


def test_all_experiments_have_tiny_settings_here() -> None:
    assert experiments.experiments().keys() == TINY.keys()


@cache
def _table(name: str) -> Table:
    return experiments.run(name, **TINY[name], seed=3)


@pytest.mark.parametrize("name", TINY)
def test_an_experiment_gives_a_whole_table_with_its_data_named(name: str) -> None:
    table = _table(name)
    assert table.seed == 3
    assert table.parameters.keys() | {"seed"} == experiments.parameters_of(experiments.find(name)).keys()
    assert "scikit-learn" in " ".join(table.notes)
    measured, theory = table.column("measured"), table.column("theory")
    assert any(value is not None for value in theory)
    assert all(value > 0 for value in (*measured, *theory, *table.column("s.e.")) if value is not None)
    assert experiments.run(name, **TINY[name], seed=3) == table
    assert experiments.run(name, **TINY[name], seed=4).column("measured") != measured


@pytest.mark.parametrize("name", [*wine_errors._MECHANISMS.values(), "hyperbolic"])
def test_estimates_have_the_mean_and_the_error_that_are_expected(name: str) -> None:
    x, y = _pairs(6, 4)
    kernel = np.exp(np.sum(x * y, axis=1))
    drawn, theory = softmax(Mechanism(name), 4, x, y, 2), expected(Mechanism(name), 4, x, y, 2)
    values = drawn(np.random.default_rng(3), 4000)
    if theory is None:
        assert name.endswith(("hadamard", "halton"))
        return
    error = values.std(axis=0) / np.sqrt(len(values))
    assert (np.abs(values.mean(axis=0) - kernel) < 8 * error).all()
    squares = np.square(values - kernel).mean(axis=1)
    error = squares.std() / np.sqrt(len(squares))
    assert abs(squares.mean() - theory) < 8 * error < theory


def test_the_mixture_estimates_what_its_definition_says_and_errs_as_expected() -> None:
    clusters = make_clusters(np.random.default_rng(0), 6, 40, 30, same=2, variance=0.01, spread=2.0, length=0.7)
    assert all(misfit >= 0 for misfit in clusters.misfits())
    drawn = clusters.estimates(4)(np.random.default_rng(2), 3)
    projections = Independent().draw(np.random.default_rng(2), 4, 6, 3)
    maps = (clusters.mixture.features(u, projections, side) for u, side in ((clusters.x, "x"), (clusters.y, "y")))
    assert np.allclose(drawn, np.einsum("rlf,rlf->rl", *maps).real, rtol=PROMISED)


def test_expected_error_and_deviation_of_the_mixture_are_its_exact_moments() -> None:
    clusters = make_clusters(np.random.default_rng(0), 6, 40, 4, same=2, variance=0.01, spread=2.0, length=0.7)
    for row in range(4):
        one = replace(clusters, x=clusters.x[row : row + 1], y=clusters.y[row : row + 1])
        (family,) = (family for family, rows in one.groups() if len(rows))
        with mpmath.workdps(DIGITS):
            gap = sample_of(family, one.x[0], one.y[0]).shifted(-mpmath.exp(one.x[0] @ one.y[0]))
            square = gap * gap.conjugate()
            second, fourth = (mpmath.re(power.expectation()) for power in (square, square * square))
            # of a mean of three: E |D|^4 of independent gaps of mean 0 whose squares are real
            spread = (fourth - second**2) / 27 + (2 * 3 * 2 * second**2) / 81
        assert one.log_mse(3)[0] == pytest.approx(float(mpmath.log(second / 3)), abs=1e-9)
        assert one.deviation(3) == pytest.approx(float(mpmath.sqrt(spread)), rel=1e-9)


def test_a_difference_is_blank_where_no_draws_can_tell() -> None:
    assert compared(3.0, 0.5, 2.0)[-1] == 2.0
    assert compared(3.0, 0.5, 2.0, bound=1.0)[-1] == 1.0
    assert compared(3.0, 0.5, 2.0, bound=2.5)[-1] is None
    assert compared(3.0, 0.5, None)[-1] is None


def _invoke(*arguments: str):
    return CliRunner().invoke(main, ["experiment", *arguments])


def _settings(name: str) -> list[str]:
    return [part for key, value in TINY[name].items() for part in ("--set", f"{key}={value!r}")]


@pytest.mark.parametrize("name", TINY)
def test_the_command_prints_80_columns_and_cuts_nothing(name: str) -> None:
    result = _invoke(name, *_settings(name), "--seed", "3")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in result.stdout
    assert "seed=3" in lines[-1]
    table = _table(name)
    for column, cells in zip(table.columns, zip(*table.rows, strict=True), strict=True):
        for cell in cells:
            assert column.text(cell) in " ".join(line.strip() for line in lines)


def test_the_command_gives_the_same_numbers_as_json_and_csv() -> None:
    name = "wine-errors"
    given = (name, *_settings(name))
    table = _table(name)
    parsed = json.loads(_invoke(*given, "--json", "--seed", "3").stdout)
    assert parsed["rows"] == table.records()
    assert parsed["seed"] == 3
    assert parsed["notes"] == list(table.notes)
    # without a seed it is 0
    rows = list(csv.DictReader(io.StringIO(_invoke(*given, "--csv").stdout)))
    assert [float(row["measured"]) for row in rows] == list(
        experiments.run(name, **TINY[name], seed=0).column("measured")
    )


def test_without_scikit_learn_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sklearn", "sklearn.datasets", "sklearn.cluster"):
        monkeypatch.setitem(sys.modules, module, None)
    for name in TINY:
        result = _invoke(name, *_settings(name))
        assert result.exit_code == 1
        assert "pip install 'rftheory[experiments]'" in result.output


def test_a_table_refuses_rows_of_another_width() -> None:
    columns = (Column("data"), Column("error", ".1f"))
    assert Table(columns, (("a", 0.25), ("b", None)), (), {}, 0).csv() == "data,error\na,0.25\nb,\n"
    with pytest.raises(ValueError, match="rows must have 2 cells"):
        Table(columns, (("a",),), (), {}, 0)
    with pytest.raises(ValueError, match="name must be one of data, error"):
        Table(columns, (), (), {}, 0).column("none")


def test_the_ledger_counts_products_as_the_experiment_does() -> None:
    cost = hrf_experiments.products
    for m, n in ((22, 8), (1, 58), (30, 1)):
        assert cost.subs({kernels.m: m, kernels.n: n}) == wine_errors._products(m, n, 64)
        assert wine_errors._hybrid_size(64 * 64, n, 64) == m
