r"""Sines and cosines of m projections against 2m cosines with random phases: equal length, any kernel k with a law of frequencies.

    Var(phases, 2m) - Var(sine and cosine, m) = (2 k(t)^2 - k(2t))/(4m)

at the distance t, whatever the law of the frequencies is. For the Gaussian kernel, ``k(2t) = k(t)^4``, this is ``K^2 (2 -
K^2)/(4m) > 0``: sines and cosines are better at every distance. Not so for every kernel: for that of Laplace frequencies,
``1/(1 + t^2)``, phases have the smaller variance exactly where ``t^2 > 3 + 10^(1/2)``.
"""

from rftheory.proofs.crt._setting import *
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "inequality",
    "Sutherland and Schneider 2015 (1506.02785), Sec. 2",
    "Sines and cosines have less variance than cosines with phases at equal length, for the Gaussian kernel",
    reading="m projections with a sine and a cosine each, and 2m projections with a cosine and a phase each: 2m features.",
    notes=("The distance from which phases are better for the kernel 1/(1 + t^2) is ours.",),
    cells=(("mixture-trigonometric", "iid"), ("mixture-phase-cosine", "iid")),
)

DOMAIN = PAIRS.with_ranges(M)
_w, _u = Projection("w"), Projection("u")
_near = (1 - kernel**2) ** 2

pairs = variance(SampleMean(sp.cos(_w.dot(PAIR.delta)), m))
phases = variance(RandomPhaseCosine().estimator(_w, PAIR.x, PAIR.y, 2 * m))

#: a place s and a distance t on a line, and a random frequency of any law
_s, _t = sp.symbols("s t", positive=True)
_LINE = Domain((M, *(Range(u, 0, None, "()", typical=(1, 5), awkward=(sp.Rational(1, 100), 20)) for u in (_s, _t))))
_frequency = Variate("omega", sp.cos(_t * DRAW), sp.cos(2 * _t * DRAW))


def any_kernel(t: sp.Expr) -> sp.Expr:
    """k(t) = E cos(omega t)."""
    return Expectation(sp.cos(_frequency * t))


def laplace(t: sp.Expr) -> sp.Expr:
    """The kernel of Laplace frequencies."""
    return 1 / (1 + t**2)


_pairs = variance(SampleMean(sp.cos(_frequency * _t), m))
_phased = 2 * sp.cos(_frequency * (_s + _t) + Phase("b")) * sp.cos(_frequency * _s + Phase("b"))
_phases = variance(SampleMean(_phased, 2 * m))

_DISTANCES = Domain((Range(_t, 0, None, "()", typical=(1, 5), awkward=(sp.Rational(1, 100), 20)),))
_CRITICAL = 3 + sp.sqrt(10)
_gain = 2 * laplace(_t) ** 2 - laplace(2 * _t)
_factored = -(_t**2 - 3 - sp.sqrt(10)) * (_t**2 - 3 + sp.sqrt(10)) / ((1 + 4 * _t**2) * (1 + _t**2) ** 2)

CLAIMS = (
    claim("better: sines and cosines are better at every distance", lt(pairs, phases)),
    claim("sine and cosine: the variance of m pairs is (1 - K^2)^2/(2m)", eq(pairs, _near / (2 * m))),
    claim("phases: that of 2m cosines is (1 + (1 - K^2)^2)/(4m)", eq(phases, (1 + _near) / (4 * m))).drawn(
        Regular(RandomPhaseCosine()),
        "mse",
        {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(3, 5), theta: 1, m: 4},
        (1 + _near) / (2 * m),
    ),
    claim(
        "any kernel: phases have (2 k(t)^2 - k(2t))/(4m) more, for every law of frequencies",
        eq(_phases - _pairs, (2 * any_kernel(_t) ** 2 - any_kernel(2 * _t)) / (4 * m)),
        _LINE,
    ),
    claim(
        "pairs of any kernel: the variance of m pairs is ((1 + k(2t))/2 - k(t)^2)/m",
        eq(_pairs, ((1 + any_kernel(2 * _t)) / 2 - any_kernel(_t) ** 2) / m),
        _LINE,
    ),
    claim(
        "phases of any kernel: that of 2m cosines is (1 + k(2t)/2 - k(t)^2)/(2m)",
        eq(_phases, (1 + any_kernel(2 * _t) / 2 - any_kernel(_t) ** 2) / (2 * m)),
        _LINE,
    ),
    claim(
        "Laplace frequencies: w |u|, for u normal in the plane, has the kernel 1/(1 + t^2)",
        eq(Expectation(sp.exp(-(_t**2) * _u.squared_length(sp.Integer(2)) / 2)), laplace(_t)),
        _DISTANCES,
    ),
    claim(
        "phases better: for them phases are better where t^2 > 3 + 10^(1/2)",
        lt(_gain, 0),
        _DISTANCES.where(sp.Gt(_t**2, _CRITICAL), words=by_definition("the distances that the claim is about")),
        proof=Chain(_gain).eq(_factored).lt(0),
    ),
    claim(
        "pairs better: and pairs where it is less",
        gt(_gain, 0),
        _DISTANCES.where(sp.Lt(_t**2, _CRITICAL), words=by_definition("the distances that the claim is about")),
        proof=Chain(_gain).eq(_factored).gt(0),
    ),
)
TWINS = (
    claim("wrong constant: pairs of half as many features are no worse", lt(2 * pairs, phases)),
    claim(
        "half: pairs of any kernel have the variance of one cosine",
        eq(_pairs, (1 - any_kernel(_t) ** 2) / m),
        _LINE,
    ),
    claim("any kernel: phases are better for no law of frequencies", ge(_gain, 0), _DISTANCES),
)
