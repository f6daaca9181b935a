"""Mutants of definitions: one slip in the estimator, in what is drawn, or in what is expected of it.

A statement whose definition has slipped says something else, so its proof must fail. Slips of what is drawn (another
coupling, another number of samples, another pair of inputs, an independent copy) come before those of formulas.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from zlib import crc32

import sympy as sp
from sympy.core.symbol import Str
from sympy.core.traversal import preorder_traversal

from rftheory.inputs.kernels import d
from rftheory.judges.mutants import Slips, SlipWords, mutants, words
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.frames import FrameExpectation, MembersExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Form, MeanOfSamples, SampleMean, SquaredLength, projections, sources
from rftheory.statements.domain import Domain


def definition_mutants(expr: sp.Expr, domain: Domain, limit: int, name: str = "") -> list[tuple[SlipWords, sp.Expr]]:
    """At most ``limit`` different mutants of a definition, as (description, mutant), of all kinds in turn.

    ``name`` decides which kind comes first, so that few mutants of each of many definitions are of all kinds.
    """
    kinds: list[Slips] = []
    if _is_averaged(expr):
        drawn: tuple[Callable[[sp.Expr, Domain], Slips], ...] = (_couplings, _sizes, _inputs, _copies)
        kinds += [_survived(kind(expr, domain)) for kind in drawn]
        kinds.append(_survived(_in_estimator(expr, limit)))
    kinds.append(_survived(_formulas(expr, limit)))
    first = crc32(name.encode()) % len(kinds)
    kinds = kinds[first:] + kinds[:first]
    found: dict[sp.Expr, SlipWords] = {}
    for what, mutant in itertools.chain.from_iterable(zip_all(kinds)):
        if len(found) >= limit:
            break
        if mutant != expr:
            found.setdefault(mutant, what)
    return [(what, mutant) for mutant, what in found.items()]


def zip_all(kinds: list[Slips]) -> Iterator[list[tuple[SlipWords, sp.Expr]]]:
    """One item of each iterator in turn, until all are at their ends."""
    while items := [item for kind in kinds if (item := next(kind, None)) is not None]:
        yield items


def _survived(slips: Slips) -> Slips:
    """The slips that can be written: a mean over a frame refuses a sample with two projections, for example."""
    try:
        yield from slips
    except (ValueError, TypeError):
        return


def _is_averaged(expr: sp.Expr) -> bool:
    """Whether something random is expected, and nothing stays random."""
    return expr.has(Expectation, MembersExpectation) and not sources(expr)


def _nodes(expr: sp.Expr, kind: type | tuple[type, ...]) -> list[sp.Expr]:
    return list(dict.fromkeys(node for node in preorder_traversal(expr) if isinstance(node, kind)))


def _couplings(expr: sp.Expr, domain: Domain) -> Slips:
    """Independent for orthogonal samples and the other way round, a right angle for another one."""
    for node in _nodes(expr, OrthogonalMean)[:1]:
        yield words("independent samples in {}", node), expr.replace(OrthogonalMean, lambda z, m, _: SampleMean(z, m))
    if d in domain.symbols:
        for node in _nodes(expr, SampleMean)[:1]:
            if len(projections(node.sample)) == 1:
                yield (
                    words("orthogonal samples in {}", node),
                    expr.replace(SampleMean, lambda z, m: OrthogonalMean(z, m, d)),
                )
    for node in _nodes(expr, AngleExpectation)[:1]:
        yield words("a right angle in {}", node), expr.xreplace({node: FrameExpectation(node.samples, node.dimension)})
        turned = AngleExpectation(node.samples, node.dimension, -node.cosine)
        yield words("the opposite angle in {}", node), expr.xreplace({node: turned})
    for node in _nodes(expr, FrameExpectation)[:1]:
        apart = sp.Mul(*(Expectation(sample) for sample in node.samples))
        yield words("independent members in {}", node), expr.xreplace({node: apart})


def _sizes(expr: sp.Expr, domain: Domain) -> Slips:
    """One sample more."""
    for node in _nodes(expr, MeanOfSamples)[:1]:
        sample, size, *rest = node.args
        other = {mean: mean.func(mean.sample, size + 1, *mean.args[2:]) for mean in _nodes(expr, MeanOfSamples)}
        yield words("{} + 1 samples in {}", size, node), expr.xreplace(other if not rest else {node: other[node]})


def _inputs(expr: sp.Expr, domain: Domain) -> Slips:
    """Another pair: one input for another one, or its opposite."""
    forms = _nodes(expr, Form)
    for form in forms[-1:]:
        names = sorted({other.vector for other in forms if other.space == form.space} - {form.vector})
        if names:
            swapped = {f: Form(f.args[0], Str(names[0]), f.args[2]) for f in forms if f.vector == form.vector}
            yield words("{} for {}", names[0], form.vector), expr.xreplace(swapped)
        yield words("-{} for {}", form, form), expr.xreplace({form: -form})


def _copies(expr: sp.Expr, domain: Domain) -> Slips:
    """An independent copy of the projection behind one of its images."""
    forms = [f for f in _nodes(expr, Form) if not any(length.projection == f.projection for length in _lengths(expr))]
    for form in forms[-1:]:
        others = [f for f in forms if f != form and (f.projection, f.space) == (form.projection, form.space)]
        if all(form.space.gram(form.vector, f.vector) == 0 for f in others):
            return  # its image is independent of theirs anyway, or the only one
        copy = Form(Str(f"{form.projection}'"), form.args[1], form.args[2])
        yield words("an independent copy behind {}", form), expr.xreplace({form: copy})


def _lengths(expr: sp.Expr) -> list[sp.Expr]:
    return _nodes(expr, SquaredLength)


def _formulas(expr: sp.Expr, limit: int) -> Slips:
    """Slips of formulas anywhere but in the terms of a series: one slip there, and it may converge slowly or not at all."""
    series = {node: sp.Dummy() for node in _nodes(expr, sp.Sum) if any(end is sp.oo for *_, end in node.limits)}
    back = {dummy: node for node, dummy in series.items()}
    for what, slipped in mutants(expr.xreplace(series), limit):
        yield what, slipped.xreplace(back)


def _in_estimator(expr: sp.Expr, limit: int) -> Slips:
    """Slips of formulas in what is averaged."""
    inner = (Expectation, MeanOfSamples)
    for node in _nodes(expr, inner)[-1:]:
        for what, slipped in _formulas(node.args[0], limit):
            yield words("in the estimator, {}", what), expr.xreplace({node: node.func(slipped, *node.args[1:])})
