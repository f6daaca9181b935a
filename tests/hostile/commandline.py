"""Hostile statements as files: what a user writes and gives to ``rftheory verify --statements DIR``."""

from __future__ import annotations

from pathlib import Path

_FILE = '''"""A statement of a user."""

import sympy as sp

from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.pairs import PairBound
from rftheory.evidence.tails import Tail
from rftheory.kernels import PAIR, Space, d, m, theta, x_norm, y_norm
from rftheory.rules.concentration import TailRule, chernoff
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.inequalities import MomentRule
from rftheory.rules.nodes import Expectation, Probability, Projection, SampleMean
from rftheory.rules.orthogonal import frame_exponential
from rftheory.rules.variates import Counts, Variate
from rftheory.propositions import Equality, Inequality, Limit
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(id="{group}.{name}", paper="{group}", location="Lemma 1", kind="{kind}", title="A statement")

x, t, v = sp.symbols("x t v", real=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
W = Projection("w")
UNIT = Domain((Range(x, 0, 1, typical=(0, 1)),))
X, Y = (Range(norm, 0, None, "()") for norm in (x_norm, y_norm))
D, M = (Range(size, 1, None, integer=True, typical=(1, 4)) for size in (d, m))


def holds(proposition, domain, proof=None, **more):
    return Claim(**{{"name": "claim", "says": "as it stands", **more}}, proposition=proposition, domain=domain, proof=proof)


def ordered(left, relation, right, domain, **more):
    """By the sign of the difference."""

    def proof():
        chain = Bound(left, domain)
        return chain.at_most(right) if relation[0] == "<" else chain.at_least(right)

    return holds(Inequality(left, relation, right), domain, proof, **more)


def tends(form, point, value, domain):
    return holds(Limit(form, x, point, value), domain, lambda: Derivation(form, domain).limit_by_continuity(x, point))


def bounded(event, bound, domain, step):
    left = Probability(event)
    return holds(Inequality(left, "<=", bound), domain, lambda: step(Tail(left, domain)))


ZERO, ONE, TWO = sp.Integer(0), sp.Integer(1), sp.Integer(2)
COSINE = sp.cos(W.dot(PAIR.x))
SIGNS = Expectation(sp.sign(W.dot(PAIR.x)) * sp.sign(W.dot(PAIR.y)))
CERTAIN = sp.Ge(SampleMean(COSINE, m), -5, evaluate=False)


def claims():
    {body}
'''

