"""How lemmas that are bounds are written down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from rftheory.propositions import Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain


def upper_bound(
    name: str, says: str, left: sp.Expr, right: sp.Expr, domain: Domain, proof: Callable[[], Any], refused: sp.Expr
) -> Claim:
    """The lemma ``left <= right``; ``refused`` is a smaller right side, which the judges must refuse."""
    return Claim(
        name=name,
        says=says,
        role="lemma",
        proposition=Inequality(left, "<=", right),
        domain=domain,
        proof=proof,
        mutants=(Inequality(left, "<=", refused),),
    )
