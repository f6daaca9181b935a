"""POS, NZ, NUM: what they prove, and directed attacks that they refuse."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.terms import IMAG, ONE, OO, PI, TWO, ZERO, Term, bound, make, power, rat
from rftheory.kernel.theorems import Theorem
from tests.kernel.algebra import EXP, apart, fact, setting
from tests.kernel.bench import refused
from tests.kernel.words import W, X, Y, Z, add, fn, inv, mul, neg, rel

# -- POS ------------------------------------------------------------------------------------------------------------


def row(q: int | Fraction, h: tuple[Term, ...] = (), signs: tuple[Term, ...] = (), nz: tuple[Term, ...] = ()) -> dict:
    return {"q": Fraction(q), "h": list(h), "signs": list(signs), "nz": list(nz)}


def pos(lhs: Term, rhs: Term, *rows: dict, eqs: tuple[Term, ...] = (), known: tuple[Term, ...] = ()) -> str:
    """POS with premises that are facts of the context; the relation that it concludes."""
    given = {term: None for item in rows for key in ("signs", "nz") for term in item[key]}
    kernel, context = setting(*known, *given, *(eq for eq in eqs if eq not in given))
    made = [
        {key: [fact(kernel, context, t) for t in item[key]] if key in ("signs", "nz") else item[key] for key in item}
        for item in rows
    ]
    theorem = kernel.infer("POS", context, lhs=lhs, rhs=rhs, rows=made, eqs=[fact(kernel, context, eq) for eq in eqs])
    assert theorem.judgement.args == (lhs, rhs)
    return theorem.judgement.op


def test_orders() -> None:
    square = power(X, 2)
    assert pos(ZERO, square, row(1, (X,))) == "<="
    assert pos(ZERO, square, row(1, (X,), nz=(apart(X),))) == "<"
    assert pos(ZERO, square, row(1, (X,), nz=(rel(X, "<", ZERO),))) == "<"
    assert pos(ZERO, square, row(1, (X,)), known=(apart(X),)) == "<"
    assert pos(ZERO, add(square, ONE), row(1, (X,)), row(1)) == "<"
    assert pos(mul(TWO, X, Y), add(square, power(Y, 2)), row(1, (add(X, neg(Y)),))) == "<="
    assert pos(mul(X, Z), mul(Y, Z), row(1, (), (rel(X, "<=", Y), rel(ZERO, "<=", Z)))) == "<="
    assert pos(mul(X, Z), mul(Y, Z), row(1, (), (rel(X, "<", Y), rel(ZERO, "<", Z)))) == "<"
    assert pos(mul(X, Z), mul(Y, Z), row(1, (), (rel(X, "<", Y), rel(ZERO, "<=", Z)))) == "<="
    assert pos(X, X) == "<="
    assert pos(ONE, inv(X), row(1, (), (rel(X, "<", ONE), rel(ZERO, "<", inv(X)))), known=(apart(X),)) == "<"
    assert (
        pos(ZERO, add(Y, mul(IMAG, add(X, neg(Y)))), row(1, (), (rel(ZERO, "<=", Y),)), eqs=(rel(X, "=", Y),)) == "<="
    )
    # a row with an equation counts 0, whatever its cofactor
    zero = row(1, (IMAG,), (rel(X, "=", Y),))
    assert pos(ZERO, add(ONE, mul(IMAG, add(Y, neg(X)))), zero, row(1)) == "<"
    assert pos(ZERO, mul(IMAG, add(Y, neg(X))), zero) == "<="


SQUARE = power(X, 2)
NO_ORDERS = {
    "x^2 > 0 by another theorem": (ZERO, SQUARE, [row(1, (X,), nz=(apart(Y),))], "<="),
    "i^2": (ZERO, rat(-1), [row(1, (IMAG,))], None),
    "i <= i + 1": (IMAG, add(IMAG, ONE), [row(1)], None),
    "q = 0": (X, X, [row(0)], None),
    "q < 0": (ZERO, rat(-1), [row(-1)], None),
    "wrong direction": (Y, X, [row(1, (), (rel(X, "<=", Y),))], None),
    "!= as a sign": (X, Y, [row(1, (), (rel(X, "!=", Y),))], None),
    "undefined h": (ZERO, power(inv(X), 2), [row(1, (inv(X),))], None),
    "undefined cofactor": (ZERO, W, [row(1, (inv(X),), (rel(ZERO, "=", mul(X, W)),))], None),
    "undefined side": (ZERO, mul(inv(X), ZERO), [], None),
    "order as nz": (ZERO, SQUARE, [row(1, (X,), nz=(rel(ZERO, "<=", X),))], None),
    "strict by an equation": (X, Y, [row(1, (), (rel(X, "=", Y),))], "<="),
    "strict by half": (ZERO, mul(X, Y), [row(1, (), (rel(ZERO, "<", X), rel(ZERO, "<=", Y)))], "<="),
    "squared in a row with an equation": (ZERO, mul(SQUARE, Y), [row(1, (X,), (rel(Z, "=", Y),))], None),
}


@pytest.mark.parametrize("name", NO_ORDERS)
def test_no_orders(name: str) -> None:
    lhs, rhs, rows, weaker = NO_ORDERS[name]
    if weaker:
        assert pos(lhs, rhs, *rows) == weaker
    else:
        refused(pos, lhs, rhs, *rows)


@pytest.mark.parametrize("q", [1, 1.0, True, "1", Fraction(-1, 2)])
def test_numbers_of_rows(q: object) -> None:
    kernel, context = setting()
    refused(kernel.infer, "POS", context, lhs=ZERO, rhs=ONE, rows=[{"q": q, "h": [], "signs": [], "nz": []}], eqs=[])


# -- NZ -------------------------------------------------------------------------------------------------------------


def nz(
    u: Term, v: Term, signs: tuple[Term, ...] = (), eqs: tuple[Term, ...] = (), known: tuple[Term, ...] = ()
) -> Theorem:
    kernel, context = setting(*known, *signs, *eqs)
    given = {key: [fact(kernel, context, t) for t in terms] for key, terms in (("signs", signs), ("eqs", eqs))}
    theorem = kernel.infer("NZ", context, u=u, v=v, **given)
    assert theorem.judgement is apart(u)
    return theorem


def test_divisors() -> None:
    z, conjugate = add(X, mul(IMAG, Y)), add(X, neg(mul(IMAG, Y)))
    nz(z, conjugate, (rel(ZERO, "<", add(power(X, 2), power(Y, 2))),))
    nz(X, Y, (apart(mul(X, Y)),))
    nz(mul(X, Y), ONE, (apart(X), apart(Y)))
    nz(add(X, neg(Y)), rat(-1), (rel(X, "<", Y),))
    nz(EXP, fn("exp", neg(X)), eqs=(rel(mul(EXP, fn("exp", neg(X))), "=", ONE),))
    nz(rat(2), rat(Fraction(1, 2)))


NOT_APART = {
    "0": (ZERO, ZERO, (), ()),
    "0 by 1/0": (ZERO, inv(ZERO), (), ()),
    "x by 1/x": (X, inv(X), (), ()),
    "weak": (X, ONE, (rel(ZERO, "<=", X),), ()),
    "equal": (add(X, neg(Y)), ONE, (rel(X, "=", Y),), ()),
    "other factor": (X, ONE, (apart(Y),), ()),
    "no identity": (X, ONE, (), ()),
}


@pytest.mark.parametrize("name", NOT_APART)
def test_no_divisors(name: str) -> None:
    u, v, signs, eqs = NOT_APART[name]
    refused(nz, u, v, signs, eqs)


# -- NUM ------------------------------------------------------------------------------------------------------------


def num(judgement: Term, *known: Term, prec: int = 64) -> Theorem:
    kernel, context = setting(*known, variables=1)
    before = flint.ctx.prec
    try:
        return kernel.infer("NUM", context, judgement=judgement, prec=prec)
    finally:
        assert flint.ctx.prec == before


def total(first: int, last: Term, body: Term) -> Term:
    return make("sum", (rat(first), last, body))


K = bound(0, "int")
NUMBERS = {
    "pi": rel(rat(Fraction(314, 100)), "<", PI),
    "weak": rel(PI, "<=", rat(Fraction(315, 100))),
    "complex": apart(add(ONE, IMAG)),
    "e^(i pi)": rel(fn("exp", mul(IMAG, PI)), "!=", ONE),
    "sqrt of -1": rel(fn("sqrt", rat(-1)), "!=", neg(IMAG)),
    "root 3 of -8": apart(add(make("root", (rat(-8),), 3), TWO)),
    "root of 0": rel(make("root", (ZERO,), 3), "<", ONE),
    "log": rel(fn("log", TWO), "<", fn("sqrt", TWO)),
    "log of i": apart(fn("log", IMAG)),
    "rpow": rel(fn("rpow", TWO, fn("sqrt", TWO)), "<", rat(3)),
    "0^0": rel(ZERO, "<", fn("rpow", ZERO, ZERO)),
    "0^1/2": rel(fn("rpow", ZERO, rat(Fraction(1, 2))), "<", ONE),
    "functions": rel(fn("tanh", ONE), "<", fn("atan", fn("erf", rat(3)))),
    "gamma": rel(fn("gamma", rat(Fraction(1, 2))), "<", TWO),
    "bessel": rel(fn("bessel_j", ONE, rat(3)), "<", fn("bessel_i", ONE, rat(3))),
    "pfq": rel(make("pfq", (ONE, TWO, ONE), (1, 1)), "<", rat(2)),
    "harmonic": rel(rat(2), "<", total(1, rat(10), inv(K))),
    "factorial": rel(rat(3_628_799), "<", make("prod", (ONE, rat(10), K))),
    "empty": rel(total(1, ZERO, K), "<", ONE),
    "nested": rel(rat(9), "<", total(1, rat(3), make("sum", (ONE, K, bound(1, "int"))))),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers(name: str) -> None:
    known = [apart(ONE)] if name != "harmonic" else []
    assert num(NUMBERS[name], *known).judgement is NUMBERS[name]


NO_NUMBERS = {
    "equal": rel(PI, "<", PI),
    "apart from itself": rel(PI, "!=", PI),
    "false": rel(PI, "<", rat(3)),
    "equation": rel(PI, "=", PI),
    "complex order": rel(ZERO, "<", add(ONE, IMAG)),
    "imaginary order": rel(IMAG, "<", add(IMAG, ONE)),
    "variable": rel(add(power(X, 2), ONE), "!=", ZERO),
    "undefined": rel(mul(ZERO, inv(ZERO)), "<", ONE),
    "log 0": apart(fn("log", ZERO)),
    "2F1 at 3": apart(make("pfq", (ONE, ONE, TWO, rat(3)), (2, 1))),
    "1F1 at a pole": apart(make("pfq", (ONE, rat(-1), ONE), (1, 1))),
    "gamma at a pole": apart(fn("gamma", rat(-1))),
    "integral": rel(ZERO, "<", make("int", (ZERO, ONE, ONE))),
    "infinite sum": rel(ZERO, "<", make("sum", (ONE, OO, inv(power(K, 2))))),
    "long sum": rel(ZERO, "<", total(1, rat(10**9), ONE)),
    "sum with a pole": rel(ZERO, "<", total(0, rat(3), inv(K))),
    "backwards": rel(total(3, ONE, K), "<", ONE),
    "half an end": rel(total(1, rat(Fraction(5, 2)), K), "<", rat(9)),
    "defined": make("def", (PI,)),
    "too near": rel(PI, "<", add(PI, rat(Fraction(1, 10**50)))),
    "huge": rel(ZERO, "<", fn("exp", fn("exp", fn("exp", rat(10**9))))),
}


@pytest.mark.parametrize("name", NO_NUMBERS)
def test_no_numbers(name: str) -> None:
    refused(num, NO_NUMBERS[name])


@pytest.mark.parametrize("prec", [0, 1, -5, 4_097, True, 64.0])
def test_precision(prec: int) -> None:
    refused(num, rel(rat(3), "<", PI), prec=prec)


def test_what_is_near_needs_precision() -> None:
    near = rel(PI, "<", add(PI, rat(Fraction(1, 10**50))))
    assert num(near, prec=300).judgement is near
