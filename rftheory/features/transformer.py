"""Random features as a transformer with the conventions of scikit-learn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, Self

from numpy.typing import ArrayLike

from rftheory.arrays import Array, check_count, chosen_kernel
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.names import coupling as named_coupling
from rftheory.features import fitting, tensors
from rftheory.features.attention import attention, check_values
from rftheory.features.conventions import Conventional, kept_type, require_fitted, rows
from rftheory.features.drawing import draw, generator_of
from rftheory.features.maps import FeatureMap, ScaledFeatures
from rftheory.features.ready import Ready
from rftheory.statistics import median_distance

if TYPE_CHECKING:
    from rftheory.catalogue import AnyFamily
    from rftheory.hybrids.bipolar import Hybrid
    from rftheory.mechanisms.mechanism import Mechanism


class RandomFeatures(Conventional):
    """Features whose products estimate a kernel: ``transform(X) @ transform_other(Y).T``.

    The kernels are ``exp(-|x - y|^2/(2 bandwidth^2))`` and ``exp(x.y/temperature)``. Both arguments have the same map, so that
    ``transform`` does for both, unless ``asymmetric_``.

    Args:
        family: a name of `rftheory.catalogue`, the coefficient of a hybrid included, or an object.
        m: number of projections.
        d: the dimension of inputs; by default that of the data.
        coupling: of the projections, a name or an object.
        kernel: "gaussian" or "softmax"; it must be given, or follow from one of the scales, for a family has features of either.
        bandwidth: of the Gaussian kernel, > 0, by default 1; or "median", the median distance of the rows given to `fit`
            (`statistics.median_distance`).
        temperature: of the softmax kernel, > 0, by default 1; of attention with weights ``exp(q.k/sqrt(d))`` it is sqrt(d).
        parameters: of the family. What is not given is taken from the data by `fit`: A of GERF and OPRF, the rate of Poisson
            and ``success`` of geometric features, the shift of shifted ones.
        random_state: a seed, for the same projections at each `fit`; or a source of randomness; None for fresh ones.

    Attributes:
        parameters_: the parameters in use, for inputs divided by the bandwidth or by the root of the temperature.
        mechanism_, family_, coupling_, projections_: what is drawn, as the judges simulate it.
        asymmetric_: whether the two arguments of the kernel have different maps.
        bandwidth_: of the Gaussian kernel, the number in use.
        n_features_in_: d.

    Arrays of PyTorch and JAX, of shape (..., L, d), have features of their own library, device and precision, with gradients
    (built-in families without counts); what is random is drawn by numpy from the seed.

    Features are in the precision of the inputs, float32 or float64, and computed in float64. Sparse inputs are taken; features are
    dense.
    """

    def __init__(
        self,
        family: str | AnyFamily | Hybrid = "positive",
        m: int = 256,
        *,
        d: int | None = None,
        coupling: str | Coupling = "iid",
        kernel: str | None = None,
        bandwidth: float | Literal["median"] | None = None,
        temperature: float | None = None,
        parameters: Mapping[str, Any] | None = None,
        random_state: Any = None,
    ):
        self.family = family
        self.m = m
        self.d = d
        self.coupling = coupling
        self.kernel = kernel
        self.bandwidth = bandwidth
        self.temperature = temperature
        self.parameters = parameters
        self.random_state = random_state

    def check(self) -> Self:
        """Whether what is asked for exists, as far as it can be told without data.

        Raises:
            ValueError: for counts below 1, scales that are not > 0 or belong to the other kernel, unknown names and parameters,
                and what cannot be combined.
        """
        self._settings()
        generator_of(self.random_state, advance=False)
        return self

    def fit(self, X: ArrayLike | None = None, y: object = None, other: ArrayLike | None = None) -> Self:
        """Take open parameters from data and draw the projections.

        Args:
            X: the first arguments of the kernel (queries), shape (L, d). None if d is given and no parameter is open.
            y: not used; the place where scikit-learn passes targets.
            other: the second arguments (keys), shape (N, d); by default the first.

        Raises:
            ValueError: as `check`, for inputs that are not finite or not of dimension d, and data that do not determine a parameter.
        """
        coupling, kernel, scale = self._settings()
        first = self._data(X)
        second = None if other is None else rows(self, tensors.numbers(other), "other")
        d, m = self.n_features_in_, check_count("m", self.m)
        if scale is None:
            if first is None:
                raise ValueError("bandwidth='median' is taken from data: fit(X)")
            scale = median_distance(first, second)
        self.kernel_ = kernel
        if kernel == "gaussian":
            self.bandwidth_ = scale
        rate = 1 / scale
        one, two = (None if data is None else data * rate for data in (first, second))
        chosen, n = fitting.fitted(self.family, self.parameters or {}, m, one, two, d, coupling)
        try:
            drawn, length, self.asymmetric_ = draw(chosen, coupling, generator_of(self.random_state), m, d, n)
        except ValueError as error:
            raise ValueError(f"no features for n_features = {d}: {error}") from error
        self._chosen, self.coupling_, self.projections_ = chosen, coupling, drawn.projections
        family = chosen if isinstance(chosen, Ready) else chosen.family
        # a hybrid has none of its own
        self.parameters_ = {} if family is None else family.numbers()
        self._map = FeatureMap(drawn, kernel, rate, d, length)
        self._n_features_out = length
        # known from here on, so that maps of rows change nothing
        _ = self._map.matrices
        return self

    @property
    def mechanism_(self) -> Mechanism:
        """What is drawn, as the judges simulate it, with its closed forms.

        Raises:
            AttributeError: before `fit`.
        """
        from rftheory.mechanisms.mechanism import Mechanism

        chosen = self._chosen
        return Mechanism(chosen.exact(self.n_features_in_), self.coupling_) if isinstance(chosen, Ready) else chosen

    @property
    def family_(self) -> AnyFamily | Hybrid:
        """The family or hybrid of `mechanism_`."""
        found: AnyFamily | Hybrid = self.mechanism_.family or self.mechanism_.hybrid
        return found

    def transform(self, X: ArrayLike) -> Array:
        """The features of first arguments of the kernel; (L, d) to (L, F).

        Raises:
            NotFittedError, ValueError: before `fit`; for inputs that are not finite, of another d, or (shifted) below the shift.
            OverflowError: if a feature exceeds the range of float64.
        """
        require_fitted(self)
        return self._features(X, "x")

    def transform_other(self, X: ArrayLike) -> Array:
        """The features of second arguments of the kernel: those of `transform` unless ``asymmetric_``; errors as there."""
        require_fitted(self)
        return self._features(X, "y")

    def queries(self, X: ArrayLike) -> ScaledFeatures:
        """Features of queries for the softmax kernel, with a scale for each row, which normalised attention cancels.

        Raises:
            ValueError: for the Gaussian kernel, and as `transform`.
        """
        return self._softmax().scaled(rows(self, X), "x", common=False)

    def keys(self, X: ArrayLike) -> ScaledFeatures:
        """Features of keys for the softmax kernel, with one scale for all, which normalised attention cancels; errors as `queries`."""
        return self._softmax().scaled(rows(self, X), "y", common=True)

    def attention(self, Q: ArrayLike, K: ArrayLike, V: ArrayLike, causal: bool = False) -> Array:
        """``softmax(Q K^T/temperature) V`` by features, in linear time.

        Args:
            Q, K, V: shapes (L, d), (N, d), (N, D).
            causal: whether query i has the keys 1, ..., i only; L = N then.

        Returns:
            shape (L, D): averages of the rows of V if the features are positive.

        Raises:
            ValueError: for the Gaussian kernel, shapes that do not fit, and numbers that are not finite.
            ArithmeticError: if an estimated denominator is 0, which no positive features have.
        """
        features = self._softmax()
        if tensors.library_of(Q) is not None:
            if causal:
                raise ValueError("causal attention is for numpy arrays, got one of another library")
            return tensors.attention(features, Q, K, V)
        queries, keys = rows(self, Q, "Q"), rows(self, K, "K")
        out = attention(features, queries, keys, check_values(V, keys.shape[0]), bool(causal))
        return out.astype(kept_type(queries, keys, V), copy=False)

    def _features(self, X: Any, side: str) -> Any:
        if tensors.library_of(X) is not None:
            return tensors.features(self._map, X, side)
        return self._written(X, self._map.features(rows(self, X), side))

    def _softmax(self) -> FeatureMap:
        require_fitted(self)
        if self._map.kernel != "softmax":
            raise ValueError(f"queries, keys and attention need kernel='softmax', got {self._map.kernel!r}")
        return self._map

    def _data(self, X: ArrayLike | None) -> Any:
        """The inputs, if there are any; d is known from here on."""
        d = None if self.d is None else check_count("d", self.d)
        if X is None:
            if d is None:
                raise ValueError("d must be given, or taken from data: fit(X)")
            self.n_features_in_ = d
            return None
        data = rows(self, tensors.numbers(X), reset=True)
        if d is not None and data.shape[1] != d:
            raise ValueError(f"X must have d = {d} columns, got {data.shape[1]}")
        return data

    def _settings(self) -> tuple[Coupling, Literal["gaussian", "softmax"], float | None]:
        """The coupling, the kernel, and what inputs are divided by, None if that is their median distance; errors as `check`."""
        check_count("m", self.m)
        if self.d is not None:
            check_count("d", self.d)
        kernel = chosen_kernel(self.kernel, self.bandwidth, self.temperature)
        given = {"bandwidth": self.bandwidth, "temperature": self.temperature}
        allowed = {"bandwidth": " or 'median'", "temperature": ""}
        median = isinstance(self.bandwidth, str) and self.bandwidth == "median"
        scales: dict[str, float | None] = {
            name: 1.0 if scale is None else positive(name, scale, allowed[name])
            for name, scale in given.items()
            if not (median and name == "bandwidth")
        }
        unused = "temperature" if kernel == "gaussian" else "bandwidth"
        if scales.get(unused) != 1:
            raise ValueError(f"{unused} does not belong to the {kernel} kernel, got {given[unused]}")
        coupling = named_coupling(self.coupling) if isinstance(self.coupling, str) else self.coupling
        if not isinstance(coupling, Coupling):
            raise ValueError(f"coupling must be a name or a coupling, got {self.coupling!r}")
        fitting.check(self.family, self.parameters or {}, self.m, coupling)
        scale = scales.get("temperature" if kernel == "softmax" else "bandwidth")
        return coupling, kernel, math.sqrt(scale) if scale is not None and kernel == "softmax" else scale


def positive(name: str, value: Any, allowed: str = "") -> float:
    """A finite number > 0; what else is allowed is for the message.

    Raises:
        ValueError: for anything else.
    """
    number = float(value) if isinstance(value, Real) and value is not True else math.nan
    if not (math.isfinite(number) and number > 0):
        raise ValueError(f"{name} must be a finite number > 0{allowed}, got {value!r}")
    return number
