"""What enclosures tell apart: a twin from what agrees, and relations that are excluded or borne out."""

from __future__ import annotations

import sympy as sp

from rftheory.judges.sight import look, told

t = sp.Symbol("t", real=True)


def test_a_twin_is_told_only_from_what_agrees() -> None:
    point = [{t: sp.Rational(1, 7)}]
    assert told(sp.sin(t) + 1, sp.sin(t), sp.cos(t - sp.pi / 2), point) == "told"
    assert told(sp.sin(t) + 1, sp.sin(t), sp.cos(t), point) == "false"
    assert told(sp.cos(t - sp.pi / 2), sp.sin(t), sp.sin(t), point) == "alike"
    # far below float64
    assert told(sp.sin(t) * (1 + sp.Rational(1, 10**40)), sp.sin(t), sp.cos(t - sp.pi / 2), point) == "told"
    assert told(1 / (t - sp.Rational(1, 7)), sp.sin(t), sp.sin(t), point) == "unseen"


def test_relations_are_excluded_or_borne_out() -> None:
    point = {t: sp.Integer(1)}
    answers = [look(sp.exp(t), relation, 2 * sp.S.One, point) for relation in ("<", "<=", ">", ">=", "=")]
    assert answers == ["excluded", "excluded", "borne out", "borne out", "excluded"]
    assert look(1 / (t - 1), "<", sp.S.One, point) == "unseen"
