"""Tactics for numbers and functions that other tactics and lines ask: what they find, and what they give up."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction

import pytest
import sympy as sp

from rftheory.kernel.contexts import open_binder
from rftheory.kernel.terms import ONE, TWO, ZERO, make, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover.bessel import even_order
from rftheory.prover.chains import Walk
from rftheory.prover.convergence import prove_convergent, value
from rftheory.prover.definite import make_defined
from rftheory.prover.ends import changed, limit_at
from rftheory.prover.failure import Unproved
from rftheory.prover.generalised import equal_for_all
from rftheory.prover.graphs import by_rows
from rftheory.prover.integrals import _table_value
from rftheory.prover.linear import combination
from rftheory.prover.pair_sums import by_symmetry
from rftheory.prover.parabola_bounds import above_parabola, below_taylor
from rftheory.prover.power_bounds import above_tangent
from rftheory.prover.product_bounds import above_sum, contiguous
from rftheory.prover.proving import Prover
from rftheory.prover.rising import rising_value
from rftheory.prover.series import as_series, sum_value
from rftheory.prover.setting import Setting
from rftheory.prover.signs import prove_sign
from rftheory.prover.tails_convergence import size_of
from rftheory.prover.trace import Trace
from rftheory.statements.domain import Domain, Range
from tests.prover.cases import Place, place


def test_combinations_are_exact_whatever_floats_say() -> None:
    large, third = Fraction(10**400), Fraction(1, 3)
    columns: list[dict[Hashable, Fraction]] = [{0: large, 1: Fraction(1)}, {1: Fraction(-1)}, {0: -large}]
    assert combination({0: 2 * large, 1: Fraction(1)}, columns, [1, 1, 1], [False] * 3) == {0: 2, 1: 1}
    assert combination({0: -large, 1: Fraction(1)}, columns[:2], [1, 1], [False] * 2) is None
    columns = [{0: Fraction(3), 1: Fraction(1)}, {1: Fraction(1)}, {0: Fraction(-1)}]
    assert combination({0: Fraction(1), 1: third}, columns, [1, 1, 1], [False] * 3) == {0: third}
    assert combination({0: Fraction(1), 1: Fraction(-1)}, columns, [1, 1, 1], [False] * 3) is None


# -- integrals, series and functions ----------------------------------------------------------------------------------

NUMBERS = "fix c real, d int in [1, oo), u real in (0, oo), z real in [0, oo), h real in (0, pi), a real in (0, h), n int in [0, oo)"


@pytest.fixture
def numbers() -> Place:
    return place((NUMBERS,))


@pytest.mark.parametrize(
    ("function", "side", "limit"),
    [
        ("int(0, oo, lambda x: u*x)", "above", "0"),
        ("int(0, oo, lambda x: u*x)", "oo", "oo"),
        ("int(0, oo, lambda x: x^c*exp(-(u*x^2)))", "oo", "0"),
        ("int(0, oo, lambda x: x^u)", "above", "0"),
        ("int(0, 1, lambda x: log(x))", "above", "-oo"),
        ("int(0, 1, lambda x: c*sqrt(x))", "below", "c"),
    ],
)
def test_limits_at_the_ends(function: str, side: str, limit: str, numbers: Place) -> None:
    search, context = numbers.search, numbers.context
    found = search.once(
        (function, side), lambda: limit_at(search, context, numbers.goal(function), side, numbers.goal(limit))
    )
    assert found.judgement.args[1] is numbers.goal(limit)


def test_a_change_of_variables_needs_a_monotone_map(numbers: Place) -> None:
    search, integral = numbers.search, numbers.goal("int(0, 1, lambda x: exp(x))")

    def by(way: str) -> Theorem:
        return search.once((way,), lambda: changed(search, numbers.context, integral, numbers.goal(way)))

    assert by("int(0, 1, lambda x: x^2)").judgement.args[0] is integral
    with pytest.raises(Unproved):
        by("int(-1, 1, lambda x: x^2)")


@pytest.mark.parametrize("exponent", ["-x - x^2", "-(x + x^2)", "-x", "-(u*x)", "-1*u*x^u"])
def test_what_the_table_does_not_write_has_no_value_there(exponent: str, numbers: Place) -> None:
    integral = numbers.goal(f"int(0, oo, lambda x: x^u*exp({exponent}))")
    assert _table_value(numbers.search, numbers.context, integral) is None


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("int(0, oo, lambda x: x^(d - 1)*exp(-(u*x)))", value),
        ("sum(0, oo, lambda k: c^k/gamma(k + 1))", sum_value),
        *((text, as_series) for text in ("cosh(c)", "sinh(u)", "cos(c)", "bessel_i(0, c)", "bessel_j(2, u)", "exp(c)")),
    ],
)
def test_what_is_found_is_of_the_term_that_is_asked_for(text: str, of: Callable[..., Theorem], numbers: Place) -> None:
    term = numbers.goal(text)
    if of is not as_series:
        prove_convergent(numbers.run, numbers.context, term)
    found = of(numbers.run, numbers.context, term).judgement
    assert found.args[0] is term and (of is not as_series or "pfq" in repr(found))


def test_bounds_of_series_are_given_for_parameters_and_places_that_are_positive(numbers: Place) -> None:
    run, context = numbers.run, numbers.context
    u, z, h = (numbers.goal(name) for name in "uzh")
    assert contiguous(run, context, u, z).judgement.args[0] is numbers.goal("F([], [u], z)")
    assert above_sum(run, context, u, z, h).judgement.args[1] is numbers.goal("F([], [u], z)*F([], [u], h)")
    for bend in (False, True):
        assert above_tangent(run, context, numbers.goal("F([], [d], z)"), ONE, bend).judgement.op == "<="
    refused: list[Callable[[], Theorem]] = [
        lambda: above_sum(run, context, u, numbers.goal("-u"), h),
        lambda: above_sum(run, context, z, h, h),
        lambda: above_tangent(run, context, numbers.goal("F([], [d], c)"), ONE, False),
        lambda: above_parabola(run, context, u, h, numbers.goal("h + u"), numbers.goal("h + u + z")),
        lambda: below_taylor(run, context, u, h, numbers.goal("h + z")),
        lambda: even_order(run, rat(3)),
        *(lambda b=body: rising_value(numbers.search, context, numbers.goal(f"prod(1, n, lambda k: {b})"))  # type: ignore[misc]
          for body in ("z + k - 1", "u + k^2", "u - k")),
    ]  # fmt: skip
    assert even_order(run, TWO).judgement.args[0] is ZERO
    for attempt in refused:
        with pytest.raises(Unproved):
            attempt()


def test_an_equality_for_all_numbers_forgets_what_relates_them(numbers: Place) -> None:
    search, context = numbers.search, numbers.context
    sine, cosine = numbers.goal("sin(h)"), numbers.goal("cos(h)")
    same = equal_for_all(search, context, numbers.goal("sqrt(sin(h)^2)"), sine, [sine, cosine])
    assert same.judgement.args[1] is sine
    with pytest.raises(Unproved):
        equal_for_all(search, context, numbers.goal("sin(h)^2 + cos(h)^2 + 0*sin(a)"), ONE, [sine, cosine])


def test_sizes_are_those_of_the_draws_outside() -> None:
    held = place(("fix a real, b real",))
    found = size_of(held.search, held.context, 1, held.goal("exp(a)"))
    assert found.judgement.args[1] is held.goal("abs(exp(a))")
    with pytest.raises(Unproved, match="no bound"):
        size_of(held.search, held.context, 1, held.goal("a*b"))


def test_sums_over_pairs_and_rows() -> None:
    x, y = sp.symbols("x y", real=True)
    i, j, n = sp.Symbol("i", integer=True), sp.Symbol("j", integer=True), sp.Symbol("n", integer=True, positive=True)
    run = Trace()
    domain = Domain((Range(n, 2, None, integer=True), Range(x, 0, None, "[)"), Range(y, 0, None, "[)")))
    walk = Walk(Prover(run), Setting(run, domain), None)
    square, other = (walk.term(sp.Sum(sp.Sum(f * x, (j, 1, n)), (i, 1, n))) for f in (i * j, i))
    assert [equation.judgement.op for equation in by_symmetry(run, walk.context, square)] == ["="] * 5
    with pytest.raises(Unproved):
        by_symmetry(run, walk.context, other)
    sign = run.infer("HYP", walk.context, fact=make("<=", (ZERO, walk.term(y))))
    assert by_rows(walk, walk.term(x), walk.term(x + y), [[sign]]).judgement.op == "<="
    with pytest.raises(Exception, match="identity"):
        by_rows(walk, walk.term(x), walk.term(x + 2 * y + 1), [[sign]])


@pytest.mark.parametrize("relation", ["<", "<="])
def test_a_sum_has_the_sign_that_is_known_of_each_member(relation: str) -> None:
    """``0 < sum cos(w_k)`` for n >= 1 where each cosine is positive; where they are at least 0 the sum is, and no more."""
    known = f"given (all (k int (closed 1) (closed n)) ({relation} 0 (cos (coord w k))))"
    held = Place(("fix n int in [1, oo), w vec n", known))
    whole = held.goal("sum(1, n, lambda k: cos(coord(w, k)))")
    make_defined(held.run, held.context, whole)
    inner, (k,) = open_binder(held.context, whole)
    of = held.run.infer("HYP", inner, fact=held.context.facts[0])
    held.run.use(inner, held.run.infer("ALLUSE", inner, of=of, value=k, premises=[]))
    found = prove_sign(held.run, held.context, whole)
    assert found is not None and found.judgement is make(relation, (ZERO, whole))
