"""Instances, ``all`` and inhabited contexts: what must work, and attacks that must be refused."""

from __future__ import annotations

import random

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, end_facts, open_binder
from rftheory.kernel.refused import Refused
from rftheory.kernel.substitution import substitute
from rftheory.kernel.terms import IMAG, ONE, OO, TWO, ZERO, Term, bound, declare, make, rat, var
from rftheory.kernel.theorems import Kernel
from rftheory.meaning.judgements import judge
from tests.kernel.bench import Bench, refused
from tests.kernel.entries import NUMBERS, some_context
from tests.kernel.words import GAUSS, HALF, K0, K1, REAL, X, Y, Z, add, fn, mul, rel

# -- INST -----------------------------------------------------------------------------------------------------------


def test_instance(k: Bench) -> None:
    g = k.context(declare("real", low=ZERO), declare("real", low=X), rel(X, "!=", Y))
    of = k.hyp(g, rel(X, "!=", Y))
    assert k.inst(EMPTY, of, [ONE, TWO]) is rel(1, "!=", 2)
    h = k.context(REAL, rel(1, "<", X))
    assert k.inst(h, of, [ONE, X], k.hyp(h, rel(1, "<", X))) is rel(1, "!=", X)
    for values in ([TWO, ONE], [ONE], [ONE, ONE], [ONE, TWO, TWO], [rat(-1), TWO], [IMAG, TWO], [X, Y]):
        refused(k.inst, EMPTY, of, values)


def test_instance_is_simultaneous(k: Bench) -> None:
    g = k.context(REAL, REAL, rel(X, "<", Y))
    assert k.inst(g, k.hyp(k.context(REAL, REAL, rel(Y, "<", X)), rel(Y, "<", X)), [Y, X]) is rel(X, "<", Y)
    refused(k.inst, g, k.hyp(g, rel(X, "<", Y)), [Y, X])


def test_values_keep_to_sort_and_range(k: Bench) -> None:
    """(28): a value outside of the range; not an integer; not real; not defined; of another dimension."""
    integer = k("REFL", k.context(declare("int", low=ZERO, high=rat(3))), term=K0)
    assert k.inst(EMPTY, integer, [TWO]) is rel(2, "=", 2)
    for value in (rat(4), rat(-1), HALF, IMAG, fn("log", ZERO), GAUSS):
        refused(k.inst, EMPTY, integer, [value])
    real = k("REFL", k.context(REAL), term=X)
    for value in (IMAG, fn("inv", ZERO), fn("log", rat(-1)), fn("sqrt", rat(-1)), OO):
        refused(k.inst, EMPTY, real, [value])
    n, v2, v3 = rat(2), var(0, "vec"), var(1, "vec")
    g = k.context(declare("int", low=ONE), declare("vec", K0))
    norm = k.deff(g, rel(0, "<=", fn("norm2", v3)))
    h = k.context(declare("vec", n), declare("vec", rat(3)))
    assert k.inst(h, norm, [n, v2]) is rel(0, "<=", fn("norm2", v2))
    assert k.inst(h, norm, [n, fn("vscale", TWO, v2)]).op == "<="
    for values in ([n, v3], [rat(3), v2], [n, fn("vscale", IMAG, v2)], [n, fn("vadd", v2, v3)], [n, TWO]):
        refused(k.inst, h, norm, values)


def test_facts_keep_their_relation(k: Bench) -> None:
    """(42): ``=`` never serves for ``<=``; ``<=`` not for ``<``; ``<`` serves for ``<=`` and ``!=``."""
    g = k.context(REAL, REAL, rel(X, "<=", Y))
    of = k.hyp(g, rel(X, "<=", Y))
    h = k.context(REAL, REAL, rel(X, "=", Y))
    refused(k.inst, h, of, [X, Y], k.hyp(h, rel(X, "=", Y)))
    strict = k.context(REAL, REAL, rel(X, "<", Y))
    lt = k.hyp(strict, rel(X, "<", Y))
    assert k.inst(strict, of, [X, Y], lt) is rel(X, "<=", Y)
    unequal = k.context(REAL, REAL, rel(X, "!=", Y))
    assert k.inst(strict, k.hyp(unequal, rel(X, "!=", Y)), [X, Y]) is rel(X, "!=", Y)
    refused(k.inst, g, lt, [X, Y], of)
    refused(k.inst, EMPTY, of, [IMAG, IMAG], k("REFL", EMPTY, term=IMAG))


