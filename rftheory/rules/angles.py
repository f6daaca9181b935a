r"""Two projections at a fixed angle, as a SymPy expression, and its closed form for exponentials.

``w_i = r_i u_i`` with ``u_1.u_2 = c``, a joint law that rotations leave unchanged, and independent lengths r_i of the chi law
with d degrees of freedom: each w_i is N(0, I_d). For a common rate a with Re(1 - 2a) > 0 and any complex u,

    E exp(a |w_1|^2 + a |w_2|^2 + w_1.u + w_2.u) = (1 - 2a)^(-d) E_phi 1F1(d; d/2; u^2 (1 + c sin phi) / (2 (1 - 2a)))

(`rules.pair_moments`), and with -w_2.u in place of w_2.u the same at the cosine -c. For different rates a_i with Re g_i > 0,
g_i = 1 - 2 a_i, and images c_i w_i.u, with principal roots,

    E exp(sum_i a_i |w_i|^2 + c_i w_i.u) = (g_1 g_2)^(-d/2) E_phi 1F1(d; d/2; (u^2/2) (t_1^2 cos(phi/2)^2 + t_2^2 sin(phi/2)^2
                                                                                + c t_1 t_2 sin phi)),    t_i = c_i/g_i^(1/2),

because under the density tilted by ``exp(a r^2)`` a length r has the law of ``r/g^(1/2)``, up to the factor g^(-d/2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from rftheory.rules.frames import FrameExpectation, MembersExpectation
from rftheory.rules.gaussian import Positive, bilinear_square, convergence_gap, positive_by_assumption
from rftheory.rules.orthogonal import FrameTerm, frame_terms
from rftheory.rules.pair_moments import angle_conformity, angle_density, orthogonal_conformity, phi


class AngleExpectation(MembersExpectation):
    """``E Z_1(w_1) Z_2(w_2)`` over two projections of R^d, d >= 2, whose directions have a fixed cosine in [-1, 1]."""

    def __new__(cls, samples: Sequence[sp.Expr], dimension: sp.Expr, cosine: sp.Expr) -> AngleExpectation:
        return sp.Expr.__new__(cls, cls.of_one_projection(samples, 2), sp.sympify(dimension), sp.sympify(cosine))

    @property
    def cosine(self) -> sp.Expr:
        return self.args[2]

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        return rf"\mathbb{{E}}_{{\cos = {printer._print(self.cosine)}}}\left[{self._factors(printer)}\right]"

    def _sympystr(self, printer: sp.printing.str.StrPrinter) -> str:
        first, second, cosine = map(printer._print, (*self.samples, self.cosine))
        return f"E_angle[{first}, {second}; cosine {cosine}]"


def angle_terms(node: AngleExpectation) -> Iterator[FrameTerm]:
    """The samples multiplied out into products of exponentials of one common direction.

    Raises:
        ValueError: if a sample is not a sum of exponentials, or there are several directions or dimensions.
    """
    return frame_terms(FrameExpectation(node.samples, node.dimension))


def angle_exponential(rate: sp.Expr, square: sp.Expr, dimension: sp.Expr, cosine: sp.Expr) -> sp.Expr:
    """``E exp(a |w_1|^2 + a |w_2|^2 + w_1.u + w_2.u)``, ``square = u^2`` (bilinear)."""
    gap = convergence_gap(sp.sympify(rate))
    return gap ** (-sp.sympify(dimension)) * angle_conformity(square / gap, sp.sympify(dimension), cosine)


def unequal_exponential(
    rates: Sequence[sp.Expr], scales: Sequence[sp.Expr], square: sp.Expr, dimension: sp.Expr, cosine: sp.Expr
) -> sp.Expr:
    """``E exp(a_1 |w_1|^2 + a_2 |w_2|^2 + c_1 w_1.u + c_2 w_2.u)``, ``square = u^2`` (bilinear)."""
    d = sp.sympify(dimension)
    gaps = [convergence_gap(sp.sympify(rate)) for rate in rates]
    first, second = (scale**2 / gap for scale, gap in zip(scales, gaps, strict=True))
    cross = scales[0] * scales[1] / (sp.sqrt(gaps[0]) * sp.sqrt(gaps[1]))
    # cos(phi/2)^2 and sin(phi/2)^2 by the double angle
    spread = (first + second + (first - second) * sp.cos(phi)) / 2 + cosine * cross * sp.sin(phi)
    inner = angle_density(d) * orthogonal_conformity(square * spread, d)
    return sp.Mul(*(gap ** (-d / 2) for gap in gaps)) * sp.Integral(inner, (phi, 0, sp.pi))


def integrate_angles(expr: sp.Expr, positive: Positive = positive_by_assumption) -> sp.Expr:
    """Apply the rule to the expectations of exponentials of one direction.

    ``positive`` has to prove Re(1 - 2a) > 0 for every rate a; the others are left as they are. That the cosines are such
    numbers, and d >= 2, is for the caller to prove.
    """
    return expr.replace(lambda e: isinstance(e, AngleExpectation), lambda e: _integrate(e, positive))


def right_angles(expr: sp.Expr) -> sp.Expr:
    """Two members of an orthogonal frame of R^d, d >= 2, are two projections of the cosine 0."""
    return expr.replace(
        lambda e: isinstance(e, FrameExpectation) and len(e.samples) == 2,
        lambda e: AngleExpectation(e.samples, e.dimension, sp.Integer(0)),
    )


def _integrate(node: AngleExpectation, positive: Positive) -> sp.Expr:
    total = []
    try:
        for term in angle_terms(node):
            value = _moment(term, node, positive)
            if value is None:
                return node
            total.append(term.coefficient * value)
    except ValueError:
        return node
    return sp.Add(*total)


def _moment(term: FrameTerm, node: AngleExpectation, positive: Positive) -> sp.Expr | None:
    if not all(positive(sp.re(convergence_gap(rate))) for rate in term.rates):
        return None
    equal = sp.expand(term.rates[0] - term.rates[1]) == 0
    square = bilinear_square(term.direction)
    if equal and (not term.direction or all(ratio in (1, -1) for ratio in term.ratios)):
        cosine = node.cosine * sp.Mul(*term.ratios) if term.direction else sp.Integer(0)
        return angle_exponential(term.rates[0], square, node.dimension, cosine)
    if not term.direction:
        return sp.Mul(*(convergence_gap(rate) ** (-node.dimension / 2) for rate in term.rates))
    return unequal_exponential(term.rates, term.ratios, square, node.dimension, node.cosine)
