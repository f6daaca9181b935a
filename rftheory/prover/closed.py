"""Numbers: closed terms that are exactly 0."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.prover.setting import Setting
from rftheory.prover.trace import Trace
from rftheory.statements.domain import Domain

#: steps for one number
_STEPS = 2_000


def is_zero(number: sp.Expr) -> bool:
    """Whether the kernel proves that a number, an expression without parameters, is exactly 0."""
    try:
        setting = Setting(Trace(), Domain(()), [number])
        search = search_of(setting.kernel)
        with search.apart(_STEPS):
            prove_equal(search, setting.context, setting.scope().term(number), ZERO)
    except (Unproved, Refused, TimeoutError):
        return False
    return True
