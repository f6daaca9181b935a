"""Appendix D.4: how the relative errors fall with the number d_est of random features.

The paper says that near theta = 0 and theta = pi the error of the angular hybrid falls as ``1/sqrt(mn) = Theta(1/d_est)``, and that of
the regular estimators as Theta(1/d_est) too. By (11) the hybrid has ``d_est = 4 m (n + 1)`` features (2m + 2m for a_1 = 1/2 and
n (2m + 2m) for the sign map), P and T have 2m. Both errors are of the order ``d_est^(-1/2)``.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._angular import REGULARS, positive_error, trigonometric_error
from proofs.hrf._setting import EQUAL_PAIRS_WITH_COEFFICIENT, growth
from proofs.hrf.lemma_3_4 import (
    positive_chain,
    positive_relative_error,
    trigonometric_chain,
    trigonometric_relative_error,
)
from proofs.hrf.theorem_3_5_limit_0 import slope
from rftheory.evidence.bounds import Bound
from rftheory.kernels import m, n, r, theta
from rftheory.propositions import Equality, Inequality
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="hrf.sec-D.4-rate",
    paper="hrf",
    location="App. D.4",
    kind="rate",
    title="Decrease of the relative errors with the number of features",
    reading="Error times number of features stays within a constant C of its value at m = n = 1; C = 1 is tried, and no constant "
    "will do. The error of the hybrid is its leading coefficient (1/(2 pi m n))^(1/2) W(r) of Theorem 3.5.",
    not_drawn="rates of closed forms; the errors are drawn in hrf.lemma-3.4 and hrf.theorem-D.1-equal",
)

_C = sp.Symbol("C", positive=True)
_CONSTANTS = Range(_C, 1, None, "[)", typical=(1, 2), awkward=(1,))
_MANY = Range(m, 1, None, integer=True, typical=(4, 40), awkward=(4, 100))
_LENGTHS = Domain(tuple(item for item in EQUAL_PAIRS_WITH_COEFFICIENT.ranges if item.symbol != theta))
_HYBRIDS = _LENGTHS.with_ranges(_CONSTANTS)
_PAST_ANY_CONSTANT = _HYBRIDS.with_ranges(_MANY).where(sp.Ge(m, 4 * _C**2))

#: the length of the maps (11) of the angular hybrid, and of P and T
HYBRID_FEATURES, REGULAR_FEATURES = 4 * m * (n + 1), 2 * m


def _product() -> sp.Expr:
    return slope() * HYBRID_FEATURES


def _at_one(expr: sp.Expr) -> sp.Expr:
    return expr.subs({m: 1, n: 1})


def _past_any_constant() -> Bound:
    """m (n+1)^2/(4n) >= C^2 (n+1)^2/n and (n+1)^2/n = 4 + (n-1)^2/n > 1."""
    front = 8 * growth() / sp.sqrt(2 * sp.pi)
    inner = Bound(m * (n + 1) ** 2 / (4 * n), _PAST_ANY_CONSTANT)
    inner.at_least(_C**2 * (n + 1) ** 2 / n, [m - 4 * _C**2, (n + 1) ** 2 / (4 * n)])
    inner.at_least(_C**2, [_C**2, 3 + (n - 1) ** 2 / n])
    chain = Bound(_product(), _PAST_ANY_CONSTANT).same_square(front * sp.sqrt(inner.start))
    return chain.through(inner, lambda t: front * sp.sqrt(t)).same_square(_C * _at_one(_product()))


def _between(relation: str) -> Bound:
    """d_est/(mn) = 4 + 4/n lies between 4 and 8."""
    front = growth() / sp.sqrt(2 * sp.pi)
    inner = Bound(4 + 4 / n, _LENGTHS)
    inner = inner.at_least(4, [4 / n]) if relation == ">" else inner.at_most(8, [4, (n - 1) / n])
    chain = Bound(_root_product(), _LENGTHS).same_square(front * sp.sqrt(inner.start))
    return chain.through(inner, lambda t: front * sp.sqrt(t))


def _root_product() -> sp.Expr:
    return slope() * sp.sqrt(HYBRID_FEATURES)


def _regular(chain: Bound, closed: sp.Expr) -> Bound:
    root = sp.sqrt(REGULAR_FEATURES)
    return Bound(chain.start * root, REGULARS).through(chain, lambda t: t * root).algebra(_at_one(closed) * sp.sqrt(2))


def claims() -> list[Claim]:
    front = growth() / sp.sqrt(2 * sp.pi)
    point = {r: sp.Integer(1), theta: sp.pi / 2, m: sp.Integer(2), n: sp.Integer(2), _C: sp.Integer(1)}
    regular = trigonometric_error() * REGULAR_FEATURES
    at_one = trigonometric_relative_error().subs(m, 1) * 2
    return [
        Claim(
            name="hybrid",
            says="the leading error of the hybrid times its number of features stays within a constant C",
            proposition=Inequality(_product(), "<=", _C * _at_one(_product())),
            domain=_HYBRIDS,
            tex=r"\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})=\Theta\left(\frac{1}{\sqrt{mn}}\right)=\Theta"
            r"\left(\frac{1}{d_{est}}\right)",
            error="false",
            survives="yes: both orders are d_est^(-1/2), so that the comparison stays as it is",
            flaw="1/sqrt(mn) is of the order d_est^(-1/2), not 1/d_est",
            counterexample={s: v for s, v in point.items() if s != theta},
        ),
        Claim(
            name="regular",
            says="the error of T times its number of features stays within a constant C",
            proposition=Inequality(regular, "<=", _C * at_one),
            domain=REGULARS.with_ranges(_CONSTANTS),
            tex=r"\epsilon_{\theta,r}(\widehat{SM}^{trig}_m)=\Theta\left(\frac{1}{d_{est}}\right)",
            error="false",
            survives="yes: both orders are d_est^(-1/2), so that the comparison stays as it is",
            flaw="the error of m iid samples falls as m^(-1/2)",
            counterexample={s: v for s, v in point.items() if s != n},
        ),
        Claim(
            name="hybrid, no constant",
            says="for m >= 4 C^2 the product exceeds C times its value at m = n = 1, whatever C >= 1 and n",
            role="correction",
            corrects="hybrid",
            tex=r"\sqrt{\tfrac{1}{2\pi mn}}W(r)\,d_{est}>C\left(\sqrt{\tfrac{1}{2\pi mn}}W(r)\,d_{est}\right)_{m"
            r"=n=1},\quad m\ge4C^2",
            proposition=Inequality(_product(), ">", _C * _at_one(_product())),
            domain=_PAST_ANY_CONSTANT,
            proof=_past_any_constant,
        ),
        Claim(
            name="hybrid, from below",
            says="the leading error is at least (2/pi)^(1/2) W(r) d_est^(-1/2)",
            role="correction",
            corrects="hybrid",
            tex=r"\sqrt{\tfrac{1}{2\pi mn}}W(r)>\sqrt{\tfrac{2}{\pi}}\,W(r)\,d_{est}^{-1/2}",
            proposition=Inequality(_root_product(), ">", 2 * front),
            domain=_LENGTHS,
            proof=lambda: _between(">"),
            mutants=(Inequality(_root_product(), ">", sp.Rational(21, 10) * front),),
        ),
        Claim(
            name="hybrid, from above",
            says="the leading error is at most (4/pi)^(1/2) W(r) d_est^(-1/2)",
            role="correction",
            corrects="hybrid",
            tex=r"\sqrt{\tfrac{1}{2\pi mn}}W(r)\le\sqrt{\tfrac{4}{\pi}}\,W(r)\,d_{est}^{-1/2}",
            proposition=Inequality(_root_product(), "<=", 2 * sp.sqrt(2) * front),
            domain=_LENGTHS,
            proof=lambda: _between("<="),
            mutants=(Inequality(_root_product(), "<=", sp.Rational(28, 10) * front),),
        ),
        *(
            Claim(
                name=f"{name}, corrected",
                says=f"the error of {name} times the root of its number of features does not depend on m",
                role="correction",
                corrects="regular",
                tex=r"\epsilon_{\theta,r}(\widehat{SM}_m)=\Theta\left(d_{est}^{-1/2}\right)",
                proposition=Equality(error * sp.sqrt(REGULAR_FEATURES), _at_one(closed) * sp.sqrt(2)),
                domain=REGULARS,
                proof=lambda chain=chain, closed=closed: _regular(chain(), closed),
            )
            for name, error, closed, chain in (
                ("T", trigonometric_error(), trigonometric_relative_error(), trigonometric_chain),
                ("P", positive_error(), positive_relative_error(), positive_chain),
            )
        ),
    ]
