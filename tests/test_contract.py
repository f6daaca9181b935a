"""One contract for every family with every coupling, and for hybrids: what the features are, and what is drawn of them.

Each law is asserted of every cell of the catalogue that it speaks of (`contract.CELLS`), from an oracle that shares no code with
what is tested: the symbolic sample with 30 digits, the draw of the definition, the exact moments.
"""

from __future__ import annotations

import math
import pickle
from dataclasses import replace

import numpy as np
import pytest
import sympy as sp
from contract import CELLS, DRAWS, EXTRAS, FAMILY_CELLS, MATRIX, Cell, D, Extra, X, Y, rejects, rng, samplers
from tolerances import CLOSED, ulps

from rftheory.features import make
from rftheory.inputs.kernels import Space, d
from rftheory.mechanisms import catalogue
from rftheory.montecarlo.full import FullSampler
from rftheory.montecarlo.quantities import pair_covariance
from rftheory.rules.nodes import Form, Phase, Projection, SquaredLength

W = Projection("w")
cells = pytest.mark.parametrize("cell", CELLS, ids=str)
#: for what has nothing to do with the coupling
alone = pytest.mark.parametrize("cell", [cell for cell in CELLS if cell.coupling == "iid"], ids=str)
family_cells = pytest.mark.parametrize("cell", FAMILY_CELLS, ids=str)


def test_every_class_of_the_catalogue_has_cells() -> None:
    families, couplings = catalogue.family_classes(), catalogue.coupling_classes()
    assert {cell.name for cell in CELLS if not cell.is_hybrid} == set(families)
    assert {cell.name for cell in CELLS if cell.is_hybrid} == set(catalogue.coefficient_classes())
    assert {cell.coupling for cell in FAMILY_CELLS} == {c.coupling for c in CELLS if c.is_hybrid} == set(couplings)
    assert len(FAMILY_CELLS) >= 60 and len({str(cell) for cell in CELLS}) == len(CELLS)


# -- features -------------------------------------------------------------------------------------------------------


def exact_pair():
    """Formal vectors with the exact Gram table of the first pair."""
    named = {"x": [sp.Rational(e) for e in X[0].tolist()], "y": [sp.Rational(e) for e in Y[0].tolist()]}
    table = {(a, b): sum(s * t for s, t in zip(named[a], named[b], strict=True)) for a in "xy" for b in "xy"}
    space = Space(f"contract{tuple(table.values())}", lambda a, b: table[a, b], "xy")
    return space.vector("x"), space.vector("y")


def at_projection(expr: sp.Expr, named, w: np.ndarray) -> complex:
    """The value of a random expression at one projection and, if it has one, its phase, with 30 digits."""
    entries = [sp.Rational(e) for e in w[:D].tolist()]
    values = {
        form: sp.Add(*(e * sp.Float(u, 30) for e, u in zip(entries, named[form.vector].tolist(), strict=True)))
        for form in expr.atoms(Form)
    }
    values |= {square: sp.Add(*(e**2 for e in entries)) for square in expr.atoms(SquaredLength)}
    values |= {phase: sp.Float(math.atan2(w[D + 1], w[D]), 30) for phase in expr.atoms(Phase)}
    return complex(sp.N(expr.xreplace(values), 30))


def projections_of(cell: Cell, m: int, replicates: int | None = None) -> np.ndarray:
    """Projections as the coupling draws them, with the further coordinates that a family has."""
    drawn = cell.coupled.draw(rng(), m, D, replicates)
    own = rng(2).standard_normal((*drawn.shape[:-1], cell.object.auxiliary))
    return np.concatenate([drawn, own], axis=-1)


