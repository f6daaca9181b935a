"""Attacks on probabilities: as means, Markov's inequality and unions. All must be refused.

Each attack changes one thing of an instance that is accepted, which is tried as well: so none is refused for another reason.
"""

from __future__ import annotations

import pytest

from rftheory.kernel.refused import Refused
from rftheory.kernel.theorems import Theorem
from tests.kernel.bench import refused
from tests.kernel.texts import Place

SPACE = {
    "d": "int (closed 1) none", "b": "(vec d)", "a": "real (open 0) none", "t": "real none none",
    "p": "real (closed 0) none", "f": "fun none none",
}  # fmt: skip


def space(*facts: str) -> Place:
    return Place().declared(SPACE).given(*facts)


# -- probabilities as means -----------------------------------------------------------------------------------------


def test_a_probability_is_the_mean_of_its_indicator() -> None:
    place = space()
    for relation, body in (
        ("<=", "(+ 1 (* 1/2 (sgn (+ t (neg g)))) (* -1/2 (pow (sgn (+ t (neg g))) 2)))"),
        ("<", "(+ (* 1/2 (sgn (+ t (neg g)))) (* 1/2 (pow (sgn (+ t (neg g))) 2)))"),
    ):
        event = f"(P ((g (gauss)) (c (chi2 d))) ({relation} g t))"
        found = place.infer("INDICATOR", event=event)
        assert found.judgement is place.term(f"(= {event} (E ((g (gauss)) (c (chi2 d))) {body}))")


@pytest.mark.parametrize(
    "event",
    [
        # other relations
        "(P ((g (gauss))) (= g t))",
        "(P ((g (gauss))) (!= g t))",
        "(E ((g (gauss))) g)",
        # sides that have no value, or no sign, for some draws
        "(P ((g (gauss))) (<= 0 (inv g)))",
        "(P ((g (gauss))) (<= (log g) 0))",
        "(P ((g (gauss))) (<= 0 (* imag g)))",
        "(P ((g (gauss))) (<= imag g))",
        "(P ((g (gauss))) (<= 0 (sqrt g)))",
        "(P ((g (gauss))) (<= (inv t) g))",
        # what is no law
        "(P ((g (uniform 1 0))) (<= 0 g))",
        "(P ((g (finite 0 2 1 -1))) (<= 0 g))",
        "(P ((w (normal 0))) (<= 0 (norm2 w)))",
        "(P ((w (frame 2 d))) (<= 0 (norm2 (at w 1))))",
    ],
)
def test_events_without_an_indicator(event: str) -> None:
    refused(space().infer, "INDICATOR", event=event)


# -- Markov's inequality --------------------------------------------------------------------------------------------

SQUARE = "(E ((g (gauss)) (c (chi2 d))) (pow g 2))"


def sign(place: Place, mean: str, judgement: str, names: str, *facts: str) -> Theorem:
    """A sign of the draws, seen or given as a fact of the opened block."""
    inner = place.opened(mean, *names).given(*facts)
    return inner.fact(judgement) if judgement in facts else inner.seen(judgement)


def test_the_event_is_what_lies_above_the_level() -> None:
    place = space().converges(SQUARE)
    found = place.infer(
        "MARKOV", term=SQUARE, level="a", sign=sign(place, SQUARE, "(<= 0 (pow g 2))", "gc"), orders=[], l1=[]
    )
    event = "(P ((g (gauss)) (c (chi2 d))) (<= a (pow g 2)))"
    assert found.judgement is place.term(f"(<= {event} (* {SQUARE} (inv a)))")


