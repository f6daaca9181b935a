r"""GeomRF+: geometric features of inputs shifted by c_l = min(x_l, y_l) - epsilon  (CRT, Sec. 3.2.3), p = 9/10.

The shifted inputs have the products ``(x_l - c_l)(y_l - c_l) = epsilon (|D_l| + epsilon) =: a_l``, D = x - y, and by (13)

    log(E Z^2 / K^2) = g = sum_l log(10/9) + log I_0(2 sqrt(10) a_l) - 2 a_l.

``log I_0(z) <= z^2/4`` gives ``g <= d log(10/9) + 20 epsilon^2 (|D|^2 + d epsilon^2)``. Every term of g is positive: with a count w,
``P(w = k) = p (1-p)^k``, and Z = a^w / (w! p_w) it is ``log(E Z^2 / (E Z)^2)``, and for any r with a covariance C of Z and r^w
and a variance V of r^w, ``E Z^2 - (E Z)^2 >= C^2/V``; r = 2 serves for a <= 1/9, r = 1/2 for a >= 1/9.
"""

from collections.abc import Callable

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import l, total
from rftheory.proofs.crt._lemmas import upper_bound
from rftheory.rules.variates import Counts

EPSILON = sp.Rational(1, 100)
SUCCESS = sp.Rational(9, 10)
FAMILY = Geometric(SUCCESS)
#: x - y, and two shifted inputs
D = sp.IndexedBase("D", real=True)
_U, _W = (sp.IndexedBase(name, positive=True) for name in "uw")
DIFFERENCE = Range(D.label, None, None, typical=(-2, 2), awkward=(20,), shape=(d,))
SIZE = Range(d, 1, None, integer=True, typical=(1, 4), awkward=(1, 9))
_PAIRS = Domain((DIFFERENCE, SIZE))
_SHIFTED = Domain(
    (
        *(Range(v.label, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100),), shape=(d,)) for v in (_U, _W)),
        SIZE,
    )
)
#: one coordinate of each input
_first, _second = sp.symbols("x_l y_l", real=True)
_COORDINATES = Domain(tuple(Range(s, typical=(-2, 2), awkward=(5,)) for s in (_first, _second)))
#: one product a, one coordinate of x - y, an argument of I_0
a = sp.Symbol("a", positive=True)
t, z = sp.symbols("t z", real=True)
_PRODUCTS = Domain((Range(a, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000), sp.Rational(1, 9), 20)),))
_LINE = Domain((Range(t, typical=(-3, 3), awkward=(0, 20)),))
_ARGUMENTS = Domain((Range(z, typical=(-3, 3), awkward=(0, 20)),))

#: E Z^2 / (E Z)^2 for one coordinate is above this
_CLEAR = 1 + sp.Rational(1, 100_000)


class _Each:
    """A vector through its coordinates."""

    def __init__(self, coordinate: Callable[[sp.Expr], sp.Expr]):
        self.coordinate = coordinate

    def __getitem__(self, index: sp.Expr) -> sp.Expr:
        return sp.sympify(self.coordinate(index))


def product_of_shifted(difference: sp.Expr) -> sp.Expr:
    """a = epsilon (|D| + epsilon)."""
    return EPSILON * (sp.Abs(difference) + EPSILON)


#: g; it depends on the shifted inputs through their products only.
excess = FAMILY.excess(_Each(lambda index: product_of_shifted(D[index])), _Each(lambda _: sp.Integer(1)))


def excess_bound(square: sp.Expr) -> sp.Expr:
    """What g is at most, for |x - y|^2 = ``square``."""
    return -d * sp.log(SUCCESS) + 20 * EPSILON**2 * (square + d * EPSILON**2)


def _term(product: sp.Expr) -> sp.Expr:
    """One term of g."""
    return FAMILY.excess(_Each(lambda _: product), _Each(lambda _: sp.Integer(1)), sp.Integer(1)).function


# -- one coordinate -------------------------------------------------------------------------------------------------


_gap = z**2 / 4 - sp.log(sp.besseli(0, z))
_slope = sp.besseli(2, z) / (2 * sp.besseli(0, z))
#: log I_0(z) <= z^2/4: the derivative of z^2/4 - log I_0(z) is z I_2(z)/(2 I_0(z)).
bessel_bound = lemma(
    "Bessel function: log I_0(z) is at most z^2/4",
    ge(_gap, 0),
    _ARGUMENTS,
    Chain(_gap).valley(z, sp.Integer(0), _slope),
    mutants=[z**2 / 100],
)


