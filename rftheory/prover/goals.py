"""What tactics ask of one another: that terms are defined and real, equal, in order; instances of axioms and theorems.

The modules that find the answers need one another; each is asked for when it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftheory.kernel.contexts import Context, bodies
from rftheory.kernel.defined import defined, is_well_formed
from rftheory.kernel.terms import Term
from rftheory.kernel.theorems import Theorem
from rftheory.kernel.values import real
from rftheory.prover.failure import Unproved
from rftheory.prover.search import Search, goal, search_of, shown


def make_defined(run: Any, context: Context, *terms: Term) -> None:
    """List what definedness needs to see that terms have values; Unproved names the part that resists."""
    from rftheory.prover.definite import define

    search = search_of(run)
    for term in terms:
        if not defined(search.kernel, context, term):
            define(search, context, term)


def make_real(run: Any, context: Context, *terms: Term) -> None:
    """The same for ``real t``."""
    from rftheory.prover.definite import realise

    search = search_of(run)
    for term in terms:
        make_defined(search, context, term)
        if not real(search.kernel, context, term):
            realise(search, context, term)


def is_real(search: Search, context: Context, term: Term) -> bool:
    """Whether a term is real, after what that takes is proved."""
    if real(search.kernel, context, term):
        return True
    try:
        make_real(search, context, term)
    except Unproved:
        return False
    return True


def opened(search: Search, context: Context, term: Term) -> tuple[Context, tuple[Term, ...], Term]:
    """The inside of a binder, its variables and its body, which is defined there."""
    inner, variables, held = bodies(context, term)
    if not is_well_formed(search.kernel, inner):
        raise Unproved(f"the inside of {term.op} is not known to be well-formed: {shown(term)}")
    make_defined(search, inner, held[-1])
    return inner, variables, held[-1]


@goal
def prove_equal(search: Search, context: Context, left: Term, right: Term) -> Theorem:
    """``left = right``; Unproved if no proof is found."""
    from rftheory.prover.equal import equality

    return equality(search, context, left, right)


@goal
def prove_nonzero(search: Search, context: Context, term: Term) -> Theorem:
    """``term != 0``; Unproved if no proof is found."""
    from rftheory.prover.nonzero import apart_from_zero

    return apart_from_zero(search, context, term)


def prove_order(run: Any, context: Context, smaller: Term, larger: Term, strict: bool) -> Theorem:
    """``smaller < larger`` or ``smaller <= larger``; Unproved if no proof is found."""
    from rftheory.prover.signs import order

    return order(search_of(run), context, smaller, larger, strict)


def prove_sign(run: Any, context: Context, term: Term) -> Theorem | None:
    """The strongest of ``0 < t``, ``t < 0``, ``0 <= t``, ``t <= 0`` that is found; None if none is."""
    from rftheory.prover.signs import sign_of

    try:
        return sign_of(run, context, term)
    except Unproved:
        return None


def prove_convergent(run: Any, context: Context, term: Term) -> Theorem:
    """``l1 term`` for an integral or an infinite sum; Unproved if no proof is found."""
    from rftheory.prover.convergence import convergent

    return convergent(search_of(run), context, term)


def instantiated(run: Any, context: Context, theorem: Theorem, values: list[Term]) -> Theorem:
    """INST with the premises that it asks for, each proved."""
    from rftheory.prover.instances import at_values

    return at_values(run, context, theorem, values)


def axiom(
    search: Search,
    context: Context,
    schema: str,
    *terms: Term,
    numbers: Sequence[int] = (),
    premises: Sequence[Theorem] = (),
) -> Theorem:
    """An instance of the kernel's table (rule ATOM); Unproved where a condition is not seen."""
    return search.infer("ATOM", context, schema=schema, terms=terms, numbers=list(numbers), premises=list(premises))
