"""Attacks on one member of a frame apart, and on chi-square draws as sums. All must be refused.

Each attack changes one thing of an instance that is accepted, which is tried first: so none is refused for another reason.
"""

from __future__ import annotations

from typing import Any

import pytest

from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import ONE, bound, make, var
from tests.kernel.bench import refused
from tests.kernel.texts import Place

SPACE = {
    "d": "int (closed 3) none", "x": "(vec d)", "y": "(vec d)", "m": "int (closed 2) (closed d)",
    "k": "int (closed 1) none", "c": "real none none", "n": "int (closed 1) none", "e": "int (closed 0) none",
    "z": "(vec 2)",
}  # fmt: skip
#: what is known of k: k + 1 <= m, and the others are directions of R^(d - 1)
ROOM = ("(<= (+ k 1) m)", "(<= k m)", "(<= k (+ d -1))")


def space(*facts: str) -> Place:
    return Place().declared(SPACE).given(*ROOM, *facts)


PRODUCTS = "(E ((u (ortho m d))) (sin (* (dot (at u 1) x) (dot (at u 2) x))))"
SUM = "(E ((u (ortho m d))) (sin (* (dot (at u (+ k 1)) x) (sum (j 1 k) (dot x (at u j))))))"


def test_the_last_member_is_a_point_of_the_sphere() -> None:
    place = space().converges(PRODUCTS)
    found = place.infer("PEEL", term=PRODUCTS, member=0, vector="x", fewer="1", l1=[])
    length = "(sqrt (+ (norm2 x) (neg (pow (dot s x) 2))))"
    new = f"""(E ((s (sphere d)) (v (ortho 1 (+ d -1))) (q (sphere (+ d -1))))
        (sin (* (* {length} (dot (at v 1) q)) (dot s x))))"""
    assert found.judgement.args[1] is place.term(new)


def test_the_other_draws_stay_where_they_are() -> None:
    old = PRODUCTS.replace("((u (ortho m d)))", "((g (gauss)) (u (ortho m d)) (h (gauss)))").replace(
        "(sin (*", "(sin (* g h"
    )
    place = space().converges(old)
    found = place.infer("PEEL", term=old, member=1, vector="x", fewer="1", l1=[])
    assert [law.op for law in found.judgement.args[1].args[:-1]] == ["gauss", "sphere", "ortho", "sphere", "gauss"]


@pytest.mark.parametrize(
    ("mean", "parameters"),
    [
        # an index that is none of the frame, or the one before is none
        (PRODUCTS, {"fewer": "0"}),
        (PRODUCTS, {"fewer": "-1"}),
        (PRODUCTS, {"fewer": "1/2"}),
        (PRODUCTS, {"fewer": "c"}),
        (PRODUCTS, {"fewer": "m"}),
        (PRODUCTS, {"fewer": "n"}),
        (PRODUCTS, {"fewer": "2"}),
        (PRODUCTS, {"fewer": "(+ 1 1)"}),
        # members after the last one, or perhaps so
        (PRODUCTS.replace("at u 1", "at u 3"), {}),
        (PRODUCTS.replace("at u 1", "at u m"), {}),
        (PRODUCTS.replace("at u 1", "at u k"), {}),
        (PRODUCTS.replace("at u 1", "at u n"), {}),
        (PRODUCTS.replace("at u 1", "at u 0"), {}),
        ("(E ((u (ortho m d))) (sum (j 1 2) (sin (dot (at u j) x))))", {}),
        ("(E ((u (ortho m d))) (sum (j 1 m) (sin (dot (at u j) x))))", {}),
        ("(E ((u (ortho m d))) (pow (dot (at u 3) x) 0))", {}),
        # products with other vectors, of members, and lengths
        (PRODUCTS, {"vector": "y"}),
        (PRODUCTS.replace("(at u 2) x", "(at u 2) y"), {}),
        (PRODUCTS.replace("(at u 2) x", "(at u 2) (vscale 1 x)"), {}),
        (PRODUCTS.replace("(at u 2) x", "(at u 2) (at u 1)"), {}),
        ("(E ((u (ortho m d))) (sin (norm2 (vadd (at u 1) (at u 2)))))", {}),
        ("(E ((u (ortho m d))) (sin (* (norm2 (at u 1)) (dot (at u 2) x))))", {}),
        ("(E ((u (ortho m d))) (sin (dot (vscale c (at u 1)) x)))", {}),
        ("(E ((u (ortho m d))) (sin (coord (at u 1) 1)))", {}),
        ("(E ((u (ortho m d))) (E ((w (normal d))) (sin (* (dot w (at u 1)) (dot x (at u 2))))))", {}),
        # an index that is drawn
        (PRODUCTS.replace("at u 1", "at u (norm2 (at u 1))"), {}),
        # vectors that are none of the space or of the context
        (PRODUCTS, {"vector": "z"}),
        (PRODUCTS, {"vector": "(vscale imag x)"}),
        (PRODUCTS, {"vector": "(vscale (inv c) x)"}),
        # other laws, other places, no frame at all
        (PRODUCTS.replace("ortho", "frame"), {}),
        (PRODUCTS.replace("(ortho m d)", "(iid m (sphere d))"), {}),
        (PRODUCTS.replace("(ortho m d)", "(iid m (normal d))"), {}),
        (PRODUCTS.replace("ortho m d", "ortho n d"), {}),
        (PRODUCTS.replace("ortho m d", "ortho d m"), {}),
        (PRODUCTS, {"member": 1}),
        ("(E ((g (gauss)) (u (ortho m d))) (sin (* g (dot (at u 1) x))))", {}),
        ("(P ((u (ortho m d))) (<= 0 (dot (at u 1) x)))", {}),
        # one dimension: nothing is orthogonal to the one direction
        ("(E ((u (ortho 1 1))) (sin (norm2 (at u 1))))", {"fewer": "0"}),
    ],
)
def test_members_that_are_not_apart(mean: str, parameters: dict[str, Any]) -> None:
    place = space().converges(mean) if mean.startswith("(E") else space()
    refused(place.infer, "PEEL", **{"term": mean, "member": 0, "vector": "x", "fewer": "1", "l1": [], **parameters})


