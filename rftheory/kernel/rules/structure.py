"""Rules of structure: facts, instances, equality and order, cases, induction, ``all``, and inhabited contexts.

A judgement holds in a context if it is true at every point of it. Equality and order are existential: they say that
both sides are defined (real, for orders). No judgement says that something is undefined, so a judgement that is true
stays true where more is defined; this is what lets a function serve in the place of its restriction.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from rftheory.kernel.contexts import EMPTY, FACTS, Context, bodies, close, end_facts, lower_end, upper_end
from rftheory.kernel.defined import (
    at_most,
    defined,
    dimension,
    integer,
    is_law,
    is_well_formed,
    known,
    low,
    nonzero,
    real,
)
from rftheory.kernel.refused import Refused, demand
from rftheory.kernel.schemas import STEP, TERM, TEXT
from rftheory.kernel.substitution import instantiate, substitute
from rftheory.kernel.terms import ONE, RELATIONS, ZERO, Term, make, rat
from rftheory.kernel.theorems import Kernel, Steps, Terms, Theorem, rule

#: the largest number of cases of one step
MAX_CASES = 64


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
    stronger = [judgement]
    if op in ("<=", "!="):
        stronger.append(make("<", args))
    if op == "!=":
        stronger.append(make("<", args[::-1]))
    if op in ("def", "real"):
        stronger += [make(word, args) for word in ("real", "int?")]
    return any(one in given or known(kernel, context, one) for one in stronger) or decided(kernel, context, judgement)


@rule("HYP", fact=TERM)
def hypothesis(kernel: Kernel, context: Context, fact: Term) -> Term:
    """A fact of the context, or what an end says of a variable."""
    ends = (end_facts(declared, context.variable(place)) for place, declared in enumerate(context.declarations))
    demand(fact in context.facts or any(fact in held for held in ends), "no fact and no end of the context")
    return fact


@rule("DEF", judgement=TERM)
def definedness(kernel: Kernel, context: Context, judgement: Term) -> Term:
    """Defined, real, an integer, not zero, above a rational: what is told by structure."""
    demand(decided(kernel, context, judgement), f"{judgement.op} is not seen from the structure and the known facts")
    return judgement


# -- instances ------------------------------------------------------------------------------------------------------


def require_value(kernel: Kernel, context: Context, declaration: Term, value: Term, given: Collection[Term]) -> None:
    """Refuse a value that a variable declared so, with ends and sizes of this context, cannot take."""
    context.require(value)
    tag = declaration.data[0]
    if tag in ("real", "int"):
        for fact in (make("real" if tag == "real" else "int?", (value,)), *end_facts(declaration, value)):
            demand(shown(kernel, context, fact, given), f"{fact.op} of a value ({tag}) is not shown")
    elif tag == "vec":
        size = declaration.args[0]
        held = value.sort == "vec" and (
            (defined(kernel, context, value) and dimension(kernel, context, value) is size)
            or make("dim", (value, size)) in given
        )
        demand(held, "a value for a vector is not known to have its dimension")
    elif tag == "law" and value.op in ("normal", "sphere"):
        held = is_law(kernel, context, value) and value.args[0] is declaration.args[0]
        demand(held, "a value for a law is not known to be one of its dimension")
    else:
        _require_alike(kernel, context, declaration, value, given)


def _require_alike(kernel: Kernel, context: Context, declaration: Term, value: Term, given: Collection[Term]) -> None:
    """For sequences, functions, matrices, families and laws: a variable of the same kind that is at least as wide."""
    tag = declaration.data[0]
    demand(value.op == "var" and value.data[1] == tag, f"the value of a variable ({tag}) is a variable of this kind")
    own = context.declarations[value.data[0]]
    wide = tag in ("seq", "fun") or own.args == declaration.args
    orders = [make("<=", (own.args[0], declaration.args[0]))] if tag == "seq" else []
    for end_of, order in ((lower_end, 1), (upper_end, -1)) if tag == "fun" else ():
        have, want = end_of(own), end_of(declaration)
        wide = wide and (have is None or want is not None)
        if have is not None and want is not None:
            relation = "<" if (have[0], want[0]) == ("open", "closed") else "<="
            orders.append(make(relation, (have[1], want[1])[::order]))
    wide = wide and all(shown(kernel, context, order, given) for order in orders)
    demand(wide, f"a variable ({tag}) is not known to reach as far as the one it stands for")


def _is_declared(context: Context, value: Term, declaration: Term) -> bool:
    return value.op == "var" and context.declarations[value.data[0]] is declaration


def require_meant(kernel: Kernel, before: Context, fact: Term, widened: Collection[int]) -> None:
    """Refuse a fact that could be false of a restriction and true of a value that goes further.

    Relations have defined sides in the entries before them; otherwise it must be seen that the fact asks for nothing
    outside the restriction.
    """
    plain = fact
    while plain.op == "all":
        plain = plain.args[1]
    if plain.op in RELATIONS or all(place not in widened for place, _ in fact.variables):
        return
    held = fact.op == "l1" and fact.args[0].op in ("int", "sum", "E")
    if held:
        inner, _, (body,) = bodies(before, fact.args[0])
        laws = fact.args[0].args[:-1] if fact.args[0].op == "E" else ()
        held = is_well_formed(kernel, inner) and defined(kernel, inner, body)
        held = held and all(is_law(kernel, before, law) for law in laws)
    demand(held, f"a fact ({fact.op}) may ask more of the variable than of its value")


@rule("INST", of=STEP, values=[TERM], premises=[STEP])
def instance(kernel: Kernel, context: Context, of: Theorem, values: Terms, premises: Steps) -> Term:
    """A theorem of another context at values for all its variables, at which its entries hold.

    Entries that both contexts begin with, at variables that stay what they are, hold as they stand.
    """
    demand(of.judgement.op != "inhabited", "that a context is inhabited says nothing of another")
    demand(len(values) == of.context.size, "one value for each variable of the theorem")
    given = {premise.within(context) for premise in premises}
    by_place, widened = dict(enumerate(values)), set()
    shared = EMPTY
    for before, after in pairwise(of.context.prefixes):
        entry, place = after.entry, before.size
        assert entry is not None
        begins = shared is before and context.has_prefix(after)
        if begins and (entry.sort == "prop" or values[place] is context.variable(place)):
            shared = after
            continue
        at_values = substitute(entry, by_place)
        if entry.sort == "decl":
            require_value(kernel, context, at_values, values[place], given)
            if entry.data[0] in ("seq", "fun", "law") and not _is_declared(context, values[place], at_values):
                widened.add(place)
        else:
            require_meant(kernel, before, entry, widened)
            demand(shown(kernel, context, at_values, given), f"a fact ({entry.op}) of the theorem is not shown")
    return substitute(of.judgement, by_place)


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
    demand(judgement.op != "inhabited", "a context without points is not inhabited")
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
        demand(case.judgement is of[0].judgement and case.judgement.op != "inhabited", "the cases end differently")
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


@rule("ALL", of=STEP)
def generalise(kernel: Kernel, context: Context, of: Theorem) -> Term:
    """From the context with a variable more: for all its values."""
    declaration = of.context.entry
    demand(of.context.parent is context and declaration is not None, "the premise has one variable more")
    assert declaration is not None
    demand(declaration.sort == "decl" and of.judgement.op in FACTS, "a fact, for all values of the last variable")
    return make("all", (declaration, close(of.judgement, (of.context.variable(context.size),))))


@rule("ALLUSE", of=STEP, value=TERM, premises=[STEP])
def specialise(kernel: Kernel, context: Context, of: Theorem, value: Term, premises: Sequence[Theorem]) -> Term:
    """What holds for all values, at one of them."""
    judgement = of.within(context)
    demand(judgement.op == "all", "the premise is no all")
    require_value(kernel, context, judgement.args[0], value, {premise.within(context) for premise in premises})
    return instantiate(judgement.args[1], (value,))


# -- inhabited contexts ---------------------------------------------------------------------------------------------


@rule("INHABIT", values=[TERM], premises=[STEP])
def inhabit(kernel: Kernel, context: Context, values: Sequence[Term], premises: Sequence[Theorem]) -> Term:
    """A point of the context, by closed values: one for a number or a law, the coordinates of a vector, the constant
    value of a sequence or function; matrices and families have none, and nothing may be asked of them."""
    given = {premise.within(EMPTY) for premise in premises}
    left = list(values)
    numbers: dict[int, Term] = {}
    shapes: dict[int, tuple[Term, ...]] = {}
    for before, after in pairwise(context.prefixes):
        entry, place = after.entry, before.size
        assert entry is not None
        at_point = substitute(seen_at(entry, shapes), numbers)
        EMPTY.require(at_point)
        if entry.sort == "prop":
            require_meant(kernel, before, entry, shapes)
            demand(shown(kernel, EMPTY, at_point, given), f"a fact ({entry.op}) is not shown at the values")
            continue
        tag = entry.data[0]
        count = {"vec": _size(at_point), "mat": 0, "reals": 0, "ints": 0, "vecs": 0}.get(tag, 1)
        own, left = left[:count], left[count:]
        demand(len(own) == count, "too few values")
        if tag in ("real", "int", "law"):
            require_value(kernel, EMPTY, at_point, own[0], given)
            numbers[place] = own[0]
        for one in own if tag in ("vec", "seq", "fun") else ():
            demand(shown(kernel, EMPTY, make("real", (one,)), given), "a value is not known to be real")
        if count and tag not in ("real", "int"):
            shapes[place] = tuple(own)
    demand(not left, "too many values")
    return make("inhabited")


def _size(declaration: Term) -> int:
    """The dimension of a vector, as far as it is a literal."""
    size = declaration.args[0] if declaration.args else ONE
    return int(size.data) if declaration.data[0] == "vec" and size.op == "rat" and size.data.denominator == 1 else 0


def seen_at(term: Term, shapes: Mapping[int, tuple[Term, ...]]) -> Term:
    """A term, where it is defined, with the coordinates of vectors and the constants of functions written out."""
    memo: dict[Term, Term] = {}

    def seen(node: Term) -> Term:
        if node not in memo:
            memo[node] = found(node) if any(place in shapes for place, _ in node.variables) else node
        return memo[node]

    def found(node: Term) -> Term:
        op, args = node.op, node.args
        if op in ("dot", "norm2"):
            first, second = coordinates(args[0]), coordinates(args[-1])
            demand(len(first) == len(second), "vectors of two dimensions")
            products = [make("*", pair) for pair in zip(first, second, strict=True)]
            return products[0] if len(products) == 1 else make("+", products)
        if op == "coord":
            numbers, index = coordinates(args[0]), args[1]
            if len({*numbers}) == 1:  # an entry that is well-formed asks for no other index than those of the vector
                return numbers[0]
            demand(index.op == "rat" and index.data in range(1, len(numbers) + 1), "a coordinate is not a literal")
            return numbers[int(index.data) - 1]
        if op in ("at", "ap") and args[0].op == "var" and args[0].data[0] in shapes:
            return shapes[args[0].data[0]][0]
        if op == "var":
            return node
        return make(op, [seen(arg) for arg in args], node.data)

    def coordinates(vector: Term) -> tuple[Term, ...]:
        if vector.op == "var" and vector.data[0] in shapes:
            return shapes[vector.data[0]]
        if vector.op == "vadd":
            first, second = (coordinates(arg) for arg in vector.args)
            demand(len(first) == len(second), "vectors of two dimensions")
            return tuple(make("+", pair) for pair in zip(first, second, strict=True))
        if vector.op == "vscale":
            return tuple(make("*", (seen(vector.args[0]), number)) for number in coordinates(vector.args[1]))
        raise Refused("a vector has no coordinates")

    return seen(term)
