"""Definition 3.3: the max-relative-error ``eps_C = max over x, y in C of sqrt(MSE)/SM``, and ``eps_{theta,r}`` on a sphere.

On the sphere S(r) the relative errors of T, P and the angular hybrid are functions of the angle alone, and those of T and P are greatest
at one end of the angles. C is any bounded set in print. On one that is not closed there may be no maximum: ``eps`` of T is
``(2/m)^(1/2) sinh(|x - y|^2/2)``, and no pair of the open unit ball reaches its least upper bound ``(2/m)^(1/2) sinh(2)`` there.
Lemma 3.4 uses limits.
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
        "Over the open unit ball no pair reaches the least upper bound of the relative error of T, so there is no maximum.",
        "For x and y of two lengths a, b the relative errors of T and P depend on a^2 + b^2 besides the angle and the product a b.",
    ),
)

DOMAIN = REGULARS

_SHORT = tuple(
    Range(s, 0, 1, "[)", typical=(0, sp.Rational(9, 10)), awkward=(0, sp.Rational(99, 100))) for s in (x_norm, y_norm)
)
#: pairs of the open unit ball, and any pairs
_OPEN_BALL = Domain((*_SHORT, THETA, M))
_NORMS = tuple(Range(s, 0, None, "[)", typical=(0, 2), awkward=(0, 20)) for s in (x_norm, y_norm))
_ANY = Domain((*_NORMS, THETA, M))

#: |x - y|^2.
distance_square = x_norm**2 + y_norm**2 - 2 * x_norm * y_norm * sp.cos(theta)

_half = distance_square / 2
#: ``(exp(t/2) - exp(-t/2))/(2m)^(1/2)`` with t = |x - y|^2: the relative error of T.
waves_error = (sp.exp(_half) - sp.exp(-_half)) / sp.sqrt(2 * m)


def _below_supremum() -> Chain:
    """|x - y|^2 <= (a + b)^2 < 4, and exp(t/2) - exp(-t/2) grows with t."""
    total, cosine = x_norm + y_norm, sp.cos(theta)
    sum_of_squares = ((x_norm - y_norm) ** 2 + 2 * x_norm * y_norm * (1 - cosine)) / 2
    inner = Chain(distance_square / 2).le(total**2 / 2)
    inner = inner.le(total).lt(sp.Integer(2))
    chain = Chain(relative_error(trigonometric(), PAIR))
    chain = chain.rewrite(mean_squared_error(trigonometric(), kernel()), waves_error**2 * kernel() ** 2, "Lemma 2.2")
    chain = chain.eq(sp.exp(-sum_of_squares) * (sp.exp(2 * sum_of_squares) - 1) / sp.sqrt(2 * m), "equal squares").eq(
        waves_error
    )
    return chain.inside(inner, lambda t: (sp.exp(t) - sp.exp(-t)) / sp.sqrt(2 * m), strict=True)


t, p = (relative_square(estimator(EQUAL_PAIR)) for estimator in (trigonometric, positive))
supremum = (sp.exp(2) - sp.exp(-2)) / sp.sqrt(2 * m)
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
    lemma(
        "any two inputs: eps_{x,y}^2 of T is (exp(t/2) - exp(-t/2))^2/(2m) with t = |x - y|^2, for any lengths",
        eq(relative_square(trigonometric(), PAIR), waves_error**2),
        _ANY,
    ),
    lemma(
        "open ball: for |x|, |y| < 1, eps_{x,y} of T is below (exp(2) - exp(-2))/(2m)^(1/2), to which it tends as y = "
        "-x grows: no maximum",
        lt(relative_error(trigonometric(), PAIR), supremum),
        _OPEN_BALL,
        _below_supremum(),
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
