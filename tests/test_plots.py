"""All plots: each draws, says what it shows, repeats itself for equal seeds, and refuses what it cannot draw."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from plotted import check_words, misplaced, svg
from scipy import stats
from test_plots_curves import SHOWN

from rftheory import plots
from rftheory.cli import main
from rftheory.cli.plot import save
from rftheory.montecarlo.measured import Measured, mean_of, root_of
from rftheory.plots import log_variances
from rftheory.plots.plot import finish, panels

NAMES = sorted(plots.plots())
#: parameters that make a plot cheap, for those that have them
_FEW = {"replicates": 200, "drawn": 8, "pairs": 4}
#: and those that make this one cheap
_FEWER: dict[str, dict[str, Any]] = {
    "gram-error": {"d": 16, "size": 16},
    "log-variances": {"d": 8},
}
_CHEAP = "mse-ratios"


def _few(name: str, **more: Any) -> dict[str, Any]:
    known = plots.parameters_of(plots.find(name))
    return {key: value for key, value in (_FEW | _FEWER.get(name, {}) | more).items() if key in known}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SHOWN])
def test_every_plot_draws_and_says_what_it_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others do where their points are."""
    # a search for the best parameter at each of them
    monkeypatch.setattr(log_variances, "_SCALES", np.linspace(0.2, 1, 2))
    check_words(name, plots.draw(name, **_few(name, seed=7)), 7)


def _over(axes: Axes, figure: Figure) -> None:
    axes.legend()


def _wide_words(axes: Axes, figure: Figure) -> None:
    figure.supxlabel("word " * 100)


def _wide_title(axes: Axes, figure: Figure) -> None:
    axes.set_title("word " * 40)


@pytest.mark.parametrize(
    ("spoil", "words"), [(_over, "legend of '' over ''"), (_wide_words, "leaves"), (_wide_title, "over 'title'")]
)
def test_what_is_misplaced_is_seen(spoil: Callable[[Axes, Figure], None], words: str) -> None:
    """The control."""
    figure, [left, right] = panels(2)
    left.plot([0, 1], [0, 1], label="line")
    right.set_title("title")
    assert not misplaced(finish(figure, "word " * 100))
    spoil(left, figure)
    assert any(words in told for told in misplaced(figure))


def test_equal_legends_are_one_in_the_lowest_row() -> None:
    figure, axes = panels(2, 2)
    for panel in axes:
        panel.plot([0, 1], [0, 1], color="red", label="line")
    axes[1].plot([0, 1], [1, 0], color="blue", label="line")
    finish(figure)
    assert [panel.get_legend() is not None for panel in axes] == [False, True, True, False]


def test_equal_seeds_give_equal_bytes() -> None:
    one, same, other = (svg(plots.draw(_CHEAP, d=4, replicates=50, seed=seed)) for seed in (3, 3, 4))
    assert one == same
    assert one != other


# -- measures -----------------------------------------------------------------------------------------------------


def test_means_and_roots_have_their_standard_errors() -> None:
    measured = mean_of(np.array([1.0, 2.0, 3.0, 6.0]))
    assert measured == Measured(3.0, pytest.approx(stats.sem([1, 2, 3, 6])))
    root = root_of(measured)
    assert root.value**2 == pytest.approx(3) and 2 * root.value * root.error == pytest.approx(measured.error)
    # the squares of the deviations would overflow
    large = mean_of(np.array([1.0, 2.0, 3.0, 6.0]) * 2.0**800)
    assert large == Measured(measured.value * 2.0**800, measured.error * 2.0**800)
    assert mean_of(np.zeros(3)) == Measured(0.0, 0.0)
    for bad in (np.array([1.0]), np.array([])):
        with pytest.raises(ValueError, match="values must be at least 2"):
            mean_of(bad)
    with pytest.raises(ValueError, match="measured must be positive, got 0"):
        root_of(Measured(0.0, 1.0))


# -- the command line ---------------------------------------------------------------------------------------------


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["plot", *arguments])


@pytest.mark.parametrize(("form", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_command_writes_files_of_each_kind(tmp_path: Path, form: str, start: bytes) -> None:
    given = {"d": 4, "replicates": 50}
    result = _run(_CHEAP, "--set", "d=4", "--set", "replicates=50", "-o", str(tmp_path / f"one.{form}"))
    assert result.exit_code == 0, result.output
    save(plots.draw(_CHEAP, **given), tmp_path / f"same.{form}")
    written = [(tmp_path / f"{name}.{form}").read_bytes() for name in ("one", "same")]
    assert written[0].startswith(start)
    assert written[0] == written[1]
    # nothing is written where something is refused
    assert _run(_CHEAP, "-o", str(tmp_path / "one.gif")).exit_code == 2 and len(list(tmp_path.iterdir())) == 2
