"""Quotients and series that are compared term by term, averages over an angle, limits, and lemmas for every draw or member."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import sympy as sp

from rftheory.proofs.crt._orthogonal import k as index
from rftheory.proofs.crt._regimes import logarithm_from_below
from rftheory.proofs.simrf._setting import D, d
from rftheory.chains.angles import SINE, sine
from rftheory.chains.chain import Chain
from rftheory.inputs.coordinates import i, j, l, total
from rftheory.inputs.kernels import n
from rftheory.proofs.rules.elementary_bounds import exponential_tangent
from rftheory.proofs.rules.elementary_bounds import u as at_tangent
from rftheory.proofs.simrf._angle_series import INDEX, moment, series, u
from rftheory.proofs.simrf._falling_gains import FRAME_GAINS, GAINS, high, low, orthogonal_error, positive_error
from rftheory.prover.certify import certify
from rftheory.prover.chains import Walk
from rftheory.prover.failure import Unproved
from rftheory.prover.proving import Prover
from rftheory.prover.setting import Setting
from rftheory.prover.steps import at_members, indices_of
from rftheory.prover.trace import Trace
from rftheory.rules.chi import integrate_powers
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.propositions import Inequality, Limit
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.files import listed
from rftheory.statements.loading import find_claim, load
from tests.prover.goals import claimed, proves

s, t = sp.symbols("s t", positive=True)
POSITIVE = Domain((Range(s, 0, None, "()"),))
_FROM_ZERO = Range(index, 0, None, integer=True)
_FACTOR = u ** (2 * index + 1) / (sp.gamma(index + 1) * sp.gamma(index + 2))
#: 1 * 2^k <= 1 * 2^(k+1)
_NEIGHBOURS = Chain(_FACTOR * 2**index).le(_FACTOR * 2 ** (index + 1), [_FACTOR, 2**index])


@pytest.mark.parametrize(("slip", "holds"), [(1, True), (sp.Rational(99, 100), False)])
def test_a_quotient_falls_with_the_quotients_of_its_coefficients(slip: sp.Expr, holds: bool) -> None:
    """``exp(t)/exp(2t)`` below ``exp(s)/exp(2s)``, and not below a part of it."""
    start, end = (sp.exp(place) / sp.exp(2 * place) for place in (high, low))
    monomial = u**index / sp.gamma(index + 1)
    steps = Chain(start).quotient_falls(
        (sp.exp(u), sp.exp(2 * u)), (high, low), series(u, u), [monomial, 2**index], _FROM_ZERO, _NEIGHBOURS, {}
    )
    assert proves(steps, GAINS, slip * end, "<") is holds


@pytest.mark.parametrize(("slip", "holds"), [(1, True), (sp.Rational(1, 2), False)])
def test_an_average_follows_what_holds_for_every_sine(slip: sp.Expr, holds: bool) -> None:
    """``1 - M_1 = E sin/(d-1)`` is at most 1/(d-1)."""
    domain, bare = Domain((D, INDEX)), sine / (d - 1)
    lemma = Inequality(bare, "<=", 1 / (d - 1))
    steps = Chain(1 - moment(sp.Integer(1))).for_each(
        Claim("lemma", "", lemma, domain.with_ranges(SINE), Chain(bare).le(1 / (d - 1)))
    )
    assert proves(steps, domain, slip / (d - 1), "<=") is holds


@pytest.mark.parametrize(("places", "holds"), [((low, high), True), ((low,), False)])
def test_a_line_may_need_all_lemmas_that_come_next(places: tuple[sp.Symbol, ...], holds: bool) -> None:
    """Two divisors, each of which has its sign from a lemma."""
    one, two = (1 / orthogonal_error(place) for place in (low, high))
    steps = Chain((one + two) * one)
    for place in places:
        steps = steps.use(positive_error(), {u: place})
    assert proves(steps.eq(one**2 + one * two), FRAME_GAINS) is holds


@pytest.mark.parametrize("strict", [False, True])
def test_series_are_compared_term_by_term(strict: bool) -> None:
    k = sp.Symbol("k", integer=True, nonnegative=True)
    members = {sp.exp(s): s**k / sp.gamma(k + 1), sp.exp(2 * s): (2 * s) ** k / sp.gamma(k + 1)}
    item, small, large = Range(k, 0, None, integer=True), *members.values()
    # 1 <= 2^k by ratios
    powers = Chain(sp.Integer(1)).induction(k, 2**k, ratios=(sp.Integer(1), sp.Integer(2)))
    lemma = Claim("powers", "", Inequality(sp.Integer(1), "<=", 2**k), Domain((item,)), powers)
    member = Chain(small).use(lemma).le(large, [small, 2**k - 1])
    chain = Chain(sp.exp(s)).termwise(sp.exp(2 * s), item, members, member, strict_at=1 if strict else None)
    assert proves(chain, POSITIVE, relation="<" if strict else "<=")
    assert not proves(chain, POSITIVE, sp.exp(s), "<")


@pytest.mark.parametrize(("slip", "holds"), [(0, True), (sp.Rational(1, 100), False)])
def test_a_tangent_of_the_logarithm_of_a_sum(slip: sp.Expr, holds: bool) -> None:
    """``log sum_k e_k exp(-h_k t)``: its second derivative is the variance of h under the weights."""
    e, h, x = sp.IndexedBase("e", real=True), sp.IndexedBase("h", real=True), sp.Symbol("t", real=True)
    vectors = (Range(e.label, 0, None, "()", typical=(0, 2), shape=(n,)), Range(h.label, typical=(-2, 2), shape=(n,)))
    domain = Domain((*vectors, Range(x, typical=(-2, 2)), Range(n, 1, None, integer=True, typical=(1, 4))))
    moved = {index: e[index] * sp.exp(-x * h[index]) for index in (i, j, l)}
    spread = total(total(moved[i] * moved[j] * (h[i] - h[j]) ** 2, i, n), j, n)
    weight, factor = total(e[l], size=n), total(moved[l], size=n)
    tangent = sp.log(weight) - x * total(e[l] * h[l], size=n) / weight
    chain = Chain(sp.log(factor)).tangent(x, sp.Integer(0), spread / (2 * factor**2)).eq(tangent)
    assert proves(chain, domain, tangent + slip, ">=") is holds


# -- lemmas for every draw, and for every member ----------------------------------------------------------------------


def _below() -> Chain:
    chain = Chain(sp.log(1 - sp.exp(-s)))
    chain = chain.use(logarithm_from_below, {next(iter(logarithm_from_below.domain.symbols)): 1 - sp.exp(-s)})
    chain = chain.ge(1 - 1 / (1 - sp.exp(-s))).eq(-1 / (sp.exp(s) - 1))
    return chain.use(exponential_tangent, {at_tangent: s}).ge(-1 / s)


@pytest.mark.parametrize(("least", "holds"), [(-sp.Rational(1, 100), True), (-sp.Rational(1, 200), False)])
def test_a_lemma_for_every_draw(least: sp.Expr, holds: bool) -> None:
    """``E log(1 - exp(-2 |w|^2)) >= -1/122``, so at least -1/100 and not by this chain -1/200."""
    lemma = Claim("lemma", "", Inequality(sp.log(1 - sp.exp(-s)), ">=", -1 / s), POSITIVE, _below)
    square = Projection("w").squared_length(sp.Integer(63))
    chain = Chain(Expectation(sp.log(1 - sp.exp(-2 * square)))).for_each(lemma, {s: 2 * square})
    chain = chain.expectations().computed(integrate_powers, "moments of lengths").gt(-sp.Rational(1, 100))
    assert proves(chain, Domain(()), least, ">") is holds


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        # inside of one sum |a - b| and |b - a| are one number, and of two known orders the one that fits is found
        ("crt.averages-counts", "p, from above"),
        ("crt.averages-counts", "p, from below"),
    ],
)
def test_a_lemma_of_each_member_of_a_sum(statement: str, name: str) -> None:
    assert claimed(find_claim(statement, name))


def test_no_lemma_without_a_sum() -> None:
    member = sp.Symbol("l", integer=True)
    domain = Domain((Range(t, 0, None, "()"),))
    lemma = Claim("lemma", "", Inequality(t, ">", sp.Integer(0)), domain, proof=Chain(t).gt(0))
    run = Trace()
    walk = Walk(Prover(run), Setting(run, domain, [t]), Chain(t).eq(2 * t - t))
    assert indices_of(walk, {t: t / member}) == [member]
    assert indices_of(walk, {t: t**2}) == []
    with pytest.raises(Unproved, match="members of no sum"):
        at_members(walk, lemma, {t: t / member}, member, 1)


# -- limits -----------------------------------------------------------------------------------------------------------

STATEMENT = "simrf.sec-5.1-taylor"
Change = Callable[[Limit], Limit]


def _value(value: int) -> Change:
    return lambda limit: replace(limit, value=sp.Integer(value))


@pytest.mark.parametrize(
    ("name", "rule", "others"),
    [
        ("IID", b"", [_value(2), lambda limit: replace(limit, expr=limit.expr / limit.variable**2)]),
        ("ORF", b"", [_value(0)]),
        ("IID, O(v^4)", b"", [_value(1)]),
        ("ORF, O(v^4)", b"", []),
        # the rest of the series is squeezed: int w (F(z) - T(z)) <= (F(s) - T(s)) int w
        ("SimRF, O(v^4)", b'"r":"SQUEEZE"', [_value(1)]),
    ],
)
def test_quotients_and_integrals_of_series_have_their_limit(name: str, rule: bytes, others: list[Change]) -> None:
    claim = next(one for one in listed(load(STATEMENT)) if one.name == name)
    found = certify(STATEMENT, [claim])
    assert found.proved == (name,), found.failed
    assert rule in found.certificate
    for change in others:
        assert isinstance(claim.proposition, Limit)
        assert not certify(STATEMENT, [replace(claim, proposition=change(claim.proposition))]).proved
