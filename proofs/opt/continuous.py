"""Theorem 1 and its corollaries for any laws Omega and Psi, not only on N points.

w ~ Psi is a random number of any law (every law on R^d is the image of one), rho = p_Omega/p_Psi and the features are any functions of
it, so that ``E_Omega g = E_Psi rho g``. Definition 2 is judged for laws of two inputs each, of any weights; data of any law enter by
``a(w)^2 = E_x1 phi(x_1, w)^2`` and ``b(w)^2 = E_x2 phi(x_2, w)^2``, as the proof has it. Jensen and Cauchy-Schwarz for expectations
take the place of sums: the gap of Theorem 1 is the variance of rho q, that of Corollary 1 the one of Cauchy and Schwarz.
"""

from rftheory.proofs.opt._optima import POINT, law
from rftheory.vocabulary import *
from rftheory.chains.reasons import Copies
from rftheory.proofs.opt import _optimum_other_laws as other_laws
from rftheory.rules.inequalities import cauchy_schwarz

STATEMENT = statement(
    "optimum",
    "Theorem 1, Cor. 1, 2",
    "Theorem 1 and its corollaries for arbitrary laws",
    reading="Any laws Omega and Psi with a density rho = p_Omega/p_Psi, any features with finite second moments: "
    "from Definition 2 for two inputs of each law, and for data of any law from (3), with a^2 and b^2 "
    "the mean squares of the features.",
    notes=(
        "For data of any law the step from Definition 2 to (3) exchanges the means of rho^2 phi(x_1, w)^2 phi(x_2, w)^2 >= 0 (Tonelli); "
        "on N points it is judged in opt.theorem-1-proof.",
        "Where E_Psi rho^2 q^2 is infinite V_Psi is, and nothing is claimed.",
    ),
)

_rho, _a, _b = (sp.Function(name, nonnegative=True) for name in ("rho", "a", "b"))
_u, _v = (sp.Function(name, real=True) for name in ("u", "v"))


def _drawn(*finite: sp.Expr) -> Variate:
    """w, of any law for which these functions have means."""
    return Variate("w", *finite)


#: the weights of the first of two inputs
_WEIGHT = sp.Symbol("alpha", nonnegative=True)
_KAPPA = sp.Symbol("kappa", real=True)
_SHARE = Domain((Range(_WEIGHT, 0, 1, "[]", typical=(0, 1), awkward=(0, 1)),))
DOMAIN = Domain((Range(_KAPPA, typical=(0, 2)),))


# -- from Definition 2 ----------------------------------------------------------------------------------------------


def _pairs(at: sp.Expr) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """X_1 = X_2: the weights of the pairs of inputs x, y and the products of their features u and v."""
    rest = 1 - _WEIGHT
    return (_WEIGHT**2, _u(at) ** 2), (2 * _WEIGHT * rest, _u(at) * _v(at)), (rest**2, _v(at) ** 2)


def _mean_square(at: sp.Expr) -> sp.Expr:
    """q = E_x phi(x, w)^2."""
    return _WEIGHT * _u(at) ** 2 + (1 - _WEIGHT) * _v(at) ** 2


_SQUARES = tuple(_rho(DRAW) * product for _, product in _pairs(DRAW))
_W = _drawn(*_SQUARES, *(square**2 for square in _SQUARES))


def _variance(sample: sp.Expr) -> sp.Expr:
    return Expectation((sample - Expectation(sample)) ** 2)


def _equal_laws() -> tuple[sp.Expr, sp.Expr]:
    """V_Psi of Definition 2, and ``(E K(x, x))^2 - E K^2 + Var_Psi(rho q)``."""
    samples = [(weight, _rho(_W) * product) for weight, product in _pairs(_W)]
    kernel = sp.Add(*(weight * Expectation(sample) ** 2 for weight, sample in samples))
    diagonal = _WEIGHT * Expectation(samples[0][1]) + (1 - _WEIGHT) * Expectation(samples[2][1])
    right = diagonal**2 - kernel + _variance(_rho(_W) * _mean_square(_W))
    return sp.Add(*(weight * _variance(sample) for weight, sample in samples)), right


#: features of two inputs of each law, and the weights of these
_FEATURES = tuple(tuple(sp.Function(f"{name}_{i}", real=True) for i in (1, 2)) for name in "uv")
_OTHER_WEIGHT = sp.Symbol("beta", nonnegative=True)
_WEIGHTS = ((_WEIGHT, 1 - _WEIGHT), (_OTHER_WEIGHT, 1 - _OTHER_WEIGHT))
_SHARES = _SHARE.with_ranges(Range(_OTHER_WEIGHT, 0, 1, "[]", typical=(0, 1), awkward=(0, 1)))


def _importance(at: sp.Expr) -> sp.Expr:
    """rho q."""
    sides = (zip(weights, features, strict=True) for weights, features in zip(_WEIGHTS, _FEATURES, strict=True))
    return _rho(at) * sp.Mul(*(sp.sqrt(sp.Add(*(weight * phi(at) ** 2 for weight, phi in side))) for side in sides))


