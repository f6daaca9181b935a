"""Draws of every estimator: the literal draws from the same random numbers, exact moments, and samples of the estimates."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import cache

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from tolerances import ulps

from rftheory.catalogue import coupling, coupling_classes, estimator, family, hybrid
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.hybrids.bipolar import Hybrid
from rftheory.hybrids.clustered import WindowCoefficient, ZeroOneMixture
from rftheory.montecarlo.full import FullSampler, SpanSampler
from rftheory.montecarlo.laws import law_of
from rftheory.montecarlo.projections import Coordinates, InSpan, ProjectionSet
from rftheory.montecarlo.quantities import PairCovariance
from rftheory.montecarlo.samplers import sampler_of
from rftheory.montecarlo.setting import Setting
from rftheory.simulate.coupled import Coupled
from rftheory.simulate.coupled_hybrids import CoupledHybrid
from rftheory.simulate.discrete import Discrete
from rftheory.simulate.estimators import AtInputs, Clustered, Coefficient, Mixed, Regular
from rftheory.simulate.hadamard_rows import HadamardRows
from rftheory.simulate.plan import attained_difference, make_plan
from rftheory.simulate.weighted import AtPair, OverData, gaussian_data

#: false alarms of one test of a mean; there are fewer than 200 of them here
ALPHA = 1e-9
D = 4
X = np.array([[0.3, -0.2, 0.5, 0.1], [0.2, 0.4, 0.1, 0.3], [-0.1, 0.6, 0.2, 0.2]])
Y = np.array([[0.2, 0.1, 0.4, -0.3], [0.3, 0.2, 0.2, 0.5], [0.4, -0.1, -0.3, 0.1]])
EXACT = tuple(tuple(sp.Rational(float(e)) for e in side) for side in (X[0], Y[0]))
ANGULAR = hybrid("angular")
MATRIX = np.eye(D) + 0.2 * np.random.default_rng(5).standard_normal((D, D))
MATRIX = MATRIX + 0.1j * np.random.default_rng(6).standard_normal((D, D))
COMPLEX = family("complex-exponential", matrix=MATRIX)

GERF = {"gerf": {"A": -0.1 + 0.1j}}

#: estimators whose moments are known
KNOWN = {
    "positive": estimator("positive"),
    "hyperbolic": estimator("hyperbolic"),
    "trigonometric": estimator("trig"),
    "cosine": estimator("random-phase-cosine"),
    "GERF": estimator("gerf", A=-0.1, s=1),
    "oscillating GERF": estimator("gerf", A=-0.05, s=-1),
    "complex GERF": estimator("gerf", A=-0.1 + 0.05j, s=1),
    "complex matrix": Regular(COMPLEX),
    "complex scalar": estimator("complex-exponential", scalar=1 + 0.3j),
    "orthogonal": estimator("positive", "orthogonal"),
    "simplex waves": estimator("trig", "simplex"),
    "angular": Mixed(ANGULAR),
    "angular, shared": Mixed(replace(ANGULAR, shared=True)),
    "gaussian": estimator(hybrid="gaussian", sigma=1, r=1),
    "hybrid of matrices": Mixed(Hybrid((COMPLEX, family("positive")), (WindowCoefficient(COMPLEX, sp.Integer(8)),))),
    "clusters": Clustered(ZeroOneMixture(((0.3, 0.1, 0.4, 0.1),), ((0.2, 0.2, 0.3, -0.2), (5, 5, 5, 5))), EXACT),
    "poisson": estimator("poisson", rate=0.2),
    "geometric": estimator("geometric", p=0.7),
    "shifted": Discrete(family("shifted", family=family("poisson", rate=1), shift=(-1.0, -0.5, -1.0, -0.75))),
    "proposal": AtPair(family("positive"), *[gaussian_data(sp.Rational(1, 8), D)] * 2, EXACT),
    "counts of a proposal": AtPair(family("poisson", rate=0.2), *[gaussian_data(sp.Rational(1, 8), D)] * 2, EXACT),
    "at inputs": AtInputs(estimator("positive"), EXACT),
}
#: estimators without known moments
OTHERS = {
    "halton": estimator("trig", "halton"),
    "hadamard": estimator("positive", "hadamard"),
    "hadamard simplex": Coupled(family("hyperbolic"), coupling("hadamard", geometry="simplex")),
    "simplex+": estimator("gerf", "simplex+", A=-0.1),
    "orthogonal hybrid": estimator(hybrid="angular", coupling="orthogonal"),
    # coefficients of Hadamard products have images that are 0, whose signs are rounding errors
    "hadamard hybrid": CoupledHybrid(ANGULAR, HadamardProduct()),
}
SAMPLERS = [(name, kind) for name in KNOWN for kind in (FullSampler, SpanSampler)]
SAMPLERS = [(n, k) for n, k in SAMPLERS if k is FullSampler or k.applies(Setting.of(KNOWN[n], X[0], Y[0], 2))]


def _setting(chosen, pairs=1, m=3, n=2, share=False):
    return Setting.of(chosen, X[:pairs], Y[:pairs], m, n, share)


def _coupling(name):
    """Simplex+ after some passes only, which has Gaussian rows all the same."""
    return coupling(name, **({"most_passes": 5, "unconverged": "warn"} if name == "simplex+" else {}))


def _generator(seed=1):
    return np.random.Generator(np.random.SFC64(seed))


def _rejected(values, expected, variance):
    """Catoni's test of a mean, at the level ALPHA."""
    difference = attained_difference(variance, len(values), ALPHA)
    plan = make_plan(expected, difference, variance, alpha=ALPHA, draws=len(values))
    return abs(plan.influence(values)[0]) >= plan.threshold


