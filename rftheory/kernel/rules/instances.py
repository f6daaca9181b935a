"""Rules of instances: a theorem at values for its variables, ``all``, and contexts with a point.

A value must reach as far as the variable that it stands for. No judgement says that something is undefined, so what is true
stays true where more is defined; this is what lets a function serve in the place of its restriction.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from rftheory.kernel.contexts import EMPTY, Context, close, end_facts, lower_end, upper_end
from rftheory.kernel.defined import defined, defined_inside, is_law
from rftheory.kernel.known import dimension
from rftheory.kernel.refused import Refused, demand
from rftheory.kernel.rules.structure import shown
from rftheory.kernel.schemas import STEP, TERM
from rftheory.kernel.substitution import instantiate, substitute
from rftheory.kernel.terms import FACTS, ONE, RELATIONS, Term, make
from rftheory.kernel.theorems import Kernel, Steps, Terms, Theorem, rule

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
    """For sequences, functions, families and laws: a variable of the same kind that is at least as wide."""
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
        laws = fact.args[0].args[:-1] if fact.args[0].op == "E" else ()
        held = defined_inside(kernel, before, fact.args[0]) and all(is_law(kernel, before, law) for law in laws)
    demand(held, f"a fact ({fact.op}) may ask more of the variable than of its value")


@rule("INST", of=STEP, values=[TERM], premises=[STEP])
def instance(kernel: Kernel, context: Context, of: Theorem, values: Terms, premises: Steps) -> Term:
    """A theorem of another context at values for all its variables, at which its entries hold.

    Entries that both contexts begin with, at variables that stay what they are, hold as they stand.
    """
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


# -- cases, induction, all ------------------------------------------------------------------------------------------


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


@rule("INHABIT", "point", values=[TERM], premises=[STEP])
def inhabit(kernel: Kernel, context: Context, values: Sequence[Term], premises: Sequence[Theorem]) -> Term:
    """A point of the context, by closed values: one for a number or a law, the coordinates of a vector, the constant
    value of a sequence or function; families have none, and nothing may be asked of them."""
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
        count = {"vec": _size(at_point), "reals": 0, "ints": 0, "vecs": 0}.get(tag, 1)
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
