r"""Corollary 4.4 (25): the orthogonality gap of positive features, m <= d, v = |x + y|.

    MSE_IID - MSE_ORF = exp(-2|x|^2 - 2|y|^2) (m-1)/m
                        (exp(v^2) - Gamma(d/2)/Gamma(d) sum_k v^(2k)/(2^k k!) Gamma(k+d)/Gamma(k+d/2)).

Both estimators are unbiased, and their errors differ by the pair moments alone (68): ``exp(v^2)`` for independent
projections, ``1F1(d; d/2; v^2/2)`` for orthogonal ones. (69) writes the gap as one series with the coefficients
``1 - (k+d-1)!/(d-1)! (d-2)!!/(2k+d-2)!!``; (70) is the product form of that coefficient.
"""

from rftheory.proofs.crt._orthogonal import ANY_D, INDEX, share
from rftheory.proofs.simrf._gap import *

STATEMENT = statement(
    "identity",
    "Cor. 4.4 (25), A.7 (68)-(70)",
    "The orthogonality gap of positive features in closed form",
    reading="m projections of one orthogonal frame of R^d, m <= d, against m independent ones.",
    notes=(
        "In closed form the series is 1F1(d; d/2; v^2/2) (crt.theorem-4.1, where the gain of several blocks is given too).",
        "(d-2)!!/(2k+d-2)!! in (69) is read as 1/(d (d+2) ... (d+2k-2)), which makes sense for d = 1 too.",
    ),
)

DOMAIN = SEVERAL_FRAMES

#: an orthogonal pair needs two dimensions
_COEFFICIENTS = Domain((ANY_D, INDEX))

_sample = sp.exp(PROJECTION.dot(PAIR.z))
#: rho of two independent and of two orthogonal projections, from the definition.
conformities = Expectation(_sample) ** 2, FrameExpectation([_sample] * 2, d)

independent, orthogonal = conformities
_PAIR_DRAWN = {x_norm: sp.Rational(2, 5), y_norm: sp.Rational(3, 10), theta: sp.Rational(2, 5)}
CLAIMS = (
    claim(
        "gap: (25): MSE_IID - MSE_ORF = (m-1)/m exp(-2|x|^2-2|y|^2) (exp(v^2) - 1F1(d; d/2; v^2/2))",
        eq(positive_gap, decay * closed_gap(V2)),
        FRAMES,
    ).drawn(
        Coupled(POSITIVE),
        "mse",
        [{**_PAIR_DRAWN, m: size, d: size} for size in (2, 3)],
        mse_of_independent(POSITIVE.real_second_moment(PAIR.x, PAIR.y)) - decay * closed_gap(V2),
    ),
    claim(
        "series: (25): the right side, with the series as it is printed, is that",
        eq(decay * printed_gap(V2), decay * closed_gap(V2)),
        FRAMES,
        summed(V2, decay),
        print="restored",
    ),
    step(
        "conformities: the gap is exp(-2|x|^2-2|y|^2) (m-1)/m (rho_IID - rho_ORF)",
        eq(positive_gap, decay * (m - 1) / m * (independent - orthogonal)),
        location="(68)",
    ),
    step(
        "coefficients: Gamma(d/2)/Gamma(d) Gamma(k+d)/(2^k Gamma(k+d/2)) = (k+d-1)!/(d-1)! (d-2)!!/(2k+d-2)!!",
        eq(printed_share, share),
        _COEFFICIENTS,
        location="(69)",
    ),
    step(
        "product: and that is d/d (d+1)/(d+2) ... (d+k-1)/(d+2(k-1))",
        eq(printed_product, share),
        _COEFFICIENTS,
        location="(70)",
    ),
    lemma("independent pair: rho_IID = exp(v^2)", eq(independent, independent_conformity(V2))),
)
