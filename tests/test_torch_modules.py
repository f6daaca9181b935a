"""Modules of PyTorch: the maps of numpy, precisions, states, seeds, gradients and whole graphs."""

from __future__ import annotations

import copy
import io
import warnings
from typing import Any

import numpy as np
import pytest
from tolerances import ulps

from rftheory.features import make

torch = pytest.importorskip("torch")
modules = pytest.importorskip("rftheory.torch")

SOURCE = np.random.default_rng(0)
X = torch.tensor(SOURCE.normal(size=(2, 3, 9, 5)) / 2)
VALUES = torch.tensor(SOURCE.normal(size=(2, 3, 9, 4)))
NAMES = [
    "positive x simplex",
    "trig x orthogonal",
    "hyperbolic x hadamard",
    "random-phase-cosine",
    "random-phase-cosine x hadamard",
    "gerf(A=-0.1) x orthogonal",
    "gerf(A=0.1, s=-1)",
    "gerf",
    "oprf x simplex",
    "favor-sharp x orthogonal",
]
#: exponents are at most 20
SINGLE = 50 * 20 * float(np.finfo(np.float32).eps)


def _module(name: str = "oprf x simplex", m: int = 6, seed: int = 0, kernel: str = "gaussian", **options: Any) -> Any:
    return modules.RandomFeatures(name, 5, m, kernel=kernel, seed=seed, X=X, **options)


@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
@pytest.mark.parametrize("name", NAMES)
def test_the_map_is_that_of_numpy(name: str, kernel: str) -> None:
    module, fitted = _module(name, kernel=kernel), make(name, m=6, kernel=kernel, seed=0).fit(X)
    of = modules.RandomFeatures.of(fitted)
    for side, mapped in (("x", fitted.transform), ("y", fitted.transform_other)):
        expected = mapped(X.numpy())
        size = float(np.abs(expected).max())
        assert np.allclose(module(X, side), expected, rtol=0, atol=size * ulps(500))
        assert torch.equal(module(X, side), of(X, side))
        assert np.allclose(module(X.float(), side), expected, rtol=0, atol=size * SINGLE)


@pytest.mark.parametrize("psi", ["diagonal", "symmetric"])
def test_each_side_has_its_balance(psi: str) -> None:
    """Of queries and keys of different scales; the control is the other side's."""
    queries, keys = X, X * torch.tensor([3.0, 1, 1, 1, 0.3], dtype=torch.float64) + 0.2
    given = {"m": 6, "kernel": "softmax", "seed": 0, "psi": psi}
    fitted = make("favor-sharp", **given).fit(queries, keys=keys)
    module = modules.LinearAttention(
        "favor-sharp", 5, X=queries, keys=keys, **{k: given[k] for k in ("m", "seed", "psi")}
    )
    expected = fitted.transform(queries.numpy()), fitted.transform_other(keys.numpy())
    for rows, side, other, one in ((queries, "x", "y", expected[0]), (keys, "y", "x", expected[1])):
        found = module.features(rows, side)
        assert np.allclose(found, one, rtol=0, atol=float(np.abs(one).max()) * ulps(500))
        assert not np.allclose(module.features(rows, other), one, rtol=1e-3)
    weights = expected[0] @ np.swapaxes(expected[1], -1, -2)
    out = weights / weights.sum(axis=-1, keepdims=True) @ VALUES.numpy()
    assert np.allclose(module(queries, keys, VALUES), out, rtol=0, atol=ulps(2**12) * float(np.abs(out).max()))


def test_what_is_refused() -> None:
    for name in ("poisson", "angular"):
        with pytest.raises(TypeError, match="waves and exponentials, not for counts"):
            modules.RandomFeatures(name, 5, 4, kernel="gaussian", **({"n": 2} if name == "angular" else {"rate": 1.0}))
    with pytest.raises(ValueError, match="square must be given, or taken from data"):
        modules.RandomFeatures("oprf", 5, 4, kernel="gaussian")
    features, attention = _module(), modules.LinearAttention("positive", 5, 4, seed=0, causal=True)
    for error, words, module, given in (
        (ValueError, "d = 5 columns, got 4", features, (X[..., :4],)),
        (TypeError, "must be floats", features, (X.long(),)),
        (ValueError, "side must be one of", features, (X, "z")),
        (ValueError, "as many queries as keys, got 9 and 8", attention, (X, X[..., :8, :], VALUES[..., :8, :])),
        (ValueError, "the same axes before the last two", attention, (X, X[0], VALUES)),
        (ValueError, "a row for each of the 9 keys, got 8", attention, (X, X, VALUES[..., :8, :])),
        (ValueError, r"key_padding_mask must have shape .* got \(3, 9\)", attention, (X, X, VALUES, X[0, ..., 0] > 0)),
        (TypeError, "key_padding_mask must be of truth values", attention, (X, X, VALUES, torch.zeros(2, 9))),
    ):
        with pytest.raises(error, match=words):
            module(*given)


