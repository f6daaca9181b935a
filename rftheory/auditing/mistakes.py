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

from rftheory.arrays import Array
from rftheory.auditing import wrong_projections as wrong
from rftheory.auditing.claim import Claim
from rftheory.auditing.conditions import alone, always, coupled, doubled, is_not, is_positive, phased, rotated
from rftheory.auditing.reference import Case, Law, Stabiliser
from rftheory.couplings.geometries import NAMES

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


_COLUMNS = "lengths are on the wrong axis: they multiply coordinates (columns), not projections (rows)"

#: the commonest first: of those that fit as well as each other this is the order
MISTAKES: tuple[Mistake, ...] = (
    Mistake(_norm(1), "norm", lambda square: square / 2),
    Mistake(_norm(-1), "norm", lambda square: -square / 2),
    Mistake("|x|/2 stands in the place of |x|^2/2", "norm", lambda square: (square - np.sqrt(square)) / 2, is_positive),
    Mistake("the factor 1/sqrt(m) is missing", "constant", lambda m: math.log(m) / 2),
    Mistake("the features have the factor 1/m in place of 1/sqrt(m)", "constant", lambda m: -math.log(m) / 2),
    Mistake(
        "the features have a factor sqrt(2) too much: the kernel is doubled", "constant", lambda m: math.log(2) / 2
    ),
    Mistake(
        "a factor sqrt(2) of the features is missing: the kernel is halved", "constant", lambda m: -math.log(2) / 2
    ),
    Mistake(
        "the factor sqrt(2/m) is missing", "constant", lambda m: math.log(m / 2) / 2, when=lambda c: not c.positive
    ),
    *(
        Mistake(f"inputs or projections are multiplied by {name}", "scale", scale)
        for name, scale in {
            "sqrt(2)": lambda d: math.sqrt(2),
            "1/sqrt(2)": lambda d: math.sqrt(0.5),
            "d^(1/4)": lambda d: d**0.25,
            "d^(-1/4)": lambda d: d**-0.25,
            "d^(1/2)": lambda d: d**0.5,
            "d^(-1/2)": lambda d: d**-0.5,
            "2 pi": lambda d: 2 * math.pi,
            "1/(2 pi)": lambda d: 0.5 / math.pi,
        }.items()
    ),
    *(
        Mistake(
            f"the maximum of {what} over {of} is subtracted", "stabilised", Stabiliser(axes, whole), is_positive, two
        )
        for what, whole in (("w.x", False), ("the exponent", True))
        for of, axes, two in (
            ("the features of each row", (_FEATURES, _FEATURES), False),
            ("the rows, for each feature,", (_ROWS, _ROWS), False),
            ("all rows and features", (_ALL, _ALL), False),
            ("the features of each row (queries) and over all (keys)", (_FEATURES, _ALL), True),
            *(
                (f"{name} of the {side} alone", (axes, _NONE) if side == "queries" else (_NONE, axes), True)
                for side in ("queries", "keys")
                for name, axes in (("the features of each row", _FEATURES), ("all rows and features", _ALL))
            ),
        )
    ),
    *(
        Mistake(f"{number:.0e} is added to {where}", "added", added, is_positive)
        for number in (1e-5, 1e-4, 1e-3, 1e-2, 1e-1)
        for where, added in (
            ("the exponentials", lambda m, number=number: number / math.sqrt(m)),
            ("the features", lambda m, number=number: number),
        )
    ),
    Mistake("the two sides do not share their projections", "shared", False, two_sided=True),
    Mistake(
        "sine and cosine are in another order on the two sides",
        "keys",
        lambda features: np.roll(features, features.shape[-1] // 2, axis=-1),
        doubled,
        two_sided=True,
    ),
    Mistake(
        "the two features of a projection stand side by side on one side only", "keys", _interleaved, doubled, True
    ),
    # lengths
    Mistake(
        "all projections have the length sqrt(d), not independent chi_d lengths",
        "lengths",
        lambda c: np.full((1, 1, 1), math.sqrt(c.d)),
    ),
    Mistake("all projections have the length sqrt(m)", "lengths", lambda c: np.full((1, 1, 1), math.sqrt(c.m))),
    Mistake("the projections are unit vectors: their lengths are missing", "lengths", lambda c: np.ones((1, 1, 1))),
    Mistake("lengths have one degree of freedom instead of d", "lengths", lambda c: c.chi(c.m, 1)),
    Mistake("lengths have m degrees of freedom instead of d", "lengths", lambda c: c.chi(c.m, c.m)),
    Mistake("one length is shared by all projections of a call", "lengths", lambda c: c.chi(1, c.d)),
    Mistake(f"{_COLUMNS}, the same ones in all blocks", "lengths", lambda c: c.chi(c.d, c.d).swapaxes(1, 2)),
    Mistake(
        _COLUMNS,
        "lengths",
        lambda c: c.by_blocks(lambda size: np.repeat(c.chi(c.d, c.d).swapaxes(1, 2), size, axis=1)),
        coupled,
    ),
    Mistake(
        "the lengths of the first block are used again in the other blocks", "lengths", wrong.lengths_again, coupled
    ),
    Mistake(
        "lengths are shared by the projections of a block",
        "lengths",
        lambda c: c.by_blocks(lambda size: np.repeat(c.chi(1, c.d), size, axis=1)),
        coupled,
    ),
    # pieces
    Mistake(
        "sines and cosines are those of different projections",
        "split",
        True,
        lambda claim: doubled(claim) and claim.waves,
    ),
    Mistake(
        "the second half of the features repeats the first: cosines, or exponentials of one sign, alone",
        "both",
        _repeated,
        doubled,
    ),
    Mistake("exponents are clamped at 0", "limits", (-math.inf, 0.0), is_positive),
    *(
        Mistake(
            f"the two sides are scaled differently, queries by {by} and keys by its inverse: no bias, another variance",
            "balance",
            balance,
            two_sided=True,
        )
        for by, balance in {"d^(-1/4)": lambda d: d**-0.25, "d^(1/4)": lambda d: d**0.25}.items()
    ),
    # phases; those between 0 and pi are right, for products of cosines have this period
    Mistake("the phases are missing", "phases", lambda c: np.zeros((1, 1)), phased),
    Mistake(
        "one phase is shared by all projections of a call",
        "phases",
        lambda c: c.generator.uniform(0, 2 * math.pi, (c.replicates, 1)),
        phased,
    ),
    *(
        Mistake(f"the phases are {name}", "phases", phases, phased)
        for name, phases in {
            "uniform in (0, 1), not in (0, 2 pi)": lambda c: c.generator.uniform(0, 1, (c.replicates, c.m)),
            "standard normal, not uniform": lambda c: c.generator.standard_normal((c.replicates, c.m)),
            "uniform in (-1/sqrt(d), 1/sqrt(d)), as nn.Linear makes its bias": lambda c: c.generator.uniform(
                -(c.d**-0.5), c.d**-0.5, (c.replicates, c.m)
            ),
        }.items()
    ),
    # directions
    *(
        Mistake(
            " and ".join(part for part in (signs, of) if part),
            "projections",
            wrong.wrong_blocks(rows, which, lengths),
            rotated,
        )
        for rows, name in ((True, "rows"), (False, "columns"))
        for which, signs in (
            (
                "none",
                f"the rotation is not Haar: the {name} of Q of a QR factorisation without the signs of R's diagonal",
            ),
            ("rows", f"the signs of R's diagonal multiply the rows of Q, not its columns; projections are its {name}"),
            ("columns", ""),
        )
        for lengths, of in (
            (False, ""),
            (True, f"lengths are the norms of the rows of the block whose Q gives the projections, its {name}"),
        )
        if signs or of
    ),
    *(Mistake(words, "projections", draw, when) for words, draw, when in wrong.DRAWN),
    Mistake("the first block of projections is used again", "projections", lambda c: wrong.again(c, c.block), coupled),
    Mistake("the first d projections are used again", "projections", lambda c: wrong.again(c, c.d), alone),
    *(
        Mistake(
            f"the projections are {name} ones",
            "projections",
            partial(Case.draw, coupling=other),
            is_not(name),
        )
        for name, other in NAMES.items()
    ),
)
