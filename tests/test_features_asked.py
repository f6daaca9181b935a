"""What a feature map is asked for: the mean, keys, whole mechanisms by name, rows of many matrices."""

from __future__ import annotations

import numpy as np
import pytest
from feature_maps import DATA, ROUNDED, X, Y

from rftheory import Mechanism
from rftheory.features import make

# -- the mean, keys, and whole mechanisms by name -----------------------------------------------------------------------


def test_the_mean_is_taken_off_for_the_gaussian_kernel() -> None:
    shifted = X + 7.0
    features = make("positive", m=50, seed=0, kernel="gaussian")
    assert features.get_params()["center"] == "mean"
    assert np.allclose(features.fit(shifted, keys=Y).center_, (shifted.mean(axis=0) + Y.mean(axis=0)) / 2, rtol=ROUNDED)
    # the kernel does not change, the features are those of rows minus their mean
    alone = make("positive", m=50, seed=0, kernel="gaussian", center=None)
    assert alone.get_params()["center"] is None and not alone.fit(shifted).center_.any()
    middle = shifted.mean(axis=0)
    expected = alone.fit(shifted - middle).transform(shifted - middle)
    assert np.allclose(features.fit(shifted).transform(shifted), expected, rtol=ROUNDED * np.abs(shifted).max())


@pytest.mark.parametrize(
    "name", ["positive", "trigonometric", "oprf", "angular(n=2)", "poisson+", "positive x optimal proposal"]
)
@pytest.mark.parametrize("center", ["mean", tuple(range(5))], ids=["mean", "vector"])
def test_estimates_of_the_softmax_kernel_are_unbiased_with_any_center(name, center) -> None:
    """The factor of each row is exp(u.o - |o|^2/2): on average over maps the kernel comes out, to 5 of its standard errors."""
    rows, keys = X[:3] / 2 + 0.5, Y[:3] / 2 + 0.5
    shrunk = center if isinstance(center, str) else np.array(center) / 20
    made = make(name, m=100, kernel="softmax", center=shrunk)
    assert made.get_params()["center"] is shrunk
    found = []
    for seed in range(40):
        features = made.set_params(random_state=seed).fit(rows, keys=keys)
        found.append(features.transform(rows) @ features.transform_other(keys).T)
    error = np.std(found, axis=0, ddof=1) / np.sqrt(len(found))
    assert (np.abs(np.mean(found, axis=0) - np.exp(rows @ keys.T)) < 5 * error).all()
    # without the factor the mean is another one
    without = np.exp((rows - features.center_) @ (keys - features.center_).T)
    assert (np.abs(np.mean(found, axis=0) - without) > 5 * error).any()


def test_keys_have_a_name() -> None:
    features = make("oprf", m=4, kernel="softmax")
    with pytest.warns(UserWarning, match=r"y is not used: keys are given as fit\(X, keys=...\)"):
        ignored = features.fit(X, 5 * Y).parameters_
    assert ignored == features.fit(X).parameters_ != features.fit(X, keys=5 * Y).parameters_
    # targets are no keys
    assert features.fit(X, X[:, 0]).parameters_ == features.fit(X, np.eye(len(X))[:, :2]).parameters_ == ignored
    with pytest.raises(TypeError):
        features.fit(X, None, Y)


def test_a_mechanism_has_one_name() -> None:
    apart = make("gerf", coupling="simplex", A=-0.1, s=-1, m=6, seed=0, kernel="gaussian").fit(X).transform(X)
    for whole in ("gerf(A=-0.1, s=-1) x simplex", Mechanism("gerf(A=-0.1, s=-1) x simplex")):
        assert np.allclose(make(whole, m=6, seed=0, kernel="gaussian").fit(X).transform(X), apart, atol=ROUNDED)
    mixed = make("gerf(A=-0.1) x simplex", s=-1, m=6, seed=0, kernel="gaussian").fit(X)
    assert np.array_equal(mixed.transform(X), apart)
    positive = make("geometric+(epsilon=0.5)", m=6, seed=0, kernel="gaussian").fit(X)
    same = make("shifted", family="geometric", epsilon=0.5, m=6, seed=0, kernel="gaussian").fit(X)
    assert np.array_equal(positive.transform(X), same.transform(X))
    hybrid = make("angular(n=3) x orthogonal", m=6, seed=0, kernel="gaussian").fit(X)
    other = make("angular", n=3, coupling="orthogonal", m=6, seed=0, kernel="gaussian").fit(X)
    assert np.array_equal(hybrid.transform(X), other.transform(X))


# -- matrices of many heads ---------------------------------------------------------------------------------------------

HEADS, OTHERS, VALUES = (DATA.normal(size=(2, 3, rows, width)) / 2 for rows, width in ((4, 5), (6, 5), (6, 2)))


@pytest.mark.filterwarnings("ignore:the estimated denominators:RuntimeWarning")
@pytest.mark.parametrize("center", [None, "mean"])
@pytest.mark.parametrize("name", ["positive", "trigonometric x orthogonal", "angular(n=2)"])
def test_heads_are_attended_to_one_by_one(name, center) -> None:
    features = make(name, m=8, kernel="softmax", seed=0, center=center).fit(HEADS, keys=OTHERS)
    for first, second, causal in ((HEADS, OTHERS, False), (OTHERS, OTHERS, True)):
        found = features.attention(first, second, VALUES, causal=causal)
        assert found.shape == (*first.shape[:-1], 2)
        for place in np.ndindex(2, 3):
            assert (found[place] == features.attention(first[place], second[place], VALUES[place], causal=causal)).all()
    assert (
        features.attention(HEADS.tolist(), OTHERS.tolist(), VALUES.tolist())
        == features.attention(HEADS, OTHERS, VALUES)
    ).all()


@pytest.mark.parametrize("side", ["transform", "queries", "keys"])
@pytest.mark.parametrize("name", ["positive", "trigonometric"])
def test_rows_of_many_matrices_have_the_features_of_each(name, side) -> None:
    """A head with long rows leaves the others as they are: keys of each have a scale of their own."""
    features = make(name, m=6, seed=0, kernel="softmax").fit(HEADS)
    longer = HEADS * (1 + 20 * (side != "transform") * np.arange(3.0)[:, None, None])
    found = getattr(features, side)(longer)
    for place in np.ndindex(2, 3):
        own = getattr(features, side)(longer[place])
        for whole, part in zip(
            [found] if side == "transform" else found, [own] if side == "transform" else own, strict=True
        ):
            assert np.array_equal(whole[place], part)
