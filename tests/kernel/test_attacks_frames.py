"""Attacks on the rules that exchange the draws of frames. All must be refused.

Each attack changes one thing of an instance that is accepted, which is tried first: so none is refused for another reason.
"""

from __future__ import annotations

from typing import Any

import pytest

from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import ONE, bound, make, var
from rftheory.kernel.theorems import Theorem
from tests.kernel.bench import refused
from tests.kernel.texts import Place

SPACE = {
    "d": "int (closed 3) none", "x": "(vec d)", "m": "int (closed 2) (closed d)", "i": "int (closed 1) (closed m)",
    "j": "int (closed 1) (closed m)", "c": "real none none", "s": "real none none", "n": "int (closed 1) none",
}  # fmt: skip


def space(*facts: str) -> Place:
    return Place().declared(SPACE).given(*facts)


def member_of(inner: Place, fact: int, index: str) -> Theorem:
    """A fact about all members of the last draw, at one of them."""
    facts = [one for one in inner.context.facts if one.op == "all"]
    return inner.infer("ALLUSE", of=inner.infer("HYP", fact=facts[fact]), value=index, premises=[])


def length_of(inner: Place, index: str) -> Theorem:
    return member_of(inner, 0, index)


# -- some members of a frame ----------------------------------------------------------------------------------------

#: E F(w_i, w_j): two members of a frame
TWO = "(E ((w (frame m d))) (sin (dot (at w i) (at w j))))"
ONE_MEMBER = "(E ((w (frame m d))) (sin (dot (at w i) x)))"
UNIT = "(E ((w (ortho m d))) (sin (dot (at w i) x)))"


def test_some_members_are_a_frame_and_one_is_normal() -> None:
    """What is accepted: the laws of what is found are those of the members, no others."""
    place = space("(!= i j)")
    apart = place.fact("(!= i j)")
    for law in ("frame", "ortho"):
        old = TWO.replace("frame", law)
        place = place.converges(old)
        found = place.infer("SUBFRAME", term=old, member=0, indices=["i", "j"], differ=[apart], l1=[])
        assert found.judgement.args[1] is place.term(f"(E ((v ({law} 2 d))) (sin (dot (at v 1) (at v 2))))")
        found = place.infer("SUBFRAME", term=old, member=0, indices=["j", "i"], differ=[apart], l1=[])
        assert found.judgement.args[1] is place.term(f"(E ((v ({law} 2 d))) (sin (dot (at v 2) (at v 1))))")
    for old, law in ((ONE_MEMBER, "normal"), (UNIT, "sphere")):
        place = place.converges(old)
        found = place.infer("SUBFRAME", term=old, member=0, indices=["i"], differ=[], l1=[])
        assert found.judgement.args[1] is place.term(f"(E ((v ({law} d))) (sin (dot v x)))")


def test_the_other_draws_stay_where_they_are() -> None:
    old = "(E ((v (frame m d)) (w (frame m d)) (g (gauss))) (sin (* g (dot (at v i) (at w i)))))"
    place = space().converges(old)
    found = place.infer("SUBFRAME", term=old, member=1, indices=["i"], differ=[], l1=[])
    new = "(E ((v (frame m d)) (w (normal d)) (g (gauss))) (sin (* g (dot (at v i) w))))"
    assert found.judgement.args[1] is place.term(new)


