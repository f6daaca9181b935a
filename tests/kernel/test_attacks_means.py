"""Directed attacks on expectations, sums and laws. All must be refused."""

from __future__ import annotations

from typing import Any

import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, TWO, ZERO, Term, bound, declare, make, power, rat, var
from rftheory.kernel.theorems import Theorem
from tests.kernel.bench import refused
from tests.kernel.means import NORMAL, SPACE, Run, X, Y, mean, over
from tests.kernel.words import GAUSS, HALF, add, eq, fn, mul


def unit(first: Term, low: Term = ZERO, high: Term = ONE) -> Term:
    return make("int", (low, high, first))


U, V = bound(0, "real"), bound(1, "real")
REVERSED = fn("uniform", ONE, ZERO)
NORM_EXP = mean(fn("exp", fn("norm2", bound(0, "vec"))), NORMAL)
WW = bound(0, "vec")
RADIAL = mean(mul(fn("sqrt", fn("norm2", WW)), fn("dot", WW, X)), NORMAL)
FAMILY = fn("iid", var(0, "int"), GAUSS)
MEMBER = mean(fn("at", bound(0, "reals"), var(0, "int")), FAMILY)
PLANE = mul(add(power(V, 2), fn("neg", power(U, 2))), power(fn("inv", add(power(V, 2), power(U, 2))), 2))
SUM_TO = make("sum", (ONE, var(0, "int"), bound(0, "int")))
REFUSED: dict[str, tuple[str, dict[str, Any]]] = {
    "9: three means less two without convergence": (
        "LIN", {"terms": [NORM_EXP, NORM_EXP], "coefficients": [rat(3), rat(-2)], "l1": []}),
    "9: convergence from nothing": ("GAUSS", {"law": NORMAL, "rate": [ONE], "tilt": [], "turn": [], "bounds": []}),
    "16: the plane with a jump": ("SWAP", {"term": unit(unit(PLANE)), "first": [], "whole": [], "other": []}),
    "17: the number 1 on the plane": ("SWAP", {
        "term": unit(unit(ONE, MINUS_OO, OO), MINUS_OO, OO), "first": [], "whole": [], "other": []}),
    "19: poles that cancel": ("LIN", {
        "terms": [unit(fn("inv", U)), unit(fn("inv", U))], "coefficients": [ONE, rat(-1)], "l1": []}),
    "39: masses 2 and -1": ("FINITE", {"term": mean(ONE, fn("finite", ZERO, TWO, ONE, rat(-1))), "l1": []}),
    "47: a law about a draw of its block": ("INDEP", {
        "first": mean(U, GAUSS), "second": mean(U, fn("uniform", var(1, "real"), ONE)), "l1": []}),
    "48: the draw besides its norm": ("GRAMLAW", {
        "term": RADIAL, "member": 0, "vectors": [], "table": [], "rank": 0, "gram": [], "l1": []}),
    "52: a frame of more dimensions": ("GRAMLAW", {
        "term": mean(fn("norm2", WW), NORMAL), "member": 0, "vectors": [], "table": [], "rank": 2, "gram": [], "l1": []}),
    "70: an empty integral with a backward one": ("SWAP", {
        "term": unit(unit(ONE, ONE, ZERO), ZERO, ZERO), "first": [], "whole": [], "other": []}),
    "70: a uniform law from 1 to 0": ("CONST", {"over": mean(ZERO, REVERSED), "value": ONE}),
    "an empty sum of means over no law": ("SWAP", {
        "term": make("sum", (ONE, ZERO, mean(ONE, REVERSED))), "first": [], "whole": [], "other": []}),
    "members of no law": ("IID", {
        "term": mean(fn("at", bound(0, "reals"), ONE), fn("iid", TWO, REVERSED)), "member": 0, "indices": [ONE],
        "differ": [], "l1": []}),
    "58: two equal members": ("IID", {
        "term": mean(power(fn("at", bound(0, "reals"), ONE), 2), fn("iid", TWO, GAUSS)), "member": 0,
        "indices": [ONE, ONE], "differ": [], "l1": []}),
    "a member out of the family": ("IID", {
        "term": mean(fn("at", bound(0, "reals"), rat(3)), fn("iid", TWO, GAUSS)), "member": 0, "indices": [rat(3)],
        "differ": [], "l1": []}),
    "a constant over the line": ("CONST", {"over": unit(ZERO, MINUS_OO, OO), "value": ONE}),
    "a constant over a backward range": ("CONST", {"over": unit(ZERO, ONE, ZERO), "value": ONE}),
    "a constant over a range backward by two": ("CONST", {"over": make("sum", (TWO, ZERO, ONE)), "value": ONE}),
    "an undefined constant": ("CONST", {"over": mean(ZERO, GAUSS), "value": fn("inv", ZERO)}),
    "an interval that is not empty": ("NULL", {"term": unit(ONE)}),
    "a sum that is not empty": ("NULL", {"term": make("sum", (ONE, ONE, ONE))}),
    "a sum backward by two": ("NULL", {"term": make("sum", (TWO, ZERO, ONE))}),
    "an undefined member": ("SINGLE", {"term": make("sum", (ZERO, ZERO, fn("inv", bound(0, "int"))))}),
    "a point outside of the range": ("SPLIT", {
        "whole": make("sum", (ONE, TWO, bound(0, "int"))), "last": rat(3), "following": rat(4), "orders": [], "l1": []}),
    "a part that overlaps": ("SPLIT", {
        "whole": make("sum", (ONE, rat(4), bound(0, "int"))), "last": TWO, "following": TWO, "orders": [], "l1": []}),
    "a sum of means that do not converge": ("SWAP", {
        "term": mean(make("sum", (ONE, TWO, fn("exp", fn("norm2", bound(1, "vec"))))), NORMAL), "first": [],
        "whole": [], "other": []}),
    "a constant factor that need not be defined": ("MEMBERS", {
        "term": make("prod", (ONE, fn("neg", ONE), fn("inv", ZERO))), "part": "constant", "count": 0}),
    "a draw that occurs is left out": ("BLOCK", {"term": mean(mul(U, V), GAUSS, GAUSS), "keep": [0], "l1": []}),
    "a draw twice": ("BLOCK", {"term": mean(mul(U, V), GAUSS, GAUSS), "keep": [0, 0], "l1": []}),
    "a law that is not symmetric": ("IMAGE", {
        "term": mean(U, fn("uniform", ZERO, ONE)), "member": 0, "way": "reflect", "l1": []}),
    "a point without a density": ("DENSITY", {"term": mean(U, fn("chi2", ZERO)), "l1": []}),
    "no value at a point of the law": ("FINITE", {
        "term": mean(fn("inv", add(bound(0, "int"), ONE)), fn("sign")), "l1": []}),
    "no value at a point of mass 0": ("FINITE", {"term": mean(fn("inv", U), fn("finite", ZERO, ZERO, ONE, ONE)), "l1": []}),
    "a rate of 1/2": ("GAUSS", {"law": GAUSS, "rate": [HALF], "tilt": [], "turn": [], "bounds": []}),
    "a complex rate without a bound": ("GAUSS", {"law": GAUSS, "rate": [IMAG], "tilt": [], "turn": [], "bounds": []}),
    "moments of a draw of no law": ("MOMENT", {"law": REVERSED, "order": 2, "vectors": []}),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    rule_name, parameters = REFUSED[name]
    run = Run(*SPACE)
    with pytest.raises(Refused) as refusal:
        run.infer(rule_name, **parameters)
    assert "takes" not in str(refusal.value)


def test_exchange_needs_the_inner_integral_everywhere() -> None:
    """(16), (18): the iterated integral, the first inner one, even of |f|, do not make the other inner one finite."""
    kernel_function = fn("ap", var(0, "fun"), add(V, U))
    term, size = unit(unit(kernel_function)), unit(unit(fn("abs", kernel_function)))
    inner_fact = make("all", (declare("real", low=ZERO, high=ONE, closed="()"), fn("l1", unit(kernel_function))))
    swapped = unit(unit(fn("ap", var(0, "fun"), add(U, V))))
    other_fact = make("all", (declare("real", low=ZERO, high=ONE, closed="()"), fn("l1", swapped.args[2])))
    run = Run(declare("fun"), inner_fact, fn("l1", term), fn("l1", size), other_fact)

    def premise(fact: Term, binder: Term) -> Theorem:
        inner, (x,), _ = run.opened(binder)
        ends = [run.fact(make("<", pair), inner) for pair in ((ZERO, x), (x, ONE))]
        return run.infer("ALLUSE", inner, of=run.fact(fact), value=x, premises=ends)

    first, other = [premise(inner_fact, term)], [premise(other_fact, swapped)]
    whole = [run.fact(fn("l1", size))]
    assert run.infer("SWAP", term=term, first=first, whole=whole, other=other).judgement is eq(term, swapped)
    for missing in ("other", "first", "whole"):
        plain = Run(declare("fun"), inner_fact, fn("l1", term), other_fact)
        given: dict[str, Any] = {"first": first, "whole": whole, "other": other} | {missing: []}
        refused((plain if missing == "whole" else run).infer, "SWAP", term=term, **given)
    # without the absolute value the iterated integral says nothing
    run = Run(declare("fun"), inner_fact, fn("l1", term), other_fact)
    first, other = [premise(inner_fact, term)], [premise(other_fact, swapped)]
    with pytest.raises(Refused, match="converge"):
        run.infer("SWAP", term=term, first=first, whole=[run.fact(fn("l1", term))], other=other)


def test_premises_of_other_contexts_are_refused() -> None:
    run = Run(declare("real"))
    x, other = var(0, "real"), Run(declare("real", low=ZERO, closed="[]"))
    moment = other.infer("MOMENT", law=GAUSS, order=2, vectors=[])
    refused(run.infer, "LIN", terms=[moment.judgement.args[0]], coefficients=[ONE], l1=[moment])
    # an order on the range of another law bounds nothing under this one
    wide, narrow = (over([fn("uniform", rat(-1), high)], lambda u: u, run.context) for high in (rat(9), ONE))
    inner, (u,), _ = run.opened(narrow)
    order = run.infer("WEAKEN", inner, of=run.fact(make("<", (u, ONE)), inner), to="<=")
    for term in (wide, narrow):
        refused(run.infer, "DOM", term=term, bound=order, l1=[])
    assert x.op == "var"


def test_draws_stay_apart() -> None:
    """(29): the product of two means is over two draws."""
    run = Run(*SPACE, eq(fn("dot", X, X), fn("dot", Y, Y)))
    first = run.infer("MOMENT", law=NORMAL, order=1, vectors=[X])
    term = first.judgement.args[0]
    apart = run.infer("INDEP", first=term, second=term, l1=[first]).judgement.args[0]
    assert apart is over([NORMAL, NORMAL], lambda v, w: mul(fn("dot", v, X), fn("dot", w, X)), run.context)


def test_draws_of_an_image_are_its_values() -> None:
    """E over the law of w^2 of g is E w^2; a law needs a value for every draw, and a body one for every real number."""
    run = Run()
    squared, positive, undefined = (fn("image", GAUSS, value) for value in (power(U, 2), fn("exp", U), fn("inv", U)))
    second = run.infer("MOMENT", law=GAUSS, order=2, vectors=[])
    found = run.infer("IMAGE", term=mean(U, squared), member=0, way="image", l1=[second])
    assert found.judgement is eq(mean(U, squared), mean(power(U, 2), GAUSS))
    ones = run.infer("CONST", over=mean(ZERO, GAUSS), value=ONE)
    for term in (mean(mul(U, fn("inv", U)), positive), mean(U, undefined)):
        refused(run.infer, "IMAGE", term=term, member=0, way="image", l1=[ones, second])
    with pytest.raises(Refused, match="no law"):
        run.infer("IMAGE", term=mean(U, GAUSS), member=0, way="image", l1=[second])


def test_law_of_an_inner_block_stays_inside() -> None:
    """A law about an outer draw is neither moved out nor put into one block with the draw."""
    run = Run()
    law = fn("uniform", ZERO, fn("exp", bound(0, "real")))
    term = mean(mean(U, law), GAUSS)
    with pytest.raises(Refused, match="depends"):
        run.infer("NEST", term=term, first=[], whole=[])
    with pytest.raises(Refused, match="depends"):
        run.infer("SWAP", term=term, first=[], whole=[], other=[])


def test_strict_comparison_needs_a_member() -> None:
    n = var(0, "int")
    run = Run(declare("int", low=ZERO))
    lower, upper = (make("sum", (ONE, n, value)) for value in (ZERO, ONE))
    inner, _, _ = run.opened(lower)
    less = run.infer("DEF", inner, judgement=make("<", (ZERO, ONE)))
    weak = run.infer("COMPARE", lower=lower, upper=upper, by=less, l1=[], strict=[], at=[])
    assert weak.judgement is make("<=", (lower, upper))
    refused(run.infer, "COMPARE", lower=lower, upper=upper, by=less, l1=[], strict=[less], at=[ONE])


def test_a_constant_factor_is_defined_where_the_range_is_empty() -> None:
    """``1/n`` is defined where 1 <= k <= n; at n = 0 the product is empty and ``1/n`` has no value."""
    n = var(0, "int")
    run = Run(declare("int", low=ZERO))
    term = make("prod", (ONE, n, fn("inv", n)))
    inner, (k,), _ = run.opened(term)
    lower, upper = (run.fact(make("<=", pair), inner) for pair in ((ONE, k), (k, n)))
    run.use(run.below(ZERO, n, inner, lower, upper, gap=1))
    run.infer("REFL", term=term)
    with pytest.raises(Refused, match="factor"):
        run.infer("MEMBERS", term=term, part="constant", count=0)
