"""The report on a house of fake statements, and its pieces: formulas, drawings, the packed evidence; and what the record alone shows."""

from __future__ import annotations

import json
import posixpath
import re
import sys
from importlib.resources import files
from typing import Any

import networkx as nx
import pytest
import sympy as sp
from house import House
from markupsafe import escape

from rftheory.report.formulas import LONGEST, mathml, worded
from rftheory.report.graph import drawing, layered
from rftheory.statements.printing import latex
from rftheory.statements.standing import STATUSES, Status
from rftheory.statements.view import recorded_views

_REFUTED = {
    "enclosure": [
        (
            "c",
            "claim",
            "refuted",
            "disjoint",
            {"flaw": "a sign is lost", "counterexample": {"r": "1"}, "printed": "r^{2}"},
        )
    ],
    "kernel": [
        ("c", "claim", "not run", "no derivation is given", {}),
        (
            "d",
            "correction",
            "holds",
            "2 steps",
            {"corrects": "c", "says": "with the sign", "latex": "- r^{2}", "form": "-r**2"},
        ),
    ],
}


def _rows(**statuses: str) -> dict[str, dict[str, object]]:
    return {name: {"id": name, "title": name, "status": status, "erratum": None} for name, status in statuses.items()}


def _report(house: House, name: str = "report") -> dict[str, str]:
    """The files of the report by their places."""
    target = house.recorded.parent / name
    result = house.run("report", "--no-plots", "--output", str(target))
    assert result.exit_code == 0, result.output
    return {str(path.relative_to(target)): path.read_text(encoding="utf-8") for path in target.rglob("*.*")}


def _two(house: House) -> House:
    house.add("one")
    house.add("two", _REFUTED, imports="from . import one")
    assert house.run("ledger").exit_code == 0
    return house


def test_every_statement_has_a_page_with_its_erratum_its_evidence_and_links_that_lead_somewhere(house: House) -> None:
    files = _report(_two(house))
    index, one, two = (files[name] for name in ("index.html", "s/fake.one.html", "s/fake.two.html"))
    assert 'href="s/fake.one.html"' in index and 'id="erratum-fake.two"' in index and "erratum-fake.one" not in index
    for expected in ("a sign is lost", "with the sign", "<math"):
        assert expected in index and expected in two and expected not in one
    assert "2 steps" in two and "2 steps" not in one and 'href="../s/fake.one.html"' in two
    for page, name in ((one, "one"), (two, "two")):
        file = (house.package / f"{name}.py").read_text(encoding="utf-8").strip()
        assert str(escape(file)) in page and f"rftheory certify fake.{name}" in page or "replayed" not in page
        assert str(escape(house.run("cite", f"fake.{name}").stdout.strip())) in page
    # equal receipts give equal bytes
    assert _report(house, "again") == files
    assert not dangling(files)
    # the check itself can fail
    del files["s/fake.one.html"]
    assert dangling(files) == {"s/fake.one.html"}


def dangling(files: dict[str, str]) -> set[str]:
    """Files and places in them that a link or an element of a page names and that are not there."""
    missing = set()
    for place, page in files.items():
        links = re.findall(r'(?:href|src)="([^"]+)"', page) if place.endswith(".html") else ()
        for link in {*links} - {"data:,"}:
            path, _, fragment = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(place), path)) if path else place
            if target not in files or (fragment and f'id="{fragment}"' not in files[target]):
                missing.add(target)
    return missing


def test_statements_without_receipts_are_listed_and_said_to_lack_evidence(house: House) -> None:
    house.add("one")
    files = _report(house)
    assert "s/fake.one.html" in files["index.html"] and "without fresh receipts" in files["s/fake.one.html"]


def test_a_report_that_cannot_be_written_is_an_error(house: House) -> None:
    house.add("one")
    house.recorded.write_text("damaged", encoding="utf-8")
    file = house.recorded.with_name("file")
    file.touch()
    for place in (house.recorded.parent / "no" / "such" / "folder", file):
        result = house.run("report", "--no-plots", "-o", str(place))
        # told before anything is read or drawn
        assert result.exit_code == 2 and "--output" in result.stderr and str(place) in result.stderr
        assert "recorded ledger" not in result.stderr
    assert "recorded ledger" in house.run("report", "--no-plots", "-o", str(file.with_name("folder"))).stderr


