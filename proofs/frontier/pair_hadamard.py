r"""The pair moment of Hadamard products as a finite sum over signs, written out for small dimensions.

The projections are ``w_i = r_i u_i`` with independent chi_d lengths and two rows u_1, u_2 of ``prod_(i <= k) H D_i``. Given the signs the
images ``a = u_1.z`` and ``b = u_2.z`` are numbers, and with the even and the odd part of the mean of exp(r a),

    E exp(r_1 a) exp(r_2 b) = (C(a^2) + a S(a^2)) (C(b^2) + b S(b^2)),
    C(t) = 1F1(d/2; 1/2; t/2),   S(t) = 2^(1/2) Gamma((d+1)/2)/Gamma(d/2) 1F1((d+1)/2; 3/2; t/2).

The average over all patterns of signs, and over all pairs of rows, is the pair moment: of positive features with ``C(a^2) C(b^2) +
a b S(a^2) S(b^2)``, for -u_1, -u_2 are as likely as u_1, u_2; of hyperbolic and Fourier features with ``C(a^2) C(b^2)`` and ``C(-a^2)
C(-b^2)``, for cosh and cos are even. At d = 2, k = 1 and z = (p, q) all terms are one:

    C((p+q)^2/2) C((p-q)^2/2) + (p^2 - q^2)/2 S((p+q)^2/2) S((p-q)^2/2).
"""

import itertools
from collections.abc import Callable

from rftheory.vocabulary import *
from rftheory.couplings.hadamard_law import rows_law
from rftheory.proofs.simrf._draws import positive_at
from rftheory.proofs.simrf.hd import length_mean, length_series

STATEMENT = statement(
    "identity",
    "moment law, Hadamard products",
    "Pair moments of Hadamard products by enumeration of the signs",
    reading="Two rows, chosen at random, of one product of k blocks HD with independent chi lengths; without the "
    "factors that do not depend on w. Given the signs for every d and all images; averaged at d = 2 for "
    "k = 1, 2, 3 and every z, at d = 4 for k = 1 and every z in a coordinate plane, and for k = 3 on an "
    "axis.",
    cells=(
        (
            "trigonometric",
            "hadamard",
            "a sum over signs, written out at d = 2 for k <= 3, and at d = 4 for k = 1 in a coordinate plane and k = 3 on an axis",
        ),
        (
            "positive",
            "hadamard",
            "a sum over signs, written out at d = 2 for k <= 3, and at d = 4 for k = 1 in a coordinate plane and k = 3 on an axis",
        ),
        (
            "hyperbolic",
            "hadamard",
            "a sum over signs, written out at d = 2 for k <= 3, and at d = 4 for k = 1 in a coordinate plane and k = 3 on an axis",
        ),
    ),
)

_j = sp.Symbol("j", integer=True, nonnegative=True)
_p, _q, _a, _b = sp.symbols("p q a b", real=True)
_PLANE = Domain(tuple(Range(s, typical=(-2, 2), awkward=(0, 1, -3)) for s in (_p, _q)))
_AXIS = Domain((_PLANE.ranges[0],))
DOMAIN = Domain(
    (
        *(Range(s, typical=(-2, 2), awkward=(0, 1, -3)) for s in (_a, _b)),
        Range(d, 1, None, integer=True, typical=(1, 12), awkward=(1, 2, 64)),
    )
)
_ZERO = sp.Integer(0)
#: a part of the mean of exp(r t), as a function of t^2 and the dimension
Part = Callable[[sp.Expr, sp.Expr], sp.Expr]


