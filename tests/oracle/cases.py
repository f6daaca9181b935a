"""The reference values: which there are, how they follow from samples, and the file that keeps them.

python -m tests.oracle.cases write
"""

from __future__ import annotations

import csv
import itertools
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
from mpmath import mp, mpf

from tests.oracle.case import Case, block_sizes
from tests.oracle.families import OTHERS, WAVES, complex_gerf_pair
from tests.oracle.mixed import HYBRIDS, of_hadamard, of_hybrid
from tests.oracle.samples import DIGITS, F, Vector, Wave, dot, kernel

#: digits that are kept
KEPT = 30
FILE = Path(__file__).with_name("reference.csv")
QUANTITIES = ("mean", "variance", "mse", "second_moment", "pair_moment")
Values = dict[str, Any]


def values(case: Case) -> Values:
    """All quantities, with `DIGITS` digits; a quantity that is not defined is missing."""
    with mp.workdps(DIGITS):
        given = dict(case.parameters)
        if case.coupling == "hadamard":
            return of_hadamard(case, **dict(case.of_coupling))
        if case.name in HYBRIDS:
            found = of_hybrid(case, **given)
        elif case.name in WAVES:
            found = _of_blocks(case, *WAVES[case.name](case, **given))
        else:
            first, second, own = OTHERS[case.name](case, **given)
            sizes, cosine = block_sizes(case)
            together = mpf(sum(size * (size - 1) for size in sizes)) / (case.m * max(case.m - 1, 1))
            # samples may be complex: E |Z|^2, and of two that are independent the square of the size of their mean
            pair = abs(first) ** 2
            if together:
                pair += together * (complex_gerf_pair(case, cosine, **given) - pair)
            found = {"mean": first, "second_moment": second / case.m + (1 - mpf(1) / case.m) * pair}
            found |= {"own": own, "pair_moment": pair}
        own, truth = found.pop("own"), kernel(case.x, case.y, case.kernel)
        factor = mpmath.exp((1 if case.kernel == "softmax" else -1) * (dot(case.x, case.x) + dot(case.y, case.y)) / 2)
        factor = 1 if own == case.kernel else factor
        found = {name: value * factor ** (1 if name == "mean" else 2) for name, value in found.items()}
        mean, square = found["mean"], found["second_moment"]
        # of a complex estimator as the library has them: the mean is that of its real part, the rest of the size of its errors
        found["variance"] = square - mpmath.re(mean) ** 2
        found["mse"], found["mean"] = square - 2 * mpmath.re(mean) * truth + truth**2, mpmath.re(mean)
        if case.m == 1 or case.name in HYBRIDS:
            found.pop("pair_moment", None)
        return found


def _of_blocks(case: Case, sample: Wave, own: str) -> Values:
    sizes, cosine = block_sizes(case)
    mean, square, m = sample.moment(1), sample.moment(2), case.m
    together = sum(size * (size - 1) for size in sizes)
    pairs = (m * (m - 1) - together) * mean**2 + (together * sample.pair(cosine) if together else 0)
    found = {"own": own, "mean": mean, "second_moment": (m * square + pairs) / mpf(m) ** 2}
    return found | ({"pair_moment": pairs / m / (m - 1)} if m > 1 else {})


# -- the cases --------------------------------------------------------------------------------------------------------


