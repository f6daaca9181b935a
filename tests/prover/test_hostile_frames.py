"""False and meaningless statements about frames and tails: the prover finds no proof, whatever their chains say."""

from __future__ import annotations

import pytest

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import Term
from rftheory.kernel.text import parse_term
from rftheory.kernel.theorems import Theorem
from rftheory.prover import search
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectations import closed_form
from rftheory.prover.failure import Unproved
from rftheory.prover.signs import prove_order
from rftheory.prover.trace import Trace
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
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SECONDS", 2.0)


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
        return prove_order(run, context, *goal.args, goal.op == "<")
    left, right = (closed_form(run, context, side) for side in goal.args)
    middle = prove_equal(run, context, left.judgement.args[1], right.judgement.args[1])
    return run.infer("CHAIN", context, links=[left, middle, run.infer("SYM", context, of=right)])


@pytest.mark.parametrize("text", TRUE)
def test_what_is_true_is_proved(text: str) -> None:
    run = Trace()
    assert proved(run, declared(run), parse_term(text, NAMES))


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_has_no_proof(text: str) -> None:
    run = Trace()
    assert not proved(run, declared(run), parse_term(text, NAMES))
