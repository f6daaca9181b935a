"""Random features as a transformer with the conventions of scikit-learn."""

from __future__ import annotations

import copy
import math
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from rftheory.couplings.coupling import Coupling
from rftheory.families.mixtures.kernels import chosen_kernel
from rftheory.families.waves import GaussianMap, Kernel
from rftheory.features import linear, tensors, units
from rftheory.features.attention import attention, check_values
from rftheory.features.conventions import Conventional, flat, kept_type, matrices, require_fitted, rows, shape_of
from rftheory.features.drawing import drawn_of, generator_of
from rftheory.features.fitting import Request
from rftheory.features.maps import FeatureMap, ScaledFeatures
from rftheory.inputs.arrays import Array, check_count
from rftheory.inputs.bandwidths import Bandwidth, Scale, Word, bandwidth_of, rate_of
from rftheory.inputs.devices import library_of, numbers

if TYPE_CHECKING:
    from rftheory.families.hybrids.bipolar import Hybrid
    from rftheory.mechanisms.catalogue import AnyFamily
    from rftheory.mechanisms.mechanism import Mechanism


class RandomFeatures(Conventional):
    """Features whose products estimate a kernel: ``transform(X) @ transform_other(Y).T``.

    >>> import numpy as np
    >>> rows = np.eye(4) / 2
    >>> RandomFeatures("oprf x orthogonal", m=8, kernel="gaussian", random_state=0).fit_transform(rows).shape
    (4, 8)

    The kernels are ``exp(-|x - y|^2/(2 bandwidth^2))`` and ``exp(x.y/temperature)``. Both arguments have the same map unless
    ``asymmetric_``, so ``transform`` serves both.

    Args:
        family: a name of `mechanisms.catalogue`, the coefficient of a hybrid included, or an object; or a whole mechanism, by its name
            ("oprf x simplex", "geometric+ x iid", "positive x optimal proposal") or as a `Mechanism`.
        m: number of projections (of each base of a hybrid).
        d: the dimension of inputs; by default that of the data.
        coupling: of the projections, a name or an object; "optimal proposal" draws from the mixture of the rows given to `fit` instead.
        kernel: "gaussian", "softmax", or a mixture of Gaussian kernels ("matern(5/2)", "laplace", "laplacian", "rational-quadratic(2)");
            it must be given, unless one of the scales implies it.
        bandwidth: what inputs are divided by, except for the softmax kernel, by default 1: a number > 0, one for each coordinate, a
            covariance matrix of shape (d, d); "median", the median distance of the rows given to `fit`; or "scale",
            ``(d v/2)^(1/2)`` with the variance v of all their entries, as gamma="scale" of scikit-learn (`bandwidths`).
        temperature: of the softmax kernel, > 0, by default 1; of attention with weights ``exp(q.k/sqrt(d))`` it is sqrt(d).
        parameters: of the family. What is not given is taken from the data by `fit`: A of GERF and OPRF, the rate of Poisson
            and ``success`` of geometric features, the shift of shifted ones.
        center: what is subtracted from all inputs: "mean", the mean of the rows given to `fit` (half of that of X and half of that of the
            keys); None; or a vector of shape (d,). By default "mean" for the Gaussian kernel, which does not change (without data nothing
            is subtracted), and None for the softmax kernel, whose features then have a factor for each row; estimates are unbiased
            either way.
        random_state: a seed, for the same projections at each `fit`; or a source of randomness; None for fresh ones.

    Attributes:
        parameters_: the parameters in use, for inputs minus ``center_``, divided by the bandwidth or by the root of the temperature.
        center_: what is subtracted, shape (d,).
        promised_error_: the relative error that `choose` expects of the map, where `Choice.make` made it; else None.
        mechanism_, coupling_, projections_: what is drawn, as the judges simulate it.
        asymmetric_: whether the two arguments of the kernel have different maps.
        bandwidth_: the one in use, a number or an array; none for the softmax kernel.
        n_features_in_: d.

    Arrays of PyTorch and JAX, of shape (..., L, d), give features of the same library, device and precision, with gradients (for
    trigonometric and exponential features, not for counts, matrices and hybrids); numpy draws the random numbers from the seed.

    Features have the precision of the inputs, float32 or float64, and are computed in float64. Inputs may be sparse; features are
    dense.
    """

    def __init__(
        self,
        family: str | AnyFamily | Hybrid | Mechanism = "positive",
        m: int = 256,
        *,
        d: int | None = None,
        coupling: str | Coupling = "iid",
        kernel: str | None = None,
        bandwidth: Bandwidth | None = None,
        temperature: float | None = None,
        parameters: Mapping[str, Any] | None = None,
        center: Literal["auto", "mean"] | ArrayLike | None = "auto",
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
        self.center = center
        self.random_state = random_state

    promised_error_: float | None = None

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The arguments of the constructor by name; ``center`` as it is for the kernel."""
        return super().get_params(deep) | {"center": self._center()}

    def __sklearn_clone__(self) -> Self:
        # with ``center`` as it was given: the copy may be asked for the other kernel
        return type(self)(**{name: copy.deepcopy(getattr(self, name)) for name in self._names()})

    def check(self) -> Self:
        """Check the arguments, as far as possible without data.

        Raises:
            ValueError: for counts below 1, scales that are not > 0 or belong to the other kernel, unknown names and parameters,
                and what cannot be combined.
        """
        self._settings()
        generator_of(self.random_state, advance=False)
        return self

    def fit(self, X: ArrayLike | None = None, y: object = None, *, keys: ArrayLike | None = None) -> Self:
        """Fit open parameters and the mean to the data, and draw the projections.

        Args:
            X: the first arguments of the kernel (queries), shape (L, d). None if d is given and nothing is taken from data.
            y: not used; scikit-learn passes targets here. An array as wide as X gives a warning, because keys are passed as ``keys``.
            keys: the second arguments, shape (N, d); by default the first.

        Raises:
            ValueError: as `check`, for inputs that are not finite or not of dimension d, and data that do not determine a parameter.
        """
        request, kernel, scale = self._settings()
        first = self._data(X)
        # one array is both, so that a row has no distance from itself
        keys = None if keys is X else keys
        second = None if keys is None else rows(self, flat(numbers(keys), "keys")[0], "keys")
        d, m = self.n_features_in_, check_count("m", self.m)
        if first is not None and keys is None and d > 1 and shape_of(y)[1:][-1:] == (d,):
            warnings.warn("y is not used: keys are given as fit(X, keys=...)", UserWarning, stacklevel=2)
        groups = 1
        if isinstance(scale, str) and scale == "median" and first is not None:
            groups, others = (math.prod(shape_of(each)[:-2]) for each in (X, X if keys is None else keys))
            if groups != others:
                raise ValueError(f"X and keys must have as many matrices for a median, got {groups} and {others}")
        used = bandwidth_of(scale, first, second, groups, d)
        self.kernel_ = kernel
        if kernel != "softmax":
            self.bandwidth_ = used
        rate = rate_of(used)
        automatic = isinstance(self.center, str) and self.center == "auto"
        self.center_ = units.origin(units.for_kernel(self.center, kernel), first, second, d, needed=not automatic)
        chosen, n = request.fitted(m, units.Inputs(first, second, self.center_, rate, kernel), d)
        try:
            drawn = drawn_of(chosen, generator_of(self.random_state), m, d, n, coupling=request.coupling)
        except ValueError as error:
            raise ValueError(f"no features for n_features = {d}: {error}") from error
        self._chosen, self.coupling_ = chosen, request.coupling
        family = chosen if isinstance(chosen, GaussianMap) else chosen.family
        # a hybrid has none of its own
        self.parameters_ = {} if family is None else family.numbers()
        self.promised_error_ = None
        self._map = FeatureMap(*drawn, kernel, d, rate, self.center_ if self.center_.any() else None)
        self.projections_ = drawn[1]
        # known from here on, so that maps of rows change nothing
        self._n_features_out, self.asymmetric_, _ = self._map.length, self._map.asymmetric, self._map.matrix
        return self

    @property
    def mechanism_(self) -> Mechanism:
        """The mechanism in use, as the judges simulate it, with its closed forms.

        Raises:
            AttributeError: before `fit`.
        """
        chosen = self._chosen
        if not isinstance(chosen, GaussianMap):
            return chosen
        from rftheory.features.exact import Mechanism, family_of

        return Mechanism(family_of(chosen, self.n_features_in_), self.coupling_)

    def transform(self, X: ArrayLike) -> Array:
        """The features of first arguments of the kernel; (..., L, d) to (..., L, F).

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

        Args:
            X: shape (..., L, d).

        Raises:
            ValueError: for the Gaussian kernel, and as `transform`.
        """
        return self._scaled(X, "x")

    def keys(self, X: ArrayLike) -> ScaledFeatures:
        """Features of keys for the softmax kernel, with one scale for all of a matrix, which normalised attention cancels; as `queries`."""
        return self._scaled(X, "y")

    def _scaled(self, X: Any, side: str) -> ScaledFeatures:
        features = self._softmax()
        if library_of(X) is not None:
            return tensors.scaled(features, X, side)
        each, shape = matrices(X)
        found = [features.scaled(rows(self, matrix), side, common=side == "y") for matrix in each]
        if not shape:
            return found[0]
        return ScaledFeatures(*(np.stack(part).reshape(*shape, *part[0].shape) for part in zip(*found, strict=True)))

    def attention(self, Q: ArrayLike, K: ArrayLike, V: ArrayLike, causal: bool = False) -> Array:
        """``softmax(Q K^T/temperature) V`` by features, in linear time.

        Args:
            Q, K, V: shapes (..., L, d), (..., N, d), (..., N, D), with the same axes before.
            causal: whether query i has the keys 1, ..., i only; L = N then.

        Returns:
            shape (..., L, D): averages of the rows of V if the features are positive.

        Raises:
            ValueError: for the Gaussian kernel, shapes that do not fit, and numbers that are not finite.
            ArithmeticError: if an estimated denominator is 0, which no positive features have.
        """
        features = self._softmax()
        if library_of(Q) is not None:
            return linear.attention(library_of(Q), features, Q, K, V, bool(causal))[0]
        given = {"Q": Q, "K": K, "V": V}
        parts, before = zip(*(matrices(each, name) for name, each in given.items()), strict=True)
        if len(set(before)) > 1:
            raise ValueError(
                f"Q, K and V must have the same axes before the last two, got {', '.join(map(str, before))}"
            )
        found = []
        for first, second, values in zip(*parts, strict=True):
            queries, keys = rows(self, first, "Q"), rows(self, second, "K")
            out = attention(features, queries, keys, check_values(values, keys.shape[0]), bool(causal))
            found.append(out.astype(kept_type(queries, keys, values), copy=False))
        return np.stack(found).reshape(*before[0], *found[0].shape) if before[0] else found[0]

    def _features(self, X: Any, side: str) -> Any:
        if library_of(X) is not None:
            return tensors.features(library_of(X), self._map, X, side)
        data, shape = flat(X)
        found = self._written(data, self._map.features(rows(self, data), side))
        return found.reshape(*shape, -1) if shape else found

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
        data = rows(self, flat(numbers(X))[0], reset=True)
        if d is not None and data.shape[1] != d:
            raise ValueError(f"X must have d = {d} columns, got {data.shape[1]}")
        return data

    def _settings(self) -> tuple[Request, Kernel, Scale | Word]:
        """What is asked for, the kernel, and what inputs are divided by, or the word for it; errors as `check`."""
        m = check_count("m", self.m)
        d = None if self.d is None else check_count("d", self.d)
        kernel, scale = units.kernel_and_scale(self.kernel, self.bandwidth, self.temperature, d)
        units.check_center(self.center, d)
        request = Request.of(self.family, self.coupling, self.parameters).of_kernel(kernel)
        request.check(m)
        return request, kernel, scale

    def _center(self) -> Any:
        """``center`` as it is for the kernel, as far as that is known."""
        try:
            return units.for_kernel(
                self.center, chosen_kernel(self.kernel, self.bandwidth, self.temperature, corners=True)
            )
        except ValueError:
            return self.center