def _moments(chosen, setting, m=None):
    return _of_pair(chosen, tuple(setting.x[0]), tuple(setting.y[0]), m or setting.m, setting.n)


@cache
def _of_pair(chosen, x, y, m, n):
    x, y = np.array(x), np.array(y)
    kernel = mpmath.exp(x @ y if chosen.kernel == "softmax" else -((x - y) @ (x - y)) / 2)
    found = chosen.moments(x, y, m, n, kernel)
    return tuple(float(mpmath.re(e)) for e in (found.first, found.second, found.fourth))


# -- the law --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*KNOWN, *OTHERS])
@pytest.mark.parametrize("m", [1, 6])
def test_they_are_the_literal_draws_from_the_same_random_numbers(name, m):
    chosen = {**KNOWN, **OTHERS}[name]
    sampler = FullSampler(_setting(chosen, m=m))
    drawn = sampler.draw(_generator(), 50).estimates[0] * np.exp(sampler.log_unit[0])
    literal = chosen.draw(_generator(), 50, X[0], Y[0], m, 2)
    # features are exponentials of images of at most 10 in size, sums of d or p terms, times others of size exp(10) at most
    np.testing.assert_allclose(drawn, literal, rtol=ulps(400), atol=ulps(400) * np.abs(literal).max())
    assert np.isrealobj(drawn) or np.iscomplexobj(literal)


@pytest.mark.parametrize(("name", "kind"), SAMPLERS, ids=lambda e: getattr(e, "__name__", e))
def test_means_errors_and_squares_are_the_exact_ones(name, kind):
    chosen = KNOWN[name]
    setting = _setting(chosen)
    sampler = kind(setting)
    draws = sampler.draw(_generator(), 12_000, squares=True)
    unit = np.exp(sampler.log_unit[0])
    gaps = (draws.estimates[0] - sampler.kernel[0]) * unit
    first, second, fourth = _moments(chosen, setting)
    assert not _rejected(gaps.real, first, second)
    assert not _rejected(np.abs(gaps) ** 2, second, fourth)
    _, one, bound = _moments(chosen, setting, m=1)
    # a mean of m squares varies no more than one of them
    assert not _rejected(draws.squares[0] * unit**2, one, bound)


@pytest.mark.parametrize("kind", [FullSampler, SpanSampler])
@pytest.mark.parametrize("m", [3, 6])
@pytest.mark.parametrize("name", ["orthogonal", "simplex"])
def test_errors_of_hybrids_with_coupled_bases(name, m, kind):
    """``E D^2 = E lambda^2 E D_1^2 + E (1 - lambda)^2 E D_2^2`` for independent parts, and ``(a + b)^4 <= 8 (a^4 + b^4)``."""
    chosen = CoupledHybrid(ANGULAR, coupling(name))
    setting = _setting(chosen, m=m)
    second = fourth = 0.0
    for center, base in zip((0, 1), ANGULAR.bases, strict=True):
        share = _about(Coefficient(ANGULAR.coefficients[0]), setting, mpmath.mpf(center))
        error = _about(Coupled(base, coupling(name)), setting, mpmath.exp(setting.log_kernel[0]))
        second += share[0] * error[0]
        fourth += 8 * share[1] * error[1]
    sampler = kind(setting)
    gaps = sampler.draw(_generator(), 12_000).estimates[0] - sampler.kernel[0]
    errors = np.square(gaps * np.exp(sampler.log_unit[0]))
    assert not _rejected(errors, second, fourth)