#: name -> what ``claims()`` does; each is the file of a case of the class that is named first
HOSTILE = {
    "ends_inverted": """empty = Domain((Range(x, 1, 0, typical=(0, 1)),))
    return [holds(Inequality(ZERO, ">=", ONE), empty, lambda: Bound(ZERO, empty).at_least(x).at_least(ONE))]""",
    "ends_unknown_symbol": """z = sp.Symbol("z", positive=True)
    return [ordered(z, ">", ZERO, UNIT)]""",
    "ends_namesake": """z = sp.Symbol("x", positive=True)
    return [ordered(z + 1, ">", ONE, UNIT)]""",
    "limits_at_infinity": """large = Domain((Range(x, 2, None, typical=(2, 5)),))
    return [tends((1 + sp.exp(x)) ** (1 / x), sp.oo, ONE, large)]""",
    "limits_far_away": "return [tends(x**2, sp.Integer(7), sp.Integer(49), UNIT)]",
    "signs_floats": "return [ordered(sp.Float(0.1) + sp.Float(0.2), '>', sp.Float(0.3), UNIT)]",
    "signs_ball": """left = sp.hyper([-2], [-4], -20)
    return [holds(Inequality(left, "<", ONE), UNIT, lambda: PairBound(left, UNIT).compared(ONE))]""",
    "branches_absolute_value": """label = sp.IndexedBase("x", real=True).label
    around = Domain((Range(x, -3, 3, typical=(-3, 3)), Range(label, 0, 3, shape=(2,))))
    return [holds(Equality(sp.Abs(x), x), around)]""",
    "undefined_logarithm": "return [ordered(sp.log(x), '<', sp.log(x) + 1, UNIT)]",
    "undefined_gamma": "return [ordered(sp.gamma(-x), '<', sp.gamma(-x) + 1, UNIT)]",
    "undefined_series": """series = [sp.Sum(2 ** (k + i), (k, 0, sp.oo)) for i in (0, 1)]
    return [holds(Equality(series[1], 2 * series[0]), UNIT)]""",
    "undefined_mean": """means = [Expectation(i * sp.exp(W.squared_length(d))) for i in (1, 2)]
    return [holds(Equality(means[1], 2 * means[0]), Domain((D,)))]""",
    "undefined_integral": """parts = [sp.Integral(i / v, (v, 0, 1)) for i in (1, 2)]
    return [holds(Equality(parts[1], 2 * parts[0]), UNIT)]""",
    "undefined_principal_value": """parts = [sp.Integral(i / v, (v, -1, 1)) for i in (1, 2)]
    return [holds(Equality(parts[1], 2 * parts[0]), UNIT)]""",
    "objects_angle": """turn = Range(theta, 0, 2 * sp.pi, typical=(0, 6))
    return [holds(Equality(SIGNS, 1 - 2 * theta / sp.pi), Domain((X, Y, turn)))]""",
    "objects_frame": """node = FrameExpectation([sp.exp(W.dot(PAIR.x))] * 5, TWO)
    return [holds(Equality(node, frame_exponential(ZERO, x_norm**2, 5, 2)), Domain((X,)))]""",
    "objects_gram": """space = Space("of a file", lambda a, b: sp.Integer(1 if a == b else 2))
    vector = space.vector("x") - space.vector("y")
    return [holds(Equality(Expectation(sp.exp(W.dot(vector))), sp.exp(vector.square / 2)), Domain(()))]""",
    "objects_masses": """count = Counts("doubled", sp.Lambda(k, 2 * sp.exp(-1) / sp.factorial(k)))[1]
    return [holds(Equality(Expectation(TWO**count), 2 * sp.E), Domain(()))]""",
    "objects_size": """sizes = Domain((X, Range(k, 0, None, integer=True)))
    return [holds(Equality(Expectation(SampleMean(COSINE, k)), sp.exp(-(x_norm**2) / 2)), sizes)]""",
    "waypoints_number": """chain = lambda: Derivation(x, UNIT).waypoint(TWO, "clear")
    return [holds(Equality(x, TWO), UNIT, chain)]""",
    "waypoints_event": """return [bounded(CERTAIN, ZERO, Domain((X, M)), lambda chain: chain.waypoint(ZERO, "clear", "<="))]""",
    "waypoints_lemma": """large = holds(
        Inequality(x, ">=", TWO), UNIT, lambda: Bound(x, UNIT).waypoint(TWO, "clear", ">="), name="large", role="lemma"
    )
    return [large, holds(Inequality(x, ">", ONE), UNIT, lambda: Bound(x, UNIT).given(large).at_least(TWO).at_least(ONE))]""",
    "tails_rule": """rule = TailRule("Hoeffding", CERTAIN, ZERO, ())
    return [bounded(CERTAIN, ZERO, Domain((X, M)), lambda chain: chain.by_rule(rule))]""",
    "sums_real_end": """ends = Domain((Range(x, 0, 1, typical=(0, 1)), Range(t)))
    return [holds(Equality(sp.Sum(1 + t, (k, 1, x)), x * (1 + t)), ends)]""",
    "tails_infinite": """rule = chernoff(sp.Ge(SampleMean(W.squared_length(d), m) - d, 1, evaluate=False), ONE)
    return [bounded(rule.event, rule.bound, Domain((D, M)), lambda chain: chain.by_rule(rule))]""",
    "circles_pole": """turn = Domain((Range(theta, 0, sp.pi, typical=(0, 3)),))
    return [ordered(sp.sin(theta) / theta, ">=", ZERO, turn)]""",
    "files_trivial": "return [holds(Equality(1 / x, 1 / x), UNIT)]",
    "files_role": """hidden = ordered(x, ">", ZERO, UNIT, name="hidden", role="cliam")
    return [ordered(x + 1, ">", ZERO, UNIT), hidden]""",
    "files_nothing": "return []",
}

TRUE = {
    "waypoints": """chain = lambda: Derivation((x + 1) ** 2, UNIT).waypoint(x**2 + 2 * x + 1, "clear")
    return [holds(Equality((x + 1) ** 2, x**2 + 2 * x + 1), UNIT, chain)]""",
    "ends": "return [ordered(x + 1, '>', ZERO, UNIT)]",
    "limits": "return [tends(x**2, ZERO, ZERO, UNIT)]",
    "objects": """turn = Range(theta, 0, sp.pi, typical=(0, 3))
    return [holds(Equality(SIGNS, 1 - 2 * theta / sp.pi), Domain((X, Y, turn)))]""",
    "frames": """mean = Expectation(OrthogonalMean(sp.exp(W.dot(PAIR.x)), m, d))
    return [holds(Equality(mean, sp.exp(x_norm**2 / 2)), Domain((X, D, M), (sp.Le(m, d),)))]""",
}

#: all of the hostile files; one has a true claim and a kind that there is not
BODIES = {**HOSTILE, "files_kind": TRUE["ends"]}
GROUPS = tuple(dict.fromkeys(name.partition("_")[0] for name in BODIES))


def write_hostile(directory: Path, group: str) -> list[str]:
    """A package with a file for each of the hostile statements of one class; their ids."""
    bodies = {name: body for name, body in BODIES.items() if name.partition("_")[0] == group}
    return _write(directory, "hostile", bodies, {name: "claim" for name in HOSTILE} | {"files_kind": "conjecture"})


def write_true(directory: Path) -> list[str]:
    """A package with true statements; their ids."""
    return _write(directory, "sound", TRUE, dict.fromkeys(TRUE, "claim"))


def _write(directory: Path, group: str, bodies: dict[str, str], kinds: dict[str, str]) -> list[str]:
    directory.mkdir()
    (directory / "__init__.py").write_text('"""Statements of a user."""\n', encoding="utf-8")
    for name, body in bodies.items():
        text = _FILE.format(group=group, name=name, kind=kinds[name], body=body)
        (directory / f"{name}.py").write_text(text, encoding="utf-8")
    return [f"{group}.{name}" for name in bodies]
