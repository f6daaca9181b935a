"""LEMMA: an entry of the specification that was proved before."""

from __future__ import annotations

from rftheory.kernel.contexts import Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.schemas import TEXT
from rftheory.kernel.terms import Term
from rftheory.kernel.theorems import Kernel, Theorem, rule


@rule("LEMMA", claim=TEXT)
def lemma(kernel: Kernel, context: Context, claim: str) -> tuple[Term, tuple[str, ...]]:
    """The judgement of the entry, in its own context or one that goes on with it, with the axioms of its proof."""
    theorem = kernel.lemmas.get(claim)
    if type(theorem) is not Theorem:
        raise Refused(f"no entry {claim!r:.60} is proved so far")
    return theorem.within(context), tuple(sorted(theorem.axioms))
