"""Nonnegative combinations: rational numbers x >= 0 with ``sum x_j column_j = target``, found in floats, settled exactly."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

import numpy as np
from flint import fmpq, fmpq_mat
from scipy.optimize import linprog

#: a vector by its nonzero coordinates
Vector = Mapping[Hashable, Fraction]


def combination(
    target: Vector, columns: Sequence[Vector], costs: Sequence[float], wanted: Sequence[bool]
) -> dict[int, Fraction] | None:
    """The numbers by column; one of the ``wanted`` columns takes part if that is possible (one alone if it serves)."""
    for j, column in enumerate(columns):
        if wanted[j] and column.keys() == target.keys() and target:
            ratios = {target[key] / q for key, q in column.items() if q}
            if len(ratios) == 1 and min(ratios) > 0:
                return {j: ratios.pop()}
    rows = list(dict.fromkeys(key for column in (target, *columns) for key in column))
    found = _solved(rows, target, columns, costs)
    if found is None or any(wanted[j] for j in found) or not any(wanted):
        return found
    # the same equations, and the wanted ones with a slack sum to 1
    extra = ("sum",)
    longer: list[Vector] = [{**c, extra: Fraction(1)} if want else c for c, want in zip(columns, wanted, strict=True)]
    longer.append({extra: Fraction(1)})
    prices = [-1.0 if want else 0.0 for want in wanted] + [0.0]
    better = _solved([*rows, extra], {**target, extra: Fraction(1)}, longer, prices)
    if better is not None:
        better.pop(len(columns), None)
    return better if better is not None and any(wanted[j] for j in better) else found


def _solved(
    rows: Sequence[Hashable], target: Vector, columns: Sequence[Vector], costs: Sequence[float]
) -> dict[int, Fraction] | None:
    if not columns:
        return None
    place = {row: number for number, row in enumerate(rows)}
    matrix, right = np.zeros((len(rows), len(columns))), np.zeros(len(rows))
    for j, column in enumerate(columns):
        for row, q in column.items():
            matrix[place[row], j] = float(q)
    for row, q in target.items():
        right[place[row]] = float(q)
    result = linprog(costs, A_eq=matrix, b_eq=right, bounds=(0, None), method="highs-ds", options={"time_limit": 2.0})
    if result.status != 0:
        return None
    support = [j for j in np.argsort(-result.x) if result.x[j] > 1e-11]
    return _exact(rows, target, columns, [int(j) for j in support])


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
