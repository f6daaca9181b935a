"""What rules make of the last line of a chain: SymPy computes it, under conditions that are granted here and judged by the kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import sympy as sp

from rftheory.chains import angles, integrals
from rftheory.chains.binding import placed
from rftheory.rules.gaussian import integrate_gaussian
from rftheory.rules.integrated import asked, granted
from rftheory.rules.nodes import Expectation, SquaredLength
from rftheory.rules.propositions import Equality, Inequality

if TYPE_CHECKING:
    from rftheory.chains.chain import Chain
    from rftheory.chains.reasons import Passage, Values
    from rftheory.statements.claims import Claim

Rule = Callable[..., sp.Expr]
#: what rules and facts are called where they are shown
WORDS = {
    "expand_expectation": "linearity, independence and the moment law of sample means",
    "integrate_signs": "sign of a pair of hyperplanes",
    "integrate_frames": "over a frame: (1-2a)^(-kd/2) 1F1(kd/2; d/2; u^2/(2(1-2a))), Re(1-2a) > 0",
    "integrate_counts": "independent counts; sum c^k/k! = exp(c), sum c^k/k!^2 = I_0(2 sqrt(c))",
    "integrate_gaussian": "E exp(a |w|^2 + w.u) = (1-2a)^(-d/2) exp(u^2/(2(1-2a))), Re(1-2a) > 0",
    "euler_gamma": "Euler's integral of the gamma function",
    "euler_beta": "Euler's integral of the beta function",
    "as_euler": "Euler's integral of the gamma function",
    "into_integral": "the number drawn into the integral",
    "into_sum": "the factor drawn into the sum",
    "sum_outside": "the integral of a finite sum",
    "in_moments": "E sin(phi)^p, from the integrals of powers of the sine",
    "integrate_angles": "over the lengths and the direction: E_phi 1F1(d; d/2; u^2/2 (1 + c sin phi))",
    "right_angles": "two members of an orthogonal frame have the cosine 0",
    "as_frame": "orthogonal directions",
    "Square": "a square: |w - u|^2 >= 0, multiplied out",
    "Unit": "a variate in [0, 1]",
    "Copies": "an independent copy",
    "AboveTangent": "convex, positive coefficients: above the tangent",
    "BelowTaylor": "terms beyond a degree: c_(n+1+k) <= c_(n+1) c_k",
    "BelowProduct": "(b)_(j+k) >= (b)_j (b)_k, coefficient by coefficient",
}


def words_of(rule: Rule, expr: sp.Expr) -> str:
    """What a rule is called where its line, computed from an expression, is shown."""
    if rule is integrate_gaussian and not expr.has(SquaredLength):
        return "E exp(w.u) = exp(u^2/2)"
    return WORDS.get(rule.__name__, rule.__name__.replace("_", " "))


def granting(rule: Rule) -> Rule:
    """A rule with its conditions granted."""
    return partial(rule, **asked(rule, granted, granted))


# -- claims -------------------------------------------------------------------------------------------------------------


def sides_at(claim: Claim, at: Values | None) -> tuple[sp.Expr, sp.Expr]:
    """Both sides of a claim at values of its parameters."""
    said = claim.proposition
    if not isinstance(said, (Equality, Inequality)):
        raise ValueError(f"{claim.name} has no two sides")
    values = {symbol: sp.sympify((at or {}).get(symbol, symbol)) for symbol in claim.domain.symbols}
    return placed(said.left, values), placed(said.right, values)


def replaced_by(end: sp.Expr, claim: Claim, at: Values | None) -> sp.Expr:
    """The right side of an equation for its left side, wherever that occurs up to equal arguments; or all of the line."""
    left, right = sides_at(claim, at)
    same = {e for e in end.atoms(left.func) if e == left or _is_same(e, left)}
    return end.xreplace(dict.fromkeys(same, right)) if same else right


def _is_same(one: sp.Expr, other: sp.Expr) -> bool:
    """Whether two expressions are seen to be equal, argument by argument."""
    if one == other:
        return True
    if one.func != other.func or len(one.args) != len(other.args):
        return False
    if one.is_Atom:
        return False
    if not one.args or all(not isinstance(a, sp.Expr) for a in one.args):
        return all(
            _is_same(a, b) if isinstance(a, sp.Basic) else a == b for a, b in zip(one.args, other.args, strict=True)
        )
    pairs = list(zip(one.args, other.args, strict=True))
    if all(isinstance(a, sp.Expr) and isinstance(b, sp.Expr) for a, b in pairs) and not one.has(sp.Sum, sp.Integral):
        return all(sp.expand(a - b) == 0 or sp.simplify(a - b) == 0 for a, b in pairs)
    return all(_is_same(a, b) for a, b in pairs)


def values_in_mean(end: sp.Expr, lemma: Claim) -> Values | None:
    """The values of parameters at which the left side of an order is the body of a mean; None where that is not seen."""
    said = lemma.proposition
    free = [symbol for symbol in lemma.domain.symbols if symbol not in end.free_symbols]
    if not (isinstance(end, Expectation) and isinstance(said, Inequality) and free):
        return None
    wild = {symbol: sp.Wild(symbol.name) for symbol in free}
    found = end.args[0].match(said.left.xreplace(wild))
    return {symbol: found[wild[symbol]] for symbol in free if wild[symbol] in found} if found else None


def mean_of_other_side(end: sp.Expr, lemma: Claim, at: Values | None) -> tuple[str, sp.Expr]:
    """The relation and the mean of the right side of an order: over the draws of an expectation, or over the angle."""
    said = lemma.proposition
    assert isinstance(said, Inequality)
    if not isinstance(end, Expectation):
        return said.relation[0] + "=", angles.sine_average(said.right)
    values = {symbol: sp.sympify((at or {}).get(symbol, symbol)) for symbol in lemma.domain.symbols}
    vectors = {symbol: values.pop(symbol) for symbol in [*values] if isinstance(values[symbol], sp.Lambda)}
    right = said.right.replace(
        lambda e: isinstance(e, sp.Indexed) and e.base.label in vectors, lambda e: vectors[e.base.label](*e.indices)
    )
    return said.relation, Expectation(placed(right, values))


# -- sums and integrals ---------------------------------------------------------------------------------------------------


def over(end: sp.Expr, inner: Chain) -> tuple[sp.Expr, sp.Expr]:
    """The sum or integral whose body is the start of a chain, and the one with the end of the chain as its body."""
    found = sorted((n for n in end.atoms(sp.Sum, sp.Integral) if n.function == inner.start), key=sp.default_sort_key)
    if not found:
        raise ValueError(f"no sum or integral of {inner.start} in {end}")
    return found[0], found[0].func(inner.end, *found[0].limits)


def integral_in(end: sp.Expr, node: sp.Integral | None) -> sp.Integral:
    """The integral that a line speaks of, by default the only one."""
    if node is not None:
        return node
    found = end.atoms(sp.Integral)
    if len(found) != 1:
        raise ValueError(f"{end} has {len(found)} integrals: say which one is meant")
    return found.pop()


def by_primitive(
    node: sp.Integral,
    function: sp.Expr,
    factor: sp.Expr | None,
    rest: sp.Expr | None,
    at_ends: tuple[sp.Expr, sp.Expr] | None,
) -> sp.Expr:
    """``[F] + int rest``: see `Chain.primitive`."""
    variable, *ends = node.limits[0]
    whole = function if factor is None else function * factor
    if at_ends is None:
        low, high = (integrals.end_limit(whole, variable, *end) for end in zip(ends, (True, False), strict=True))
    else:
        low, high = map(sp.sympify, at_ends)
    if factor is not None:
        rest = -sp.diff(function, variable) * factor
    left = sp.Integer(0) if rest is None else sp.Integral(rest, *node.limits)
    return high - low + left


def over_square(end: sp.Expr, size: sp.Expr, diagonal: sp.Expr) -> sp.Expr:
    """Half of the sum over all i and j without the diagonal."""
    from rftheory.chains.pairs import body_of, first, second

    body = body_of(end)
    whole = sp.Sum(sp.Sum(body, (second, 1, size)), (first, 1, size))
    return (whole - sp.Sum(diagonal, (first, 1, size))) / 2


def of_rule(rule: Any) -> tuple[str, sp.Expr]:
    """The relation and the bound of a rule of concentration or of moments."""
    if hasattr(rule, "target"):
        return rule.relation, rule.target
    return "<=", rule.bound


# -- limits ---------------------------------------------------------------------------------------------------------------


def limit(end: sp.Expr, how: Passage) -> sp.Expr:
    """The value of a limit: of a quotient by derivatives, else by putting the point in."""
    if how.quotient is not None:
        slopes = (placed(sp.diff(part, how.variable), {how.variable: how.point}) for part in how.quotient)
        above, below = slopes
        return (how.outer or (lambda t: t))(above / below)
    if how.point in (sp.oo, -sp.oo):
        return sp.limit(end, how.variable, how.point)
    return placed(end, {how.variable: how.point})
