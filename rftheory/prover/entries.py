"""What a claim speaks of besides its parameters, as entries of a context: vectors, functions and laws (free draws: `free_draws`).

The vectors of a Gram table are variables with facts about their products. Where a product depends on a variable that is
not in the context (of a limit), they are combinations of orthonormal vectors instead, with the coefficients of the Cholesky
factor of the table. That says the same in a space that has room for them; so the domain has to say that it has, unless vectors
with such a table are in no smaller space.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from rftheory.inputs.kernels import d
from rftheory.kernel.substitution import abstract
from rftheory.kernel.terms import ONE, OO, ZERO, Term, bound, declare, make, rat
from rftheory.prover.draws import mass
from rftheory.prover.failure import Unproved
from rftheory.prover.translate import Scope
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.frames import MembersExpectation, OrthogonalMean
from rftheory.rules.nodes import Form, SquaredLength
from rftheory.rules.uniform import LargestDeviation
from rftheory.rules.variates import COUNT, DRAW, MASS, Count, InnerVariate, UnitVariate, Variate
from rftheory.statements.domain import Domain
from rftheory.statements.signs import is_nonnegative

Make = Callable[[Scope], Term]
#: nodes that are made of one projection
PROJECTED = (Form, SquaredLength)
#: nodes that name the dimension of the vectors
_DIMENSIONED = (SquaredLength, OrthogonalMean, MembersExpectation)


@dataclass(frozen=True)
class PendingEntry:
    """An entry that is to be made: what it is in a scope, and what is known once it is there."""

    what: str
    term: Make
    name: str = ""
    known: Callable[[Scope, Term], Scope] = lambda scope, _: scope


def named(what: str, name: str, term: Make, kind: str, key: Any = None) -> PendingEntry:
    """The declaration of a variable, which is then known in a mapping of the scope."""

    def known(scope: Scope, variable: Term) -> Scope:
        return scope.having(**{kind: {**getattr(scope, kind), (name if key is None else key): variable}})

    return PendingEntry(what, term, name, known)


def nodes_of(expr: sp.Basic) -> Iterator[sp.Basic]:
    """All parts of an expression; of the estimate in a largest deviation all but the vectors, which it binds."""
    for node in sp.preorder_traversal(expr):
        yield node
        if isinstance(node, LargestDeviation):
            yield from (part for part in sp.preorder_traversal(node.gap) if not isinstance(part, Form))


# -- vectors --------------------------------------------------------------------------------------------------------------


def dimensions_of(nodes: Sequence[sp.Basic]) -> tuple[sp.Expr | None, dict[sp.Basic, sp.Expr]]:
    """The dimension that nodes name, else d (None if there are no vectors), and those of the spaces that have another."""
    if not any(isinstance(node, (Form, LargestDeviation, NoncentralChiSquare, *_DIMENSIONED)) for node in nodes):
        return None, {}
    found = {node.dimension for node in nodes if isinstance(node, _DIMENSIONED)}
    found |= {node.args[1] for node in nodes if isinstance(node, NoncentralChiSquare)}
    one = None if len(found) > 1 else next(iter(found), d)
    if any(isinstance(node, (LargestDeviation, NoncentralChiSquare)) for node in nodes):
        if one is None:
            raise _different(found)
        return one, {}
    return one, {space: size for space, size in _of_spaces(nodes).items() if size != one}


def _different(sizes: Iterable[sp.Expr]) -> Unproved:
    return Unproved(f"vectors of the dimensions {', '.join(sorted(map(str, sizes)))}")


def _of_spaces(nodes: Sequence[sp.Basic]) -> dict[sp.Basic, sp.Expr]:
    """The dimension of each space: the one that is named with a projection which its vectors meet, else d."""
    met: list[tuple[set[sp.Basic], ...]] = []
    met += [(_projections(node), {node.args[2]}, set()) for node in nodes if isinstance(node, Form)]
    met += [(_projections(node), set(), {node.dimension}) for node in nodes if isinstance(node, _DIMENSIONED)]
    #: projections that meet, with their spaces and dimensions
    together: list[tuple[set[sp.Basic], ...]] = []
    for parts in met:
        joined = [other for other in together if other[0] & parts[0] or other[1] & parts[1]]
        together = [other for other in together if other not in joined]
        together.append(tuple(set().union(*same) for same in zip(parts, *joined, strict=True)))
    if wrong := next((sizes for _, spaces, sizes in together if spaces and len(sizes) > 1), None):
        raise _different(wrong)
    return {space: next(iter(sizes), d) for _, spaces, sizes in together for space in spaces}


def _projections(node: sp.Basic) -> set[sp.Basic]:
    return {part.args[0] for part in sp.preorder_traversal(node) if isinstance(part, PROJECTED)}


Key = tuple[sp.Basic, str]


@dataclass(frozen=True)
class Vectors:
    """The vectors of a claim: those that are variables, their products, and combinations of them."""

    products: tuple[tuple[Key, Key, sp.Expr], ...]
    combined: dict[Key, tuple[tuple[sp.Expr, Key], ...]]
    #: how many dimensions they need, and whether vectors of these products are in no smaller space
    least: int
    independent: bool = True


def vectors_of(nodes: Sequence[sp.Basic], varying: sp.Symbol | None, is_nonzero: Callable[[sp.Expr], bool]) -> Vectors:
    """The vectors that are named, by space; ``varying`` is the variable of a limit, ``is_nonzero`` is asked of squares of lengths."""
    names: dict[sp.Basic, list[str]] = {}
    for form in sorted({node for node in nodes if isinstance(node, Form)}, key=lambda form: str(form.args)):
        of_space = names.setdefault(form.args[2], [])
        of_space += [] if form.vector in of_space else [form.vector]
    products: list[tuple[Key, Key, sp.Expr]] = []
    combined: dict[Key, tuple[tuple[sp.Expr, Key], ...]] = {}
    least, independent = 1, True
    for space, of_space in names.items():
        table, used = space.space.table(tuple(of_space)), of_space
        if varying in table.free_symbols:
            used, least = [f"e_{k}" for k in range(1, len(of_space) + 1)], max(least, len(of_space))
            rows = _factor(table)
            independent &= len(rows) == 1 or all(is_nonzero(row[k] ** 2) for k, row in enumerate(rows))
            for name, row in zip(of_space, rows, strict=True):
                combined[space, name] = tuple((c, (space, unit)) for c, unit in zip(row, used, strict=True) if c != 0)
            table = sp.eye(len(used))
        products += [((space, used[j]), (space, used[i]), table[j, i]) for i in range(len(used)) for j in range(i + 1)]
    for node in dict.fromkeys(node for node in nodes if isinstance(node, NoncentralChiSquare)):
        products.append(((node, "c"), (node, "c"), node.args[2]))
    return Vectors(tuple(products), combined, least, independent)


def _factor(table: sp.Matrix) -> list[list[sp.Expr]]:
    """The Cholesky factor of a table, row by row."""
    size = table.rows
    rows = [[sp.Integer(0)] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = table[i, j] - sp.Add(*(rows[i][k] * rows[j][k] for k in range(j)))
            if i > j and rows[j][j] == 0:
                raise Unproved(f"vectors that depend on each other: {table}")
            rows[i][j] = sp.sqrt(rest) if i == j else rest / rows[j][j]
    return rows


def of_vectors(vectors: Vectors, domain: Domain, sizes: Collection[sp.Expr | None]) -> Iterator[PendingEntry]:
    """The dimension if the domain has none, the vectors, and their products."""
    least = rat(vectors.least)
    own = d in sizes and d not in domain.symbols
    if own:
        if not vectors.independent:
            raise Unproved(f"a limit of vectors that may be in a smaller space: the domain has no d >= {vectors.least}")
        yield named("the dimension d", "d", lambda _: declare("int", low=least), "symbols", d)
    for size in sizes if vectors.least > 1 else ():
        if not (own and size == d) and not (size is not None and is_nonnegative(size - vectors.least, domain.ranges)):
            raise Unproved(
                f"a limit of {vectors.least} independent vectors of R^{size}, whose range allows fewer dimensions"
            )
    for first, second, value in vectors.products:
        if first == second:
            yield named(f"the vector {first[1]}", first[1], _vector_of(first[0]), "vectors", first)
        yield _product(first, second, value)


def _vector_of(space: sp.Basic) -> Make:
    def declared(scope: Scope) -> Term:
        size = scope.dimension_of(space)
        assert size is not None
        return declare("vec", size)

    return declared


def _product(first: tuple[sp.Basic, str], second: tuple[sp.Basic, str], value: sp.Expr) -> PendingEntry:
    """The fact ``first.second = value``."""

    def fact(scope: Scope) -> Term:
        if not {first, second} <= scope.vectors.keys():
            raise Unproved("a vector is not declared")
        vectors = (scope.vectors[first], scope.vectors[second])
        product = make("norm2", vectors[:1]) if first == second else make("dot", vectors)
        return make("=", (product, scope.term(value)))

    return PendingEntry(f"{first[1]}.{second[1]} = {value}", fact)


# -- functions ------------------------------------------------------------------------------------------------------------


def of_functions(nodes: Sequence[sp.Basic]) -> Iterator[PendingEntry]:
    """Functions and masses that may be any, and the variates of unknown law."""
    unknown = {node.func for node in nodes if isinstance(node, AppliedUndef)}
    if MASS in unknown:
        yield from _masses({node for node in nodes if isinstance(node, Count)})
    for name in sorted({str(function) for function in unknown if function != MASS}):
        yield named(f"the function {name}", name, lambda _: declare("fun"), "functions")
    for variate in sorted({node for node in nodes if isinstance(node, Variate)}, key=str):
        yield from _variate(variate)


def _masses(counts: set[Count]) -> Iterator[PendingEntry]:
    """Masses p_k > 0 of a law on 0, 1, ..., with the means that are declared to exist."""
    k = bound(0, "int")

    def series(scope: Scope) -> Term:
        return make("sum", (ZERO, OO, make("at", (_declared(scope, "p"), k))))

    yield named("the masses p", "p", lambda _: declare("seq", ZERO), "functions")
    positive = _fact_of("p", lambda p: make("all", (declare("int", low=ZERO), make("<", (ZERO, make("at", (p, k)))))))
    yield PendingEntry("p_k > 0", positive)
    yield PendingEntry("the masses have a sum", lambda scope: make("l1", (series(scope),)))
    yield PendingEntry("the masses are those of a law", lambda scope: make("=", (series(scope), ONE)))
    for law, function in sorted(
        {(count.law, f) for count in counts if count.law.has(MASS) for f in count.finite}, key=str
    ):

        def exists(scope: Scope, law: sp.Lambda = law, function: sp.Expr = function) -> Term:
            inner, count = scope.bind(COUNT, "int")
            body = abstract(inner.term(function), [count.data[0]])
            return make("l1", (make("E", (mass(scope, law), body)),))

        yield PendingEntry(f"the mean of {function}", exists)


def _declared(scope: Scope, name: str) -> Term:
    if name not in scope.functions:
        raise Unproved(f"{name} is not declared")
    return scope.functions[name]


def _fact_of(name: str, fact: Callable[[Term], Term]) -> Make:
    return lambda scope: fact(_declared(scope, name))


def _variate(variate: Variate) -> Iterator[PendingEntry]:
    """The function of a Gaussian number that a variate is, where its values lie, and which means exist."""
    name = variate.name
    yield named(f"the variate {name}", name, lambda _: declare("fun"), "functions")
    if isinstance(variate, UnitVariate):
        value = make("bound", (), (0, "real"))
        for low in (True, False):

            def between(q: Term, low: bool = low) -> Term:
                image = make("ap", (q, value))
                return make("all", (declare("real"), make("<=", (ZERO, image) if low else (image, ONE))))

            yield PendingEntry(f"{name} in [0, 1]", _fact_of(name, between))

    def mean_of(scope: Scope, function: sp.Expr = DRAW) -> Term:
        inner, drawn = scope.fresh("real")
        symbols = {**scope.symbols, DRAW: make("ap", (_declared(scope, name), drawn))}
        return make("E", (make("gauss"), abstract(inner.having(symbols=symbols).term(function), [drawn.data[0]])))

    finite = (*variate.finite, *((DRAW,) if isinstance(variate, InnerVariate) else ()))
    for function in finite:
        yield PendingEntry(f"the mean of {function}", _exists(mean_of, function))
    if isinstance(variate, InnerVariate):
        yield PendingEntry("the mean is above 0", lambda scope: make("<", (ZERO, mean_of(scope))))
        yield PendingEntry("the mean is below 1", lambda scope: make("<", (mean_of(scope), ONE)))


def _exists(mean: Callable[[Scope, sp.Expr], Term], function: sp.Expr) -> Make:
    return lambda scope: make("l1", (mean(scope, function),))
