"""Sentences of the papers on experiments: an answer follows from the table, and turns when the table turns."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rftheory import experiments
from rftheory.experiments import wine_errors
from rftheory.experiments.sentences import NOTICED, Alike, Better
from rftheory.experiments.table import Column, Table
from rftheory.inputs import kernels
from rftheory.proofs.hrf import experiments as hrf_experiments

_COLUMNS = tuple(map(Column, ("data", "estimator", "measured", "s.e.", "theory", "accuracy", "+/-")))
_NUMBERS = st.floats(0.01, 100)


def _table(*rows: tuple[str, str, float, float, float | None]) -> Table:
    return Table(_COLUMNS, tuple((*row, row[2], row[3]) for row in rows), (), {}, 0)


def _better(best: str, other: str) -> Better:
    return Better("here", "it is better", {}, (best,), (other,))


@given(_NUMBERS, _NUMBERS, _NUMBERS, _NUMBERS)
def test_the_answer_turns_with_the_sentence(a: float, b: float, e: float, f: float) -> None:
    table = _table(("one", "A", a, e, None), ("one", "B", b, f, None))
    forth, back = (_better(*names).judge(table).answer for names in (("A", "B"), ("B", "A")))
    turned = {"came out": "did not", "did not": "came out", "not comparable": "not comparable"}
    assert back == turned[forth]
    seen = abs(a - b) / (e**2 + f**2) ** 0.5 > NOTICED
    assert (forth != "not comparable") == seen
    assert not seen or (forth == "came out") == (a < b)


@given(_NUMBERS, _NUMBERS)
def test_theory_counts_where_it_has_both(a: float, b: float) -> None:
    # what was drawn says the contrary, with tiny errors
    table = _table(("one", "A", b, 1e-9, a), ("one", "B", a, 1e-9, b))
    answer = _better("A", "B").judge(table).answer
    assert answer == ("not comparable" if a == b else "came out" if a < b else "did not")


def test_one_set_of_data_that_says_the_contrary_is_enough() -> None:
    rows = [
        ("one", "A", 1.0, 0.01, None),
        ("one", "B", 2.0, 0.01, None),
        ("two", "A", 2.0, 0.01, None),
        ("two", "B", 1.0, 0.01, None),
    ]
    assert _better("A", "B").judge(_table(*rows[:2])).answer == "came out"
    judged = _better("A", "B").judge(_table(*rows))
    assert judged.answer == "did not" and "1 of 2" in judged.why and "two: A and B" in judged.why
    averaged = Better("here", "on average", {}, ("A",), ("B",), within=())
    assert averaged.judge(_table(*rows)).answer == "not comparable"


def test_a_run_without_the_estimators_is_not_comparable() -> None:
    table = _table(("one", "C", 1.0, 0.1, None))
    assert _better("A", "B").judge(table).answer == "not comparable"
    assert Alike("here", "alike", {}, (("A", "B"),), 0.1, name=("estimator",)).judge(table).answer == "not comparable"


@pytest.mark.parametrize(
    ("gap", "error", "answer"), [(0.05, 0.001, "came out"), (0.2, 0.001, "did not"), (0.05, 0.1, "not comparable")]
)
def test_alike_is_within_the_margin_whatever_the_draws_hide(gap: float, error: float, answer: str) -> None:
    table = _table(("one", "A", 1.0, error, None), ("one", "B", 1.0 + gap, error, None))
    for pair in (("A", "B"), ("B", "A")):
        assert Alike("here", "alike", {}, (pair,), 0.1, name=("estimator",)).judge(table).answer == answer


def test_every_experiment_has_sentences_with_printed_figures() -> None:
    for found in experiments.experiments().values():
        assert found.sentences
        for sentence in found.sentences:
            assert sentence.place and sentence.says and sentence.printed


def test_the_ledger_counts_products_as_the_experiment_does() -> None:
    cost = hrf_experiments.products
    for m, n in ((22, 8), (1, 58), (30, 1)):
        assert cost.subs({kernels.m: m, kernels.n: n}) == wine_errors._products(m, n, 64)
        assert wine_errors._hybrid_size(64 * 64, n, 64, outer=True) == m


@given(_NUMBERS, _NUMBERS)
def test_with_data_or_parameters_of_ours_no_sentence_comes_out_or_does_not(a: float, b: float) -> None:
    table = _table(("one", "A", a, 1e-9, None), ("one", "B", b, 1e-9, None))
    alike = Alike("here", "alike", {}, (("A", "B"),), 0.1, name=("estimator",))
    for sentence in (_better("A", "B"), alike):
        found, judged = sentence.judge(table), replace(sentence, chosen="the length is ours").judge(table)
        assert judged.answer == "not comparable" and judged.ours == found.ours
        # what came out with that choice is told
        if found.answer == "not comparable":
            assert judged.why == found.why
        else:
            assert judged.why == f"the length is ours. With this choice it {found.answer}: {found.why}"
