"""Linear attention of PyTorch and JAX: causal in chunks, masks, scales far apart, and JAX's transforms."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from tolerances import ulps

from rftheory.features import linear, make

torch = pytest.importorskip("torch")
modules = pytest.importorskip("rftheory.torch")
jax = pytest.importorskip("jax")
functions = pytest.importorskip("rftheory.jax")

SOURCE = np.random.default_rng(1)
NAMES = ["positive x orthogonal", "hyperbolic", "oprf x simplex"]
WAVES = ["trig x hadamard", "gerf(A=0.05, s=-1)", "random-phase-cosine"]


def _rows(count: int, d: int = 4, heads: int = 2) -> tuple[Any, Any, Any]:
    return tuple(SOURCE.normal(size=(heads, count, width)) / 2 for width in (d, d, 3))


@pytest.fixture
def double() -> Iterator[None]:
    with jax.enable_x64(True):
        yield


@pytest.fixture(params=[True, False], ids=["one scale", "halved"])
def chunks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of eight rows, some at once, in one scale where that does; and as where numbers are not known."""
    monkeypatch.setattr(linear, "CHUNK", 8)
    monkeypatch.setattr(linear, "PART", 8 * 8 * 2 * 3)
    if not request.param:
        monkeypatch.setattr(linear, "_is_mild", lambda *_: False)


def _torch(name: str, q: Any, k: Any, v: Any, causal: bool, mask: Any = None) -> Any:
    fitted = {"X": q, "keys": k} if mask is None else {}
    module = modules.LinearAttention(name, q.shape[-1], 8, seed=0, causal=causal, **fitted)
    return module(*map(torch.tensor, (q, k, v)), None if mask is None else torch.tensor(mask)).numpy()


def _jax(name: str, q: Any, k: Any, v: Any, causal: bool, mask: Any = None) -> Any:
    fitted = {"X": q, "keys": k} if mask is None else {}
    draws, attend = functions.attention(name, q.shape[-1], 8, seed=0, causal=causal, **fitted)
    # each operation by itself takes longer to compile, and is needed where numbers must be known
    attend = attend if mask is None else jax.jit(attend)
    return np.asarray(
        attend(draws, *map(jax.numpy.asarray, (q, k, v)), None if mask is None else jax.numpy.array(mask))
    )


def _is_that_of_numpy(attend: Callable[..., Any], name: str, causal: bool, count: int) -> bool:
    q, k, v = _rows(count)
    fitted = make(name, m=8, kernel="softmax", seed=0).fit(q, keys=k)
    expected = fitted.attention(q, k, v, causal=causal)
    weights = np.stack([fitted.transform(a) @ fitted.transform_other(b).T for a, b in zip(q, k, strict=True)])
    sizes = np.abs(np.stack([fitted.transform(a) for a in q])) @ np.abs(
        np.stack([fitted.transform_other(b) for b in k])
    ).swapaxes(-1, -2)
    if causal:
        weights, sizes = np.tril(weights), np.tril(sizes)
    # numerator and denominator have errors relative to the sizes of their terms
    condition = sizes.sum(-1) / np.abs(weights.sum(-1))
    slack = ulps(400) * condition[..., None] * (np.abs(v).max() + np.abs(expected))
    return bool((np.abs(attend(name, q, k, v, causal) - expected) <= slack).all())


@pytest.mark.usefixtures("chunks")
@pytest.mark.filterwarnings("ignore:.*(not > 0|below 0):RuntimeWarning")
@pytest.mark.parametrize(
    ("name", "count"),
    [*((name, 45) for name in (*NAMES, *WAVES)), *itertools.product([NAMES[0], WAVES[0]], [1, 7]), (NAMES[0], 2)],
)
@pytest.mark.parametrize("causal", [False, True])
def test_attention_is_that_of_numpy(name: str, causal: bool, count: int) -> None:
    assert _is_that_of_numpy(_torch, name, causal, count)


