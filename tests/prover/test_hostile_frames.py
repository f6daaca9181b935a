"""False and meaningless statements about frames and tails: the prover finds no proof, whatever their chains say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import sympy as sp

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.evidence import tails
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.tails import Tail
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import Term
from rftheory.kernel.theorems import Theorem
from rftheory.kernels import PAIR, d, m
from rftheory.proofs.rules import orthogonal_frames
from rftheory.propositions import Equality, Inequality
from rftheory.prover import search
from rftheory.prover.certify import certify
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectations import closed_form
from rftheory.prover.failure import Unproved
from rftheory.prover.signs import prove_order
from rftheory.prover.trace import Trace
from rftheory.rules.concentration import hoeffding
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.nodes import Expectation, Probability, SampleMean
from rftheory.rules.orthogonal import frame_exponential
from rftheory.rules.variates import DRAW, InnerVariate, Variate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.prover.goals import tried

#: one context: a rate, a dimension, a larger one, a number of members, vectors of both spaces
ENTRIES = (
    "(decl real (open 0) (open 1/4))", "(decl int (closed 2) none)", "(decl int (closed 1) none)",
    "(decl int (closed 1) (closed d))", "(decl (vec d))", "(decl (vec d))",
    "(decl (vec n))",
)  # fmt: skip
NAMES = (("a", "real"), ("d", "int"), ("n", "int"), ("m", "int"), ("x", "vec"), ("y", "vec"), ("z", "vec"))

TWO = "(exp (+ (dot (at w 1) x) (dot (at w 2) x)))"
TILTED = "(exp (+ (* a (norm2 (at w 1))) (dot (at w 1) x) (* a (norm2 (at w 2))) (dot (at w 2) x)))"
DOWN, GAP = "(rpow (+ 1 (* -2 a)) (neg d))", "(inv (+ 1 (* -2 a)))"
TRUE = (
    f"(= (E ((w (frame 2 d))) {TWO}) (pfq (list d) (list (* 1/2 d)) (* 1/2 (norm2 x))))",
    f"(= (E ((w (frame 2 d))) {TILTED}) (* {DOWN} (pfq (list d) (list (* 1/2 d)) (* 1/2 (norm2 x) {GAP}))))",
)
FALSE = (
    # another argument, parameter or power
    f"(= (E ((w (frame 2 d))) {TWO}) (pfq (list d) (list (* 1/2 d)) (norm2 x)))",
    f"(= (E ((w (frame 2 d))) {TWO}) (pfq (list d) (list d) (* 1/2 (norm2 x))))",
    f"(= (E ((w (frame 2 d))) {TWO}) (pfq (list d) (list (* 1/2 d)) (* 1/2 (norm2 y))))",
    f"(= (E ((w (frame 2 d))) {TWO}) (pfq (list d) (list (* 1/2 d)) (* -1/2 (norm2 x))))",
    f"(= (E ((w (frame 2 d))) {TILTED}) (pfq (list d) (list (* 1/2 d)) (* 1/2 (norm2 x) {GAP})))",
    f"(= (E ((w (frame 2 d))) {TILTED}) (* {DOWN} (pfq (list d) (list (* 1/2 d)) (* 1/2 (norm2 x)))))",
    f"(= (E ((w (frame 2 n))) {TWO.replace(' x', ' z')}) (pfq (list n) (list (* 1/2 n)) (* 1/2 (norm2 z))))",
    f"(= (E ((w (iid 2 (normal d)))) {TWO}) (pfq (list d) (list (* 1/2 d)) (* 1/2 (norm2 x))))",
    # the value of independent projections
    "(= (E ((w (frame 2 d))) (exp (+ (dot (at w 1) x) (dot (at w 2) x)))) (exp (norm2 x)))",
    "(= (E ((w (frame 2 d))) (exp (dot (vadd (at w 1) (at w 2)) x))) (exp (norm2 x)))",
    "(= (E ((w (frame 2 d))) (* (pow (dot (at w 1) x) 2) (pow (dot (at w 2) x) 2))) (pow (norm2 x) 2))",
    "(= (E ((w (frame 2 d))) (pow (dot (at w 1) (at w 2)) 2)) d)",
    "(= (E ((w (iid 2 (normal d)))) (pow (dot (at w 1) (at w 2)) 2)) 0)",
    # the members of one place are no two
    "(= (E ((w (frame 2 d))) (* (dot (at w 1) x) (dot (at w 1) x))) 0)",
    "(= (E ((w (frame m d))) (* (dot (at w m) x) (dot (at w 1) x))) 0)",
    # lengths of directions and of members
    "(= (E ((u (ortho 2 d))) (exp (dot (at u 1) x))) (exp (* 1/2 (norm2 x))))",
    "(= (E ((u (ortho 2 d))) (norm2 (at u 1))) d)",
    "(= (E ((w (frame 2 d))) (norm2 (at w 1))) 1)",
    "(= (E ((w (frame 2 d))) (exp (dot (at w 1) x))) (exp (norm2 x)))",
    "(= (E ((w (frame 2 d))) (exp (dot (at w 1) x))) (E ((u (ortho 2 d))) (exp (dot (at u 1) x))))",
    # no frames: more members than dimensions, none, or as many as may be
    "(= (E ((w (frame 3 2))) 1) 1)",
    "(= (E ((w (frame 3 d))) 1) 1)",
    "(= (E ((w (frame n d))) (exp (dot (at w 1) x))) (exp (* 1/2 (norm2 x))))",
    "(= (E ((w (frame 0 d))) 1) 1)",
    "(= (E ((w (frame d m))) 1) 1)",
    "(= (E ((w (frame 1 0))) 1) 1)",
    "(= (E ((w (frame 2 1))) (norm2 (at w 1))) 1)",
    "(= (E ((w (ortho 3 2))) (dot (at w 1) (at w 3))) 0)",
    "(= (E ((w (frame m d))) (exp (dot (at w 2) x))) (exp (* 1/2 (norm2 x))))",
    "(= (E ((w (frame 2 d))) (exp (dot (at w 3) x))) (exp (* 1/2 (norm2 x))))",
    "(= (E ((w (frame 2 d))) (exp (dot (at w 0) x))) (exp (* 1/2 (norm2 x))))",
    # no means: neither side has a value
    "(= (E ((w (frame 2 d))) (exp (norm2 (at w 1)))) (E ((w (frame 2 d))) (exp (norm2 (at w 1)))))",
    "(= (E ((w (frame 2 d))) (exp (norm2 (at w 1)))) (E ((w (frame 2 d))) (exp (norm2 (at w 2)))))",
    "(= (E ((w (frame m d))) (exp (* 1/2 (norm2 (at w 1))))) (rpow 0 (* -1/2 d)))",
    "(= (E ((w (frame 2 d))) (exp (* (norm2 (at w 1)) (norm2 (at w 2))))) 1)",
    "(= (E ((w (frame 2 d))) (inv (dot (at w 1) (at w 2)))) 0)",
    "(= (E ((w (frame 2 d))) (inv (dot (at w 1) x))) 0)",
    "(= (E ((w (frame 2 d))) (log (dot (at w 1) x))) 0)",
    "(= (E ((w (frame 2 d))) (pow (norm2 (at w 1)) 0)) 0)",
    # probabilities: of an event that need not be, against a mean without a sign, or with a part of the bound
    "(= (P ((w (frame 3 2))) (<= 0 1)) 1)",
    "(<= (P ((w (frame 2 d))) (<= a (dot (at w 1) x))) 0)",
    "(<= (P ((w (frame 2 d))) (<= a (norm2 (at w 1)))) (* 1/2 d (inv a)))",
    "(<= (P ((w (frame 2 d))) (<= (neg a) (norm2 (at w 1)))) (* d (inv (neg a))))",
    "(<= (P ((w (frame 2 d))) (<= 0 (norm2 (at w 1)))) 0)",
    "(<= (P ((w (frame 2 d))) (<= a (exp (norm2 (at w 1))))) a)",
    "(<= (P ((k (sign))) (<= 1 k)) (P ((k (sign))) (< 1 k)))",
    "(< (P ((k (sign))) (<= 0 1)) 1)",
    "(<= (P ((k (sign))) (<= 0 (* imag k))) 1)",
)


@pytest.fixture(autouse=True)
def credulous(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few steps for a goal; chains believe each rule of tails, whoever made it, and each hypothesis."""
    monkeypatch.setattr(search, "STEPS", 4_000)
    monkeypatch.setattr(tails, "is_made", lambda rule: True)
    for kind in (Derivation, Tail):
        monkeypatch.setattr(kind, "_discharged", lambda self, hypothesis, proved=(): "believed")


