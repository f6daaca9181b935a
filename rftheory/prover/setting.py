"""The context of a claim: its parameters, the conditions on them, and the vectors and functions that it speaks of.

Entries are tried in one fixed order (parameters, dimension, vectors, functions, draws, conditions), and each comes as soon as
it is well-formed: ends and sides speak of what was declared before, and are defined there. So the order of a context depends
on the claim alone.
"""

from __future__ import annotations

import copy
import re
from dataclasses import replace
from itertools import chain, count

import sympy as sp

from rftheory.prover.words import *
from rftheory.kernel.reading import RESERVED
from rftheory.kernel.substitution import abstract
from rftheory.kernel.terms import RELATIONS
from rftheory.prover.draws import Draw
from rftheory.prover.entries import (
    Make,
    PendingEntry,
    dimensions_of,
    named,
    nodes_of,
    of_functions,
    of_vectors,
    vectors_of,
)
from rftheory.prover.failure import IllFormed
from rftheory.prover.free_draws import of_draws
from rftheory.prover.search import name_at, naming
from rftheory.prover.translate import Scope
from rftheory.statements.domain import Domain, Range


class Setting:
    """A context with the map from the symbols of a claim to its variables.

    Args:
        kernel: a `Kernel`, or what records its steps.
        domain: the parameters and conditions.
        expressions: what will be translated; the vectors, functions and free draws that they name are declared.
        bound: the variable of a limit, which is left out.
    """

    def __init__(
        self, kernel: Any, domain: Domain, expressions: Sequence[sp.Basic] = (), bound: sp.Symbol | None = None
    ):
        self.kernel, self.domain, self.bound = kernel, domain, bound
        self.context: Context = EMPTY
        #: the names of the variables, by place
        self.names: list[str] = []
        whole = [*map(sp.sympify, expressions), *domain.conditions]
        nodes = [node for expr in whole for node in nodes_of(expr)]
        vectors, (size, sizes) = vectors_of(nodes, bound, self._is_nonzero), dimensions_of(nodes)
        self._scope = Scope({}, combined=vectors.combined, size=size, sizes=sizes)
        pending = [
            *(entry for item in domain.ranges if item.symbol != bound for entry in _of_range(item)),
            *of_vectors(vectors, domain, {size, *sizes.values()}),
            *of_functions(nodes),
            *of_draws(whole),
            *(self._of_condition(condition) for condition in domain.conditions),
        ]
        with naming(self.names):
            while pending:
                added = self._next(pending, prove=False) or self._next(pending, prove=True)
                pending = [entry for entry in pending if entry is not added]

    @property
    def symbols(self) -> dict[sp.Basic, Term]:
        """The parameters and the labels of arrays, with their variables."""
        return dict(self._scope.symbols)

    def values(self) -> dict[Term, sp.Expr]:
        """What stands in expressions for the variables of numbers and the products of vectors."""
        found: dict[Term, Any] = {term: symbol for symbol, term in self.symbols.items()}
        vectors = self._scope.vectors.items()
        products = ((space, one, other) for one in vectors for other in vectors if (space := one[0][0]) == other[0][0])
        for space, ((_, name), vector), ((_, second), factor) in products:
            found[make("dot", (vector, factor))] = space.space.gram(name, second)
        return found

    def scope(self) -> Scope:
        """The scope of expressions in this context."""
        return self._scope.having(place=self.context.size)

    def within(
        self,
        context: Context,
        symbols: Mapping[sp.Basic, Term] | None = None,
        draws: Mapping[str, Draw] | None = None,
        domain: Domain | None = None,
    ) -> Setting:
        """This setting in a context that goes on with its own, with the symbols and draws that are variables there.

        ``domain`` says what the parameters are there, those that binders have opened among them; by default what they were.
        """
        inner = copy.copy(self)
        inner.domain = domain or self.domain
        inner.context = context
        inner._scope = self._scope.having(
            symbols={**self._scope.symbols, **(symbols or {})}, draws={**self._scope.draws, **(draws or {})}
        )
        tags = [declaration.data[0] for declaration in context.declarations]
        inner.names = [*self.names, *map(name_at, range(len(self.names), len(tags)), tags[len(self.names) :])]
        return inner

    def opened(self, symbol: sp.Symbol, ends: Sequence[Term], closed: str = "()") -> Setting:
        """This setting with a symbol that is a number of an interval."""
        low, high = (None if end.sort == "end" else end for end in ends)
        context = self.kernel.declare(self.context, declare("real", low=low, high=high, closed=closed))
        inner = self.within(context, {symbol: context.variable(context.size - 1)})
        inner.names[-1] = self._free_name(str(symbol))
        return inner

    def _is_nonzero(self, expr: sp.Expr) -> bool:
        """Whether an expression of the parameters is proved not to be 0; no point of the variable of a limit is at an end."""
        inside = (replace(item, closed="()") for item in self.domain.ranges if item.symbol == self.bound)
        with suppress(Unproved, Refused):
            numbers = Setting(self.kernel, self.domain.with_ranges(*inside))
            term = numbers.scope().term(sp.trigsimp(sp.factor(expr)))
            make_defined(self.kernel, numbers.context, term)
            prove_nonzero(self.kernel, numbers.context, term)
            return True
        return False

    def _next(self, pending: Sequence[PendingEntry], prove: bool) -> PendingEntry | None:
        """Add the first entry that is well-formed; first by structure alone, then with what can be proved of its parts."""
        reasons, has_term = [], False
        for entry in pending:
            scope, term = self.scope(), None
            try:
                term = entry.term(scope)
                if prove:
                    self._prove_parts(term)
                self.context = self.kernel.declare(self.context, term)
            except (Unproved, Refused) as error:
                reasons.append(f"{entry.what}: {error}")
                has_term |= term is not None
                continue
            if term.sort == "decl":
                self.names.append(self._free_name(entry.name))
                scope = entry.known(scope, self.context.variable(self.context.size - 1))
            self._scope = scope
            return entry
        if prove:
            kind = IllFormed if has_term else Unproved
            raise kind(f"the context is not well-formed: {'; '.join(reasons)}")
        return None

    def _prove_parts(self, entry: Term) -> None:
        """List what shows that the ends of a variable or the sides of a fact are defined, and real where they must be."""
        for part in entry.args if entry.sort == "decl" or entry.op in RELATIONS else ():
            make_defined(self.kernel, self.context, part)
            if entry.op in ("<=", "<"):
                make_real(self.kernel, self.context, part)

    def _free_name(self, name: str) -> str:
        plain = re.sub(r"[^A-Za-z0-9_]", "_", name)[:60]
        plain = plain if plain[:1].isalpha() else f"v_{plain}"
        # numbers tell vectors of a basis apart: a word of the language is no e_2
        plain = f"{plain}_" if plain in RESERVED else plain
        return next(n for n in chain((plain,), (f"{plain}_{k}" for k in count(2))) if n not in self.names)

    def _of_condition(self, condition: sp.Basic) -> PendingEntry:
        if self.bound in condition.free_symbols:
            raise Unproved(f"a condition on the variable of a limit: {condition}")
        return PendingEntry(str(condition), lambda scope: scope.relation(condition))


