"""Nonnegative combinations: rational numbers x >= 0 with ``sum x_j column_j = target``, found in floats, settled exactly."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

#: of the simplex method, more than any recorded search takes
MAX_ITERATIONS = 10_000
#: a vector by its nonzero coordinates
Vector = Mapping[Any, Fraction]
#: numbers up to this size are floats as they are
LARGE = Fraction(10**30)


def combination(
    target: Vector, columns: Sequence[Vector], costs: Sequence[float], wanted: Sequence[bool]
) -> dict[int, Fraction] | None:
    """The numbers by column; one of the ``wanted`` columns takes part if that is possible (one alone if it serves)."""
    for j, column in enumerate(columns):
        if wanted[j] and column.keys() == target.keys() and target:
            ratios = {target[key] / q for key, q in column.items() if q}
            if len(ratios) == 1 and min(ratios) > 0:
                return {j: ratios.pop()}
    found = _solved(target, columns, costs)
    if found is None or any(wanted[j] for j in found) or not any(wanted):
        return found
    # the same equations, and the wanted ones with a slack sum to 1
    extra = ("sum",)
    longer: list[Vector] = [{**c, extra: Fraction(1)} if want else c for c, want in zip(columns, wanted, strict=True)]
    longer.append({extra: Fraction(1)})
    prices = [-1.0 if want else 0.0 for want in wanted] + [0.0]
    better = _solved({**target, extra: Fraction(1)}, longer, prices)
    if better is not None:
        better.pop(len(columns), None)
    return better if better is not None and any(wanted[j] for j in better) else found


def _solved(target: Vector, columns: Sequence[Vector], costs: Sequence[float]) -> dict[int, Fraction] | None:
    left = _of_use(target, columns)
    if not left:
        return None
    rows = dict.fromkeys(key for column in (target, *(columns[j] for j in left)) for key in column)
    place = {row: number for number, row in enumerate(rows)}
    matrix, right = np.zeros((len(rows), len(left))), np.zeros(len(rows))
    sizes = dict.fromkeys(rows, Fraction(1))
    for column in (target, *(columns[j] for j in left)):
        for row, q in column.items():
            sizes[row] = max(sizes[row], abs(q))
    # the equations of large numbers are divided: they would be no floats
    scales = {row: size if size > LARGE else Fraction(1) for row, size in sizes.items()}
    for number, j in enumerate(left):
        for row, q in columns[j].items():
            matrix[place[row], number] = float(q / scales[row])
    for row, q in target.items():
        right[place[row]] = float(q / scales[row])
    prices = [costs[j] for j in left]
    # it takes longer to load than most proofs take
    from scipy.optimize import linprog

    result = linprog(
        prices, A_eq=matrix, b_eq=right, bounds=(0, None), method="highs-ds", options={"maxiter": MAX_ITERATIONS}
    )
    if result.status != 0:
        return None
    support = [left[j] for j in np.argsort(-result.x) if result.x[j] > 1e-11]
    return _exact([*rows], target, columns, support)


def _of_use(target: Vector, columns: Sequence[Vector]) -> list[int]:
    """The columns that may take part: where the target has no share, columns of one sign have none; none if nothing fits."""
    left = list(range(len(columns)))
    while True:
        signs: dict[Hashable, set[bool]] = {}
        for j in left:
            for key, q in columns[j].items():
                signs.setdefault(key, set()).add(q > 0)
        if any(q and (q > 0) not in signs.get(key, ()) for key, q in target.items()):
            return []
        idle = {key for key, found in signs.items() if len(found) == 1 and not target.get(key)}
        if not idle:
            return left
        left = [j for j in left if idle.isdisjoint(columns[j])]


def _exact(
    rows: Sequence[Hashable], target: Vector, columns: Sequence[Vector], support: list[int]
) -> dict[int, Fraction] | None:
    """The rational solution with this support; columns that depend on larger ones are left out."""
    table = [[*(columns[j].get(row, Fraction(0)) for j in support), target.get(row, Fraction(0))] for row in rows]
    reduced, rank = fmpq_mat([[fmpq(q.numerator, q.denominator) for q in row] for row in table]).rref()
    found: dict[int, Fraction] = {}
    for i in range(rank):
        pivot = next(j for j in range(len(support) + 1) if reduced[i, j] != 0)
        if pivot == len(support):
            return None
        value = reduced[i, len(support)]
        if value < 0:
            return None
        if value > 0:
            found[support[pivot]] = Fraction(int(value.p), int(value.q))
    return found
