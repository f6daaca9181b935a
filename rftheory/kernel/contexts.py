"""Contexts: an ordered list of declared variables and facts, and the only ways to make one.

An entry speaks of earlier entries only. `open_binder` appends the variables of a binder and then what is known of them;
contexts that are made in different ways but have the same entries are one object. Names play no part.
"""

from __future__ import annotations

from functools import lru_cache
from weakref import WeakValueDictionary

from rftheory.kernel.refused import Refused
from rftheory.kernel.substitution import abstract, instantiate
from rftheory.kernel.terms import FACTS, MINUS_OO, ONE, OO, ZERO, Term, bound, declare, draw_tag, make, power, rat, var


class Context:
    """The entries of a context; made by `Context.with_entry`, starting from `EMPTY`."""

    __slots__ = ("__weakref__", "_children", "declarations", "entry", "facts", "length", "parent", "prefixes", "said")

    def __init__(self, parent: Context | None, entry: Term | None):
        self.parent, self.entry = parent, entry
        self._children: WeakValueDictionary[Term, Context] = WeakValueDictionary()
        #: the contexts that this one goes on with, the empty one first, and itself
        self.prefixes: tuple[Context, ...] = (*(parent.prefixes if parent else ()), self)
        self.length = len(self.prefixes) - 1
        #: the declaration of each variable, and the facts, in order; the facts with what the ends say of the variables
        entries = [context.entry for context in self.prefixes if context.entry]
        self.declarations = tuple([one for one in entries if one.sort == "decl"])
        self.facts = tuple([one for one in entries if one.sort != "decl"])
        ends = end_facts(entry, self.variable(self.size - 1)) if entry and entry.sort == "decl" else []
        self.said: frozenset[Term] = (parent.said if parent else frozenset()).union(self.facts[-1:], ends)

    def with_entry(self, entry: Term) -> Context:
        """This context with a declaration or a fact more; what it mentions is declared before it."""
        found = self._children.get(entry)
        if found is None:
            if entry.sort != "decl" and entry.op not in FACTS:
                raise Refused(f"an entry of a context is a declaration or a fact, not {entry.op}")
            self.require(entry)
            found = self._children[entry] = Context(self, entry)
        return found

    def extended(self, *entries: Term) -> Context:
        context = self
        for entry in entries:
            context = context.with_entry(entry)
        return context

    @property
    def size(self) -> int:
        """How many variables there are."""
        return len(self.declarations)

    def variable(self, place: int) -> Term:
        return var(place, self.declarations[place].data[0])

    def has_prefix(self, other: Context) -> bool:
        return other in self.prefixes

    def require(self, term: Term) -> None:
        """Refuse a term with a variable that is not declared here, or that is bound nowhere."""
        if term.loose:
            raise Refused("a bound variable without its binder")
        for place, tag in term.variables:
            if place >= len(self.declarations) or self.declarations[place].data[0] != tag:
                raise Refused(f"variable {place} ({tag}) is not declared in the context")


EMPTY = Context(None, None)


def lower_end(declaration: Term) -> tuple[str, Term] | None:
    """The lower end of the values of a variable and whether it is open or closed; None without one."""
    _, low, high = declaration.data
    if low == "none":
        return None
    return low, declaration.args[-1 if high == "none" else -2]


def upper_end(declaration: Term) -> tuple[str, Term] | None:
    return None if declaration.data[2] == "none" else (declaration.data[2], declaration.args[-1])


def end_facts(declaration: Term, variable: Term) -> list[Term]:
    """What the ends of its range say of a variable, as orders."""
    return [] if declaration.data[0] == "fun" else range_facts(declaration, variable)


def range_facts(declaration: Term, place: Term) -> list[Term]:
    """That a place lies in the range of a variable or a function, as orders."""
    relation = {"open": "<", "closed": "<="}
    low, high = lower_end(declaration), upper_end(declaration)
    below = [make(relation[low[0]], (low[1], place))] if low else []
    return below + ([make(relation[high[0]], (place, high[1]))] if high else [])


# -- opening and closing binders ------------------------------------------------------------------------------------


def open_binder(context: Context, term: Term) -> tuple[Context, tuple[Term, ...]]:
    """The context inside a binder, and the variables that it adds."""
    context.require(term)
    places = context.size
    variables: list[Term] = []
    declarations, facts = [], []
    for number, declaration in enumerate(declarations_of(term, context)):
        variable = var(places + number, declaration.data[0])
        declarations.append(declaration)
        variables.append(variable)
        facts += _facts_of(term, number, variable, context)
    return context.extended(*declarations, *facts), tuple(variables)


