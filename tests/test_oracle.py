"""Closed forms, exact moments and the moments of families against reference values that the library had no part in (`tests.oracle`)."""

from __future__ import annotations

import ast
import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp
from mpmath import mp, mpf

from rftheory.answers.closed import closed_form
from rftheory.answers.estimates import estimate
from rftheory.couplings.hadamard_law import row_law, rows_law
from rftheory.families.arc_cosine import ArcCosine
from rftheory.families.favor_sharp import FavorSharp
from rftheory.inputs import coordinates
from rftheory.inputs.kernels import d
from rftheory.mechanisms import catalogue
from rftheory.mechanisms.closed_forms import NoClosedForm
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.estimators.moments import formal_pair, number
from rftheory.numbers import multiprecision
from rftheory.rules.variates import COUNT
from tests.oracle import cases as oracle
from tests.oracle.case import Case
from tests.oracle.families import OTHERS, WAVES, complex_gerf_pair
from tests.oracle.mixed import HYBRIDS, hadamard_rows
from tests.oracle.samples import DIGITS, F, dot, kernel, normal_mean
from tests.tolerances import CLOSED

ALL = oracle.cases()
KEPT = oracle.kept()
#: reference values have so many digits, of which the last is rounded
REFERENCE = 10.0 ** (2 - oracle.KEPT)
#: relative to the error and the square of the kernel, what moments in balls promise
BALLS = 1e-12
COUNTS = ("poisson", "geometric", "discretely-induced", "shifted")
#: families that state ``E Z^2``
MOMENTS = ("random-phase-cosine", "gerf", "oprf", "complex gerf", "poisson", "geometric", "discretely-induced")
#: all but products of Hadamard matrices, complex exponents and hybrids of coupled projections
STATED = [case for case in ALL if case.coupling == "iid" or case.name in WAVES and case.coupling != "hadamard"]


def value(case: Case, quantity: str) -> Any:
    """A reference value, or None where the quantity is not defined."""
    text = KEPT[str(case)][quantity]
    if not text:
        return None
    with mp.workdps(oracle.KEPT):
        return mpmath.mpmathify(text)


def exact(value: Any) -> Any:
    """A parameter of a case as the library takes it: complex numbers and matrices are pairs of fractions there."""
    if isinstance(value, F):
        return sp.Rational(value.numerator, value.denominator)
    if isinstance(value, tuple):
        return exact(value[0]) + sp.I * exact(value[1])
    return value


def family_of(case: Case) -> Any:
    given = dict(case.parameters)
    if case.name == "discretely-induced":
        return catalogue.family(case.name, masses=sp.Lambda(COUNT, (COUNT + 1) / sp.Integer(4) / 2**COUNT))
    if case.name == "shifted":
        shift = tuple(map(float, given.pop("shift")))
        return catalogue.family(case.name, family=catalogue.family(given.pop("family"), **_exact(given)), shift=shift)
    return catalogue.family(case.name.removeprefix("complex ") if "gerf" in case.name else case.name, **_exact(given))


def _exact(given: dict[str, Any]) -> dict[str, Any]:
    found = {name: exact(value) for name, value in given.items() if name != "matrix"}
    if "matrix" in given:
        found["matrix"] = np.array([[complex(*map(float, entry)) for entry in row] for row in given["matrix"]])
    return found


def mechanism_of(case: Case) -> Mechanism:
    coupling = catalogue.coupling(case.coupling, **dict(case.of_coupling))
    if case.name not in HYBRIDS:
        return Mechanism(family_of(case), coupling)
    given = dict(case.parameters)
    shared = given.pop("shared", False)
    if case.name == "window":
        matrix = _exact({"matrix": given.pop("matrix")})
        given["family"] = catalogue.family("complex-exponential", **matrix)
    return Mechanism(coupling=coupling, hybrid=catalogue.hybrid(case.name, shared=shared, **_exact(given)))


def inputs_of(case: Case) -> tuple[np.ndarray, np.ndarray]:
    x, y = (np.array([float(e) for e in u]) for u in (case.x, case.y))
    return x, y


# -- the reference values -------------------------------------------------------------------------------------------