@pytest.mark.parametrize(
    ("mean", "level", "judgement", "facts"),
    [
        # levels that are not positive, or not real, or no number of the context
        (SQUARE, "0", "(<= 0 (pow g 2))", ()),
        (SQUARE, "-1", "(<= 0 (pow g 2))", ()),
        (SQUARE, "(neg a)", "(<= 0 (pow g 2))", ()),
        (SQUARE, "t", "(<= 0 (pow g 2))", ()),
        (SQUARE, "p", "(<= 0 (pow g 2))", ()),
        (SQUARE, "imag", "(<= 0 (pow g 2))", ()),
        (SQUARE, "(inv t)", "(<= 0 (pow g 2))", ()),
        (SQUARE, "(exp (inv t))", "(<= 0 (pow g 2))", ()),
        (SQUARE, "(exp (log t))", "(<= 0 (pow g 2))", ()),
        # no sign of the body: g is negative half of the time, c is another draw
        ("(E ((g (gauss)) (c (chi2 d))) g)", "a", "(<= 0 c)", ()),
        ("(E ((g (gauss)) (c (chi2 d))) g)", "a", "(<= 0 (pow g 2))", ()),
        ("(E ((g (gauss)) (c (chi2 d))) g)", "a", "(<= 0 g)", ("(<= 0 g)",)),
        ("(E ((g (gauss)) (c (chi2 d))) (+ 1 g))", "a", "(<= 0 1)", ()),
        ("(E ((g (gauss)) (c (chi2 d))) (+ -1 (pow g 2)))", "a", "(<= -1 (+ -1 (pow g 2)))", ()),
        ("(E ((g (gauss)) (c (chi2 d))) (neg (pow g 2)))", "a", "(<= 0 (pow g 2))", ()),
        ("(E ((g (gauss)) (c (chi2 d))) (* imag (pow g 2)))", "a", "(<= 0 (pow g 2))", ()),
        ("(E ((g (gauss)) (c (chi2 d))) g)", "a", "(<= 0 (abs g))", ()),
        # no mean
        ("(int (g 0 1) (pow g 2))", "a", "(<= 0 (pow g 2))", ()),
        ("(sum (g 0 1) (pow g 2))", "a", "(<= 0 (pow g 2))", ()),
    ],
)
def test_no_inequality_of_markov(mean: str, level: str, judgement: str, facts: tuple[str, ...]) -> None:
    names = "gc" if mean.startswith("(E") else "g"
    place = space().converges(mean)
    held = sign(place, mean, judgement, names, *facts)
    with pytest.raises((Refused, IndexError)):
        place.infer("MARKOV", term=mean, level=level, sign=held, orders=[], l1=[])


def test_the_sign_is_that_of_the_draws_of_this_block() -> None:
    """Not of a block with other laws, in which the body is not negative, nor at one value of a variable."""
    mean = "(E ((g (gauss))) g)"
    place = space().converges(mean)
    chi = sign(place, "(E ((g (chi d))) g)", "(<= 0 g)", "g")
    point = place.declared({"g": "real (closed 0) none"}).seen("(<= 0 g)")
    for held in (chi, point, place.seen("(<= 0 p)")):
        refused(place.infer, "MARKOV", term=mean, level="a", sign=held, orders=[], l1=[])


def test_orders_and_convergence_are_known_here() -> None:
    mean = "(E ((w (normal d))) (exp (norm2 w)))"
    place = space()
    case = place.converges(mean)
    positive = case.given("(< 0 t)").fact("(< 0 t)")

    def held(here: Place) -> Theorem:
        return sign(here, mean, "(<= 0 (exp (norm2 w)))", "w")

    assert case.infer("MARKOV", term=mean, level="a", sign=held(case), orders=[], l1=[])
    for here, level, orders, l1 in (
        (place, "a", [], []),
        (place, "a", [], [case.fact(f"(l1 {mean})")]),
        (
            place,
            "a",
            [],
            [place.converges("(E ((w (normal d))) (norm2 w))").fact("(l1 (E ((w (normal d))) (norm2 w)))")],
        ),
        (case, "t", [positive], []),
        (case, "t", [case.seen("(< 0 a)")], []),
        (case, "t", [case.seen("(<= 0 p)")], []),
    ):
        refused(here.infer, "MARKOV", term=mean, level=level, sign=held(here), orders=orders, l1=l1)
    refused(place.infer, "MARKOV", term=mean, level="a", sign=held(case), orders=[], l1=[])