def odd_series(square: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """``E sinh(r t)/t`` over the length, term by term, for ``square = t^2``."""
    term = chi_moment(2 * _j + 1, dimension) / sp.gamma(2 * _j + 2) * square**_j
    return sp.Sum(term, (_j, 0, sp.oo))


def even_mean(square: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """C."""
    return length_mean(square, dimension) if square != 0 else sp.Integer(1)


def odd_mean(square: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """The same in closed form: S."""
    half = sp.sympify(dimension) / 2
    front = sp.sqrt(2) * sp.gamma(half + sp.Rational(1, 2)) / sp.gamma(half)
    return front * sp.hyper([half + sp.Rational(1, 2)], [sp.Rational(3, 2)], square / 2)


@cache
def images(z: tuple[sp.Expr, ...], k: int) -> dict[tuple[sp.Expr, sp.Expr, sp.Expr], sp.Rational]:
    """The values of (a^2, b^2, a b) with their probabilities, over all signs and all pairs of rows."""
    found: dict[tuple[sp.Expr, sp.Expr, sp.Expr], sp.Rational] = {}
    scale, pairs = sp.Integer(len(z)) ** k, list(itertools.combinations(range(len(z)), 2))
    for rows in pairs:
        law = rows_law(len(z), k, rows)
        for vectors, probability in law.items():
            if law.get(tuple(tuple(-entry for entry in vector) for vector in vectors)) != probability:
                raise ValueError(f"rows and their opposites are not equally likely in dimension {len(z)}, k = {k}")
            a, b = (sp.Add(*(e * c for e, c in zip(vector, z, strict=True))) for vector in vectors)
            key = sp.factor(a**2) / scale, sp.factor(b**2) / scale, sp.factor(a * b) / scale
            share = sp.Rational(probability.numerator, probability.denominator) / len(pairs)
            found[key] = found.get(key, _ZERO) + share
    return found


def average(z: tuple[sp.Expr, ...], k: int, even: Part, odd: Part | None, sign: int = 1) -> sp.Expr:
    """The pair moment over all signs, of ``sign`` times the squares; without an odd part that of an even function."""
    dimension = sp.Integer(len(z))
    total = _ZERO
    for (first, second, product), share in images(z, k).items():
        value = even(sign * first, dimension) * even(sign * second, dimension)
        if odd is not None and product != 0:
            value += product * odd(first, dimension) * odd(second, dimension)
        total += share * value
    return total


def _summed(z: tuple[sp.Expr, ...], k: int, odd: bool, sign: int) -> Chain:
    dimension = sp.Integer(len(z))
    chain = Chain(average(z, k, length_series, odd_series if odd else None, sign))
    parts = [(length_series, length_mean)] + ([(odd_series, odd_mean)] if odd else [])
    squares = dict.fromkeys(sign * square for key in images(z, k) for square in key[:2] if square != 0)
    for square in squares:
        for series, closed in parts:
            if chain.end.has(series(square, dimension)):
                chain = chain.summed(series(square, dimension), closed(square, dimension))
    return chain


def _given_signs() -> tuple[sp.Expr, sp.Expr]:
    """E exp(r_1 a) exp(r_2 b), and its closed form."""
    sides = []
    for even, odd in ((length_series, odd_series), (length_mean, odd_mean)):
        first, second = (even(t**2, d) + t * odd(t**2, d) for t in (_a, _b))
        sides.append(first * second)
    return sides[0], sides[1]


def _product() -> Chain:
    chain = Chain(_given_signs()[0])
    for square in (_a**2, _b**2):
        chain = chain.summed(length_series(square, d), length_mean(square, d))
        chain = chain.summed(odd_series(square, d), odd_mean(square, d))
    return chain


def claims() -> list[Claim]:
    plane, four, axis = (_p, _q), (_p, _q, _ZERO, _ZERO), (_p, _ZERO, _ZERO, _ZERO)
    cases = [(plane, k, _PLANE) for k in (1, 2, 3)] + [(four, 1, _PLANE), (axis, 3, _AXIS)]
    kinds = (("positive", True, 1), ("hyperbolic", False, 1), ("Fourier", False, -1))
    found = [
        claim(
            "given the signs: E exp(r_1 a) exp(r_2 b) for any images a and b, in every dimension",
            Equality(*_given_signs()),
            proof=_product(),
        )
    ]
    for kind, odd, sign in kinds:
        for z, k, domain in cases:
            found.append(
                claim(
                    f"the pair moment of {kind} features over all signs, z = {z}",
                    eq(
                        average(z, k, length_series, odd_series if odd else None, sign),
                        average(z, k, even_mean, odd_mean if odd else None, sign),
                    ),
                    domain,
                    _summed(z, k, odd, sign),
                    name=f"{kind}, d = {len(z)}, k = {k}",
                )
            )
    difference = sp.Rational(1, 2) * (_p**2 - _q**2)
    squares = (_p + _q) ** 2 / 2, (_p - _q) ** 2 / 2
    two = sp.Integer(2)
    one_term = sp.Mul(*(length_mean(s, two) for s in squares)) + difference * sp.Mul(
        *(odd_mean(s, two) for s in squares)
    )
    found.append(
        lemma(
            "one term: at d = 2, k = 1 all patterns of signs give the same: a product of two functions and one more",
            eq(average(plane, 1, length_series, odd_series), one_term),
            _PLANE,
            _summed(plane, 1, True, 1),
        )
    )
    return found


def simulations() -> list[MomentCheck]:
    """Both rows at d = 2, two of four at d = 4, z on an axis: E K_hat^2 by the moment law."""
    checks = []
    for size, k, length in ((2, 1, sp.Integer(1)), (4, 3, sp.Rational(3, 4))):
        inputs = (length / 2, *[_ZERO] * (size - 1))
        z = (length, *[_ZERO] * (size - 1))
        square = sp.Add(
            *(share * even_mean(4 * first, sp.Integer(size)) for (first, _, _), share in images(z, k).items())
        )
        # x = y, so that 2|x|^2 + 2|y|^2 = |x + y|^2
        expected = sp.exp(-(length**2)) * (square + average(z, k, even_mean, odd_mean)) / 2
        checks.append(
            MomentCheck(
                f"two rows, d = {size}, k = {k}",
                positive_at(HadamardProduct(k), inputs),
                "second_moment",
                expected,
                {m: 2},
                claim=f"positive, d = {size}, k = {k}",
                dimension=size,
            )
        )
    return checks
