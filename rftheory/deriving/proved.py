"""What the kernel accepts of a derived map while one waits: recorded theorems at the coefficients that were found.

Means of exponentials over one projection are rules of the kernel, those over two projections lemmas of the theme ``frame_means``: the
kernel replays the certificates of these, takes them at values (INST), and both sides of a claim are brought to that form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rftheory.deriving.forms import Forms, moment_claims
from rftheory.execution.time_limit import TimeUp, within
from rftheory.prover.certify import Certifying, said
from rftheory.prover.ring import ranked
from rftheory.statements.claims import Claim

#: seconds of the processor for one claim, some ten times what the longest citation takes; and what is said of what takes longer
_SECONDS, _LONGER = 6, "no recorded theorem has this shape: --check searches"


@ranked()
def proofs(forms: Forms, progress: Callable[[str, str], None] | None = None) -> list[tuple[str, str]]:
    """The claims of the forms, by name: "" where the kernel has a theorem that says the claim, else why there is none."""
    search, found = Certifying("derived"), []
    for claim in moment_claims(forms):
        found.append((claim.name, _why_not(search, claim)))
        if progress:
            progress(*found[-1])
    return found


def _why_not(search: Certifying, claim: Claim) -> str:
    # as it stands: the chain of a pair moment is for readers
    alone = replace(claim, proof=None)
    try:
        made = search.entry(alone)
        within(_SECONDS, lambda: search.add_claim(alone, made))
    except TimeUp:
        return _LONGER
    except Exception as error:  # noqa: BLE001 - whatever stops a search, nothing is proved
        return said(error)
    written, theorem, _ = search.found[-1]
    # what is ticked is what the kernel concluded, whoever asked it
    same = theorem.context is written.context and theorem.judgement is written.judgement is made.prop
    return "" if same else "what is proved is not the claim"
