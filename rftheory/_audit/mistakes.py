"""Known mistakes of those who write random features, one line each: its words, the step of the law that it changes, and how.

A mistake is recognised by its own draws, which are compared with the calls (`diagnosis`), so that a line is all that a new one needs.
Two mistakes of different steps can be made at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from rftheory._audit import wrong_matrices
from rftheory._audit import wrong_projections as wrong
from rftheory._audit.claim import Claim
from rftheory._audit.conditions import (
    alone,
    always,
    coupled,
    doubled,
    has_matrix,
    has_tilt,
    is_fitted,
    is_not,
    is_of_another,
    is_positive,
    phased,
    rotated,
)
from rftheory._audit.reference import Case, Law, Stabiliser
from rftheory.couplings.geometries import NAMES
from rftheory.families.gerf_moments import optimal_parameters
from rftheory.families.mixtures.kernels import mixture_of
from rftheory.inputs.arrays import Array
from rftheory.inputs.statistics import DataStatistics, SetStatistics

#: kernels that features may be of
_KERNELS = (
    "gaussian", "matern(1/2)", "matern(1)", "matern(3/2)", "matern(5/2)", "matern(7/2)", "laplacian",
    "rational-quadratic(1/2)", "rational-quadratic(1)", "rational-quadratic(2)",
)  # fmt: skip
_NONE, _FEATURES, _ROWS, _ALL = (), (-1,), (-2,), (-2, -1)


@dataclass(frozen=True)
class Mistake:
    """One step of the law made wrongly.

    Attributes:
        step: a name of an attribute of `Law`; ``value`` is what stands there.
        when: claims with which it can be made.
        two_sided: whether only two callables can make it.
        among: the least and the largest amount that is tried, where the amount is open: ``words`` leave it out, and ``value`` is
            a function of it.
        seen: the amount that makes features look as if inputs were multiplied by a scale, where the amount is one of scale.
    """

    words: str | Callable[[Claim], str]
    step: str
    value: Any
    when: Callable[[Claim], bool] = always
    two_sided: bool = False
    among: tuple[float, float] | None = None
    seen: Callable[[float, Claim], float] | None = None

    def of(self, amount: float) -> Mistake:
        """The mistake with this amount."""
        assert isinstance(self.words, str)
        return replace(self, words=self.words.format(f"{amount:.4g}"), value=self.value(amount), among=None)

    def told(self, claim: Claim) -> str:
        return self.words if isinstance(self.words, str) else self.words(claim)


def law_of(mistakes: tuple[Mistake, ...]) -> Law:
    """The claimed law but for these."""
    return replace(Law(), **{each.step: each.value for each in mistakes})


def known(claim: Claim, two_sided: bool, up_to: str = "nothing", among: Iterable[Mistake] = ()) -> Iterator[Mistake]:
    """Those (of all, by default) that features with this claim can have, and that show if estimates are tested up to this."""
    hidden = {"nothing": (), "row": ("constant", "norm"), "attention": ("constant",)}[up_to]
    for each in among or MISTAKES:
        if each.when(claim) and (two_sided or not each.two_sided) and each.step not in hidden:
            yield each


# -- steps ----------------------------------------------------------------------------------------------------------


def _norm(power: int) -> Callable[[Claim], str]:
    """Features of the other kernel, or a factor exp(-|x|^2/2) that is lost or comes twice."""

    def words(claim: Claim) -> str:
        positive, gaussian = claim.positive, claim.kernel == "gaussian"
        if power > 0:
            missing = positive or gaussian
            text = f"a factor exp(-|x|^2/2) is {'missing from' if missing else 'once too often in'} the features"
        elif positive or gaussian:
            text = "a factor exp(-|x|^2/2) is once too often in the features"
        else:
            text = "a factor exp(|x|^2/2) is missing from the features"
        other = {(1, True): "softmax", (-1, False): "Gaussian"}.get((power, gaussian))
        return f"{text} (or they are features of the {other} kernel)" if other else text

    return words


def _interleaved(features: Array) -> Array:
    return features.reshape(*features.shape[:-1], 2, -1).swapaxes(-1, -2).reshape(features.shape)


def _repeated(features: Array) -> Array:
    half = features[..., : features.shape[-1] // 2]
    return np.concatenate([half, half], axis=-1)


def _each(
    step: str, table: dict[str, Any], when: Callable[[Claim], bool] = always, two_sided: bool = False
) -> Iterator[Mistake]:
    """Mistakes of one step, by their words."""
    return (Mistake(words, step, value, when, two_sided) for words, value in table.items())


_COLUMNS = "lengths are on the wrong axis: they multiply coordinates (columns), not projections (rows)"
_QR = {
    "none": "the rotation is not Haar: the {} of Q of a QR factorisation without the signs of R's diagonal",
    "rows": "the signs of R's diagonal multiply the rows of Q, not its columns; projections are its {}",
    "columns": "",
}
_OWN_LENGTHS = "lengths are the norms of the rows of the block whose Q gives the projections, its {}"


def _rotations() -> Iterator[Mistake]:
    """Blocks from a QR factorisation: rows or columns, signs of R's diagonal, and lengths."""
    for rows, name in ((True, "rows"), (False, "columns")):
        for signs, of_signs in _QR.items():
            for lengths in (False, True):
                parts = [part.format(name) for part in (of_signs, _OWN_LENGTHS if lengths else "") if part]
                if parts:
                    draw = wrong.wrong_blocks(rows, signs, lengths)
                    yield Mistake(" and ".join(parts), "projections", draw, rotated)