def _about(chosen, setting, center):
    found = chosen.moments(setting.x[0], setting.y[0], setting.m, setting.n, center)
    return [float(mpmath.re(e)) for e in (found.second, found.fourth)]


@pytest.mark.parametrize("m", [1, 2])
def test_hadamard_products_have_the_moments_of_their_rows(m):
    rows = HadamardRows(HadamardProduct(k=2), EXACT)
    setting = _setting(Coupled(family("gerf", A=0, s=1), HadamardProduct(k=2)), m=m)
    first, second, fourth = _moments(rows, setting)
    sampler = FullSampler(setting)
    gaps = (sampler.draw(_generator(), 12_000).estimates[0] - sampler.kernel[0]) * np.exp(sampler.log_unit[0])
    assert not _rejected(gaps, first, second)
    assert not _rejected(gaps**2, second, fourth)


@pytest.mark.filterwarnings("ignore::rftheory.couplings.simplex_plus.NotConvergedWarning")
@pytest.mark.parametrize("name", ["halton", "simplex+"])
@pytest.mark.parametrize("features", ["positive", "trig", "random-phase-cosine"])
def test_gaussian_projections_of_any_coupling_are_unbiased(name, features):
    setting = _setting(estimator(features, _coupling(name)), m=4)
    _, one, _ = _moments(estimator(features), setting, m=1)
    sampler = FullSampler(setting)
    gaps = (sampler.draw(_generator(), 12_000).estimates[0] - sampler.kernel[0]) * np.exp(sampler.log_unit[0])
    # the variance of a mean is at most that of one sample
    assert not _rejected(gaps, 0.0, one)


def test_wrong_laws_are_caught():
    """Lengths of the wrong dimension, one direction for both inputs, and shared projections for own ones."""
    chosen = estimator("gerf", A=-0.4, s=1)
    setting = _setting(chosen)
    _, second, fourth = _moments(chosen, setting)
    triangle = np.linalg.qr(np.column_stack([X[0], Y[0]]))[1]
    flat = SpanSampler(Setting.of(chosen, triangle[:, 0], triangle[:, 1], 3))
    errors = np.square(flat.draw(_generator(), 12_000).estimates[0] - flat.kernel[0]) * np.exp(2 * flat.log_unit[0])
    assert _rejected(errors, second, fourth)
    line = SpanSampler(Setting.of(chosen, [np.linalg.norm(X[0])], [np.linalg.norm(Y[0])], 3))
    gaps = line.draw(_generator(), 12_000).estimates[0] * np.exp(line.log_unit[0]) - np.exp(setting.log_kernel[0])
    assert _rejected(gaps, 0.0, second)
    # samples of the bases are correlated where the lengths of x and y differ, and both count where 0 < lambda < 1
    own, shared = (Setting.of(KNOWN[name], [1.2, 0], [-0.2, 0.2], 1, 4) for name in ("angular", "angular, shared"))
    _, second, fourth = _moments(own.estimator, own)
    for other, wrong in ((own, False), (shared, True)):
        sampler = SpanSampler(other)
        gaps = (sampler.draw(_generator(), 100_000).estimates[0] - sampler.kernel[0]) * np.exp(sampler.log_unit[0])
        assert _rejected(gaps**2, second, fourth) == wrong


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 6),
    st.sampled_from(["positive", "hyperbolic", "trig", "gerf", "angular"]),
    st.sampled_from(["any", "parallel", "equal", "zero"]),
    st.integers(0, 2**32),
)
def test_coordinates_stand_for_projections(d, name, shape, seed):
    """Features from coordinates along a basis are those of any projections with these coordinates and lengths."""
    generator = np.random.default_rng(seed)
    x, other = generator.standard_normal((2, d)) / d
    y = {"any": other, "parallel": -2 * x, "equal": x, "zero": 0 * x}[shape]
    whole = generator.standard_normal((7, 3, d))
    basis = np.linalg.qr(np.column_stack([x, y]))[0]
    along = np.einsum("dp,rmd->pmr", basis, whole)
    short = InSpan(basis, Coordinates(along, np.linalg.norm(whole, axis=-1).T))
    maps = ANGULAR.coefficients[0].maps if name == "angular" else family(name, **GERF.get(name, {})).features
    for side, u in (("x", x), ("y", y)):
        one, all_ = maps(u[None], short, side), maps(u[None], whole, side)
        if name == "angular":
            # signs of images that are not rounding errors
            sure = np.abs(whole @ u)[:, None] > ulps(100)
            one, all_ = one * sure, all_ * sure
        # images are below 40 in size, and exponentials of them have that many times the error of a sum of d products
        np.testing.assert_allclose(one, all_, rtol=ulps(40 * (2 * d + 40)), atol=ulps(40 * (2 * d + 40)))


