"""What the shell completes, and what a misspelt command is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.shell_completion import BashComplete

from rftheory import catalogue, experiments, plots
from rftheory.cli import main
from rftheory.statements.files import listed
from rftheory.statements.loading import found, load
from rftheory.walking import offered_names


def _completed(*given: str) -> list[str]:
    """The completions of the last word after the words before it."""
    shell = BashComplete(main, {}, "rftheory", "_RFTHEORY_COMPLETE")
    return [item.value for item in shell.get_completions(list(given[:-1]), given[-1])]


@pytest.mark.parametrize("command", ["show", "verify", "list", "errata", "graph", "certify", "axioms", "eval"])
def test_ids_are_completed(command: str) -> None:
    begun = "hrf.lemma-3"
    assert _completed(command, begun) == [name for name in found().entries if name.startswith(begun)] != []


def test_claims_of_the_statement_are_completed() -> None:
    names = [claim.name for claim in listed(load("hrf.lemma-3.2"))]
    assert _completed("eval", "hrf.lemma-3.2", "--claim", "") == names
    assert _completed("eval", "no.such", "--claim", "") == []


def test_bash_alone_is_given_quoted_names(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = ("eval", "hrf.lemma-3.2", "--claim", "sec")
    assert _completed(*begun) == ["second moment"]
    monkeypatch.setenv("_RFTHEORY_COMPLETE", "bash_complete")
    assert _completed(*begun) == ["'second moment'"]


@pytest.mark.parametrize(
    ("words", "known"),
    [
        (("simulate",), catalogue.family_classes),
        (("simulate", "positive", "--coupling"), catalogue.coupling_classes),
        (("simulate", "positive", "--against"), catalogue.coupling_classes),
        (("simulate", "positive", "--hybrid"), catalogue.coefficient_classes),
        (("simulate", "positive", "--with"), catalogue.family_classes),
        (("audit", "module:f", "--claims"), catalogue.family_classes),
        (("audit", "module:f", "--coupling"), catalogue.coupling_classes),
    ],
)
def test_families_couplings_and_hybrids_are_completed(
    words: tuple[str, ...], known: Callable[[], dict[str, type]]
) -> None:
    names = {name for kind in known().values() for name in catalogue.names_of(kind)}
    assert set(_completed(*words, "")) - {"unknown"} == names
    begun = min(names)[:3]
    assert set(_completed(*words, begun)) == {name for name in names if name.startswith(begun)}


def test_plots_experiments_and_commands_are_completed() -> None:
    assert _completed("plot", "") == list(plots.plots()) == offered_names("rftheory.plots", "PLOT")
    assert _completed("experiment", "") == list(experiments.experiments())
    assert _completed("ver") == ["verify"]
    assert offered_names("rftheory.plots", "NOTHING") == []
