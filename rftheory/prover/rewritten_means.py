"""Lines that change what is random inside of expectations: equal for every draw, so equal on average."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import sympy as sp

from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import Term, bound_tags
from rftheory.kernel.theorems import Theorem
from rftheory.prover.definite import make_defined
from rftheory.prover.draws import uses
from rftheory.prover.failure import Unproved
from rftheory.prover.lemma_steps import same_binder
from rftheory.prover.search import shown
from rftheory.prover.translate import translate

if TYPE_CHECKING:
    from rftheory.prover.chains import Walk


def is_drawn(expr: sp.Basic) -> bool:
    """Whether an expression depends on a draw outside of expectations."""
    return next(uses(expr), None) is not None


def rewritten_inside(walk: Walk, number: int) -> Theorem:
    """From a line to the next one, by equality of the bodies of expectations over the same laws."""
    line = walk.line(number - 1)
    target = translate(walk.chain.steps[number].expr, walk.setting)
    before, after = (list(dict.fromkeys(_means(side))) for side in (line, target))
    links, here = list[Theorem](), line
    for mean in after:
        if mean in before:
            continue
        same = _equal_to_one(walk, mean, [known for known in before if known not in after])
        links.append(walk.run.infer("CONG", walk.context, eq=same, term=here, paths=[]))
        here = links[-1].judgement.args[1]
    make_defined(walk.run, walk.context, target)
    links.append(walk.equal(here, target))
    return walk.search.infer("CHAIN", walk.context, links=links)


def _equal_to_one(walk: Walk, mean: Term, known: list[Term]) -> Theorem:
    """``known = mean`` for one of the means that are known."""
    reason = f"no mean of the line before is seen to be {shown(mean)}"
    for one in known:
        try:
            found: Theorem = walk.run.infer("SYM", walk.context, of=same_binder(walk.run, walk, mean, one))
        except (Unproved, Refused) as error:
            reason = str(error)
            continue
        return found
    raise Unproved(reason)


def _means(term: Term) -> Iterator[Term]:
    """The expectations outside of other binders."""
    if term.op == "E":
        yield term
    elif not bound_tags(term.op, term.args, term.data):
        for arg in term.args:
            yield from _means(arg)
