"""Bounds of means over frames, exact tails and three members: what is proved, and that nothing else is."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, make
from rftheory.kernel.text import print_term
from rftheory.kernel.theorems import Theorem
from rftheory.prover.even_sums import EvenExponents, even_part_rises
from rftheory.prover.exact_tails import same_probability
from rftheory.prover.expectations import closed_form
from rftheory.prover.failure import Unproved
from rftheory.prover.frame_bounds import FrameBound, Member
from rftheory.prover.mixed_moments import mixed_moment
from rftheory.prover.search import Search, row, search_of
from rftheory.prover.trace import Trace

SPACE = {
    "d": "int (closed 3) none", "x": "(vec d)", "y": "(vec d)", "c": "(vec d)", "a": "real none (open 0)",
    "p": "real (open 0) none", "q": "real (open 0) none", "m": "int (closed 1) (closed d)", "r": "real none none",
}  # fmt: skip


class Place:
    """A run of the prover and a context in it."""

    def __init__(self, *facts: str):
        self.run = Trace()
        self.names: list[tuple[str, str]] = []
        self.context: Context = EMPTY
        for name, shape in SPACE.items():
            entry = self.term(f"(decl {shape})")
            self.context = self.run.declare(self.context, entry)
            self.names.append((name, entry.data[0]))
        for fact in facts:
            self.context = self.run.declare(self.context, self.term(fact))
        self.search: Search = search_of(self.run)

    def term(self, text: str) -> Term:
        return parse_term(text, self.names)

    @property
    def walk(self) -> Any:
        return SimpleNamespace(search=self.search, context=self.context)

    def shown(self, theorem: Theorem) -> str:
        return " ".join(print_term(theorem.judgement, [name for name, _ in self.names]).split())


@cache
def given(*facts: str) -> Place:
    """One run for all with these facts: what one proof needed is there for the others, the false ones too."""
    return Place(*facts)


# -- means over frames ------------------------------------------------------------------------------------------------


def frame_bound(place: Place, rate: str = "a", sign: int = 1) -> Theorem:
    """For ``F(i, e) = p exp(e)``, or its negative, which falls."""
    search, front = place.search, place.term("p" if sign > 0 else "(neg p)")

    def value(_: Term, e: Term) -> Term:
        return make("*", (front, make("exp", (e,))))

    def raised(inner: Context, i: Term, order: Theorem) -> Theorem:
        low, high = order.judgement.args
        through = search.infer("MONO", inner, order=order, function="exp", number=0, exponent=[], premises=[])
        known = search.infer("DEF", inner, judgement=make("<=", (ZERO, front)))
        rows = [row(known, through)]
        return search.infer("POS", inner, lhs=value(i, low), rhs=value(i, high), rows=rows, eqs=[])

    member = Member(place.term(rate), place.term("x"), value, value, value, raised)
    return FrameBound(search, place.context, place.term("(frame m d)"), member).whole()


def test_a_mean_over_a_frame_is_at_most_a_product() -> None:
    place = given()
    said = place.shown(frame_bound(place))
    body = "(exp (* p (exp (+ (* a (norm2 w1)) (dot w1 x)))))"
    assert said.endswith(f"(prod (k1 1 m) (E ((w1 (normal d))) {body})))")
    assert said.startswith("(<= (E ((v1 (frame m d))) (exp (sum (k1 1 m)")


@pytest.mark.parametrize(("rate", "sign"), [("p", 1), ("r", 1), ("a", -1)])
def test_no_bound_for_curvatures_of_another_sign_and_for_what_falls(rate: str, sign: int) -> None:
    with pytest.raises(Unproved):
        frame_bound(given(), rate, sign)


def test_the_even_part_rises_where_the_exponent_is_convex_only() -> None:
    place = given()
    p = place.term("p")

    def exponents(curve: Term) -> EvenExponents:
        return EvenExponents(
            lambda _, t: make("*", (curve, make("pow", (t,), 2))), lambda _, t: make("*", (TWO, curve, t)),
            lambda *_: make("*", (TWO, curve)),
        )  # fmt: skip

    found = even_part_rises(place.search, place.context, exponents(p).one(ONE))
    assert found.judgement.op == "<="
    with pytest.raises(Unproved):
        even_part_rises(place.search, place.context, exponents(make("neg", (p,))).one(ONE))


# -- mixed moments ----------------------------------------------------------------------------------------------------


def power(name: str, w: str) -> str:
    return f"(exp (* {name} (+ (* a (norm2 {w})) (dot {w} x) (dot {w} y))))"


def mixed(place: Place, first: str, second: str, law: str = "frame 2 d") -> Theorem:
    left = f"(E ((v ({law}))) (* {power('p', '(at v 1)')} {power('q', '(at v 2)')}))"
    right = f"(* (E ((w (normal d))) {first}) (E ((w (normal d))) {second}))"
    return mixed_moment(place.walk, place.term(left), place.term(right))


def test_a_mixed_moment_is_at_most_the_product() -> None:
    place = given()
    assert mixed(place, power("p", "w"), power("q", "w")).judgement.op == "<="


@pytest.mark.parametrize(
    ("first", "second", "law"),
    [
        (power("p", "w"), power("p", "w"), "frame 2 d"),
        (power("p", "w"), f"(* 1/2 {power('q', 'w')})", "frame 2 d"),
        (power("p", "w"), power("q", "w").replace("(dot w y)", "(neg (dot w y))"), "frame 2 d"),
        (power("p", "w"), power("(neg q)", "w"), "frame 2 d"),
        (power("p", "w"), power("q", "w"), "frame 3 d"),
        (power("p", "w"), power("q", "w"), "ortho 2 d"),
    ],
)
def test_no_mixed_moment_of_something_else(first: str, second: str, law: str) -> None:
    with pytest.raises(Unproved):
        mixed(given(), first, second, law)


# -- exact tails ------------------------------------------------------------------------------------------------------

SAMPLE = "(P ((v (iid 1 (normal d)))) (<= p (* (inv 1) (sum (k 1 1) (* q (exp (+ (* a (norm2 (at v k))) (dot (at v k) x))))))))"
BALL = "(P ((w (normal d))) (<= (norm2 (vadd w (vscale -1 c))) (+ (* (inv a) (log (* p (inv q)))) (norm2 c))))"
CENTRE = "(= (norm2 c) (* 1/4 (inv (pow a 2)) (norm2 x)))"


def test_a_large_exponential_is_a_small_distance() -> None:
    place = given(CENTRE)
    found = same_probability(place.walk, place.term(SAMPLE), place.term(BALL))
    assert found.judgement is place.term(f"(= {SAMPLE} {BALL})")


@pytest.mark.parametrize(
    ("sample", "ball", "facts"),
    [
        (SAMPLE, BALL, ["(= (norm2 c) (* 1/2 (inv (pow a 2)) (norm2 x)))"]),
        (SAMPLE, BALL, []),
        (SAMPLE, BALL.replace("(<= (norm2", "(< (norm2"), [CENTRE]),
        (SAMPLE, BALL.replace("(inv q)", "q"), [CENTRE]),
        (SAMPLE, BALL.replace("(norm2 c))", "(norm2 c) 1)"), [CENTRE]),
        (SAMPLE, BALL.replace("-1 c", "1 c"), [CENTRE]),
        (SAMPLE.replace("* a (norm2", "* (neg a) (norm2"), BALL, [CENTRE]),
        (SAMPLE.replace("iid 1", "iid 2").replace("k 1 1", "k 1 2"), BALL, [CENTRE]),
    ],
)
def test_no_other_events_have_one_probability(sample: str, ball: str, facts: list[str]) -> None:
    place = given(*facts)
    with pytest.raises(Unproved):
        same_probability(place.walk, place.term(sample), place.term(ball))


# -- three members ----------------------------------------------------------------------------------------------------


def three(vectors: tuple[str, str, str]) -> str:
    parts = [f"(* a (norm2 (at v {n}))) (dot (at v {n}) {z})" for n, z in enumerate(vectors, 1)]
    return f"(E ((v (frame 3 d))) (exp (+ {' '.join(parts)})))"


def test_the_mean_over_three_members() -> None:
    place = given()
    value = place.shown(closed_form(place.run, place.context, place.term(three(("x", "x", "x")))))
    assert "(pfq (list (* 3/2 d)) (list (* 1/2 d))" in value


def test_three_members_along_several_vectors_have_no_value() -> None:
    place = given()
    term = place.term(three(("x", "x", "y")))
    with pytest.raises(Unproved):
        closed_form(place.run, place.context, term)
