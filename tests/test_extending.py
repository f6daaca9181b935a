"""One file makes a family, one a coupling: closed forms, draws, features, an audit, a choice and a row of the map follow."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys

import pytest
from test_guide import blocks

from rftheory.mechanisms import catalogue

[FAMILY] = blocks("family")
#: the law of a simplex of two vertices, written anew
[COUPLING] = blocks("coupling")
#: what is asked of both, in an interpreter of its own; the known family and coupling answer beside
QUESTIONS = """
import json
import sys

import numpy as np
from click.testing import CliRunner

import rftheory
from rftheory.cli import main
from rftheory.couplings.simplex import Simplex
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.mechanisms.mechanism import Mechanism

generator = np.random.default_rng(0)
x, y = generator.normal(size=(2, 3, 8)) / 6
new, known = Mechanism("narrow x opposite"), Mechanism(GeneralizedExponential(-0.125), Simplex(2))
quantities = ("mean", "second_moment", "pair_moment", "pair_covariance", "mse", "bias")
forms = [[each.closed_form(q, x, y, m=5).value.tolist() for q in quantities] for each in (new, known)]
run = rftheory.estimate("mse", "narrow x opposite", x[0], y[0], m=5, draws=20_000)
maps = [
    rftheory.features.make(family, coupling=coupling, m=400, seed=0, kernel="gaussian").fit_transform(x).tolist()
    for family, coupling in (("narrow", "opposite"), (known.family, known.coupling))
]


def right(inputs, m, seed):
    return new.features(inputs, m, seed)


def iid(inputs, m, seed):
    return Mechanism("narrow").features(inputs, m, seed)


audits = [rftheory.audit(each, claims="narrow x opposite", kernel="gaussian", d=8, m=8, calls=400, lengths=(1.0,)) for each in (right, iid)]
choice = rftheory.choose(x, y, kernel="gaussian", target=0.2)
names = sorted({(each.name, each.projections) for each in choice.candidates})
simulated = ["narrow x opposite", "--v", "1", "--d", "8", "--draws", "1e4"]
commands = [CliRunner().invoke(main, [*each, "--json"]).stdout for each in (["map"], ["simulate", *simulated])]
json.dump(
    {
        "name": str(new),
        "forms": forms,
        "held": all(run.holds(each) for each in run.run.estimates),
        "theory": [run.closed_form(each) for each in run.run.estimates],
        "maps": maps,
        "spread": float(np.exp(known.log_mse(x[0], x[1], 400)[0] / 2)),
        "passed": [each.passed for each in audits],
        "mistakes": [list(each.mistakes) for each in audits],
        "chosen": names,
        "commands": [json.loads(each) for each in commands],
    },
    sys.stdout,
)
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("extensions")
    for package, name, text in (("families", "narrow", FAMILY), ("couplings", "opposite", COUPLING)):
        (folder / package).mkdir()
        (folder / package / f"{name}.py").write_text(text, encoding="utf-8")
    environment = os.environ | {"RFTHEORY_EXTENSIONS": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", QUESTIONS], env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_closed_forms_are_those_of_the_same_law(answers):
    """The law is that of GERF with a simplex of two vertices, so its moments are; to what formulas of twelve digits promise."""
    assert answers["name"] == "narrow x opposite"
    ours, known = answers["forms"]
    for one, other in zip(ours, known, strict=True):
        assert one == pytest.approx(other, rel=1e-10, abs=0)


def test_draws_agree_with_the_closed_form(answers):
    assert answers["theory"] == [[1.0, pytest.approx(math.log(answers["forms"][0][4][0]), rel=1e-10)]]
    assert answers["held"]


def test_features_are_those_of_the_same_law(answers):
    """Estimates of one pair from 400 projections of either, within six of their standard errors from the error in closed form."""
    products = [sum(a * b for a, b in zip(rows[0], rows[1], strict=True)) for rows in answers["maps"]]
    assert len(answers["maps"][0][0]) == 400
    assert abs(products[0] - products[1]) < 6 * math.sqrt(2) * answers["spread"]


def test_an_audit_tells_the_coupling_from_another_one(answers):
    assert answers["passed"] == [True, False]
    assert answers["mistakes"] == [[], ["the projections are iid ones"]]


def test_they_are_chosen_from(answers):
    chosen = {tuple(each) for each in answers["chosen"]}
    assert {("narrow", "opposite"), ("narrow", "orthogonal"), ("trigonometric", "opposite")} <= chosen


def test_they_have_a_row_and_a_column_of_the_map_and_are_drawn_by_the_command_line(answers):
    chart, told = answers["commands"]
    assert "opposite" in json.dumps(told)
    assert chart["families"][-1] == "narrow"
    assert chart["couplings"][-1] == "opposite"
    own = [cell for cell in chart["cells"] if cell["family"] == "narrow"]
    assert [cell["coupling"] for cell in own] == chart["couplings"]
    assert {cell["state"] for cell in own} == {"blank"}


def test_without_the_folder_there_is_no_such_family():
    with pytest.raises(ValueError, match="family must be one of"):
        catalogue.family("narrow")
    assert catalogue.added("families") == catalogue.added("couplings") == catalogue.added("hybrids") == {}
