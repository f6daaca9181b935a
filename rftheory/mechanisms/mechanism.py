"""`Mechanism("oprf x simplex")`, or its parts one by one: what is drawn, with its closed forms, features and draws."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.iid import Independent
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.family import Family, Kernel
from rftheory.families.hybrids.bipolar import Hybrid
from rftheory.families.hybrids.coefficient import CoefficientMap
from rftheory.families.mixtures.kernels import mixture_of
from rftheory.families.mixtures.scaled import check_waves, kernel_of, scaled
from rftheory.families.shifted import Shifted
from rftheory.inputs.arrays import (
    Array,
    check_count,
    check_inputs,
    check_pair,
    check_side,
    exact_number,
    is_symbolic,
    paired,
)
from rftheory.mechanisms import catalogue, names
from rftheory.mechanisms.catalogue import AnyFamily

if TYPE_CHECKING:
    # features do not wait for what draws and integrates
    from rftheory.families.proposals.data import DataLaw
    from rftheory.mechanisms.closed_forms import ClosedForm
    from rftheory.montecarlo.estimators.estimator import Estimator
    from rftheory.montecarlo.estimators.weighted import AtPair


@dataclass(frozen=True)
class Mechanism:
    """A family of features with a coupling of the projections; or a hybrid of two families, or draws of a proposal.

    >>> print(Mechanism("positive x orthogonal"))
    positive x orthogonal
    >>> Mechanism("gerf(A=-1/10) x simplex") == Mechanism("gerf(A=-1/10)", "simplex")
    True

    Args:
        family: the name of the whole mechanism, as `str` prints it: ``gerf(A=-1/10, s=1) x simplex``,
            ``angular(hyperbolic, trigonometric) x orthogonal``; or a family by name or object, of a hybrid by its coefficient two of
            these (hyperbolic and trigonometric by default). Afterwards the family itself, or None for a hybrid.
        coupling: of the projections, by name or object, by default iid; of a hybrid those of each base.
        hybrid: None, a coefficient by name or object, or a whole hybrid. Afterwards the whole hybrid.
        proposal: None, or the law of both inputs (or one for each) for which the optimal density is drawn.

    Raises:
        ValueError: for text of another form, unknown names, with the nearest ones, parameters that are refused, what is given twice,
            and what cannot be combined: counts with a coupling, a proposal with a coupling or a hybrid.
    """

    family: Any = None
    coupling: Any = None
    hybrid: Any = None
    proposal: DataLaw | tuple[DataLaw, DataLaw] | None = None

    def __post_init__(self) -> None:
        family, coupling, hybrid = self.family, self.coupling, self.hybrid
        if hybrid is not None:
            family, hybrid = None, _hybrid(hybrid, family)
        elif family is None:
            known = ", ".join(catalogue.family_classes())
            raise ValueError(f"family must be given where there is no hybrid; it is one of {known}")
        elif isinstance(family, str):
            family, own, hybrid, n = names.parse(family)
            if n is not None:
                raise ValueError(f"n is no part of a mechanism, nor is m; give n = {n} beside it, got {self.family!r}")
            if own is not None and coupling is not None:
                raise ValueError(f"coupling is in {self.family!r} already, got coupling={coupling!r} too")
            coupling = coupling if own is None else own
        elif not isinstance(family, AnyFamily):
            raise ValueError(f"family must be a name or a family, two of them for a hybrid only, got {family!r}")
        coupling = names.coupling(coupling or "iid") if coupling is None or isinstance(coupling, str) else coupling
        if not isinstance(coupling, Coupling):
            raise ValueError(f"coupling must be a name or a coupling, got {coupling!r}")
        if self.proposal is not None and hybrid is not None:
            raise ValueError("give hybrid or proposal, not both")
        if self.proposal is not None:
            _check_proposal(family, coupling, self.proposal)
        elif hybrid is None and family.of_counts and not coupling.independent:
            raise ValueError(f"coupling must be iid for counts, which have no directions, got {coupling}")
        for name, value in (("family", family), ("coupling", coupling), ("hybrid", hybrid)):
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        words = names.of(self.family, self.coupling, self.hybrid)
        return words if self.proposal is None else f"{words}, draws optimal for {self.proposal}"

    @property
    def kernel(self) -> Kernel:
        """The kernel that is estimated."""
        return kernel_of(self.coupling, (self.family or self.hybrid).kernel)

    def of_kernel(self, kernel: str | None) -> Mechanism:
        """This mechanism for a mixture of Gaussian kernels, whose projections have other lengths; for other kernels, itself.

        Raises:
            ValueError: for features that the kernel does not have.
        """
        if kernel is None:
            return self
        if self.family is not None:
            check_waves(self.family, kernel)
        if mixture_of(kernel) is None:
            return self
        if self.hybrid is not None or self.proposal is not None:
            raise ValueError(f"kernel {kernel} has features of one family with Gaussian projections, got {self}")
        return Mechanism(self.family, scaled(self.coupling, kernel))

    def estimator(self, inputs: tuple[ArrayLike, ArrayLike] | None = None) -> Estimator:
        """The estimator that the engines draw.

        Args:
            inputs: x and y of shape (d,), or (P, d), paired row by row: a family that belongs to inputs is bound to these (OPRF without a
                square gets the mean of ``|x + y|^2``), and draws of a proposal are taken at one pair.

        Raises:
            ValueError: for a proposal without inputs, with several pairs, or of another dimension than its laws.
        """
        return self._estimator(None if inputs is None else paired(*inputs))

    def _estimator(self, pairs: tuple[Array, Array] | None) -> Estimator:
        from rftheory.montecarlo.estimators.coupled import Coupled
        from rftheory.montecarlo.estimators.discrete import Discrete
        from rftheory.montecarlo.estimators.hybrids import CoupledHybrid

        if self.hybrid is not None:
            return CoupledHybrid(self.hybrid, self.coupling)
        family: Any = self.family if pairs is None else self.family.at_pairs(*pairs)
        if self.proposal is not None:
            return _weighted(family, self.proposal, pairs)
        if family.of_counts:
            return Discrete(family)
        return Coupled(family, self.coupling)

    def in_dimension(self, d: int) -> Mechanism:
        """This mechanism for inputs of R^d, if the family leaves their dimension open."""
        open_one = any(each.name == "dimension" for each in fields(self.family)) if self.family is not None else False
        if not open_one or not is_symbolic(self.family.dimension) or not self.family.dimension.is_Symbol:
            return self
        return replace(self, family=replace(self.family, dimension=exact_number("d", d)))

    def fitted(self, x: ArrayLike, y: ArrayLike) -> Mechanism:
        """This mechanism with open parameters, such as A of OPRF without a square, optimised for rows x and y.

        Args:
            x, y: shapes (L, d) and (N, d), in units of the kernel.

        Raises:
            ValueError: for data that do not determine them.
        """
        if self.family is None or self.proposal is not None:
            return self
        rows = check_inputs(x, "x")
        return replace(self, family=self.family.fit(rows, check_inputs(y, "y"), rows.shape[1], ("s",)))

    def log_mse(self, x: ArrayLike, y: ArrayLike, m: int, n: int = 1) -> Array | None:
        """log of the mean squared error of m projections (and n of the coefficient of a hybrid), pair by pair.

        Args:
            x, y: shapes (L, d), paired row by row; or (d,), one pair.

        Returns:
            shape (L,), ``-inf`` where the estimator is exact; None where no closed form is known.

        Raises:
            ValueError: for inputs of wrong shape or not finite.
        """
        found = self.closed_form("mse", x, y, m, n)
        return None if found is None else found.log

    def closed_form(self, quantity: str, x: ArrayLike, y: ArrayLike, m: int = 1, n: int = 1) -> ClosedForm | None:
        """The closed form of a quantity of the estimator, pair by pair; None where none is known.

        Args:
            quantity: "mean", "bias", "mse", "variance", "second_moment" (of the estimate, as are these), "pair_moment" (of two
                samples, on average over all pairs of the m), "pair_covariance".
            x, y: as `log_mse`.

        Raises:
            ValueError: for another quantity, one of pairs with m = 1, and as `log_mse`.
        """
        from rftheory.mechanisms.closed_forms import NoClosedForm, closed_form

        first, second = paired(x, y)
        own = self._estimator((first, second))
        try:
            return closed_form(quantity, own, first, second, check_count("m", m), check_count("n", n))
        except NoClosedForm:
            return None

    def features(self, inputs: ArrayLike, m: int, seed: int = 0, side: str = "x", n: int = 1) -> Array:
        """The features of the inputs, as the paper defines them; the seed determines the projections.

        Args:
            inputs: shape (L, d).
            side: which argument of the kernel the inputs are.

        Returns:
            shape (L, F), real or complex; the (real part of the) product of both sides estimates the kernel.

        Raises:
            ValueError: for draws of a proposal, which belong to their laws (`proposals.weighted`), and inputs that do not fit.
        """
        rows, side = check_inputs(inputs), check_side(side)
        generator = np.random.default_rng(np.random.SeedSequence(seed))
        drawn = self.projections(generator, m, rows.shape[1], n)
        if self.hybrid is not None:
            return self.hybrid.features(rows, *drawn, side)
        return np.asarray(self.family.features(rows, drawn, side))

    def projections(
        self, generator: np.random.Generator, m: int, d: int, n: int = 1, replicates: int | None = None
    ) -> Any:
        """The random numbers of the feature maps: projections of R^d with phases, or counts; of a hybrid those of bases and coefficient.

        Raises:
            ValueError: for draws of a proposal, and dimensions that the coupling excludes.
        """
        if self.proposal is not None:
            raise ValueError(
                "features and draws of a proposal are those of `rftheory.families.proposals.weighted.WeightedEstimator`"
            )
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
        own = self._estimator((first[None], second[None]))
        drawn = own.draw(generator, copies, first, second, check_count("m", m), check_count("n", n))
        return drawn if replicates is not None else drawn[0]


def _hybrid(chosen: str | CoefficientMap | Hybrid, bases: Any) -> Hybrid:
    if isinstance(chosen, Hybrid):
        if bases is not None:
            raise ValueError("a whole hybrid has bases and parameters of its own: give no family")
        return chosen
    bases = catalogue.BASES if bases is None else bases
    if isinstance(bases, str):
        raise ValueError(f"family must be two families, the bases, where hybrid is given, got {bases!r}")
    if isinstance(chosen, str):
        return names.hybrid(chosen, bases)
    if not isinstance(chosen, CoefficientMap):
        raise ValueError(f"hybrid must be a name, or a coefficient without parameters, got {chosen!r}")
    return catalogue.hybrid_of(chosen, bases)


def _check_proposal(family: AnyFamily, coupling: Coupling, proposal: Any) -> None:
    from rftheory.families.proposals.data import DataLaw

    laws = proposal if isinstance(proposal, tuple) else (proposal, proposal)
    if len(laws) != 2 or not all(isinstance(law, DataLaw) for law in laws):
        raise ValueError(f"proposal must be the law of both inputs or one for each, got {proposal!r}")
    if not coupling.independent:
        raise ValueError(f"coupling must be iid for draws of a proposal, got {coupling}")
    if isinstance(family, Shifted):
        raise ValueError(f"no optimal proposal is known for shifted features, got {family}")


def _weighted(family: Family | DiscreteFamily, proposal: Any, pairs: tuple[Array, Array] | None) -> AtPair:
    from rftheory.montecarlo.estimators.weighted import AtPair

    laws = proposal if isinstance(proposal, tuple) else (proposal, proposal)
    if pairs is None:
        raise ValueError("proposal needs inputs: the pair x, y at which the weighted estimator is taken")
    if len(pairs[0]) != 1:
        raise ValueError(f"draws of a proposal take one pair at a time, got {len(pairs[0])}")
    x, y = (side[0] for side in pairs)
    if any(law.dimension != len(x) for law in laws):
        raise ValueError(f"inputs must have the dimension {laws[0].dimension} of the laws, got {len(x)}")
    exact = tuple(tuple(exact_number("inputs", float(e)) for e in side) for side in (x, y))
    return AtPair(family, laws[0], laws[1], (exact[0], exact[1]))
