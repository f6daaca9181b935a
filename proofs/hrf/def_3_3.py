"""Definition 3.3: the max-relative-error ``eps_C = max over x, y in C of sqrt(MSE)/SM``, and ``eps_{theta,r}`` on a sphere.

On the sphere S(r) the relative errors of T, P and the angular hybrid are functions of the angle alone, and those of T and P are greatest
at one end of the angles. C is any bounded set in print; on one that is not closed there may be no maximum. Lemma 3.4 uses limits.
"""

from rftheory.proofs.hrf._angular import *
from rftheory.proofs.hrf.lemma_3_4 import positive_relative_error, trigonometric_relative_error
from rftheory.proofs.hrf.lemma_3_4_max import positive_at_most, trigonometric_at_most

STATEMENT = statement(
    "property",
    "Definition 3.3",
    "Relative errors on a sphere, and their maximum",
    reading="For x and y of one length r the squares of the relative errors of T, P and the angular hybrid are "
    "functions of theta and r (and m, n), and T and P have their greatest at theta = pi and theta = 0. "
    "Over a set that is not closed the maximum is read as the least upper bound.",
    notes=(
        "For x and y of two lengths a, b the relative errors of T and P depend on a^2 + b^2 besides the angle and the product a b.",
    ),
)

DOMAIN = REGULARS

t, p = (relative_square(estimator(EQUAL_PAIR)) for estimator in (trigonometric, positive))
CLAIMS = (
    claim("T, function of the angle: eps_{theta,r}^2 of T", eq(t, trigonometric_relative_error**2)),
    claim("P, function of the angle: eps_{theta,r}^2 of P", eq(p, positive_relative_error**2)),
    claim(
        "hybrid, function of the angle: eps_{theta,r}^2 of the angular hybrid",
        eq(hybrid_square(), hybrid_square_formula()),
        HYBRIDS,
    ),
    *(
        claim(
            f"eps_{{theta,r}} of {name} is at most its value at theta = {point}",
            le(error(), worst_regular()),
            proof=proof,
            name=f"{name}, greatest",
        )
        for name, error, proof, point in (
            ("T", trigonometric_error, trigonometric_at_most, "pi"),
            ("P", positive_error, positive_at_most, "0"),
        )
    ),
)


def simulations() -> list[MomentCheck]:
    """eps^2 SM^2 is the mean squared error; P has modest tails where the inputs are far apart."""
    at = {r: sp.Rational(7, 10), theta: sp.Rational(11, 5), m: 4}
    sm = softmax_kernel(EQUAL_PAIR.x, EQUAL_PAIR.y) ** 2
    hybrid = Bipolar(Hyperbolic(), Trigonometric(), Angular())
    cases = (
        ("T", Regular(Trigonometric()), trigonometric_relative_error**2, at),
        ("P", Regular(Hyperbolic()), positive_relative_error**2, at),
        ("hybrid", hybrid, hybrid_square_formula(), at | {n: 2}),
    )
    return [
        MomentCheck(
            f"mse, {name}", drawn, "mse", square * sm, point, claim=f"{name}, function of the angle", pair=EQUAL_PAIR
        )
        for name, drawn, square, point in cases
    ]