def test_bound_draws_are_out_of_reach(k: Bench) -> None:
    """(29): INST acts on the variables of the context; w := 3 and v := w have nothing to act on."""
    body = mul(X, bound(0, "real"))
    mean = make("E", (GAUSS, body))
    g = k.context(REAL, make("l1", (mean,)), rel(mean, "=", 0))
    of = k.hyp(g, rel(mean, "=", 0))
    refused(k.inst, EMPTY, of, [bound(0, "real")])
    refused(k.inst, EMPTY, of, [rat(3)])
    for values in ([ONE, rat(3)], []):
        refused(k.inst, EMPTY, of, values)
    inner, (w,) = open_binder(g, mean)
    zero = k.context(rel(w, "=", 0), of=inner)
    refused(k.inst, inner, k("CHAIN", zero, links=[k.hyp(zero, rel(w, "=", 0))]), [X, w])


def test_inhabited_is_of_one_context(k: Bench) -> None:
    """(31), (62): no instance of ``inhabited``, no use of it elsewhere."""
    point = k("INHABIT", EMPTY, values=[], premises=[])
    g = k.context(REAL, rel(X, "<", 0), rel(0, "<", X))
    refused(k.inst, g, point, [])
    refused(k, "INST", EMPTY, of=point, values=[], premises=[])
    for rule, parameters in (
        ("CASES", {"of": [point]}),
        ("ALL", {"of": point}),
        ("TRANSPORT", {"of": point, "eqs": [k("REFL", EMPTY, term=ONE)], "paths": []}),
        ("INHABIT", {"values": [ONE], "premises": []}),
        ("INHABIT", {"values": [ZERO], "premises": [point]}),
    ):
        refused(k, rule, g, **parameters)


def test_shared_entries_need_no_premise(k: Bench) -> None:
    e = k.context(declare("real", low=ZERO), rel(fn("exp", X), "<", 7))
    g = k.context(REAL, rel(X, "<=", Y), of=e)
    h = k.context(declare("int"), REAL, rel(X, "<=", Z), of=e)
    of = k("CHAIN", g, links=[k.hyp(g, rel(0, "<=", X)), k.hyp(g, rel(X, "<=", Y))])
    assert k.inst(h, of, [X, Z]) is rel(0, "<=", Z)
    refused(k.inst, h, of, [K1, Z])
    refused(k.inst, EMPTY, k.hyp(e, rel(fn("exp", X), "<", 7)), [rat(100)])
    # the same entries in another order are another context
    swapped = k.context(REAL, declare("real", low=ZERO), rel(fn("exp", Y), "<", 7))
    refused(k.inst, swapped, k.hyp(e, rel(fn("exp", X), "<", 7)), [X])


