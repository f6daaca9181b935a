"""Chains from one angle between two projections to another, through the lengths of the projections.

Given the lengths r_1, r_2 of two projections at the cosine c, ``w_1 + w_2`` has the squared length ``r_1^2 + r_2^2 + 2 c r_1 r_2``
and a uniform direction, so that ``E exp((w_1 + w_2).u) = 0F1(; d/2; u^2 (r_1^2 + r_2^2 + 2 c r_1 r_2)/4)`` (`rules.sphere`). The
lengths have the same law at every angle, and are positive almost surely.
"""

from __future__ import annotations

from dataclasses import replace

from rftheory.evidence.chain_words import *
from rftheory.evidence.deciding import require_proved
from rftheory.evidence.series_steps import SeriesBound
from rftheory.kernels import Vector
from rftheory.rules.angles import AngleExpectation, angle_terms
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import bilinear_square
from rftheory.rules.nodes import Form, Projection, sources
from rftheory.rules.sphere import direction_exponential

#: the two lengths
first_length, second_length = sp.symbols("r_1 r_2", positive=True)
_LENGTHS = (first_length, second_length)
LENGTHS = tuple(Range(r, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100),)) for r in _LENGTHS)
#: forms of 1 - c and 1 + c, for cosines whose range is not seen
Cosines = Mapping[sp.Expr, tuple[sp.Expr, sp.Expr]]


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


def independent_pair(direction: Vector) -> Expectation:
    """``E exp(w_1.u) exp(w_2.u)`` of two independent projections."""
    return Expectation(sp.exp(sp.Add(*(Projection(length.name).dot(direction) for length in _LENGTHS))))


def length_power(first_power: int, second_power: int, dimension: sp.Expr) -> sp.Expr:
    """``E r_1^p r_2^q`` of the two lengths."""
    squares = [Projection(length.name).squared_length(dimension) for length in _LENGTHS]
    powers = zip(squares, (first_power, second_power), strict=True)
    return Expectation(sp.Mul(*(square ** (sp.Integer(power) / 2) for square, power in powers)))


