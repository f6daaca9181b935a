"""Whether a claim is about something: what it speaks of has a value on all of its domain, as the kernel sees it.

The lemmas that the chain of a claim uses may say why a divisor is not zero. And where the kernel has no closed form of a mean over
projections, one theorem is taken from the books: the mean of a finite sum of products of exponentials of linear forms, with complex
coefficients, exists, since a Gaussian vector has all exponential moments.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.prover.words import *
from rftheory.chains.claims import chain_of
from rftheory.chains.reasons import Use
from rftheory.prover.chains import Walk
from rftheory.prover.derivative_steps import Differentiation
from rftheory.prover.failure import IllFormed
from rftheory.prover.limit_steps import Approach
from rftheory.prover.proving import Prover
from rftheory.prover.setting import Setting
from rftheory.prover.spec import ClaimEntry, entry
from rftheory.prover.trace import Trace
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.orthogonal import frame_terms
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit, Proposition
from rftheory.statements.claims import Claim

#: steps that may be spent on one claim
_STEPS = 4_000


def undefined(claim: Claim) -> str | None:
    """What of a claim is not seen to have a value on all of its domain; "" if nothing is, None if the claim has no term.

    Both sides must be numbers at every point, those of an order on boxes real numbers; the expression of a limit a number in an
    interval at its point; a function has a slope wherever its variable may be, and what is claimed of that is a number there.
    """
    gap = _undefined(claim, claim.proposition)
    if gap and not claim.boxes:
        other, conditions = _without_entire_means(claim.proposition)
        # its proof is asked for its lines once
        chain = claim.known.chain
        alike = replace(claim, proposition=other, proof=claim.proof if chain is None else chain)
        if other != claim.proposition and not _undefined(alike, other, conditions):
            return ""
    return gap


def _undefined(claim: Claim, said: Proposition, conditions: Sequence[sp.Expr] = ()) -> str | None:
    run = Trace()
    try:
        made = entry(claim.name, claim, run)
    except IllFormed as gap:
        return str(gap)
    except Unproved:
        return None
    try:
        with search_of(run).apart(_STEPS):
            _define_sides(Prover(run), claim, made)
            for condition in conditions:
                term = made.setting.scope().term(condition)
                make_real(run, made.setting.context, term)
                prove_order(run, made.setting.context, ZERO, term, strict=False)
    except (Unproved, Refused, TimeoutError) as gap:
        return str(gap)
    return ""


def _define_sides(prover: Prover, claim: Claim, made: ClaimEntry) -> None:
    said, run = claim.proposition, prover.run
    if isinstance(said, Equality | Inequality):
        _with_lemmas(Walk(prover, made.setting, None), claim)
        # at points balls see what is not real, on boxes they do not
        (make_real if claim.boxes else make_defined)(run, made.setting.context, *made.prop.args)
    elif isinstance(said, Limit):
        near = Approach.of(claim, made, Walk(prover, made.setting, None)).near(None)
        _with_lemmas(near, claim)
        _define(near.setting, said.expr)
        _define(made.setting, said.value)
    else:
        low, high, function, _ = made.prop.args
        way = prover.way(claim, made)
        assert isinstance(way, Differentiation)
        way.graph.derivative(function)
        _define(made.setting.opened(said.variable, (low, high)), said.value)


def _with_lemmas(walk: Walk, claim: Claim) -> None:
    """List the lemmas that the chain of a claim uses, as far as they hold here."""
    chain = None
    with suppress(Exception):  # a proof may raise anything
        chain = chain_of(claim)
    for line in chain.lines if chain is not None else ():
        if isinstance(line.reason, Use) and isinstance(line.reason.what, Claim):
            try:
                walk.lemma(line.reason.what, line.reason.at)
            except (Unproved, Refused):
                _proved_here(walk, line.reason)


def _proved_here(walk: Walk, use: Use) -> None:
    """A lemma by its own lines in this context, where its theorem has no instance: vectors may move with the variable of a limit."""
    if use.at is None and (chain := chain_of(use.what)) is not None:
        with suppress(Unproved, Refused):
            walk.search.use(walk.context, Walk(walk.prover, walk.setting, chain).whole())


def _define(setting: Setting, expr: Any) -> None:
    make_defined(setting.kernel, setting.context, setting.scope().term(expr))


# -- means that exist ---------------------------------------------------------------------------------------------------


def _without_entire_means(said: Proposition) -> tuple[Proposition, list[sp.Expr]]:
    """The proposition with the coefficients in the place of means that exist, and what the frames and angles in them ask for: >= 0."""
    if isinstance(said, Derivative | Limit):
        return said, []
    conditions: list[sp.Expr] = []

    def coefficients(node: sp.Expr) -> sp.Expr:
        found = _coefficients(node)
        if found is None:
            return node
        conditions.extend(_asked(node))
        return found

    sides = [
        side.replace(lambda e: isinstance(e, FrameExpectation | AngleExpectation), coefficients)
        for side in (sp.sympify(said.left), sp.sympify(said.right))
    ]
    return replace(said, left=sides[0], right=sides[1]), conditions


def _coefficients(node: sp.Expr) -> sp.Expr | None:
    """The sum of all coefficients in exponents and before them; None unless the samples are sums of exponentials of linear forms."""
    try:
        terms = list(frame_terms(FrameExpectation(node.samples, node.dimension)))
    except ValueError:
        return None
    if any(rate != 0 for term in terms for rate in term.rates):
        return None
    return sp.Add(*(part for t in terms for part in (t.coefficient, *t.ratios, *t.direction.values())))


def _asked(node: sp.Expr) -> list[sp.Expr]:
    if isinstance(node, AngleExpectation):
        return [1 - node.cosine, 1 + node.cosine, node.dimension - 2]
    return [node.dimension - len(node.samples)]
