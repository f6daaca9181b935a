r"""Two projections at a fixed angle, as a SymPy expression, and its closed form for exponentials.

``w_i = r_i u_i`` with ``u_1.u_2 = c``, a joint law that rotations leave unchanged, and independent lengths r_i of the chi law
with d degrees of freedom: each w_i is N(0, I_d). For a common rate a with Re(1 - 2a) > 0 and any complex u,

    E exp(a |w_1|^2 + a |w_2|^2 + w_1.u + w_2.u) = (1 - 2a)^(-d) E_phi 1F1(d; d/2; u^2 (1 + c sin phi) / (2 (1 - 2a)))

(`conformity.closed_forms`), and with -w_2.u in place of w_2.u the same at the cosine -c.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from rftheory.conformity.closed_forms import angle_conformity
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import Positive, bilinear_square, convergence_gap, positive_by_assumption
from rftheory.rules.nodes import sources
from rftheory.rules.orthogonal import FrameTerm, frame_terms


class AngleExpectation(sp.Expr):
    """``E Z_1(w_1) Z_2(w_2)`` over two projections of R^d, d >= 2, whose directions have a fixed cosine in [-1, 1].

    Both samples name the same projection: their place says which member they mean.
    """

    is_commutative = True
    #: nothing random is left (see `nodes.sources`)
    averages_out = True

    def __new__(cls, samples: Sequence[sp.Expr], dimension: sp.Expr, cosine: sp.Expr) -> AngleExpectation:
        given = sp.Tuple(*(sp.sympify(sample) for sample in samples))
        names = {name for sample in given for name in sources(sample)}
        if len(given) != 2 or len(names) > 1:
            raise ValueError(f"samples must be two functions of one projection, got {given} of {sorted(names)}")
        return sp.Expr.__new__(cls, given, sp.sympify(dimension), sp.sympify(cosine))

    @property
    def samples(self) -> tuple[sp.Expr, ...]:
        return tuple(self.args[0])

    @property
    def dimension(self) -> sp.Expr:
        return self.args[1]

    @property
    def cosine(self) -> sp.Expr:
        return self.args[2]

    def _eval_is_extended_real(self) -> bool | None:
        return True if all(sample.is_extended_real for sample in self.samples) else None

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        factors = " ".join(
            rf"\left[{printer._print(sample)}\right]_{{{i}}}" for i, sample in enumerate(self.samples, 1)
        )
        return rf"\mathbb{{E}}_{{\cos = {printer._print(self.cosine)}}}\left[{factors}\right]"

    def _sympystr(self, printer: object) -> str:
        return f"E_angle[{self.samples[0]}, {self.samples[1]}; cosine {self.cosine}]"


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


def integrate_angles(expr: sp.Expr, positive: Positive = positive_by_assumption) -> sp.Expr:
    """Apply the rule to the expectations whose members have equal rates, and images that are equal up to signs.

    ``positive`` has to prove Re(1 - 2a) > 0; the others are left as they are.
    """
    return expr.replace(lambda e: isinstance(e, AngleExpectation), lambda e: _integrate(e, positive))


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
    if sp.expand(term.rates[0] - term.rates[1]) != 0:
        return None
    if term.direction and not all(ratio in (1, -1) for ratio in term.ratios):
        return None
    if not positive(sp.re(convergence_gap(term.rates[0]))):
        return None
    cosine = node.cosine * sp.Mul(*term.ratios) if term.direction else sp.Integer(0)
    return angle_exponential(term.rates[0], bilinear_square(term.direction), node.dimension, cosine)
