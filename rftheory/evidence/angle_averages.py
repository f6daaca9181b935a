r"""Averages over the angle phi between the lengths of two projections: polynomials in ``s = sin phi``.

The density of phi on (0, pi) is proportional to ``sin(phi)^(d-1)``, so ``E sin(phi)^p`` is a quotient of integrals of powers of the
sine (`rules.sine-powers`).
"""

from __future__ import annotations

from rftheory.evidence.chain_words import *
from rftheory.evidence.deciding import require_proved
from rftheory.evidence.membership import is_index_range
from rftheory.kernels import d
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.pair_moments import angle_density, length_moment, phi

#: sin(phi), for every phi between 0 and pi
sine = sp.Symbol("s", positive=True)
SINE = Range(sine, 0, 1, "(]", typical=(0, 1), awkward=(sp.Rational(1, 1000), sp.Rational(999, 1000), 1))


def angle_moment(order: sp.Expr, cosine: sp.Expr) -> sp.Integral:
    """``M_k = E (1 + c sin phi)^k``."""
    return sp.Integral(angle_density(d) * (1 + cosine * sp.sin(phi)) ** order, (phi, 0, sp.pi))


def sine_average(expr: sp.Expr) -> sp.Expr:
    """E of a polynomial in `sine`."""
    if not sp.sympify(expr).has(sine):
        return expr
    polynomial = sp.Poly(sp.expand(expr), sine)
    return sp.Add(*(coefficient * length_moment(sp.Integer(p), d) for (p,), coefficient in polynomial.terms()))


def in_sine(node: sp.Integral) -> sp.Expr:
    """What is averaged over the angle, as a function of `sine`."""
    if node.limits != angle_moment(sp.Integer(0), sp.Integer(0)).limits or node.has(sine):
        raise Unproved(f"{node} is not an average over the angle, or has a parameter called {sine}")
    above, below = (part.subs(sp.sin(phi), sine) for part in (node.function, angle_density(d)))
    expr = sp.powsimp(above / below, combine="exp")
    if expr.has(phi):
        raise Unproved(f"{expr} is not a function of the sine alone")
    return expr


def integrand(expr: sp.Expr) -> sp.Expr:
    """What is averaged in a linear combination of averages over the angle."""
    names = {node: sp.Dummy() for node in expr.atoms(sp.Integral)}
    form = expr.xreplace(names)
    linear = form.is_polynomial(*names.values()) and sp.Poly(form, *names.values(), sp.Dummy()).total_degree() <= 1
    if not linear or form.has(sine):
        raise Unproved(f"{expr} is not linear in the averages over the angle, or has a parameter called {sine}")
    return form.xreplace({name: in_sine(node) for node, name in names.items()})


def inside_average(function: sp.Integral, term: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """A function that is an average over the angle and its term, before they are averaged."""
    return in_sine(function), integrand(term)


def require_no_sine(expr: sp.Expr, domain: Domain) -> None:
    """Refuse a parameter of the name of `sine`: it would be averaged with it."""
    if expr.has(sine) or sine in names_of(domain):
        raise Unproved(f"a parameter is called {sine}, like the sine that is averaged")


def require_angle(node: AngleExpectation, domain: Domain) -> None:
    """Refuse an expectation over two projections between which there is no such angle."""
    for gap in (1 - node.cosine, 1 + node.cosine, node.dimension - 2):
        if not any(sign_of(form, domain) <= NONNEGATIVE for form in (gap, sp.factor(gap))):
            raise Unproved(f"{gap} >= 0 is not proved: no angle in R^{node.dimension}")


def require_sines(lemma: Claim) -> None:
    """Refuse anything but the proved integrals of all powers of the sine."""
    n, proposition = lemma.domain.symbols[0], lemma.proposition
    if not isinstance(proposition, Equality) or not isinstance(proposition.left, sp.Integral):
        raise Unproved(f"{lemma.name} is not the value of an integral")
    angle = proposition.left.limits[0][0]
    wanted = Equality(
        sp.Integral(sp.sin(angle) ** (n - 1), (angle, 0, sp.pi)),
        sp.sqrt(sp.pi) * sp.gamma(n / 2) / sp.gamma((n + 1) / 2),
    )
    item = lemma.domain.ranges[0]
    every = is_index_range(item, lemma.domain) and item.low == 1 and lemma.domain == Domain((item,))
    if proposition != wanted or not every:
        raise Unproved(f"{lemma.name} is not about the integrals of sin^(n-1) for every n >= 1")
    require_proved(lemma)
