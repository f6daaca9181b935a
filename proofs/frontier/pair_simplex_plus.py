r"""The pair moment of simplex+ projections in the plane: the two of a block are opposite, whatever their lengths.

The arrangement minimises the length of the resultant, and ``|w_1 + w_2|^2 = r_1^2 + r_2^2 + 2 c r_1 r_2 >= (r_1 - r_2)^2`` with equality
at c = -1 alone. So at d = 2 simplex+ projections are simplex projections: c = -1 in the moments at a fixed angle, the lengths
independent.

For d >= 3 the angle of a pair depends on all d lengths of its block. Given them the direction of w_1 + w_2 is uniform, so that ``E
exp((w_1 + w_2).u)`` is the mean of ``0F1(; d/2; u^2 |w_1 + w_2|^2/4)`` over the lengths; no closed form of that is known here.
"""

from rftheory.vocabulary import *
from rftheory.proofs.frontier import pair_gerf, pair_hyperbolic, pair_random_phase_cosine, pair_trigonometric
from rftheory.proofs.frontier._pairs import COSINE, PAIRS, W, at_angle, chain, cosine
from rftheory.rules.angles import integrate_angles

STATEMENT = statement(
    "identity",
    "moment law, simplex+ projections",
    "Pair moments of simplex+ projections in the plane",
    reading="Blocks of d = 2 projections. Positive features are those of the Gaussian kernel.",
    cells=(
        (
            "trigonometric",
            "simplex+",
            "simplex+ in d = 2, where it is the simplex; in d >= 3 angles depend on the lengths",
        ),
        ("positive", "simplex+", "simplex+ in d = 2, where it is the simplex; in d >= 3 angles depend on the lengths"),
        (
            "hyperbolic",
            "simplex+",
            "simplex+ in d = 2, where it is the simplex; in d >= 3 angles depend on the lengths",
        ),
        (
            "random-phase-cosine",
            "simplex+",
            "simplex+ in d = 2, where it is the simplex; in d >= 3 angles depend on the lengths",
        ),
    ),
)

_TWO = sp.Integer(2)
_PLANE = Domain(tuple(item for item in PAIRS.ranges if item.symbol != d))
_LENGTHS = sp.symbols("r_1 r_2", positive=True)
DOMAIN = Domain(
    (*(Range(r, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 9)) for r in _LENGTHS), COSINE)
)
_FAMILIES = (
    ("positive", GeneralizedExponential(sp.Integer(0), 1, _TWO), pair_gerf.moments(1)),
    ("trigonometric", Trigonometric(), pair_trigonometric.moments()),
    ("hyperbolic", Hyperbolic(), pair_hyperbolic.moments()),
    ("random-phase cosine", RandomPhaseCosine(), pair_random_phase_cosine.moments),
)


def _shortest() -> Claim:
    first, second = _LENGTHS
    resultant = first**2 + second**2 + 2 * cosine * first * second
    least = (first - second) ** 2
    return claim(
        "opposite: the resultant of two vectors of given lengths is shortest where they are opposite",
        ge(resultant, least),
        proof=Chain(resultant).ge(least),
    )


def claims() -> list[Claim]:
    found = [_shortest()]
    for name, family, moments in _FAMILIES:
        pair = at_angle(family.sample(W, PAIR.x, PAIR.y), sp.Integer(-1)).subs(d, 2)
        closed = moments["angle"].subs({cosine: -1, d: 2}, simultaneous=True)
        found.append(
            claim(
                f"E Z_1 Z_2 of the {name} features of two opposite projections of the plane",
                eq(pair, closed),
                _PLANE,
                chain(pair).computed(integrate_angles).eq(closed),
                name=name,
            )
        )
    return found
