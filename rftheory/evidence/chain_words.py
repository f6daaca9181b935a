"""The words of the chains: SymPy, domains, signs, what is decided of them, and the chain that all others go on from.

Nothing but imports stands here: ``from rftheory.evidence.chain_words import *``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Self

import sympy as sp

from rftheory.evidence.binding import bound_symbols, names_of, placed
from rftheory.evidence.defined import missing
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.end_limits import limit_at
from rftheory.evidence.integrated import decide_equal, integrate, require_equal
from rftheory.evidence.number_signs import is_infinite
from rftheory.evidence.sign import (
    NEGATIVE,
    NONNEGATIVE,
    NONPOSITIVE,
    POSITIVE,
    is_nonnegative,
    is_nonzero,
    is_positive,
    is_real,
    sign_of,
)
from rftheory.evidence.smooth import is_smooth_on
from rftheory.propositions import Equality, Inequality
from rftheory.rules.nodes import Expectation, hidden_symbols
from rftheory.statements.assumptions import is_as_assumed
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
