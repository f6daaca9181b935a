"""Attacks on probabilities: as means, Markov's inequality, unions and nets. All must be refused.

Each attack changes one thing of an instance that is accepted, which is tried as well: so none is refused for another reason.
"""

from __future__ import annotations

from typing import Any

import pytest

from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import make
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


# -- nets -----------------------------------------------------------------------------------------------------------

#: |F(x, y)| for a sign k and vectors of two balls; its change in one of them, at most a times the distance
VALUE = "(abs (sin (* k (+ (dot {0} b) (dot {1} b)))))"
BALLS = "((x d 1) (y d p))"
CHANGE = "(abs (+ (sin (* k (+ (dot {0} b) (dot {1} b)))) (neg (sin (* k (+ (dot {2} b) (dot {3} b)))))))"
DISTANCE = "(sqrt (norm2 (vadd {0} (vscale -1 {1}))))"
VECTORS = "(all (v1 (vec d)) (all (v2 (vec d)) (all (v3 (vec d)) {0})))"
SIGNS = "(all (n1 int (closed -1) (closed 1)) {0})"
IN_X = f"(<= {CHANGE.format('v1', 'v2', 'v3', 'v2')} (* a {DISTANCE.format('v1', 'v3')}))"
IN_Y = f"(<= {CHANGE.format('v1', 'v2', 'v1', 'v3')} (* a {DISTANCE.format('v2', 'v3')}))"


class Net:
    """The premises of a net of two balls; each may be another one. What is said of slopes and pairs stands in the context."""

    def __init__(self, **others: str):
        said = {
            "value": VALUE, "balls": BALLS, "laws": "((k (sign)))", "level": "e", "slope": "a", "relation": "<=",
            "in_x": IN_X, "in_y": IN_Y, "half": "(* 1/2 e)", "bound": "c", "sides": "{0} {1}", "order": "<=",
            "pair_laws": "((k (sign)))", "case": "", "radius": "", "positive": "e",
        } | others  # fmt: skip
        self.said = said
        place = Place().declared({**SPACE, "e": "real none none", "c": "real none none"})
        place = place.given(*([f"(< 0 {said['positive']})"] if said["positive"] else []))
        slopes = [SIGNS.format(VECTORS.format(said[name].replace("* k", "* n1"))) for name in ("in_x", "in_y")]
        single = f"(P {said['pair_laws']} (<= {said['half']} {said['value'].format('v1', 'v2')}))"
        pairs = f"(all (v1 (vec d)) (all (v2 (vec d)) ({said['order']} {single} {said['bound']})))"
        self.place = place.given(*slopes, pairs)
        self.slopes, self.pairs = [self.place.term(slope) for slope in slopes], self.place.term(pairs)
        maximum = f"(max {said['balls']} {said['value'].format('x', 'y')})"
        self.event = f"(P {said['laws']} ({said['relation']} {said['sides'].format(said['level'], maximum)}))"

    def continuous(self) -> None:
        """The maximum has a value for all draws."""
        inner = self.place.opened(self.place.term(self.event), "k")
        over = inner.term(f"(cont_balls {self.said['balls']} {self.said['value'].format('x', 'y')})")
        self.place.kernel.use(inner.context, inner.infer("CONT", over=over, given=[], premises=[]))

    def ball(self, *names: str, draws: bool) -> Place:
        """Inside the balls, and one of them again for a third name; with the draws outside of them."""
        place = self.place.opened(self.place.term(self.event), "k") if draws else self.place
        radii = self.said["balls"].replace("(x ", f"({names[0]} ").replace("(y ", f"({names[1]} ")
        extra = {"x3": "(x3 d 1)", "y3": "(y3 d p)"}
        radii = radii[:-1] + "".join(" " + extra[name] for name in names[2:]) + ")"
        return place.opened(f"(max {radii} 0)", *names)

    def slope(self, number: int) -> Theorem:
        inner = self.ball("x1", "y1", ("x3", "y3")[number], draws=True)
        held = inner.infer("HYP", fact=self.slopes[number])
        for value in ("k", "x1", "y1", ("x3", "y3")[number]):
            held = inner.infer("ALLUSE", of=held, value=value, premises=[])
        return held

    def pair(self) -> Theorem:
        inner = self.ball("x1", "y1", draws=False)
        held = inner.infer("HYP", fact=self.pairs)
        for value in ("x1", "y1"):
            held = inner.infer("ALLUSE", of=held, value=value, premises=[])
        return held

    def found(self, slopes: list[Theorem] | None = None, pair: Theorem | None = None) -> Theorem:
        return self.place.infer(
            "NET", event=self.event, slope=self.said["slope"], pair=pair or self.pair(),
            slopes=[self.slope(0), self.slope(1)] if slopes is None else slopes, orders=[],
        )  # fmt: skip


def test_a_net_of_two_balls() -> None:
    net = Net()
    net.continuous()
    factors = [f"(rpow (+ 1 (* 8 {radius} a (inv e))) d)" for radius in ("1", "p")]
    assert net.found().judgement is net.place.term(f"(<= {net.event} (* {' '.join(factors)} c))")