def test_a_vector_of_the_block_is_none_of_the_context() -> None:
    """x may not be a draw, nor a stand-in of one, nor bound elsewhere."""
    mean = "(E ((u (ortho m d)) (w (normal d))) (sin (* (dot (at u 1) w) (dot (at u 2) w))))"
    place = space().converges(mean)
    inner = place.opened(mean, "u", "w")
    for vector in (inner.term("w"), make("at", (var(10**9, "vecs"), ONE)), var(10**9, "vec"), bound(0, "vec")):
        with pytest.raises((Refused, IndexError)):
            place.infer("PEEL", term=mean, member=0, vector=vector, fewer="1", l1=[])


def test_the_members_up_to_k_are_seen_to_be_others() -> None:
    """Not those up to k + 1 at an index that is not written so, nor where nothing is known of k + 1."""
    place = space().converges(SUM)
    found = place.infer("PEEL", term=SUM, member=0, vector="x", fewer="k", l1=[])
    assert [law.op for law in found.judgement.args[1].args[:-1]] == ["sphere", "ortho", "sphere"]
    more = SUM.replace("(j 1 k)", "(j 1 (+ k 1))")
    refused(space().converges(more).infer, "PEEL", term=more, member=0, vector="x", fewer="k", l1=[])
    for facts in (ROOM[:1], ROOM[1:]):
        bare = Place().declared(SPACE).given(*facts).converges(SUM)
        refused(bare.infer, "PEEL", term=SUM, member=0, vector="x", fewer="k", l1=[])


def test_no_member_apart_without_convergence() -> None:
    mean = "(E ((u (ortho m d))) (E ((w (normal d))) (* (exp (norm2 w)) (dot (at u 1) x))))"
    place = space()
    refused(place.infer, "PEEL", term=mean, member=0, vector="x", fewer="1", l1=[])


# -- chi-square draws as sums ---------------------------------------------------------------------------------------


def test_a_chi_square_draw_is_a_sum() -> None:
    mean = "(E ((q (chi2 (+ n e 0)))) (sin q))"
    place = space().converges(mean)
    found = place.infer("IMAGE", term=mean, member=0, way="parts", l1=[])
    new = "(E ((a (chi2 n)) (b (chi2 e)) (q (chi2 0))) (sin (+ a b q)))"
    assert found.judgement.args[1] is place.term(new)


@pytest.mark.parametrize(
    "mean",
    [
        "(E ((q (chi2 n))) (sin q))",
        "(E ((q (chi2 (* 2 n)))) (sin q))",
        "(E ((q (chi (+ n e)))) (sin q))",
        "(E ((q (gauss))) (sin q))",
        "(E ((q (normal (+ n e)))) (sin (norm2 q)))",
        # parts that are no dimensions, though their sum is one
        "(E ((q (chi2 (+ n -1 1)))) (sin q))",
        "(E ((q (chi2 (+ 1/2 1/2)))) (sin q))",
        "(E ((q (chi2 (+ e -1)))) (sin q))",
        "(P ((q (chi2 (+ n e)))) (<= 1 q))",
    ],
)
def test_draws_that_are_no_sums(mean: str) -> None:
    place = space().converges(mean) if mean.startswith("(E") else space()
    refused(place.infer, "IMAGE", term=mean, member=0, way="parts", l1=[])
