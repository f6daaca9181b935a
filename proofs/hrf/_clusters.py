"""Appendix H.2: complex exponential (CE) estimators whose matrix is fitted to a pair of centres r_i, r_j.

Where all entries of the centres have one ratio, r_j = b^2 r_i or r_j = -b^2 r_i with b > 0, the matrices of (86),
(87) and (88) are multiples of the identity, in every dimension: i b I, b I and b I. They carry the counterexamples.
Corrections are proved for every A: complex ones through the images of `_complex`, real ones through |A x|, |A^-T y|
and x.y here.
"""

from rftheory.proofs.hrf._complex import inner
from rftheory.proofs.hrf._setting import *
from rftheory.families.complex_exponential import a11, b11
from rftheory.proofs.hrf.eq_81 import opposite_sign_entry, same_sign_entry

#: the root b of the ratio of the centres
ratio_root = sp.Symbol("b", positive=True)
RATIO_ROOT = Range(ratio_root, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 10), 3))
TAU = Range(tau, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 10), 10))

W, V, T = Projection("w"), Projection("v"), Projection("tau")

#: r_j = b^2 r_i and r_j = -b^2 r_i, r the length of r_i
SAME_SIGN = make_pair(r, ratio_root**2 * r, sp.Integer(0), "centres")
OPPOSITE_SIGN = make_pair(r, ratio_root**2 * r, sp.pi, "centres")
CENTERS = Domain((R, RATIO_ROOT, *(item for item in EQUAL_PAIRS.ranges if item.integer)))

_SAME_ENTRY = same_sign_entry(sp.Integer(1), ratio_root**2)
_OPPOSITE_ENTRY = opposite_sign_entry(sp.Integer(1), -(ratio_root**2))
#: inputs and the matrix i b I, b I
CLUSTER_INPUTS = PAIRS.with_ranges(RATIO_ROOT)
INPUTS_AND_WIDTH = CLUSTER_INPUTS.with_ranges(TAU)


def complex_family(prefactor: str) -> ComplexExponential:
    """The estimator of (86) for r_j = b^2 r_i: A = i b I, prefactors as printed ("norm") or "bilinear"."""
    return ComplexExponential(scalar=_SAME_ENTRY, prefactor_kind=prefactor)


#: the ratio root of the estimators that are drawn
DRAWN_ROOT = sp.Rational(3, 4)


def drawn_family(prefactor: str) -> ComplexExponential:
    """The family of (86) at one value of b, for simulations."""
    return ComplexExponential(scalar=_SAME_ENTRY.subs(ratio_root, DRAWN_ROOT), prefactor_kind=prefactor)


#: A = b I: the estimator of (87) for r_j = -b^2 r_i, and that of (88) for r_j = b^2 r_i; prefactors as printed.
real_family = ComplexExponential(scalar=_OPPOSITE_ENTRY, prefactor_kind="norm")


# -- an arbitrary real A: a = A x and b = A^-T y with a.b = x.y ---------------------------------------------------


def _real_products(a: str, b: str) -> sp.Expr:
    return {"aa": a11, "bb": b11}.get(a + b, inner)


_REAL_SPACE = Space("images under a real matrix", _real_products, "ab")


class RealMatrix(ComplexExponential):
    """The CE estimator of an arbitrary real A: norms and bilinear squares of the images are the same."""

    def transformed(self, x: Vector, y: Vector) -> tuple[Vector, Vector]:
        return _REAL_SPACE.vector("a"), _REAL_SPACE.vector("b")


#: |A x|^2, |A^-T y|^2 and x.y by the inequality of Cauchy and Schwarz
REAL_IMAGES = Domain(
    (
        Range(a11, 0, None, typical=(0, 3), awkward=(sp.Rational(1, 100), 10)),
        Range(b11, 0, None, typical=(0, 3), awkward=(sp.Rational(1, 100), 10)),
        Range(inner, None, None, typical=(-2, 2), awkward=(0,)),
    ),
    (sp.Ge(a11 * b11, inner**2),),
    words=by_definition("there are vectors with these products"),
)


def with_size(domain: Domain, *ranges: Range) -> Domain:
    """The domain with the size m, and other parameters."""
    return domain.with_ranges(*(item for item in EQUAL_PAIRS.ranges if item.integer), *ranges)


def point(**values: sp.Expr | int) -> dict[sp.Symbol, sp.Expr]:
    """An exact point by the names of its parameters; ``ratio`` is b."""
    named = {"x": x_norm, "y": y_norm, "theta": theta, "m": m, "n": n, "ratio": ratio_root, "tau": tau, "r": r}
    return {named[name]: sp.sympify(value) for name, value in values.items()}


def pair_kernel(pair: Pair) -> sp.Expr:
    """SM of two formal vectors."""
    return sp.exp(pair.x.dot(pair.y))