@pytest.mark.parametrize(
    ("mean", "facts", "parameters"),
    [
        # indices that are or may be equal: E F(w_i, w_i) is no mean over two members
        (TWO, [], {"indices": ["i", "j"], "differ": []}),
        (TWO, ["(<= i j)"], {"indices": ["i", "j"], "differ": ["(<= i j)"]}),
        (TWO, ["(!= i 1)"], {"indices": ["i", "j"], "differ": ["(!= i 1)"]}),
        (TWO, ["(= i j)"], {"indices": ["i", "j"], "differ": ["(= i j)"]}),
        ("(E ((w (frame m d))) (sin (norm2 (at w 1))))", [], {"indices": ["1", "1"]}),
        ("(E ((w (frame m d))) (sin (norm2 (at w i))))", [], {"indices": ["i", "i"]}),
        ("(E ((w (frame m d))) (sin (dot (at w 2) (at w (+ 1 1)))))", [], {"indices": ["2", "(+ 1 1)"]}),
        # indices that are none of the frame
        ("(E ((w (frame m d))) (sin (dot (at w 0) x)))", [], {"indices": ["0"]}),
        ("(E ((w (frame m d))) (sin (dot (at w -1) x)))", [], {"indices": ["-1"]}),
        ("(E ((w (frame m d))) (sin (dot (at w 1/2) x)))", [], {"indices": ["1/2"]}),
        ("(E ((w (frame m d))) (sin (dot (at w 3) x)))", [], {"indices": ["3"]}),
        ("(E ((w (frame m d))) (sin (dot (at w (+ m 1)) x)))", [], {"indices": ["(+ m 1)"]}),
        ("(E ((w (frame m d))) (sin (dot (at w d) x)))", [], {"indices": ["d"]}),
        ("(E ((w (frame m d))) (sin (dot (at w c) x)))", [], {"indices": ["c"]}),
        ("(E ((w (frame 2 d))) (sin (dot (at w 1) (at w 3))))", [], {"indices": ["1", "3"]}),
        ("(E ((w (frame 2 d))) (sin (dot (at w 1) (at w 2))))", [], {"indices": ["1", "2", "3"]}),
        # members that are left over
        (TWO, [], {"indices": ["i"]}),
        (ONE_MEMBER, [], {"indices": ["j"]}),
        (ONE_MEMBER, [], {"indices": ["1"]}),
        (ONE_MEMBER, [], {"indices": []}),
        ("(E ((w (frame m d))) (sum (k 1 m) (sin (dot (at w k) x))))", [], {"indices": ["1", "2"]}),
        ("(E ((w (frame 2 d))) (sum (k 1 2) (sin (dot (at w k) x))))", [], {"indices": ["1", "2"]}),
        ("(E ((w (frame 2 d))) (sin (dot (at w 1) (at w (+ 1 1)))))", [], {"indices": ["1"]}),
        ("(E ((w (frame m d))) (sum (k 1 m) (E ((v (normal d))) (sin (dot v (at w k))))))", [], {"indices": ["1"]}),
        ("(E ((w (frame m d)) (k (sign))) (sin (dot (at w k) x)))", [], {"indices": ["1"]}),
        # other laws, and laws of another place
        ("(E ((w (iid m (normal d)))) (sin (dot (at w i) x)))", [], {"indices": ["i"]}),
        ("(E ((w (normal d))) (sin (dot w x)))", [], {"indices": ["1"]}),
        ("(E ((g (gauss)) (w (frame m d))) (sin (* g (dot (at w i) x))))", [], {"indices": ["i"]}),
        ("(E ((w (frame m d)) (g (gauss))) (sin (* g (dot (at w i) x))))", [], {"indices": ["i"], "member": 1}),
        (ONE_MEMBER, [], {"indices": ["i"], "member": 1}),
        ("(P ((w (frame m d))) (<= 0 (dot (at w i) x)))", [], {"indices": ["i"]}),
        # no frames: more members than dimensions, or than are known to be
        ("(E ((w (frame 2 1))) (sin (norm2 (at w 1))))", [], {"indices": ["1"]}),
        ("(E ((w (ortho 2 1))) (sin (norm2 (at w 1))))", [], {"indices": ["1"]}),
        ("(E ((w (frame n d))) (sin (norm2 (at w 1))))", [], {"indices": ["1"]}),
        ("(E ((w (frame 4 d))) (sin (norm2 (at w 1))))", [], {"indices": ["1"]}),
        ("(E ((w (frame d m))) (sin (norm2 (at w 1))))", [], {"indices": ["1"]}),
        ("(E ((w (frame 0 d))) (sin (dot x x)))", [], {"indices": ["1"]}),
        ("(E ((w (frame 1 0))) (sin (norm2 (at w 1))))", [], {"indices": ["1"]}),
        ("(E ((w (frame 3/2 d))) (sin (norm2 (at w 1))))", [], {"indices": ["1"]}),
        ("(E ((w (frame 1 3/2))) (sin (norm2 (at w 1))))", [], {"indices": ["1"]}),
    ],
)
def test_members_that_are_none_of_a_frame(mean: str, facts: list[str], parameters: dict[str, Any]) -> None:
    place = space(*facts).converges(mean) if mean.startswith("(E") else space(*facts)
    given = {"term": mean, "member": 0, "l1": [], **parameters}
    refused(place.infer, "SUBFRAME", **{**given, "differ": [place.fact(one) for one in given.get("differ", [])]})