@pytest.mark.parametrize("law", ["(uniform 1 0)", "(frame 2 1)", "(chi 0)", "(finite (0 2) (1 -1))", "(normal 0)"])
def test_no_probability_without_draws(law: str) -> None:
    """In the context of a block that has none everything is true."""
    place = space()
    for rule, parameters in (
        ("REFL", {"term": f"(P ((x {law})) (<= 0 1))"}),
        ("DEF", {"judgement": f"(def (P ((x {law})) (<= 0 1)))"}),
        ("DEF", {"judgement": f"(<= 0 (P ((x {law})) (<= 1 0)))"}),
        ("UNION", {
            "event": f"(P ((x {law})) (<= 1 0))", "parts": [f"(P ((x {law})) (<= 1 0))"], "outside": place.seen("(< 0 1)"),
        }),
        ("MARKOV", {
            "term": f"(E ((x {law})) 1)", "level": "1", "sign": place.seen("(<= 0 1)"), "orders": [], "l1": [],
        }),
    ):  # fmt: skip
        refused(place.infer, rule, **parameters)


# -- unions ---------------------------------------------------------------------------------------------------------

BLOCK = "((g (gauss)) (k (sign)))"


def event(relation: str, block: str = BLOCK) -> str:
    return f"(P {block} {relation})"


def outside(place: Place, facts: list[str], judgement: str, block: str = BLOCK, names: str = "gk") -> Theorem:
    """What is true where none of the parts is."""
    inner = place.opened(f"(E {block} 0)", *names).given(*facts)
    if judgement in facts:
        return inner.fact(judgement)
    try:
        return inner.seen(judgement)
    except Refused:
        relation, first, second = judgement[1:-1].split(" ", 2)
        assert relation in ("<", "<=")
        held = [inner.fact(fact) for fact in facts]
        return inner.below(first, second, *held)


def test_a_union_of_two_tails() -> None:
    place = space()
    held = outside(place, ["(< g a)", "(< (neg g) a)"], "(< g a)")
    found = place.infer(
        "UNION", event=event("(<= a g)"), parts=[event("(<= a g)"), event("(<= a (neg g))")], outside=held
    )
    assert found.judgement is place.term(f"(<= {event('(<= a g)')} (+ {event('(<= a g)')} {event('(<= a (neg g))')}))")


