"""Means over a few signs of what is no product of functions of each: the average over all of their values, one sign after the other."""

from __future__ import annotations

from rftheory.prover.words import *

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator

#: signs whose values are gone through
_MOST = 4


def is_joint(laws: Sequence[Term], summands: Iterable[tuple[Term, Sequence[Factor]]]) -> bool:
    """Whether a body over a few signs has a factor that depends on several of them."""
    several = any(len(factor.draws) > 1 for _, factors in summands for factor in factors)
    return several and len(laws) <= _MOST and all(law.op == "sign" for law in laws)


def average(it: Integrator, context: Context, term: Term) -> Theorem:
    """``E f(s, t, ..) = (E f(-1, t, ..) + E f(1, t, ..))/2``, and so on."""
    laws, search = term.args[:-1], it.search
    if len(laws) == 1:
        make_defined(search, context, *(instantiate(term.args[-1], (rat(value),)) for value in (-1, 1)))
        return it.kept(context, it.infer("FINITE", context, term=term, l1=[]))
    inner, draws, (body,) = bodies(context, term)
    within, _ = it.opened(context, make("E", (laws[0], ZERO)))
    magnitude = make("abs", (body,))
    make_defined(search, inner, magnitude)
    value, found = _one_after_another(it, context, within, laws, draws, body)
    _, size = _one_after_another(it, context, within, laws, draws, magnitude)
    nest = it.infer("NEST", context, term=found.judgement.args[0], first=[value], whole=[size])
    return it.kept(context, it.chain(context, [it.infer("SYM", context, of=nest), found]))


def _one_after_another(
    it: Integrator, context: Context, within: Context, laws: Sequence[Term], draws: Sequence[Term], body: Term
) -> tuple[Theorem, Theorem]:
    """The average over all signs but the first one, where that is a variable, and the mean of it."""
    value = average(it, within, make("E", (*laws[1:], close(body, tuple(draws[1:])))))
    plain = make("E", (laws[0], close(value.judgement.args[1], (draws[0],))))
    found = average(it, context, plain)
    back = it.infer("CONG", context, eq=it.infer("SYM", within, of=value), term=plain, paths=[[1]])
    it.search.use(context, it.infer("L1", context, of=back, term=back.judgement.args[1]))
    return value, it.chain(context, [it.infer("SYM", context, of=back), found])
