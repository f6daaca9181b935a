"""Conjugates, roots and powers of complex numbers; whole turns; exponents that are fractions; powers under roots."""

from __future__ import annotations

from functools import cache

import pytest

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.terms import ZERO, Term, make
from rftheory.prover.definite import make_defined
from rftheory.prover.equal import prove_equal
from rftheory.prover.failure import Unproved
from rftheory.prover.instances import shown_fact
from rftheory.prover.nonzero import prove_nonzero
from rftheory.prover.root_powers import power_by_root
from rftheory.prover.search import search_of
from rftheory.prover.signs import prove_order
from rftheory.prover.trace import Trace

#: u > 0, v, z real, k >= 0, n >= 1 integers, y > 0
ENTRIES = (
    "(decl real (open 0) none)", "(decl real none none)", "(decl real none none)", "(decl int (closed 0) none)",
    "(decl int (closed 1) none)", "(decl real (open 0) none)",
)  # fmt: skip
NAMES = (("u", "real"), ("v", "real"), ("z", "real"), ("k", "int"), ("n", "int"), ("y", "real"))


def term(text: str) -> Term:
    return parse_term(text, NAMES)


@cache
def declared() -> tuple[Trace, Context]:
    run, context = Trace(), EMPTY
    for entry in ENTRIES:
        context = run.declare(context, parse_term(entry, ()))
    return run, context


def equal(run: Trace, context: Context, left: str, right: str) -> None:
    sides = term(left), term(right)
    for side in sides:
        make_defined(run, context, side)
    assert prove_equal(run, context, *sides).judgement.args == sides


EQUAL = (
    ("(conj (log (+ u (* imag v))))", "(log (+ u (neg (* imag v))))"),
    ("(conj (sqrt (+ u (* imag v))))", "(sqrt (+ u (neg (* imag v))))"),
    ("(conj (rpow (+ u (* imag v)) z))", "(rpow (+ u (neg (* imag v))) z)"),
    ("(* (sqrt (+ u (* imag v))) (sqrt (+ u (neg (* imag v)))))", "(sqrt (+ (pow u 2) (pow v 2)))"),
    ("(sqrt (neg u))", "(* imag (sqrt u))"),
    ("(conj (sqrt (neg u)))", "(neg (* imag (sqrt u)))"),
    ("(* (sqrt (+ (neg u) (* imag v))) (conj (sqrt (+ (neg u) (* imag v)))))", "(sqrt (+ (pow u 2) (pow v 2)))"),
    ("(root 2 (+ u (* imag v)))", "(sqrt (+ u (* imag v)))"),
    ("(* (rpow (+ u (* imag v)) z) (sqrt (+ u (* imag v))))", "(rpow (+ u (* imag v)) (+ z 1/2))"),
    ("(atan (* -2 v (inv u)))", "(neg (atan (* 2 v (inv u))))"),
    ("(exp (* 2 imag pi k))", "1"),
    ("(exp (* 6 imag pi n))", "1"),
    ("(pow (exp (* imag pi k)) 2)", "1"),
    ("(log (* y (pow (+ u (sqrt (+ 1 (pow u 2)))) 2)))", "(+ (log y) (* 2 (log (+ u (sqrt (+ 1 (pow u 2)))))))"),
)


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_equal(left: str, right: str) -> None:
    equal(*declared(), left, right)


DIFFERENT = (
    # beyond the cut the conjugate of a root is its negative
    ("(conj (sqrt (neg u)))", "(sqrt (neg u))"),
    ("(sqrt (+ (neg u) (* imag v)))", "(* imag (sqrt (+ u (* imag v))))"),
    ("(* (sqrt (+ (neg u) (* imag v))) (sqrt (+ (neg u) (neg (* imag v)))))", "(neg (sqrt (+ (pow u 2) (pow v 2))))"),
    ("(exp (* imag pi k))", "1"),
    ("(exp (* 2 imag pi z))", "1"),
    ("(atan (* -2 v (inv u)))", "(atan (* 2 v (inv u)))"),
    ("(conj (rpow (+ u (* imag v)) z))", "(rpow (+ u (* imag v)) z)"),
)


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_not_equal(left: str, right: str) -> None:
    run, context = declared()
    for side in (left, right):
        try:
            make_defined(run, context, term(side))
        except Unproved:
            return
    with pytest.raises(Unproved):
        prove_equal(run, context, term(left), term(right))


def test_the_principal_root_has_a_positive_real_part() -> None:
    run, context = declared()
    root = term("(re (sqrt (+ u (* imag v))))")
    make_defined(run, context, root)
    assert prove_order(run, context, ZERO, root, True)
    other = term("(re (sqrt (+ v (* imag u))))")
    make_defined(run, context, other)
    with pytest.raises(Unproved):
        prove_order(run, context, other, ZERO, True)


def test_roots_vanish_where_the_number_does() -> None:
    run, context = declared()
    assert prove_nonzero(run, context, term("(sqrt (+ u (* imag v)))"))
    assert prove_nonzero(run, context, term("(root 3 (+ u (* imag v)))"))
    with pytest.raises(Unproved):
        prove_nonzero(run, context, term("(sqrt (* imag v))"))


def test_a_power_by_the_factors_of_its_root() -> None:
    """``b^(n/2) = a^n/w^(n/2)`` if ``sqrt b = a/sqrt w``; no such thing for other exponents."""
    run, context = declared()
    a, w = "(+ u (* imag v))", "(+ y (* imag z))"
    b = f"(* (pow {a} 2) (inv {w}))"
    for number in (a, w, b):
        search_of(run).use(context, prove_nonzero(run, context, term(number)))
    root = f"(* (inv (sqrt {w})) {a})"
    make_defined(run, context, term(root))
    fact = make("=", (term(f"(sqrt {b})"), term(root)))
    here = run.declare(context, fact)
    search_of(run).use(here, run.infer("HYP", here, fact=fact))
    found = power_by_root(search_of(run), here, term(f"(rpow {b} (* 1/2 n))"))
    assert found.judgement.args[1] == term(f"(* (inv (rpow {w} (* 1/2 n))) (rpow {a} n))")
    with pytest.raises(Unproved):
        power_by_root(search_of(run), here, term(f"(rpow {b} z)"))
    with pytest.raises(Unproved):
        power_by_root(search_of(run), context, term(f"(rpow {b} (* 1/2 n))"))


def fractions(last: str) -> tuple[str, str]:
    """A product of exponentials with many monomials over one denominator, and one exponential."""
    under = "(inv (+ u (pow v 2) (pow z 2) y))"
    over = [f"(* {a} {b} {c} {under})" for a in ("u", "v", "z") for b in ("u", "y") for c in ("v", "z", "1")]
    sums = [f"(+ {over[i]} {over[i - 1]})" for i in range(len(over))]
    whole = " ".join([*sums, last])
    return f"(* {' '.join(f'(exp {one})' for one in sums)})", f"(exp (+ {whole}))"


def test_exponents_that_are_fractions() -> None:
    run, context = declared()
    equal(run, context, *fractions("0"))
    with pytest.raises(Unproved):
        equal(run, context, *fractions("(* 1/1000 u)"))


def test_numbers_that_differ() -> None:
    run, context = declared()
    assert shown_fact(run, EMPTY, parse_term("(!= (sqrt 2) 1)", ()))
    assert shown_fact(run, context, term("(!= (neg u) (pow v 2))"))
    with pytest.raises(Unproved):
        shown_fact(run, context, term("(!= u v)"))
