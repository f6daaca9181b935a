"""The optimal proposal of discretely-induced features, for any law {p_k} of the counts.

``p_k f(x, k)^2 = exp(-x^2) x^(2k)/k!`` per coordinate, whatever {p_k} is: given x, the optimal counts are independent
``Poisson(x_l^2)``. For data N(0, tau^2) each has ``Gamma(k + 1/2)/(Gamma(1/2) k!) (1 - s)^(1/2) s^k``, s = 2 tau^2/(1 + 2 tau^2),
the negative binomial law of shape 1/2. (For a sphere of radius R the total is Poisson(R^2) and is split by the moments of a
direction, see rules.sphere; for a data set the law is a mixture.) Data N(0, diag) are products over the coordinates.
"""

from rftheory.proofs.crt._setting import D
from rftheory.proofs.opt._optima import TAU, in_eigenvectors, law, on_sphere, optimal_value, squared_kernel
from rftheory.vocabulary import *
from rftheory.chains.integrals import euler_gamma
from rftheory.inputs.coordinates import gaussian_kernel, k, l, product, total, x, y
from rftheory.proofs.crt._discrete import INPUTS, X
from rftheory.rules.variates import Counts

#: 2 tau^2, and the ratio s
_u = 2 * tau**2
_RATIO = _u / (1 + _u)
_COUNT = Range(k, 0, None, integer=True, typical=(0, 6), awkward=(0, 30))
_AT_COUNT = Domain((TAU, _COUNT))
_t = sp.Symbol("t", positive=True)
#: the arguments of a generating function of counts
_weights = sp.IndexedBase("t", positive=True)
_WEIGHTS = Range(_weights.label, 0, 1, "(]", typical=(0, 1), awkward=(1,), shape=(d,))
#: one coordinate of x and of y
_xi, _eta = sp.symbols("xi eta", positive=True)
_XI, _ETA = (Range(s, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 4)) for s in (_xi, _eta))
_PAIR = Domain((_XI, _ETA, TAU, _COUNT))
#: the roots of the ratios s_1, s_2 of two data laws
_a, _b = sp.symbols("a b", positive=True)
_ROOTS = tuple(Range(s, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 100),)) for s in (_a, _b))
#: 1 - ab > 0 follows from the ranges
_FOLLOWS = by_definition("follows from the ranges")
_TWO_RATIOS = Domain(
    (*_ROOTS, _COUNT), (sp.Gt(1 - _a * _b, 0), sp.Gt(1 - _a**2, 0), sp.Gt(1 - _b**2, 0)), words=_FOLLOWS
)


def mass(count: sp.Expr = k, ratio: sp.Expr = _RATIO) -> sp.Expr:
    """The negative binomial masses of shape 1/2."""
    half = sp.Rational(1, 2)
    return sp.gamma(count + half) / (sp.gamma(half) * sp.gamma(count + 1)) * sp.sqrt(1 - ratio) * ratio**count


_body = sp.exp(-((tau * _t) ** 2)) * (tau * _t) ** (2 * k) / sp.gamma(k + 1)
#: ``E exp(-x^2) x^(2k)/k!`` for x ~ N(0, tau^2), x = tau t up to the sign.
_mean_square = sp.Integral(chi_density(_t, 1) * _body, (_t, 0, sp.oo))


#: a pair at which a family with numerical parameters is drawn; over data the squares have too heavy tails for an interval
_INPUTS = (sp.Rational(3, 10), -sp.Rational(1, 4)), (sp.Rational(1, 5), sp.Rational(3, 10))
_DRAWN = {x.label: sp.Tuple(*_INPUTS[0]), y.label: sp.Tuple(*_INPUTS[1]), d: 2, tau: sp.Rational(1, 4)}