def test_that_two_indices_differ_is_known_here() -> None:
    """Not only under a fact, and not of other variables."""
    place = space().converges(TWO)
    case = place.given("(!= i j)")
    apart = case.fact("(!= i j)")
    assert case.infer("SUBFRAME", term=TWO, member=0, indices=["i", "j"], differ=[apart], l1=[])
    refused(place.infer, "SUBFRAME", term=TWO, member=0, indices=["i", "j"], differ=[apart], l1=[])


@pytest.mark.parametrize("rule", ["FRAME", "SUBFRAME"])
def test_no_mean_without_convergence(rule: str) -> None:
    """Nor by that of another mean, or of the same one under a fact."""
    mean, other = "(E ((w (frame m d))) (exp (norm2 (at w i))))", "(E ((w (frame m d))) (exp (norm2 (at w j))))"
    parameters = {"term": mean, "member": 0} | ({"indices": ["i"], "differ": []} if rule == "SUBFRAME" else {})
    place = space(f"(l1 {other})")
    under = place.given(f"(l1 {mean})")
    assert under.infer(rule, **parameters, l1=[])
    for l1 in ([], [place.fact(f"(l1 {other})")], [under.fact(f"(l1 {mean})")]):
        refused(place.infer, rule, **parameters, l1=l1)


# -- lengths and directions -----------------------------------------------------------------------------------------


def test_lengths_are_independent_and_of_all_dimensions() -> None:
    place = space().converges(TWO)
    found = place.infer("FRAME", term=TWO, member=0, l1=[])
    new = """(E ((r (iid m (chi d))) (u (ortho m d)))
        (sin (dot (vscale (at r i) (at u i)) (vscale (at r j) (at u j)))))"""
    assert found.judgement.args[1] is place.term(new)


@pytest.mark.parametrize(
    "mean",
    [
        "(E ((w (ortho m d))) (sin (dot (at w i) x)))",
        "(E ((w (iid m (normal d)))) (sin (dot (at w i) x)))",
        "(E ((w (normal d))) (sin (dot w x)))",
        "(E ((g (gauss)) (w (frame m d))) (sin (* g (dot (at w i) x))))",
        "(E ((w (frame 2 1))) (sin (norm2 (at w 1))))",
        "(E ((w (frame n d))) (sin (norm2 (at w 1))))",
        "(E ((w (frame 4 d))) (sin (norm2 (at w 1))))",
        "(E ((w (frame d m))) (sin (norm2 (at w 1))))",
        "(E ((w (frame 1 0))) (sin (norm2 (at w 1))))",
        "(E ((w (frame m d))) (sin (dot (at w (norm2 (at w 1))) x)))",
        "(P ((w (frame m d))) (<= 0 (dot (at w i) x)))",
    ],
)
def test_what_has_no_lengths_and_directions(mean: str) -> None:
    place = space().converges(mean) if mean.startswith("(E") else space()
    refused(place.infer, "FRAME", term=mean, member=0, l1=[])


def test_nothing_hides_behind_a_stand_in() -> None:
    """A body with the kernel's own stand-in is no term of the context."""
    place = space().converges(UNIT)
    hidden = place.term(UNIT)
    body = make("sin", (make("norm2", (make("at", (var(10**9, "vecs"), ONE)),)),))
    for law, rule, parameters in (
        ("ortho", "TURN", {"table": [["c"]], "orth": []}),
        ("ortho", "SUBFRAME", {"indices": ["1"], "differ": []}),
        ("frame", "FRAME", {}),
    ):
        term = make("E", (make(law, hidden.args[0].args), body))
        refused(place.infer, rule, term=term, member=0, l1=[], **parameters)