@pytest.mark.parametrize(
    ("whole", "parts", "facts", "judgement"),
    [
        # P(0 <= g) is not bounded by P(1 <= g), nor P(1 <= k) by P(1 < k) = 0
        ("(<= 0 g)", ["(<= 1 g)"], ["(< g 1)"], "(< g 1)"),
        ("(<= 1 k)", ["(< 1 k)"], ["(<= k 1)"], "(<= k 1)"),
        ("(< 1 k)", ["(< 1 k)"], ["(< k 1)"], "(< k 1)"),
        ("(<= k 1)", ["(< k 1)"], ["(<= 1 k)"], "(<= 1 k)"),
        # facts that say more than the opposites of the parts, or something else
        ("(<= a g)", ["(<= a (neg g))"], ["(< g a)"], "(< g a)"),
        ("(<= a g)", ["(<= a (neg g))"], ["(< (neg g) a)", "(< g a)"], "(< g a)"),
        ("(<= a g)", ["(<= a (neg g))"], ["(<= a (neg g))", "(< g a)"], "(< g a)"),
        ("(<= 1 k)", ["(<= k -1)"], ["(< k 1)"], "(< k 1)"),
        ("(<= 1 k)", ["(= k 1)"], ["(= k 1)"], "(= k 1)"),
        ("(= k 1)", ["(!= k 1)"], ["(= k 1)"], "(= k 1)"),
        ("(!= k 1)", ["(= k 1)"], ["(!= k 1)"], "(!= k 1)"),
        # what is proved is no opposite of the event
        ("(<= a g)", ["(<= a g)"], ["(< g a)"], "(< 0 a)"),
        ("(<= a g)", ["(<= a g)"], ["(< g a)"], "(<= g a)"),
        # parts in another order, and none
        ("(<= a g)", ["(<= a (neg g))", "(<= a g)"], ["(< g a)", "(< (neg g) a)"], "(< g a)"),
        ("(<= a g)", [], ["(< g a)"], "(< g a)"),
        ("(<= 1 0)", [], [], "(< 0 1)"),
        # events without a value: sides that are not defined, or not real
        ("(<= 1 0)", ["(<= a (inv g))"], [], "(< 0 1)"),
        ("(<= 1 0)", ["(= a (inv g))"], [], "(< 0 1)"),
        ("(<= 1 0)", ["(< 0 (* imag g))"], [], "(< 0 1)"),
        ("(<= a (log g))", ["(<= a g)"], ["(< g a)"], "(< g a)"),
        ("(<= 0 (* imag g))", ["(<= a g)"], ["(< g a)"], "(< g a)"),
        ("(<= a g)", ["(< (* imag g) 0)"], [], "(< 0 a)"),
    ],
)
def test_no_union(whole: str, parts: list[str], facts: list[str], judgement: str) -> None:
    place = space()
    held = outside(place, facts, judgement)
    refused(place.infer, "UNION", event=event(whole), parts=[event(part) for part in parts], outside=held)


def test_a_union_is_of_events_of_one_block() -> None:
    """The events of draws of other laws, in another order, or of other blocks, are others."""
    place = space()
    one = "((g (gauss)))"
    held = outside(place, ["(< g a)"], "(< g a)", one, "g")
    assert place.infer("UNION", event=event("(<= a g)", one), parts=[event("(<= a g)", one)], outside=held)
    both = "((g (gauss)) (h (gauss)))"
    twice = outside(place, ["(< g a)"], "(< g a)", both, "gh")
    for whole, part, of in (
        (event("(<= a g)", one), event("(<= a g)", "((g (chi d)))"), held),
        (event("(<= a g)", "((g (chi d)))"), event("(<= a g)", one), held),
        (event("(<= a g)", one), event("(<= a g)", both), held),
        (event("(<= a h)", both), event("(<= a g)", both), twice),
        (event("(<= a g)", both), event("(<= a h)", both), twice),
        (event("(<= a g)", one), "(E ((g (gauss))) g)", held),
        ("(E ((g (gauss))) g)", event("(<= a g)", one), held),
        ("(int (g 0 1) g)", event("(<= a g)", one), held),
        (event("(<= a g)", one), event("(<= a g)", one), outside(place, ["(< g a)"], "(< g a)", "((g (chi d)))", "g")),
    ):
        refused(place.infer, "UNION", event=whole, parts=[part], outside=of)


def test_sides_that_cannot_be_ordered_are_not_equal() -> None:
    """``P(x = y) <= P(x <= y) + P(y <= x)`` would have no value; of an order that is not true nothing follows for ``=``."""
    place = space()
    block = "((k (sign)))"
    inner = place.opened(f"(E {block} 0)", "k").given("(= k 1)")
    apart = inner.infer("NUM", judgement="(!= 1 0)", prec=64)
    refused(place.infer, "UNION", event=event("(= k 1)", block), parts=[event("(!= k 1)", block)], outside=apart)
    with pytest.raises(Refused):
        place.infer(
            "UNION", event=event("(<= (* imag k) 0)", block), parts=[event("(<= k 1)", block)],
            outside=place.opened(f"(E {block} 0)", "k").given("(< 1 k)").fact("(< 1 k)"),
        )  # fmt: skip