def _kernels() -> Iterator[Mistake]:
    """Projections with the lengths of another kernel."""
    for name in _KERNELS:
        mixture = mixture_of(name)
        words = "the Gaussian kernel" if mixture is None else mixture.words
        yield Mistake(
            f"projections have the lengths of features of {words}",
            "scales",
            partial(Case.scales, mixture=mixture),
            is_of_another(mixture),
        )


def _stabilisers() -> Iterator[Mistake]:
    places: tuple[tuple[str, tuple[tuple[int, ...], tuple[int, ...]], bool], ...] = (
        ("the features of each row", (_FEATURES, _FEATURES), False),
        ("the rows, for each feature,", (_ROWS, _ROWS), False),
        ("all rows and features", (_ALL, _ALL), False),
        ("the features of each row (queries) and over all (keys)", (_FEATURES, _ALL), True),
        ("the features of each row of the queries alone", (_FEATURES, _NONE), True),
        ("all rows and features of the queries alone", (_ALL, _NONE), True),
        ("the features of each row of the keys alone", (_NONE, _FEATURES), True),
        ("all rows and features of the keys alone", (_NONE, _ALL), True),
    )
    for what, whole in (("w.x", False), ("the exponent", True)):
        for of, axes, two_sided in places:
            words = f"the maximum of {what} over {of} is subtracted"
            yield Mistake(words, "stabilised", Stabiliser(axes, whole), is_positive, two_sided)


def _added() -> Iterator[Mistake]:
    for number in (1e-5, 1e-4, 1e-3, 1e-2, 1e-1):
        exponentials, features = (lambda m, by=number: by / math.sqrt(m)), (lambda m, by=number: by)
        yield Mistake(f"{number:.0e} is added to the exponentials", "added", exponentials, is_positive)
        yield Mistake(f"{number:.0e} is added to the features", "added", features, is_positive)


def _of_square(square: Callable[[DataStatistics, int], float]) -> Callable[[str, Claim], float]:
    """A of OPRF for another square than the mean of |x + y|^2, a function of the averages and the side (0, 1), over the right A."""

    def tilt(side: str, claim: Claim) -> float:
        assert claim.fitted is not None
        other = float(optimal_parameters(square(claim.fitted, "xy".index(side)), claim.dimension))
        return other / (claim.rate / 2)

    return tilt


def _by_own_number(data: DataStatistics, side: int) -> float:
    """Sums over the rows of both sides, divided by the number of rows of one."""
    own, other = (data.x, data.y)[:: -1 if side else 1]
    ratio = other.size / own.size
    return own.square + ratio * (other.square + 2 * float(own.mean @ other.mean))


def _of_itself(data: SetStatistics) -> float:
    return DataStatistics(data, data).square_of_sum(1)


_SCALES: dict[str, Callable[[int], float]] = {
    "sqrt(2)": lambda d: math.sqrt(2),
    "1/sqrt(2)": lambda d: math.sqrt(0.5),
    "d^(1/4)": lambda d: d**0.25,
    "d^(-1/4)": lambda d: d**-0.25,
    "d^(1/2)": lambda d: d**0.5,
    "d^(-1/2)": lambda d: d**-0.5,
    "2 pi": lambda d: 2 * math.pi,
    "1/(2 pi)": lambda d: 0.5 / math.pi,
}
_BALANCES = ("d^(-1/4)", "d^(1/4)")

