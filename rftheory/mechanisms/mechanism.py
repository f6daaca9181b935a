"""`Mechanism(family, coupling, hybrid, proposal)`: what is drawn, with its closed forms, features and draws.

Mechanism.of("gerf", "simplex", A=-0.1, s=1).features(x, m=64, seed=0)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory import catalogue
from rftheory.arrays import Array, check_count, check_inputs, check_pair, check_side, exact_number, paired
from rftheory.catalogue import AnyFamily
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Family, Kernel
from rftheory.families.shifted import Shifted
from rftheory.hybrids.bipolar import Hybrid
from rftheory.hybrids.coefficient import CoefficientMap
from rftheory.mechanisms import names
from rftheory.mixtures.kernels import mixture_of
from rftheory.mixtures.scaled import check_waves, kernel_of, scaled

if TYPE_CHECKING:
    # features do not wait for what draws and integrates
    from rftheory.estimators.estimator import Estimator
    from rftheory.estimators.weighted import AtPair
    from rftheory.mechanisms.closed_forms import ClosedForm
    from rftheory.proposals.data import DataLaw

_WHOLE = "a whole hybrid has bases and parameters of its own: give neither family nor parameters"


@dataclass(frozen=True)
class Mechanism:
    """A family of features with a coupling of the projections; or a hybrid of two families, or draws of a proposal.

    >>> print(Mechanism("positive", "orthogonal"))
    positive x orthogonal
    >>> Mechanism.parse("positive x orthogonal") == Mechanism("positive", "orthogonal")
    True

    Args:
        family: a name or an object; for a hybrid by its coefficient two of these (hyperbolic and trigonometric by default).
            Afterwards the family itself, or None for a hybrid.
        coupling: of the projections, by name or object; of a hybrid those of each base.
        hybrid: None, a coefficient by name or object, or a whole hybrid. Afterwards the whole hybrid.
        proposal: None, or the law of both inputs (or one for each) for which the optimal density is drawn.

    Raises:
        ValueError: for unknown names, parameters that are refused, and what cannot be combined: counts with a coupling, a
            proposal with a coupling or a hybrid.
    """

    family: Any = None
    coupling: Any = "iid"
    hybrid: Any = None
    proposal: DataLaw | tuple[DataLaw, DataLaw] | None = None

    def __post_init__(self) -> None:
        coupling = _object("coupling", self.coupling, Coupling)
        family, hybrid = self.family, self.hybrid
        if hybrid is not None:
            if self.proposal is not None:
                raise ValueError("give hybrid or proposal, not both")
            family, hybrid = None, _hybrid(hybrid, family)
        elif family is None:
            known = ", ".join(catalogue.family_classes())
            raise ValueError(f"family must be given where there is no hybrid; it is one of {known}")
        elif not isinstance(family, str | AnyFamily):
            raise ValueError(f"family must be a name or a family, two of them for a hybrid only, got {family!r}")
        else:
            family = _object("family", family, AnyFamily)
        if self.proposal is not None:
            _check_proposal(family, coupling, self.proposal)
        elif hybrid is None and family.of_counts and not coupling.independent:
            raise ValueError(f"coupling must be iid for counts, which have no directions, got {coupling}")
        for name, value in (("family", family), ("coupling", coupling), ("hybrid", hybrid)):
            object.__setattr__(self, name, value)

    @classmethod
    def of(
        cls,
        family: str | AnyFamily | Sequence[str | Family] | None = None,
        coupling: str | Coupling = "iid",
        hybrid: str | CoefficientMap | Hybrid | None = None,
        proposal: DataLaw | tuple[DataLaw, DataLaw] | None = None,
        **parameters: Any,
    ) -> Mechanism:
        """The same with ``parameters`` of the family, or of the coefficient of a hybrid, that is given by name.

        Raises:
            ValueError: as the class, and for parameters of an object.
        """
        if parameters:
            named = family if hybrid is None else hybrid
            if isinstance(named, Hybrid):
                raise ValueError(_WHOLE)
            if named is not None and not isinstance(named, str):
                raise ValueError(f"parameters {', '.join(parameters)} belong to a name, got {named!r}")
            if hybrid is not None:
                hybrid = catalogue.coefficient(str(hybrid), **parameters)
            elif isinstance(family, str):
                family = catalogue.family(family, **parameters)
        return cls(family, coupling, hybrid, proposal)

    @classmethod
    def parse(cls, text: str) -> Mechanism:
        """A mechanism by its name, as `str` prints it: ``gerf(A=-1/10, s=1) x simplex``; "x iid" may be left out.

        Raises:
            ValueError: for text of another form, and as the class.
        """
        return cls(*names.parse(text))

    def __str__(self) -> str:
        words = names.of(self.family, self.coupling, self.hybrid)
        return words if self.proposal is None else f"{words}, draws optimal for {self.proposal}"

    @property
    def kernel(self) -> Kernel:
        """The kernel that is estimated."""
        return kernel_of(self.coupling, (self.family or self.hybrid).kernel)

    def of_kernel(self, kernel: str | None) -> Mechanism:
        """The same features of a mixture of Gaussian kernels, whose projections have other lengths; of other kernels itself.

        Raises:
            ValueError: for features that the kernel does not have.
        """
        if kernel is None or mixture_of(kernel) is None:
            return self
        if self.hybrid is not None or self.proposal is not None:
            raise ValueError(f"kernel {kernel} has features of one family with Gaussian projections, got {self}")
        check_waves(self.family, kernel)
        return Mechanism(self.family, scaled(self.coupling, kernel))

    def estimator(self, inputs: tuple[ArrayLike, ArrayLike] | None = None) -> Estimator:
        """What is drawn, as the engines take it.

        Args:
            inputs: the pair x, y of shape (d,) at which the estimator with draws of a proposal is taken.

        Raises:
            ValueError: for a proposal without inputs, or with inputs of another dimension than that of its laws.
        """
        from rftheory.estimators.coupled import Coupled
        from rftheory.estimators.discrete import Discrete
        from rftheory.estimators.hybrids import CoupledHybrid

        if self.hybrid is not None:
            return CoupledHybrid(self.hybrid, self.coupling)
        if self.proposal is not None:
            return _weighted(self.family, self.proposal, inputs)
        if self.family.of_counts:
            return Discrete(self.family)
        return Coupled(self.family, self.coupling)

    def log_mse(self, x: ArrayLike, y: ArrayLike, m: int, n: int = 1) -> Array | None:
        """log of the mean squared error of m projections (and n of the coefficient of a hybrid), pair by pair.

        Args:
            x, y: shapes (L, d), paired row by row; or (d,), one pair.

        Returns:
            shape (L,), ``-inf`` where the estimator is exact; None where no closed form is known.

        Raises:
            ValueError: for inputs of wrong shape or not finite.
        """
        from rftheory.mechanisms.closed_forms import log_error

        return self._known(log_error, x, y, m, n)

    def closed_form(self, quantity: str, x: ArrayLike, y: ArrayLike, m: int = 1, n: int = 1) -> ClosedForm | None:
        """The closed form of a quantity of the estimator, pair by pair; None where none is known.

        Args:
            quantity: "mean", "bias", "mse", "variance", "second_moment" (of the estimate, as are these), "pair_moment" (of two
                samples, on average over all pairs of the m), "pair_covariance".
            x, y: as `log_mse`.

        Raises:
            ValueError: for another quantity, one of pairs with m = 1, and as `log_mse`.
        """
        from rftheory.mechanisms.closed_forms import closed_form

        return self._known(partial(closed_form, quantity), x, y, m, n)

    def _known(self, form: Callable[..., Any], x: ArrayLike, y: ArrayLike, m: int, n: int) -> Any:
        """A closed form of the estimator at these pairs; None where none is known."""
        from rftheory.mechanisms.closed_forms import NoClosedForm

        first, second = paired(x, y)
        own = self.at(first, second)
        try:
            return form(own, first, second, check_count("m", m), check_count("n", n))
        except NoClosedForm:
            return None

    def at(self, x: Array, y: Array) -> Estimator:
        """`estimator` for pairs of inputs of shape (P, d): one pair where it belongs to inputs.

        Raises:
            ValueError: for a proposal with more than one pair.
        """
        if self.proposal is not None and len(x) != 1:
            raise ValueError(f"draws of a proposal take one pair at a time, got {len(x)}")
        return self.estimator((x[0], y[0]) if self.proposal is not None else None)

    def features(self, inputs: ArrayLike, m: int, seed: int = 0, side: str = "x", n: int = 1) -> Array:
        """The literal feature map of the paper, of projections drawn from a seed: the same ones for the same seed.

        Args:
            inputs: shape (L, d).
            side: which argument of the kernel the inputs are.

        Returns:
            shape (L, F), real or complex; the (real part of the) product of both sides estimates the kernel.

        Raises:
            ValueError: for draws of a proposal, which belong to their laws (`proposals.weighted`), and inputs that do not fit.
        """
        if self.proposal is not None:
            raise ValueError("features of a proposal are those of `rftheory.proposals.weighted.WeightedEstimator`")
        rows, side = check_inputs(inputs), check_side(side)
        generator = np.random.default_rng(np.random.SeedSequence(seed))
        drawn = self.projections(generator, m, rows.shape[1], n)
        if self.hybrid is not None:
            return self.hybrid.features(rows, *drawn, side)
        return np.asarray(self.family.features(rows, drawn, side))

    def projections(
        self, generator: np.random.Generator, m: int, d: int, n: int = 1, replicates: int | None = None
    ) -> Any:
        """What the feature maps take: projections of R^d with phases, or counts; of a hybrid those of each base, and n of its coefficients.

        Raises:
            ValueError: for draws of a proposal, and dimensions that the coupling excludes.
        """
        if self.proposal is not None:
            raise ValueError("draws of a proposal are those of `rftheory.proposals.weighted.WeightedEstimator`")
        m = check_count("m", m)
        if self.hybrid is not None:
            return self.hybrid.projections(
                lambda: self.coupling.draw_projections(generator, m, d, replicates),
                lambda: Independent().draw(generator, check_count("n", n), d, replicates),
            )
        return self.family.projections(self.coupling, generator, m, d, replicates)

    def sample(
        self, x: ArrayLike, y: ArrayLike, m: int, seed: int = 0, replicates: int | None = None, n: int = 1
    ) -> Array:
        """Independent estimates of K(x, y) from m projections each, shape (replicates,); one number without ``replicates``.

        Raises:
            ValueError: for inputs that are not two vectors of one R^d.
        """
        first, second = check_pair(x, y)
        generator = np.random.default_rng(np.random.SeedSequence(seed))
        copies = 1 if replicates is None else check_count("replicates", replicates)
        own = self.at(first[None], second[None])
        drawn = own.draw(generator, copies, first, second, check_count("m", m), check_count("n", n))
        return drawn if replicates is not None else drawn[0]


def _object(what: str, value: Any, kinds: Any) -> Any:
    """What is named, or given as it is."""
    if isinstance(value, str):
        return {"family": catalogue.family, "coupling": catalogue.coupling}[what](value)
    if not isinstance(value, kinds):
        raise ValueError(f"{what} must be a name or an object of its kind, got {value!r}")
    return value


def _hybrid(chosen: str | CoefficientMap | Hybrid, bases: Any) -> Hybrid:
    if isinstance(chosen, Hybrid):
        if bases is not None:
            raise ValueError(_WHOLE)
        return chosen
    coefficient = catalogue.coefficient(chosen) if isinstance(chosen, str) else chosen
    if not isinstance(coefficient, CoefficientMap):
        raise ValueError(f"hybrid must be a name, or a coefficient without parameters, got {chosen!r}")
    return catalogue.hybrid_of(coefficient, catalogue.BASES if bases is None else bases)


def _check_proposal(family: AnyFamily, coupling: Coupling, proposal: Any) -> None:
    from rftheory.proposals.data import DataLaw

    laws = proposal if isinstance(proposal, tuple) else (proposal, proposal)
    if len(laws) != 2 or not all(isinstance(law, DataLaw) for law in laws):
        raise ValueError(f"proposal must be the law of both inputs or one for each, got {proposal!r}")
    if not coupling.independent:
        raise ValueError(f"coupling must be iid for draws of a proposal, got {coupling}")
    if isinstance(family, Shifted):
        raise ValueError(f"no optimal proposal is known for shifted features, got {family}")


def _weighted(family: Family | DiscreteFamily, proposal: Any, inputs: tuple[ArrayLike, ArrayLike] | None) -> AtPair:
    from rftheory.estimators.weighted import AtPair

    laws = proposal if isinstance(proposal, tuple) else (proposal, proposal)
    if inputs is None:
        raise ValueError("proposal needs inputs: the pair x, y at which the weighted estimator is taken")
    x, y = check_pair(*inputs)
    if any(law.dimension != len(x) for law in laws):
        raise ValueError(f"inputs must have the dimension {laws[0].dimension} of the laws, got {len(x)}")
    exact = tuple(tuple(exact_number("inputs", float(e)) for e in side) for side in (x, y))
    return AtPair(family, laws[0], laws[1], (exact[0], exact[1]))