def test_functions_and_sequences(k: Bench) -> None:
    s, t = var(0, "seq"), var(1, "seq")
    wide = k.context(declare("seq", ZERO), declare("seq", TWO))
    one = k.context(declare("seq", ONE))
    of = k("REFL", one, term=fn("at", s, TWO))
    assert k.inst(wide, of, [s]) is rel(fn("at", s, TWO), "=", fn("at", s, TWO))
    refused(k.inst, wide, of, [t])
    # a fact that no sequence from 1 on satisfies proves anything: it is not carried to a wider one
    empty = k.context(declare("seq", ONE), fn("def", fn("at", s, ZERO)))
    refused(k.inst, wide, k("REFL", empty, term=ONE), [s], k.deff(wide, fn("def", fn("at", s, ZERO))))
    ok = k.context(declare("seq", ONE), rel(fn("at", s, TWO), "<", 0))
    given = k.context(rel(fn("at", s, TWO), "<", 0), of=wide)
    assert k.inst(given, k.hyp(ok, ok.facts[0]), [s]) is ok.facts[0]
    g, h = var(0, "fun"), var(1, "fun")
    unit = declare("fun", low=ZERO, high=ONE)
    of = k("REFL", k.context(unit), term=fn("ap", g, HALF))
    for declaration, fits in (
        (declare("fun"), True),
        (declare("fun", low=ZERO, high=TWO, closed="[)"), True),
        (declare("fun", low=ZERO, high=ONE, closed="[)"), False),
        (declare("fun", low=ZERO, high=ONE, closed="(]"), False),
        (declare("fun", low=HALF), False),
    ):
        context = k.context(unit, declaration)
        if fits:
            assert k.inst(context, of, [h]).op == "="
        else:
            refused(k.inst, context, of, [h])


def test_a_law_that_omits_points_is_no_law_on_all_of_them(k: Bench) -> None:
    """``l1 E 1/norm2 w`` for a law on R^3 asks for a value at 0, for (normal 3) it does not."""
    law, three, w = var(0, "law"), rat(3), bound(0, "vec")
    normal = make("normal", (three,))

    def mean(of: Term, body: Term) -> Term:
        return make("l1", (make("E", (of, body)),))

    for body, fits in ((fn("inv", fn("norm2", w)), False), (fn("norm2", w), True)):
        g = k.context(declare("law", three), mean(law, body))
        h = k.context(mean(normal, body))
        of, premise = k.hyp(g, mean(law, body)), k.hyp(h, mean(normal, body))
        if fits:
            assert k.inst(h, of, [normal], premise) is premise.judgement
        else:
            refused(k.inst, h, of, [normal], premise)
            refused(k, "INHABIT", g, values=[normal], premises=[])
    for value in (make("normal", (TWO,)), GAUSS, make("sign"), make("normal", (HALF,))):
        refused(k.inst, EMPTY, k("REFL", k.context(declare("law", three)), term=ONE), [value])


# -- CASES, IND, ALL ------------------------------------------------------------------------------------------------


def test_all(k: Bench) -> None:
    e = k.context(REAL)
    g = k.context(declare("real", low=X), of=e)
    everywhere = k("ALL", e, of=k.hyp(g, rel(X, "<=", Y)))
    assert everywhere.judgement is make("all", (declare("real", low=X), rel(X, "<=", bound(0, "real"))))
    h = k.context(rel(X, "<", 3), of=e)
    assert k("ALLUSE", h, of=everywhere, value=rat(3), premises=[]).judgement is rel(X, "<=", 3)
    for value in (rat(3), IMAG, fn("inv", X), Y):
        refused(k, "ALLUSE", e, of=everywhere, value=value, premises=[])
    for context, of in (
        (EMPTY, k.hyp(g, rel(X, "<=", Y))),
        (g, k.hyp(g, rel(X, "<=", Y))),
        (e, k.hyp(h, rel(X, "<", 3))),
        (EMPTY, k("REFL", EMPTY, term=ONE)),
        (EMPTY, k("REFL", k.context(declare("seq", ZERO)), term=ONE)),
    ):
        refused(k, "ALL", context, of=of)
    refused(k, "ALLUSE", h, of=k.hyp(h, rel(X, "<", 3)), value=ONE, premises=[])


# -- INHABIT --------------------------------------------------------------------------------------------------------


def test_inhabited(k: Bench) -> None:
    g = k.context(declare("real", low=ZERO, closed="(]"), declare("int", low=ONE), rel(X, "!=", K1))
    assert k("INHABIT", g, values=[HALF, TWO], premises=[]).judgement is make("inhabited")
    for values in (
        [ZERO, TWO],
        [HALF, HALF],
        [ONE, ONE],
        [HALF],
        [HALF, TWO, TWO],
        [HALF, rat(-1)],
        [X, TWO],
        [IMAG, ONE],
    ):
        refused(k, "INHABIT", g, values=values, premises=[])
    root = k.context(REAL, rel(fn("sqrt", TWO), "<=", X))
    refused(k, "INHABIT", root, values=[TWO], premises=[])
    premise = k.hyp(root, root.facts[0])
    refused(k, "INHABIT", root, values=[X], premises=[premise])