def test_texts_of_statements_are_escaped(house: House) -> None:
    house.add("one", {"enclosure": [("c", "claim", "holds", "<script>alert(1)</script>", {})]})
    house.run("ledger")
    pages = "".join(_report(house).values())
    assert "<script>alert" not in pages and "&lt;script&gt;alert" in pages


_SUM = "+".join(f"{letter}x{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")


@pytest.mark.parametrize("latex", [rf"\frac{{a = c}}{{d}} \leq {_SUM}", rf"x = {_SUM}", rf"-{_SUM}", rf"0^+ = {_SUM}"])
def test_a_wide_formula_is_broken_before_relations_and_terms(latex: str) -> None:
    parts = [re.sub("<[^>]*>", "", part).strip() for part in mathml(latex, "block").split("</math>")[:-1]]
    assert len(parts) > 1 and all(part[0] in "+=≤" for part in parts[1:])
    # nothing is lost
    terms = "".join(parts)
    assert all(term in terms for term in _SUM.split("+"))
    # a sign at the head of a part stands between terms, and the first one belongs to its term
    assert re.findall(r'<mo form="infix">(.)', mathml(latex, "block")) == [
        part[0] for part in parts[1:] if part[0] == "+"
    ]


def test_signs_of_the_text_are_no_signs_of_the_page() -> None:
    assert "a&amp;b" in mathml(r"\text{a&b}", "block") and "&lt;" in mathml(r"\text{a < b}", "block")


_LONG = "(sqrt(2)/(8*n*r))*((-2*sqrt(2)*r*theta/pi + 1)**2)*(exp(-4*r**2*theta**2/pi**2 + 2*r**2))"


@pytest.mark.parametrize(
    ("reason", "read"),
    [
        ("algebra", "algebra"),
        ("", ""),
        ("monotone: algebra; ; ; monotone: ", "monotone: algebra; monotone"),
        ("E exp(w.u) = 1F1(d; d/2; u^2/2) over a frame", "E exp(w.u) = 1F1(d; d/2; u^2/2) over a frame"),
        ("w = u**3*x", "w = u^3*x"),
        (f"gap: {_LONG}", "gap \N{HORIZONTAL ELLIPSIS}"),
        (f"with the lemma chord; gap: {_LONG}; algebra", "with the lemma chord; gap \N{HORIZONTAL ELLIPSIS}; algebra"),
        (f"falls up to A = 1/8 - {_LONG}, rises from there", "falls up to \N{HORIZONTAL ELLIPSIS}"),
        (f"rises from t = 0: the derivative is {_LONG}", "rises from t = 0: the derivative is \N{HORIZONTAL ELLIPSIS}"),
    ],
)
def test_reasons_are_words(reason: str, read: str) -> None:
    assert worded(reason) == read


def test_a_formula_of_many_screens_is_named_by_its_length() -> None:
    assert str(LONGEST + 1) in mathml("x" * (LONGEST + 1))
    assert "<math" in mathml("x" * 10)


@pytest.mark.parametrize("status", STATUSES)
def test_every_status_has_its_colours(status: Status) -> None:
    """What has none is black in a drawing."""
    row: dict[str, Any] = {**_rows(one=status)["one"], "erratum": None}
    if status == "refuted":
        row["erratum"] = {"claims": [{"corrections": [{"status": "refuted"}]}]}
    (classes,) = re.findall(r'class="(print-[^"]*)"', drawing(nx.DiGraph({"one": []}), {"one": row}, "all"))
    (evidence,) = (name for name in classes.split() if name.startswith("evidence-"))
    style = files("rftheory.report").joinpath("templates", "report.css").read_text(encoding="utf-8")
    rules = {
        selector.strip(): body
        for head, body in re.findall(r"([^{}]+)\{([^{}]*)\}", style)
        for selector in head.split(",")
    }
    assert classes.split()[1:] == [evidence] == [f"evidence-{status.replace(' ', '-')}"]
    filled = {selector.removeprefix("svg.graph ") for selector, body in rules.items() if "fill: var(--" in body}
    assert f".{evidence} rect" in filled
    slug = status.replace(" ", "-")
    colours = {rules[selector] for selector in (f".status-{slug}", f".key.evidence-{slug}")}
    assert len(colours) == 1
    # every variable has a value for light and for dark screens
    for name in re.findall(r"var\((--[a-z]+)\)", "".join(colours) + rules.get(f".{evidence} rect", "")):
        assert style.count(f"{name}: #") == 2


