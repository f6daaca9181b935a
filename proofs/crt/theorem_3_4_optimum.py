"""The Poisson rate of least variance  (CRT, after Theorem 3.4).

The exponent of (11) is ``lam d + S/lam - |x|^2 - |y|^2`` with ``S = sum_l x_l^2 y_l^2``. It is convex in lam > 0, and if
S > 0 its minimum ``2 sqrt(d S) - |x|^2 - |y|^2`` is attained at ``lam = d^(-1/2) S^(1/2)`` alone. If all products x_l y_l
vanish, that formula gives 0, which is no rate of a Poisson law with all p_k > 0: the variance then falls with lam, and
has no minimum.
"""

from rftheory.proofs.crt._setting import *
from rftheory.families.poisson import optimal_rate
from rftheory.inputs.coordinates import l as index
from rftheory.inputs.coordinates import total, x, y
from rftheory.proofs.crt._discrete import INPUTS, KERNEL, Discrete, point

STATEMENT = statement(
    "optimum",
    "after (11)",
    "The Poisson rate of least variance",
    reading="the printed rate is a rate (lam > 0), and no other rate has a smaller exponent in (11)",
    notes=(
        "Where all products x_l y_l vanish the variance tends to 0 as lam falls to 0: the limit is the law of "
        "counts that are all 0, which p_k > 0 excludes though its features are exact for that pair.",
    ),
    not_drawn="the printed claim is refuted by an enclosure; what is true instead is drawn",
)

_SQUARES = total(x[index] ** 2 * y[index] ** 2)
_NORMS = squared_norm(x) + squared_norm(y)
_EXPONENT = Poisson().exponent(x, y) - _NORMS
_BEST = optimal_rate(x, y)
_LEAST = 2 * sp.sqrt(d) * sp.sqrt(_SQUARES) - _NORMS

#: zero at the printed rate alone
_OFF = sp.sqrt(d) * lam - sp.sqrt(_SQUARES)

DOMAIN = INPUTS.with_ranges(RATE)
#: another rate
_RATE0 = sp.Symbol("lam_0", positive=True)
_TWO_RATES = DOMAIN.with_ranges(replace(RATE, symbol=_RATE0))
_SLOPE = d - _SQUARES / lam**2
#: the exponent on its tangent at the other rate
_TANGENT = _EXPONENT.subs(lam, _RATE0) + _SLOPE.subs(lam, _RATE0) * (lam - _RATE0)
_APART = sp.Gt(_SQUARES, 0)
_NOT_ALL = by_definition("where all products vanish (11) has no minimum over lam > 0: a remark")
_PROPER = DOMAIN.where(_APART, words=_NOT_ALL)
_PROPER_INPUTS = INPUTS.where(_APART, words=_NOT_ALL)
_TEX = r"\lambda = d^{-1/2} \left(\sum_{l=1}^d x_l^2 y_l^2\right)^{1/2}"
_AXES = {d: sp.Integer(2), x.label: sp.Tuple(1, 0), y.label: sp.Tuple(0, 1)}


def _minimum() -> Chain:
    chain = Chain(_EXPONENT).ge(_LEAST)
    return chain.eq(_EXPONENT.subs(lam, _BEST), "the exponent at the printed rate")


at_best = _EXPONENT.subs(lam, _BEST)
minimum = claim(
    "minimum: lam = d^(-1/2) (sum_l x_l^2 y_l^2)^(1/2), at which the minimum is said to be, is a rate: lam > 0",
    eq(sp.sign(_BEST), 1),
    INPUTS,
    print="restored",
    tex=_TEX,
).false(
    at=_AXES,
    because="if all products x_l y_l vanish the formula gives 0, and (11) has no minimum over lam > 0",
    remark="if all products x_l y_l vanish the formula gives 0, and (11) has no minimum over lam > 0",
)
CLAIMS = (
    claim(
        "convex: the exponent is convex in lam: nowhere below its tangents",
        ge(_EXPONENT, _TANGENT),
        _TWO_RATES,
        Chain(_EXPONENT).tangent(lam, _RATE0, 2 * _SQUARES / lam**3).eq(_TANGENT),
    ),
    lemma("slope: its derivative, the slope of the tangents", derivative(_EXPONENT, lam, _SLOPE)),
    minimum,
    minimum.corrected(
        "minimum where a product differs from zero: if some x_l y_l is not 0, no rate has a smaller exponent than the "
        "printed one",
        ge(_EXPONENT, at_best),
        _PROPER,
        proof=_minimum(),
        tex=r"\min_{\lambda > 0} (11) \text{ is attained at } " + _TEX + r" \text{ if some } x_l y_l \neq 0",
    ),
    minimum.corrected(
        "rate where a product differs from zero: if some x_l y_l is not 0, the printed formula gives a rate",
        eq(sp.sign(_BEST), 1),
        _PROPER_INPUTS,
        tex=_TEX + r" > 0 \text{ if some } x_l y_l \neq 0",
    ),
    step(
        "derivative: the derivative of the exponent has the factor d^(1/2) lam - (sum_l x_l^2 y_l^2)^(1/2), which "
        "vanishes at the printed rate, and no other that vanishes",
        derivative(_EXPONENT, lam, _OFF * (sp.sqrt(d) * lam + sp.sqrt(_SQUARES)) / lam**2),
        _PROPER,
        location="after (11)",
    ),
    lemma(
        "no minimum: if all products vanish, half the rate always gives a smaller exponent",
        lt(lam * d / 2 - _NORMS, lam * d - _NORMS),
        proof=Chain(lam * d / 2 - _NORMS).lt(lam * d - _NORMS),
    ),
)


def simulations() -> list[MomentCheck]:
    """The variance at the printed rate, and at rates on both sides of it, where it is larger."""
    where = point()
    best = _BEST.subs(d, where[d]).doit().subs({x[i + 1]: e for i, e in enumerate(where[x.label])})
    best = best.subs({y[i + 1]: e for i, e in enumerate(where[y.label])})
    rates = (("the printed rate", best), ("half of it", best / 2), ("twice it", 2 * best))
    return [
        MomentCheck(
            f"variance at {name}",
            Discrete(Poisson(rate)),
            "mse",
            Poisson(rate).second_moment(x, y) - KERNEL**2,
            where,
            claim="minimum where a product differs from zero",
        )
        for name, rate in rates
    ]
