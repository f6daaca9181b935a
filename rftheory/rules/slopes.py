r"""How fast exponentials of quadratic functions of two inputs change with one of them, over a ball and for every draw.

For ``Z = c exp(a |w|^2 + w.(alpha x + beta y) + e_1 |x|^2 + e_2 |y|^2 + e_3 x.y)`` the gradient in x is
``Z (alpha w + 2 e_1 x + e_3 y)``, so that for |x|, |y| <= rho and |w| = r, with t^+ the positive part of t,

    |grad_x Z| <= |c| exp(a r^2 + (|alpha| + |beta|) rho r + (e_1^+ + e_2^+ + |e_3|) rho^2) (|alpha| r + (2 |e_1| + |e_3|) rho),

and the same in y with beta and e_2 in front.
"""

from __future__ import annotations

import sympy as sp

from rftheory.inputs.kernels import PAIR, theta, x_norm, y_norm
from rftheory.rules.expectation import expand_products
from rftheory.rules.gaussian import exponent_parts
from rftheory.rules.nodes import hidden_symbols, sources

_PAIR_SYMBOLS = {x_norm, y_norm, theta}


def gradient_bounds(sample: sp.Expr, radius: sp.Expr, length: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """Bounds of the gradients of a sample in x and in y over the ball, for |w| = ``length``.

    Raises:
        ValueError: if the sample is no such exponential; alpha, beta and c may be complex, a is real and e_i are rational.
    """
    constant, exponent = _split(sample)
    parts = exponent_parts(exponent)
    if parts.phases or len({node.projection for node in (*parts.linear, *parts.squares)}) > 1:
        raise ValueError(f"sample must be an exponential of one projection without a phase, got {sample}")
    if any(form.space != PAIR.x.space or form.vector not in ("x", "y") for form in parts.linear):
        raise ValueError(f"sample must be a function of the inputs x and y, got {sample}")
    along = {form.vector: sp.Abs(factor) for form, factor in parts.linear.items()}
    first, second = along.get("x", sp.Integer(0)), along.get("y", sp.Integer(0))
    own, other, mixed, rest = _quadratic(parts.constant)
    rate = sp.Add(*parts.squares.values())
    for number in (*parts.linear.values(), rate, constant, rest):
        if _depends_on_pair(number):
            raise ValueError(f"sample must have coefficients that do not depend on the inputs, got {number}")
    for number in (rate, rest):
        if not number.is_extended_real:
            raise ValueError(f"sample must have a real exponent but for its linear part, got {number}")
    growth = sum((sp.Max(e, 0) for e in (own, other)), sp.Abs(mixed))
    size = sp.exp(rate * length**2 + (first + second) * radius * length + growth * radius**2 + rest)
    slopes = (slope * length + (2 * sp.Abs(e) + sp.Abs(mixed)) * radius for slope, e in ((first, own), (second, other)))
    in_x, in_y = (sp.Abs(constant) * slope * size for slope in slopes)
    return in_x, in_y


def _split(sample: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Constant and exponent; every exponential counts, random or not."""
    constant, exponent = [], sp.Integer(0)
    for factor in sp.Mul.make_args(sample):
        if isinstance(factor, sp.exp):
            exponent += factor.exp
        elif sources(factor) or _depends_on_pair(factor):
            raise ValueError(f"sample must be a constant times an exponential, got the factor {factor}")
        else:
            constant.append(factor)
    return sp.Mul(*constant), exponent


def _quadratic(expr: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]:
    """e_1, e_2, e_3, rational numbers, and what does not depend on the pair."""
    known = {x_norm**2: sp.Integer(0), y_norm**2: sp.Integer(0), x_norm * y_norm * sp.cos(theta): sp.Integer(0)}
    rest = []
    for term in sp.Add.make_args(expand_products(expr)):
        factor, shape = term.as_coeff_Mul()
        if shape in known:
            known[shape] += factor
        elif _depends_on_pair(term):
            raise ValueError(f"the exponent must be quadratic in the inputs with rational coefficients, got {term}")
        else:
            rest.append(term)
    if not all(factor.is_Rational for factor in known.values()):
        raise ValueError(f"the exponent must have rational coefficients, got {expr}")
    own, other, mixed = known.values()
    return own, other, mixed, sp.Add(*rest)


def _depends_on_pair(expr: sp.Expr) -> bool:
    return bool((expr.free_symbols | hidden_symbols(expr)) & _PAIR_SYMBOLS)