@pytest.mark.parametrize("cast", ["half", "bfloat16", "double", "float"])
def test_casts_leave_projections_alone(cast: str) -> None:
    module = torch.nn.Sequential(modules.LinearAttention("oprf", 5, 6, seed=0, X=X, center="mean"))[0]
    expected = module(X, X, VALUES)
    getattr(module, cast)()
    assert module.features.projections.dtype == torch.float32
    assert torch.equal(module(X, X, VALUES), expected)


@pytest.mark.parametrize("causal", [False, True])
def test_sums_of_sixteen_bits_are_those_of_float32(causal: bool) -> None:
    """2,000 ones in bfloat16 do not add up to 2,000."""
    module = modules.LinearAttention("positive", 5, 6, seed=0, causal=causal)
    rows, values = torch.zeros(2000, 5).bfloat16(), torch.linspace(0, 1, 2000)[:, None].bfloat16()
    exact = module(rows.float(), rows.float(), values.float())
    found = module(rows, rows, values)
    assert found.dtype == torch.bfloat16 and torch.equal(found, exact.bfloat16())
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert torch.equal(module(rows.float(), rows.float(), values.float()), exact)
    assert modules.RandomFeatures("trig", 5, 4, kernel="gaussian", seed=0)(rows).dtype == torch.bfloat16


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_the_whole_map(name: str) -> None:
    one = _module(name, bandwidth=1.5)
    other = modules.RandomFeatures(name, 5, 6, kernel="gaussian", bandwidth=0.5, seed=7, X=2 * X + 1)
    assert not torch.equal(one(X), other(X))
    file = io.BytesIO()
    torch.save(one.state_dict(), file)
    file.seek(0)
    other.load_state_dict(torch.load(file, weights_only=True))
    for rows in (X, X.float()):
        assert torch.equal(one(rows), other(rows))
    assert torch.equal(copy.deepcopy(other)(X), one(X))


def test_a_state_of_another_map_is_refused() -> None:
    state = _module("positive").state_dict()
    with pytest.raises(RuntimeError, match="another wave or kernel"):
        _module("hyperbolic").load_state_dict(state)
    with pytest.raises(RuntimeError, match="size mismatch"):
        _module("positive", m=7).load_state_dict(state)


def test_redrawn_projections_are_those_of_the_seed() -> None:
    module, other = _module(seed=3), _module(seed=0)
    place, before = module.projections.data_ptr(), module(X)
    assert torch.equal(module.redraw(0)(X), other(X)) and not torch.equal(before, other(X))
    assert module.projections.data_ptr() == place
    attention = modules.LinearAttention("positive x orthogonal", 5, 6, seed=0)
    assert torch.equal(
        attention.redraw(3)(X, X, VALUES), modules.LinearAttention("positive x orthogonal", 5, 6, seed=3)(X, X, VALUES)
    )
    assert not torch.equal(module.redraw()(X), module.redraw()(X))


@pytest.mark.parametrize("name", ["oprf x simplex", "trig", "random-phase-cosine"])
def test_gradients(name: str) -> None:
    def gradients(function: Any, *inputs: Any) -> bool:
        return bool(torch.autograd.gradcheck(function, inputs, fast_mode=True))

    x, v = X[0, 0, :5].clone().requires_grad_(), VALUES[0, 0, :5].clone().requires_grad_()
    y = X[1, 0, :5].clone().requires_grad_()
    for kernel in ("gaussian", "softmax"):
        assert gradients(_module(name, m=3, kernel=kernel), x)
    for causal in (False, True):
        attention = modules.LinearAttention(name, 5, 3, seed=1, causal=causal, X=X)
        with warnings.catch_warnings():
            # which waves have
            warnings.filterwarnings("ignore", ".*not > 0")
            assert gradients(attention, x, y, v)
            assert gradients(attention, x, y, v, torch.tensor([True, False, False, True, False]))


