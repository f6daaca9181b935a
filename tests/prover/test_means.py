"""Tactics for means: lemmas in use, lengths, members of frames, tails; what they find, and what they give up."""

from __future__ import annotations

from typing import Any

import pytest

from rftheory.prover.frame_tools import pulled
from rftheory.kernel.contexts import Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, make
from rftheory.kernel.theorems import Theorem
from rftheory.prover import length_steps
from rftheory.prover.chains import Walk
from rftheory.prover.definite import make_defined
from rftheory.prover.equal import prove_equal
from rftheory.prover.even_sums import EvenExponents, even_part_rises
from rftheory.prover.expectations import closed_form, integrator_of
from rftheory.prover.failure import Unproved
from rftheory.prover.family_members import laws_of_members, make_pairs
from rftheory.prover.frame_bounds import FrameBound, Member
from rftheory.prover.frame_images import image_of
from rftheory.prover.goals import opened, prove_order
from rftheory.prover.length_steps import independent_pair, linear_over_lengths, over_lengths
from rftheory.prover.proving import Prover
from rftheory.prover.random_steps import by_one_order
from rftheory.prover.search import row
from rftheory.prover.setting import Setting
from rftheory.prover.tails_convergence import quadratic_bound
from rftheory.statements.domain import Domain
from tests.prover.cases import TACTICS, Place, place

# -- lines that are lemmas in use -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "order", "found", "others"),
    [
        (
            "fix z real, d int in [1, oo), v vec d", "z <= E(normal(d), lambda w: exp(dot(w, v)))",
            "z <= exp(1/2*norm2(v))", ("z <= exp(norm2(v))", "exp(1/2*norm2(v)) <= z"),
        ),
        (
            "fix x real in [1, oo), b real", "0 <= b - log(x + x)",
            "log(2*x) <= b", ("log(3*x) <= b", "b <= log(2*x)"),
        ),
    ],
)  # fmt: skip
def test_an_order_in_use_is_found_in_another_form(head: str, order: str, found: str, others: tuple[str, ...]) -> None:
    held = Place((head,))
    for side in (side for line in (order, found, *others) for side in held.goal(line).args):
        make_defined(held.run, held.context, side)
    there = Setting(held.run, Domain(())).within(held.run.declare(held.context, held.goal(order)))
    walk = Walk(Prover(held.run), there, None)
    walk.lemmas.append(held.run.infer("HYP", walk.context, fact=held.goal(order)))
    theorem = by_one_order(walk, *held.goal(found).args)
    assert theorem is not None and theorem.judgement is held.goal(found)
    assert [by_one_order(walk, *held.goal(other).args) for other in others] == [None] * len(others)


def test_independent_projections_given_their_lengths() -> None:
    """``3 E exp(2 v.z + w.z) - 1/2 E exp(..) = E .. 0F1 0F1``; a sum with something else that is random is refused."""
    short = (
        "let pair(a, b) := E(normal(d), normal(d), lambda v, w: exp(a*dot(v, z) + b*dot(w, z)))",
        "let wave(t) := F([], [1/2*d], 1/4*t^2*norm2(z))",
        "let value(a, b) := E(chi(d), chi(d), lambda x, y: wave(a*x)*wave(b*y))",
    )
    held = place(("fix d int in [2, oo), z vec d", *short))
    it, search, context, term = integrator_of(held.run), held.search, held.context, held.goal

    def no_pair(*_: object) -> Theorem:
        raise Unproved("no pair at an angle")

    line = term("3*pair(2, 1) + -1/2*pair(1, 1)")
    found = linear_over_lengths(it, context, line, no_pair).judgement.args
    assert found[0] is line and found[1].args[:-1] == (term("chi(d)"),) * 2
    given = search.infer("SYM", context, of=independent_pair(it, context, term("pair(2, 1)")))
    assert pulled(search, context, term("value(2, 1)"), given).judgement.args[1] is term("pair(2, 1)")
    with pytest.raises(Unproved):
        pulled(search, context, term("value(2, 2)"), given)
    for wrong in ("3*pair(2, 1) + -1/2*pair(1, 1) + 1", "pair(2, 1)*pair(1, 1)", "pair(2*i, 1)"):
        with pytest.raises(Unproved):
            linear_over_lengths(it, context, term(wrong), no_pair)

    # a sum of means is the mean of a sum
    line = term("2*sum(1, d, lambda k: k*pair(1, 1/k))")
    found = linear_over_lengths(it, context, line, no_pair).judgement.args
    assert found[0] is line and found[1].args[:-1] == (term("chi(d)"),) * 2
    inside = "E(chi(d), chi(d), lambda x, y: 2*sum(1, d, lambda k: k*(wave(x)*wave(OTHER*y))))"
    given = search.infer("SYM", context, of=linear_over_lengths(it, context, line, no_pair))
    assert pulled(search, context, term(inside.replace("OTHER", "1/k")), given).judgement.args[1] is line
    with pytest.raises(Unproved):
        pulled(search, context, term(inside.replace("OTHER", "k")), given)


