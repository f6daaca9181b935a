"""The words of all that looks for proofs: terms and their short names, contexts, theorems, a search and how it fails.

Nothing but imports stands here: ``from rftheory.prover.words import *``. Tactics import one another by name, and so they do
what few of them need.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rftheory.kernel.contexts import EMPTY, Context, bodies, close, end_facts, open_binder
from rftheory.kernel.defined import is_well_formed
from rftheory.kernel.refused import Refused
from rftheory.kernel.substitution import instantiate, substitute
from rftheory.kernel.terms import (
    IMAG,
    MINUS_OO,
    ONE,
    OO,
    PI,
    TWO,
    ZERO,
    Term,
    bound_tags,
    declare,
    make,
    power,
    rat,
    var,
)
from rftheory.kernel.theorems import Kernel, Theorem
from rftheory.prover.failure import Unproved
from rftheory.prover.goals import (
    axiom,
    instantiated,
    is_real,
    make_defined,
    make_real,
    opened,
    prove_convergent,
    prove_equal,
    prove_nonzero,
    prove_order,
    prove_sign,
)
from rftheory.prover.ring import Ring, atoms_of
from rftheory.prover.search import Search, goal, row, search_of, shown
from rftheory.prover.terms import *
