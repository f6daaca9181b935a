"""Whether random quantities exist: sizes, frames, laws; that what is averaged is integrable is asked in `integrability`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import sympy as sp

from rftheory.evidence.convergence import series_missing
from rftheory.evidence.defined import first_missing, missing, not_shown, number_missing, rule
from rftheory.evidence.integrability import integrable_missing
from rftheory.evidence.lower_bounds import is_at_least, is_size
from rftheory.evidence.sign import is_positive, is_real
from rftheory.evidence.zero import decide_zero
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.counts import sum_series, telescoping_tail
from rftheory.rules.frames import FrameExpectation, MembersExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Form, Probability, SampleMean, SquaredLength, sources
from rftheory.rules.planes import PlaneExpectation
from rftheory.rules.tables import Drawn
from rftheory.rules.uniform import PAIR_SYMBOLS, LargestDeviation
from rftheory.rules.variates import COUNT, MASS, Count
from rftheory.statements.domain import Domain, Range

# -- objects ------------------------------------------------------------------------------------------------------


@rule(SquaredLength)
def _length(node: SquaredLength, domain: Domain) -> str:
    return not_shown(is_size(node.dimension, domain), f"that the dimension {node.dimension} is an integer >= 1")


@rule(SampleMean)
def _sample_mean(node: SampleMean, domain: Domain) -> str:
    size = not_shown(is_size(node.size, domain), f"that the number of samples {node.size} is an integer >= 1")
    return size or missing(node.sample, domain)


@rule(OrthogonalMean)
def _orthogonal_mean(node: OrthogonalMean, domain: Domain) -> str:
    return _frame_missing(node.size, node.dimension, domain) or missing(node.sample, domain)


def _frame_missing(size: sp.Expr, dimension: sp.Expr, domain: Domain) -> str:
    """What is missing to an orthogonal frame of so many members in R^d."""
    if not (is_size(size, domain) and is_size(dimension, domain)):
        return f"that the size {size} and the dimension {dimension} of a frame are integers >= 1 is not proved"
    return not_shown(is_at_least(dimension, size, domain), f"{size} <= {dimension}, for a frame of {size} members,")


@rule(PlaneExpectation)
def _plane(node: PlaneExpectation, domain: Domain) -> str:
    """``E h(w.x, w.y)`` of Gaussian images, which have all moments, exponential ones too, if ``|h| <= C exp(a sum of |images|)``."""
    sample = node.args[0]
    return missing(sample, domain) or not_shown(
        _grows_slowly(sample), f"that no image grows faster than exponentially in {sample}"
    )


def _grows_slowly(expr: sp.Expr) -> bool:
    if not expr.has(Form):
        return not sources(expr)
    if isinstance(expr, Form):
        return True
    if isinstance(expr, sp.exp | sp.sin | sp.cos | sp.sinh | sp.cosh):
        images = sorted(expr.atoms(Form), key=str)
        return expr.args[0].is_polynomial(*images) and sp.Poly(expr.args[0], *images).total_degree() <= 1
    powers = isinstance(expr, sp.Pow) and expr.exp.is_Integer and expr.exp >= 0
    whole = isinstance(expr, sp.Add | sp.Mul | sp.Abs | sp.Max | sp.Min | sp.sign | sp.tanh | sp.erf)
    return (powers or whole) and all(_grows_slowly(part) for part in expr.args)


@rule(FrameExpectation)
def _frame(node: FrameExpectation, domain: Domain) -> str:
    return _frame_missing(sp.Integer(len(node.samples)), node.dimension, domain) or _members(node, domain)


@rule(AngleExpectation)
def _angle(node: AngleExpectation, domain: Domain) -> str:
    if gap := first_missing((node.cosine, node.dimension), domain):
        return gap
    if not (is_size(node.dimension, domain) and is_at_least(node.dimension, 2, domain)):
        return f"that the dimension {node.dimension} of two directions is an integer >= 2 is not proved"
    gaps = (1 - node.cosine, 1 + node.cosine)
    inside = all(is_at_least(gap, 0, domain) for gap in gaps) or _of_unit_vectors(node.cosine, domain)
    return not_shown(inside, f"-1 <= {node.cosine} <= 1, the cosine of an angle,") or _members(node, domain)


def _of_unit_vectors(cosine: sp.Expr, domain: Domain) -> bool:
    """Whether a number is seen to be ``sum_l f_l(i) f_l(j)``, and to be 1 for j = i: so between -1 and 1 (Cauchy-Schwarz)."""
    names = sorted(
        (s for s in cosine.free_symbols if isinstance(s, sp.Symbol) and s.is_integer), key=lambda s: s.sort_key()
    )
    return any(
        all(_is_square_at(term, i, j, domain) for term in sp.Add.make_args(cosine))
        and decide_zero(cosine.xreplace({j: i}) - 1, domain).zero
        for i, j in itertools.combinations(names, 2)
    )


def _is_square_at(term: sp.Expr, i: sp.Symbol, j: sp.Symbol, domain: Domain) -> bool:
    """Whether a term, or what is summed in it, is ``c f(i) f(j)`` with c >= 0."""
    body = term.function if isinstance(term, sp.Sum) and not term.limits[0].has(i, j, sp.oo) else term
    of_i, of_j, rest = sp.Integer(1), sp.Integer(1), sp.Integer(1)
    for factor in sp.Mul.make_args(body):
        if factor.has(i) and factor.has(j):
            return False
        if factor.has(i):
            of_i *= factor
        elif factor.has(j):
            of_j *= factor
        else:
            rest *= factor
    return of_i.xreplace({i: j}) == of_j and is_real(of_i, domain) and is_at_least(rest, 0, domain)


def _members(node: MembersExpectation, domain: Domain) -> str:
    """The samples of different members, each averaged over an independent length."""
    return first_missing(node.samples, domain) or next(
        filter(None, (integrable_missing(sample, domain) for sample in node.samples)), ""
    )


@rule(Count)
def _count(node: Count, domain: Domain) -> str:
    return number_missing(node.index, domain) or _law_missing(node.law, domain)


def _telescopes(law: sp.Lambda) -> bool:
    """Whether the masses are ``T(k) - T(k+1)`` with T(0) = 1 and T -> 0."""
    tail = telescoping_tail(law, COUNT)
    return tail is not None and bool(tail.subs(COUNT, 0) == 1)


def _law_missing(law: sp.Lambda, domain: Domain) -> str:
    """What is missing to masses: that they are >= 0 and sum to one. A law that may be any is one by its name."""
    mass = law(COUNT)
    if mass.func == MASS:
        return ""
    inside = domain.with_ranges(Range(COUNT, 0, None, integer=True))
    if gap := missing(mass, inside) or series_missing(mass, COUNT, inside):
        return gap
    if not is_at_least(mass, 0, inside):
        return f"that the masses {mass} are >= 0 is not proved"
    total = sum_series(sp.Sum(mass, (COUNT, 0, sp.oo)), lambda expr: is_positive(expr, domain))
    sums = decide_zero(total - 1, domain).zero or _is_negative_binomial(mass, domain) or _telescopes(law)
    return not_shown(sums, f"that the masses {mass} sum to 1")


def _is_negative_binomial(mass: sp.Expr, domain: Domain) -> bool:
    """``p_0 = (1 - q)^a`` and ``p_(k+1) = p_k q (a + k)/(k + 1)``, 0 <= q < 1: the binomial series of ``(1 - q)^(-a)``."""
    gammas = [g for g in mass.atoms(sp.gamma) if g.has(COUNT) and g.args[0] != COUNT + 1]
    if len(gammas) != 1 or gammas[0].args[0].diff(COUNT) != 1:
        return False
    order = gammas[0].args[0] - COUNT
    bases = [p.base for p in mass.atoms(sp.Pow) if p.exp == COUNT]
    ratio = sp.Mul(*bases)
    inside = domain.with_ranges(Range(COUNT, 0, None, integer=True))
    checks = [
        (mass.xreplace({COUNT: sp.Integer(0)}), (1 - ratio) ** order, domain),
        (mass.xreplace({COUNT: COUNT + 1}) * (COUNT + 1), mass * ratio * (order + COUNT), inside),
    ]
    decided = all(decide_zero(left - right, where).zero for left, right, where in checks)
    return decided and is_at_least(ratio, 0, domain) and is_positive(sp.factor(1 - ratio), domain)


@rule(Probability)
def _probability(node: Probability, domain: Domain) -> str:
    if gap := first_missing(node.event.args, domain):
        return gap
    return not_shown(all(is_real(side, domain) for side in node.event.args), f"that the sides of {node.event} are real")


@rule(LargestDeviation)
def _largest(node: LargestDeviation, domain: Domain) -> str:
    if not is_at_least(node.radius, 0, domain):
        return f"{node.radius} >= 0, the radius of a ball, is not proved"
    x_length, y_length, angle = PAIR_SYMBOLS
    lengths = (Range(length, 0, node.radius, "(]") for length in (x_length, y_length))
    inside = domain.with_ranges(*lengths, Range(angle, 0, sp.pi))
    return missing(node.gap, inside) or not_shown(is_real(node.gap, inside), f"that {node.gap} is real")


# -- expectations -------------------------------------------------------------------------------------------------


@rule(Expectation)
def _expectation(node: Expectation, domain: Domain) -> str:
    inner = node.args[0]
    known = domain.where(*bounds_of_draws([inner], domain))
    return missing(inner, domain) and missing(inner, known) or integrable_missing(inner, domain, known)


def bounds_of_draws(values: Iterable[sp.Expr], domain: Domain) -> Iterator[sp.Basic]:
    """Lengths in R^d, d > 0, are positive (almost surely), and numbers from a table are at least the smallest one."""
    for value in values:
        for length in sorted(value.atoms(SquaredLength), key=lambda node: node.sort_key()):
            if is_positive(length.dimension, domain):
                yield sp.Gt(length, 0, evaluate=False)
        for drawn in sorted(value.atoms(Drawn), key=lambda node: node.sort_key()):
            least = min(law.least for law in drawn.laws)
            yield sp.Ge(drawn, least, evaluate=False)
            if least > 0:
                yield sp.Gt(drawn, 0, evaluate=False)
