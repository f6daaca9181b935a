"""Whether a claim is about something: what it speaks of has a value on all of its domain, as the kernel sees it.

What says so are identities, entries of the certificate beside those of claims that are proved, and replayed as these are.
The lemmas that the chain of a claim uses may say why a divisor is not zero. And where the kernel has no closed form of a mean over
projections, one theorem is taken from the books: the mean of a finite sum of products of exponentials of linear forms, with complex
coefficients, exists, since a Gaussian vector has all exponential moments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import sympy as sp

from rftheory.prover.words import *
from rftheory.chains.claims import chain_of
from rftheory.chains.reasons import Use
from rftheory.prover.chains import Walk
from rftheory.prover.derivative_steps import Differentiation
from rftheory.prover.limit_steps import Approach
from rftheory.prover.setting import Setting
from rftheory.prover.spec import ClaimEntry, entry
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.orthogonal import frame_terms
from rftheory.rules.propositions import Derivative, Limit, Proposition
from rftheory.statements.claims import Claim

if TYPE_CHECKING:
    from rftheory.prover.proving import Prover

#: the roles of what a row hangs on
HANGS_ON = ("claim", "correction", "reading")
#: steps that may be spent on one claim
_STEPS = 4_000


def with_values(claim: Claim, made: ClaimEntry, prover: Prover) -> list[tuple[ClaimEntry, Theorem]]:
    """What says that the sides of a claim have values on all of its domain, proved in one of the ways of `sides_of`.

    Raises:
        Unproved, Refused, TimeoutError: if they are not seen to have; the message is that of the first way.
    """
    gaps: list[Exception] = []
    for said in sides_of(claim, made, prover):
        try:
            with search_of(prover.run).apart(_STEPS):
                for setting in {one.setting.context: one.setting for one in said if one.prop.op != "D"}.values():
                    _with_lemmas(Walk(prover, setting, None), claim)
                return [(one, _with_value(claim, made, one, prover)) for one in said]
        except (Unproved, Refused, TimeoutError) as gap:
            gaps.append(gap)
    raise gaps[0]


def sides_of(claim: Claim, made: ClaimEntry, prover: Prover) -> Iterator[list[ClaimEntry]]:
    """What says that a claim is about something, as identities, which hold where their sides have values: one way or another.

    Both sides must be numbers at every point, those of an order on boxes real numbers; the expression of a limit a number in an
    interval at its point; a function has a slope wherever its variable may be, and what is claimed of that is a number there.
    """
    said = claim.proposition
    if isinstance(said, Limit):
        near = Approach.of(claim, made, Walk(prover, made.setting, None)).near(None).setting
        yield _numbered([_identity(near, said.expr), _identity(made.setting, said.value)], made)
    elif isinstance(said, Derivative):
        low, high, *_ = made.prop.args
        slope = made.setting, _slope(claim, made, prover).judgement
        yield _numbered([slope, _identity(made.setting.opened(said.variable, (low, high)), said.value)], made)
    else:
        # at points balls see what is not real, on boxes they do not
        op = "<=" if claim.boxes else "="
        yield _numbered([(made.setting, make(op, (side, side))) for side in made.prop.args], made)
        if not claim.boxes:
            with suppress(Unproved):
                yield from _by_coefficients(claim, made, prover)


def _by_coefficients(claim: Claim, made: ClaimEntry, prover: Prover) -> Iterator[list[ClaimEntry]]:
    """The same with the coefficients of means that exist in their place, and what these ask for."""
    other, conditions = _without_entire_means(claim.proposition)
    if other != claim.proposition:
        alike = entry(made.name, replace(claim, proposition=other), prover.run)
        orders = [make("<=", (ZERO, alike.setting.scope().term(condition))) for condition in conditions]
        sides = [make("=", (side, side)) for side in alike.prop.args]
        yield _numbered([(alike.setting, prop) for prop in dict.fromkeys((*sides, *orders))], made)


def _numbered(said: Sequence[tuple[Setting, Term]], made: ClaimEntry) -> list[ClaimEntry]:
    return [ClaimEntry(made.name, setting, prop, side=number) for number, (setting, prop) in enumerate(said)]


def _identity(setting: Setting, expr: Any) -> tuple[Setting, Term]:
    term = setting.scope().term(sp.sympify(expr))
    return setting, make("=", (term, term))


def _slope(claim: Claim, made: ClaimEntry, prover: Prover) -> Theorem:
    way = prover.way(claim, made)
    assert isinstance(way, Differentiation)
    return way.graph.derivative(made.prop.args[2])


def _with_value(claim: Claim, made: ClaimEntry, said: ClaimEntry, prover: Prover) -> Theorem:
    run, context = prover.run, said.setting.context
    if said.prop.op == "D":
        return _slope(claim, made, prover)
    left, right = said.prop.args
    if said.prop.op == "=":
        make_defined(run, context, left)
        return cast(Theorem, run.infer("REFL", context, term=left))
    make_real(run, context, left, right)
    return prove_order(run, context, left, right, strict=False)


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
