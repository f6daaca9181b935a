r"""The power series behind the note on TrigRF: ``d (exp(-t) - 1F1(d; d/2; -t/2))`` within ``R(t)/d`` of ``t^2 exp(-t)/2``.

With P_k of `_orthogonal`, the k-th coefficient is ``c_k = d (1 - P_k)``. From ``c_(k+1) - c_k = d P_k k/(d + 2k)`` follow
``c_k <= k(k-1)/2`` and ``k(k-1)/2 - c_k <= k(k-1)(k^2+3k-2)/(8d)``, and the sums of both sides over ``t^k/k!`` are known:
``R(t) = t^2 (t^2 + 8t + 8) exp(t)/8``.
"""

from rftheory.proofs.crt._orthogonal import ANY_D, INDEX, k, kummer, share, share_below_one
from rftheory.vocabulary import *

#: |x - y|^2
t = sp.Symbol("t", positive=True)
T = Range(t, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000), 12))
ANY_DIMENSION = Domain((T, ANY_D))
_COEFFICIENTS = Domain((ANY_D, INDEX))

#: c_k, its limit as d grows, and d times the bound of the distance
_COEFFICIENT = d * (1 - share)
_LIMIT = k * (k - 1) / 2
_DISTANCE = k * (k - 1) * (k**2 + 3 * k - 2) / 8


def scaled_gap(square: sp.Expr = t) -> sp.Expr:
    """``d (exp(-t) - 1F1(d; d/2; -t/2))``."""
    return d * (sp.exp(-square) - kummer(-square))


#: ``t^2 exp(-t) / 2``.
limit_of_gap = t**2 * sp.exp(-t) / 2


def distance(square: sp.Expr = t) -> sp.Expr:
    """R(t), multiplied out."""
    return (square**4 + 8 * square**3 + 8 * square**2) * sp.exp(square) / 8


@cache
def coefficients_below() -> Claim:
    """c_k <= k(k-1)/2."""

    def step() -> Chain:
        chain = Chain(d * share * k / (d + 2 * k)).use(share_below_one)
        return chain.le(k * d / (d + 2 * k)).le(k)

    return lemma(
        "c_k from above: d (1 - P_k) is at most its limit k(k-1)/2",
        le(_COEFFICIENT, _LIMIT),
        _COEFFICIENTS,
        Chain(_COEFFICIENT).induction(k, _LIMIT, growth=step()),
    )


@cache
def coefficients_above() -> Claim:
    """k(k-1)/2 - c_k <= k(k-1)(k^2+3k-2)/(8d)."""
    low, high = _LIMIT - _COEFFICIENT, _DISTANCE / d

    def step() -> Chain:
        lemma = coefficients_below()
        chain = Chain(k - d * share * k / (d + 2 * k)).use(share_below_one).use(lemma)
        # k (1 - P_k) <= k^2 (k-1)/(2d), and 2 k^2 P_k/(d+2k) <= 2 k^2/d
        middle = k**2 * (k - 1) / (2 * d) + 2 * k**2 * share / (d + 2 * k)
        chain = chain.le(middle)
        return chain.le(k**2 * (k + 3) / (2 * d), [2 * k**2 / (d * (d + 2 * k)), 2 * k + d * (1 - share)])

    return lemma(
        "c_k from below: d (1 - P_k) is within k(k-1)(k^2+3k-2)/(8d) of its limit",
        le(low, high),
        _COEFFICIENTS,
        Chain(low).induction(k, high, growth=step()),
    )


def _series() -> dict[sp.Expr, sp.Expr]:
    wave, plain = (-t) ** k / sp.gamma(k + 1), t**k / sp.gamma(k + 1)
    falling = [k * (k - 1), k * (k - 1) * (k - 2), k * (k - 1) * (k - 2) * (k - 3)]
    return {
        sp.exp(-t): wave,
        kummer(-t): share * wave,
        t**2 * sp.exp(-t): falling[0] * wave,
        **{t ** (2 + i) * sp.exp(t): falling[i] * plain for i in range(3)},
    }


@cache
def distance_claim(side: int) -> Claim:
    """The gap against its limit minus (side -1) or plus (side +1) R(t)/d."""
    target = limit_of_gap + side * distance() / d
    wave, plain = (-t) ** k / sp.gamma(k + 1), t**k / sp.gamma(k + 1)
    relation = "<=" if side > 0 else ">="

    def terms() -> Chain:
        """With e_k = k(k-1)/2 - c_k in [0, b_k]: ``b_k +- (-1)^k e_k = (b_k - e_k) + (1 +- (-1)^k) e_k``."""
        chain = Chain(_COEFFICIENT * wave).use(coefficients_below()).use(coefficients_above())
        lag, bound = _LIMIT - _COEFFICIENT, _DISTANCE / d
        # the square of 1 +- (-1)^k is twice itself
        chain = chain.to(
            relation, _LIMIT * wave + side * lag * plain, [plain, sp.Rational(1, 2), (1 + side * (-1) ** k) ** 2, lag]
        )
        return chain.to(relation, _LIMIT * wave + side * bound * plain)

    def proof() -> Chain:
        return Chain(scaled_gap()).termwise(target, INDEX, _series(), terms())

    return lemma(
        "d (exp(-t) - 1F1(d; d/2; -t/2)) is within R(t)/d of t^2 exp(-t)/2",
        Inequality(scaled_gap(), relation, target),
        ANY_DIMENSION,
        proof(),
        name="gap from above" if side > 0 else "gap from below",
    )


_wide = Range(d, 1, None, integer=True, typical=(1, 400), awkward=(400,))
_domain = Domain((Range(t, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000),)), _wide)).where(
    sp.Gt(4 * d - (t**2 + 8 * t + 8) * sp.exp(2 * t), 0)
)

#: exp(-t) > 1F1(d; d/2; -t/2) for 4d > (t^2 + 8t + 8) exp(2t).
large_dimension = lemma(
    "large dimension: exp(-t) exceeds 1F1(d; d/2; -t/2) once 4d > (t^2 + 8t + 8) exp(2t)",
    gt(scaled_gap(), 0),
    _domain,
    Chain(scaled_gap()).use(distance_claim(-1)).ge(distance_claim(-1).proposition.right).gt(sp.Integer(0)),
)