AT_AN_ANGLE = (
    "fix d int in [2, oo), c real in [-1, 1], z vec d",
    "let first(r, u) := vscale(at(r, 1), at(u, 1))",
    "let second(r, u) := vscale(at(r, 2), vadd(vscale(c, at(u, 1)), vscale(sqrt(1 - c^2), at(u, 2))))",
    "let pair(a) := E(iid(2, chi(d)), ortho(2, d), lambda r, u: exp(a*dot(first(r, u), z))*exp(a*dot(second(r, u), z)))",
)
#: images of the two directions that are wrong: the multiple, and each of the three shares of the lengths
WRONG_IMAGES = ("multiple", 0, 1, 2)


@pytest.mark.parametrize("slip", [None, *WRONG_IMAGES])
def test_two_projections_at_an_angle_given_their_lengths(
    slip: str | int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``E exp(2 (w_1 + w_2).z) = E 0F1(; d/2; |z|^2 (x^2 + 2 c x y + y^2))``; an image that is not that of the exponent is found out."""
    held = place(AT_AN_ANGLE)
    it, term = integrator_of(held.run), held.goal

    def planted(*given: Any) -> tuple[Any, ...]:
        rates, c, vector, scales = image_of(*given)
        if slip == "multiple":
            c = make("*", (TWO, c))
        if isinstance(slip, int):
            scales = [make("+", (one, ONE)) if place == slip else one for place, one in enumerate(scales)]
        return rates, c, vector, scales

    monkeypatch.setattr(length_steps, "image_of", planted)
    line = term("pair(2)")
    if slip is not None:
        with pytest.raises((Unproved, Refused)):
            over_lengths(it, held.context, line)
        return
    given = held.search.infer("SYM", held.context, of=over_lengths(it, held.context, line))
    value = "E(chi(d), chi(d), lambda x, y: F([], [1/2*d], norm2(z)*(x^2 + SHARE*c*x*y + y^2)))"
    found = pulled(held.search, held.context, term(value.replace("SHARE", "2")), given)
    assert found.judgement.args[1] is line
    with pytest.raises(Unproved):
        pulled(held.search, held.context, term(value.replace("SHARE", "1")), given)


@pytest.mark.parametrize(("share", "holds"), [("4", True), ("5", False), ("-5", False)])
def test_the_cosine_of_two_directions_in_stereographic_coordinates(share: str, holds: bool) -> None:
    """``c^2 <= 1`` by Cauchy and Schwarz, in any dimension; the control is false."""
    short = (
        "let product(v, w) := sum(1, d, lambda k: coord(v, k)*coord(w, k))",
        "let square(v) := sum(1, d, lambda k: coord(v, k)^2)",
        f"let c() := ((square(v) - 1)*(square(w) - 1) + {share}*product(v, w))/((1 + square(v))*(1 + square(w)))",
    )
    held = place(("fix d int in [1, oo), v vec d, w vec d", *short))
    square = held.goal("c()^2")
    make_defined(held.search, held.context, square)
    if holds:
        assert prove_order(held.search, held.context, square, ONE, strict=False).judgement.args == (square, ONE)
    else:
        with pytest.raises(Unproved):
            prove_order(held.search, held.context, square, ONE, strict=False)


# -- frames -----------------------------------------------------------------------------------------------------------

SPACE = "fix d int in [3, oo), x vec d, y vec d, c vec d, a real in (-oo, 0), p real in (0, oo), q real in (0, oo), m int in [1, d], r real"


def frame_bound(held: Place, rate: str = "a", sign: int = 1) -> Theorem:
    """For ``F(i, e) = p exp(e)``, or its negative, which falls."""
    search, front = held.search, held.goal("p" if sign > 0 else "-p")

    def value(_: Term, e: Term) -> Term:
        return make("*", (front, make("exp", (e,))))

    def raised(inner: Context, i: Term, order: Theorem) -> Theorem:
        low, high = order.judgement.args
        through = search.infer("MONO", inner, order=order, function="exp", number=0, exponent=[], premises=[])
        known = search.infer("DEF", inner, judgement=make("<=", (ZERO, front)))
        rows = [row(known, through)]
        return search.infer("POS", inner, lhs=value(i, low), rhs=value(i, high), rows=rows, eqs=[])

    member = Member(held.goal(rate), held.goal("x"), value, value, value, raised)
    return FrameBound(search, held.context, held.goal("frame(m, d)"), member).whole()


def test_a_mean_over_a_frame_is_at_most_a_product_where_it_curves_down_and_rises() -> None:
    held = place((SPACE,))
    smaller, larger = frame_bound(held).judgement.args
    assert smaller.op == "E" and smaller.args[0] is held.goal("frame(m, d)")
    assert larger is held.goal("prod(1, m, lambda k: E(normal(d), lambda w: exp(p*exp(a*norm2(w) + dot(w, x)))))")
    for rate, sign in (("p", 1), ("r", 1), ("a", -1)):
        with pytest.raises(Unproved):
            frame_bound(held, rate, sign)


def test_the_even_part_rises_where_the_exponent_is_convex_only() -> None:
    held = place((SPACE,))

    def rising(curve: Term) -> Theorem:
        exponents = EvenExponents(
            lambda _, t: make("*", (curve, make("pow", (t,), 2))), lambda _, t: make("*", (TWO, curve, t)),
            lambda *_: make("*", (TWO, curve)),
        )  # fmt: skip
        return even_part_rises(held.search, held.context, exponents.one(ONE))

    assert rising(held.goal("p")).judgement.op == "<="
    with pytest.raises(Unproved):
        rising(held.goal("-p"))


def test_members_of_frames() -> None:
    held = place((SPACE,))
    few, term = place(("fix d int in [1, oo), m int in [1, d]",)), held.goal
    assert laws_of_members(term("iid(d, gauss())"), 2) == [term("gauss()")] * 2
    assert laws_of_members(term("frame(d, d)"), 1) == [term("normal(d)")]
    assert laws_of_members(term("ortho(d, d)"), 1) == [term("sphere(d)")]
    assert laws_of_members(term("frame(d, d)"), 2) == [term("frame(2, d)")]
    tilted = ", ".join(f"a*norm2(at(v, {n})) + dot(at(v, {n}), {{{n}}})" for n in (1, 2, 3)).replace(", a", " + a")
    three = f"E(frame(3, d), lambda v: exp({tilted}))"
    found = closed_form(held.run, held.context, term(three.format("", *"xxx"))).judgement.args[1]
    assert "pfq" in repr(found)
    with pytest.raises(Unproved):
        closed_form(held.run, held.context, term(three.format("", *"xxy")))
    # without j < i nothing says that there are two
    with pytest.raises(Unproved):
        make_pairs(integrator_of(few.run), few.context, [few.goal("frame(m, d)")], [])


def test_a_quadratic_form_has_a_bound_where_it_falls() -> None:
    """``-|w|^2 + w.x + 3 <= 3 + |x|^2/4``."""
    held = place((SPACE,))
    for rate, bounded in (("-1", True), ("1", False)):
        form = held.goal(f"E(normal(d), lambda w: {rate}*norm2(w) + dot(w, x) + 3)")
        inner, _, body = opened(held.search, held.context, form)
        if bounded:
            found = quadratic_bound(held.search, inner, held.context.size, body).judgement
            assert found.op in ("<=", "<") and found.args[0] is body
            assert prove_equal(held.run, held.context, found.args[1], held.goal("3 + 1/4*norm2(x)"))
        else:
            with pytest.raises(Unproved):
                quadratic_bound(held.search, inner, held.context.size, body)


# -- exact tails ------------------------------------------------------------------------------------------------------

SAMPLE = "(P ((v (iid 1 (normal d)))) (<= p (* (inv 1) (sum (k 1 1) (* q (exp (+ (* a (norm2 (at v k))) (dot (at v k) x))))))))"
BALL = "(P ((w (normal d))) (<= (norm2 (vadd w (vscale -1 c))) (+ (* (inv a) (log (* p (inv q)))) (norm2 c))))"
CENTRE = "given norm2(c) = 1/4/a^2*norm2(x)"


@pytest.mark.parametrize(
    ("sample", "ball", "fact"),
    [
        (SAMPLE, BALL, CENTRE),
        (SAMPLE, BALL, CENTRE.replace("1/4", "1/2")),
        (SAMPLE, BALL, ""),
        (SAMPLE, BALL.replace("(<= (norm2", "(< (norm2"), CENTRE),
        (SAMPLE, BALL.replace("(inv q)", "q"), CENTRE),
        (SAMPLE, BALL.replace("(norm2 c))", "(norm2 c) 1)"), CENTRE),
        (SAMPLE, BALL.replace("-1 c", "1 c"), CENTRE),
        (SAMPLE.replace("* a (norm2", "* (neg a) (norm2"), BALL, CENTRE),
        (SAMPLE.replace("iid 1", "iid 2").replace("k 1 1", "k 1 2"), BALL, CENTRE),
    ],
)
def test_a_large_exponential_is_a_small_distance_and_no_other_event(sample: str, ball: str, fact: str) -> None:
    held = place((SPACE, fact) if fact else (SPACE,))
    goal = held.goal(f"(= {sample} {ball})")
    if (sample, ball, fact) == (SAMPLE, BALL, CENTRE):
        assert TACTICS["same event"](held, goal).judgement is goal
    else:
        with pytest.raises(Unproved):
            TACTICS["same event"](held, goal)
