r"""Exponential moments of projections at one angle to each other, as balls.

The members of a block have independent chi_d lengths r_i, unit directions with pairwise cosine c (0 in a frame, -1/(d-1) in a
simplex), and a uniform rotation. So ``sum_i t_i w_i`` has a uniform direction and, with ``S = sum_i t_i r_i``, the square

    Q = (1 - c) sum_i t_i^2 r_i^2 + c S^2,        E exp(sum_i t_i w_i.u) = E 0F1(; d/2; q Q),   q = u^2/4.

Let A be the members with ``t_i^2 = alpha^2`` and B those with ``t_i^2 = beta^2``, R_A^2 the sum of the squared lengths of A. Taylor's
series ``0F1(; h; x + y) = sum_K y^K/(K! (h)_K) 0F1(; h + K; x)`` about ``x = q (1 - c) beta^2 sum_i r_i^2``, with y multiplied out,
leaves expectations of ``S_A^p S_B^(2j-p) R_A^(2l)`` times a function of all lengths squared. Powers only raise the degrees of freedom
of R_A^2 and R_B^2, which are independent of the shapes S_A/R_A and S_B/R_B, so with k members and j + l = K

    sum_K q^K/(d/2)_K 1F1(kd/2 + K; d/2 + K; 2 q (1 - c) beta^2) sum_(j,l) c^j (2j)!/(j! l!) (2 (1 - c) (alpha^2 - beta^2))^l
          sum_p a_p b_(2j-p) ((k_A d + p)/2)_l,           a_p = E S_A^p / p!,  b_p = E S_B^p / p!.

As ``sum_l (h)_l/l! (s z)^l = (1 - s z)^(-h)``, the inner sums are the coefficients, with ``s = 2 (1 - c) (alpha^2 - beta^2)``, of

    sum_K z^K ...  =  (1 - s z)^(-k_A d/2) sum_p (1 - s z)^(-p/2) a_p sum_j c^j (2j)!/j! b_(2j-p) z^j.

*What is left.* ``|y| <= |q| L sum_i r_i^2`` with ``L = (1 - c) |alpha^2 - beta^2| + |c| sum_i t_i^2`` (Cauchy and Schwarz), so the term
K is at most ``(2 |q| L)^K (kd/2)_K / (K! (d/2)_K) 1F1(kd/2; d/2; 2 |q| (1 - c) beta^2)``, and its ratio to the next falls with K.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb, arb_poly, ctx

from rftheory.numbers.ball_arithmetic import around_zero
from rftheory.numbers.ball_parts import rational

#: longer series are refused
_MOST_TERMS = 600


def block_exponential(weights: Sequence[arb], square: arb, d: int, cosine: Fraction) -> arb:
    """``E exp(sum_i t_i w_i.u)`` over members of one block of projections of R^d, ``square = u^2`` of either sign.

    Args:
        weights: the numbers t_i != 0, real; their squares have at most two different values.
        cosine: between two members; for three and more it must allow so many unit vectors.

    Raises:
        ValueError: for weights of three and more sizes, cosines that no directions have, and arguments that need more than
            600 terms.
    """
    k = len(weights)
    if not Fraction(-1, max(k - 1, 1)) <= cosine <= 1:
        raise ValueError(f"cosine of {k} directions must be in [{Fraction(-1, max(k - 1, 1))}, 1], got {cosine}")
    larger, smaller = _by_size(weights)
    beta2 = smaller[0] ** 2
    # the cosine of a single member does not matter
    c = rational(cosine) if k > 1 else arb(0)
    q, half, all_half = square / 4, arb(d) / 2, arb(k * d) / 2
    spread = (1 - c) * (larger[0] ** 2 - beta2) if larger else arb(0)
    reach = abs(q) * (abs(spread) + abs(c) * sum((t * t for t in weights), arb(0)))
    count, left = _count(reach, all_half, half, 2 * abs(q) * (1 - c) * beta2)
    sums = _sums(larger, smaller, c, d, 2 * spread, count)
    total, front = arb(0), arb(1)
    for order, part in enumerate(sums):
        total += front * part * (2 * q * (1 - c) * beta2).hypgeom_1f1(all_half + order, half + order)
        front *= q / (half + order)
    return total + around_zero(left)


def _by_size(weights: Sequence[arb]) -> tuple[list[arb], list[arb]]:
    """The weights of the larger and of the smaller size; none of the former if all have one size.

    Raises:
        ValueError: for more sizes, and for balls that overlap without being the same: they may be different numbers.
    """
    sizes: list[list[arb]] = []
    for weight in weights:
        size = abs(weight)
        group = next((known for known in sizes if size.overlaps(abs(known[0]))), None)
        if group is None:
            sizes.append([weight])
        elif (size.mid(), size.rad()) != (abs(group[0]).mid(), abs(group[0]).rad()):
            raise ValueError(f"weights must be equal or apart in size, got {weight} and {group[0]}")
        else:
            group.append(weight)
    if not 1 <= len(sizes) <= 2:
        raise ValueError(f"weights must have one or two sizes, got {', '.join(str(weight) for weight in weights)}")
    if len(sizes) == 1:
        return [], sizes[0]
    first, second = sizes
    return (first, second) if abs(first[0]) > abs(second[0]) else (second, first)


def _count(reach: arb, all_half: arb, half: arb, argument: arb) -> tuple[int, arb]:
    """How many terms are summed, and a bound of the others (see the module docstring)."""
    bound, goal = argument.hypgeom_1f1(all_half, half).abs_upper(), arb(2) ** (-ctx.prec)
    for order in range(1, _MOST_TERMS):
        bound = (bound * 2 * reach * (all_half + order - 1) / ((half + order - 1) * order)).abs_upper()
        ratio = 2 * reach * (all_half + order) / ((half + order) * (order + 1))
        if 2 * ratio < 1 and 2 * bound < goal:
            return order, 2 * bound
    raise ValueError(f"the series of a block has not converged after {_MOST_TERMS} terms")


def _sums(larger: list[arb], smaller: list[arb], c: arb, d: int, scale: arb, count: int) -> list[arb]:
    """The sums over j + l = K for K below a number: Horner's rule in 1/(1 - s z), for even and for odd p (see the module docstring)."""
    most = count if not c.is_zero() else 1
    lengths = _length_moments(d, 2 * most - 1)
    a, b = (_sum_moments(group, lengths, 2 * most - 1) for group in (larger, smaller))
    fronts = [arb(1)]
    for j in range(most - 1):
        fronts.append(fronts[-1] * c * (2 * (2 * j + 1)))
    halves = [arb(0)] * count, [arb(0)] * count
    for p in reversed(range(2 * most - 1 if larger else 1)):
        half = halves[p % 2]
        # a division by 1 - s z; powers of z below (p + 2)/2 have not come in
        for order in range(p // 2 + 2, count):
            half[order] += scale * half[order - 1]
        for j in range((p + 1) // 2, most):
            half[j] += fronts[j] * a[p] * b[2 * j - p]
    if not larger:
        return halves[0]
    freedom = len(larger) * d
    whole = sum((arb_poly(h) * _power(arb(freedom + k) / 2, scale, count) for k, h in enumerate(halves)), arb_poly())
    return [whole[order] for order in range(count)]


def _power(half: arb, scale: arb, count: int) -> arb_poly:
    """``(1 - s z)^(-h)`` up to a power of z."""
    row = [arb(1)]
    for order in range(count - 1):
        row.append(row[-1] * scale * (half + order) / (order + 1))
    return arb_poly(row)


def _length_moments(d: int, count: int) -> list[arb]:
    """``E r^p / p!`` of the chi law."""
    half, root = arb(d) / 2, arb(2).sqrt()
    values = [arb(1), root * ((arb(d) + 1) / 2).gamma() / half.gamma()]
    for p in range(2, count):
        # E r^p = (d + p - 2) E r^(p-2)
        values.append(values[p - 2] * (d + p - 2) / (p * (p - 1)))
    return values[:count]


def _sum_moments(weights: list[arb], lengths: list[arb], count: int) -> list[arb]:
    """``E (sum_i t_i r_i)^p / p!`` for p below a number."""
    product = arb_poly([1])
    for weight in weights:
        factor, power = [], arb(1)
        for moment in lengths:
            factor.append(moment * power)
            power *= weight
        whole = product * arb_poly(factor)
        product = arb_poly([whole[p] for p in range(count)])
    return [product[p] for p in range(count)]
