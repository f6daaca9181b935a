"""Expectations, sums and laws: what their rules prove."""

from __future__ import annotations

import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import Context, close
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, TWO, ZERO, Term, bound, declare, make, power, rat, var
from tests.kernel.bench import refused
from tests.kernel.means import NORMAL, SPACE, D, Run, X, Y, mean, over, total
from tests.kernel.words import GAUSS, HALF, add, eq, fn, mul


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
        [GAUSS, rest], lambda g, c: fn("exp", add(mul(rat(-1), add(power(g, 2), c)), mul(s, g))), run.context
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
