"""Derivations are checked line by line: what is not a theorem is not accepted."""

from __future__ import annotations

import pytest
import sympy as sp
from battery import DOMAIN, a, p, q
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.sign import ANY, NONNEGATIVE, POSITIVE, sign_of

from rftheory.kernels import PAIR, m, n, r, theta, x_norm, y_norm
from rftheory.rules.expectation import set_partitions
from rftheory.rules.nodes import Expectation, Projection, SampleMean, mean_squared_error
from rftheory.rules.variates import Variate

W = Projection("w")


def test_the_second_moment_needs_the_diagonal() -> None:
    cosine = sp.cos(W.dot(PAIR.delta))
    chain = Derivation(Expectation(SampleMean(cosine, m) ** 2), DOMAIN).expectations()
    right = (1 - 1 / m) * sp.exp(-PAIR.delta.square) + (1 + sp.exp(-2 * PAIR.delta.square)) / (2 * m)
    chain.algebra(right)
    with pytest.raises(Unproved, match="not decided equal"):
        Derivation(chain.start, DOMAIN).expectations().algebra(sp.exp(-PAIR.delta.square))


def test_independent_sources_factor_and_shared_ones_do_not() -> None:
    shared = Expectation(sp.cos(W.dot(PAIR.x)) ** 2)
    apart = Expectation(sp.cos(W.dot(PAIR.x)) * sp.cos(Projection("v").dot(PAIR.x)))
    Derivation(apart, DOMAIN).expectations().algebra(sp.exp(-(x_norm**2)))
    with pytest.raises(Unproved):
        Derivation(shared, DOMAIN).expectations().algebra(sp.exp(-(x_norm**2)))


def test_a_variate_is_not_integrated() -> None:
    unknown = Variate("u")
    with pytest.raises(Unproved):
        Derivation(mean_squared_error(unknown, sp.Integer(0)), DOMAIN).expectations().algebra(Expectation(unknown) ** 2)


def test_bounds_need_proved_gaps() -> None:
    Derivation(sp.exp(-p), DOMAIN).at_most(sp.Integer(1))
    with pytest.raises(Unproved, match="not proved nonnegative"):
        Derivation(sp.exp(a), DOMAIN).at_most(sp.Integer(1))
    with pytest.raises(Unproved, match="not the product"):
        Derivation(p, DOMAIN).at_most(p + q, gap=[q, q])


def test_a_chain_cannot_mix_directions() -> None:
    chain = Derivation(p, DOMAIN).at_most(p + q).at_least(p)
    with pytest.raises(Unproved, match="mix"):
        chain.relation()


def test_strictness_is_kept_and_not_invented() -> None:
    assert Derivation(p, DOMAIN).at_most(p + q).relation() == "<"
    assert Derivation(p, DOMAIN).at_most(p + theta).relation() == "<="


def test_limits_need_what_they_use() -> None:
    chain = Derivation((sp.exp(p) - 1) / p, DOMAIN).limit_of_quotient(sp.exp(p) - 1, p, p, sp.Integer(0))
    assert (chain.end, chain.relation()) == (1, "->")
    with pytest.raises(Unproved, match="not decided zero"):
        Derivation(sp.exp(p) / p, DOMAIN).limit_of_quotient(sp.exp(p), p, p, sp.Integer(0))
    with pytest.raises(Unproved, match="smooth"):
        Derivation(sp.sqrt(p) / p, DOMAIN).limit_of_quotient(sp.sqrt(p), p, p, sp.Integer(0))
    with pytest.raises(Unproved, match="nonzero"):
        Derivation(1 / p, DOMAIN).limit_by_continuity(p, sp.Integer(0))


def test_only_rules_rewrite_expectations() -> None:
    with pytest.raises(Unproved, match="not an expectation rule"):
        Derivation(p, DOMAIN).apply(lambda e: e + 1, "wishful")


@pytest.mark.parametrize(
    ("expr", "signs"),
    [
        (1 - sp.exp(-2 * r**2), POSITIVE),
        (sp.pi - theta, NONNEGATIVE),
        (sp.sin(theta / 2), NONNEGATIVE),
        (sp.cos(theta / 2), NONNEGATIVE),
        (sp.cos(theta), ANY),
        (m - 1, NONNEGATIVE),
        (m * n - 1, NONNEGATIVE),
        (m - 2, ANY),
        (p - q, ANY),
        (p**2 - 2 * p * q + q**2, ANY),
        ((p - q) ** 2, NONNEGATIVE),
        (a, ANY),
        (a**2 + p, POSITIVE),
        (sp.I * p, ANY),
        (x_norm * y_norm * (1 + sp.cos(theta)), NONNEGATIVE),
        (x_norm * y_norm * (1 + 2 * sp.cos(theta)), ANY),
    ],
)
def test_signs(expr: sp.Expr, signs: frozenset[int]) -> None:
    assert sign_of(expr, DOMAIN) == signs


def test_set_partitions_are_counted_by_bell_numbers() -> None:
    assert [len(list(set_partitions(k))) for k in range(6)] == [1, 1, 2, 5, 15, 52]
