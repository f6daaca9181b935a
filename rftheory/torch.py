"""Random features and attention in linear time as modules of PyTorch.

The maps are those of `rftheory.features` for the same seed: projections are drawn by numpy and kept in float32, whatever a module is cast
to, with the rest of float64 beside them for inputs of that precision. Inputs of 16 bits are worked on in float32.
"""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, Self

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor, nn

from rftheory.families.dense import DenseMap
from rftheory.families.mixtures.arc_cosine import degree_of
from rftheory.families.waves import GaussianMap
from rftheory.features import linear, tensors, transformer
from rftheory.features.drawing import drawn_of, generator_of
from rftheory.features.making import make
from rftheory.inputs.bandwidths import Bandwidth

#: numbers of float32 that add up to one of float64
_PARTS = 3


class RandomFeatures(nn.Module):
    """Features whose products estimate a kernel: ``features(x) @ features(y, "y").mT``.

    Args:
        mechanism: as for `features.make`: "oprf x simplex", a family by name or as an object, or a `Mechanism`. The family must be
            a built-in one without counts.
        d: dimension of inputs.
        m: number of projections.
        kernel, bandwidth, temperature, center: as for `features.make`.
        X, keys: data from which open parameters are computed (A of GERF and OPRF, the mean, a median), as in `RandomFeatures.fit`.
        seed: seed of the projections; None draws fresh ones.
        parameters: parameters of the family.

    Attributes:
        projections: float32, shape (m, d); a phase adds two columns after these, a matrix parameter one for its part of the exponent.
        underflows: number of rows whose features all underflowed to 0. Outside of ``torch.compile`` there is a warning as well.

    Raises:
        ValueError: as `features.make` and `RandomFeatures.fit`.
        TypeError: for other families, counts and hybrids.
    """

    projections: Tensor
    origin: Tensor | None
    scaling: Tensor | None
    balances: Tensor | None
    underflows: Tensor
    _rest: Tensor
    _numbers: Tensor

    def __init__(
        self,
        mechanism: Any,
        d: int,
        m: int,
        *,
        kernel: str | None = None,
        bandwidth: Bandwidth | None = None,
        temperature: float | None = None,
        center: Literal["auto", "mean"] | ArrayLike | None = "auto",
        X: Any = None,
        keys: Any = None,
        seed: Any = None,
        **parameters: Any,
    ):
        scales: dict[str, Any] = {"kernel": kernel, "bandwidth": bandwidth, "temperature": temperature}
        made = make(mechanism, d=d, m=m, **scales, center=center, seed=seed, **parameters)
        self._take(made.fit(X, keys=keys))

    @classmethod
    def of(cls, fitted: transformer.RandomFeatures) -> Self:
        """The module of a fitted map, as `Choice.make` gives it."""
        module = cls.__new__(cls)
        module._take(fitted)
        return module

    def _take(self, fitted: transformer.RandomFeatures) -> None:
        super().__init__()
        drawn = fitted._map
        tensors.check_map(drawn)
        self._fitted = fitted
        first, *rest = _parts(drawn.formed)
        self.register_buffer("projections", first)
        self.register_buffer("_rest", torch.stack(rest))
        self.register_buffer("origin", None if drawn.origin is None else torch.stack(_parts(drawn.origin)))
        # of kernels of x - y with a width for each coordinate, or a covariance
        scaling = None if isinstance(drawn.scaling, float) else torch.stack(_parts(drawn.scaling))
        self.register_buffer("scaling", scaling)
        dense = isinstance(drawn.of, DenseMap)
        self.register_buffer("balances", torch.stack(_parts(drawn.of.balances)) if dense else None)
        # s of generalized exponential features may be taken from data, too
        A, s = complex(drawn.of.A if isinstance(drawn.of, GaussianMap) else 0), drawn.of.numbers().get("s", 0)
        wave = "" if s else getattr(drawn.of, "name", "")
        kind = zlib.crc32(f"{drawn.kernel} {drawn.of.kernel} {wave}".encode()) >> 8
        self.register_buffer("_numbers", torch.stack(_parts(np.array([kind, drawn.rate, A.real, A.imag, s]))))
        self.register_buffer("underflows", torch.zeros((), dtype=torch.int64), persistent=False)
        self._drawn = drawn

    def forward(self, inputs: Tensor, side: str = "x") -> Tensor:
        """Features of shape (..., L, F), in the precision of the inputs of shape (..., L, d); inf where they overflow.

        Args:
            side: which argument of the kernel the inputs are, "x" or "y": it matters for asymmetric maps.
        """
        with torch.autocast(inputs.device.type, enabled=False):
            found: Tensor = tensors.features(torch, self._drawn, inputs, side, self.constants(inputs.dtype))
        # to rectified units 0 is a value like others
        if degree_of(self._drawn.kernel) is None:
            _tell(self.underflows, _zeros(found.detach()), "rows have features that all underflow to 0")
        return found

    def redraw(self, seed: Any = None) -> Self:
        """Other projections, of another seed, with the same parameters; in place, so that nothing is compiled again."""
        fitted, m = self._fitted, len(self.projections)
        drawn = drawn_of(fitted._chosen, generator_of(seed), m, self._drawn.dimension, coupling=fitted.coupling_)
        first, *rest = _parts(replace(self._drawn, projections=drawn[1]).formed)
        self.projections.copy_(first)
        self._rest.copy_(torch.stack(rest))
        return self

    def constants(self, dtype: torch.dtype) -> tensors.Constants:
        """The draws for inputs of a precision."""
        own = (self.origin, self.scaling, self.balances)
        if dtype != torch.float64:
            return tensors.Constants(self.projections, *(None if each is None else each[0] for each in own))
        exact = self.projections.double() + self._rest.double().sum(0)
        return tensors.Constants(exact, *(None if each is None else each.double().sum(0) for each in own))

    def extra_repr(self) -> str:
        return f"{self._fitted!r}"

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        """Moves to a device are followed, casts are not."""
        kept = {name: buffer for name, buffer in self._buffers.items() if buffer is not None}
        super()._apply(fn, recurse)
        for name, buffer in kept.items():
            moved = self._buffers[name]
            assert moved is not None
            # there is nothing yet in one of the device "meta"
            self._buffers[name] = moved.to(buffer.dtype) if buffer.is_meta or moved.is_meta else buffer.to(moved.device)
        return self

    def _load_from_state_dict(self, state_dict: Any, prefix: str, *rest: Any) -> None:
        given = state_dict.get(f"{prefix}_numbers")
        if given is not None and given[0, 0] != self._numbers[0, 0]:
            *_, errors = rest
            errors.append(
                f"the state {prefix or 'given'} is of features of another wave or kernel than {self._fitted!r}"
            )
            return
        super()._load_from_state_dict(state_dict, prefix, *rest)
        _, rate, real, imaginary, s = self._numbers.double().sum(0).tolist()
        of = self._drawn.of
        if isinstance(of, GaussianMap):
            of = replace(of, A=complex(real, imaginary) if imaginary else real)
        if s:
            of = replace(of, name="exp" if s == 1 else "turning")
        scaling = rate if self.scaling is None else self.scaling.double().sum(0).numpy()
        self._drawn = replace(self._drawn, of=of, scaling=scaling)


