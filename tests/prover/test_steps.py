"""Lines by calculus, limits and lemmas: what their handlers prove of chains, and that a false line has no proof."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401
from rftheory.chains.chain import Chain
from rftheory.chains.series import AboveTangent
from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.terms import ONE, TWO, ZERO, declare, make, rat
from rftheory.kernel.theorems import Theorem
from rftheory.proofs.crt import _open_laws
from rftheory.propositions import Inequality, Limit, Relation
from rftheory.prover.bessel import even_order
from rftheory.prover.chains import Walk
from rftheory.prover.failure import Unproved
from rftheory.prover.graphs import by_rows
from rftheory.prover.inhabited import prove_inhabited
from rftheory.prover.pair_sums import by_symmetry
from rftheory.prover.power_bounds import above_tangent
from rftheory.prover.proving import Prover
from rftheory.prover.setting import Setting
from rftheory.prover.spec import entry
from rftheory.prover.texts import lemma
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


def proved(chain: Chain, domain: Domain, relation: Relation, right: sp.Expr) -> Theorem:
    """The theorem of a claim with this chain."""
    proposition = Inequality(chain.start, relation, sp.sympify(right))
    claim = Claim(name="claim", says="", proposition=proposition, domain=domain, proof=chain)
    return Prover(Trace()).claim("claim", claim)[1]


def limit_of(chain: Chain, point: sp.Expr, value: sp.Expr) -> Theorem:
    proposition = Limit(chain.start, t, sp.sympify(point), sp.sympify(value), "+")
    claim = Claim(name="limit", says="", proposition=proposition, domain=POSITIVE, proof=chain)
    return Prover(Trace()).claim("limit", claim)[1]


#: it rises: what is free of x must be seen to be real as well
BESSEL_RISE = x + sp.log(sp.besseli(0, y)) - sp.log(sp.besseli(0, x + y))
QUARTER = Domain((Range(x, 0), Range(y, 0)))


LOGARITHM = _open_laws._convex()
GRAPHS: dict[str, tuple[Chain, Domain, Relation, Any]] = {
    "valley": (Chain(t - sp.log(t)).valley(t, sp.Integer(1), 1 / t), POSITIVE, ">=", 1),
    "valley of a logarithm of a Bessel function": (
        Chain(BESSEL_RISE).valley(x, sp.Integer(0), (1 - sp.besseli(1, x + y) / sp.besseli(0, x + y)) / x),
        QUARTER,
        ">=",
        0,
    ),
    "valley with another variable": (
        Chain((x - y) ** 2 + x).valley(x, y - sp.Rational(1, 2), sp.Integer(2)),
        Domain((Range(x), Range(y, 0, None, "[)"))),
        ">=",
        y - sp.Rational(1, 4),
    ),
    "strict valley": (
        Chain(x**2).valley(x, sp.Integer(0), sp.Integer(2), strict=True),
        LINE.where(sp.Ne(x, 0)),
        ">",
        0,
    ),
    "tangent inside": (Chain(sp.exp(x)).tangent(x, sp.Integer(0)), LINE, ">=", 1 + x),
    "tangent at an end": (Chain(sp.sin(x)).tangent(x, sp.Integer(0), below=True), HALF_TURN, "<=", x),
    "tangent of the logarithm of a sum": (LOGARITHM, _open_laws._DIRECTIONS, ">=", _open_laws._tangent),
    "chord": (Chain(sp.exp(x)).chord(x, 0, 1), SHARE, "<=", 1 + (sp.E - 1) * x),
    "strict chord": (Chain(sp.exp(x)).chord(x, 0, 1, "<"), OPEN_SHARE, "<", 1 + (sp.E - 1) * x),
    "cases": (
        Chain(x**2).cases(x, sp.Integer(1), *[Chain(x**2).ge(2 * x - 1)] * 2),
        LINE,
        ">=",
        2 * x - 1,
    ),
    "tangent of a series": (
        Chain(sp.hyper([], [2], t)).by(AboveTangent(sp.Integer(1))),
        POSITIVE,
        ">=",
        sp.hyper([], [2], 1) + sp.hyper([], [3], 1) / 2 * (t - 1),
    ),
    "single values": (Chain(x * y**2).eq(2 * y**2), Domain((Range(x, 2, 2, "[]"), Range(y))), ">=", 2 * y**2),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_lines_by_calculus(name: str) -> None:
    chain, domain, relation, right = GRAPHS[name]
    assert proved(chain, domain, relation, right).judgement.op == ("<" if len(relation) == 1 else "<=")


@pytest.mark.parametrize(
    ("chain", "domain", "right"),
    [
        (Chain(BESSEL_RISE - x / 2).ge(sp.Integer(0)), QUARTER, 0),
        (Chain(sp.exp(x)).tangent(x, sp.Integer(0)), LINE, 1 + x + x**2),
        (LOGARITHM, _open_laws._DIRECTIONS, _open_laws._tangent + sp.Rational(1, 100)),
        # the second derivative has no sign, the slope is not what is said, one of the cases is false
        (Chain(sp.sin(x)).tangent(x, sp.Integer(1)), LINE, sp.sin(1) + sp.cos(1) * (x - 1)),
        (Chain(t - 2 * sp.log(t)).valley(t, sp.Integer(1), t), POSITIVE, 1),
        (Chain(x**3).cases(x, sp.Integer(0), *[Chain(x**3).ge(3 * x - 2)] * 2), LINE, 3 * x - 2),
    ],
)
def test_a_chain_proves_its_own_claim_only(chain: Chain, domain: Domain, right: sp.Expr) -> None:
    with pytest.raises(Unproved):
        proved(chain, domain, ">=", right)


LIMITS: dict[str, tuple[Chain, Any, Any]] = {
    "continuity": (Chain(t / (1 + t)).limit(t, 0), 0, 0),
    "at infinity": (Chain(1 / t).limit(t, sp.oo), sp.oo, 0),
    "quotient": (Chain((sp.exp(t) - 1) / t).limit(t, 0, quotient=(sp.exp(t) - 1, t)), 0, 1),
}


@pytest.mark.parametrize("name", LIMITS)
def test_limits(name: str) -> None:
    chain, point, value = LIMITS[name]
    assert limit_of(chain, point, value).judgement.op == "lim"
    with pytest.raises(Unproved):
        limit_of(chain, point, value + 1)


# -- lemmas of special functions ------------------------------------------------------------------------------------


def test_bessel_functions() -> None:
    run = Trace()
    gap = lemma(run, "bessel__general_gap")
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
    walk = Walk(Prover(run), setting, None)
    square = walk.term(sp.Sum(sp.Sum(i * j * x, (j, 1, n)), (i, 1, n)))
    assert [equation.judgement.op for equation in by_symmetry(run, walk.context, square)] == ["="] * 5
    with pytest.raises(Unproved):
        by_symmetry(run, walk.context, walk.term(sp.Sum(sp.Sum(i * x, (j, 1, n)), (i, 1, n))))


def test_rows_need_their_identity() -> None:
    domain = Domain((Range(x, 0, None, "[)"), Range(y, 0, None, "[)")))
    run = Trace()
    walk = Walk(Prover(run), Setting(run, domain), None)
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
