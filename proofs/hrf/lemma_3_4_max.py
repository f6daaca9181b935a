"""Lemma 3.4 (26), Appendix E: the max-relative-errors of T and P on the sphere of radius r.

Both are ``(1/(2m))^1/2 W(r)``, reached by T at theta = pi and by P at theta = 0: the relative errors increase in
``sin^2(theta/2)`` and ``cos^2(theta/2)``.
"""

from rftheory.proofs.hrf._angular import REGULARS, positive_error, trigonometric_error, worst_regular
from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.lemma_3_4 import positive_chain, trigonometric_chain

STATEMENT = statement(
    "optimum",
    "Lemma 3.4 (26), App. E",
    "Max-relative-errors of the trigonometric and the positive estimator",
    reading="eps_{theta,r} <= (1/(2m))^(1/2) W(r) for all theta in [0, pi], with equality at theta = pi (T), "
    "theta = 0 (P).",
    not_drawn="bounds and limits over the angles; the errors at given angles are drawn in hrf.lemma-3.4",
)

DOMAIN = REGULARS

_LENGTHS = Domain((R, M))
_OPPOSITE = make_pair(r, r, sp.pi, "opposite")
_PARALLEL = make_pair(r, r, sp.Integer(0), "parallel")


def _increasing(chain: Chain, share: sp.Expr, rest: sp.Expr) -> Chain:
    """exp(2 r^2 s) - exp(-2 r^2 s) at s = share = 1 - rest, below its value at s = 1."""
    front = 1 / sp.sqrt(2 * m)
    upper, lower = sp.exp(2 * r**2), sp.exp(-2 * r**2)
    chain = chain.eq(front * (sp.exp(2 * r**2 * share) - sp.exp(-2 * r**2 * share)))
    chain = chain.le(front * (upper - sp.exp(-2 * r**2 * share)))
    chain = chain.le(front * (upper - lower))
    return chain.eq(worst_regular())


def trigonometric_at_most() -> Chain:
    return _increasing(trigonometric_chain(), sp.sin(theta / 2) ** 2, sp.cos(theta / 2) ** 2)


def positive_at_most() -> Chain:
    return _increasing(positive_chain(), sp.cos(theta / 2) ** 2, sp.sin(theta / 2) ** 2)


def _reached(estimator: sp.Expr, pair: Pair) -> Chain:
    mse = mean_squared_error(estimator, kernel(pair))
    chain = Chain(sp.sqrt(mse) / kernel(pair))
    chain = chain.rewrite(mse, worst_regular() ** 2 * kernel(pair) ** 2, "Lemma 2.2")
    return chain.eq(worst_regular(), "equal squares")


_worst = worst_regular()
_CASES = (
    ("T", trigonometric_error, trigonometric, trigonometric_chain, trigonometric_at_most, sp.pi, "-", _OPPOSITE),
    ("P", positive_error, positive, positive_chain, positive_at_most, sp.Integer(0), "+", _PARALLEL),
)
CLAIMS = tuple(
    each
    for name, error, estimator, chain, at_most, point, side, pair in _CASES
    for each in (
        claim(
            f"the relative error of {name} is at most (1/(2m))^(1/2) W(r) at every angle",
            le(error(), _worst),
            proof=at_most,
            name=f"{name}, bound",
        ),
        claim(
            f"the bound is the limit at theta = {point}",
            tends(error(), theta, point, _worst, side),
            proof=chain().limit(theta, point),
            name=f"{name}, limit",
        ),
        claim(
            f"the bound is reached at theta = {point}",
            eq(error(pair), _worst),
            _LENGTHS,
            _reached(estimator(pair), pair),
            name=f"{name}, reached",
        ),
    )
)
