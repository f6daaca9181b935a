"""Appendix D.4: how the relative errors fall with the number d_est of random features.

The paper says that near theta = 0 and theta = pi the error of the angular hybrid falls as ``1/sqrt(mn) = Theta(1/d_est)``, and that of
the regular estimators as Theta(1/d_est) too. By (11) the hybrid has ``d_est = 4 m (n + 1)`` features (2m + 2m for a_1 = 1/2 and
n (2m + 2m) for the sign map), P and T have 2m. Both errors are of the order ``d_est^(-1/2)``.
"""

from rftheory.proofs.hrf._angular import REGULARS, positive_error, trigonometric_error
from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.lemma_3_4 import (
    positive_chain,
    positive_relative_error,
    trigonometric_chain,
    trigonometric_relative_error,
)
from rftheory.proofs.hrf.theorem_3_5_limit_0 import slope

STATEMENT = statement(
    "rate",
    "App. D.4",
    "Decrease of the relative errors with the number of features",
    id="hrf.sec-D.4-rate",
    reading="Error times number of features stays within a constant C of its value at m = n = 1; C = 1 is tried. "
    "The error of the hybrid is its leading coefficient (1/(2 pi m n))^(1/2) "
    "W(r) of Theorem 3.5.",
    not_drawn="rates of closed forms; the errors are drawn in hrf.lemma-3.4 and hrf.theorem-D.1-equal",
)

_C = sp.Symbol("C", positive=True)
_CONSTANTS = Range(_C, 1, None, "[)", typical=(1, 2), awkward=(1,))
_LENGTHS = Domain(tuple(item for item in EQUAL_PAIRS_WITH_COEFFICIENT.ranges if item.symbol != theta))
DOMAIN = _LENGTHS.with_ranges(_CONSTANTS)

#: the length of the maps (11) of the angular hybrid, and of P and T
HYBRID_FEATURES, REGULAR_FEATURES = 4 * m * (n + 1), 2 * m

_product = slope * HYBRID_FEATURES


def _at_one(expr: sp.Expr) -> sp.Expr:
    return expr.subs({m: 1, n: 1})


def _between(relation: str) -> Chain:
    """d_est/(mn) = 4 + 4/n lies between 4 and 8."""
    front = growth() / sp.sqrt(2 * sp.pi)
    inner = Chain(4 + 4 / n)
    inner = inner.gt(4) if relation == ">" else inner.le(8)
    chain = Chain(_root_product).eq(front * sp.sqrt(inner.start), "equal squares")
    return chain.inside(inner, lambda t: front * sp.sqrt(t), strict=relation == ">")


_root_product = slope * sp.sqrt(HYBRID_FEATURES)


def _regular(chain: Chain, closed: sp.Expr) -> Chain:
    root = sp.sqrt(REGULAR_FEATURES)
    return Chain(chain.start * root).inside(chain, lambda t: t * root).eq(_at_one(closed) * sp.sqrt(2))


front = growth() / sp.sqrt(2 * sp.pi)
point = {r: sp.Integer(1), theta: sp.pi / 2, m: sp.Integer(2), n: sp.Integer(2), _C: sp.Integer(1)}
regular = trigonometric_error() * REGULAR_FEATURES
at_one = trigonometric_relative_error.subs(m, 1) * 2
printed_hybrid = claim(
    "hybrid: the leading error of the hybrid times its number of features stays within a constant C",
    le(_product, _C * _at_one(_product)),
    tex=r"\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})=\Theta\left(\frac{1}{\sqrt{mn}}\right)=\Theta"
    r"\left(\frac{1}{d_{est}}\right)",
    quote="the relative error decreases (as a function of m and n) as 1√ mn = Θ( 1 dest )",
).false(
    at={s: v for s, v in point.items() if s != theta},
    because="1/sqrt(mn) is of the order d_est^(-1/2), not 1/d_est: from m = n = 1 to m = n = 2 it halves, and the number of features, "
    "4 m (n + 1), grows from 8 to 24. Of the product, by Theorem 3.5, and its value at m = n = 1:",
    error="misprint",
    survives="yes: both orders are d_est^(-1/2), so that the comparison stays as it is",
)
printed_regular = claim(
    "regular: the error of T times its number of features stays within a constant C",
    le(regular, _C * at_one),
    REGULARS.with_ranges(_CONSTANTS),
    tex=r"\epsilon_{\theta,r}(\widehat{SM}^{trig}_m)=\Theta\left(\frac{1}{d_{est}}\right)",
).false(
    at={s: v for s, v in point.items() if s != n},
    because="the error of m iid samples falls as m^(-1/2)",
    error="false",
    survives="yes: both orders are d_est^(-1/2), so that the comparison stays as it is",
    cause="hrf.sec-D.4-rate: hybrid",
)
CLAIMS = (
    printed_hybrid,
    printed_regular,
    printed_hybrid.corrected(
        "hybrid, from below: the leading error is at least (2/pi)^(1/2) W(r) d_est^(-1/2)",
        gt(_root_product, 2 * front),
        _LENGTHS,
        proof=_between(">"),
        tex=r"\sqrt{\tfrac{1}{2\pi mn}}W(r)>\sqrt{\tfrac{2}{\pi}}\,W(r)\,d_{est}^{-1/2}",
    ),
    printed_hybrid.corrected(
        "hybrid, from above: the leading error is at most (4/pi)^(1/2) W(r) d_est^(-1/2)",
        le(_root_product, 2 * sp.sqrt(2) * front),
        _LENGTHS,
        proof=_between("<="),
        tex=r"\sqrt{\tfrac{1}{2\pi mn}}W(r)\le\sqrt{\tfrac{4}{\pi}}\,W(r)\,d_{est}^{-1/2}",
    ),
    *(
        printed_regular.corrected(
            f"the error of {name} times the root of its number of features does not depend on m",
            eq(error * sp.sqrt(REGULAR_FEATURES), _at_one(closed) * sp.sqrt(2)),
            REGULARS,
            proof=_regular(chain(), closed),
            name=f"{name}, corrected",
            tex=r"\epsilon_{\theta,r}(\widehat{SM}_m)=\Theta\left(d_{est}^{-1/2}\right)",
        )
        for name, error, closed, chain in (
            ("T", trigonometric_error(), trigonometric_relative_error, trigonometric_chain),
            ("P", positive_error(), positive_relative_error, positive_chain),
        )
    ),
)
