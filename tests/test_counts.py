"""Random counts: the node, the expectation rule and its conditions, and the enclosure of the definition."""

from __future__ import annotations

import math

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from tolerances import ulps

from rftheory.families.geometric import Geometric
from rftheory.families.poisson import Poisson
from rftheory.inputs.coordinates import d, i, j, k, l, product, total, x, y
from rftheory.inputs.kernels import lam, m, p
from rftheory.numbers.balls import enclose
from rftheory.numbers.multiprecision import value
from rftheory.rules.counts import factored, integrate_counts, product_of, series_of, sum_series
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.nodes import Expectation, SampleMean, sources
from rftheory.rules.variates import MASS, Counts

a, b, c = sp.symbols("a b c", real=True)
HALF = sp.Rational(1, 2)
POISSON, GEOMETRIC = Poisson().counts("w"), Geometric().counts("v")
ANY = Counts("g", sp.Lambda(k, MASS(k)))


# -- the node ---------------------------------------------------------------------------------------------------


def test_a_count_is_a_random_integer_with_a_name_a_law_and_an_index():
    count = POISSON[l]
    assert count.is_integer and count.is_nonnegative and count.is_real
    assert sources(count) == {"w"}
    assert sources(product(x[l] ** count)) == {"w"}
    assert count.law(3) == sp.exp(-lam) * lam**3 / 6
    assert count != POISSON[1] and count != GEOMETRIC[l]
    assert POISSON[l].subs(l, 2) == POISSON[2]


def test_the_bound_variable_of_a_law_has_no_name():
    other = sp.Symbol("n")
    assert Counts("w", sp.Lambda(other, HALF ** (other + 1)))[1] == Counts("w", sp.Lambda(k, HALF ** (k + 1)))[1]


def test_counts_of_different_names_are_independent():
    assert expand_expectation(Expectation(POISSON[1] * GEOMETRIC[1])) == Expectation(POISSON[1]) * Expectation(
        GEOMETRIC[1]
    )
    assert expand_expectation(Expectation(POISSON[1] * POISSON[2])).has(POISSON[1] * POISSON[2])


def test_sample_means_of_counts_obey_the_moment_law():
    sample = product(x[l] ** POISSON[l])
    expanded = expand_expectation(Expectation(SampleMean(sample, m) ** 2))
    assert sp.expand(expanded - Expectation(sample**2) / m - (1 - 1 / m) * Expectation(sample) ** 2) == 0


# -- the series -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "first", "ratio", "order"),
    [
        (c**k / sp.factorial(k), 1, c, 1),
        (c ** (2 * k) * sp.exp(-lam) * lam**k / sp.factorial(k) ** 2, sp.exp(-lam), c**2 * lam, 2),
        (3 * c**k, 3, c, 0),
        (a**2 * lam ** (-k / 2) / sp.factorial(k), a**2, lam ** (-HALF), 1),
    ],
)
def test_series_are_read_through_their_ratio(term, first, ratio, order):
    series = series_of(term, k)
    assert series is not None
    assert (series.first, series.ratio, series.order) == (first, ratio, order)


@pytest.mark.parametrize(
    "term",
    [
        k * c**k,
        c ** (k**2),
        c**k * sp.factorial(k),
        c**k / sp.factorial(k) ** 3,
        c**k / sp.sqrt(sp.factorial(k)),
        c ** (k - 1),  # not defined at c = 0, k = 0
        c ** (a * k),
        (k + 1) ** k,
        MASS(k) * c**k,
    ],
)
def test_series_of_another_shape_are_refused(term):
    assert series_of(term, k) is None
    assert sum_series(sp.Sum(term, (k, 0, sp.oo))) == sp.Sum(term, (k, 0, sp.oo))


def test_only_series_from_zero_are_summed():
    for node in (sp.Sum(c**k / sp.factorial(k), (k, 1, sp.oo)), sp.Sum(c**k / sp.factorial(k), (k, 0, 9))):
        assert sum_series(node) == node


def test_a_geometric_series_needs_a_proof_of_convergence():
    node = sp.Sum(c**k, (k, 0, sp.oo))
    assert sum_series(node) == node
    assert sum_series(node, positive=lambda expr: True) == 1 / (1 - c)
    assert sum_series(sp.Sum(2**k, (k, 0, sp.oo))) == sp.Sum(2**k, (k, 0, sp.oo))
    assert sum_series(sp.Sum(HALF**k, (k, 0, sp.oo))) == 2
    mass = Expectation(sp.Rational(3) ** GEOMETRIC[1])
    assert integrate_counts(mass) == mass


def test_what_is_known_to_converge_is_summed():
    node = Expectation(HALF ** GEOMETRIC[1])
    assert sp.simplify(integrate_counts(node, lambda expr: True) - p / (1 - (1 - p) / 2)) == 0
    # without it nothing is summed
    assert integrate_counts(Expectation(a ** GEOMETRIC[1])) == Expectation(a ** GEOMETRIC[1])


