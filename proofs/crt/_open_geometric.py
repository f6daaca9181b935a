"""The best p of geometric features: one minimum, where one increasing function vanishes, between explicit ends.

With r = (1 - p)^(-1/2) > 1 and z_l = 2 |x_l y_l| r the logarithm of the second moment (13) is, without what does not depend on
p, ``-d log(1 - r^-2) + sum_l log I_0(z_l)``. Its derivative in log r is

    T(r) = sum_l z_l I_1(z_l)/I_0(z_l) - 2d/(r^2 - 1),

and T increases: ``(z I_1/I_0)' = z (1 - (I_1/I_0)^2) > 0``. Coordinates with x_l y_l = 0 add nothing to the sums, so these run over the n
<= d others, whose |x_l y_l| are called s_l. With S = sum_l s_l, T(r) < 0 where r (r^2 - 1) S <= d, and T(r) > 0 where r S >= d and
r^2 >= 3: there is exactly one root, and it is the only minimum.
"""

from rftheory.proofs.crt._setting import *
from rftheory.inputs.coordinates import l, total, x, y
from rftheory.proofs.crt._discrete import INPUTS
from rftheory.proofs.rules.bessel import first, quotient_bound, z, zeroth

#: the nonzero |x_l y_l|
s = sp.IndexedBase("s", real=True)
r = sp.Symbol("r", positive=True)
#: log r and the logarithm of another r
rate, rate0 = sp.symbols("tau tau_0", positive=True)

_PRODUCTS = Range(s.label, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100), 5), shape=(n,))
_COUNT = Range(n, 1, None, integer=True, typical=(1, 4), awkward=(1, 8))
_ROOTS = Range(r, 1, None, "()", typical=(1, 4), awkward=(1 + sp.Rational(1, 100), 20))
_RATES = Range(rate, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 3))
_OTHERS = Range(rate0, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 3))

_BALANCED = Domain((_PRODUCTS, _COUNT, _RATES, _OTHERS))
_STATIONARY = Domain((_PRODUCTS, _COUNT, D, _ROOTS), (sp.Le(n, d),))
_SUM = total(s[l], size=n)
_NEAR_ONE = _STATIONARY.where(sp.Lt(r * (r**2 - 1) * _SUM, d))
_FAR = _STATIONARY.where(sp.Ge(r * _SUM, d), sp.Ge(r**2, 3))


def _argument(root: sp.Expr) -> sp.Expr:
    """z_l."""
    return 2 * s[l] * root


def balance(root: sp.Expr) -> sp.Expr:
    """sum_l z_l I_1(z_l)/I_0(z_l)."""
    argument = _argument(root)
    return total(argument * first(argument) / zeroth(argument), size=n)


#: T(r).
stationarity = balance(r) - 2 * d / (r**2 - 1)


def objective(log_root: sp.Expr, weight: sp.Expr) -> sp.Expr:
    """``-weight log(1 - r^-2) + sum_l log I_0(z_l)``, r = exp(log_root)."""
    return -weight * sp.log(1 - sp.exp(-2 * log_root)) + total(sp.log(zeroth(_argument(sp.exp(log_root)))), size=n)


#: The d for which T vanishes at r_0 = exp(tau_0).
balancing_weight = (sp.exp(2 * rate0) - 1) / 2 * balance(sp.exp(rate0))


def _curvature(weight: sp.Expr) -> sp.Expr:
    """The second derivative of the objective."""
    argument = _argument(sp.exp(rate))
    difference = (zeroth(argument) - first(argument)) * (zeroth(argument) + first(argument)) / zeroth(argument) ** 2
    growth = sp.exp(2 * rate)
    return 4 * weight * growth / (growth - 1) ** 2 + total(argument**2 * difference, size=n)


def _slope() -> sp.Expr:
    """T'(r), in a form whose sign is seen."""
    argument = _argument(r)
    difference = (zeroth(argument) - first(argument)) * (zeroth(argument) + first(argument)) / zeroth(argument) ** 2
    return 4 * d * r / (r**2 - 1) ** 2 + total(argument**2 * difference, size=n) / r


def _positive() -> Chain:
    argument = _argument(r)
    more = total((argument * first(argument) - (argument - 1) * zeroth(argument)) / zeroth(argument), size=n)
    chain = Chain(stationarity).use(quotient_bound(), {z: argument})
    chain = chain.gt(2 * r * _SUM - n - 2 * d / (r**2 - 1), [more])
    chain = chain.ge(2 * d - n - 2 * d / (r**2 - 1))
    chain = chain.ge(d - 2 * d / (r**2 - 1))
    return chain.ge(0)


_family = Geometric(success=1 - r**-2)

every = INPUTS.with_ranges(_ROOTS)
sample = _family.sample(_family.counts(), x, y)
absolute = 2 * sp.Abs(x[l] * y[l]) * r
norms = total(x[l] ** 2) + total(y[l] ** 2)
weight, slope = balancing_weight, _slope()
CLAIMS = (
    lemma(
        "the second moment of geometric features through r = (1 - p)^(-1/2)",
        eq(Expectation(sample**2), (1 - r**-2) ** -d * sp.exp(-norms) * sp.Product(zeroth(absolute), (l, 1, d))),
        every,
        name="geometric: second moment",
    ),
    lemma(
        "the derivative of the logarithm of the second moment in r is T(r)/r, in log r so T(r)",
        derivative(-d * sp.log(1 - r**-2) + total(sp.log(zeroth(_argument(r))), size=n), r, stationarity / r),
        _STATIONARY,
        name="geometric: stationarity",
    ),
    lemma(
        "the derivative of T, for one root at most",
        derivative(stationarity, r, slope),
        _STATIONARY,
        name="geometric: slope",
    ),
    lemma(
        "T increases strictly: its derivative is positive",
        gt(slope, 0),
        _STATIONARY,
        Chain(slope).gt(0),
        name="geometric: one root at most",
    ),
    lemma(
        "T(r) < 0 where r (r^2 - 1) S < d",
        lt(stationarity, 0),
        _NEAR_ONE,
        Chain(stationarity).lt(2 * r * _SUM - 2 * d / (r**2 - 1)).lt(0),
        name="geometric: left end",
    ),
    lemma("T(r) > 0 where r S >= d and r^2 >= 3", gt(stationarity, 0), _FAR, _positive(), name="geometric: right end"),
    claim(
        "a root r_0 of T (d = the weight that makes T(r_0) = 0) is the global minimum over all p in (0, 1)",
        ge(objective(rate, weight), objective(rate0, weight)),
        _BALANCED,
        Chain(objective(rate, weight))
        .tangent(rate, rate0, _curvature(weight))
        .eq(objective(rate0, weight), "the slope at tau_0 vanishes"),
        name="geometric: minimum",
    ),
)
