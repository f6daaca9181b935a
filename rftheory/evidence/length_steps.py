"""Chains from one angle between two projections to another, through the lengths of the projections.

Given the lengths r_1, r_2 of two projections at the cosine c, ``w_1 + w_2`` has the squared length ``r_1^2 + r_2^2 + 2 c r_1 r_2``
and a uniform direction, so that ``E exp((w_1 + w_2).u) = 0F1(; d/2; u^2 (r_1^2 + r_2^2 + 2 c r_1 r_2)/4)`` (`rules.sphere`). The
lengths have the same law at every angle, and are positive almost surely.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Self

import sympy as sp

from rftheory.evidence.bounds import _establish
from rftheory.evidence.derivation import Unproved, decide_equal
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.sign import NONNEGATIVE, sign_of
from rftheory.rules.angles import AngleExpectation, angle_terms
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import bilinear_square
from rftheory.rules.sphere import direction_exponential
from rftheory.statements.claims import Claim, Inequality
from rftheory.statements.domain import Domain, Range

#: the two lengths
first_length, second_length = sp.symbols("r_1 r_2", positive=True)
LENGTHS = tuple(
    Range(r, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100),)) for r in (first_length, second_length)
)


def squared_resultant(cosine: sp.Expr) -> sp.Expr:
    """``|w_1 + w_2|^2`` given the lengths."""
    return first_length**2 + second_length**2 + 2 * cosine * first_length * second_length


def given_lengths(node: AngleExpectation) -> sp.Expr:
    """The expectation given the two lengths.

    Raises:
        ValueError: unless both samples are ``exp(w.u)`` with one u.
    """
    terms = list(angle_terms(node))
    if len(terms) != 1 or terms[0].coefficient != 1 or any(terms[0].rates) or set(terms[0].ratios) != {sp.Integer(1)}:
        raise ValueError(f"two samples exp(w.u) with one u are needed, got {node}")
    square = bilinear_square(terms[0].direction)
    return direction_exponential(square * squared_resultant(node.cosine), node.dimension)


class LengthBound(SeriesBound):
    """A chain of bounds on expectations over two projections at a fixed angle."""

    def for_all_lengths(self, target: AngleExpectation, lemma: Claim) -> Self:
        """Go on at another cosine, where the lemma relates the expectations given the lengths, for all lengths > 0.

        The lemma speaks of this domain with the two `LENGTHS`. Both expectations are finite, since ``0F1 <= exp(|u| (r_1 +
        r_2))`` for real u, so that a strict inequality given the lengths remains strict.
        """
        node = self.end
        if not (isinstance(node, AngleExpectation) and isinstance(target, AngleExpectation)):
            raise Unproved(f"{node} and {target} must be expectations over two projections at an angle")
        if (node.samples, node.dimension) != (target.samples, target.dimension):
            raise Unproved(f"{node} and {target} differ in more than the cosine")
        proposition, domain = lemma.proposition, replace(self.domain, ranges=(*self.domain.ranges, *LENGTHS))
        if not isinstance(proposition, Inequality) or lemma.domain != domain:
            raise Unproved(f"{lemma.name} is not an inequality for all lengths on this domain")
        for side, expectation in ((proposition.left, node), (proposition.right, target)):
            self._require_angle(expectation)
            self._require_form(side, expectation, domain)
        _establish(lemma)
        return self._add(proposition.relation, target, f"for all lengths: {lemma.name}")

    def as_frame(self) -> Self:
        """At the cosine 0 two projections are members of an orthogonal frame."""
        node = self.end
        if not isinstance(node, AngleExpectation) or node.cosine != 0:
            raise Unproved(f"{node} is not an expectation at the cosine 0")
        return self._add("=", FrameExpectation(node.samples, node.dimension), "orthogonal directions")

    def _require_angle(self, node: AngleExpectation) -> None:
        for gap in (1 - node.cosine, 1 + node.cosine, node.dimension - 2):
            if not sign_of(gap, self.facts) <= NONNEGATIVE and not sign_of(sp.factor(gap), self.facts) <= NONNEGATIVE:
                raise Unproved(f"{gap} >= 0 is not proved: no angle in R^{node.dimension}")

    def _require_form(self, side: sp.Expr, node: AngleExpectation, domain: Domain) -> None:
        try:
            form = given_lengths(node)
        except ValueError as reason:
            raise Unproved(str(reason)) from reason
        if not form.is_extended_real and any(term.has(sp.I) for term in form.args):
            raise Unproved(f"{form} is not seen to be real")
        decision = decide_equal(side, form, domain)
        if not decision.zero:
            raise Unproved(f"{side} is not decided to be {form} ({decision.reason})")