@settings(max_examples=10, deadline=None)
@given(st.fractions(-4, 4, max_denominator=8), st.sampled_from([1, 2]))
def test_closed_forms_are_the_sums(value_of_c, order):
    term = sp.Rational(value_of_c.numerator, value_of_c.denominator) ** k / sp.factorial(k) ** order
    series = sp.Sum(term, (k, 0, sp.oo))
    closed = sum_series(series)
    assert not closed.has(sp.Sum)
    assert enclose(closed, {}).overlaps(enclose(series, {}))
    # a control: another order gives another sum, unless only the first term is left
    other = sp.Sum(term / sp.factorial(k), (k, 0, sp.oo))
    assert (not enclose(closed, {}).overlaps(enclose(other, {}))) == (value_of_c != 0)


# -- the rule ---------------------------------------------------------------------------------------------------


def test_products_over_one_range_are_merged_whatever_their_index():
    merged = factored(product(x[l] ** POISSON[l]) * product(y[i] ** POISSON[i], i))
    assert merged is not None and len(merged.parts) == 1
    value_of = integrate_counts(Expectation(product(x[l] ** POISSON[l]) * product(y[i] ** POISSON[i], i)))
    point = {d: sp.Integer(2), lam: HALF, x.label: sp.Tuple(1, 2), y.label: sp.Tuple(-1, HALF)}
    assert enclose(value_of, point).overlaps(enclose(sp.exp(-lam * d + lam * total(x[l] * y[l])), point))


@pytest.mark.parametrize(
    "integrand",
    [
        a ** POISSON[i] * b ** POISSON[j],  # i and j may be equal
        product(a ** POISSON[l]) * b ** POISSON[1],
        product(a ** POISSON[l]) * product(b ** POISSON[l], l, d + 1),
        product(a ** POISSON[1] * x[l] ** POISSON[l]),
        product(a ** (POISSON[l] * GEOMETRIC[l])),
        a ** (POISSON[1] + GEOMETRIC[1] ** 2),
        sp.exp(total(POISSON[l] ** 2)),
    ],
)
def test_dependent_or_unknown_shapes_are_left_alone(integrand):
    node = Expectation(integrand)
    assert integrate_counts(node) == node


def test_different_numbers_are_different_counts():
    assert integrate_counts(Expectation(a ** POISSON[1] * b ** POISSON[2])) == sp.exp(-2 * lam) * sp.exp(
        a * lam
    ) * sp.exp(b * lam)
    same = integrate_counts(Expectation(a ** POISSON[1] * b ** POISSON[1]))
    assert sp.simplify(same - sp.exp(-lam + a * b * lam)) == 0


def test_the_masses_of_any_law_cancel():
    weighted = product(x[l] ** ANY[l] / (sp.factorial(ANY[l]) * MASS(ANY[l])))
    assert integrate_counts(Expectation(weighted)) == sp.exp(total(x[l]))
    plain = Expectation(product(x[l] ** ANY[l]))
    assert integrate_counts(plain) == plain


@pytest.mark.parametrize("function", [sp.exp, sp.cos, lambda count: count, lambda count: a**count])
def test_unknown_laws_are_left_alone(function):
    node = Expectation(function(ANY[1]))
    assert integrate_counts(node) == node


def test_finite_products_keep_constants_exponentials_and_the_rest():
    body = 3 * sp.exp(a + 2 * x[l]) * sp.besseli(0, x[l])
    expected = 3**d * sp.exp(a * d) * sp.exp(2 * total(x[l])) * product(sp.besseli(0, x[l]))
    assert product_of(body, l, sp.Integer(1), d) == expected


# -- the definition, enclosed -----------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=3),
    st.sampled_from([1, 2]),
    st.booleans(),
)
def test_definition_and_rule_agree(pairs, power, geometric):
    family = Geometric() if geometric else Poisson()
    sample = family.sample(family.counts(), x, y)
    expectation = Expectation(sample**power)
    where = {
        x.label: sp.Tuple(*(sp.Rational(u, 2) for u, _ in pairs)),
        y.label: sp.Tuple(*(sp.Rational(u, 3) for _, u in pairs)),
        d: sp.Integer(len(pairs)),
        lam: sp.Rational(3, 2),
        p: sp.Rational(1, 3),
    }
    defined, closed = enclose(expectation, where), enclose(integrate_counts(expectation), where)
    assert defined.overlaps(closed) and defined.relative_radius() < sp.Rational(1, 10**29)
    # the second opinion, and a control off by a billionth
    assert math.isclose(float(value(expectation, where)), float(defined.value), rel_tol=ulps(4))
    assert not enclose(expectation * (1 + sp.Rational(1, 10**9)), where).overlaps(closed)


def test_the_definition_does_not_use_the_closed_form():
    # no closed form is known here, and the series is summed all the same
    node = Expectation(1 / sp.factorial(POISSON[1]) ** 2)
    assert integrate_counts(node) == node
    defined = enclose(node, {lam: sp.Integer(1)})
    terms = [sp.exp(-1) / sp.factorial(n) ** 3 for n in range(30)]
    assert defined.overlaps(enclose(sum(terms), {}))
    # a control: the terms beyond the twelfth are about 1e-26
    assert not defined.overlaps(enclose(sum(terms[:12]), {}))
