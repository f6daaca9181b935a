"""Section 5.2 and Table 1: what the text says of classification by kernel regression.

The accuracies of Table 1 are of eight data sets of UCI, of splits and of widths that are not printed: they are not comparable with any
that can be computed here. What is judged are the costs: "with O(nLM) preprocessing, can approximate r in O(nM) time per example instead
of O(nL) for the exact computation", for n classes and L training rows of one dimension d. The features themselves take O(dLM) and O(dM)
operations, and the kernel O(dL): the constants of the three orders grow with d.

Operations are counted by running it (`rftheory.proofs.crt._counted`).
"""

from collections.abc import Callable

import numpy as np

from rftheory.proofs.crt._setting import *
from rftheory.inputs.arrays import Array
from rftheory.inputs.coordinates import L
from rftheory.proofs.crt._counted import Tally, counted, counting, fitted, grid, monomials
from rftheory.proofs.crt._data import ROWS

STATEMENT = statement(
    "claim",
    "Sec. 5.2, Table 1",
    "Classification by kernel regression: its cost; accuracies not comparable",
    reading="Costs: for every dimension d there is a constant c, which does not depend on n, L and M, so that the features of L training "
    "rows and their products with the labels take at most c nLM operations, the scores of one more object by M features at most c nM, "
    "and the exact scores at most c nL. The features are GERF with complex A; an exponential is one operation; m is the paper's M. "
    "Accuracies: not comparable.",
    notes=(
        "Table 1, M = 128 (average accuracies in %: OPRF 57.8, GeomRF 56.8, GERF 56.1, PoisRF 55.5, PosRF 54.3, GeomRF+ 52.3, PoisRF+ "
        "49.9, TrigRF 35.5), 'the best results are achieved by new RF mechanisms', 'OPRF shows the best average performance': the eight "
        "data sets of UCI are not shipped, and the splits and the widths that were tried are not printed: not comparable.",
        "The constants grow with d, which the printed orders do not name: with the features O((d + n)LM) and O((d + n)M), where (2) "
        "has O(dML).",
    ),
    not_drawn="it counts operations; nothing is random",
)

_CLASSES = Range(n, 1, None, integer=True, typical=(1, 64), awkward=(1, 65))
_FAMILY = GeneralizedExponential(sp.Rational(1, 20) + sp.I / 30, -1)
_SIDES = {d: (1, 2, 3), m: (1, 2, 4), L: (1, 2, 4), n: (1, 3)}


def _preparation(d: int, m: int, L: int, n: int) -> int:  # noqa: N803 - the name of the paper
    """The operations of the features of L rows, and of their products with the labels."""
    with counting() as tally:
        rows, projections, labels = (_numbers(shape, tally) for shape in ((L, d), (m, d), (L, n)))
        _FAMILY.features(rows, projections, "y").T @ labels
    return tally.operations


def _example(d: int, m: int, n: int) -> int:
    """The operations of the scores of one more object, from its features and what is prepared."""
    with counting() as tally:
        row, projections, prepared = (_numbers(shape, tally) for shape in ((1, d), (m, d), (m, n)))
        _FAMILY.features(row, projections, "x") @ prepared
    return tally.operations


def _exact(d: int, L: int, n: int) -> int:  # noqa: N803 - the name of the paper
    """The operations of the scores of one object from the kernel itself."""
    with counting() as tally:
        row, rows, labels = (_numbers(shape, tally) for shape in ((1, d), (L, d), (L, n)))
        np.exp(((row - rows) ** 2).sum(axis=1) * -0.5) @ labels
    return tally.operations


def _numbers(shape: tuple[int, int], tally: Tally) -> Array:
    return counted(np.full(shape, 0.25), tally)


def _cost(name: str, says: str, run: Callable[..., int], over: tuple[Range, ...], constant: sp.Expr) -> Claim:
    """The counted operations are at most a constant times the printed order, the product of the sizes but d."""
    sizes = [item.symbol for item in over]
    cost = fitted(run, monomials(dict.fromkeys((d, *sizes), 1)), grid({s: _SIDES[s] for s in (d, *sizes)}))
    domain, order = Domain((D, *over)), sp.Mul(*sizes)
    return claim(
        f"{says}: {cost} operations", le(cost, constant * order), domain, Chain(cost).lt(constant * order), name=name
    )


CLAIMS = (
    _cost(
        "preprocessing",
        "the features of all training rows and their products with the labels take O(nLM)",
        _preparation,
        (M, ROWS, _CLASSES),
        6 * d + 5,
    ),
    _cost("per example", "the scores of one more object by M features take O(nM)", _example, (M, _CLASSES), 6 * d + 5),
    _cost("exact", "the exact scores of one object take O(nL)", _exact, (ROWS, _CLASSES), 3 * d + 3),
)
