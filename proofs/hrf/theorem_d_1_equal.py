"""Theorem D.1 (47): the angular hybrid for inputs of one length r, shared or independent projections.

The print carries the coefficient of the last term of (46), ``(theta/pi)(1 - 1/n - theta/pi + theta/(n pi))``, to MSE(T); it
belongs to a term that vanishes for equal norms. The coefficient of MSE(T) is that of (45).
"""

from typing import Any

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.lemma_3_2 import angular_complement_second_moment, angular_second_moment
from rftheory.proofs.hrf.theorem_d_1_shared import angular_mixed_moment

STATEMENT = statement(
    "identity",
    "Theorem D.1 (47)",
    "Mean squared error of the angular hybrid for inputs of one length",
    id="hrf.theorem-D.1-equal",
)

_COS, _SIN = 4 * r**2 * sp.cos(theta / 2) ** 2, 4 * r**2 * sp.sin(theta / 2) ** 2


def _equal_norms_mse(complement: sp.Expr) -> sp.Expr:
    """(47) with a given coefficient of its second term."""
    first = angular_second_moment / (2 * m) * sp.exp(2 * _COS - 2 * r**2) * (1 - sp.exp(-_COS)) ** 2
    return first + complement / (2 * m) * sp.exp(2 * r**2) * (1 - sp.exp(-_SIN)) ** 2


#: (47) with the coefficient of (45).
angular_equal_norms_mse = _equal_norms_mse(angular_complement_second_moment)

_FLAW = "the second term has the coefficient of E[l(1-l)] instead of (1-theta/pi)(1-theta/pi+theta/(n pi)); for n = 1 the printed one is 0"
_DEFINITIONS = {
    words: mean_squared_error(hybrid(angular_coefficient(EQUAL_PAIR), EQUAL_PAIR, shared), kernel(EQUAL_PAIR))
    for words, shared in (("independent", False), ("shared", True))
}
#: one formula for both
_SAID: dict[str, dict[str, Any]] = {
    "independent": {"quote": "θ π ( 1− 1 n − θ π + θ nπ ) 1 2m exp(2r2)(1− exp(−4r2 sin2( θ 2 )))2 (47)"},
    "shared": {"cause": "hrf.theorem-D.1-equal: independent"},
}
_PRINTED = [
    claim(
        f"the mean squared error for |x| = |y| = r, {words} projections",
        eq(definition, _equal_norms_mse(angular_mixed_moment)),
        EQUAL_PAIRS_WITH_COEFFICIENT,
        name=words,
        tex=r"\mathrm{MSE}=\dots+\frac\theta\pi\left(1-\frac1n-\frac\theta\pi+\frac{\theta}{n\pi}\right)"
        r"\frac{1}{2m}e^{2r^2}(1-e^{-4r^2\sin^2(\theta/2)})^2",
        **_SAID[words],
    ).false(
        at={r: 1, theta: sp.pi / 2, m: 1, n: 1},
        because=_FLAW,
        error="misprint",
        survives="yes: (45), (46) and Theorem 3.5 have the right coefficient",
    )
    for words, definition in _DEFINITIONS.items()
]
# for n = 1 the printed second term vanishes
point = {**SMALL_POINT, x_norm: SMALL_POINT[r], y_norm: SMALL_POINT[r], m: 1, n: 1}
# the second moment tells the two errors apart with fewer draws than the error does
printed_square = _equal_norms_mse(angular_mixed_moment) + kernel(EQUAL_PAIR) ** 2
drawn = {
    words: Bipolar(Hyperbolic(), Trigonometric(), Angular(), shared=words == "shared")
    for words in ("independent", "shared")
}
CLAIMS = tuple(
    each
    for printed in _PRINTED
    for each in (
        printed.drawn(drawn[printed.name], "second_moment", point, printed_square),
        printed.corrected(
            f"the same with the coefficient of (45), {printed.name} projections",
            eq(_DEFINITIONS[printed.name], angular_equal_norms_mse),
            name=f"{printed.name}, corrected",
            tex=r"\mathrm{MSE}=\dots+\left(1-\frac\theta\pi\right)\left(1-\frac\theta\pi+\frac{\theta}{n\pi}"
            r"\right)\frac{1}{2m}e^{2r^2}(1-e^{-4r^2\sin^2(\theta/2)})^2",
        ).drawn(drawn[printed.name], "mse", point),
    )
)