def declared(run: Trace) -> Context:
    context = EMPTY
    for text in ENTRIES:
        context = run.declare(context, parse_term(text, NAMES[: context.size]))
    return context


def proved(run: Trace, context: Context, goal: Term) -> bool:
    """Whether a line of a chain would have this theorem, or means in closed form give it."""
    if tried(run, context, goal) is not None:
        return True
    try:
        return _by_closed_forms(run, context, goal).judgement is goal
    except (Unproved, Refused):
        return False


def _by_closed_forms(run: Trace, context: Context, goal: Term) -> Theorem:
    if goal.op != "=":
        return prove_order(run, context, goal.args[0], goal.args[1], goal.op == "<")
    left, right = (closed_form(run, context, side) for side in goal.args)
    middle = prove_equal(run, context, left.judgement.args[1], right.judgement.args[1])
    return run.infer("CHAIN", context, links=[left, middle, run.infer("SYM", context, of=right)])


@pytest.fixture(scope="module")
def shared() -> tuple[Trace, Context]:
    """One run for all goals: means that one of them needed are there for the others, the false ones too."""
    run = Trace()
    return run, declared(run)


@pytest.mark.parametrize("text", TRUE)
def test_what_is_true_is_proved(text: str, shared: tuple[Trace, Context]) -> None:
    assert proved(*shared, parse_term(text, NAMES))


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_has_no_proof(text: str, shared: tuple[Trace, Context]) -> None:
    assert not proved(*shared, parse_term(text, NAMES))