class LinearAttention(nn.Module):
    """``softmax(Q K^T/temperature) V`` by random features, in time linear in the number of rows.

    Args:
        mechanism, d, m, center, X, keys, seed, parameters: as for `RandomFeatures`, for the softmax kernel.
        temperature: 1 by default; weights ``exp(q.k/sqrt(d))`` have temperature sqrt(d).
        causal: if True, query i attends to the keys 1, ..., i only.

    Attributes:
        features: the `RandomFeatures`.
        nonpositive: number of queries whose estimated denominator was not positive, which happens with oscillating features; their
            outputs are no averages of values. Outside of ``torch.compile`` there is a warning as well.
    """

    nonpositive: Tensor

    def __init__(
        self, mechanism: Any, d: int, m: int, *, temperature: float | None = None, causal: bool = False, **options: Any
    ):
        super().__init__()
        self.features = RandomFeatures(mechanism, d, m, kernel="softmax", temperature=temperature, **options)
        self.causal = bool(causal)
        self.register_buffer("nonpositive", torch.zeros((), dtype=torch.int64), persistent=False)

    def forward(self, queries: Tensor, keys: Tensor, values: Tensor, key_padding_mask: Tensor | None = None) -> Tensor:
        """Outputs of shape (..., L, D), in the precision of the values; 0 for queries that have no key.

        Args:
            queries, keys, values: shapes (..., L, d), (..., N, d), (..., N, D), with the same axes before; L = N if causal.
            key_padding_mask: True for keys that are left out, shape (..., N), (B, N) for all heads of a batch of B, or (N,).
        """
        constants = self.features.constants(queries.dtype)
        with torch.autocast(queries.device.type, enabled=False):
            out, lost = linear.attention(
                torch, self.features._drawn, queries, keys, values, self.causal, key_padding_mask, constants
            )
        _tell(self.nonpositive, lost.sum(), "queries have an estimated denominator that is not > 0")
        return torch.as_tensor(out)

    def redraw(self, seed: Any = None) -> Self:
        """As `RandomFeatures.redraw`."""
        self.features.redraw(seed)
        return self

    def extra_repr(self) -> str:
        return f"causal={self.causal}"


def _parts(value: Any) -> list[Tensor]:
    """Arrays of float32 that add up to one of float64: 24 bits each."""
    rest, parts = np.asarray(value, dtype=float), []
    for _ in range(_PARTS):
        parts.append(rest.astype(np.float32))
        rest = rest - parts[-1]
    return [torch.from_numpy(part) for part in parts]


def _zeros(found: Tensor) -> Tensor:
    """How many rows are 0."""
    first = found[..., 0] == 0
    if not torch.compiler.is_compiling() and not _is_any(first):
        # without a look at all of them
        return first.sum()
    # a largest value is found in vectors where torch.compile writes the features; whether all are 0 is not
    return (found.abs().amax(-1) == 0).sum()


def _is_any(flags: Tensor) -> bool:
    try:
        return bool(flags.any())
    except RuntimeError:
        # under vmap numbers are not known
        return True


def _tell(counter: Tensor, count: Tensor, what: str) -> None:
    """Count, and warn where numbers are known."""
    if torch.compiler.is_compiling():
        counter += count
        return
    try:
        counter += count
        found = int(count)
    except RuntimeError:
        # under the transforms of torch.func nothing outside may change
        return
    if found:
        warnings.warn(f"{found} {what}", RuntimeWarning, stacklevel=3)
