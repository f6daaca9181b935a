"""The angular hybrid for inputs of one length r: relative errors (Definition 3.3) and the functions (48)-(55).

``eps = sqrt(MSE) / SM``; at one length it depends on the angle theta only.
"""

from rftheory.proofs.hrf._setting import *

#: [0, pi] x (r, m, n) and [0, pi] x (r, m)
HYBRIDS, REGULARS = EQUAL_PAIRS_WITH_COEFFICIENT, EQUAL_PAIRS
#: radii at least 1, as Theorem 3.5 asks
LARGE_R = Range(r, 1, None, "[)", typical=(1, 6), awkward=(1, 20))
LARGE_RADII = HYBRIDS.with_ranges(LARGE_R)


def relative_square(estimator: sp.Expr, pair: Pair = EQUAL_PAIR) -> sp.Expr:
    """eps^2 = MSE / SM^2, from the definition."""
    return mean_squared_error(estimator, kernel(pair)) / kernel(pair) ** 2


def relative_error(estimator: sp.Expr, pair: Pair = EQUAL_PAIR) -> sp.Expr:
    """eps = sqrt(MSE) / SM, from the definition."""
    return sp.sqrt(mean_squared_error(estimator, kernel(pair))) / kernel(pair)


def angular_hybrid(pair: Pair = EQUAL_PAIR) -> sp.Expr:
    """The estimator, P, T and the coefficient with independent projections."""
    return hybrid(angular_coefficient(pair), pair)


hybrid_error = relative_error(angular_hybrid(EQUAL_PAIR), EQUAL_PAIR)


def hybrid_square(pair: Pair = EQUAL_PAIR) -> sp.Expr:
    return relative_square(angular_hybrid(pair), pair)


def positive_error(pair: Pair = EQUAL_PAIR) -> sp.Expr:
    return relative_error(positive(pair), pair)


def trigonometric_error(pair: Pair = EQUAL_PAIR) -> sp.Expr:
    return relative_error(trigonometric(pair), pair)


# -- (49)-(55), as printed --------------------------------------------------------------------------------------


def a_function(angle: sp.Expr = theta, radius: sp.Expr = r) -> sp.Expr:
    """a_r of (50)."""
    share = angle / sp.pi
    damping = (1 - sp.exp(-4 * radius**2 * sp.cos(angle / 2) ** 2)) ** 2
    return share * (share - share / n + 1 / n) * sp.exp(2 * radius**2 * sp.cos(angle)) * damping


def h_function(radius: sp.Expr = r) -> sp.Expr:
    """h_r of (49)."""
    return a_function(theta, radius) + a_function(sp.pi - theta, radius)


def b1_function(angle: sp.Expr = theta, radius: sp.Expr = r) -> sp.Expr:
    """b_r^1 of (54)."""
    return (1 - 1 / n) * angle**2 / sp.pi**2 * sp.exp(2 * radius**2 * sp.cos(angle))


def b2_function(angle: sp.Expr = theta, radius: sp.Expr = r) -> sp.Expr:
    """b_r^2 of (55)."""
    return angle / (n * sp.pi) * sp.exp(2 * radius**2 * sp.cos(angle))


def hybrid_square_formula(radius: sp.Expr = r) -> sp.Expr:
    """eps^2 of the angular hybrid: the square of (48), at one angle."""
    return sp.exp(2 * radius**2) / (2 * m) * h_function(radius)


def error_ratio(angle: sp.Expr = theta, radius: sp.Expr = r) -> sp.Expr:
    """eps^2 of the angular hybrid over the square of the max-relative-error of P and T, without large exponentials."""

    def part(t: sp.Expr) -> sp.Expr:
        share, damping = t / sp.pi, 1 - sp.exp(-4 * radius**2 * sp.cos(t / 2) ** 2)
        return share * (share - share / n + 1 / n) * sp.exp(-4 * radius**2 * sp.sin(t / 2) ** 2) * damping**2

    return (part(angle) + part(sp.pi - angle)) / (1 - sp.exp(-4 * radius**2)) ** 2


# -- bounds on the max-relative-error ---------------------------------------------------------------------------


def worst_regular(radius: sp.Expr = r) -> sp.Expr:
    """(1/(2m))^(1/2) W(r), the max-relative-error of P and of T."""
    return sp.sqrt(1 / (2 * m)) * growth(radius)


def printed_bound(radius: sp.Expr = r) -> sp.Expr:
    """The right side of (27)."""
    return worst_regular(radius) / radius * sp.sqrt(1 / sp.pi - 1 / (n * sp.pi) + 1 / (n * sp.sqrt(sp.pi)))


def corrected_factor(radius: sp.Expr = r) -> sp.Expr:
    """``(1 - 1/n)/(2 e r^2) + 1/(n sqrt(2e) r)``: what the square of the regular error is multiplied with."""
    return (1 - 1 / n) * sp.exp(-1) / (2 * radius**2) + sp.exp(-sp.Rational(1, 2)) / (sp.sqrt(2) * n * radius)


#: A bound that holds for every r > 0.
corrected_bound = worst_regular(r) * sp.sqrt(corrected_factor(r))
