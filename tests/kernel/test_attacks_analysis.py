"""Attacks on the rules of calculus and expectations: each would end in a false theorem."""

from __future__ import annotations

from typing import Any

import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, Context, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import MINUS_OO, ONE, OO, TWO, ZERO, Term, bound, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.bench import refused
from tests.kernel.means import NORMAL, SPACE, Run, X, mean, over
from tests.kernel.words import GAUSS, HALF, add, eq, fn, mul

U, V, K, W = bound(0, "real"), bound(1, "real"), bound(0, "int"), bound(0, "vec")
NOTHING = make("int", (ZERO, ZERO, ZERO))


def test_that_a_context_is_inhabited_is_not_handed_on() -> None:
    """``x < 0 < x`` is not inhabited because the empty context is."""
    kernel = Kernel()
    shown = kernel.infer("INHABIT", EMPTY, values=[], premises=[])
    refused(kernel.use, EMPTY, shown)
    nowhere = kernel.declare(EMPTY, declare("real", high=ZERO, closed="()"))
    nowhere = kernel.declare(nowhere, make("<", (ZERO, var(0, "real"))))
    refused(kernel.infer, "DEF", nowhere, judgement=make("inhabited"))


# -- what is true inside an empty range must not come out of it -----------------------------------------------------


class Nowhere(Run):
    """The context inside an integral from 0 to 0, where everything holds."""

    def __init__(self, *entries: Term, binder: Term = NOTHING) -> None:
        super().__init__(*entries)
        self.inner, (x,) = open_binder(self.context, binder)
        require_well_formed(self.kernel, self.inner)
        links = [self.fact(make("<", pair), self.inner) for pair in ((ZERO, x), (x, ZERO))]
        self.false = self.infer("CHAIN", self.inner, links=links)

    def absurd(self, judgement: Term, context: Context | None = None) -> Theorem:
        return self.infer("ABSURD", context or self.inner, of=self.false, judgement=judgement)


def test_ends_without_a_value_do_not_come_out() -> None:
    """Continuity on [0, inv(x)^2] at x = 0 would make ``inv 0`` a number, and 1 = 0 * (0 * inv 0)^2."""
    x = var(0, "real")
    run = Nowhere(declare("real"), eq(x, ZERO))
    end = power(fn("inv", x), 2)
    run.use(run.absurd(fn("real", end)))
    shape = make("cont", (ZERO, end, ZERO), ("closed", "closed"))
    inside = run.absurd(shape)
    with pytest.raises(Refused, match="end of a variable"):
        run.infer("CONT", over=shape, given=[], premises=[])
    for name, parameters in {
        "CONT": {"over": shape, "given": [inside]},
        "INTEGRABLE": {"cont": inside},
        "LIMCONT": {"of": inside, "point": ZERO, "side": "above"},
    }.items():
        refused(run.infer, name, **parameters, premises=[])


def test_bodies_without_a_value_are_nothing_over_a_point() -> None:
    """``int_0^0 f = 0`` for any f; an order of bodies there is none of the integrals, nor of other ranges."""
    run = Nowhere()
    bodies = [make("int", (ZERO, ZERO, body)) for body in (fn("inv", ZERO), rat(-1))]
    nulls = [run.use(run.infer("L1", of=run.infer("NULL", term=term), term=term)) for term in bodies]
    order = run.absurd(make("<", (fn("inv", ZERO), rat(-1))))
    held = run.infer("COMPARE", lower=bodies[0], upper=bodies[1], by=order, l1=nulls, strict=[], at=[])
    assert held.judgement is make("<=", tuple(bodies))
    wide = [make("int", (ZERO, ONE, body)) for body in (ONE, ZERO)]
    for name, parameters in {
        "COMPARE": {"lower": wide[0], "upper": wide[1], "by": run.absurd(make("<", (ONE, ZERO))), "l1": [],
                    "strict": [], "at": []},
        "DOM": {"term": make("int", (ZERO, OO, ONE)), "bound": run.absurd(make("<=", (ONE, ZERO))), "l1": []},
        "CONG": {"eq": run.absurd(eq(ONE, ZERO)), "term": wide[0], "paths": [[2]]},
        "SYM": {"of": run.absurd(eq(ONE, ZERO))},
    }.items():  # fmt: skip
        refused(run.infer, name, **parameters)


