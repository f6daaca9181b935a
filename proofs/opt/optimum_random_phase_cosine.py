"""Completion of Theorem 1: the optimal proposal of cosine features with a random phase.

``phi(x; w, b) = 2^(1/2) cos(w.x + b)``, w ~ N(0, I_d), b uniform: ``E_x phi^2 = 1 + Re(exp(2ib) chi(2w))`` with the characteristic
function chi of the data, so E q = K(x, x) = 1 for every data law X1 = X2. Only the phase is tilted: the marginal law of w
stays N(0, I_d), and the density of b at w is ``1 + |chi(2w)| cos(2b + arg chi(2w))`` times that of the uniform law. As
``q <= 2``, rejection from the base law is exact and keeps every other draw on average. For data N(0, tau^2 I) chi(2w) is
``exp(-2 tau^2 |w|^2)``.
"""

from rftheory.proofs.opt._optima import *
from rftheory.families.family import phase_of
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.montecarlo.estimators.weighted import known_inputs

STATEMENT = statement(
    "optimum",
    "Theorem 1, completed",
    "Optimal proposal of random-phase cosine features (our completion of Theorem 1)",
    notes=(
        "The weights p_Omega/p_Psi = 1/q are not bounded: q = 0 where all features vanish. Weighted samples are bounded.",
        "For X1 = X2 the least variance is that of positive features. For two different known inputs it is not: q = 2 "
        "|cos(w.x + b) cos(w.y + b)| has E q = (8/pi^2) (1 + 2 sum_n exp(-2 n^2 |x - y|^2)/(4n^2 - 1)^2) > K(x, y).",
    ),
)

_b = sp.Symbol("b", real=True)
_PHASE = Range(_b, typical=(-3, 3), awkward=(0,))
_PHASE_OF_W = phase_of(W)
_FAMILY = RandomPhaseCosine()


def mean_square(phase: sp.Expr = _b, square: sp.Expr = w_norm**2) -> sp.Expr:
    """``q(w, b)`` for data N(0, tau^2 I)."""
    return 1 + sp.exp(-2 * tau**2 * square) * sp.cos(2 * phase)


#: q at a random (w, b).
_random = mean_square(_PHASE_OF_W, W.squared_length(d))


def _at_most_two() -> Chain:
    """1 - cos(2b) >= 0 and exp(-...) <= 1."""
    decay = sp.exp(-2 * tau**2 * w_norm**2)
    chain = Chain(mean_square()).le(1 + decay)
    return chain.inside(Chain(-2 * tau**2 * w_norm**2).lt(sp.Integer(0)), lambda z: 1 + sp.exp(z), strict=True)


fixed_x = tau * U.dot(FIXED)
DOMAIN = DATA_AT_W.with_ranges(_PHASE)
drawn_data = law(sp.Integer(2), 3)
points = known_inputs(*INPUTS)
CLAIMS = (
    claim(
        "exists: E_Omega phi(x; w, b)^2 = 1 for every x: E q = 1 for every data law",
        eq(Expectation(_FAMILY.components(W, PAIR.x)[0] ** 2), 1),
        Domain((X_LENGTH,)),
    ).drawn(
        # the even law on x and y: q >= |phi(x) phi(y)|, so the weighted samples are at most E q = 1
        AtPair(_FAMILY, points, points, INPUTS, sp.Integer(1)),
        "mean",
        POINT,
        gaussian_kernel(PAIR.x, PAIR.y),
    ),
    claim(
        "mean square: q(w, b) = E_x phi(x; w, b)^2 for data N(0, tau^2 I)",
        eq(over_data(2 * sp.cos(fixed_x + _b) ** 2), mean_square()),
    ),
    claim(
        "marginal law: the mean of q over the phase is 1: the marginal law of w under Psi is N(0, I_d)",
        eq(Expectation(mean_square(_PHASE_OF_W)), 1),
        DATA_AT_W,
    ),
    claim(
        "bounded: q <= 2: draws of the base law that are kept with probability q/2 have the law Psi",
        le(mean_square(), 2),
        proof=_at_most_two(),
    ),
    claim(
        "value: the optimal variance is 1 - (1 + 4 tau^2)^(-d/2), that of every scalar representation",
        eq(Expectation(_random) ** 2 - squared_kernel(2 * tau**2), optimal_value),
        DATA,
    ).drawn(OverData(_FAMILY, drawn_data, drawn_data), "second_moment", {tau: 2, d: 3}, sp.Integer(1)),
    in_eigenvectors(Expectation(_FAMILY.components(W, PAIR.x)[0] ** 2), X_LENGTH),
    on_sphere(Expectation(_FAMILY.components(W, PAIR.x)[0] ** 2), X_LENGTH),
    claim(
        "plain sampling: the uniform phase has the expected square 1 + (1 + 8 tau^2)^(-d/2)/2 in the place of 1",
        eq(Expectation(_random**2), 1 + sp.Rational(1, 2) * (1 + 8 * tau**2) ** (-d / 2)),
        DATA,
    ),
)