def test_under_the_transforms_of_torch() -> None:
    module = _module()
    assert torch.allclose(torch.func.vmap(torch.func.vmap(module))(X), module(X), rtol=ulps(50))
    attention = modules.LinearAttention("positive", 5, 6, seed=0, causal=True)
    expected = attention(X, X, VALUES)
    assert torch.allclose(torch.func.vmap(attention)(X, X, VALUES), expected, rtol=0, atol=ulps(200))
    gradient = torch.func.grad(lambda x: attention(x, X, VALUES).sum())(X)
    x = X.clone().requires_grad_()
    attention(x, X, VALUES).sum().backward()
    assert torch.equal(gradient, x.grad)


@pytest.mark.parametrize("name", ["oprf", "trig", "random-phase-cosine x hadamard"])
def test_features_are_one_graph(name: str) -> None:
    module = _module(name)
    torch._dynamo.reset()
    compiled = torch.compile(module, fullgraph=True, backend="eager")
    assert torch.allclose(compiled(X), module(X), rtol=0, atol=float(module(X).abs().max()) * ulps(50))
    before = compiled(X)
    module.redraw(9)
    assert torch.allclose(compiled(X), module(X), rtol=0, atol=float(module(X).abs().max()) * ulps(50))
    assert not torch.equal(compiled(X), before)


@pytest.mark.parametrize("names", [["oprf"] * 9, ["oprf", "gerf(A=-0.1)", "trig", "hyperbolic"]])
def test_layers_of_a_network_are_compiled(names: list[str]) -> None:
    """Of parameters and temperatures of their own, more than the graphs that PyTorch makes of one function."""
    torch._dynamo.reset()
    assert len(names) > torch._dynamo.config.recompile_limit or len(set(names)) == len(names)
    for number, name in enumerate(names):
        module = modules.LinearAttention(name, 5, 4, seed=0, X=X * (1 + number), temperature=2.0 + number)
        compiled, expected = torch.compile(module, fullgraph=True, backend="eager"), module(X, X, VALUES)
        # weights of sines and cosines have no one sign
        atol = ulps(2**12) * float(expected.abs().max())
        assert torch.allclose(compiled(X, X, VALUES), expected, rtol=0, atol=atol)


@pytest.mark.parametrize("degree", [0, 1])
def test_rectified_units(degree: int) -> None:
    """Against the formula with the projections of the module; gradients, casts, one graph."""
    module = modules.RandomFeatures(
        "arc-cosine x orthogonal", 5, 6, kernel=f"arc-cosine({degree})", degree=degree, seed=0
    )
    image = X @ module.projections.double().T
    expected = (2 / 6) ** 0.5 * (image.relu() if degree else (image > 0).double())
    assert torch.allclose(module(X.float()).double(), expected, rtol=0, atol=SINGLE)
    assert module(X.bfloat16()).dtype == torch.bfloat16
    numpy_map = make("arc-cosine x orthogonal", degree=degree, m=6, kernel=f"arc-cosine({degree})", seed=0).fit(X)
    assert np.allclose(module(X), numpy_map.transform(X.numpy()), rtol=0, atol=ulps(100))
    torch._dynamo.reset()
    assert torch.allclose(torch.compile(module, fullgraph=True, backend="eager")(X), module(X), rtol=0, atol=ulps(100))
    x = X.clone().requires_grad_()
    module(x).sum().backward()
    slopes = (2 / 6) ** 0.5 * ((image > 0).double() @ module.projections.double()) * degree
    assert torch.allclose(x.grad, slopes, rtol=0, atol=SINGLE)


def test_what_underflows_is_counted() -> None:
    module = modules.RandomFeatures("positive", 5, 4, kernel="gaussian", seed=0)
    rows = torch.zeros(6, 5)
    module(rows)
    assert module.underflows == 0
    rows[:2] = 50.0
    with pytest.warns(RuntimeWarning, match="2 rows have features that all underflow to 0"):
        module(rows)
    assert module.underflows == 2
    torch._dynamo.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        torch.compile(module, fullgraph=True, backend="eager")(rows)
    assert module.underflows == 4
    assert "underflows" not in module.state_dict()


def test_denominators_that_are_not_positive_are_counted() -> None:
    module = modules.LinearAttention("trig", 5, 2, seed=0)
    rows = 3 * X.float()
    phi = module.features(rows), module.features(rows, "y")
    expected = int((torch.einsum("...if,...jf->...i", *phi) <= 0).sum())
    assert expected
    with pytest.warns(RuntimeWarning, match=f"{expected} queries have an estimated denominator"):
        module(rows, rows, VALUES.float())
    assert module.nonpositive == expected
    torch._dynamo.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        torch.compile(module, fullgraph=True, backend="eager")(rows, rows, VALUES.float())
    assert module.nonpositive == 2 * expected