def test_an_empty_sum_is_no_mean() -> None:
    """A sum from 1 to 0 of means that do not exist is 0; exchanged, it is a mean over what must be a law."""
    run = Run()
    for law in (fn("uniform", ONE, ZERO), fn("uniform", ZERO, ZERO), fn("normal", ZERO), fn("chi", ZERO)):
        term = make("sum", (ONE, ZERO, make("E", (law, ONE))))
        run.infer("NULL", term=term)
        refused(run.infer, "SWAP", term=term, first=[], whole=[], other=[])


# -- values where a law has no draws, and draws that are not all of a context ---------------------------------------


def test_a_mean_over_points_says_nothing_elsewhere() -> None:
    """``inv`` has a mean over the point 1; this does not make it a value at other numbers, or at 0."""
    run = Run()
    term = mean(fn("inv", U), fn("finite", ONE, ONE))
    one = run.infer("FINITE", term=term, l1=[])
    run.l1(one, term)
    inner, (x,), (body,) = run.opened(term)
    for judgement in (fn("def", body), make("!=", (x, ZERO)), eq(x, ONE)):
        refused(run.infer, "DEF", inner, judgement=judgement)
    for name, parameters in {
        "INDEP": {"first": term, "second": mean(fn("inv", U), GAUSS), "l1": [one]},
        "DENSITY": {"term": mean(fn("inv", U), fn("uniform", ZERO, TWO)), "l1": [one]},
        "IMAGE": {"term": term, "member": 0, "way": "reflect", "l1": [one]},
        "COMPARE": {"lower": term, "upper": mean(TWO, fn("finite", ONE, ONE)), "by": one, "l1": [one], "strict": [],
                    "at": []},
    }.items():  # fmt: skip
        refused(run.infer, name, **parameters)


def inverse_norm() -> tuple[Run, Term]:
    """A normal vector is never 0: ``E norm2(w) inv(norm2 w)`` is a mean; independent coordinates may all be 0."""
    run = Run(*SPACE)
    term = over([NORMAL], lambda w: mul(fn("norm2", w), fn("inv", fn("norm2", w))), run.context)
    inner, (w,), (body,) = run.opened(term)
    constant = run.infer("CONST", over=mean(ZERO, NORMAL), value=ONE)
    run.l1(constant, constant.judgement.args[0])
    back = run.sym(run.infer("RING", inner, lhs=body, rhs=ONE, eqs=[]))
    run.l1(run.infer("CONG", eq=back, term=constant.judgement.args[0], paths=[[1]]), term)
    return run, term


def test_coordinates_may_vanish() -> None:
    run, term = inverse_norm()
    assert run.infer("BLOCK", term=term, keep=[0], l1=[]).judgement.op == "="
    run.infer("IMAGE", term=term, member=0, way="polar", l1=[])
    with pytest.raises(Refused, match="not known to be defined"):
        run.infer("GRAMLAW", term=term, member=0, vectors=[], table=[], rank=0, gram=[], l1=[])


MEAN_OF_SCALED = mean(fn("dot", W, fn("vscale", TWO, W)), NORMAL)
PAIR = mean(fn("dot", bound(0, "vec"), bound(1, "vec")), NORMAL, NORMAL)
MEMBERS = mean(make("sum", (ONE, TWO, fn("at", bound(1, "reals"), K))), fn("iid", TWO, GAUSS))
STAND_IN = var(10**9, "vec")