def test_lengths_are_drawn_where_samples_depend_on_them():
    for name, lengths in (("positive", False), ("trig", False), ("gerf", True)):
        own = ProjectionSet((family(name, **GERF.get(name, {})),), coupling("iid"), reduced=True)
        assert (own.draw(_generator(), 5, 3, D).projections.lengths is not None) == lengths
    drawn = InSpan(np.eye(2), Coordinates(np.ones((2, 3, 4)), None))
    with pytest.raises(ValueError, match="lengths of these projections were not drawn"):
        family("gerf", **GERF["gerf"]).features(np.ones((1, 2)), drawn)
    with pytest.raises(ValueError, match="reduced draws need an isotropic coupling and no phases"):
        ProjectionSet((family("positive"),), coupling("halton"), reduced=True)


# -- samples and squares --------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted({**KNOWN, **OTHERS})), st.integers(2, 6), st.booleans(), st.booleans())
def test_squares_and_products_of_samples_make_the_error(name, m, share, spans):
    """``m^2 |K_hat - K|^2`` is the sum of ``|Z_i - K|^2`` and of the products of different samples."""
    chosen = {**KNOWN, **OTHERS}[name]
    pairs = 1 if chosen.inputs else 3
    setting = _setting(chosen, pairs, m, share=share)
    kind = SpanSampler if spans and SpanSampler.applies(setting) else FullSampler
    sampler = kind(setting)
    draws = sampler.draw(_generator(), 5, squares=True)
    generator, found = _generator(), []
    law = law_of(chosen).in_span() if kind is SpanSampler else law_of(chosen)
    for pair in range(pairs):
        if pair == 0 or not share:
            drawn = law.draw(generator, 5, m, 2, D)
        one = slice(pair, pair + 1)
        found.append(law.samples(drawn, setting.x[one], setting.y[one], sampler.log_unit[one])[:, 0])
    gaps = np.array(found) - sampler.kernel[:, None, None]
    products = np.zeros((pairs, 5))
    for i in range(m):
        for j in range(m):
            products += (gaps[..., i] * gaps[..., j].conj()).real * (i != j)
    scale = np.square(np.abs(gaps)).sum(axis=-1) * m
    covariance = PairCovariance(m).values(draws, sampler.kernel)
    # sums of m^2 products, of samples of up to 400 roundings (matrix products of several rows may be summed in another order)
    assert (np.abs(m * (m - 1) * covariance - products) <= ulps(1000 * m) * (scale + m**2)).all()
    assert (np.abs(m * draws.squares - np.square(np.abs(gaps)).sum(axis=-1)) <= ulps(1000 * m) * (scale + m**2)).all()


def test_a_single_sample_is_its_own_error():
    for chosen in KNOWN.values():
        sampler = FullSampler(_setting(chosen, m=1))
        draws = sampler.draw(_generator(), 20, squares=True)
        errors = np.square(np.abs(draws.estimates - sampler.kernel[:, None]))
        np.testing.assert_allclose(draws.squares, errors, rtol=ulps(16))