@lru_cache(maxsize=1 << 12)
def bodies(context: Context, term: Term) -> tuple[Context, tuple[Term, ...], tuple[Term, ...]]:
    """The context inside a binder, its variables, and what the binder holds, in that context.

    It depends on the two alone, and definedness asks again and again: the last answers are remembered.
    """
    inner, variables = open_binder(context, term)
    held = term.args[-2:] if term.op in ("D", "P") else term.args[-1:]
    return inner, variables, tuple(instantiate(body, variables) for body in held)


def close(term: Term, variables: tuple[Term, ...]) -> Term:
    """The inverse of opening: a term of the inner context as the inside of a binder."""
    return abstract(term, [variable.data[0] for variable in variables])


def declarations_of(term: Term, context: Context = EMPTY) -> list[Term]:
    """The declarations of the variables of a binder; the context tells the dimension of an unknown law."""
    args = term.args
    if term.op in ("int", "D", "cont"):
        low, high = args[0], args[1]
        kinds = term.data if term.op == "cont" else ("open", "open")
        marks = ("[" if kinds[0] == "closed" else "(") + ("]" if kinds[1] == "closed" else ")")
        return [declare("real", low=None if low is MINUS_OO else low, high=None if high is OO else high, closed=marks)]
    if term.op in ("sum", "prod", "mass"):
        return [declare("int", low=args[0], high=None if args[1] is OO else args[1])]
    if term.op in ("max", "cont_balls"):
        return [declare("vec", dimension) for dimension in args[:-1:2]]
    if term.op == "all":
        return [args[0]]
    if term.op in ("E", "P", "image"):
        return [_draw(law, context) for law in args[: -2 if term.op == "P" else -1]]
    raise Refused(f"{term.op} opens no context")


def _draw(law: Term, context: Context) -> Term:
    """The declaration of a draw of a law."""
    if law.op == "var":
        context.require(law)
        return declare("vec", *context.declarations[law.data[0]].args)
    if law.op in ("normal", "sphere"):
        return declare("vec", law.args[0])
    if law.op == "uniform":
        return declare("real", low=law.args[0], high=law.args[1], closed="()")
    if law.op in ("chi", "chi2"):
        return declare("real", low=ZERO, closed="(]" if law.op == "chi" else "[]")
    if law.op == "mass":
        return declarations_of(law)[0]
    if law.op == "sign":
        return declare("int", low=rat(-1), high=ONE)
    if law.op in ("gauss", "finite", "image"):
        return declare("real")
    if law.op == "iid":
        member = _draw(law.args[1], context)
        return declare(draw_tag(law), law.args[0], *(member.args[:1] if member.data[0] == "vec" else ()))
    if law.op in ("ortho", "frame"):
        return declare("vecs", *law.args)
    raise Refused(f"draws of {law.op} have no declaration")


def _facts_of(term: Term, number: int, variable: Term, context: Context) -> list[Term]:
    """What is known of one variable of a binder besides its ends."""
    if term.op in ("max", "cont_balls"):
        return [make("<=", (make("norm2", (variable,)), power(term.args[2 * number + 1], 2)))]
    return _support(term.args[number], variable, context) if term.op in ("E", "P", "image") else []


def _support(law: Term, drawn: Term, context: Context) -> list[Term]:
    """Where the draws of a law lie, besides the ends of their range."""
    if law.op == "normal":
        return [make("<", (ZERO, make("norm2", (drawn,))))]
    if law.op == "sphere":
        return [make("=", (make("norm2", (drawn,)), ONE))]
    if law.op == "sign":
        return [make("=", (power(drawn, 2), ONE))]
    if law.op in ("ortho", "frame", "iid"):
        size = law.args[0]
        member = make("at", (drawn, bound(0, "int")))
        if law.op == "iid":
            declared = _draw(law.args[1], context)
            ends = [] if declared.data[0] == "vec" else end_facts(declared, member)
            facts = [*ends, *_support(law.args[1], member, context)]
        else:
            length = make("norm2", (member,))
            facts = [make("=", (length, ONE)) if law.op == "ortho" else make("<", (ZERO, length))]
            # orthogonal: (i - j) (w_i . w_j) = 0 for all i and j
            product = make("dot", (make("at", (drawn, bound(1, "int"))), member))
            apart = make("+", (bound(1, "int"), make("neg", (bound(0, "int"),))))
            others = declare("int", low=ONE, high=size)
            facts.append(make("all", (others, make("=", (make("*", (apart, product)), ZERO)))))
        indices = declare("int", low=ONE, high=size)
        return [make("all", (indices, fact)) for fact in facts]
    return []