@pytest.mark.parametrize("plain", [False, True])
def test_statements_stand_left_of_what_they_rest_on_and_apart_from_each_other(
    plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if plain:  # the extra "graph" is not installed
        monkeypatch.setitem(sys.modules, "fast_sugiyama", None)
    graph = nx.DiGraph([("a", "b"), ("b", "c"), ("a", "d"), ("e", "d"), ("f", "g")])
    graph.add_nodes_from(["alone", "alone too"])
    corners = layered(graph).corners
    assert set(corners) == set(graph)
    assert all(corners[above][0] < corners[below][0] for above, below in graph.edges)
    names = sorted(corners)
    for number, first in enumerate(names):
        for second in names[number + 1 :]:
            (x, y), (u, v) = corners[first], corners[second]
            assert abs(x - u) >= 172 or abs(y - v) >= 22, (first, second)


def test_a_drawing_leaves_out_edges_that_others_imply() -> None:
    graph = nx.DiGraph([("a", "b"), ("b", "c"), ("a", "c")])
    svg = drawing(graph, _rows(a="proved", b="proved", c="proved"), "all", "b")
    assert svg.count("<path") == 2
    assert svg.count('href="s/') == 3
    assert svg.count("focus") == 1


def test_factors_do_not_glue() -> None:
    """An index before its letter, and the bars of two fractions, stand apart from the factor before them."""
    x, n = sp.symbols("x n", positive=True)
    for factor in (x, 2 * x, sp.exp(x), (1 - 2 * x)):
        formula = latex(factor * sp.hyper((1,), (n,), x))
        before, _, after = formula.partition(r"{{}_{1}F_{1}")
        assert after and before.rstrip().endswith(r"\,")
        assert "<mspace" in mathml(formula)
    fractions = sp.Mul(sp.Mul(x, 1 / n, evaluate=False), sp.Mul(x + 1, 1 / (n + 2), evaluate=False), evaluate=False)
    formula = latex(fractions)
    assert formula.count(r"\frac") == 2 and r"} \, \frac" in formula
    cases = latex(sp.Piecewise((x / n, x > 1), (n / x, True)))
    assert r"\begin{cases} \frac" in cases


_FORMULAS = {
    "kernel": [
        ("a", "claim", "holds", "1 step", {"form": "b = c", "latex": "b = c", "says": "generated"}),
        ("d", "claim", "holds", "1 step", {"form": "r = s", "latex": "r = s", "tex": r"\rho = \sigma"}),
    ],
    "enclosure": [("e", "claim", "refuted", "disjoint", {"printed_text": "p = q", "printed": "p = q", "flaw": "no"})],
}


def test_the_record_has_the_formula_of_every_claim_as_text_and_latex(house: House) -> None:
    """Without any receipts, in what show prints, in its JSON and in the report."""
    house.add("one", _FORMULAS)
    assert house.run("ledger").exit_code == 0
    house.receipts = house.receipts.with_name("nowhere")
    wanted = {"a": ("b = c", "b = c"), "d": ("r = s", r"\rho = \sigma"), "e": ("p = q", "p = q")}
    text = house.run("show", "fake.one").stdout
    for form, formula in wanted.values():
        assert f"\n    {form}\n" in text and f"\n    LaTeX: {formula}\n" in text
    shown = json.loads(house.run("show", "fake.one", "--json").stdout)
    assert {claim["name"]: (claim["form"], claim["latex"]) for claim in shown["claims"]} == wanted
    target = house.recorded.parent / "report"
    result = house.run("report", "--no-plots", "-o", str(target))
    assert "1 statements have no fresh receipts" in result.output
    page = (target / "s" / "fake.one.html").read_text(encoding="utf-8")
    for _, formula in wanted.values():
        assert mathml(formula, "block") in page
    # the answer of a claim is that of the record, where it is of this claim
    assert re.findall(r'class="claim summary answer-(\w*)"', page) == ["holds", "holds", "refuted"]
    assert "rftheory verify fake.one" in page and "1 step" in page
    assert house.run("show", "fake.one", "--latex").stdout == "".join(
        f"% {name}\n{formula}\n" for name, (_, formula) in wanted.items()
    )


def test_a_record_tells_no_claim_of_a_row_to_hold_that_is_open(house: House) -> None:
    found = [("a", "claim", "holds", "1 step", {"form": "b = c"}), ("d", "claim", "undecided", "a gap", {})]
    house.add("one", {"kernel": found})
    house.run("ledger")
    row = json.loads(house.run("show", "fake.one", "--json").stdout)
    assert [view.answer for view in recorded_views(row)] == ["", ""]
