r"""The synthetic regimes of Section 5.1 at d = 64, sigma = 1, and bounds on log-variances that hold for every pair.

Since x - y and x + y are uncorrelated Gaussian vectors they are independent. In `normal` (x, y ~ N(0, I)) both are
N(0, 2I); in `heterogen` (y ~ N(1_d, I) instead) they are N(-1_d, 2I) and N(1_d, 2I). Split along the unit vector
``1_d/8``: ``|x - y|^2 = 2 S + r`` with S = |w|^2 of w ~ N(0, I_63) and r = (sqrt(2) g - c)^2, g ~ N(0, 1), where c = 0 or
c = 8 = |1_d|; in the same way ``|x + y|^2 = 2 T + q``.
"""

from rftheory.vocabulary import *
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, u

DIMENSION = sp.Integer(64)
#: halves of the parts of |x - y|^2 and |x + y|^2 across the vector of ones, and the parts along it
S, T = sp.symbols("S T", positive=True)
r, q = sp.symbols("r_along q_along", nonnegative=True)
z = sp.Symbol("z", positive=True)
#: |x - y|^2 and |x + y|^2
U, V = 2 * S + r, 2 * T + q

#: 1/(1 - 8A) for a real A < 1/8
rho = sp.Symbol("rho", positive=True)
PARAMETER = Range(rho, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 1, sp.Rational(101, 100), 100))

_SIZE = {"typical": (1, 60), "awkward": (sp.Rational(1, 1000), 100)}
_ACROSS = tuple(Range(symbol, 0, None, "()", **_SIZE) for symbol in (S, T))
_ALONG = tuple(Range(symbol, 0, None, "[)", typical=(0, 60), awkward=(0, 100)) for symbol in (r, q))
PAIRS_OF_64 = Domain((*_ACROSS, *_ALONG))
_POSITIVE = Domain((Range(z, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 1, 1000)),))

_unit = Space("unit vector", lambda a, b: sp.Integer(1), "e").vector("e")


def regime(distance: sp.Expr | int) -> dict[sp.Symbol, sp.Expr]:
    """The random parts of a pair; ``distance`` is the length of the mean of x - y and of x + y."""
    parts = {}
    for across, along, name, sign in ((S, r, "w", -1), (T, q, "v", 1)):
        parts[across] = Projection(name).squared_length(DIMENSION - 1)
        parts[along] = (sp.sqrt(2) * Projection(f"{name}_along").dot(_unit) + sign * distance) ** 2
    return parts


NORMAL, HETEROGEN = regime(0), regime(8)

# -- bounds for one pair ------------------------------------------------------------------------------------------

#: log(E Z^2 / K^2) of the better mechanism
g = sp.Symbol("g", positive=True)
_EXCESS = Range(g, 0, None, "()", typical=(1, 60), awkward=(sp.Rational(1, 1000), 100))
#: the mechanisms that are improved on: what their log-variances depend on
PAIRS = {"TrigRF": Domain((_ACROSS[0], _ALONG[0], _EXCESS)), "PosRF": Domain((_ACROSS[1], _ALONG[1], _EXCESS))}


def gain(over: str, excess: sp.Expr = g) -> sp.Expr:
    """How much the log-variance of a mechanism with ``E Z^2 = K^2 e^g`` is below that of another, at one pair."""
    base = trig_log_variance() if over == "TrigRF" else gerf_log_variance(sp.Integer(1))
    return base - relative_log_variance(excess)


def floor(over: str, excess: sp.Expr = g) -> sp.Expr:
    """A bound from below on the gain, with a mean that is known."""
    return U - sp.log(2) - 1 / S - excess if over == "TrigRF" else V - 1 / (2 * T) - excess


def _gain_chain(over: str) -> Chain:
    """log(e^g - 1) <= g, and log(1 - e^-t) >= -1/(e^t - 1) >= -1/part for 0 < part <= t."""
    chain = Chain(gain(over))
    argument, part, factor, level = (U, 2 * S, 2, U - sp.log(2)) if over == "TrigRF" else (V, 2 * T, 1, V)
    rest, small, grown, less = level - g, 1 - sp.exp(-argument), sp.exp(argument) - 1, 1 - sp.exp(-g)
    chain = chain.use(logarithm_from_above, {z: less})
    chain = chain.ge(factor * sp.log(small) + rest + sp.exp(-g))
    chain = chain.gt(factor * sp.log(small) + rest)
    chain = chain.use(logarithm_from_below, {z: small})
    chain = chain.ge(factor * (1 - 1 / small) + rest)
    chain = chain.eq(rest - factor / grown)
    chain = chain.use(exponential_tangent, {u: argument})
    chain = chain.ge(rest - factor / argument)
    return chain.ge(floor(over))


@cache
def pair_claim(over: str) -> Claim:
    return lemma(
        "a bound on the gain of a mechanism with E Z^2 = K^2 e^g at one pair",
        ge(gain(over), floor(over)),
        PAIRS[over],
        _gain_chain(over),
        name=f"one pair, over {over}",
    )


#: log z >= 1 - 1/z for every z > 0.
logarithm_from_below = lemma(
    "logarithm from below: log z + 1/z is least at z = 1",
    ge(sp.log(z) + 1 / z, 1),
    _POSITIVE,
    Chain(sp.log(z) + 1 / z).valley(z, sp.Integer(1), 1 / z**2),
)

#: log z <= z - 1 for every z > 0.
logarithm_from_above = lemma(
    "logarithm from above: z - log z is least at z = 1",
    ge(z - sp.log(z), 1),
    _POSITIVE,
    Chain(z - sp.log(z)).valley(z, sp.Integer(1), 1 / z),
)


# -- log-variances of one sample ----------------------------------------------------------------------------------


def log_excess(rho: sp.Expr, square: sp.Expr = V) -> sp.Expr:
    """G with ``E Z^2 = K^2 exp(G)`` for GERF with s = +1 and A = (1 - 1/rho)/8."""
    return DIMENSION / 2 * sp.log((1 + rho) ** 2 / (4 * rho)) + rho * square


def gerf(rho: sp.Expr) -> GeneralizedExponential:
    """s = +1 and A = (1 - 1/rho)/8; rho = 1 gives the positive features."""
    return GeneralizedExponential((1 - 1 / rho) / 8, 1)


def gerf_log_variance(rho: sp.Expr, square: sp.Expr = V, distance: sp.Expr = U) -> sp.Expr:
    """log(K^2 (e^G - 1)), for |x + y|^2 = ``square`` and |x - y|^2 = ``distance``."""
    return relative_log_variance(log_excess(rho, square), distance)


def relative_log_variance(excess: sp.Expr, distance: sp.Expr = U) -> sp.Expr:
    """log(K^2 (e^g - 1)) of a mechanism with ``E Z^2 = K^2 e^g``."""
    return excess - distance + sp.log(1 - sp.exp(-excess))


def trig_log_variance(distance: sp.Expr = U) -> sp.Expr:
    return 2 * sp.log(1 - sp.exp(-distance)) - sp.log(2)


def written_out(name: str, family: GeneralizedExponential, log_variance: sp.Expr, *parameters: Range) -> Claim:
    """The log-variance of this module is that of (6), which `crt.theorem-3.2` judges."""
    closed = family.real_second_moment(SPLIT.x, SPLIT.y) - gaussian_kernel(SPLIT.x, SPLIT.y) ** 2
    return lemma(
        "the variance (6) through its logarithm",
        eq(closed.subs({v2: V, z2: U, d: DIMENSION}, simultaneous=True), sp.exp(log_variance)),
        PAIRS_OF_64.with_ranges(*parameters),
        name=name,
    )
