"""Which kernel a mean is, or the conditions on the parameters under which it is one: recognised by values at points.

Exponentials of different polynomials in x.x, x.y and y.y are linearly independent, so a sum ``sum_q c_q exp(q)`` is a kernel exp(q_0)
if and only if the c_q of the others vanish and that of q_0 is 1; of one exponential the exponent may depend on parameters as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp

from rftheory.deriving.symbols import GRAM, PLACES, xx, xy, yy
from rftheory.deriving.tidy import by_exponent
from rftheory.inputs.coordinates import gaussian_kernel as gaussian_of_coordinates
from rftheory.inputs.coordinates import inner, x, y
from rftheory.inputs.kernels import d, gaussian_kernel, softmax_kernel
from rftheory.numbers.at_points import agree
from rftheory.statements.domain import Domain

KernelName: TypeAlias = str
#: exponents of the kernels in x.x, x.y, y.y
_EXPONENTS: dict[KernelName, tuple[sp.Expr, ...]] = {
    "gaussian": (-sp.Rational(1, 2), sp.Integer(1), -sp.Rational(1, 2)),
    "softmax": (sp.Integer(0), sp.Integer(1), sp.Integer(0)),
}


@dataclass(frozen=True)
class _Condition:
    """Under which equations a mean is a kernel.

    Args:
        kernel: which one.
        equations: expressions in the parameters that have to vanish; empty if it is that kernel always.
        solutions: parameters at which it is the kernel; empty if none was found.
    """

    kernel: KernelName
    equations: tuple[sp.Expr, ...]
    solutions: tuple[Mapping[sp.Symbol, sp.Expr], ...] = ()

    def __str__(self) -> str:
        if not self.equations:
            return f"the {self.kernel} kernel"
        wanted = " and ".join(f"{e} = 0" for e in self.equations)
        if not self.solutions:
            return f"the {self.kernel} kernel if {wanted}"
        at = " or ".join(", ".join(f"{s} = {v}" for s, v in sorted(point.items(), key=str)) for point in self.solutions)
        return f"the {self.kernel} kernel if {wanted}: {at}"


@dataclass(frozen=True)
class Recognised:
    """What is known of a mean as a kernel."""

    #: the kernel that it is on the whole domain
    name: KernelName | None
    #: the kernels that it is under conditions on its parameters
    conditions: tuple[_Condition, ...] = ()
    #: any other kernel in words, where it is one of a well-known form
    otherwise: str = ""

    def __str__(self) -> str:
        if self.name:
            return f"the {self.name} kernel"
        known = [str(condition) for condition in self.conditions]
        return (
            "; ".join([*known, self.otherwise] if self.otherwise else known)
            or "neither the gaussian nor the softmax kernel"
        )


def kernel_of(name: KernelName, counts: bool = False) -> sp.Expr:
    """A kernel in the products of the inputs, or in their coordinates."""
    if counts:
        return gaussian_of_coordinates(x, y) if name == "gaussian" else sp.exp(inner(x, y))
    return (gaussian_kernel if name == "gaussian" else softmax_kernel)(GRAM.x, GRAM.y)


def recognise(mean: sp.Expr, domain: Domain, parameters: tuple[sp.Symbol, ...], counts: bool) -> Recognised:
    """Which kernel a mean is on a domain."""
    for name in _EXPONENTS:
        if agree(mean.xreplace(PLACES), kernel_of(name, counts).xreplace(PLACES), domain):
            return Recognised(name)
    if counts:
        return Recognised(None)
    terms = by_exponent(mean)
    found = [_condition(name, terms, domain, parameters, mean) for name in _EXPONENTS]
    return Recognised(None, tuple(c for c in found if c is not None), _otherwise(terms))


def _condition(
    name: KernelName, terms: Mapping[sp.Expr, sp.Expr], domain: Domain, parameters: tuple[sp.Symbol, ...], mean: sp.Expr
) -> _Condition | None:
    equations = _equations(name, terms)
    if equations is None or any(not equation.free_symbols for equation in equations):
        return None
    solutions = []
    for point in _solved(equations, parameters):
        at, kernel = (side.xreplace(PLACES).subs(point) for side in (mean.subs(point), kernel_of(name)))
        if _is_inside(point, domain) and agree(at, kernel, domain):
            solutions.append(point)
    return _Condition(name, equations, tuple(solutions))


def _equations(name: KernelName, terms: Mapping[sp.Expr, sp.Expr]) -> tuple[sp.Expr, ...] | None:
    """What has to vanish; None if it cannot be one exponential."""
    wanted = sp.Add(*(c * p for c, p in zip(_EXPONENTS[name], (xx, xy, yy), strict=True)))
    if len(terms) == 1:
        ((exponent, weight),) = terms.items()
        difference = sp.expand(exponent - wanted)
        if weight.has(xx, xy, yy) or not difference.is_polynomial(xx, xy, yy):
            return None
        coefficients = sp.Poly(difference, xx, xy, yy, domain="EX").coeffs() if difference != 0 else []
        found = [*coefficients, weight - 1]
    else:
        if any(weight.has(xx, xy, yy) for weight in terms.values()):
            return None
        if wanted not in terms:
            return None
        found = [weight - (1 if exponent == wanted else 0) for exponent, weight in terms.items()]
    numerators = [sp.factor_terms(sp.fraction(sp.together(e))[0]) for e in found]
    return tuple(dict.fromkeys(e for e in numerators if e != 0))


def _solved(equations: tuple[sp.Expr, ...], parameters: tuple[sp.Symbol, ...]) -> list[dict[sp.Symbol, sp.Expr]]:
    if any(equation.has(d) for equation in equations):
        # in every dimension: the equation at d = 1 is necessary, values decide whether it is enough
        equations = tuple(equation.subs(d, 1) for equation in equations)
    try:
        found = sp.solve(list(equations), list(parameters), dict=True)
    except NotImplementedError:
        return []
    return [point for point in found if point]


def _is_inside(point: Mapping[sp.Symbol, sp.Expr], domain: Domain) -> bool:
    """Whether numbers among the solution are allowed; what depends on other parameters is left open."""
    for item in domain.ranges:
        value = point.get(item.symbol)
        if value is not None and value.is_number and not item.allows_entry(sp.sympify(value)):
            return False
        if value is not None and value.is_extended_real is False:
            return False
    return True


def _otherwise(terms: Mapping[sp.Expr, sp.Expr]) -> str:
    if len(terms) != 1:
        return ""
    ((exponent, weight),) = terms.items()
    if exponent == 0 and not (factor := sp.cancel(weight / xy)).has(xx, xy, yy):
        return f"the linear kernel x.y{'' if factor == 1 else f', times {factor}'}"
    if weight.has(xx, xy, yy) or not exponent.is_polynomial(xx, xy, yy) or exponent == 0:
        return ""
    polynomial = sp.Poly(exponent, xx, xy, yy, domain="EX")
    parts = [polynomial.coeff_monomial(p) for p in (xx, xy, yy)]
    if polynomial.total_degree() != 1 or polynomial.coeff_monomial(1) != 0 or parts[1] == 0:
        return ""
    inner_text = f"exp({parts[1] * xy})"
    times = "" if weight == 1 else f", times {weight}"
    if all(sp.simplify(part + parts[1] / 2) == 0 for part in (parts[0], parts[2])):
        scaled = "" if parts[1] == 1 else f" of the inputs times ({parts[1]})**(1/2)"
        return f"the Gaussian kernel{scaled}{times}"
    if parts[0] == parts[2] == 0:
        return f"the softmax kernel {inner_text}{times}"
    return f"{inner_text}, times functions of the norms{times}"