DRAWS: dict[str, tuple[str, dict[str, Any]]] = {
    "a frame for a product with another draw": ("GRAMLAW", {
        "term": PAIR, "member": 0, "vectors": [], "table": [], "rank": 0, "gram": []}),
    "a table that is not the vector's": ("GRAMLAW", {
        "term": mean(fn("dot", W, X), NORMAL), "member": 0, "vectors": [X], "table": [[ONE]], "rank": 1, "gram": []}),
    "all members by two of them": ("IID", {"term": MEMBERS, "member": 0, "indices": [ONE, TWO], "differ": []}),
    "a member by another one": ("IID", {
        "term": mean(fn("at", bound(0, "reals"), ONE), fn("iid", TWO, GAUSS)), "member": 0, "indices": [TWO],
        "differ": []}),
    "a factor with two members": ("IIDPROD", {
        "term": mean(make("prod", (ONE, TWO, mul(fn("at", bound(1, "reals"), K), fn("at", bound(1, "reals"), ONE)))),
                     fn("iid", TWO, GAUSS))}),
    "a product over a part of the family": ("IIDPROD", {
        "term": mean(make("prod", (ONE, ONE, fn("at", bound(1, "reals"), K))), fn("iid", TWO, GAUSS))}),
    "the mean of a draw over 0 degrees at 0": ("DENSITY", {
        "term": mean(fn("rpow", U, rat(-1)), fn("chi2", rat(4)))}),
    "a draw left out that occurs in a binder": ("BLOCK", {
        "term": mean(make("sum", (ZERO, ONE, mul(bound(1, "real"), K))), GAUSS), "keep": []}),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWS)
def test_draws_that_are_not_told_apart(name: str) -> None:
    rule, parameters = DRAWS[name]
    run = Run(*SPACE)
    refused(run.infer, rule, **parameters, l1=[])


# -- ends, sides and limits -----------------------------------------------------------------------------------------


def test_what_has_no_value_is_no_end() -> None:
    """``0 < exp(inv 0)`` is what the structure says of a value, if there is one."""
    run = Run(declare("real"), eq(var(0, "real"), ZERO))
    end = fn("exp", fn("inv", var(0, "real")))
    for name, parameters in {
        "DERIV": {"over": make("int", (ZERO, end, U)), "premises": []},
        "CONT": {"over": make("cont", (ZERO, end, U), ("closed", "open")), "given": [], "premises": []},
        "LIMIT": {"over": make("int", (ZERO, end, U)), "side": "above", "parts": [], "eqs": [], "premises": []},
        "INTEGRABLE_TABLE": {"entry": "zero", "numbers": [end], "power": 0, "premises": []},
        "LIMTABLE": {"entry": "power.zero", "numbers": [end], "premises": []},
        "CONST": {"over": make("int", (ZERO, end, U)), "value": ONE},
        "DEF": {"judgement": make("<", (ZERO, end))},
    }.items():
        refused(run.infer, name, **parameters)


def test_sums_run_over_integers() -> None:
    run = Run()
    for name, parameters in {
        "CONST": {"over": make("sum", (HALF, ONE, ZERO)), "value": ONE},
        "NULL": {"term": make("sum", (add(HALF, ONE), HALF, ONE))},
        "SINGLE": {"term": make("sum", (HALF, HALF, ONE))},
        "REINDEX": {"term": make("sum", (ZERO, ONE, K)), "way": "shift", "by": HALF, "l1": []},
        "SPLIT": {"whole": make("sum", (ZERO, TWO, K)), "last": HALF, "following": add(HALF, ONE), "orders": [],
                  "l1": []},
    }.items():  # fmt: skip
        refused(run.infer, name, **parameters)


@pytest.mark.parametrize(
    ("side", "low", "high"),
    [("above", ONE, ZERO), ("below", ONE, ONE), ("oo", ZERO, ONE), ("above", MINUS_OO, ZERO), ("both", ZERO, ONE)],
)
def test_no_limit_where_no_interval_reaches(side: str, low: Term, high: Term) -> None:
    refused(Run().infer, "LIMIT", over=make("int", (low, high, U)), side=side, parts=[], eqs=[], premises=[])


def test_the_sign_of_a_slope_belongs_to_its_interval() -> None:
    """``x^2`` rises on (0,1); that its slope is positive there says nothing on (-1,1)."""
    run = Run()
    square = power(U, 2)
    wide = run.infer("DERIV", over=make("int", (rat(-1), ONE, square)), premises=[])
    narrow = run.infer("DERIV", over=make("int", (ZERO, ONE, square)), premises=[])
    inner, _, (_, rate) = run.opened(narrow.judgement)
    sign = run.infer("DEF", inner, judgement=make("<", (ZERO, rate)))
    order = run.infer("NUM", judgement=make("<", (fn("neg", HALF), ZERO)), prec=64)
    refused(run.infer, "SLOPE", slope=wide, cont=[], sign=sign, order=order, premises=[])
    refused(run.infer, "SLOPE", slope=narrow, cont=[], sign=sign, order=order, premises=[])