def _of_range(item: Range) -> Iterator[PendingEntry]:
    """The declaration of a number, a vector or a data set, and the ends of its entries."""
    ends = [None if end is None else sp.sympify(end) for end in (item.low, item.high)]

    def declared(scope: Scope) -> Term:
        if item.shape:
            sizes = [scope.term(sp.sympify(size)) for size in item.shape]
            if item.integer and len(sizes) > 1:
                raise Unproved(f"a table of integers: {item.symbol}")
            return declare("ints" if item.integer else ("vec", "vecs")[len(sizes) - 1], *sizes)
        low, high = (None if end is None else scope.term(end) for end in ends)
        return declare("int" if item.integer else "real", low=low, high=high, closed=item.closed)

    yield named(item.describe(), str(item.symbol), declared, "symbols", item.symbol)
    if item.shape:
        indices = [sp.Dummy(f"i_{axis}", integer=True) for axis in range(len(item.shape))]
        entry = sp.IndexedBase(item.symbol)[tuple(indices)]
        for relation in item.relations(entry):
            yield PendingEntry(item.describe(), _for_all(indices, item.shape, relation))


def _for_all(indices: Sequence[sp.Symbol], sizes: Sequence[Any], relation: sp.Basic) -> Make:
    """A relation for all values of some indices, from 1 to their sizes."""

    def closed(scope: Scope, axis: int = 0) -> Term:
        if axis == len(indices):
            return scope.relation(relation)
        inner, index = scope.bind(indices[axis], "int")
        declared = declare("int", low=ONE, high=scope.term(sp.sympify(sizes[axis])))
        return make("all", (declared, abstract(closed(inner, axis + 1), [index.data[0]])))

    return closed
