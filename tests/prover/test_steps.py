"""Lines by calculus, limits and lemmas: what their handlers prove of chains, and that a false line has no proof."""

from __future__ import annotations

from typing import Any, Literal

import pytest
import sympy as sp
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.pairs import PairBound

import rftheory.prover.all_steps  # noqa: F401
from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.terms import ONE, TWO, ZERO, declare, make, rat
from rftheory.kernel.theorems import Theorem
from rftheory.proofs.crt import _open_laws
from rftheory.propositions import Inequality, Limit, Relation
from rftheory.prover.bessel import even_order, general_gap
from rftheory.prover.chains import Walk
from rftheory.prover.failure import Unproved
from rftheory.prover.graphs import by_rows
from rftheory.prover.inhabited import prove_inhabited
from rftheory.prover.pair_sums import by_symmetry
from rftheory.prover.power_bounds import above_tangent
from rftheory.prover.proving import Prover
from rftheory.prover.setting import Setting
from rftheory.prover.spec import entry
from rftheory.prover.trace import Trace
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

x, y = sp.symbols("x y", real=True)
t = sp.Symbol("t", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
LINE, POSITIVE = Domain((Range(x),)), Domain((Range(t, 0, None, "()"),))
HALF_TURN = Domain((Range(x, 0, sp.pi, "[]"),))
SHARE = Domain((Range(x, 0, 1, "[]"),))
OPEN_SHARE = Domain((Range(x, 0, 1, "()"),))


def proved(chain: Derivation, relation: Relation, right: sp.Expr) -> Theorem:
    """The theorem of a claim with this chain."""
    proposition = Inequality(chain.start, relation, sp.sympify(right))
    claim = Claim(name="claim", says="", proposition=proposition, domain=chain.domain, proof=lambda: chain)
    return Prover(Trace()).claim("claim", claim)[1]


def limit_of(
    chain: Derivation, variable: sp.Symbol, point: sp.Expr, value: sp.Expr, side: Literal["+", "-"] = "+"
) -> Theorem:
    proposition = Limit(chain.start, variable, sp.sympify(point), sp.sympify(value), side)
    claim = Claim(name="limit", says="", proposition=proposition, domain=chain.domain, proof=lambda: chain)
    return Prover(Trace()).claim("limit", claim)[1]


def _bessel_rise() -> Bound:
    """``x + log I_0(y) - log I_0(x + y)``, which rises: what is free of x must be seen to be real as well."""
    domain = Domain((Range(x, 0), Range(y, 0)))
    return Bound(x + sp.log(sp.besseli(0, y)) - sp.log(sp.besseli(0, x + y)), domain)


GRAPHS: dict[str, tuple[Any, Relation, Any]] = {
    "valley": (lambda: Bound(t - sp.log(t), POSITIVE).valley(t, sp.Integer(1), 1 / t), ">=", 1),
    "valley of a logarithm of a Bessel function": (
        lambda: _bessel_rise().valley(x, sp.Integer(0), (1 - sp.besseli(1, x + y) / sp.besseli(0, x + y)) / x),
        ">=",
        0,
    ),
    "valley with another variable": (
        lambda: Bound((x - y) ** 2 + x, Domain((Range(x), Range(y, 0, None, "[)")))).valley(
            x, y - sp.Rational(1, 2), sp.Integer(2)
        ),
        ">=",
        y - sp.Rational(1, 4),
    ),
    "strict valley": (lambda: Bound(x**2, LINE.where(sp.Ne(x, 0))).valley(x, sp.Integer(0), sp.Integer(2)), ">", 0),
    "tangent inside": (lambda: Bound(sp.exp(x), LINE).tangent(x, sp.Integer(0)), ">=", 1 + x),
    "tangent at an end": (lambda: Bound(sp.sin(x), HALF_TURN).tangent(x, sp.Integer(0)), "<=", x),
    "tangent of the logarithm of a sum": (_open_laws._convex, ">=", _open_laws._tangent),
    "chord": (lambda: Bound(sp.exp(x), SHARE).chord(x), "<=", 1 + (sp.E - 1) * x),
    "strict chord": (lambda: Bound(sp.exp(x), OPEN_SHARE).chord(x), "<", 1 + (sp.E - 1) * x),
    "cases": (
        lambda: Bound(x**2, LINE).by_cases(x, sp.Integer(1), lambda part: Bound(x**2, part).at_least(2 * x - 1)),
        ">=",
        2 * x - 1,
    ),
    "tangent of a series": (
        lambda: PairBound(sp.hyper([], [2], t), POSITIVE).above_tangent_at(sp.Integer(1)),
        ">=",
        sp.hyper([], [2], 1) + sp.hyper([], [3], 1) / 2 * (t - 1),
    ),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_lines_by_calculus(name: str) -> None:
    chain, relation, right = GRAPHS[name]
    found = proved(chain(), relation, sp.sympify(right))
    assert found.judgement.op == ("<" if len(relation) == 1 else "<=")


def test_the_logarithm_of_a_bessel_function_rises_no_slower() -> None:
    chain = _bessel_rise()
    with pytest.raises(Unproved):
        proved(Bound(chain.end - x / 2, chain.domain).waypoint(sp.Integer(0), "clear", ">="), ">=", sp.Integer(0))


def test_a_chain_proves_its_own_claim_only() -> None:
    with pytest.raises(Unproved):
        proved(Bound(sp.exp(x), LINE).tangent(x, sp.Integer(0)), ">=", 1 + x + x**2)
    with pytest.raises(Unproved):
        proved(_open_laws._convex(), ">=", _open_laws._tangent + sp.Rational(1, 100))


LIMITS: dict[str, tuple[Any, sp.Symbol, Any, Any]] = {
    "continuity": (lambda: Derivation(t / (1 + t), POSITIVE).limit_by_continuity(t, 0), t, 0, 0),
    "at infinity": (lambda: Derivation(1 / t, POSITIVE).limit_by_continuity(t, sp.oo), t, sp.oo, 0),
    "quotient": (
        lambda: Derivation((sp.exp(t) - 1) / t, POSITIVE).limit_of_quotient(sp.exp(t) - 1, t, t, sp.Integer(0)),
        t,
        0,
        1,
    ),
}


@pytest.mark.parametrize("name", LIMITS)
def test_limits(name: str) -> None:
    chain, variable, point, value = LIMITS[name]
    assert limit_of(chain(), variable, point, value).judgement.op == "lim"


def test_a_wrong_value_is_no_limit() -> None:
    chain = Derivation(t / (1 + t), POSITIVE).limit_by_continuity(t, 0)
    with pytest.raises(Unproved):
        limit_of(chain, t, sp.Integer(0), sp.Integer(1))


def test_single_values() -> None:
    domain = Domain((Range(x, 2, 2, "[]"), Range(y)))
    found = proved(Derivation(x * y**2, domain).single_values(), ">=", 2 * y**2)
    assert found.judgement.op == "<="


# -- lemmas of special functions ------------------------------------------------------------------------------------


def test_bessel_functions() -> None:
    run = Trace()
    gap = general_gap(run)
    assert gap.judgement.op == "<=" and gap.judgement.args[0] is ONE
    assert even_order(run, TWO).judgement.args[0] is ZERO
    with pytest.raises(Unproved):
        even_order(run, rat(3))


def test_series_above_their_tangents() -> None:
    run = Trace()
    context = run.extended(EMPTY, declare("real", low=ONE), declare("real", low=ZERO), declare("real"))
    b, z, any_real = (context.variable(place) for place in range(3))
    function = make("pfq", (b, z), (0, 1))
    for bend in (False, True):
        assert above_tangent(run, context, function, ONE, bend).judgement.args[1] is function
    with pytest.raises(Unproved):
        above_tangent(run, context, make("pfq", (b, any_real), (0, 1)), ONE, False)


def test_sums_over_pairs() -> None:
    run, i, j = Trace(), sp.Symbol("i", integer=True), sp.Symbol("j", integer=True)
    setting = Setting(run, Domain((Range(n, 2, None, integer=True), Range(x))))
    walk = Walk(Prover(run), setting, Derivation(x, Domain((Range(n, 2, None, integer=True), Range(x)))))
    square = walk.term(sp.Sum(sp.Sum(i * j * x, (j, 1, n)), (i, 1, n)))
    assert [equation.judgement.op for equation in by_symmetry(run, walk.context, square)] == ["="] * 5
    with pytest.raises(Unproved):
        by_symmetry(run, walk.context, walk.term(sp.Sum(sp.Sum(i * x, (j, 1, n)), (i, 1, n))))


def test_rows_need_their_identity() -> None:
    domain = Domain((Range(x, 0, None, "[)"), Range(y, 0, None, "[)")))
    run = Trace()
    walk = Walk(Prover(run), Setting(run, domain), Derivation(x, domain))
    first, second = walk.term(x), walk.term(y)
    sign = run.infer("HYP", walk.context, fact=make("<=", (ZERO, second)))
    assert by_rows(walk, first, walk.term(x + y), [[sign]]).judgement.op == "<="
    with pytest.raises(Exception, match="identity"):
        by_rows(walk, first, walk.term(x + 2 * y + 1), [[sign]])


# -- points of contexts ---------------------------------------------------------------------------------------------


def test_points_of_conditions_on_all_entries() -> None:
    """A data vector with positive entries has a point; one whose entries are above and below the same number has none."""
    weights = sp.IndexedBase("p")
    item = Range(weights.label, 0, None, "()", shape=(n,))
    size = Range(n, 2, None, integer=True)
    total = sp.Sum(weights[sp.Symbol("k", integer=True)], (sp.Symbol("k", integer=True), 1, n))
    for domain in (Domain((size, item)), Domain((size, item)).where(sp.Ge(total, 0))):
        run = Trace()
        claim = Claim("sum", "", Inequality(total, ">", sp.Integer(0)), domain=domain)
        assert prove_inhabited(run, entry("sum", claim, run).setting, claim).judgement.op == "inhabited"
    run, empty = Trace(), Domain((size, item)).where(sp.Le(total, 0))
    claim = Claim("sum", "", Inequality(total, ">", sp.Integer(0)), domain=empty)
    with pytest.raises(Unproved):
        prove_inhabited(run, entry("sum", claim, run).setting, claim)