def rounded(cell: Cell, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """What a product of maps of exponentials may be off: exponents of at most 10 in size, sums of 7 terms on each side.

    Entries of an inverse matrix are known to its condition number.
    """
    condition = np.linalg.cond(MATRIX) * D**2 if "matrix" in dict(cell.parameters) else 1
    return ulps(400 * condition) * (np.abs(first) * np.abs(second)).sum(axis=-1)


@family_cells
def test_features_reproduce_the_symbolic_sample(cell: Cell) -> None:
    m, family = 3, cell.object
    projections = projections_of(cell, m)
    if cell.name == "arc-cosine":
        # not all features are 0, nor all the same
        projections = np.array([-1, 1, 1])[:, None] * np.abs(projections) * np.sign(X[0] + Y[0])
    first, second = family.features(X[:1], projections, "x"), family.features(Y[:1], projections, "y")
    assert first.shape == second.shape == (1, family.feature_length(m))
    x, y = exact_pair()
    sample, named = family.sample(W, x, y).subs(family.parameters(X[0], Y[0])), family.named_vectors(X[0], Y[0])
    product, expected = (first * second).sum(), np.mean([at_projection(sample, named, w) for w in projections])
    error = abs(product.real - expected.real if family.takes_real_part else product - expected)
    assert error <= rounded(cell, first, second)[0]
    # the control: another sample is another number
    others = [abs(at_projection(sample, named, w) - expected) for w in projections]
    assert max(others) > rounded(cell, first, second)[0]


@family_cells
def test_replicates_are_the_maps_of_each(cell: Cell) -> None:
    projections = projections_of(cell, 3, replicates=4)
    together = cell.object.features(X, projections, "y")
    assert together.shape == (4, 3, cell.object.feature_length(3))
    for whole, w in zip(together, projections, strict=True):
        alone = cell.object.features(X, w, "y")
        assert (np.abs(whole - alone).sum(axis=-1) <= rounded(cell, alone, np.ones_like(alone))).all()


@pytest.mark.parametrize("cell", [cell for cell in FAMILY_CELLS if cell.coupling == "iid"], ids=str)
def test_components_give_the_sample(cell: Cell) -> None:
    family, (x, y) = cell.object, exact_pair()
    if "matrix" in dict(cell.parameters):
        with pytest.raises(ValueError, match="components (need scalar|of a matrix)"):
            family.components(W, x)
        return
    first, second = (family.components(W, u, side) for u, side in ((x, "x"), (y, "y")))
    whole = sp.Add(*(a * b for a, b in zip(first, second, strict=True)))
    sample, named, w = family.sample(W, x, y), {"x": X[0], "y": Y[0]}, np.linspace(1, 2, D + 2)
    value, expected = (at_projection(form.subs(family.parameters(X[0], Y[0])), named, w) for form in (whole, sample))
    assert abs((value.real if family.takes_real_part else value) - expected) < ulps(16) * abs(value)


# -- draws ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("m", "cell"),
    # a single projection of any family, and of any coupling
    [(1, cell) for cell in CELLS if cell.coupling == "iid" or cell.name == "positive"]
    + [(6, cell) for cell in (*CELLS, *EXTRAS)],
    ids=str,
)
def test_draws_are_the_products_of_the_features(cell: Cell, m: int) -> None:
    """Draws in units, literal draws of the definition and maps to take away are one number from the same random numbers."""
    if (cell.name, cell.coupling) == ("arc-cosine", "hadamard"):
        pytest.skip(
            "sums of coordinates with signs are 0 with a positive probability: a step there is a matter of rounding"
        )
    chosen = cell.estimator
    sampler = FullSampler(cell.setting(m))
    drawn = sampler.draw(rng(), 50).estimates[0] * np.exp(sampler.log_unit[0])
    literal = chosen.draw(rng(), 50, X[0], Y[0], m, 2)
    np.testing.assert_allclose(drawn, literal, rtol=ulps(400), atol=ulps(400) * np.abs(literal).max())
    assert np.isrealobj(drawn) or np.iscomplexobj(literal)
    if isinstance(cell, Extra):
        return
    one = chosen.draw(np.random.default_rng(7), 1, X[0], Y[0], m, 2)

    def agrees(seed: int) -> bool:
        # inputs and unit twice as large: the same numbers, as halves are exact
        unit = {"temperature": 4.0} if chosen.kernel == "softmax" else {"bandwidth": 2.0}
        settings = {**unit, "n": 2} if cell.is_hybrid else unit
        made = make(cell.object, m=m, coupling=cell.coupled, kernel=chosen.kernel, seed=seed, center=None, **settings)
        made = made.fit(2 * X)
        first, second = made.transform(2 * X[:1]), made.transform_other(2 * Y[:1])
        return bool(abs(first[0] @ second[0] - one[0].real) <= rounded(cell, first, second)[0])

    # the control: other maps are others, of steps and ramps one of several
    assert agrees(7) and not all(agrees(seed) for seed in range(8, 40))


@cells
def test_samplers_keep_their_promises(cell: Cell) -> None:
    """Shapes, units, streams, and what is sent to another process draws the same."""
    for share in (False, True):
        setting = cell.setting(3, 3, share)
        for sampler in samplers(setting):
            # arrays are the sampler's own memory until its next draw
            first, squares = (array.copy() for array in sampler.draw(rng(), 40, squares=True)[:2])
            assert first.shape == squares.shape == (3, 40)
            # by convexity the square of the mean error is at most the mean square
            errors = np.square(np.abs(first - sampler.kernel[:, None]))
            assert (errors <= squares * (1 + ulps(12)) + ulps(12)).all()
            kernel = np.log(sampler.kernel) + sampler.log_unit
            np.testing.assert_allclose(kernel, setting.log_kernel, rtol=ulps(8), atol=ulps(8))
            again = pickle.loads(pickle.dumps(sampler))
            repeated = again.draw(rng(), 40, squares=True)
            assert np.array_equal(repeated.estimates, first) and np.array_equal(repeated.squares, squares)
            assert again.label == sampler.label and sampler.cost >= 1
            plain = sampler.draw(rng(), 40)
            assert np.array_equal(plain.estimates, first) and plain.squares is None and plain.weights is None
            assert (sampler.draw(rng(2), 40).estimates != first).any()