def claims(family: DiscreteFamily, drawn_family: DiscreteFamily, *parameters: Range) -> list[Claim]:
    """The claims for one family, with the ranges of its parameters, and draws of it with numerical ones."""
    inputs = Domain((X, D, *parameters))
    pairs = INPUTS.with_ranges(TAU, *parameters)
    drawn = family.counts()
    data = law(_DRAWN[tau], 2)
    at_pair = AtPair(drawn_family, data, data, _INPUTS)
    generating = Expectation(family.feature(drawn, x) ** 2 * product(_weights[l] ** drawn[l]))
    square = Expectation(family.feature(family.counts(), x) ** 2)
    return [
        claim(
            "conditional law: p_w f(w, x)^2 is the law of independent Poisson(x_l^2) counts: sum_w p_w f(w, x)^2 prod_l "
            "t_l^(w_l) is their generating function",
            eq(generating, sp.exp(total(x[l] ** 2 * (_weights[l] - 1)))),
            inputs.with_ranges(_WEIGHTS),
        ),
        claim("exists: E_Omega f(w, x)^2 = 1 for every x: E q = 1 for every data law", eq(square, 1), inputs),
        claim(
            "density: for data N(0, tau^2) a count of the optimum is k with probability Gamma(k+1/2)/(Gamma(1/2) k!) "
            "(1-s)^(1/2) s^k, s = 2 tau^2/(1 + 2 tau^2)",
            eq(_mean_square, mass()),
            _AT_COUNT,
            Chain(_mean_square).computed(euler_gamma).eq(mass()),
        ),
        claim(
            "value: for data N(0, tau^2 I) the optimal variance (E_x E_Omega f(w, x)^2)^2 - E K^2 is 1 - (1 + 4 "
            "tau^2)^(-d/2), that of every scalar representation; E q is the mean over x of E_Omega f(w, x)^2",
            eq(square**2 - squared_kernel(2 * tau**2), optimal_value),
            inputs.with_ranges(TAU),
        ),
        in_eigenvectors(square, X, *parameters),
        on_sphere(square, X, *parameters),
        claim(
            "weighted mean: a weighted sample with counts of that law is unbiased at every pair",
            eq(Expectation(_weighted_sample(family)), gaussian_kernel(x, y)),
            pairs,
        ).drawn(at_pair, "mean", _DRAWN),
        claim(
            "weighted second moment: the second moment of a weighted sample of one coordinate, x = xi and y = eta",
            eq(_second_moment_series, second_moment(_xi, _eta)),
            _PAIR,
            _by_series(),
        ).drawn(at_pair, "second_moment", _DRAWN, product(second_moment(x[l], y[l]))),
        claim(
            "different laws: for N(0, tau^2) and N(0, sigma^2), of ratios s_1 = a^2 and s_2 = b^2, the optimum is of the "
            "same kind with the ratio ab, and (E q)^2 = ((1 - a^2) (1 - b^2))^(1/2)/(1 - ab) per coordinate",
            eq(
                mass(k, _a**2) * mass(k, _b**2),
                sp.sqrt((1 - _a**2) * (1 - _b**2)) / (1 - _a * _b) * mass(k, _a * _b) ** 2,
            ),
            _TWO_RATIOS,
        ),
    ]


def _weighted_sample(family: DiscreteFamily) -> sp.Expr:
    """``(p_Omega/p_Psi) f(w, x) f(w, y)`` with negative binomial counts."""
    counts = Counts("w", sp.Lambda(COUNT, mass(COUNT)))
    return product(family.law(counts[l]) / mass(counts[l])) * family.sample(counts, x, y)


def _term(order: sp.Expr) -> sp.Expr:
    """``(p_Omega f(xi, k) f(eta, k))^2 / p_Psi`` at k = order."""
    shared = sp.exp(-(_xi**2) - _eta**2) * (_xi**2 * _eta**2) ** order
    return shared / sp.gamma(order + 1) ** 2 / mass(order)


_index = sp.Symbol("j", integer=True, nonnegative=True)
_second_moment_series = sp.Sum(_term(_index), (_index, 0, sp.oo))


def second_moment(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """``(1 + 2 tau^2)^(1/2) exp(-x^2 - y^2) cosh(2 x y s^(-1/2))`` of one coordinate."""
    return sp.sqrt(1 + _u) * sp.exp(-(first**2) - second**2) * sp.cosh(2 * first * second / sp.sqrt(_RATIO))


def _by_series() -> Chain:
    """The terms of cosh(z), z^2 = 4 xi^2 eta^2/s: they agree for k = 0 and have equal ratios."""
    series = _second_moment_series
    return Chain(series).summed(series, second_moment(_xi, _eta))
