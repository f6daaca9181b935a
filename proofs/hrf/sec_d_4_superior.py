"""Appendix D.4: the dependence on everything but m and n is "superior" to that of the regular estimators, as theta -> 0 or pi.

"We already know that" refers to Theorem 3.5, which is of the worst case (see `abstract_worst_case`): of each regular estimator that is
at theta = 0 (P) or theta = pi (T), where the error of the hybrid vanishes. So at equal m the angular hybrid beats P as theta -> 0 and T
as theta -> pi, by any factor. Near the other end of each, which the sentence does not speak of, it loses by any factor: its error falls
as sqrt(theta) near 0, that of T as theta^2, and likewise P near pi.
"""

from rftheory.proofs.hrf._angular import *
from rftheory.proofs.hrf._angular_bounds import OPEN_HYBRIDS, error_chain
from rftheory.proofs.hrf.lemma_3_4 import (
    positive_chain,
    positive_relative_error,
    trigonometric_chain,
    trigonometric_relative_error,
)

STATEMENT = statement(
    "claim",
    "App. D.4",
    "The hybrid against the regular estimators near theta = 0 and theta = pi",
    id="hrf.sec-D.4-superior",
    reading="At equal m and n the relative error of the hybrid vanishes against that of P as theta -> 0 and that of T as theta -> pi, "
    "where these are worst (Theorem 3.5, to which the sentence refers, is of the worst case).",
    not_drawn="limits of quotients of closed forms; the errors are drawn in hrf.lemma-3.4 and hrf.theorem-D.1-equal",
)

DOMAIN = OPEN_HYBRIDS

_NEAR = sp.Rational(1, 10)
_HYBRID, _TEX = r"\widehat{SM}^{anghyb}_{m,n}", {"T": r"\widehat{SM}^{trig}_m", "P": r"\widehat{SM}^{++}_m"}
_NEAR_0 = OPEN_HYBRIDS.with_ranges(Range(theta, 0, _NEAR, "(]", typical=(0, _NEAR), awkward=(_NEAR / 1000, _NEAR)))
_NEAR_PI = OPEN_HYBRIDS.with_ranges(
    Range(theta, sp.pi - _NEAR, sp.pi, "[)", typical=(sp.pi - _NEAR, sp.pi), awkward=(sp.pi - _NEAR / 1000,))
)


def _ratio_vanishes(error: sp.Expr, chain: Chain, point: sp.Expr) -> Chain:
    """eps(hybrid)/eps: the first vanishes at the point, the second does not."""
    root = sp.sqrt(hybrid_square_formula())
    ratio = Chain(hybrid_error / error)
    ratio = ratio.inside(error_chain(), lambda t: t / error).inside(chain, lambda t: root / t)
    return ratio.limit(theta, point)


_square, _kernel_square = mean_squared_error(angular_hybrid(), kernel(EQUAL_PAIR)), kernel(EQUAL_PAIR) ** 2
#: The hybrid errs at every angle strictly between 0 and pi: its error may stand in a denominator.
_positive_error = lemma(
    "the hybrid errs: the mean squared error of the hybrid is positive for 0 < theta < pi",
    gt(_square, 0),
    proof=Chain(_square)
    .rewrite(_square, hybrid_square_formula() * _kernel_square, "Theorem D.1 at one length")
    .gt(sp.Integer(0)),
)


def _inverse_vanishes(error: sp.Expr, chain: Chain, closed: sp.Expr, point: sp.Expr) -> Chain:
    """eps/eps(hybrid), the root of a quotient whose numerator vanishes to higher order."""
    formula = hybrid_square_formula()
    ratio = Chain(error / hybrid_error).use(_positive_error)
    ratio = ratio.inside(chain, lambda t: t / hybrid_error)
    ratio = ratio.inside(error_chain(), lambda t: closed / t).eq(sp.sqrt(closed**2 / formula), "equal squares")
    return ratio.limit(theta, point, quotient=(closed**2, formula), outer=sp.sqrt)


def claims() -> list[Claim]:
    trigonometric = ("T", trigonometric_error(), trigonometric_chain, trigonometric_relative_error)
    positive = ("P", positive_error(), positive_chain, positive_relative_error)
    ends = (
        (sp.Integer(0), "+", _NEAR_0, sp.Rational(1, 10), positive, trigonometric),
        (sp.pi, "-", _NEAR_PI, sp.pi - sp.Rational(1, 10), trigonometric, positive),
    )
    found = [_positive_error]
    for point, side, near, angle, (beaten, weak_error, weak_chain, _), (better, error, chain, closed) in ends:
        at_most = claim(
            f"the error of the hybrid is at most that of {better} for theta near {point}",
            le(hybrid_error, error),
            near,
            name=f"{better} near {point}",
            tex=rf"\epsilon_{{\theta,r}}({_HYBRID})\le\epsilon_{{\theta,r}}({_TEX[better]}),\quad\theta\to{sp.latex(point)}",
        ).false(
            at={r: 1, theta: angle, m: 1, n: 1},
            because=f"the error of {better} vanishes to higher order there",
            remark="at angles near 0 T, and near pi P, has a smaller error than the hybrid; the sentence is of the worst case",
        )
        found += [
            claim(
                f"eps(hybrid)/eps({beaten}) tends to zero as theta -> {point}",
                tends(hybrid_error / weak_error, theta, point, 0, side),
                proof=_ratio_vanishes(weak_error, weak_chain(), point),
                name=f"{beaten} near {point}",
            ),
            at_most,
            at_most.corrected(
                f"eps({better})/eps(hybrid) tends to zero as theta -> {point}",
                tends(error / hybrid_error, theta, point, 0, side),
                OPEN_HYBRIDS,
                _inverse_vanishes(error, chain(), closed, point),
                name=f"{better} near {point}, corrected",
                tex=rf"\lim_{{\theta\to{sp.latex(point)}}}\frac{{\epsilon_{{\theta,r}}({_TEX[better]})}}"
                rf"{{\epsilon_{{\theta,r}}({_HYBRID})}}=0",
            ),
        ]
    return found