def _covariance(r: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """E r^w, Var r^w and Cov(Z, r^w) = e^(ra) - e^a E r^w."""
    mean, square = (SUCCESS / (1 - (1 - SUCCESS) * base) for base in (r, r**2))
    return mean, square - mean**2, sp.exp(r * a) - mean * sp.exp(a)


def _more_than_one(small: bool) -> Chain:
    r = sp.Integer(2) if small else sp.Rational(1, 2)
    w = Counts("w", FAMILY.law)[1]
    sample = a**w / (sp.factorial(w) * FAMILY.law(w))
    mean, spread, covariance = _covariance(r)
    regression = sample - sp.exp(a) - covariance / spread * (r**w - mean)
    chain = Chain(_ratio)
    chain = chain.ge(1 + sp.exp(-2 * a) * covariance**2 / spread, [sp.exp(-2 * a), Expectation(regression**2)])
    # the covariance is negative: its largest exponential is drawn out, and the other one is on the known side of 1/9
    chain = chain.use(_far_from_one(small))
    known = _far_from_one(small).proposition
    other = mean * known.left - 1 if small else mean - known.left
    margin = other.subs(known.left, known.right)
    chain = chain.ge(1 + other**2 / spread)
    chain = chain.gt(1 + (2 * other - margin) * margin / spread)
    return chain.gt(1 + margin**2 / spread).gt(_CLEAR)


@cache
def _far_from_one(small: bool) -> Claim:
    """e^-a > 0.894 > 8/9 for a <= 1/9, and e^(-a/2) < 0.9465 < 18/19 for a >= 1/9."""
    cut, (rate, bound) = (
        sp.Rational(1, 9),
        (1, sp.Rational(894, 1000)) if small else (sp.Rational(1, 2), sp.Rational(9465, 10000)),
    )
    whole = Range(a, 0, cut, "(]", typical=(0, cut), awkward=(cut,)) if small else Range(
        a, cut, None, "[)", typical=(cut, 2), awkward=(cut,)
    )  # fmt: skip
    domain, value, at_cut = Domain((whole,)), sp.exp(-rate * a), sp.exp(-rate * cut)
    name = "up to 1/9" if small else "from 1/9 on"

    def proof() -> Chain:
        chain = Chain(value)
        return chain.ge(at_cut).gt(bound) if small else chain.le(at_cut).lt(bound)

    return lemma(
        f"exp(-{rate} a) compared with {bound} for a {name}",
        Inequality(value, ">" if small else "<", bound),
        domain,
        proof(),
        name=f"exponential, {name}",
        mutants=(Inequality(value, ">" if small else "<", bound * sp.Rational(*((51, 50) if small else (49, 50)))),),
    )


#: E Z^2 / (E Z)^2 for one coordinate.
_ratio = sp.besseli(0, 2 * a / sp.sqrt(1 - SUCCESS)) / SUCCESS * sp.exp(-2 * a)


_least = sp.log(_CLEAR)


def _clear_excess_chain() -> Chain:
    chain = Chain(_term(a)).use(ratio_claim)
    chain = chain.eq(sp.log(_ratio / _CLEAR, evaluate=False) + _least)
    return chain.gt(_least)


#: Every term of g is above a number > 0, so that log(1 - e^-g) is bounded.
clear_excess = lemma(
    "one coordinate, clear of zero: one coordinate adds at least the logarithm of 1 + 1/100000 to the log-variance",
    ge(_term(a), _least),
    _PRODUCTS,
    _clear_excess_chain,
    mutants=[1000 * _least],
)


#: Every term of g is positive.
positive_excess = lemma(
    "one coordinate, positive: one coordinate adds to the variance",
    gt(_term(a), 0),
    _PRODUCTS,
    Chain(_term(a)).use(clear_excess).ge(sp.log(_CLEAR)).gt(0),
    mutants=[sp.Rational(1, 100)],
)


ratio_claim = lemma(
    "one coordinate, ratio: E Z^2 > (E Z)^2 for the factor of one coordinate, by one part in 100000",
    gt(_ratio, _CLEAR),
    _PRODUCTS,
    Chain(_ratio).cases(a, sp.Rational(1, 9), _more_than_one(True), _more_than_one(False)),
    mutants=[sp.Rational(101, 100)],
)

_coordinate_bound = -sp.log(SUCCESS) + 20 * EPSILON**2 * (t**2 + EPSILON**2)


_product, _bound = product_of_shifted(t), _coordinate_bound


def _coordinate_bound_chain() -> Chain:
    chain = Chain(_term(_product)).use(bessel_bound, {z: 2 * sp.sqrt(10) * _product})
    chain = chain.le(10 * _product**2 - 2 * _product - sp.log(SUCCESS))
    chain = chain.lt(10 * _product**2 - sp.log(SUCCESS))
    return chain.le(_bound, [10 * EPSILON**2, (sp.Abs(t) - EPSILON) ** 2])


#: log I_0(2 sqrt(10) a) <= 10 a^2, and (|t| + epsilon)^2 <= 2 t^2 + 2 epsilon^2.
coordinate_bound = upper_bound(
    "one coordinate, bound",
    "what one coordinate adds to g at most",
    _term(_product),
    _bound,
    _LINE,
    _coordinate_bound_chain(),
    _bound - sp.Rational(1, 100),
)


# -- all coordinates ------------------------------------------------------------------------------------------------


@cache
def bound_claim() -> Claim:
    """g <= d log(10/9) + 20 epsilon^2 (|D|^2 + d epsilon^2)."""
    bound = excess_bound(total(D[l] ** 2))

    def proof() -> Chain:
        chain = Chain(excess).use(coordinate_bound, {t: D[l]})
        return chain.le(total(_coordinate_bound.subs(t, D[l]))).eq(bound)

    return upper_bound(
        "GeomRF+, bound", "log(E Z^2 / K^2) is hardly more than d log(10/9)", excess, bound, _PAIRS, proof(), bound - 1
    )


square = total((_U[l] - _W[l]) ** 2)
shift = (_first + _second - sp.Abs(_first - _second)) / 2 - EPSILON
CLAIMS = (
    lemma(
        "(13), logarithm: the logarithm of E Z^2 / K^2 for inputs with positive coordinates",
        eq(sp.log(FAMILY.second_moment(_U, _W) * sp.exp(square)), FAMILY.excess(_U, _W)),
        _SHIFTED,
    ),
    lemma(
        "shifted products: the products of coordinates shifted by c_l = min(x_l, y_l) - epsilon",
        eq((_first - shift) * (_second - shift), product_of_shifted(_first - _second)),
        _COORDINATES,
    ),
    bessel_bound,
    _far_from_one(True),
    _far_from_one(False),
    ratio_claim,
    clear_excess,
    positive_excess,
    coordinate_bound,
    bound_claim(),
)
