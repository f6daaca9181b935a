r"""Corollary 4.6 (27): the ratio of the MSEs of orthogonal and independent Fourier features for large d, z = |x - y|.

    MSE_ORF / MSE_IID = 1 - ((m-1)/d) exp(-z^2) z^4 / (1 - exp(-z^2))^2 + O(1/d^2).

With t = z^2 the ratio is ``1 - 2(m-1) (exp(-t) - 1F1(d; d/2; -t/2)) / (1 - exp(-t))^2``, and ``d (exp(-t) - 1F1)`` is within
``R(t)/d`` of ``t^2 exp(-t)/2``, ``R(t) = t^2 (t^2 + 8t + 8) exp(t)/8``. So the error in (27) is at most
``2(m-1) R(t) / (d^2 (1 - exp(-t))^2)``, for every d >= 2 and 2 <= m <= d.
"""

from __future__ import annotations

import sympy as sp

from proofs.crt._orthogonal import kummer, orthogonal
from proofs.crt._orthogonal_waves import distance, distance_claim, scaled_gap, t
from proofs.simrf._gap import FOURIER, SEVERAL_FRAMES, WAVE, Z2, mse
from rftheory.evidence.bounds import Bound
from rftheory.kernels import d, m, theta, x_norm, y_norm
from rftheory.rules.nodes import SampleMean
from rftheory.simulate.checks import MomentCheck
from rftheory.simulate.coupled import Coupled
from rftheory.statements.claims import Claim, Equality, Inequality, Statement

STATEMENT = Statement(
    id="simrf.corollary-4.6",
    paper="simrf",
    location="Cor. 4.6 (27)",
    kind="limit",
    title="The MSE ratio of Fourier features for large d",
    reading=(
        "m and z > 0 fixed, d large; the remainder with an explicit constant: "
        "2(m-1) t^2 (t^2+8t+8) exp(t) / (8 d^2 (1-exp(-t))^2), t = z^2, for every d >= m >= 2."
    ),
    notes=(
        "The remainder is not uniform in z: how large d must be for the gap to be positive depends on z (simrf.zcrit).",
    ),
)

APART = SEVERAL_FRAMES.where(sp.Gt(Z2, 0))
_ROOM = 1 - sp.exp(-Z2)


def ratio() -> sp.Expr:
    """MSE_ORF / MSE_IID from the definitions."""
    return mse(orthogonal(WAVE)) / mse(SampleMean(WAVE, m))


def printed_ratio() -> sp.Expr:
    """(27) without its remainder."""
    return 1 - (m - 1) / d * sp.exp(-Z2) * Z2**2 / _ROOM**2


def remainder() -> sp.Expr:
    """The bound of what (27) leaves out."""
    return 2 * (m - 1) * distance(Z2) / (d**2 * _ROOM**2)


def exact_ratio() -> sp.Expr:
    """The ratio for every d."""
    return 1 - 2 * (m - 1) * (sp.exp(-Z2) - kummer(-Z2)) / _ROOM**2


def _within(side: int) -> Claim:
    """The ratio is above (27) minus, or below (27) plus the remainder."""
    target = printed_ratio() + side * remainder()
    lemma = distance_claim(-side)

    def proof() -> Bound:
        chain = Bound(ratio(), APART).given(lemma, {t: Z2})
        far = side * (scaled_gap(Z2) - lemma.proposition.right.subs(t, Z2))
        move = chain.at_most if side > 0 else chain.at_least
        return move(target, [2, m - 1, 1 / d, 1 / _ROOM**2, far])

    relation = "<=" if side > 0 else ">="
    return Claim(
        name="from above" if side > 0 else "from below",
        says=f"the ratio is {'at most (27) plus' if side > 0 else 'at least (27) minus'} the remainder",
        proposition=Inequality(ratio(), relation, target),
        domain=APART,
        proof=proof,
        mutants=(Inequality(ratio(), relation, printed_ratio()),),
    )


def claims() -> list[Claim]:
    return [
        _within(1),
        _within(-1),
        Claim(
            name="every dimension",
            says="the ratio is 1 - 2(m-1) (exp(-z^2) - 1F1(d; d/2; -z^2/2)) / (1 - exp(-z^2))^2",
            role="lemma",
            proposition=Equality(ratio(), exact_ratio()),
            domain=APART,
        ),
        distance_claim(1),
        distance_claim(-1),
    ]


def simulations() -> list[MomentCheck]:
    """The error of orthogonal projections is the exact ratio times that of independent ones."""
    point = {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(1, 2), theta: sp.pi, m: sp.Integer(3), d: sp.Integer(6)}
    expected = exact_ratio() * _ROOM**2 / (2 * m)
    check = MomentCheck("m = 3, d = 6", Coupled(FOURIER), "mse", expected, point, claim="from above", dimension=6)
    return [check]
