"""What a claim says, evaluated at arrays of points: curves of formulas that stand in a statement file only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rftheory.inputs.arrays import Array
from rftheory.numbers.at_points import log_value
from rftheory.rules.propositions import Equality, Inequality
from rftheory.statements.loading import find_claim


def log_claimed(statement: str, claim: str, **values: ArrayLike) -> Array:
    """The logarithm of the right side of a claim, which must be nonnegative; ``-inf`` where it is zero.

    Args:
        statement: id of the statement.
        claim: name of the claim, an equality or an inequality.
        values: numbers or arrays for its parameters, by name; they broadcast against each other.

    Raises:
        UnknownStatement: if there is no such statement.
        ValueError: if there is no such claim, or its parameters are other ones.
        ArithmeticError: where the right side is negative or not defined.
    """
    return _log_side(statement, claim, "right", values)


def log_defined(statement: str, claim: str, **values: ArrayLike) -> Array:
    """The same for the left side, where that has a version in float64: the quantity that is bounded or computed."""
    return _log_side(statement, claim, "left", values)


def _log_side(statement: str, claim: str, side: Literal["left", "right"], values: Mapping[str, ArrayLike]) -> Array:
    found = find_claim(statement, claim)
    if not isinstance(found.proposition, Equality | Inequality):
        raise ValueError(
            f"{statement} {claim} must be an equality or an inequality, got {type(found.proposition).__name__}"
        )
    symbols = {symbol.name: symbol for symbol in found.domain.symbols}
    if values.keys() != symbols.keys():
        raise ValueError(f"{statement} {claim} has the parameters {', '.join(symbols)}, got {', '.join(values)}")
    sign, log = log_value(getattr(found.proposition, side), {symbols[name]: value for name, value in values.items()})
    if not (sign >= 0).all():
        raise ArithmeticError(f"{statement} {claim} is negative or not defined at {int(np.sum(~(sign >= 0)))} points")
    return log
