"""Expectations, sums and laws: what their rules prove, and directed attacks that they refuse."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, bodies, close, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import (
    IMAG,
    MINUS_OO,
    ONE,
    OO,
    TWO,
    ZERO,
    Term,
    bound,
    declare,
    make,
    power,
    rat,
    var,
)
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.bench import refused

HALF = rat(Fraction(1, 2))
GAUSS = make("gauss")


def add(*args: Term) -> Term:
    return make("+", args)


def mul(*args: Term) -> Term:
    return make("*", args)


def fn(op: str, *args: Term) -> Term:
    return make(op, args)


def eq(s: Term, t: Term) -> Term:
    return make("=", (s, t))


def draws(*laws: Term) -> Sequence[Term]:
    return laws


def mean(body: Term, *laws: Term) -> Term:
    return make("E", (*laws, body))


class Run:
    """A kernel and a context with entries: facts are used by definedness as they stand."""

    def __init__(self, *entries: Term):
        self.kernel, self.context = Kernel(), EMPTY
        for entry in entries:
            self.context = self.kernel.declare(self.context, entry)

    def infer(self, name: str, context: Context | None = None, **parameters: Any) -> Theorem:
        return self.kernel.infer(name, context or self.context, **parameters)

    def opened(self, term: Term, context: Context | None = None) -> tuple[Context, tuple[Term, ...], tuple[Term, ...]]:
        inner, variables, held = bodies(context or self.context, term)
        require_well_formed(self.kernel, inner)
        return inner, variables, held

    def fact(self, fact: Term, context: Context | None = None) -> Theorem:
        return self.infer("HYP", context, fact=fact)

    def use(self, theorem: Theorem) -> Theorem:
        self.kernel.use(theorem.context, theorem)
        return theorem

    def l1(self, theorem: Theorem, term: Term) -> Theorem:
        return self.use(self.infer("L1", theorem.context, of=theorem, term=term))

    def ring(self, s: Term, t: Term, context: Context | None = None, eqs: Sequence[Theorem] = ()) -> Theorem:
        return self.infer("RING", context, lhs=s, rhs=t, eqs=list(eqs))

    def chain(self, *links: Theorem, context: Context | None = None) -> Theorem:
        return self.infer("CHAIN", context, links=list(links))

    def sym(self, theorem: Theorem) -> Theorem:
        return self.infer("SYM", theorem.context, of=theorem)

    def below(self, s: Term, t: Term, context: Context, *signs: Theorem, gap: int = 0) -> Theorem:
        """``s <= t`` or ``s < t``: the gap is the sum of the gaps of the premises and a number."""
        rows = [{"q": Fraction(1), "h": [], "signs": [sign], "nz": []} for sign in signs]
        rows += [{"q": Fraction(gap), "h": [], "signs": [], "nz": []}] if gap else []
        return self.infer("POS", context, lhs=s, rhs=t, rows=rows, eqs=[])


D, X, Y = var(0, "int"), var(1, "vec"), var(2, "vec")
SPACE = (declare("int", low=ONE), declare("vec", D), declare("vec", D))
NORMAL = fn("normal", D)


def over(laws: Sequence[Term], body: Any, context: Context) -> Term:
    """E over laws of a body that is a function of the draws."""
    shape = mean(ZERO, *laws)
    _, variables = open_binder(context, shape)
    return mean(close(body(*variables), variables), *laws)


def total(low: Term, high: Term, body: Any, context: Context, op: str = "sum") -> Term:
    _, variables = open_binder(context, make(op, (low, high, ZERO)))
    return make(op, (low, high, close(body(*variables), variables)))


# -- what must be had -----------------------------------------------------------------------------------------------


def test_gaussian_exponential() -> None:
    run = Run(*SPACE)
    found = run.infer("GAUSS", law=NORMAL, rate=[], tilt=[X], turn=[], bounds=[])
    expected = over([NORMAL], lambda w: fn("exp", fn("dot", w, X)), run.context)
    assert found.judgement is eq(expected, fn("exp", mul(fn("norm2", X), HALF)))
    assert run.l1(found, expected).judgement is fn("l1", expected)
    assert found.axioms == {"law.exponential.normal"}


@pytest.mark.parametrize("law", [NORMAL, GAUSS, fn("chi2", D)])
def test_gaussian_quadratic(law: Term) -> None:
    a = var(3, "real")
    run = Run(*SPACE, declare("real", high=HALF, closed="()"))
    bound_of_rate = run.fact(make("<", (a, HALF)))
    tilt = {"normal": [X], "gauss": [IMAG], "chi2": []}[law.op]
    found = run.infer("GAUSS", law=law, rate=[a], tilt=tilt, turn=[Y] if law is NORMAL else [], bounds=[bound_of_rate])
    assert found.judgement.op == "="
    refused(Run(*SPACE, declare("real")).infer, "GAUSS", law=law, rate=[a], tilt=[], turn=[], bounds=[])
    refused(run.infer, "GAUSS", law=law, rate=[HALF], tilt=[], turn=[], bounds=[])


def sample_mean() -> tuple[Run, Any, Term, Term, Term]:
    """Any function f of dot w x with f and f^2 in L1, and a family of m normal vectors."""
    function, m = var(3, "fun"), var(4, "int")
    run = Run(*SPACE, declare("fun"), declare("int", low=ONE))

    def value(w: Term) -> Term:
        return fn("ap", function, fn("dot", w, X))

    first = over([NORMAL], value, run.context)
    second = over([NORMAL], lambda w: mul(value(w), value(w)), run.context)
    for term in (first, second):
        run.context = run.kernel.declare(run.context, fn("l1", term))
    return run, value, first, second, m


def product_of_two(run: Run, value: Any, first: Term, family: Term, i: Term, j: Term, differ: Theorem) -> Theorem:
    """``E f(w_i) f(w_j) = (E f)^2`` where i and j differ."""
    context = differ.context
    apart = run.infer("INDEP", context, first=first, second=first, l1=[])
    both = over([family], lambda w: mul(value(fn("at", w, i)), value(fn("at", w, j))), context)
    same = run.infer("IID", context, term=both, member=0, indices=[i, j], differ=[differ], l1=[apart])
    return run.chain(same, apart, context=context)


def test_mean_square_of_a_sample_mean() -> None:
    """``E (sum_i f(w_i)/m)^2 = E f^2 / m + (1 - 1/m) (E f)^2`` for any f with f, f^2 in L1 and every m >= 1."""
    run, value, first, second, m = sample_mean()
    context, family = run.context, fn("iid", m, NORMAL)
    square = mul(first, first)

    def pair(i: Term, j: Term, inner: Context) -> Term:
        return over([family], lambda w: mul(value(fn("at", w, i)), value(fn("at", w, j))), inner)

    # each pair of members has a mean
    outer, (i,), _ = run.opened(make("sum", (ONE, m, ZERO)))
    inner, (j,), _ = run.opened(make("sum", (ONE, m, ZERO)), outer)
    cases = []
    for relation in ("=", "!="):
        case = run.kernel.declare(inner, make(relation, (i, j)))
        if relation == "=":
            single = run.infer("IID", case, term=pair(i, i, case), member=0, indices=[i], differ=[], l1=[])
            run.l1(single, pair(i, i, case))
            held = run.infer("CONG", case, eq=run.fact(eq(i, j), case), term=pair(i, i, case), paths=[[1, 1, 1, 0, 1]])
        else:
            held = product_of_two(run, value, first, family, i, j, run.fact(make("!=", (i, j)), case))
        cases.append(run.infer("L1", case, of=held, term=pair(i, j, case)))
    run.use(run.infer("CASES", inner, of=cases))
    # the mean of the double sum is the double sum of the means
    row = total(ONE, m, lambda j: pair(i, j, inner), outer)
    by_rows = run.infer("SWAP", outer, term=row, first=[], whole=[], other=[])
    rows = make("sum", (ONE, m, close(row, (i,))))
    moved = run.infer("CONG", eq=by_rows, term=rows, paths=[[2]])
    double = run.chain(moved, run.infer("SWAP", term=moved.judgement.args[1], first=[by_rows], whole=[], other=[]))
    double_sum = double.judgement.args[1]
    run.l1(double, double_sum)
    # each row: the member i, and m - 1 others
    last, following = add(i, rat(-1)), add(i, ONE)
    up_to, from_one = run.fact(make("<=", (i, m)), outer), run.fact(make("<=", (ONE, i)), outer)
    order = run.below(last, m, outer, up_to, gap=1)
    cut = run.infer("SPLIT", outer, whole=row, last=last, following=i, orders=[order, from_one], l1=[])
    before, rest = cut.judgement.args[1].args
    orders = [up_to, run.below(i, following, outer, gap=1)]
    cut_rest = run.infer("SPLIT", outer, whole=rest, last=i, following=following, orders=orders, l1=[cut])
    run.l1(cut, rest)
    member, after = cut_rest.judgement.args[1].args
    diagonal = pair(i, i, outer)
    single = run.infer("IID", outer, term=diagonal, member=0, indices=[i], differ=[], l1=[])
    run.l1(single, diagonal)
    parts = [run.chain(run.infer("SINGLE", outer, term=member), single, context=outer)]
    for part in (before, after):
        low, high = part.args[:2]
        run.l1(cut if part is before else cut_rest, part)
        inside, (k,), (body,) = run.opened(part, outer)
        lower, upper = (run.fact(make("<=", ends), inside) for ends in ((low, k), (k, high)))
        if part is before:
            run.use(run.below(k, m, inside, upper, up_to, gap=1))
            differ = run.below(k, i, inside, upper, gap=1)
        else:
            run.use(run.below(ONE, k, inside, lower, from_one, gap=1))
            differ = run.below(i, k, inside, lower, gap=1)
        constant = product_of_two(run, value, first, family, i, k, differ)
        assert constant.judgement.args[0] is body
        run.use(run.infer("L1", inside, of=constant, term=body))
        even = run.infer("CONG", outer, eq=constant, term=part, paths=[[2]])
        parts.append(run.chain(even, run.infer("CONST", outer, over=part, value=square), context=outer))
    wanted = add(second, mul(add(m, rat(-1)), square))
    by_row = run.chain(cut, run.ring(cut.judgement.args[1], wanted, outer, [cut_rest, *parts]), context=outer)
    sums = run.infer("CONG", eq=by_row, term=rows, paths=[[2]])
    summed = run.chain(sums, run.infer("CONST", over=rows, value=wanted))
    # the square of the mean is a double sum, draw by draw
    inner_w, (w,), _ = run.opened(mean(ZERO, family))
    members = total(ONE, m, lambda k: value(fn("at", w, k)), inner_w)
    inner_wi, (k,), (here,) = run.opened(members, inner_w)
    by_column = run.infer("LIN", inner_wi, terms=[members], coefficients=[here], l1=[])
    turned = run.chain(run.ring(mul(members, here), mul(here, members), inner_wi), run.sym(by_column), context=inner_wi)
    spread = run.infer("LIN", inner_w, terms=[members], coefficients=[members], l1=[])
    squares = run.infer("CONG", inner_w, eq=turned, term=spread.judgement.args[0], paths=[[2]])
    all_pairs = squares.judgement.args[1]
    assert mean(close(all_pairs, (w,)), family) is double_sum
    scale, average = power(fn("inv", m), 2), mul(fn("inv", m), members)
    product = run.chain(run.sym(squares), spread, context=inner_w)
    as_square = run.ring(mul(scale, all_pairs), power(average, 2), inner_w, [product])
    linear = run.infer("LIN", terms=[double_sum], coefficients=[scale], l1=[double])
    run.l1(linear, linear.judgement.args[0])
    final = run.infer("CONG", eq=as_square, term=linear.judgement.args[0], paths=[[1]])
    goal = add(mul(fn("inv", m), second), mul(add(ONE, fn("neg", fn("inv", m))), square))
    end = run.ring(mul(scale, double_sum), goal, context, [run.sym(double), summed])
    result = run.chain(run.sym(final), linear, end)
    expected = over(
        [family],
        lambda w: power(mul(fn("inv", m), total(ONE, m, lambda k: value(fn("at", w, k)), inner_w)), 2),
        context,
    )
    assert result.judgement is eq(expected, goal)
    assert result.axioms == frozenset()


def test_products_of_vectors() -> None:
    run = Run(*SPACE)
    product = run.infer("MOMENT", law=NORMAL, order=2, vectors=[X, Y])
    expected = over([NORMAL], lambda w: mul(fn("dot", w, X), fn("dot", w, Y)), run.context)
    assert product.judgement is eq(expected, fn("dot", X, Y))
    assert run.infer("MOMENT", law=NORMAL, order=3, vectors=[X, Y, Y]).judgement.args[1] is ZERO
    assert run.infer("MOMENT", law=GAUSS, order=6, vectors=[]).judgement.args[1] is rat(15)
    four = run.infer("MOMENT", law=NORMAL, order=4, vectors=[X, X, Y, Y]).judgement.args[1]
    assert four.op == "+" and len(four.args) == 3


def test_gram_law_reduces_to_numbers() -> None:
    """``E exp(a norm2 w + dot w x)`` over a vector is a mean over one number and the rest."""
    s = var(3, "real")
    run = Run(*SPACE, declare("real"), eq(fn("dot", X, X), mul(s, s)))
    gram = [run.fact(eq(fn("dot", X, X), mul(s, s)))]
    start = run.infer("GAUSS", law=NORMAL, rate=[rat(-1)], tilt=[X], turn=[], bounds=[])
    term = start.judgement.args[0]
    found = run.infer(
        "GRAMLAW", term=term, member=0, vectors=[X], table=[[s]], rank=1, gram=gram, l1=[start]
    ).judgement.args[1]
    rest = fn("chi2", add(D, rat(-1)))
    assert found is over(
        [GAUSS, rest],
        lambda g, c: fn("exp", add(mul(rat(-1), add(power(g, 2), c)), mul(s, g))),
        run.context,
    )


def test_unknown_law() -> None:
    """A law of the context has draws of its dimension; it has a mean only where that is given."""
    law, size = var(1, "law"), var(0, "int")
    run = Run(declare("int", low=ONE), declare("law", size))
    first = over([law], lambda w: fn("coord", w, ONE), run.context)
    refused(run.infer, "LIN", terms=[first, first], coefficients=[ONE, rat(-1)], l1=[])
    run.context = run.kernel.declare(run.context, fn("l1", first))
    run.infer("LIN", terms=[first, first], coefficients=[ONE, rat(-1)], l1=[])
    family = over([fn("iid", TWO, law)], lambda w: fn("coord", fn("at", w, TWO), ONE), run.context)
    found = run.infer("IID", term=family, member=0, indices=[TWO], differ=[], l1=[])
    assert found.judgement is eq(family, first)


def test_finite_laws_densities_and_images() -> None:
    run = Run(declare("real"))
    x = var(0, "real")
    sign = over([fn("sign")], lambda s: fn("exp", mul(s, x)), run.context)
    cosh = run.infer("FINITE", term=sign, l1=[]).judgement.args[1]
    assert cosh is add(mul(HALF, fn("exp", mul(rat(-1), x))), mul(HALF, fn("exp", mul(ONE, x))))
    mirrored = run.infer("IMAGE", term=sign, member=0, way="reflect", l1=[run.infer("FINITE", term=sign, l1=[])])
    assert mirrored.judgement.args[1] is over([fn("sign")], lambda s: fn("exp", mul(fn("neg", s), x)), run.context)
    fourth = run.infer("MOMENT", law=GAUSS, order=4, vectors=[])
    integral = run.infer("DENSITY", term=fourth.judgement.args[0], l1=[fourth]).judgement.args[1]
    assert integral.op == "int" and integral.args[:2] == (MINUS_OO, OO)


def test_product_over_a_family() -> None:
    """``E prod_i exp(s w_i) = prod_i E exp(s g)`` for every m."""
    s, m = var(0, "real"), var(1, "int")
    run = Run(declare("real"), declare("int", low=ONE))
    one = run.infer("GAUSS", law=GAUSS, rate=[], tilt=[s], turn=[], bounds=[])
    family = fn("iid", m, GAUSS)

    def factors(w: Term, context: Context) -> Term:
        return total(ONE, m, lambda i: fn("exp", mul(s, fn("at", w, i))), context, "prod")

    inner, (w,), _ = run.opened(mean(ZERO, family))
    term = mean(close(factors(w, inner), (w,)), family)
    found = run.infer("IIDPROD", term=term, l1=[one])
    assert found.judgement.args[1] is make("prod", (ONE, m, one.judgement.args[0]))
    run.l1(one, one.judgement.args[0])
    constant = run.infer("MEMBERS", term=found.judgement.args[1], part="constant", count=0)
    assert constant.judgement.args[1].op == "rpow"


def test_series_and_other_indices() -> None:
    t, z = var(0, "seq"), var(1, "real")
    k = var(2, "int")
    step = make("all", (declare("int", low=ZERO), eq(
        mul(fn("at", t, add(bound(0, "int"), ONE)), add(bound(0, "int"), ONE)), mul(fn("at", t, bound(0, "int")), z)
    )))  # fmt: skip
    entries = declare("seq", ZERO), declare("real"), make("all", (declare("int", low=ZERO), make(
        "<=", (ZERO, add(bound(0, "int"), ONE)))))  # fmt: skip
    run = Run(*entries)
    run.context = run.context.with_entry(step)
    inner = run.context.with_entry(declare("int", low=ZERO))
    try:
        require_well_formed(run.kernel, inner)
    except Refused:
        pytest.skip("an all fact about the next index asks for its range")
    ratio = run.infer(
        "ALLUSE", inner, of=run.fact(step, inner), value=k, premises=[run.fact(make("<=", (ZERO, k)), inner)]
    )
    term = total(ZERO, OO, lambda k: fn("at", t, k), run.context)
    first = run.infer("REFL", term=fn("at", t, ZERO))
    found = run.infer("SERIES", term=term, value=fn("at", t, ZERO), upper=[], lower=[], at=z, start=first, ratio=ratio)
    assert found.judgement.args[1] is mul(fn("at", t, ZERO), make("pfq", (z,), (0, 0)))
    parity = run.infer("REINDEX", term=term, way="parity", by=ZERO, l1=[found])
    assert parity.judgement.args[1].op == "+"
    refused(run.infer, "SERIES", term=term, value=fn("at", t, ZERO), upper=[], lower=[], at=k, start=first, ratio=ratio)
    refused(
        run.infer,
        "SERIES",
        term=term,
        value=fn("at", t, ZERO),
        upper=[],
        lower=[rat(-1)],
        at=z,
        start=first,
        ratio=ratio,
    )


# -- what must be refused -------------------------------------------------------------------------------------------


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
    "a part other than conj, re, im": ("PART", {"term": mean(bound(0, "int"), fn("sign")), "part": "abs", "l1": []}),
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
    refused(run.infer, "PART", term=moment.judgement.args[0], part="re", l1=[moment])
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
