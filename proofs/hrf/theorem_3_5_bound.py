"""Theorem 3.5 (27): the bound on the max-relative-error of the angular hybrid.

Printed, for r >= 1: ``eps_{S(r)} <= (1/r)(1/(2m))^1/2 W(r) (1/pi - 1/(n pi) + 1/(n sqrt(pi)))^1/2``. The maximum of b_r^2 is of the order
``1/(n r)``, not ``1/(n r^2)`` as (64) has it, so for every n the bound fails once r exceeds about
``sqrt(2e) (n - 1 + sqrt(pi))``; for n = 1 that is 4.13. What holds, for every r >= 1, is
``eps^2 <= W(r)^2/(2m) [(1 - 1/n)/(pi^2 e r^2) + 1/(pi n sqrt(2e) r) + 1/(8 r^3)]``, and the factor of 1/r is attained as r grows.
"""

from rftheory.proofs.hrf._angular import *
from rftheory.proofs.hrf._angular_bounds import WORST_PAIR, corrected_chain, lower_bound, lower_chain
from rftheory.proofs.hrf._sharp_bound import angle_below_cubic, sharp_bound, sharp_chain, sharp_square, sine_above_cubic

STATEMENT = statement(
    "inequality",
    "Theorem 3.5 (27)",
    "Bound on the max-relative-error of the angular hybrid",
    reading="The bound holds for eps_{theta,r} at every angle theta in [0, pi], that is for their maximum.",
    not_drawn="a bound for every angle, which fails at lengths where the tails of positive features are too heavy "
    "for draws",
)

#: r = 1/(sqrt(2) theta) >= 1
_ATTAINED = Domain(
    (Range(theta, 0, 1 / sp.sqrt(2), "(]", typical=(0, sp.Rational(7, 10)), awkward=(sp.Rational(1, 100),)), M, N)
)

#: (27) with the lost factor: ``1/(n sqrt(pi) r)`` in place of ``1/(n sqrt(pi) r^2)``.
printed_shape = worst_regular() / r * sp.sqrt(1 / sp.pi - 1 / (n * sp.pi) + r / (n * sp.sqrt(sp.pi)))


def _printed_shape_chain() -> Chain:
    """1/(2e) <= 1/pi and 1/sqrt(2e) <= 1/sqrt(pi)."""
    quadratic, linear = sp.exp(-1) / 2, sp.exp(-sp.Rational(1, 2)) / sp.sqrt(2)
    factor = (1 - 1 / n) * quadratic / r**2 + linear / (n * r)
    inner = Chain(factor)
    inner = inner.le((1 - 1 / n) / (sp.pi * r**2) + linear / (n * r))
    inner = inner.lt((1 - 1 / n) / (sp.pi * r**2) + 1 / (n * sp.sqrt(sp.pi) * r))
    chain = corrected_chain().inside(inner, lambda t: worst_regular() * sp.sqrt(t), strict=True)
    return chain.eq(printed_shape, "equal squares")


#: (27).
as_printed = claim(
    "bound: the relative error of the angular hybrid is at most the right side of (27), for r >= 1",
    le(hybrid_error, printed_bound()),
    LARGE_RADII,
    tex=r"\epsilon_{S(r)}(\widehat{SM}^{anghyb}_{m,n})\le"
    r"\frac{1}{r}\sqrt{\frac{1}{2m}}W(r)\sqrt{\frac{1}{\pi}-\frac{1}{n\pi}+\frac{1}{n\sqrt{\pi}}}",
    quote="√ 1 π − 1 nπ + 1 n √ π (27)",
).false(
    at={r: 5, theta: sp.Rational(1, 7), m: 1, n: 1},
    because="the bound (27) lacks a factor r: in (64), 1/(n sqrt(pi)) should read r/(n sqrt(pi)); for n = 1 the "
    "bound fails once the length exceeds about 4.13",
    error="false",
    survives="The hybrid still has the smaller worst error, with r/(n sqrt(pi)) for 1/(n sqrt(pi)): for fixed n "
    "it gains the factor r^(-1/2), not 1/r.",
)

#: The bound that replaces (27).
corrected = as_printed.corrected(
    "corrected bound: eps^2 is at most W(r)^2/(2m) [(1 - 1/n)/(2 e r^2) + 1/(n sqrt(2e) r)], for every r > 0",
    le(hybrid_error, corrected_bound),
    HYBRIDS,
    proof=corrected_chain,
    tex=r"\epsilon_{S(r)}\le\sqrt{\frac{1}{2m}}W(r)\sqrt{\frac{1-1/n}{2er^2}+\frac{1}{n\sqrt{2e}\,r}}",
)

CLAIMS = (
    as_printed,
    as_printed.corrected(
        "sharp bound: eps^2 is at most W(r)^2/(2m) [(1 - 1/n)/(pi^2 e r^2) + 1/(pi n sqrt(2e) r) + 1/(8 r^3)], for "
        "every r >= 1",
        le(hybrid_error, sharp_bound),
        proof=sharp_chain,
        tex=r"\epsilon_{S(r)}\le\sqrt{\frac{1}{2m}}W(r)"
        r"\sqrt{\frac{1-1/n}{e\pi^2r^2}+\frac{1}{n\pi\sqrt{2e}\,r}+\frac{1}{8r^3}}",
    ),
    as_printed.corrected(
        "attained: at theta = 1/(sqrt(2) r), eps^2 is at least exp(4 r^2)/(2m) (1 - theta^2/2)^2/(pi n sqrt(2e) r): "
        "the factor 1/(pi n sqrt(2e)) of 1/r is attained as r grows",
        ge(hybrid_square(WORST_PAIR), lower_bound),
        _ATTAINED,
        proof=lower_chain(),
        tex=r"\epsilon_{\theta,r}\ge\frac{e^{2r^2}}{\sqrt{2m}}\left(1-\frac{1}{4r^2}\right)"
        r"\sqrt{\frac{1}{n\pi\sqrt{2e}\,r}},\quad\theta=\frac{1}{\sqrt{2}\,r}",
    ),
    sine_above_cubic,
    angle_below_cubic,
    sharp_square,
    corrected,
    as_printed.corrected(
        "printed shape: (27) with r/(n sqrt(pi)) in place of 1/(n sqrt(pi)), for every r > 0",
        le(hybrid_error, printed_shape),
        HYBRIDS,
        proof=_printed_shape_chain(),
        tex=r"\epsilon_{S(r)}\le\frac{1}{r}\sqrt{\frac{1}{2m}}W(r)"
        r"\sqrt{\frac{1}{\pi}-\frac{1}{n\pi}+\frac{r}{n\sqrt{\pi}}}",
    ),
    lemma(
        "scaled error: eps^2 of the hybrid over that of the worst case of P and T, in exponentials of negative numbers",
        eq(hybrid_square() / worst_regular() ** 2, error_ratio()),
        HYBRIDS,
    ),
)
