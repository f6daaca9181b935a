"""Rules of structure: facts, equality and order, cases, induction.

A judgement holds in a context if it is true at every point of it. Equality and order are existential: they say that
both sides are defined (real, for orders).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rftheory.kernel.contexts import Context
from rftheory.kernel.defined import at_most, defined
from rftheory.kernel.known import dimension, integer, known
from rftheory.kernel.refused import demand
from rftheory.kernel.schemas import STEP, TERM, TEXT
from rftheory.kernel.substitution import substitute
from rftheory.kernel.terms import FACTS, ZERO, Term, held, make, rat
from rftheory.kernel.theorems import Kernel, Theorem, rule
from rftheory.kernel.values import low, nonzero, real

#: the largest number of cases of one step
MAX_CASES = 64
#: judgements of the same terms that say more
_STRONGER = {"<=": ("<",), "!=": ("<",), "def": ("real", "int?"), "real": ("int?",)}


# -- what needs no step of its own ----------------------------------------------------------------------------------


def decided(kernel: Kernel, context: Context, judgement: Term) -> bool:
    """Whether a judgement is known, or told by the structure of its terms."""
    context.require(judgement)
    if known(kernel, context, judgement):
        return True
    op, args = judgement.op, judgement.args
    if op in ("def", "real", "int?"):
        (term,) = args
        fits = {"def": lambda *_: True, "real": real, "int?": integer}[op]
        return defined(kernel, context, term) and fits(kernel, context, term)
    if op == "dim":
        return defined(kernel, context, args[0]) and dimension(kernel, context, args[0]) is args[1]
    if op not in ("!=", "<=", "<") or not all(defined(kernel, context, side) for side in args):
        return False
    first, second = args
    if op == "!=":
        if first.op == second.op == "rat":
            return first is not second
        return ZERO in args and nonzero(kernel, context, first if second is ZERO else second)
    if not all(real(kernel, context, side) for side in args):
        return False
    if op == "<=":
        return at_most(kernel, context, first, second)
    below = low(kernel, context, second) if first.op == "rat" else None
    return below is not None and (first.data < below[0] or (first.data == below[0] and below[1]))


def shown(kernel: Kernel, context: Context, judgement: Term, given: Collection[Term]) -> bool:
    """Whether a judgement is among those given, follows from a stronger one of them, or is decided."""
    context.require(judgement)
    op, args = judgement.op, judgement.args
    # what nothing holds is neither given nor known
    stronger = [judgement, *(held(word, args) for word in _STRONGER.get(op, ())), op == "!=" and held("<", args[::-1])]
    found = any(one and (one in given or known(kernel, context, one)) for one in stronger)
    return found or decided(kernel, context, judgement)


@rule("HYP", fact=TERM)
def hypothesis(kernel: Kernel, context: Context, fact: Term) -> Term:
    """A fact of the context, or what an end says of a variable."""
    demand(fact in context.said, "no fact and no end of the context")
    return fact


@rule("DEF", judgement=TERM)
def definedness(kernel: Kernel, context: Context, judgement: Term) -> Term:
    """Defined, real, an integer, not zero, above a rational: what is told by structure."""
    demand(decided(kernel, context, judgement), f"{judgement.op} is not seen from the structure and the known facts")
    return judgement


# -- equality and order ---------------------------------------------------------------------------------------------


@rule("REFL", term=TERM)
def reflexivity(kernel: Kernel, context: Context, term: Term) -> Term:
    """What is defined is equal to itself."""
    demand(defined(kernel, context, term), "the term is not known to be defined")
    return make("=", (term, term))


@rule("SYM", of=STEP)
def symmetry(kernel: Kernel, context: Context, of: Theorem) -> Term:
    """The two sides of ``=`` or ``!=`` exchanged."""
    judgement = of.within(context)
    demand(judgement.op in ("=", "!="), f"{judgement.op} is not symmetric")
    return make(judgement.op, judgement.args[::-1])


@rule("CHAIN", links=[STEP])
def chain(kernel: Kernel, context: Context, links: Sequence[Theorem]) -> Term:
    """The strongest relation of a chain: ``=``, ``<=``, ``<`` in one direction, or one ``!=`` and the rest ``=``."""
    judgements = [link.within(context) for link in links]
    relations = [judgement.op for judgement in judgements]
    demand(bool(links) and {*relations} <= {"=", "!=", "<=", "<"}, "a chain has relations for links")
    for judgement, following in zip(judgements, judgements[1:], strict=False):
        demand(judgement.args[1] is following.args[0], "a link does not begin where the one before it ends")
    if "!=" in relations:
        demand(relations.count("!=") == 1 and {*relations} <= {"=", "!="}, "one != and the rest =")
    strongest = next(relation for relation in ("!=", "<", "<=", "=") if relation in relations)
    return make(strongest, (judgements[0].args[0], judgements[-1].args[1]))


@rule("WEAKEN", of=STEP, to=TEXT)
def weaken(kernel: Kernel, context: Context, of: Theorem, to: str) -> Term:
    """What a relation says besides: ``<`` gives ``<=`` and ``!=``; all give ``def``, orders ``real`` of "left", "right"."""
    judgement = of.within(context)
    op, args = judgement.op, judgement.args
    if to == "<=" and op == "=":
        demand(any(real(kernel, context, side) for side in args), "neither side is known to be real")
        return make("<=", args)
    if to in ("<=", "!=") and op == "<":
        return make(to, args)
    word, _, side = to.partition(" ")
    sources = {
        "def": ("real", "int?") if not side else ("=", "!=", "<=", "<"),
        "real": ("int?",) if not side else ("<=", "<"),
    }
    demand(op in sources.get(word, ()) and side in ("", "left", "right"), f"{op} does not give {to}")
    return make(word, (args[-1 if side == "right" else 0],))


@rule("ANTISYM", first=STEP, second=STEP)
def antisymmetry(kernel: Kernel, context: Context, first: Theorem, second: Theorem) -> Term:
    """``s <= t`` with ``t <= s`` gives ``s = t``; with ``s != t`` it gives ``s < t``."""
    order, other = first.within(context), second.within(context)
    demand(order.op == "<=", "the first premise is s <= t")
    if other.op == "<=" and other.args == order.args[::-1]:
        return make("=", order.args)
    demand(other.op == "!=" and other.args in (order.args, order.args[::-1]), "the second is t <= s or s != t")
    return make("<", order.args)


@rule("VALUE", eq=STEP, of=STEP)
def value(kernel: Kernel, context: Context, eq: Theorem, of: Theorem) -> Term:
    """``def``, ``real`` and ``int?`` go from one side of an equality to the other."""
    equality, judgement = eq.within(context), of.within(context)
    demand(equality.op == "=" and judgement.op in ("def", "real", "int?"), "an equality, and def, real or int?")
    demand(judgement.args[0] is equality.args[0], "the second premise is not about the left side of the equality")
    return make(judgement.op, equality.args[1:])


@rule("ABSURD", of=STEP, judgement=TERM)
def absurd(kernel: Kernel, context: Context, of: Theorem, judgement: Term) -> Term:
    """From what is true at no point: any judgement about the points of the context."""
    demand(_is_false(of.within(context)), "the premise is not seen to be false")
    return judgement


def _is_false(judgement: Term) -> bool:
    op, args = judgement.op, judgement.args
    if op in ("<", "!=") and args[0] is args[1]:
        return True
    if op == "int?":
        return args[0].op == "rat" and args[0].data.denominator != 1
    if op not in ("=", "!=", "<=", "<") or any(side.op != "rat" for side in args):
        return False
    first, second = (side.data for side in args)
    return not {"=": first == second, "!=": first != second, "<=": first <= second, "<": first < second}[op]


# -- cases, induction, all ------------------------------------------------------------------------------------------


@rule("CASES", of=[STEP])
def cases(kernel: Kernel, context: Context, of: Sequence[Theorem]) -> Term:
    """One judgement in the context with a fact more, for facts of which one holds at every point."""
    demand(0 < len(of) <= MAX_CASES, f"1 to {MAX_CASES} cases")
    facts: list[Term] = []
    for case in of:
        fact = case.context.entry
        demand(case.context.parent is context and fact is not None and fact.sort == "prop", "a case is one fact more")
        assert fact is not None
        demand(fact.op in ("=", "!=", "<=", "<"), f"{fact.op} tells no cases apart")
        demand(case.judgement is of[0].judgement, "the cases end differently")
        facts.append(fact)
    demand(_cover(kernel, context, facts) or _count(kernel, context, facts), "the cases do not cover everything")
    return of[0].judgement


def _cover(kernel: Kernel, context: Context, facts: Sequence[Term]) -> bool:
    """Whether relations of the same two terms cover smaller, equal, larger and, unless they are real, not comparable.

    The terms are defined in the context, as the facts are well-formed.
    """
    told = {"=": "=", "!=": "<>?", "<=": "<=", "<": "<"}
    first, second = facts[0].args
    covered: set[str] = set()
    for fact in facts:
        if fact.args == (first, second):
            covered |= {*told[fact.op]}
        elif fact.args == (second, first):
            covered |= {*told[fact.op].translate(str.maketrans("<>", "><"))}
        else:
            return False
    ordered = real(kernel, context, first) and real(kernel, context, second)
    return covered >= {*("<=>" if ordered else "<=>?")}


def _count(kernel: Kernel, context: Context, facts: Sequence[Term]) -> bool:
    """Whether one integer is set equal to every integer between two ends of it."""
    sides = [fact.args if fact.args[1].op == "rat" else fact.args[::-1] for fact in facts]
    counted = sides[0][0]
    if any(fact.op != "=" for fact in facts) or any(one is not counted or at.op != "rat" for one, at in sides):
        return False
    found = {at.data for _, at in sides}
    first, last = rat(min(found)), rat(max(found))
    if any(one.denominator != 1 for one in found) or last.data - first.data + 1 != len(found):
        return False
    within = all(decided(kernel, context, make("<=", pair)) for pair in ((first, counted), (counted, last)))
    return within and integer(kernel, context, counted)


@rule("IND", base=[STEP], step=STEP)
def induction(kernel: Kernel, context: Context, base: Sequence[Theorem], step: Theorem) -> Term:
    """J(k) for all integers k >= k0, k the last entry of the context.

    Of one or two bases J(k0), J(k0 + 1), and the step to J(k + 1) or J(k + 2) under J(k) and, of two, also J(k + 1).
    """
    outer, entry = context.parent, context.entry
    demand(entry is not None and entry.data == ("int", "closed", "none"), "the context ends with an integer k >= k0")
    assert outer is not None and entry is not None
    (start,), k = entry.args, context.variable(context.size - 1)
    assumed = [one.entry for one in step.context.prefixes[context.length + 1 :] if one.entry]
    demand(step.context.has_prefix(context) and 1 <= len(assumed) <= len(base) <= 2, "one or two bases and hypotheses")
    hypothesis = assumed[0]
    demand(hypothesis.op in FACTS, "the hypothesis is a fact")

    def after(place: Term, count: int) -> list[Term]:
        """J at ``place + count``, as a sum or, for literals, as a number."""
        places = [place] if count == 0 else [make("+", (place, rat(count)))]
        places += [rat(place.data + count)] if place.op == "rat" else []
        return [substitute(hypothesis, {k.data[0]: one}) for one in places]

    demand(all(one in after(k, count) for count, one in enumerate(assumed)), "the hypotheses are J(k), J(k + 1)")
    held = all(one.within(outer) in after(start, count) for count, one in enumerate(base))
    demand(held, "the bases are J(k0), J(k0 + 1)")
    demand(step.judgement in after(k, len(base)), "the step does not end with J")
    return hypothesis