def test_inhabited_by_vectors_and_functions(k: Bench) -> None:
    d, v, w, s, h = var(0, "int"), var(1, "vec"), var(2, "vec"), var(0, "seq"), var(1, "fun")
    unit = [rel(fn("norm2", v), "=", 1), rel(fn("dot", v, w), "=", 0), rel(0, "<", fn("norm2", w))]
    g = k.context(declare("int", low=ONE), declare("vec", d), declare("vec", d), *unit)
    refused(k, "INHABIT", g, values=[ONE, ONE, ONE], premises=[])
    at = [add(mul(1, 1), mul(0, 0)), add(mul(1, 0), mul(0, 1))]
    values = [TWO, ONE, ZERO, ZERO, ONE]
    given = [k("RING", EMPTY, lhs=lhs, rhs=rhs, eqs=[]) for lhs, rhs in zip(at, (ONE, ZERO), strict=True)]
    assert k("INHABIT", g, values=values, premises=given).judgement.op == "inhabited"
    asked = k.context(rel(at[0], "=", 1), rel(at[1], "=", 0))
    assumed = [k.hyp(asked, fact) for fact in asked.facts]
    for bad_values, premises in (
        (values, assumed),
        (values, given[:1]),
        ([TWO, ONE, ZERO, ONE, ZERO], given),
        ([rat(3), ONE, ZERO, ZERO, ZERO, ONE, ZERO], given),
        ([HALF, ONE, ONE], given),
    ):
        refused(k, "INHABIT", g, values=bad_values, premises=premises)
    positive = k.context(declare("vec", TWO), rel(0, "<=", fn("norm2", var(0, "vec"))))
    assert k("INHABIT", positive, values=[ONE, ZERO], premises=[]).judgement.op == "inhabited"
    for values in ([ONE], [], [ONE, IMAG], [ONE, ONE, ONE]):
        refused(k, "INHABIT", positive, values=values, premises=[])
    # a complex multiple of a vector has no norm: -1 is not the value of one
    wrong = fn("norm2", fn("vscale", IMAG, var(0, "vec")))
    refused(k, "INHABIT", k.context(declare("vec", ONE), fn("def", wrong)), values=[ONE], premises=[])
    shapes = k.context(
        declare("seq", ONE), declare("fun"), rel(0, "<", add(fn("at", s, TWO), fn("ap", h, ZERO))), declare("law", TWO)
    )
    assert k("INHABIT", shapes, values=[ONE, ONE, make("normal", (TWO,))], premises=[]).judgement.op == "inhabited"
    refused(k, "INHABIT", shapes, values=[ONE, rat(-1), make("normal", (TWO,))], premises=[])
    refused(k, "INHABIT", k.context(declare("seq", ONE), fn("def", fn("at", s, ZERO))), values=[ONE], premises=[])


def test_random_points_of_inhabited_contexts() -> None:
    """Whatever INHABIT takes for a point satisfies every entry there."""
    rng, found = random.Random(5), 0
    for _ in range(400):
        kernel = Kernel()
        try:
            context = some_context(rng, kernel, 2, rng.choice((0, 0, 1, 2)))
            numbers = rng.choices((*NUMBERS, *NUMBERS, IMAG, fn("inv", ZERO)), k=2)
            kernel.infer("INHABIT", context, values=numbers, premises=[])
        except Refused:
            continue
        found += 1
        for place, declaration in enumerate(context.declarations):
            at = dict(enumerate(numbers))
            for fact in (*end_facts(declaration, context.variable(place)), *context.facts):
                assert judge(substitute(fact, at), None, []) is True
    assert found > 40
