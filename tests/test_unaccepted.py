"""A line that no judge accepts is never shown as though it were established: in a finding, a text, a report, a notebook."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import sympy as sp

from rftheory.answers.shown import finding_lines
from rftheory.evidence.bounds import Bound
from rftheory.evidence.deciding import carried_by
from rftheory.evidence.derivation import Derivation
from rftheory.judges import derivation_judge
from rftheory.notebook.pages import ClaimPage
from rftheory.propositions import Equality, Inequality
from rftheory.report.content import claim_views
from rftheory.report.page import _environment
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.verdicts import JUDGES, UNACCEPTED, Finding, Verdict

_x = sp.Symbol("x", positive=True)
_HALF = Domain((Range(_x, 0, None, "()"),))
_LEFT, _RIGHT = (_x + 1) ** 2, _x**2 + 2 * _x + 1


def _hinted() -> Derivation:
    return Derivation(_LEFT, _HALF).waypoint(_x + 7, "a hint").waypoint(_RIGHT, "back")


def _checked() -> Derivation:
    return Derivation(_LEFT, _HALF).algebra(_RIGHT)


def _inside() -> Derivation:
    """A line that rests on a chain with a waypoint, after one that rests on nothing."""
    inner = Derivation(_x, _HALF).waypoint(_x, "nothing")
    return Bound(_LEFT, _HALF).algebra(_RIGHT).through(inner, lambda t: t**2 + 2 * _x + 1)


def _claim(hinted: bool) -> Claim:
    return Claim("c", "", Equality(_LEFT, _RIGHT), _HALF, _hinted if hinted else _checked)


def _finding(claim: Claim) -> Finding:
    with carried_by(lambda *_: True):
        return derivation_judge.judge_claim(claim, 0)


def test_waypoints_are_not_accepted_though_a_certificate_carries_the_claim() -> None:
    accepted = [line["accepted"] for line in _finding(_claim(True)).data["chain"]]
    assert accepted[:3] == [True, False, False]
    assert all(line["accepted"] for line in _finding(_claim(False)).data["chain"])


def test_a_line_that_rests_on_a_waypoint_is_not_accepted() -> None:
    bound = Claim("c", "", Inequality(_LEFT, "<=", _RIGHT), _HALF, _inside)
    assert [line["accepted"] for line in _finding(bound).data["chain"]] == [True, True, False]


@pytest.mark.parametrize("hinted", [True, False])
def test_every_display_says_so(hinted: bool) -> None:
    claim = _claim(hinted)
    finding = _finding(claim)
    text = " ".join("\n".join(finding_lines(finding.to_json())).split())
    (view,) = claim_views({"derivation": Verdict("derivation", (finding,))})
    page = (
        _environment()
        .get_template("evidence.html.j2")
        .render(view=SimpleNamespace(claims=(view,), is_bare=False), judges=JUDGES, part=None)
    )
    notebook = ClaimPage("mine", claim).derivation().markdown
    for shown in (text, page, notebook):
        assert (UNACCEPTED in shown) == hinted
        assert shown.count(UNACCEPTED) == 2 * hinted


def test_a_claim_that_the_kernel_replays_is_shown_to_hold() -> None:
    verdicts = {
        judge: Verdict(judge, (Finding("c", "claim", answer, "told"),))
        for judge, answer in (("derivation", "undecided"), ("kernel", "holds"))
    }
    assert claim_views(verdicts)[0].answer == "holds"
    refuted = {"enclosure": Verdict("enclosure", (Finding("c", "claim", "refuted", "told"),))}
    assert claim_views({**verdicts, **refuted})[0].answer == "refuted"
    assert (
        claim_views({"kernel": Verdict("kernel", (Finding("c", "claim", "not run", "told"),))})[0].answer == "not run"
    )