def conditional(expr: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """An expression that is linear in expectations over two projections of R^d, given their lengths.

    Besides `AngleExpectation` it may have the two projections independent (`independent_pair`), powers of their lengths
    (`length_power`), numbers, and finite sums of such terms.

    Raises:
        ValueError: if it has anything else that is random.
    """
    if isinstance(expr, AngleExpectation):
        return given_lengths(expr)
    if isinstance(expr, Expectation):
        return _of_independent(expr, dimension)
    if not expr.has(AngleExpectation, Expectation):
        if expr.has(*_LENGTHS):
            raise ValueError(f"{expr} has a parameter of the name of a length")
        return expr
    if isinstance(expr, sp.Add):
        return sp.Add(*(conditional(term, dimension) for term in expr.args))
    random = [factor for factor in sp.Mul.make_args(expr) if factor.has(AngleExpectation, Expectation)]
    if isinstance(expr, sp.Mul) and len(random) == 1:
        constant = sp.Mul(*(factor for factor in expr.args if factor not in random))
        return conditional(constant, dimension) * conditional(random[0], dimension)
    if isinstance(expr, sp.Sum) and not any(end.has(AngleExpectation, Expectation, sp.oo) for end in expr.limits):
        return sp.Sum(conditional(expr.function, dimension), *expr.limits)
    raise ValueError(f"{expr} is not linear in expectations over two projections")


def _of_independent(node: Expectation, dimension: sp.Expr) -> sp.Expr:
    """Given the lengths: exponentials of forms of two independent projections, or powers of their lengths."""
    inner = node.args[0]
    if isinstance(inner, sp.exp):
        forms = {form: inner.exp.coeff(form) for form in inner.exp.atoms(Form)}
        left = sp.expand(inner.exp - sp.Add(*(factor * form for form, factor in forms.items())))
        if left == 0 and not any(map(sources, forms.values())) and sources(inner) <= {r.name for r in _LENGTHS}:
            images = [{f: c for f, c in forms.items() if f.projection == r.name} for r in _LENGTHS]
            squares = [bilinear_square(image) * r**2 for image, r in zip(images, _LENGTHS, strict=True)]
            return sp.Mul(*(direction_exponential(square, dimension) for square in squares))
    lengths = {Projection(r.name).squared_length(dimension): r**2 for r in _LENGTHS}
    monomial = inner.xreplace(lengths)
    powers = [factor.as_base_exp() for factor in sp.Mul.make_args(monomial)]
    if all(base in _LENGTHS and power.is_Rational and power > 0 for base, power in powers):
        return monomial
    raise ValueError(f"{node} is no expectation over two independent projections of R^{dimension}")


class LengthBound(SeriesBound):
    """A chain of bounds on expectations over two projections at a fixed angle."""

    def for_all_lengths(self, target: sp.Expr, lemma: Claim, cosines: Cosines | None = None) -> Self:
        """Go on to other expectations, where the lemma relates both sides given the lengths, for all lengths > 0.

        Both sides are linear in expectations over the two projections, with finite sums (`conditional`). The lemma speaks of
        this domain with the two `LENGTHS`. All expectations are finite, since ``0F1 <= exp(|u| (r_1 + r_2))`` for real u, so
        that a strict inequality given the lengths remains strict. ``cosines`` gives forms of 1 - c and 1 + c whose signs
        are seen.
        """
        proposition, domain = lemma.proposition, replace(self.domain, ranges=(*self.domain.ranges, *LENGTHS))
        if not isinstance(proposition, Inequality) or lemma.domain != domain:
            raise Unproved(f"{lemma.name} is not an inequality for all lengths on this domain")
        if set(_LENGTHS) & (names_of(self.domain) | self.end.free_symbols | target.free_symbols):
            raise Unproved(f"{list(_LENGTHS)} are the lengths, not parameters")
        nodes = {node for side in (self.end, target) for node in side.atoms(AngleExpectation)}
        dimensions = {node.dimension for node in nodes}
        if len(dimensions) != 1:
            raise Unproved(f"{self.end} and {target} are not expectations over projections of one dimension")
        for node in nodes:
            self._require_angle(node, cosines or {})
        for side, expectation in ((proposition.left, self.end), (proposition.right, target)):
            self._require_form(side, expectation, dimensions.copy().pop(), domain)
        require_proved(lemma)
        return self._add(proposition.relation, target, f"for all lengths: {lemma.name}")

    def as_frame(self) -> Self:
        """At the cosine 0 two projections are members of an orthogonal frame."""
        node = self.end
        if not isinstance(node, AngleExpectation) or node.cosine != 0:
            raise Unproved(f"{node} is not an expectation at the cosine 0")
        self._require_angle(node, {})
        return self._add("=", FrameExpectation(node.samples, node.dimension), "orthogonal directions")

    def _require_angle(self, node: AngleExpectation, cosines: Cosines) -> None:
        gaps = (1 - node.cosine, 1 + node.cosine)
        for gap, form in zip(gaps, cosines.get(node.cosine, gaps), strict=True):
            if form != gap and not decide_equal(gap, form, self.facts).zero:
                raise Unproved(f"{gap} is not decided to be {form}")
        for gap in (*cosines.get(node.cosine, gaps), node.dimension - 2):
            if not sign_of(gap, self.facts) <= NONNEGATIVE and not sign_of(sp.factor(gap), self.facts) <= NONNEGATIVE:
                raise Unproved(f"{gap} >= 0 is not proved: no angle in R^{node.dimension}")

    def _require_form(self, side: sp.Expr, expectation: sp.Expr, dimension: sp.Expr, domain: Domain) -> None:
        try:
            form = conditional(expectation, dimension)
        except ValueError as reason:
            raise Unproved(str(reason)) from reason
        if any(term.has(sp.I) for node in form.atoms(sp.hyper) for term in node.args):
            raise Unproved(f"{form} is not seen to be real")
        if side == form:
            return
        require_equal(side, form, domain, "{} is not decided to be {}")
