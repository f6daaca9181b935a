"""Section 2.1, before Lemma 2.2: which estimator is accurate where.

The words: the mean squared error of the trigonometric estimator T "is small for large softmax kernel values and large
for small softmax kernel values", whereas the positive estimator P "behaves in the opposite way". At fixed norms of x
and y the kernel is an increasing function of the cosine c of their angle, and by Lemma 2.2, with
``s = (|x|^2 + |y|^2)/2`` and ``p = |x||y| c``,

    MSE(T) = (exp(s) - exp(2p - s))^2 / (2m),    MSE(P) = (exp(2p + s) - exp(-s))^2 / (2m),

so the claim is that the first is strictly decreasing and the second strictly increasing in c.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from proofs.hrf._setting import X_NORM, Y_NORM, M
from proofs.hrf.lemma_2_2_pos import positive_mse
from proofs.hrf.lemma_2_2_trig import trigonometric_mse
from rftheory.evidence.bounds import Bound
from rftheory.kernels import Pair, m, make_pair, x_norm, y_norm
from rftheory.statements.claims import Claim, Inequality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="hrf.sec-2.1",
    paper="hrf",
    location="Sec. 2.1, before Lemma 2.2",
    kind="claim",
    title="T is accurate for large, P for small kernel values",
    reading="At fixed |x|, |y| and m: MSE(T) strictly decreases and MSE(P) strictly increases with SM(x, y).",
    notes=(
        "Between pairs of different norms it fails: T has no error at x = y, where SM = exp(|x|^2) may be near 1, "
        "and a large one at longer inputs with a larger kernel value; likewise P at x = -y.",
    ),
)

small, large = sp.symbols("c_1 c_2", real=True)
_END = sp.Rational(999, 1000)
SMALL = Range(small, -1, 1, "[)", typical=(-1, 1), awkward=(-1, -_END, _END))
LARGE = Range(large, -1, 1, "(]", typical=(-1, 1), awkward=(-_END, _END, 1))
#: two pairs of inputs with the same norms, the second with the larger cosine
_DOMAIN = Domain((X_NORM, Y_NORM, SMALL, LARGE, M), (sp.Lt(small, large),))
_HALF = (x_norm**2 + y_norm**2) / 2


def _pair(cosine: sp.Expr) -> Pair:
    return make_pair(x_norm, y_norm, sp.acos(cosine), "cosine")


def _errors(mse: Callable[[Pair], sp.Expr], first: sp.Expr, second: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The mean squared errors of Lemma 2.2 at two cosines."""
    return mse(_pair(first)), mse(_pair(second))


def _distance(name: str, sign: int, cosine: sp.Symbol, item: Range, strict: bool) -> Claim:
    """``|x|^2 + |y|^2 + 2 sign |x||y| c >= 0``, strictly away from ``c = -sign``."""
    square = x_norm**2 + y_norm**2 + 2 * sign * x_norm * y_norm * cosine
    domain = Domain((X_NORM, Y_NORM, item))

    def proof() -> Bound:
        chain = Bound(square, domain)
        chain.at_least(2 * x_norm * y_norm * (1 + sign * cosine), [(x_norm - y_norm) ** 2], "(|x| - |y|)^2 >= 0")
        return chain.at_least(sp.Integer(0), [2 * x_norm, y_norm, 1 + sign * cosine])

    return Claim(
        name=name,
        says=f"|x {'+' if sign > 0 else '-'} y|^2 is {'positive' if strict else 'not negative'}",
        role="lemma",
        proposition=Inequality(square, ">" if strict else ">=", sp.Integer(0)),
        domain=domain,
        proof=proof,
    )


def _order() -> Claim:
    products = [x_norm * y_norm * cosine for cosine in (small, large)]
    return Claim(
        name="order of the kernels",
        says="the larger cosine has the larger x.y",
        role="lemma",
        proposition=Inequality(products[0], "<", products[1]),
        domain=_DOMAIN,
        proof=lambda: Bound(products[0], _DOMAIN).at_most(products[1], [x_norm, y_norm, large - small]),
    )


_FIRST_DIFFERENCE = _distance("Delta at the smaller kernel", -1, small, SMALL, strict=True)
_SECOND_DIFFERENCE = _distance("Delta at the larger kernel", -1, large, LARGE, strict=False)
_FIRST_SUM = _distance("z at the smaller kernel", 1, small, SMALL, strict=False)
_SECOND_SUM = _distance("z at the larger kernel", 1, large, LARGE, strict=True)
_ORDER = _order()


def _squares(start: sp.Expr, end: sp.Expr, lesser: sp.Expr, greater: sp.Expr, lemmas: tuple[Claim, ...]) -> Bound:
    """From ``lesser^2/(2m)`` to ``greater^2/(2m)`` through their product."""
    chain = Bound(start, _DOMAIN)
    chain.algebra(lesser**2 / (2 * m), "a square")
    for lemma in lemmas:
        chain.given(lemma)
    chain.at_most(lesser * greater / (2 * m), [1 / (2 * m), lesser, greater - lesser])
    chain.at_most(greater**2 / (2 * m), [1 / (2 * m), greater, greater - lesser])
    return chain.algebra(end, "the other error")


def _trigonometric_proof() -> Bound:
    at_small, at_large = (sp.exp(_HALF) - sp.exp(2 * x_norm * y_norm * c - _HALF) for c in (small, large))
    lemmas = (_FIRST_DIFFERENCE, _SECOND_DIFFERENCE, _ORDER)
    return _squares(*_errors(trigonometric_mse, large, small), at_large, at_small, lemmas)


def _positive_proof() -> Bound:
    at_small, at_large = (sp.exp(_HALF + 2 * x_norm * y_norm * c) - sp.exp(-_HALF) for c in (small, large))
    lemmas = (_FIRST_SUM, _SECOND_SUM, _ORDER)
    return _squares(*_errors(positive_mse, small, large), at_small, at_large, lemmas)


def claims() -> list[Claim]:
    trigonometric_errors = _errors(trigonometric_mse, large, small)
    positive_errors = _errors(positive_mse, small, large)
    return [
        Claim(
            name="trigonometric",
            says="the larger kernel value has the smaller MSE(T)",
            proposition=Inequality(trigonometric_errors[0], "<", trigonometric_errors[1]),
            domain=_DOMAIN,
            proof=_trigonometric_proof,
            mutants=(Inequality(trigonometric_errors[0], ">", trigonometric_errors[1]),),
        ),
        Claim(
            name="positive",
            says="the larger kernel value has the larger MSE(P)",
            proposition=Inequality(positive_errors[0], "<", positive_errors[1]),
            domain=_DOMAIN,
            proof=_positive_proof,
            mutants=(Inequality(positive_errors[0], ">", positive_errors[1]),),
        ),
        _FIRST_DIFFERENCE,
        _SECOND_DIFFERENCE,
        _FIRST_SUM,
        _SECOND_SUM,
        _ORDER,
    ]