def test_nothing_of_the_library_is_used() -> None:
    for path in Path(oracle.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            assert not any(name.split(".")[0] in ("rftheory", "proofs", "flint", "sympy") for name in names), path


def test_there_are_values_of_everything() -> None:
    assert list(KEPT) == [str(case) for case in ALL]
    numbers = {text for row in KEPT.values() for name, text in row.items() if name != "case" and text}
    assert len(numbers) >= 200
    covered = {(case.name, case.coupling) for case in ALL}
    assert {name for name, _ in covered} == {*WAVES, *OTHERS, *HYBRIDS}
    assert {(name, coupling) for name in WAVES for coupling in ("iid", "orthogonal", "simplex")} <= covered
    # every family and hybrid of the catalogue is there, by one of its names
    for kinds in (catalogue.family_classes(), catalogue.coefficient_classes()):
        for kind in kinds.values():
            # two have integrals of their own (test_arc_cosine, test_favor_sharp)
            assert kind in (ArcCosine, FavorSharp) or {name for name, _ in covered} & {*catalogue.names_of(kind)}, kind
    # and every coupling, but for those of which nothing is stated
    known = {coupling for _, coupling in covered}
    for name, kind in catalogue.coupling_classes().items():
        if not known & set(catalogue.names_of(kind)):
            with pytest.raises(NoClosedForm):
                closed_form("mse", Mechanism("positive", name), [0.25, 0.5], [0.5, -0.25], 2)
    assert {case.kernel for case in ALL} == {"gaussian", "softmax"}
    assert any(case.m == 2 * case.d for case in ALL) and max(case.d for case in ALL) == 64


@pytest.mark.parametrize("part", range(3))
def test_what_is_kept_is_what_comes_out(part: int) -> None:
    """Some of them, which change from day to day no more than the list of cases does."""
    case = random.Random(f"{len(ALL)} {part}").choice(ALL)
    assert oracle.row(case) == KEPT[str(case)]


def test_means_over_normal_numbers() -> None:
    """The rule against moments that everybody knows; a grid that is too coarse is seen."""
    with mp.workdps(DIGITS):
        for slope in (0, 1, 5):
            known = mpmath.exp(mpf(slope) ** 2 / 2)
            assert abs(normal_mean(lambda t, a=slope: mpmath.exp(a * t)) / known - 1) < mpf(10) ** (5 - DIGITS)
        assert abs(normal_mean(lambda t: t**8) - 105) < mpf(10) ** (5 - DIGITS)
        assert abs(normal_mean(mpmath.cos, steps=1) / mpmath.exp(mpf(-1) / 2) - 1) > mpf(10) ** -8


@pytest.mark.parametrize("name", ["positive", "hyperbolic", "trigonometric"])
def test_the_series_of_a_pair_is_its_integral_over_the_plane(name: str) -> None:
    """Two projections of the plane at 120 degrees: an integral over the angle and one over each length."""
    case = next(c for c in ALL if c.name == name and c.d == 2 and c.coupling == "iid")
    sample, _ = WAVES[name](case)
    with mp.workdps(20):
        wave = getattr(mpmath, sample.wave)

        def over_length(slope: Any) -> Any:
            # lengths have the density r exp(-r^2/2)
            return mpmath.quad(lambda r: r * mpmath.exp(-r * r / 2) * wave(slope * r), mpmath.linspace(0, 16, 9))

        count = 48
        # the cosine of the rest of the circle is that of its first half
        half = [over_length(sample.size * mpmath.cos(2 * mp.pi * k / count)) for k in range(count // 2 + 1)]
        means = [half[min(k, count - k)] for k in range(count)]
        # 120 degrees are a third of the grid
        product = mpmath.fsum(means[k] * means[(k + count // 3) % count] for k in range(count)) / count
        assert abs(sample.level**2 * product / sample.pair(F(-1, 2)) - 1) < mpf(10) ** -15
        assert abs(sample.level**2 * product / sample.pair(F(0)) - 1) > mpf(10) ** -3


def test_the_series_of_complex_exponents_is_that_of_real_ones_where_they_are() -> None:
    case = next(c for c in ALL if c.name == "complex gerf" and c.coupling == "simplex")
    with mp.workdps(DIGITS):
        for s in (1, -1):
            real, _ = WAVES["gerf"](case, A=F(1, 20), s=s)
            found = complex_gerf_pair(case, F(-1, 2), A=(F(1, 20), F(0)), s=s)
            assert abs(found / real.pair(F(-1, 2)) - 1) < REFERENCE


# -- the library ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", STATED, ids=str)
def test_closed_forms(case: Case) -> None:
    x, y = inputs_of(case)
    mechanism = mechanism_of(case)
    for quantity in oracle.QUANTITIES:
        if (reference := value(case, quantity)) is None:
            continue
        if quantity == "pair_moment" and dict(case.parameters).get("prefactor_kind") == "norm":
            # that of biased features is not stated
            continue
        found = closed_form(quantity, mechanism, x, y, case.m, case.n, kernel=case.kernel).value
        assert abs(found / float(reference) - 1) < CLOSED, quantity


@pytest.mark.parametrize("case", [c for c in STATED if c.d < 4 and c.name not in COUNTS], ids=str)
def test_exact_moments(case: Case) -> None:
    """Of the definition, by sums of exponentials in balls and in 50 digits, which tests of draws rest on."""
    x, y = inputs_of(case)
    estimator = mechanism_of(case).estimator((x, y))
    with mp.workdps(DIGITS):
        truth = kernel(case.x, case.y, estimator.kernel)
        squares = dot(case.x, case.x) + dot(case.y, case.y)
        change = 0 if estimator.kernel == case.kernel else squares * (1 if case.kernel == "softmax" else -1)
        weighted, reference = estimator.weighted(x, y, truth), value(case, "mse") * mpmath.exp(-change)
        error = abs(mpmath.re(weighted.moment((0, 1), case.m, case.n)) - reference)
        if case.coupling != "iid":
            assert error <= BALLS * (reference + truth**2)
        elif "matrix" in dict(case.parameters):
            assert error <= CLOSED * reference
        else:
            assert error <= REFERENCE * (reference + truth**2)


@pytest.mark.parametrize(
    "case", [c for c in ALL if c.coupling == "iid" and c.kernel == "gaussian" and c.name in MOMENTS], ids=str
)
def test_second_moments_of_families(case: Case) -> None:
    family, m = family_of(case), case.m
    with mp.workdps(DIGITS):
        reference = m * value(case, "second_moment") - (m - 1) * value(case, "mean") ** 2
        if case.name in COUNTS:
            given = [sp.Tuple(*(exact(e) for e in u)) for u in (case.x, case.y)]
            point = {coordinates.x.label: given[0], coordinates.y.label: given[1], d: sp.Integer(case.d)}
            forms = [multiprecision.value(family.second_moment(coordinates.x, coordinates.y), point, oracle.KEPT)]
        else:
            pair = formal_pair(*inputs_of(case))
            forms = [family.second_moment(*pair)]
            if case.name in ("gerf", "oprf"):
                forms.append(family.real_second_moment(*pair))
            forms = [number(form.subs(d, case.d)) for form in forms]
        for form in forms:
            assert abs(form / reference - 1) < m * REFERENCE


@pytest.mark.parametrize("case", [c for c in ALL if c.coupling == "hadamard"], ids=str)
def test_products_of_hadamard_matrices(case: Case) -> None:
    """Draws hold the enumerated moments, and not a tenth more; the mean is not the kernel, and no closed form is stated."""
    x, y = inputs_of(case)
    found = estimate(["mean", "second_moment"], mechanism_of(case), x, y, m=case.m, draws=400_000, seed=1, level=0.999)
    # features of the softmax kernel are drawn
    change = math.exp(float(x @ x + y @ y) / 2)
    for order, each, quantity in zip((1, 2), found.run.estimates, ("mean", "second_moment"), strict=True):
        reference = float(value(case, quantity)) * change**order
        interval = each.interval.scaled(math.exp(each.log_unit))
        assert reference in interval
        # squares may have too heavy tails for an interval; the mean never has
        assert 1.1 * reference not in interval or (order == 2 and not interval.conclusive)
    with pytest.raises(NoClosedForm):
        closed_form("mean", mechanism_of(case), x, y, case.m)


@pytest.mark.parametrize(("dimension", "k"), [(2, 1), (2, 3), (4, 1), (4, 2), (8, 1)])
def test_laws_of_rows_are_those_of_all_signs(dimension: int, k: int) -> None:
    drawn = list(hadamard_rows(dimension, k))
    for chosen in ((0,), (1,), (0, 1), (1, 0)):
        counted = Counter(tuple(rows[i] for i in chosen) for rows in drawn)
        law = {rows: F(count, len(drawn)) for rows, count in counted.items()}
        assert law == rows_law(dimension, k, chosen)
        assert len(chosen) > 1 or {rows[0]: share for rows, share in law.items()} == row_law(dimension, k, *chosen)


@pytest.mark.parametrize("case", [case for case in ALL if case not in STATED], ids=str)
def test_what_need_not_have_a_closed_form_has_the_right_one_or_none(case: Case) -> None:
    """Of hybrids the reference value is within the interval of the draws, and a tenth more or less is not."""
    (x, y), reference = inputs_of(case), float(value(case, "mse"))
    try:
        found = closed_form("mse", mechanism_of(case), x, y, case.m, case.n, kernel=case.kernel).value
    except NoClosedForm:
        assert case.coupling == "hadamard"
    else:
        assert case.coupling != "hadamard" and abs(found / reference - 1) < CLOSED
    if case.name in HYBRIDS:
        (drawn,) = estimate(
            "mse", mechanism_of(case), x, y, m=case.m, n=case.n, draws=200_000, seed=1, level=0.999
        ).run.estimates
        interval = drawn.interval.scaled(math.exp(drawn.log_unit))
        assert reference in interval and 1.1 * reference not in interval and reference / 1.1 not in interval


def test_draws_of_biased_features_are_beside_their_own_mean() -> None:
    """The norm in the exponent, as it is printed: the mean is not the kernel, and draws tell the two apart."""
    case = next(c for c in ALL if dict(c.parameters).get("prefactor_kind") == "norm")
    x, y = inputs_of(case)
    found = estimate(
        ["mean", "bias", "mse", "variance", "second_moment"], mechanism_of(case), x, y, m=4, draws=100_000, seed=1
    )
    assert all(found.holds(each) and found.closed_form(each) for each in found.run.estimates)
    mean = found.run.estimates[0]
    truth = math.exp(float(x @ y) - mean.log_unit)
    assert truth not in mean.interval
    for quantity in ("pair_moment", "pair_covariance"):
        with pytest.raises(NoClosedForm, match="unbiased samples only"):
            closed_form(quantity, mechanism_of(case), x, y, 4)
