"""Attacks on what is known of the draws of a frame, and on frames inside of other binders. All must be refused.

Each attack changes one thing of an instance that is accepted, which is tried first: so none is refused for another reason.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from rftheory.kernel.refused import Refused
from rftheory.kernel.theorems import Theorem
from tests.kernel.bench import refused
from tests.kernel.test_attacks_frames import SPACE, length_of, member_of, space
from tests.kernel.texts import Place

# -- what is known of the draws -------------------------------------------------------------------------------------


def _product(inner: Place, first: str, second: str) -> Theorem:
    """``(i - j) w_i.w_j = 0``."""
    return inner.infer("ALLUSE", of=member_of(inner, 1, first), value=second, premises=[])


@pytest.mark.parametrize("law", ["ortho", "frame"])
def test_two_members_are_orthogonal(law: str) -> None:
    place = space("(!= i j)")
    inner = place.opened(f"(E ((w ({law} m d))) 0)", "w")
    found = _product(inner, "i", "j")
    assert found.judgement is inner.term("(= (* (+ i (neg j)) (dot (at w i) (at w j))) 0)")
    eqs = [place.fact("(!= i j)"), found]
    assert inner.ring("(dot (at w i) (at w j))", "0", *eqs)
    # not a member with itself, nor two that may be one
    for first, second, given in (
        ("(dot (at w i) (at w i))", "0", [_product(inner, "i", "i")]),
        ("(norm2 (at w i))", "0", [_product(inner, "i", "i")]),
        ("(dot (at w i) (at w j))", "0", [found]),
        ("(dot (at w 1) (at w i))", "0", [_product(inner, "1", "i")]),
        ("(dot (at w i) x)", "0", eqs),
    ):
        refused(inner.ring, first, second, *given)


@pytest.mark.parametrize("index", ["0", "-1", "(+ m 1)", "d", "1/2", "c", "3"])
def test_no_fact_about_what_is_no_member(index: str) -> None:
    for law in ("ortho", "frame"):
        inner = space().opened(f"(E ((w ({law} m d))) 0)", "w")
        assert length_of(inner, "m")
        refused(length_of, inner, index)
        refused(_product, inner, "1", index)


def test_lengths_are_those_of_the_law() -> None:
    inner = space().opened("(E ((w (frame m d))) 0)", "w")
    assert length_of(inner, "1").judgement is inner.term("(< 0 (norm2 (at w 1)))")
    for rule, parameters in (
        ("HYP", {"fact": "(all (k int (closed 1) (closed m)) (= (norm2 (at w k)) 1))"}),
        ("DEF", {"judgement": "(<= 1 (norm2 (at w 1)))"}),
        ("RING", {"lhs": "(norm2 (at w 1))", "rhs": "1", "eqs": []}),
        ("RING", {"lhs": "(norm2 (at w 1))", "rhs": "(norm2 (at w 2))", "eqs": []}),
    ):
        refused(inner.infer, rule, **parameters)


def test_independent_vectors_are_not_orthogonal() -> None:
    """What holds of each frame is no instance for a family of another law, nor for any family of the context."""
    outer = space("(!= i j)")
    frame = outer.opened("(E ((w (frame m d))) 0)", "w")
    held = frame.ring("(dot (at w i) (at w j))", "0", outer.fact("(!= i j)"), _product(frame, "i", "j"))
    facts = [frame.infer("HYP", fact=fact) for fact in frame.context.facts if fact.op == "all"]
    again = outer.opened("(E ((v (ortho m d)) (w (frame m d))) 0)", "v", "w")
    values = [again.term(name) for name in (*SPACE, "w")]
    given = [again.infer("HYP", fact=fact) for fact in again.context.facts if fact.op == "all"]
    # a frame in another place is a frame
    again.infer("INST", of=held, values=values, premises=[*given])
    for other in (
        outer.opened("(E ((v (ortho m d)) (w (iid m (normal d)))) 0)", "v", "w"),
        outer.opened("(E ((v (ortho m d)) (w (iid m (sphere d)))) 0)", "v", "w"),
        outer.declared({"v": "(vecs m d)", "w": "(vecs m d)"}),
    ):
        values = [other.term(name) for name in (*SPACE, "w")]
        given = [other.infer("HYP", fact=fact) for fact in other.context.facts if fact.op == "all"]
        refused(other.infer, "INST", of=held, values=values, premises=given)
        refused(other.infer, "INST", of=held, values=values, premises=[*given, *facts])


def test_nothing_of_a_frame_of_too_many_members() -> None:
    """Its opened context has no point; no rule gives it a mean or a probability all the same."""
    place = Place().declared({"x": "(vec 1)"})
    for law in ("(frame 2 1)", "(ortho 2 1)", "(frame 3 2)", "(ortho 1 0)"):
        for rule, parameters in (
            ("CONST", {"over": f"(E ((w {law})) 0)", "value": "1"}),
            ("REFL", {"term": f"(P ((w {law})) (<= 0 1))"}),
            ("UNION", {"event": f"(P ((w {law})) (<= 1 0))", "parts": [f"(P ((w {law})) (<= 1 0))"]}),
            ("BLOCK", {"term": f"(E ((g (gauss)) (w {law})) (pow g 2))", "keep": [0], "l1": []}),
            ("LIN", {"terms": [f"(E ((w {law})) 1)"], "coefficients": ["1"], "l1": []}),
            ("DEF", {"judgement": f"(def (E ((w {law})) 1))"}),
            ("DEF", {"judgement": f"(<= 0 (P ((w {law})) (<= 0 1)))"}),
        ):
            with pytest.raises(Refused):
                given = {"outside": place.seen("(< 0 1)")} if rule == "UNION" else {}
                place.infer(rule, **parameters, **given)


@pytest.mark.parametrize("law", ["frame m d", "frame n d", "frame 4 d", "frame d m", "ortho 2 1"])
def test_a_bound_of_a_body_needs_the_law_of_its_block(law: str) -> None:
    """``cos^2 <= 1`` for all draws of a block without draws gives no mean."""
    place, mean = space(), f"(E ((w ({law}))) (pow (cos (norm2 (at w 1))) 2))"
    inner = place.opened(mean, "w")
    circle = inner.infer("ATOM", schema="circle", terms=["(norm2 (at w 1))"], numbers=[], premises=[])
    rows = [{"q": Fraction(1), "h": ["(sin (norm2 (at w 1)))"], "signs": [], "nz": []}]
    limit = inner.infer("POS", lhs="(pow (cos (norm2 (at w 1))) 2)", rhs="1", rows=rows, eqs=[circle])
    if law == "frame m d":
        assert place.infer("DOM", term=mean, bound=limit, l1=[])
        return
    refused(place.infer, "DOM", term=mean, bound=limit, l1=[])


# -- frames inside of other binders ---------------------------------------------------------------------------------


def test_a_frame_is_no_frame_of_the_draws_around_it() -> None:
    """``E_n E_(frame n d)`` is no mean over one block, and indices of an inner frame are none of an outer one."""
    mean = "(E ((w (frame m d))) (E ((v (frame m d))) (sin (dot (at w i) (at v j)))))"
    place = space().converges(mean)
    found = place.infer("SUBFRAME", term=mean, member=0, indices=["i"], differ=[], l1=[])
    assert found.judgement.args[1] is place.term("(E ((w (normal d))) (E ((v (frame m d))) (sin (dot w (at v j)))))")
    refused(place.infer, "SUBFRAME", term=mean, member=0, indices=["j"], differ=[], l1=[])
    inner = place.opened(mean, "w")
    within = "(E ((v (frame m d))) (sin (dot (at w i) (at v j))))"
    refused(
        inner.converges(within).infer, "SUBFRAME", term=within, member=0, indices=["i"], differ=[], l1=[]
    )  # the draws around it stay: w_i is no member of v


def test_an_inner_law_about_a_frame_keeps_its_block() -> None:
    """Its draws depend on those of the frame; so both make no block, and the law turns with the frame."""
    mean = "(E ((u (ortho 1 d))) (E ((k (mass (b 0 1) (pow (dot (at u 1) x) 2)))) (sin k)))"
    place = space().converges(mean)
    refused(place.infer, "NEST", term=mean, first=[], whole=[place.fact(f"(l1 {mean})")])
    refused(place.infer, "SWAP", term=mean, first=[], whole=[place.fact(f"(l1 {mean})")], other=[])
    found = place.infer("TURN", term=mean, member=0, table=[["-1"]], orth=[place.ring("(* -1 -1)", "1")], l1=[])
    mass = "(mass (b 0 1) (pow (dot (vscale -1 (at u 1)) x) 2))"
    assert found.judgement.args[1] is place.term(f"(E ((u (ortho 1 d))) (E ((k {mass})) (sin k)))")
