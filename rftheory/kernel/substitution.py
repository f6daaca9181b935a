"""Substitution in terms: binders opened and closed, values for variables, one part for another.

All of it is capture-free: what is put in has no bound variable of its own, and bound variables are counted, not named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rftheory.kernel.refused import Refused, demand
from rftheory.kernel.terms import Term, bound, bound_tags, inside, make


def instantiate(body: Term, values: Sequence[Term]) -> Term:
    """What is inside a binder, with closed terms for its variables (the first value for the first variable)."""
    count = len(values)
    demand(not any(value.loose for value in values), "a value has a bound variable of its own")

    def leaf(term: Term, depth: int) -> Term | None:
        if term.op != "bound":
            return None
        index, tag = term.data
        if index < depth:
            return term
        if index < depth + count:
            value = values[count - 1 - (index - depth)]
            if value.sort != term.sort:
                raise Refused(f"a value of sort {value.sort} for a variable of sort {term.sort}")
            return value
        return bound(index - count, tag)

    return mapped(body, leaf, lambda term, depth: all(index < depth for index, _ in term.loose))


def abstract(term: Term, places: Sequence[int]) -> Term:
    """The inverse of `instantiate`: variables of the context, in the order of a binder, become bound ones."""
    indices = {place: len(places) - 1 - number for number, place in enumerate(places)}

    def leaf(node: Term, depth: int) -> Term | None:
        if node.op == "var" and node.data[0] in indices:
            return bound(indices[node.data[0]] + depth, node.data[1])
        if node.op == "bound" and node.data[0] >= depth:
            return bound(node.data[0] + len(places), node.data[1])
        return None

    def untouched(node: Term, depth: int) -> bool:
        return indices.keys().isdisjoint(place for place, _ in node.variables) and all(i < depth for i, _ in node.loose)

    return mapped(term, leaf, untouched)


def substitute(term: Term, values: Mapping[int, Term]) -> Term:
    """Closed terms for variables of the context, all at once."""
    for value in values.values():
        if value.loose:
            raise Refused("a value has a bound variable of its own")

    def leaf(node: Term, _: int) -> Term | None:
        if node.op != "var" or node.data[0] not in values:
            return None
        value = values[node.data[0]]
        if value.sort != node.sort:
            raise Refused(f"a value of sort {value.sort} for a variable of sort {node.sort}")
        return value

    return mapped(term, leaf, lambda node, _: not any(place in values for place, _ in node.variables))


def replace(term: Term, old: Term, new: Term) -> Term:
    """The term with every occurrence of a closed part replaced."""
    if old.loose or new.loose or old.sort != new.sort:
        raise Refused("only closed parts of one sort are replaced")
    return mapped(term, lambda node, _: new if node is old else None, lambda node, _: node.depth < old.depth)


def mapped(term: Term, leaf: Callable[[Term, int], Term | None], untouched: Callable[[Term, int], bool]) -> Term:
    """The term with leaves (and whatever else ``leaf`` answers for) exchanged; ``depth`` counts the variables bound above."""
    memo: dict[tuple[Term, int], Term] = {}

    def walk(node: Term, depth: int) -> Term:
        key = (node, depth)
        found = memo.get(key)
        if found is not None:
            return found
        result = leaf(node, depth)
        if result is None:
            if not node.args or untouched(node, depth):
                result = node
            else:
                tags = bound_tags(node.op, node.args, node.data)
                first = len(node.args) - inside(node.op) if tags else len(node.args)
                args = [
                    walk(arg, depth + (len(tags) if number >= first else 0)) for number, arg in enumerate(node.args)
                ]
                result = make(node.op, args, node.data)
        memo[key] = result
        return result

    return walk(term, 0)
