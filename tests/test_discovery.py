"""Statements are found by walking, read without being imported, and selected by id or glob."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from house import House

from rftheory.statements.dependencies import (
    DERIVATION_ENGINE,
    RULES,
    WITHOUT_CONTENT,
    as_dot,
    as_tree,
    cycles,
    dependency_graph,
    judging_order,
    proved_rules,
    rests_on,
)
from rftheory.statements.discovery import UnknownStatement, discover


def test_finds_statements_in_folders_and_leaves_shared_pieces(house: House) -> None:
    house.add("one")
    house.add("_shared")
    (house.package / "paper").mkdir()
    house.add("two").rename(house.package / "paper" / "two.py")
    found = house.found()
    assert list(found.entries) == ["fake.one", "fake.two"]
    assert found.entries["fake.two"].module == f"{house.package.name}.paper.two"
    assert found.problems == ()


def test_metadata_is_read_without_running_the_file(house: House) -> None:
    house.add("one", imports="raise RuntimeError('imported')")
    assert house.found().entries["fake.one"].title == "The statement one"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("STATEMENT = (", "syntax error in line 1"),
        ("STATEMENT = Statement(id='a', paper='p', location='l', kind='k', title='t')", "claims()"),
        ("STATEMENT = Statement(id='a' + x, paper='p')\ndef claims(): ...", "id must be a literal"),
        ("STATEMENT = Statement(id='a', paper='p')\ndef claims(): ...", "no location and no kind"),
        ("STATEMENT = Statement(name='a')\ndef claims(): ...", "unknown field 'name'"),
        ("STATEMENT = Statement('a')\ndef claims(): ...", "keywords only"),
        (
            "STATEMENT = Statement(id='a', paper='p', location='l', kind='theorem', title='t')\ndef claims(): ...",
            "kind must be one of identity, inequality, limit, rate, optimum, property, algorithm, claim, rule, got 'theorem'",
        ),
        (
            "STATEMENT = Statement(id='a', paper=3, location='l', kind='rule', title='t')\ndef claims(): ...",
            "paper must be a text, got 3",
        ),
    ],
)
def test_a_broken_file_is_named_and_the_rest_found(house: House, text: str, message: str) -> None:
    house.add("good")
    path = house.write("broken.py", text)
    found = house.found()
    assert list(found.entries) == ["fake.good"]
    assert [problem.path for problem in found.problems] == [path]
    assert message in found.problems[0].message


def test_an_id_used_twice_is_a_problem(house: House) -> None:
    first = house.add("one")
    house.write("zwei.py", first.read_text())
    (problem,) = house.found().problems
    assert "'fake.one' is already used" in problem.message


def test_select_by_glob_and_suggest_the_nearest(house: House) -> None:
    house.add("lemma_1")
    house.add("lemma_2")
    house.add("theorem")
    found = house.found()
    assert [entry.id for entry in found.select(["*lemma*"])] == ["fake.lemma_1", "fake.lemma_2"]
    with pytest.raises(UnknownStatement, match="nearest: fake.theorem"):
        found.get("fake.theorm")
    with pytest.raises(UnknownStatement):
        found.select(["nothing*"])


def test_extra_packages_must_be_packages(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="must be a directory"):
        discover([tmp_path / "absent"])


def test_dependencies_come_from_imports(house: House) -> None:
    package = house.package.name
    house.add("base")
    house.add("middle", imports=f"from {package} import base")
    house.write("_shared.py", f"from {package}.middle import STATEMENT as OTHER")
    house.add("top", imports="from ._shared import OTHER")
    house.add("typed", imports=f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {package} import base")
    graph = dependency_graph(house.found())
    assert set(graph.edges) == {("fake.middle", "fake.base"), ("fake.top", "fake.middle")}
    assert rests_on(graph, "fake.top") == ["fake.base", "fake.middle"]
    order = judging_order(graph)
    assert order.index("fake.base") < order.index("fake.middle") < order.index("fake.top")
    assert list(as_tree(graph, ["fake.top"])) == ["fake.top", "`-- fake.middle", "    `-- fake.base"]
    assert '"fake.top" -> "fake.middle";' in as_dot(graph, {})


def test_every_statement_rests_on_the_rules_that_the_engine_applies(house: House) -> None:
    house.add("rule", kind="rule", imports="import rftheory.rules.gaussian")
    house.add("other", kind="rule", imports="import rftheory.rules.chi")
    house.add("lemma")
    house.add("radial", imports="import rftheory.rules.chi")
    edges = set(dependency_graph(house.found()).edges)
    assert edges == {("fake.lemma", "fake.rule"), ("fake.radial", "fake.rule"), ("fake.radial", "fake.other")}


def test_every_rule_of_the_engine_is_proved_by_a_statement() -> None:
    found = discover()
    applied = found.sources.imports(DERIVATION_ENGINE)
    modules = {name for name in applied if name.startswith(RULES) and name not in WITHOUT_CONTENT}
    assert modules
    assert modules <= proved_rules(found).keys()


def test_a_circle_is_seen(house: House) -> None:
    package = house.package.name
    house.add("a", imports=f"import {package}.b")
    house.add("b", imports=f"import {package}.a")
    graph = dependency_graph(house.found())
    assert cycles(graph) == [["fake.a", "fake.b"]]
    assert sorted(judging_order(graph)) == ["fake.a", "fake.b"]


def test_the_real_statements_are_found_without_sympy() -> None:
    code = (
        "import sys; from rftheory.statements.discovery import discover; found = discover();"
        "assert found.entries; assert 'sympy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
