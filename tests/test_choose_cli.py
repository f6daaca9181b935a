"""``rftheory choose``: tables, JSON, pictures, exit statuses and every kind of bad input."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from plotted import svg

from rftheory._choose import choose
from rftheory._choose.format import relative
from rftheory._choose.picture import chosen, draw
from rftheory._choose.result import Choice
from rftheory.cli import main
from rftheory.inputs.arrays import Array

_EXPECTED = {"kernel", "queries", "keys", "candidates", "recommendation", "findings", "notes", "m", "target", "seed"}


def _data(size: float = 0.6) -> tuple[Array, Array, Array]:
    generator = np.random.default_rng(5)
    x, y = size * generator.standard_normal((12, 3)), size * generator.standard_normal((15, 3))
    return x, y, generator.standard_normal((15, 2))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("data")
    x, y, values = _data()
    np.save(place / "q.npy", x)
    np.save(place / "k.npy", y)
    np.savez(place / "all.npz", queries=x, keys=y, values=values)
    return place


@pytest.fixture(scope="module")
def choice() -> Choice:
    x, y, _ = _data()
    return choose(x, y, features=24, target=0.1, kernel="gaussian")


def _run(folder: Path, *arguments: str) -> Result:
    """Names of files are those of the folder."""
    places = [str(folder / each) if (folder / each.split(":")[0]).is_file() else each for each in arguments]
    return CliRunner().invoke(main, ["choose", *places])


# -- what it prints ---------------------------------------------------------------------------------------------------


def test_the_table_has_a_line_for_each_candidate_with_its_error(folder: Path, choice: Choice) -> None:
    arguments = ("--queries", "q.npy", "--keys", "k.npy", "--features", "24", "--target", "0.1")
    lines = _run(folder, *arguments).stdout.splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith("mechanism"))
    rows = lines[start + 1 : lines.index("", start)]
    # the second line of a long name or of parameters has no sign
    firsts = [row for row in rows if row.rstrip().endswith((" yes", " no"))]
    assert len(firsts) == len(choice.candidates)
    for row, candidate in zip(firsts, choice.candidates, strict=True):
        assert row.startswith(candidate.name.split(" ")[0])
        assert relative(candidate.error) in row
        assert row.rstrip().endswith("yes" if candidate.positive else "no")
        assert candidate.needed is None or f" {candidate.needed.features} " in row


def test_equal_rows_are_one_and_useless_advice_is_none(tmp_path: Path) -> None:
    np.savetxt(tmp_path / "index.csv", np.arange(60).reshape(20, 3), delimiter=",")
    lines = _run(tmp_path, "--queries", "index.csv").stdout.splitlines()
    assert sum(line.startswith("trigonometric any") for line in lines) == 1
    assert not any(line.startswith("trigonometric iid") for line in lines)
    assert lines[0].startswith("At these norms no features")
    assert any(line.startswith("An error of 100% or more") for line in lines)
    # JSON keeps every candidate
    document = json.loads(_run(tmp_path, "--queries", "index.csv", "--json").stdout)
    assert sum(each["name"] == "trigonometric" for each in document["candidates"]) == 3
    assert document["recommendation"]["useless"] and document["recommendation"]["instead"]


def test_json_is_that_of_the_function(folder: Path, choice: Choice) -> None:
    result = _run(folder, "--queries", "q.npy", "--keys", "k.npy", "--features", "24", "--target", "10%", "--json")
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert set(document) >= _EXPECTED
    assert document == json.loads(json.dumps(choice.to_json()))


# -- the picture ------------------------------------------------------------------------------------------------------


def test_equal_commands_write_equal_pictures(folder: Path, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.svg" for name in "ab"]
    for file in files:
        result = _run(folder, "--queries", "q.npy", "--target", "10%", "--plot", str(file), "--json")
        assert result.exit_code == 0, result.output
        # the document stays alone on stdout
        json.loads(result.stdout)
        assert str(file) in result.stderr
    assert files[0].read_bytes() == files[1].read_bytes()


def test_curves_are_the_expected_errors(choice: Choice) -> None:
    figure = draw(choice, 4)
    (axes,) = figure.axes
    shown = chosen(choice, 4)
    assert shown[0] is choice.recommended
    assert len({each.name for each in shown}) == 4
    lines = {line.get_label(): line for line in axes.lines}
    for candidate in shown:
        x, y = (np.asarray(part, dtype=float) for part in lines[candidate.title].get_data())
        assert len(x) > 20
        np.testing.assert_array_equal(y, candidate.errors(x.astype(int).tolist()))
        at = candidate.errors([choice.stated.features])[0]
        np.testing.assert_allclose(at, candidate.error, rtol=1e-12)
    assert (lines["target, 10%"].get_ydata() == np.array([0.1, 0.1])).all()
    # the recommended one is seen to reach it
    assert np.min(lines[shown[0].title].get_ydata()) < 0.1


def test_the_words_below_the_axes_fit_and_tell_what_is_shown(choice: Choice) -> None:
    figure = draw(choice)
    words = figure.get_supxlabel()
    assert "all 180 pairs" in words and "24 features" in words and "kernel = gaussian, bandwidth = 1, d = 3" in words
    (text,) = (text for text in figure.findobj(Text) if text.get_text() == words)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    assert text.get_window_extent(canvas.get_renderer()).width <= figure.bbox.width
    assert svg(draw(choice)) == svg(draw(choice))


def test_no_picture_without_errors(choice: Choice) -> None:
    bare = replace(choice, candidates=tuple(replace(each, law=None) for each in choice.candidates))
    with pytest.raises(ValueError, match="a candidate with a known error"):
        draw(bare)
