r"""(74): the MSE of Fourier features is fixed by the pair moments of ``a_i = cos(w_i.z)``, z = |x - y|.

    MSE = (1/m) [(1 - exp(-z^2))^2/2 + (m-1) ((1/(m(m-1))) sum_(i != j) E a_i a_j - exp(-z^2))],   m >= 2.

One sample has ``E a^2 = (1 + exp(-2z^2))/2`` and ``E a = exp(-z^2/2)``; the rest is the square of a mean multiplied out. It
holds for every coupling with Gaussian marginals, and is checked from the definition for independent and orthogonal ones.
"""

from rftheory.proofs.crt._orthogonal import kummer, orthogonal
from rftheory.proofs.crt._setting import kernel
from rftheory.proofs.simrf._gap import FOURIER, PROJECTION, SEVERAL_FRAMES, WAVE, Z2, mse
from rftheory.proofs.simrf._setting import *
from rftheory.proofs.simrf._draws import average, doubled, fourier_error, points

STATEMENT = statement(
    "identity",
    "A.8 (71)-(74)",
    "The MSE of Fourier features by pair moments",
    reading="m >= 2; (72) and (73) are steps.",
    notes=("For m = 1 the average over pairs is empty, and the first term alone is the MSE.",),
)

#: the sum of E a_i a_j over the pairs i != j
_sum = sp.Symbol("S", real=True)
_SUM = Range(_sum, typical=(-3, 3), awkward=(0, 100))
DOMAIN = PAIRS.with_ranges(SEVERAL)
_ANY_COUPLING = DOMAIN.with_ranges(_SUM)


def printed(pairs: sp.Expr) -> sp.Expr:
    """(74) for an average of the pair moments."""
    return ((1 - sp.exp(-Z2)) ** 2 / 2 + (m - 1) * (pairs - sp.exp(-Z2))) / m


pair = FrameExpectation([WAVE] * 2, d)
image = PROJECTION.dot
parts = sp.sin(image(PAIR.x)) * sp.sin(image(PAIR.y)) + sp.cos(image(PAIR.x)) * sp.cos(image(PAIR.y))
CLAIMS = (
    claim(
        "independent projections: (74) from the definition, E a_i a_j = (E a)^2",
        eq(mse(SampleMean(WAVE, m)), printed(Expectation(WAVE) ** 2)),
        print="restored",
    ),
    claim(
        "orthogonal projections: (74) from the definition, E a_i a_j of two members of a frame",
        eq(mse(orthogonal(WAVE)), printed(pair)),
        SEVERAL_FRAMES,
        print="restored",
    ),
    claim(
        "any coupling: (m E a^2 + sum E a_i a_j)/m^2 - K^2 is (74), whatever the sum over i != j is",
        eq((m * Expectation(WAVE**2) + _sum) / m**2 - kernel**2, printed(_sum / (m * (m - 1)))),
        _ANY_COUPLING,
    ),
    step(
        "features: the estimator phi(x).phi(y) is the mean of the cosines",
        eq(SampleMean(parts, m), SampleMean(WAVE, m)),
        location="(72), (73)",
    ),
    step("unbiased: E a_i = exp(-z^2/2)", eq(Expectation(WAVE), kernel), location="after (73)"),
)


def simulations() -> list[MomentCheck]:
    """Whole matrices at one point; images alone of independent and simplex projections, and of two blocks."""
    point = {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(4, 5), theta: sp.pi / 3}
    at = {**point, m: 3, d: 3}
    cases = (
        ("independent projections", Independent(), sp.exp(-Z2)),
        ("orthogonal projections", Orthogonal(), kummer(-Z2)),
    )
    checks = [
        MomentCheck(f"{claim}, m = 3, d = 3", Coupled(FOURIER, coupling), "mse", printed(pair), at, claim=claim)
        for claim, coupling, pair in cases
    ]
    claim = "independent projections"
    for drawn in points(shift=1, largest=12):
        checks.append(fourier_error(Independent(), drawn, printed(sp.exp(-Z2)), claim, claim))
    for drawn in points(shift=1):
        simplex = average(Simplex(), drawn, even_conformity(-Z2, d, simplex_cosine(d)), sp.exp(-Z2))
        checks.append(fourier_error(Simplex(), drawn, printed(simplex), "any coupling", "simplex projections"))
    for drawn in doubled(largest=12):
        orthogonal = average(Orthogonal(), drawn, kummer(-Z2), sp.exp(-Z2))
        checks.append(fourier_error(Orthogonal(), drawn, printed(orthogonal), "any coupling", "orthogonal blocks"))
    return checks
