"""App. I.1 and the caption of Fig. 6: errors as functions of the length r and of the number m of projections.

"The relative error of all three estimators grow exponentially fast with embedding norm r": at every angle but those at which one of them
has no error, T, P and the angular hybrid err at least as ``exp(2 r^2 s) - 1``, times what does not depend on r, s the square of a sine or
cosine of theta/2. That is exponential in r^2, and so it is at the worst angle (Lemma 3.4). The caption says that the error of FAVOR+
that was measured does not fall with m throughout: the expected one does.
"""

from rftheory.proofs.hrf._angular import (
    HYBRIDS,
    REGULARS,
    hybrid_error,
    hybrid_square_formula,
    positive_error,
    trigonometric_error,
)
from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf._angular_bounds import error_chain
from rftheory.proofs.hrf.lemma_3_4 import positive_chain, trigonometric_chain

STATEMENT = statement(
    "claim",
    "App. I.1, Fig. 6",
    "Errors grow exponentially with the length of the inputs, and fall with m",
    id="hrf.sec-I.1",
    reading="|x| = |y| = r. At every angle eps_{theta,r}(T) >= (2m)^(-1/2) (exp(2 r^2 sin^2(theta/2)) - 1), for P with cos^2, for the "
    "angular hybrid the same as P times theta/pi (and as T times 1 - theta/pi). The expected squared error of P is smaller with m + 1 "
    "projections.",
    notes=(
        "That an error measured in Fig. 6 does not fall with m is a property of draws with heavy tails, no contradiction.",
    ),
    not_drawn="bounds for every length; the errors at given lengths are drawn in hrf.lemma-3.4 and hrf.theorem-D.1-equal",
)

_SIN, _COS = sp.sin(theta / 2) ** 2, sp.cos(theta / 2) ** 2
_ONE, _FRONT = sp.Integer(1), 1 / sp.sqrt(2 * m)


def least(share: sp.Expr) -> sp.Expr:
    """``(2m)^(-1/2) (exp(2 r^2 s) - 1)``."""
    return _FRONT * (sp.exp(2 * r**2 * share) - 1)


def _grown(chain: Chain, share: sp.Expr, weight: sp.Expr) -> Chain:
    """From ``exp(a) - exp(-a)`` to ``exp(a) - 1``, a = 2 r^2 s."""
    power = 2 * r**2 * share
    chain = chain.eq(weight * _FRONT * (sp.exp(power) - sp.exp(-power)))
    return chain.ge(weight * least(share), [weight * _FRONT, 1 - sp.exp(-power)])


def _hybrid_grows(share: sp.Expr, weight: sp.Expr, other: sp.Expr) -> Chain:
    """The weights of both squares are at least those of the means of the coefficients."""
    one, two = (sp.sinh(2 * r**2 * s) for s in (share, other))
    front, rest, excess = 2 / m, 1 - weight, weight * (1 - weight) / n
    inner = Chain(hybrid_square_formula())
    inner = inner.eq(front * ((weight**2 + excess) * one**2 + (rest**2 + excess) * two**2))
    inner = inner.ge(front * (weight**2 + excess) * one**2)
    inner = inner.ge(front * weight**2 * one**2)
    chain = error_chain().inside(inner, sp.sqrt).eq(sp.sqrt(2 / m) * weight * one, "equal squares")
    return _grown(chain, share, weight)


_WEIGHTS = {"P": (_COS, SHARE, _SIN), "T": (_SIN, 1 - SHARE, _COS)}
_mse = mean_squared_error(positive(EQUAL_PAIR), kernel(EQUAL_PAIR))

CLAIMS = (
    claim(
        "T grows: the relative error of T grows exponentially",
        ge(trigonometric_error(), least(_SIN)),
        REGULARS,
        _grown(trigonometric_chain(), _SIN, _ONE),
    ),
    claim(
        "P grows: the relative error of P grows exponentially",
        ge(positive_error(), least(_COS)),
        REGULARS,
        _grown(positive_chain(), _COS, _ONE),
    ),
    *(
        claim(
            f"hybrid grows as {name}: the relative error of the hybrid grows exponentially, as that of {name}",
            ge(hybrid_error, weight * least(share)),
            HYBRIDS,
            _hybrid_grows(share, weight, other),
        )
        for name, (share, weight, other) in _WEIGHTS.items()
    ),
    claim(
        "P falls with m: the mean squared error of P with m + 1 projections is m/(m + 1) of that with m",
        eq((m + 1) * _mse.subs(m, m + 1), m * _mse),
        EQUAL_PAIRS,
    ),
)
