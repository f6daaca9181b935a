"""What the shell completes, and what a misspelt command is told."""

from __future__ import annotations

import pytest
from click.shell_completion import BashComplete

from rftheory import experiments, plots
from rftheory.cli import main
from rftheory.extensions.walking import offered_names
from rftheory.mechanisms import catalogue
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.statements.files import listed
from rftheory.statements.loading import found, load


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
    "words", [("simulate",), ("simulate", "positive", "--against"), ("audit", "module:f", "--claims")]
)
def test_mechanisms_are_completed(words: tuple[str, ...]) -> None:
    """Each part by its names, hybrids where they are taken; and what is completed is a mechanism."""
    classes = [*catalogue.family_classes().values()]
    if words[0] == "simulate":
        classes += catalogue.coefficient_classes().values()
    firsts = {name for kind in classes for name in catalogue.names_of(kind)}
    names = firsts | {f"{first} x {second}" for first in firsts for second in catalogue.coupling_classes()}
    assert set(_completed(*words, "")) - {"unknown", "deterministic"} == names
    assert str(Mechanism("positive x orthogonal")) in names
    begun = min(names)[:3]
    assert set(_completed(*words, begun)) == {name for name in names if name.startswith(begun)}


def test_plots_experiments_and_commands_are_completed() -> None:
    assert _completed("plot", "") == list(plots.plots()) == offered_names("rftheory.plots", "PLOT")
    assert _completed("experiment", "") == list(experiments.experiments())
    assert _completed("ver") == ["verify"]
    assert offered_names("rftheory.plots", "NOTHING") == []