def inputs(d: int, scale: Fraction, turn: int = 0) -> tuple[Vector, Vector]:
    """Two inputs of dyadic coordinates, exact in float64, with ``|x + y|`` near ``scale``; neither parallel nor orthogonal."""
    unit = scale / 2 ** (3 + max(0, (d.bit_length() - 1) // 2))
    rows = ([(7 * i + 3 + turn) % 11 - 4 for i in range(d)], [(5 * i + 1 + 2 * turn) % 9 - 3 for i in range(d)])
    first, second = (tuple(unit * e for e in row) for row in rows)
    return first, second


#: dimensions, projections, and the scale of inputs
SIZES = (
    (2, 2, F(1)),
    (2, 5, F(2)),
    (3, 7, F(1)),
    (4, 4, F(1)),
    (4, 8, F(1, 1024)),
    (5, 3, F(2)),
    (16, 40, F(1)),
    (64, 64, F(1)),
)
COUPLINGS: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...] = (
    ("iid", ()),
    ("orthogonal", ()),
    ("simplex", ()),
    ("simplex", (("vertices", 3),)),
)
PARAMETERS: dict[str, tuple[dict[str, Any], ...]] = {
    "gerf": ({"A": F(-1, 10), "s": 1}, {"A": F(1, 20), "s": -1}),
}
MATRIX = (((F(1), F(1, 4)), (F(1, 8), F(0))), ((F(-1, 4), F(1, 8)), (F(3, 4), F(-1, 4))))


def cases() -> list[Case]:
    """All of them."""
    return [*_wave_cases(), *_other_cases(), *_complex_cases(), *_hybrid_cases(), *_hadamard_cases()]


def _wave_cases() -> Iterator[Case]:
    for index, (name, (d, m, scale)) in enumerate(itertools.product(WAVES, SIZES)):
        x, y = inputs(d, scale)
        own = ({"square": F(2), "d": d},) if name == "oprf" else PARAMETERS.get(name, ({},))
        for given, (coupling, of_coupling) in itertools.product(own, COUPLINGS):
            kind = ("gaussian", "softmax")[index % 2]
            yield Case(name, tuple(given.items()), coupling, of_coupling, x, y, m, kernel=kind)


def _other_cases() -> Iterator[Case]:
    x, y = inputs(2, F(1), 1)
    shift = tuple(min(a, b) - F(1, 4) for a, b in zip(x, y, strict=True))
    for name, given in (
        ("complex gerf", {"A": (F(-1, 10), F(1, 20)), "s": 1}),
        ("complex gerf", {"A": (F(1, 20), F(1, 2)), "s": -1}),
        ("complex-exponential", {"scalar": (F(1), F(1, 4))}),
        ("complex-exponential", {"scalar": (F(0), F(1))}),
        ("complex-exponential", {"scalar": (F(3, 4), F(0))}),
        ("complex-exponential", {"scalar": (F(1), F(1, 4)), "prefactor_kind": "norm"}),
        ("complex-exponential", {"matrix": MATRIX}),
        ("poisson", {"rate": F(1, 4)}),
        ("geometric", {"p": F(3, 4)}),
        ("discretely-induced", {}),
        ("shifted", {"family": "poisson", "rate": F(1), "shift": shift}),
        ("shifted", {"family": "geometric", "p": F(1, 4), "shift": shift}),
    ):
        for m, kind in ((1, "gaussian"), (6, "softmax")):
            yield Case(name, tuple(given.items()), "iid", (), x, y, m, kernel=kind)


def _complex_cases() -> Iterator[Case]:
    for (d, m), (coupling, own) in itertools.product(((2, 3), (3, 3), (3, 6)), COUPLINGS[1:]):
        for given in ({"A": (F(-1, 10), F(1, 20)), "s": 1}, {"A": (F(1, 20), F(1, 8)), "s": -1}):
            yield Case("complex gerf", tuple(given.items()), coupling, own, *inputs(d, F(1)), m)


def _hybrid_cases() -> Iterator[Case]:
    x, y = inputs(2, F(1))
    for (name, given), shared, (m, n) in itertools.product(
        (
            ("angular", {}),
            ("gaussian", {"sigma": F(1), "r": F(1)}),
            ("gaussian", {"sigma": F(1, 2), "r": F(2), "kind": "positive"}),
            ("window", {"width": F(8), "matrix": MATRIX}),
        ),
        (False, True),
        ((2, 3), (5, 1)),
    ):
        own = tuple(given.items()) + ((("shared", True),) if shared else ())
        yield Case(name, own, "iid", (), x, y, m, n, "softmax" if m == 2 else "gaussian")
    for name, coupling in itertools.product(("angular", "gaussian"), ("orthogonal", "simplex")):
        own = (("sigma", F(1)), ("r", F(1))) if name == "gaussian" else ()
        # x + y is short and the angle wide, so that draws settle the error
        yield Case(name, own, coupling, (), (F(1, 2), F(0)), (F(-1, 4), F(1, 4)), 3, 4, "softmax")


def _hadamard_cases() -> Iterator[Case]:
    for d, k, m in ((2, 1, 1), (2, 1, 2), (2, 3, 2), (4, 1, 1), (4, 1, 2), (4, 2, 2)):
        yield Case("positive", (), "hadamard", (("k", k),), *inputs(d, F(1)), m)
    for d, k in ((2, 2), (4, 1), (4, 2)):
        yield Case("positive", (), "hadamard", (("k", k), ("geometry", "simplex")), *inputs(d, F(1)), d)


# -- the file ---------------------------------------------------------------------------------------------------------


def shown(value: Any) -> str:
    """A number with the digits that are kept."""
    with mp.workdps(DIGITS):
        assert abs(mpmath.im(value)) <= abs(value) * mpf(10) ** -(KEPT + 5)
        return str(mpmath.nstr(mpmath.re(value), KEPT))


def row(case: Case) -> dict[str, str]:
    """A row of the file, computed."""
    found = values(case)
    return {"case": str(case), **{name: shown(found[name]) if name in found else "" for name in QUANTITIES}}


def kept() -> dict[str, dict[str, str]]:
    """The rows of the file by their cases."""
    with FILE.open(newline="") as file:
        return {each["case"]: each for each in csv.DictReader(file)}


def main(arguments: Sequence[str]) -> int:
    if list(arguments) != ["write"]:
        print(__doc__)
        return 2
    with FILE.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["case", *QUANTITIES], lineterminator="\n")
        writer.writeheader()
        writer.writerows(row(case) for case in cases())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