def _samples(at: sp.Expr) -> list[tuple[sp.Expr, sp.Expr]]:
    """The weights of the pairs of inputs, and the weighted samples there."""
    first, second = (list(zip(w, f, strict=True)) for w, f in zip(_WEIGHTS, _FEATURES, strict=True))
    return [(a * b, _rho(at) * u(at) * v(at)) for a, u in first for b, v in second]


_TWO = _drawn(*(f for _, z in _samples(DRAW) for f in (z, z**2)), _importance(DRAW))


def _two_inputs() -> tuple[sp.Expr, sp.Expr]:
    """V_Psi of Definition 2, and ``(E_Omega q)^2 - E K^2``."""
    samples = _samples(_TWO)
    kernel = sp.Add(*(weight * Expectation(sample) ** 2 for weight, sample in samples))
    variance = sp.Add(*(weight * _variance(sample) for weight, sample in samples))
    return variance, Expectation(_importance(_TWO)) ** 2 - kernel


# -- from (3) -------------------------------------------------------------------------------------------------------

_Q = _rho(DRAW) * _a(DRAW) * _b(DRAW)
_ANY = _drawn(_Q, _Q**2)
_RHO_Q = _Q.xreplace({DRAW: _ANY})
#: w ~ Omega, and another draw
_UNDER, _COPY = (Variate(name, _a(DRAW) ** 2, _b(DRAW) ** 2) for name in ("w", "w'"))


def _no_smaller() -> Chain:
    start, end = Expectation(_RHO_Q**2) - _KAPPA, Expectation(_RHO_Q) ** 2 - _KAPPA
    return Chain(start).ge(end, [_variance(_RHO_Q)])


def _from_definition() -> Chain:
    start, end = _two_inputs()
    return Chain(start).ge(end, [_variance(_importance(_TWO))])


def _bound() -> Chain:
    """Lagrange's identity for two independent draws."""
    rule = cauchy_schwarz(_a(_UNDER), _b(_UNDER))
    crossed = _a(_UNDER) * _b(_COPY) - _a(_COPY) * _b(_UNDER)
    chain = Chain(rule.start - _KAPPA).use(Copies(crossed**2, _COPY, _UNDER))
    return chain.le(rule.target - _KAPPA)


q = _a(_UNDER) * _b(_UNDER)
variance, optimum = _two_inputs()
family = GeneralizedExponential(A=0, s=1, dimension=sp.Integer(3))
drawn_data, wider = law(POINT[tau], 3), law(sp.Rational(2, 5), 3)
point = {**POINT, sigma: sp.Rational(2, 5)}
CLAIMS = (
    claim(
        "Theorem 1: int p_Omega^2/p_Psi q^2 - E K^2 = E_Psi (rho q)^2 - E K^2 is at least (E_Omega q)^2 - E K^2, q = a "
        "b, for every Psi",
        ge(Expectation(_RHO_Q**2) - _KAPPA, Expectation(_RHO_Q) ** 2 - _KAPPA),
        proof=_no_smaller(),
    ),
    claim(
        "Theorem 1, value: p_Psi = p_Omega q / E_Omega q has int p_Omega^2/p_Psi q^2 = E_Omega[(E_Omega q / q) q^2] = "
        "(E_Omega q)^2",
        eq(Expectation(Expectation(q) / q * q**2) - _KAPPA, Expectation(q) ** 2 - _KAPPA),
    ).drawn(
        # Gaussian laws: the expected square of optimally weighted positive features is (E q)^2
        OverData(family, drawn_data, wider),
        "second_moment",
        point,
        other_laws.overlap_squared,
    ),
    claim(
        "Theorem 1, two inputs: from Definition 2, each law on two inputs (or one: weights may be 0): V_Psi is at "
        "least (E_Omega q)^2 - E K^2",
        ge(variance, optimum),
        _SHARES,
        _from_definition(),
    ),
    claim(
        "Corollary 1: (E_Omega q)^2 - E K^2 is at most E_Omega a^2 E_Omega b^2 - E K^2, which is E K(x_1, x_1) K(x_2, "
        "x_2) - E K^2",
        le(Expectation(q) ** 2 - _KAPPA, Expectation(_a(_UNDER) ** 2) * Expectation(_b(_UNDER) ** 2) - _KAPPA),
        proof=_bound(),
    ),
    claim(
        "Corollary 2: from Definition 2, X_1 = X_2 on two inputs: V_Psi = (E K(x, x))^2 - E K^2 + Var_Psi(rho q), the "
        "optimum without the last term, whatever phi",
        Equality(*_equal_laws()),
        _SHARE,
    ).drawn(OverData(family, drawn_data, drawn_data), "second_moment", point, sp.Integer(1)),
)