@cells
def test_pairs_share_their_draws_or_have_their_own(cell: Cell) -> None:
    size = 200
    for sampler in samplers(cell.setting(3, 3, share=True)):
        shared = sampler.draw(rng(), size).estimates.copy()
        alone = type(sampler)(cell.setting(3)) if hasattr(sampler, "setting") else samplers(cell.setting(3))[-1]
        # matrix products of several rows may be summed in another order
        np.testing.assert_allclose(shared[0], alone.draw(rng(), size).estimates[0], rtol=ulps(400), atol=ulps(400))
    for share in (True, False):
        for sampler in samplers(replace(cell.setting(3, share=share), x=X[[0, 0]], y=Y[[0, 0]])):
            first, second = sampler.draw(rng(), size).estimates.real
            # the seed is fixed; size^(-1/2) is about the standard error of a correlation of independent draws
            assert np.allclose(first, second) == share
            assert (abs(np.corrcoef(first, second)[0, 1]) < 6 / size**0.5) != share


@alone
def test_a_single_sample_is_its_own_error(cell: Cell) -> None:
    for sampler in samplers(cell.setting(1)):
        draws = sampler.draw(rng(), 20, squares=True)
        errors = np.square(np.abs(draws.estimates - sampler.kernel[:, None]))
        np.testing.assert_allclose(draws.squares, errors, rtol=ulps(16), atol=ulps(16))


#: cells whose moments the definition has in closed form, if their samples are real
EXACT = [
    cell
    for cell in CELLS
    if cell.coupling == "iid" or (cell in FAMILY_CELLS and cell.coupling in ("orthogonal", "simplex"))
]


@pytest.mark.parametrize("cell", [*EXACT, *EXTRAS], ids=str)
def test_mean_error_and_pairs_are_those_of_the_definition(cell: Cell) -> None:
    """Of every sampler; ``m MSE = E |Z - K|^2 + (m - 1) E (Z_1 - K) conj(Z_2 - K)`` ties the four moments together."""
    m = 6
    if not cell.has_moments:
        _require_unbiased(cell)
        return
    (first, mse), (_, square) = cell.moments(m), cell.moments(1)
    mse, square = float(mse), float(square)
    for sampler in samplers(cell.setting(m)):
        unit = math.exp(sampler.log_unit[0])
        draws = sampler.draw(rng(), DRAWS, squares=True)
        gaps = (draws.estimates[0] - sampler.kernel[0]) * unit
        assert not rejects(gaps.real, float(first.real), mse) and not rejects(np.abs(gaps) ** 2, mse)
        assert not rejects(draws.squares[0] * unit**2, square)
        pairs = pair_covariance(m).values(draws, sampler.kernel)[0] * unit**2
        assert not rejects(pairs, (m * mse - square) / (m - 1))
        # the control: what is off by a tenth of the spread of one draw is seen
        assert rejects(gaps.real + 0.3 * math.sqrt(mse), float(first.real), mse)


@pytest.mark.parametrize(
    "cell", [cell for cell in FAMILY_CELLS if cell not in EXACT and cell.coupled.gaussian_marginals], ids=str
)
def test_gaussian_projections_of_any_coupling_are_unbiased(cell: Cell) -> None:
    _require_unbiased(cell)


def _require_unbiased(cell: Cell) -> None:
    alone = replace(cell, coupling="iid", of_coupling=())
    # moments of corners are closed forms of their own (test_arc_cosine)
    one = alone.moments(1) if alone.has_moments else (0.0, alone.mechanism.closed_form("mse", X[:1], Y[:1]).value[0])
    for sampler in samplers(cell.setting(4)):
        gaps = (sampler.draw(rng(), DRAWS).estimates[0] - sampler.kernel[0]) * math.exp(sampler.log_unit[0])
        # the variance of a mean is at most that of one sample
        assert not rejects(gaps.real, float(one[0].real), float(one[1]))


@pytest.mark.parametrize("cell", EXACT, ids=str)
def test_closed_forms_are_the_moments_of_the_definition(cell: Cell) -> None:
    for m in (1, 4, 6):
        log = cell.mechanism.log_mse(X[0], Y[0], m, 2)
        if log is not None and cell.has_moments:
            exact = float(cell.moments(m)[1])
            assert math.exp(log[0]) == pytest.approx(exact, rel=CLOSED)
            assert cell.mechanism.closed_form("mse", X[0], Y[0], m, 2).value == pytest.approx([exact], rel=CLOSED)


@pytest.mark.parametrize(
    "cell",
    [c for c in EXACT if c in FAMILY_CELLS and c.coupling == "iid" and hasattr(c.object, "second_moment")],
    ids=str,
)
def test_second_moments_of_families_are_those_of_the_definition(cell: Cell) -> None:
    form = cell.object.second_moment(*exact_pair()).subs(d, D)
    exact = cell.moments(1, 0.0)[1]
    assert complex(sp.N(form, 30)) == pytest.approx(complex(exact), rel=ulps(64))
    # the control
    assert complex(sp.N(form, 30)) != pytest.approx(1.001 * complex(exact), rel=ulps(64))