def test_a_family_that_is_one_in_every_draw():
    """Poisson features at ``x_l y_l = lam`` have no variance."""
    setting = Setting.of(estimator("poisson", rate=0.5), np.full(3, 0.5), np.ones(3), 4)
    # exp(lam - x_l y_l) and powers of 1, up to the rounding of logarithms of masses
    np.testing.assert_allclose(FullSampler(setting).draw(_generator(), 500).estimates, 1, rtol=ulps(100))


# -- pairs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), [(n, k) for n, k in SAMPLERS if KNOWN[n].inputs is None and "GERF" not in n])
def test_pairs_share_their_draws_or_have_their_own(name, kind):
    chosen = KNOWN[name]
    size = 4000
    shared = kind(_setting(chosen, 3, share=True)).draw(_generator(), size, True)
    for pair in range(3):
        alone = kind(Setting.of(chosen, X[pair], Y[pair], 3, 2)).draw(_generator(), size, True)
        np.testing.assert_allclose(shared.estimates[pair], alone.estimates[0], rtol=ulps(400), atol=ulps(400))
        np.testing.assert_allclose(shared.squares[pair], alone.squares[0], rtol=ulps(2000), atol=ulps(2000))
    twice = Setting.of(chosen, X[[0, 0]], Y[[0, 0]], 3, 2)
    for share in (False, True):
        first, second = kind(replace(twice, share=share)).draw(_generator(), size).estimates.real
        # the seed is fixed; size^(-1/2) is about the standard error of a correlation of independent draws
        assert np.allclose(first, second) == share and (abs(np.corrcoef(first, second)[0, 1]) < 12 / size**0.5) != share


@pytest.mark.parametrize("kind", [FullSampler, SpanSampler])
def test_several_batches_are_different_draws(kind):
    size = 30_000
    draws = kind(_setting(KNOWN["hyperbolic"], 2, share=True)).draw(_generator(), size).estimates
    assert len(np.unique(draws[0])) == len(np.unique(draws[1])) == size


def test_estimators_of_which_only_draw_is_known():
    rows = HadamardRows(HadamardProduct(), EXACT)
    twice = Setting.of(rows, X[[0, 0]], Y[[0, 0]], 2, share=True)
    sampler = FullSampler(twice)
    size = 40_000
    first, second = sampler.draw(_generator(), size).estimates
    assert np.array_equal(first, second)
    assert len(np.unique(first)) > 0.99 * size
    first, second = FullSampler(replace(twice, share=False)).draw(_generator(), 100).estimates
    assert not np.isin(first, second).any()
    assert not sampler.has_squares and sampler.log_unit.tolist() == [0, 0]
    with pytest.raises(ValueError, match="squares of the samples of HadamardRows.* are not known"):
        sampler.draw(_generator(), 3, squares=True)


def test_inputs_that_are_drawn_with_the_samples():
    law = gaussian_data(sp.Rational(1, 4), 2)
    chosen = OverData(family("positive"), law, law)
    sampler = FullSampler(Setting.of(chosen, np.zeros(2), np.zeros(2), 1))
    drawn = sampler.draw(_generator(), 200).estimates
    assert drawn.shape == (1, 200) and (drawn > 0).all()


# -- the choice, and what does not work -----------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::rftheory.couplings.simplex_plus.NotConvergedWarning")
@pytest.mark.parametrize("name", list(coupling_classes()))
def test_every_family_with_every_coupling_has_a_sampler(name):
    for features in ("positive", "hyperbolic", "trig", "random-phase-cosine", "oprf", "gerf"):
        parameters = {"oprf": {"square": 1, "d": D}, "gerf": {"A": -0.1 + 0.1j}}.get(features, {})
        for share in (False, True):
            setting = _setting(estimator(features, _coupling(name), **parameters), 3, 6, share=share)
            sampler = sampler_of(setting)
            draws = sampler.draw(_generator(), 1000)
            assert draws.estimates.shape == (3, 1000) and np.isfinite(draws.estimates).all()
            np.testing.assert_allclose(
                np.log(sampler.kernel) + sampler.log_unit, setting.log_kernel, rtol=ulps(8), atol=ulps(8)
            )
            assert sampler.cost >= 1 and pickle.loads(pickle.dumps(sampler)).label == sampler.label


