"""The public names: a mechanism by its name in every verb, answers at hand, and what a prompt and Jupyter show of them."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from tolerances import ulps

import rftheory
from rftheory import Mechanism
from rftheory.answers.judged import Judged
from rftheory.cli import main
from rftheory.printing import Printed, grid, table_text
from tests import faulty_samplers as samplers

X, Y = np.array([[0.5, 0.25, 0.0], [0.1, -0.2, 0.3]]), np.array([[0.25, -0.5, 0.125], [0.4, 0.0, 0.2]])
NAMES = [
    "positive x simplex",
    "oprf x orthogonal",
    "gerf(A=-1/10, s=-1) x simplex",
    "angular x orthogonal",
    "poisson(rate=1/2)",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_the_mechanism_in_every_verb(name: str, tmp_path: Path) -> None:
    made = Mechanism(name)
    assert rftheory.mse(name, X, Y, m=4).tolist() == rftheory.mse(made, X, Y, m=4).tolist()
    # what belongs to inputs is bound in one place
    assert rftheory.closed_form("mse", name, X, Y, 4).log.tolist() == made.log_mse(X, Y, 4).tolist()
    by_name, by_object = (rftheory.estimate("mse", each, X, Y, m=4, draws=4096) for each in (name, made))
    assert by_name.to_json()["estimates"] == by_object.to_json()["estimates"]
    maps = [rftheory.features.make(each, m=4, kernel="gaussian", seed=0) for each in (name, made)]
    maps += [rftheory.RandomFeatures(each, 4, kernel="gaussian", random_state=0) for each in (name, made)]
    first, *others = (each.fit_transform(X) for each in maps if not name.startswith("oprf") or each.family is name)
    assert all((first == other).all() for other in others)
    file = tmp_path / "pairs.npz"
    np.savez(file, x=X, y=Y)
    command = [
        "simulate",
        name,
        "--inputs",
        str(file),
        "--m",
        "4",
        "--quantity",
        "mse",
        "--draws",
        "4096",
        "--no-share",
    ]
    shown = json.loads(CliRunner().invoke(main, [*command, "--jobs", "1", "--json"]).stdout)
    assert shown["mechanism"] == name
    assert [each["value"] for each in shown["estimates"]] == [e["value"] for e in by_name.to_json()["estimates"]]


def test_an_audit_takes_the_name_of_what_is_claimed() -> None:
    call = samplers.map_of(samplers.damped(-0.05, 1), samplers.COUPLINGS["orthogonal"])
    options: dict[str, Any] = {"kernel": "gaussian", "d": 4, "m": 4, "calls": 300, "diagnose": False}
    name = "gerf(A=-1/20) x orthogonal"
    reports = [rftheory.audit(call, claims=each, **options) for each in (name, Mechanism(name))]
    assert reports[0].to_json()["claim"] == reports[1].to_json()["claim"] and all(each.passed for each in reports)
    # a control: of another parameter they deviate
    assert not rftheory.audit(call, claims="gerf(A=-1/4) x orthogonal", **options).passed


def test_numbers_are_of_the_shape_of_the_inputs() -> None:
    single, several = (rftheory.closed_form("mse", "positive", *each, m=2) for each in ((X[0], Y[0]), (X, Y)))
    assert float(single) == single.value == rftheory.mse("positive", X[0], Y[0], m=2) == several.value[0]
    assert np.shape(single.value) == np.shape(single.log) == () and several.log.shape == several.sign.shape == (2,)
    assert type(rftheory.mse("positive", X[0], Y[0], m=2)) is float
    with pytest.raises(TypeError, match="one pair has a number, got 2 pairs"):
        float(several)
    assert float(rftheory.closed_form("mse", "positive", X[:1], Y[:1], m=2)) == single.value


def test_estimates_are_at_hand_by_quantity() -> None:
    asked = ["mean", "mse", "quantile:0.9", "second_moment"]
    found = rftheory.estimate(asked, "positive", X, Y, m=2, draws=20_000)
    assert list(found) == asked and len(found) == 4 and "mse" in found and "variance" not in found
    for quantity, each in found.items():
        rows = [row for row in found.to_json()["estimates"] if row["quantity"] == quantity]
        for name in ("value", "low", "high"):
            # JSON has no infinities
            assert [n if np.isfinite(n) else None for n in getattr(each, name)] == [row[name] for row in rows]
        assert [None if np.isnan(c) else c for c in each.closed_form] == [
            (row["theory"] or {}).get("value") for row in rows
        ]
    with pytest.raises(KeyError, match="'bias' was not estimated, but mean, mse"):
        found["bias"]
    with pytest.raises(TypeError, match="one quantity has a number, got 4"):
        float(found)
    with pytest.raises(TypeError, match="one pair has a number, got 2 pairs"):
        float(found["mse"])
    alone = rftheory.estimate("mse", "positive", X[0], Y[0], m=2, draws=20_000)
    assert float(alone) == float(alone["mse"]) == alone["mse"].value and type(alone["mse"].low) is float
    # beyond float64 the bars are infinite, the logarithms are not
    far = rftheory.estimate("mse", "positive", [40.0, 0], [0, 40.0], m=2, draws=1000)
    assert far["mse"].closed_form == far["mse"].high == np.inf and np.isfinite(far.theory["mse"].log).all()


def test_differences_are_at_hand() -> None:
    found = rftheory.estimate("mse", "positive x orthogonal", X[0], Y[0], m=2, draws=20_000, against="positive")
    gap = rftheory.mse("positive x orthogonal", X[0], Y[0], m=2) - rftheory.mse("positive", X[0], Y[0], m=2)
    rounded = ulps(100) * rftheory.mse("positive", X[0], Y[0], m=2)
    assert found["mse_difference"].closed_form == pytest.approx(gap, rel=0, abs=rounded)
    assert float(found) == found["mse_difference"].value


def test_n_is_in_the_name_or_beside_it() -> None:
    errors = [rftheory.mse("angular(n=4)", X, Y, m=2), rftheory.mse("angular", X, Y, m=2, n=4)]
    assert (errors[0] == errors[1]).all() and (errors[0] != rftheory.mse("angular", X, Y, m=2)).all()


def test_a_candidate_is_called_by_its_mechanism() -> None:
    choice = rftheory.choose(X, Y, kernel="gaussian")
    assert choice.candidate("OPRF x simplex") is choice.candidate("OPRF, simplex")
    for each in choice.candidates:
        assert choice.candidate(each.title) is each
        assert each.mechanism is None or choice.candidate(each.mechanism) is each
    with pytest.raises(ValueError, match="title must be one of .*; nearest: 'oprf x simplex'"):
        choice.make("oprf x simplx")


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    choice = rftheory.choose(X, Y, kernel="gaussian", target=0.1)
    found = rftheory.estimate("mse", "positive", X, Y, draws=1000)
    call = samplers.map_of(samplers.positive, samplers.COUPLINGS["iid"])
    return {
        "estimate": found,
        "a quantity": found["mse"],
        "choose": choice,
        "a candidate": choice.recommended,
        "the advice": choice.recommendation,
        "audit": rftheory.audit(call, kernel="softmax", d=4, m=4, calls=120),
        "derive": rftheory.derive("exp(w*x - x**2/2)"),
        "show": rftheory.show("hrf.lemma-2.4"),
        "errata": rftheory.errata("hrf", ["hrf.lemma-3.2*"]),
        "evaluate": rftheory.evaluate("hrf.lemma-2.2-pos", x_norm="1/2", y_norm=1, theta=1, m=1),
    }


@pytest.mark.parametrize(
    "verb",
    ["estimate", "a quantity", "choose", "a candidate", "the advice", "audit", "derive", "show", "errata", "evaluate"],
)
def test_answers_are_text_for_people(answers: dict[str, Any], verb: str) -> None:
    answer = answers[verb]
    dump = re.compile(rf"^{type(answer).__name__}\(\w+=")
    assert str(answer) and not dump.match(str(answer)) and not dump.match(repr(answer))
    if verb == "derive":
        # which Jupyter would show less well as text
        assert answer._repr_latex_().startswith("$$")
    elif verb == "show":
        # formulas, which Jupyter typesets
        assert "$$" in answer._repr_markdown_()
    else:
        assert answer._repr_html_() == f"<pre>{html.escape(str(answer))}</pre>"


def test_text_is_no_markup() -> None:
    class Marked(Printed):
        def __str__(self) -> str:
            return "a < b & <i>c</i>"

    assert Marked()._repr_html_() == "<pre>a &lt; b &amp; &lt;i&gt;c&lt;/i&gt;</pre>" and repr(Marked()) == str(
        Marked()
    )
    # made at greater length elsewhere
    assert issubclass(Judged, Printed) and Judged.__repr__ is Printed.__repr__


def test_the_text_of_a_table_is_the_same_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    table = grid()
    table.add_column("a column")
    table.add_row("an entry")
    plain = table_text(table)
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    assert "an entry" in plain and table_text(table) == plain