# -- mixed directions -----------------------------------------------------------------------------------------------

PAIR = "(E ((u (ortho 2 d)) (g (gauss)) (h (gauss))) (sin (* g h (dot (at u 1) x) (dot (at u 2) x))))"
ROTATION = [["c", "s"], ["(neg s)", "c"]]
CIRCLE = ("(= (+ (* c c) (* s s)) 1)", "(= (+ (* c (neg s)) (* s c)) 0)", "(= (+ (* (neg s) (neg s)) (* c c)) 1)")


def test_a_rotation_of_two_directions() -> None:
    place = space(*CIRCLE).converges(PAIR)
    orth = [place.fact(fact) for fact in CIRCLE]
    found = place.infer("TURN", term=PAIR, member=0, table=ROTATION, orth=orth, l1=[])
    first = "(vadd (vscale c (at u 1)) (vscale s (at u 2)))"
    second = "(vadd (vscale (neg s) (at u 1)) (vscale c (at u 2)))"
    new = f"(E ((u (ortho 2 d)) (g (gauss)) (h (gauss))) (sin (* g h (dot {first} x) (dot {second} x))))"
    assert found.judgement.args[1] is place.term(new)


SIGNED = "(E ((u (ortho 1 d)) (k (sign))) (sin (* k (dot (at u 1) x))))"


def test_a_table_may_use_the_other_draws() -> None:
    place = space().converges(SIGNED)
    inner = place.opened(SIGNED, "u", "k")
    square = inner.infer("RING", lhs="(* k k)", rhs="1", eqs=[inner.fact("(= (pow k 2) 1)")])
    found = place.infer("TURN", term=SIGNED, member=0, table=[[inner.term("k")]], orth=[square], l1=[])
    new = "(E ((u (ortho 1 d)) (k (sign))) (sin (* k (dot (vscale k (at u 1)) x))))"
    assert found.judgement.args[1] is place.term(new)


@pytest.mark.parametrize(
    ("mean", "table", "facts"),
    [
        # no orthogonal tables
        (PAIR, ROTATION, CIRCLE[:2]),
        (PAIR, ROTATION, CIRCLE[1:]),
        (PAIR, ROTATION, (CIRCLE[0], CIRCLE[2])),
        (PAIR, ROTATION, (CIRCLE[0].replace("(=", "(<=", 1), *CIRCLE[1:])),
        (PAIR, ROTATION, ("(= (+ (* c c) (* s s)) 2)", *CIRCLE[1:])),
        (PAIR, ROTATION, (CIRCLE[0], "(= (+ (* c (neg s)) (* s c)) 1)", CIRCLE[2])),
        (PAIR, [["c", "s"], ["c", "s"]], (CIRCLE[0], "(= (+ (* c (neg s)) (* s c)) 0)")),
        (PAIR, [["c", "s"], ["s", "c"]], (CIRCLE[0], "(= (+ (* s s) (* c c)) 1)", CIRCLE[1])),
        (PAIR, [["1", "0"], ["1", "0"]], ("(= (+ (* 1 1) (* 0 0)) 1)",)),
        (PAIR, [["2", "0"], ["0", "2"]], ("(= (+ (* 2 0) (* 0 2)) 0)",)),
        # entries that are not real: 2 + (i)^2 = 1
        (PAIR, [["(sqrt 2)", "imag"], ["imag", "(neg (sqrt 2))"]],
         ("(= (+ (* (sqrt 2) (sqrt 2)) (* imag imag)) 1)", "(= (+ (* (sqrt 2) imag) (* imag (neg (sqrt 2)))) 0)",
          "(= (+ (* imag imag) (* (neg (sqrt 2)) (neg (sqrt 2)))) 1)")),
        # tables of another size
        (PAIR, [["1"]], ("(= (* 1 1) 1)",)),
        (PAIR, [], ()),
        (PAIR, [["c", "s"]], CIRCLE[:1]),
        (PAIR, [["c", "s"], ["(neg s)"]], CIRCLE),
        (PAIR, [["c", "s", "0"], ["(neg s)", "c", "0"]], CIRCLE),
        (PAIR.replace("ortho 2 d", "ortho 3 d"), ROTATION, CIRCLE),
        (PAIR.replace("ortho 2 d", "ortho m d"), ROTATION, CIRCLE),
        (PAIR.replace("ortho 2 d", "ortho (+ 1 1) d"), ROTATION, CIRCLE),
        # a frame with lengths, and independent vectors: the lengths would mix
        (PAIR.replace("ortho 2 d", "frame 2 d"), ROTATION, CIRCLE),
        (PAIR.replace("ortho 2 d", "iid 2 (sphere d)"), ROTATION, CIRCLE),
        (PAIR.replace("ortho 2 d", "iid 2 (normal d)"), ROTATION, CIRCLE),
        # no directions at all
        (PAIR.replace("ortho 2 d", "ortho 2 1").replace("x", "(at u 1)"), ROTATION, CIRCLE),
        # members that are not named by a literal
        (PAIR.replace("at u 2", "at u (+ 1 1)"), ROTATION, CIRCLE),
        (PAIR.replace("(dot (at u 2) x)", "(sum (k 1 2) (dot (at u k) x))"), ROTATION, CIRCLE),
        (PAIR.replace("at u 2", "at u 3"), ROTATION, CIRCLE),
        (PAIR.replace("at u 2", "at u (norm2 (at u 2))"), ROTATION, CIRCLE),
    ],
)  # fmt: skip
def test_tables_that_turn_no_directions(mean: str, table: list[list[str]], facts: tuple[str, ...]) -> None:
    place = space(*facts).converges(mean)
    orth = [place.fact(fact) for fact in facts]
    refused(place.infer, "TURN", term=mean, member=0, table=table, orth=orth, l1=[])


