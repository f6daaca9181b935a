"""The random sources that an expression names: what each of them is, and in which mean it is drawn.

Sources of different names are independent; one name is one source, of one kind, law and dimension. In one expectation (or
outside of all) it is drawn alone or in means of one kind and size: means of the same samples share their draws.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import sympy as sp

from rftheory.rules.frames import MembersExpectation, OrthogonalMean
from rftheory.rules.nodes import (
    Expectation,
    Form,
    MeanOfSamples,
    Phase,
    Probability,
    SquaredLength,
    projections,
    sources,
)
from rftheory.rules.tables import Drawn, Member, Sign
from rftheory.rules.uniform import LargestDeviation
from rftheory.rules.variates import Count, Variate

#: nodes that are random themselves
SOURCES = (Form, SquaredLength, Phase, Count, Member, Variate, Drawn)

#: a mean by its kind and what it says besides its sample; the means around a source, the outermost first
Means = tuple[tuple[type[sp.Basic], tuple[sp.Basic, ...]], ...]


def source_of(node: sp.Expr) -> str:
    """The name of the random source of such a node."""
    if isinstance(node, OrthogonalMean):
        return str(next(iter(sources(node))))
    if isinstance(node, (Form, SquaredLength)):
        return str(node.projection)
    return str(node.random_source if isinstance(node, (Member, Drawn)) else node.name)


@dataclass(frozen=True)
class _Said:
    """What is said of a source at one place."""

    name: str
    #: its kind and law, its dimension, or the mean that it is drawn in
    what: str
    value: Hashable
    words: str


def contradictions(exprs: Iterable[sp.Basic]) -> Iterator[str]:
    """Names that stand for more than one source in the expressions of one claim, in words."""
    known: dict[tuple[str, str], _Said] = {}
    told: set[str] = set()
    for block, said in _said(exprs):
        # a mean is one within its expectation; kind, law and dimension are the same wherever a name stands
        key = (said.name, f"{said.what} {block}" if said.what == _MEAN else said.what)
        other = known.setdefault(key, said)
        if other.value != said.value and said.name not in told:
            told.add(said.name)
            yield f"{said.name} names two random sources: {other.words}, and {said.words}; give one of them another name"


_KIND, _DIMENSION, _MEAN = "kind", "dimension", "mean"


def _said(exprs: Iterable[sp.Basic]) -> Iterator[tuple[int, _Said]]:
    """What is said of sources, each with the number of the expectation that it stands in (0: outside of all)."""
    blocks: list[Sequence[sp.Basic]] = [list(exprs)]
    # the list grows: an expectation in another one has sources of its own
    for number, block in enumerate(blocks):
        for expr in block:
            yield from ((number, said) for said in _in_block(expr, (), blocks))


def _in_block(expr: sp.Basic, means: Means, blocks: list[Sequence[sp.Basic]]) -> Iterator[_Said]:
    if isinstance(expr, SOURCES):
        yield from _of_source(expr, means)
        return
    if isinstance(expr, (OrthogonalMean, MembersExpectation)):
        samples = (expr.sample,) if isinstance(expr, OrthogonalMean) else expr.samples
        for name in sorted(set().union(*map(projections, samples))):
            yield _of_dimension(name, expr.dimension)
    if isinstance(expr, (Expectation, Probability)) or getattr(expr, "averages_out", False):
        blocks.append(expr.args)
        return
    if isinstance(expr, MeanOfSamples):
        means = (*means, (type(expr), expr.args[1:]))
    parts = (expr.gap, *expr.args[1:]) if isinstance(expr, LargestDeviation) else expr.args
    for part in parts:
        if isinstance(part, sp.Basic):
            yield from _in_block(part, means, blocks)


def _of_source(node: sp.Expr, means: Means) -> Iterator[_Said]:
    name = source_of(node)
    yield _Said(name, _KIND, *_kind(node))
    if isinstance(node, SquaredLength):
        yield _of_dimension(name, node.dimension)
    kinds = (f"{kind.__name__} of {', '.join(map(str, numbers))}" for kind, numbers in means)
    yield _Said(name, _MEAN, means, f"the samples of a {' of a '.join(kinds)}" if means else "a single draw")


def _of_dimension(name: str, dimension: sp.Expr) -> _Said:
    return _Said(name, _DIMENSION, dimension, f"a projection of dimension {dimension}")


def _kind(node: sp.Expr) -> tuple[Hashable, str]:
    """What a source is, and the law that is stated with it."""
    if isinstance(node, (Form, SquaredLength)):
        return Form, "a Gaussian projection"
    if isinstance(node, Sign):
        return Sign, "random signs"
    if isinstance(node, Member):
        return Member, "the coordinates of a projection"
    if isinstance(node, Phase):
        return Phase, "a phase"
    if isinstance(node, Drawn):
        return Drawn, "an entry of a table"
    if isinstance(node, Count):
        return (Count, node.law), f"a count of the law {node.law.expr}"
    finite = f" with finite means of {', '.join(map(str, node.finite))}" if node.finite else ""
    return (type(node), node.finite), f"a number of unknown law ({type(node).__name__}{finite})"
