"""Random instances of the rules of laws; many of them break a condition."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import close
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, make, power, rat, var
from tests.kernel.settings import GAUSS, Given, N, S, Setting, W, X


def family(rng: random.Random) -> Given:
    run = Setting(rng)
    law = rng.choice([GAUSS, make("sign"), make("uniform", (rat(-1), TWO)), make("chi2", (rat(rng.randrange(3)),))])
    if law.op == "uniform":
        run.kernel.use(run.context, run.infer("DEF", judgement=make("<", law.args)))
    powers = rng.randrange(1, 4), rng.randrange(1, 4)
    indices = [rng.choice([ONE, ONE, TWO, N, rat(3), ZERO]), rng.choice([TWO, TWO, N, ONE])]
    size = rng.choice([TWO, TWO, rat(3), N])
    family = make("iid", (size, law))
    singles = []
    for exponent in powers:
        if law.op == "sign":
            single = run.over((law,), lambda u, exponent=exponent: power(u, exponent))
            singles.append(run.infer("FINITE", term=single, l1=[]))
        else:
            singles.append(run.infer("MOMENT", law=law, order=exponent, vectors=[]))
    if rng.random() < 0.4:
        term = run.over((family,), lambda w: power(make("at", (w, indices[0])), powers[0]))
        return run.given("IID", term=term, member=0, indices=indices[:1], differ=[], l1=singles)
    if rng.random() < 0.4:
        inner, (w,), _ = run.opened(make("E", (family, ZERO)))
        factor, (i,), _ = run.opened(make("prod", (ONE, size, ZERO)), inner)
        where = i if rng.random() < 0.8 else ONE
        product = make("prod", (ONE, size, close(power(make("at", (w, where)), powers[0]), (i,))))
        return run.given("IIDPROD", term=make("E", (family, close(product, (w,)))), l1=singles)
    first, second = (single.judgement.args[0] for single in singles)
    joint = run.infer("INDEP", first=first, second=second, l1=singles)
    term = run.over(
        (family,), lambda w: make("*", [power(make("at", (w, i)), p) for i, p in zip(indices, powers, strict=True)])
    )
    return run.given("IID", term=term, member=0, indices=indices, differ=[], l1=[joint])


def vectors(rng: random.Random) -> Given:
    run = Setting(rng)
    if rng.random() < 0.7:
        term, found = run.mean(run.finite_law())
        return run.given("IMAGE", term=term, member=0, way="reflect", l1=[found])
    law = make("normal", (run.size,))
    found = run.exponential(law) if rng.random() < 0.5 else run.infer("MOMENT", law=law, order=2, vectors=[W, W])
    term = found.judgement.args[0]
    if rng.random() < 0.5:
        return run.given("IMAGE", term=term, member=0, way=rng.choice(["reflect", "polar", "norm"]), l1=[found])
    entry = rng.choice([S, S, S, X])
    return run.given(
        "GRAMLAW", term=term, member=0, vectors=[W], table=[[entry]], rank=1, gram=[run.square], l1=[found]
    )


def images(rng: random.Random) -> Given:
    """Draws of images of finite laws, and chi-square draws as sums; dimensions may be none."""
    run = Setting(rng)
    if rng.random() < 0.5:
        law, body = run.finite_law(), run.number(U := var(run.context.size, "real"), real=rng.random() < 0.9)
        image = make("image", (law, close(body, (U,))))
        _, (value,), _ = run.opened(make("E", (image, ZERO)))
        function = run.ratio(value)
        return run.given("IMAGE", **_of_image(run, image, close(function, (value,))))
    parts = [rng.choice([ZERO, ONE, TWO, rat(-1), N]) for _ in range(rng.randrange(2, 4))]
    law = make("chi2", (make("+", parts) if rng.random() < 0.9 else parts[0],))
    found = run.exponential(law) if rng.random() < 0.5 else run.infer("MOMENT", law=law, order=2, vectors=[])
    return run.given("IMAGE", term=found.judgement.args[0], member=0, way="parts", l1=[found])


def _of_image(run: Setting, image: Term, function: Term) -> dict[str, Any]:
    law, value = image.args
    _, (draw,), _ = run.opened(make("E", (law, ZERO)))
    mapped = instantiate(function, [instantiate(value, [draw])])
    found = run.infer("FINITE", term=make("E", (law, close(mapped, (draw,)))), l1=[])
    return {"term": make("E", (image, function)), "member": 0, "way": "image", "l1": [found]}


def finite(rng: random.Random) -> Given:
    run = Setting(rng)
    if rng.random() < 0.7:
        return run.given("FINITE", term=run.over((run.finite_law(),), run.ratio), l1=[])
    third = rat(Fraction(1, 3))
    low = rng.choice([0, 1])
    law = make("mass", (rat(low), rat(2), third))
    total = make("sum", law.args)
    sum_of = run.infer("CONST", over=total, value=third)
    one = run.infer("RING", lhs=sum_of.judgement.args[1], rhs=ONE, eqs=[])
    run.kernel.use(run.context, run.infer("CHAIN", links=[sum_of, one]))
    return run.given("FINITE", term=run.over((law,), run.ratio), l1=[])


def density(rng: random.Random) -> Given:
    run = Setting(rng)
    law = rng.choice(
        [GAUSS, make("uniform", (rat(-1), TWO)), make("chi2", (rat(rng.randrange(4)),)), make("chi", (N,))]
    )
    if law.op == "uniform":
        run.kernel.use(run.context, run.infer("DEF", judgement=make("<", law.args)))
    if law.op == "chi":
        term = make("E", (law, run.number()))
        return run.given("DENSITY", term=term, l1=[run.infer("CONST", over=term, value=term.args[1])])
    term, theorem = run.mean(law)
    return run.given("DENSITY", term=term, l1=[theorem])


def exponential(rng: random.Random) -> Given:
    run = Setting(rng)
    law = rng.choice([GAUSS, make("normal", (run.size,)), make("chi2", (rat(rng.randrange(4)),))])
    return run.given("GAUSS", **run.exponent(law))


def moment(rng: random.Random) -> Given:
    run = Setting(rng)
    law = run.any_law()
    if law.op == "uniform" and law.args[0].data < law.args[1].data:
        run.kernel.use(run.context, run.infer("DEF", judgement=make("<", law.args)))
    vectors = [W] * rng.randrange(1, 5) if law.op == "normal" else []
    return run.given("MOMENT", law=law, order=len(vectors) or rng.randrange(1, 6), vectors=vectors)
