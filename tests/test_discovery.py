"""Statements are found by walking, read without being imported, and selected by id or glob."""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
import sympy as sp
from house import House

from rftheory.families.positive import Positive
from rftheory.inputs.kernels import d, r
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.montecarlo.estimators.coupled import Regular
from rftheory.rules.propositions import Equality, Inequality
from rftheory.statements.calls import claim, ge, lt, tends
from rftheory.statements.dependencies import (
    RULES,
    RULES_APPLIED_BY,
    WITHOUT_CONTENT,
    as_dot,
    as_tree,
    dependency_graph,
    proved_rules,
    rests_on,
)
from rftheory.statements.discovery import UnknownStatement, discover
from rftheory.statements.domain import Domain
from rftheory.statements.files import id_of, listed


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
        ("STATEMENT = statement('rule', 'l', 't', 'more')\nCLAIMS = ()", "statement(kind, location, title, ...)"),
        ("STATEMENT = statement('rule', 'l')\nCLAIMS = ()", "STATEMENT has no title"),
        ("STATEMENT = statement('rule', 'l' + x, 't')\nCLAIMS = ()", "location must be a literal"),
        ("STATEMENT = statement('rule', 'l', 't', kind='claim')\nCLAIMS = ()", "STATEMENT says kind twice"),
        ("STATEMENT = statement('rule', 'l', 't')\nCLAIMS = ()\ndef claims(): ...", "got CLAIMS and claims"),
        ("STATEMENT = statement('rule', 'l', 't')\nfrom other import CLAIMS", "got neither"),
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


def test_a_short_call_has_the_id_and_the_paper_of_its_path(house: House) -> None:
    """And its claims are values: both forms of a file are read by one reader."""
    house.write(
        "lemma_2_10_b.py",
        """
        from rftheory.statements.calls import claim, eq, le, statement
        from rftheory.statements.domain import Domain, Range
        from rftheory.inputs.kernels import r

        STATEMENT = statement("inequality", "Lemma 2.10", "A square", notes=("ours",))
        DOMAIN = Domain((Range(r, 0, 1, typical=(0, 1)),))
        CLAIMS = (
            claim("square: it is at most its root", le(r**2, r), DOMAIN, mutants=[r**3, eq(r, 1)], needs=("r <= 1",)),
            claim("it is a product: of two", eq(r**2, r * r), DOMAIN, name="r: product"),
        )
        """,
    )
    package = house.package.name
    entry = house.found().get(f"{package}.lemma-2.10-b")
    assert (entry.paper, entry.kind, entry.location, entry.title) == (package, "inequality", "Lemma 2.10", "A square")
    module = import_module(entry.module)
    first, second = listed(module)
    assert id_of(module) == entry.id
    assert (first.name, first.says, first.role, first.needs) == (
        "square",
        "it is at most its root",
        "claim",
        ("r <= 1",),
    )
    assert first.mutants == (Inequality(r**2, "<=", r**3), Equality(r, 1))
    assert (second.name, second.says) == ("r: product", "it is a product: of two")


def test_whole_numbers_may_be_written_as_they_are() -> None:
    plain = claim("square: it is not negative", ge(r**2, 0), Domain(()), mutants=[-1, lt(r, 2)], counterexample={r: 3})
    assert plain.proposition == Inequality(r**2, ">=", sp.Integer(0))
    assert plain.mutants == (Inequality(r**2, ">=", sp.Integer(-1)), Inequality(r, "<", sp.Integer(2)))
    limit = tends(r, r, 0, 1, "-")
    point = MomentCheck("x", Regular(Positive()), "mean", r, {d: 4}).point
    sides = (plain.proposition.right, limit.point, limit.value, *plain.counterexample.values(), *point.values())
    assert all(isinstance(side, sp.Integer) for side in sides)


def test_claims_that_are_no_tuple_are_refused() -> None:
    module = ModuleType("fake")
    module.CLAIMS = iter(())  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="CLAIMS must be a tuple of claims, got"):
        listed(module)


def test_an_id_used_twice_is_a_problem(house: House) -> None:
    first = house.add("one")
    house.write("zwei.py", first.read_text())
    (problem,) = house.found().problems
    assert "'fake.one' is already used" in problem.message


def test_an_id_that_is_none_is_told_all_that_begin_so() -> None:
    found = discover()
    for name in ("crt.theorem-4.1", "simrf.theorem-4.3-orf", "hrf.lemma-3.2-proof"):
        for end in range(1, len(name)):
            if (begun := name[:end]) in found.entries:
                continue
            begin = [other for other in found.entries if other.startswith(begun)]
            for refuse in (lambda: found.get(begun), lambda: found.select([begun])):  # noqa: B023 - called at once
                with pytest.raises(UnknownStatement) as refused:
                    refuse()
                said = str(refused.value)
                if len(begin) <= 20:
                    assert said.endswith(f": {', '.join(begin)}")
                else:
                    # what is told is a glob that selects them
                    glob = shlex.split(said)[-1]
                    assert f"; {len(begin)} match " in said
                    assert [entry.id for entry in found.select([glob])] == begin


def test_a_glob_for_one_statement_is_told_what_it_matches(house: House) -> None:
    house.add("one")
    house.add("other")
    assert "these match 'fake.o*': fake.one, fake.other" in house.run("show", "fake.o*").stderr


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
    applied = found.sources.imports(RULES_APPLIED_BY)
    modules = {name for name in applied if name.startswith(RULES) and name not in WITHOUT_CONTENT}
    assert modules
    assert modules <= proved_rules(found).keys()


def test_a_circle_is_seen(house: House) -> None:
    package = house.package.name
    house.add("a", imports=f"import {package}.b")
    house.add("b", imports=f"import {package}.a")
    graph = dependency_graph(house.found())
    assert rests_on(graph, "fake.a") == ["fake.b"] and rests_on(graph, "fake.b") == ["fake.a"]
