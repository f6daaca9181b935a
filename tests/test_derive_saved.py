"""Derived maps before the judges, and as statement files that `rftheory verify` judges."""

from __future__ import annotations

import importlib
import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import sympy as sp
from click.testing import CliRunner

from rftheory.cli import main
from rftheory.deriving import Derived, b, derive, judged, k, u, w
from rftheory.deriving.source import Source
from rftheory.families.poisson import Poisson
from rftheory.inputs.kernels import x_norm
from rftheory.judges import controls_judge, enclosure_judge, simulation_judge
from rftheory.statements.discovery import discover
from rftheory.statements.verdicts import Verdict

_SLOPE = sp.Symbol("slope", negative=True)
MAPS = {
    "trigonometric": lambda: derive((sp.cos(w.dot(u)), sp.sin(w.dot(u)))),
    "cosine": lambda: derive(sp.sqrt(2) * sp.cos(w.dot(u) + b)),
    "bounded": lambda: derive(sp.exp(_SLOPE * w.square + w.dot(u) - u.square)),
    "poisson": lambda: derive(Poisson().feature(k, u), law="poisson"),
}


@cache
def made(name: str) -> Derived:
    return MAPS[name]()


# waves are judged as a file below
@pytest.mark.parametrize("name", ["bounded", "poisson"])
def test_judges_agree(name: str) -> None:
    judged = made(name).check(judges=("enclosure", "simulation"))
    assert judged.holds, str(judged)
    drawn = [f.claim for f in judged.findings("simulation") if f.answer == "holds"]
    assert {"mean", "second moment"} <= set(drawn)


def test_all_three_judges_are_asked_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all claims; what the kernel finds is tested with statement files."""
    asked: list[tuple[str, list[str]]] = []

    def judge_as(name: str) -> Callable[..., Verdict]:
        return lambda module, *_: asked.append((name, [c.name for c in module.claims()])) or Verdict(name)  # type: ignore[func-returns-value]

    monkeypatch.setattr(judged, "_JUDGES", {name: judge_as(name) for name in judged._JUDGES})
    found = made("poisson")
    assert not found.check().holds, "nothing was judged"
    assert asked == [(name, [c.name for c in found.claims]) for name in ("kernel", "enclosure", "simulation")]


def test_judges_refuse_a_false_form() -> None:
    """A control: another second moment is refuted by enclosure and rejected by draws."""
    found = made("trigonometric")
    assert found.second.value is not None
    false = replace(found, second=replace(found.second, value=found.second.value + sp.Rational(1, 2)))
    judged = false.check(judges=("enclosure", "simulation"))
    assert not judged.holds
    for judge in ("enclosure", "simulation"):
        answers = {f.claim: f.answer for f in judged.findings(judge)}
        assert answers["second moment"] == "refuted", judge


def test_saved_files_hold_the_same_forms(tmp_path: Path) -> None:
    for name in MAPS:
        found = made(name)
        path = found.save(tmp_path / "derived_maps" / f"{name}.py")
        space: dict[str, object] = {}
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), space)  # noqa: S102 - the file that was just written
        forms = space["FORMS"]
        assert forms == found.forms
        claims = {claim.name: claim.proposition for claim in space["claims"]()}  # type: ignore[operator]
        assert claims == {claim.name: claim.proposition for claim in found.claims}


def test_saved_files_pass_all_judges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ``rftheory verify --statements DIR`` asks beside the kernel, which looks for certificates for most of a minute."""
    path = made("trigonometric").save(tmp_path / "derived_waves" / "waves.py", title="Fourier features")
    entry = discover([path.parent]).get("derived_waves.waves")
    assert entry.title == "Fourier features"
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module(entry.module)
    for judge in (enclosure_judge, simulation_judge, controls_judge):
        verdict = judge.judge(module, "quick", 0)
        assert verdict.answer == "holds", (judge.__name__, verdict.reason)


def test_the_command_that_is_told_judges_that_file_alone(tmp_path: Path) -> None:
    target = tmp_path / "two words" / "my_maps" / "soft_2_3.py"
    target.parent.mkdir(parents=True)
    made("bounded").save(target.with_name("other.py"))
    done = CliRunner().invoke(main, ["derive", "exp(w*x - x**2/2)", "--save", str(target)])
    assert done.exit_code == 0 and (target.parent / "__init__.py").exists()
    told = shlex.split(done.stdout.splitlines()[-1].partition("judge it: ")[2])
    assert told[:2] == ["rftheory", "verify"]
    listed = CliRunner().invoke(main, ["list", "--json", *told[2:]])
    titles = [row["title"] for row in json.loads(listed.stdout)]
    assert titles == ["Moments of the feature map soft 2 3"], listed.output


@pytest.mark.parametrize("path", ["1bad/map.py", "maps/class.py", "rftheory/map.py", "maps/_hidden.py"])
def test_bad_paths_are_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(ValueError, match="path must have"):
        made("trigonometric").save(tmp_path / path)


def test_saving_overwrites_nothing_and_keeps_the_ending(tmp_path: Path) -> None:
    path = tmp_path / "derived_maps" / "kept.py"
    path.parent.mkdir()
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="there already"):
        made("poisson").save(path)
    assert path.read_text(encoding="utf-8") == "mine"
    for name in ("kept.txt", "kept.v2"):
        with pytest.raises(ValueError, match=r"must end in \.py"):
            made("poisson").save(path.with_name(name))
    # controls: a new name, and one without an ending
    assert made("poisson").save(path.with_name("other")).name == "other.py"


def test_source_gives_the_expression_back() -> None:
    a, c = sp.symbols("a c", real=True)
    write = Source((a, c))
    space = {"sp": sp, "a": a, "c": c}
    for expr in (
        -((a + c) ** 2) / 3,
        sp.Rational(-1, 7),
        2 ** (a / 2) * sp.sqrt(2) / (1 - c) ** 3,
        sp.exp(-a / (1 - 8 * c)) - sp.Rational(2, 3) * a,
        sp.I * a * sp.cos(c) / 2,
        (a - c) / (a + c) - 1,
        -a * c,
        1 / sp.sqrt(1 + a**2),
        sp.Ne(a, 0),
        sp.hyper([a], [a / 2], -c),
    ):
        assert eval(write(expr), space) == expr, write(expr)  # noqa: S307 - what was just written


def test_a_file_of_an_earlier_version_is_told_the_name(tmp_path: Path) -> None:
    path = made("poisson").save(tmp_path / "derived_old" / "old.py")
    assert not discover([path.parent]).problems
    path.write_text(path.read_text(encoding="utf-8").replace("rftheory.deriving", "rftheory.derive"), encoding="utf-8")
    (problem,) = discover([path.parent]).problems
    assert "rftheory.derive is called rftheory.deriving now" in str(problem)


def test_a_parameter_may_have_any_name(tmp_path: Path) -> None:
    odd = sp.Symbol("lambda", positive=True)
    path = derive(sp.cos(odd * w.dot(u))).save(tmp_path / "derived_odd" / "odd.py")
    assert 'parameter_0 = sp.Symbol("lambda", positive=True)' in path.read_text(encoding="utf-8")
    assert x_norm.name not in path.read_text(encoding="utf-8").split("FORMS = ")[1].split("placed")[0]
