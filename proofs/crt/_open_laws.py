"""The best laws {p_k} of discretely-induced features for given inputs.

One coordinate has the second moment ``F(p) = sum_k a_k^2/p_k``, a_k = s^k/k!, s = |x_l y_l|, up to the norms. By Cauchy-Schwarz
F >= (sum_k a_k)^2 = exp(2s), with equality for Poisson(s): if every coordinate has a law of its own, the least second moment
is ``exp(2 sum_l |x_l y_l| - |x|^2 - |y|^2)``, which is K^2 where no product x_l y_l is negative.

One law for all coordinates, as printed: sum_l log F_l(p) is least where ``p_k^2 = (1/d) sum_l a_lk^2/F_l(p)``. For such a law the
weights ``e_lk = a_lk^2/p_k`` have row sums F_l and ``p_k = (1/d) sum_l e_lk/F_l``. For another law q, h_k = log(q_k/p_k), convexity of
log-sum-exp and Gibbs' inequality give

    sum_l log F_l(q) = sum_l log sum_k e_lk exp(-h_k) >= sum_l log F_l(p) - d sum_k p_k h_k >= sum_l log F_l(p);

the middle term is d times the divergence of p from q, so the minimum is unique. If all s_l are equal it is Poisson(s).
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import i, j, k, l, total, x, y
from rftheory.proofs.crt._discrete import INPUTS, KERNEL
from rftheory.rules.counts import sum_series
from rftheory.rules.variates import MASS, Counts

#: |x_l y_l| of one coordinate; tried where the second moment is finite for the law that stands for any
product_size = sp.Symbol("s", positive=True)
_ONE = Domain((Range(product_size, 0, None, "()", typical=(0, sp.Rational(1, 2)), awkward=(sp.Rational(1, 100),)),))

RATIO = sp.Symbol("t", positive=True)
_RATIOS = Domain((Range(RATIO, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 100), 1, 20)),))

#: the weights e_k > 0 of one row and a direction h_k, for n counts numbered from 1; two vectors of masses
_E, _H = sp.IndexedBase("e", real=True), sp.IndexedBase("h", real=True)
_P, _Q = sp.IndexedBase("p", real=True), sp.IndexedBase("q", real=True)
_TIME = sp.Symbol("t", real=True)
_SIZE = Range(n, 1, None, integer=True, typical=(1, 4), awkward=(2,))
_DIRECTIONS = Domain(
    (
        Range(_E.label, 0, None, "()", typical=(0, 2), shape=(n,)),
        Range(_H.label, typical=(-2, 2), shape=(n,)),
        Range(_TIME, typical=(-2, 2), awkward=(0, 1)),
        _SIZE,
    )
)
_MASSES = Domain((*(Range(mass.label, 0, None, "()", typical=(0, 2), shape=(n,)) for mass in (_P, _Q)), _SIZE))


def _one_coordinate(law: sp.Lambda) -> sp.Expr:
    """a_w/p_w for a count w of a law."""
    # of a law that may be any, the second moment is finite
    finite = [(product_size**COUNT / sp.factorial(COUNT) / MASS(COUNT)) ** 2] if law(COUNT) == MASS(COUNT) else []
    w = Counts("w", law, *finite)[1]
    return product_size**w / sp.factorial(w) / law(w)


_any_law = _one_coordinate(sp.Lambda(COUNT, MASS(COUNT)))

_numerator = product_size**k / sp.factorial(k)
#: sum_k a_k^2/p_k for p = Poisson(s).
_of_poisson = sp.Sum(_numerator**2 / (sp.exp(-product_size) * _numerator), (k, 0, sp.oo))


def _cauchy_schwarz() -> Chain:
    ratio = _any_law
    least = sp.exp(2 * product_size)
    return Chain(Expectation(ratio**2)).ge(least, [Expectation((ratio - sp.exp(product_size)) ** 2)])


_phi = RATIO - 1 - sp.log(RATIO)
#: t - 1 - log t >= 0 for t > 0.
phi_is_nonnegative = lemma(
    "t - 1 - log t is nonnegative",
    ge(_phi, 0),
    _RATIOS,
    Chain(_phi).valley(RATIO, sp.Integer(1), 1 / RATIO).eq(0),
    name="laws: phi",
    mutants=[sp.Rational(1, 100)],
)


# -- one law for all coordinates --------------------------------------------------------------------------------


def _moved(count: sp.Symbol) -> sp.Expr:
    """e_k exp(-t h_k)."""
    return _E[count] * sp.exp(-_TIME * _H[count])


#: log F along the direction h.
_log_factor = sp.log(total(_moved(l), size=n))

_weight = total(_E[l], size=n)
#: log F(p) - t sum_k e_k h_k/F(p).
_tangent = sp.log(_weight) - _TIME * total(_E[l] * _H[l], size=n) / _weight


def _convex() -> Chain:
    """The second derivative is the variance of h under the weights."""
    spread = total(total(_moved(i) * _moved(j) * (_H[i] - _H[j]) ** 2, i, n), j, n)
    curvature = spread / (2 * total(_moved(l), size=n) ** 2)
    return Chain(_log_factor).tangent(_TIME, sp.Integer(0), curvature).eq(_tangent)


def _gibbs() -> Chain:
    ratio = _Q[l] / _P[l]
    chain = Chain(total(_P[l] * sp.log(ratio), size=n)).use(phi_is_nonnegative, {RATIO: ratio})
    return chain.le(total(_Q[l], size=n) - total(_P[l], size=n), [total(_P[l] * (ratio - 1 - sp.log(ratio)), size=n)])


least = sp.exp(2 * product_size)
of_any = Expectation(_any_law**2)
norms = squared_norm(x) + squared_norm(y)
bound = sp.exp(2 * total(sp.Abs(x[l] * y[l])) - norms)
same_sign = INPUTS.with_ranges(
    *(Range(u.label, 0, None, "[)", typical=(0, 2), awkward=(0, 3), shape=(d,)) for u in (x, y))
)
mixed = total(sp.Abs(x[l] * y[l]) - x[l] * y[l])
CLAIMS = (
    lemma(
        "no law of the counts of a coordinate gives less than exp(2 |x_l y_l|)",
        ge(of_any, least),
        _ONE,
        _cauchy_schwarz(),
        name="laws: one coordinate",
    ),
    lemma(
        "sum_k a_k^2/p_k is exp(2 |x_l y_l|) for the law Poisson(|x_l y_l|): it attains the bound",
        eq(_of_poisson, least),
        _ONE,
        Chain(_of_poisson).computed(sum_series, "sum s^k/k! = exp(s)"),
        name="laws: Poisson",
    ),
    lemma(
        "with the best laws the second moment is K^2 if no coordinate of x and y is negative",
        eq(bound, KERNEL**2),
        same_sign,
        name="laws: no variance",
    ),
    lemma(
        "in general the best second moment is K^2 exp(2 sum_l (|x_l y_l| - x_l y_l))",
        eq(bound, KERNEL**2 * sp.exp(2 * mixed)),
        INPUTS,
        name="laws: variance",
    ),
    phi_is_nonnegative,
    lemma(
        "along every direction h in log p the logarithm of F lies above its tangent",
        ge(_log_factor, _tangent),
        _DIRECTIONS,
        _convex(),
        name="laws: convexity",
        mutants=[le(_log_factor, _tangent)],
    ),
    lemma(
        "sum_k p_k log(q_k/p_k) <= sum_k q_k - sum_k p_k",
        le(total(_P[l] * sp.log(_Q[l] / _P[l]), size=n), total(_Q[l], size=n) - total(_P[l], size=n)),
        _MASSES,
        _gibbs(),
        name="laws: Gibbs",
        mutants=[sp.Rational(9, 10) * (total(_Q[l], size=n) - total(_P[l], size=n))],
    ),
)
