"""Section 2.4, after (19): the angular hybrid is exact at both ends, for inputs of equal length.

At theta = 0 the inputs are equal, the coefficient is 0 almost surely and T makes no error; at theta = pi they are
opposite, the coefficient is 1 and P makes no error. So the mean squared error vanishes whether or not P and T share
projections.
"""

from rftheory.proofs.hrf._setting import *

STATEMENT = statement(
    "property",
    "Sec. 2.4, after (19)",
    "The angular hybrid is exact for equal and for opposite inputs",
    notes=("For unequal lengths the errors of T at theta = 0 and of P at theta = pi are positive.",),
)

DOMAIN = Domain((R, M, N))
EQUAL = make_pair(r, r, sp.Integer(0), "same")
OPPOSITE = make_pair(r, r, sp.pi, "opposite")


def _error(pair: Pair, shared: bool) -> Equality:
    estimator = hybrid(angular_coefficient(pair), pair, shared)
    return eq(mean_squared_error(estimator, kernel(pair)), 0)


CLAIMS = (
    lemma(
        "coefficient at theta = 0: the coefficient is 0 almost surely for equal inputs",
        eq(Expectation(angular_coefficient(EQUAL) ** 2), 0),
        Domain((R, N)),
    ),
    *(
        claim(
            f"no error at theta = {angle} with {'shared' if shared else 'independent'} projections",
            _error(pair, shared),
            name=f"theta = {angle}, {'shared' if shared else 'independent'}",
        ).drawn(
            Bipolar(Hyperbolic(), Trigonometric(), Angular(), shared=shared),
            "mse",
            {r: sp.Rational(7, 10), m: 2, n: 2},
            pair=pair,
        )
        for angle, pair in (("0", EQUAL), ("pi", OPPOSITE))
        for shared in (False, True)
    ),
)