# -- claims with chains ---------------------------------------------------------------------------------------------


def refused(claim: Claim) -> bool:
    """Whether nothing is certified of a claim."""
    found = certify("hostile", [claim])
    assert found.proved or found.failed
    return not found.proved


def two_members(domain: Domain, value: sp.Expr, members: int = 2) -> Claim:
    start = FrameExpectation([orthogonal_frames._sample()] * members, d)
    return Claim("members", "", Equality(start, value), domain, proof=lambda: orthogonal_frames._chain(members, domain))


def _independent(rate: sp.Expr, square: sp.Expr, members: sp.Expr | int, dimension: sp.Expr) -> sp.Expr:
    """The value of as many independent projections."""
    gap, count = 1 - 2 * rate, sp.sympify(members)
    return gap ** (-count * dimension / 2) * sp.exp(count * square / (2 * gap))


WRONG: dict[str, Callable[..., sp.Expr]] = {
    "independent projections": _independent,
    "one member": lambda rate, square, members, dimension: frame_exponential(rate, square, 1, dimension),
    "no rate": lambda rate, square, *sizes: frame_exponential(sp.Integer(0), square, *sizes),
    "one dimension more": lambda rate, square, members, dimension: frame_exponential(
        rate, square, members, dimension + 1
    ),
    "twice": lambda *args: 2 * frame_exponential(*args),
}


def test_a_wrong_value_behind_a_waypoint(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chain of the proof, which nothing but waypoints leads on, ends with the wrong value as well; one run for all."""
    domain = orthogonal_frames._INPUTS

    def chain(value: Callable[..., sp.Expr]) -> Derivation:
        monkeypatch.setattr(orthogonal_frames, "frame_exponential", value)
        return orthogonal_frames._chain(2, domain)

    claims = [
        replace(
            two_members(domain, value(orthogonal_frames._a, PAIR.z.square, 2, d)),
            name=name,
            proof=lambda value=value: chain(value),
        )
        for name, value in {"two members": frame_exponential, **WRONG}.items()
    ]
    found = certify("hostile", claims)
    assert found.proved == ("two members",) and set(found.failed) == set(WRONG)
    # each by its wrong line, not by an accident on the way to it
    assert all("Error" not in reason for reason in found.failed.values()), found.failed


@pytest.mark.parametrize(("members", "lowest"), [(2, 1), (3, 2), (2, 0), (3, 1)])
def test_more_members_than_dimensions(members: int, lowest: int) -> None:
    """The formula has a value; the frame has none."""
    ranges = Range(d, lowest, None, integer=True, typical=(3, 9), awkward=(3, 32))
    domain = orthogonal_frames._INPUTS.with_ranges(ranges)
    value = frame_exponential(orthogonal_frames._a, PAIR.z.square, members, d)
    assert refused(two_members(domain, value, members))


def test_a_rate_at_which_nothing_converges() -> None:
    ranges = Range(orthogonal_frames._a, None, 1, "()", typical=(-2, 0))
    domain = Domain((*orthogonal_frames._INPUTS.with_ranges(ranges).ranges,))
    assert refused(two_members(domain, frame_exponential(orthogonal_frames._a, PAIR.z.square, 2, d)))


_eps = sp.Symbol("epsilon", positive=True)
SIZES = Domain((Range(_eps, 0, None, "()", typical=(0, 1)), Range(m, 1, None, integer=True, typical=(1, 4))))
INNER = InnerVariate("U")


def _tail(variate: sp.Expr, wrong: Callable[[sp.Expr], sp.Expr], domain: Domain = SIZES) -> Claim:
    """Hoeffding's bound of the upper tail, or a wrong one, by a rule that has the same bound."""
    event = sp.Ge(SampleMean(variate, m) - Expectation(variate), _eps, evaluate=False)
    rule = hoeffding(event, sp.Integer(0), sp.Integer(1))
    rule = replace(rule, bound=wrong(rule.bound))
    start = Probability(event)

    def chain() -> Tail:
        tail = Tail(start, domain)
        return (tail.unit(INNER) if variate.has(INNER) else tail).by_rule(rule)

    return Claim("tail", "", Inequality(start, "<=", rule.bound), domain, proof=chain)


def test_the_bound_of_hoeffding_is_certified() -> None:
    assert not refused(_tail(INNER, lambda bound: bound))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda bound: bound**2,
        lambda bound: bound / 2,
        lambda bound: bound * sp.exp(-m * _eps),
        lambda bound: bound.subs(m, m + 1),
        lambda bound: bound.subs(_eps, 2 * _eps),
        lambda bound: sp.Integer(0),
    ],
)
def test_a_smaller_bound_is_not(wrong: Callable[[sp.Expr], sp.Expr]) -> None:
    assert refused(_tail(INNER, wrong))


def test_no_bound_of_hoeffding_for_what_is_not_bounded() -> None:
    for variate in (Variate("Z", DRAW), 2 * INNER, 3 * INNER - 1, INNER**2 + INNER):
        assert refused(_tail(variate, lambda bound: bound))