@pytest.mark.parametrize(
    "others",
    [
        # levels and bounds that are not positive, or not known to be
        {"positive": ""},
        {"level": "0", "half": "(* 1/2 0)"},
        {"level": "(neg e)", "half": "(* 1/2 (neg e))"},
        {"slope": "(neg a)", "in_x": IN_X.replace("* a", "* (neg a)"), "in_y": IN_Y.replace("* a", "* (neg a)")},
        {"slope": "t", "in_x": IN_X.replace("* a", "* t"), "in_y": IN_Y.replace("* a", "* t")},
        # a slope that is not the one of the premises: half of it, or that of one ball only
        {"slope": "(* 1/2 a)"},
        {"in_x": IN_X.replace("* a", "* 2 a")},
        {"in_y": IN_Y.replace("* a", "* 2 a")},
        # the change is bounded by the square of the distance, the distance in the other ball, or itself
        {"in_x": IN_X.replace("sqrt (norm2", "abs (norm2")},
        {"in_y": IN_Y.replace("v2 (vscale", "v1 (vscale")},
        {"in_y": IN_X},
        {"in_x": IN_X.replace("<= (abs", "= (abs").replace("(= (abs", "(<= (neg (abs").replace(" (* a", ") (* a", 1)},
        # the bound at a pair: at the level itself, twice of it, with the vectors in it, in the wrong direction
        {"half": "e"},
        {"half": "(* 2 e)"},
        {"half": "(* 1/4 e)"},
        {"bound": "(norm2 v1)"},
        {"bound": "(dot v1 v2)"},
        {"order": "="},
        {"order": "!="},
        {"pair_laws": "((k (sign)) (g (gauss)))"},
        # other events: below the level, strictly above, at it, or about the value of a vector
        {"relation": "<"},
        {"relation": "="},
        {"relation": "!="},
        {"sides": "{1} {0}"},
        # functions that are none in absolute value
        {"value": "(sin (* k (+ (dot {0} b) (dot {1} b))))"},
        # a level or a slope with a draw in it
        {"level": "(* k k)"},
    ],
)
def test_no_net(others: dict[str, str]) -> None:
    with pytest.raises(Refused):
        net = Net(**others)
        net.continuous()
        net.found()


def test_each_ball_has_its_slope() -> None:
    net = Net()
    net.continuous()
    in_x, in_y = net.slope(0), net.slope(1)
    for slopes in ([], [in_x], [in_y], [in_x, in_x], [in_y, in_y], [in_y, in_x], [in_x, in_y, in_y]):
        refused(net.found, slopes)
    inner = net.ball("x1", "y1", "x3", draws=True)
    near = inner.given("(<= (norm2 (vadd x1 (vscale -1 x3))) 1)")
    held = near.infer("HYP", fact=net.slopes[0])
    for value in ("k", "x1", "y1", "x3"):
        held = near.infer("ALLUSE", of=held, value=value, premises=[])
    refused(net.found, [held, in_y])  # for vectors near each other only, and for one sign only
    only = net.ball("x1", "y1", "x3", draws=False).infer("HYP", fact=net.slopes[0])
    refused(net.found, [only, in_y])


def test_the_bound_holds_at_all_pairs() -> None:
    """Not at the vectors of the context, nor under a fact, nor with the draws fixed."""
    net = Net()
    net.continuous()
    place = net.place
    whole = place.infer("HYP", fact=net.pairs)
    centre = place.infer("ALLUSE", of=place.infer("ALLUSE", of=whole, value="b", premises=[]), value="b", premises=[])
    inner = net.ball("x1", "y1", draws=False)
    mixed = inner.infer("ALLUSE", of=inner.infer("ALLUSE", of=whole, value="x1", premises=[]), value="x1", premises=[])
    turned = inner.infer("ALLUSE", of=inner.infer("ALLUSE", of=whole, value="y1", premises=[]), value="x1", premises=[])
    case = inner.given("(<= (norm2 x1) 0)")
    under = case.infer("ALLUSE", of=case.infer("ALLUSE", of=whole, value="x1", premises=[]), value="y1", premises=[])
    for pair in (whole, centre, mixed, turned, under, net.slope(0)):
        refused(net.found, pair=pair)


def test_a_maximum_that_may_be_none() -> None:
    """Without continuity there need be no largest value, and the event need be none."""
    refused(Net().found)


@pytest.mark.parametrize("radius", ["t", "-1", "imag", "(neg a)", "k", "(inv t)"])
def test_balls_have_radii_of_the_context(radius: str) -> None:
    with pytest.raises((Refused, IndexError)):
        net = Net(balls=f"((x d {radius}) (y d p))")
        net.continuous()
        net.found()


@pytest.mark.parametrize("slope", ["k", "x1", "(norm2 x1)", "0", "imag", "(inv t)"])
def test_the_slope_is_one_number_of_the_context(slope: str) -> None:
    net = Net()
    net.continuous()
    inner = net.ball("x1", "y1", draws=True)
    read: Any = inner.term(slope)
    with pytest.raises((Refused, IndexError)):
        net.place.infer(
            "NET", event=net.event, slope=read, pair=net.pair(), slopes=[net.slope(0), net.slope(1)], orders=[]
        )


def test_no_net_of_another_binder() -> None:
    net = Net()
    net.continuous()
    slopes, pair = [net.slope(0), net.slope(1)], net.pair()
    for term in (
        net.event.replace("(P ", "(E ", 1).replace("(<= e", "(+ e", 1),
        "(P ((k (sign))) (<= e e))",
        "(<= e c)",
        make("P", (*net.place.term(net.event).args[:-1], net.place.term("e")), "<="),
    ):
        refused(net.place.infer, "NET", event=term, slope="a", pair=pair, slopes=slopes, orders=[])