def test_a_table_has_no_entry_of_the_directions() -> None:
    """``[[c, s], [-s, c]]`` with c + i s in the direction of the product with x turns each pair to one that is told by x."""
    mean = "(E ((u (ortho 1 d)) (k (sign))) (sin (dot (at u 1) x)))"
    place = space().converges(mean)
    inner = place.opened(mean, "u", "k")
    sign = inner.term("(sgn (dot (at u 1) x))")
    case = inner.given(make("=", (make("*", (sign, sign)), ONE)))
    held = case.infer("HYP", fact=make("=", (make("*", (sign, sign)), ONE)))
    whole = inner.infer("RING", lhs="(* (norm2 (at u 1)) (norm2 (at u 1)))", rhs="1", eqs=[length_of(inner, "1")])
    for entry, orth in ((sign, [held]), (inner.term("(norm2 (at u 1))"), [whole]), (sign, [])):
        refused(place.infer, "TURN", term=mean, member=0, table=[[entry]], orth=orth, l1=[])


def test_a_table_is_orthogonal_for_all_draws() -> None:
    """Not only under a fact on them, nor in another block."""
    mean = "(E ((u (ortho 1 d)) (g (gauss))) (sin (* g (dot (at u 1) x))))"
    place = space().converges(mean)
    inner = place.opened(mean, "u", "g")
    case = inner.given("(= (* g g) 1)")
    other = space().converges(mean).opened("(E ((u (ortho 1 d)) (k (sign))) 0)", "u", "k")
    for held in (case.fact("(= (* g g) 1)"), other.ring("(* k k)", "1", other.fact("(= (pow k 2) 1)"))):
        refused(place.infer, "TURN", term=mean, member=0, table=[[inner.term("g")]], orth=[held], l1=[])


def test_an_entry_of_the_table_is_bound_here() -> None:
    mean = "(E ((u (ortho 1 d)) (k (sign))) (sin (dot (at u 1) x)))"
    place = space().converges(mean)
    for entry in (bound(0, "int"), var(10**9, "real"), var(10, "real"), make("coord", (var(10**9, "vec"), ONE))):
        with pytest.raises((Refused, IndexError)):
            place.infer("TURN", term=mean, member=0, table=[[entry]], orth=[], l1=[])
