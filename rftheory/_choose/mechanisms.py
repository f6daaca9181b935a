r"""Mechanisms that `choose` compares: families of Gaussian projections, the angular hybrid, draws of the optimal proposal.

Each is evaluated at one projection and at one full block (`sizes`), pair by pair. All estimate the Gaussian kernel of the
centred inputs; for the softmax kernel the log MSE is raised by ``|q|^2 + |k|^2``.

*Proposal.* Positive features ``phi`` of the Gaussian kernel have ``E phi(x, w)^2 = 1`` for every x, of the softmax kernel ``exp(|x|^2)``.
For one data set the optimal proposal is a mixture over its rows with ``E q = mean E phi^2``, and the average MSE of one draw is
``(E q)^2 - mean K^2`` over all pairs of rows. For two sets, with ``a(w) = mean_x phi(x, w)^2`` and b(w) likewise, the even mixture
``(a/E a + b/E b)/2`` of the two proposals serves: the average second moment is
``E a b/((a/E a + b/E b)/2) <= E a E b``, as the harmonic mean is at most the arithmetic one. So ``E a E b - mean K^2`` is a bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from rftheory._choose.candidate import Average, Cost, Parameter
from rftheory._choose.optimise import best_growing, best_oscillating
from rftheory._choose.pairs import Distances, Pairs, PairSource
from rftheory._choose.sizes import ErrorLaw, Size, log_mean
from rftheory.couplings.geometry import Geometry
from rftheory.couplings.names import OPTIMAL_PROPOSAL
from rftheory.families.base import OfProducts
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hybrids.angular import Angular
from rftheory.families.mixtures.kernels import mixture_of
from rftheory.families.proposals.data import MOST_ROWS, mixture
from rftheory.features.drawing import Fitted
from rftheory.inputs.statistics import blocks_of
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mechanisms.profile import Profile, couplings_in, families_of_products, plain_families

#: numbers of projections of the coefficient of a hybrid that are compared
_COEFFICIENTS = (1, 2, 4, 8, 16, 32)
#: a matrix of more takes longer than all the rest
_MOST_DIMENSIONS = 512
_OF_PRODUCTS = "matrices are the best for the mean logarithm of the second moment over all pairs, and not searched for"
#: relative error of logarithms of means
_ROUNDED = 2.0**-48


@dataclass(frozen=True, eq=False, kw_only=True)
class Option:
    """A mechanism at its best parameters, for given pairs.

    Attributes:
        name, projections: of the features, and of what is drawn.
        maps: the mechanism with its parameters, and the origin of its inputs; None where no maps can be drawn.
        laws: of each pair; one, or one for each number of coefficient projections of a hybrid.
        positive, bounded: whether all features are positive, and one sample is bounded, for the inputs at hand.
        work: multiplications and exponentials per input, of k projections and n of a coefficient.
        evaluate: the laws of other pairs, of which distances suffice; None if they do not.
        average: m MSE of m independent draws on average over all pairs, where nothing is known of single ones; no laws then.
    """

    name: str
    projections: str
    maps: Fitted | None
    positive: bool
    bounded: bool
    work: Callable[[int, int], tuple[int, int]]
    laws: tuple[ErrorLaw, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    notes: tuple[str, ...] = ()
    evaluate: Callable[[Distances], tuple[ErrorLaw, ...]] | None = None
    average: Average | None = None

    def cost(self, size: Size) -> Cost:
        """Per input, of a map of this size."""
        return Cost(*self.work(size.projections, size.coefficients))


def skipped(name: str, reason: object) -> str:
    """What is said of a mechanism that is not compared."""
    return f"{name}: not compared, {reason}"


def projected_options(source: PairSource, pairs: Pairs) -> Iterator[Option | str]:
    """Families of Gaussian projections, with each coupling that has a geometry: those without a parameter, GERF, and a hybrid."""
    yield from plain_options(source, pairs)
    if mixture_of(source.kernel) is None:
        yield from _generalized(source, pairs, "GERF, s = -1", best_oscillating, -1)
        for name in ("iid", "orthogonal"):
            yield _projected(source, pairs, "angular hybrid", name, Mechanism(coupling=name, hybrid=Angular()))
        for family in families_of_products():
            yield _of_products(source, pairs, family)


def plain_options(source: PairSource, pairs: Pairs, positive: bool = False) -> Iterator[Option | str]:
    """What takes little time: families without a parameter, or the positive ones of them, and OPRF; of a mixture waves alone."""
    mixed = mixture_of(source.kernel) is not None
    for family in plain_families(pairs.dimension):
        if positive and not (mixed or family.positive):
            continue
        for name, coupling in couplings_in(pairs.dimension).items():
            try:
                mechanism = Mechanism(family, coupling).of_kernel(source.kernel if mixed else None)
            except ValueError as error:
                yield skipped(family.title, error)
                break
            yield _projected(source, pairs, family.title, name, mechanism)
    if not mixed:
        yield from _generalized(source, pairs, "OPRF", best_growing, 1)


def _generalized(
    source: PairSource, pairs: Pairs, title: str, best: Callable[[Pairs], complex], s: int
) -> Iterator[Option | str]:
    try:
        A = complex(best(pairs))
    except (ValueError, RuntimeError, ArithmeticError) as error:
        yield skipped(title, error)
        return
    parameters = (Parameter("A", A if A.imag else A.real, "unimodal" if s == 1 else "grid"),)
    couplings = couplings_in(pairs.dimension)
    notes: tuple[str, ...] = ()
    if A.imag:
        notes = ("no pair moment is known for complex A: independent projections only",)
        couplings = {"iid": couplings["iid"]}
    for name, coupling in couplings.items():
        mechanism = Mechanism(GeneralizedExponential(parameters[0].value, s), coupling)
        yield _projected(source, pairs, title, name, mechanism, parameters, notes)


def _of_products(source: PairSource, pairs: Pairs, family: OfProducts) -> Option | str:
    """A family with a matrix of the rows, without a search; independent projections, of which alone the error is known."""
    if pairs.dimension > _MOST_DIMENSIONS:
        return skipped(
            family.title, f"matrices of more than {_MOST_DIMENSIONS} x {_MOST_DIMENSIONS} numbers take too long"
        )
    sides = (source.queries,) if source.queries is source.keys else (source.queries, source.keys)
    averages = [each.products(source.unit, source.origin) for each in sides]
    try:
        fitted = family.of_products(averages[0], averages[-1])
    except (ValueError, ArithmeticError, np.linalg.LinAlgError) as error:
        return skipped(family.title, error)
    matrix, *_ = (each for each in fitted.numbers().values() if isinstance(each, np.ndarray))
    parameters = (Parameter("trace", float(np.trace(matrix)), "averages"),)
    made = _projected(source, pairs, fitted.title, "iid", Mechanism(fitted), parameters, (_OF_PRODUCTS,))
    if isinstance(made, str):
        return made

    def work(k: int, n: int) -> tuple[int, int]:
        multiplications, functions = made.work(k, n)
        # lengths of the inputs before and after a balance
        return multiplications + 2 * pairs.dimension, functions

    return replace(made, work=work)


def _projected(
    source: PairSource, pairs: Pairs, title: str, projections: str, mechanism: Mechanism,
    parameters: tuple[Parameter, ...] = (), notes: tuple[str, ...] = (),
) -> Option | str:  # fmt: skip
    profile = Profile(mechanism, pairs.dimension)

    def law(seen: Distances, n: int) -> ErrorLaw:
        single, block = (
            profile.log_mse(k, seen.lengths, n) + math.log(k) + seen.log_norms for k in (1, profile.geometry.block)
        )
        return ErrorLaw(single, block, profile.geometry, profile.features(1, n), n if profile.mixed else 0)

    def evaluate(seen: Distances) -> tuple[ErrorLaw, ...]:
        return tuple(law(seen, n) for n in (_COEFFICIENTS if profile.mixed else (1,)))

    try:
        laws = evaluate(pairs) if profile.by_lengths or profile.mixed else _of_rows(mechanism, pairs)
    except (ValueError, ArithmeticError) as error:
        return skipped(f"{title}, {projections}", error)
    return Option(
        name=title, projections=projections, maps=Fitted(mechanism, source.origin), positive=profile.positive,
        bounded=profile.bounded, work=profile.work, laws=laws, parameters=parameters,
        notes=notes, evaluate=evaluate if profile.by_lengths else None,
    )  # fmt: skip


def _of_rows(mechanism: Mechanism, pairs: Pairs) -> tuple[ErrorLaw, ...]:
    """Of independent projections, by the inputs themselves."""
    log = mechanism.log_mse(pairs.x, pairs.y, 1)
    assert log is not None
    log = log + pairs.log_norms
    return (ErrorLaw(log, log, Geometry(), Profile(mechanism, pairs.dimension).features(1)),)


def proposal_option(source: PairSource, log_square: Average) -> Option | str:
    """Positive features with draws of the (even mixture of the) optimal proposal of the rows themselves.

    Args:
        log_square: ``log mean K^2``.
    """
    sets, d = (source.queries, source.keys), source.queries.dimension
    if sets[0].groups > 1:
        return skipped(
            f"positive, {OPTIMAL_PROPOSAL}", "which is of all pairs of one matrix of queries and one of keys"
        )
    same = sets[0] is sets[1]
    log_moment = 0.0
    if source.kernel == "softmax":
        # E phi^2 = mean exp(|x|^2) of each set
        logs = [[np.square(block / source.unit).sum(axis=1) for block in blocks_of(each.rows)] for each in sets]
        log_moment = sum(log_mean(np.concatenate(each)) for each in logs)
    notes = ["each weight takes as many multiplications as the rows of the mixture have numbers"]
    if not same:
        notes.append("queries and keys differ: the error is an upper bound, of the even mixture of both proposals")
    if not log_square.settled:
        notes.append("the mean of K^2 is not settled, and not taken off: the error is an upper bound")
    log = _log_gap(log_moment, log_square.log if log_square.settled else -math.inf)
    average = Average(log, log_square.how if same and log_square.settled else "bound", "", log_square.pairs)
    maps = _proposal_maps(source)
    if maps is None:
        notes.append(f"no map is drawn from a mixture of more than {MOST_ROWS} rows")
    return Option(
        name="positive", projections=OPTIMAL_PROPOSAL, maps=maps, positive=True, bounded=True,
        work=lambda k, n: ((k + 1) * d + k, k + 1), notes=tuple(notes), average=average,
    )  # fmt: skip


def _log_gap(log_moment: float, log_square: float) -> float:
    """``log (exp(a) - exp(b))`` with a >= b; -inf where they are equal, and the least that rounding tells where they nearly are."""
    if log_square == -math.inf or log_moment == log_square:
        return log_moment if log_square == -math.inf else -math.inf
    gap = max(log_moment - log_square, _ROUNDED * max(1.0, abs(log_moment)))
    return log_moment + math.log(-math.expm1(-gap))


def _proposal_maps(source: PairSource) -> Fitted | None:
    sets = (source.queries,) if source.queries is source.keys else (source.queries, source.keys)
    if sum(each.size for each in sets) > MOST_ROWS:
        return None
    rows = [each.taken(np.arange(each.size), source.unit) for each in sets]
    logs = [np.square(part).sum(axis=1) * (source.kernel == "softmax") for part in rows]
    law = mixture([part - source.origin for part in rows], logs)
    return Fitted(Mechanism(GeneralizedExponential(0, 1), proposal=law), source.origin)
