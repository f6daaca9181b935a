"""How lemmas that are bounds are written down."""

from collections.abc import Callable
from typing import Any

from rftheory.vocabulary import *


def upper_bound(
    name: str, says: str, left: sp.Expr, right: sp.Expr, domain: Domain, proof: Callable[[], Any], refused: sp.Expr
) -> Claim:
    """The lemma ``left <= right``; ``refused`` is a smaller right side, which the judges must refuse."""
    return lemma(says, le(left, right), domain, proof, name=name, mutants=[refused])
