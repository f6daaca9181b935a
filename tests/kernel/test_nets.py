"""Attacks on nets of balls. All must be refused.

Each attack changes one thing of an instance that is accepted, which is tried as well: so none is refused for another reason.
"""

from __future__ import annotations

from typing import Any

import pytest

from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import make
from rftheory.kernel.theorems import Theorem
from tests.kernel.steps import Place
from tests.kernel.words import refused

SPACE = "(d int (closed 1)) (b (vec d)) (a real (open 0)) (t real) (p real (closed 0)) (f fun) (e real) (c real)"
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
        place = Place().within(SPACE + (f"(< 0 {said['positive']})" if said["positive"] else ""))
        slopes = [SIGNS.format(VECTORS.format(said[name].replace("* k", "* n1"))) for name in ("in_x", "in_y")]
        single = f"(P {said['pair_laws']} (<= {said['half']} {said['value'].format('v1', 'v2')}))"
        pairs = f"(all (v1 (vec d)) (all (v2 (vec d)) ({said['order']} {single} {said['bound']})))"
        self.place = place.within(" ".join([*slopes, pairs]))
        self.slopes, self.pairs = [self.place.term(slope) for slope in slopes], self.place.term(pairs)
        maximum = f"(max {said['balls']} {said['value'].format('x', 'y')})"
        self.event = f"(P {said['laws']} ({said['relation']} {said['sides'].format(said['level'], maximum)}))"

    def continuous(self) -> None:
        """The maximum has a value for all draws."""
        inner = self.place.within(f"(E {self.said['laws'][1:-1]})")
        over = inner.term(f"(cont_balls {self.said['balls']} {self.said['value'].format('x', 'y')})")
        self.place.kernel.use(inner.context, inner.infer("CONT", over=over, given=[], premises=[]))

    def ball(self, *names: str, draws: bool) -> Place:
        """Inside the balls, and one of them again for a third name; with the draws outside of them."""
        place = self.place.within(f"(E {self.said['laws'][1:-1]})") if draws else self.place
        radii = self.said["balls"].replace("(x ", f"({names[0]} ").replace("(y ", f"({names[1]} ")
        extra = {"x3": "(x3 d 1)", "y3": "(y3 d p)"}
        return place.within(f"(max {radii[1:-1]}{''.join(' ' + extra[name] for name in names[2:])})")

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
    near = inner.within("(<= (norm2 (vadd x1 (vscale -1 x3))) 1)")
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
    case = inner.within("(<= (norm2 x1) 0)")
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