#: the commonest first: of those that fit as well as each other this is the order
MISTAKES: tuple[Mistake, ...] = (
    Mistake(_norm(1), "norm", lambda square: square / 2),
    Mistake(_norm(-1), "norm", lambda square: -square / 2),
    Mistake("|x|/2 stands in the place of |x|^2/2", "norm", lambda square: (square - np.sqrt(square)) / 2, is_positive),
    *_each("constant", {
        "the factor 1/sqrt(m) is missing": lambda m: math.log(m) / 2,
        "the features have the factor 1/m in place of 1/sqrt(m)": lambda m: -math.log(m) / 2,
        "the features have a factor sqrt(2) too much: the kernel is doubled": lambda m: math.log(2) / 2,
        "a factor sqrt(2) of the features is missing: the kernel is halved": lambda m: -math.log(2) / 2,
    }),
    Mistake("the factor sqrt(2/m) is missing", "constant", lambda m: math.log(m / 2) / 2, lambda claim: not claim.positive),
    *_each("scale", {f"inputs or projections are multiplied by {name}": by for name, by in _SCALES.items()}),
    *_stabilisers(),
    *_added(),
    Mistake("the two sides do not share their projections", "shared", False, two_sided=True),
    *_each("keys", {
        "sine and cosine are in another order on the two sides": lambda made: np.roll(made, made.shape[-1] // 2, axis=-1),
        "the two features of a projection stand side by side on one side only": _interleaved,
    }, doubled, two_sided=True),
    *_each("lengths", {
        "all projections have the length sqrt(d), not independent chi_d lengths": lambda c: np.full((1, 1, 1), math.sqrt(c.d)),
        "all projections have the length sqrt(m)": lambda c: np.full((1, 1, 1), math.sqrt(c.m)),
        "the projections are unit vectors: their lengths are missing": lambda c: np.ones((1, 1, 1)),
        "lengths have one degree of freedom instead of d": lambda c: c.chi(c.m, 1),
        "lengths have m degrees of freedom instead of d": lambda c: c.chi(c.m, c.m),
        "one length is shared by all projections of a call": lambda c: c.chi(1, c.d),
        f"{_COLUMNS}, the same ones in all blocks": lambda c: c.chi(c.d, c.d).swapaxes(1, 2),
    }),
    *_each("lengths", {
        _COLUMNS: lambda c: c.by_blocks(lambda size: np.repeat(c.chi(c.d, c.d).swapaxes(1, 2), size, axis=1)),
        "the lengths of the first block are used again in the other blocks": wrong.lengths_again,
        "lengths are shared by the projections of a block": lambda c: c.by_blocks(
            lambda size: np.repeat(c.chi(1, c.d), size, axis=1)
        ),
    }, coupled),
    Mistake(
        "sines and cosines are those of different projections", "split", True, lambda claim: doubled(claim) and claim.waves
    ),
    Mistake(
        "the second half of the features repeats the first: cosines, or exponentials of one sign, alone", "both", _repeated, doubled
    ),
    Mistake("exponents are clamped at 0", "limits", (-math.inf, 0.0), is_positive),
    Mistake("A is 0, as of positive features: no bias, but not the least variance", "tilt", lambda side, claim: 0.0, has_tilt),
    Mistake("A is that of mean |x|^2 + mean |y|^2, without the product of the means", "tilt", _of_square(
        lambda data, side: data.x.square + data.y.square
    ), is_fitted),
    *_each("tilt", {
        "each side has the A of its own rows": _of_square(lambda data, side: _of_itself((data.x, data.y)[side])),
        "A is that of the queries alone": _of_square(lambda data, side: _of_itself(data.x)),
        "A is that of the keys alone": _of_square(lambda data, side: _of_itself(data.y)),
        "sums for A over the rows of both sides are divided by the number of rows of one, on each side by its own": _of_square(
            _by_own_number
        ),
    }, is_fitted, two_sided=True),
    *_each("other", wrong_matrices.WRONG, has_matrix),
    *_each("balance", {
        f"the two sides are scaled differently, queries by {by} and keys by its inverse: no bias, another variance": _SCALES[by]
        for by in _BALANCES
    }, two_sided=True),
    # phases between 0 and pi are right, for products of cosines have this period
    *_each("phases", {
        "the phases are missing": lambda c: np.zeros((1, 1)),
        "one phase is shared by all projections of a call": lambda c: c.generator.uniform(0, 2 * math.pi, (c.replicates, 1)),
        "the phases are uniform in (0, 1), not in (0, 2 pi)": lambda c: c.generator.uniform(0, 1, (c.replicates, c.m)),
        "the phases are standard normal, not uniform": lambda c: c.generator.standard_normal((c.replicates, c.m)),
        "the phases are uniform in (-1/sqrt(d), 1/sqrt(d)), as nn.Linear makes its bias": lambda c: c.generator.uniform(
            -(c.d**-0.5), c.d**-0.5, (c.replicates, c.m)
        ),
    }, phased),
    *_rotations(),
    *(Mistake(words, "projections", draw, when) for words, draw, when in wrong.DRAWN),
    *_kernels(),
    Mistake("the first block of projections is used again", "projections", lambda c: wrong.again(c, c.block), coupled),
    Mistake("the first d projections are used again", "projections", lambda c: wrong.again(c, c.d), alone),
    *(
        Mistake(f"the projections are {name} ones", "projections", partial(Case.draw, coupling=other), is_not(name))
        for name, other in NAMES.items()
    ),
)  # fmt: skip