@pytest.mark.usefixtures("double")
@pytest.mark.filterwarnings("ignore:.*(not > 0|below 0):RuntimeWarning")
@pytest.mark.parametrize(("name", "causal"), [(NAMES[0], True), (WAVES[0], False)])
def test_attention_in_jax_is_that_of_numpy(name: str, causal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which compiles each operation for each shape; under jit, where numbers are not known, see padding and transforms."""
    monkeypatch.setattr(linear, "CHUNK", 8)
    assert _is_that_of_numpy(_jax, name, causal, 7)


@pytest.mark.usefixtures("chunks")
@pytest.mark.parametrize("factor", [1.0, 30.0, 1e4])
@pytest.mark.parametrize("name", NAMES[:2])
def test_later_keys_do_not_change_outputs(name: str, factor: float) -> None:
    """By rounding at most, however large they are and wherever in a chunk they begin."""
    q, k, v = (each.astype(np.float32) for each in _rows(40))
    for place in (1, 19, 24):
        later, other = k.copy(), v.copy()
        later[:, place:] *= factor
        other[:, place:] = 7e6
        # the parameters are those of the same rows
        module = modules.LinearAttention(name, 4, 8, seed=0, causal=True, X=q, keys=k)
        before = module(*map(torch.tensor, (q, k, v)))[:, :place]
        after = module(*map(torch.tensor, (q, later, other)))[:, :place]
        assert torch.allclose(before, after, rtol=0, atol=400 * float(np.finfo(np.float32).eps))


def test_halves_see_no_later_key_by_one_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "_is_mild", lambda *_: False)
    q, k, v = map(torch.tensor, _rows(200))
    module = modules.LinearAttention("positive", 4, 8, seed=0, causal=True)
    later = torch.cat([k[:, :77], 100 * k[:, 77:]], 1)
    assert torch.equal(module(q, k, v)[:, :77], module(q, later, v)[:, :77])


def test_the_control_a_maximum_over_all_keys_hides_the_first_rows() -> None:
    """What the running scales are for: in float32 the scales of all keys leave nothing of the first ones."""
    q, k, v = _rows(40)
    k[:, :20] *= 60
    rows = [torch.tensor(each, dtype=torch.float32) for each in (q, k, v)]
    fitted = make("positive", m=8, kernel="softmax", seed=0).fit(q)
    log = [torch.tensor(np.stack([fitted._map.logs(each, side)[1] for each in a])) for a, side in ((q, "x"), (k, "y"))]
    phi, psi = (
        (log[0] - log[0].amax(-1, keepdim=True)).float().exp(),
        (log[1] - log[1].amax(1, keepdim=True)).float().exp(),
    )
    assert (torch.tril(phi @ psi.mT).sum(-1)[:, :20] == 0).any()
    module = modules.LinearAttention("positive", 4, 8, seed=0, causal=True)
    assert module(*rows).isfinite().all() and module.nonpositive == 0


@pytest.mark.usefixtures("chunks", "double")
@pytest.mark.parametrize("name", NAMES)
def test_scales_far_apart(name: str) -> None:
    """Huge and small keys in turn: outputs are averages, those of numpy."""
    q, k, v = _rows(40)
    k *= np.exp(SOURCE.normal(size=(2, 40, 1)) * 3)
    expected = make(name, m=8, kernel="softmax", seed=0).fit(q, keys=k).attention(q, k, v, causal=True)
    # exponents of this size are rounded
    atol = ulps(100) * float(np.square(k).sum(-1).max())
    assert np.allclose(_torch(name, q, k, v, True), expected, rtol=0, atol=atol)


@pytest.mark.usefixtures("chunks", "double")
@pytest.mark.parametrize("causal", [False, True])
def test_padding_is_no_key(causal: bool) -> None:
    q, k, v = _rows(30)
    mask = SOURCE.random((2, 30)) < 0.4
    mask[0, :11] = True
    mask[1, 25:] = True
    expected = np.zeros_like(v)
    for each, (left_out, queries) in enumerate(zip(mask, q, strict=True)):
        for row in range(30):
            seen = ~left_out & ((np.arange(30) <= row) | (not causal))
            if seen.any():
                one = queries[None, row : row + 1], k[None, each, seen], v[None, each, seen]
                expected[each, row] = _torch("positive", *one, False)[0, 0]
    # whatever stands there
    k[mask], v[mask] = np.nan, np.inf
    heads = [np.stack([each, each], 1) for each in (q, k, v)]
    found = _torch("positive", *heads, causal, mask)
    assert np.allclose(found, np.stack([expected, expected], 1), rtol=0, atol=ulps(200))
    assert not _torch("positive", q, q, q, causal, np.ones(30, dtype=bool)).any()


@pytest.mark.usefixtures("double")
@pytest.mark.parametrize("causal", [False, True])
def test_padding_in_jax(causal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "CHUNK", 2)
    q, k, v = _rows(3)
    mask = np.array([[True, False, True], [False, True, False]])
    k[mask] = np.nan
    assert np.allclose(
        _jax("positive", q, k, v, causal, mask), _torch("positive", q, k, v, causal, mask), rtol=0, atol=ulps(100)
    )


@pytest.mark.parametrize("causal", [False, True])
def test_attention_is_one_graph(causal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    q, k, v = map(torch.tensor, _rows(3))
    monkeypatch.setattr(linear, "CHUNK", 2)
    module = modules.LinearAttention("positive x orthogonal", 4, 8, seed=0, causal=causal)
    torch._dynamo.reset()
    compiled = torch.compile(module, fullgraph=True, backend="eager")
    mask = torch.tensor([False, True, False])
    assert torch.allclose(compiled(q, k, v, mask), module(q, k, v, mask), rtol=0, atol=ulps(100))


# -- JAX ------------------------------------------------------------------------------------------------------------


def _pure(of: str) -> tuple[Any, Any, tuple[Any, ...]]:
    q, k, v = map(jax.numpy.asarray, _rows(3))
    if of == "features":
        return *functions.features("gerf(A=-0.1) x orthogonal", 4, 6, kernel="gaussian", seed=0), (q,)
    return *functions.attention("positive x simplex", 4, 6, seed=0, causal=of == "causal"), (q, k, v)


@pytest.mark.usefixtures("double")
@pytest.mark.parametrize(
    # attention without jit is compiled operation by operation, for seconds, and compared with that of numpy above
    ("transform", "of"),
    [("jit", "features"), *itertools.product(["vmap", "grad"], ["features", "causal"])],
)
def test_the_same_answers_under_transforms(transform: str, of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "CHUNK", 2)
    draws, call, (first, *others) = _pure(of)
    compiled = jax.jit(call)
    plain = compiled(draws, first, *others)
    atol = ulps(100) * float(abs(plain).max())
    if transform == "jit":
        assert np.allclose(call(draws, first, *others), plain, rtol=0, atol=atol)
    elif transform == "vmap":
        mapped = jax.jit(jax.vmap(call, in_axes=(None, 0, *(0 for _ in others))))
        assert np.allclose(mapped(draws, first, *others), plain, rtol=0, atol=atol)
    else:
        # differences are off by squares of the step, and by roundings over the step: both below 1e-10
        step = 1e-5 * SOURCE.normal(size=first.shape)
        gradient = jax.jit(jax.grad(lambda x: (call(draws, x, *others) ** 2).sum()))(first)
        totals = [(compiled(draws, first + sign * step, *others) ** 2).sum() for sign in (1, -1)]
        assert float(totals[0] - totals[1]) / 2 == pytest.approx(float((gradient * step).sum()), rel=1e-6)


@pytest.mark.usefixtures("double")
def test_draws_of_jax_are_those_of_numpy() -> None:
    rows = _rows(9)[0]
    draws, phi = functions.features("oprf x hadamard", 4, 6, bandwidth=1.5, seed=3, X=rows)
    fitted = make("oprf x hadamard", m=6, bandwidth=1.5, seed=3).fit(rows)
    assert np.allclose(phi(draws, jax.numpy.asarray(rows)), fitted.transform(rows), rtol=ulps(200))
    assert phi(draws, jax.numpy.asarray(rows, dtype="bfloat16")).dtype == jax.numpy.bfloat16
    with pytest.raises(TypeError, match="waves and exponentials, not for counts"):
        functions.features("poisson", 4, 6, kernel="gaussian", rate=1.0)
