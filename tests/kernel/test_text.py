"""Specifications as texts: printed, read back, and refused where they are not in order."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.reading import parse_spec, parse_term, rational
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, ONE, OO, PI, TWO, ZERO, Term, bound, declare, make, power, rat, var
from rftheory.kernel.text import default_names, print_entry, print_spec, print_term
from tests.kernel.certificates import ENTRIES, SPEC
from tests.kernel.words import refused

X, K = var(0, "real"), var(1, "int")
INNER, INDEX, DRAW = bound(0, "real"), bound(0, "int"), bound(0, "vec")
TERMS = [
    rat(Fraction(-3, 4)), PI, IMAG, make("+", (X, X, ONE)), power(make("*", (X, IMAG)), 7), make("root", (X,), 3),
    make("rpow", (X, make("inv", (X,)))), make("pfq", (ONE, TWO, X, ZERO), (2, 1)), make("pfq", (X,), (0, 0)),
    make("int", (make("-oo"), OO, make("exp", (make("neg", (power(INNER, 2),)),)))),
    make("int", (ZERO, X, make("int", (INNER, ONE, make("+", (INNER, bound(1, "real"), X)))))),
    make("sum", (ZERO, OO, make("at", (var(2, "seq"), INDEX)))), make("prod", (ONE, K, make("+", (INDEX, X)))),
    make("E", (make("normal", (K,)), make("gauss"), make("*", (make("norm2", (bound(1, "vec"),)), bound(0, "real"))))),
    make("P", (make("uniform", (ZERO, ONE)), INNER, X), "<="),
    make("E", (make("iid", (K, make("normal", (K,)))), make("norm2", (make("at", (bound(0, "vecs"), ONE)),)))),
    make("E", (make("mass", (ZERO, OO, INDEX)), INDEX)), make("E", (make("finite", (ZERO, ONE)), INNER)),
    make("image", (make("gauss"), power(INNER, 2))),
    make("max", (K, X, K, ONE, make("dot", (bound(1, "vec"), DRAW))), 2),
    make("D", (ZERO, OO, power(INNER, 2), make("*", (TWO, INNER)))),
    make("cont", (ZERO, OO, INNER), ("closed", "open")), make("cont_balls", (K, X, make("norm2", (DRAW,))), 1),
    make("lim", (ZERO, X, make("*", (INNER, X))), "above"), make("lim", (OO, ZERO, make("inv", (INNER,))), "oo"),
    make("tends", (ZERO, OO, make("inv", (INNER,))), "both"), make("l1", (make("int", (ZERO, OO, INNER)),)),
    make("samelaw", (make("normal", (K,)), make("normal", (K,)))), make("int?", (X,)), make("inhabited"),
    make("all", (declare("int", low=ONE, high=K), make("<", (INDEX, X)))),
    make("all", (declare("vec", K), make("<=", (ZERO, make("norm2", (DRAW,)))))),
    declare("real", low=ZERO, high=ONE, closed="[)"), make("ap", (var(3, "fun"), X)),
]  # fmt: skip
NAMES = [("x", "real"), ("k", "int"), ("a", "seq"), ("f", "fun")]


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.op)
def test_a_term_is_parsed_from_what_it_prints(term: Term) -> None:
    assert parse_term(print_term(term, [name for name, _ in NAMES]), NAMES) is term


def test_bound_variables_take_no_name_that_is_there() -> None:
    term = make("int", (ZERO, X, make("int", (ZERO, INNER, make("+", (INNER, bound(1, "real"), X))))))
    assert print_term(term, ["x1"]) == "(int (x2 0 x1) (int (x3 0 x2) (+ x3 x2 x1)))"
    assert default_names(EMPTY.extended(declare("real"), declare("int"), declare("real"))) == ["x1", "k1", "x2"]


def test_random_terms_come_back() -> None:
    rng, pool = random.Random(5), [*TERMS[:19], X, ONE]
    for _ in range(100):
        scalars = [term for term in pool if term.sort == "scalar" and term.depth < 12]
        made = make(rng.choice(["+", "*", "rpow"]), rng.sample(scalars, 2))
        closed = make("int", (rng.choice(scalars), rng.choice([OO, ONE]), make("+", (INNER, made))))
        for term in (made, closed):
            assert parse_term(print_term(term, [name for name, _ in NAMES]), NAMES) is term
        pool.append(rng.choice([made, closed]))


@pytest.mark.parametrize("text", ["", "x x", "(pow x)", "(root 3 x x)", "(pfq x)", "(all x (= x x))"])
def test_a_text_that_is_no_term_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="not a term"):
        parse_term(text, NAMES)


def test_the_specification_is_what_its_terms_print() -> None:
    assert print_spec(parse_spec(SPEC)) == SPEC
    for name in ("square", "mean"):
        assert print_entry(ENTRIES[name]) in SPEC


@pytest.mark.parametrize(
    "old, new",
    [
        ("(* 2 y)", "(* 2  y)"), ("(* 2 y)", "(* 02 y)"), ("(* 2 y)", "(* 4/2 y)"), ("(* 2 y)", "(* +2 y)"),
        ("(* 2 y)", "(* 2.0 y)"), ("(* 2 y)", "(* 2 z)"), ("(* 2 y)", "(* 2 (y))"), ("(* 2 y)", "(* 2 y"),
        ("(* 2 y)", "(* 2)"), ("(* 2 y)", "(* 2 y w1)"), ("(pow y 2)", "(pow y 2/1)"), ("(pow y 2)", "(pow y -2)"),
        ("(pow y 2)", "(pow y y)"), ("(pow y 2)", "(pow y 1000000000)"), ("var y real none", "var i real none"),
        ("var y real none", "var E real none"), ("var y real none", "var pi real none"), ("theorem gap", "theorem square"),
        ("theorem gap", "theorem ctx"), ("var y real none", "var y_é real none"), ("w1", "w2"), ("w1", "d"),
        ("(!= x 1)", "(var x real none none)"), ("(!= x 1)", "(decl real none none)"), ("(!= x 1)", "(+ x 1)"),
        ("(!= x 1)", "(inhabited)"), ("(< 3 pi)", "(inhabited)"), ("(< 3 pi)", "pi"), ("(< 3 pi)", "(< 3 pi pi)"),
        ("(< 3 pi)", "(< 3 (bound 0))"), ("(< 3 pi)", "(< 3 (var 0))"), ("(< 3 pi)", "(< 3 (rat 3))"),
        ("(< 3 pi))", "(< 3 pi)\n  (identity)\n  (point))"), ("(< 3 pi))", "(< 3 pi)\n  (proved))"),
        ("(ctx)", "(ctx (< 3 y))"), ("(!= x 1)", "(!= x y)"), ("(!= x 1)", "(!= x  1)"), ("(ctx)", "()"),
        ("(< 3 pi)", "(" * 600 + ")" * 600), ("(< 3 pi)", "(" * 100_000), ("(< 3 pi))\n", "(< 3 pi))"),
        ("(< 3 pi))\n", "(< 3 pi))\n\n"), ("(< 3 pi))\n", "(< 3 pi))\n; proved\n"),
    ],
)  # fmt: skip
def test_a_specification_that_is_not_in_order_is_refused(old: str, new: str) -> None:
    assert old in SPEC
    with pytest.raises((Refused, RecursionError)):
        parse_spec(SPEC.replace(old, new, 1))


@pytest.mark.parametrize(
    "text", ["", "-0", "+1", "01", " 1", "1 ", "6/8", "3/1", "1/0", "1/-2", "1_0", "1e5", "٣", "0/1"]
)
def test_there_is_one_text_for_each_rational(text: str) -> None:
    refused(rational, text)


@pytest.mark.parametrize("value", [0, 1, -7, Fraction(3, 4), Fraction(-5, 9)])
def test_rationals_are_read(value: Fraction) -> None:
    assert rational(str(value)) == value