def test_the_cheapest_sampler_is_taken():
    def kind(chosen):
        return type(sampler_of(_setting(chosen))).__name__

    assert kind(KNOWN["positive"]) == kind(KNOWN["orthogonal"]) == "ReducedSampler"
    for name in ("angular", "gaussian", "complex matrix", "complex GERF", "hybrid of matrices"):
        assert kind(KNOWN[name]) == "SpanSampler"
    for name in ("poisson", "proposal", "clusters"):
        assert kind(KNOWN[name]) == "FullSampler"
    assert kind(OTHERS["halton"]) == kind(OTHERS["hadamard hybrid"]) == "FullSampler"
    wide = Setting.of(KNOWN["angular"], np.ones(64), np.ones(64), 64)
    assert 16 * SpanSampler(wide).cost < FullSampler(wide).cost


@pytest.mark.parametrize("name", ["positive", "orthogonal hybrid", "poisson", "proposal", "halton"])
def test_a_sampler_that_is_sent_to_another_process_draws_the_same(name):
    setting = _setting({**KNOWN, **OTHERS}[name])
    sampler = FullSampler(setting)
    first = sampler.draw(_generator(), 20, True)
    again = pickle.loads(pickle.dumps(sampler)).draw(_generator(), 20, True)
    assert np.array_equal(first.estimates, again.estimates) and np.array_equal(first.squares, again.squares)
    assert sampler.label == FullSampler(_setting(setting.estimator)).label
    # other random numbers for other draws
    assert not SpanSampler.applies(setting) or SpanSampler(setting).label != sampler.label


def test_units_in_which_nothing_overflows():
    """Kernels of e^-800 and e^900: one is 0 in float64, the other infinite."""
    far = 20 * np.eye(2)[0]
    small = FullSampler(Setting.of(estimator("gerf", A=-0.1), far, -far, 2))
    assert small.kernel[0] == 1 and np.isfinite(small.draw(_generator(), 100).estimates).all()
    waves = FullSampler(Setting.of(estimator("trig"), 30 * np.eye(2)[0], 30 * np.eye(2)[0], 2))
    assert waves.kernel[0] == 1
    np.testing.assert_allclose(waves.draw(_generator(), 100).estimates, 1, rtol=ulps(2000))
    long = FullSampler(Setting.of(estimator("trig"), [40.0, 0], [40.0, 0], 2))
    with pytest.raises(FloatingPointError, match="overflow at pair 0, of lengths 40, 40"):
        long.draw(_generator(), 10)


def test_bad_input():
    setting = _setting(KNOWN["positive"])
    for kind in (FullSampler, SpanSampler):
        for size in (0, -1, 2.5, True):
            with pytest.raises(ValueError, match="size must be an integer >= 1"):
                kind(setting).draw(_generator(), size)
        with pytest.raises(ValueError, match="generator must be"):
            kind(setting).draw(np.random.RandomState(0), 3)
    for name in ("halton", "hadamard"):
        with pytest.raises(ValueError, match="reduced draws need isotropic couplings and no phases"):
            SpanSampler(_setting(OTHERS[name]))
    with pytest.raises(ValueError, match="reduced draws need"):
        SpanSampler(_setting(KNOWN["cosine"]))
    with pytest.raises(ValueError, match="x must be the inputs .* of the estimator"):
        FullSampler(Setting.of(KNOWN["proposal"], X[1], Y[1], 3))
    with pytest.raises(ValueError, match="x must be the inputs"):
        FullSampler(Setting.of(KNOWN["proposal"], [1.0], [1.0], 3))
    with pytest.raises(ValueError, match="moments of hybrids are known for independent projections only"):
        OTHERS["orthogonal hybrid"].moments(X[0], Y[0], 2, 1, mpmath.mpf(1))
    with pytest.raises(ValueError, match="bases of a hybrid must have no phases"):
        CoupledHybrid(Hybrid((family("random-phase-cosine"), family("gerf", A=0)), ANGULAR.coefficients))
    with pytest.raises(ValueError, match="bases must estimate one kernel, got gaussian, softmax"):
        _ = Hybrid((family("gerf", A=0), family("positive")), ANGULAR.coefficients).kernel


def test_independent_coupled_hybrids_are_plain_ones():
    chosen = CoupledHybrid(ANGULAR, coupling("iid"))
    assert _moments(chosen, _setting(chosen)) == _moments(Mixed(ANGULAR), _setting(Mixed(ANGULAR)))
    assert chosen.kernel == "softmax" and chosen.at({}) == chosen
